// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Energies and momenta of a state.

#include <math.h>
#include <string.h>

#include "row-law-private.h"
#include "vector-private.h"

/// Returns the energy stored in the soft rows of a coupling, at the errors of the state.
static double
soft_potential (const MbdState *state, int coupling)
{
  const MbdModelCoupling *c = &state->model->couplings[coupling];
  double potential = 0;

  for (int r = 0; r < c->rows; r++) {
    const MbdRowLaw law = mbd_row_law (state, coupling, r);
    if (state->roles.rows[law.row].role == MBD_ROW_COMPLIANT)
      potential += mbd_soft_energy (&law, state->system.eps[law.row]);
  }
  return potential;
}

/// Computes position errors as soft rows take them. Returns false if there are no soft rows.
static bool
find_soft_errors (MbdState *state)
{
  bool any = false;

  for (int row = 0; row < state->model->n_rows && state->roles.any_prescribed && !any; row++)
    any = state->roles.rows[row].role == MBD_ROW_COMPLIANT;
  if (!any)
    return false;
  mbd_position_errors (state, state->system.eps);
  mbd_silence_levels (state, state->system.eps, NULL);
  return true;
}

double
mbd_coupling_potential (MbdState *state, int coupling)
{
  const MbdModelCoupling *c = &state->model->couplings[coupling];
  bool any = false;

  for (int r = 0; r < c->rows; r++)
    any |= state->roles.rows[mbd_row_law (state, coupling, r).row].role == MBD_ROW_COMPLIANT;
  return any && find_soft_errors (state) ? soft_potential (state, coupling) : 0;
}

double
mbd_rows_potential (MbdState *state)
{
  double potential = 0;

  if (!find_soft_errors (state))
    return 0;
  for (int i = 0; i < state->model->n_couplings; i++)
    potential += soft_potential (state, i);
  return potential;
}

void
mbd_state_energy (MbdState *state, MbdEnergy *energy)
{
  const MbdModel *m = state->model;
  double kinetic = 0, potential = 0, elastic = 0;

  mbd_state_prepare (state);
  for (int k = 0; k < m->n_planar; k++) {
    const MbdModelBody *body = &m->bodies[m->planar_bodies[k]];
    const MbdPlanePose *p = &state->pose.plane[m->planar_bodies[k]];
    kinetic +=
      0.5 * body->mass * (p->vx * p->vx + p->vy * p->vy) + 0.5 * body->inertia[8] * p->w * p->w;
    potential -= body->mass * (m->gravity[0] * p->x + m->gravity[1] * p->y);
  }
  for (int k = 0; k < m->n_spatial; k++) {
    const int b = m->spatial_bodies[k];
    const MbdModelBody *body = &m->bodies[b];
    const MbdSpacePose *s = &state->pose.space[b];
    double momentum[3];
    rotate3 (state->pose.world_inertia + 9 * b, s->w, momentum);
    kinetic += 0.5 * body->mass * dot3 (s->v, s->v) + 0.5 * dot3 (s->w, momentum);
    potential -= body->mass * dot3 (m->gravity, s->x);
  }
  const MbdPose pose = mbd_pose_of (state);
  for (int i = 0; i < m->n_forces; i++) {
    const MbdBoundForce *force = &state->parameters.forces[i];
    MbdForceAction action;
    if (!force->def->enabled)
      continue;
    force->def->class_->act (force, &pose, &action);
    elastic += action.potential;
  }
  elastic += mbd_rows_potential (state);
  potential += elastic;
  *energy = (MbdEnergy){ kinetic, potential, kinetic + potential, elastic };
}

void
mbd_state_momentum (MbdState *state, double linear[3], double angular[3])
{
  const MbdModel *m = state->model;

  mbd_state_prepare (state);
  memset (linear, 0, 3 * sizeof *linear);
  memset (angular, 0, 3 * sizeof *angular);
  for (int k = 0; k < m->n_planar; k++) {
    const MbdModelBody *body = &m->bodies[m->planar_bodies[k]];
    const MbdPlanePose *p = &state->pose.plane[m->planar_bodies[k]];
    linear[0] += body->mass * p->vx;
    linear[1] += body->mass * p->vy;
    // Bodies of a plane mechanism may be at different heights z.
    angular[0] -= body->mass * body->start_position[2] * p->vy;
    angular[1] += body->mass * body->start_position[2] * p->vx;
    angular[2] += body->mass * (p->x * p->vy - p->y * p->vx) + body->inertia[8] * p->w;
  }
  for (int k = 0; k < m->n_spatial; k++) {
    const int b = m->spatial_bodies[k];
    const MbdModelBody *body = &m->bodies[b];
    const MbdSpacePose *s = &state->pose.space[b];
    double spin[3], orbit[3];
    rotate3 (state->pose.world_inertia + 9 * b, s->w, spin);
    cross3 (s->x, s->v, orbit);
    for (int i = 0; i < 3; i++) {
      linear[i] += body->mass * s->v[i];
      angular[i] += spin[i] + body->mass * orbit[i];
    }
  }
}

void
mbd_state_body_account (MbdState *state, int body, MbdBodyAccount *account)
{
  const MbdModelBody *b = &state->model->bodies[body];
  const double *gravity = state->model->gravity;
  double v[3] = { 0, 0, 0 }, x[3] = { 0, 0, 0 };

  mbd_state_prepare (state);
  *account = (MbdBodyAccount){ 0 };
  if (b->degrees == 0)
    return;
  if (b->degrees == 3) {
    const MbdPlanePose *p = &state->pose.plane[body];
    v[0] = p->vx, v[1] = p->vy;
    x[0] = p->x, x[1] = p->y;
    account->angular[2] = b->inertia[8] * p->w;
    account->kinetic = 0.5 * b->inertia[8] * p->w * p->w;
  } else {
    const MbdSpacePose *s = &state->pose.space[body];
    memcpy (v, s->v, sizeof v);
    memcpy (x, s->x, sizeof x);
    rotate3 (state->pose.world_inertia + 9 * body, s->w, account->angular);
    account->kinetic = 0.5 * dot3 (s->w, account->angular);
  }
  account->kinetic += 0.5 * b->mass * dot3 (v, v);
  account->gravity = -b->mass * dot3 (gravity, x);
  for (int i = 0; i < 3; i++)
    account->linear[i] = b->mass * v[i];
}
