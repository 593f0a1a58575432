// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The bodies that a click would join, and their names, before the click; the choice among
// overlapping bodies by Tab and Alt, without a window.

#include <string.h>

#include "testing-tools.h"

/// Three overlapping boxes: 1 at the bottom, 3 on top.
#define THREE_BOXES                                                                                \
  "tool box drag 0 0 0.4 0.1 tool box drag 0.3 0 0.5 0.4 tool box drag 0.3 0 0.6 0.2 "

static void
assert_lines (TestingCanvas *canvas, const char *expected, int chosen)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  LwToolFeedback feedback;

  lw_tools_get_feedback (canvas->tools, &feedback);
  for (guint i = 0; i < feedback.lines->len; i++)
    g_string_append_printf (lines, "%s%s", i > 0 ? "; " : "",
                            (const char *) feedback.lines->pdata[i]);
  g_assert_cmpstr (lines->str, ==, expected);
  g_assert_cmpint (feedback.chosen_line, ==, chosen);
}

static void
assert_lit (TestingCanvas *canvas, int first, int second)
{
  LwToolFeedback feedback;
  guint found = 0;

  lw_tools_get_feedback (canvas->tools, &feedback);
  for (guint i = 0; i < feedback.lit->len; i++) {
    const LwElementRef ref = g_array_index (feedback.lit, LwElementRef, i);

    g_assert_cmpint (ref.kind, ==, LW_SELECTION_BODY);
    found += ref.id == first || ref.id == second;
  }
  g_assert_cmpuint (found, ==, feedback.lit->len);
  g_assert_cmpuint (found, ==, (first != MBD_GROUND) + (second != MBD_GROUND));
}

static void
assert_joined (TestingCanvas *canvas, int body_a, int body_b)
{
  LwMechanism *mechanism = testing_canvas_mechanism (canvas);
  const guint n = lw_mechanism_get_n_couplings (mechanism);
  const MbdCouplingDef *def;

  g_assert_cmpuint (n, >, 0);
  def = &lw_mechanism_get_coupling (mechanism, n - 1)->def;
  g_assert_cmpint (def->body_a, ==, body_a);
  g_assert_cmpint (def->body_b, ==, body_b);
}

#define ALL_PAIRS                                                                                  \
  "Box 2 – Box 3; Box 1 – Box 3; Box 1 – Box 2; Ground – Box 3; Ground – Box 2; Ground – Box 1"

static void
test_overlap (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);

  testing_canvas_do (canvas, THREE_BOXES "tool pin move 0.35 0.05");
  assert_lines (canvas, ALL_PAIRS, 0);
  assert_lit (canvas, 2, 3);
  testing_canvas_do (canvas, "key tab");
  assert_lines (canvas, ALL_PAIRS, 1);
  assert_lit (canvas, 1, 3);
  testing_canvas_do (canvas, "shift key tab key tab plain");
  assert_lines (canvas, ALL_PAIRS, 5);
  assert_lit (canvas, 1, MBD_GROUND);
  // The click joins what is displayed.
  testing_canvas_do (canvas, "click 0.35 0.05");
  assert_joined (canvas, MBD_GROUND, 1);
  // A choice is made for one click.
  testing_canvas_do (canvas, "tool pin move 0.35 0.15");
  assert_lines (canvas, "Box 2 – Box 3; Ground – Box 3; Ground – Box 2", 0);
  testing_canvas_do (canvas, "click 0.35 0.15");
  assert_joined (canvas, 2, 3);
}

static void
test_below (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);

  testing_canvas_do (canvas, THREE_BOXES "tool slider");
  canvas->modifiers = LW_TOOL_ALT;
  testing_canvas_do (canvas, "move 0.35 0.05");
  assert_lines (canvas, ALL_PAIRS, 1);
  testing_canvas_do (canvas, "click 0.35 0.05 plain");
  assert_joined (canvas, 1, 3);
}

static void
test_single (void)
{
  static const struct
  {
    const char *gesture;
    const char *lines;
    int lit[2];
  } cases[] = {
    { "tool box drag 0 0 0.4 0.1 tool pin move 0.2 0.05", "Ground – Box 1", { MBD_GROUND, 1 } },
    { "tool pin move 0.2 0.05", "", { MBD_GROUND, MBD_GROUND } },
    { "tool link drag 0 0 0.2 0 key escape tool link press 0.2 0 move 0.4 0.2",
      "Link 1 – Link 2",
      { 1, 2 } },
    { "tool link drag 0 0 0.2 0 key escape tool rod press 0.2 0 move 0.4 0.2",
      "Link 1 – Ground",
      { MBD_GROUND, 1 } },
    { "tool link drag 0 0 0.2 0 key escape tool spring press 0.2 0 move 0.4 0.2",
      "Link 1 – Ground",
      { MBD_GROUND, 1 } },
    // A groove with stops at its ends is two couplings of the same bodies.
    { "tool disc drag 0 0 0.1 0 tool curve click 0 0 move 0.2 0.1",
      "Ground – Disc 1",
      { MBD_GROUND, 1 } },
    { "tool link drag 0 0 0.2 0 key escape tool ground move 0.1 0",
      "Fix Link 1 to the ground",
      { MBD_GROUND, MBD_GROUND } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);

    g_test_message ("%s", cases[i].gesture);
    testing_canvas_do (canvas, cases[i].gesture);
    assert_lines (canvas, cases[i].lines, -1);
    assert_lit (canvas, cases[i].lit[0], cases[i].lit[1]);
    // Without a choice Tab goes to the next widget, or to the angle.
    if (!lw_tools_is_busy (canvas->tools))
      g_assert_false (lw_tools_key (canvas->tools, LW_TOOL_KEY_TAB, 0));
  }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/tools/pairs/overlap", test_overlap);
  g_test_add_func ("/tools/pairs/below", test_below);
  g_test_add_func ("/tools/pairs/single", test_single);
  return g_test_run ();
}
