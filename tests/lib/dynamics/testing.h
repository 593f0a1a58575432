// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Declarations shared by the tests of the engine: comparisons that NaN fails, states from designs,
// dense matrices of a state, random numbers, and motion along velocity coordinates.

#pragma once

#include <glib.h>
#include <math.h>
#include <string.h>

#include "mbd.h"
#include "mechanisms.h"

/// Checks that |got - expected| <= tolerance; NaN fails.
#define assert_close(got, expected, tolerance)                                                     \
  testing_close (__FILE__, __LINE__, G_STRFUNC, #got, -1, (got), (expected), (tolerance))
/// Checks assert_close () for n numbers each.
#define assert_all_close(n, got, expected, tolerance)                                              \
  testing_all_close (__FILE__, __LINE__, G_STRFUNC, #got, (n), (got), (expected), (tolerance))
/// Checks that value <= limit; NaN fails.
#define assert_at_most(value, limit)                                                               \
  testing_at_most (__FILE__, __LINE__, G_STRFUNC, #value, (value), (limit))
/// Checks that the call returns this status.
#define assert_status(call, expected)                                                              \
  testing_status (__FILE__, __LINE__, G_STRFUNC, #call, (call), (expected))
#define assert_ok(call) assert_status (call, MBD_STATUS_OK)
/// Checks that n doubles are bitwise identical.
#define assert_identical(n, a, b)                                                                  \
  g_assert_cmpmem ((a), (size_t) (n) * sizeof (double), (b), (size_t) (n) * sizeof (double))

void testing_close (const char *file,
                    int line,
                    const char *function,
                    const char *expression,
                    int index,
                    double got,
                    double expected,
                    double tolerance);
void testing_all_close (const char *file,
                        int line,
                        const char *function,
                        const char *expression,
                        int n,
                        const double *got,
                        const double *expected,
                        double tolerance);
void testing_at_most (const char *file,
                      int line,
                      const char *function,
                      const char *expression,
                      double value,
                      double limit);
void testing_status (const char *file,
                     int line,
                     const char *function,
                     const char *call,
                     MbdStatus got,
                     MbdStatus expected);

/// Returns true if LW_TORTURE is set: run the long versions.
bool testing_torture (void);

/// Returns a state of the compiled design, and frees the design. Free the state and its model with
/// testing_state_free ().
MbdState *testing_state (Design *design);
void testing_state_free (MbdState *state);
/// Settings of an integrator; duration in s, step 0: the default.
MbdIntegratorSettings
testing_settings (MbdMethod method, double accuracy, double step, double duration);
/// Returns a function of n signals, which its text names; free with mbd_function_unref ().
MbdFunction *
testing_feedback (const char *text, const char *const *names, const MbdSignalDef *signals, int n);

/// Returns the largest absolute value; NaN counts as infinite.
double max_norm (int n, const double *x);
/// Returns the larger of two errors; NaN counts as infinite, not as a small error.
double worst_of (double worst, double error);
double dot (int n, const double *x, const double *y);
void cross (const double a[3], const double b[3], double product[3]);
/// Compute the unit quaternion of a rotation vector, and v turned by a quaternion.
void quaternion_from_vector (const double vector[3], double quaternion[4]);
void quaternion_multiply (const double p[4], const double q[4], double pq[4]);
void quaternion_turn (const double quaternion[4], const double v[3], double turned[3]);

/// Random numbers that are the same everywhere.
double random_in (GRand *rand, double low, double high);
void random_vector (GRand *rand, int n, double size, double *x);
void random_quaternion (GRand *rand, double quaternion[4]);

/// The data of the system M a = f + G' lambda, G a = gamma, as the state reports it. Row-major.
typedef struct
{
  int n, m;
  double *M, *G, *f, *gamma;
  double least_force; ///< N (moments in the same unit): least force by which residuals are
                      ///< measured; default 0
} System;

System *system_new (MbdState *state);
void system_free (System *system);
/// Computes accelerations and multipliers by singular values of the scaled rows, without any code
/// of the engine: among all multipliers those with the least sum of g lambda^2, g = diag (G M^-1
/// G'). Returns the rank at this relative tolerance.
int system_solve (const System *system, double tolerance, double *a, double *lambda);
/// Returns the rank, and the rows that take part in a null vector of G' (may be NULL).
int system_rank (const System *system, double tolerance, bool *redundant);
/// Returns the least |G x - gamma - gap| of any x, where rows that are `one_sided` may have any gap
/// >= 0, the others none; tolerance for the rank of G.
double system_least_violation (const System *system, const bool *one_sided, double tolerance);
/// Computes the relative residuals of both equations for a and lambda.
void system_residuals (const System *system,
                       const double *a,
                       const double *lambda,
                       double *forces,
                       double *rows);

/// Moves q by h along the velocities v: planar coordinates add, quaternions are multiplied by exp
/// (h omega / 2) from the right, so that v stays constant in velocity coordinates.
void move_along (const MbdModel *model, const double *q, const double *v, double h, double *moved);
