// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The end of a run at gimbal lock. Roll and yaw of a bushing in space are not determined at a pitch of
// 90 degrees, and beyond it both are half a turn larger: a motion across it would change the energy of
// the springs at once. So a step that comes closer than the law allows is cut to end there, and the
// run ends after it.
//
// The heading (cos pitch cos yaw, cos pitch sin yaw) is continuous and passes near 0 there. Between
// two samples of a step it is taken as straight.

#include <math.h>
#include <string.h>

#include "integrator-private.h"
#include "mechanism-private.h"

enum
{
  SAMPLES = 16,
  HALVINGS = 40
};
/// |cos pitch| at which the run ends, a little above the one at which the law has no rotational part,
/// and below which a step is examined; steps turn no body far enough to pass it from above.
static const double least_cosine = 0.0081, near_cosine = 0.7;

/// Computes the heading of a force element at an instant. Returns false if it has none.
static bool
find_heading (MbdIntegrator *self, int force, const MbdInstant *at, double heading[2])
{
  MbdState *work = self->work;
  const MbdBoundForce *bound = &work->parameters.forces[force];
  MbdForceAction action;

  if (!bound->def->enabled)
    return false;
  mbd_pose (work, at->time, at->q, at->v);
  const MbdPose pose = mbd_pose_of (work);
  bound->def->class_->act (bound, &pose, &action);
  memcpy (heading, action.heading, sizeof action.heading);
  return action.has_heading;
}

/// Returns the least distance of the line between two headings from 0.
static double
least_between (const double a[2], const double b[2])
{
  const double d[2] = { b[0] - a[0], b[1] - a[1] };
  const double length = d[0] * d[0] + d[1] * d[1];
  const double t = length > 0 ? -(a[0] * d[0] + a[1] * d[1]) / length : 0;
  const double s = fmin (fmax (t, 0), 1);

  return hypot (a[0] + s * d[0], a[1] + s * d[1]);
}

/// Returns the place, as a fraction of the step, where the heading of a force element comes too close
/// to 0; 1 if it does not.
static double
find_lock (MbdIntegrator *self, int force)
{
  double before[2], after[2];
  double low = 0, high = 1;

  if (!find_heading (self, force, &self->start, before))
    return 1;
  for (int i = 1; i <= SAMPLES; i++) {
    high = (double) i / SAMPLES;
    mbd_sample (self, high, &self->output);
    find_heading (self, force, &self->output, after);
    if (least_between (before, after) < least_cosine)
      break;
    if (i == SAMPLES)
      return 1;
    memcpy (before, after, sizeof before);
    low = high;
  }
  for (int i = 0; i < HALVINGS; i++) {
    const double middle = low + (high - low) / 2;
    mbd_sample (self, middle, &self->output);
    find_heading (self, force, &self->output, after);
    if (least_between (before, after) < least_cosine)
      high = middle;
    else
      low = middle;
  }
  return low;
}

void
mbd_end_at_gimbal_lock (MbdIntegrator *self)
{
  const double h = self->end.time - self->start.time;
  double first = 1, heading[2];
  bool near = false;

  if (!self->has_headings)
    return;
  for (int i = 0; i < self->model->n_forces; i++)
    near |=
      find_heading (self, i, &self->end, heading) && hypot (heading[0], heading[1]) < near_cosine;
  for (int i = 0; i < self->model->n_forces && (near || self->was_near); i++) {
    const double place = find_lock (self, i);
    if (place < first) {
      first = place;
      self->locked_force = i;
    }
  }
  self->was_near = near;
  if (first == 1) {
    mbd_pose (self->work, self->end.time, self->end.q, self->end.v);
    return;
  }
  mbd_take_stages (self, &self->start, first * h, &self->end);
  if (first * h > mbd_least_step (self->start.time) && !self->stages_failed)
    mbd_finish_step (self);
  else
    mbd_copy_instant (self->model, &self->end, &self->start);
}

MbdStatus
mbd_start_gimbals (MbdIntegrator *self, MbdDiagnosis *why)
{
  double heading[2];

  self->locked_force = -1;
  self->has_headings = false;
  self->was_near = true;
  for (int i = 0; i < self->model->n_forces && !self->model->planar && self->stepper == NULL; i++)
    if (find_heading (self, i, &self->start, heading)) {
      self->has_headings = true;
      if (hypot (heading[0], heading[1]) < least_cosine)
        self->locked_force = i;
    }
  return mbd_check_gimbal_lock (self, why);
}

MbdStatus
mbd_check_gimbal_lock (const MbdIntegrator *self, MbdDiagnosis *why)
{
  return self->locked_force < 0
           ? MBD_STATUS_OK
           : mbd_diagnose (why, MBD_STATUS_GIMBAL_LOCK, MBD_ELEMENT_FORCE,
                           self->work->parameters.forces[self->locked_force].def->id,
                           self->start.time);
}
