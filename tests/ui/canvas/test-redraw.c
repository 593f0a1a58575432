// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is drawn anew after an edit of a large drawing: the tiles of the canvas about what has
// changed. It looks as if all was drawn from nothing.

#include <string.h>

#include "lw-canvas-private.h"
#include "lw-window-private.h"
#include "testing-window.h"

#define LINKS 200
/// Of one link that is drawn: its values in the inspector, the mobility before and after it is found,
/// and what can be undone.
#define TOOLTIPS_MAX 10
#define PER_ROW 20

/// Rows of links.
static char *
new_text (void)
{
  GString *text = g_string_new ("{\"linkwright\": 1, \"bodies\": [");

  for (int i = 0; i < LINKS; i++)
    g_string_append_printf (text,
                            "%s{\"name\": \"Link %d\", \"density\": 7850, "
                            "\"position\": [%.2f, %.2f], "
                            "\"shape\": {\"points\": [[0, 0], [0.03, 0.01]]}}",
                            i > 0 ? ", " : "", i + 1, 0.04 * (i % PER_ROW), 0.04 * (i / PER_ROW));
  g_string_append (text, "]}");
  return g_string_free (text, FALSE);
}

/// It keeps its view, and nothing is selected, so that only the edit is seen.
static LwWindow *
new_window (void)
{
  g_autofree char *text = new_text ();
  LwWindow *window = testing_window_with_text (text);
  LwProjectView view = lw_project_view_default ();

  lw_canvas_get_project_view (window->canvas, &view);
  view.fitted = false;
  lw_canvas_set_project_view (window->canvas, &view);
  testing_run (1);
  // A frame with another view is drawn as one image, the next one in tiles.
  lw_canvas_redraw (window->canvas);
  testing_run (0.1);
  g_assert_cmpuint (lw_tiles_get_n (window->canvas->tiles), >, 50);
  return window;
}

/// The display server is asked for the pointer each time that a tooltip is set.
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

static void
painted_cb (Counting *counting)
{
  counting->n_drawn += lw_tiles_get_n_drawn (counting->window->canvas->tiles);
}

/// The tiles that are drawn in the first frame with the edit.
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

static void
assert_drawn_right (LwWindow *window)
{
  GtkWidget *canvas = GTK_WIDGET (window->canvas);
  g_autofree guchar *in_tiles = NULL;
  g_autofree guchar *from_nothing = NULL;
  int width, height;

  testing_run (0.1);
  in_tiles = testing_picture (canvas, &width, &height);
  lw_tiles_clear (window->canvas->tiles);
  lw_canvas_redraw (window->canvas);
  testing_run (0.1);
  from_nothing = testing_picture (canvas, &width, &height);
  g_assert_cmpmem (in_tiles, (gsize) (4 * width * height), from_nothing,
                   (gsize) (4 * width * height));
}

static LwMechanism *
mechanism_of (LwWindow *window)
{
  return lw_document_get_mechanism (window->document);
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
    LwBody *body = lw_body_copy (last);
    g_autoptr (LwMechanism) next = NULL;

    body->element.id = body->def.id = lw_mechanism_next_body_id (mechanism_of (window));
    g_free (body->element.name);
    body->element.name = g_strdup_printf ("One more %d", i);
    body->def.position[1] += 0.02;
    next = lw_mechanism_replace_body (mechanism_of (window), body);
    n_tooltips = 0;
    g_assert_cmpuint (count_tiles (window, next), <=, few);
    lw_selection_set (window->selection, LW_SELECTION_BODY, body->element.id);
    testing_run (0.1);
    // The rows of the inspector are made for the first one.
    if (i > 0)
      g_assert_cmpuint (n_tooltips, <=, TOOLTIPS_MAX);
    assert_drawn_right (window);
  }
  testing_close (window);
}

/// What is pointed at and selected, and a drawing that is undone.
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
