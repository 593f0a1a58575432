// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Under the hood: the complete linear system of one instant as plain data with names. The data are
// immutable, so they can be computed in one thread and displayed in another.
//
//   [ M  G' ] [  a      ]   [ f       ]
//   [ G  -E ] [ -lambda ] = [ gamma*  ]      gamma* = gamma - (2/T) eps' - eps / T^2

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Block of a body with its velocities, or of a coupling with its rows.
typedef struct
{
  LwElementRef element;
  char *name;
  LwHue hue; ///< for a body
  int first; ///< index of its first velocity or row
  int n;
} LwHoodBlock;

/// Entry of M (two velocities) or G (row, then velocity).
typedef struct
{
  int row;
  int column;
  double value;
} LwHoodEntry;

/// Coordinate of q.
typedef struct
{
  int body;           ///< index of the block
  const char *symbol; ///< "x", "y", "z", "angle", or "q0" to "q3" of an attitude
  const char *unit;   ///< ASCII
  double value;
} LwHoodPosition;

/// Coordinate of v with the quantities that belong to it.
typedef struct
{
  int body;           ///< index of the block
  const char *symbol; ///< "x", "y", "z", "angle", or "rx" to "rz" about body axes
  bool is_length;
  double velocity;     ///< m/s or rad/s
  double acceleration; ///< m/s^2 or rad/s^2
  double force;        ///< component of f, N or N m
  double constraint;   ///< component of G' lambda
  double residual;     ///< component of M a - f - G' lambda
} LwHoodVelocity;

typedef struct
{
  int coupling;       ///< index of the block
  const char *symbol; ///< symbol of the row in its coupling, from mbd_model_row_name (); NULL if it
                      ///< is the only row
  bool is_length;     ///< the error is in m, else in rad
  bool redundant;     ///< takes part in a null vector of G'
  MbdRowRole role;
  MbdStabilisation stabilisation;
  double time_constant; ///< time constant of Baumgarte, s
  double lambda;        ///< N, N m
  double gamma;         ///< m/s^2, rad/s^2
  double term;          ///< gamma* - gamma
  double position_error, velocity_error, acceleration_error;
  double residual; ///< component of G a - gamma*
  double mass;     ///< effective: 1 / (G M^-1 G'), kg or kg m^2; infinite without a moving body
} LwHoodRow;

/// Pair that can touch or separate: at least one of gap and force is 0.
typedef struct
{
  LwElementRef element;
  char *name;
  const char *symbol; ///< symbol of the row; NULL if it is the only row
  bool is_length;     ///< gap in m and force in N, else rad and N m
  bool closed;
  double gap;
  double force;
} LwHoodPair;

typedef struct
{
  double time;
  bool solved; ///< false: there are no accelerations and multipliers, and `why` is the message
  char *why;
  GArray *bodies;     ///< array of LwHoodBlock: movable bodies
  GArray *couplings;  ///< array of LwHoodBlock: couplings with rows
  GArray *positions;  ///< array of LwHoodPosition
  GArray *velocities; ///< array of LwHoodVelocity
  GArray *rows;       ///< array of LwHoodRow: the rows of all couplings
  GArray *pairs;      ///< array of LwHoodPair
  GArray *mass;       ///< array of LwHoodEntry
  GArray *jacobian;   ///< array of LwHoodEntry
  GArray *compliance; ///< array of LwHoodEntry: -E, that is, -1/k of compliant rows, m/N or rad/(N
                      ///< m)
  int n_active;       ///< number of active rows
  double motion_residual, row_residual; ///< largest
  double position_error[2];             ///< largest: m and rad

  // Results whose cost grows with the cube of the number of velocities.
  bool analysed; ///< true if the following fields are set
  int rank;
  int n_redundant;
  int n_motions;
  double *motions; ///< n_motions x velocities: G z = 0; the fastest body point has 1 m/s
  int n_values;
  double *values; ///< singular values of the scaled G, descending
} LwHood;

/// Returns the system at time, q and v of the state, which it solves. `analyse`: with rank, null
/// space and singular values, which are not computed for very large systems.
LwHood *lw_hood_new (const LwMechanism *mechanism, MbdState *state, bool analyse);
void lw_hood_free (LwHood *self);

/// Returns the ratio of the largest singular value to the smallest non-negligible one; 1 without
/// rows.
double lw_hood_condition (const LwHood *self);
/// Returns the block of a body or coupling, or -1 if it has none.
int lw_hood_find_block (const GArray *blocks, LwElementRef element);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwHood, lw_hood_free)

G_END_DECLS
