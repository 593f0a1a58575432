// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Grip by which a hand pulls a body during motion: F = k s - c v at the held point, where s is the
// vector to the target, shortened to the length `reach`.

#include <math.h>

#include "mechanism-private.h"
#include "state-private.h"
#include "vector-private.h"

/// Computes position, velocity, and arm from the centre of mass, of the held point from the pose.
static void
held_point (const MbdState *state, double at[3], double velocity[3], double arm[3])
{
  const MbdGrip *grip = &state->parameters.grip;
  const MbdModelBody *body = &state->model->bodies[grip->body];

  subtract3 (grip->point, body->centre, arm);
  if (body->mobility == MBD_PLANAR) {
    const MbdPlanePose *p = &state->pose.plane[grip->body];
    const double x = p->c * arm[0] - p->s * arm[1], y = p->s * arm[0] + p->c * arm[1];
    arm[0] = x, arm[1] = y, arm[2] = 0;
    at[0] = p->x + x, at[1] = p->y + y, at[2] = grip->target[2];
    velocity[0] = p->vx - p->w * y, velocity[1] = p->vy + p->w * x, velocity[2] = 0;
    return;
  }
  const MbdSpacePose *s = &state->pose.space[grip->body];
  rotate3 (s->R, arm, arm);
  add3 (s->x, arm, at);
  cross3 (s->w, arm, velocity);
  add3 (velocity, s->v, velocity);
}

static void
pull_of (const MbdGrip *grip, const double at[3], const double velocity[3], double force[3])
{
  double stretch[3];

  subtract3 (grip->target, at, stretch);
  const double length = sqrt (dot3 (stretch, stretch));
  const double part = length > grip->reach ? grip->reach / length : 1;
  for (int i = 0; i < 3; i++)
    force[i] = grip->stiffness * part * stretch[i] - grip->damping * velocity[i];
}

void
mbd_add_grip (const MbdState *state, double *f)
{
  const MbdModelBody *body = &state->model->bodies[state->parameters.grip.body];
  double at[3], velocity[3], arm[3], force[3], moment[3];

  held_point (state, at, velocity, arm);
  pull_of (&state->parameters.grip, at, velocity, force);
  cross3 (arm, force, moment);
  f += body->u;
  if (body->mobility == MBD_PLANAR) {
    f[0] += force[0];
    f[1] += force[1];
    f[2] += moment[2];
    return;
  }
  for (int i = 0; i < 3; i++) {
    f[i] += force[i];
    f[3 + i] += moment[i];
  }
}

MbdStatus
mbd_state_set_grip (MbdState *state, const MbdGrip *grip, MbdDiagnosis *why)
{
  const MbdModel *m = state->model;

  if (grip != NULL) {
    if (grip->body <= 0 || grip->body >= m->n_bodies || m->bodies[grip->body].degrees == 0)
      return mbd_diagnose (
        why, MBD_STATUS_BAD_PARAMETER, MBD_ELEMENT_BODY,
        grip->body > 0 && grip->body < m->n_bodies ? m->bodies[grip->body].id : 0, 0);
    if (!mbd_all_finite (grip->point, 3) || !mbd_all_finite (grip->target, 3))
      return mbd_diagnose (why, MBD_STATUS_NOT_FINITE, MBD_ELEMENT_BODY, m->bodies[grip->body].id,
                           0);
    if (!(grip->stiffness >= 0 && isfinite (grip->stiffness)) || !(grip->damping >= 0)
        || !isfinite (grip->damping) || !(grip->reach > 0))
      return mbd_diagnose (why, MBD_STATUS_NEGATIVE_CONSTANT, MBD_ELEMENT_BODY,
                           m->bodies[grip->body].id, 0);
  }
  state->parameters.grip = grip != NULL ? *grip : (MbdGrip){ 0 };
  state->solution.is_current = false;
  return MBD_STATUS_OK;
}

bool
mbd_state_grip (MbdState *state, MbdGrip *grip, double point[3], double force[3])
{
  double velocity[3], arm[3];

  if (state->parameters.grip.body == 0)
    return false;
  *grip = state->parameters.grip;
  mbd_state_prepare (state);
  held_point (state, point, velocity, arm);
  pull_of (&state->parameters.grip, point, velocity, force);
  return true;
}
