// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Equilibrium of what touches, as equilibrium.c sees it.

#pragma once

#include "analysis-private.h"
#include "mbd-integrator.h"

typedef struct MbdRest MbdRest;

/// How the forces of contacts at a pose at rest are found: exactly; exactly, after gaps of
/// round-off have closed; or by a step of time stepping.
typedef enum
{
  MBD_REST_AS_IT_IS,
  MBD_REST_AFTER_A_MOMENT,
  MBD_REST_BY_STEP,
  MBD_REST_WAYS
} MbdRestWay;

typedef struct
{
  double *external;               // u layout; of the caller
  MbdIntegratorContact *contacts; // owned (free ())
  int n_contacts;
  bool many; // others balance as well
} MbdRestForces;

/// For the couplings, loads and time of a state. Also to be freed where it fails: without memory,
/// and with bodies that time stepping cannot move.
MbdStatus mbd_rest_new (const MbdState *state, MbdRest **rest, MbdDiagnosis *why);
void mbd_rest_free (MbdRest *self);
/// From a pose on the rows to one at rest, within so many steps of all calls together.
MbdStatus mbd_rest_find (MbdRest *self, double tolerance, long most, double *q, MbdDiagnosis *why);
long mbd_rest_steps (const MbdRest *self);
/// The forces at a pose at rest, which may be moved by round-off; false when this is no way.
bool mbd_rest_forces (MbdRest *self, MbdRestWay way, double *q, MbdRestForces *forces);
