// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Equilibrium of bodies in contact: declarations for equilibrium.c.

#pragma once

#include "analysis-private.h"
#include "mbd-integrator.h"

typedef struct MbdRest MbdRest;

/// Ways of finding contact forces at a pose at rest: exactly; exactly, after gaps of round-off have
/// closed; or by a step of time stepping.
typedef enum
{
  MBD_REST_AS_IT_IS,
  MBD_REST_AFTER_A_MOMENT,
  MBD_REST_BY_STEP,
  MBD_REST_WAYS
} MbdRestWay;

typedef struct
{
  double *external;               // u layout; for the caller
  MbdIntegratorContact *contacts; // owned (free ())
  int n_contacts;
  bool many; // True if other forces balance as well
} MbdRestForces;

/// Creates the search for the couplings, loads and time of a state. The result must be freed also
/// after a failure. Fails without memory, and with bodies that time stepping cannot move.
MbdStatus mbd_rest_new (const MbdState *state, MbdRest **rest, MbdDiagnosis *why);
void mbd_rest_free (MbdRest *self);
/// Moves from a pose on the rows to one at rest, within `most` steps of all calls together.
MbdStatus mbd_rest_find (MbdRest *self, double tolerance, long most, double *q, MbdDiagnosis *why);
long mbd_rest_steps (const MbdRest *self);
/// Finds the forces at a pose at rest, which may be moved by round-off. Returns false if this way
/// does not apply.
bool mbd_rest_forces (MbdRest *self, MbdRestWay way, double *q, MbdRestForces *forces);
