// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "testing-pointer.h"

#include <gtk/gtk.h>

#define PAUSE_MAX_S 0.002

void
testing_point (const char *what)
{
  g_autofree char *command = g_strdup_printf ("xdotool %s", what);
  g_autoptr (GError) error = NULL;
  int status;

  g_spawn_command_line_sync (command, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
}

void
testing_wait (double seconds)
{
  const gint64 end = g_get_monotonic_time () + (gint64) (seconds * G_USEC_PER_SEC);
  int n_pauses = (int) (seconds / PAUSE_MAX_S);

  // Receive all events of the server, so that as much gets done on a busy machine as on an idle
  // one.
  gdk_display_sync (gdk_display_get_default ());
  while (g_get_monotonic_time () < end || n_pauses > 0)
    if (!g_main_context_iteration (NULL, FALSE)) {
      g_usleep (1000);
      n_pauses--;
    }
}
