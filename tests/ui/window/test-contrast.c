// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// High contrast: text that is otherwise paler has the normal text colour.

#include "lw-window-private.h"
#include "testing-window.h"

static GdkRGBA
colour_of (gpointer widget)
{
  GdkRGBA colour;

  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (widget)), &colour);
  return colour;
}

static void
test_status_line (void)
{
  const bool high = g_strcmp0 (g_getenv ("ADW_DEBUG_HIGH_CONTRAST"), "1") == 0;
  LwWindow *window = testing_window ();
  GdkRGBA text = colour_of (window);
  GdkRGBA status;

  testing_run (0.1);
  g_assert_true (adw_style_manager_get_high_contrast (adw_style_manager_get_default ()) == high);
  status = colour_of (window->status_line);
  g_assert_true (gdk_rgba_equal (&status, &text) == high);
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/contrast/status-line", test_status_line);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
