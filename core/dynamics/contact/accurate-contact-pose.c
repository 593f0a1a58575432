// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The contact problems of accurate motion, posed for display and for other solvers: that of the
// accelerations at the instant delivered last, that of a time step from there, and that of the last impact.

#include "accurate-contact-private.h"

#include <string.h>

#include "projection-private.h"

/// Sets the known terms of the rows at velocity level; gaps go into `bounce`.
static MbdContactProblem
pose_velocities (MbdIntegrator *self, const double *q, const double *v)
{
  MbdTouching *t = self->touching;
  MbdState *work = self->work;

  MbdContactProblem problem = mbd_touching_problem (self, q, v, work->solution.residual_rows);
  for (int i = 0; i < t->n_touches; i++) {
    MbdTouchState now;
    mbd_touching_evaluate (self, &t->touches[i], q, v, &now);
    t->restitution[i] = t->touches[i].restitution;
    t->bounce[i] = now.gap;
    t->kF[i] = 0;
  }
  mbd_contact_restitution (&problem, t->restitution, t->kN);
  problem.slip = NULL;
  problem.box_slip = NULL;
  return problem;
}

static void
find_known_terms (MbdIntegrator *self)
{
  MbdState *work = self->work;

  mbd_world_velocities (work, work->system.fl);
  mbd_velocity_errors (work, work->system.fl, work->system.rate);
  mbd_jacobian_multiply (work, work->system.fl, work->solution.residual_rows);
  for (int row = 0; row < self->model->n_rows; row++)
    work->solution.residual_rows[row] -= work->system.rate[row];
}

static void
swap_broken (MbdIntegrator *self)
{
  for (int i = 0; i < self->model->n_couplings; i++) {
    bool *now = &self->work->roles.running[i].broken, held = *now;
    *now = self->struck.broken[i];
    self->struck.broken[i] = held;
  }
  mbd_roles_changed (self->work);
}

/// Poses the last impact with the rows and couplings that took part in it.
static MbdContactProblem
pose_impact (MbdIntegrator *self)
{
  MbdTouching *t = self->touching;
  MbdState *work = self->work;
  const MbdStruck *struck = &self->struck;
  MbdTouch *held = t->touches;
  const int n_held = t->n_touches, n_rows = self->model->n_rows;

  for (int row = 0; row < n_rows; row++)
    self->roles_before[row] = (unsigned char) work->roles.rows[row].role;
  t->touches = t->struck;
  t->n_touches = t->n_struck;
  swap_broken (self);
  mbd_touching_prepare (self, struck->time, struck->q, struck->v);
  mbd_touching_take_rows (self);
  memcpy (work->roles.limit, struck->limit, sizeof *struck->limit * (size_t) n_rows);
  MbdContactProblem problem = pose_velocities (self, struck->q, struck->v);
  problem.impulse_bound = t->bound;
  mbd_end_impulse_limits (work);
  mbd_touching_add_bounces (self, &problem);
  swap_broken (self);
  for (int row = 0; row < n_rows; row++)
    work->roles.rows[row].role = (MbdRowRole) self->roles_before[row];
  mbd_roles_changed (work);
  t->touches = held;
  t->n_touches = n_held;
  return problem;
}

/// Poses a problem with the data of `touching`.
static void
pose (MbdIntegrator *self, MbdContactKind kind, MbdContactProblem *problem, double *time)
{
  MbdTouching *t = self->touching;
  const MbdInstant *at = self->shown;

  if (kind == MBD_CONTACT_IMPACT) {
    *problem = pose_impact (self);
    *time = self->struck.time;
    return;
  }
  *time = at->time;
  mbd_touching_prepare (self, at->time, at->q, at->v);
  if (kind == MBD_CONTACT_ACCELERATION)
    *problem = mbd_touching_problem (self, at->q, at->v, mbd_stabilised_gamma (self->work));
  else {
    find_known_terms (self);
    *problem = pose_velocities (self, at->q, at->v);
    problem->error_N = t->bounce;
    problem->erp = 0.2;
  }
}

MbdStatus
mbd_integrator_contact_problem (MbdIntegrator *self,
                                MbdContactKind kind,
                                MbdContactProblem *problem,
                                double *time)
{
  MbdTouching *touching = self->touching;

  if (self->shown == NULL || mbd_stepper_in_use (self) != NULL)
    return MBD_STATUS_NOT_ACCURATE;
  if (self->model->n_spatial > 0)
    return MBD_STATUS_STEPS_IN_SPACE;
  if (!mbd_touching_fits (self->model))
    return MBD_STATUS_CONTACT_TOO_LARGE;
  if (kind == MBD_CONTACT_IMPACT && !self->struck.known)
    return MBD_STATUS_NO_IMPACT;
  // Without shapes, the problem has the rows of couplings only. The steps do without these data.
  if (touching == NULL && self->posing == NULL)
    self->posing = mbd_touching_new (self->model);
  if (touching == NULL && self->posing == NULL)
    return MBD_STATUS_OUT_OF_MEMORY;
  if (touching == NULL)
    self->touching = self->posing;
  pose (self, kind, problem, time);
  self->touching = touching;
  return MBD_STATUS_OK;
}
