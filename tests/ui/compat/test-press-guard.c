// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A new layout between a press and its release, when the X server has both and the window has
// received only the press: without the guard GTK 4.8 cancels the press, and the click is lost.

#include <gtk/gtk.h>

#include "lw-press-guard.h"
#include "testing-pointer.h"

#define PATIENCE 60 // s

typedef struct
{
  guint n_pressed, n_released, n_cancelled;
  guint n_drags, n_dropped;
} Seen;

static void
pressed_cb (Seen *seen)
{
  seen->n_pressed++;
}

static void
released_cb (Seen *seen)
{
  seen->n_released++;
}

static void
cancel_cb (Seen *seen)
{
  seen->n_cancelled++;
}

static void
drag_begin_cb (Seen *seen)
{
  seen->n_drags++;
}

static void
drag_end_cb (Seen *seen)
{
  seen->n_dropped++;
}

static GtkWidget *
show_window (Seen *seen)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *sheet = gtk_drawing_area_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_window_set_default_size (GTK_WINDOW (window), 600, 400);
  gtk_window_set_child (GTK_WINDOW (window), sheet);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed_cb), seen);
  g_signal_connect_swapped (click, "released", G_CALLBACK (released_cb), seen);
  g_signal_connect_swapped (click, "cancel", G_CALLBACK (cancel_cb), seen);
  gtk_widget_add_controller (sheet, GTK_EVENT_CONTROLLER (click));
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin_cb), seen);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (drag_end_cb), seen);
  g_signal_connect_swapped (drag, "cancel", G_CALLBACK (cancel_cb), seen);
  gtk_widget_add_controller (sheet, GTK_EVENT_CONTROLLER (drag));
  gtk_window_present (GTK_WINDOW (window));
  return window;
}

static void
wait_for (const guint *count, guint value)
{
  const gint64 end = g_get_monotonic_time () + PATIENCE * G_USEC_PER_SEC;

  while (*count < value) {
    g_assert_cmpint (g_get_monotonic_time (), <, end);
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
  }
}

static void
layout_cb (guint *n_layouts)
{
  (*n_layouts)++;
}

static void
test_short_click (void)
{
  Seen seen = { 0 };
  GtkWidget *window = show_window (&seen);
  GdkFrameClock *clock = gtk_widget_get_frame_clock (window);
  guint n_layouts = 0;

  g_signal_connect_swapped (clock, "layout", G_CALLBACK (layout_cb), &n_layouts);
  testing_wait (0.2);
  for (guint i = 1; i <= 3; i++) {
    testing_point ("mousemove 300 200 mousedown 1");
    wait_for (&seen.n_drags, i);
    gtk_widget_queue_resize (window);
    wait_for (&n_layouts, n_layouts + 1);
    testing_point ("mouseup 1");
    // At the start of the next frame GTK queries the position of the pointer.
    g_signal_emit_by_name (clock, "flush-events");
    g_signal_emit_by_name (clock, "resume-events");
    g_assert_cmpuint (seen.n_cancelled, ==, 0);
    wait_for (&seen.n_dropped, i);
    g_assert_cmpuint (seen.n_pressed, ==, i);
    g_assert_cmpuint (seen.n_released, ==, i);
    g_assert_cmpuint (seen.n_cancelled, ==, 0);
  }
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  lw_press_guard_install ();
  g_test_add_func ("/press-guard/short-click", test_short_click);
  return g_test_run ();
}
