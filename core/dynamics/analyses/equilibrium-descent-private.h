// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The descent to an equilibrium: its data, and the forces, gradient and Hessian that it follows.
// equilibrium.c has the formulas.

#pragma once

#include "equilibrium-private.h"
#include "mechanism-private.h"

typedef struct
{
  MbdState *state;
  const MbdModel *m;
  MbdEquilibrium *report;
  MbdDiagnosis *why;
  MbdArena arena;

  double *q, *trial, *best;      // positions: the iterate, a trial, the best so far
  MbdRestForces contact;         // additional forces; `external` NULL if there are none
  double *still;                 // v = 0
  double *f, *lambda;            // u layout, node layout
  double *r[2], *step;           // u layout
  signed char *slips;            // by row, batch layout: sign of the slip of a motor at its limit
  bool *open;                    // by row, batch layout: true for a unilateral row that would pull
  MbdForceAction *before, *then; // by force element
  double force_scale;            // N
  double radius, fallen, turned;

  int count; // size of Z, H, g
  double *Z; // count x u layout, owned by `per_pose`
  double *H, *h, *g, *p;
  MbdArena per_pose;
} MbdDescent;

/// Returns true if a coordinate of a body is an angle.
static inline bool
mbd_is_turn (const MbdModelBody *body, int coordinate)
{
  return coordinate >= (body->degrees == 6 ? 3 : 2);
}

/// Sets the roles: locks and motors hold; unilateral rows hold in contact, unless found to pull.
void mbd_descent_take_roles (MbdDescent *d);
/// Sets pose, rows and forces at q, at rest.
void mbd_descent_set_pose (MbdDescent *d, const double *q);
/// Returns U at q less U at p. The state is at q; d->before holds the actions at p.
double mbd_descent_energy_rise (MbdDescent *d, const double *p, const double *q);
/// Applies the contact forces to the state, as loads.
void mbd_descent_give_contact (MbdDescent *d);
/// Finds forces, multipliers and roles at the iterate.
void mbd_descent_take_forces (MbdDescent *d);
/// Like mbd_descent_take_forces (), with motions and the gradient. *size: its largest over the largest
/// force.
MbdStatus mbd_descent_take_gradient (MbdDescent *d, double *size);
/// Computes H and its eigenpairs: vectors in the rows of H; values, from the smallest, in h.
bool mbd_descent_take_hessian (MbdDescent *d);
