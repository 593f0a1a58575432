// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Contents of the status line: warnings, each with a minimal mechanism that has it and one that
// does not; and four-bars, whose limits are compared with the cosine rule and with a full turn of
// the crank.

#include <math.h>
#include <string.h>

#include "lw-checklist.h"
#include "lw-four-bar.h"
#include "lw-text.h"
#include "lw-warnings.h"

static LwMechanism *
parse (const char *rest)
{
  g_autofree char *text = g_strdup_printf ("{\"linkwright\": 1, %s}", rest);
  g_autoptr (GError) error = NULL;
  LwMechanism *mechanism = lw_text_parse (text, -1, &error);

  g_assert_no_error (error);
  return mechanism;
}

/// Returns the warnings at the drawn pose as "kind id" words.
static char *
dup_warnings (const char *rest)
{
  static const char *const kinds[] = { "unconnected", "massless", "singular", "unmet" };
  g_autoptr (LwMechanism) mechanism = parse (rest);
  g_autoptr (GError) error = NULL;
  MbdModel *model = lw_mechanism_compile (mechanism, &error);
  MbdState *state;
  LwMobility *mobility;
  GArray *warnings;
  GString *words = g_string_new (NULL);

  g_assert_no_error (error);
  state = mbd_state_new (model);
  mobility = lw_mobility_new (state, NULL);
  g_assert_nonnull (mobility);
  warnings = lw_warnings_find (mechanism, model, mobility);
  for (guint i = 0; i < warnings->len; i++) {
    const LwWarning *warning = &g_array_index (warnings, LwWarning, i);
    const bool body =
      warning->kind == LW_WARNING_UNCONNECTED || warning->kind == LW_WARNING_MASSLESS;

    g_assert_cmpint (warning->element.kind, ==, body ? LW_SELECTION_BODY : LW_SELECTION_COUPLING);
    g_string_append_printf (words, "%s%s %d", i > 0 ? ", " : "", kinds[warning->kind],
                            warning->element.id);
  }
  g_array_unref (warnings);
  lw_mobility_free (mobility);
  mbd_state_free (state);
  mbd_model_unref (model);
  return g_string_free (words, FALSE);
}

static void
assert_warnings (const char *rest, const char *expected)
{
  g_autofree char *words = dup_warnings (rest);

  g_assert_cmpstr (words, ==, expected);
}

#define PIN(id, a, b, ax, ay, bx, by)                                                              \
  "{\"id\":" #id ",\"kind\":\"pin\",\"bodies\":[" #a "," #b "],\"points\":[[" #ax "," #ay          \
  "],[" #bx "," #by "]]}"

static void
test_unconnected (void)
{
  assert_warnings ("\"bodies\":[{\"id\":1},{\"id\":2},{\"id\":3,\"mobility\":\"fixed\"}],"
                   "\"couplings\":[" PIN (1, 0, 1, 0, 0, 0, 0) "]",
                   "unconnected 2");
  // A disabled coupling holds nothing; a load is enough.
  assert_warnings ("\"bodies\":[{\"id\":1},{\"id\":2}],\"couplings\":[{\"id\":1,\"kind\":\"pin\","
                   "\"bodies\":[0,1],\"at\":[0,0],\"enabled\":false}],"
                   "\"forces\":[{\"id\":1,\"kind\":\"force\",\"body\":2,\"force\":[1,0]}]",
                   "unconnected 1");
}

/// A bar without mass is supported by two pins, swings freely on one, and is held by a drive; with
/// a mass at its end it swings as a pendulum.
static void
test_massless (void)
{
  const char *bar = "\"bodies\":[{\"id\":1,\"mass\":0,\"inertia\":0}],\"couplings\":[";
  g_autofree char *free_bar = g_strconcat (bar, PIN (1, 0, 1, 0, 0, -1, 0), "]", NULL);
  g_autofree char *driven =
    g_strconcat (bar, PIN (1, 0, 1, 0, 0, -1, 0),
                 ",{\"id\":2,\"kind\":\"driver\",\"joint\":1,\"function\":\"0\"}]", NULL);

  assert_warnings (free_bar, "massless 1");
  assert_warnings (driven, "");
  assert_warnings ("\"bodies\":[{\"id\":1,\"mass\":0,\"inertia\":0,\"position\":[1,0]},"
                   "{\"id\":2,\"inertia\":0,\"position\":[2,0]}],"
                   "\"couplings\":[" PIN (1, 0, 1, 0, 0, -1, 0) "," PIN (2, 1, 2, 1, 0, 0, 0) "]",
                   "massless 2");
  assert_warnings ("\"bodies\":[{\"id\":1,\"mass\":0,\"inertia\":0,\"position\":[1,0]},"
                   "{\"id\":2,\"inertia\":1,\"position\":[2,0]}],"
                   "\"couplings\":[" PIN (1, 0, 1, 0, 0, -1, 0) "," PIN (2, 1, 2, 1, 0, 0, 0) "]",
                   "");
}

/// Returns a parallelogram a = c = 1, b = d = 2 with its input at an angle: at 0 all bars are in
/// line.
static char *
dup_parallelogram (double angle)
{
  static const char pins[] = PIN (1, 0, 1, 0, 0, 0, 0) "," PIN (2, 1, 2, 1, 0, 0, 0) "," PIN (
    3, 2, 3, 2, 0, 1, 0) "," PIN (4, 0, 3, 2, 0, 0, 0);
  const double c = cos (angle), s = sin (angle);

  return g_strdup_printf (
    "\"bodies\":[{\"id\":1,\"angle\":%.17g},{\"id\":2,\"position\":[%.17g,%.17g]},"
    "{\"id\":3,\"position\":[2,0],\"angle\":%.17g}],\"couplings\":[%s]",
    angle, c, s, angle, pins);
}

/// Returns a slider-crank whose slider is driven: at the dead point the drive cannot move it.
static char *
dup_slider_crank (double angle)
{
  static const char pins[] =
    PIN (1, 0, 1, 0, 0, 0, 0) "," PIN (2, 1, 2, 1, 0, 0, 0) "," PIN (3, 2, 3, 3, 0, 0, 0);
  const double c = cos (angle), s = sin (angle), rod = -asin (s / 3);

  return g_strdup_printf (
    "\"bodies\":[{\"id\":1,\"angle\":%.17g},{\"id\":2,\"position\":[%.17g,%.17g],\"angle\":%.17g},"
    "{\"id\":3,\"position\":[%.17g,0]}],\"couplings\":[%s,"
    "{\"id\":4,\"kind\":\"slider\",\"bodies\":[0,3],\"points\":[[0,0],[0,0]]},"
    "{\"id\":5,\"kind\":\"driver\",\"joint\":4,\"function\":\"%.17g\"}]",
    angle, c, s, rod, c + 3 * cos (rod), pins, c + 3 * cos (rod));
}

static void
test_singular (void)
{
  g_autofree char *flat = dup_parallelogram (0), *upright = dup_parallelogram (1);
  g_autofree char *dead = dup_slider_crank (0), *live = dup_slider_crank (1);

  // Further bodies with more freedoms than are tried
  g_autofree char *beside =
    g_strconcat ("\"bodies\":[{\"id\":8,\"position\":[0,3]},{\"id\":9,\"position\":[0,4]},",
                 flat + strlen ("\"bodies\":["), NULL);

  assert_warnings (flat, "singular 1");
  assert_warnings (beside, "unconnected 8, unconnected 9, singular 1");
  assert_warnings (upright, "");
  assert_warnings (dead, "singular 5");
  assert_warnings (live, "");
  // Two pins at the same place are redundant at every pose: not singular.
  assert_warnings ("\"bodies\":[{\"id\":1}],\"couplings\":[" PIN (1, 0, 1, 0, 0, 0, 0) "," PIN (
                     2, 0, 1, 0, 0, 0, 0) "]",
                   "");
}

/// A bar of 1 m between points 3 m apart.
static void
test_unmet (void)
{
  static const char pins[] = PIN (1, 0, 1, 0, 0, 0, 0) "," PIN (2, 0, 1, 3, 0, 1, 0);
  g_autofree char *rest = g_strdup_printf ("\"bodies\":[{\"id\":1}],\"couplings\":[%s]", pins);

  assert_warnings (rest, "unmet 1, unmet 2");
}

#define DEGREE (M_PI / 180)

/// Returns a four-bar with base 0.6 from (1, 2) in the direction `tilt`, input a, coupler b, output
/// c, drawn with the input at `angle` from the base and the output to the left of it.
static LwMechanism *
four_bar (double tilt, double a, double b, double c, double angle, const char *rest)
{
  const double d = 0.6, bx = a * cos (angle), by = a * sin (angle);
  const double e = hypot (d - bx, by);
  const double inner = acos ((b * b + e * e - c * c) / (2 * b * e));
  const double coupler = atan2 (-by, d - bx) + inner;
  const double output = atan2 (by + b * sin (coupler), bx + b * cos (coupler) - d);
  const double x = 1 + bx * cos (tilt) - by * sin (tilt), y = 2 + bx * sin (tilt) + by * cos (tilt);
  const double far[2] = { 1 + d * cos (tilt), 2 + d * sin (tilt) };
  g_autofree char *text = g_strdup_printf (
    "\"bodies\":[{\"id\":1,\"position\":[1,2],\"angle\":%.17g},"
    "{\"id\":2,\"position\":[%.17g,%.17g],\"angle\":%.17g},"
    "{\"id\":3,\"position\":[%.17g,%.17g],\"angle\":%.17g}],\"couplings\":["
    "{\"id\":1,\"kind\":\"pin\",\"bodies\":[0,1],\"points\":[[1,2],[0,0]]},"
    "{\"id\":2,\"kind\":\"pin\",\"bodies\":[2,1],\"points\":[[0,0],[%.17g,0]]},"
    "{\"id\":3,\"kind\":\"pin\",\"bodies\":[2,3],\"points\":[[%.17g,0],[%.17g,0]]},"
    "{\"id\":4,\"kind\":\"pin\",\"bodies\":[3,0],\"points\":[[0,0],[%.17g,%.17g]]}%s]",
    tilt + angle, x, y, tilt + coupler, far[0], far[1], tilt + output, a, b, c, far[0], far[1],
    rest);

  return parse (text);
}

static LwFourBar
find_only (const LwMechanism *mechanism)
{
  GArray *found = lw_four_bars_find (mechanism);
  LwFourBar four_bar;

  g_assert_cmpuint (found->len, ==, 1);
  four_bar = g_array_index (found, LwFourBar, 0);
  g_array_unref (found);
  return four_bar;
}

/// Base 0.6, crank 0.2, coupler 0.7, rocker 0.5: stretched 0.9^2 + 0.6^2 - 0.5^2 = 0.92 over 1.08,
/// folded 0.5^2 + 0.6^2 - 0.5^2 = 0.36 over 0.6. The tolerance is round-off of the drawn lengths.
static void
test_crank_rocker (void)
{
  const double stretched = acos (0.92 / 1.08), folded = M_PI + acos (0.36 / 0.6);
  g_autoptr (GFile) file = g_file_new_build_filename (g_getenv ("LW_SOURCE_DIR"), "data",
                                                      "examples", "four-bar.json", NULL);
  g_autoptr (LwMechanism) example = lw_text_load (file, NULL, NULL);
  g_autoptr (LwMechanism) tilted = four_bar (0.5, 0.2, 0.7, 0.5, 2.0, "");
  const LwMechanism *both[2] = { example, tilted };

  for (int i = 0; i < 2; i++) {
    const LwFourBar found = find_only (both[i]);

    g_assert_cmpint (found.class_, ==, MBD_GRASHOF_CRANK_ROCKER);
    g_assert_cmpint (found.bodies[0], ==, 1);
    g_assert_cmpint (found.bodies[1], ==, 2);
    g_assert_cmpint (found.bodies[2], ==, 3);
    for (int pin = 0; pin < 4; pin++)
      g_assert_cmpint (found.pins[pin], ==, pin + 1);
    g_assert_cmpfloat_with_epsilon (found.lengths.base, 0.6, 1e-15);
    g_assert_cmpfloat_with_epsilon (found.lengths.coupler, 0.7, 1e-15);
    g_assert_cmpint (found.limits, ==, LW_FOUR_BAR_TURNS_BACK);
    g_assert_cmpfloat_with_epsilon (found.limit[0], stretched, 1e-13);
    g_assert_cmpfloat_with_epsilon (found.limit[1], folded, 1e-13);
    g_assert_cmpfloat_with_epsilon (found.limit[0] / DEGREE, 31.586, 5e-4);
    g_assert_cmpfloat_with_epsilon (found.limit[1] / DEGREE, 233.130, 5e-4);
  }
}

/// Returns the angle of the output from the base with the crank at `angle`.
static double
output_angle (double angle)
{
  const double a = 0.2, b = 0.7, c = 0.5, d = 0.6;
  const double x = a * cos (angle) - d, y = a * sin (angle), e = hypot (x, y);

  return atan2 (y, x) - acos ((c * c + e * e - b * b) / (2 * c * e));
}

/// The rocker reaches its extreme positions at the limits, within one step of the crank.
static void
test_walk (void)
{
  g_autoptr (LwMechanism) mechanism = four_bar (0, 0.2, 0.7, 0.5, 1.0, "");
  const LwFourBar found = find_only (mechanism);
  const double step = 0.01 * DEGREE;
  double least = INFINITY, most = -INFINITY, at_least = 0, at_most = 0;

  for (int i = 0; i < 36000; i++) {
    // From the base line backwards, so that the angle does not jump at half a turn
    const double angle = fmod (output_angle (i * step) + 4 * M_PI, 2 * M_PI);

    if (angle < least)
      least = angle, at_least = i * step;
    if (angle > most)
      most = angle, at_most = i * step;
  }
  g_assert_cmpfloat_with_epsilon (at_least, found.limit[0], step);
  g_assert_cmpfloat_with_epsilon (at_most, found.limit[1], step);
}

/// The rocker as the input, because it is driven, and links of which none rotates fully.
static void
test_ranges (void)
{
  g_autoptr (LwMechanism) driven = four_bar (
    0, 0.2, 0.7, 0.5, 1.0, ",{\"id\":5,\"kind\":\"driver\",\"joint\":4,\"function\":\"0\"}");
  g_autoptr (LwMechanism) triple = four_bar (0, 0.5, 0.3, 0.5, 1.0, "");
  g_autoptr (LwMechanism) drag_link = four_bar (0, 1.0, 0.9, 0.8, 1.0, "");
  LwFourBar found = find_only (driven);

  g_assert_cmpint (found.class_, ==, MBD_GRASHOF_ROCKER_CRANK);
  g_assert_cmpint (found.pins[0], ==, 4);
  g_assert_cmpint (found.limits, ==, LW_FOUR_BAR_RANGE);
  // Input 0.5 and base 0.6 with the others 0.9 and 0.5 apart; seen from the other pivot the output
  // is to the right of the base.
  g_assert_cmpfloat_with_epsilon (found.limit[0], -acos ((0.61 - 0.81) / 0.6), 1e-13);
  g_assert_cmpfloat_with_epsilon (found.limit[1], -acos ((0.61 - 0.25) / 0.6), 1e-13);

  found = find_only (triple);
  g_assert_cmpint (found.limits, ==, LW_FOUR_BAR_RANGE);
  g_assert_cmpfloat_with_epsilon (found.limit[0], acos ((0.61 - 0.04) / 0.6), 1e-13);
  g_assert_cmpfloat_with_epsilon (found.limit[1], acos ((0.61 - 0.64) / 0.6), 1e-13);

  found = find_only (drag_link);
  g_assert_cmpint (found.class_, ==, MBD_GRASHOF_DOUBLE_CRANK);
  g_assert_cmpint (found.limits, ==, LW_FOUR_BAR_NO_LIMITS);
}

/// Loops of three and of five pins.
static void
test_no_four_bar (void)
{
  static const char *const others[] = {
    "\"bodies\":[{\"id\":1},{\"id\":2,\"position\":[1,0]}],\"couplings\":[" PIN (
      1, 0, 1, 0, 0, 0, 0) "," PIN (2, 1, 2, 1, 0, 0, 0) "," PIN (3, 2, 0, 1, 0, 2, 0) "]",
    "\"bodies\":[{\"id\":1},{\"id\":2,\"position\":[1,0]},{\"id\":3,\"position\":[2,0]},"
    "{\"id\":4,\"position\":[3,0]}],\"couplings\":[" PIN (1, 0, 1, 0, 0, 0, 0) "," PIN (
      2, 1, 2, 1, 0, 0, 0) "," PIN (3, 2, 3, 1, 0, 0, 0) "," PIN (4, 3, 4, 1, 0, 0,
                                                                  0) "," PIN (5, 4, 0, 1, 0, 4,
                                                                              0) "]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++) {
    g_autoptr (LwMechanism) mechanism = parse (others[i]);
    GArray *found = lw_four_bars_find (mechanism);

    g_assert_cmpuint (found->len, ==, 0);
    g_array_unref (found);
  }
}

static bool
check (const char *rest, LwCheck checks[LW_N_CHECKS])
{
  g_autoptr (LwMechanism) mechanism = parse (rest);
  MbdModel *model = lw_mechanism_compile (mechanism, NULL);
  MbdState *state = mbd_state_new (model);
  LwMobility *mobility = lw_mobility_new (state, NULL);
  const bool all = lw_checklist_find (mechanism, model, mobility, checks);

  lw_mobility_free (mobility);
  mbd_state_free (state);
  mbd_model_unref (model);
  return all;
}

/// Each requirement with a mechanism that does not meet it; a pendulum meets all.
static void
test_checklist (void)
{
  LwCheck checks[LW_N_CHECKS];

  g_assert_false (check ("\"bodies\": []", checks));
  for (int i = 0; i < LW_N_CHECKS; i++)
    g_assert_false (checks[i].done);
  g_assert_false (check ("\"bodies\": [{\"mass\": 1, \"mobility\": \"fixed\"}]", checks));
  g_assert_true (checks[LW_CHECK_BODY].done);
  g_assert_false (checks[LW_CHECK_MOVABLE].done);
  g_assert_cmpint (checks[LW_CHECK_MOVABLE].element.id, ==, 1);
  g_assert_false (check ("\"bodies\": [{\"mass\": 0, \"inertia\": 0}]", checks));
  g_assert_false (checks[LW_CHECK_MASS].done);
  g_assert_true (checks[LW_CHECK_MOVABLE].done && checks[LW_CHECK_CLOSED].done);
  // Two points of a body, 1 m apart, cannot be pinned to points 3 m apart.
  g_assert_false (check ("\"bodies\": [{\"mass\": 1, \"inertia\": 1}], \"couplings\": ["
                         "{\"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, 0], [0, 0]]},"
                         "{\"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[3, 0], [1, 0]]}]",
                         checks));
  g_assert_false (checks[LW_CHECK_CLOSED].done);
  g_assert_cmpint (checks[LW_CHECK_CLOSED].element.kind, ==, LW_SELECTION_COUPLING);
  g_assert_true (check ("\"bodies\": [{\"mass\": 1, \"inertia\": 1}], \"couplings\": ["
                        "{\"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, 0], [1, 0]]}]",
                        checks));
}

static int
count_loops (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("LW_EXAMPLES_DIR"), name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LwMechanism) mechanism = lw_text_load (file, NULL, NULL);

  g_assert_nonnull (mechanism);
  return lw_mechanism_count_loops (mechanism);
}

/// A pendulum has no loop, a four-bar one, a chain of two loops two; a drive on a joint closes
/// none.
static void
test_loops (void)
{
  g_autoptr (LwMechanism) none = parse ("\"bodies\": [{\"mass\": 1}]");

  g_assert_cmpint (lw_mechanism_count_loops (none), ==, 0);
  g_assert_cmpint (count_loops ("four-bar.json"), ==, 1);
  g_assert_cmpint (count_loops ("slider-crank.json"), ==, 1);
  // Five couplings of three bodies, of which two are drives.
  {
    g_autoptr (LwMechanism) driven = parse (
      "\"bodies\": [{\"mass\": 1}, {\"mass\": 1}], \"couplings\": ["
      "{\"name\": \"A\", \"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, 0], [0, 0]]},"
      "{\"kind\": \"pin\", \"bodies\": [1, 2], \"points\": [[1, 0], [0, 0]]},"
      "{\"kind\": \"rod\", \"bodies\": [0, 2], \"points\": [[2, 0], [1, 0]]},"
      "{\"kind\": \"driver\", \"joint\": \"A\", \"function\": 1}]");

    g_assert_cmpint (lw_mechanism_count_loops (driven), ==, 1);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/status/unconnected", test_unconnected);
  g_test_add_func ("/status/massless", test_massless);
  g_test_add_func ("/status/singular", test_singular);
  g_test_add_func ("/status/unmet", test_unmet);
  g_test_add_func ("/status/checklist", test_checklist);
  g_test_add_func ("/status/loops", test_loops);
  g_test_add_func ("/status/four-bar/crank-rocker", test_crank_rocker);
  g_test_add_func ("/status/four-bar/walk", test_walk);
  g_test_add_func ("/status/four-bar/ranges", test_ranges);
  g_test_add_func ("/status/four-bar/none", test_no_four_bar);
  return g_test_run ();
}
