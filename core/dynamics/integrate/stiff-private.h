// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What implicit stages need beside the rest of the integrator.

#pragma once

#include <suitesparse/klu.h>

#include "integrator-private.h"

enum
{
  /// Places of a direction: up to four bodies of six velocities.
  MBD_MOST_PLACES = 6 * MBD_MOST_ENDS,
};

/// A direction in which something is stiff or damped: forces change by -g (p.u + damping g.du').
typedef struct
{
  int count;
  int place[MBD_MOST_PLACES];      // in v, which has the places of the u layout
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
  double taken_h, taken_end; // of the stages in kq and kv
  bool has_old, has_taken;

  // stiff-directions.c
  bool by_directions;
  int most_rows;
  int n_v;
  MbdStiffRow *rows[MBD_MAXIMUM_STAGES];
  int n_rows[MBD_MAXIMUM_STAGES];
  double *weighted[MBD_MAXIMUM_STAGES]; // W g of each row, n_v each
  double *stage_q[MBD_MAXIMUM_STAGES], *stage_v[MBD_MAXIMUM_STAGES];
  double *misfit[MBD_MAXIMUM_STAGES]; // a - what the state of the stage gives
  double *small;                      // (stages x rows) squared
  double *change;                     // of forces along rows
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
  int *slot; // of an emitted entry: place in `values`
  int *start, *index;
  double *values;
  double *right;     // right side, then solution
  double *one_force; // u layout: what one force element does
  klu_common common;
  klu_symbolic *symbolic;
  klu_numeric *numeric[MBD_MAXIMUM_STAGES];
};

/// How many directions there can be until the next start; -1 when a force element does not tell its
/// own.
int mbd_most_directions (const MbdState *state);
/// The directions at the pose and rows of a state; answers how many.
int mbd_find_directions (const MbdState *state, MbdStiffRow *rows);
/// Memory for the way by directions.
void mbd_directions_prepare (MbdIntegrator *self);
/// One correction of all stages by directions, whose derivatives are found `anew` or kept. Answers
/// the largest change of an acceleration in the norm of the step, NaN where it fails.
double
mbd_correct_by_directions (MbdIntegrator *self, const MbdInstant *start, double h, bool anew);

/// Memory, pattern and symbolic factor for the way by sweeps; at the pose and rows of the work
/// state. False without memory.
bool mbd_sweeps_prepare (MbdIntegrator *self);
/// The same by a sweep over the stages.
double mbd_correct_by_sweep (MbdIntegrator *self, const MbdInstant *start, double h, bool anew);
/// Forget the multipliers of a failed attempt.
void mbd_sweeps_reset (MbdIntegrator *self);

/// Find the pattern; false without memory.
bool mbd_stiff_matrix_prepare (MbdIntegrator *self);
void mbd_stiff_matrix_clear (MbdStiff *stiff);
/// Fill in and factor the matrix of a stage at the pose, rows and g of the work state.
bool mbd_stiff_factor (MbdIntegrator *self, double h_g, int stage);
/// The right side becomes the solution.
bool mbd_stiff_solve (MbdStiff *stiff, int stage);

/// The size of accelerations (places of v, either axes), as a change of velocities within the step,
/// in the norm of the step.
double mbd_change_norm (const MbdIntegrator *self, double h, const double *a);
