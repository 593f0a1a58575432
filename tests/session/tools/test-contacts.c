// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Contact tool without a window: two chosen bodies can touch from then on.

#include <math.h>

#include "lw-contact.h"
#include "lw-text.h"
#include "testing-tools.h"

/// Two boxes, a disc, and two links with a joint; ids 1 to 5.
#define BODIES                                                                                     \
  "tool box drag 0 0 0.2 0.2 tool box drag 0 0.3 0.2 0.5 tool disc drag 0.5 0.2 0.6 0.2 "          \
  "tool link drag 0.8 0 1 0 click 1 0.3 key escape "

static bool
touch (TestingCanvas *canvas, int a, int b)
{
  return lw_contact_get_pair (testing_canvas_mechanism (canvas), a, b).touches;
}

static guint
n_steps (TestingCanvas *canvas)
{
  return lw_document_get_n_steps (canvas->document);
}

/// One undo step, after which only these two touch; the first is selected, and Select becomes
/// active again.
static void
test_two_bodies (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  guint n, n_selected;
  const LwElementRef *selected;

  testing_canvas_do (canvas, BODIES);
  n = n_steps (canvas);
  g_assert_false (touch (canvas, 1, 2));
  // Off the grid: there is no snapping.
  testing_canvas_do (canvas, "tool contact click 0.193 0.107 click 0.007 0.493");
  g_assert_null (canvas->refused);
  g_assert_true (touch (canvas, 1, 2));
  g_assert_cmpuint (lw_contact_count (testing_canvas_mechanism (canvas)), ==, 2);
  g_assert_cmpuint (n_steps (canvas), ==, n + 1);
  g_assert_cmpint (lw_tools_get_tool (canvas->tools), ==, LW_TOOL_SELECT);
  selected = lw_selection_get (canvas->selection, &n_selected);
  g_assert_cmpuint (n_selected, ==, 1);
  g_assert_cmpint (selected[0].kind, ==, LW_SELECTION_BODY);
  g_assert_cmpint (selected[0].id, ==, 1);
  lw_document_undo (canvas->document);
  g_assert_cmpuint (lw_contact_count (testing_canvas_mechanism (canvas)), ==, 0);
  lw_document_redo (canvas->document);
  g_assert_true (touch (canvas, 1, 2));
}

/// Outside all bodies the ground is chosen: a floor is created if there is none, and used again.
static void
test_ground (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  const LwBody *floor;
  int id;

  testing_canvas_do (canvas, BODIES "tool contact click 0.1 0.1 click 0.3 -0.4");
  g_assert_cmpuint (lw_mechanism_get_n_bodies (testing_canvas_mechanism (canvas)), ==, 6);
  floor = lw_mechanism_get_body (testing_canvas_mechanism (canvas), 5);
  id = floor->element.id;
  g_assert_true (lw_body_is_half_plane (floor));
  g_assert_cmpfloat (floor->def.position[1], <=, 0.0);
  g_assert_true (touch (canvas, 1, id));
  testing_canvas_do (canvas, "tool contact click 0.55 0.2 click 0.3 0.8");
  g_assert_cmpuint (lw_mechanism_get_n_bodies (testing_canvas_mechanism (canvas)), ==, 6);
  g_assert_true (touch (canvas, 3, id));
  // The floor itself can be chosen on its line, however far away.
  testing_canvas_do (canvas, "tool contact click 0.1 0.4");
  {
    g_autofree char *script = g_strdup_printf (
      "click 57 %g",
      lw_mechanism_find_body (testing_canvas_mechanism (canvas), id)->def.position[1] - 0.001);
    testing_canvas_do (canvas, script);
  }
  g_assert_null (canvas->refused);
  g_assert_true (touch (canvas, 2, id));
}

/// The preview shows the result of the second click, and Esc leaves nothing behind.
static void
test_preview (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  g_autofree char *first_hint = NULL;
  LwToolFeedback feedback;
  guint n;

  testing_canvas_do (canvas, BODIES "tool contact");
  n = n_steps (canvas);
  first_hint = g_strdup (lw_tools_get_hint (canvas->tools));
  testing_canvas_do (canvas, "click 0.1 0.1 move 0.1 0.4");
  g_assert_cmpstr (lw_tools_get_hint (canvas->tools), !=, first_hint);
  lw_tools_get_feedback (canvas->tools, &feedback);
  g_assert_nonnull (feedback.preview);
  g_assert_true (lw_contact_get_pair (feedback.preview, 1, 2).touches);
  g_assert_false (touch (canvas, 1, 2));
  testing_canvas_do (canvas, "key escape");
  g_assert_cmpuint (n_steps (canvas), ==, n);
  g_assert_false (lw_tools_is_busy (canvas->tools));
  g_assert_cmpuint (lw_contact_count (testing_canvas_mechanism (canvas)), ==, 0);
}

/// A drag from one to the other, and keys only, have the same result.
static void
test_other_ways (void)
{
  g_autoptr (TestingCanvas) dragged = testing_canvas_new (NULL);
  g_autoptr (TestingCanvas) keyed = testing_canvas_new (NULL);

  testing_canvas_do (dragged, BODIES "tool contact drag 0.1 0.1 0.55 0.2");
  g_assert_true (touch (dragged, 1, 3));
  testing_canvas_do (keyed, BODIES "tool contact type 0.1 key tab type 0.1 key enter key up key up "
                                   "key up key up key up key up key enter");
  g_assert_null (keyed->refused);
  g_assert_true (touch (keyed, 1, 2));
}

/// Bodies that are kept apart by a joint can be set to touch, if the engine permits it.
static void
test_refused (void)
{
  static const char *const gestures[] = {
    "tool contact click 0.3 0.8",
    "tool contact click 0.1 0.1 click 0.15 0.15",
    "tool contact click 0.9 0 click 1 0.2",
    "tool ground click 0.1 0.1 tool ground click 0.1 0.4 tool contact click 0.1 0.1 click 0.1 0.4",
    "tool contact click 0.1 0.1 click 0.1 0.4 tool contact click 0.1 0.1 click 0.1 0.4",
  };

  for (guint i = 0; i < G_N_ELEMENTS (gestures); i++) {
    g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);

    testing_canvas_do (canvas, BODIES);
    testing_canvas_do (canvas, gestures[i]);
    if (canvas->refused == NULL)
      g_error ("\"%s\" was not refused", gestures[i]);
    g_assert_true (g_str_has_suffix (canvas->refused, "."));
    g_assert_cmpuint (lw_contact_count (testing_canvas_mechanism (canvas)), ==,
                      i == G_N_ELEMENTS (gestures) - 1 ? 2 : 0);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/contacts/two-bodies", test_two_bodies);
  g_test_add_func ("/contacts/ground", test_ground);
  g_test_add_func ("/contacts/preview", test_preview);
  g_test_add_func ("/contacts/other-ways", test_other_ways);
  g_test_add_func ("/contacts/refused", test_refused);
  return g_test_run ();
}
