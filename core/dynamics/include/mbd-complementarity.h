// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Complementarity problems on plain matrices, with one function for all their solvers.
//
//   w = M z + q,   for every variable by its set:
//     nonnegative   z >= 0, w >= 0, z w = 0
//     free          w = 0
//     box           w = 0 within the bounds, w >= 0 at the lower one, w <= 0 at the upper one
//     friction      tangents t of a normal n: |t| <= mu n, w_t = 0 inside, against t at the bound
//
// In mechanics z are forces or impulses and w the accelerations or velocities of their rows; units
// are the caller's. Lemke's method is exact and meant for small problems; sweeps (projected
// Gauss-Seidel with over-relaxation) are for comparison and teaching and use the round cone. Alternating
// directions with Newton's method are those of mbd-pile.h, for matrices.

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

/// Set that a variable is restricted to. Zeroed: nonnegative.
typedef struct
{
  MbdSetKind kind; ///< default MBD_SET_NONNEGATIVE
  double lower;    ///< box: lower bound, may be -INFINITY
  double upper;    ///< box: upper bound, >= lower, may be INFINITY
  double friction; ///< friction: mu >= 0
  int normal;      ///< friction: index of the normal, a nonnegative variable
  /// friction: index of the other of two orthogonal tangents, whose cone is round; -1 if there is
  /// none. All tangents of one normal without a partner share a polygon, sum |t| <= mu n
  int partner;
  bool alone; ///< friction: true if its bound is not shared with other tangents of the normal:
              ///< rolling
} MbdSet;

/// Problem w = M z + q. The arrays are borrowed.
typedef struct
{
  int n;              ///< number of variables
  const double *M;    ///< n x n, row-major; may be unsymmetric
  const double *q;    ///< n
  const MbdSet *sets; ///< n sets; NULL for all nonnegative
} MbdComplementarityProblem;

/// Method of solution.
typedef enum
{
  MBD_COMPLEMENTARITY_AUTOMATIC, ///< cones for many contacts that rest; else Lemke if its table fits
                                 ///< into the solver's memory, else sweeps
  MBD_COMPLEMENTARITY_LEMKE,
  MBD_COMPLEMENTARITY_SWEEPS,
  MBD_COMPLEMENTARITY_LINEAR, ///< no inequalities: M z + q = 0
  MBD_COMPLEMENTARITY_MODES,  ///< every combination of open and closed, sticking and sliding in
                              ///< turn, of small problems in the plane; Lemke's method reports it
                              ///< if it found the solution in this way
  MBD_COMPLEMENTARITY_CONES,  ///< a convex problem, for many contacts that rest, in the plane
  MBD_COMPLEMENTARITY_ADMM,   ///< alternating directions, followed by Newton's method from the
                              ///< contacts that they found to hold and to slip
} MbdComplementarityMethod;

/// Outcome of a solution.
typedef enum
{
  MBD_COMPLEMENTARITY_SOLVED,
  MBD_COMPLEMENTARITY_NO_SOLUTION,    ///< none exists, or Lemke ended on a ray; `proved`
                                      ///< distinguishes the two
  MBD_COMPLEMENTARITY_NOT_CONVERGED,  ///< the limit of iterations was reached, or the residual
                                      ///< stayed too large
  MBD_COMPLEMENTARITY_BAD_INPUT,      ///< a number is not finite, or a set is not valid
  MBD_COMPLEMENTARITY_NOT_APPLICABLE, ///< the method does not solve problems of this form or size:
                                      ///< Lemke, cones, modes
} MbdComplementarityStatus;

/// Settings of a solution. Start from mbd_complementarity_default ().
typedef struct
{
  MbdComplementarityMethod method; ///< default MBD_COMPLEMENTARITY_AUTOMATIC
  double tolerance;                ///< limit of the residual, default 1e-10
  int iterations;                  ///< limit; 0 for 50 n + 100 pivots, 1000 sweeps,
                                   ///< 2000 alternations
  double relaxation;               ///< over-relaxation of sweeps, 0 < .. < 2; default 1
  int pairs; ///< Lemke: number of pairs of directions of the inscribed polygon that replaces a
             ///< round cone: friction up to 1 - cos (pi / (2 pairs)) too small; default 8
  bool warm; ///< sweeps: true if z holds a start
} MbdComplementaritySettings;

/// Result of mbd_complementarity_solve () in addition to z and w.
typedef struct
{
  MbdComplementarityStatus status; ///< outcome
  MbdComplementarityMethod method; ///< method that found the solution
  /// Largest |z - P (z - w / g)| g over the sizes of the terms of w, where P is the projection onto
  /// the set and g the diagonal of M
  double residual;
  double gap;            ///< sum of |z w| over the nonnegative variables, unit of z w
  int iterations;        ///< pivots or sweeps of all attempts
  bool proved;           ///< no solution: true if every mode of a small problem was tried and
                         ///< failed
  int restarts;          ///< further attempts of Lemke with other covering vectors
  double regularisation; ///< value added to the scaled diagonal, 0 if none
} MbdComplementarityReport;

/// Memory for problems; solving does not allocate.
typedef struct MbdComplementarity MbdComplementarity;

/// Returns the default settings.
MbdComplementaritySettings mbd_complementarity_default (void);
/// Allocates memory for problems of up to `most` variables, and for Lemke's table with up to
/// `most_lemke` of them; the table takes some 16 (k most_lemke)^2 bytes, k = 1 without friction,
/// 4/3 in the plane, (2 pairs + 2) / 3 in space. Returns NULL if there is not enough memory.
MbdComplementarity *mbd_complementarity_new (int most, int most_lemke, int most_pairs);
/// Frees the memory; NULL is allowed.
void mbd_complementarity_free (MbdComplementarity *self);

/// Solves a problem. z (n) becomes the solution, the best iterate after a failure, or 0 on bad
/// input; w (n, may be NULL) is M z + q.
MbdComplementarityReport mbd_complementarity_solve (MbdComplementarity *self,
                                                    const MbdComplementarityProblem *problem,
                                                    const MbdComplementaritySettings *settings,
                                                    double *z,
                                                    double *w);
/// Computes the residual (see above) and gap of any z; cones are round for tangents with a partner.
double mbd_complementarity_residual (const MbdComplementarityProblem *problem,
                                     const double *z,
                                     double *gap);
/// Moves z to the nearest point of its sets, ignoring w.
void mbd_complementarity_project (const MbdComplementarityProblem *problem, double *z);

/// Returns a description of an outcome: static, in English, without a full stop.
const char *mbd_complementarity_status_text (MbdComplementarityStatus status);

MBD_END_DECLS
