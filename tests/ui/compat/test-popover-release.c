// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A press that was on its way to a popover when it closed makes the closed popover the implicit
// grab holder, and GTK 4.8 keeps no reference to it: code that destroys the popover must release it
// first, or the next motion uses freed memory (which the environment of this test overwrites).

#include <gtk/gtk.h>

#include "lw-popover-release.h"
#include "testing-pointer.h"

#define PATIENCE 60 // s

/// Positions in the window, px.
#define IN_POPOVER "180 150"
#define BESIDE "190 160"
#define OUTSIDE "560 380"

static void
wait_for (GtkWidget *widget, GtkStateFlags flag)
{
  gint64 end = g_get_monotonic_time () + PATIENCE * G_USEC_PER_SEC;

  while ((gtk_widget_get_state_flags (widget) & flag) == 0) {
    g_assert_cmpint (g_get_monotonic_time (), <, end);
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
  }
}

/// Returns a window with a part that has an open popover.
static GtkWidget *
open_popover (GtkWidget **part, GtkWidget **popover)
{
  const GdkRectangle place = { 150, 4, 1, 1 };
  GtkWidget *window = gtk_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *content = gtk_button_new ();

  *part = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  *popover = gtk_popover_new ();
  gtk_window_set_default_size (GTK_WINDOW (window), 600, 400);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_box_append (GTK_BOX (box), *part);
  gtk_widget_set_size_request (*part, 600, 10);
  gtk_widget_set_size_request (content, 300, 200);
  gtk_popover_set_child (GTK_POPOVER (*popover), content);
  gtk_popover_set_pointing_to (GTK_POPOVER (*popover), &place);
  gtk_widget_set_parent (*popover, *part);
  gtk_window_present (GTK_WINDOW (window));
  testing_wait (0.2);
  gtk_popover_popup (GTK_POPOVER (*popover));
  testing_wait (0.2);
  return window;
}

static void
test_pressed_when_closed (void)
{
  GtkWidget *part, *popover;
  GtkWidget *window = open_popover (&part, &popover);

  testing_point ("mousemove " IN_POPOVER);
  wait_for (popover, GTK_STATE_FLAG_PRELIGHT);

  testing_point ("mousemove " BESIDE " mousedown 1");
  gtk_popover_popdown (GTK_POPOVER (popover));
  g_assert_false (gtk_widget_get_mapped (popover));
  wait_for (popover, GTK_STATE_FLAG_ACTIVE);

  // Before the server reports that the pointer has left it.
  lw_popover_release (part);
  g_assert_true (gtk_widget_get_sensitive (popover));
  gtk_widget_unparent (popover);
  testing_point ("mousemove " OUTSIDE);
  testing_wait (0.2);
  testing_point ("mousemove " IN_POPOVER " mouseup 1 mousemove " OUTSIDE);
  testing_wait (0.2);
  gtk_window_destroy (GTK_WINDOW (window));
}

/// The widget that receives the events of the window is referenced.
static void
test_open (void)
{
  GtkWidget *part, *popover;
  GtkWidget *window = open_popover (&part, &popover);
  gpointer there = popover;

  g_object_add_weak_pointer (G_OBJECT (popover), &there);
  lw_popover_release (part);
  gtk_widget_unparent (popover);
  testing_wait (0.5);
  g_assert_null (there);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/let-go/pressed-when-closed", test_pressed_when_closed);
  g_test_add_func ("/let-go/open", test_open);
  return g_test_run ();
}
