// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reading lessons: their parts, and errors that name the step and the line.

#include <string.h>

#include "lw-lesson-marks.h"

#define STEP                                                                                       \
  "{\"title\": \"T\", \"text\": \"X\", \"task\": \"Y\",\n"                                         \
  "\"start\": {\"linkwright\": 1, \"bodies\": [{\"name\": \"Bar\"}]},\n"                           \
  "\"check\": {%s}%s}"
#define LESSON                                                                                     \
  "{\"linkwright_lesson\": 1, \"id\": \"a-lesson\",\n"                                             \
  "\"title\": {\"en\": \"A lesson\", \"de\": \"Eine Lektion\"}, \"goal\": \"G\",\n"                \
  "\"steps\": [\n" STEP "]}"
#define NUMBERS "\"numbers\": [{\"value\": 3, \"unit\": \"m\"}]"

static LwLesson *
parse (const char *check, const char *rest, GError **error)
{
  g_autofree char *text = g_strdup_printf (LESSON, check, rest);

  return lw_lesson_parse (text, strlen (text), NULL, NULL, error);
}

static void
test_parts (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LwLesson) lesson = parse (
    NUMBERS ", \"expression\": \"1 == 1\"",
    ", \"hints\": [\"one\", {\"en\": \"two\", \"fr\": \"deux\"}],\n"
    "\"wrong\": [{\"numbers\": [4], \"reply\": \"No\"}], \"solution\": {\"numbers\": [\"3 m\"]}",
    &error);
  const LwLessonStep *step;

  g_assert_no_error (error);
  g_assert_cmpstr (lw_lesson_get_id (lesson), ==, "a-lesson");
  g_assert_cmpstr (lw_lesson_text (lw_lesson_get_title (lesson), "de"), ==, "Eine Lektion");
  g_assert_cmpstr (lw_lesson_text (lw_lesson_get_title (lesson), "fr"), ==, "A lesson");
  g_assert_cmpstr (lw_lesson_text (lw_lesson_get_goal (lesson), "de"), ==, "G");
  g_assert_cmpuint (lw_lesson_get_n_steps (lesson), ==, 1);
  step = lw_lesson_get_step (lesson, 0);
  g_assert_cmpuint (step->line, ==, 4);
  g_assert_cmpuint (step->hints->len, ==, 2);
  g_assert_cmpstr (lw_lesson_text (step->hints->pdata[1], "fr"), ==, "deux");
  g_assert_cmpuint (step->wrong->len, ==, 1);
  g_assert_cmpstr (step->solved.numbers[0], ==, "3 m");
  g_assert_true (lw_lesson_get_start (lesson, 0) == lw_lesson_get_solution (lesson, 0));
  g_assert_cmpuint (lw_mechanism_get_n_bodies (lw_lesson_get_start (lesson, 0)), ==, 1);
}

static void
test_errors (void)
{
  static const struct
  {
    const char *check, *rest, *message;
  } cases[] = {
    { "", "", "Step 1 (line 6): “check” is empty." },
    { "\"numbers\": [{}]", "",
      "Step 1 (line 6): without “expression”, a number needs “value”, a "
      "number or an expression." },
    { NUMBERS, ", \"extra\": 1", "Step 1 (line 6): a step has no member \"extra\"" },
    { NUMBERS, ",\n\"solution\": {\"numbers\": [1, 2]}",
      "Step 1 (line 7): there must be as many numbers as the check asks for: 1." },
    { NUMBERS, ", \"wrong\": [{\"reply\": \"No\"}]",
      "Step 1 (line 6): a wrong answer needs “when”, “numbers” or “choice”." },
    { "\"choices\": [{\"id\": \"a\", \"text\": \"A\"}], \"choice\": \"b\"", "",
      "Step 1 (line 6): the right choice “b” is not among the choices." },
    { "\"choices\": [{\"id\": \"a\", \"text\": \"A\"}]", "",
      "Step 1 (line 6): “choices” and “choice”, the right one, belong together." },
    { NUMBERS, ", \"solution\": {\"mechanism\": \"other\"}",
      "Step 1 (line 6): there is no mechanism “other”." },
    { NUMBERS, ", \"solution\": {\"mechanism\": {\"linkwright\": 1, \"bodies\": [{\"mas\": 1}]}}",
      "Body 1 (bodies[0], line 6)" },
    { "\"drawn\": \"Bar.y\"", ", \"solution\": {\"drawn\": [[0, 1], [0, 2]]}",
      "Step 1 (line 6): “drawn” must be a list of points [time, value] in the order of time." },
    { NUMBERS, ", \"hints\": [3]", "Step 1 (line 6): “hints” must be a text" },
    { NUMBERS, ", \"hints\": \"a\"", "Step 1 (line 6): “hints” must be a list." },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (LwLesson) lesson = parse (cases[i].check, cases[i].rest, &error);
    const char *fault;

    g_assert_no_error (error);
    fault = lw_lesson_get_step (lesson, 0)->fault;
    if (fault == NULL || !g_str_has_prefix (fault, cases[i].message))
      g_error ("case %zu: “%s” instead of “%s”", i, fault, cases[i].message);
  }
}

static void
test_whole (void)
{
  static const char *const texts[][2] = {
    { "", "" },
    { "[]", "Lesson (line 1): a lesson must be an object." },
    { "{\"linkwright_lesson\": 2}", "Lesson (line 1): a lesson begins with" },
    { "{\"linkwright_lesson\": 1, \"id\": \"A b\"}", "Lesson (line 1): “id” must be a word" },
    { "{\"linkwright_lesson\": 1, \"id\": \"a\", \"title\": \"T\", \"goal\": \"G\", \"steps\": []}",
      "Lesson (line 1): “steps” must be a list of 1 to 50 steps." },
    { "\xff", "Line 1: there is a byte that is not UTF-8 text" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (lw_lesson_parse (texts[i][0], strlen (texts[i][0]), NULL, NULL, &error));
    g_assert_error (error, LW_ERROR, LW_ERROR_BAD_FILE);
    if (!g_str_has_prefix (error->message, texts[i][1]))
      g_error ("case %zu: “%s” instead of “%s”", i, error->message, texts[i][1]);
  }
}

/// A step with a fault keeps it; the others work.
static void
test_alone (void)
{
  static const char text[] =
    "{\"linkwright_lesson\": 1, \"id\": \"a\", \"title\": \"T\", \"goal\": \"G\",\n"
    "\"mechanisms\": {\"bad\": {\"linkwright\": 1, \"bodies\": [{\"mas\": 1}]},\n"
    "\"good\": {\"linkwright\": 1, \"bodies\": [{\"name\": \"Bar\"}]}},\n"
    "\"steps\": [\n"
    "{\"title\": \"T\", \"text\": \"X\", \"task\": \"Y\", \"check\": {\"expression\": \"1\"}},\n"
    "{\"title\": \"T\", \"text\": \"X\", \"task\": \"Y\", \"start\": \"bad\",\n"
    "\"check\": {\"expression\": \"1\"}},\n"
    "{\"title\": \"T\", \"text\": \"X\", \"task\": \"Y\", \"start\": \"good\",\n"
    "\"check\": {" NUMBERS "}, \"solution\": {\"numbers\": [\"3 m\"]}},\n"
    "{\"title\": \"T\", \"text\": \"X\", \"task\": \"Y\",\n"
    "\"check\": {\"expression\": \"((((\"}}]}";
  static const char *const faults[] = {
    "Step 1 (line 5): the first step needs a “start”.",
    "Mechanism “bad”: Body 1 (bodies[0], line 2)",
    NULL,
    NULL,
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (LwLesson) lesson = lw_lesson_parse (text, strlen (text), NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (lw_lesson_get_n_steps (lesson), ==, G_N_ELEMENTS (faults));
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++) {
    g_auto (GStrv) proof = lw_lesson_prove (lesson, i, "en");
    const char *fault = lw_lesson_get_step (lesson, i)->fault;

    g_assert_nonnull (lw_lesson_get_start (lesson, i));
    g_assert_true ((fault != NULL) == (faults[i] != NULL));
    if (fault != NULL) {
      g_assert_true (g_str_has_prefix (fault, faults[i]));
      g_assert_cmpuint (g_strv_length (proof), ==, 1);
      g_assert_cmpstr (proof[0], ==, fault);
    }
    // An expression without an end is a fault of the check.
    g_assert_cmpuint (g_strv_length (proof), ==, i == 2 ? 0 : 1);
  }
}

/// A missing figure is named in its place, and the step works; a formula that shows a number that does not
/// exist is a fault only in the proof.
static void
test_missing_figure (void)
{
  static const char text[] =
    "{\"linkwright_lesson\": 1, \"id\": \"a\", \"title\": \"T\", \"goal\": \"G\",\n"
    "\"mechanisms\": {\"good\": {\"linkwright\": 1, \"bodies\": [{\"name\": \"Bar\"}]}},\n"
    "\"steps\": [{\"title\": \"T\", \"text\": \"X\", \"task\": \"Y\", \"start\": \"good\",\n"
    "\"pictures\": [{\"mechanism\": \"gone.json\", \"caption\": \"Gone\"},\n"
    "{\"mechanism\": \"good\"}, {}],\n"
    "\"formulas\": [\"y = \\\\value{Bar.y}\", \"z = \\\\value{Bar.zz}\"],\n"
    "\"check\": {" NUMBERS "}, \"solution\": {\"numbers\": [\"3 m\"]}}]}";
  g_autoptr (GError) error = NULL;
  g_autoptr (LwLesson) lesson = lw_lesson_parse (text, strlen (text), NULL, NULL, &error);
  const LwLessonStep *step;
  g_auto (GStrv) proof = NULL;

  g_assert_no_error (error);
  step = lw_lesson_get_step (lesson, 0);
  g_assert_null (step->fault);
  g_assert_cmpuint (step->pictures->len, ==, 3);
  g_assert_cmpstr (((LwLessonPicture *) step->pictures->pdata[0])->fault, ==,
                   "Step 1 (line 4): there is no mechanism “gone.json”.");
  g_assert_nonnull (((LwLessonPicture *) step->pictures->pdata[1])->mechanism);
  g_assert_null (((LwLessonPicture *) step->pictures->pdata[1])->fault);
  g_assert_nonnull (strstr (((LwLessonPicture *) step->pictures->pdata[2])->fault, "line 5"));
  proof = lw_lesson_prove (lesson, 0, "en");
  g_assert_cmpuint (g_strv_length (proof), ==, 3);
  g_assert_nonnull (strstr (proof[2], "Bar.zz"));
}

static char *
get_value_cb (const char *channel, gpointer data)
{
  return g_str_equal (channel, "A.x") ? g_strdup ("\\t{1 m}") : NULL;
}

/// Formulas have the decimal sign of the text beside them; other dots stay.
static void
test_formula_numbers (void)
{
  g_autofree char *comma =
    lw_lesson_fill_formula ("x^{2} + (y - 0.2)^{2} = \\frac{1.5}{10}. a.b", ',', NULL, NULL);

  g_assert_cmpstr (comma, ==, "x^{2} + (y - 0,2)^{2} = \\frac{1,5}{10}. a.b");
}

static void
test_formulas (void)
{
  static const char *const cases[][2] = {
    { "x = \\value{A.x} + \\value{B.x}", "x = \\t{1 m} + …" },
    { "x = 1", "x = 1" },
    { "\\value{A.x", "\\value{A.x" },
    { "\\value{}", "…" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *filled = lw_lesson_fill_formula (cases[i][0], '.', get_value_cb, NULL);
    g_autofree char *empty = lw_lesson_fill_formula (cases[i][0], '.', NULL, NULL);

    g_assert_cmpstr (filled, ==, cases[i][1]);
    g_assert_null (strstr (empty, "1 m"));
    g_assert_true (lw_lesson_formula_is_live (cases[i][0])
                   == (strstr (cases[i][0], "value") != NULL));
  }
}

static void
test_markup (void)
{
  static const char *const cases[][3] = {
    { "a **b** *c* `d<e`", "a <b>b</b> <i>c</i> <tt>d&lt;e</tt>", "a b c d<e" },
    { "2 * 3 * 4", "2 * 3 * 4", "2 * 3 * 4" },
    { "- one\n- *two", "•\u00a0one\n•\u00a0*two", "•\u00a0one\n•\u00a0*two" },
    { "**a *b* c**", "<b>a <i>b</i> c</b>", "a b c" },
    // A number and its unit stay on one line.
    { "AC = 0.3 m. 5 %, 2 sleds", "AC = 0.3\u00a0m. 5\u00a0%, 2 sleds",
      "AC = 0.3 m. 5 %, 2 sleds" },
    { "4 rad/s", "4\u00a0rad/\u2060s", "4 rad/s" },
    { "a < b & c", "a &lt; b &amp; c", "a < b & c" },
    { "**", "**", "**" },
    { "3 n_b, F_x; a_bc `d_e`", "3 n<sub>b</sub>, F<sub>x</sub>; a_bc <tt>d_e</tt>",
      "3 n_b, F_x; a_bc d_e" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *markup = lw_lesson_dup_markup (cases[i][0]);
    g_autofree char *plain = lw_lesson_dup_plain (cases[i][0]);

    g_assert_cmpstr (markup, ==, cases[i][1]);
    g_assert_cmpstr (plain, ==, cases[i][2]);
  }
}

static void
test_notes (void)
{
  g_autoptr (LwLesson) lesson = parse (NUMBERS, "", NULL);
  g_autoptr (LwMechanism) mechanism = lw_mechanism_new ();
  LwLessonAnswers answers;

  lw_mechanism_set_notes (mechanism, "My work\nStep 1: 2.5 m\nstep 1:  3 ; 4\nStep 2: 7");
  answers = lw_lesson_read_notes (lesson, 0, mechanism);
  g_assert_cmpuint (g_strv_length (answers.numbers), ==, 2);
  g_assert_cmpstr (answers.numbers[0], ==, "3");
  g_assert_cmpstr (answers.numbers[1], ==, "4");
  g_assert_null (answers.choice);
  lw_lesson_answers_clear (&answers);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lesson-read/parts", test_parts);
  g_test_add_func ("/lesson-read/errors", test_errors);
  g_test_add_func ("/lesson-read/whole", test_whole);
  g_test_add_func ("/lesson-read/alone", test_alone);
  g_test_add_func ("/lesson-read/missing-figure", test_missing_figure);
  g_test_add_func ("/lesson-read/formulas", test_formulas);
  g_test_add_func ("/lesson-read/formula-numbers", test_formula_numbers);
  g_test_add_func ("/lesson-read/markup", test_markup);
  g_test_add_func ("/lesson-read/notes", test_notes);
  return g_test_run ();
}
