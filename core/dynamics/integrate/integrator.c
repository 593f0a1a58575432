// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The one-step driver (docs/theory/integration.md): stages, error test in a norm of
// lengths, projection of positions and velocities after every accepted step, guard at singular
// positions, dense output.
//
// Error norm, per body with longest arm r:
//   max (|dx|, r |dtheta|, T |dv|, T r |domega|) / (tol L),   T = min (1 s, duration)
// The angle is tested absolutely: relative to a growing angle the test would loosen as a crank
// turns.
//
// Guard. Near a singular position pivots collapse and stages that are off by the step error are off
// by that over the square of the distance; a controller that shrinks steps towards such a position
// ends in the zone where the regularisation governs. So a step in which a pivot fell below 1e-4 of
// its diagonal and below a tenth of what it was is tested with a tolerance of at least 3e-7 L
// (without the floor tight tolerances lose the branch).

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "projection-private.h"
#include "integrator-private.h"
#include "mechanism-private.h"
#include "vector-private.h"

static const double safety = 0.85;
static const double least_factor = 0.2, largest_factor = 4;
static const double pi_share = 0.1; // share of the exponent given to the previous error
/// This many consecutive steps below this fraction of a second, or of a shorter run, are not
/// progress but creep towards a point that the motion cannot pass (a driver at its dead point). The
/// remaining time of the run is not a criterion.
static const double creep = 1e-9;
static const long most_creeping = 2000;
/// A mechanism that is free to move at first order and rigid at second (a mass on a straight
/// string, a drive at its dead point) stands still under a transverse load: its multipliers are
/// unbounded, and projection undoes the small motion of every step. It is distinguished from
/// passing a singular position, which takes a few steps, by many consecutive short steps with a
/// pivot below 1e-9 of its diagonal and more than a hundredth of the motion undone (1e-10 in other
/// motions).
static const double held_collapse = 1e9, held_share = 0.01, held_step = 1e-3;
static const long most_held = 1000;
/// Largest opening of a row, over L, after a step without error control.
static const double largest_gap = 1e-2;
/// Like `creep`, for a step cut short by a knot: functions of time may have many knots for a while.
static const double creep_to_knot = 1e-13;
/// With a smaller tolerance round-off dominates and steps would shrink indefinitely.
static const double tightest = 1e-14;
static const double guard_floor = 3e-7;

MbdIntegratorSettings
mbd_integrator_default (void)
{
  return (MbdIntegratorSettings){
    .method = MBD_METHOD_AUTOMATIC,
    .accuracy = 1e-8,
    .maximum_step = INFINITY,
    .duration = 1,
    .stabilisation = { MBD_STABILISATION_PROJECTION, 0.1 },
  };
}

static bool
settings_are_valid (const MbdIntegratorSettings *s)
{
  const MbdTableau *tableau = mbd_tableau (s->method);
  bool fixed = s->step > 0;

  return tableau != NULL && s->step >= 0 && isfinite (s->step) && s->maximum_step > 0
         && s->duration > 0 && isfinite (s->duration) && s->maximum_steps >= 0
         && (fixed || (tableau->estimate_order > 0 && s->accuracy >= tightest && s->accuracy < 1))
         && (s->stabilisation.stabilisation != MBD_STABILISATION_BAUMGARTE
             || s->stabilisation.time_constant > 0);
}

MbdIntegrator *
mbd_integrator_new (const MbdModel *model, const MbdIntegratorSettings *settings)
{
  if (!settings_are_valid (settings))
    return NULL;
  MbdIntegrator *self = calloc (1, sizeof *self);
  if (self == NULL)
    return NULL;
  const int n_q = mbd_model_position_count (model), n_v = mbd_model_velocity_count (model);
  MbdArena *arena = &self->arena;

  self->settings = *settings;
  self->tableau = mbd_tableau (settings->method);
  self->model = mbd_model_ref (model);
  self->work = mbd_state_new (model);
  if (settings->method == MBD_METHOD_TIME_STEPPING)
    self->stepper = mbd_stepper_new (model);
  else if (model->n_shapes > 0 && mbd_touching_fits (model))
    self->touching = mbd_touching_new (model);
  const int stages = mbd_most_stages (settings->method);
  for (int j = 0; j < stages; j++) {
    self->kq[j] = MBD_TAKE (arena, double, n_q);
    self->kv[j] = MBD_TAKE (arena, double, n_v);
  }
  MbdInstant *instants[] = { &self->start, &self->end, &self->output };
  for (int i = 0; i < 3; i++) {
    instants[i]->q = MBD_TAKE (arena, double, n_q);
    instants[i]->v = MBD_TAKE (arena, double, n_v);
    instants[i]->a = MBD_TAKE (arena, double, n_v);
  }
  const int n_ledger = settings->keep_ledger ? mbd_energy_balance_length (model) : 0;
  for (int j = 0; j < stages && n_ledger > 0; j++)
    self->power[j] = MBD_TAKE (arena, double, n_ledger);
  for (int i = 0; i < 3 && n_ledger > 0; i++) {
    instants[i]->ledger = MBD_TAKE (arena, double, n_ledger);
    instants[i]->power = MBD_TAKE (arena, double, n_ledger);
  }
  self->stage_q = MBD_TAKE (arena, double, n_q);
  self->stage_v = MBD_TAKE (arena, double, n_v);
  self->error_q = MBD_TAKE (arena, double, n_q);
  self->error_v = MBD_TAKE (arena, double, n_v);
  self->zeros = MBD_TAKE (arena, double, n_q);
  self->memory_weight = MBD_TAKE (arena, double, model->n_memories);
  self->memory_size = MBD_TAKE (arena, double, model->n_memories);
  self->span = MBD_TAKE (arena, double, (MBD_PAST_NODES + 1) * model->n_memories);
  for (int i = 0; i < 4; i++)
    self->rates[i] = MBD_TAKE (arena, double, n_q);
  self->dependent = MBD_TAKE (arena, int, mbd_model_row_count (model));
  self->usual_collapse = MBD_TAKE (arena, double, model->n_columns);
  self->looked_collapse = MBD_TAKE (arena, double, model->n_columns);
  self->large_collapse = MBD_TAKE (arena, double, model->n_columns);
  self->struck.q = MBD_TAKE (arena, double, n_q);
  self->struck.v = MBD_TAKE (arena, double, n_v);
  self->struck.limit = MBD_TAKE (arena, double, model->n_rows);
  self->struck.broken = MBD_TAKE (arena, bool, model->n_couplings);
  self->roles_before = MBD_TAKE (arena, unsigned char, model->n_rows);
  self->start_eps = MBD_TAKE (arena, double, model->n_rows);
  self->overstated = MBD_TAKE (arena, double, model->n_rows);
  self->start_rate = MBD_TAKE (arena, double, model->n_rows);
  const bool has_contacts = settings->method == MBD_METHOD_TIME_STEPPING
                            || (model->n_shapes > 0 && mbd_touching_fits (model));
  if (self->work == NULL || arena->failed
      || (has_contacts && self->stepper == NULL && self->touching == NULL)
      || mbd_state_set_stabilisation (self->work, &settings->stabilisation) != MBD_STATUS_OK) {
    mbd_integrator_free (self);
    return NULL;
  }
  mbd_limit_collapse (self);
  return self;
}

void
mbd_integrator_free (MbdIntegrator *self)
{
  if (self == NULL)
    return;
  mbd_state_free (self->work);
  mbd_stiff_free (self->stiff);
  mbd_stepper_free (self->stepper);
  mbd_touching_free (self->touching);
  mbd_touching_free (self->posing);
  mbd_arena_clear (&self->arena);
  mbd_model_unref (self->model);
  free (self);
}

void
mbd_integrator_set_stop (MbdIntegrator *self, const MbdStopToken *stop)
{
  self->stop = stop;
}

void
mbd_integrator_statistics (const MbdIntegrator *self, MbdIntegratorStatistics *statistics)
{
  *statistics = self->statistics;
  statistics->method = mbd_method_in_use (self);
}

/* One step --------------------------------------------------------------------------------- */

void
mbd_copy_instant (const MbdModel *m, MbdInstant *to, const MbdInstant *from)
{
  to->time = from->time;
  memcpy (to->q, from->q, sizeof *to->q * (size_t) m->n_q);
  memcpy (to->v, from->v, sizeof *to->v * (size_t) m->n_v);
  memcpy (to->a, from->a, sizeof *to->a * (size_t) m->n_v);
  if (to->ledger != NULL) {
    memcpy (to->ledger, from->ledger, sizeof *to->ledger * (size_t) mbd_energy_balance_length (m));
    memcpy (to->power, from->power, sizeof *to->power * (size_t) mbd_energy_balance_length (m));
  }
}

bool
mbd_end_is_finite (const MbdIntegrator *self)
{
  return mbd_all_finite (self->end.q, self->model->n_q)
         && mbd_all_finite (self->end.v, self->model->n_v)
         && mbd_all_finite (self->end.a, self->model->n_v);
}

void
mbd_accept_end (MbdIntegrator *self)
{
  // A step that is not finite will be rejected, but turns that are not numbers would remain so.
  if (mbd_end_is_finite (self))
    mbd_accept_angles (self->work);
}

void
mbd_finish_step (MbdIntegrator *self)
{
  const MbdTableau *t = self->tableau;
  MbdInstant *end = &self->end;

  if (mbd_touching_finish (self))
    return;
  if (t->implicit) {
    // Keep the stage's acceleration: a recomputed one would multiply the change made by projection
    // by the stiffness.
    const bool watches = self->work->roles.any_bounds || self->work->roles.any_breaking;
    if (self->work->stabilised.any_projected || watches)
      mbd_project (self->work, end->time, end->q, end->v, false, watches ? self->stage_v : NULL);
    self->statistics.evaluations++;
  } else if (self->work->stabilised.any_projected) {
    mbd_project (self->work, end->time, end->q, end->v, t->first_same_as_last, end->a);
    self->statistics.evaluations += t->first_same_as_last ? 1 : 2;
  } else if (t->first_same_as_last)
    for (int i = 0; i < self->model->n_v; i++)
      end->a[i] = self->kv[0][i] + self->kv[t->stages - 1][i];
  else {
    mbd_accelerate (self->work, end->time, end->q, end->v, end->a);
    self->statistics.evaluations++;
  }
  if (end->ledger != NULL && t->implicit)
    memcpy (end->power, self->power[t->stages - 1],
            sizeof *end->power * (size_t) mbd_energy_balance_length (self->model));
  else if (end->ledger != NULL)
    mbd_find_powers (self->work, end->power);
  if (!self->model->planar)
    mbd_normalise (self->model, end->q);
  mbd_accept_end (self);
  mbd_remember_pivots (self);
}

void
mbd_normalise (const MbdModel *m, double *q)
{
  for (int k = 0; k < m->n_spatial; k++) {
    double *x = q + m->bodies[m->spatial_bodies[k]].q + 3;
    double norm = sqrt (x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3]);
    if (fabs (norm - 1) > 1e-14)
      for (int i = 0; i < 4; i++)
        x[i] /= norm;
  }
}

/// Updates the state after a step of the requested size.
static void
end_at_knot (MbdIntegrator *self)
{
  if (!self->ends_at_knot)
    return;
  self->end.time = self->knot;
  self->must_settle = true;
}

/// Updates the state after a fixed step of size h, or a shorter one ended by an event, towards
/// `end` of the grid.
static void
end_fixed_step (MbdIntegrator *self, double h, double taken, double end)
{
  if (taken == h && h == end - self->start.time)
    self->end.time = end;
  if (taken == h)
    end_at_knot (self);
  // The remainder to the end of the grid may be too short for a step.
  if (end - self->end.time <= mbd_least_step (end))
    self->fixed_steps++;
}

/// Returns the size of the next time step towards `end` of the grid. Short remainders before a knot or the
/// grid are shared with the step before, since velocities follow the constraints of the step before: in a step
/// much shorter than that, the loads would be mostly those of its end.
static double
size_of_time_step (const MbdIntegrator *self, double end)
{
  const double step = self->settings.step, to_knot = self->knot - self->start.time;
  double h = end - self->start.time;

  if (h < 0.5 * step)
    h = 0.5 * (h + step);
  return to_knot > h && to_knot < h + 0.5 * step ? 0.5 * to_knot : h;
}

/// Takes a step of an accurate method. Returns false if no limits of friction agree with the loads at its end.
static bool
take_whole_step (MbdIntegrator *self, double h)
{
  self->statistics.passed_singular |= mbd_take_stages (self, &self->start, h, &self->end);
  mbd_finish_step (self);
  return !mbd_any_limit_contradicts (self->work);
}

/// Takes a step of fixed size, or up to the place before which friction wedges a joint; *h becomes its size. At
/// that place the joint comes to rest.
static MbdStatus
take_step_to_jam (MbdIntegrator *self, double *h, MbdDiagnosis *why)
{
  if (take_whole_step (self, *h) || mbd_stop_token_is_requested (self->stop))
    return MBD_STATUS_OK;
  double low = 0, high = *h;
  while (high - low > mbd_least_step (self->start.time)) {
    const double middle = 0.5 * (low + high);
    if (take_whole_step (self, middle))
      low = middle;
    else
      high = middle;
  }
  if (low > 0) {
    *h = low;
    take_whole_step (self, low);
    return MBD_STATUS_OK;
  }
  if (!mbd_jam_ahead (self))
    return mbd_blame (self, MBD_STATUS_STEP_TOO_SMALL, self->start.time, why);
  const MbdStatus status = mbd_settle (self, &self->start, why);
  if (status == MBD_STATUS_OK)
    take_whole_step (self, *h);
  return status;
}

static MbdStatus
take_fixed_step (MbdIntegrator *self, MbdDiagnosis *why)
{
  // Step ends are multiples of the step, so that no error accumulates in the time.
  double end = self->first_time + (double) (self->fixed_steps + 1) * self->settings.step;
  const double usual =
    self->stepper != NULL ? size_of_time_step (self, end) : end - self->start.time;
  double h = mbd_limit_to_knots (self, mbd_limit_to_turns (self, usual));
  if (self->stepper != NULL) {
    double taken = h;
    MbdStatus status = mbd_stepper_step (self, &taken, why);
    if (status != MBD_STATUS_OK)
      return status;
    end_fixed_step (self, h, taken, end);
    self->statistics.step = self->statistics.next_step = self->settings.step;
    self->statistics.steps++;
    return MBD_STATUS_OK;
  }
  double taken = h;
  const MbdStatus status = take_step_to_jam (self, &taken, why);
  if (mbd_stop_token_is_requested (self->stop))
    return MBD_STATUS_STOPPED;
  if (status != MBD_STATUS_OK)
    return status;
  if (self->stages_failed)
    return mbd_blame (self, MBD_STATUS_DIVERGED, self->start.time, why);
  if (mbd_end_is_finite (self))
    end_fixed_step (self, h, mbd_end_at_event (self, taken), end);
  if (self->stages_failed || !mbd_end_is_finite (self))
    return mbd_blame (self, MBD_STATUS_DIVERGED, self->start.time, why);
  // Without error control no other test detects that projection cannot follow.
  if (self->work->stabilised.any_projected
      && mbd_check_closed (self->work, largest_gap, why) != MBD_STATUS_OK)
    return MBD_STATUS_CONFLICT;
  self->statistics.step = self->statistics.next_step = self->settings.step;
  self->statistics.steps++;
  return MBD_STATUS_OK;
}

/// Returns the largest difference of two velocities, as a velocity of points.
static double
largest_difference (const MbdModel *m, const double *v, const double *w)
{
  double largest = 0;

  for (int i = 1; i < m->n_bodies; i++) {
    const MbdModelBody *body = &m->bodies[i];
    for (int k = 0; k < body->degrees; k++)
      largest = fmax (largest, (mbd_turns (body, k) ? body->arm : 1)
                                 * fabs (v[body->v + k] - w[body->v + k]));
  }
  return largest;
}

/// Returns the coupling with the largest multiplier in the work state, each times the root of its
/// g.
static int
largest_multiplier (const MbdIntegrator *self)
{
  const MbdModel *m = self->model;
  double largest = -1;
  int coupling = -1;

  for (int b = 0; b < m->n_batches; b++) {
    const MbdModelBatch *batch = &m->batches[b];
    for (int i = 0; i < batch->view.count * batch->view.rows; i++) {
      const int y = batch->y[i / batch->view.rows] + i % batch->view.rows;
      const double size =
        fabs (self->work->solution.y[y]) * sqrt (fmax (self->work->pivots.g[y], 0));
      if (mbd_row_is_solved (self->work, batch->first + i) && size > largest) {
        largest = size;
        coupling = batch->coupling[i / batch->view.rows];
      }
    }
  }
  return coupling;
}

/// Counts the steps whose motion projection undoes. `unprojected`: velocities from the stages for
/// the end of the step of size h.
static void
watch_for_standstill (MbdIntegrator *self, double h, const double *unprojected)
{
  const MbdModel *m = self->model;
  bool held = false;

  if (self->work->pivots.worst_collapse > held_collapse
      && h < held_step * fmin (1, self->settings.duration) && h < self->settings.maximum_step / 2) {
    const double taken_back = largest_difference (m, self->end.v, unprojected);
    held = taken_back > held_share * largest_difference (m, unprojected, self->start.v)
           && taken_back > 1e-10 * m->size;
  }
  self->held = held ? self->held + 1 : 0;
  if (held)
    self->holding = largest_multiplier (self);
}

/// Chooses the size of the next step from the error of the step of size h, over the tolerance.
/// `rejected`: a larger one was tried in vain before.
static void
plan_next_step (MbdIntegrator *self, double h, double error, bool rejected)
{
  const double exponent = 1.0 / (self->tableau->estimate_order + 1);
  const double used = fmax (error, 1e-10);
  double factor = safety * pow (used, -exponent * (1 - 0.75 * pi_share))
                  * pow (fmax (self->previous_error, 1e-4), exponent * pi_share);

  factor = fmin (largest_factor, fmax (least_factor, factor));
  const double next = h * (rejected ? fmin (1, factor) : factor);
  // A step cut short by a knot says little about the next one.
  self->next_step = self->ends_at_knot ? fmax (next, self->next_step) : next;
  self->previous_error = used;
}

/// Returns a first step from the time scales of the start: a fraction of the time to cross L.
static double
first_step (const MbdIntegrator *self)
{
  const MbdModel *m = self->model;
  double speed = 0, acceleration = 0;

  for (int i = 1; i < m->n_bodies; i++)
    for (int k = 0; k < m->bodies[i].degrees; k++) {
      bool turns = k == 2 ? m->bodies[i].degrees == 3 : k > 2;
      double scale = turns ? m->bodies[i].arm : 1;
      speed = fmax (speed, scale * fabs (self->start.v[m->bodies[i].v + k]));
      acceleration = fmax (acceleration, scale * fabs (self->start.a[m->bodies[i].v + k]));
    }
  double time = fmin (1, self->settings.duration);
  if (speed > 0)
    time = fmin (time, m->size / speed);
  if (acceleration > 0)
    time = fmin (time, sqrt (m->size / acceleration));
  return 0.5 * time * pow (self->settings.accuracy, 1.0 / (self->tableau->estimate_order + 2));
}

/// Continues where steps became too short, if that is because friction is about to wedge a joint.
static MbdStatus
go_past_jam (MbdIntegrator *self, MbdDiagnosis *why)
{
  if (!mbd_jam_ahead (self))
    return mbd_blame (self, MBD_STATUS_STEP_TOO_SMALL, self->start.time, why);
  self->creeping = 0;
  const MbdStatus status = mbd_settle (self, &self->start, why);
  self->next_step = first_step (self);
  return status;
}

/// Checks that steps of size h lead anywhere. Sets `again` if the start has changed.
static MbdStatus
check_progress (MbdIntegrator *self, double h, bool *again, MbdDiagnosis *why)
{
  *again = !(h > 0.5 * mbd_least_step (self->start.time)) || self->creeping > most_creeping;
  if (*again)
    return go_past_jam (self, why);
  if (self->held > most_held && self->holding >= 0)
    return mbd_diagnose (why, MBD_STATUS_STUCK, MBD_ELEMENT_COUPLING,
                         self->model->couplings[self->holding].def.id, self->start.time);
  return MBD_STATUS_OK;
}

/// Tries steps until one is accepted; `end` is then the new instant.
static MbdStatus
take_step (MbdIntegrator *self, MbdDiagnosis *why)
{
  const double exponent = 1.0 / (self->tableau->estimate_order + 1);
  bool rejected = false;

  if (mbd_touching_steps (self))
    return mbd_touching_step (self, why);
  if (self->settings.step > 0)
    return take_fixed_step (self, why);
  for (;;) {
    if (mbd_stop_token_is_requested (self->stop))
      return MBD_STATUS_STOPPED;
    double h = fmin (self->next_step, fmin (self->settings.maximum_step, self->settings.duration));
    h = mbd_limit_to_pulses (self, mbd_limit_to_knots (self, mbd_limit_to_turns (self, h)));
    bool again;
    const MbdStatus status = check_progress (self, h, &again, why);
    if (status != MBD_STATUS_OK)
      return status;
    if (again)
      continue;

    bool near_singular = mbd_take_stages (self, &self->start, h, &self->end);
    if (near_singular && mbd_choose_rows_ahead (self)) {
      self->statistics.rejected++;
      continue;
    }
    const double allowed = mbd_step_tolerance (self, h);
    const double tolerance = near_singular ? fmax (allowed, guard_floor) : allowed;
    if (self->exhausted)
      return MBD_STATUS_OUT_OF_MEMORY;
    double error = self->stages_failed ? INFINITY : mbd_error_norm (self, h, tolerance);
    if (error <= 1) {
      double *unprojected = self->stage_v;
      if (!self->tableau->implicit)
        memcpy (unprojected, self->end.v, sizeof *unprojected * (size_t) self->model->n_v);
      mbd_finish_step (self);
      const bool wedges = mbd_any_limit_contradicts (self->work);
      if (wedges || !mbd_dependent_rows_are_met (self)) {
        self->next_step = wedges ? h * least_factor : mbd_revise_dependent_rows (self, h);
        self->statistics.rejected++;
        rejected = true;
        continue;
      }
      if (mbd_end_is_finite (self)) {
        if (!self->tableau->implicit)
          watch_for_standstill (self, h, unprojected);
        plan_next_step (self, h, error, rejected);
        self->statistics.passed_singular |= near_singular;
        if (allowed > self->settings.accuracy)
          self->statistics.rounding = fmax (self->statistics.rounding, allowed);
        const double slow = self->ends_at_knot ? creep_to_knot : creep;
        self->statistics.step = mbd_end_at_event (self, h);
        if (self->stages_failed) {
          self->next_step = h * least_factor;
          self->statistics.rejected++;
          rejected = true;
          continue;
        }
        self->creeping =
          self->statistics.step < slow * fmin (1, self->settings.duration) ? self->creeping + 1 : 0;
        if (self->statistics.step == h)
          end_at_knot (self);
        self->statistics.next_step = self->next_step;
        self->statistics.steps++;
        return mbd_runs_away (self)
                 ? mbd_diagnose (why, MBD_STATUS_RUNS_AWAY, MBD_ELEMENT_BODY,
                                 self->model->bodies[self->runaway.body].id, self->end.time)
                 : MBD_STATUS_OK;
      }
    }
    // A NaN error counts as large.
    double factor = error > 1 && isfinite (error)
                      ? fmax (least_factor, safety * pow (error, -exponent))
                      : least_factor;
    self->next_step = h * factor;
    self->statistics.rejected++;
    rejected = true;
  }
}

/// Starts from a state, with the state's ledger or, if `fresh`, with a new one.
static MbdStatus
begin (MbdIntegrator *self, const MbdState *state, bool fresh, MbdDiagnosis *why)
{
  const MbdModel *m = self->model;

  self->previous_error = 1;
  self->exhausted = false;
  self->first_time = self->last_output = self->start.time = self->end.time = mbd_state_time (state);
  memcpy (self->start.q, mbd_state_positions (state), sizeof *self->start.q * (size_t) m->n_q);
  memcpy (self->start.v, mbd_state_velocities (state), sizeof *self->start.v * (size_t) m->n_v);
  if (!mbd_all_finite (self->start.q, m->n_q) || !mbd_all_finite (self->start.v, m->n_v))
    return mbd_diagnose (why, MBD_STATUS_NOT_FINITE, MBD_ELEMENT_NONE, 0, 0);
  MbdStatus status = mbd_state_copy_couplings (self->work, state);
  if (status != MBD_STATUS_OK)
    return mbd_diagnose (why, status, MBD_ELEMENT_NONE, 0, 0);
  if (self->start.ledger != NULL && fresh) {
    mbd_state_set (self->work, self->start.time, self->start.q, self->start.v);
    mbd_energy_balance_begin (self->work);
  }
  if (self->start.ledger != NULL)
    memcpy (self->start.ledger, fresh ? self->work->ledger : state->ledger,
            sizeof (double) * (size_t) mbd_energy_balance_length (m));
  self->work->pose.earliest = -INFINITY;
  self->work->pose.latest = INFINITY;
  if (!mbd_begin_delays (self, state))
    return mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_NONE, 0, 0);
  mbd_pass_knots (self, self->start.time);
  mbd_find_courses (self);
  mbd_set_delayed (self, self->start.time, self->start.q);
  mbd_pose (self->work, self->start.time, self->start.q, self->start.v);
  mbd_accept_angles (self->work);
  mbd_take_samples (self->work, self->start.time, self->start.q, self->start.v);
  self->fixed_steps = 0;
  self->struck.known = false;
  mbd_touching_forget_moment (self);
  self->creeping = 0;
  self->noise = 0;
  self->held = 0;
  self->stalls = 0;
  memset (self->overstated, 0, sizeof *self->overstated * (size_t) m->n_rows);
  memset (self->work->roles.hint, 0, (size_t) m->n_rows);
  self->must_settle = false;
  self->may_break = self->work->roles.any_breaking;
  if (self->stepper != NULL)
    status = mbd_stepper_check (m, why);
  else if (m->n_shapes > 0)
    status = mbd_touching_check (self, why);
  if (status != MBD_STATUS_OK)
    return status;
  status = mbd_start_gimbals (self, why);
  if (status == MBD_STATUS_OK)
    status = mbd_settle (self, &self->start, why);
  if (status == MBD_STATUS_OK && self->stepper != NULL)
    status = mbd_stepper_begin (self, why);
  if (status != MBD_STATUS_OK)
    return status;
  mbd_restart_method (self);
  mbd_copy_instant (m, &self->end, &self->start);
  self->shown = &self->end;
  self->next_step = self->settings.step > 0 ? self->settings.step : first_step (self);
  return MBD_STATUS_OK;
}

MbdStatus
mbd_integrator_start (MbdIntegrator *self, const MbdState *state, MbdDiagnosis *why)
{
  memset (&self->statistics, 0, sizeof self->statistics);
  memset (self->memory_weight, 0, sizeof *self->memory_weight * (size_t) self->model->n_memories);
  memset (self->memory_size, 0, sizeof *self->memory_size * (size_t) self->model->n_memories);
  self->n_events = 0;
  mbd_start_method (self);
  return begin (self, state, true, why);
}

MbdStatus
mbd_integrator_restart (MbdIntegrator *self, const MbdState *state, MbdDiagnosis *why)
{
  return begin (self, state, false, why);
}

/// Settles after a step that ended at an event or at a knot.
static MbdStatus
settle_end (MbdIntegrator *self, MbdInstant *at, MbdDiagnosis *why)
{
  if (!self->must_settle)
    return MBD_STATUS_OK;
  self->must_settle = false;
  self->jump_level = 0;
  // An event brings further knots where it is followed with a delay.
  if (self->model->has_delays && !mbd_is_at_knot (self, at->time))
    mbd_pass_knots (self, at->time);
  else if (mbd_is_at_knot (self, at->time)) {
    self->jump_level = self->knot_level;
    mbd_pass_knots (self, at->time);
    // Forces may jump here, which ends what was learnt from those before.
    memset (self->work->roles.hint, 0, (size_t) self->model->n_rows);
    memset (self->overstated, 0, sizeof *self->overstated * (size_t) self->model->n_rows);
  }
  mbd_take_samples (self->work, at->time, at->q, at->v);
  return mbd_settle (self, at, why);
}

/// Advances from `end` to the next accepted step.
static MbdStatus
advance_one (MbdIntegrator *self, MbdDiagnosis *why)
{
  if (mbd_stop_token_is_requested (self->stop))
    return MBD_STATUS_STOPPED;
  MbdInstant swap = self->start;
  self->start = self->end;
  self->end = swap;
  MbdStatus status = settle_end (self, &self->start, why);
  mbd_watch_dependent_rows (self);
  mbd_choose_rho (self);
  mbd_watch_rounding (self);
  mbd_watch_start (self);
  mbd_choose_method (self);
  mbd_weigh_memories (self);
  if (status == MBD_STATUS_OK)
    status = mbd_check_gimbal_lock (self, why);
  if (status == MBD_STATUS_OK)
    status = take_step (self, why);
  if (status == MBD_STATUS_OK)
    mbd_end_at_gimbal_lock (self);
  if (mbd_touching_is_exhausted (self) || self->exhausted)
    status = mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_NONE, 0, 0);
  if (status == MBD_STATUS_OK && !mbd_record_delays (self))
    status = mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_NONE, 0, 0);
  if (status == MBD_STATUS_OK)
    mbd_review_step (self);
  if (status != MBD_STATUS_OK) {
    // Stay at the last valid instant.
    mbd_copy_instant (self->model, &self->end, &self->start);
  }
  return status;
}

/// Sets a state of the caller to an instant of the motion, with turns and roles.
static void
deliver (MbdIntegrator *self, const MbdInstant *at, MbdState *state)
{
  const MbdModel *m = self->model;

  mbd_set_delayed (self, at->time, at->q);
  mbd_take_past (state, self->work->pose.past);
  mbd_state_set (state, at->time, at->q, at->v);
  mbd_copy_angles (state, self->work);
  state->turns.time = self->work->turns.time;
  if (at->ledger != NULL)
    memcpy (state->ledger, at->ledger,
            sizeof *state->ledger * (size_t) mbd_energy_balance_length (m));
  const MbdStepper *stepper = mbd_stepper_in_use (self);
  const double *external = stepper != NULL          ? mbd_stepper_forces (stepper)
                           : self->touching != NULL ? mbd_touching_forces (self, at)
                                                    : NULL;
  self->shown = at;
  state->system.has_external = external != NULL;
  if (external != NULL)
    memcpy (state->system.external, external, sizeof *external * (size_t) m->n_v);
  if (!state->roles.any_bounds && !self->may_break)
    return;
  for (int i = 0; i < m->n_couplings; i++)
    state->roles.running[i].broken = self->work->roles.running[i].broken;
  for (int row = 0; row < m->n_rows; row++)
    state->roles.rows[row].role = self->work->roles.rows[row].role;
  memcpy (state->roles.held, self->work->roles.held,
          sizeof *state->roles.held * (size_t) m->n_rows);
  mbd_roles_changed (state);
  state->roles.are_known = true;
}

MbdStatus
mbd_integrator_step (MbdIntegrator *self, MbdState *state, MbdDiagnosis *why)
{
  MbdStatus status = advance_one (self, why);
  self->last_output = self->end.time;
  if (state != NULL)
    deliver (self, &self->end, state);
  return status;
}

MbdStatus
mbd_integrator_advance (MbdIntegrator *self, double time, MbdState *state, MbdDiagnosis *why)
{
  long steps = 0;

  // Times before the last output are no longer available. This comparison also rejects NaN.
  if (!(time >= self->last_output) || !isfinite (time))
    return mbd_diagnose (why, MBD_STATUS_BAD_PARAMETER, MBD_ELEMENT_NONE, 0, time);
  MbdStatus status = MBD_STATUS_OK;
  while (self->end.time < time && status == MBD_STATUS_OK) {
    if (self->settings.maximum_steps > 0 && steps++ >= self->settings.maximum_steps)
      return mbd_blame (self, MBD_STATUS_TOO_MANY_STEPS, self->end.time, why);
    status = advance_one (self, why);
  }
  // At an event or a knot, deliver the settled state.
  const bool at_end = fabs (self->end.time - time) <= mbd_least_step (time);
  if (status == MBD_STATUS_OK && at_end)
    status = settle_end (self, &self->end, why);
  if (status != MBD_STATUS_OK) {
    deliver (self, &self->end, state);
    return status;
  }
  if (at_end) {
    mbd_copy_instant (self->model, &self->output, &self->end);
    self->output.time = time;
  } else
    mbd_output_at (self, time);
  self->last_output = time;
  deliver (self, &self->output, state);
  // The start is delivered unchanged.
  return self->end.time > self->start.time ? mbd_check_output (self, why) : MBD_STATUS_OK;
}
