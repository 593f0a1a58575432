// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Toasts: they are about the displayed document, and are placed beside the sheet.

#include "lw-window-private.h"
#include "testing-window.h"

/// Minimum width of the drawn fill, px.
#define LEAST_FILL_PX 4

static GtkRange *
scrub_bar (LwWindow *window)
{
  return GTK_RANGE (testing_find (GTK_WIDGET (window->transport), GTK_TYPE_SCALE));
}

/// Returns the widget with this CSS name at or below `widget`.
static GtkWidget *
find_by_css_name (GtkWidget *widget, const char *name)
{
  if (g_strcmp0 (gtk_widget_get_css_name (widget), name) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    GtkWidget *found = find_by_css_name (child, name);

    if (found != NULL)
      return found;
  }
  return NULL;
}

/// Returns the part of the bar that shows the recorded time.
static GtkWidget *
fill_of (LwWindow *window)
{
  return find_by_css_name (GTK_WIDGET (scrub_bar (window)), "fill");
}

/// Plays for a while, and stops.
static void
run_on (LwWindow *window)
{
  testing_activate (window, "win.play");
  wait_until (lw_player_get_time (window->player) > 0.2);
  testing_activate (window, "win.play");
  testing_wait_for_pause (window);
  // It is visible.
  g_assert_cmpint (gtk_widget_get_width (fill_of (window)), >, LEAST_FILL_PX);
}

static void
assert_nothing_recorded (LwWindow *window)
{
  g_assert_cmpfloat (lw_player_get_time (window->player), ==, 0);
  g_assert_cmpfloat (gtk_range_get_value (scrub_bar (window)), ==, 0);
  g_assert_cmpfloat (gtk_range_get_fill_level (scrub_bar (window)), ==, 0);
  wait_until (gtk_widget_get_width (fill_of (window)) <= LEAST_FILL_PX);
}

/// An edit returns to the start, which a toast reports if another time was shown; the bar shows no
/// recorded time any more.
static void
test_edit (void)
{
  for (int rewound = 0; rewound < 2; rewound++) {
    LwWindow *window = testing_window_with ("four-bar");

    run_on (window);
    g_assert_cmpfloat (gtk_range_get_fill_level (scrub_bar (window)), >, 0.2);
    if (rewound)
      testing_activate (window, "win.rewind");
    testing_run (0.3);
    lw_selection_set (window->selection, LW_SELECTION_BODY, 2);
    testing_type (window, "Position", "0.1, 0.1 m");
    g_assert_true ((lw_toasts_get (window->toasts, "win.undo") == NULL) == rewound);
    assert_nothing_recorded (window);
    testing_close (window);
  }
}

static void
test_reset (void)
{
  LwWindow *window = testing_window_with ("four-bar");

  run_on (window);
  testing_activate (window, "win.rewind");
  testing_run (0.3);
  testing_activate (window, "win.reset");
  wait_until (gtk_range_get_fill_level (scrub_bar (window)) == 0);
  testing_run (0.3);
  assert_nothing_recorded (window);
  testing_close (window);
}

/// A new document shows nothing of the previous run.
static void
test_new_document (void)
{
  static void (*const next[]) (LwWindow *) = { lw_window_new_mechanism, lw_window_show_start_page };

  for (guint i = 0; i < G_N_ELEMENTS (next); i++) {
    LwWindow *window = testing_window_with ("four-bar");
    g_autoptr (LwMechanism) edited = NULL;
    LwBody *body;

    run_on (window);
    lw_toasts_offer (window->toasts, "Deleted", "_Undo", "win.undo");
    next[i](window);
    if (window->document == NULL)
      lw_window_new_mechanism (window);
    g_assert_null (lw_toasts_get (window->toasts, "win.undo"));
    assert_nothing_recorded (window);
    testing_run (0);
    edited = lw_mechanism_copy (lw_document_get_mechanism (window->document));
    body = lw_body_new (1, NULL);
    lw_mechanism_add_body (edited, body);
    lw_document_edit (window->document, "Draw", edited);
    testing_run (0);
    g_assert_null (lw_toasts_get (window->toasts, "win.undo"));
    assert_nothing_recorded (window);
    testing_close (window);
  }
}

// ---- placement ------------------------------------------------------------------------------

/// Returns true if a toast takes the pointer at this position.
static bool
is_toast_at (LwWindow *window, double x, double y)
{
  GtkWidget *picked = gtk_widget_pick (GTK_WIDGET (window->toasts_overlay), x, y, GTK_PICK_DEFAULT);

  return picked == GTK_WIDGET (window->toasts)
         || (picked != NULL && gtk_widget_is_ancestor (picked, GTK_WIDGET (window->toasts)));
}

/// Returns the number of points of a widget at which toasts take the pointer.
static int
count_taken (LwWindow *window, GtkWidget *widget)
{
  graphene_rect_t place;
  int n = 0;

  g_assert_true (gtk_widget_compute_bounds (widget, GTK_WIDGET (window->toasts_overlay), &place));
  for (float y = 1; y < place.size.height; y += 4)
    for (float x = 1; x < place.size.width; x += 4)
      n += is_toast_at (window, place.origin.x + x, place.origin.y + y);
  return n;
}

/// Toasts are never over the sheet, whatever the size of the window.
static void
test_beside_sheet (void)
{
  static const struct
  {
    int width, height;
    bool plots;
  } sizes[] = {
    { 1280, 800, true }, { 1280, 800, false }, { 1024, 600, false }, { 360, 720, false }
  };
  static const char *sentences[] = {
    "Short.",
    "A message that is so long that it does not find room in one line of a window that is narrow.",
  };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    LwWindow *window = testing_window_with ("four-bar");

    gtk_window_set_default_size (GTK_WINDOW (window), sizes[i].width, sizes[i].height);
    wait_until (ABS (gtk_widget_get_width (GTK_WIDGET (window)) - sizes[i].width) < 60);
    g_object_set (window, "show-plots", sizes[i].plots, NULL);
    for (guint k = 0; k < G_N_ELEMENTS (sentences); k++) {
      testing_run (0.1);
      lw_toasts_say (window->toasts, sentences[k]);
      lw_toasts_offer (window->toasts, sentences[k], "_Undo", "win.undo");
      g_assert_null (lw_toasts_get (window->toasts, NULL));
      wait_until (count_taken (window, GTK_WIDGET (window->toasts)) > 40);
      g_assert_cmpint (count_taken (window, GTK_WIDGET (window->canvas)), ==, 0);
      lw_toasts_dismiss (window->toasts);
      // Not even while they fade.
      g_assert_cmpint (count_taken (window, GTK_WIDGET (window->toasts)), ==, 0);
      wait_until (gtk_widget_get_height (GTK_WIDGET (window->toasts)) == 0);
    }
    testing_close (window);
  }
}

/// The toast that offers to undo an edit is closed by the next edit.
static void
test_last_edit (void)
{
  LwWindow *window = testing_window_with ("four-bar");

  testing_activate (window, "win.select-all");
  testing_activate (window, "win.delete");
  g_assert_nonnull (lw_toasts_get (window->toasts, "win.undo"));
  testing_activate (window, "win.undo");
  g_assert_null (lw_toasts_get (window->toasts, "win.undo"));
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/toasts/beside-sheet", test_beside_sheet);
  g_test_add_func ("/toasts/last-edit", test_last_edit);
  g_test_add_func ("/toasts/edit", test_edit);
  g_test_add_func ("/toasts/reset", test_reset);
  g_test_add_func ("/toasts/new-document", test_new_document);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
