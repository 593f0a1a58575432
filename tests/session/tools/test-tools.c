// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The gestures of the tools, without a window: drawing, typing and pressing, and the resulting
// mechanism.

#include <math.h>
#include <string.h>

#include "lw-shape-mass.h"
#include "lw-text.h"
#include "lw-evaluation.h"
#include "lw-marks.h"
#include "testing-seed.h"
#include "testing-tools.h"

/// Two links with a joint between them, the first pinned to the ground.
#define TWO_LINKS "tool link drag 0 0 0.2 0 click 0.2 0.3 key escape tool pin click 0 0 "

/// Result of a gesture of a tool: the elements added to those of `before`, as text without the
/// numbers of the mass, which have a separate test.
typedef struct
{
  const char *name;
  const char *before;
  const char *gesture;
  const char *expected;
} Case;

static const Case cases[] = {
#include "tool-cases.h"
};

// ---- comparing ------------------------------------------------------------------------------

/// Returns the text of a mechanism, without spaces, mass and centre.
static char *
describe (LwMechanism *mechanism)
{
  g_autofree char *text = lw_text_write (mechanism);
  g_autoptr (GRegex) masses = g_regex_new (
    "\"(mass|inertia|density)\": [^,\\n]*,?|\"centre_of_mass\": \\[[^]]*\\],?", 0, 0, NULL);
  g_autoptr (GRegex) blanks = g_regex_new ("\\s+", 0, 0, NULL);
  g_autofree char *short_text = g_regex_replace_literal (masses, text, -1, 0, "", 0, NULL);

  return g_regex_replace_literal (blanks, short_text, -1, 0, "", 0, NULL);
}

/// Checks that texts are equal except for the last digits of numbers.
static void
assert_text (const char *name, const char *text, const char *expected)
{
  g_autoptr (GRegex) blanks = g_regex_new ("\\s+", 0, 0, NULL);
  g_autofree char *plain = g_regex_replace_literal (blanks, expected, -1, 0, "", 0, NULL);
  const char *a = text;
  const char *b = plain;

  while (*a != '\0' && *b != '\0') {
    char *a_end;
    char *b_end;
    const double x = g_ascii_strtod (a, &a_end);
    const double y = g_ascii_strtod (b, &b_end);

    if (a_end > a && b_end > b && fabs (x - y) <= 1e-12 * (1 + fabs (y))) {
      a = a_end;
      b = b_end;
    } else if (*a == *b) {
      a++;
      b++;
    } else {
      break;
    }
  }
  if (*a != '\0' || *b != '\0')
    g_error ("%s: made\n%s\ninstead of\n%s\nfrom \"%.40s\" on", name, text, expected, a);
}

static char *
write_document (TestingCanvas *canvas)
{
  return lw_text_write (testing_canvas_mechanism (canvas));
}

// ---- each tool ------------------------------------------------------------------------------

static void
test_each (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
    g_autofree char *text = NULL;

    testing_canvas_do (canvas, cases[i].before);
    testing_canvas_do (canvas, cases[i].gesture);
    text = describe (testing_canvas_mechanism (canvas));
    assert_text (cases[i].name, text, cases[i].expected);
    if (canvas->refused != NULL)
      g_error ("%s was refused: %s", cases[i].name, canvas->refused);
  }
}

/// A gesture is one step, and undo and redo reproduce the same bytes.
static void
test_undo (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
    g_autofree char *before = NULL;
    g_autofree char *after = NULL;
    g_autofree char *undone = NULL;
    g_autofree char *redone = NULL;
    guint n_steps;

    testing_canvas_do (canvas, cases[i].before);
    before = write_document (canvas);
    n_steps = lw_document_get_n_steps (canvas->document);
    testing_canvas_do (canvas, cases[i].gesture);
    after = write_document (canvas);
    g_assert_cmpuint (lw_document_get_n_steps (canvas->document), ==, n_steps + 1);
    lw_document_undo (canvas->document);
    undone = write_document (canvas);
    g_assert_cmpstr (undone, ==, before);
    lw_document_redo (canvas->document);
    redone = write_document (canvas);
    g_assert_cmpstr (redone, ==, after);
  }
}

/// Esc in the middle of a gesture leaves nothing behind.
static void
test_escape (void)
{
  for (int tool = 0; tool < LW_N_TOOLS; tool++) {
    g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
    g_autofree char *before = NULL;
    g_autofree char *after = NULL;
    guint n_steps;

    testing_canvas_do (canvas, TWO_LINKS);
    before = write_document (canvas);
    n_steps = lw_document_get_n_steps (canvas->document);
    lw_tools_choose (canvas->tools, (LwToolKind) tool);
    testing_canvas_do (canvas,
                       "press 0.2 0.15 move 0.3 0.2 move 0.5 0.1 key escape release 0.5 0.1");
    after = write_document (canvas);
    g_assert_cmpstr (after, ==, before);
    g_assert_cmpuint (lw_document_get_n_steps (canvas->document), ==, n_steps);
    g_assert_false (lw_tools_is_busy (canvas->tools));
    g_assert_cmpint (lw_tools_get_tool (canvas->tools), ==, LW_TOOL_SELECT);
  }
}

/// After one use Select becomes active; a tool chosen twice stays active until Esc.
static void
test_one_shot (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);

  testing_canvas_do (canvas, TWO_LINKS "tool disc drag 0.5 0 0.6 0");
  g_assert_cmpint (lw_tools_get_tool (canvas->tools), ==, LW_TOOL_SELECT);
  testing_canvas_do (canvas, "tool disc tool disc");
  g_assert_true (lw_tools_get_kept (canvas->tools));
  testing_canvas_do (canvas, "drag 0.5 0.5 0.6 0.5 drag 0.8 0.5 0.9 0.5");
  g_assert_cmpint (lw_tools_get_tool (canvas->tools), ==, LW_TOOL_DISC);
  testing_canvas_do (canvas, "key escape");
  g_assert_cmpint (lw_tools_get_tool (canvas->tools), ==, LW_TOOL_SELECT);
  g_assert_cmpuint (lw_mechanism_get_n_bodies (testing_canvas_mechanism (canvas)), ==, 5);
}

/// At the point where a chain continues the next link has no length, and no direction from
/// round-off.
static void
test_chain_end (void)
{
  static const char *const ends[] = { "0.15 0.4", "0.35 0.2", "0.7 0.45", "-0.3 0.25" };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++) {
    g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
    g_autofree char *script =
      g_strdup_printf ("tool link drag 0.1 0.1 %s move 0.7 0.3 move %s", ends[i], ends[i]);
    LwToolFeedback feedback;

    testing_canvas_do (canvas, script);
    lw_tools_get_feedback (canvas->tools, &feedback);
    g_assert_cmpstr (feedback.readout, ==, "Length 0.000 m   Angle 0 °");
    g_assert_null (feedback.preview);
  }
}

/// An impossible gesture is refused with a message, and nothing changes.
static void
test_refused (void)
{
  static const char *const gestures[] = {
    "tool pin click 0.7 0.7",
    "tool weld click 0.2 0",
    "tool pin click 0 0",
    "tool ground click 0.7 0.7",
    "tool weld click 0.7 0.7",
    "tool motor click 0.1 0",
    "tool gear click 0.1 0",
    "tool gear click 0.2 0 click 0.7 0.7",
    "shift tool gear click 0.2 0 click 0.7 0.7",
    "control tool gear click 0.1 0",
    "tool rod drag 0.6 0.6 0.7 0.7",
    "tool spring drag 0.05 0 0.15 0",
    "tool bushing drag 0.05 0 0.15 0",
    "tool bushing drag 0.6 0.6 0.7 0.7",
    "tool force drag 0.7 0.7 0.8 0.8",
    "tool tracer click 0.7 0.7",
    "tool polygon click 0.5 0.5 click 0.6 0.5 click 0.7 0.5 key enter",
    "tool link click 0.5 0.5 type 0.2.2 key enter",
    "tool link click 0.5 0.5 type 3kg key enter",
  };

  for (guint i = 0; i < G_N_ELEMENTS (gestures); i++) {
    g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
    g_autofree char *before = NULL;
    g_autofree char *after = NULL;

    testing_canvas_do (canvas, TWO_LINKS);
    before = write_document (canvas);
    testing_canvas_do (canvas, gestures[i]);
    after = write_document (canvas);
    if (canvas->refused == NULL)
      g_error ("\"%s\" was not refused", gestures[i]);
    g_assert_true (g_str_has_suffix (canvas->refused, "."));
    g_assert_cmpstr (after, ==, before);
  }
}

/// A gesture from a point where two bodies overlap to the body on top uses the other body at the
/// first end, or at the last end if both overlap there. An element to a body that is joined there
/// already would have no effect, and is refused.
static void
test_from_overlap (void)
{
#define TWO_BOXES "tool box drag 0 0 0.4 0.1 tool box drag 0.3 0 0.5 0.4 "
  static const char *const gestures[] = {
    "tool bushing drag 0.36 0.05 0.42 0.25",
    "tool bushing drag 0.42 0.25 0.36 0.05",
    "tool spring drag 0.36 0.05 0.42 0.25",
    "tool rod drag 0.36 0.05 0.42 0.25",
  };
  g_autoptr (TestingCanvas) joined = testing_canvas_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (gestures); i++) {
    g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
    LwMechanism *mechanism;
    int bodies[2];

    testing_canvas_do (canvas, TWO_BOXES);
    testing_canvas_do (canvas, gestures[i]);
    g_assert_cmpstr (canvas->refused, ==, NULL);
    mechanism = testing_canvas_mechanism (canvas);
    if (lw_mechanism_get_n_forces (mechanism) > 0) {
      bodies[0] = lw_mechanism_get_force (mechanism, 0)->def.body_a;
      bodies[1] = lw_mechanism_get_force (mechanism, 0)->def.body_b;
    } else {
      bodies[0] = lw_mechanism_get_coupling (mechanism, 0)->def.body_a;
      bodies[1] = lw_mechanism_get_coupling (mechanism, 0)->def.body_b;
    }
    g_assert_cmpint (bodies[i == 1], ==, 1);
    g_assert_cmpint (bodies[i != 1], ==, 2);
  }
  testing_canvas_do (joined, TWO_BOXES "tool pin click 0.35 0.05 tool rod drag 0.35 0.05 0.1 0.05");
  g_assert_nonnull (joined->refused);
  g_assert_cmpuint (lw_mechanism_get_n_couplings (testing_canvas_mechanism (joined)), ==, 1);
#undef TWO_BOXES
}

/// If all bodies at a point are joined with each other, a joint connects one of them to the ground:
/// of a piston on its rod the piston, even if the rod lies on top. Another joint there is refused.
static void
test_to_ground (void)
{
  static const char *const pistons[] = {
    "tool link drag -0.3 0 0 0 key escape tool box drag -0.1 -0.1 0.1 0.1 tool pin click 0 0",
    "tool box drag -0.1 -0.1 0.1 0.1 tool link drag -0.3 0 0 0 key escape",
  };

  for (guint i = 0; i < G_N_ELEMENTS (pistons); i++) {
    g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
    const LwMechanism *mechanism;
    const LwCoupling *slider;

    testing_canvas_do (canvas, pistons[i]);
    // The grid is nearer to the end, but the direction of a slider takes precedence.
    testing_canvas_do (canvas, "tool slider drag 0 0 0.4 0.017");
    mechanism = lw_document_get_mechanism (canvas->document);
    g_assert_null (canvas->refused);
    g_assert_cmpuint (lw_mechanism_get_n_couplings (mechanism), ==, 2);
    slider = lw_mechanism_get_coupling (mechanism, 1);
    g_assert_cmpint (slider->def.body_a, ==, MBD_GROUND);
    g_assert_cmpint (lw_mechanism_find_body (mechanism, slider->def.body_b)->shape.kind, ==,
                     LW_SHAPE_BOX);
    g_assert_cmpfloat (slider->def.frame_a.quaternion[3], ==, 0);
    testing_canvas_do (canvas, "tool pin click 0 0");
    g_assert_nonnull (strstr (canvas->refused, "also to the ground"));
  }
}

// ---- snapping -------------------------------------------------------------------------------

static void
assert_snap (TestingCanvas *canvas, double x, double y, LwSnapKind kind, double at_x, double at_y)
{
  LwToolFeedback feedback;

  lw_tools_move (canvas->tools, x, y, canvas->modifiers);
  lw_tools_get_feedback (canvas->tools, &feedback);
  g_assert_nonnull (feedback.snap);
  g_assert_cmpint (feedback.snap->kind, ==, kind);
  g_assert_cmpfloat_with_epsilon (feedback.snap->x, at_x, 1e-12);
  g_assert_cmpfloat_with_epsilon (feedback.snap->y, at_y, 1e-12);
}

static void
test_snap (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  LwToolFeedback feedback;

  // Two crossing bars, off the grid, and a disc.
  testing_canvas_do (canvas,
                     "tool link click 0 0 type 0.31 key tab type 0 key enter key escape "
                     "tool link click 0.05 -0.1 type 0.31 key tab type 90 key enter key escape "
                     "tool disc drag 0.7 0.3 0.8 0.3 tool link");
  assert_snap (canvas, 0.313, 0.004, LW_SNAP_END, 0.31, 0);
  assert_snap (canvas, 0.152, 0.003, LW_SNAP_MIDPOINT, 0.155, 0);
  assert_snap (canvas, 0.702, 0.303, LW_SNAP_CENTRE, 0.7, 0.3);
  assert_snap (canvas, 0.053, 0.12, LW_SNAP_AXIS, 0.05, 0.12);
  assert_snap (canvas, 0.056, 0.008, LW_SNAP_INTERSECTION, 0.05, 0);
  assert_snap (canvas, 0.47, 0.17, LW_SNAP_GRID, 0.45, 0.15);
  // Level with the end of the first bar.
  assert_snap (canvas, 0.312, 0.249, LW_SNAP_ALIGNED, 0.31, 0.25);
  lw_tools_get_feedback (canvas->tools, &feedback);
  g_assert_cmpint (feedback.snap->n_guides, >=, 1);

  // From a point onwards: multiples of 15 degrees, and lengths of existing elements.
  testing_canvas_do (canvas, "click 0.5 -0.5");
  assert_snap (canvas, 0.5 + 0.2 * cos (G_PI / 6) + 0.002, -0.4 + 0.001, LW_SNAP_DIRECTION,
               0.5 + 0.2 * cos (G_PI / 6), -0.4);
  assert_snap (canvas, 0.5 + 0.311 * cos (G_PI / 12), -0.5 + 0.311 * sin (G_PI / 12),
               LW_SNAP_LENGTH, 0.5 + 0.31 * cos (G_PI / 12), -0.5 + 0.31 * sin (G_PI / 12));
  // Ctrl disables all snapping.
  canvas->modifiers = LW_TOOL_CONTROL;
  assert_snap (canvas, 0.313, 0.004, LW_SNAP_NONE, 0.313, 0.004);
  canvas->modifiers = 0;

  // At the foot of the perpendicular from the previous point to a bar; beside that only the bar.
  testing_canvas_do (canvas, "key escape tool link click 0.45 0.15");
  assert_snap (canvas, 0.053, 0.155, LW_SNAP_PERPENDICULAR, 0.05, 0.15);
  assert_snap (canvas, 0.053, 0.1, LW_SNAP_AXIS, 0.05, 0.1);
}

static void
test_round (void)
{
  g_assert_cmpfloat (lw_snap_round (0.6001, 0.05), ==, 0.6);
  g_assert_cmpfloat (lw_snap_round (0.30000000000000004, 0.1), ==, 0.3);
  g_assert_cmpfloat (lw_snap_round (-0.01, 0.05), ==, 0);
  g_assert_false (signbit (lw_snap_round (-0.01, 0.05)));
  g_assert_cmpfloat (lw_snap_round (123, 50), ==, 100);
  g_assert_cmpfloat (lw_snap_round (1e300, 1e-300), ==, 1e300);
}

// ---- joining --------------------------------------------------------------------------------

static guint
count_marks (TestingCanvas *canvas)
{
  LwToolFeedback feedback;

  lw_tools_get_feedback (canvas->tools, &feedback);
  return feedback.unjoined->len;
}

static void
mark_first (TestingCanvas *canvas, unsigned flags)
{
  const LwElementRef ref = {
    LW_SELECTION_BODY, lw_mechanism_get_body (testing_canvas_mechanism (canvas), 0)->element.id
  };
  g_autoptr (LwMechanism) next =
    lw_marks_change (testing_canvas_mechanism (canvas), &ref, 1, flags, LW_MARK_ALL & ~flags);

  lw_document_edit (canvas->document, "Mark", next);
}

/// Points that look joined but are not have a mark; a click on it joins them.
static void
test_marks (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);

  testing_canvas_do (canvas, "tool link drag 0 0 0.2 0 key escape");
  g_assert_cmpuint (count_marks (canvas), ==, 0);
  testing_canvas_do (canvas, "control tool link drag 0.2 0 0.4 0.2 key escape plain");
  g_assert_cmpuint (count_marks (canvas), ==, 1);
  mark_first (canvas, LW_MARK_HIDDEN);
  g_assert_cmpuint (count_marks (canvas), ==, 0);
  mark_first (canvas, 0);
  g_assert_cmpuint (count_marks (canvas), ==, 1);
  g_assert_cmpuint (lw_mechanism_get_n_couplings (testing_canvas_mechanism (canvas)), ==, 0);
  testing_canvas_do (canvas, "click 0.2 0");
  g_assert_cmpuint (count_marks (canvas), ==, 0);
  g_assert_cmpuint (lw_mechanism_get_n_couplings (testing_canvas_mechanism (canvas)), ==, 1);
  g_assert_cmpstr (lw_document_undo_name (canvas->document), ==, "Join");
  testing_canvas_do (canvas, "undo tool pin click 0.2 0");
  g_assert_cmpuint (count_marks (canvas), ==, 0);
}

// ---- without a pointer ----------------------------------------------------------------------

/// Keys create the same link as the pointer.
static void
test_keyboard (void)
{
  static const char *const scripts[] = {
    "tool link drag 0 0 0.2 0.1 key escape",
    "tool link key enter key right key right key right key right key up key up key enter key "
    "escape",
    "tool link type 0 key tab type 0 key enter type 0.2236067977499790 key tab "
    "type 26.565051177077990 key enter key escape",
    "tool link type 0m key enter type 223.6067977499790mm key tab type 0.4636476090008061rad "
    "key enter key escape",
  };
  g_autofree char *expected = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++) {
    g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
    g_autofree char *text = NULL;

    testing_canvas_do (canvas, scripts[i]);
    text = describe (testing_canvas_mechanism (canvas));
    if (i == 0)
      expected = g_steal_pointer (&text);
    else
      assert_text (scripts[i], text, expected);
  }
}

/// The crosshair and Enter also reach elements that are clicked.
static void
test_keyboard_click (void)
{
  static const struct
  {
    const char *mouse;
    const char *keys;
  } ways[] = {
    { "tool bushing click 0.2 0.3", "tool bushing type 0.2 key tab type 0.3 key enter key enter" },
    { "tool spring click 0.2 0", "tool spring type 0.2 key tab type 0 key enter key enter" },
    { "tool spring drag 0.2 0.3 0.5 0.3",
      "tool spring type 0.2 key tab type 0.3 key enter type 0.3 key tab type 0 key enter" },
    { "tool bushing drag 0.2 0.3 0.5 0.3",
      "tool bushing type 0.2 key tab type 0.3 key enter type 0.3 key tab type 0 key enter" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++) {
    g_autoptr (TestingCanvas) mouse = testing_canvas_new (NULL);
    g_autoptr (TestingCanvas) keys = testing_canvas_new (NULL);
    g_autofree char *expected = NULL;
    g_autofree char *text = NULL;

    testing_canvas_do (mouse, TWO_LINKS);
    testing_canvas_do (keys, TWO_LINKS);
    testing_canvas_do (mouse, ways[i].mouse);
    testing_canvas_do (keys, ways[i].keys);
    expected = describe (testing_canvas_mechanism (mouse));
    text = describe (testing_canvas_mechanism (keys));
    assert_text (ways[i].keys, text, expected);
    g_assert_cmpuint (lw_mechanism_get_n_forces (testing_canvas_mechanism (keys))
                        + lw_mechanism_get_n_couplings (testing_canvas_mechanism (keys)),
                      ==, 3);
    g_assert_cmpint (lw_tools_get_tool (keys->tools), ==, LW_TOOL_SELECT);
  }
}

// ---- moving ---------------------------------------------------------------------------------

/// Joints stay closed and bars keep their frames during any drag.
static void
assert_closed (LwMechanism *mechanism)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);
    double a[2];
    double b[2];

    if (!lw_geometry_is_joint (coupling))
      continue;
    lw_geometry_to_world (lw_mechanism_find_body (mechanism, coupling->def.body_a),
                          coupling->def.frame_a.point, a);
    lw_geometry_to_world (lw_mechanism_find_body (mechanism, coupling->def.body_b),
                          coupling->def.frame_b.point, b);
    g_assert_cmpfloat_with_epsilon (a[0], b[0], 1e-12);
    g_assert_cmpfloat_with_epsilon (a[1], b[1], 1e-12);
  }
}

static void
test_move (void)
{
  static const char *const drags[] = {
    "drag 0.2 0 0.25 0.05",                      // the joint between both
    "drag 0 0 0.1 -0.1",                         // the one on the ground
    "drag 0.1 0 0.15 0.05",                      // a whole bar
    "drag 0.2 0.3 0.4 0.4",                      // a free end
    "drag -0.1 -0.1 0.5 0.5 drag 0.1 0 0.3 0.2", // everything, by a rubber band
    "click 0.1 0 key up key up control key left plain",
  };

  for (guint i = 0; i < G_N_ELEMENTS (drags); i++) {
    g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
    g_autofree char *before = NULL;
    g_autofree char *after = NULL;
    LwMechanism *mechanism;

    testing_canvas_do (canvas, TWO_LINKS "tool tracer click 0.2 0.15");
    before = write_document (canvas);
    testing_canvas_do (canvas, drags[i]);
    after = write_document (canvas);
    g_assert_cmpstr (before, !=, after);
    mechanism = testing_canvas_mechanism (canvas);
    assert_closed (mechanism);
    for (guint k = 0; k < lw_mechanism_get_n_bodies (mechanism); k++)
      g_assert_true (lw_body_has_plate_mass (lw_mechanism_get_body (mechanism, k)));
    g_assert_cmpuint (count_marks (canvas), ==, 0);
  }
}

/// A formula is typed after "=", since letters are keys of tools; the link keeps following the
/// formula.
static void
test_formulas (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (
    "{\"linkwright\": 1, \"parameters\": [{\"name\": \"L\", \"value\": 0.3, \"unit\": \"m\"}]}");
  const LwMechanism *mechanism;
  const LwBinding *binding;
  g_autoptr (LwMechanism) longer = NULL;
  LwParameter *parameter;
  double length;

  testing_canvas_do (canvas, "tool link click 0 0 type =L*2-0.1m key enter key escape");
  mechanism = testing_canvas_mechanism (canvas);
  g_assert_null (canvas->refused);
  g_assert_cmpuint (lw_mechanism_get_n_bodies (mechanism), ==, 1);
  binding = lw_mechanism_find_binding (
    mechanism,
    (LwElementRef){ LW_SELECTION_BODY, lw_mechanism_get_body (mechanism, 0)->element.id },
    "bar_length");
  g_assert_nonnull (binding);
  parameter = lw_parameter_new ("L", 0.5, NULL);
  lw_parameter_set_unit (parameter, "m");
  longer = lw_mechanism_change_parameter (mechanism, "L", parameter, NULL);
  g_assert_nonnull (longer);
  {
    const double *points =
      (const double *) (void *) lw_mechanism_get_body (longer, 0)->shape.points->data;

    length = hypot (points[3] - points[0], points[4] - points[1]);
    g_assert_cmpfloat_with_epsilon (length, 0.9, 1e-12);
  }
  // A plain number creates no binding, and an unknown parameter is refused.
  testing_canvas_do (canvas, "tool link click 0 1 type 0.2 key enter key escape");
  g_assert_cmpuint (lw_mechanism_get_n_bindings (testing_canvas_mechanism (canvas)), ==, 1);
  testing_canvas_do (canvas, "tool link click 0 2 type =M*2 key enter");
  g_assert_nonnull (canvas->refused);
}

/// A locked element does not change by any action on the canvas; a hidden element is not selected
/// by a band.
static void
test_locked (void)
{
  static const char *const edits[] = {
    "drag 0.1 0 0.15 0.05",             // the locked bar
    "drag 0.2 0 0.25 0.05",             // the joint on it
    "click 0.1 0 key up",               // a nudge
    "click 0.1 0 key delete",           // deletion
    "click 0.2 0.15 key up",            // the other bar moves the joint too
    "tool hand drag 0.2 0.15 0.1 0.25", // the mechanism by its joints
  };
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  g_autofree char *before = NULL;
  guint n;

  testing_canvas_do (canvas, TWO_LINKS);
  mark_first (canvas, LW_MARK_LOCKED);
  before = write_document (canvas);
  for (guint i = 0; i < G_N_ELEMENTS (edits); i++) {
    g_autofree char *after = NULL;

    testing_canvas_do (canvas, edits[i]);
    after = write_document (canvas);
    g_assert_cmpstr (before, ==, after);
    g_assert_nonnull (canvas->refused);
    g_assert_nonnull (strstr (canvas->refused, "is locked"));
    testing_canvas_do (canvas, "key escape key escape tool select");
    g_clear_pointer (&canvas->refused, g_free);
  }
  // The free end of the other bar can move.
  testing_canvas_do (canvas, "drag 0.2 0.3 0.4 0.4");
  g_assert_null (canvas->refused);
  testing_canvas_do (canvas, "undo");
  mark_first (canvas, LW_MARK_HIDDEN);
  testing_canvas_do (canvas, "drag -0.1 -0.1 0.5 0.5");
  g_assert_false (lw_selection_contains (
    canvas->selection, LW_SELECTION_BODY,
    lw_mechanism_get_body (testing_canvas_mechanism (canvas), 0)->element.id));
  lw_selection_get (canvas->selection, &n);
  // The other bar and the joint of both; the pin to the ground has no other visible body.
  g_assert_cmpuint (n, ==, 2);
}

static LwSnapKind
snap_at (TestingCanvas *canvas, double x, double y)
{
  LwToolFeedback feedback;

  lw_tools_move (canvas->tools, x, y, 0);
  lw_tools_get_feedback (canvas->tools, &feedback);
  return feedback.snap != NULL ? feedback.snap->kind : LW_SNAP_NONE;
}

/// There is no snapping or joining to hidden elements; a visible joint stands for its other body.
static void
test_hidden (void)
{
  static const char *const refused[] = { "tool tracer click 0.1 0", "tool motor click 0 0",
                                         "tool pin click 0.1 0", "tool gear click 0 0",
                                         "tool ground click 0.1 0" };
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  const LwMechanism *mechanism;
  const LwCoupling *joint;
  LwToolFeedback feedback;
  guint n;

  testing_canvas_do (canvas, TWO_LINKS "tool link tool link");
  g_assert_cmpint (snap_at (canvas, 0.003, 0.002), ==, LW_SNAP_END);
  g_assert_cmpint (snap_at (canvas, 0.103, 0.002), ==, LW_SNAP_MIDPOINT);
  g_assert_cmpint (snap_at (canvas, 0.13, 0.002), ==, LW_SNAP_AXIS);
  mark_first (canvas, LW_MARK_HIDDEN);
  n = lw_mechanism_get_n_couplings (testing_canvas_mechanism (canvas));
  g_assert_cmpint (snap_at (canvas, 0.003, 0.002), >=, LW_SNAP_DIRECTION);
  g_assert_cmpint (snap_at (canvas, 0.103, 0.002), >=, LW_SNAP_DIRECTION);
  g_assert_cmpint (snap_at (canvas, 0.13, 0.002), >=, LW_SNAP_DIRECTION);
  g_assert_cmpint (snap_at (canvas, 0.203, 0.002), ==, LW_SNAP_END);
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++) {
    g_clear_pointer (&canvas->refused, g_free);
    testing_canvas_do (canvas, refused[i]);
    g_test_message ("%s: %s", refused[i], canvas->refused);
    g_assert_nonnull (canvas->refused);
    testing_canvas_do (canvas, "key escape key escape tool select");
  }
  // An end on a hidden element is not joined, and has no mark.
  testing_canvas_do (canvas, "tool link drag 0 0 0 -0.2 key escape");
  mechanism = testing_canvas_mechanism (canvas);
  g_assert_cmpuint (lw_mechanism_get_n_couplings (mechanism), ==, n);
  lw_tools_get_feedback (canvas->tools, &feedback);
  g_assert_cmpuint (feedback.unjoined->len, ==, 0);
  testing_canvas_do (canvas, "tool link drag 0.2 0 0.4 0.1 key escape");
  mechanism = testing_canvas_mechanism (canvas);
  g_assert_cmpuint (lw_mechanism_get_n_couplings (mechanism), ==, n + 1);
  joint = lw_mechanism_get_coupling (mechanism, n);
  g_assert_cmpint (MIN (joint->def.body_a, joint->def.body_b), ==, 2);
}

/// A free end that is dropped on a point of another body is pinned to it.
static void
test_drop (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);

  testing_canvas_do (canvas, "tool link drag 0 0 0.2 0 key escape "
                             "tool link drag 0.4 0 0.4 0.3 key escape drag 0.4 0 0.202 0.003");
  g_assert_cmpuint (lw_mechanism_get_n_couplings (testing_canvas_mechanism (canvas)), ==, 1);
  assert_closed (testing_canvas_mechanism (canvas));
}

// ---- random gestures ------------------------------------------------------------------------

static double
random_place (void)
{
  switch (g_test_rand_int_range (0, 12)) {
  case 0:
    return g_test_rand_double_range (-1e12, 1e12);
  case 1:
    return INFINITY;
  case 2:
    return NAN;
  default:
    return 0.05 * g_test_rand_int_range (-6, 7) + g_test_rand_double_range (-0.01, 0.01);
  }
}

static void
random_gesture (TestingCanvas *canvas)
{
  static const char *const typed[] = { "0.2", "-1",  "1e300", "0",    "3 in", "..",
                                       "nan", "1e9", "5 kg",  "30 °", "-",    "1,2" };
  g_autoptr (GString) script = g_string_new (NULL);

  canvas->modifiers = (unsigned) g_test_rand_int_range (0, 4);
  lw_tools_choose (canvas->tools, (LwToolKind) g_test_rand_int_range (0, LW_N_TOOLS));
  for (int i = g_test_rand_int_range (1, 6); i > 0; i--) {
    g_string_set_size (script, 0);
    switch (g_test_rand_int_range (0, 6)) {
    case 0:
    case 1:
      g_string_printf (script, "drag %g %g %g %g", random_place (), random_place (),
                       random_place (), random_place ());
      break;
    case 2:
      g_string_printf (script, "click %g %g", random_place (), random_place ());
      break;
    case 3:
      g_string_printf (script, "press %g %g", random_place (), random_place ());
      break;
    case 4:
      lw_tools_key (canvas->tools, (LwToolKey) g_test_rand_int_range (0, 9), canvas->modifiers);
      break;
    default:
      for (const char *c = typed[g_test_rand_int_range (0, G_N_ELEMENTS (typed))]; *c != '\0';
           c = g_utf8_next_char (c))
        lw_tools_type (canvas->tools, g_utf8_get_char (c));
      break;
    }
    testing_canvas_do (canvas, script->str);
  }
}

/// After any gestures the mechanism can be written and read again, and undo restores the first one.
static void
test_random (void)
{
  const guint n_gestures = 2000;
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  g_autofree char *first = write_document (canvas);

  for (guint i = 0; i < n_gestures; i++) {
    LwToolFeedback feedback;

    random_gesture (canvas);
    lw_tools_get_feedback (canvas->tools, &feedback);
    // Redo steps remain only if nothing has been done since the last undo.
    if (lw_document_can_undo (canvas->document)
        && (lw_mechanism_get_n_bodies (testing_canvas_mechanism (canvas)) > 12
            || i == n_gestures - 1)) {
      g_autofree char *last = write_document (canvas);
      g_autofree char *undone = NULL;
      g_autofree char *redone = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (LwMechanism) again = lw_text_parse (last, -1, &error);

      g_assert_no_error (error);
      g_assert_nonnull (again);
      while (lw_document_can_undo (canvas->document))
        lw_document_undo (canvas->document);
      undone = write_document (canvas);
      g_assert_cmpstr (undone, ==, first);
      while (lw_document_can_redo (canvas->document))
        lw_document_redo (canvas->document);
      redone = write_document (canvas);
      g_assert_cmpstr (redone, ==, last);
      lw_document_go_to (canvas->document, 0);
    }
  }
}

int
main (int argc, char **argv)
{
  testing_seed_init (&argc, &argv);
  g_test_add_func ("/tools/each", test_each);
  g_test_add_func ("/tools/undo", test_undo);
  g_test_add_func ("/tools/escape", test_escape);
  g_test_add_func ("/tools/one-shot", test_one_shot);
  g_test_add_func ("/tools/chain-end", test_chain_end);
  g_test_add_func ("/tools/refused", test_refused);
  g_test_add_func ("/tools/from-overlap", test_from_overlap);
  g_test_add_func ("/tools/to-ground", test_to_ground);
  g_test_add_func ("/tools/snap", test_snap);
  g_test_add_func ("/tools/round", test_round);
  g_test_add_func ("/tools/marks", test_marks);
  g_test_add_func ("/tools/keyboard", test_keyboard);
  g_test_add_func ("/tools/keyboard-click", test_keyboard_click);
  g_test_add_func ("/tools/move", test_move);
  g_test_add_func ("/tools/formulas", test_formulas);
  g_test_add_func ("/tools/locked", test_locked);
  g_test_add_func ("/tools/hidden", test_hidden);
  g_test_add_func ("/tools/drop", test_drop);
  g_test_add_func ("/tools/random", test_random);
  return g_test_run ();
}
