// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Expressions of checks, compared with closed forms; replies; checks that are broken or never end.

#include <math.h>
#include <string.h>

#include "lw-lesson-check.h"
#include "lw-lesson-code.h"
#include "testing-text.h"

/// A ball thrown upwards at 4.905 m/s: y = 4.905 t - 4.905 t², at the top after 0.5 s in 1.22625 m.
#define BALL                                                                                       \
  "{\"linkwright\": 1, \"bodies\": [{\"name\": \"Ball\", \"velocity\": [0, 4.905]}],"              \
  "\"run\": {\"duration\": 1, \"interval\": 0.01}}"
/// A bar on a pin in the origin, level and at rest.
#define PENDULUM                                                                                   \
  "{\"linkwright\": 1, \"bodies\": [{\"name\": \"Bar\", \"mass\": 2, \"inertia\": "                \
  "0.16666666666666666, \"position\": [0.5, 0]}], \"couplings\": [{\"name\": \"A\", \"kind\": "    \
  "\"pin\", \"bodies\": [\"ground\", \"Bar\"], \"at\": [0, 0]}], \"run\": {\"duration\": 0.1}}"

/// Three equal cranks, held upright, below a beam of 29.43 N.
#define CRANK(name, x)                                                                             \
  "{\"name\": \"" name "\", \"mass\": 0.5, \"inertia\": 0.00375, \"position\": [" x ", 0.15]}"
#define PIN(name, below, above, x, y)                                                              \
  "{\"name\": \"" name "\", \"kind\": \"pin\", \"bodies\": [\"" below "\", \"" above               \
  "\"], \"at\": [" x ", " y "]}"
#define CRANKS                                                                                           \
  "{\"linkwright\": 1, \"bodies\": [" CRANK ("C1", "0") "," CRANK ("C2", "0.4") "," CRANK (              \
    "C3",                                                                                                \
    "0.8") ", {\"name\": \"Beam\", \"mass\": 3, \"inertia\": 0.16, \"position\": [0.4, "                 \
           "0.3]}], \"couplings\": [" PIN ("A1", "ground", "C1", "0", "0") "," PIN (                     \
             "A2", "ground", "C2", "0.4",                                                                \
             "0") "," PIN ("A3", "ground", "C3", "0.8",                                                  \
                           "0") "," PIN ("B1", "C1", "Beam", "0",                                        \
                                         "0.3") "," PIN ("B2", "C2", "Beam", "0.4",                      \
                                                         "0.3") "," PIN ("B3", "C3", "Beam",             \
                                                                         "0.8",                          \
                                                                         "0.3") ", {\"name\": \"M\", "   \
                                                                                "\"kind\": \"driver\", " \
                                                                                "\"joint\": \"A1\", "    \
                                                                                "\"function\": \"0\"}]}"

/// Runs with other settings: errors of the Runge-Kutta method of order 4 on a pendulum, against a
/// solution in quadruple accuracy that lessons.md states (θ (1.5 s) = -1.301209261408 rad ± 1e-11).
static void
test_with (void)
{
  static const struct
  {
    const char *expression;
    double value, tolerance;
  } cases[] = {
    { "with(method, verner87, with(step, 0, with(accuracy, 1e-13, final(Bar.angle)))) + 1.301209261408 rad",
      0, 1e-11 },
    { "abs(with(step, 0.1 s, final(Bar.angle)) + 1.301209261408 rad)", 8.77e-4, 0.05 * 8.77e-4 },
    { "abs(with(step, 0.025 s, final(Bar.angle)) + 1.301209261408 rad)", 4.70e-6, 0.05 * 4.70e-6 },
    { "log2(abs(with(step, 0.0125 s, final(Bar.angle)) + 1.301209261408 rad) / "
      "abs(with(step, 0.00625 s, final(Bar.angle)) + 1.301209261408 rad))",
      3.98, 0.05 },
    { "with(step, 0.0125 s, evaluations) / with(step, 0.025 s, evaluations)", 2, 0.02 },
  };
  static const char text[] =
    "{\"linkwright\": 1, \"bodies\": [{\"name\": \"Bar\", \"mass\": 2, \"inertia\": "
    "0.16666666666666666, \"position\": [0.5, 0]}], \"couplings\": [{\"name\": \"A\", \"kind\": "
    "\"pin\", \"bodies\": [\"ground\", \"Bar\"], \"at\": [0, 0]}], \"run\": {\"duration\": 1.5, "
    "\"interval\": 0.5, \"method\": \"rk4\", \"step\": 0.1}}";
  g_autoptr (LwMechanism) mechanism = testing_parse (text);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (LwLessonTrial) trial = lw_lesson_trial_new (mechanism, NULL);
    g_autoptr (GError) error = NULL;
    double value;

    lw_lesson_evaluate (trial, cases[i].expression, NULL, NULL, &value, &error);
    g_assert_no_error (error);
    if (!(fabs (value - cases[i].value) <= cases[i].tolerance))
      g_error ("%s is %.17g, not %.17g", cases[i].expression, value, cases[i].value);
  }
}

static void
test_values (void)
{
  static const struct
  {
    const char *mechanism, *expression;
    double value;
  } cases[] = {
    { BALL, "max(Ball.y)", 1.22625 },
    { BALL, "min(Ball.vy)", -4.905 },
    { BALL, "at(Ball.y, 0.25 s)", 0.9196875 },
    { BALL, "at(Ball.vy, 125 ms)", 3.67875 },
    { BALL, "first(Ball.vy)", 4.905 },
    { BALL, "final(Ball.y)", 0 },
    { BALL, "when(Ball.vy, 2.4525 m/s)", 0.25 },
    { BALL, "time_of_max(Ball.y)", 0.5 },
    { BALL, "time_of_min(Ball.vy)", 1 },
    { BALL, "mean(Ball.vy)", 0 },
    { BALL, "max(abs(Ball.vy)) < 5 m/s and max(Ball.y) > 1 m", 1 },
    { BALL, "max(abs(Ball.vy)) < 1 mm/s or not (1 > 2)", 1 },
    { BALL, "max(Ball.vy) while t > 0.5 s", -0.0981 },
    // v = 4.905 - 9.81 t after 0.5 s; the changed run ends at 0.25 s, where y = 0.9196875.
    { BALL, "with(duration, 0.25 s, max(Ball.y) while t > 0.1 s)", 0.9196875 },
    { BALL, "with(duration, 0.25 s, min(Ball.vy) while t < 0.105 s)", 3.924 },
    { BALL, "with(duration, 2 s, max(Ball.y) while t > 1.005 s) + 0.0495405 m", 0 },
    { BALL,
      "(with(duration, 0.25 s, min(Ball.vy) while t < 0.105 s)) + max(Ball.vy) while t > 0.5 s",
      3.924 - 0.0981 },
    { BALL, "with(interval, 0.1 s, with(duration, 0.5 s, max(Ball.y) while t < 0.45 s))", 1.1772 },
    { BALL, "max(Ball.y)\nwhile t > 0.1 s and not (t > 0.25 s)", 0.9196875 },
    { BALL, "max(1, 2, min(3, 4))", 3 },
    { BALL, "max(der(Ball.vy))", -9.81 },
    { BALL, "events(touch)", 0 },
    { BALL, "event_time(touch, 1)", NAN },
    { BALL, "run_end", 1 },
    { BALL, "run_failed", 0 },
    { BALL, "count(bodies) + 10 * count(velocities)", 31 },
    { PENDULUM, "count(rows) + 10 * rank(G) + 100 * dof", 122 },
    { PENDULUM, "count(freedoms)", 1 },
    { PENDULUM, "first(A.reaction_y)", 4.905 },
    { PENDULUM, "G(A, 2, Bar, 3)", -0.5 },
    { PENDULUM, "motion(Bar, 2, Bar, 3)", 0.5 },
    { PENDULUM, "redundant(A)", 0 },
    // The pin bears a quarter of the weight: 2 · 9.81 / 4.
    { PENDULUM, "unbalanced(A, 1, 0, A, 2, 4.905 N)", 0 },
    { PENDULUM, "unbalanced(A, 2, 4.905)", 0 },
    { PENDULUM, "unbalanced(A, 1, 0, A, 2, 5.905)", 1 },
    { CRANKS, "unbalanced(B1, 2, 14.715, B2, 2, 0, B3, 2, 14.715)", 0 },
    { CRANKS, "unbalanced(B1, 2, 10.715, B2, 2, 8, B3, 2, 10.715)", 0 },
    { CRANKS, "unbalanced(B2, 2, 100 N)", 0 },
    { BALL, "with(duration, 0.5 s, final(Ball.y))", 1.22625 },
    { BALL, "with(duration, 0.5 s, run_end) + run_end", 1.5 },
    { PENDULUM, "with(method, rk4, with(step, 10 ms, method(rk4) + steps))", 11 },
    { PENDULUM, "exists(Bar) + exists(A) + exists(B)", 2 },
    { PENDULUM, "method(automatic) + method(rk4)", 1 },
    { PENDULUM, "stabilisation(projection) + fits", 2 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (LwMechanism) mechanism = testing_parse (cases[i].mechanism);
    g_autoptr (LwLessonTrial) trial = lw_lesson_trial_new (mechanism, NULL);
    double value;

    lw_lesson_evaluate (trial, cases[i].expression, NULL, NULL, &value, &error);
    g_assert_no_error (error);
    if (!(fabs (value - cases[i].value) < 1e-8) && !(isnan (value) && isnan (cases[i].value)))
      g_error ("%s is %.17g, not %.17g", cases[i].expression, value, cases[i].value);
  }
}

static void
test_faults (void)
{
  static const char *const cases[][2] = {
    { "max(Ball.z)", "There is no value “Ball.z” in this mechanism." },
    { "Ball.y > 1 m", "“Ball.y” is a curve; write one of its numbers" },
    { "with(method, quick, final(Ball.y))", "“quick” is not a word for method." },
    { "with(colour, 1, final(Ball.y))", "“colour” is not a setting of a run" },
    { "with(step, 1 m, final(Ball.y))", "" },
    { "with(step, 1 s, final(Ball.y)) + 1 s > 0", "" },
    { "with(a, 1, ", "A parenthesis is missing at the end." },
    { "unbalanced(A, 1, 2)", "“A” has no row number 1." },
    { "max(Ball.y", "A parenthesis is missing at the end." },
    { "max(Ball.y) > 1 s", "" },
    { "max(Ball.y - 1)", "" },
    { "count(cats)", "count () has no “cats”" },
    { "events(bang)", "There are no events “bang”" },
    { "answer == 1", "A number is missing." },
    { "max(Ball.y) while", "" },
    { "while t > 1 s", "“while” limits nothing here" },
    { "with(duration, 2 s, max(Ball.y)) while t > 1 s", "“while” limits nothing here" },
    { "(max(Ball.y) while t > 1 s) + 1 m", "“while” belongs at the end" },
    { "with(duration, 2 s, (max(Ball.y) while t > 1 s))", "“while” belongs at the end" },
    { "with(duration, 2 s, max(Ball.y) while t > 1 m)", "" },
    { "max(Ball.y) while t > 1 s while t < 2 s", "" },
    { "at(Ball.y, 1 m)", "" },
    { "G(A, 1, Ball, 1)", "“A” has no row number 1." },
    { "((((", "is missing at the end" },
    { "[Ball", "" },
    { "nonsense(1)", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (LwMechanism) mechanism = testing_parse (BALL);
    g_autoptr (LwLessonTrial) trial = lw_lesson_trial_new (mechanism, NULL);
    double value;

    g_assert_false (lw_lesson_evaluate (trial, cases[i][0], NULL, NULL, &value, &error));
    if (error == NULL || strstr (error->message, cases[i][1]) == NULL)
      g_error ("%s: “%s”", cases[i][0], error != NULL ? error->message : "no error");
  }
}

#define LESSON(check, wrong)                                                                       \
  "{\"linkwright_lesson\": 1, \"id\": \"a\", \"title\": \"T\", \"goal\": \"G\", \"steps\": ["      \
  "{\"title\": \"T\", \"text\": \"X\", \"task\": \"Y\", \"start\": " BALL ", \"check\": {" check   \
  "}, \"wrong\": [" wrong "],"                                                                     \
  "\"why\": \"Because\"}]}"

#define SEVEN "{\"numbers\": [7], \"reply\": {\"en\": \"Seven?\", \"de\": \"Sieben?\"}}"

static LwLessonResult *
check_number (const char *check_text, const char *typed, const char *language)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LwLesson) lesson =
    lw_lesson_parse (check_text, strlen (check_text), NULL, NULL, &error);
  g_auto (LwLessonAnswers) answers = { 0 };
  LwLessonResult *result;

  g_assert_no_error (error);
  answers.numbers = g_strsplit (typed, ";", -1);
  result =
    lw_lesson_check (lesson, 0, lw_lesson_get_start (lesson, 0), &answers, language, NULL, &error);
  g_assert_no_error (error);
  return result;
}

static void
test_numbers (void)
{
  static const char top[] =
    LESSON ("\"numbers\": [{\"value\": \"max(Ball.y)\", \"unit\": \"m\"}]", SEVEN);
  static const char angle[] = LESSON ("\"numbers\": [{\"value\": 2, \"unit\": \"rad\"}]", SEVEN);
  static const char weight[] = LESSON ("\"numbers\": [{\"value\": 9.81, \"unit\": \"N\"}]", SEVEN);
  static const struct
  {
    const char *lesson, *typed;
    LwLessonVerdict verdict;
    const char *reply;
  } cases[] = {
    { top, "1.226", LW_LESSON_PASSED, "Because" },
    { top, "1226 mm", LW_LESSON_PASSED, "Because" },
    { top, "1,226", LW_LESSON_PASSED, "Because" },
    { top, "4.905^2/(2*9.81)", LW_LESSON_PASSED, "Because" },
    { top, "7", LW_LESSON_WRONG, "Sieben?" },
    { top, "-1.226", LW_LESSON_WRONG, "The size is right" },
    { top, "2.4525", LW_LESSON_WRONG, "A factor of 2 too much." },
    { top, "1226", LW_LESSON_WRONG, "A factor of 1000 too much" },
    { top, "3", LW_LESSON_WRONG, "Not yet." },
    { top, "", LW_LESSON_MISSING, "Enter your result first." },
    { top, "3 kg", LW_LESSON_MISSING, "" },
    { top, "3 +", LW_LESSON_MISSING, "" },
    { angle, "114.59°", LW_LESSON_PASSED, "Because" },
    { angle, "114.59", LW_LESSON_WRONG, "This is in degrees" },
    { weight, "1", LW_LESSON_WRONG, "This looks like a mass" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (LwLessonResult) result = check_number (cases[i].lesson, cases[i].typed, "de");

    if (result->verdict != cases[i].verdict || strstr (result->reply, cases[i].reply) == NULL)
      g_error ("“%s”: verdict %d, “%s”", cases[i].typed, (int) result->verdict, result->reply);
  }
}

static void
test_drawn (void)
{
  static const char text[] = LESSON ("\"drawn\": \"Ball.y\", \"bound\": 0.1", "");
  static const double exact[][2] = {
    { 0, 0 }, { 0.25, 0.92 }, { 0.5, 1.226 }, { 0.75, 0.92 }, { 1, 0 }
  };
  static const double flat[][2] = { { 0, 1 }, { 1, 1 } };
  static const double half[][2] = { { 0, 0 }, { 0.25, 0.92 }, { 0.5, 1.226 } };
  static const struct
  {
    const double (*points)[2];
    guint n;
    LwLessonVerdict verdict;
  } cases[] = {
    { exact, 5, LW_LESSON_PASSED },
    { flat, 2, LW_LESSON_WRONG },
    { half, 3, LW_LESSON_WRONG },
    { exact, 1, LW_LESSON_MISSING },
  };
  g_autoptr (LwLesson) lesson = lw_lesson_parse (text, strlen (text), NULL, NULL, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_auto (LwLessonAnswers) answers = { 0 };
    g_autoptr (LwLessonResult) result = NULL;

    answers.drawn = g_array_new (FALSE, FALSE, 2 * sizeof (double));
    g_array_append_vals (answers.drawn, cases[i].points, cases[i].n);
    result =
      lw_lesson_check (lesson, 0, lw_lesson_get_start (lesson, 0), &answers, "en", NULL, &error);
    g_assert_no_error (error);
    g_assert_cmpint (result->verdict, ==, cases[i].verdict);
  }
}

/// A run without an end, and a check that is cancelled: each ends, and says why.
static void
test_endless (void)
{
  g_autoptr (LwMechanism) mechanism = testing_parse (
    "{\"linkwright\": 1, \"bodies\": [{\"name\": \"Ball\"}], \"run\": {\"duration\": 1e9, "
    "\"interval\": 1e-3}}");
  g_autoptr (LwLessonTrial) trial = lw_lesson_trial_new (mechanism, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LwLessonTrial) cancelled = lw_lesson_trial_new (mechanism, cancellable);
  g_autoptr (GError) error = NULL;
  double value;

  g_assert_false (lw_lesson_evaluate (trial, "max(Ball.y)", NULL, NULL, &value, &error));
  g_assert_cmpstr (error->message, ==,
                   "Checking this takes too long; shorten the run or use larger steps.");
  g_clear_error (&error);
  g_cancellable_cancel (cancellable);
  g_assert_false (lw_lesson_evaluate (cancelled, "max(Ball.y)", NULL, NULL, &value, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lesson-check/values", test_values);
  g_test_add_func ("/lesson-check/with", test_with);
  g_test_add_func ("/lesson-check/faults", test_faults);
  g_test_add_func ("/lesson-check/numbers", test_numbers);
  g_test_add_func ("/lesson-check/drawn", test_drawn);
  g_test_add_func ("/lesson-check/endless", test_endless);
  return g_test_run ();
}
