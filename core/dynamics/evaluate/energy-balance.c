// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Energy balance. An integrator integrates powers along with the motion, with the weights of its
// method, so that the integrals have its order:
//   W  work on the bodies:  of a force element sum of F.v + M.omega, of a coupling lambda . (G v)
//   D  dissipated:          by damping, of a force element and of compliant rows; by dry friction
// With U, stored now, and U_0, stored at the start, an element has supplied W + U - U_0 + D other
// than from its store: the work of a load or a driver, the residual of a bushing whose law does not
// conserve energy, the effect of the time dependence of a law. It is 0 for springs and dampers. A rigid
// row that is held supplies only by its time rate: -lambda deps/dt. The difference of
// lambda (G v) is due to errors of integration; no element causes it, and the balance shows it as its
// error.
//
// A ledger is a list of numbers: (W, D, U_0) of every force element, then of every coupling; then
// the energy lost in impacts, the energy at the start, 1 if a ledger was begun, the energy
// dissipated by friction in contacts, and the energy supplied by changes during motion: of a mass,
// or of a length with the projection after it.

#include <math.h>
#include <string.h>

#include "row-law-private.h"
#include "vector-private.h"

int
mbd_energy_balance_length (const MbdModel *m)
{
  return 3 * (m->n_forces + m->n_couplings) + 5;
}

static double *
impact_place (const MbdModel *m, double *ledger)
{
  return ledger + 3 * (m->n_forces + m->n_couplings);
}

/// Returns the power of a force and a moment at a point of a body.
static double
wrench_power (const MbdSpacePose *body,
              const double position[3],
              const double force[3],
              const double moment[3])
{
  double arm[3], v[3];
  subtract3 (position, body->x, arm);
  cross3 (body->w, arm, v);
  add3 (body->v, v, v);
  return dot3 (force, v) + dot3 (moment, body->w);
}

static void
add_forces (const MbdState *state, double *powers)
{
  const MbdPose pose = mbd_pose_of (state);

  for (int i = 0; i < state->model->n_forces; i++) {
    const MbdBoundForce *force = &state->parameters.forces[i];
    MbdForceAction action;
    powers[3 * i] = powers[3 * i + 1] = 0;
    if (!force->def->enabled)
      continue;
    force->def->class_->act (force, &pose, &action);
    if (force->def->class_->acts_on_a)
      powers[3 * i] += wrench_power (&state->pose.space[force->body_a], action.position[0],
                                     action.force[0], action.moment[0]);
    powers[3 * i] += wrench_power (&state->pose.space[force->body_b], action.position[1],
                                   action.force[1], action.moment[1]);
    powers[3 * i + 1] = action.dissipated;
  }
}

/// Adds the powers of couplings. Soft rows dissipate what their multiplier exceeds its elastic part.
/// `residual_rows` of the state holds the rates of the errors.
static void
add_couplings (MbdState *state, double *powers)
{
  const MbdModel *m = state->model;

  mbd_world_velocities (state, state->system.fl);
  mbd_jacobian_multiply (state, state->system.fl, state->system.rate);
  if (m->has_time_rates || state->roles.any_prescribed)
    mbd_velocity_errors (state, state->system.fl, state->solution.residual_rows);
  if (state->roles.any_prescribed) {
    // A row that depends on time is deformed at the rate of its error, not at that of the bodies.
    mbd_position_errors (state, state->system.eps);
    mbd_silence_levels (state, state->system.eps, NULL);
  }
  memset (powers, 0, sizeof *powers * 3 * (size_t) m->n_couplings);
  for (int b = 0; b < m->n_batches; b++) {
    const MbdModelBatch *batch = &m->batches[b];
    for (int k = 0; k < batch->view.count; k++) {
      double *of_coupling = powers + 3 * batch->coupling[k];
      for (int r = 0; r < batch->view.rows; r++) {
        const int place = batch->first + k * batch->view.rows + r;
        const double lambda = mbd_row_is_solved (state, place) ? state->solution.y[batch->y[k] + r]
                              : state->roles.any_prescribed    ? state->roles.prescribed[place]
                                                               : 0;
        const double rate = state->system.rate[place];
        const double by_time = m->has_time_rates ? state->solution.residual_rows[place] - rate : 0;
        const MbdRowBooking booking = mbd_row_booking (state, place, by_time);
        of_coupling[0] += booking == MBD_BOOK_TIME ? -lambda * by_time : lambda * rate;
        if (state->roles.rows[place].role == MBD_ROW_COMPLIANT) {
          const MbdRowLaw law = mbd_row_law (state, batch->coupling[k], r);
          of_coupling[1] += mbd_soft_loss (&law, lambda, state->system.eps[place],
                                           state->solution.residual_rows[place]);
        } else if (booking == MBD_BOOK_LOSS)
          of_coupling[1] -= lambda * rate;
      }
    }
  }
}

void
mbd_find_force_powers (const MbdState *state, double *powers)
{
  memset (powers, 0, sizeof *powers * (size_t) mbd_energy_balance_length (state->model));
  add_forces (state, powers);
}

void
mbd_find_powers (MbdState *state, double *powers)
{
  const MbdModel *m = state->model;

  mbd_find_force_powers (state, powers);
  if (m->n_rows > 0)
    add_couplings (state, powers + 3 * m->n_forces);
}

/// Writes the energy stored in every element at the state.
static void
find_stores (MbdState *state, double *ledger)
{
  const MbdModel *m = state->model;
  const MbdPose pose = mbd_pose_of (state);

  for (int i = 0; i < m->n_forces; i++) {
    const MbdBoundForce *force = &state->parameters.forces[i];
    MbdForceAction action = { 0 };
    if (force->def->enabled)
      force->def->class_->act (force, &pose, &action);
    ledger[3 * i + 2] = action.potential;
  }
  for (int i = 0; i < m->n_couplings; i++)
    ledger[3 * (m->n_forces + i) + 2] =
      state->roles.any_prescribed ? mbd_coupling_potential (state, i) : 0;
}

void
mbd_energy_balance_begin (MbdState *state)
{
  const MbdModel *m = state->model;
  MbdEnergy energy;

  memset (state->ledger, 0, sizeof *state->ledger * (size_t) mbd_energy_balance_length (m));
  mbd_state_prepare (state);
  find_stores (state, state->ledger);
  mbd_state_energy (state, &energy);
  impact_place (m, state->ledger)[1] = energy.total;
  impact_place (m, state->ledger)[2] = 1;
}

double
mbd_kinetic_energy (const MbdState *state)
{
  const MbdModel *m = state->model;
  double kinetic = 0;

  for (int k = 0; k < m->n_planar; k++) {
    const MbdModelBody *body = &m->bodies[m->planar_bodies[k]];
    const MbdPlanePose *p = &state->pose.plane[m->planar_bodies[k]];
    kinetic +=
      0.5 * body->mass * (p->vx * p->vx + p->vy * p->vy) + 0.5 * body->inertia[8] * p->w * p->w;
  }
  for (int k = 0; k < m->n_spatial; k++) {
    const int b = m->spatial_bodies[k];
    const MbdSpacePose *s = &state->pose.space[b];
    double momentum[3];
    rotate3 (state->pose.world_inertia + 9 * b, s->w, momentum);
    kinetic += 0.5 * m->bodies[b].mass * dot3 (s->v, s->v) + 0.5 * dot3 (s->w, momentum);
  }
  return kinetic;
}

void
mbd_energy_balance_add_impact (const MbdModel *m, double *ledger, double loss)
{
  *impact_place (m, ledger) += loss;
}

void
mbd_energy_balance_add_friction (const MbdModel *m, double *powers, double loss)
{
  impact_place (m, powers)[3] += loss;
}

/* Reading ---------------------------------------------------------------------------------- */

static bool
is_kept (const MbdState *state)
{
  return impact_place (state->model, state->ledger)[2] != 0;
}

/// Returns the entry of an element whose current stored energy is `potential`.
static MbdWork
read_entry (const MbdState *state, int element, double potential)
{
  const double *entry = state->ledger + 3 * element;

  if (!is_kept (state))
    return (MbdWork){ 0 };
  return (MbdWork){
    .dissipated = entry[1],
    .input = entry[0] + potential - entry[2] + entry[1],
  };
}

MbdWork
mbd_state_force_work (MbdState *state, int force)
{
  const MbdBoundForce *bound = &state->parameters.forces[force];
  MbdForceAction action = { 0 };

  mbd_state_prepare (state);
  const MbdPose pose = mbd_pose_of (state);
  if (bound->def->enabled)
    bound->def->class_->act (bound, &pose, &action);
  return read_entry (state, force, action.potential);
}

MbdWork
mbd_state_coupling_work (MbdState *state, int coupling)
{
  mbd_state_prepare (state);
  return read_entry (state, state->model->n_forces + coupling,
                     state->roles.any_prescribed ? mbd_coupling_potential (state, coupling) : 0);
}

void
mbd_state_energy_balance (MbdState *state, MbdEnergyBalance *balance)
{
  const MbdModel *m = state->model;
  MbdEnergy energy;

  *balance = (MbdEnergyBalance){ 0 };
  if (!is_kept (state))
    return;
  mbd_state_energy (state, &energy);
  *balance = (MbdEnergyBalance){
    .impact_loss = *impact_place (m, state->ledger),
    .dissipated = impact_place (m, state->ledger)[3],
    .change_input = impact_place (m, state->ledger)[4],
  };
  for (int i = 0; i < m->n_forces; i++) {
    const MbdWork work = mbd_state_force_work (state, i);
    balance->dissipated += work.dissipated;
    balance->force_input += work.input;
  }
  for (int i = 0; i < m->n_couplings; i++) {
    const MbdWork work = mbd_state_coupling_work (state, i);
    balance->dissipated += work.dissipated;
    balance->driver_input += work.input;
  }
  balance->error = energy.total - impact_place (m, state->ledger)[1] + balance->dissipated
                   + balance->impact_loss - balance->force_input - balance->driver_input
                   - balance->change_input;
}

void
mbd_state_book_change (MbdState *state, double error)
{
  MbdEnergyBalance balance;

  if (!is_kept (state))
    return;
  mbd_state_energy_balance (state, &balance);
  impact_place (state->model, state->ledger)[4] += balance.error - error;
}
