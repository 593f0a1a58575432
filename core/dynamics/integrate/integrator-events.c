// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Events: ropes that become taut, stops that are reached and left, motors that slip and hold, and
// couplings that break.
//
// Every watched row or coupling has a margin that is >= 0 while its role is right:
//
//   open unilateral row             eps
//   solved unilateral row           lambda
//   slipping box row                eps' in the direction of the slip
//   solved box row                  limit - |lambda|
//   coupling with a breaking limit  limit - load
//
// Each margin is divided by its own scale. When the least margin is negative at the end of a step,
// the step is repeated with other sizes until it ends where that margin passes 0 (bracketed false
// position; the trajectory is the integrator's own, not an interpolant). The next step then settles
// first: impulses catch closing rows (mbd_catch ()), and the roles are found again (mbd_find_roles
// ()).

#include <math.h>
#include <string.h>

#include "integrator-private.h"
#include "mechanism-private.h"
#include "row-law-private.h"

/// Tolerances of margins: positions and, per second, rates over the unit of the row; multipliers as
/// accelerations over the multipliers of all rows.
static const double slack_position = 1e-13, slack_multiplier = 1e-10, slack_rate = 1e-12;
/// A negative margin of this size counts as zero.
static const double close_enough = 1e-13;
/// Consecutive events without progress in time after which one step is made regardless.
static const int most_stalls = 8;
/// Its largest size, over the lesser of 1 s and the duration: roles may be wrong in it.
static const double forced_step = 1e-5;
/// s, over the lesser of 1 s and the duration: events of contacts in shorter steps crowd.
static const double crowd_time = 1e-4;
/// Largest power of ten by which the tolerance of multipliers grows.
static const int most_growth = 4;

/* Margins ---------------------------------------------------------------------------------- */

/// Computes eps and eps' of all rows at the pose of the work state.
static void
find_errors (MbdState *work)
{
  mbd_position_errors (work, work->system.eps);
  mbd_world_velocities (work, work->system.fl);
  mbd_velocity_errors (work, work->system.fl, work->system.rate);
  mbd_silence_levels (work, work->system.eps, work->system.rate);
}

/// Returns the tolerance of margins by multipliers. Roles are found with multipliers that are more
/// accurate than those of stages and may contradict an event: it is then found at once again. Their
/// difference is known after the first time (`overstated`); for its round-off the tolerance grows with
/// every such event.
static double
slack_of_multipliers (const MbdIntegrator *self)
{
  return slack_multiplier * pow (10, self->stalls < most_growth ? self->stalls : most_growth);
}

/// Returns by how much the multiplier of a solved row is beyond its bound; < 0 within.
static double
excess_of (const MbdState *work, const MbdRowLaw *w)
{
  const double lambda = work->solution.y[w->y];

  return w->mode == MBD_MODE_UNILATERAL ? w->least - lambda : fabs (lambda) - w->most;
}

static double
margin_of (const MbdIntegrator *self, const MbdRowLaw *w)
{
  const double slack = slack_of_multipliers (self);
  const MbdState *work = self->work;
  const MbdRowRole role = work->roles.rows[w->row].role;
  const double unit = self->model->row_unit[w->row], overstated = self->overstated[w->row];
  const double scale = fmax (mbd_row_scale (work, w->row), 1e-300);
  const double excess = excess_of (work, w) - overstated;

  if (w->mode == MBD_MODE_UNILATERAL && role == MBD_ROW_LOWER)
    return (work->system.eps[w->row] - fmin (self->start_eps[w->row], 0)) / unit + slack_position;
  if (w->mode == MBD_MODE_UNILATERAL)
    return -excess * work->pivots.g[w->y] / scale + slack;
  // A limit that follows a load may be 0.
  if (role == MBD_ROW_SOLVED && w->follows)
    return -excess * work->pivots.g[w->y] / scale + slack;
  if (role == MBD_ROW_SOLVED)
    return -excess / w->most + slack;
  return (role == MBD_ROW_LOWER ? 1 : -1) * work->system.rate[w->row] / unit + slack_rate;
}

double
mbd_least_margin (MbdIntegrator *self, bool by_multipliers)
{
  MbdState *work = self->work;
  double least = INFINITY, value;

  if (work->roles.any_bounds) {
    mbd_forces (work);
    mbd_find_row_scales (work, false);
    find_errors (work);
    for (MbdRowLaw w = { .coupling = -1 }; mbd_next_bounded_row (work, &w);)
      if (by_multipliers || work->roles.rows[w.row].role != MBD_ROW_SOLVED)
        least = fmin (least, margin_of (self, &w));
  }
  if (work->roles.any_breaking) {
    mbd_publish_multipliers (work);
    for (int i = 0; i < work->model->n_couplings; i++)
      least = fmin (least, 1 - mbd_load_over_limit (work, i, &value));
  }
  return least;
}

void
mbd_watch_start (MbdIntegrator *self)
{
  MbdState *work = self->work;

  if (self->touching != NULL)
    mbd_touching_watch_start (self);
  if (!work->roles.any_bounds)
    return;
  mbd_pose (work, self->start.time, self->start.q, self->start.v);
  mbd_rows (work);
  find_errors (work);
  memcpy (self->start_eps, work->system.eps,
          sizeof *work->system.eps * (size_t) self->model->n_rows);
  memcpy (self->start_rate, work->system.rate,
          sizeof *work->system.rate * (size_t) self->model->n_rows);
}

/* Location --------------------------------------------------------------------------------- */

/// Returns the least margin at the end of the step of size h just finished.
static double
margin_of_end (MbdIntegrator *self, double h)
{
  return self->touching != NULL ? mbd_touching_margin_of_end (self, h)
                                : mbd_least_margin (self, true);
}

/// Returns the least margin of forces at an instant. The work state is then at this instant.
static double
margin_at (MbdIntegrator *self, const MbdInstant *at)
{
  double *a = self->error_v; // scratch between steps

  self->statistics.evaluations++;
  if (self->touching != NULL)
    return mbd_touching_margin_at (self, at, a);
  mbd_accelerate (self->work, at->time, at->q, at->v, a);
  return mbd_least_margin (self, true);
}

/// Repeats the step with size h. Returns the least margin at its end; NaN if its stages failed.
static double
try_step (MbdIntegrator *self, double h)
{
  mbd_take_stages (self, &self->start, h, &self->end);
  if (self->stages_failed)
    return NAN;
  mbd_finish_step (self);
  return margin_of_end (self, h);
}

double
mbd_find_dip (MbdIntegrator *self, double h)
{
  MbdState *work = self->work;
  double deepest = -slack_position, place = 1;

  if (!work->roles.any_bounds)
    return 1;
  find_errors (work);
  for (MbdRowLaw w = { .coupling = -1 }; mbd_next_bounded_row (work, &w);) {
    const double e0 = self->start_eps[w.row], e1 = work->system.eps[w.row];
    const double d0 = h * self->start_rate[w.row], d1 = h * work->system.rate[w.row];
    if (w.mode != MBD_MODE_UNILATERAL || work->roles.rows[w.row].role != MBD_ROW_LOWER
        || work->roles.rows[w.row].level != MBD_LEVEL_POSITION || !(d1 > 0))
      continue;
    // e0 + d0 s + b s^2 + c s^3; its minimum is where the derivative passes 0 upwards. A row that opens
    // slowly at the start may close before it opens again.
    const double b = 3 * (e1 - e0) - 2 * d0 - d1, c = d0 + d1 - 2 * (e1 - e0);
    const double square = b * b - 3 * c * d0;
    if (!(square >= 0))
      continue;
    const double root = sqrt (square);
    const double s = b > 0 ? -d0 / (b + root) : (root - b) / (3 * c);
    const double depth = (e0 + s * (d0 + s * (b + s * c))) / work->model->row_unit[w.row];
    if (s > 0 && s < 1 && depth < deepest) {
      deepest = depth;
      place = s;
    }
  }
  return place;
}

/// Returns true if a condition depends on a force within a step: of a solved row with bounds, or of
/// a coupling that can break.
static bool
watches_forces (const MbdState *work)
{
  if (work->roles.any_breaking)
    return true;
  for (MbdRowLaw w = { .coupling = -1 }; work->roles.any_bounds && mbd_next_bounded_row (work, &w);)
    if (work->roles.rows[w.row].role == MBD_ROW_SOLVED)
      return true;
  return false;
}

/// Returns the least value of the polynomial through values at 0, 1/4, ... 1, and its place between
/// them.
static double
least_between (const double values[5], double *place)
{
  const int parts = 64;
  double least = INFINITY;

  for (int i = 1; i < parts; i++) {
    const double x = 4. * i / parts; // nodes at 0, 1, ... 4
    double sum = 0;
    for (int k = 0; k < 5; k++) {
      double basis = values[k];
      for (int j = 0; j < 5; j++)
        if (j != k)
          basis *= (x - j) / (k - j);
      sum += basis;
    }
    if (sum < least) {
      least = sum;
      *place = x / 4;
    }
  }
  return least;
}

/// Returns the place, as a fraction of the step just finished, where the least margin seems to fall
/// below 0 between ends at which it is above: forces are found at three places between. Returns 1 if
/// there is none. The work state is left at the end.
static double
find_hidden_margin (MbdIntegrator *self)
{
  const double near = 0.05; // the polynomial may be wrong by this share of the variation
  double values[5], place = 1, low = INFINITY, high = -INFINITY;

  if (self->end.time <= self->start.time
      || !(mbd_is_touching (self) || watches_forces (self->work)))
    return 1;
  for (int i = 0; i < 5; i++) {
    if (i > 0 && i < 4)
      mbd_sample (self, 0.25 * i, &self->output);
    values[i] = margin_at (self, i == 0 ? &self->start : i == 4 ? &self->end : &self->output);
    low = fmin (low, values[i]);
    high = fmax (high, values[i]);
  }
  const double least = least_between (values, &place);
  return isfinite (least) && least < near * (high - low) && least < fmin (values[0], values[4])
           ? place
           : 1;
}

/// Returns the place of a possible event within the step of size h just finished. `located`: an event was
/// located at its end; forces then hardly fall below their limits before it.
static double
find_inside (MbdIntegrator *self, double h, bool located)
{
  double place = mbd_find_dip (self, h);

  if (!(place < 1) && self->touching != NULL)
    place = mbd_touching_find_graze (self, h);
  return place < 1 || located ? place : find_hidden_margin (self);
}

/// Shortens the step of size h, at whose end the margin is negative, until it ends where it passes 0.
/// Returns its size.
static double
locate (MbdIntegrator *self, double h, double margin)
{
  enum
  {
    MOST_TRIALS = 100
  };
  const double resolution = 4e-16 * fmax (fabs (self->start.time), h);
  // low is before the event, high after it; a margin that stays twice is halved (Illinois).
  double low = 0, high = h, low_margin = NAN, high_margin = margin, taken = h;
  int stayed = 0; // > 0: number of times that low stayed, < 0: high

  for (int trial = 0; trial < MOST_TRIALS && high - low > resolution; trial++) {
    double at = low + (high - low) * low_margin / (low_margin - high_margin);
    if (!(at > low && at < high) || stayed > 3 || stayed < -3)
      at = low + (high - low) / 2;
    if (!(at > low && at < high))
      break;
    taken = at;
    margin = try_step (self, at);
    if (self->stages_failed)
      return at;
    if (margin < 0) {
      high = at;
      high_margin = margin;
      stayed = stayed > 0 ? stayed + 1 : 1;
      if (margin > -close_enough)
        break;
      if (stayed > 1)
        low_margin /= 2;
    } else {
      low = at;
      low_margin = margin;
      stayed = stayed < 0 ? stayed - 1 : -1;
      if (stayed < -1)
        high_margin /= 2;
    }
  }
  if (taken != high)
    try_step (self, high);
  return high;
}

/// Takes the roles at the end of the step, where an event is, as hints for settling there: a row whose
/// multiplier has just reached its bound leaves it to the accelerations to bring it back.
static void
take_hints (MbdIntegrator *self)
{
  MbdState *work = self->work;

  for (MbdRowLaw w = { .coupling = -1 }; mbd_next_bounded_row (work, &w);) {
    work->roles.hint[w.row] = MBD_ROW_SOLVED;
    if (work->roles.rows[w.row].role != MBD_ROW_SOLVED) {
      self->overstated[w.row] = 0;
      continue;
    }
    const double excess = excess_of (work, &w) - self->overstated[w.row];
    if (w.mode == MBD_MODE_UNILATERAL
        && -excess * work->pivots.g[w.y] < slack_multiplier * mbd_row_scale (work, w.row))
      work->roles.hint[w.row] = MBD_ROW_LOWER;
    else if (w.mode == MBD_MODE_BOX && excess > -slack_multiplier * w.most)
      work->roles.hint[w.row] = work->solution.y[w.y] > 0 ? MBD_ROW_UPPER : MBD_ROW_LOWER;
    if (work->roles.hint[w.row] != MBD_ROW_SOLVED)
      self->overstated[w.row] += excess;
  }
}

double
mbd_end_at_event (MbdIntegrator *self, double h)
{
  enum
  {
    MOST_EVENTS = 16 // in a step, before the first is found
  };
  MbdState *work = self->work;
  const bool touches = self->touching != NULL;
  const double resolution = 4e-16 * fmax (fabs (self->start.time), h);
  const double crowd = touches ? crowd_time * fmin (1, self->settings.duration) : 0;
  bool located = false;
  double end = h;

  if (!touches && !work->roles.any_bounds && !work->roles.any_breaking)
    return h;
  // Contacts are then continued by time stepping, at settling.
  if (!touches && self->stalls > most_stalls) {
    self->stalls = 0;
    end = fmin (h, forced_step * fmin (1, self->settings.duration));
    if (end < h)
      try_step (self, end);
    return end;
  }
  double margin = margin_of_end (self, h);
  // The event that the end of the step shows need not be the first one.
  for (int i = 0; !self->stages_failed; i++) {
    if (margin < 0) {
      end = locate (self, end, margin);
      located = true;
      if (self->stages_failed)
        break;
    }
    const double place = i < MOST_EVENTS ? find_inside (self, end, located) : 1;
    if (!(place < 1 && place * end > resolution))
      break;
    margin = try_step (self, place * end);
    if (margin >= 0) {
      try_step (self, end);
      break;
    }
    end *= place;
  }
  if (self->stages_failed)
    return h;
  if (!located) {
    self->stalls = 0;
    return h;
  }
  self->stalls = end <= fmax (crowd, 16 * resolution) ? self->stalls + 1 : 0;
  self->must_settle = true;
  // Output may move the work state before settling.
  if (work->roles.any_bounds && !touches)
    take_hints (self);
  return end;
}

// A joint angle in space is known up to full turns and chosen nearest to the angle at the start of
// the step, so no step may turn it by half a turn.
double
mbd_limit_to_turns (MbdIntegrator *self, double h)
{
  const double largest_turn = 1.2; // rad, of either body
  const MbdModel *m = self->model;
  double omega = 0;

  h = mbd_limit_to_shapes (self, h);
  if (!m->rows_have_turns && !self->has_headings)
    return h;
  for (int i = 1; i < m->n_bodies; i++) {
    const double *v = self->start.v + m->bodies[i].v;
    if (m->bodies[i].degrees == 3)
      omega = fmax (omega, fabs (v[2]));
    else if (m->bodies[i].degrees == 6)
      omega = fmax (omega, sqrt (v[3] * v[3] + v[4] * v[4] + v[5] * v[5]));
  }
  return h * omega > largest_turn ? largest_turn / omega : h;
}

/* Settling --------------------------------------------------------------------------------- */

void
mbd_record_row (MbdIntegrator *self,
                MbdEventKind kind,
                double time,
                int coupling,
                int row,
                double value)
{
  int place = (self->first_event + self->n_events) % MBD_KEPT_EVENTS;

  if (self->n_events == MBD_KEPT_EVENTS)
    self->first_event = (self->first_event + 1) % MBD_KEPT_EVENTS;
  else
    self->n_events++;
  self->event_ring[place] = (MbdEvent){ kind, time, coupling, row, value };
}

void
mbd_record_touch (MbdIntegrator *self,
                  MbdEventKind kind,
                  double time,
                  int shape_a,
                  int shape_b,
                  double value)
{
  mbd_record_row (self, kind, time, -1, -1, value);
  MbdEvent *event = &self->event_ring[(self->first_event + self->n_events - 1) % MBD_KEPT_EVENTS];
  event->shape_a = shape_a;
  event->shape_b = shape_b;
}

void
mbd_integrator_finish_events (MbdIntegrator *self)
{
  if (self->stepper != NULL)
    mbd_stepper_flush (self, self->stepper);
  else
    mbd_touching_flush (self);
}

int
mbd_integrator_take_events (MbdIntegrator *self, MbdEvent *events, int n)
{
  int count = 0;

  for (; count < n && self->n_events > 0; count++, self->n_events--) {
    events[count] = self->event_ring[self->first_event];
    self->first_event = (self->first_event + 1) % MBD_KEPT_EVENTS;
  }
  return count;
}

MbdStatus
mbd_blame_force (MbdIntegrator *self, MbdStatus status, MbdDiagnosis *why)
{
  MbdState *work = self->work;
  double *f = work->solution.correction; // scratch between evaluations

  for (int i = 0; i < self->model->n_forces; i++) {
    if (!work->parameters.forces[i].def->enabled)
      continue;
    memset (f, 0, sizeof *f * (size_t) (self->model->n_v + 6));
    mbd_add_force (work, i, f);
    if (!mbd_all_finite (f, self->model->n_v + 6))
      return mbd_diagnose (why, MBD_STATUS_NOT_FINITE, MBD_ELEMENT_FORCE,
                           work->parameters.forces[i].def->id, work->pose.time);
  }
  return status;
}

void
mbd_remember_impact (MbdIntegrator *self, const MbdInstant *at, const double *v)
{
  const MbdModel *m = self->model;
  MbdStruck *struck = &self->struck;

  struck->known = true;
  struck->time = at->time;
  memcpy (struck->q, at->q, sizeof *at->q * (size_t) m->n_q);
  memcpy (struck->v, v, sizeof *v * (size_t) m->n_v);
  memcpy (struck->limit, self->work->roles.impulse_limit,
          sizeof *struck->limit * (size_t) m->n_rows);
  for (int i = 0; i < m->n_couplings; i++)
    struck->broken[i] = self->work->roles.running[i].broken;
}

/// Applies the impulses of closing rows and breaks couplings whose limits they exceed. Sets `caught`
/// if there are impulses. Returns true if a coupling broke.
static bool
catch_and_break (MbdIntegrator *self, MbdInstant *at, bool *caught)
{
  MbdState *work = self->work;
  double *before = self->error_v; // scratch between steps

  memcpy (before, at->v, sizeof *before * (size_t) self->model->n_v);
  if (!mbd_catch (work, false, at->v))
    return false;
  *caught = true;
  if (mbd_record_impulses (self, at, work->roles.impulse))
    mbd_remember_impact (self, at, before);
  const bool broke = mbd_break_by_impulses (self, at, work->roles.impulse);
  mbd_pose_velocities (work, at->v);
  mbd_rows (work);
  return broke;
}

/// Breaks the coupling whose load reaches its limit first. Returns false if none has a limit.
static bool
break_first (MbdIntegrator *self, const MbdInstant *at)
{
  double share, limit;
  const int first = mbd_first_to_break (self->work, &share, &limit);

  if (first < 0)
    return false;
  self->work->roles.running[first].broken = true;
  mbd_record_row (self, MBD_EVENT_BROKEN, at->time, first, -1, limit);
  return true;
}

bool
mbd_jam_joints (MbdIntegrator *self, int row, MbdInstant *at)
{
  MbdState *work = self->work;
  const int rows = self->model->n_rows;
  const double *impulse = work->roles.impulse;
  double *before = self->error_v; // scratch between steps
  const double kinetic = at->ledger != NULL ? mbd_kinetic_energy (work) : 0;

  memcpy (before, at->v, sizeof *before * (size_t) self->model->n_v);
  if (!mbd_jam (work, row, at->v))
    return false;
  if (break_first (self, at)) {
    memcpy (at->v, before, sizeof *before * (size_t) self->model->n_v);
    memset (work->roles.wedged, 0, sizeof *work->roles.wedged * (size_t) rows);
    return true;
  }
  for (MbdRowLaw w = { .coupling = -1 }; mbd_next_bounded_row (work, &w);)
    if (work->roles.wedged[w.row])
      mbd_record_row (self, MBD_EVENT_JAMMED, at->time, w.coupling, w.r, fabs (impulse[w.row]));
  memset (work->roles.wedged, 0, sizeof *work->roles.wedged * (size_t) rows);
  mbd_record_impulses (self, at, impulse);
  mbd_break_by_impulses (self, at, impulse);
  mbd_pose_velocities (work, at->v);
  if (at->ledger != NULL)
    mbd_energy_balance_add_impact (self->model, at->ledger, kinetic - mbd_kinetic_energy (work));
  return true;
}

bool
mbd_record_impulses (MbdIntegrator *self, const MbdInstant *at, const double *impulse)
{
  MbdState *work = self->work;
  bool closed = false;

  // A row that stays closed may receive an impulse at round-off. Together with contacts g is 0 unless
  // the row was solved for.
  for (MbdRowLaw w = { .coupling = -1 }; mbd_next_bounded_row (work, &w);)
    if (w.mode == MBD_MODE_UNILATERAL && impulse[w.row] > 0
        && (work->pivots.g[w.y] == 0
            || impulse[w.row] * work->pivots.g[w.y] > slack_rate * self->model->row_unit[w.row])) {
      closed = true;
      mbd_record_row (self, MBD_EVENT_CLOSED, at->time, w.coupling, w.r, impulse[w.row]);
    }
  return closed;
}

/// Completes, for rows that stay solved against their hint, what take_hints () began. `same`: the
/// motion is that of the stages, without an impact or a break since.
static void
learn_from_roles (MbdIntegrator *self, bool same)
{
  MbdState *work = self->work;

  for (MbdRowLaw w = { .coupling = -1 }; mbd_next_bounded_row (work, &w);)
    if (work->roles.hint[w.row] != 0 && work->roles.hint[w.row] != MBD_ROW_SOLVED) {
      const bool stays = same && work->roles.rows[w.row].role == MBD_ROW_SOLVED;
      self->overstated[w.row] =
        stays ? fmax (self->overstated[w.row] - excess_of (work, &w), 0) : 0;
    }
}

void
mbd_hold_in_place (MbdIntegrator *self, const unsigned char *before, bool in_motion)
{
  MbdState *work = self->work;

  find_errors (work);
  for (MbdRowLaw w = { .coupling = -1 }; mbd_next_bounded_row (work, &w);)
    if (w.mode == MBD_MODE_BOX
        && (work->roles.rows[w.row].role != MBD_ROW_SOLVED || !in_motion
            || before[w.row] != MBD_ROW_SOLVED))
      work->roles.held[w.row] =
        work->roles.rows[w.row].role == MBD_ROW_SOLVED ? work->system.eps[w.row] : 0;
}

void
mbd_record_roles (MbdIntegrator *self, const MbdInstant *at, const unsigned char *before)
{
  MbdState *work = self->work;

  for (MbdRowLaw w = { .coupling = -1 }; mbd_next_bounded_row (work, &w);) {
    bool solved = work->roles.rows[w.row].role == MBD_ROW_SOLVED,
         was_solved = before[w.row] == MBD_ROW_SOLVED;
    if (solved == was_solved)
      continue;
    if (w.mode == MBD_MODE_UNILATERAL && was_solved)
      mbd_record_row (self, MBD_EVENT_OPENED, at->time, w.coupling, w.r, 0);
    else if (w.mode == MBD_MODE_BOX)
      mbd_record_row (self, solved ? MBD_EVENT_HELD : MBD_EVENT_SATURATED, at->time, w.coupling,
                      w.r,
                      solved                                          ? 0
                      : work->roles.rows[w.row].role == MBD_ROW_UPPER ? w.most
                                                                      : -w.most);
  }
}

MbdStatus
mbd_settle (MbdIntegrator *self, MbdInstant *at, MbdDiagnosis *why)
{
  const MbdModel *m = self->model;
  MbdState *work = self->work;
  unsigned char *before = self->roles_before;
  const bool in_motion = self->statistics.steps > 0;
  bool broke = false, changed = false;

  if (self->touching != NULL)
    return mbd_touching_settle (self, at, why);
  if (self->stepper != NULL) {
    mbd_stepper_settle (self, at);
    return MBD_STATUS_OK;
  }

  if (in_motion)
    self->statistics.events++;
  mbd_stiff_forget (self->stiff);
  for (int row = 0; row < m->n_rows; row++)
    before[row] = (unsigned char) work->roles.rows[row].role;
  do {
    mbd_pose (work, at->time, at->q, at->v);
    mbd_rows (work);
    mbd_reset_rho (work);
    mbd_reset_roles (work, MBD_ROW_LOWER);
    const double kinetic = at->ledger != NULL ? mbd_kinetic_energy (work) : 0;
    broke = (work->roles.any_bounds || (m->has_time_rates && in_motion))
            && catch_and_break (self, at, &changed);
    if (at->ledger != NULL)
      mbd_energy_balance_add_impact (m, at->ledger, kinetic - mbd_kinetic_energy (work));
    mbd_reset_roles (work, MBD_ROW_LOWER);
    if (work->roles.any_bounds) {
      mbd_find_roles (work);
      learn_from_roles (self, !changed);
      mbd_hold_in_place (self, before, in_motion);
    }
    mbd_look_at_rows (self, at);
    mbd_accelerate (work, at->time, at->q, at->v, at->a);
    if (at->ledger != NULL)
      mbd_find_powers (work, at->power);
    self->statistics.evaluations++;
    // If a joint wedges there are no forces, and the numbers found are arbitrary.
    broke |= mbd_jam_joints (self, -1, at) || mbd_break_overloaded (self, at);
    changed |= broke;
  } while (broke);
  if (mbd_check_driven (self, at, why) != MBD_STATUS_OK)
    return MBD_STATUS_BLOCKED;
  if (work->roles.any_bounds && in_motion)
    mbd_record_roles (self, at, before);
  memset (work->roles.hint, 0, (size_t) m->n_rows);
  for (int i = 1; i < m->n_bodies; i++)
    if (m->bodies[i].degrees > 0
        && !mbd_all_finite (at->a + m->bodies[i].v, m->bodies[i].degrees)) {
      mbd_diagnose (why, MBD_STATUS_SINGULAR_FACTOR, MBD_ELEMENT_BODY, m->bodies[i].id, 0);
      return mbd_blame_force (self, MBD_STATUS_SINGULAR_FACTOR, why);
    }
  mbd_remember_pivots (self);
  return MBD_STATUS_OK;
}

bool
mbd_jam_ahead (MbdIntegrator *self)
{
  MbdState *work = self->work;
  unsigned char *roles = self->roles_before;
  bool jams = false;

  for (int row = 0; row < self->model->n_rows; row++)
    roles[row] = (unsigned char) work->roles.rows[row].role;
  for (MbdRowLaw w = { .coupling = -1 }; !jams && mbd_next_bounded_row (work, &w);)
    if (w.follows && roles[w.row] != MBD_ROW_SOLVED) {
      mbd_pose (work, self->start.time, self->start.q, self->start.v);
      mbd_rows (work);
      mbd_reset_rho (work);
      jams = mbd_jam_joints (self, w.row, &self->start);
    }
  for (int row = 0; row < self->model->n_rows; row++)
    work->roles.rows[row].role = (MbdRowRole) roles[row];
  mbd_roles_changed (work);
  return jams;
}
