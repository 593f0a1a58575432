// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Accurate motion with contacts: steps of the integrator between events, at which it is settled
// anew what touches, sticks and slides.
//
// While nothing happens a contact point that sticks is two rows that hold, one that slides a row
// whose force carries -mu along the slip; with the rows of the couplings they are one linear system
// (mbd-contact.h, accelerations). A step ends where
//   - a pair of shapes that was apart meets (gap),
//   - a slip comes to rest (its speed passes 0),
//   - the complementarity problem at the end of the step disagrees with how points were held: one
//     pulls, or rubs beyond mu times its normal force.
// The first two have margins that pass 0, the last is a question of yes or no; all are bracketed by
// repeating the step. Then the impact problem is solved when something closes, the accelerations as
// a complementarity problem, and points take their new modes. Where accelerations have no solution
// (Painleve) the time-step problem of a very small step gives an impulse that carries on.
//
// What closes slower than `slow` does not bounce, so that a bouncing ball comes to rest.

#include "integrator-touch-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "assemble-private.h"
#include "mechanism-private.h"

void
mbd_touching_free (MbdTouching *self)
{
  if (self == NULL)
    return;
  mbd_stepper_free (self->stepper);
  mbd_contact_free (self->contact);
  mbd_arena_clear (&self->arena);
  free (self);
}

bool
mbd_touching_fits (const MbdModel *m)
{
  return m->n_v <= MBD_MOST_TOUCH_VELOCITIES && m->n_spatial == 0;
}

MbdTouching *
mbd_touching_new (const MbdModel *m)
{
  const MbdContactSizes sizes = { m->n_v, MBD_MOST_TOUCHES, MBD_MOST_TOUCHES, 0,
                                  m->n_rows + 2 * MBD_MOST_TOUCHES };
  MbdTouching *self = calloc (1, sizeof *self);
  if (self == NULL)
    return NULL;
  MbdArena *arena = &self->arena;
  const size_t n = (size_t) m->n_v;

  self->stepper = mbd_stepper_new (m);
  self->contact = mbd_contact_new (&sizes);
  self->W = MBD_TAKE (arena, double, n *n);
  self->N = MBD_TAKE (arena, double, MBD_MOST_TOUCHES *n);
  self->F = MBD_TAKE (arena, double, MBD_MOST_TOUCHES *n);
  self->G = MBD_TAKE (arena, double, ((size_t) m->n_rows + 2 * MBD_MOST_TOUCHES) * n);
  self->kG = MBD_TAKE (arena, double, m->n_rows + 2 * MBD_MOST_TOUCHES);
  self->velocity = MBD_TAKE (arena, double, n + 6);
  self->external = MBD_TAKE (arena, double, n + 6);
  double **vectors[] = { &self->kN, &self->kF, &self->slip, &self->mu };
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
    *vectors[i] = MBD_TAKE (arena, double, MBD_MOST_TOUCHES);
  self->directions = MBD_TAKE (arena, int, MBD_MOST_TOUCHES);
  self->forces = MBD_TAKE (arena, double, 4 * MBD_MOST_TOUCHES + (size_t) m->n_rows);
  if (self->stepper == NULL || self->contact == NULL || arena->failed) {
    mbd_touching_free (self);
    return NULL;
  }
  self->pile = mbd_stepper_pile (self->stepper);
  for (int i = 1; i < m->n_bodies; i++)
    for (int k = 0; k < m->bodies[i].degrees; k++) {
      const size_t at = (size_t) (m->bodies[i].v + k);
      self->W[at * n + at] = k == 2 ? m->bodies[i].inverse_inertia[8] : m->bodies[i].inverse_mass;
    }
  self->acceleration = fmax (hypot (m->gravity[0], m->gravity[1]), 1e-3);
  self->speed = sqrt (self->acceleration * m->size);
  return self;
}

/* Touches at a pose ------------------------------------------------------------------------ */

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

static bool
is_held (const MbdTouching *touching, const MbdTouch *touch)
{
  for (int i = 0; i < touching->n_touches; i++)
    if (mbd_touch_same (&touching->touches[i], touch))
      return true;
  return false;
}

/// Bring shapes to a pose and find all their manifolds.
bool
mbd_touching_collide (MbdIntegrator *self, const double *q, const double *v, double h)
{
  MbdTouching *touching = self->touching;
  const MbdModel *m = self->model;

  for (int i = 1; i < m->n_bodies; i++)
    if (m->bodies[i].degrees == 3)
      mbd_pile_set (touching->pile, mbd_stepper_index (touching->stepper, i), q + m->bodies[i].q,
                    v + m->bodies[i].v);
  // manifolds that follow to first order are not exact enough
  for (int i = 0; i < touching->pile->n_pairs; i++)
    touching->pile->pairs[i].margin = -1;
  return mbd_pile_collide (touching->pile, h);
}

/// The least gap of points that are not held; *lost: a held one is no longer among the points.
static double
least_gap (MbdIntegrator *self, const double *q, const double *v, double h, bool *lost)
{
  MbdTouching *touching = self->touching;
  double least = INFINITY;
  int found = 0;

  *lost = false;
  if (!mbd_touching_collide (self, q, v, h))
    return least;
  for (int i = 0; i < touching->pile->n_pairs; i++) {
    const MbdPilePair *pair = &touching->pile->pairs[i];
    for (int k = 0; k < pair->manifold.count; k++) {
      MbdTouch touch;
      mbd_touch_decode (touching->pile, i, k, &touch);
      if (is_held (touching, &touch)) {
        found++;
        continue;
      }
      MbdTouchState now;
      mbd_touching_evaluate (self, &touch, q, v, &now);
      least = fmin (least, now.gap);
    }
  }
  *lost = found < touching->n_touches;
  return least;
}

/* Problems --------------------------------------------------------------------------------- */

/// Rows of couplings that are solved for, dense, from the work state; answers how many. `known`
/// gets `of` with its sign changed, batch layout.
static int
put_couplings (const MbdIntegrator *self, const double *of, double *G, double *known)
{
  const MbdModel *m = self->model;
  const MbdState *work = self->work;
  const size_t n = (size_t) m->n_v;
  int count = 0;

  for (int b = 0; b < m->n_batches; b++) {
    const MbdModelBatch *batch = &m->batches[b];
    const int rows = batch->view.rows;
    for (int k = 0; k < batch->view.count; k++)
      for (int r = 0; r < rows; r++) {
        const int place = batch->first + k * rows + r;
        const double *block = work->G + batch->G + k * batch->stride;
        if (work->rows[place].role != MBD_ROW_SOLVED)
          continue;
        double *to = G + (size_t) count * n;
        memset (to, 0, sizeof *to * n);
        for (int side = 0; side < batch->view.sides; side++, block += 3 * rows) {
          const int u = batch->u[side][k];
          for (int c = 0; c < 3 && u < m->n_v; c++)
            to[u + c] += block[3 * r + c];
        }
        known[count++] = of != NULL ? -of[place] : 0;
      }
  }
  return count;
}

/// The problem of the held touches at the pose of the work state. Accelerations: modes as they are.
MbdContactProblem
mbd_touching_problem (MbdIntegrator *self, const double *q, const double *v, const double *gamma)
{
  MbdTouching *t = self->touching;
  const size_t n = (size_t) self->model->n_v;
  MbdContactProblem problem = { .velocities = self->model->n_v,
                                .inverse_mass = t->W,
                                .force = self->work->f,
                                .velocity = v,
                                .contacts = t->n_touches,
                                .N = t->N,
                                .kN = t->kN,
                                .friction = t->mu,
                                .directions = t->directions,
                                .F = t->F,
                                .kF = t->kF,
                                .slip = t->slip,
                                .G = t->G,
                                .kG = t->kG };

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
  }
  problem.bilateral = put_couplings (self, gamma, t->G, t->kG);
  return problem;
}

/// Pose, rows and forces of the work state.
void
mbd_touching_prepare (MbdIntegrator *self, double time, const double *q, const double *v)
{
  MbdState *work = self->work;

  mbd_pose (work, time, q, v);
  mbd_rows (work);
  mbd_forces (work);
  mbd_prescribe (work);
}

void
mbd_touching_accelerate (MbdIntegrator *self,
                         double time,
                         const double *q,
                         const double *v,
                         double *a)
{
  MbdTouching *touching = self->touching;

  if (touching == NULL || touching->n_touches == 0) {
    mbd_accelerate (self->work, time, q, v, a);
    return;
  }
  mbd_touching_prepare (self, time, q, v);
  MbdContactProblem problem = mbd_touching_problem (self, q, v, mbd_stabilised_gamma (self->work));
  if (!mbd_contact_prepare (touching->contact, &problem, MBD_CONTACT_ACCELERATION)) {
    for (int i = 0; i < self->model->n_v; i++)
      a[i] = NAN;
    return;
  }
  mbd_contact_solve_linear (touching->contact, touching->forces);
  mbd_contact_acceleration (&problem, touching->forces, a);
}

/// q or v onto the rows of couplings and touches: the nearest in the M-norm.
static void
project_once (MbdIntegrator *self, double time, double *q, double *v, bool positions)
{
  MbdTouching *t = self->touching;
  MbdState *work = self->work;
  const size_t n = (size_t) self->model->n_v;

  mbd_pose (work, time, q, v);
  mbd_rows (work);
  mbd_position_errors (work, work->eps);
  mbd_world_velocities (work, work->fl);
  mbd_velocity_errors (work, work->fl, work->rate);
  mbd_jacobian_multiply (work, work->fl, work->residual_rows);
  mbd_silence_levels (work, work->eps, NULL);
  // known terms: errors, or what the rates have besides G v
  for (int row = 0; row < self->model->n_rows; row++)
    work->rate[row] = positions ? -work->eps[row] : work->residual_rows[row] - work->rate[row];
  int count = put_couplings (self, work->rate, t->G, t->kG);
  for (int i = 0; i < t->n_touches; i++) {
    MbdTouchState now;
    mbd_touching_evaluate (self, &t->touches[i], q, v, &now);
    put_row (self, &t->touches[i], now.N, t->G + (size_t) count * n);
    t->kG[count++] = positions ? now.gap : 0;
    if (!positions && t->touches[i].mode == MBD_TOUCH_STICKS) {
      put_row (self, &t->touches[i], now.F, t->G + (size_t) count * n);
      t->kG[count++] = 0;
    }
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
  if (!mbd_contact_prepare (t->contact, &problem, MBD_CONTACT_IMPACT))
    return;
  for (size_t i = 0; i < n; i++)
    if (positions)
      q[i] += t->contact->x_fixed[i];
    else
      v[i] = t->contact->x_fixed[i];
}

/// The end of a step onto its rows, and its acceleration; false when nothing is held, and the
/// ordinary way is to be taken.
bool
mbd_touching_finish (MbdIntegrator *self)
{
  MbdInstant *end = &self->end;

  if (self->touching == NULL || self->touching->n_touches == 0)
    return false;
  project_once (self, end->time, end->q, end->v, true);
  project_once (self, end->time, end->q, end->v, true);
  project_once (self, end->time, end->q, end->v, false);
  mbd_touching_accelerate (self, end->time, end->q, end->v, end->a);
  self->statistics.evaluations++;
  mbd_accept_angles (self->work);
  return true;
}

/* Modes ------------------------------------------------------------------------------------ */

/// Solve the accelerations as a complementarity problem at the held touches, where those with a
/// mode of sliding slide and all others may stick. Answers its report.
MbdContactReport
mbd_touching_solve (MbdIntegrator *self, const MbdInstant *at)
{
  MbdTouching *t = self->touching;
  MbdComplementaritySettings settings = mbd_complementarity_default ();
  MbdContactReport report = { .solution.status = MBD_COMPLEMENTARITY_BAD_INPUT };

  mbd_touching_prepare (self, at->time, at->q, at->v);
  MbdContactProblem problem =
    mbd_touching_problem (self, at->q, at->v, mbd_stabilised_gamma (self->work));
  if (mbd_contact_prepare (t->contact, &problem, MBD_CONTACT_ACCELERATION)) {
    report = mbd_contact_solve (t->contact, &settings, t->forces);
    mbd_contact_acceleration (&problem, t->forces, t->velocity);
  }
  return report;
}

/// Row i of a matrix times the accelerations that mbd_touching_solve () found, and the sizes of its
/// terms.
double
mbd_touching_row (const MbdTouching *t, const double *rows, int i, int n, double k, double *size)
{
  double sum = k;

  // accelerations of bodies at rest are round-off themselves
  *size = fmax (fabs (k), t->acceleration);
  for (int j = 0; j < n; j++) {
    sum += rows[i * n + j] * t->velocity[j];
    *size += fabs (rows[i * n + j] * t->velocity[j]);
  }
  return sum;
}

/// Whether the complementarity problem agrees with how the touches are held.
static bool
modes_hold (MbdIntegrator *self, const MbdInstant *at)
{
  MbdTouching *t = self->touching;
  const int n = self->model->n_v;

  if (t->n_touches == 0)
    return true;
  if (mbd_touching_solve (self, at).solution.status != MBD_COMPLEMENTARITY_SOLVED)
    return false;
  for (int i = 0; i < t->n_touches; i++) {
    double size, a = mbd_touching_row (t, t->N, i, n, t->kN[i], &size);
    if (fabs (a) > 1e-8 * size)
      return false;
    a = mbd_touching_row (t, t->F, i, n, t->kF[i], &size);
    if (t->touches[i].mode == MBD_TOUCH_STICKS && fabs (a) > 1e-8 * size)
      return false;
  }
  return true;
}

/// How far the end of the step is from an event: below 0 it lies behind one.
static double
margin_of_end (MbdIntegrator *self, double h, bool ask_modes)
{
  MbdTouching *t = self->touching;
  const MbdInstant *end = &self->end;
  bool lost;
  const double gap = least_gap (self, end->q, end->v, h, &lost);
  double margin = (gap - fmin (t->start_gap, 0)) / self->model->size + 1e-13;

  for (int i = 0; i < t->n_touches; i++) {
    MbdTouchState now;
    if (t->touches[i].mode != MBD_TOUCH_SLIDES)
      continue;
    mbd_touching_evaluate (self, &t->touches[i], end->q, end->v, &now);
    margin = fmin (margin, now.slip * t->touches[i].sense / t->speed + 1e-13);
  }
  if (margin >= 0 && (lost || (ask_modes && !modes_hold (self, end))))
    margin = -1;
  return margin;
}

static double
try_step (MbdIntegrator *self, double h)
{
  mbd_take_stages (self, &self->start, h, &self->end);
  mbd_finish_step (self);
  return margin_of_end (self, h, true);
}

void
mbd_touching_watch_start (MbdIntegrator *self)
{
  bool lost;

  self->touching->start_gap =
    least_gap (self, self->start.q, self->start.v, self->next_step, &lost);
}

double
mbd_touching_end_at_event (MbdIntegrator *self, double h)
{
  enum
  {
    MOST_TRIALS = 80
  };
  const double resolution = 4e-16 * fmax (fabs (self->start.time), h);
  double low = 0, high = h, low_margin = NAN, high_margin = margin_of_end (self, h, true);
  double taken = h;

  if (high_margin >= 0) {
    self->stalls = 0;
    return h;
  }
  for (int trial = 0; trial < MOST_TRIALS && high - low > resolution; trial++) {
    // false position where both margins are known and the upper one is a distance, else halves
    double at = low + (high - low) / 2;
    if (high_margin > -1 && trial % 3 != 2 && low_margin > 0)
      at = low + (high - low) * low_margin / (low_margin - high_margin);
    if (!(at > low && at < high))
      at = low + (high - low) / 2;
    if (!(at > low && at < high))
      break;
    taken = at;
    const double margin = try_step (self, at);
    if (margin < 0) {
      high = at;
      high_margin = margin;
      if (margin > -1e-13)
        break;
    } else {
      low = at;
      low_margin = margin;
    }
  }
  if (taken != high)
    try_step (self, high);
  self->stalls = high <= 16 * resolution ? self->stalls + 1 : 0;
  self->must_settle = true;
  self->settle_time = self->end.time;
  return high;
}

/* Results ---------------------------------------------------------------------------------- */

/// The forces of the touches at the end of the last step.
static void
find_forces (MbdIntegrator *self)
{
  MbdTouching *t = self->touching;

  memset (t->external, 0, sizeof *t->external * (size_t) (self->model->n_v + 6));
  if (t->n_touches == 0)
    return;
  mbd_touching_solve (self, &self->end);
  for (int i = 0, entry = t->n_touches; i < t->n_touches; i++) {
    MbdTouch *touch = &t->touches[i];
    touch->force = t->forces[i];
    touch->rub = touch->mode == MBD_TOUCH_STICKS ? t->forces[entry++]
                                                 : -touch->friction * touch->sense * t->forces[i];
    for (int k = 0; k < self->model->n_v; k++)
      t->external[k] +=
        touch->force * t->N[i * self->model->n_v + k] + touch->rub * t->F[i * self->model->n_v + k];
  }
}

const double *
mbd_touching_forces (MbdIntegrator *self)
{
  find_forces (self);
  return self->touching->external;
}

bool
mbd_is_touching (const MbdIntegrator *self)
{
  return self->touching != NULL && self->touching->n_touches > 0;
}

int
mbd_touching_contacts (const MbdIntegrator *self, MbdIntegratorContact *contacts, int most)
{
  const MbdTouching *t = self->touching;

  for (int i = 0; i < t->n_touches && i < most; i++) {
    const MbdTouch *touch = &t->touches[i];
    MbdTouchState now;
    mbd_touching_evaluate (self, touch, self->end.q, self->end.v, &now);
    contacts[i] = (MbdIntegratorContact){
      .shape_a = t->pile->pieces[touch->piece_a].shape,
      .shape_b = t->pile->pieces[touch->piece_b].shape,
      .body_a = mbd_stepper_body (t->stepper, touch->body_a),
      .body_b = mbd_stepper_body (t->stepper, touch->body_b),
      .feature = touch->edge << 12 | touch->corner << 1 | touch->corners,
      .point = { now.point[0], now.point[1] },
      .normal = { now.n[0], now.n[1] },
      .gap = now.gap,
      .normal_force = touch->force,
      .friction_force = touch->rub,
      .slip = now.slip,
      .sticks = touch->mode == MBD_TOUCH_STICKS,
    };
  }
  return t->n_touches;
}

MbdStatus
mbd_touching_check (const MbdIntegrator *self, MbdDiagnosis *why)
{
  const MbdModel *m = self->model;

  if (self->touching == NULL)
    return mbd_diagnose (why, MBD_STATUS_CONTACT_TOO_LARGE, MBD_ELEMENT_NONE, 0, m->n_v);
  if (self->tableau->implicit)
    return mbd_diagnose (why, MBD_STATUS_CONTACT_STIFF, MBD_ELEMENT_NONE, 0, 0);
  for (int i = 0; i < m->n_couplings; i++) {
    const MbdMode mode = self->work->running[i].mode;
    if (m->couplings[i].rows > 0
        && (mode == MBD_MODE_UNILATERAL || mode == MBD_MODE_FRICTION
            || (mode == MBD_MODE_BOX && isfinite (self->work->couplings[i].def.effort_limit))))
      return mbd_diagnose (why, MBD_STATUS_CONTACT_NEEDS_STEPS, MBD_ELEMENT_COUPLING,
                           m->couplings[i].def.id, 0);
  }
  return mbd_stepper_check (m, why);
}
