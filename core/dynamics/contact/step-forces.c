// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Force elements in a time step, and the energy ledger.
//
// An element acts with its force T at the start of the step. In each of its stiff directions g, with
// stiffness k and damping d, a soft row adds the change of that force within the step,
//
//   T+ - T = -(h k g.v+ + d (g.v+ - g.v))   =>   g.v+ + cfm p - d g.v / (h k + d) = 0,
//   cfm = 1 / (h (h k + d)),  p the impulse of the change
//
// so that the element is integrated by the implicit Euler method, stable for any stiffness. A line
// under tension T of length l also resists motion across it, with the stiffness T / l, and its force
// turns bodies on which it does not pull at the centre (curvature).
//
// Ledger. Impulses change the kinetic energy by their power at the mean of the velocities before and
// after, with the rows at the start. An element that does not supply energy has dissipated what it
// took and did not store: this includes the loss of the implicit step. The loss of rows that close
// counts as that of an impact.

#include "step-private.h"

#include <math.h>
#include <string.h>

#include "row-law-private.h"

/* Rows ------------------------------------------------------------------------------------- */

/// Appends an empty row on the bodies of an element.
static MbdPileRow *
add_row (MbdStepper *stepper, const MbdBoundForce *force)
{
  MbdPileRow *row = &stepper->rows[stepper->n_rows++];

  memset (row, 0, sizeof *row);
  row->kind = MBD_PILE_LOCK;
  row->sides = force->def->class_->acts_on_a ? 2 : 1;
  row->body[0] = stepper->index_of[force->def->class_->acts_on_a ? force->body_a : force->body_b];
  row->body[1] = stepper->index_of[force->body_b];
  return row;
}

/// Makes a row soft.
static void
soften (MbdPileRow *row, double stiffness, double damping, double h, double rate)
{
  const double sum = h * stiffness + damping;

  row->cfm = 1 / (h * sum);
  row->e = -damping * rate / sum;
}

/// Fills the curvature of the line of a spring, from its tension; its sides are body_a and body_b.
static void
fill_curvature (const MbdState *work,
                const MbdBoundForce *force,
                const MbdForceAction *action,
                double h,
                MbdPileRow *row)
{
  row->impulse = -h * action->tension;
  for (int s = 0; s < 2; s++) {
    const MbdSpacePose *body = &work->pose.space[s == 0 ? force->body_a : force->body_b];
    row->curvature[s] = row->G[s][0] * (action->position[s][0] - body->x[0])
                        + row->G[s][1] * (action->position[s][1] - body->x[1]);
  }
}

/// Adds the row across the line of an element under tension.
static void
add_across (MbdStepper *stepper,
            const MbdState *work,
            const MbdBoundForce *force,
            const MbdForceAction *action,
            double h)
{
  const double x = action->position[1][0] - action->position[0][0];
  const double y = action->position[1][1] - action->position[0][1], length = hypot (x, y);

  if (!(action->tension > 0 && length > 1e-9 * work->model->size))
    return;
  MbdPileRow *row = add_row (stepper, force);
  for (int s = 0; s < 2; s++) {
    const MbdSpacePose *body = &work->pose.space[s == 0 ? force->body_a : force->body_b];
    const double sign = (s == 0 ? -1 : 1) / length;
    row->G[s][0] = -sign * y;
    row->G[s][1] = sign * x;
    row->G[s][2] = (action->position[s][0] - body->x[0]) * row->G[s][1]
                   - (action->position[s][1] - body->x[1]) * row->G[s][0];
  }
  soften (row, action->tension / length, 0, h, 0);
}

/// Returns the rate of a row at the velocities of the start.
static double
rate_of (const MbdIntegrator *self, const MbdBoundForce *force, const MbdPileRow *row)
{
  double sum = 0;

  for (int s = 0; s < row->sides; s++) {
    const int body = row->sides == 2 && s == 0 ? force->body_a : force->body_b;
    const double *v = self->start.v + self->model->bodies[body].v;
    for (int k = 0; k < 3 && row->body[s] != MBD_PILE_STATIC; k++)
      sum += row->G[s][k] * v[k];
  }
  return sum;
}

static void
fill_force (MbdIntegrator *self, int index, const MbdPose *pose, double h)
{
  MbdStepper *stepper = self->stepper;
  const MbdBoundForce *force = &self->work->parameters.forces[index];
  MbdForceDirection directions[MBD_MOST_DIRECTIONS];
  MbdForceAction action;

  force->def->class_->act (force, pose, &action);
  stepper->store[0][index] = action.potential;
  stepper->loss[index] = action.dissipated;
  stepper->residual[index] = action.residual;
  if (force->def->class_->directions == NULL)
    return;
  const int count = force->def->class_->directions (force, pose, directions);
  for (int i = 0; i < count; i++) {
    const double stiffness = fmax (directions[i].stiffness, 0);
    const double damping = fmax (directions[i].damping, 0);
    if (!(h * stiffness + damping > 0))
      continue;
    MbdPileRow *row = add_row (stepper, force);
    for (int s = 0; s < row->sides; s++) {
      const double *g = directions[i].g[row->sides == 2 ? s : 1];
      row->G[s][0] = g[0];
      row->G[s][1] = g[1];
      row->G[s][2] = g[5];
    }
    soften (row, stiffness, damping, h, rate_of (self, force, row));
    if (action.tension > 0)
      fill_curvature (self->work, force, &action, h, row);
  }
  add_across (stepper, self->work, force, &action, h);
}

void
mbd_step_fill_forces (MbdIntegrator *self, double h)
{
  MbdStepper *stepper = self->stepper;
  MbdState *work = self->work;
  const MbdModel *m = self->model;
  const MbdPose pose = mbd_pose_of (work);

  for (int i = 0; i < m->n_forces; i++) {
    stepper->first_row[i] = stepper->n_rows;
    stepper->store[0][i] = 0;
    if (work->parameters.forces[i].def->enabled)
      fill_force (self, i, &pose, h);
  }
  stepper->first_row[m->n_forces] = stepper->n_rows;
  for (int i = 0; i < m->n_couplings && self->start.ledger != NULL; i++)
    stepper->store[0][m->n_forces + i] =
      work->roles.any_prescribed ? mbd_coupling_potential (work, i) : 0;
}

/* The ledger ------------------------------------------------------------------------------- */

/// Returns the work of a row of the pile by its curvature: its part of the stiffness that bodies had
/// in the step.
static double
work_of_curvature (const MbdIntegrator *self, int index, double h)
{
  const MbdStepper *stepper = self->stepper;
  const MbdPileRow *row = &stepper->rows[index];
  double sum = 0;

  for (int s = 0; s < row->sides; s++) {
    const double stiffness = h * stepper->before[index] * row->curvature[s];
    if (row->body[s] == MBD_PILE_STATIC || !(stepper->pile->extra[4 * row->body[s] + 2] > 0))
      continue;
    const int turn = self->model->bodies[stepper->body_of[row->body[s]]].v + 2;
    sum -= stiffness * self->end.v[turn] * 0.5 * (self->start.v[turn] + self->end.v[turn]);
  }
  return sum;
}

/// Returns the work of the impulse of an element, at the pose of the start.
static double
work_of_force (MbdIntegrator *self, int index, double h)
{
  MbdStepper *stepper = self->stepper;
  const MbdModel *m = self->model;
  double *f = stepper->element_f, sum = 0;

  memset (f, 0, sizeof *f * ((size_t) m->n_v + 6));
  mbd_add_force (self->work, index, f);
  for (int i = 0; i < m->n_v; i++)
    sum += h * f[i] * 0.5 * (self->start.v[i] + self->end.v[i]);
  for (int i = stepper->first_row[index]; i < stepper->first_row[index + 1]; i++) {
    const MbdPileRow *row = &stepper->rows[i];
    sum += work_of_curvature (self, i, h);
    for (int s = 0; s < row->sides; s++) {
      if (row->body[s] == MBD_PILE_STATIC)
        continue;
      const int v = m->bodies[stepper->body_of[row->body[s]]].v;
      for (int k = 0; k < 3; k++)
        sum += row->impulse * row->G[s][k] * 0.5 * (self->start.v[v + k] + self->end.v[v + k]);
    }
  }
  return sum;
}

/// Adds the work of force elements; the stores at the end are known.
static void
keep_forces (MbdIntegrator *self, double h)
{
  MbdStepper *stepper = self->stepper;
  double *ledger = self->end.ledger;

  mbd_pose (self->work, self->start.time, self->start.q, self->start.v);
  mbd_pose_time (self->work, self->start.time + h / 2);
  for (int i = 0; i < self->model->n_forces; i++) {
    const MbdForceDef *def = self->work->parameters.forces[i].def;
    if (!def->enabled)
      continue;
    const double work = work_of_force (self, i, h);
    const bool supplies = def->class_->supplies != NULL && def->class_->supplies (def);
    ledger[3 * i] += work;
    ledger[3 * i + 1] +=
      supplies ? h * stepper->loss[i]
               : h * stepper->residual[i] - (work + stepper->store[1][i] - stepper->store[0][i]);
  }
  mbd_pose_time (self->work, self->start.time);
}

/// Adds the work of the rows of one coupling.
static void
keep_coupling (MbdIntegrator *self, int coupling, double h)
{
  const MbdStepper *stepper = self->stepper;
  const MbdModel *m = self->model;
  const MbdState *work = self->work;
  const MbdModelCoupling *c = &m->couplings[coupling];
  double *ledger = self->end.ledger, *entry = ledger + 3 * (m->n_forces + coupling);
  double taken = 0;
  bool soft = false;

  for (int r = 0; r < c->rows; r++) {
    const int row = mbd_model_row (m, c, r);
    const double impulse = stepper->impulse[row];
    const double rate = 0.5 * (stepper->plain[row] + stepper->rate[row]);
    const double by_time = stepper->by_time[row];
    // A brake or friction that brings its joint to rest in the step loses energy, too.
    // Before the first step roles are those of its end.
    const bool held = stepper->role_before[row] == MBD_ROW_SOLVED && self->statistics.steps > 0;
    const bool stops = !held && by_time == 0 && mbd_row_mode (work, coupling, r) == MBD_MODE_BOX;
    const MbdRowBooking booking = stops ? MBD_BOOK_LOSS : mbd_row_booking (work, row, by_time);
    if (work->roles.rows[row].role == MBD_ROW_COMPLIANT) {
      soft = true;
      if (stepper->pile_row[row] >= 0)
        entry[0] += work_of_curvature (self, stepper->pile_row[row], h);
      taken -= impulse * (rate + by_time);
      entry[0] += impulse * rate;
    } else if (by_time == 0 && mbd_row_mode (work, coupling, r) == MBD_MODE_UNILATERAL)
      mbd_energy_balance_add_impact (m, ledger, -impulse * rate);
    else {
      entry[0] += booking == MBD_BOOK_TIME ? -impulse * by_time : impulse * rate;
      entry[1] -= booking == MBD_BOOK_LOSS ? impulse * rate : 0;
    }
  }
  if (soft)
    entry[1] +=
      taken
      - (stepper->store[1][m->n_forces + coupling] - stepper->store[0][m->n_forces + coupling]);
}

/// Finds the energies stored at the end of the step.
static void
find_stores (MbdIntegrator *self)
{
  MbdStepper *stepper = self->stepper;
  MbdState *work = self->work;
  const MbdModel *m = self->model;

  mbd_pose (work, self->end.time, self->end.q, self->end.v);
  const MbdPose pose = mbd_pose_of (work);
  for (int i = 0; i < m->n_forces; i++) {
    MbdForceAction action = { 0 };
    if (work->parameters.forces[i].def->enabled)
      work->parameters.forces[i].def->class_->act (&work->parameters.forces[i], &pose, &action);
    stepper->store[1][i] = action.potential;
  }
  for (int i = 0; i < m->n_couplings; i++)
    stepper->store[1][m->n_forces + i] =
      work->roles.any_prescribed ? mbd_coupling_potential (work, i) : 0;
}

void
mbd_step_keep_ledger (MbdIntegrator *self, double h)
{
  MbdStepper *stepper = self->stepper;
  MbdState *work = self->work;
  const MbdModel *m = self->model;
  double *ledger = self->end.ledger;

  memcpy (ledger, self->start.ledger, sizeof *ledger * (size_t) mbd_energy_balance_length (m));
  find_stores (self);
  keep_forces (self, h);
  mbd_pose (work, self->start.time, self->start.q, self->end.v);
  mbd_world_velocities (work, work->system.fl);
  mbd_jacobian_multiply (work, work->system.fl, stepper->rate);
  for (int i = 0; i < m->n_couplings; i++)
    keep_coupling (self, i, h);
  for (int i = 0; i < stepper->n_contacts; i++) {
    const MbdPileContact *c = &stepper->contacts[i];
    double along[2];
    mbd_step_mean_approach (self, c, along);
    mbd_energy_balance_add_impact (m, ledger, -c->normal_impulse * along[0]);
    mbd_energy_balance_add_friction (m, ledger, -c->friction_impulse * along[1]);
  }
}
