// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions of time against closed forms; splines against their defining equations, solved by
// LAPACK for the coefficients of all pieces together.

#include "testing-seed.h"
#include "testing.h"

#include <lapacke.h>

static void
assert_jet (MbdJet jet, double value, double first, double second, double tolerance)
{
  assert_close (jet.value, value, tolerance);
  assert_close (jet.first, first, tolerance);
  assert_close (jet.second, second, tolerance);
}

/* Closed forms --------------------------------------------------------------------------------- */

static void
test_constant (void)
{
  MbdFunction *function;

  assert_ok (mbd_function_new_constant (2.5, &function, NULL));
  assert_jet (mbd_function_evaluate (function, -3), 2.5, 0, 0, 0);
  assert_jet (mbd_function_evaluate (function, 1e300), 2.5, 0, 0, 0);
  g_assert_true (mbd_function_next_knot (function, 0) == INFINITY);

  MbdFunction *again = mbd_function_ref (function);
  g_assert_true (again == function);
  mbd_function_unref (function);
  assert_jet (mbd_function_evaluate (again, 0), 2.5, 0, 0, 0);
  mbd_function_unref (again);
  mbd_function_unref (NULL);
  g_assert_null (mbd_function_ref (NULL));
}

static void
test_harmonic (void)
{
  MbdFunction *function;

  assert_ok (mbd_function_new_harmonic (1, 2, 3, 0.5, &function, NULL));
  for (double t = -5; t <= 5; t += 0.37) {
    double s = sin (3 * t + 0.5), c = cos (3 * t + 0.5);

    assert_jet (mbd_function_evaluate (function, t), 1 + 2 * s, 6 * c, -18 * s, 1e-13);
  }
  g_assert_true (mbd_function_next_knot (function, 0) == INFINITY);
  mbd_function_unref (function);
}

/// (1 + s)^n by its binomial coefficients.
static void
test_polynomial (void)
{
  for (int n = 0; n <= 20; n++) {
    double coefficients[21] = { 1 };
    MbdFunction *function;

    for (int k = 1; k <= n; k++)
      coefficients[k] = coefficients[k - 1] * (n - k + 1) / k;
    assert_ok (mbd_function_new_polynomial (coefficients, n + 1, 2, &function, NULL));
    coefficients[0] = NAN; // copied
    for (double s = -0.9; s <= 1; s += 0.19) {
      // The sum of the terms without their signs, times some round-off for each.
      double tolerance = 4 * (n + 1) * DBL_EPSILON * fmax (1, n * (n - 1)) * pow (1 + fabs (s), n);

      assert_jet (mbd_function_evaluate (function, 2 + s), pow (1 + s, n), n * pow (1 + s, n - 1),
                  n * (n - 1) * pow (1 + s, n - 2), tolerance);
    }
    mbd_function_unref (function);
  }
}

/* Splines -------------------------------------------------------------------------------------- */

enum
{
  MOST_ROWS = 12
};

typedef struct
{
  int count;
  double times[MOST_ROWS], values[MOST_ROWS];
  MbdSplineEnds ends;
  double rates[2];
} Table;

static void
table_random (Table *table, GRand *rand, int count, MbdSplineEnds ends)
{
  table->count = count;
  table->ends = ends;
  table->times[0] = random_in (rand, -3, 3);
  for (int i = 1; i < count; i++)
    table->times[i] = table->times[i - 1] + random_in (rand, 0.1, 1.5);
  random_vector (rand, count, 2, table->values);
  random_vector (rand, 2, 2, table->rates);
  if (ends == MBD_SPLINE_PERIODIC)
    table->values[count - 1] = table->values[0];
}

static MbdFunction *
table_function (const Table *table)
{
  MbdFunction *function;

  assert_ok (mbd_function_new_table (table->times, table->values, table->count, table->ends,
                                     table->rates, &function, NULL));
  return function;
}

/// Adds the row of derivative `order` at distance s into piece p, times `sign`.
static void
add_condition (double *row, int p, double s, int order, double sign)
{
  const double terms[3][4] = { { 1, s, s * s, s * s * s },
                               { 0, 1, 2 * s, 3 * s * s },
                               { 0, 0, 2, 6 * s } };

  for (int k = 0; k < 4; k++)
    row[4 * p + k] += sign * terms[order][k];
}

/// Solves the coefficients c_0 ... c_3 of all pieces from their defining equations.
static void
solve_coefficients (const Table *table, double *c)
{
  int pieces = table->count - 1, n = 4 * pieces, row = 0;
  double *A = g_new0 (double, n *n);
  lapack_int *pivots = g_new0 (lapack_int, n);
  double last = table->times[pieces] - table->times[pieces - 1];

  memset (c, 0, (size_t) n * sizeof *c);
  for (int p = 0; p < pieces; p++) {
    double h = table->times[p + 1] - table->times[p];

    c[row] = table->values[p];
    add_condition (A + n * row++, p, 0, 0, 1);
    c[row] = table->values[p + 1];
    add_condition (A + n * row++, p, h, 0, 1);
    for (int order = 1; order <= 2 && p < pieces - 1; order++) {
      add_condition (A + n * row, p, h, order, 1);
      add_condition (A + n * row++, p + 1, 0, order, -1);
    }
  }
  for (int end = 0; end < 2; end++) {
    // Natural: second derivatives 0; clamped: given first derivatives; periodic: both the same.
    int order = table->ends == MBD_SPLINE_NATURAL   ? 2
                : table->ends == MBD_SPLINE_CLAMPED ? 1
                                                    : 1 + end;

    if (table->ends == MBD_SPLINE_CLAMPED)
      c[row] = table->rates[end];
    if (table->ends == MBD_SPLINE_PERIODIC || end == 0)
      add_condition (A + n * row, 0, 0, order, 1);
    if (table->ends == MBD_SPLINE_PERIODIC || end == 1)
      add_condition (A + n * row, pieces - 1, last, order,
                     table->ends == MBD_SPLINE_PERIODIC ? -1 : 1);
    row++;
  }
  g_assert_cmpint (row, ==, n);
  g_assert_cmpint (LAPACKE_dgesv (LAPACK_ROW_MAJOR, n, 1, A, n, pivots, c, 1), ==, 0);
  g_free (A);
  g_free (pivots);
}

static void
test_spline_equations (void)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (21));

  for (int trial = 0; trial < 300; trial++) {
    MbdSplineEnds ends = (MbdSplineEnds) (trial % 3);
    double c[4 * MOST_ROWS];
    Table table;

    table_random (&table, rand, g_rand_int_range (rand, 3, MOST_ROWS + 1), ends);
    solve_coefficients (&table, c);

    MbdFunction *function = table_function (&table);

    for (int p = 0; p < table.count - 1; p++)
      for (int k = 0; k < 5; k++) {
        double h = table.times[p + 1] - table.times[p], s = h * random_in (rand, 0, 0.999);
        const double *q = c + 4 * p;

        // Slopes of up to 4 / 0.1 and second derivatives of up to some 6 * 40 / 0.1 = 2400, of a
        // system with a condition of some 1 / 0.1^3.
        assert_jet (mbd_function_evaluate (function, table.times[p] + s),
                    q[0] + s * (q[1] + s * (q[2] + s * q[3])), q[1] + s * (2 * q[2] + 3 * s * q[3]),
                    2 * q[2] + 6 * s * q[3], 1e-9);
      }
    mbd_function_unref (function);
  }
  g_rand_free (rand);
}

/// The spline passes through the table, and value, first and second derivative on both sides of
/// every knot are the same, also at the ends, except the second at a clamped end.
static void
test_spline_smoothness (void)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (22));

  for (int trial = 0; trial < 300; trial++) {
    MbdSplineEnds ends = (MbdSplineEnds) (trial % 3);
    Table table;

    table_random (&table, rand, g_rand_int_range (rand, 3, MOST_ROWS + 1), ends);

    MbdFunction *function = table_function (&table);

    for (int i = 0; i < table.count; i++) {
      double t = table.times[i];
      bool at_end = i == 0 || i == table.count - 1;
      MbdJet here = mbd_function_evaluate (function, t);
      MbdJet before = mbd_function_evaluate (function, nextafter (t, -INFINITY));

      // One ulp of t, 1e-15, times the largest slopes (above): 40, 2400, 2400 / 0.1.
      assert_close (here.value, table.values[i], 1e-15);
      assert_close (before.value, here.value, 1e-13);
      assert_close (before.first, here.first, 1e-11);
      if (ends != MBD_SPLINE_CLAMPED || !at_end)
        assert_close (before.second, here.second, 1e-10);
      if (ends == MBD_SPLINE_NATURAL && at_end)
        assert_close (here.second, 0, 1e-10);
      if (ends == MBD_SPLINE_CLAMPED && at_end)
        assert_close (here.first, table.rates[i > 0], 1e-12);
    }
    mbd_function_unref (function);
  }
  g_rand_free (rand);
}

/// A clamped spline through a cubic is the cubic, whatever the knots.
static void
test_spline_cubic (void)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (23));

  for (int trial = 0; trial < 100; trial++) {
    double c[4];
    Table table;
    MbdFunction *cubic;

    random_vector (rand, 4, 1, c);
    assert_ok (mbd_function_new_polynomial (c, 4, 0.5, &cubic, NULL));
    table_random (&table, rand, g_rand_int_range (rand, 2, MOST_ROWS + 1), MBD_SPLINE_CLAMPED);
    for (int i = 0; i < table.count; i++)
      table.values[i] = mbd_function_evaluate (cubic, table.times[i]).value;
    table.rates[0] = mbd_function_evaluate (cubic, table.times[0]).first;
    table.rates[1] = mbd_function_evaluate (cubic, table.times[table.count - 1]).first;

    MbdFunction *function = table_function (&table);
    double size = max_norm (table.count, table.values);

    for (int k = 0; k < 50; k++) {
      double t = random_in (rand, table.times[0], table.times[table.count - 1]);
      MbdJet expected = mbd_function_evaluate (cubic, t), got = mbd_function_evaluate (function, t);

      // Round-off of the values, divided by the shortest distance of 0.1 once and twice.
      assert_close (got.value, expected.value, 8 * DBL_EPSILON * (1 + size));
      assert_close (got.first, expected.first, 80 * 4 * DBL_EPSILON * (1 + size));
      assert_close (got.second, expected.second, 800 * 12 * DBL_EPSILON * (1 + size));
    }
    mbd_function_unref (function);
    mbd_function_unref (cubic);
  }
  g_rand_free (rand);
}

/// Beyond its ends a table continues as a straight line, or repeats.
static void
test_spline_outside (void)
{
  const double times[] = { 1, 2, 4, 5 }, values[] = { 3, 1, 2, 3 };
  MbdFunction *function;

  assert_ok (mbd_function_new_table (times, values, 4, MBD_SPLINE_NATURAL, NULL, &function, NULL));
  MbdJet first = mbd_function_evaluate (function, 1), last = mbd_function_evaluate (function, 5);
  assert_jet (mbd_function_evaluate (function, -9), 3 - 10 * first.first, first.first, 0, 1e-13);
  assert_jet (mbd_function_evaluate (function, 15), 3 + 10 * last.first, last.first, 0, 1e-13);
  mbd_function_unref (function);

  assert_ok (mbd_function_new_table (times, values, 4, MBD_SPLINE_CLAMPED, NULL, &function, NULL));
  assert_jet (mbd_function_evaluate (function, 5), 3, 0, 0, 0);
  assert_jet (mbd_function_evaluate (function, 1e9), 3, 0, 0, 0);
  assert_jet (mbd_function_evaluate (function, -1e9), 3, 0, 0, 0);
  mbd_function_unref (function);

  const double rates[] = { 2, -1 };
  assert_ok (mbd_function_new_table (times, values, 4, MBD_SPLINE_CLAMPED, rates, &function, NULL));
  assert_jet (mbd_function_evaluate (function, 0), 1, 2, 0, 0);
  assert_jet (mbd_function_evaluate (function, 7), 1, -1, 0, 0);
  mbd_function_unref (function);

  assert_ok (
    mbd_function_new_table (times, values, 4, MBD_SPLINE_PERIODIC, rates, &function, NULL));
  for (double t = 1; t < 5; t += 0.3)
    for (int k = -3; k <= 3; k++) {
      MbdJet inside = mbd_function_evaluate (function, t);

      assert_jet (mbd_function_evaluate (function, t + 4 * k), inside.value, inside.first,
                  inside.second, 1e-13);
    }
  mbd_function_unref (function);
}

static void
test_spline_shortest (void)
{
  const double times[] = { 1, 3, 4 }, values[] = { 2, 6, 2 }, rates[] = { 0, 0 };
  MbdFunction *function;

  // Two rows: a straight line, and the cubic of Hermite 2 + 4 (3 u^2 - 2 u^3), u = (t - 1) / 2.
  assert_ok (mbd_function_new_table (times, values, 2, MBD_SPLINE_NATURAL, NULL, &function, NULL));
  assert_jet (mbd_function_evaluate (function, 1.5), 3, 2, 0, 1e-15);
  mbd_function_unref (function);
  assert_ok (mbd_function_new_table (times, values, 2, MBD_SPLINE_CLAMPED, rates, &function, NULL));
  assert_jet (mbd_function_evaluate (function, 1.5), 2 + 4 * (3. / 16 - 2. / 64),
              2 * (6. / 4 - 6. / 16), 6 - 12. / 4, 1e-14);
  mbd_function_unref (function);

  // Three rows that repeat: the equations 6 M_0 + 3 M_1 = 6 (2 + 4) and 3 M_0 + 6 M_1 = 6 (-4 - 2).
  assert_ok (mbd_function_new_table (times, values, 3, MBD_SPLINE_PERIODIC, NULL, &function, NULL));
  assert_close (mbd_function_evaluate (function, 1).second, 12, 1e-13);
  assert_close (mbd_function_evaluate (function, 3).second, -12, 1e-13);
  assert_close (mbd_function_evaluate (function, 4).second, 12, 1e-13);
  mbd_function_unref (function);
}

/// The error of a periodic spline through a sine falls with the fourth power of the spacing, the
/// error of its second derivative with the second.
static void
test_spline_order (void)
{
  double errors[2][2] = { { 0 } };

  for (int k = 0; k < 2; k++) {
    int n = 20 << k;
    double times[41], values[41];
    MbdFunction *function;

    for (int i = 0; i <= n; i++) {
      times[i] = 2 * G_PI * i / n;
      values[i] = i == n ? 0 : sin (times[i]);
    }
    assert_ok (
      mbd_function_new_table (times, values, n + 1, MBD_SPLINE_PERIODIC, NULL, &function, NULL));
    for (double t = 0; t < 6.28; t += 0.001) {
      MbdJet jet = mbd_function_evaluate (function, t);

      errors[k][0] = fmax (errors[k][0], fabs (jet.value - sin (t)));
      errors[k][1] = fmax (errors[k][1], fabs (jet.second + sin (t)));
    }
    mbd_function_unref (function);
  }
  assert_close (errors[0][0] / errors[1][0], 16, 0.5);
  assert_close (errors[0][1] / errors[1][1], 4, 0.2);
  assert_at_most (errors[0][0], 5. / 384 * pow (G_PI / 10, 4)); // the bound of Hall and Meyer
}

static void
test_table_refusals (void)
{
  static const struct
  {
    double times[4], values[4], rates[2];
    int count;
    MbdSplineEnds ends;
    MbdStatus status;
    int row;
    double value;
  } list[] = {
    { { 0, 1, 1, 2 }, { 0 }, { 0 }, 4, MBD_SPLINE_NATURAL, MBD_STATUS_TABLE_ORDER, 2, 1 },
    { { 0, 1, 0.5, 2 }, { 0 }, { 0 }, 4, MBD_SPLINE_CLAMPED, MBD_STATUS_TABLE_ORDER, 2, 0.5 },
    { { 0, -0.0, 1, 2 }, { 0 }, { 0 }, 4, MBD_SPLINE_PERIODIC, MBD_STATUS_TABLE_ORDER, 1, 0 },
    { { 0, 1, NAN, 2 }, { 0 }, { 0 }, 4, MBD_SPLINE_NATURAL, MBD_STATUS_NOT_FINITE, 2, NAN },
    { { 0, 1, 2, INFINITY },
      { 0 },
      { 0 },
      4,
      MBD_SPLINE_NATURAL,
      MBD_STATUS_NOT_FINITE,
      3,
      INFINITY },
    { { 0, 1, 2, 3 },
      { 0, -INFINITY },
      { 0 },
      4,
      MBD_SPLINE_NATURAL,
      MBD_STATUS_NOT_FINITE,
      1,
      -INFINITY },
    { { 0, 1, 2, 3 }, { 0 }, { 0, NAN }, 4, MBD_SPLINE_CLAMPED, MBD_STATUS_NOT_FINITE, 1, NAN },
    { { 0, 1, 2, 3 }, { 0 }, { 0 }, 1, MBD_SPLINE_NATURAL, MBD_STATUS_TABLE_TOO_SHORT, -1, 1 },
    { { 0, 1, 2, 3 }, { 0 }, { 0 }, 2, MBD_SPLINE_PERIODIC, MBD_STATUS_TABLE_TOO_SHORT, -1, 2 },
    { { 0, 1, 2, 3 }, { 0 }, { 0 }, -1, MBD_SPLINE_NATURAL, MBD_STATUS_TABLE_TOO_SHORT, -1, -1 },
    { { 0, 1, 2, 3 },
      { 1, 2, 3, 4 },
      { 0 },
      4,
      MBD_SPLINE_PERIODIC,
      MBD_STATUS_TABLE_NOT_PERIODIC,
      3,
      4 },
    { { 0, 1, 2, 3 }, { 0 }, { 0 }, 4, (MbdSplineEnds) 9, MBD_STATUS_BAD_PARAMETER, -1, 9 },
    // Finite, but not the slopes.
    { { 0, 1, 2, 3 },
      { 1e308, -1e308 },
      { 0 },
      4,
      MBD_SPLINE_NATURAL,
      MBD_STATUS_NOT_FINITE,
      -1,
      0 },
    { { 0, 5e-324, 2, 3 }, { 0, 1 }, { 0 }, 4, MBD_SPLINE_PERIODIC, MBD_STATUS_NOT_FINITE, -1, 0 },
    { { -1e308, 1e308 }, { 0, 1 }, { 0 }, 2, MBD_SPLINE_CLAMPED, MBD_STATUS_NOT_FINITE, -1, 0 },
  };

  for (int i = 0; i < (int) G_N_ELEMENTS (list); i++) {
    MbdFunction *function = (MbdFunction *) list;
    MbdDiagnosis why = { 0 };

    g_test_message ("%d", i);
    assert_status (mbd_function_new_table (list[i].times, list[i].values, list[i].count,
                                           list[i].ends, list[i].rates, &function, &why),
                   list[i].status);
    g_assert_null (function);
    g_assert_cmpint (why.code, ==, list[i].status);
    g_assert_cmpint (why.row, ==, list[i].row);
    if (!isnan (list[i].value))
      g_assert_cmpfloat (why.value, ==, list[i].value);
    assert_status (mbd_function_new_table (list[i].times, list[i].values, list[i].count,
                                           list[i].ends, list[i].rates, &function, NULL),
                   list[i].status);
  }
}

static void
test_refusals (void)
{
  const double numbers[] = { 1, NAN, 2 };
  MbdFunction *function;
  MbdDiagnosis why;

  assert_status (mbd_function_new_constant (NAN, &function, &why), MBD_STATUS_NOT_FINITE);
  assert_status (mbd_function_new_constant (-INFINITY, &function, NULL), MBD_STATUS_NOT_FINITE);
  for (int i = 0; i < 4; i++) {
    double p[4] = { 1, 1, 1, 1 };

    p[i] = INFINITY;
    assert_status (mbd_function_new_harmonic (p[0], p[1], p[2], p[3], &function, &why),
                   MBD_STATUS_NOT_FINITE);
    g_assert_cmpint (why.row, ==, i);
  }
  assert_status (mbd_function_new_polynomial (numbers, 3, 0, &function, &why),
                 MBD_STATUS_NOT_FINITE);
  g_assert_cmpint (why.row, ==, 1);
  assert_status (mbd_function_new_polynomial (numbers, 1, NAN, &function, &why),
                 MBD_STATUS_NOT_FINITE);
  assert_status (mbd_function_new_polynomial (numbers, 0, 0, &function, &why),
                 MBD_STATUS_BAD_PARAMETER);
  g_assert_null (function);
}

/// No time makes a table read outside its rows.
static void
test_strange_times (void)
{
  static const double strange[] = { NAN, INFINITY, -INFINITY, 1e308, -1e308, 1e17, -1e17, 5e-324 };
  const double times[] = { 1, 2, 4, 5 }, values[] = { 3, 1, 2, 3 };

  for (int ends = MBD_SPLINE_NATURAL; ends <= MBD_SPLINE_PERIODIC; ends++) {
    MbdFunction *function;

    assert_ok (
      mbd_function_new_table (times, values, 4, (MbdSplineEnds) ends, NULL, &function, NULL));
    for (int i = 0; i < (int) G_N_ELEMENTS (strange); i++) {
      MbdJet jet = mbd_function_evaluate (function, strange[i]);
      double next = mbd_function_next_knot (function, strange[i]);

      g_assert_true (isfinite (jet.value) || !isfinite (strange[i]) || ends == MBD_SPLINE_NATURAL);
      g_assert_true (next > strange[i] || next == INFINITY || isnan (strange[i]));
    }
    mbd_function_unref (function);
  }
}

/* Knots ---------------------------------------------------------------------------------------- */

static void
assert_knots (const MbdFunction *function, double from, const double *knots, int count)
{
  for (int i = 0; i < count; i++) {
    from = mbd_function_next_knot (function, from);
    assert_close (from, knots[i], 1e-15 * fabs (knots[i]));
  }
}

static void
test_table_knots (void)
{
  const double times[] = { 1, 2, 4, 5 }, values[] = { 3, 1, 2, 3 };
  const double once[] = { 1, 2, 4, 5, INFINITY, INFINITY };
  const double repeated[] = { -3, -2, 0, 1, 2, 4, 5, 6, 8, 9 };
  MbdFunction *function;

  assert_ok (mbd_function_new_table (times, values, 4, MBD_SPLINE_NATURAL, NULL, &function, NULL));
  for (int i = 0; i < 5; i++)
    g_assert_true (mbd_function_next_knot (function, i == 0 ? -9 : once[i - 1]) == once[i]);
  g_assert_true (mbd_function_next_knot (function, nextafter (2, 0)) == 2);
  mbd_function_unref (function);
  assert_ok (mbd_function_new_table (times, values, 4, MBD_SPLINE_PERIODIC, NULL, &function, NULL));
  assert_knots (function, -3.5, repeated, G_N_ELEMENTS (repeated));
  mbd_function_unref (function);
}

/// Moving from knot to knot through repetitions of an awkward length never stops, nor takes a step
/// of a rounding error.
static void
test_crowding (void)
{
  const double times[] = { 0.1, 0.3, 0.7, 0.1 + 0.7000000000000001 };
  const double values[] = { 1, 2, 3, 1 };
  MbdFunction *function;
  double t = -1234.5;

  assert_ok (mbd_function_new_table (times, values, 4, MBD_SPLINE_PERIODIC, NULL, &function, NULL));
  for (int i = 0; i < 20000; i++) {
    double next = mbd_function_next_knot (function, t);

    g_assert_cmpfloat (next, >, t);
    g_assert_true (i == 0 || next - t > 0.0999);
    t = next;
  }
  // Three in each period of 0.7.
  assert_close (t, -1234.5 + 20000 / 3. * 0.7, 0.7);
  mbd_function_unref (function);
}

static void
test_expression_knots (void)
{
  static const struct
  {
    const char *text;
    double knots[4]; ///< none after these
  } list[] = {
    { "sin(t)", { INFINITY } },
    { "step(t, 2)", { 2, INFINITY } },
    { "smooth(t, T, 3) + ramp(t, 2.5, 4)", { 1.5, 2.5, 3, 4 } },
    { "t < 1 ? 0 : t >= 2*T ? 1 : 2", { 1, 3, INFINITY } },
    { "abs(2*t - 5)", { 2.5, INFINITY } },
    { "max(t, 4 - t) + min(t/2, 1, 2)", { 2, INFINITY } },
    { "clamp((t - 1)/2, 0, 1)", { 1, 3, INFINITY } },
    { "abs(sin(t))", { INFINITY } }, // not a straight line
    { "abs(t*t)", { INFINITY } },
    { "min(1, 2) + abs(T) + max(t, t)", { INFINITY } },
    { "abs(-t + 1)", { 1, INFINITY } },
    { "t > 1.5 && t <= 3 ? 20 : 0", { 1.5, 3, INFINITY } },
    { "(t > T)*(t < 3)*sin(t)", { 1.5, 3, INFINITY } },
    { "!(t < 2) || t > 7", { 2, INFINITY } }, // from then onwards it is true, whatever the second
                                              // is
    { "if(abs(t - 2) < 0.25, 5, sin(t))", { 1.75, 2.25, INFINITY } },
    { "step(ramp(t, 1, 3), 0.5)", { 2, INFINITY } },
    { "sin(step(t, 1)) > 0.5 ? t : -t", { 1, INFINITY } },
    { "step(t, 9)*floor(1000*t) + step(t, 4)", { 4, 9, 9.001, 9.002 } },
    { "t < 0 ? mod(1000*t, 7) < 1 : t < 1", { -9.996, -9.995, -9.989, -9.988 } },
    { "floor(t/4)", { -8, -4, 0, 4 } },
    { "ceil(-t/4)", { -8, -4, 0, 4 } },
    { "round(t/4)", { -6, -2, 2, 6 } },
    { "mod(-t, 4)", { -8, -4, 0, 4 } },
    { "mod(t, 4) < 1 ? 5 : 0", { -8, -7, -4, -3 } },
    { "max(0, sin(t))*(t > 2)", { 2, INFINITY } },
    { "sign(t - 3) + clamp(t, 1, 2)", { 1, 2, 3, INFINITY } },
    { "t < 2 && floor((t - 1)/0.1) == 0 ? 5 : 0", { 1, 1.1, INFINITY } },
    { "min(abs(t), 1)", { -1, 0, 1, INFINITY } },
  };
  const char *const name = "T";
  const double value = 1.5;

  for (int i = 0; i < (int) G_N_ELEMENTS (list); i++) {
    MbdFunction *function;
    double t = -10;

    g_test_message ("%s", list[i].text);
    assert_ok (mbd_function_new_expression (list[i].text, &name, &value, 1, &function, NULL));
    for (int k = 0; k < 4; k++) {
      double next = mbd_function_next_knot (function, t);

      if (isinf (next))
        g_assert_true (next == list[i].knots[k]);
      else
        assert_close (next, list[i].knots[k], 4e-15 * fmax (1, fabs (next)));
      if (next == INFINITY)
        break;
      t = next;
    }
    mbd_function_unref (function);
  }
}

/* Expressions and custom functions ------------------------------------------------------------- */

static void
test_expression (void)
{
  static const char *const names[] = { "A", "f" };
  const double values[] = { 2, 0.5 };
  MbdFunction *function;
  MbdDiagnosis why;
  char sentence[200];

  assert_ok (mbd_function_new_expression ("A*sin(2*pi*f*t)", names, values, 2, &function, NULL));
  for (double t = -2; t < 2; t += 0.1)
    assert_jet (mbd_function_evaluate (function, t), 2 * sin (G_PI * t), 2 * G_PI * cos (G_PI * t),
                -2 * G_PI * G_PI * sin (G_PI * t), 1e-13);
  mbd_function_unref (function);

  assert_ok (mbd_function_new_expression ("sqrt(t)", NULL, NULL, 0, &function, NULL));
  assert_jet (mbd_function_evaluate (function, 4), 2, 0.25, -1. / 32, 1e-16);
  g_assert_false (isfinite (mbd_function_evaluate (function, -1).value));
  g_assert_false (isfinite (mbd_function_evaluate (function, 0).first));
  mbd_function_unref (function);

  static const char *const known[] = { "t", "A", "f" };
  assert_status (mbd_function_new_expression ("A*g", names, values, 2, &function, &why),
                 MBD_STATUS_EXPRESSION_NAME);
  g_assert_null (function);
  g_assert_cmpint (why.row, ==, -1);
  g_assert_cmpint (why.text_start, ==, 2);
  g_assert_cmpstr (mbd_expression_explain ("A*g", known, 3, &why, sentence, sizeof sentence), ==,
                   "the name ‘g’ in column 3 is not known here; known are t, A and f");

  static const char *const clash[] = { "A", "t" };
  assert_status (mbd_function_new_expression ("t", clash, values, 2, &function, &why),
                 MBD_STATUS_DUPLICATE_NAME);
  g_assert_cmpint (why.row, ==, 1);
  static const char *const bad[] = { "2", "t" };
  assert_status (mbd_function_new_expression ("t", bad, values, 2, &function, &why),
                 MBD_STATUS_BAD_VARIABLE_NAME);
  g_assert_cmpint (why.row, ==, 0);
  const double infinite[] = { 1, INFINITY };
  assert_status (mbd_function_new_expression ("t", names, infinite, 2, &function, &why),
                 MBD_STATUS_NOT_FINITE);
  g_assert_cmpint (why.row, ==, 1);
  assert_status (mbd_function_new_expression ("t", names, values, -1, &function, &why),
                 MBD_STATUS_BAD_PARAMETER);
}

static MbdJet
square_evaluate (double t, void *user_data)
{
  int *calls = user_data;

  calls[0]++;
  return (MbdJet){ t * t, 2 * t, 2 };
}

static double
square_next_knot (double t, void *user_data)
{
  return t < 7 ? 7 : INFINITY;
}

static void
square_destroy (void *user_data)
{
  int *calls = user_data;

  calls[1]++;
}

static void
test_custom (void)
{
  MbdFunctionClass square = { square_evaluate, square_next_knot, square_destroy };
  int calls[2] = { 0 };
  MbdFunction *function;

  assert_ok (mbd_function_new_custom (&square, calls, &function, NULL));
  square = (MbdFunctionClass){ .evaluate = square_evaluate }; // copied
  assert_jet (mbd_function_evaluate (function, 3), 9, 6, 2, 0);
  g_assert_true (mbd_function_next_knot (function, 3) == 7);
  mbd_function_ref (function);
  mbd_function_unref (function);
  g_assert_cmpint (calls[1], ==, 0);
  mbd_function_unref (function);
  g_assert_cmpint (calls[0], ==, 1);
  g_assert_cmpint (calls[1], ==, 1);

  assert_ok (mbd_function_new_custom (&square, calls, &function, NULL));
  g_assert_true (mbd_function_next_knot (function, 3) == INFINITY);
  mbd_function_unref (function);
  g_assert_cmpint (calls[1], ==, 1);

  MbdDiagnosis why;
  square = (MbdFunctionClass){ .destroy = square_destroy };
  assert_status (mbd_function_new_custom (&square, calls, &function, &why),
                 MBD_STATUS_BAD_PARAMETER);
  g_assert_null (function);
  g_assert_cmpint (calls[1], ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/function/constant", test_constant);
  g_test_add_func ("/function/harmonic", test_harmonic);
  g_test_add_func ("/function/polynomial", test_polynomial);
  g_test_add_func ("/function/spline/equations", test_spline_equations);
  g_test_add_func ("/function/spline/smoothness", test_spline_smoothness);
  g_test_add_func ("/function/spline/cubic", test_spline_cubic);
  g_test_add_func ("/function/spline/outside", test_spline_outside);
  g_test_add_func ("/function/spline/shortest", test_spline_shortest);
  g_test_add_func ("/function/spline/order", test_spline_order);
  g_test_add_func ("/function/spline/refusals", test_table_refusals);
  g_test_add_func ("/function/refusals", test_refusals);
  g_test_add_func ("/function/strange-times", test_strange_times);
  g_test_add_func ("/function/knots/table", test_table_knots);
  g_test_add_func ("/function/knots/crowding", test_crowding);
  g_test_add_func ("/function/knots/expression", test_expression_knots);
  g_test_add_func ("/function/expression", test_expression);
  g_test_add_func ("/function/custom", test_custom);
  return g_test_run ();
}
