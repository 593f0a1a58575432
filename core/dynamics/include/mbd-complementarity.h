// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Complementarity problems on plain matrices, and the solvers for them behind one call.
//
//   w = M z + q,   for every variable by its set:
//     nonnegative   z >= 0, w >= 0, z w = 0
//     free          w = 0
//     box           w = 0 within the bounds, w >= 0 at the lower one, w <= 0 at the upper one
//     friction      tangents t of a normal n: |t| <= mu n, w_t = 0 inside, against t at the bound
//
// In mechanics z are forces or impulses and w the accelerations or velocities of their rows; units
// are those of the caller. Lemke's method is exact and for small problems; sweeps (projected
// Gauss-Seidel with over-relaxation) are for comparison and teaching and have the round cone.
// Method X for many bodies has a header of its own: mbd-pile.h.

#pragma once

#include <stdbool.h>

#include "mbd-api.h"

MBD_BEGIN_DECLS

/// Kind of the set that a variable is restricted to.
typedef enum
{
  MBD_SET_NONNEGATIVE, ///< z >= 0, w >= 0, z w = 0
  MBD_SET_FREE,        ///< any z, w = 0
  MBD_SET_BOX,         ///< lower <= z <= upper
  MBD_SET_FRICTION,    ///< tangent of a normal
} MbdSetKind;

/// Where a variable may lie. Zeroed: nonnegative.
typedef struct
{
  MbdSetKind kind; ///< default MBD_SET_NONNEGATIVE
  double lower;    ///< box: lower bound, may be -INFINITY
  double upper;    ///< box: upper bound, >= lower, may be INFINITY
  double friction; ///< friction: mu >= 0
  int normal;      ///< friction: index of the normal, a nonnegative variable
  /// friction: index of the other of two orthogonal tangents, whose cone is round; -1: none. All
  /// tangents without partner of one normal share a polygon, sum |t| <= mu n
  int partner;
  bool alone; ///< friction: its bound is its own, not one that tangents of the normal share:
              ///< rolling
} MbdSet;

/// Problem w = M z + q. The arrays are borrowed.
typedef struct
{
  int n;              ///< number of variables
  const double *M;    ///< n x n, row-major; need not be symmetric
  const double *q;    ///< n
  const MbdSet *sets; ///< n; NULL: all nonnegative
} MbdComplementarityProblem;

/// Method of solution.
typedef enum
{
  MBD_COMPLEMENTARITY_AUTOMATIC, ///< Lemke where the memory of the solver holds its table, else
                                 ///< sweeps
  MBD_COMPLEMENTARITY_LEMKE,
  MBD_COMPLEMENTARITY_SWEEPS,
  MBD_COMPLEMENTARITY_LINEAR, ///< no inequalities: M z + q = 0
  MBD_COMPLEMENTARITY_MODES,  ///< reported only: every combination of open and closed, sticking and
                              ///< sliding was tried, where Lemke found nothing
} MbdComplementarityMethod;

/// Outcome of a solution.
typedef enum
{
  MBD_COMPLEMENTARITY_SOLVED,
  MBD_COMPLEMENTARITY_NO_SOLUTION,   ///< none exists, or Lemke ended on a ray; `proved` tells which
  MBD_COMPLEMENTARITY_NOT_CONVERGED, ///< the limit of iterations, or the residual stayed too large
  MBD_COMPLEMENTARITY_BAD_INPUT,     ///< a number is not finite, a set makes no sense
} MbdComplementarityStatus;

/// Settings of a solution. Start from mbd_complementarity_default ().
typedef struct
{
  MbdComplementarityMethod method; ///< default MBD_COMPLEMENTARITY_AUTOMATIC
  double tolerance;                ///< of the residual, default 1e-10
  int iterations;                  ///< limit; 0: 50 n + 100 pivots, 1000 sweeps
  double relaxation;               ///< of sweeps, 0 < .. < 2; default 1
  int pairs; ///< Lemke: a round cone becomes a polygon of so many pairs of directions,
             ///< inscribed: friction up to 1 - cos (pi / (2 pairs)) too small; default 8
  bool warm; ///< sweeps: z holds a start
} MbdComplementaritySettings;

/// Result of mbd_complementarity_solve () besides z and w.
typedef struct
{
  MbdComplementarityStatus status; ///< outcome
  MbdComplementarityMethod method; ///< method that found the solution
  /// The largest |z - P (z - w / g)| g over the sizes of the terms of w, P the projection onto the
  /// set and g the diagonal of M
  double residual;
  double gap;            ///< sum of |z w| over the nonnegative variables, unit of z w
  int iterations;        ///< pivots or sweeps, of all tries
  bool proved;           ///< no solution: every mode of a small problem was tried, there is none
  int restarts;          ///< further tries of Lemke with other covering vectors
  double regularisation; ///< that was added to the scaled diagonal, 0: none
} MbdComplementarityReport;

/// Memory for problems; solving takes none.
typedef struct MbdComplementarity MbdComplementarity;

/// Returns the default settings.
MbdComplementaritySettings mbd_complementarity_default (void);
/// For problems of up to `most` variables; `most_lemke` of them for Lemke's table, which takes
/// some 16 (k most_lemke)^2 bytes, k = 1 without friction, 4/3 in the plane, (2 pairs + 2) / 3 in
/// space. NULL when there is no memory.
MbdComplementarity *mbd_complementarity_new (int most, int most_lemke, int most_pairs);
/// Frees the memory; NULL is allowed.
void mbd_complementarity_free (MbdComplementarity *self);

/// z (n) becomes the solution, or the best iterate of a failure, 0 on bad input; w (n, may be NULL)
/// is M z + q.
MbdComplementarityReport mbd_complementarity_solve (MbdComplementarity *self,
                                                    const MbdComplementarityProblem *problem,
                                                    const MbdComplementaritySettings *settings,
                                                    double *z,
                                                    double *w);
/// The residual (see above) and gap of any z; cones are round where they have partners.
double mbd_complementarity_residual (const MbdComplementarityProblem *problem,
                                     const double *z,
                                     double *gap);
/// z becomes the nearest point of its sets, w ignored.
void mbd_complementarity_project (const MbdComplementarityProblem *problem, double *z);

/// Returns a description of an outcome: static, in English, without a full stop.
const char *mbd_complementarity_status_text (MbdComplementarityStatus status);

MBD_END_DECLS
