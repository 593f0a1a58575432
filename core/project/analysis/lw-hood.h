// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Under the hood: the whole linear system of one instant as plain data with names. What is in it
// was found once and does not change any more, so it can be made in one thread and shown in
// another.
//
//   [ M  G' ] [  a      ]   [ f       ]
//   [ G  -E ] [ -lambda ] = [ gamma*  ]      gamma* = gamma - (2/T) eps' - eps / T^2

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// A body with its velocities, or a coupling with its rows.
typedef struct
{
  LwElementRef element;
  char *name;
  LwHue hue; ///< of a body
  int first; ///< of its velocities or rows
  int n;
} LwHoodBlock;

/// An entry of M (both are velocities) or G (row, then velocity).
typedef struct
{
  int row;
  int column;
  double value;
} LwHoodEntry;

/// A coordinate of q.
typedef struct
{
  int body;           ///< block
  const char *symbol; ///< "x", "y", "z", "angle", or "q0" to "q3" of an attitude
  const char *unit;   ///< ASCII
  double value;
} LwHoodPosition;

/// A coordinate of v with what belongs to it.
typedef struct
{
  int body;           ///< block
  const char *symbol; ///< "x", "y", "z", "angle", or "rx" to "rz" about axes of the body
  bool is_length;
  double velocity;     ///< m/s or rad/s
  double acceleration; ///< m/s^2 or rad/s^2
  double force;        ///< of f, N or N m
  double constraint;   ///< of G' lambda
  double residual;     ///< of M a - f - G' lambda
} LwHoodVelocity;

typedef struct
{
  int coupling;       ///< block
  const char *symbol; ///< of the row in its coupling, as mbd_model_row_name (); NULL: it is the
                      ///< only one
  bool is_length;     ///< m, else rad
  bool redundant;     ///< takes part in a null vector of G'
  MbdRowRole role;
  MbdStabilisation stabilisation;
  double time_constant; ///< s, of Baumgarte
  double lambda;        ///< N, N m
  double gamma;         ///< m/s^2, rad/s^2
  double term;          ///< gamma* - gamma
  double position_error, velocity_error, acceleration_error;
  double residual; ///< of G a - gamma*
  double mass;     ///< effective: 1 / (G M^-1 G'), kg or kg m^2; infinite without a moving body
} LwHoodRow;

/// Something that can touch or part: of gap and force at least one is 0.
typedef struct
{
  LwElementRef element;
  char *name;
  const char *symbol; ///< of the row; NULL: the only one
  bool is_length;     ///< gap in m and force in N, else rad and N m
  bool closed;
  double gap;
  double force;
} LwHoodPair;

typedef struct
{
  double time;
  bool solved; ///< else there are no accelerations and multipliers: `why` is a sentence
  char *why;
  GArray *bodies;     ///< of LwHoodBlock, those that move
  GArray *couplings;  ///< of LwHoodBlock, those with rows
  GArray *positions;  ///< of LwHoodPosition
  GArray *velocities; ///< of LwHoodVelocity
  GArray *rows;       ///< of LwHoodRow, the rows of all couplings
  GArray *pairs;      ///< of LwHoodPair
  GArray *mass;       ///< of LwHoodEntry
  GArray *jacobian;   ///< of LwHoodEntry
  GArray *compliance; ///< of LwHoodEntry: -E, -1/k of rows that give way, m/N or rad/(N m)
  int n_active;       ///< rows that take part
  double motion_residual, row_residual; ///< largest
  double position_error[2];             ///< largest: m and rad

  // What takes an effort that grows with the cube of the number of velocities.
  bool analysed; ///< what follows is known
  int rank;
  int n_redundant;
  int n_motions;
  double *motions; ///< n_motions x velocities: G z = 0; the fastest body point has 1 m/s
  int n_values;
  double *values; ///< singular values of the scaled G, falling
} LwHood;

/// At time, q and v of the state, which is solved in this; `analyse`: with rank, null space and
/// singular values. Of systems that are too large for it these stay unknown.
LwHood *lw_hood_new (const LwMechanism *mechanism, MbdState *state, bool analyse);
void lw_hood_free (LwHood *self);

/// The largest singular value over the smallest that counts; 1 without rows.
double lw_hood_condition (const LwHood *self);
/// The block of a body or coupling; -1 when it has none.
int lw_hood_find_block (const GArray *blocks, LwElementRef element);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwHood, lw_hood_free)

G_END_DECLS
