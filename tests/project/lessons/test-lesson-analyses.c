// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Analyses in the expressions of checks and of linkwright-cli evaluate, compared with closed forms:
// the linear system, motions with a chosen scaling, other instants, ends of runs, events of elements,
// limits of four-bars, features of curves.

#include <math.h>
#include <string.h>

#include "lw-lesson-code.h"
#include "lw-lesson.h"
#include "testing-text.h"

/// A bar of 1 m and 2 kg on a pin in the origin, level and at rest.
#define BAR(name, x)                                                                               \
  "{\"name\": \"" name "\", \"mass\": 2, \"inertia\": 0.16666666666666666, \"position\": [" x      \
  ", 0]}"
#define PENDULUM                                                                                   \
  "{\"linkwright\": 1, \"bodies\": [" BAR (                                                        \
    "Bar", "0.5") "], \"couplings\": [{\"name\": \"A\", \"kind\": \"pin\", \"bodies\": "           \
                  "[\"ground\", \"Bar\"], \"at\": [0, 0]}], \"run\": {\"duration\": 0.4}}"
/// Two such bars in a row.
#define TWO_BARS                                                                                   \
  "{\"linkwright\": 1, \"bodies\": [" BAR ("Bar", "0.5") ", " BAR (                                \
    "End", "1.5") "], \"couplings\": [{\"name\": \"A\", \"kind\": \"pin\", \"bodies\": "           \
                  "[\"ground\", \"Bar\"], \"at\": [0, 0]}, {\"name\": \"B\", \"kind\": \"pin\", "  \
                  "\"bodies\": [\"Bar\", \"End\"], \"at\": [1, 0]}]}"
/// A bar of 1 m held at both ends by pins that are 1.1 m apart.
#define TOO_SHORT                                                                                     \
  "{\"linkwright\": 1, \"bodies\": [" BAR (                                                           \
    "Bar",                                                                                            \
    "0.5") ", {\"name\": \"Other\", \"position\": [3, 0]}], \"couplings\": [{\"name\": \"A\", "       \
           "\"kind\": \"pin\", \"bodies\": [\"ground\", \"Bar\"], \"points\": [[0, 0], [-0.5, 0]]}, " \
           "{\"name\": \"B\", \"kind\": \"pin\", \"bodies\": [\"ground\", \"Bar\"], \"points\": "     \
           "[[1.1, 0], [0.5, 0]]}, {\"name\": \"C\", \"kind\": \"pin\", \"bodies\": [\"ground\", "    \
           "\"Other\"], \"at\": [3, 0]}]}"

typedef struct
{
  const char *mechanism; ///< text, or the name of an example
  const char *expression;
  double value;
  double tolerance;
} Case;

static LwMechanism *
read_mechanism (const char *source)
{
  return source[0] == '{' ? testing_parse (source) : testing_load_example (source);
}

static void
assert_case (const Case *item, const LwLessonGiven *given)
{
  g_autoptr (LwMechanism) mechanism = read_mechanism (item->mechanism);
  g_autoptr (LwLessonTrial) trial = lw_lesson_trial_new (mechanism, NULL);
  g_autoptr (GError) error = NULL;
  double value;

  lw_lesson_evaluate (trial, item->expression, given, NULL, &value, &error);
  g_assert_no_error (error);
  if (!(fabs (value - item->value) <= item->tolerance) && !(isnan (value) && isnan (item->value)))
    g_error ("%s is %.17g, not %.17g", item->expression, value, item->value);
}

/// G, M, gamma and f. The pin is at r = (-1/2, 0) from the centre, its rows are [1, 0, -r_y] and
/// [0, 1, r_x], and gamma = omega^2 r.
static void
test_system (void)
{
  static const Case cases[] = {
    { PENDULUM, "M(Bar, 1, 1) + 10 * M(Bar, 3, 3)", 2 + 10.0 / 6, 1e-12 },
    { PENDULUM, "abs(M(Bar, 1, 2)) + abs(M(Bar, 1, 3))", 0, 1e-12 },
    { PENDULUM, "f(Bar, 2)", -19.62, 1e-12 },
    { PENDULUM, "f(Bar, 1)", 0, 1e-12 },
    { PENDULUM, "G(A, 2, Bar, 3)", -0.5, 1e-12 },
    { PENDULUM, "G([A], 2, [Bar], 3)", -0.5, 1e-12 },
    { PENDULUM, "gamma(A, 1)", 0, 1e-12 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_case (&cases[i], NULL);
}

/// The pose of the run at a time: the same entries, with the angle and rate of that time.
static void
test_instants (void)
{
  static const Case cases[] = {
    { PENDULUM, "instant(0.4 s, G(A, 1, Bar, 3)) - 0.5 * sin(at(Bar.angle, 0.4 s))", 0, 1e-9 },
    { PENDULUM, "instant(0.4 s, G(A, 2, Bar, 3)) + 0.5 * cos(at(Bar.angle, 0.4 s))", 0, 1e-9 },
    { PENDULUM,
      "instant(0.25 s, gamma(A, 2)) / (at(Bar.omega, 0.25 s) * 1 s / 1 rad)^2 + 0.5 * sin(at(Bar.angle, 0.25 s))",
      0, 1e-8 },
    { PENDULUM, "instant(0.4 s, 10 * rank(G) + dof)", 21, 0 },
    // Without a drive, the only motion has the ratios of the velocities.
    { "slider-crank.json",
      "instant(0.3 s, motion(Piston, 1, Crank, 3)) * at(Crank.omega, 0.3 s) / 1 rad * 1 m - at(Piston.vx, 0.3 s)",
      0, 1e-7 },
    { PENDULUM, "instant(0 s, rank(G))", 2, 0 },
  };
  static const char *const refused[][2] = {
    { "instant(1 s, rank(G))", "The run has no such time" },
    { "instant(-1 s, rank(G))", "The run has no such time" },
    { "instant(1 m, rank(G))", "" },
    { "instant(0.1 s, G(A, 3, Bar, 1))", "“A” has no row number 3." },
  };
  g_autoptr (LwMechanism) mechanism = testing_parse (PENDULUM);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_case (&cases[i], NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++) {
    g_autoptr (LwLessonTrial) trial = lw_lesson_trial_new (mechanism, NULL);
    g_autoptr (GError) error = NULL;
    double value;

    g_assert_false (lw_lesson_evaluate (trial, refused[i][0], NULL, NULL, &value, &error));
    g_assert_nonnull (error);
    if (strstr (error->message, refused[i][1]) == NULL)
      g_error ("%s: “%s”", refused[i][0], error->message);
  }
}

/// Ratios of velocities do not depend on the basis of the motions.
static void
test_motions (void)
{
  static const Case cases[] = {
    { TWO_BARS, "dof", 2, 0 },
    { TWO_BARS, "motion(End, 2, Bar, 3, End, 3)", 1, 1e-12 },
    { TWO_BARS, "motion(End, 2, End, 3, Bar, 3)", 0.5, 1e-12 },
    { TWO_BARS, "motion(Bar, 2, Bar, 3, End, 3)", 0.5, 1e-12 },
    // As many conditions as motions are needed, and they must be independent.
    { TWO_BARS, "motion(End, 2, Bar, 3)", NAN, 0 },
    { TWO_BARS, "motion(End, 2, Bar, 3, Bar, 2)", NAN, 0 },
    { PENDULUM, "motion(Bar, 2, Bar, 3)", 0.5, 1e-12 },
    { PENDULUM, "motion(Bar, 2, Bar, 3, Bar, 1)", NAN, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_case (&cases[i], NULL);
}

/// Couplings that assembly cannot satisfy, and the reason for which a run stops.
static void
test_ends (void)
{
  static const Case cases[] = {
    { TOO_SHORT, "fits", 0, 0 },
    { TOO_SHORT, "unmet(A) + unmet(B) > 0 and unmet(C) == 0", 1, 0 },
    { PENDULUM, "fits - unmet(A)", 1, 0 },
    { PENDULUM, "stopped(out_of_reach) + stopped(blocked)", 0, 0 },
    { PENDULUM, "run_end", 0.4, 0 },
  };
  g_autofree char *path =
    g_build_filename (g_getenv ("LW_SOURCE_DIR"), "data", "lessons", "dead-points.json", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LwLesson) lesson = lw_lesson_load (file, NULL);
  g_autoptr (LwLessonTrial) trial = NULL;
  g_autoptr (GError) error = NULL;
  double value;

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_case (&cases[i], NULL);
  // The rocker is driven to the dead point, at 2.114630 rad after (2.214297 - 2.114630) / 0.5 s.
  trial = lw_lesson_trial_new (lw_lesson_get_start (lesson, 3), NULL);
  g_assert_true (lw_lesson_evaluate (trial,
                                     "stopped(out_of_reach) and abs(run_end - 0.1993 s) < 0.01 s",
                                     NULL, NULL, &value, &error));
  g_assert_no_error (error);
  g_assert_cmpfloat (value, ==, 1);
  g_assert_false (lw_lesson_evaluate (trial, "stopped(bored)", NULL, NULL, &value, &error));
  g_assert_nonnull (strstr (error->message, "No run stops for “bored”"));
}

/// Events are chosen by the bodies that touch.
static void
test_events (void)
{
  static const Case cases[] = {
    { "bouncing-ball.json", "event_time(touch, 1)", 0.45152364, 1e-6 },
    { "bouncing-ball.json", "event_time(touch, 2, Ball, Floor)", 1.17396147, 1e-6 },
    { "bouncing-ball.json", "event_impulse(touch, 1, Ball)", 1.59459, 1e-4 },
    { "bouncing-ball.json", "events(touch) - events(touch, Floor, Ball)", 0, 0 },
    { "newtons-cradle.json", "events(touch, Ball 1, Ball 5)", 0, 0 },
    { "newtons-cradle.json", "events(touch, [Ball 1], [Ball 2]) > 0", 1, 0 },
    { "newtons-cradle.json", "events(touch, Ball 1) < events(touch)", 1, 0 },
    { "rope.json", "event_time(taut, 1, Rope) - event_time(taut, 1)", 0, 0 },
  };
  g_autoptr (LwMechanism) mechanism = testing_parse (PENDULUM);
  g_autoptr (LwLessonTrial) trial = lw_lesson_trial_new (mechanism, NULL);
  g_autoptr (GError) error = NULL;
  double value;

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_case (&cases[i], NULL);
  g_assert_false (lw_lesson_evaluate (trial, "events(touch, Cat)", NULL, NULL, &value, &error));
  g_assert_cmpstr (error->message, ==, "There is no body or coupling “Cat”.");
}

/// Crank and coupler are in line at acos (0.852) and 180 degrees + acos (0.6), by the law of cosines.
static void
test_four_bar (void)
{
  static const Case cases[] = {
    { "four-bar.json", "grashof(crank_rocker)", 1, 0 },
    { "four-bar.json", "limit(1)", 0.55128, 1e-4 },
    { "four-bar.json", "limit(2)", 4.06889, 1e-4 },
    { "four-bar.json", "time_ratio", 1.27192, 1e-4 },
    { "crank-shaper.json", "time_ratio", 1.13421595, 1e-7 },
    { PENDULUM, "time_ratio", NAN, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_case (&cases[i], NULL);
}

/// Crossings of a curve, and of one that was drawn by hand.
static void
test_curves (void)
{
  static const double drawn[][2] = { { 0, 1 }, { 1, -1 }, { 2, -1 }, { 3, 3 }, { 4, 0 } };
  g_autoptr (GArray) curve = g_array_new (FALSE, FALSE, sizeof drawn[0]);
  const LwLessonGiven given = { .drawn = curve };
  static const Case cases[] = {
    { PENDULUM, "drawn(crossings)", 2, 0 },
    { PENDULUM, "drawn(first_crossing)", 0.5, 1e-12 },
    { PENDULUM, "drawn(max) + drawn(time_of_max)", 6, 0 },
    { PENDULUM, "crossings(Bar.angle, -0.1 rad)", 1, 0 },
    { PENDULUM, "crossings(Bar.angle, 1 rad)", 0, 0 },
    { PENDULUM, "crossings(sin(10 rad/s * t), 0.5)", 2, 0 },
    { PENDULUM, "crossings(sin(10 rad/s * t), 0.5) while t > 0.1 s", 1, 0 },
  };

  g_array_append_vals (curve, drawn, G_N_ELEMENTS (drawn));
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_case (&cases[i], &given);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lesson-analyses/system", test_system);
  g_test_add_func ("/lesson-analyses/instants", test_instants);
  g_test_add_func ("/lesson-analyses/motions", test_motions);
  g_test_add_func ("/lesson-analyses/ends", test_ends);
  g_test_add_func ("/lesson-analyses/events", test_events);
  g_test_add_func ("/lesson-analyses/four-bar", test_four_bar);
  g_test_add_func ("/lesson-analyses/curves", test_curves);
  return g_test_run ();
}
