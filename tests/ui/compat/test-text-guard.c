// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Selected text is pressed, and is no longer selected when the pointer moves: GTK 4.8 would abort
// the program. Selecting text by dragging still works.

#include <gtk/gtk.h>

#include "lw-text-guard.h"
#include "testing-pointer.h"

#define PAUSE 0.3 // s
#define LONG "1234567890 1234567890 1234567890 1234567890 1234567890 1234567890 1234567890"
#define ON_TEXT "mousemove 200 200"
#define FURTHER "mousemove 240 205 mousemove 300 210"

static GtkWidget *
show_entry (GtkWidget **entry)
{
  GtkWidget *window = gtk_window_new ();

  *entry = gtk_entry_new ();
  gtk_window_set_default_size (GTK_WINDOW (window), 400, 400);
  gtk_window_set_child (GTK_WINDOW (window), *entry);
  gtk_editable_set_text (GTK_EDITABLE (*entry), LONG);
  gtk_window_present (GTK_WINDOW (window));
  testing_wait (PAUSE);
  return window;
}

static void
test_drag_of_nothing (void)
{
  GtkWidget *entry;
  GtkWidget *window = show_entry (&entry);

  gtk_editable_select_region (GTK_EDITABLE (entry), 0, -1);
  testing_point (ON_TEXT " mousedown 1");
  testing_wait (PAUSE);
  // The press was on the selection, which still exists.
  g_assert_true (gtk_editable_get_selection_bounds (GTK_EDITABLE (entry), NULL, NULL));
  gtk_editable_set_text (GTK_EDITABLE (entry), "7");
  g_assert_false (gtk_editable_get_selection_bounds (GTK_EDITABLE (entry), NULL, NULL));
  testing_point (FURTHER);
  testing_wait (PAUSE);
  testing_point ("mouseup 1");
  testing_wait (PAUSE);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "7");
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_selects (void)
{
  GtkWidget *entry;
  GtkWidget *window = show_entry (&entry);

  // The first press finds no selection, the second is outside the selected part.
  gtk_editable_select_region (GTK_EDITABLE (entry), -1, -1);
  for (int i = 0; i < 2; i++) {
    testing_point (ON_TEXT " mousedown 1");
    testing_wait (PAUSE);
    g_assert_false (gtk_editable_get_selection_bounds (GTK_EDITABLE (entry), NULL, NULL));
    testing_point (FURTHER);
    testing_wait (PAUSE);
    g_assert_true (gtk_editable_get_selection_bounds (GTK_EDITABLE (entry), NULL, NULL));
    testing_point ("mouseup 1");
    testing_wait (PAUSE);
    gtk_editable_select_region (GTK_EDITABLE (entry), 0, 1);
  }
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  lw_text_guard_install ();
  g_test_add_func ("/text-guard/drag-of-nothing", test_drag_of_nothing);
  g_test_add_func ("/text-guard/selects", test_selects);
  return g_test_run ();
}
