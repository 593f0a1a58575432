// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Settling at an instant at which contacts may begin or end: impulses if a contact closes, then the
// choice of which points stick, slide or part, by the complementarity problem of the accelerations.

#include "accurate-contact-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "projection-private.h"
#include "mechanism-private.h"

/// Largest gap of a contact, over L; least speed of closing or slipping, over sqrt (g L).
static const double touch_gap = 1e-9, resting = 1e-9;
/// A point that parts more slowly than this returns within a distance of 1e-12 L: it rests. Over
/// sqrt (g L).
static const double returning = 1e-6;
/// Acceleration, over the sizes of its terms, with which a point without force parts.
static const double parting = 1e-9;
/// Speed below which contacts do not bounce, over sqrt (g L).
static const double slow = 1e-4;
static const double jam_step = 1e-9;
/// Consecutive events without progress in time after which time stepping continues for a moment.
static const int most_stalls = 12;

static void
record_touch (MbdIntegrator *self,
              MbdEventKind kind,
              double time,
              const MbdTouch *touch,
              double impulse)
{
  const MbdPile *pile = self->touching->pile;

  mbd_record_touch (self, kind, time, pile->pieces[touch->piece_a].shape,
                    pile->pieces[touch->piece_b].shape, impulse);
}

/// Makes all points in contact touches, with undecided modes.
static MbdStatus
find_touches (MbdIntegrator *self, const MbdInstant *at)
{
  MbdTouching *t = self->touching;

  t->n_touches = 0;
  if (!mbd_touching_collide (self, at->q, at->v, 0))
    return MBD_STATUS_OUT_OF_MEMORY;
  for (int i = 0; i < t->pile->n_pairs; i++)
    for (int k = 0; k < t->pile->pairs[i].manifold.count; k++) {
      MbdTouch touch;
      MbdTouchState now;
      mbd_touch_decode (t->pile, i, k, &touch);
      mbd_touching_evaluate (self, &touch, at->q, at->v, &now);
      if (now.gap > touch_gap * self->model->size)
        continue;
      const MbdStatus status = mbd_touching_reserve (self->model, t, t->n_touches + 1);
      if (status != MBD_STATUS_OK)
        return status;
      t->touches[t->n_touches++] = touch;
      if (now.gap < -MBD_DEEP_OVERLAP * self->model->size && self->statistics.steps == 0)
        record_touch (self, MBD_EVENT_OVERLAPS, at->time, &touch, -now.gap);
    }
  return MBD_STATUS_OK;
}

/// Releases touches that part.
static void
drop_parting (MbdIntegrator *self, const MbdInstant *at)
{
  MbdTouching *t = self->touching;
  int count = 0;

  for (int i = 0; i < t->n_touches; i++) {
    MbdTouchState now;
    mbd_touching_evaluate (self, &t->touches[i], at->q, at->v, &now);
    if (now.rate <= returning * t->speed)
      t->touches[count++] = t->touches[i];
  }
  t->n_touches = count;
}

bool
mbd_touching_take_rows (MbdIntegrator *self)
{
  MbdState *work = self->work;
  const MbdModel *m = self->model;
  const double closing = resting * self->touching->speed / m->size;
  bool closes;

  mbd_reset_roles (work, MBD_ROW_LOWER);
  mbd_world_velocities (work, work->system.fl);
  mbd_position_errors (work, work->system.eps);
  mbd_velocity_errors (work, work->system.fl, work->system.rate);
  mbd_jacobian_multiply (work, work->system.fl, work->solution.residual_rows);
  for (int row = 0; row < m->n_rows; row++)
    work->solution.residual_rows[row] -= work->system.rate[row];
  mbd_silence_levels (work, work->system.eps, work->system.rate);
  mbd_take_touching (work, closing, &closes);
  mbd_begin_impulse_limits (work);
  for (int row = 0; row < m->n_rows; row++) {
    MbdRowRole *role = &work->roles.rows[row].role;
    // A row that parts slowly may be pressed by others.
    if (work->roles.candidate[row])
      *role = MBD_ROW_SOLVED;
    else if (*role == MBD_ROW_SOLVED && m->has_time_rates && work->stabilised.projected[row])
      closes |= fabs (work->system.rate[row])
                > 1e-9 * fmax (self->touching->speed / m->size, 1) * m->row_unit[row];
  }
  mbd_roles_changed (work);
  return closes;
}

/// Records events for the impulses of a packed result, and breaks couplings accordingly.
static bool
record_impulses (MbdIntegrator *self,
                 const MbdInstant *at,
                 const MbdContactProblem *problem,
                 bool wedges)
{
  MbdTouching *t = self->touching;
  double *impulse = self->work->solution.residual_rows;
  int places[3];

  mbd_contact_force_places (problem, MBD_CONTACT_IMPACT, places);
  memset (impulse, 0, sizeof *impulse * (size_t) self->model->n_rows);
  for (int i = 0; i < t->n_limits; i++)
    impulse[t->limit_place[i]] = t->forces[places[1] + i];
  for (int i = 0; i < t->n_locks; i++)
    impulse[t->lock_place[i]] = t->forces[places[2] + i];
  for (int i = 0; i < t->n_boxes; i++)
    if (t->box_place[i] >= 0)
      impulse[t->box_place[i]] = t->forces[places[2] + t->n_locks + i];
  for (int i = 0; i < t->n_touches; i++)
    if (t->forces[i] > 0)
      record_touch (self, wedges && t->restitution[i] > 0 ? MBD_EVENT_JAMMED : MBD_EVENT_TOUCHED,
                    at->time, &t->touches[i], t->forces[i]);
  mbd_record_impulses (self, at, impulse);
  return mbd_break_by_impulses (self, at, impulse);
}

/// Solves impacts in sequence. Returns false if one of them has no solution.
static bool
solve_sequentially (MbdIntegrator *self, MbdContactProblem *problem, const double *v)
{
  MbdTouching *t = self->touching;

  memcpy (t->velocity, v, sizeof *v * (size_t) self->model->n_v);
  problem->velocity = t->velocity;
  if (mbd_contact_impact_sequentially (t->contact, problem, t->restitution, t->velocity, t->forces)
        .solution.status
      == MBD_COMPLEMENTARITY_SOLVED)
    return true;
  memcpy (t->velocity, v, sizeof *v * (size_t) self->model->n_v);
  return false;
}

void
mbd_touching_add_bounces (MbdIntegrator *self, const MbdContactProblem *problem)
{
  MbdTouching *t = self->touching;
  const MbdState *work = self->work;
  const int n = self->model->n_v;
  const double least = mbd_slow_rate (self->model);

  for (int i = 0; i < t->n_limits; i++) {
    const int row = t->limit_place[i], coupling = t->limit_coupling[i];
    double rate = t->kL[i];
    for (int k = 0; k < n; k++)
      rate += t->L[i * n + k] * problem->velocity[k];
    const bool bounces = rate < -least * self->model->row_unit[row];
    t->bounce[i] = bounces ? work->parameters.couplings[coupling].def.restitution * rate : 0;
    t->kL[i] += t->bounce[i];
  }
}

/// Solves the problem of an impact until friction in joints agrees with its impulses. Returns false if there
/// is no solution.
static bool
solve_simultaneously (MbdIntegrator *self, MbdContactProblem *problem)
{
  MbdTouching *t = self->touching;
  MbdState *work = self->work;
  const MbdComplementaritySettings settings = mbd_complementarity_default ();

  for (int pass = 0;; pass++) {
    int places[3];
    for (int i = 0; i < t->n_boxes; i++)
      if (t->box_place[i] >= 0)
        t->bound[i] = work->roles.limit[t->box_place[i]];
    problem->impulse_bound = t->bound;
    if (!mbd_contact_prepare (t->contact, problem, MBD_CONTACT_IMPACT)
        || mbd_contact_solve (t->contact, &settings, t->forces).solution.status
             != MBD_COMPLEMENTARITY_SOLVED)
      return false;
    mbd_contact_force_places (problem, MBD_CONTACT_IMPACT, places);
    const int entries[3] = { places[1], places[2], places[2] + t->n_locks };
    mbd_touching_give_multipliers (self, entries);
    if (!mbd_next_limits (work, pass))
      return true;
  }
}

/// Solves impacts in sequence, or those of ropes, stops and friction in joints with all contacts at the same
/// time. *wedges: no impulses part the contacts as restitution requires, since friction holds the
/// bodies between them; then nothing bounces.
static MbdStatus
solve_impact (MbdIntegrator *self, MbdContactProblem *problem, double *v, bool *wedges)
{
  MbdTouching *t = self->touching;
  const MbdModel *m = self->model;
  double change[MBD_MOST_TOUCH_VELOCITIES];
  bool friction = false;

  *wedges = false;
  for (int i = 0; i < t->n_boxes; i++)
    friction |= t->box_place[i] >= 0;
  if (self->settings.sequential_impacts && t->n_limits == 0 && !friction) {
    if (solve_sequentially (self, problem, v)) {
      memcpy (v, t->velocity, sizeof *v * (size_t) m->n_v);
      return MBD_STATUS_OK;
    }
    *wedges = true;
  }
  bool bounced = false;
  for (;; *wedges = true) {
    mbd_contact_restitution (problem, t->restitution, t->kN);
    if (!bounced)
      mbd_touching_add_bounces (self, problem);
    bounced = true;
    for (int i = 0; i < t->n_limits && *wedges; i++) {
      t->kL[i] -= t->bounce[i];
      t->bounce[i] = 0;
    }
    for (int i = 0; i < t->n_touches && *wedges; i++)
      t->kN[i] = 0;
    if (solve_simultaneously (self, problem))
      break;
    if (*wedges)
      return MBD_STATUS_NO_CONTACT_FORCES;
  }
  mbd_contact_velocity_change (problem, MBD_CONTACT_IMPACT, 0, t->forces, change);
  for (int i = 0; i < m->n_v; i++)
    v[i] += change[i];
  return MBD_STATUS_OK;
}

/// Solves the impact problem if a contact closes; v of the instant becomes the velocity after it.
/// *broke: the impulse broke a coupling.
static MbdStatus
take_impact (MbdIntegrator *self, MbdInstant *at, bool *broke)
{
  MbdTouching *t = self->touching;

  mbd_touching_prepare (self, at->time, at->q, at->v);
  bool closes = mbd_touching_take_rows (self);
  for (int i = 0; i < t->n_touches; i++) {
    MbdTouchState now;
    mbd_touching_evaluate (self, &t->touches[i], at->q, at->v, &now);
    closes |= now.rate < -resting * t->speed;
    // In sequence, a point may close only after its neighbour's impulse.
    const bool bounces = self->settings.sequential_impacts || now.rate < -slow * t->speed;
    t->restitution[i] = bounces ? t->touches[i].restitution : 0;
    t->touches[i].mode = MBD_TOUCH_STICKS;
    t->touches[i].rolls = false;
  }
  *broke = false;
  if (!closes) {
    mbd_end_impulse_limits (self->work);
    return MBD_STATUS_OK;
  }
  mbd_remember_impact (self, at, at->v);
  memcpy (t->struck, t->touches, sizeof *t->struck * (size_t) t->n_touches);
  t->n_struck = t->n_touches;
  MbdContactProblem problem =
    mbd_touching_problem (self, at->q, at->v, self->work->solution.residual_rows);
  for (int i = 0; i < t->n_touches; i++)
    t->kF[i] = 0;
  const double kinetic = at->ledger != NULL ? mbd_kinetic_energy (self->work) : 0;
  bool wedges;
  const MbdStatus status = solve_impact (self, &problem, at->v, &wedges);
  mbd_end_impulse_limits (self->work);
  memcpy (self->struck.limit, self->work->roles.impulse_limit,
          sizeof *self->struck.limit * (size_t) self->model->n_rows);
  if (status != MBD_STATUS_OK)
    return status;
  *broke = record_impulses (self, at, &problem, wedges);
  mbd_pose_velocities (self->work, at->v);
  mbd_rows (self->work);
  if (at->ledger != NULL)
    mbd_energy_balance_add_impact (self->model, at->ledger,
                                   kinetic - mbd_kinetic_energy (self->work));
  return MBD_STATUS_OK;
}

/// Sets from the solution whether a touch sticks, slides or opens, and whether it rolls.
static void
judge_touch (MbdIntegrator *self, int i, double largest)
{
  MbdTouching *t = self->touching;
  MbdTouch *touch = &t->touches[i];
  const int n = self->model->n_v;
  double size, away = mbd_touching_row (t, t->N, i, n, t->kN[i], &size);
  const bool open = touch->force <= 1e-12 * largest && away > parting * size;

  if (touch->mode == MBD_TOUCH_STICKS) {
    const double along = mbd_touching_row (t, t->F, i, n, t->kF[i], &size);
    if (fabs (along) > 1e-11 * size) {
      touch->mode = MBD_TOUCH_SLIDES;
      touch->sense = copysign (1, along);
    }
  }
  // A touch that parts without force is open.
  if (open)
    touch->mode = MBD_TOUCH_OPEN;
}

/// Sets from the solution the roles of candidates among the rows, and which touches roll.
static void
judge_rows (MbdIntegrator *self)
{
  MbdTouching *t = self->touching;
  MbdState *work = self->work;
  const int n = self->model->n_v;
  int places[3];

  mbd_touching_places (t, places);
  for (int i = 0; i < t->n_limits; i++) {
    double size, away = mbd_touching_row (t, t->L, i, n, t->kL[i], &size);
    if (away > parting * size)
      work->roles.rows[t->limit_place[i]].role = MBD_ROW_LOWER;
  }
  for (int i = 0; i < t->n_boxes; i++) {
    double size, along = mbd_touching_row (t, t->B, i, n, t->kB[i], &size);
    // Beside a stop a box may be at its bound without slipping.
    const bool full =
      t->box_place[i] >= 0 && fabs (t->forces[places[2] + i]) >= t->bound[i] * (1 - 1e-12);
    if ((fabs (along) <= 1e-11 * size && !full) || (t->box_contact[i] >= 0 && t->box_slip[i] != 0))
      continue;
    if (t->box_place[i] >= 0)
      work->roles.rows[t->box_place[i]].role =
        t->forces[places[2] + i] > 0 ? MBD_ROW_UPPER : MBD_ROW_LOWER;
    else {
      t->touches[t->box_contact[i]].rolls = true;
      t->touches[t->box_contact[i]].spin_sense = copysign (1, along);
    }
  }
  mbd_roles_changed (work);
}

/// Chooses sticking or sliding from the slip, then from the complementarity problem. Returns its
/// status.
static MbdComplementarityStatus
choose_modes (MbdIntegrator *self, const MbdInstant *at)
{
  MbdTouching *t = self->touching;
  int count = 0;

  for (int i = 0; i < t->n_touches; i++) {
    MbdTouch *touch = &t->touches[i];
    MbdTouchState now;
    mbd_touching_evaluate (self, touch, at->q, at->v, &now);
    // Without friction nothing opposes a slip.
    touch->mode = fabs (now.slip) > resting * t->speed || touch->friction == 0 ? MBD_TOUCH_SLIDES
                                                                               : MBD_TOUCH_STICKS;
    touch->sense = copysign (1, now.slip);
    touch->rolls = touch->rolling > 0 && fabs (now.spin) * self->model->size > resting * t->speed;
    touch->spin_sense = copysign (1, now.spin);
  }
  mbd_pose (self->work, at->time, at->q, at->v);
  mbd_rows (self->work);
  mbd_reset_roles (self->work, MBD_ROW_LOWER);
  mbd_start_roles (self->work);
  mbd_roles_changed (self->work);
  MbdContactReport report = mbd_touching_solve (self, at);
  if (report.solution.status != MBD_COMPLEMENTARITY_SOLVED)
    return report.solution.status;
  mbd_touching_take_forces (t);
  double largest = 0;
  for (int i = 0; i < t->n_touches; i++)
    largest = fmax (largest, t->touches[i].force);
  judge_rows (self);
  for (int i = 0; i < t->n_touches; i++)
    judge_touch (self, i, largest);
  for (int i = 0; i < t->n_touches; i++)
    if (t->touches[i].mode != MBD_TOUCH_OPEN)
      t->touches[count++] = t->touches[i];
  t->n_touches = count;
  return MBD_COMPLEMENTARITY_SOLVED;
}

/// Handles accelerations without a solution by the impulse of a very small step.
static bool
carry_on (MbdIntegrator *self, MbdInstant *at)
{
  MbdTouching *t = self->touching;
  const MbdComplementaritySettings settings = mbd_complementarity_default ();
  double change[MBD_MOST_TOUCH_VELOCITIES];

  mbd_touching_prepare (self, at->time, at->q, at->v);
  const double kinetic = mbd_kinetic_energy (self->work);
  mbd_world_velocities (self->work, self->work->system.fl);
  mbd_velocity_errors (self->work, self->work->system.fl, self->work->system.rate);
  mbd_jacobian_multiply (self->work, self->work->system.fl, self->work->solution.residual_rows);
  for (int row = 0; row < self->model->n_rows; row++)
    self->work->solution.residual_rows[row] -= self->work->system.rate[row];
  MbdContactProblem problem =
    mbd_touching_problem (self, at->q, at->v, self->work->solution.residual_rows);
  memset (t->kF, 0, sizeof *t->kF * (size_t) t->n_touches);
  memset (t->kN, 0, sizeof *t->kN * (size_t) t->n_touches);
  MbdContactReport report = mbd_contact_step (t->contact, &problem, jam_step, &settings, t->forces);
  if (report.solution.status != MBD_COMPLEMENTARITY_SOLVED)
    return false;
  mbd_contact_velocity_change (&problem, MBD_CONTACT_STEP, report.step, t->forces, change);
  for (int i = 0; i < self->model->n_v; i++)
    at->v[i] += change[i];
  mbd_pose_velocities (self->work, at->v);
  if (at->ledger != NULL)
    mbd_energy_balance_add_impact (self->model, at->ledger,
                                   kinetic - mbd_kinetic_energy (self->work));
  for (int i = 0; i < t->n_touches; i++)
    if (t->forces[i] > 0)
      record_touch (self, MBD_EVENT_JAMMED, at->time, &t->touches[i], report.step * t->forces[i]);
  return true;
}

/// Records events of touches that have changed.
static void
record_changes (MbdIntegrator *self, const MbdInstant *at, const MbdTouch *before, int n_before)
{
  const double time = at->time;
  const MbdTouching *t = self->touching;

  for (int i = 0; i < n_before; i++) {
    int now = 0;
    while (now < t->n_touches
           && !mbd_touching_alike (self, &t->touches[now], &before[i], at->q, at->v))
      now++;
    if (now == t->n_touches)
      record_touch (self, MBD_EVENT_OPENED, time, &before[i], 0);
    else if (t->touches[now].mode != before[i].mode)
      record_touch (self,
                    t->touches[now].mode == MBD_TOUCH_STICKS ? MBD_EVENT_HELD : MBD_EVENT_SATURATED,
                    time, &before[i], 0);
    else if (t->touches[now].rolls != before[i].rolls)
      record_touch (self, t->touches[now].rolls ? MBD_EVENT_SATURATED : MBD_EVENT_HELD, time,
                    &before[i], 0);
  }
}

/// Finds impulses, then modes; *broke: a coupling broke, start again.
static MbdStatus
settle_once (MbdIntegrator *self, MbdInstant *at, bool *jammed, bool *broke)
{
  MbdTouching *t = self->touching;

  *jammed = false;
  MbdStatus status = find_touches (self, at);
  if (status == MBD_STATUS_OK)
    status = take_impact (self, at, broke);
  if (status != MBD_STATUS_OK || *broke)
    return status;
  drop_parting (self, at);
  *jammed = choose_modes (self, at) != MBD_COMPLEMENTARITY_SOLVED;
  if (*jammed)
    return MBD_STATUS_OK;
  if (t->n_touches == 0 && (self->work->roles.any_breaking || self->work->roles.any_following))
    mbd_accelerate (self->work, at->time, at->q, at->v, at->a);
  // A joint that wedges beside contacts is left to a small step, too.
  *jammed = t->n_touches > 0 && mbd_any_limit_contradicts (self->work);
  if (!*jammed)
    *broke =
      (t->n_touches == 0 && mbd_jam_joints (self, -1, at)) || mbd_break_overloaded (self, at);
  return MBD_STATUS_OK;
}

/// Settles until impulses and forces agree with breaking and jamming. *cause: the event with which
/// time steps take over if the result is NO_CONTACT_FORCES.
static MbdStatus
settle (MbdIntegrator *self, MbdInstant *at, MbdEventKind *cause)
{
  enum
  {
    JAMS = 4,
    MANY = 90 // touches
  };
  bool jammed = true, broke = true;

  for (int jams = 0; jammed || broke;) {
    const MbdStatus status = settle_once (self, at, &jammed, &broke);
    *cause = MBD_EVENT_UNSOLVED;
    if (status != MBD_STATUS_OK)
      return status;
    const bool many = self->touching->n_touches > MANY;
    if (many)
      *cause = MBD_EVENT_CROWDED;
    if (jammed && (many || jams++ == JAMS || !carry_on (self, at)))
      return MBD_STATUS_NO_CONTACT_FORCES;
    // Evaluating many contacts that slide is slower than time steps.
    if (many && mbd_touching_sharing_matters (self))
      return MBD_STATUS_NO_CONTACT_FORCES;
  }
  return MBD_STATUS_OK;
}

MbdStatus
mbd_touching_settle (MbdIntegrator *self, MbdInstant *at, MbdDiagnosis *why)
{
  MbdTouching *t = self->touching;
  MbdState *work = self->work;
  const bool in_motion = self->statistics.steps > 0;
  const int n_before = in_motion ? t->n_touches : 0;

  if (t->steps) {
    mbd_touching_settle_step (self, at);
    return MBD_STATUS_OK;
  }
  t->largest_force = t->largest_pull = 0;
  if (in_motion)
    self->statistics.events++;
  if (self->stalls > most_stalls)
    return mbd_touching_hand_over (self, at, MBD_EVENT_CROWDED, why);
  memcpy (t->before, t->touches, sizeof *t->before * (size_t) t->n_touches);
  for (int row = 0; row < self->model->n_rows; row++)
    self->roles_before[row] = (unsigned char) work->roles.rows[row].role;
  mbd_pose (work, at->time, at->q, at->v);
  mbd_rows (work);
  mbd_reset_rho (work);
  MbdEventKind cause;
  const MbdStatus status = settle (self, at, &cause);
  t->stepped = false;
  if (status == MBD_STATUS_NO_CONTACT_FORCES)
    return mbd_touching_hand_over (self, at, cause, why);
  if (status != MBD_STATUS_OK) {
    mbd_diagnose (why, status, MBD_ELEMENT_NONE, 0, at->time);
    mbd_pose (work, at->time, at->q, at->v);
    return mbd_blame_force (self, status, why);
  }
  mbd_pose (work, at->time, at->q, at->v);
  if (work->roles.any_bounds)
    mbd_hold_in_place (self, self->roles_before, in_motion);
  record_changes (self, at, t->before, n_before);
  if (work->roles.any_bounds && in_motion)
    mbd_record_roles (self, at, self->roles_before);
  mbd_look_at_rows (self, at);
  mbd_touching_accelerate (self, at->time, at->q, at->v, at->a);
  if (at->ledger != NULL)
    mbd_find_touching_powers (self, at->v, at->power);
  self->statistics.evaluations++;
  mbd_remember_pivots (self);
  return mbd_all_finite (at->a, self->model->n_v)
           ? MBD_STATUS_OK
           : mbd_diagnose (why, MBD_STATUS_NO_CONTACT_FORCES, MBD_ELEMENT_NONE, 0, at->time);
}
