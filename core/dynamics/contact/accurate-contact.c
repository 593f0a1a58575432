// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Accurate motion with contacts: steps of the integrator between events, at which the set of
// touching, sticking and sliding points is found again.
//
// Between events a sticking contact point is two rows that hold, a sliding one a row whose force
// has the component -mu along the slip; with the rows of the couplings they form one linear system
// (mbd-contact.h, accelerations). A step ends where
//   - a pair of shapes that was apart meets (gap),
//   - a slip comes to rest (its speed passes 0),
//   - a rope, stop or motor of the couplings has an event (integrator-events.c),
//   - the complementarity problem at the end of the step disagrees with the assumed modes of points
//     and rows: one pulls, or rubs beyond mu times its normal force.
// The first three have margins that pass 0, the last is a yes-or-no question; all are bracketed by
// repeating the step. Then the impact problem is solved if a contact closes, the accelerations as a
// complementarity problem, and points get their new modes. If the accelerations have no solution
// (Painleve), the time-step problem of a very small step gives an impulse with which the motion
// continues.
//
// A contact that closes more slowly than `slow` does not bounce, so that a bouncing ball comes to
// rest.

#include "accurate-contact-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "projection-private.h"
#include "mechanism-private.h"

/// Distance over L between two places of contact that are one, and difference of their gaps over L and
/// of their normals: where corners coincide, a corner of either body may be the one on an edge of the
/// other. A corner beyond the end of a straight side, on the round end, is at the same place with
/// another normal.
static const double alike = 1e-9, alike_normal = 1e-7;
/// Margin of modes that hold although the linear system does not show it.
static const double close_to_bound = 1e-12;

enum
{
  MANY = 16 // touches
};

bool
mbd_touching_alike (const MbdIntegrator *self,
                    const MbdTouch *a,
                    const MbdTouch *b,
                    const double *q,
                    const double *v)
{
  MbdTouchState at_a, at_b;

  if (mbd_touch_same (a, b))
    return true;
  if (!(a->piece_a == b->piece_a && a->piece_b == b->piece_b)
      && !(a->piece_a == b->piece_b && a->piece_b == b->piece_a))
    return false;
  mbd_touching_evaluate (self, a, q, v, &at_a);
  mbd_touching_evaluate (self, b, q, v, &at_b);
  const double L = self->model->size;
  const double turn = a->piece_a == b->piece_a ? 1 : -1; // the normals point from piece a to b
  return hypot (at_a.point[0] - at_b.point[0], at_a.point[1] - at_b.point[1]) <= alike * L
         && fabs (at_a.gap - at_b.gap) <= alike * L
         && hypot (at_a.n[0] - turn * at_b.n[0], at_a.n[1] - turn * at_b.n[1]) <= alike_normal;
}

/// Returns the index of the held touch that a touch is, -1 if there is none.
static int
find_held (const MbdIntegrator *self, const MbdTouch *touch, const double *q, const double *v)
{
  const MbdTouching *t = self->touching;

  for (int i = 0; i < t->n_touches; i++)
    if (mbd_touching_alike (self, &t->touches[i], touch, q, v))
      return i;
  return -1;
}

bool
mbd_touching_is_held (const MbdIntegrator *self,
                      const MbdTouch *touch,
                      const double *q,
                      const double *v)
{
  return find_held (self, touch, q, v) >= 0;
}

/// Moves shapes to a pose and finds all their manifolds.
bool
mbd_touching_collide (MbdIntegrator *self, const double *q, const double *v, double h)
{
  MbdTouching *touching = self->touching;
  const MbdModel *m = self->model;

  for (int i = 1; i < m->n_bodies; i++)
    if (m->bodies[i].degrees == 3)
      mbd_pile_set (touching->pile, mbd_stepper_index (touching->stepper, i), q + m->bodies[i].q,
                    v + m->bodies[i].v);
  // Manifolds that follow to first order are not exact enough.
  for (int i = 0; i < touching->pile->n_pairs; i++)
    touching->pile->pairs[i].margin = -1;
  return mbd_pile_collide (touching->pile, h);
}

/// Returns the least gap of points that are not held; *lost: a held one is no longer among the
/// points.
static double
least_gap (MbdIntegrator *self, const double *q, const double *v, double h, bool *lost)
{
  MbdTouching *touching = self->touching;
  double least = INFINITY;

  *lost = false;
  for (int i = 0; i < touching->n_touches; i++)
    touching->touches[i].seen = false;
  if (!mbd_touching_collide (self, q, v, h)) {
    touching->exhausted = true;
    return least;
  }
  for (int i = 0; i < touching->pile->n_pairs; i++) {
    const MbdPilePair *pair = &touching->pile->pairs[i];
    for (int k = 0; k < pair->manifold.count; k++) {
      MbdTouch touch;
      mbd_touch_decode (touching->pile, i, k, &touch);
      const int held = find_held (self, &touch, q, v);
      if (held >= 0) {
        touching->touches[held].seen = true;
        continue;
      }
      MbdTouchState now;
      mbd_touching_evaluate (self, &touch, q, v, &now);
      least = fmin (least, now.gap);
    }
  }
  for (int i = 0; i < touching->n_touches; i++)
    *lost |= !touching->touches[i].seen;
  return least;
}

/* Steps ------------------------------------------------------------------------------------- */

void
mbd_touching_close (MbdIntegrator *self, double time, double *q, double *v)
{
  mbd_touching_project (self, time, q, v, true);
  mbd_touching_project (self, time, q, v, true);
  mbd_touching_project (self, time, q, v, false);
}

/// Projects the end of a step onto its rows and finds its acceleration. Returns false if no touch
/// is held; the caller then uses the ordinary way.
bool
mbd_touching_finish (MbdIntegrator *self)
{
  MbdInstant *end = &self->end;

  if (self->touching == NULL || self->touching->n_touches == 0)
    return false;
  mbd_touching_close (self, end->time, end->q, end->v);
  mbd_touching_accelerate (self, end->time, end->q, end->v, end->a);
  if (end->ledger != NULL)
    mbd_find_touching_powers (self, end->v, end->power);
  self->statistics.evaluations++;
  mbd_accept_end (self);
  return true;
}

/* Modes ------------------------------------------------------------------------------------ */

/// Returns true if rows of couplings or against rolling hold that the problem may release.
static bool
rows_hold (const MbdIntegrator *self)
{
  const MbdTouching *t = self->touching;
  const int n = self->model->n_v;

  for (int i = 0; i < t->n_limits + t->n_boxes; i++) {
    const int k = i < t->n_limits ? i : i - t->n_limits;
    double size, a = mbd_touching_row (t, i < t->n_limits ? t->L : t->B, k, n,
                                       i < t->n_limits ? t->kL[k] : t->kB[k], &size);
    if (i >= t->n_limits && t->box_contact[k] >= 0 && t->box_slip[k] != 0)
      continue;
    if (fabs (a) > 1e-8 * size)
      return false;
  }
  return true;
}

/// Returns true if the complementarity problem agrees with the assumed modes of touches and rows.
static bool
modes_hold (MbdIntegrator *self, const MbdInstant *at)
{
  MbdTouching *t = self->touching;
  const int n = self->model->n_v;

  if (t->n_touches == 0)
    return true;
  if (mbd_touching_solve (self, at).solution.status != MBD_COMPLEMENTARITY_SOLVED)
    return false;
  for (int i = 0; i < t->n_touches; i++) {
    double size, a = mbd_touching_row (t, t->N, i, n, t->kN[i], &size);
    if (fabs (a) > 1e-8 * size)
      return false;
    a = mbd_touching_row (t, t->F, i, n, t->kF[i], &size);
    if (t->touches[i].mode == MBD_TOUCH_STICKS && fabs (a) > 1e-8 * size)
      return false;
  }
  return rows_hold (self);
}

/// Returns the distance of the forces at an instant from a change of modes: below 0 there was one.
static double
margin_of_modes (MbdIntegrator *self, const MbdInstant *at)
{
  MbdTouching *t = self->touching;
  double margin = -INFINITY;

  if (t->n_touches == 0)
    return INFINITY;
  // Many contacts at rest are solved faster with their conditions.
  if (t->n_touches < MANY || self->model->n_rows > 0 || mbd_touching_sharing_matters (self))
    margin = mbd_touching_solve_held (self, at) ? mbd_touching_force_margin (t) : -INFINITY;
  // The share of redundant forces that the linear system gives may be out of bounds, others not.
  return margin < 0 && modes_hold (self, at) ? close_to_bound : margin;
}

/// Returns the least distance of a slip or a roll from coming to rest.
static double
margin_of_slips (MbdIntegrator *self, const MbdInstant *at)
{
  const MbdTouching *t = self->touching;
  double margin = INFINITY;

  for (int i = 0; i < t->n_touches; i++) {
    const MbdTouch *touch = &t->touches[i];
    MbdTouchState now;
    mbd_touching_evaluate (self, touch, at->q, at->v, &now);
    if (touch->mode == MBD_TOUCH_SLIDES && touch->friction > 0)
      margin = fmin (margin, now.slip * touch->sense / t->speed + 1e-13);
    if (touch->rolls)
      margin = fmin (margin, now.spin * touch->spin_sense * self->model->size / t->speed + 1e-13);
  }
  return margin;
}

double
mbd_touching_margin_of_end (MbdIntegrator *self, double h)
{
  const MbdTouching *t = self->touching;
  const MbdInstant *end = &self->end;
  bool lost;
  // Without touches the multipliers of rows indicate their events, otherwise the problem does.
  double margin = mbd_least_margin (self, t->n_touches == 0);
  const double gap = least_gap (self, end->q, end->v, h, &lost);

  // While overlaps are opened, opening one may slightly deepen another.
  margin = fmin (margin, (gap - 1.02 * fmin (t->start_gap, 0)) / self->model->size + 1e-13);
  margin = fmin (margin, margin_of_slips (self, end));
  if (margin >= 0 && lost)
    return -INFINITY;
  return margin >= 0 ? fmin (margin, margin_of_modes (self, end)) : margin;
}

double
mbd_touching_margin_at (MbdIntegrator *self, const MbdInstant *at, double *a)
{
  MbdTouching *t = self->touching;

  mbd_touching_accelerate (self, at->time, at->q, at->v, a);
  const double margin =
    fmin (mbd_least_margin (self, t->n_touches == 0), margin_of_slips (self, at));
  if (t->n_touches == 0)
    return margin;
  // Accelerations without losses do without the forces.
  return t->lossless && !mbd_touching_solve_held (self, at)
           ? (double) NAN
           : fmin (margin, mbd_touching_force_margin (t));
}

bool
mbd_touching_is_held_pair (const void *data, int a, int b)
{
  const MbdTouching *t = data;

  for (int i = 0; i < t->n_touches; i++)
    if ((t->touches[i].piece_a == a && t->touches[i].piece_b == b)
        || (t->touches[i].piece_a == b && t->touches[i].piece_b == a))
      return true;
  return false;
}

double
mbd_limit_to_shapes (MbdIntegrator *self, double h)
{
  if (self->stepper != NULL)
    return mbd_stepper_limit_to_shapes (self, h);
  return self->touching != NULL
           ? mbd_stepper_clear_time (self, self->touching->stepper, &self->start, self->start.a, h,
                                     MBD_PILE_DEEPEST, mbd_touching_is_held_pair, self->touching)
           : h;
}

void
mbd_touching_watch_start (MbdIntegrator *self)
{
  bool lost;

  if (self->touching->steps)
    return;
  self->touching->start_gap =
    least_gap (self, self->start.q, self->start.v, self->next_step, &lost);
}

/* Powers ----------------------------------------------------------------------------------- */

/// Contacts consume -v . f, f their forces: friction at sliding points, and nothing along normals.
void
mbd_find_touching_powers (MbdIntegrator *self, const double *v, double *powers)
{
  MbdTouching *t = self->touching;
  const int n = self->model->n_v;
  double loss = 0;

  mbd_find_powers (self->work, powers);
  if (t == NULL || t->n_touches == 0 || t->lossless)
    return;
  mbd_touching_take_forces (t);
  for (int i = 0; i < t->n_touches; i++)
    for (int k = 0; k < n; k++)
      loss -= v[k] * (t->touches[i].force * t->N[i * n + k] + t->touches[i].rub * t->F[i * n + k]);
  for (int i = 0; i < t->n_boxes; i++)
    for (int k = 0; k < n && t->box_contact[i] >= 0; k++)
      loss -= v[k] * t->touches[t->box_contact[i]].couple * t->B[i * n + k];
  mbd_energy_balance_add_friction (self->model, powers, loss);
}

/* Results ---------------------------------------------------------------------------------- */

/// Finds the forces of the touches at an instant of the last step.
static void
find_forces (MbdIntegrator *self, const MbdInstant *at)
{
  MbdTouching *t = self->touching;
  const int n = self->model->n_v;

  memset (t->external, 0, sizeof *t->external * (size_t) (self->model->n_v + 6));
  if (t->n_touches == 0)
    return;
  mbd_touching_solve (self, at);
  mbd_touching_take_forces (t);
  for (int i = 0; i < t->n_touches; i++)
    for (int k = 0; k < n; k++)
      t->external[k] += t->touches[i].force * t->N[i * n + k] + t->touches[i].rub * t->F[i * n + k];
  for (int i = 0; i < t->n_boxes; i++)
    for (int k = 0; k < n && t->box_contact[i] >= 0; k++)
      t->external[k] += t->touches[t->box_contact[i]].couple * t->B[i * n + k];
}

const double *
mbd_touching_forces (MbdIntegrator *self, const MbdInstant *at)
{
  find_forces (self, at);
  return self->touching->external;
}

bool
mbd_touching_is_exhausted (MbdIntegrator *self)
{
  const bool exhausted = self->touching != NULL && self->touching->exhausted;

  if (exhausted)
    self->touching->exhausted = false;
  return exhausted;
}

bool
mbd_is_touching (const MbdIntegrator *self)
{
  return self->touching != NULL && self->touching->n_touches > 0;
}

int
mbd_touching_contacts (const MbdIntegrator *self, MbdIntegratorContact *contacts, int most)
{
  const MbdTouching *t = self->touching;

  for (int i = 0; i < t->n_touches && i < most; i++) {
    const MbdTouch *touch = &t->touches[i];
    MbdTouchState now;
    mbd_touching_evaluate (self, touch, self->shown->q, self->shown->v, &now);
    contacts[i] = (MbdIntegratorContact){
      .shape_a = t->pile->pieces[touch->piece_a].shape,
      .shape_b = t->pile->pieces[touch->piece_b].shape,
      .body_a = self->model->shapes[t->pile->pieces[touch->piece_a].shape].body,
      .body_b = self->model->shapes[t->pile->pieces[touch->piece_b].shape].body,
      .feature = touch->edge << 12 | touch->corner << 1 | touch->corners,
      .point = { now.point[0], now.point[1] },
      .normal = { now.n[0], now.n[1] },
      .gap = now.gap,
      .normal_force = touch->force,
      .friction_force = touch->rub,
      .slip = now.slip,
      .sticks = touch->mode == MBD_TOUCH_STICKS,
    };
  }
  return t->n_touches;
}

MbdStatus
mbd_touching_check (const MbdIntegrator *self, MbdDiagnosis *why)
{
  const MbdModel *m = self->model;

  if (self->touching == NULL)
    return mbd_diagnose (why, MBD_STATUS_CONTACT_TOO_LARGE, MBD_ELEMENT_NONE, 0, m->n_v);
  if (self->tableau->implicit)
    return mbd_diagnose (why, MBD_STATUS_CONTACT_STIFF, MBD_ELEMENT_NONE, 0, 0);
  return mbd_stepper_check (m, why);
}
