// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The speed that the transport shows during a run.

#include "lw-window-private.h"
#include "testing-window.h"

static bool
shows (LwWindow *window, double speed)
{
  g_autofree char *text = lw_transport_dup_speed_text (speed);
  GtkWidget *chip = testing_find (GTK_WIDGET (window->transport), GTK_TYPE_MENU_BUTTON);
  GtkWidget *label = gtk_menu_button_get_child (GTK_MENU_BUTTON (chip));

  return g_str_equal (gtk_label_get_text (GTK_LABEL (label)), text);
}

static void
finish (LwWindow *window)
{
  g_object_set (window, "speed", 0.0, NULL);
  testing_activate (window, "win.play");
  wait_until (lw_player_has_finished (window->player) && !lw_player_get_playing (window->player));
}

/// A range that is played in a loop has the requested speed, whatever its start and length: nothing
/// is computed that could lag.
static void
test_loop (void)
{
  static const double ranges[][2] = { { 0, 0.137 }, { 0.1, 0.271 }, { 0, 0.29 } };
  LwWindow *window = testing_window_with ("four-bar");
  LwPlayer *player = window->player;

  finish (window);
  g_object_set (window, "speed", 1.0, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++) {
    double last = 0;
    int turns = 0;

    lw_player_set_loop (player, true, ranges[i][0], ranges[i][1]);
    testing_activate (window, "win.rewind");
    testing_activate (window, "win.play");
    while (turns < 12) {
      wait_until (lw_player_get_time (player) != last);
      g_assert_false (lw_player_is_live (player));
      g_assert_true (shows (window, 1));
      turns += lw_player_get_time (player) < last;
      last = lw_player_get_time (player);
    }
    testing_activate (window, "win.play");
  }
  testing_close (window);
}

/// The width does not depend on the displayed speed.
static void
test_width (void)
{
  static const double speeds[] = { 0.01, 0.25, 1, 100, 0 };
  LwWindow *window = testing_window_with ("four-bar");
  graphene_rect_t before;

  for (guint i = 0; i < G_N_ELEMENTS (speeds); i++) {
    graphene_rect_t now;
    GtkWidget *beside;

    g_object_set (window, "speed", speeds[i], NULL);
    testing_run (0.05);
    g_assert_true (shows (window, speeds[i]));
    beside = testing_find (GTK_WIDGET (window->transport), GTK_TYPE_SCALE);
    g_assert_true (gtk_widget_compute_bounds (beside, GTK_WIDGET (window), &now));
    if (i > 0)
      g_assert_true (graphene_rect_equal (&now, &before));
    before = now;
  }
  testing_close (window);
}

/// Where text runs from right to left, the window is mirrored, but time still runs to the right, as in the
/// plots.
static void
test_right_to_left (void)
{
  LwWindow *window;
  GtkWidget *scale;
  graphene_rect_t transport, bar, palette;

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  window = testing_window_with ("four-bar-torque");
  scale = testing_find (GTK_WIDGET (window->transport), GTK_TYPE_SCALE);
  g_assert_nonnull (scale);
  g_assert_cmpint (gtk_widget_get_direction (GTK_WIDGET (window)), ==, GTK_TEXT_DIR_RTL);
  g_assert_cmpint (gtk_widget_get_direction (scale), ==, GTK_TEXT_DIR_LTR);
  wait_until (gtk_widget_get_width (scale) > 0);
  g_assert_true (
    gtk_widget_compute_bounds (GTK_WIDGET (window->transport), GTK_WIDGET (window), &transport));
  g_assert_true (gtk_widget_compute_bounds (scale, GTK_WIDGET (window), &bar));
  g_assert_true (
    gtk_widget_compute_bounds (GTK_WIDGET (window->palette), GTK_WIDGET (window), &palette));
  // The palette is on the right; the keys of the player are left of the bar.
  g_assert_cmpfloat (palette.origin.x, >, transport.origin.x + 0.5f * transport.size.width);
  g_assert_cmpfloat (bar.origin.x - transport.origin.x, >, 100);
  testing_close (window);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

static void
add_tests (void)
{
  g_test_add_func ("/speed/loop", test_loop);
  g_test_add_func ("/speed/width", test_width);
  g_test_add_func ("/speed-chip/right-to-left", test_right_to_left);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
