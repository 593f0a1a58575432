// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rest positions of bodies that may touch. The energy does not determine them: friction holds a box
// anywhere on a gentle slope. So the mechanism is released, in steps of time stepping
// (time-stepper.c), with its drivers held: from rest it is accelerated by unbalanced forces, and
// whenever it loses kinetic energy it is stopped (kinetic damping). If a step from rest begins no
// motion, the mechanism is at rest; if it returns there after a small push, the rest is stable. The
// forces are then found by the complementarity problem of the accelerations, which is exact.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "equilibrium-private.h"
#include "projection-private.h"
#include "dense-private.h"
#include "accurate-contact-private.h"
#include "mechanism-private.h"

/// Largest motion of a step, over the size of the smallest body; a push, and the largest distance
/// of a nearby pose, over L and rad; a fall without end, over L.
static const double stride = 0.2, push = 1e-6, not_far = 1e-3, longest_fall = 100;
/// Margin of a force strictly inside its cone, over its largest value or over all forces; pivot of
/// dependent rows of length 1.
static const double inside = 1e-9, dependent = 1e-12;
/// Largest gap over L that counts as closed; s, time in which any overlap is opened.
static const double closed = 1e-12, long_time = 1e3;
/// Duration of the steps of accurate motion in which a gap of round-off closes, over the time to
/// cross the stride.
static const double moment = 1e-2;

struct MbdRest
{
  const MbdModel *m;
  MbdState *state; // state whose drivers do not move
  MbdIntegrator *steps;
  MbdArena arena;
  double *q, *pushed, *still;
  double time, acceleration; // s; m/s^2, the largest acceleration
  double stride, h;          // m, s
  long taken;
  uint32_t seed; // seed of the push
};

/* Memory ----------------------------------------------------------------------------------- */

/// Freezes functions of time of couplings at their current values.
static MbdStatus
hold_drivers (MbdState *state, MbdDiagnosis *why)
{
  for (int i = 0; i < state->model->n_couplings; i++) {
    MbdCouplingDef def = state->parameters.couplings[i].def;
    MbdFunction *constant = NULL;
    // The time of those that follow a joint stands still anyway.
    if (def.function == NULL || def.class_->follows_joint)
      continue;
    // A speed is held at 0.
    const bool is_speed = def.class_->drives && def.level == MBD_LEVEL_VELOCITY;
    const double value =
      is_speed ? 0 : mbd_function_evaluate (def.function, state->pose.time).value;
    MbdStatus status = mbd_function_new_constant (value, &constant, NULL);
    def.function = constant;
    if (status == MBD_STATUS_OK)
      status = mbd_state_change_coupling (state, i, &def, why);
    mbd_function_unref (constant);
    if (status != MBD_STATUS_OK)
      return mbd_diagnose (why, status, MBD_ELEMENT_COUPLING, def.id, value);
  }
  return MBD_STATUS_OK;
}

/// Returns the size of the smallest shape on a moving body, m.
static double
smallest_shape (const MbdModel *m)
{
  double smallest = m->size;

  for (int i = 0; i < m->n_shapes; i++) {
    const MbdShape *shape = &m->shapes[i].shape;
    double least[2] = { INFINITY, INFINITY }, most[2] = { -INFINITY, -INFINITY };
    if (m->bodies[m->shapes[i].body].degrees == 0 || shape->kind == MBD_SHAPE_HALF_PLANE)
      continue;
    for (int k = 0; k < 2 * shape->count; k++) {
      least[k % 2] = fmin (least[k % 2], shape->points[k]);
      most[k % 2] = fmax (most[k % 2], shape->points[k]);
    }
    smallest = fmin (smallest, 2 * shape->radius + hypot (most[0] - least[0], most[1] - least[1]));
  }
  return smallest;
}

/// Chooses steps short enough for the forces, and for springs, at the starting pose.
static void
choose_step (MbdRest *self)
{
  MbdState *work = self->steps->work;
  const MbdModel *m = self->m;

  mbd_forces (work);
  for (int i = 1; i < m->n_bodies; i++) {
    const MbdModelBody *body = &m->bodies[i];
    for (int k = 0; k < body->degrees; k++)
      self->acceleration =
        fmax (self->acceleration,
              k < 2 ? fabs (work->system.f[body->u + k]) / body->mass
                    : fabs (work->system.f[body->u + k]) * body->arm / body->inertia[8]);
  }
  self->stride = stride * smallest_shape (m);
  self->h = self->acceleration > 0 ? 0.5 * sqrt (self->stride / self->acceleration) : 1;
  const double rate = mbd_rate_at_start (work);
  if (rate > 0)
    self->h = fmin (self->h, 0.5 / rate);
  // A push takes some time even without forces.
  self->acceleration =
    fmax (self->acceleration, fmax (rate * rate, 1 / (self->h * self->h)) * push * m->size);
}

void
mbd_rest_free (MbdRest *self)
{
  if (self == NULL)
    return;
  mbd_integrator_free (self->steps);
  mbd_state_free (self->state);
  mbd_arena_clear (&self->arena);
  free (self);
}

MbdStatus
mbd_rest_new (const MbdState *state, MbdRest **rest, MbdDiagnosis *why)
{
  const MbdModel *m = state->model;
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdRest *self = *rest = calloc (1, sizeof *self);

  if (self == NULL)
    return mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_NONE, 0, 0);
  self->m = m;
  self->time = state->pose.time;
  self->q = MBD_TAKE (&self->arena, double, m->n_q);
  self->pushed = MBD_TAKE (&self->arena, double, m->n_q);
  self->still = MBD_TAKE (&self->arena, double, m->n_v);
  settings.method = MBD_METHOD_TIME_STEPPING;
  settings.step = 1;
  self->state = mbd_state_new (m);
  self->steps = mbd_integrator_new (m, &settings);
  if (self->arena.failed || self->state == NULL || self->steps == NULL
      || mbd_state_copy_couplings (self->state, state) != MBD_STATUS_OK)
    return mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_NONE, 0, 0);
  self->state->pose.lasts = state->pose.lasts;
  mbd_state_set (self->state, self->time, state->pose.q, self->still);
  MbdStatus status = hold_drivers (self->state, why);
  if (status == MBD_STATUS_OK)
    status = mbd_stepper_check (m, why);
  if (status != MBD_STATUS_OK)
    return status;
  memcpy (self->q, state->pose.q, sizeof *self->q * (size_t) m->n_q);
  mbd_stepper_pile (self->steps->stepper)->settings.sleeps = false;
  mbd_pose (self->steps->work, self->time, self->q, self->still);
  choose_step (self);
  return MBD_STATUS_OK;
}

/* Steps ------------------------------------------------------------------------------------ */

/// Begins from a pose at rest.
static MbdStatus
begin (MbdRest *self, const double *q, MbdDiagnosis *why)
{
  MbdIntegrator *steps = self->steps;

  mbd_state_set (self->state, self->time, q, self->still);
  steps->settings.step = self->h;
  const MbdStatus status = mbd_integrator_start (steps, self->state, why);
  // Functions of time keep their current values.
  steps->work->pose.earliest = steps->work->pose.latest = self->time;
  return status;
}

static MbdStatus
take_step (MbdRest *self, MbdDiagnosis *why)
{
  MbdIntegrator *steps = self->steps;
  const MbdInstant swap = steps->start;

  steps->start = steps->end;
  steps->end = swap;
  self->taken++;
  double h = self->h;
  const MbdStatus status = mbd_stepper_step (steps, &h, why);
  steps->end.time = self->time;
  return status;
}

/// Returns the largest part of a velocity, turning at the reach of its body; *body: the index of
/// that body.
static double
largest_speed (const MbdModel *m, const double *v, int *body)
{
  double largest = 0;

  for (int i = 1; i < m->n_bodies; i++)
    for (int k = 0; k < m->bodies[i].degrees; k++) {
      const double speed = fabs (v[m->bodies[i].v + k]) * (k < 2 ? 1 : m->bodies[i].arm);
      if (!(speed <= largest || isnan (largest))) {
        largest = speed;
        *body = i;
      }
    }
  return largest;
}

static double
kinetic_energy (const MbdModel *m, const double *v)
{
  double sum = 0;

  for (int i = 1; i < m->n_bodies; i++)
    for (int k = 0; k < m->bodies[i].degrees; k++)
      sum += (k < 2 ? m->bodies[i].mass : m->bodies[i].inertia[8]) * v[m->bodies[i].v + k]
             * v[m->bodies[i].v + k];
  return sum / 2;
}

/// Moves from a pose to one at rest, where no step from rest gives a body more than `tolerance`
/// times the largest acceleration; a pose at rest is unchanged.
static MbdStatus
let_go (MbdRest *self, double *q, double tolerance, long most, MbdDiagnosis *why)
{
  const MbdModel *m = self->m;
  MbdIntegrator *steps = self->steps;
  const size_t bytes = sizeof *q * (size_t) m->n_q;
  double fallen = 0;
  bool rests = true; // at the start of the step
  int calm = 0, fastest = 0;

  MbdStatus status = begin (self, q, why);
  while (status == MBD_STATUS_OK && calm < 2) {
    if (self->taken >= most)
      return mbd_diagnose (why, MBD_STATUS_ITERATION_LIMIT, MBD_ELEMENT_NONE, 0, (double) most);
    status = take_step (self, why);
    if (status != MBD_STATUS_OK)
      break;
    double *v = steps->end.v;
    const double speed = largest_speed (m, v, &fastest);
    const bool is_calm = rests && speed <= tolerance * self->acceleration * self->h;
    fallen += speed * self->h;
    if (!(fallen <= longest_fall * m->size))
      return mbd_diagnose (why, MBD_STATUS_NO_EQUILIBRIUM, MBD_ELEMENT_BODY, m->bodies[fastest].id,
                           0);
    calm = is_calm ? calm + 1 : 0;
    if (is_calm)
      memcpy (steps->end.q, steps->start.q, bytes);
    rests = is_calm || (!rests && kinetic_energy (m, v) < kinetic_energy (m, steps->start.v));
    const double factor = rests ? 0 : fmin (1, self->stride / (speed * self->h));
    for (int i = 0; i < m->n_v; i++)
      v[i] *= factor;
  }
  if (status == MBD_STATUS_OK)
    memcpy (q, steps->end.q, bytes);
  return status;
}

/// Finds a pose beside another one, on the rows.
static bool
find_beside (MbdRest *self, const double *q, double *beside)
{
  const MbdModel *m = self->m;

  for (int i = 0; i < m->n_q; i++) {
    self->seed = 1664525u * self->seed + 1013904223u;
    self->pushed[i] = ((double) self->seed / 0x1p31 - 1) * push;
  }
  memcpy (beside, q, sizeof *q * (size_t) m->n_q);
  for (int i = 1; i < m->n_bodies; i++)
    for (int k = 0; k < m->bodies[i].degrees; k++)
      beside[m->bodies[i].q + k] += self->pushed[m->bodies[i].q + k] * (k < 2 ? m->size : 1);
  mbd_state_set (self->state, self->time, beside, self->still);
  if (mbd_state_assemble (self->state, NULL, NULL) != MBD_STATUS_OK)
    return false;
  memcpy (beside, self->state->pose.q, sizeof *q * (size_t) m->n_q);
  return true;
}

static bool
is_near (const MbdModel *m, const double *p, const double *q)
{
  for (int i = 1; i < m->n_bodies; i++)
    for (int k = 0; k < m->bodies[i].degrees; k++)
      if (!(fabs (p[m->bodies[i].q + k] - q[m->bodies[i].q + k])
            <= not_far * (k < 2 ? m->size : 1)))
        return false;
  return true;
}

MbdStatus
mbd_rest_find (MbdRest *self, double tolerance, long most, double *q, MbdDiagnosis *why)
{
  const size_t bytes = sizeof *q * (size_t) self->m->n_q;
  double *beside = self->q;
  MbdStatus status = let_go (self, q, tolerance, most, why);

  while (status == MBD_STATUS_OK && find_beside (self, q, beside)) {
    status = let_go (self, beside, tolerance, most, why);
    if (status == MBD_STATUS_OK && is_near (self->m, q, beside))
      return status;
    memcpy (q, beside, bytes);
  }
  return status;
}

long
mbd_rest_steps (const MbdRest *self)
{
  return self->taken;
}

/* Forces ----------------------------------------------------------------------------------- */

static bool
take_contacts (MbdIntegrator *integrator, const double *external, MbdRestForces *forces)
{
  const int n = mbd_integrator_contacts (integrator, NULL, 0);
  MbdIntegratorContact *contacts = malloc (sizeof *contacts * ((size_t) n + 1));

  if (contacts == NULL)
    return false;
  mbd_integrator_contacts (integrator, contacts, n);
  free (forces->contacts);
  forces->contacts = contacts;
  forces->n_contacts = n;
  memcpy (forces->external, external, sizeof *external * (size_t) integrator->model->n_v);
  return true;
}

/// Rows that hold a pose: of couplings, then of touches, with their forces.
typedef struct
{
  MbdArena arena;
  int n, count, locks; // velocities; rows; rows of couplings
  double *rows;        // divided by roots of masses, scaled to length 1: count x n
  double *length;      // length before scaling
  double *force;       // times that length
  double *gram, *inverse, *work;
  int *touch, *places;
  bool *rubs;
} Held;

static void
add_row (const MbdModel *m, Held *held, const double *row, double force, int touch, bool rubs)
{
  double *to = held->rows + (size_t) held->count * (size_t) held->n, sum = 0;

  for (int b = 1; b < m->n_bodies; b++)
    for (int k = 0; k < m->bodies[b].degrees; k++) {
      const int i = m->bodies[b].u + k;
      to[i] = row[i] / sqrt (k < 2 ? m->bodies[b].mass : m->bodies[b].inertia[8]);
      sum += to[i] * to[i];
    }
  for (int i = 0; i < m->n_v && sum > 0; i++)
    to[i] /= sqrt (sum);
  held->length[held->count] = sqrt (sum);
  held->force[held->count] = sqrt (sum) * force;
  held->touch[held->count] = touch;
  held->rubs[held->count++] = rubs;
}

/// Lists the rows, including rows of touches whose forces are inside their cones, or of all
/// sticking ones.
static void
list_held (const MbdIntegrator *integrator, Held *held, bool only_inside)
{
  const MbdTouching *t = integrator->touching;
  const size_t n = (size_t) held->n;
  double largest = 0;
  int places[3];

  held->count = 0;
  mbd_touching_places (t, places);
  for (int i = 0; i < t->n_touches; i++)
    largest = fmax (largest, t->touches[i].force);
  for (int i = 0; i < t->n_locks; i++)
    add_row (integrator->model, held, t->G + (size_t) i * n, t->forces[places[1] + i], -1, false);
  held->locks = held->count;
  for (int i = 0; i < t->n_touches; i++) {
    const MbdTouch *touch = &t->touches[i];
    const double most = touch->friction * touch->force * (1 - inside);
    if (only_inside && touch->force <= inside * largest)
      continue;
    add_row (integrator->model, held, t->N + (size_t) i * n, touch->force, i, false);
    if (only_inside ? fabs (touch->rub) < most
                    : touch->mode == MBD_TOUCH_STICKS && touch->friction > 0)
      add_row (integrator->model, held, t->F + (size_t) i * n, touch->rub, i, true);
  }
}

static void
take_gram (Held *held, int count, double *gram)
{
  const size_t n = (size_t) held->n;

  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++) {
      double sum = 0;
      for (size_t k = 0; k < n; k++)
        sum += held->rows[(size_t) i * n + k] * held->rows[(size_t) j * n + k];
      gram[i * count + j] = sum;
    }
}

/// Finds the forces with the same effect whose squares, times the lengths of their rows, are least.
static void
share_evenly (MbdIntegrator *integrator, Held *held)
{
  const MbdTouching *t = integrator->touching;
  double largest = 0;

  list_held (integrator, held, false);
  const int count = held->count;
  double *along = held->work, *least = held->work + count;
  take_gram (held, count, held->gram);
  memcpy (held->inverse, held->gram, sizeof *held->gram * (size_t) count * (size_t) count);
  mbd_dense_pseudo_invert (count, held->inverse, dependent, held->work);
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < count; i++) {
      const double *row = (pass == 0 ? held->inverse : held->gram) + (size_t) i * (size_t) count;
      double sum = 0;
      for (int j = 0; j < count; j++)
        sum += row[j] * (pass == 0 ? held->force : along)[j];
      (pass == 0 ? along : least)[i] = sum;
    }
  for (int i = 0; i < count; i++) {
    least[i] /= held->length[i];
    largest = fmax (largest, held->touch[i] >= 0 ? fabs (least[i]) : 0);
  }
  // A row of friction follows the row of its normal.
  for (int i = held->locks; i < count; i++) {
    const double most = held->rubs[i] ? t->touches[held->touch[i]].friction * least[i - 1] : 0;
    if (held->rubs[i] ? fabs (least[i]) > most + inside * largest : least[i] < -inside * largest)
      return;
  }
  for (int i = held->locks; i < count; i++)
    if (held->rubs[i])
      t->touches[held->touch[i]].rub = least[i];
    else
      t->touches[held->touch[i]].force = fmax (0, least[i]);
}

/// Returns true if contact forces inside their cones may change without any effect.
static bool
are_many (const MbdIntegrator *integrator, Held *held)
{
  list_held (integrator, held, true);
  take_gram (held, held->locks, held->gram);
  const int before =
    mbd_dense_factor (held->locks, held->gram, held->places, held->places + held->count, dependent);
  take_gram (held, held->count, held->gram);
  const int rank =
    mbd_dense_factor (held->count, held->gram, held->places, held->places + held->count, dependent);
  return rank - before < held->count - held->locks;
}

/// Returns the forces of touches at the end of an integrator that began at rest. *many: true if
/// this is one set of many.
static const double *
find_forces (MbdIntegrator *integrator, MbdArena *arena, bool *many)
{
  const MbdTouching *t = integrator->touching;
  const size_t n = (size_t) integrator->model->n_v;
  const double *found = mbd_touching_forces (integrator, &integrator->end);
  const size_t most = (size_t) (t->n_locks + 2 * t->n_touches);
  Held held = {
    .n = (int) n,
    .rows = MBD_TAKE (arena, double, most *n),
    .length = MBD_TAKE (arena, double, most),
    .force = MBD_TAKE (arena, double, most),
    .gram = MBD_TAKE (arena, double, most *most),
    .inverse = MBD_TAKE (arena, double, most *most),
    .work = MBD_TAKE (arena, double, 2 * most * most),
    .touch = MBD_TAKE (arena, int, most),
    .places = MBD_TAKE (arena, int, 2 * most),
    .rubs = MBD_TAKE (arena, bool, most),
  };
  double *sum = MBD_TAKE (arena, double, n);

  *many = true;
  if (arena->failed || t->n_touches == 0)
    return found;
  // The contribution of touches besides normals and friction stays: moments against rolling.
  memcpy (sum, found, sizeof *sum * n);
  for (int sign = -1; sign <= 1; sign += 2) {
    for (int i = 0; i < t->n_touches; i++)
      for (size_t k = 0; k < n; k++)
        sum[k] += sign
                  * (t->touches[i].force * t->N[(size_t) i * n + k]
                     + t->touches[i].rub * t->F[(size_t) i * n + k]);
    if (sign < 0)
      share_evenly (integrator, &held);
  }
  *many = are_many (integrator, &held);
  return sum;
}

/// Closes gaps and overlaps of touches in one call. Returns OK if there are none.
static MbdStatus
close_gaps (MbdRest *self, MbdIntegrator *accurate, double *q)
{
  const MbdTouching *t = accurate->touching;
  double worst = 0;

  for (int i = 0; i < t->n_touches; i++) {
    MbdTouchState now;
    mbd_touching_evaluate (accurate, &t->touches[i], q, self->still, &now);
    worst = fmax (worst, fabs (now.gap));
  }
  if (worst <= closed * self->m->size)
    return MBD_STATUS_OK;
  // Overlaps are opened over time.
  accurate->end.time = accurate->start.time + long_time;
  mbd_touching_project (accurate, self->time, q, self->still, true);
  mbd_touching_project (accurate, self->time, q, self->still, true);
  mbd_state_set (self->state, self->time, q, self->still);
  return mbd_integrator_start (accurate, self->state, NULL);
}

bool
mbd_rest_forces (MbdRest *self, MbdRestWay way, double *q, MbdRestForces *forces)
{
  const MbdModel *m = self->m;
  MbdIntegratorSettings settings = mbd_integrator_default ();
  bool found = false;

  if (way == MBD_REST_BY_STEP) {
    forces->many = true;
    found = begin (self, q, NULL) == MBD_STATUS_OK
            && take_contacts (self->steps, mbd_stepper_forces (self->steps->stepper), forces);
    return found;
  }
  if (!mbd_touching_fits (m))
    return false;
  settings.method = MBD_METHOD_VERNER65;
  mbd_state_set (self->state, self->time, q, self->still);
  MbdIntegrator *accurate = mbd_integrator_new (m, &settings);
  MbdStatus status = accurate != NULL ? mbd_integrator_start (accurate, self->state, NULL)
                                      : MBD_STATUS_OUT_OF_MEMORY;
  if (status == MBD_STATUS_OK && way == MBD_REST_AFTER_A_MOMENT) {
    accurate->work->pose.earliest = accurate->work->pose.latest = self->time;
    status = mbd_integrator_advance (accurate, self->time + moment * self->h, self->state, NULL);
    if (status == MBD_STATUS_OK) {
      memcpy (q, self->state->pose.q, sizeof *q * (size_t) m->n_q);
      mbd_state_set (self->state, self->time, q, self->still);
      status = mbd_integrator_start (accurate, self->state, NULL);
    }
  }
  if (status == MBD_STATUS_OK)
    status = close_gaps (self, accurate, q);
  if (status == MBD_STATUS_OK) {
    MbdArena arena = { 0 };
    const double *external = find_forces (accurate, &arena, &forces->many);
    found = take_contacts (accurate, external, forces);
    mbd_arena_clear (&arena);
  }
  mbd_integrator_free (accurate);
  return found;
}
