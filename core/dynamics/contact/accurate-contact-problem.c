// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Contact problems of accurate motion: each touch is a contact of mbd-contact.h, with a box bounded
// by its normal force if it resists rolling. Of the solved rows of couplings, locks are bilateral,
// ropes and stops are limits, and rows that yield at their own limit are boxes. Rows at a bound are
// among the forces (mbd_prescribe ()).

#include "accurate-contact-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mechanism-private.h"
#include "row-law-private.h"

enum
{
  FIRST_TOUCHES = 16,
  MOST_LEMKE = 90 // unknowns of bodies that touch each other; more would take seconds
};

/* Memory ----------------------------------------------------------------------------------- */

void
mbd_touching_free (MbdTouching *self)
{
  if (self == NULL)
    return;
  mbd_stepper_free (self->stepper);
  mbd_contact_free (self->contact);
  mbd_arena_clear (&self->room);
  mbd_arena_clear (&self->arena);
  free (self);
}

bool
mbd_touching_fits (const MbdModel *m)
{
  return m->n_v <= MBD_MOST_TOUCH_VELOCITIES && m->n_spatial == 0;
}

MbdStatus
mbd_touching_reserve (const MbdModel *m, MbdTouching *t, int touches)
{
  if (touches <= t->most)
    return MBD_STATUS_OK;
  if (touches > MBD_MOST_TOUCHES)
    return MBD_STATUS_CONTACT_TOO_LARGE;
  int most = t->most > 0 ? t->most : FIRST_TOUCHES;
  while (most < touches)
    most *= 2;
  const MbdContactSizes sizes = { .velocities = m->n_v,
                                  .contacts = most,
                                  .friction_rows = most,
                                  .limits = m->n_rows,
                                  .bilateral = m->n_rows + 3 * most,
                                  .boxes = m->n_rows + most,
                                  .lemke = MOST_LEMKE,
                                  .pairs = 1 };
  const size_t n = (size_t) m->n_v, rows = (size_t) m->n_rows, c = (size_t) most;
  MbdArena room = { 0 };
  MbdTouch *held = MBD_TAKE (&room, MbdTouch, c), *before = MBD_TAKE (&room, MbdTouch, c);
  MbdTouch *struck = MBD_TAKE (&room, MbdTouch, c);
  MbdContact *contact = mbd_contact_new (&sizes);

  double **vectors[] = {
    &t->kN, &t->kF,    &t->kG,       &t->kL,          &t->kB,       &t->slip,
    &t->mu, &t->bound, &t->box_slip, &t->restitution, &t->cohesion, &t->bounce
  };
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
    *vectors[i] = MBD_TAKE (&room, double, rows + 3 * c);
  int **places[] = { &t->directions,  &t->box_contact, &t->lock_place,
                     &t->limit_place, &t->box_place,   &t->limit_coupling };
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    *places[i] = MBD_TAKE (&room, int, rows + 3 * c);
  t->N = MBD_TAKE (&room, double, c *n);
  t->F = MBD_TAKE (&room, double, c *n);
  t->G = MBD_TAKE (&room, double, (rows + 3 * c) * n);
  t->L = MBD_TAKE (&room, double, rows *n);
  t->B = MBD_TAKE (&room, double, (rows + c) * n);
  t->forces = MBD_TAKE (&room, double, 6 * c + 3 * rows);
  if (contact == NULL || room.failed) {
    // The new memory is incomplete: release it and hold no touches.
    mbd_contact_free (contact);
    mbd_arena_clear (&room);
    mbd_arena_clear (&t->room);
    t->n_touches = t->n_struck = t->most = 0;
    return MBD_STATUS_OUT_OF_MEMORY;
  }
  if (t->n_touches > 0)
    memcpy (held, t->touches, sizeof *held * (size_t) t->n_touches);
  if (t->most > 0)
    memcpy (before, t->before, sizeof *before * (size_t) t->most);
  if (t->n_struck > 0)
    memcpy (struck, t->struck, sizeof *struck * (size_t) t->n_struck);
  t->struck = struck;
  t->touches = held;
  t->before = before;
  t->most = most;
  mbd_contact_free (t->contact);
  t->contact = contact;
  mbd_arena_clear (&t->room);
  t->room = room;
  return MBD_STATUS_OK;
}

MbdTouching *
mbd_touching_new (const MbdModel *m)
{
  MbdTouching *self = calloc (1, sizeof *self);
  if (self == NULL)
    return NULL;
  MbdArena *arena = &self->arena;
  const size_t n = (size_t) m->n_v;

  self->stepper = mbd_stepper_new (m);
  self->W = MBD_TAKE (arena, double, n *n);
  self->velocity = MBD_TAKE (arena, double, n + 6);
  self->f = MBD_TAKE (arena, double, n + 6);
  self->external = MBD_TAKE (arena, double, n + 6);
  if (self->stepper == NULL || arena->failed
      || mbd_touching_reserve (m, self, FIRST_TOUCHES) != MBD_STATUS_OK) {
    mbd_touching_free (self);
    return NULL;
  }
  self->pile = mbd_stepper_pile (self->stepper);
  // Manifolds are needed of all bodies.
  self->pile->settings.sleeps = false;
  for (int i = 1; i < m->n_bodies; i++)
    for (int k = 0; k < m->bodies[i].degrees; k++) {
      const size_t at = (size_t) (m->bodies[i].v + k);
      self->W[at * n + at] = k == 2 ? m->bodies[i].inverse_inertia[8] : m->bodies[i].inverse_mass;
    }
  self->acceleration = fmax (hypot (m->gravity[0], m->gravity[1]), 1e-3);
  self->speed = sqrt (self->acceleration * m->size);
  return self;
}

/* Rows ------------------------------------------------------------------------------------- */

void
mbd_touching_evaluate (const MbdIntegrator *self,
                       const MbdTouch *touch,
                       const double *q,
                       const double *v,
                       MbdTouchState *out)
{
  static const double zero[3] = { 0 };
  const MbdModel *m = self->model;
  const int a = mbd_stepper_body (self->touching->stepper, touch->body_a);
  const int b = mbd_stepper_body (self->touching->stepper, touch->body_b);

  mbd_touch_evaluate (touch, a > 0 ? q + m->bodies[a].q : zero, a > 0 ? v + m->bodies[a].v : zero,
                      b > 0 ? q + m->bodies[b].q : zero, b > 0 ? v + m->bodies[b].v : zero, out);
}

static void
put_row (const MbdIntegrator *self, const MbdTouch *touch, const double rows[2][3], double *out)
{
  const MbdModel *m = self->model;
  const int bodies[] = { mbd_stepper_body (self->touching->stepper, touch->body_a),
                         mbd_stepper_body (self->touching->stepper, touch->body_b) };

  memset (out, 0, sizeof *out * (size_t) m->n_v);
  for (int side = 0; side < 2; side++)
    for (int k = 0; k < 3 && bodies[side] > 0; k++)
      out[m->bodies[bodies[side]].v + k] += rows[side][k];
}

static const double turning[2][3] = { { 0, 0, -1 }, { 0, 0, 1 } };

/// Sets the dense row of one row of a coupling.
static void
put_coupling (const MbdIntegrator *self, const MbdModelBatch *batch, int k, int r, double *to)
{
  const int rows = batch->view.rows;
  const double *block = self->work->system.G + batch->G + k * batch->stride;

  memset (to, 0, sizeof *to * (size_t) self->model->n_v);
  for (int side = 0; side < batch->view.sides; side++, block += 3 * rows) {
    const int u = batch->u[side][k];
    for (int c = 0; c < 3 && u < self->model->n_v; c++)
      to[u + c] += block[3 * r + c];
  }
}

/// Stores the solved rows of couplings, from the work state, as rows of G, L and B; all in G if
/// `all_lock`. `known`: minus their known terms, batch layout.
static void
put_couplings (MbdIntegrator *self, const double *known, bool all_lock)
{
  const MbdModel *m = self->model;
  const MbdState *work = self->work;
  MbdTouching *t = self->touching;
  const size_t n = (size_t) m->n_v;

  t->n_locks = t->n_limits = t->n_boxes = 0;
  for (int b = 0; b < m->n_batches; b++) {
    const MbdModelBatch *batch = &m->batches[b];
    for (int k = 0; k < batch->view.count; k++)
      for (int r = 0; r < batch->view.rows; r++) {
        const int place = batch->first + k * batch->view.rows + r;
        const double term = known != NULL ? -known[place] : 0;
        if (work->roles.rows[place].role != MBD_ROW_SOLVED)
          continue;
        const MbdRowLaw law = mbd_row_law (work, batch->coupling[k], r);
        if (!all_lock && law.mode == MBD_MODE_UNILATERAL) {
          put_coupling (self, batch, k, r, t->L + (size_t) t->n_limits * n);
          t->kL[t->n_limits] = term;
          t->cohesion[t->n_limits] = 0 - law.least;
          t->limit_coupling[t->n_limits] = law.coupling;
          t->limit_place[t->n_limits++] = place;
        } else if (!all_lock && law.mode == MBD_MODE_BOX && isfinite (law.most)) {
          put_coupling (self, batch, k, r, t->B + (size_t) t->n_boxes * n);
          t->kB[t->n_boxes] = term;
          t->bound[t->n_boxes] = law.most;
          t->box_contact[t->n_boxes] = -1;
          t->box_slip[t->n_boxes] = 0;
          t->box_place[t->n_boxes++] = place;
        } else {
          put_coupling (self, batch, k, r, t->G + (size_t) t->n_locks * n);
          t->kG[t->n_locks] = term;
          t->lock_place[t->n_locks++] = place;
        }
      }
  }
}

MbdContactProblem
mbd_touching_problem (MbdIntegrator *self, const double *q, const double *v, const double *known)
{
  MbdTouching *t = self->touching;
  const size_t n = (size_t) self->model->n_v;

  put_couplings (self, known, false);
  // A row with cohesion may pull: the unknown of the problem is its multiplier plus the cohesion.
  memcpy (t->f, self->work->system.f, sizeof *t->f * n);
  for (int i = 0; i < t->n_limits; i++)
    for (size_t k = 0; k < n && t->cohesion[i] > 0; k++)
      t->f[k] -= t->cohesion[i] * t->L[(size_t) i * n + k];
  for (int i = 0; i < t->n_touches; i++) {
    const MbdTouch *touch = &t->touches[i];
    MbdTouchState now;
    mbd_touching_evaluate (self, touch, q, v, &now);
    put_row (self, touch, now.N, t->N + (size_t) i * n);
    put_row (self, touch, now.F, t->F + (size_t) i * n);
    t->kN[i] = now.kN;
    t->kF[i] = now.kF;
    t->mu[i] = touch->friction;
    t->directions[i] = 1;
    t->slip[i] = touch->mode == MBD_TOUCH_SLIDES ? touch->sense : 0;
    if (touch->rolling == 0)
      continue;
    put_row (self, touch, turning, t->B + (size_t) t->n_boxes * n);
    t->kB[t->n_boxes] = 0;
    t->bound[t->n_boxes] = touch->rolling;
    t->box_contact[t->n_boxes] = i;
    t->box_slip[t->n_boxes] = touch->rolls ? touch->spin_sense : 0;
    t->box_place[t->n_boxes++] = -1;
  }
  return (MbdContactProblem){ .velocities = self->model->n_v,
                              .inverse_mass = t->W,
                              .force = t->f,
                              .velocity = v,
                              .contacts = t->n_touches,
                              .N = t->N,
                              .kN = t->kN,
                              .friction = t->mu,
                              .directions = t->directions,
                              .F = t->F,
                              .kF = t->kF,
                              .slip = t->slip,
                              .limits = t->n_limits,
                              .L = t->L,
                              .kL = t->kL,
                              .bilateral = t->n_locks,
                              .G = t->G,
                              .kG = t->kG,
                              .boxes = t->n_boxes,
                              .B = t->B,
                              .kB = t->kB,
                              .bound = t->bound,
                              .box_contact = t->box_contact,
                              .box_slip = t->box_slip };
}

void
mbd_touching_prepare (MbdIntegrator *self, double time, const double *q, const double *v)
{
  MbdState *work = self->work;

  mbd_pose (work, time, q, v);
  mbd_rows (work);
  mbd_forces (work);
  mbd_prescribe (work);
}

/* Results ---------------------------------------------------------------------------------- */

void
mbd_touching_places (const MbdTouching *t, int places[3])
{
  places[0] = t->n_touches;
  for (int i = 0; i < t->n_touches; i++)
    places[0] += t->slip[i] == 0;
  places[1] = places[0] + t->n_limits;
  places[2] = places[1] + t->n_locks;
}

void
mbd_touching_give_multipliers (MbdIntegrator *self, const int places[3])
{
  const MbdModel *m = self->model;
  const MbdTouching *t = self->touching;
  double *of_row = self->work->solution.residual_rows;

  memset (of_row, 0, sizeof *of_row * (size_t) m->n_rows);
  for (int i = 0; i < t->n_limits; i++)
    of_row[t->limit_place[i]] =
      t->forces[places[0] + i]
      - (self->work->roles.loads == MBD_LOADS_OF_IMPULSES ? 0 : t->cohesion[i]);
  for (int i = 0; i < t->n_locks; i++)
    of_row[t->lock_place[i]] = t->forces[places[1] + i];
  for (int i = 0; i < t->n_boxes; i++)
    if (t->box_place[i] >= 0)
      of_row[t->box_place[i]] = t->forces[places[2] + i];
  for (int b = 0; b < m->n_batches; b++)
    for (int i = 0; i < m->batches[b].view.count * m->batches[b].view.rows; i++)
      self->work->solution
        .y[m->batches[b].y[i / m->batches[b].view.rows] + i % m->batches[b].view.rows] =
        of_row[m->batches[b].first + i];
}

void
mbd_touching_take_forces (MbdTouching *t)
{
  int entry = t->n_touches;

  for (int i = 0; i < t->n_touches; i++) {
    MbdTouch *touch = &t->touches[i];
    touch->force = t->forces[i];
    touch->rub = touch->mode == MBD_TOUCH_STICKS ? t->forces[entry++]
                                                 : -touch->friction * touch->sense * t->forces[i];
  }
  entry += t->n_limits + t->n_locks;
  for (int i = 0; i < t->n_boxes; i++)
    if (t->box_contact[i] >= 0)
      t->touches[t->box_contact[i]].couple = t->forces[entry + i];
}

/// Solves at the pose of the work state until limits that follow loads agree with them. Returns the
/// report of the last pass. `linear`: all rows hold.
static MbdContactReport
solve_accelerations (MbdIntegrator *self, const double *q, const double *v, bool linear)
{
  MbdTouching *t = self->touching;
  MbdState *work = self->work;
  const MbdComplementaritySettings settings = mbd_complementarity_default ();
  MbdContactReport report = { .solution.status = MBD_COMPLEMENTARITY_BAD_INPUT };
  int places[3];

  for (int pass = 0;; pass++) {
    MbdContactProblem problem = mbd_touching_problem (self, q, v, mbd_stabilised_gamma (work));
    report.solution.status = MBD_COMPLEMENTARITY_BAD_INPUT;
    if (!mbd_contact_prepare (t->contact, &problem, MBD_CONTACT_ACCELERATION))
      return report;
    report = linear ? mbd_contact_solve_linear (t->contact, t->forces)
                    : mbd_contact_solve (t->contact, &settings, t->forces);
    mbd_contact_acceleration (&problem, t->forces, t->velocity);
    mbd_touching_places (t, places);
    mbd_touching_give_multipliers (self, places);
    // Rows that may hold follow too, and their bounds are part of the problem.
    if (!work->roles.any_following || !mbd_improve_limits (work, pass, !linear))
      return report;
    mbd_forces (work);
    mbd_prescribe (work);
  }
}

double
mbd_touching_force_margin (MbdTouching *t)
{
  const double slack = 1e-9;
  int entry = t->n_touches, places[3];
  double least = INFINITY;

  mbd_touching_places (t, places);
  for (int i = 0; i < t->n_touches; i++)
    t->largest_force = fmax (t->largest_force, fabs (t->forces[i]));
  for (int i = 0; i < t->n_touches; i++) {
    least = fmin (least, t->forces[i]);
    if (t->slip[i] == 0)
      least = fmin (least, t->mu[i] * t->forces[i] - fabs (t->forces[entry++]));
  }
  // Over a force that does not vanish with them, so that it passes 0 smoothly.
  double margin = t->largest_force > 0 ? least / t->largest_force + slack : 0;
  for (int i = 0; i < t->n_limits; i++)
    t->largest_pull = fmax (t->largest_pull, fabs (t->forces[places[0] + i]));
  for (int i = 0; i < t->n_limits && t->largest_pull > 0; i++)
    margin = fmin (margin, t->forces[places[0] + i] / t->largest_pull + slack);
  for (int i = 0; i < t->n_boxes; i++) {
    const double bound = t->bound[i] * (t->box_contact[i] >= 0 ? t->forces[t->box_contact[i]] : 1);
    const double force = fabs (t->forces[places[2] + i]);
    if (t->box_slip[i] == 0 && bound > 0)
      margin = fmin (margin, 1 - force / bound + slack);
    else if (t->box_slip[i] == 0 && force > 0)
      margin = -INFINITY;
  }
  return margin;
}

bool
mbd_touching_sharing_matters (const MbdIntegrator *self)
{
  const MbdTouching *t = self->touching;

  for (int i = 0; i < t->n_touches; i++)
    if (t->touches[i].rolls
        || (t->touches[i].mode == MBD_TOUCH_SLIDES && t->touches[i].friction > 0))
      return true;
  return self->work->roles.any_following;
}

static void add_held (MbdIntegrator *self,
                      const MbdTouch *touch,
                      const double rows[2][3],
                      double known,
                      int *count);

/// Finds the accelerations with which all touches keep their modes, if there are no rows of couplings
/// and no force depends on how others are shared: as if they were joints. Returns false if the
/// problem is not valid.
static bool
accelerate_held (MbdIntegrator *self, const double *q, const double *v)
{
  MbdTouching *t = self->touching;
  const int n = self->model->n_v;
  int count = 0;

  for (int i = 0; i < t->n_touches; i++) {
    const MbdTouch *touch = &t->touches[i];
    MbdTouchState now;
    mbd_touching_evaluate (self, touch, q, v, &now);
    add_held (self, touch, now.N, now.kN, &count);
    if (touch->mode == MBD_TOUCH_STICKS)
      add_held (self, touch, now.F, now.kF, &count);
    if (touch->rolling > 0 && !touch->rolls)
      add_held (self, touch, turning, 0, &count);
  }
  const MbdContactProblem problem = { .velocities = n,
                                      .inverse_mass = t->W,
                                      .force = self->work->system.f,
                                      .bilateral = count,
                                      .G = t->G,
                                      .kG = t->kG };
  t->contact->only_motion = true;
  const bool valid = mbd_contact_prepare (t->contact, &problem, MBD_CONTACT_ACCELERATION);
  t->contact->only_motion = false;
  for (int i = 0; i < n && valid; i++)
    t->velocity[i] = t->contact->x_fixed[i] + t->contact->x_growing[i];
  return valid;
}

void
mbd_touching_accelerate (MbdIntegrator *self,
                         double time,
                         const double *q,
                         const double *v,
                         double *a)
{
  MbdTouching *t = self->touching;

  if (t == NULL || t->n_touches == 0) {
    mbd_accelerate (self->work, time, q, v, a);
    return;
  }
  mbd_touching_prepare (self, time, q, v);
  t->lossless = self->model->n_rows == 0 && !mbd_touching_sharing_matters (self);
  if (t->lossless) {
    const bool found = accelerate_held (self, q, v);
    for (int i = 0; i < self->model->n_v; i++)
      a[i] = found ? t->velocity[i] : (double) NAN;
    return;
  }
  MbdContactReport report = solve_accelerations (self, q, v, true);
  // Redundant constraints share their forces in many ways, only some of which are admissible.
  if (mbd_touching_sharing_matters (self) && mbd_touching_force_margin (t) < 0)
    report = solve_accelerations (self, q, v, false);
  for (int i = 0; i < self->model->n_v; i++)
    a[i] = report.solution.status != MBD_COMPLEMENTARITY_BAD_INPUT ? t->velocity[i] : (double) NAN;
}

bool
mbd_touching_solve_held (MbdIntegrator *self, const MbdInstant *at)
{
  mbd_touching_prepare (self, at->time, at->q, at->v);
  return solve_accelerations (self, at->q, at->v, true).solution.status
         == MBD_COMPLEMENTARITY_SOLVED;
}

MbdContactReport
mbd_touching_solve (MbdIntegrator *self, const MbdInstant *at)
{
  MbdIntegratorStatistics *statistics = &self->statistics;

  mbd_touching_prepare (self, at->time, at->q, at->v);
  MbdContactReport report = solve_accelerations (self, at->q, at->v, false);
  statistics->contact_step_iterations = report.solution.iterations;
  statistics->contact_iterations += report.solution.iterations;
  statistics->contact_residual = report.solution.residual;
  statistics->unconverged += report.solution.status != MBD_COMPLEMENTARITY_SOLVED;
  return report;
}

double
mbd_touching_row (const MbdTouching *t, const double *rows, int i, int n, double k, double *size)
{
  double sum = k;

  // Accelerations of bodies at rest are round-off themselves.
  *size = fmax (fabs (k), t->acceleration);
  for (int j = 0; j < n; j++) {
    sum += rows[i * n + j] * t->velocity[j];
    *size += fabs (rows[i * n + j] * t->velocity[j]);
  }
  return sum;
}

/* Projection ------------------------------------------------------------------------------- */

/// Appends one row that holds.
static void
add_held (MbdIntegrator *self,
          const MbdTouch *touch,
          const double rows[2][3],
          double known,
          int *count)
{
  MbdTouching *t = self->touching;

  put_row (self, touch, rows, t->G + (size_t) *count * (size_t) self->model->n_v);
  t->kG[(*count)++] = known;
}

void
mbd_touching_project (MbdIntegrator *self, double time, double *q, double *v, bool positions)
{
  MbdTouching *t = self->touching;
  MbdState *work = self->work;
  const size_t n = (size_t) self->model->n_v;
  const double most = 0.1 * t->speed * fabs (self->end.time - self->start.time);

  mbd_pose (work, time, q, v);
  mbd_rows (work);
  mbd_position_errors (work, work->system.eps);
  mbd_world_velocities (work, work->system.fl);
  mbd_velocity_errors (work, work->system.fl, work->system.rate);
  mbd_jacobian_multiply (work, work->system.fl, work->solution.residual_rows);
  mbd_silence_levels (work, work->system.eps, NULL);
  // Known terms: errors, except for the current position of holding box rows, or the part of the
  // rates besides G v.
  for (int row = 0; row < self->model->n_rows; row++)
    if (positions)
      work->system.rate[row] =
        work->stabilised.projected[row] ? work->roles.held[row] - work->system.eps[row] : 0;
    else
      work->system.rate[row] = work->solution.residual_rows[row]
                               - (work->stabilised.projected[row] ? work->system.rate[row] : 0);
  put_couplings (self, work->system.rate, true);
  int count = t->n_locks;
  for (int i = 0; i < t->n_touches; i++) {
    const MbdTouch *touch = &t->touches[i];
    MbdTouchState now;
    mbd_touching_evaluate (self, touch, q, v, &now);
    // Open initial overlaps slowly.
    add_held (self, touch, now.N, positions ? fmax (now.gap, -most) : 0, &count);
    if (!positions && touch->mode == MBD_TOUCH_STICKS)
      add_held (self, touch, now.F, 0, &count);
    if (!positions && touch->rolling > 0 && !touch->rolls)
      add_held (self, touch, turning, 0, &count);
  }
  if (positions)
    memset (t->velocity, 0, sizeof *t->velocity * n);
  else
    memcpy (t->velocity, v, sizeof *v * n);
  const MbdContactProblem problem = { .velocities = (int) n,
                                      .inverse_mass = t->W,
                                      .velocity = t->velocity,
                                      .bilateral = count,
                                      .G = t->G,
                                      .kG = t->kG };
  t->contact->only_motion = true;
  const bool valid = mbd_contact_prepare (t->contact, &problem, MBD_CONTACT_IMPACT);
  t->contact->only_motion = false;
  for (size_t i = 0; i < n && valid; i++)
    if (positions)
      q[i] += t->contact->x_fixed[i];
    else
      v[i] = t->contact->x_fixed[i];
}
