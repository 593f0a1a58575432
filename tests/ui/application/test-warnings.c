// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Messages that end a test: all warnings and critical messages, except warnings of a toolkit newer
// than the minimum version.

#include "lw-application.h"

typedef struct
{
  const char *path;
  const char *domain; ///< NULL for this program's domain
  GLogLevelFlags level;
  bool structured; ///< written as GTK does; libadwaita and GIO do not
  bool of_toolkit;
} Message;

static const Message messages[] = {
  { "/warnings/ours", NULL, G_LOG_LEVEL_WARNING, false, false },
  { "/warnings/object", "GLib-GObject", G_LOG_LEVEL_WARNING, false, false },
  { "/warnings/gtk", "Gtk", G_LOG_LEVEL_WARNING, true, true },
  { "/warnings/gdk", "Gdk", G_LOG_LEVEL_WARNING, true, true },
  { "/warnings/adwaita", "Adwaita", G_LOG_LEVEL_WARNING, false, true },
  { "/warnings/gio", "GLib-GIO", G_LOG_LEVEL_WARNING, false, true },
  { "/warnings/critical-of-ours", NULL, G_LOG_LEVEL_CRITICAL, false, false },
  { "/warnings/critical-of-gtk", "Gtk", G_LOG_LEVEL_CRITICAL, true, false },
  { "/warnings/critical-of-gio", "GLib-GIO", G_LOG_LEVEL_CRITICAL, false, false },
};

static void
test_message (gconstpointer data)
{
  const Message *message = data;
  const bool survives = message->of_toolkit && gtk_get_minor_version () > 8;

  if (g_test_subprocess ()) {
    g_autoptr (LwApplication) application = lw_application_new (G_APPLICATION_NON_UNIQUE);

    g_assert_true (g_application_register (G_APPLICATION (application), NULL, NULL));
    if (message->structured)
      g_log_structured (message->domain, message->level, "MESSAGE", "It is logged.");
    else
      g_log (message->domain, message->level, "It is logged.");
    return;
  }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  if (survives)
    g_test_trap_assert_passed ();
  else
    g_test_trap_assert_failed ();
  g_test_trap_assert_stderr ("*It is logged.*");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (messages); i++)
    g_test_add_data_func (messages[i].path, &messages[i], test_message);
  return g_test_run ();
}
