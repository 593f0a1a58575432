// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Expressions of the engine, and the same text as a formula with units: value and jet agree to the
// last bit, the stored form of a formula has the same value, and every refusal has a message.

#include <math.h>
#include <string.h>

#include "fuzz.h"
#include "lw-formula.h"
#include "mbd-expression.h"
#include "testing-project.h"

static const char *const names[] = { "t", "x", "v", "parameter" };

static void
check_value (const MbdExpression *expression)
{
  static const double places[][4] = {
    { 0, 0, 0, 0 },
    { 1, -2, 0.5, 3 },
    { 1e-300, 1e300, -1e-9, 1e9 },
    { INFINITY, NAN, -0.0, 1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++) {
    MbdJet jets[4], jet;
    double value;
    MbdStatus plain, full;

    // With derivatives, a step that jumps here has its value an instant later.
    for (int k = 0; k < 4; k++)
      jets[k] = (MbdJet){ places[i][k], 1, 0 };
    mbd_expression_evaluate (expression, jets, &jet);
    for (int k = 0; k < 4; k++)
      jets[k].first = 0;
    plain = mbd_expression_value (expression, places[i], &value);
    full = mbd_expression_evaluate (expression, jets, &jet);
    // Where a derivative is not finite, the value of the jet need not be either.
    g_assert_true (full != MBD_STATUS_OK || memcmp (&value, &jet.value, sizeof value) == 0);
    g_assert_true (plain == MBD_STATUS_OK || full != MBD_STATUS_OK);
    g_assert_true ((plain == MBD_STATUS_OK) == (isfinite (value) != 0));
  }
}

static void
check_expression (const char *text)
{
  MbdExpression *expression = NULL;
  MbdDiagnosis why;
  char message[500];

  if (mbd_expression_compile (text, names, 4, &expression, &why) == MBD_STATUS_OK) {
    check_value (expression);
    g_assert_cmpstr (mbd_expression_text (expression), ==, text);
  } else {
    mbd_expression_explain (text, names, 4, &why, message, sizeof message);
    g_assert_cmpuint (strlen (message), >, 0);
    if (g_utf8_validate (text, -1, NULL))
      g_assert_true (g_utf8_validate (message, -1, NULL));
  }
  mbd_expression_unref (expression);
}

static void
check_formula (const char *text)
{
  static LwMechanism *mechanism;
  LwFormulaScope scope = { .unit = "m", .shown = "mm", .decimal_point = ',' };
  g_autoptr (GError) error = NULL;
  g_autofree char *kept = NULL;
  double value, again;

  if (mechanism == NULL)
    mechanism = testing_mechanism ();
  scope.mechanism = mechanism;
  if (!lw_formula_evaluate (text, &scope, &value, &error)) {
    fuzz_check_refusal (error);
    return;
  }
  g_assert_true (isfinite (value));
  kept = lw_formula_dup_kept (text, &scope);
  scope = (LwFormulaScope){ .mechanism = mechanism, .unit = "m" };
  // The stored form adds the unit and may thereby become too long.
  if (strlen (kept) > LW_FORMULA_LENGTH)
    return;
  if (!lw_formula_evaluate (kept, &scope, &again, &error))
    g_error ("\"%s\" is kept as \"%s\": %s", text, kept, error->message);
  g_assert_true (fabs (again - value) <= 1e-12 * fabs (value));
}

void
fuzz_one (const uint8_t *data, size_t size)
{
  g_autofree char *text = fuzz_dup_text (data, size);

  check_expression (text);
  if (g_utf8_validate (text, -1, NULL))
    check_formula (text);
}
