// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// An instant at which something may begin or end to touch: impulses where something closes, then
// which points stick, slide or part, by the complementarity problem of the accelerations.

#include "integrator-touch-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "assemble-private.h"
#include "mechanism-private.h"

/// What touches, over L; what closes or slips, over sqrt (g L).
static const double touch_gap = 1e-9, resting = 1e-9;
/// What bounces no more, over sqrt (g L).
static const double slow = 1e-4;
static const double jam_step = 1e-9;

static void
record_touch (MbdIntegrator *self,
              MbdEventKind kind,
              double time,
              const MbdTouch *touch,
              double impulse)
{
  const MbdPile *pile = self->touching->pile;

  mbd_record_touch (self, kind, time, pile->pieces[touch->piece_a].shape,
                    pile->pieces[touch->piece_b].shape, impulse);
}

/// All points that touch become touches, their modes still open.
static bool
find_touches (MbdIntegrator *self, const MbdInstant *at)
{
  MbdTouching *t = self->touching;
  int count = 0;

  if (!mbd_touching_collide (self, at->q, at->v, 0))
    return false;
  for (int i = 0; i < t->pile->n_pairs; i++)
    for (int k = 0; k < t->pile->pairs[i].manifold.count && count < MBD_MOST_TOUCHES; k++) {
      MbdTouch *touch = &t->touches[count];
      MbdTouchState now;
      mbd_touch_decode (t->pile, i, k, touch);
      mbd_touching_evaluate (self, touch, at->q, at->v, &now);
      if (now.gap <= touch_gap * self->model->size)
        count++;
    }
  t->n_touches = count;
  return true;
}

/// Touches that part are let go.
static void
drop_parting (MbdIntegrator *self, const MbdInstant *at)
{
  MbdTouching *t = self->touching;
  int count = 0;

  for (int i = 0; i < t->n_touches; i++) {
    MbdTouchState now;
    mbd_touching_evaluate (self, &t->touches[i], at->q, at->v, &now);
    if (now.rate <= resting * t->speed)
      t->touches[count++] = t->touches[i];
  }
  t->n_touches = count;
}

/// The impact problem, when something closes; v of the instant becomes that after it.
static MbdStatus
take_impact (MbdIntegrator *self, MbdInstant *at)
{
  MbdTouching *t = self->touching;
  const MbdModel *m = self->model;
  MbdComplementaritySettings settings = mbd_complementarity_default ();
  double e[MBD_MOST_TOUCHES], change[MBD_MOST_TOUCH_VELOCITIES];
  bool closes = false;

  mbd_touching_prepare (self, at->time, at->q, at->v);
  mbd_world_velocities (self->work, self->work->fl);
  mbd_velocity_errors (self->work, self->work->fl, self->work->rate);
  mbd_jacobian_multiply (self->work, self->work->fl, self->work->residual_rows);
  for (int row = 0; row < m->n_rows; row++)
    self->work->residual_rows[row] -= self->work->rate[row];
  MbdContactProblem problem = mbd_touching_problem (self, at->q, at->v, self->work->residual_rows);
  for (int i = 0; i < t->n_touches; i++) {
    MbdTouchState now;
    mbd_touching_evaluate (self, &t->touches[i], at->q, at->v, &now);
    closes |= now.rate < -resting * t->speed;
    // one after the other a point may close only when its neighbour has had its impulse
    const bool bounces = self->settings.sequential_impacts || now.rate < -slow * t->speed;
    e[i] = bounces ? t->touches[i].restitution : 0;
    t->kF[i] = 0;
  }
  if (!closes)
    return MBD_STATUS_OK;
  if (self->settings.sequential_impacts) {
    memcpy (t->velocity, at->v, sizeof *at->v * (size_t) m->n_v);
    problem.velocity = t->velocity;
    if (mbd_contact_impact_sequentially (t->contact, &problem, e, t->velocity, t->forces)
          .solution.status
        != MBD_COMPLEMENTARITY_SOLVED)
      return MBD_STATUS_NO_CONTACT_FORCES;
    memcpy (at->v, t->velocity, sizeof *at->v * (size_t) m->n_v);
  } else {
    mbd_contact_restitution (&problem, e, t->kN);
    if (!mbd_contact_prepare (t->contact, &problem, MBD_CONTACT_IMPACT)
        || mbd_contact_solve (t->contact, &settings, t->forces).solution.status
             != MBD_COMPLEMENTARITY_SOLVED)
      return MBD_STATUS_NO_CONTACT_FORCES;
    mbd_contact_velocity_change (&problem, MBD_CONTACT_IMPACT, 0, t->forces, change);
    for (int i = 0; i < m->n_v; i++)
      at->v[i] += change[i];
  }
  for (int i = 0; i < t->n_touches; i++)
    if (t->forces[i] > 0)
      record_touch (self, MBD_EVENT_TOUCHED, at->time, &t->touches[i], t->forces[i]);
  return MBD_STATUS_OK;
}

/// Sticking or sliding from the slip, then from the complementarity problem. Answers its status.
static MbdComplementarityStatus
choose_modes (MbdIntegrator *self, const MbdInstant *at)
{
  MbdTouching *t = self->touching;
  const int n = self->model->n_v;
  int count = 0, entry;

  for (int i = 0; i < t->n_touches; i++) {
    MbdTouchState now;
    mbd_touching_evaluate (self, &t->touches[i], at->q, at->v, &now);
    const bool slides = fabs (now.slip) > resting * t->speed;
    t->touches[i].mode = slides ? MBD_TOUCH_SLIDES : MBD_TOUCH_STICKS;
    t->touches[i].sense = copysign (1, now.slip);
  }
  MbdContactReport report = mbd_touching_solve (self, at);
  if (report.solution.status != MBD_COMPLEMENTARITY_SOLVED)
    return report.solution.status;
  entry = t->n_touches;
  double largest = 0;
  for (int i = 0; i < t->n_touches; i++)
    largest = fmax (largest, t->forces[i]);
  for (int i = 0; i < t->n_touches; i++) {
    MbdTouch *touch = &t->touches[i];
    double size, away = mbd_touching_row (t, t->N, i, n, t->kN[i], &size);
    const bool sticks = touch->mode == MBD_TOUCH_STICKS;
    const double rub = sticks ? t->forces[entry++] : -touch->friction * touch->sense * t->forces[i];
    touch->force = t->forces[i];
    touch->rub = rub;
    if (sticks) {
      double along = mbd_touching_row (t, t->F, i, n, t->kF[i], &size);
      if (fabs (along) > 1e-11 * size) {
        touch->mode = MBD_TOUCH_SLIDES;
        touch->sense = copysign (1, along);
      }
    }
    mbd_touching_row (t, t->N, i, n, t->kN[i], &size);
    // without force and parting it is open
    if (t->forces[i] <= 1e-12 * largest && away > 1e-11 * size)
      touch->mode = MBD_TOUCH_OPEN;
  }
  for (int i = 0; i < t->n_touches; i++)
    if (t->touches[i].mode != MBD_TOUCH_OPEN)
      t->touches[count++] = t->touches[i];
  t->n_touches = count;
  return MBD_COMPLEMENTARITY_SOLVED;
}

/// Accelerations have no solution: the impulse of a very small step.
static bool
carry_on (MbdIntegrator *self, MbdInstant *at)
{
  MbdTouching *t = self->touching;
  MbdComplementaritySettings settings = mbd_complementarity_default ();
  double change[MBD_MOST_TOUCH_VELOCITIES];

  mbd_touching_prepare (self, at->time, at->q, at->v);
  MbdContactProblem problem = mbd_touching_problem (self, at->q, at->v, NULL);
  memset (t->kN, 0, sizeof *t->kN * MBD_MOST_TOUCHES);
  memset (t->kF, 0, sizeof *t->kF * MBD_MOST_TOUCHES);
  memset (t->kG, 0, sizeof *t->kG * (size_t) problem.bilateral);
  MbdContactReport report = mbd_contact_step (t->contact, &problem, jam_step, &settings, t->forces);
  if (report.solution.status != MBD_COMPLEMENTARITY_SOLVED)
    return false;
  mbd_contact_velocity_change (&problem, MBD_CONTACT_STEP, report.step, t->forces, change);
  for (int i = 0; i < self->model->n_v; i++)
    at->v[i] += change[i];
  for (int i = 0; i < t->n_touches; i++)
    if (t->forces[i] > 0)
      record_touch (self, MBD_EVENT_JAMMED, at->time, &t->touches[i], report.step * t->forces[i]);
  return true;
}

/// Events of touches that are no longer as they were before.
static void
record_changes (MbdIntegrator *self, double time, const MbdTouch *before, int n_before)
{
  const MbdTouching *t = self->touching;

  for (int i = 0; i < n_before; i++) {
    int now = 0;
    while (now < t->n_touches && !mbd_touch_same (&t->touches[now], &before[i]))
      now++;
    if (now == t->n_touches)
      record_touch (self, MBD_EVENT_OPENED, time, &before[i], 0);
    else if (t->touches[now].mode != before[i].mode)
      record_touch (self,
                    t->touches[now].mode == MBD_TOUCH_STICKS ? MBD_EVENT_HELD : MBD_EVENT_SATURATED,
                    time, &before[i], 0);
  }
}

MbdStatus
mbd_touching_settle (MbdIntegrator *self, MbdInstant *at, MbdDiagnosis *why)
{
  enum
  {
    JAMS = 4
  };
  MbdTouching *t = self->touching;
  MbdTouch before[MBD_MOST_TOUCHES];
  const bool in_motion = self->statistics.steps > 0;
  const int n_before = in_motion ? t->n_touches : 0;
  MbdStatus status = MBD_STATUS_OK;

  if (in_motion)
    self->statistics.events++;
  memcpy (before, t->touches, sizeof before);
  mbd_pose (self->work, at->time, at->q, at->v);
  mbd_rows (self->work);
  mbd_reset_roles (self->work, MBD_ROW_SOLVED);
  for (int jam = 0;; jam++) {
    if (!find_touches (self, at))
      return mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_NONE, 0, at->time);
    status = take_impact (self, at);
    if (status != MBD_STATUS_OK)
      return mbd_diagnose (why, status, MBD_ELEMENT_NONE, 0, at->time);
    drop_parting (self, at);
    if (t->n_touches == 0 || choose_modes (self, at) == MBD_COMPLEMENTARITY_SOLVED)
      break;
    if (jam == JAMS || !carry_on (self, at))
      return mbd_diagnose (why, MBD_STATUS_NO_CONTACT_FORCES, MBD_ELEMENT_NONE, 0, at->time);
  }
  mbd_pose (self->work, at->time, at->q, at->v);
  record_changes (self, at->time, before, n_before);
  mbd_look_at_rows (self, at);
  mbd_touching_accelerate (self, at->time, at->q, at->v, at->a);
  self->statistics.evaluations++;
  mbd_remember_pivots (self);
  return mbd_all_finite (at->a, self->model->n_v)
           ? MBD_STATUS_OK
           : mbd_diagnose (why, MBD_STATUS_NO_CONTACT_FORCES, MBD_ELEMENT_NONE, 0, at->time);
}
