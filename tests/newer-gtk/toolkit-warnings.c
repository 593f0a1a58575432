// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// With a GTK newer than the minimum version, warnings of the toolkit do not end a test:
// tests/count-results.py counts them. Warnings of this program and of GObject, and all critical
// messages, still end it. This is a GIO module, so that it applies both to tests in a process and
// to programs that tests start, by GIO_EXTRA_MODULES; it is loaded when the application starts,
// before it has any window.

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
  // An unused module would be unloaded.
  g_type_module_use (G_TYPE_MODULE (module));
}

void
g_io_module_unload (GIOModule *module)
{
}
