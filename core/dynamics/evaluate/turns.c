// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Turns of joint angles in space. An attitude determines an angle only up to whole turns, so
// couplings keep the angle at the last accepted instant and take the nearest one to it. From one
// end of a step to the next a joint may turn by more than half a turn; the mean rate of the last
// step predicts its angle.

#include <math.h>
#include <string.h>

#include "state-private.h"

/// Shortest interval, s, over which a rate is computed.
static const double shortest = 1e-9;

void
mbd_accept_angles (MbdState *state)
{
  const MbdModel *m = state->model;
  const MbdPose pose = mbd_pose_of (state);
  const double passed = state->pose.time - state->turns.time;
  const bool known = isfinite (passed);

  if (m->n_angles == 0)
    return;
  if (known)
    for (int i = 0; i < m->n_angles; i++) {
      state->turns.before[i] = state->turns.angle[i];
      state->turns.angle[i] += passed * state->turns.rate[i];
    }
  for (int b = 0; b < m->n_batches; b++) {
    const MbdModelBatch *batch = &m->batches[b];
    if (batch->angle < 0)
      continue;
    double *angle = state->turns.angle + batch->angle;
    batch->class_->angles (&state->parameters.views[b], &pose, angle);
    if (!known && batch->class_->find_turns != NULL)
      batch->class_->find_turns (&state->parameters.views[b], &pose, angle);
  }
  for (int i = 0; i < m->n_signals; i++)
    if (m->signals[i].angle >= 0)
      state->turns.angle[m->signals[i].angle] =
        mbd_signal_motion (&m->signals[i], &pose, NULL).value;
  if (!known)
    memset (state->turns.rate, 0, sizeof *state->turns.rate * (size_t) m->n_angles);
  if (fabs (passed) > shortest)
    for (int i = 0; i < m->n_angles; i++)
      state->turns.rate[i] = (state->turns.angle[i] - state->turns.before[i]) / passed;
  state->turns.time = state->pose.time;
}

static bool
is_same_frame (const MbdFrame *a, const MbdFrame *b)
{
  return memcmp (a->point, b->point, sizeof a->point) == 0
         && memcmp (a->quaternion, b->quaternion, sizeof a->quaternion) == 0;
}

/// Gives couplings that only measure the angle between the same frames the same turns at the start.
static void
share_start (MbdState *state, const MbdCouplingDef *def, double angle)
{
  const MbdModel *m = state->model;

  for (int i = 0; i < m->n_couplings; i++) {
    const MbdModelCoupling *c = &m->couplings[i];
    const MbdCouplingDef *other = &state->parameters.couplings[i].def;
    if (c->rows > 0 && m->batches[c->batch].angle >= 0 && other->class_->angles_are_read_only
        && other->body_a == def->body_a && other->body_b == def->body_b
        && is_same_frame (&other->frame_a, &def->frame_a)
        && is_same_frame (&other->frame_b, &def->frame_b))
      state->turns.angle[m->batches[c->batch].angle + 2 * c->slot] = angle;
  }
}

void
mbd_start_angles (MbdState *state)
{
  const MbdModel *m = state->model;

  state->turns.time = NAN;
  memset (state->turns.angle, 0, sizeof *state->turns.angle * (size_t) m->n_angles);
  for (int b = 0; b < m->n_batches && m->n_angles > 0; b++) {
    const MbdModelBatch *batch = &m->batches[b];
    if (batch->angle < 0 || batch->class_->start_angles == NULL)
      continue;
    for (int k = 0; k < batch->view.count; k++) {
      const MbdCouplingDef *def = &state->parameters.couplings[batch->coupling[k]].def;
      double *angle = state->turns.angle + batch->angle + 2 * k;
      batch->class_->start_angles (def, state->pose.time, angle);
      if (fabs (angle[0]) > M_PI && state->roles.running[batch->coupling[k]].enabled)
        share_start (state, def, angle[0]);
    }
  }
}
