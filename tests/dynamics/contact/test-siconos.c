// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Complementarity and friction problems compared with Siconos: random problems with one solution
// each must have the same result. Built only if libsiconos-numerics-dev is installed.

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <LinearComplementarityProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#include <lcp_cst.h>

#include "testing-seed.h"
#include "mbd.h"
#include "testing.h"

enum
{
  MOST = 36
};

/// Computes B B' + a diagonal: positive definite and symmetric, so that row and column order are
/// the same.
static void
random_matrix (GRand *rand, int n, double diagonal, double *M)
{
  double B[MOST * MOST];

  for (int i = 0; i < n * n; i++)
    B[i] = g_rand_double_range (rand, -1, 1);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = i == j ? diagonal : 0;
      for (int k = 0; k < n; k++)
        sum += B[i * n + k] * B[j * n + k];
      M[i * n + j] = sum;
    }
}

/// Creates a matrix that owns a copy of M.
static NumericsMatrix *
take_matrix (int n, const double *M)
{
  double *copy = malloc (sizeof *copy * (size_t) (n * n));

  memcpy (copy, M, sizeof *copy * (size_t) (n * n));
  return NM_create_from_data (NM_DENSE, n, n, copy);
}

static double
largest_difference (int n, const double *x, const double *y)
{
  double difference = 0, size = 1;

  for (int i = 0; i < n; i++) {
    difference = fmax (difference, fabs (x[i] - y[i]));
    size = fmax (size, fabs (x[i]));
  }
  return difference / size;
}

static void
test_linear (void)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (21));
  MbdComplementarity *solver = mbd_complementarity_new (MOST, MOST, 8);
  const MbdComplementaritySettings settings = mbd_complementarity_default ();
  double worst = 0;

  for (int k = 0; k < (testing_torture () ? 5000 : 300); k++) {
    const int n = g_rand_int_range (rand, 1, 25);
    double M[MOST * MOST], q[MOST], z[MOST], theirs[MOST] = { 0 }, w[MOST] = { 0 };
    random_matrix (rand, n, 0.1, M);
    for (int i = 0; i < n; i++)
      q[i] = g_rand_double_range (rand, -5, 5);
    const MbdComplementarityProblem problem = { n, M, q, NULL };
    g_assert_cmpint (mbd_complementarity_solve (solver, &problem, &settings, z, NULL).status, ==,
                     MBD_COMPLEMENTARITY_SOLVED);
    NumericsMatrix *matrix = take_matrix (n, M);
    LinearComplementarityProblem other = { n, matrix, q };
    SolverOptions *options = solver_options_create (SICONOS_LCP_LEMKE);
    g_assert_cmpint (linearComplementarity_driver (&other, theirs, w, options), ==, 0);
    worst = fmax (worst, largest_difference (n, z, theirs));
    solver_options_delete (options);
    free (options);
    NM_clear (matrix);
    free (matrix);
  }
  g_test_message ("Lemke against Lemke: %.1e", worst);
  g_assert_cmpfloat (worst, <, 1e-9);
  mbd_complementarity_free (solver);
  g_rand_free (rand);
}

/// Compares contacts with Coulomb friction in `dimension` dimensions. With little friction the
/// solution is unique.
static void
compare_friction (int dimension, int solver_id, double friction, double tolerance)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (22));
  MbdComplementarity *solver = mbd_complementarity_new (MOST, MOST, 8);
  MbdComplementaritySettings settings = mbd_complementarity_default ();
  double worst = 0;
  int compared = 0;

  if (dimension == 3) {
    settings.method = MBD_COMPLEMENTARITY_SWEEPS;
    settings.iterations = 100000;
    settings.tolerance = 1e-13;
  }
  for (int k = 0; k < (testing_torture () ? 3000 : 200); k++) {
    const int contacts = g_rand_int_range (rand, 1, 9), n = dimension * contacts;
    double M[MOST * MOST], q[MOST], mu[MOST], z[MOST];
    double theirs[MOST] = { 0 }, u[MOST] = { 0 };
    MbdSet sets[MOST];
    random_matrix (rand, n, 1, M);
    memset (sets, 0, sizeof sets);
    for (int i = 0; i < n; i++) {
      q[i] = g_rand_double_range (rand, -5, 5);
      if (i % dimension == 0) {
        mu[i / dimension] = g_rand_double_range (rand, 0, friction);
        continue;
      }
      sets[i] = (MbdSet){ .kind = MBD_SET_FRICTION,
                          .friction = mu[i / dimension],
                          .normal = i / dimension * dimension,
                          .partner = dimension == 3 ? (i % 3 == 1 ? i + 1 : i - 1) : -1 };
    }
    const MbdComplementarityProblem problem = { n, M, q, sets };
    g_assert_cmpint (mbd_complementarity_solve (solver, &problem, &settings, z, NULL).status, ==,
                     MBD_COMPLEMENTARITY_SOLVED);
    NumericsMatrix *matrix = take_matrix (n, M);
    FrictionContactProblem *other =
      frictionContactProblem_new_with_data (dimension, contacts, matrix, q, mu);
    SolverOptions *options = solver_options_create (solver_id);
    options->iparam[SICONOS_IPARAM_MAX_ITER] = 100000;
    options->dparam[SICONOS_DPARAM_TOL] = 1e-13;
    const int failed = dimension == 2 ? fc2d_driver (other, theirs, u, options)
                                      : fc3d_driver (other, theirs, u, options);
    if (failed == 0) {
      compared++;
      worst = fmax (worst, largest_difference (n, z, theirs));
    }
    solver_options_delete (options);
    free (options);
    NM_clear (matrix);
    free (matrix);
    free (other);
  }
  g_test_message ("%d problems in %d dimensions: %.1e", compared, dimension, worst);
  g_assert_cmpint (compared, >=, testing_torture () ? 2400 : 160);
  g_assert_cmpfloat (worst, <, tolerance);
  mbd_complementarity_free (solver);
  g_rand_free (rand);
}

static void
test_plane (void)
{
  compare_friction (2, SICONOS_FRICTION_2D_NSGS, 0.4, 1e-9);
}

static void
test_space (void)
{
  compare_friction (3, SICONOS_FRICTION_3D_NSGS, 0.3, 1e-8);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/siconos/linear", test_linear);
  g_test_add_func ("/siconos/plane", test_plane);
  g_test_add_func ("/siconos/space", test_space);
  return g_test_run ();
}
