// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli lesson and grade: a lesson that is right, one with faults, and the folder of a class.

#include <math.h>
#include <string.h>

#include <glib/gstdio.h>

#include "testing-cli.h"

#define MECHANISM(y, notes)                                                                        \
  "{\"linkwright\": 1, \"notes\": \"" notes "\", \"bodies\": [{\"name\": \"Ball\", \"position\": " \
  "[0, " y "]}], \"run\": {\"duration\": 0.1}}"
#define LESSON(value)                                                                                   \
  "{\"linkwright_lesson\": 1, \"id\": \"a\", \"title\": \"T\", \"goal\": \"G\", \"steps\": [\n"         \
  "{\"title\": \"High\", \"text\": \"X\", \"task\": \"Y\", \"start\": " MECHANISM (                     \
    "0",                                                                                                \
    "") ",\n"                                                                                           \
        "\"check\": {\"expression\": \"first(Ball.y) > 1 m\"},\n"                                       \
        "\"solution\": {\"mechanism\": " MECHANISM (                                                    \
          "2",                                                                                          \
          "") "}},\n"                                                                                   \
              "{\"title\": \"Number, =\", \"text\": \"X\", \"task\": \"Y\", \"check\": {\"numbers\": "  \
              "[{\"value\": \"first(Ball.y)\", \"unit\": \"m\"}]},\n"                                   \
              "\"wrong\": [{\"numbers\": [3], \"reply\": \"No\"}], \"solution\": {\"numbers\": [" value \
              "]}}]}"

static char *
write_file (const char *name, const char *text)
{
  char *path = cli_path_of (name);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static void
test_lesson (void)
{
  g_autofree char *good = write_file ("good.json", LESSON ("2"));
  g_autofree char *bad = write_file ("bad.json", LESSON ("3"));
  g_autofree char *folder = g_build_filename (cli_examples, "..", "lessons", "freedoms.json", NULL);
  CliResult result = cli_call ("lesson", good, NULL);
  g_autofree char *text = cli_dup_output (&result);
  g_autofree char *faults = NULL;

  cli_assert_done (&result);
  g_assert_nonnull (strstr (text, "Step 1, line 2: High: the start fails, the model solution "));
  g_assert_nonnull (strstr (text, "passes, 1 wrong answers get their replies."));
  cli_result_clear (&result);
  result = cli_call ("lesson", bad, NULL);
  faults = cli_dup_output (&result);
  g_assert_cmpint (result.code, ==, 2);
  g_assert_nonnull (strstr (faults, "The model solution does not pass: No"));
  g_assert_nonnull (strstr (result.err, "the lesson has 1 fault; see the step above."));
  cli_result_clear (&result);
  result = cli_call ("lesson", folder, NULL);
  cli_assert_done (&result);
  cli_result_clear (&result);
}

/// The expressions of checks can be computed for every mechanism.
static void
test_evaluate (void)
{
  g_autofree char *pendulum = g_build_filename (cli_examples, "pendulum90.json", NULL);
  CliResult result = cli_call ("evaluate", pendulum, "--value", "count(velocities)", "--value",
                               "rank(G)", "--value", "event_time(touch, 1)", NULL);
  g_autofree char *text = cli_dup_output (&result);

  cli_assert_done (&result);
  g_assert_cmpstr (text, ==, "count(velocities)\t3\nrank(G)\t2\nevent_time(touch, 1)\tnan\n");
  cli_result_clear (&result);
  result = cli_call ("evaluate", pendulum, "--value", "rank(", NULL);
  g_assert_cmpint (result.code, !=, 0);
  g_assert_nonnull (strstr (result.err, "rank("));
  cli_result_clear (&result);
  result = cli_call ("evaluate", pendulum, NULL);
  g_assert_cmpint (result.code, ==, 1);
  cli_result_clear (&result);
}

/// Each kind of analysis that lessons use is available for any mechanism. The values are those of
/// test-lesson-analyses.c and of the closed forms of the examples.
static void
test_analyses (void)
{
  static const struct
  {
    const char *file, *expression;
    double value, tolerance;
  } cases[] = {
    // Entries of the linear system, at the start and at another instant.
    { "pendulum90.json", "M(Pendulum, 1, 1)", 1, 1e-12 },
    { "pendulum90.json", "instant(0.5 s, rank(G))", 2, 0 },
    // Motions of the released mechanism.
    { "slider-crank.json", "dof - motion(Crank, 3, Crank, 3)", 0, 1e-12 },
    // Redundant rows, what multipliers leave unbalanced, couplings that do not fit.
    { "sarrus.json", "count(rows) - rank(G)", 1, 0 },
    { "pendulum90.json", "fits - unmet(A)", 1, 0 },
    { "pendulum90.json", "unbalanced(A, 1, 100 N) > 1 N", 1, 0 },
    // Ends of runs, and runs with other settings: the order of a method.
    { "pendulum90.json", "run_failed + stopped(out_of_reach)", 0, 0 },
    { "pendulum90.json",
      "with(method, rk4, with(step, 1 ms, evaluations)) / with(method, rk4, with(step, 2 ms, evaluations))",
      2, 0.1 },
    // Events, four-bars, curves.
    { "bouncing-ball.json", "event_time(touch, 1, Ball, Floor)", 0.45152364, 1e-6 },
    { "four-bar.json", "grashof(crank_rocker) + time_ratio", 2.27192, 1e-4 },
    { "scotch-yoke.json", "crossings(S.coordinate, 0)", 8, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_build_filename (cli_examples, cases[i].file, NULL);
    CliResult result = cli_call ("evaluate", path, "--value", cases[i].expression, NULL);
    g_autofree char *text = cli_dup_output (&result);

    cli_assert_done (&result);
    if (!(fabs (g_ascii_strtod (strrchr (text, '\t') + 1, NULL) - cases[i].value)
          <= cases[i].tolerance))
      g_error ("%s: %s, expected %g", cases[i].file, text, cases[i].value);
    cli_result_clear (&result);
  }
}

/// A worksheet is written as a document or a page, and is the same each time.
static void
test_worksheet (void)
{
  g_autofree char *good = write_file ("sheet.json", LESSON ("2"));
  static const char *const begins[] = { "%PDF-", "%PDF-", "<!DOCTYPE html>" };
  static const char *const names[] = { "sheet-1.pdf", "sheet-2.pdf", "sheet.html" };
  char *texts[3] = { NULL };
  gsize sizes[3];

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = write_file (names[i], "");
    CliResult result = cli_call ("lesson", good, "-o", path, "--solutions", NULL);

    cli_assert_done (&result);
    cli_result_clear (&result);
    g_assert_true (g_file_get_contents (path, &texts[i], &sizes[i], NULL));
    g_assert_true (g_str_has_prefix (texts[i], begins[i]));
  }
  g_assert_cmpmem (texts[0], sizes[0], texts[1], sizes[1]);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (texts[i]);
}

static void
test_refused (void)
{
  g_autofree char *path = write_file ("broken.json", "{\"linkwright_lesson\": 1,\n\"steps\": 3}");
  CliResult result = cli_call ("lesson", path, NULL);

  cli_assert_refused (&result, 2);
  g_assert_nonnull (strstr (result.err, "line 1"));
  cli_result_clear (&result);
  result = cli_call ("grade", cli_folder, NULL);
  cli_assert_refused (&result, 1);
  cli_result_clear (&result);
  result = cli_call ("lesson", "/nowhere/lesson.json", NULL);
  cli_assert_refused (&result, 4);
  cli_result_clear (&result);
}

static void
test_grade (void)
{
  static const char expected[] = "file,1 High,\"2 Number, =\",passed,note\r\n"
                                 "'=bad.json,,,0,%s\r\n"
                                 "anna.json,1,1,2,\r\n"
                                 "ben.json,0,0,0,\r\n"
                                 "carl.json,1,,1,\r\n";
  g_autofree char *lesson = write_file ("lesson.json", LESSON ("2"));
  g_autofree char *folder = cli_path_of ("class");
  g_autofree char *text = NULL;
  g_autofree char *note = NULL;
  CliResult result;

  g_mkdir (folder, 0700);
  g_free (write_file ("class/anna.json", MECHANISM ("2", "Step 2: 2 m")));
  g_free (write_file ("class/ben.json", MECHANISM ("0", "My answer\\nStep 2: 3")));
  g_free (write_file ("class/carl.json", MECHANISM ("4", "")));
  g_free (write_file ("class/=bad.json", "{\"linkwright\": 1, \"bodies\": 3}"));
  g_free (write_file ("class/readme.txt", "not a mechanism"));
  result = cli_call ("grade", folder, "--lesson", lesson, NULL);
  cli_assert_done (&result);
  text = cli_dup_output (&result);
  for (guint i = 0; text[i] != '\0'; i++)
    g_assert_cmpint (text[i], !=, '\t');
  // The note of the broken file is the message of the reader.
  note = g_strndup (strstr (text, ",,,0,") + 5,
                    (gsize) (strstr (text, "\r\nanna") - strstr (text, ",,,0,") - 5));
  g_assert_nonnull (strstr (note, "bodies"));
  {
    g_autofree char *table = g_strdup_printf (expected, note);

    g_assert_cmpstr (text, ==, table);
  }
  cli_result_clear (&result);
}

int
main (int argc, char **argv)
{
  cli_test_init (&argc, &argv);
  g_test_add_func ("/cli-lessons/lesson", test_lesson);
  g_test_add_func ("/cli-lessons/evaluate", test_evaluate);
  g_test_add_func ("/cli-lessons/analyses", test_analyses);
  g_test_add_func ("/cli-lessons/worksheet", test_worksheet);
  g_test_add_func ("/cli-lessons/refused", test_refused);
  g_test_add_func ("/cli-lessons/grade", test_grade);
  return cli_test_run ();
}
