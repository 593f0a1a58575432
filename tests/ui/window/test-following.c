// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tests of edits of mechanisms whose player is made in a worker thread: the first frame shows the edit,
// the selection is kept until the new player is shown, and nothing plays a previous mechanism.

#include <string.h>

#include "lw-canvas-private.h"
#include "lw-window-private.h"
#include "testing-window.h"

#define LINKS 60
#define PER_ROW 10

static LwWindow *
new_window (void)
{
  g_autofree char *text = testing_dup_links (LINKS, PER_ROW);
  LwWindow *window = testing_window_with_text (text);

  testing_run (0.1);
  return window;
}

static LwMechanism *
mechanism_of (LwWindow *window)
{
  return lw_document_get_mechanism (window->document);
}

/// Returns true if the shown player is that of the document's mechanism.
static bool
is_current (LwWindow *window)
{
  return lw_player_get_mechanism (window->player) == mechanism_of (window);
}

static void
project (LwWindow *window, double x, double y, double px[2])
{
  const double world[3] = { x, y, 0 };

  lw_view_project (lw_canvas_get_view (window->canvas), world, &px[0], &px[1]);
}

/// Draws a link beside the others by a click at each end, as far as the events; shows it before the last
/// one.
static void
draw_link (LwWindow *window)
{
  LwCanvas *canvas = window->canvas;
  double from[2], to[2];

  project (window, 0.41, 0.02, from);
  project (window, 0.42, 0.2, to);
  lw_tools_choose (window->tools, LW_TOOL_LINK);
  lw_canvas_tools_press (canvas, from[0], from[1], 0);
  lw_canvas_tools_release (canvas, from[0], from[1], 0);
  lw_canvas_tools_move (canvas, to[0], to[1], 0, false);
  testing_run (0.1);
  lw_canvas_tools_press (canvas, to[0], to[1], 0);
  lw_canvas_tools_release (canvas, to[0], to[1], 0);
}

typedef struct
{
  LwWindow *window;
  guchar *picture; // owned; that of the first frame
} First;

static void
first_painted_cb (GdkFrameClock *clock, First *first)
{
  int width, height;

  if (first->picture == NULL)
    first->picture = testing_picture (GTK_WIDGET (first->window->canvas), &width, &height);
}

static void
test_first_frame (void)
{
  LwWindow *window = new_window ();
  g_autofree guchar *last = NULL, *before = NULL;
  First first = { window, NULL };
  gulong handler;
  int width, height, x, y;
  double middle[2];
  int id;

  before = testing_picture (GTK_WIDGET (window->canvas), &width, &height);
  draw_link (window);
  handler = g_signal_connect (gtk_widget_get_frame_clock (GTK_WIDGET (window)), "after-paint",
                              G_CALLBACK (first_painted_cb), &first);
  id = lw_selection_get_last (window->selection).id;
  g_assert_cmpuint (lw_mechanism_get_n_bodies (mechanism_of (window)), ==, LINKS + 1);
  g_assert_nonnull (lw_mechanism_find_body (mechanism_of (window), id));
  // Nothing has run yet: the player is the previous one, and the canvas holds the preview.
  g_assert_false (is_current (window));
  g_assert_true (window->canvas->preview_held);
  wait_until (first.picture != NULL);
  g_signal_handler_disconnect (gtk_widget_get_frame_clock (GTK_WIDGET (window)), handler);
  project (window, 0.415, 0.11, middle);
  x = (int) middle[0];
  y = (int) middle[1];
  g_assert_cmpint (memcmp (first.picture + 4 * (y * width + x), before + 4 * (y * width + x), 4),
                   !=, 0);

  wait_until (is_current (window));
  testing_run (0.1);
  g_assert_false (window->canvas->preview_held);
  g_assert_true (lw_selection_contains (window->selection, LW_SELECTION_BODY, id));
  g_assert_cmpstr (testing_text (window, "Name"), ==, "Link 61");
  last = testing_picture (GTK_WIDGET (window->canvas), &width, &height);
  g_assert_cmpint (memcmp (last + 4 * (y * width + x), before + 4 * (y * width + x), 4), !=, 0);
  g_free (first.picture);
  testing_close (window);
}

/// The window returns the player of the edited mechanism only.
static void
test_complete (void)
{
  LwWindow *window = new_window ();

  draw_link (window);
  g_assert_false (is_current (window));
  g_assert_true (lw_player_get_mechanism (lw_window_get_player (window)) == mechanism_of (window));
  g_assert_true (is_current (window));
  g_assert_false (window->canvas->preview_held);
  draw_link (window);
  g_assert_false (is_current (window));
  testing_activate (window, "win.step");
  g_assert_true (is_current (window));
  testing_run (0.1);
  g_assert_true (is_current (window));
  testing_close (window);
}

/// Edits that follow each other faster than players are made.
static void
test_fast_edits (void)
{
  LwWindow *window = new_window ();
  LwElementRef made;

  draw_link (window);
  made = lw_selection_get_last (window->selection);
  for (int i = 1; i <= 10; i++) {
    LwBody *body = lw_body_copy (lw_mechanism_find_body (mechanism_of (window), made.id));
    g_autoptr (LwMechanism) next = NULL;

    body->def.position[1] -= 0.001;
    next = lw_mechanism_replace_body (mechanism_of (window), body);
    lw_document_edit (window->document, "Move", next);
    g_assert_true (lw_selection_contains (window->selection, made.kind, made.id));
  }
  wait_until (is_current (window));
  g_assert_true (lw_selection_contains (window->selection, made.kind, made.id));
  g_assert_cmpstr (testing_text (window, "Name"), ==, "Link 61");
  // Back to the mechanism of the player while another one is being made.
  draw_link (window);
  lw_document_undo (window->document);
  g_assert_true (is_current (window));
  g_assert_false (window->canvas->preview_held);
  testing_run (0.1);
  g_assert_true (is_current (window));
  g_assert_cmpint (lw_selection_get_last (window->selection).id, !=, made.id + 1);
  testing_close (window);
}

/// A mechanism that cannot be played: the message appears, and the selection can be shown.
static void
test_refused (void)
{
  LwWindow *window = new_window ();
  LwBody *body = lw_body_copy (lw_mechanism_get_body (mechanism_of (window), 3));
  const int id = body->element.id;
  g_autoptr (LwMechanism) next = NULL;

  body->def.mass = -1;
  next = lw_mechanism_replace_body (mechanism_of (window), body);
  lw_document_edit (window->document, "Mass", next);
  wait_until (lw_window_get_message (window) != NULL);
  g_assert_false (is_current (window));
  lw_selection_set (window->selection, LW_SELECTION_BODY, id);
  g_assert_cmpstr (testing_text (window, "Name"), ==, "Link 4");
  lw_document_undo (window->document);
  wait_until (is_current (window));
  testing_close (window);
}

/// A window may be closed while a player is made for it, or waits for a frame.
static void
test_close (void)
{
  for (int i = 0; i < 2; i++) {
    LwWindow *window = new_window ();

    draw_link (window);
    if (i == 1)
      wait_until (lw_window_has_compiled (window) || is_current (window));
    testing_close (window);
  }
}

static void
add_tests (void)
{
  g_test_add_func ("/following/first-frame", test_first_frame);
  g_test_add_func ("/following/complete", test_complete);
  g_test_add_func ("/following/fast-edits", test_fast_edits);
  g_test_add_func ("/following/refused", test_refused);
  g_test_add_func ("/following/close", test_close);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
