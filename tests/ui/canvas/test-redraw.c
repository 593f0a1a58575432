// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tests of redrawing the canvas after an edit of a large mechanism: only the tiles around the change
// are redrawn, and the result is equal to a complete redraw.

#include <string.h>

#include "lw-canvas-private.h"
#include "lw-window-private.h"
#include "testing-window.h"

#define LINKS 200
/// Largest number of tooltips that are set for one new link: its values in the inspector, the mobility
/// before and after its computation, and the undo button.
#define TOOLTIPS_MAX 10
#define PER_ROW 20

/// Opens a window with a fixed view and no selection, so that only the edit changes the drawing.
static LwWindow *
new_window (void)
{
  g_autofree char *text = testing_dup_links (LINKS, PER_ROW);
  LwWindow *window = testing_window_with_text (text);
  LwProjectView view = lw_project_view_default ();

  lw_canvas_get_project_view (window->canvas, &view);
  view.fitted = false;
  lw_canvas_set_project_view (window->canvas, &view);
  testing_run (1);
  // A frame with a changed view is drawn as one image; the next frame is drawn in tiles.
  lw_canvas_redraw (window->canvas);
  testing_run (0.1);
  g_assert_cmpuint (lw_tiles_get_n (window->canvas->tiles), >, 50);
  return window;
}

/// Number of calls. Each of them makes GTK query the display server for the pointer position.
static guint n_tooltips;
void __real_gtk_widget_set_tooltip_text (GtkWidget *widget, const char *text);
void __wrap_gtk_widget_set_tooltip_text (GtkWidget *widget, const char *text);

void
__wrap_gtk_widget_set_tooltip_text (GtkWidget *widget, const char *text)
{
  n_tooltips++;
  __real_gtk_widget_set_tooltip_text (widget, text);
}

typedef struct
{
  LwWindow *window;
  guint n_drawn;
} Counting;

/// Counts once the player of the edit is shown.
static void
painted_cb (Counting *counting)
{
  const LwWindow *window = counting->window;

  // Frames before it do not draw the canvas.
  if (lw_player_get_mechanism (window->player) == lw_document_get_mechanism (window->document))
    counting->n_drawn += lw_tiles_get_n_drawn (window->canvas->tiles);
}

/// Edits the mechanism. Returns the number of tiles that are drawn in the first frame with the edit.
static guint
count_tiles (LwWindow *window, LwMechanism *next)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (window));
  Counting counting = { window, 0 };
  const gulong id =
    g_signal_connect_swapped (clock, "after-paint", G_CALLBACK (painted_cb), &counting);

  lw_document_edit (window->document, "Edit", next);
  g_assert_cmpstr (lw_window_get_message (window), ==, NULL);
  wait_until (counting.n_drawn > 0);
  g_signal_handler_disconnect (clock, id);
  return counting.n_drawn;
}

static LwMechanism *
mechanism_of (LwWindow *window)
{
  return lw_document_get_mechanism (window->document);
}

/// Fails with the rectangle in which two pictures differ.
static void
assert_same_picture (const guchar *one, const guchar *other, int width, int height)
{
  int left = width, right = -1, top = height, bottom = -1;

  for (int i = 0; i < width * height; i++)
    if (memcmp (one + 4 * i, other + 4 * i, 4) != 0) {
      left = MIN (left, i % width);
      right = MAX (right, i % width);
      top = MIN (top, i / width);
      bottom = MAX (bottom, i / width);
    }
  if (right >= 0)
    g_error ("the pictures differ from (%d, %d) to (%d, %d) of %d x %d", left, top, right, bottom,
             width, height);
}

/// Checks that the tiles are equal to a complete redraw, including the sheet.
static void
assert_drawn_right (LwWindow *window)
{
  GtkWidget *canvas = GTK_WIDGET (window->canvas);
  g_autofree guchar *in_tiles = NULL;
  g_autofree guchar *complete = NULL;
  int width, height;

  // The canvas shows what the mobility says, which is computed after each edit.
  wait_until (lw_player_get_mechanism (window->player) == mechanism_of (window)
              && lw_player_get_mobility (window->player) != NULL);
  testing_run (0.1);
  in_tiles = testing_picture (canvas, &width, &height);
  window->canvas->sheet_drawn = false;
  lw_canvas_redraw (window->canvas);
  testing_run (0.1);
  complete = testing_picture (canvas, &width, &height);
  assert_same_picture (in_tiles, complete, width, height);
  // That frame is one image; the next frame is drawn in tiles again.
  lw_canvas_redraw (window->canvas);
  testing_run (0.1);
}

static void
test_edit (void)
{
  LwWindow *window = new_window ();
  const guint few = lw_tiles_get_n (window->canvas->tiles) / 4;

  for (int i = 0; i < 3; i++) {
    LwBody *body =
      lw_body_copy (lw_mechanism_get_body (mechanism_of (window), 50 + 20 * (guint) i));
    g_autoptr (LwMechanism) next = NULL;

    body->def.position[1] += 0.013;
    next = lw_mechanism_replace_body (mechanism_of (window), body);
    g_assert_cmpuint (count_tiles (window, next), <=, few);
    assert_drawn_right (window);
  }
  testing_close (window);
}

static void
test_new_link (void)
{
  LwWindow *window = new_window ();
  const guint few = lw_tiles_get_n (window->canvas->tiles) / 4;

  for (int i = 0; i < 3; i++) {
    const LwBody *last = lw_mechanism_get_body (mechanism_of (window), LINKS - 1 + (guint) i);
    g_autofree char *name = g_strdup_printf ("One more %d", i);
    LwBody *body = lw_body_copy (last);
    g_autoptr (LwMechanism) next = NULL;

    body->element.id = body->def.id = lw_mechanism_next_body_id (mechanism_of (window));
    lw_body_set_name (body, name);
    body->def.position[1] += 0.02;
    next = lw_mechanism_replace_body (mechanism_of (window), body);
    n_tooltips = 0;
    g_assert_cmpuint (count_tiles (window, next), <=, few);
    lw_selection_set (window->selection, LW_SELECTION_BODY, body->element.id);
    testing_run (0.1);
    // The first link creates the rows of the inspector.
    if (i > 0)
      g_assert_cmpuint (n_tooltips, <=, TOOLTIPS_MAX);
    assert_drawn_right (window);
  }
  testing_close (window);
}

/// Selecting, hovering, deleting, undoing, zooming, and changes of the appearance redraw the tiles
/// correctly.
static void
test_looks (void)
{
  LwWindow *window = new_window ();

  lw_selection_set (window->selection, LW_SELECTION_BODY, 77);
  assert_drawn_right (window);
  lw_selection_set_hovered (window->selection, (LwElementRef){ LW_SELECTION_BODY, 120 });
  assert_drawn_right (window);
  lw_window_delete_selected (window, "Delete");
  assert_drawn_right (window);
  lw_document_undo (window->document);
  assert_drawn_right (window);
  lw_canvas_zoom (window->canvas, 1.5);
  assert_drawn_right (window);
  lw_selection_set (window->selection, LW_SELECTION_BODY, 3);
  assert_drawn_right (window);
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      ADW_COLOR_SCHEME_FORCE_DARK);
  assert_drawn_right (window);
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), ADW_COLOR_SCHEME_DEFAULT);
  assert_drawn_right (window);
  lw_canvas_set_overlays (window->canvas, LW_OVERLAYS_DEFAULT ^ LW_OVERLAY_MASSES);
  assert_drawn_right (window);
  lw_canvas_set_compact (window->canvas, true);
  assert_drawn_right (window);
  lw_canvas_set_bare (window->canvas, true);
  assert_drawn_right (window);
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/redraw/edit", test_edit);
  g_test_add_func ("/redraw/new-link", test_new_link);
  g_test_add_func ("/redraw/looks", test_looks);
}

int
main (int argc, char *argv[])
{
  return testing_main (&argc, &argv, add_tests);
}
