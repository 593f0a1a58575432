// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Letters typed over the canvas, with keys and pointer of the X server: keys of tools, and names in
// the length of a link that is being placed.

#include "lw-link-length.h"
#include "lw-binding.h"
#include "lw-window-private.h"
#include "testing-pointer.h"
#include "testing-window.h"

#define PARAMETER                                                                                  \
  "{\"linkwright\": 1, \"parameters\": [{\"name\": \"a\", \"value\": 0.03, \"unit\": \"m\"}]}"

static double
length_of (LwWindow *window, guint index)
{
  LwMechanism *mechanism = lw_document_get_mechanism (window->document);
  double length = 0;
  GArray *points = lw_mechanism_dup_length_points (
    mechanism, lw_mechanism_get_body (mechanism, index)->element.id, &length);

  g_clear_pointer (&points, g_array_unref);
  return length;
}

static void
choose (LwWindow *window, const char *key, LwToolKind tool)
{
  g_autofree char *keys = g_strdup_printf ("mousemove 400 300 key %s", key);

  gtk_widget_grab_focus (GTK_WIDGET (window->canvas));
  testing_point (keys);
  wait_until (lw_tools_get_tool (window->tools) == tool);
  testing_run (0.1);
}

/// Places the first end of a link at an empty position and moves the pointer on.
static void
place_first (LwWindow *window, int y)
{
  g_autofree char *there = g_strdup_printf ("mousemove 400 %d mousedown 1", y);
  g_autofree char *on = g_strdup_printf ("mouseup 1 mousemove 460 %d", y);

  testing_point (there);
  testing_run (0.1);
  g_assert_true (lw_tools_is_busy (window->tools));
  testing_point (on);
  testing_run (0.1);
}

/// The length of a link that is being placed can be a parameter or a formula, whose letters are not
/// tool keys; the link follows it.
static void
check_length_by_name (LwWindow *window)
{
  static const struct
  {
    const char *typed;
    double length;
  } cases[] = {
    { "a", 0.03 }, { "=a", 0.03 }, { "a*2", 0.06 }, { "sqrt(4)*a", 0.06 }, { "(a+1mm)", 0.031 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const LwElementRef link = { LW_SELECTION_BODY, (int) i + 1 };
    g_autofree char *keys = g_strdup_printf ("type --delay 5 '%s'", cases[i].typed);
    LwMechanism *mechanism;

    choose (window, "l", LW_TOOL_LINK);
    place_first (window, 150 + 50 * (int) i);
    testing_point (keys);
    testing_point ("key Return");
    wait_until (lw_document_get_n_steps (window->document) == i + 1);
    mechanism = lw_document_get_mechanism (window->document);
    g_assert_cmpint (lw_tools_get_tool (window->tools), ==, LW_TOOL_LINK);
    g_assert_cmpuint (lw_mechanism_get_n_bodies (mechanism), ==, i + 1);
    g_assert_cmpfloat_with_epsilon (length_of (window, i), cases[i].length, 1e-9);
    g_assert_nonnull (lw_mechanism_find_binding (mechanism, link, "bar_length"));
    testing_point ("key Escape");
    wait_until (lw_tools_get_tool (window->tools) == LW_TOOL_SELECT);
  }
}

/// Letters choose tools while nothing is being placed, and at the end of a chain unless a parameter
/// begins with the letter; otherwise they do not, and the link is kept.
static void
check_letters_of_tools (LwWindow *window)
{
  const guint n = lw_document_get_n_steps (window->document);

  choose (window, "l", LW_TOOL_LINK);
  choose (window, "a", LW_TOOL_GROUND);
  choose (window, "l", LW_TOOL_LINK);
  place_first (window, 450);
  testing_point ("key j");
  testing_run (0.1);
  g_assert_cmpint (lw_tools_get_tool (window->tools), ==, LW_TOOL_LINK);
  g_assert_true (lw_tools_is_busy (window->tools));
  testing_point ("key BackSpace type --delay 5 '20 mm'");
  testing_point ("key Return");
  wait_until (lw_document_get_n_steps (window->document) == n + 1);
  testing_point ("mousemove 460 400 type --delay 5 a");
  testing_point ("key Return");
  wait_until (lw_document_get_n_steps (window->document) == n + 2);
  g_assert_cmpfloat_with_epsilon (length_of (window, n), 0.02, 1e-9);
  g_assert_cmpfloat_with_epsilon (length_of (window, n + 1), 0.03, 1e-9);
  testing_point ("key j");
  wait_until (lw_tools_get_tool (window->tools) == LW_TOOL_PIN);
}

static void
test_letters (void)
{
  LwWindow *window = testing_window_with_text (PARAMETER);

  check_length_by_name (window);
  check_letters_of_tools (window);
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/letters/letters", test_letters);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
