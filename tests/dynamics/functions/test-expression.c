// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Readable expressions and their values, and the message for each that cannot be read.

#include "testing-seed.h"
#include "testing.h"

#include <locale.h>

static const char *const names[] = { "t", "a", "length" };

enum
{
  NAMES = G_N_ELEMENTS (names),
};

static MbdExpression *
compile (const char *text)
{
  MbdExpression *expression = NULL;
  MbdDiagnosis why = { 0 };
  char sentence[200];
  MbdStatus status = mbd_expression_compile (text, names, NAMES, &expression, &why);

  if (status != MBD_STATUS_OK)
    g_error ("%s: %s", text,
             mbd_expression_explain (text, names, NAMES, &why, sentence, sizeof sentence));
  return expression;
}

static MbdJet
evaluate (const char *text, const MbdJet *jets)
{
  MbdExpression *expression = compile (text);
  MbdJet jet;

  mbd_expression_evaluate (expression, jets, &jet);
  mbd_expression_unref (expression);
  return jet;
}

/* Values --------------------------------------------------------------------------------------- */

static void
test_values (void)
{
  // t = 2, a = -3, length = 0.5
  static const struct
  {
    const char *text;
    double value;
  } list[] = {
    { "-2^2", -4 },
    { "(-2)^2", 4 },
    { "2^3^2", 512 },
    { "2^-1", 0.5 },
    { "2^-1^2", 0.5 },
    { "-2^-2", -0.25 },
    { "--t", 2 },
    { "- -t", 2 },
    { "+t", 2 },
    { "2-+-3", 5 },
    { "2 - 3 - 4", -5 },
    { "2 - (3 - 4)", 3 },
    { "12/3/2", 2 },
    { "12/3*2", 8 },
    { "2+3*4^2", 50 },
    { "2*3+4", 10 },
    { "-t*a", 6 },
    { "a^2", 9 },
    { "-a^2", -9 },
    { "!0", 1 },
    { "!t", 0 },
    { "!!t", 1 },
    { "!t == 0", 1 },
    { "-t < a", 0 },
    { "1 + 1 == 2", 1 },
    { "1 < 2 && 2 < 3", 1 },
    { "1 || 0 && 0", 1 },
    { "(1 || 0) && 0", 0 },
    { "2 && 3", 1 },
    { "0 || 0", 0 },
    { "(1 < 2) == (3 < 4)", 1 },
    { "t != 2", 0 },
    { "t >= 2", 1 },
    { "t <= 1.9", 0 },
    { "t > 2", 0 },
    { "1 ? 2 : 3", 2 },
    { "0 ? 2 : 3", 3 },
    { "0 ? 1 : 0 ? 2 : 3", 3 },
    { "1 ? 0 ? 4 : 5 : 6", 5 },
    { "t > 1 ? a : length", -3 },
    { "0 || 1 ? 2 : 3", 2 },
    { "1 ? 2 : 3 + 4", 2 },
    { "(1 ? 2 : 3) + 4", 6 },
    { "-(1 ? 2 : 3)", -2 },
    { "pi", G_PI },
    { "2*pi == tau", 1 },
    { "e", G_E },
    { "\u03c0 + \u03c4", 3 * G_PI },
    { "t\u00b7a \u2212 t\u00d7a \u00f7 3", -4 },
    { "(t \u2264 2) + (t \u2265 2) + (t \u2260 2)", 2 },
    { "max(1, 2, 3)", 3 },
    { "min(a, t, length)", -3 },
    { "max(1, min(2, 3), 1.5)", 2 },
    { "clamp(t, 0, 1)", 1 },
    { "if(t, 1, 2)", 1 },
    { "atan2(1, -1)", 0.75 * G_PI },
    { "hypot(3, 4)", 5 },
    { "pow(t, 3)", 8 },
    { "log10(1000)", 3 },
    { "log2(8)", 3 },
    { "ln(e)", 1 },
    { "log(e)", 1 },
    { "cbrt(-27)", -3 },
    { "sign(a) + sign(t) + sign(0)", 0 },
    { "floor(-0.5) + ceil(0.5)", 0 },
    { "round(0.5) + round(-0.5) + round(2.4)", 2 },
    { "mod(a, t)", 1 },
    { "mod(-a, -t)", -1 },
    { "mod(5.5, 2)", 1.5 },
    { "step(t, 2)", 1 },
    { "step(t, 2.1)", 0 },
    { "ramp(t, 0, 8)", 0.25 },
    { "smooth(t, 0, 4)", 0.5 },
    { "smooth(t, 0, 8)", 0.103515625 }, // u = 1/4: (10 - 15/4 + 6/16) / 64
    { "\t( ( t ) )\n", 2 },
    { "2\u00a0*\u2009t", 4 },
    { "max (1, 2)", 2 },
    { "1e3+1E-3", 1000.001 },
    { ".5 + 5.", 5.5 },
    { "00012", 12 },
    { "1e-400", 0 },
  };
  const MbdJet jets[NAMES] = { { 2, 0, 0 }, { -3, 0, 0 }, { 0.5, 0, 0 } };

  for (int i = 0; i < (int) G_N_ELEMENTS (list); i++) {
    g_test_message ("%s", list[i].text);
    assert_close (evaluate (list[i].text, jets).value, list[i].value,
                  4 * DBL_EPSILON * fabs (list[i].value));
  }
}

/// Both sides have the same value and derivatives.
static void
test_identities (void)
{
  static const struct
  {
    const char *left, *right;
  } list[] = {
    { "sin(t)^2 + cos(t)^2", "1" },
    { "sin(2*t)", "2*sin(t)*cos(t)" },
    { "sin(t + a)", "sin(t)*cos(a) + cos(t)*sin(a)" },
    { "tan(t)", "sin(t)/cos(t)" },
    { "exp(ln(t))", "t" },
    { "exp(t + a)", "exp(t)*exp(a)" },
    { "t^a", "exp(a*ln(t))" },
    { "t^3", "t*t*t" },
    { "sqrt(t)^2", "t" },
    { "cbrt(t)^3", "t" },
    { "sqrt(t)", "t^0.5" },
    { "1/t", "t^-1" },
    { "cosh(t)^2 - sinh(t)^2", "1" },
    { "tanh(t)", "sinh(t)/cosh(t)" },
    { "asinh(sinh(t))", "t" },
    { "acosh(cosh(t))", "t" },
    { "atanh(tanh(t))", "t" },
    { "asin(t/3) + acos(t/3)", "pi/2" },
    { "atan(t) + atan(1/t)", "pi/2" },
    { "atan2(t, a)", "atan(t/a)" },
    { "atan2(a*sin(t), a*cos(t))", "t" },
    { "hypot(a*sin(t), a*cos(t))", "a" },
    { "hypot(t, a)", "sqrt(t^2 + a^2)" },
    { "log10(t)", "ln(t)/ln(10)" },
    { "log2(t)", "ln(t)/ln(2)" },
    { "min(t, a) + max(t, a)", "t + a" },
    { "abs(t - a)", "max(t, a) - min(t, a)" },
    { "clamp(t, a, 2)", "min(max(t, a), 2)" },
    { "t - a*floor(t/a)", "mod(t, a)" },
    { "(t + a)*(t - a)", "t^2 - a^2" },
    { "t/(a/t)", "t*t/a" },
    { "t < a ? t : a", "min(t, a)" },
    { "smooth(t, 0, 2)", "ramp(t, 0, 2)^3*(10 - 15*ramp(t, 0, 2) + 6*ramp(t, 0, 2)^2)" },
  };
  GRand *rand = g_rand_new_with_seed (testing_seed (11));

  for (int i = 0; i < (int) G_N_ELEMENTS (list); i++)
    for (int n = 0; n < 100; n++) {
      const MbdJet jets[NAMES] = {
        { random_in (rand, 0.3, 1.4), random_in (rand, -1, 1), random_in (rand, -1, 1) },
        { random_in (rand, 0.3, 1.4), random_in (rand, -1, 1), random_in (rand, -1, 1) },
      };
      MbdJet left = evaluate (list[i].left, jets), right = evaluate (list[i].right, jets);

      // Arguments of 0.3 or more: the second derivatives of 1/t and ln t reach 74 and 11, the ones
      // of acosh (cosh t) cancel terms of 1 / tanh^2, 12.
      assert_close (left.value, right.value, 1e-14);
      assert_close (left.first, right.first, 1e-13);
      assert_close (left.second, right.second, 1e-12);
    }
  g_rand_free (rand);
}

/// Numbers are rounded correctly, like by strtod, in every locale.
static void
test_numbers (void)
{
  static const char *const locales[] = { "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "C" };
  char *before = g_strdup (setlocale (LC_NUMERIC, NULL));
  GRand *rand = g_rand_new_with_seed (testing_seed (12));
  int i = 0;

  while (setlocale (LC_NUMERIC, locales[i]) == NULL)
    i++;
  g_test_message ("locale %s", locales[i]);
  for (int n = 0; n < 2000; n++) {
    char *text = g_strdup_printf (
      "%u%u%s%u%se%d", g_rand_int (rand), g_rand_int (rand), g_rand_boolean (rand) ? "." : "",
      g_rand_int (rand), g_rand_boolean (rand) ? "5" : "", g_rand_int_range (rand, -350, 260));
    double expected = g_ascii_strtod (text, NULL);
    MbdJet jets[NAMES] = { { 0 } }, jet = evaluate (text, jets);

    assert_identical (1, &jet.value, &expected);
    g_free (text);
  }
  setlocale (LC_NUMERIC, before);
  g_free (before);
  g_rand_free (rand);
}

/* Names ---------------------------------------------------------------------------------------- */

static void
test_names (void)
{
  static const char *const own[] = { "e",        "sin", "\u03c9\u2080",
                                     "\u03c9_1", "_x2", "Gr\u00f6\u00dfe" };
  static const char *const good[] = { "\u03c9", "_", "x_1", "A", "\u0436", "sin", "pi" };
  static const char *const bad[] = { "",     "1x",    "a b",    "a-b", "x\u00b2", "\u2212", "a.b",
                                     "\xff", "a\xc3", "\u20ac", " a",  "a ",      "\u00d7" };
  MbdExpression *expression;
  MbdDiagnosis why;
  double values[4] = { 3, 5, 7, 11 }, value;

  // A variable hides a constant, but not a function.
  const char *const hiding[] = { "e", "sin", "\u03c9_1", "Gr\u00f6\u00dfe" };
  assert_ok (mbd_expression_compile ("e + sin + sin(0) + \u03c9_1*Gr\u00f6\u00dfe", hiding, 4,
                                     &expression, NULL));
  assert_ok (mbd_expression_value (expression, values, &value));
  assert_close (value, 85, 0);
  mbd_expression_unref (expression);

  for (int i = 0; i < (int) G_N_ELEMENTS (good); i++)
    g_assert_true (mbd_expression_is_name (good[i]));
  for (int i = 0; i < (int) G_N_ELEMENTS (bad); i++)
    g_assert_false (mbd_expression_is_name (bad[i]));
  g_assert_false (mbd_expression_is_name (NULL));

  // Subscript digits are not letters.
  assert_status (mbd_expression_compile ("1", own, 6, &expression, &why),
                 MBD_STATUS_BAD_VARIABLE_NAME);
  g_assert_cmpint (why.row, ==, 2);
  g_assert_null (expression);

  const char *const twice[] = { "a", "b", "a" };
  assert_status (mbd_expression_compile ("1", twice, 3, &expression, &why),
                 MBD_STATUS_DUPLICATE_NAME);
  g_assert_cmpint (why.row, ==, 2);
  const char *const none[] = { "a", NULL };
  assert_status (mbd_expression_compile ("1", none, 2, &expression, &why),
                 MBD_STATUS_BAD_VARIABLE_NAME);
  assert_status (mbd_expression_compile ("1", NULL, -1, &expression, &why),
                 MBD_STATUS_BAD_PARAMETER);
  assert_status (mbd_expression_compile (NULL, NULL, 0, &expression, NULL),
                 MBD_STATUS_EXPRESSION_EMPTY);
}

static void
test_questions (void)
{
  MbdExpression *expression = compile (" a + 0*t");

  g_assert_cmpstr (mbd_expression_text (expression), ==, " a + 0*t");
  g_assert_cmpint (mbd_expression_variable_count (expression), ==, NAMES);
  g_assert_cmpstr (mbd_expression_variable_name (expression, 2), ==, "length");
  g_assert_null (mbd_expression_variable_name (expression, 3));
  g_assert_null (mbd_expression_variable_name (expression, -1));
  g_assert_true (mbd_expression_uses (expression, 0));
  g_assert_true (mbd_expression_uses (expression, 1));
  g_assert_false (mbd_expression_uses (expression, 2));
  g_assert_false (mbd_expression_uses (expression, 3));
  g_assert_false (mbd_expression_uses (expression, -1));
  g_assert_false (mbd_expression_is_constant (expression));

  MbdExpression *again = mbd_expression_ref (expression);
  g_assert_true (again == expression);
  mbd_expression_unref (expression);
  g_assert_cmpstr (mbd_expression_variable_name (again, 0), ==, "t");
  mbd_expression_unref (again);

  expression = compile ("sin(pi/6)*max(1, 2, 3)^2");
  g_assert_true (mbd_expression_is_constant (expression));
  mbd_expression_unref (expression);
  mbd_expression_unref (NULL);
  g_assert_null (mbd_expression_ref (NULL));
}

/* Errors --------------------------------------------------------------------------------------- */

typedef struct
{
  const char *text;
  MbdStatus code;
  int start, length;
  const char *sentence;
} Mistake;

#define E(code) MBD_STATUS_EXPRESSION_##code

static const Mistake mistakes[] = {
  { "", E (EMPTY), 0, 0, "the expression is empty; write a number or a formula" },
  { " \t", E (EMPTY), 0, 0, "the expression is empty; write a number or a formula" },
  { "foo", E (NAME), 0, 3,
    "the name ‘foo’ in column 1 is not known here; known are t, a and length" },
  { "2 * T", E (NAME), 4, 1,
    "the name ‘T’ in column 5 is not known here; known are t, a and length" },
  { "π*größe", E (NAME), 3, 7,
    "the name ‘größe’ in column 3 is not known here; known are t, a and length" },
  { "Sin(t)", E (FUNCTION), 0, 3,
    "the function ‘Sin’ in column 1 is not known; write sin in small letters" },
  { "1 + sinus(t)", E (FUNCTION), 4, 5, "the function ‘sinus’ in column 5 is not known" },
  { "sin", E (NO_ARGUMENTS), 0, 3,
    "‘sin’ in column 1 is a function; its arguments follow in parentheses" },
  { "sin t", E (NO_ARGUMENTS), 0, 3,
    "‘sin’ in column 1 is a function; its arguments follow in parentheses" },
  { "sin()", E (ARGUMENTS), 0, 3, "‘sin’ in column 1 takes 1 argument, not 0" },
  { "1+sin(1, 2)", E (ARGUMENTS), 2, 3, "‘sin’ in column 3 takes 1 argument, not 2" },
  { "atan2(t)", E (ARGUMENTS), 0, 5, "‘atan2’ in column 1 takes 2 arguments, not 1" },
  { "clamp(1,2,3,4,5)", E (ARGUMENTS), 0, 5, "‘clamp’ in column 1 takes 3 arguments, not 5" },
  { "min(1)", E (ARGUMENTS), 0, 3, "‘min’ in column 1 takes 2 or more arguments, not 1" },
  { "max()", E (ARGUMENTS), 0, 3, "‘max’ in column 1 takes 2 or more arguments, not 0" },
  { "1 +", E (OPERAND), 3, 0, "a number or a name is missing at the end" },
  { "1 + * 2", E (OPERAND), 4, 1, "a number or a name is missing before ‘*’ in column 5" },
  { "2 ** 3", E (OPERAND), 3, 1, "a number or a name is missing before ‘*’ in column 4" },
  { "()", E (OPERAND), 1, 1, "a number or a name is missing before ‘)’ in column 2" },
  { "max(1,)", E (OPERAND), 6, 1, "a number or a name is missing before ‘)’ in column 7" },
  { "max(,1)", E (OPERAND), 4, 1, "a number or a name is missing before ‘,’ in column 5" },
  { "? 1 : 2", E (OPERAND), 0, 1, "a number or a name is missing before ‘?’ in column 1" },
  { "1 ? : 2", E (OPERAND), 4, 1, "a number or a name is missing before ‘:’ in column 5" },
  { "2^", E (OPERAND), 2, 0, "a number or a name is missing at the end" },
  { "2 3", E (OPERATOR), 2, 1, "an operator such as * is missing before ‘3’ in column 3" },
  { "2t", E (OPERATOR), 1, 1, "an operator such as * is missing before ‘t’ in column 2" },
  { "a(t+1)", E (OPERATOR), 1, 1, "an operator such as * is missing before ‘(’ in column 2" },
  { "pi(2)", E (OPERATOR), 2, 1, "an operator such as * is missing before ‘(’ in column 3" },
  { "(t)(a)", E (OPERATOR), 3, 1, "an operator such as * is missing before ‘(’ in column 4" },
  { "t !a", E (OPERATOR), 2, 1, "an operator such as * is missing before ‘!’ in column 3" },
  { "1 ? 2 3 : 4", E (OPERATOR), 6, 1, "an operator such as * is missing before ‘3’ in column 7" },
  { "0x10", E (OPERATOR), 1, 3, "an operator such as * is missing before ‘x10’ in column 2" },
  { "2e", E (OPERATOR), 1, 1, "an operator such as * is missing before ‘e’ in column 2" },
  { "(1 + 2", E (OPENED), 0, 1, "the parenthesis opened in column 1 is not closed" },
  { "2*sin((t)", E (OPENED), 5, 1, "the parenthesis opened in column 6 is not closed" },
  { "max(1, 2", E (OPENED), 3, 1, "the parenthesis opened in column 4 is not closed" },
  { "1 + 2)", E (CLOSED), 5, 1, "the parenthesis closed in column 6 was never opened" },
  { ")", E (CLOSED), 0, 1, "the parenthesis closed in column 1 was never opened" },
  { "1,5", E (COMMA), 1, 1,
    "the comma in column 2 is not between arguments of a function; decimals have a point" },
  { "sin((1,5))", E (COMMA), 6, 1,
    "the comma in column 7 is not between arguments of a function; decimals have a point" },
  { ",5", E (COMMA), 0, 1,
    "the comma in column 1 is not between arguments of a function; decimals have a point" },
  { "1 ? 2", E (CHOICE), 2, 1,
    "‘?’ in column 3 belongs to a choice, which is written condition ? a : b" },
  { "1 : 2", E (CHOICE), 2, 1,
    "‘:’ in column 3 belongs to a choice, which is written condition ? a : b" },
  { "(1 ? 2) : 3", E (CHOICE), 3, 1,
    "‘?’ in column 4 belongs to a choice, which is written condition ? a : b" },
  { "0 < t < 1", E (CHAIN), 6, 1,
    "comparisons cannot be chained, as by ‘<’ in column 7; write a < b && b < c" },
  { "t == a != 2", E (CHAIN), 7, 2,
    "comparisons cannot be chained, as by ‘!=’ in column 8; write a < b && b < c" },
  { "1.2.3", E (NUMBER), 0, 5, "‘1.2.3’ in column 1 is not a number" },
  { "t*1..5", E (NUMBER), 2, 4, "‘1..5’ in column 3 is not a number" },
  { ".", E (NUMBER), 0, 1, "‘.’ in column 1 is not a number" },
  { "t.a", E (NUMBER), 1, 1, "‘.’ in column 2 is not a number" },
  { "1e999", E (NUMBER_SIZE), 0, 5, "the number ‘1e999’ in column 1 is too large" },
  { "t = 1", E (CHARACTER), 2, 1,
    "‘=’ in column 3 has no place in an expression; to compare, write ==" },
  { "1 & 2", E (CHARACTER), 2, 1,
    "‘&’ in column 3 has no place in an expression; for and, write &&" },
  { "1 | 2", E (CHARACTER), 2, 1,
    "‘|’ in column 3 has no place in an expression; for or, write ||" },
  { "5 % 2", E (CHARACTER), 2, 1,
    "‘%’ in column 3 has no place in an expression; for the remainder, write mod(a, b)" },
  { "[1]", E (CHARACTER), 0, 1, "‘[’ in column 1 has no place in an expression; use ( and )" },
  { "1;2", E (CHARACTER), 1, 1,
    "‘;’ in column 2 has no place in an expression; between arguments, write a comma" },
  { "30°", E (CHARACTER), 2, 2,
    "‘°’ in column 3 has no place in an expression; angles are in radians: 30 degrees are "
    "30*pi/180" },
  { "t²", E (CHARACTER), 1, 2, "‘²’ in column 2 has no place in an expression; write ^2" },
  { "2 $", E (CHARACTER), 2, 1, "‘$’ in column 3 has no place in an expression" },
  { "π € 1", E (CHARACTER), 3, 3, "‘€’ in column 3 has no place in an expression" },
  { "1\a", E (CHARACTER), 1, 1, "the character U+0007 in column 2 has no place in an expression" },
  { "1\u202e2", E (CHARACTER), 1, 3,
    "the character U+202E in column 2 has no place in an expression" },
  { "t + \xff", E (ENCODING), 4, 1, "the text is not valid UTF-8 in column 5; type it again" },
  { "\xc0\x80", E (ENCODING), 0, 1, "the text is not valid UTF-8 in column 1; type it again" },
  { "\xed\xa0\x80", E (ENCODING), 0, 1, "the text is not valid UTF-8 in column 1; type it again" },
  { "1+\xe2\x82", E (ENCODING), 2, 1, "the text is not valid UTF-8 in column 3; type it again" },
};

static void
test_mistakes (void)
{
  for (int i = 0; i < (int) G_N_ELEMENTS (mistakes); i++) {
    const Mistake *mistake = &mistakes[i];
    MbdExpression *expression = (MbdExpression *) mistakes;
    MbdDiagnosis why = { 0 };
    char sentence[256];

    g_test_message ("%d", i);
    assert_status (mbd_expression_compile (mistake->text, names, NAMES, &expression, &why),
                   mistake->code);
    g_assert_null (expression);
    mbd_expression_explain (mistake->text, names, NAMES, &why, sentence, sizeof sentence);
    g_assert_cmpstr (sentence, ==, mistake->sentence);
    g_assert_cmpint (why.code, ==, mistake->code);
    g_assert_cmpint (why.text_start, ==, mistake->start);
    g_assert_cmpint (why.text_length, ==, mistake->length);
    assert_status (mbd_expression_compile (mistake->text, names, NAMES, &expression, NULL),
                   mistake->code);
  }
}

static void
assert_refused (const char *text, MbdStatus code, const char *expected)
{
  MbdExpression *expression;
  MbdDiagnosis why;
  char sentence[256];

  assert_status (mbd_expression_compile (text, names, NAMES, &expression, &why), code);
  mbd_expression_explain (text, names, NAMES, &why, sentence, sizeof sentence);
  g_assert_cmpstr (sentence, ==, expected);
}

/// Returns `count` times `head`, then "1", then `count` times `tail`.
static char *
nest (const char *head, int count, const char *tail)
{
  GString *text = g_string_new (NULL);

  for (int i = 0; i < count; i++)
    g_string_append (text, head);
  g_string_append (text, "1");
  for (int i = 0; i < count; i++)
    g_string_append (text, tail);
  return g_string_free (text, FALSE);
}

static void
test_limits (void)
{
  static const char *const too_long =
    "the expression is longer than 4096 bytes; give names to parts of it";
  static const struct
  {
    const char *head, *tail;
    int enough; ///< number of accepted levels
  } nests[] = {
    { "(", ")", 63 },          { "-", "", 63 },        { "!", "", 63 },
    { "2^", "", 63 },          { "sin(", ")", 63 },    { "1+(", ")", 63 },
    { "0 ? 1 : ", "", 31 },    { "0 ? ", " : 1", 62 }, { "max(1,", ")", 63 },
    { "clamp(0,1,", ")", 31 },
  };

  for (int i = 0; i < (int) G_N_ELEMENTS (nests); i++) {
    static const int counts[] = { 100000, 400, 65 };

    for (int k = 0; k < 3; k++) {
      char *text = nest (nests[i].head, counts[k], nests[i].tail);

      g_test_message ("%d times %s%s", counts[k], nests[i].head, nests[i].tail);
      if (strlen (text) > MBD_EXPRESSION_LENGTH) {
        assert_refused (text, E (TOO_LONG), too_long);
      } else {
        MbdExpression *expression;

        assert_status (mbd_expression_compile (text, names, NAMES, &expression, NULL),
                       E (TOO_DEEP));
      }
      g_free (text);
    }

    char *text = nest (nests[i].head, nests[i].enough, nests[i].tail);
    mbd_expression_unref (compile (text));
    g_free (text);
  }
  assert_refused (
    "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1))))))))))))))))"
    "))))))))))))))))))))))))))))))))))))))))))))))))",
    E (TOO_DEEP), "the expression is nested too deeply in column 65; give names to parts of it");
}

/// A long flat text does not count as nested: sums, products, and arguments.
static void
test_long (void)
{
  GString *text = g_string_new ("t");
  MbdJet jets[NAMES] = { { 1, 1, 0 } }, jet;

  while (text->len + 2 <= MBD_EXPRESSION_LENGTH)
    g_string_append (text, "+t");
  jet = evaluate (text->str, jets);
  assert_close (jet.value, (double) (text->len + 1) / 2, 0);
  assert_close (jet.first, (double) (text->len + 1) / 2, 0);
  g_string_append (text, "+t");
  assert_refused (text->str, E (TOO_LONG),
                  "the expression is longer than 4096 bytes; give names to parts of it");

  g_string_assign (text, "max(t");
  for (int i = 0; i < 1000; i++)
    g_string_append_printf (text, ",%d", i);
  g_string_append (text, ")");
  jet = evaluate (text->str, jets);
  assert_close (jet.value, 999, 0);
  g_string_free (text, TRUE);
}

/// Buffers of every size: always terminated, never half a character, never written beyond.
static void
test_buffers (void)
{
  static const char text[] = "π + ψψψψψψψψψψψψψψψψψψψψψψψψψψψψψψψψψ";
  static const char *const many[] = { "a", "b", "c", "d", "e", "f", "g", "h",
                                      "i", "j", "k", "l", "m", "n", "o" };
  MbdExpression *expression;
  MbdDiagnosis why;
  char whole[256], part[256];

  assert_status (mbd_expression_compile (text, many, 15, &expression, &why), E (NAME));
  mbd_expression_explain (text, many, 15, &why, whole, sizeof whole);
  g_assert_cmpstr (
    whole, ==,
    "the name ‘ψψψψψψψψψψψψψψψψψψψψ…’ in column 5 is not known here; known are a, b, "
    "c, d, e, f, g, h, i, j, k, l and 3 more");
  for (size_t size = 1; size < sizeof whole; size++) {
    memset (part, 'x', sizeof part);
    g_assert_true (mbd_expression_explain (text, many, 15, &why, part, size) == part);
    g_assert_cmpint (strlen (part), <, size);
    g_assert_true (g_str_has_prefix (whole, part));
    g_assert_true (g_utf8_validate (part, -1, NULL));
    g_assert_cmpint (strlen (part) + 4, >, MIN (size, strlen (whole)));
    for (size_t i = size; i < sizeof part; i++)
      g_assert_cmpint (part[i], ==, 'x');
  }
  part[0] = 'x';
  mbd_expression_explain (text, many, 15, &why, part, 0);
  g_assert_cmpint (part[0], ==, 'x');

  assert_status (mbd_expression_compile ("b", many, 1, &expression, &why), E (NAME));
  mbd_expression_explain ("b", many, 1, &why, whole, sizeof whole);
  g_assert_cmpstr (whole, ==, "the name ‘b’ in column 1 is not known here; known is a");
  assert_status (mbd_expression_compile ("b", NULL, 0, &expression, &why), E (NAME));
  mbd_expression_explain ("b", NULL, 0, &why, whole, sizeof whole);
  g_assert_cmpstr (whole, ==,
                   "the name ‘b’ in column 1 is not known here; only numbers and functions are");
  why.code = MBD_STATUS_ZERO_LENGTH;
  mbd_expression_explain (NULL, NULL, 0, &why, whole, sizeof whole);
  g_assert_cmpstr (whole, ==, mbd_status_text (MBD_STATUS_ZERO_LENGTH));
}

/* Random texts --------------------------------------------------------------------------------- */

/// Compiles and evaluates any text, or checks that it is rejected with a message about a part of
/// it.
static bool
try_text (const char *text)
{
  static const MbdJet jets[NAMES] = { { 0.5, 1, 0 }, { -3, 0, 0 }, { 2, 1, 1 } };
  MbdExpression *expression;
  MbdDiagnosis why = { 0 };
  char sentence[512];
  int length = (int) strlen (text);

  if (mbd_expression_compile (text, names, NAMES, &expression, &why) == MBD_STATUS_OK) {
    double values[NAMES], value;
    MbdJet jet;

    for (int i = 0; i < NAMES; i++)
      values[i] = jets[i].value;

    MbdStatus status = mbd_expression_evaluate (expression, jets, &jet);

    g_assert_true ((status == MBD_STATUS_OK)
                   == (isfinite (jet.value) && isfinite (jet.first) && isfinite (jet.second)));
    mbd_expression_value (expression, values, &value);
    if (!isnan (value) || !isnan (jet.value))
      assert_identical (1, &value, &jet.value);
    mbd_expression_unref (expression);
    return true;
  }
  g_assert_null (expression);
  g_assert_cmpint (why.code, >=, MBD_STATUS_EXPRESSION_EMPTY);
  g_assert_cmpint (why.code, <=, MBD_STATUS_EXPRESSION_CHAIN);
  g_assert_cmpint (why.text_start, >=, 0);
  g_assert_cmpint (why.text_length, >=, 0);
  g_assert_cmpint (why.text_start + why.text_length, <=, length);
  mbd_expression_explain (text, names, NAMES, &why, sentence, sizeof sentence);
  g_assert_cmpint (strlen (sentence), >, 10);
  g_assert_true (g_utf8_validate (sentence, -1, NULL));
  for (const char *c = sentence; *c != '\0'; c++)
    g_assert_cmpint ((unsigned char) *c, >=, ' ');
  return false;
}

static void
test_random_bytes (void)
{
  int count = testing_torture () ? 2000000 : 20000;
  GRand *rand = g_rand_new_with_seed (testing_seed (13));
  char text[64];

  for (int n = 0; n < count; n++) {
    int length = g_rand_int_range (rand, 0, sizeof text);

    for (int i = 0; i < length; i++)
      text[i] = (char) g_rand_int_range (rand, 1, 256);
    text[length] = '\0';
    try_text (text);
  }
  g_rand_free (rand);
}

static void
test_random_words (void)
{
  static const char *const words[] = {
    "1",      "2.5",  ".5",  "1e3",  "t",    "a",     "length",  "pi",   "e",      "foo",
    "(",      ")",    "(",   ")",    "+",    "-",     "*",       "/",    "^",      "<",
    "<=",     "==",   "!=",  "!",    "&&",   "||",    "?",       ":",    ",",      " ",
    "sin(",   "max(", "if(", "mod(", "pow(", "step(", "smooth(", "abs(", "\u2212", "\u00b7",
    "\u03c0", "=",    ".",   "\xc3", "1e",   "0",
  };
  int count = testing_torture () ? 2000000 : 20000, good = 0;
  GRand *rand = g_rand_new_with_seed (testing_seed (14));
  GString *text = g_string_new (NULL);

  for (int n = 0; n < count; n++) {
    int length = g_rand_int_range (rand, 0, 12);

    g_string_truncate (text, 0);
    for (int i = 0; i < length; i++)
      g_string_append (text, words[g_rand_int_range (rand, 0, G_N_ELEMENTS (words))]);
    good += try_text (text->str);
  }
  g_test_message ("%d of %d texts can be read", good, count);
  g_assert_cmpint (good, >, count / 100);
  g_string_free (text, TRUE);
  g_rand_free (rand);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/expression/values", test_values);
  g_test_add_func ("/expression/identities", test_identities);
  g_test_add_func ("/expression/numbers", test_numbers);
  g_test_add_func ("/expression/names", test_names);
  g_test_add_func ("/expression/questions", test_questions);
  g_test_add_func ("/expression/mistakes", test_mistakes);
  g_test_add_func ("/expression/limits", test_limits);
  g_test_add_func ("/expression/long", test_long);
  g_test_add_func ("/expression/buffers", test_buffers);
  g_test_add_func ("/expression/random-bytes", test_random_bytes);
  g_test_add_func ("/expression/random-words", test_random_words);
  return g_test_run ();
}
