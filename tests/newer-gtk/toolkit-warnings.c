// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// On a GTK newer than the floor, warnings of the toolkit do not end a test: they are counted by
// tests/count-results.py. Warnings of our own and of GObject, and everything critical, still do.
// A module of GIO, so that tests in a process and programs that tests start have it alike, by
// GIO_EXTRA_MODULES; it is loaded when the application starts, before it has any window.

#include <gio/gio.h>

#define FATAL (G_LOG_FLAG_RECURSION | G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL)

void
g_io_module_load (GIOModule *module)
{
  static const char *const domains[] = { NULL, "GLib", "GLib-GObject" };
  GLogLevelFlags before = g_log_set_always_fatal (FATAL);

  if ((before & G_LOG_LEVEL_WARNING) != 0) {
    for (guint i = 0; i < G_N_ELEMENTS (domains); i++)
      g_log_set_fatal_mask (domains[i], FATAL | G_LOG_LEVEL_WARNING);
  } else {
    g_log_set_always_fatal (before);
  }
  // Modules are unloaded when nobody uses them.
  g_type_module_use (G_TYPE_MODULE (module));
}

void
g_io_module_unload (GIOModule *module)
{
}
