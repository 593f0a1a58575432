// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The integrator as its own files see it.

#pragma once

#include "state-private.h"
#include "tableau-private.h"

/// A point of the trajectory; q, v and a in the published layouts.
typedef struct
{
  double time;
  double *q, *v, *a;
} MbdInstant;

struct MbdIntegrator
{
  const MbdModel *model;
  MbdArena arena;
  MbdIntegratorSettings settings;
  const MbdTableau *tableau;
  MbdIntegratorStatistics statistics;
  MbdState *work; // where evaluations are made

  MbdInstant start, end; // the last accepted step
  MbdInstant output;
  double first_time, last_output;
  double next_step;
  double previous_error;
  double *usual_collapse; // running minimum of each column's collapse
  int *dependent;         // rows (batch layout) that are left to those they depend on
  int n_dependent;

  double *kq[MBD_MAXIMUM_STAGES], *kv[MBD_MAXIMUM_STAGES]; // rates of q and v: first stage, then
                                                           // differences from it
  double *stage_q, *stage_v;
  double *error_q, *error_v;
  double *zeros; // as long as q

  double *rates[4]; // q' and q'' at start and end: q0', q1', q0'', q1''
};

/// q' from q and v: velocities, and for quaternions q omega / 2.
void mbd_position_rates (const MbdModel *model, const double *q, const double *v, double *rate);
/// Quaternions back to unit length where they are off by more than 1e-14.
void mbd_normalise (const MbdModel *model, double *q);
