// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Complementarity problems: known ones, random problems (feasible by construction, degenerate,
// infeasible, with friction and boxes), rejections. Every solution is judged here from M, q and z
// only.

#include <glib.h>
#include <math.h>
#include <string.h>

#include "testing-seed.h"
#include "mbd-complementarity.h"
#include "testing.h"

enum
{
  MOST = 40
};

static MbdComplementarityReport
solve (MbdComplementarityMethod method, int n, const double *M, const double *q, double *z)
{
  MbdComplementarity *solver = mbd_complementarity_new (MOST, MOST, 8);
  MbdComplementarityProblem problem = { n, M, q, NULL };
  MbdComplementaritySettings settings = mbd_complementarity_default ();
  settings.method = method;
  MbdComplementarityReport report =
    mbd_complementarity_solve (solver, &problem, &settings, z, NULL);
  mbd_complementarity_free (solver);
  return report;
}

/// Returns the largest breach of w = M z + q, z >= 0, w >= 0, z w = 0, over the sizes of the terms
/// (if they cancel, over a million times q).
static double
breach (int n, const double *M, const double *q, const double *z)
{
  double worst = 0, scale = 1e-300, known = 0;

  for (int i = 0; i < n; i++) {
    known = fmax (known, fabs (q[i]));
    double w = q[i], size = fabs (q[i]), g = M[i * n + i] > 0 ? M[i * n + i] : 1;
    for (int j = 0; j < n; j++) {
      w += M[i * n + j] * z[j];
      size += fabs (M[i * n + j] * z[j]);
    }
    scale = fmax (scale, size);
    worst = worst_of (worst, fabs (fmin (w, g * z[i])));
  }
  return worst / fmin (scale, fmax (1e6 * known, 1e-300));
}

/// Problems with known solutions, one of which takes many pivots.
static void
test_known (void)
{
  double z[16], M[256], q[16];
  static const double P3[] = { 0, -1, 2, 2, 0, -2, -1, 1, 0 }, q3[] = { -3, 6, -1 };

  g_assert_cmpint (solve (MBD_COMPLEMENTARITY_ADMM, 3, P3, q3, z).status, ==,
                   MBD_COMPLEMENTARITY_SOLVED);
  g_assert_cmpfloat_with_epsilon (z[1], 1, 1e-12);
  g_assert_cmpfloat_with_epsilon (z[2], 3, 1e-12);
  g_assert_cmpint (solve (MBD_COMPLEMENTARITY_LEMKE, 3, P3, q3, z).status, ==,
                   MBD_COMPLEMENTARITY_SOLVED);
  g_assert_cmpfloat_with_epsilon (z[0], 0, 1e-14);
  g_assert_cmpfloat_with_epsilon (z[1], 1, 1e-14);
  g_assert_cmpfloat_with_epsilon (z[2], 3, 1e-14);

  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++)
      M[i * 16 + j] = j < i ? 0 : j == i ? 1 : 2;
  for (int i = 0; i < 16; i++)
    q[i] = -1;
  MbdComplementarityReport report = solve (MBD_COMPLEMENTARITY_LEMKE, 16, M, q, z);
  g_assert_cmpint (report.status, ==, MBD_COMPLEMENTARITY_SOLVED);
  g_test_message ("16 unknowns: %d pivots", report.iterations);
  for (int i = 0; i < 16; i++)
    g_assert_cmpfloat_with_epsilon (z[i], i == 15, 1e-13);

  static const double ones[] = { 1, 1, 1, 1 }, minus[] = { -1, -1 };
  g_assert_cmpint (solve (MBD_COMPLEMENTARITY_LEMKE, 2, ones, minus, z).status, ==,
                   MBD_COMPLEMENTARITY_SOLVED);
  g_assert_cmpfloat_with_epsilon (z[0] + z[1], 1, 1e-14);
  g_assert_true (z[0] >= 0 && z[1] >= 0);

  memset (M, 0, sizeof M);
  for (int i = 0; i < 9; i++)
    M[i * 9 + i] = i + 1;
  const MbdComplementarityMethod methods[] = {
    MBD_COMPLEMENTARITY_LEMKE, MBD_COMPLEMENTARITY_SWEEPS, MBD_COMPLEMENTARITY_LINEAR,
    MBD_COMPLEMENTARITY_MODES, MBD_COMPLEMENTARITY_ADMM
  };
  for (gsize k = 0; k < G_N_ELEMENTS (methods); k++) {
    report = solve (methods[k], 9, M, q, z);
    g_assert_cmpint (report.status, ==, MBD_COMPLEMENTARITY_SOLVED);
    g_assert_cmpint (report.method, ==, methods[k]);
    for (int i = 0; i < 9; i++)
      g_assert_cmpfloat_with_epsilon (z[i], 1.0 / (i + 1), 1e-15);
  }
  // Too many modes for an attempt of each.
  report = solve (MBD_COMPLEMENTARITY_MODES, 11, M, q, z);
  g_assert_cmpint (report.status, ==, MBD_COMPLEMENTARITY_NOT_APPLICABLE);
  g_assert_cmpfloat (z[0], ==, 0);
  g_assert_cmpint (solve (MBD_COMPLEMENTARITY_AUTOMATIC, 0, M, q, z).status, ==,
                   MBD_COMPLEMENTARITY_SOLVED);

  static const double negative[] = { -1 };
  z[0] = NAN;
  report = solve (MBD_COMPLEMENTARITY_LEMKE, 1, negative, negative, z);
  g_assert_cmpint (report.status, ==, MBD_COMPLEMENTARITY_NO_SOLUTION);
  g_assert_cmpfloat (z[0], ==, 0);
}

/* Random problems -------------------------------------------------------------------------- */

typedef enum
{
  FEASIBLE_P,     // positive definite, not symmetric
  FEASIBLE_PSD,   // symmetric of low rank
  FEASIBLE_ANY,   // no structure: Lemke's method may fail, and must then report this
  DEGENERATE,     // low rank, with doubled rows and pairs that are both 0
  INFEASIBLE,     // a row that cannot become nonnegative
  INFEASIBLE_PSD, // low rank, q outside the admissible range
  FAMILIES
} Family;

static double
random_number (GRand *random)
{
  return g_rand_double_range (random, -1, 1);
}

static int
make_random (GRand *random, Family family, double *M, double *q)
{
  // With one variable the matrix would be 0 up to round-off, which is a separate problem.
  const int n = g_rand_int_range (random, family == INFEASIBLE_PSD ? 2 : 1, 13);
  const int rank = family == FEASIBLE_P || family == FEASIBLE_ANY || family == INFEASIBLE
                     ? n
                     : g_rand_int_range (random, 1, n + 1);
  double B[12 * 12], u[12];

  for (int i = 0; i < n * n; i++)
    B[i] = random_number (random);
  if (family == DEGENERATE)
    for (int i = 1; i < n; i += 3)
      memcpy (B + i * n, B + (i - 1) * n, sizeof *B * (size_t) n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < rank; k++)
        sum += B[i * n + k] * B[j * n + k];
      M[i * n + j] = family == FEASIBLE_ANY || family == INFEASIBLE ? B[i * n + j] : sum;
    }
  if (family == FEASIBLE_P)
    for (int i = 0; i < n; i++) {
      M[i * n + i] += 0.1;
      for (int j = 0; j < i; j++) {
        double skew = random_number (random);
        M[i * n + j] += skew;
        M[j * n + i] -= skew;
      }
    }
  for (int i = 0; i < n; i++)
    q[i] = 0;
  if (family == INFEASIBLE) {
    for (int j = 0; j < n; j++)
      M[j] = -fabs (M[j]);
    for (int i = 0; i < n; i++)
      q[i] = random_number (random);
    q[0] = -fabs (q[0]) - 0.01;
    return n;
  }
  if (family == INFEASIBLE_PSD) {
    // M u = 0 for u > 0 and u . q < 0: no z >= 0 gives w >= 0
    for (int i = 0; i < n; i++)
      u[i] = 0.1 + g_rand_double (random);
    double norm = 0;
    for (int i = 0; i < n; i++)
      norm += u[i] * u[i];
    for (int k = 0; k < n; k++) {
      double along = 0;
      for (int i = 0; i < n; i++)
        along += B[i * n + k] * u[i];
      for (int i = 0; i < n; i++)
        B[i * n + k] -= along / norm * u[i];
    }
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        M[i * n + j] = 0;
        for (int k = 0; k < rank; k++)
          M[i * n + j] += B[i * n + k] * B[j * n + k];
      }
    for (int i = 0; i < n; i++)
      q[i] = random_number (random) * u[i] - 1.01 * u[i];
    return n;
  }
  for (int i = 0; i < n; i++) {
    const double pick = g_rand_double (random);
    const bool both_zero = family == DEGENERATE && pick < 0.3;
    const double z = !both_zero && pick < 0.6 ? g_rand_double (random) : 0;
    if (!both_zero && z == 0)
      q[i] += g_rand_double (random);
    for (int k = 0; k < n; k++)
      q[k] -= M[k * n + i] * z;
  }
  return n;
}

static void
test_random (void)
{
  static const char *const names[] = { "positive definite", "low rank",   "any",
                                       "degenerate",        "infeasible", "infeasible, low rank" };
  const int count = testing_torture () ? 100000 : 10000;
  GRand *random = g_rand_new_with_seed (testing_seed (7));
  MbdComplementarity *solver = mbd_complementarity_new (12, 12, 1);
  MbdComplementaritySettings settings = mbd_complementarity_default ();
  int solved[FAMILIES] = { 0 }, tried[FAMILIES] = { 0 }, alternating[FAMILIES] = { 0 };
  double worst = 0;

  for (int k = 0; k < count; k++) {
    const Family family = (Family) (k % FAMILIES);
    double M[144], q[12], z[12], w[12];
    const int n = make_random (random, family, M, q);
    MbdComplementarityProblem problem = { n, M, q, NULL };
    MbdComplementarityReport report = mbd_complementarity_solve (solver, &problem, &settings, z, w);
    const double is = breach (n, M, q, z);
    tried[family]++;
    for (int i = 0; i < n; i++)
      g_assert_true (isfinite (z[i]) && z[i] >= 0);
    if (report.status == MBD_COMPLEMENTARITY_SOLVED) {
      solved[family]++;
      worst = worst_of (worst, is);
      g_assert_cmpfloat (is, <=, 2e-10);
    } else
      g_assert_cmpfloat (is, >, 0.5e-10);
    // An existing solution is found, if necessary by trying all modes.
    if (family == FEASIBLE_ANY && n <= 10)
      g_assert_cmpint (report.status, ==, MBD_COMPLEMENTARITY_SOLVED);
    if (report.proved)
      g_assert_cmpint (family, >=, INFEASIBLE);
    settings.method = MBD_COMPLEMENTARITY_ADMM;
    report = mbd_complementarity_solve (solver, &problem, &settings, z, w);
    settings.method = MBD_COMPLEMENTARITY_AUTOMATIC;
    for (int i = 0; i < n; i++)
      g_assert_true (isfinite (z[i]) && z[i] >= 0);
    alternating[family] += report.status == MBD_COMPLEMENTARITY_SOLVED;
    if (report.status == MBD_COMPLEMENTARITY_SOLVED)
      g_assert_cmpfloat (breach (n, M, q, z), <=, 2e-10);
    else
      g_assert_cmpint (report.status, ==, MBD_COMPLEMENTARITY_NOT_CONVERGED);
  }
  for (int f = 0; f < FAMILIES; f++)
    g_test_message ("%s: %d of %d solved, %d by alternating directions", names[f], solved[f],
                    tried[f], alternating[f]);
  g_test_message ("largest breach %.1e", worst);
  g_assert_cmpint (solved[FEASIBLE_P], ==, tried[FEASIBLE_P]);
  g_assert_cmpint (solved[FEASIBLE_PSD], ==, tried[FEASIBLE_PSD]);
  g_assert_cmpint (solved[DEGENERATE], ==, tried[DEGENERATE]);
  // Nearly singular matrices can take more iterations than there are.
  g_assert_cmpint (alternating[FEASIBLE_P], >=, tried[FEASIBLE_P] * 999 / 1000);
  g_assert_cmpint (alternating[FEASIBLE_PSD], >=, tried[FEASIBLE_PSD] * 999 / 1000);
  g_assert_cmpint (alternating[DEGENERATE], >=, tried[DEGENERATE] * 999 / 1000);
  g_assert_cmpint (alternating[INFEASIBLE] + alternating[INFEASIBLE_PSD], ==, 0);
  g_assert_cmpint (solved[INFEASIBLE], ==, 0);
  g_assert_cmpint (solved[INFEASIBLE_PSD], ==, 0);
  // A solution is not guaranteed here; solving only half would be a broken solver.
  g_assert_cmpint (solved[FEASIBLE_ANY], >, tried[FEASIBLE_ANY] / 2);
  mbd_complementarity_free (solver);
  g_rand_free (random);
}

/// Solves a problem by another method, which either reports a failure or has a solution. Returns true if
/// it has.
static bool
solves (MbdComplementarity *solver,
        const MbdComplementarityProblem *problem,
        MbdComplementarityMethod method)
{
  MbdComplementaritySettings settings = mbd_complementarity_default ();
  double z[MOST], w[MOST];

  settings.method = method;
  if (mbd_complementarity_solve (solver, problem, &settings, z, w).status
      != MBD_COMPLEMENTARITY_SOLVED)
    return false;
  g_assert_cmpfloat (mbd_complementarity_residual (problem, z, NULL), <=, 2e-10);
  return true;
}

/// Contacts of random bodies, with boxes and free rows: Lemke's method and sweeps give the same w
/// (z may differ if rows depend on each other); residuals are measured by the sets.
static void
test_sets (void)
{
  enum
  {
    VELOCITIES = 12
  };
  const int count = testing_torture () ? 20000 : 2000;
  GRand *random = g_rand_new_with_seed (testing_seed (11));
  MbdComplementarity *solver = mbd_complementarity_new (MOST, MOST, 8);
  int by_sweeps = 0, alternating = 0;

  for (int trial = 0; trial < count; trial++) {
    double J[MOST * VELOCITIES], M[MOST * MOST], q[MOST], u[VELOCITIES], z[MOST], w[MOST];
    MbdSet sets[MOST] = { 0 };
    const int contacts = g_rand_int_range (random, 0, 4), others = g_rand_int_range (random, 1, 4);
    int n = 0;

    for (int c = 0; c < contacts; c++) {
      sets[n + 1] = (MbdSet){ .kind = MBD_SET_FRICTION,
                              .friction = g_rand_double_range (random, 0, 1),
                              .normal = n,
                              .partner = -1 };
      n += 2;
    }
    for (int k = 0; k < others; k++) {
      sets[n].kind = k % 2 ? MBD_SET_FREE : MBD_SET_BOX;
      sets[n].lower = g_rand_boolean (random) ? -g_rand_double (random) : -INFINITY;
      sets[n].upper = g_rand_boolean (random) ? g_rand_double (random) : INFINITY;
      n++;
    }
    for (int i = 0; i < n * VELOCITIES; i++)
      J[i] = random_number (random);
    for (int i = 0; i < VELOCITIES; i++)
      u[i] = random_number (random);
    for (int i = 0; i < n; i++) {
      q[i] = 0;
      for (int k = 0; k < VELOCITIES; k++)
        q[i] += J[i * VELOCITIES + k] * u[k];
      for (int j = 0; j < n; j++) {
        M[i * n + j] = 0;
        for (int k = 0; k < VELOCITIES; k++)
          M[i * n + j] += J[i * VELOCITIES + k] * J[j * VELOCITIES + k];
      }
    }
    MbdComplementarityProblem problem = { n, M, q, sets };
    MbdComplementaritySettings settings = mbd_complementarity_default ();
    MbdComplementarityReport report = mbd_complementarity_solve (solver, &problem, &settings, z, w);
    g_assert_cmpint (report.status, ==, MBD_COMPLEMENTARITY_SOLVED);
    g_assert_cmpfloat (mbd_complementarity_residual (&problem, z, NULL), <=, 2e-10);
    for (int i = 0; i < n; i++)
      if (sets[i].kind == MBD_SET_FRICTION)
        g_assert_cmpfloat (fabs (z[i]), <=, sets[i].friction * z[sets[i].normal] + 1e-9);

    alternating += solves (solver, &problem, MBD_COMPLEMENTARITY_ADMM);
    g_assert_true (solves (solver, &problem, MBD_COMPLEMENTARITY_MODES));
    double zs[MOST], ws[MOST];
    settings.method = MBD_COMPLEMENTARITY_SWEEPS;
    settings.relaxation = 1.2;
    report = mbd_complementarity_solve (solver, &problem, &settings, zs, ws);
    if (report.status != MBD_COMPLEMENTARITY_SOLVED)
      continue;
    by_sweeps++;
    double gap;
    g_assert_cmpfloat (mbd_complementarity_residual (&problem, zs, &gap), <=, 1e-10);
    // Coulomb's law is not a minimum: w is certain to be the same only without friction.
    for (int i = 0; i < n && contacts == 0; i++)
      g_assert_cmpfloat_with_epsilon (w[i], ws[i], 1e-6);
  }
  g_test_message ("%d of %d also solved by sweeps, %d by alternating directions", by_sweeps, count,
                  alternating);
  g_assert_cmpint (alternating, >=, count * 99 / 100);
  g_assert_cmpint (by_sweeps, >, count / 2);
  mbd_complementarity_free (solver);
  g_rand_free (random);
}

/// One sliding contact in space: the round cone by sweeps; Lemke's polygon meets the bound of the
/// inscribed polygon, 1 - cos (pi / (2 pairs)).
static void
test_cone (void)
{
  MbdComplementarity *solver = mbd_complementarity_new (MOST, MOST, 16);
  const double mu = 0.5, speed = 20;
  static const double M[] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };
  const MbdSet sets[] = {
    { .kind = MBD_SET_NONNEGATIVE },
    { .kind = MBD_SET_FRICTION, .friction = mu, .normal = 0, .partner = 2 },
    { .kind = MBD_SET_FRICTION, .friction = mu, .normal = 0, .partner = 1 },
  };

  for (int pairs = 2; pairs <= 16; pairs *= 2) {
    double least = INFINITY;
    for (int k = 0; k < 100; k++) {
      const double angle = 0.01 + k * 0.0731;
      const double q[] = { -2, speed * cos (angle), speed * sin (angle) };
      double z[3];
      MbdComplementarityProblem problem = { 3, M, q, sets };
      MbdComplementaritySettings settings = mbd_complementarity_default ();
      settings.pairs = pairs;
      g_assert_cmpint (mbd_complementarity_solve (solver, &problem, &settings, z, NULL).status, ==,
                       MBD_COMPLEMENTARITY_SOLVED);
      g_assert_cmpfloat_with_epsilon (z[0], 2, 1e-12);
      least = fmin (least, -(z[1] * cos (angle) + z[2] * sin (angle)) / (mu * z[0]));

      for (int round = 0; round < 2; round++) {
        settings.method = round ? MBD_COMPLEMENTARITY_ADMM : MBD_COMPLEMENTARITY_SWEEPS;
        g_assert_cmpint (mbd_complementarity_solve (solver, &problem, &settings, z, NULL).status,
                         ==, MBD_COMPLEMENTARITY_SOLVED);
        g_assert_cmpfloat_with_epsilon (z[1], -mu * 2 * cos (angle), 1e-9);
        g_assert_cmpfloat_with_epsilon (z[2], -mu * 2 * sin (angle), 1e-9);
      }
      settings.method = MBD_COMPLEMENTARITY_MODES;
      g_assert_cmpint (mbd_complementarity_solve (solver, &problem, &settings, z, NULL).status, ==,
                       MBD_COMPLEMENTARITY_NOT_APPLICABLE);
    }
    g_assert_cmpfloat (least, >, cos (M_PI / (2 * pairs)) - 1e-12);
    g_assert_cmpfloat (least, <, cos (M_PI / (2 * pairs)) + 0.02 / pairs);
  }
  mbd_complementarity_free (solver);
}

static void
test_refused (void)
{
  MbdComplementarity *solver = mbd_complementarity_new (4, 2, 4);
  double M[16] = { 1, 0, 0, 1 }, q[4] = { -1, -1 }, z[4];
  MbdSet sets[2] = { { .kind = MBD_SET_NONNEGATIVE },
                     { .kind = MBD_SET_FRICTION, .friction = -0.1, .partner = -1 } };
  MbdComplementarityProblem problem = { 2, M, q, sets };
  MbdComplementaritySettings settings = mbd_complementarity_default ();

#define REFUSED()                                                                                  \
  G_STMT_START                                                                                     \
  {                                                                                                \
    z[0] = z[1] = 7;                                                                               \
    g_assert_cmpint (mbd_complementarity_solve (solver, &problem, &settings, z, NULL).status, ==,  \
                     MBD_COMPLEMENTARITY_BAD_INPUT);                                               \
    g_assert_cmpfloat (z[0], ==, 0);                                                               \
  }                                                                                                \
  G_STMT_END
  REFUSED ();
  sets[1].friction = 0.5;
  sets[1].normal = 1;
  REFUSED ();
  sets[1].normal = 0;
  sets[1].partner = 0;
  REFUSED ();
  sets[1] = (MbdSet){ .kind = MBD_SET_BOX, .lower = 1, .upper = 0 };
  REFUSED ();
  sets[1] = (MbdSet){ .kind = MBD_SET_FREE };
  M[1] = NAN;
  REFUSED ();
  M[1] = 0;
  q[0] = INFINITY;
  REFUSED ();
  q[0] = -1;
  settings.relaxation = 2;
  REFUSED ();
  settings.relaxation = 1;
  problem.n = 3;
  problem.sets = NULL;
  settings.method = MBD_COMPLEMENTARITY_LEMKE;
  g_assert_cmpint (mbd_complementarity_solve (solver, &problem, &settings, z, NULL).status, ==,
                   MBD_COMPLEMENTARITY_NOT_APPLICABLE);
  g_assert_cmpfloat (z[0], ==, 0);
  mbd_complementarity_free (solver);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/complementarity/known", test_known);
  g_test_add_func ("/complementarity/random", test_random);
  g_test_add_func ("/complementarity/sets", test_sets);
  g_test_add_func ("/complementarity/cone", test_cone);
  g_test_add_func ("/complementarity/refused", test_refused);
  return g_test_run ();
}
