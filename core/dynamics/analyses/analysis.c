// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions shared by the analyses: a refined solve for any right side, and the power of all forces
// (docs/theory/signs.md: row i feeds lambda_i (G v)_i into the bodies).

#include <string.h>

#include "analysis-private.h"
#include "mechanism-private.h"
#include "vector-private.h"

MbdStatus
mbd_solve_loaded (MbdState *state, MbdDiagnosis *why)
{
  const MbdModel *m = state->model;
  const bool baumgarte = state->stabilised.any_baumgarte;

  state->stabilised.any_baumgarte = false;
  mbd_load (state, state->system.f, state->system.gamma);
  mbd_eliminate (state, state->pivots.rho_report);
  mbd_backward (state);
  mbd_recover (state, state->system.f, state->solution.au);
  mbd_refine (state, mbd_report_passes (m));
  state->stabilised.any_baumgarte = baumgarte;
  state->solution.is_current = false;
  for (int b = 0; b < m->n_bodies; b++)
    if (m->bodies[b].degrees > 0
        && !mbd_all_finite (state->solution.au + m->bodies[b].u, m->bodies[b].degrees))
      return mbd_diagnose (why, MBD_STATUS_SINGULAR_FACTOR, MBD_ELEMENT_BODY, m->bodies[b].id, 0);
  return MBD_STATUS_OK;
}

void
mbd_publish_solution (MbdState *state)
{
  const MbdModel *m = state->model;

  mbd_to_body_axes (state, state->solution.au, state->solution.a);
  for (int row = 0; row < m->n_rows; row++) {
    int y, place = mbd_row_place (m, row, &y);
    state->solution.lambda[row] =
      mbd_row_is_solved (state, place) ? state->solution.y[y] : state->roles.prescribed[place];
  }
}

/// Returns force times velocity of a point plus moment times angular velocity.
static double
power_at (const MbdState *state,
          int body,
          const double point[3],
          const double force[3],
          const double moment[3])
{
  const MbdSpacePose *pose = &state->pose.space[body];
  double arm[3], v[3];

  if (state->model->bodies[body].degrees == 0)
    return 0;
  subtract3 (point, pose->x, arm);
  cross3 (pose->w, arm, v);
  add3 (v, pose->v, v);
  return dot3 (force, v) + dot3 (moment, pose->w);
}

static double
force_power (const MbdState *state, int index)
{
  const MbdBoundForce *force = &state->parameters.forces[index];
  const MbdPose pose = mbd_pose_of (state);
  MbdForceAction action;

  if (!force->def->enabled)
    return 0;
  force->def->class_->act (force, &pose, &action);
  double power =
    power_at (state, force->body_b, action.position[1], action.force[1], action.moment[1]);
  if (force->def->class_->acts_on_a)
    power += power_at (state, force->body_a, action.position[0], action.force[0], action.moment[0]);
  return power;
}

void
mbd_state_power_balance (MbdState *state, double *couplings, double *forces, MbdPowerBalance *power)
{
  const MbdModel *m = state->model;
  const size_t places = (size_t) m->n_v + 6;
  double *u = state->solution.correction, *Ma = state->solution.correction + places;

  *power = (MbdPowerBalance){ 0 };
  mbd_state_prepare (state);
  mbd_world_velocities (state, u);
  mbd_jacobian_multiply (state, u, state->system.rate);
  for (int i = 0; i < m->n_couplings; i++) {
    const MbdModelCoupling *c = &m->couplings[i];
    double sum = 0;
    for (int r = 0; r < c->rows; r++)
      sum += state->solution.lambda[c->first_row + r]
             * state->system.rate[mbd_row_place (m, c->first_row + r, NULL)];
    power->couplings += sum;
    power->drivers += c->def.class_->drives ? sum : 0;
    if (couplings != NULL)
      couplings[i] = sum;
  }
  for (int i = 0; i < m->n_forces; i++) {
    double sum = force_power (state, i);
    power->forces += sum;
    if (forces != NULL)
      forces[i] = sum;
  }
  for (int b = 0; b < m->n_bodies; b++) {
    const MbdModelBody *body = &m->bodies[b];
    for (int i = 0; i < (body->degrees == 6 ? 3 : body->degrees == 3 ? 2 : 0); i++)
      power->gravity += body->mass * m->gravity[i] * u[body->u + i];
  }
  mbd_to_world_axes (state, state->solution.a, state->system.fl);
  mbd_mass_times (state, state->system.fl, Ma);
  for (int i = 0; i < m->n_v; i++)
    power->kinetic_rate += u[i] * Ma[i];
}
