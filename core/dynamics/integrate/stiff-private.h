// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Declarations shared by the files of implicit stages.

#pragma once

#include <suitesparse/klu.h>

#include "integrator-private.h"

enum
{
  /// Places of a direction: up to four bodies of six velocities, and the two bodies on which a function
  /// of their motion acts.
  MBD_MOST_PLACES = 6 * (MBD_MOST_ENDS + 2),
};

/// A direction in which something is stiff or damped: forces change by -g (p.u + damping g.du').
typedef struct
{
  int count;
  int place[MBD_MOST_PLACES];      // index in v, which has the places of the u layout
  double g_world[MBD_MOST_PLACES]; // world axes
  double p_world[MBD_MOST_PLACES]; // stiffness g + damping w
  double g[MBD_MOST_PLACES];       // velocity coordinates as published
  double p[MBD_MOST_PLACES];
  double damping;
} MbdStiffRow;

struct MbdStiff
{
  MbdArena arena;

  // the rates of the last accepted step, from which the stages of the next are guessed
  double *old_q[MBD_MAXIMUM_STAGES], *old_v[MBD_MAXIMUM_STAGES];
  double old_h, old_end;
  double taken_h, taken_end; // step size and end of the stages in kq and kv
  bool has_old, has_taken;

  // stiff-directions.c
  bool by_directions;
  int most_rows;
  int n_v;
  MbdStiffRow *rows[MBD_MAXIMUM_STAGES];
  int n_rows[MBD_MAXIMUM_STAGES];
  double *weighted[MBD_MAXIMUM_STAGES]; // W g of each row, n_v each
  double *stage_q[MBD_MAXIMUM_STAGES], *stage_v[MBD_MAXIMUM_STAGES];
  double *misfit[MBD_MAXIMUM_STAGES]; // a minus the acceleration at the state of the stage
  double *small;                      // (stages x rows) squared
  double *change;                     // change of forces along rows
  int *pivots;

  // stiff-sweeps.c
  double *a;                          // u layout
  double *residual;                   // u layout
  double *lambda[MBD_MAXIMUM_STAGES]; // batch layout
  double *star_q, *star_v;
  double *sum_q[MBD_MAXIMUM_STAGES], *sum_v[MBD_MAXIMUM_STAGES];
  double *before_q, *before_v;

  // stiff-matrix.c
  int n;     // n_v + n_rows
  int *slot; // index in `values` of an emitted entry
  int *start, *index;
  double *values;
  double *right;     // right side, then solution
  double *one_force; // u layout: force of one force element
  klu_common common;
  klu_symbolic *symbolic;
  klu_numeric *numeric[MBD_MAXIMUM_STAGES];
};

/// Returns the largest number of directions until the next start; -1 if a force element does not
/// provide its directions.
int mbd_most_directions (const MbdState *state);
/// Effect of one signal of a function of a force element: with small displacements u and changes of
/// velocity du' of the bodies of the signal its forces change by g (from . u), or g (from . du') if the
/// signal is a rate. The turning of g and `from` is omitted, as in MbdForceDirection.
typedef struct
{
  double g[2][6]; // on body_a and body_b of the element
  const MbdBoundSignal *signal;
  MbdSignalGradient from;
} MbdFeedback;

/// Returns the number of signals of the functions of a force element.
int mbd_feedback_count (const MbdBoundForce *force);
/// Finds the effect of each of them at a pose. Returns their number.
int mbd_find_feedback (const MbdBoundForce *force, const MbdPose *pose, MbdFeedback *feedback);
/// Largest number of effects of a force element.
#define MBD_MOST_FEEDBACK (MBD_FORCE_COMPONENTS * MBD_MOST_SIGNALS)
/// Finds the directions at the pose and rows of a state. Returns their number.
int mbd_find_directions (const MbdState *state, MbdStiffRow *rows);
/// Allocates the memory for solving by directions.
void mbd_directions_prepare (MbdIntegrator *self);
/// Makes one correction of all stages by directions; their derivatives are recomputed if `anew`,
/// otherwise kept. Returns the largest change of an acceleration in the norm of the step, NaN if it
/// fails.
double
mbd_correct_by_directions (MbdIntegrator *self, const MbdInstant *start, double h, bool anew);

/// Prepares memory, pattern and symbolic factor for solving by sweeps, at the pose and rows of the
/// work state. Returns false if memory is exhausted.
bool mbd_sweeps_prepare (MbdIntegrator *self);
/// Makes one correction by a sweep over the stages; otherwise like mbd_correct_by_directions ().
double mbd_correct_by_sweep (MbdIntegrator *self, const MbdInstant *start, double h, bool anew);
/// Discards the multipliers of a failed attempt.
void mbd_sweeps_reset (MbdIntegrator *self);

/// Finds the pattern of the matrix. Returns false if memory is exhausted.
bool mbd_stiff_matrix_prepare (MbdIntegrator *self);
void mbd_stiff_matrix_clear (MbdStiff *stiff);
/// Fills in and factors the matrix of a stage at the pose, rows and g of the work state.
bool mbd_stiff_factor (MbdIntegrator *self, double h_g, int stage);
/// Replaces the right side by the solution.
bool mbd_stiff_solve (MbdStiff *stiff, int stage);

/// Returns the size of accelerations (places of v, either axes), as a change of velocities within
/// the step, in the norm of the step.
double mbd_change_norm (const MbdIntegrator *self, double h, const double *a);
