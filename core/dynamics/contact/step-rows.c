// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rows of couplings in a time step, by their laws (row-law-private.h). With h the step, eps and
// eps' the errors at its start, 0 below the level of the row, and eps'_t the part of eps' besides G v
//
//   lock         G v+ + r + erp eps / h = 0
//   unilateral   G v+ + r + (eps > 0 ? eps : erp eps) / h >= 0, impulse >= -h cohesion while it holds;
//                a row that closes fast opens with its restitution times eps'
//   box          G v+ + r + erp (eps - held) / h = 0 within +- h limit; without its error while it
//                slips, so that nothing pulls it back
//   soft         the implicit Euler step of the spring and damper (mbd_soften ()), within the range;
//                a unilateral one that is slack only from where it closes in the step
//   r            eps'_t, at the velocity level that at the end of the step; at the acceleration level
//                -(G v + h gamma): the row keeps its rate
//
// The tangents of a friction group are boxes of mu times the normal impulse of the same step. Limits of
// joint friction follow the reaction of the same step too: the step is solved until they agree (bounds.c).
//
// After the step a unilateral row whose impulse is above its least one holds, a box row whose impulse
// is inside its range too: these are the roles with which the state finds reactions.

#include "step-private.h"

#include <math.h>
#include <string.h>

#include "mbd-row.h"
#include "mechanism-private.h"

/// Share of the error of a coupling that a step removes: it may be large because the solve is
/// exact.
static const double erp = 0.8;
/// Distance from a bound, over the bound, that counts as reaching it.
static const double at_bound = 1e-9;

/* Filling ---------------------------------------------------------------------------------- */

/// Returns true if a unilateral row opens again in this step.
static bool
bounces (const MbdIntegrator *self, const MbdRowLaw *law, double h)
{
  const MbdStepper *stepper = self->stepper;
  const double rate = self->work->system.rate[law->row];
  const double slow = stepper->pile->settings.bounce_speed / self->model->size;

  return law->restitution > 0 && law->level != MBD_LEVEL_ACCELERATION
         && rate < -slow * self->model->row_unit[law->row] && stepper->eps[law->row] + h * rate < 0;
}

/// Fills the range and the known term of a soft row. Returns false if it has no force.
static bool
fill_soft (const MbdRowLaw *law, double eps, double by_time, double h, MbdPileRow *row)
{
  const bool slack = law->mode == MBD_MODE_UNILATERAL && eps > 0;
  const double damping = slack ? 0 : law->damping;
  double cfm, part;

  if (law->stiffness == 0 && damping == 0)
    return false;
  mbd_soften (law->stiffness, damping, h, &cfm, &part);
  row->cfm = cfm / h;
  row->e = by_time + part * eps / h;
  return true;
}

/// Fills the known term of a rigid row.
static void
fill_rigid (MbdIntegrator *self,
            const MbdRowLaw *law,
            double eps,
            double by_time,
            double h,
            MbdPileRow *row)
{
  const MbdStepper *stepper = self->stepper;
  const MbdState *work = self->work;
  const bool holds = work->roles.rows[law->row].role == MBD_ROW_SOLVED;
  const double share = stepper->share * stepper->share * erp;

  row->e = law->level == MBD_LEVEL_ACCELERATION
             ? -(stepper->plain[law->row] + h * work->system.gamma[law->row])
             : by_time;
  if (law->mode == MBD_MODE_UNILATERAL) {
    const double back = by_time + law->restitution * work->system.rate[law->row];
    row->e += (eps > 0 ? eps : share * eps) / h;
    if (bounces (self, law, h))
      row->e = fmin (row->e, back);
  } else if (law->mode == MBD_MODE_LOCK || holds)
    row->e += share * (eps - law->held) / h;
  // The rate at the start is due to the turn in the step before, and so are the loads that remove it. A
  // shorter step takes its share.
  if (law->mode == MBD_MODE_LOCK && law->level < MBD_LEVEL_ACCELERATION)
    row->e -= (1 - stepper->share) * work->system.rate[law->row];
}

/// Fills the bounds of a row. `normal`: row of the pile of the normal of its friction group, -1 if
/// that has no force. Returns false if the row cannot have a force.
static bool
fill_bounds (MbdIntegrator *self, const MbdRowLaw *law, int normal, double h, MbdPileRow *row)
{
  MbdStepper *stepper = self->stepper;
  MbdState *work = self->work;
  const MbdCouplingDef *def = &work->parameters.couplings[law->coupling].def;

  if (law->mode == MBD_MODE_UNILATERAL) {
    row->kind = MBD_PILE_UNILATERAL;
    // An open row has no cohesion.
    const bool open =
      law->soft ? stepper->eps[law->row] > 0 : work->roles.rows[law->row].role != MBD_ROW_SOLVED;
    row->limit = open ? 0 : -h * law->least;
  } else if (law->mode == MBD_MODE_BOX) {
    row->kind = MBD_PILE_BOX;
    if (work->roles.running[law->coupling].mode == MBD_MODE_FRICTION) {
      if (normal < 0)
        return false;
      row->follows = normal + 1;
      row->friction = def->friction;
      row->cohesion = stepper->rows[normal].limit;
    } else
      row->limit = h * law->most;
    if (isinf (row->limit))
      row->kind = MBD_PILE_LOCK;
  }
  return true;
}

/// Fills one row of a coupling for the pile. Returns false if it has no force in this step.
static bool
fill_row (MbdIntegrator *self,
          const MbdModelBatch *batch,
          int slot,
          int r,
          double h,
          MbdPileRow *row)
{
  MbdStepper *stepper = self->stepper;
  MbdState *work = self->work;
  const int rows = batch->view.rows;
  const MbdRowLaw law = mbd_row_law (work, batch->coupling[slot], r);
  const MbdModelCoupling *c = &work->parameters.couplings[law.coupling];
  const double *G = work->system.G + batch->G + slot * batch->stride + 3 * r;
  const double eps = stepper->eps[law.row], by_time = stepper->by_time[law.row];

  memset (row, 0, sizeof *row);
  row->sides = batch->view.sides;
  for (int s = 0; s < row->sides; s++, G += 3 * rows) {
    row->body[s] = stepper->index_of[c->body[s]];
    memcpy (row->G[s], G, 3 * sizeof *G);
  }
  row->impulse = stepper->impulse[law.row];
  if (!fill_bounds (self, &law, r > 0 ? stepper->pile_row[law.row - r] : -1, h, row))
    return false;
  if (law.soft)
    return fill_soft (&law, eps, by_time, h, row);
  fill_rigid (self, &law, eps, by_time, h, row);
  return true;
}

/// Fills the curvature of two perpendicular rows at one point, of a pin: the effect of the force of
/// one when the arm of the other turns.
static void
fill_curvature (MbdPileRow *a, MbdPileRow *b)
{
  if (a->kind != MBD_PILE_LOCK || b->kind != MBD_PILE_LOCK || a->sides != b->sides)
    return;
  for (int s = 0; s < a->sides; s++)
    if (fabs (a->G[s][0] - b->G[s][1]) > 1e-9 || fabs (a->G[s][1] + b->G[s][0]) > 1e-9)
      return;
  for (int s = 0; s < a->sides; s++) {
    a->curvature[s] = b->G[s][2];
    b->curvature[s] = -a->G[s][2];
  }
}

/// Computes the parts of rates that functions of time prescribe: at the velocity level those at the end of a
/// step h, so that a motor then has its speed; else those at its start.
static void
find_time_rates (MbdIntegrator *self, double h)
{
  MbdStepper *stepper = self->stepper;
  MbdState *work = self->work;
  const int n_rows = self->model->n_rows;

  for (int row = 0; row < n_rows; row++)
    stepper->by_time[row] = work->system.rate[row] - stepper->plain[row];
  if (!self->model->has_time_rates)
    return;
  mbd_pose_time (work, self->start.time + h);
  mbd_velocity_errors (work, work->system.fl, stepper->rate);
  mbd_pose_time (work, self->start.time);
  for (int row = 0; row < n_rows; row++)
    if (work->roles.rows[row].level == MBD_LEVEL_VELOCITY)
      stepper->by_time[row] = stepper->rate[row] - stepper->plain[row];
}

/// Computes errors, rates and roles at the start of a step.
static void
find_errors (MbdIntegrator *self, double h)
{
  MbdStepper *stepper = self->stepper;
  MbdState *work = self->work;
  const MbdModel *m = self->model;

  mbd_position_errors (work, stepper->eps);
  mbd_silence_levels (work, stepper->eps, NULL);
  mbd_world_velocities (work, work->system.fl);
  mbd_velocity_errors (work, work->system.fl, work->system.rate);
  mbd_jacobian_multiply (work, work->system.fl, stepper->plain);
  find_time_rates (self, h);
  for (int row = 0; row < m->n_rows; row++) {
    stepper->role_before[row] =
      stepper->begins_again ? stepper->role_begun[row] : (unsigned char) work->roles.rows[row].role;
    stepper->pile_row[row] = -1;
  }
}

void
mbd_step_fill_rows (MbdIntegrator *self, double h)
{
  MbdStepper *stepper = self->stepper;
  MbdState *work = self->work;
  const MbdModel *m = self->model;

  find_errors (self, h);
  stepper->n_rows = 0;
  for (int b = 0; b < m->n_batches; b++) {
    const MbdModelBatch *batch = &m->batches[b];
    for (int k = 0; k < batch->view.count; k++) {
      const int first = stepper->n_rows;
      for (int r = 0; r < batch->view.rows; r++) {
        const int place = batch->first + k * batch->view.rows + r, row = stepper->n_rows;
        // A row without a force now has no impulse to start from when it returns.
        if (work->roles.rows[place].role == MBD_ROW_OFF
            || !fill_row (self, batch, k, r, h, &stepper->rows[row])) {
          stepper->impulse[place] = 0;
          continue;
        }
        stepper->pile_row[place] = row;
        stepper->row_of[row] = place;
        stepper->n_rows++;
      }
      if (stepper->n_rows >= first + 2)
        fill_curvature (&stepper->rows[first], &stepper->rows[first + 1]);
    }
  }
  stepper->n_coupling_rows = stepper->n_rows;
}

static void
keep_impulses (MbdStepper *stepper)
{
  for (int i = 0; i < stepper->n_coupling_rows; i++)
    stepper->impulse[stepper->row_of[i]] = stepper->rows[i].impulse;
}

/// Makes the forces of the step the multipliers of the work state.
static void
give_loads (const MbdStepper *stepper, MbdState *work, double h)
{
  const MbdModel *m = work->model;

  for (int i = 0; i < m->n_couplings; i++) {
    const MbdModelCoupling *c = &m->couplings[i];
    for (int r = 0; r < c->rows; r++) {
      const int row = mbd_model_row (m, c, r);
      work->solution.y[m->columns[c->node].y + r] = work->roles.prescribed[row] =
        stepper->impulse[row] / h;
    }
  }
}

bool
mbd_step_begin_limits (MbdIntegrator *self)
{
  MbdState *work = self->work;
  bool any = false;

  for (MbdRowLaw law = { .coupling = -1 }; mbd_next_bounded_row (work, &law);)
    if (law.follows && self->model->couplings[law.coupling].presses >= 0
        && work->roles.rows[law.row].role == MBD_ROW_SOLVED) {
      work->roles.limit[law.row] = INFINITY;
      any = true;
    }
  return any;
}

void
mbd_step_end_limits (MbdIntegrator *self)
{
  MbdState *work = self->work;

  for (MbdRowLaw law = { .coupling = -1 }; mbd_next_bounded_row (work, &law);)
    if (law.follows && isinf (law.most))
      work->roles.limit[law.row] = mbd_limit_by_load (work, law.coupling, law.r);
}

bool
mbd_step_follow_loads (MbdIntegrator *self, int pass, double h)
{
  MbdState *work = self->work;

  keep_impulses (self->stepper);
  give_loads (self->stepper, work, h);
  work->roles.loads = MBD_LOADS_OF_STEPS;
  const bool again = mbd_next_limits (work, pass);
  work->roles.loads = MBD_LOADS_OF_FORCES;
  return again;
}

/* Roles ------------------------------------------------------------------------------------ */

/// Returns true if a box row did not hold before the step. Before the first one, roles are those of its end.
static bool
has_moved (const MbdIntegrator *self, int row)
{
  return self->stepper->role_before[row] != MBD_ROW_SOLVED || self->statistics.steps == 0;
}

void
mbd_step_start_rows (MbdIntegrator *self)
{
  MbdStepper *stepper = self->stepper;
  MbdState *work = self->work;
  const MbdModel *m = self->model;
  const bool in_motion = self->statistics.steps > 0;

  work->system.has_external = false;
  for (int row = 0; row < m->n_rows; row++)
    self->roles_before[row] = (unsigned char) work->roles.rows[row].role;
  mbd_pose (work, self->start.time, self->start.q, self->start.v);
  mbd_rows (work);
  mbd_reset_rho (work);
  mbd_reset_roles (work, MBD_ROW_LOWER);
  if (work->roles.any_bounds) {
    mbd_find_roles (work);
    mbd_hold_in_place (self, self->roles_before, in_motion);
  }
  mbd_accelerate (work, self->start.time, self->start.q, self->start.v, self->start.a);
  // A first guess, without contacts.
  mbd_publish_multipliers (work);
  for (int i = 0; i < m->n_couplings; i++) {
    const MbdModelCoupling *c = &m->couplings[i];
    for (int r = 0; r < c->rows; r++) {
      const double lambda = work->solution.lambda[c->first_row + r];
      stepper->impulse[mbd_model_row (m, c, r)] =
        isfinite (lambda) ? self->settings.step * lambda : 0;
    }
  }
  stepper->h = self->settings.step;
}

void
mbd_stepper_settle (MbdIntegrator *self, MbdInstant *at)
{
  MbdState *work = self->work;
  const int rows = self->model->n_rows;

  if (!self->model->has_time_rates || self->statistics.steps == 0)
    return;
  for (int row = 0; row < rows; row++)
    self->roles_before[row] = (unsigned char) work->roles.rows[row].role;
  mbd_pose (work, at->time, at->q, at->v);
  mbd_rows (work);
  const double kinetic = mbd_kinetic_energy (work);
  if (mbd_catch (work, true, at->v)) {
    mbd_pose_velocities (work, at->v);
    if (at->ledger != NULL)
      mbd_energy_balance_add_impact (self->model, at->ledger, kinetic - mbd_kinetic_energy (work));
  }
  for (int row = 0; row < rows; row++)
    work->roles.rows[row].role = (MbdRowRole) self->roles_before[row];
  mbd_roles_changed (work);
}

static MbdRowRole
role_of_unilateral (const MbdIntegrator *self, const MbdRowLaw *law, double h)
{
  const MbdPileRow *row = &self->stepper->rows[self->stepper->pile_row[law->row]];

  if (bounces (self, law, h) && row->impulse > 0)
    return MBD_ROW_LOWER;
  return row->impulse > -row->limit * (1 - at_bound) ? MBD_ROW_SOLVED : MBD_ROW_LOWER;
}

static MbdRowRole
role_of_box (const MbdIntegrator *self, const MbdRowLaw *law)
{
  const MbdStepper *stepper = self->stepper;
  const MbdPileRow *row = &stepper->rows[stepper->pile_row[law->row]];
  double limit = row->limit;

  if (row->kind == MBD_PILE_LOCK)
    return MBD_ROW_SOLVED;
  if (row->follows > 0)
    limit = row->friction * fmax (stepper->rows[row->follows - 1].impulse + row->cohesion, 0);
  if (fabs (row->impulse) < limit * (1 - at_bound))
    return MBD_ROW_SOLVED;
  const double pull = row->impulse != 0 ? row->impulse : -self->work->system.rate[law->row];
  return pull > 0 ? MBD_ROW_UPPER : MBD_ROW_LOWER;
}

/// Sets the roles of rows with bounds from the impulses of the step.
static void
set_roles (MbdIntegrator *self, double h)
{
  MbdStepper *stepper = self->stepper;
  MbdState *work = self->work;

  for (MbdRowLaw law = { .coupling = -1 }; mbd_next_bounded_row (work, &law);) {
    MbdRowRole *role = &work->roles.rows[law.row].role;
    if (stepper->pile_row[law.row] < 0) {
      *role = MBD_ROW_LOWER;
      continue;
    }
    *role = law.mode == MBD_MODE_UNILATERAL ? role_of_unilateral (self, &law, h)
                                            : role_of_box (self, &law);
    if (law.mode == MBD_MODE_BOX && *role == MBD_ROW_SOLVED
        && stepper->role_before[law.row] != MBD_ROW_SOLVED)
      work->roles.held[law.row] = stepper->eps[law.row];
    else if (law.mode == MBD_MODE_BOX && *role != MBD_ROW_SOLVED)
      work->roles.held[law.row] = 0;
  }
  mbd_roles_changed (work);
}

void
mbd_step_take_rows (MbdIntegrator *self, double h)
{
  MbdStepper *stepper = self->stepper;

  keep_impulses (stepper);
  if (self->work->roles.any_bounds)
    set_roles (self, h);
}

/// Records the rows that closed in the step that ended at `time`. `goes_on`: the last step completed
/// their impulses. Some may have been switched off or broken since.
static void
record_closing (MbdIntegrator *self, MbdStepper *stepper, double time, bool goes_on)
{
  const MbdModel *m = self->model;

  for (int i = 0; i < m->n_couplings && stepper->n_closing > 0; i++)
    for (int r = 0; r < m->couplings[i].rows; r++) {
      const int row = mbd_model_row (m, &m->couplings[i], r);
      if (!(stepper->closing[row] > 0))
        continue;
      const double rest = goes_on ? fmax (stepper->impulse[row], 0) : 0;
      mbd_record_row (self, MBD_EVENT_CLOSED, time, i, r, stepper->closing[row] + rest);
      stepper->closing[row] = 0;
      stepper->n_closing--;
    }
}

void
mbd_step_flush_rows (MbdIntegrator *self, MbdStepper *stepper, double time)
{
  record_closing (self, stepper, time, false);
}

void
mbd_step_record_rows (MbdIntegrator *self)
{
  MbdStepper *stepper = self->stepper;
  const MbdState *work = self->work;

  record_closing (self, stepper, self->start.time, true);
  if (!work->roles.any_bounds)
    return;
  for (MbdRowLaw law = { .coupling = -1 }; mbd_next_bounded_row (work, &law);) {
    if (law.mode == MBD_MODE_UNILATERAL && stepper->impulse[law.row] > 0
        && stepper->role_before[law.row] != MBD_ROW_SOLVED) {
      stepper->closing[law.row] = stepper->impulse[law.row];
      stepper->n_closing++;
    } else if (stepper->wedges && law.follows && has_moved (self, law.row)
               && work->roles.rows[law.row].role == MBD_ROW_SOLVED)
      mbd_record_row (self, MBD_EVENT_JAMMED, self->end.time, law.coupling, law.r,
                      fabs (stepper->impulse[law.row]));
  }
  mbd_record_roles (self, &self->end, stepper->role_before);
}

/* Breaking --------------------------------------------------------------------------------- */

/// Breaks a coupling, with those that are on it.
static void
break_coupling (MbdIntegrator *self, int coupling)
{
  MbdState *work = self->work;

  work->roles.running[coupling].broken = true;
  for (int i = 0; i < self->model->n_couplings; i++) {
    const MbdModelCoupling *c = &work->parameters.couplings[i];
    const bool ends = i == coupling || c->on_joint[0] == coupling || c->on_joint[1] == coupling;
    for (int r = 0; r < c->rows && ends; r++) {
      const int row = mbd_model_row (self->model, c, r);
      work->roles.rows[row].role = MBD_ROW_OFF;
      self->stepper->impulse[row] = 0;
    }
  }
  mbd_roles_changed (work);
}

/// Returns true if a joint that moved has come to rest in the step although limits of friction that slips
/// agree with no load.
static bool
any_wedges (const MbdIntegrator *self)
{
  const MbdStepper *stepper = self->stepper;

  for (MbdRowLaw law = { .coupling = -1 };
       stepper->wedges && mbd_next_bounded_row (self->work, &law);)
    if (law.follows && has_moved (self, law.row) && stepper->pile_row[law.row] >= 0
        && role_of_box (self, &law) == MBD_ROW_SOLVED)
      return true;
  return false;
}

bool
mbd_step_break_wedged (MbdIntegrator *self)
{
  MbdState *work = self->work;
  double share, limit;

  if (!work->roles.any_breaking || !any_wedges (self))
    return false;
  const int first = mbd_first_to_break (work, &share, &limit);
  if (first < 0 || share < 1)
    return false;
  self->stepper->wedges = false;
  break_coupling (self, first);
  mbd_record_row (self, MBD_EVENT_BROKEN, self->start.time, first, -1, limit);
  return true;
}

/// Returns the blow in the impulse of a coupling: its excess over h times its force, which is that of
/// the multipliers.
static double
blow_of (const MbdIntegrator *self, int coupling, const double *multipliers, double h)
{
  const MbdModelCoupling *c = &self->work->parameters.couplings[coupling];
  double sum = 0;

  for (int r = 0; r < c->rows; r++) {
    const double part =
      self->stepper->impulse[mbd_model_row (self->model, c, r)] - h * multipliers[c->first_row + r];
    sum += part * part;
  }
  return sqrt (sum);
}

void
mbd_step_start_blows (MbdIntegrator *self, double h)
{
  MbdStepper *stepper = self->stepper;
  const MbdModel *m = self->model;
  const bool strikes = mbd_step_strikes (self, h);

  memset (stepper->begun, 0, sizeof *stepper->begun * (size_t) m->n_couplings);
  memset (stepper->closing, 0, sizeof *stepper->closing * (size_t) m->n_rows);
  stepper->struck = stepper->n_closing = 0;
  // Before a strike the loads are those without contacts.
  for (int i = 0; i < m->n_couplings; i++) {
    const MbdModelCoupling *c = &m->couplings[i];
    for (int r = 0; r < c->rows; r++) {
      const double load = strikes ? self->work->solution.lambda[c->first_row + r]
                                  : stepper->impulse[mbd_model_row (m, c, r)] / h;
      stepper->quiet[c->first_row + r] = isfinite (load) ? load : 0;
    }
  }
}

/// Returns true if a unilateral row closed in this step: it gave only that part of the impulse that
/// remained when its gap was used up, and the next step gives the rest.
static bool
any_just_closed (const MbdIntegrator *self)
{
  for (MbdRowLaw law = { .coupling = -1 }; mbd_next_bounded_row (self->work, &law);)
    if (law.mode == MBD_MODE_UNILATERAL && self->work->roles.rows[law.row].role == MBD_ROW_SOLVED
        && self->stepper->role_before[law.row] != MBD_ROW_SOLVED)
      return true;
  return false;
}

/// Adds up the impulses of couplings in a step in which shapes strike each other or rows close. Over h
/// these would be forces without limit, and they may be incomplete: the steps after the blow show what
/// breaks.
static void
add_blows (MbdIntegrator *self, double h)
{
  MbdStepper *stepper = self->stepper;

  for (int i = 0; i < self->model->n_couplings; i++)
    if (mbd_state_coupling_flags (self->work, i).active)
      stepper->begun[i] += blow_of (self, i, stepper->quiet, h);
}

/// Finds the loads at the end of the step with the roles that rows had in it. Rows that would have to pull to
/// continue so are released for that.
static void
find_loads (MbdIntegrator *self)
{
  MbdState *work = self->work;
  const int n_rows = self->model->n_rows;

  work->system.has_external = true;
  memcpy (work->system.external, self->stepper->contact_f,
          sizeof *work->system.external * (size_t) self->model->n_v);
  mbd_accelerate (work, self->end.time, self->end.q, self->end.v, self->end.a);
  if (!work->roles.any_bounds || !mbd_any_pulls (work)) {
    mbd_publish_multipliers (work);
    return;
  }
  for (int row = 0; row < n_rows; row++)
    self->roles_before[row] = (unsigned char) work->roles.rows[row].role;
  mbd_release_pulling (work);
  mbd_publish_multipliers (work);
  for (int row = 0; row < n_rows; row++)
    work->roles.rows[row].role = (MbdRowRole) self->roles_before[row];
  mbd_roles_changed (work);
}

void
mbd_step_break (MbdIntegrator *self, double h)
{
  enum
  {
    MOST_STRUCK = 4 // steps; shapes that strike in each one press
  };
  MbdStepper *stepper = self->stepper;
  MbdState *work = self->work;
  const MbdModel *m = self->model;
  bool broke = work->roles.any_breaking;

  const bool strikes = broke && (mbd_step_strikes (self, h) || any_just_closed (self));
  stepper->struck = strikes ? stepper->struck + 1 : 0;
  if (strikes && stepper->struck <= MOST_STRUCK) {
    add_blows (self, h);
    return;
  }
  // Loads on the couplings that remain change when one breaks.
  for (int pass = 0; broke && pass <= m->n_couplings; pass++) {
    find_loads (self);
    broke = false;
    for (int i = 0; i < m->n_couplings && pass == 0; i++) {
      const double part =
        mbd_state_coupling_flags (work, i).active ? blow_of (self, i, work->solution.lambda, h) : 0;
      const double blow = stepper->begun[i] + part;
      stepper->begun[i] = 0;
      if (!(blow > work->parameters.couplings[i].def.break_impulse))
        continue;
      break_coupling (self, i);
      mbd_record_row (self, MBD_EVENT_BROKEN, self->end.time, i, -1, blow);
      broke = true;
    }
    for (int i = 0; i < m->n_couplings; i++) {
      double value;
      if (mbd_load_over_limit (work, i, &value) < 1 - 1e-12)
        continue;
      break_coupling (self, i);
      mbd_record_row (self, MBD_EVENT_BROKEN, self->end.time, i, -1, value);
      broke = true;
    }
  }
  if (work->roles.any_breaking)
    memcpy (stepper->quiet, work->solution.lambda, sizeof *stepper->quiet * (size_t) m->n_rows);
  work->system.has_external = false;
}
