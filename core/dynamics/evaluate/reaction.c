// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reactions of couplings, actions of force elements, poses and points.
//
// The reaction on a body is G' lambda of that body: a force and a moment about its centre of mass.
// It is reported at the coupling's point p on the body, with the moment  m - (p - x) x force, so
// that a slider's moment about P includes the moment of its force at S.

#include <math.h>
#include <string.h>

#include "force-private.h"
#include "mbd-row.h"
#include "state-private.h"
#include "vector-private.h"

void
mbd_body_attitude (MbdState *state, int body, double R[9])
{
  const MbdModelBody *b = &state->model->bodies[body];

  if (b->degrees == 0)
    quaternion_matrix (b->start_quaternion, R);
  else if (b->mobility == MBD_PLANAR) {
    const MbdPlanePose *p = &state->pose.plane[body];
    const double M[9] = { p->c, -p->s, 0, p->s, p->c, 0, 0, 0, 1 };
    memcpy (R, M, sizeof M);
  } else
    memcpy (R, state->pose.space[body].R, sizeof state->pose.space[body].R);
}

void
mbd_body_centre (MbdState *state, int body, double x[3])
{
  const MbdModelBody *b = &state->model->bodies[body];

  memcpy (x, b->start_position, sizeof b->start_position);
  if (b->mobility == MBD_PLANAR)
    x[0] = state->pose.plane[body].x, x[1] = state->pose.plane[body].y;
  else if (b->mobility == MBD_SPATIAL)
    memcpy (x, state->pose.space[body].x, sizeof state->pose.space[body].x);
}

/// Computes the arm, in world axes, of a point bound to a body (from the centre of mass; world axes
/// on fixed bodies).
static void
bound_arm (MbdState *state, int body, const double point[3], double arm[3])
{
  double R[9];

  memcpy (arm, point, 3 * sizeof *arm);
  if (state->model->bodies[body].degrees == 0)
    return;
  mbd_body_attitude (state, body, R);
  rotate3 (R, point, arm);
}

/// Computes the velocity and angular velocity of a body in world axes.
static void
twist (MbdState *state, int body, double v[3], double w[3])
{
  const MbdModelBody *b = &state->model->bodies[body];

  memset (v, 0, 3 * sizeof *v);
  memset (w, 0, 3 * sizeof *w);
  if (b->mobility == MBD_PLANAR) {
    v[0] = state->pose.plane[body].vx, v[1] = state->pose.plane[body].vy;
    w[2] = state->pose.plane[body].w;
  } else if (b->mobility == MBD_SPATIAL) {
    memcpy (v, state->pose.space[body].v, sizeof state->pose.space[body].v);
    memcpy (w, state->pose.space[body].w, sizeof state->pose.space[body].w);
  }
}

void
mbd_state_body_pose (MbdState *state, int body, double position[3], double quaternion[4])
{
  const MbdModelBody *b = &state->model->bodies[body];
  double R[9], arm[3], x[3];

  mbd_state_prepare (state);
  mbd_body_attitude (state, body, R);
  if (position != NULL) {
    mbd_body_centre (state, body, x);
    rotate3 (R, b->centre, arm);
    subtract3 (x, arm, position);
  }
  if (quaternion == NULL)
    return;
  if (b->degrees == 0)
    memcpy (quaternion, b->start_quaternion, sizeof b->start_quaternion);
  else if (b->mobility == MBD_PLANAR) {
    double half = state->pose.plane[body].angle / 2;
    quaternion[0] = cos (half), quaternion[1] = quaternion[2] = 0, quaternion[3] = sin (half);
  } else
    memcpy (quaternion, state->pose.space[body].q, sizeof state->pose.space[body].q);
}

void
mbd_state_body_point (MbdState *state,
                      int body,
                      const double point[3],
                      double position[3],
                      double velocity[3],
                      double acceleration[3])
{
  const MbdModelBody *b = &state->model->bodies[body];
  double R[9], arm[3], x[3], v[3], w[3], t[3];

  mbd_state_prepare (state);
  mbd_body_attitude (state, body, R);
  subtract3 (point, b->centre, arm);
  rotate3 (R, arm, arm);
  twist (state, body, v, w);
  if (position != NULL) {
    mbd_body_centre (state, body, x);
    add3 (x, arm, position);
  }
  if (velocity != NULL) {
    cross3 (w, arm, t);
    add3 (v, t, velocity);
  }
  if (acceleration == NULL)
    return;
  memset (acceleration, 0, 3 * sizeof *acceleration);
  if (b->degrees == 0)
    return;
  const double *a = state->solution.a + b->v;
  double alpha[3] = { 0, 0, b->degrees == 3 ? a[2] : 0 };
  if (b->degrees == 6)
    rotate3 (R, a + 3, alpha);
  centripetal3 (w, arm, acceleration);
  cross3 (alpha, arm, t);
  for (int i = 0; i < 3; i++)
    acceleration[i] += t[i] + (i < 2 || b->degrees == 6 ? a[i] : 0);
}

double
mbd_state_body_angle (MbdState *state, int body)
{
  const MbdModelBody *b = &state->model->bodies[body];
  if (b->degrees == 0)
    return b->start_angle;
  return b->degrees == 3 ? state->pose.q[b->q + 2] : 0;
}

void
mbd_state_body_angular_velocity (MbdState *state, int body, double omega[3])
{
  double v[3];
  mbd_state_prepare (state);
  twist (state, body, v, omega);
}

/// Computes the world position of a coupling's point on a side: the point of the first end there,
/// or the point of action defined by the kind.
static void
coupling_point (MbdState *state, const MbdModelCoupling *c, int side, double position[3])
{
  double x[3], arm[3];
  int end = 0;
  if (c->def.class_->acts_at_b)
    end = 1;
  while (!c->def.class_->acts_at_b && c->side[end] != side)
    end++;
  side = c->side[end];
  mbd_body_centre (state, c->body[side], x);
  bound_arm (state, c->body[side], c->point[end], arm);
  add3 (x, arm, position);
}

static void
end_point (MbdState *state, const MbdModelCoupling *c, int end, double position[3])
{
  double x[3], arm[3];

  mbd_body_centre (state, c->body[c->side[end]], x);
  bound_arm (state, c->body[c->side[end]], c->point[end], arm);
  add3 (x, arm, position);
}

void
mbd_state_coupling_points (MbdState *state, int coupling, double point_a[3], double point_b[3])
{
  const MbdModelCoupling *c = &state->parameters.couplings[coupling];

  mbd_state_prepare (state);
  if (c->def.class_->ends_may_share) {
    end_point (state, c, 0, point_a);
    end_point (state, c, 1, point_b);
    return;
  }
  coupling_point (state, &state->parameters.couplings[coupling], 0, point_a);
  coupling_point (state, &state->parameters.couplings[coupling], 1, point_b);
}

void
mbd_coupling_wrench (MbdState *state,
                     const MbdModelCoupling *c,
                     int side,
                     const double *lambda,
                     double force[3],
                     double moment[3])
{
  const MbdModel *m = state->model;
  const MbdModelBatch *batch = &m->batches[c->batch];
  const int degrees = batch->degrees[side];
  const double *G = state->system.G + batch->G + c->slot * batch->stride;
  for (int s = 0; s < side; s++)
    G += c->rows * batch->degrees[s];

  memset (force, 0, 3 * sizeof *force);
  memset (moment, 0, 3 * sizeof *moment);
  for (int row = 0; row < c->rows; row++, G += degrees)
    for (int i = 0; i < 3; i++)
      if (degrees == 6) {
        force[i] += G[i] * lambda[row];
        moment[i] += G[3 + i] * lambda[row];
      } else if (i < 2)
        force[i] += G[i] * lambda[row];
      else
        moment[2] += G[2] * lambda[row];
}

void
mbd_coupling_loads (MbdState *state, int coupling, double *force, double *moment)
{
  const MbdModelCoupling *c = &state->parameters.couplings[coupling];
  // The moment on a fixed body is not about its centre of mass; every coupling has a moving body.
  const int side = state->model->bodies[c->body[1]].degrees > 0 ? 1 : 0;
  double F[3], M[3], x[3], point[3], arm[3], turning[3];

  if (c->def.class_->ends_may_share && c->def.class_->tension != NULL) {
    // Its pulls on one body may cancel; it breaks by its tension.
    *force = fabs (c->def.class_->tension (&c->def, state->solution.lambda + c->first_row));
    *moment = 0;
    return;
  }
  mbd_coupling_wrench (state, c, side, state->solution.lambda + c->first_row, F, M);
  mbd_mesh_press (state, coupling, side, F, M);
  coupling_point (state, c, side, point);
  mbd_body_centre (state, c->body[side], x);
  subtract3 (point, x, arm);
  cross3 (arm, F, turning);
  if (state->model->bodies[c->body[side]].degrees == 3 || c->space == MBD_SPACE_PLANE)
    turning[0] = turning[1] = 0;
  subtract3 (M, turning, M);
  *force = sqrt (dot3 (F, F));
  *moment = sqrt (dot3 (M, M));
}

void
mbd_state_reaction (MbdState *state, int coupling, int side, MbdAxes axes, MbdWrench *wrench)
{
  mbd_state_wrench (state, coupling, side, axes,
                    state->solution.lambda + state->model->couplings[coupling].first_row, wrench);
}

void
mbd_state_wrench (MbdState *state,
                  int coupling,
                  int side,
                  MbdAxes axes,
                  const double *multipliers,
                  MbdWrench *wrench)
{
  const MbdModelCoupling *c = &state->parameters.couplings[coupling];
  double x[3], arm[3], turning[3];

  mbd_state_prepare (state);
  *wrench = (MbdWrench){
    .body = c->body[side],
    .axes_body = axes == MBD_AXES_WORLD ? 0 : c->body[side],
  };
  coupling_point (state, c, side, wrench->point);
  if (!mbd_state_coupling_flags (state, coupling).active)
    return;
  mbd_coupling_wrench (state, c, side, multipliers, wrench->force, wrench->moment);
  if (multipliers == state->solution.lambda + state->model->couplings[coupling].first_row)
    mbd_mesh_press (state, coupling, side, wrench->force, wrench->moment);
  mbd_body_centre (state, c->body[side], x);
  subtract3 (wrench->point, x, arm);
  cross3 (arm, wrench->force, turning);
  // In the plane only the moment about z is a reaction; moments that hold the plane are not.
  if (state->model->bodies[c->body[side]].degrees == 3 || c->space == MBD_SPACE_PLANE)
    turning[0] = turning[1] = 0;
  subtract3 (wrench->moment, turning, wrench->moment);
  if (axes == MBD_AXES_WORLD)
    return;

  double R[9];
  mbd_body_attitude (state, c->body[side], R);
  if (axes == MBD_AXES_FRAME) {
    double body[9], frame[9];
    memcpy (body, R, sizeof body);
    const MbdFrame *frames[] = { &c->def.frame_a, &c->def.frame_b, &c->def.frame_c,
                                 &c->def.frame_d };
    int end = 0;
    while (c->side[end] != side)
      end++;
    quaternion_matrix (frames[end]->quaternion, frame);
    multiply3 (body, frame, R);
  }
  rotate3_back (R, wrench->force, wrench->force);
  rotate3_back (R, wrench->moment, wrench->moment);
}

bool
mbd_state_direction (MbdState *state, int coupling, double direction[3])
{
  const MbdModelCoupling *c = &state->parameters.couplings[coupling];
  const double one[MBD_MOST_ROWS] = { 1 };
  double moment[3];

  memset (direction, 0, 3 * sizeof *direction);
  if (c->def.class_->tension == NULL || c->rows == 0)
    return false;
  mbd_state_prepare (state);
  mbd_coupling_wrench (state, c, 1, one, direction, moment);
  // A tension pulls body_b towards body_a.
  const double pulls = c->def.class_->tension (&c->def, one);
  for (int i = 0; i < 3; i++)
    direction[i] *= -pulls;
  return true;
}

double
mbd_state_tension (MbdState *state, int coupling)
{
  const MbdModelCoupling *c = &state->parameters.couplings[coupling];
  if (!mbd_state_coupling_flags (state, coupling).active || c->def.class_->tension == NULL)
    return 0;
  return c->def.class_->tension (&c->def, state->solution.lambda + c->first_row);
}

void
mbd_state_generalised_force (MbdState *state, int coupling, const double *multipliers, double *f)
{
  const MbdModelCoupling *c = &state->model->couplings[coupling];

  memset (f, 0, sizeof *f * (size_t) state->model->n_v);
  if (!mbd_state_coupling_flags (state, coupling).active)
    return;
  for (int r = 0; r < c->rows; r++) {
    MbdRow row;
    mbd_state_row (state, c->first_row + r, &row);
    mbd_row_transpose_add (&row, multipliers != NULL ? multipliers[r] : row.multiplier, f);
  }
}

double
mbd_state_power (MbdState *state, int coupling)
{
  const MbdModelCoupling *c = &state->model->couplings[coupling];
  double power = 0;

  for (int r = 0; r < c->rows; r++) {
    MbdRow row;
    mbd_state_row (state, c->first_row + r, &row);
    power += row.multiplier * mbd_row_multiply (&row, state->pose.v);
  }
  return power;
}

void
mbd_state_stabilisation_term (MbdState *state,
                              int coupling,
                              double *position_rate,
                              double *velocity_rate,
                              double *term)
{
  const MbdModelCoupling *c = &state->parameters.couplings[coupling];
  const bool inherits = c->def.stabilisation == MBD_STABILISATION_INHERIT;
  const double rate =
    1 / (inherits ? state->stabilised.settings.time_constant : c->def.time_constant);

  *position_rate = *velocity_rate = rate;
  if (term == NULL || c->rows == 0)
    return;
  const int first = mbd_model_row (state->model, c, 0);
  mbd_state_prepare (state);
  mbd_position_errors (state, state->system.eps);
  mbd_world_velocities (state, state->system.fl);
  mbd_velocity_errors (state, state->system.fl, state->system.rate);
  mbd_silence_levels (state, state->system.eps, state->system.rate);
  for (int r = 0; r < c->rows; r++)
    term[r] = -rate
              * (2 * state->system.rate[first + r]
                 + rate * (state->system.eps[first + r] - state->roles.held[first + r]));
}

static void
force_action (MbdState *state, int index, MbdForceAction *action)
{
  const MbdBoundForce *force = &state->parameters.forces[index];
  const MbdPose pose = mbd_pose_of (state);

  mbd_state_prepare (state);
  force->def->class_->act (force, &pose, action);
  if (force->def->enabled)
    return;
  memset (action->force, 0, sizeof action->force);
  memset (action->moment, 0, sizeof action->moment);
  action->tension = action->potential = action->dissipated = action->residual = 0;
}

void
mbd_state_force_wrench (MbdState *state, int force, int side, MbdWrench *wrench)
{
  const MbdBoundForce *bound = &state->parameters.forces[force];
  MbdForceAction action;

  force_action (state, force, &action);
  wrench->body = side == 0 ? bound->body_a : bound->body_b;
  memcpy (wrench->point, action.position[side], sizeof wrench->point);
  memcpy (wrench->force, action.force[side], sizeof wrench->force);
  memcpy (wrench->moment, action.moment[side], sizeof wrench->moment);
}

void
mbd_state_force_wrench_in (MbdState *state, int force, int side, MbdAxes axes, MbdWrench *wrench)
{
  const MbdBoundForce *bound = &state->parameters.forces[force];
  double body[9], R[9];

  mbd_state_force_wrench (state, force, side, wrench);
  wrench->axes_body = axes == MBD_AXES_WORLD ? 0 : wrench->body;
  if (axes == MBD_AXES_WORLD)
    return;
  mbd_body_attitude (state, wrench->body, R);
  if (axes == MBD_AXES_FRAME && bound->def->class_ == mbd_bushing_class ()) {
    double frame[9];
    memcpy (body, R, sizeof body);
    quaternion_matrix (side == 0 ? bound->def->quaternion_a : bound->def->quaternion_b, frame);
    multiply3 (body, frame, R);
  }
  rotate3_back (R, wrench->force, wrench->force);
  rotate3_back (R, wrench->moment, wrench->moment);
}

void
mbd_state_force_points (MbdState *state, int force, double point_a[3], double point_b[3])
{
  MbdForceAction action;
  force_action (state, force, &action);
  memcpy (point_a, action.position[0], sizeof action.position[0]);
  memcpy (point_b, action.position[1], sizeof action.position[1]);
}

void
mbd_state_spring (MbdState *state, int force, double *length, double *rate, double *tension)
{
  MbdForceAction action;
  force_action (state, force, &action);
  *length = action.length;
  *rate = action.rate;
  *tension = action.tension;
}

void
mbd_state_bushing (MbdState *state, int force, MbdBushingForces *bushing)
{
  const MbdPose pose = mbd_pose_of (state);
  MbdForceAction action;
  double world_a[9];

  memset (bushing, 0, sizeof *bushing);
  if (state->parameters.forces[force].def->class_ != mbd_bushing_class ())
    return;
  mbd_state_prepare (state);
  mbd_bushing_of_pose (&state->parameters.forces[force], &pose, world_a, &action, bushing);
}

double
mbd_state_force_potential (MbdState *state, int force)
{
  MbdForceAction action;

  force_action (state, force, &action);
  return action.potential;
}

void
mbd_state_force_power (MbdState *state, int force, double *dissipated, double *residual)
{
  MbdForceAction action;

  force_action (state, force, &action);
  *dissipated = action.dissipated;
  *residual = action.residual;
}
