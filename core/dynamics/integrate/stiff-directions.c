// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Newton's method for the stages of an implicit method, by the directions in which forces are
// stiff. There are few of them: one of a spring, three of a bushing in the plane. With a (q, v) the
// acceleration that the explicit methods use (block factor, constraints met exactly), stage i
// requires
//   F_i = a_i - a (q_i, v_i) = 0,   v_i = v + h sum A_ij a_j,   q_i = q + h sum A_ij q'_j
// and a changes with the state of the stage mainly by stiff forces T along rows g,
//   da = -W g dT,   dT = d g.dv + p.dq              W: inverse mass on the constraints
// so that the coupled linear system of all stages reduces to one for the changes dT,
//   dT_i + sum_j c_ij . (W g)_j dT_j = -sum_j c_ij . F_j,   c_ij = h A_ij d g_i + h^2 (A A)_ij p_i
//   da_i = -F_i - (W g)_i dT_i
// which is small and dense. Directions that turn within the step stay exact in it: g_i belongs to
// the stage. The remaining, non-stiff part is found by iteration.

#include <math.h>
#include <string.h>

#include <lapacke.h>

#include "row-law-private.h"
#include "stiff-private.h"
#include "vector-private.h"

int
mbd_most_directions (const MbdState *state)
{
  const MbdModel *m = state->model;
  const MbdPose pose = mbd_pose_of (state);
  int most = 0;

  for (int i = 0; i < m->n_forces; i++) {
    const MbdBoundForce *force = &state->parameters.forces[i];
    MbdForceDirection directions[MBD_MOST_DIRECTIONS];
    if (force->def->class_->directions == NULL)
      return -1;
    if (force->def->enabled)
      most +=
        force->def->class_->directions (force, &pose, directions) + mbd_feedback_count (force);
  }
  for (int row = 0; row < m->n_rows && state->roles.any_prescribed; row++)
    most += state->roles.rows[row].role == MBD_ROW_COMPLIANT;
  return most;
}

/// Copies the parts of a vector that belong to a body, in world axes and in the axes of its
/// velocities.
static void
take_parts (const MbdState *state, int index, const double x[6], double *world, double *own)
{
  const MbdModelBody *body = &state->model->bodies[index];

  if (body->degrees == 3) {
    world[0] = own[0] = x[0];
    world[1] = own[1] = x[1];
    world[2] = own[2] = x[5];
  } else if (body->degrees == 6) {
    memcpy (world, x, 6 * sizeof *x);
    memcpy (own, x, 3 * sizeof *x);
    rotate3_back (state->pose.space[index].R, x + 3, own + 3);
  }
}

/// Appends the places of one body to a row.
static void
append_body (const MbdState *state,
             int index,
             const double g[6],
             const double w[6],
             double stiffness,
             MbdStiffRow *row)
{
  const MbdModelBody *body = &state->model->bodies[index];
  const int at = row->count;
  double p[6];

  for (int i = 0; i < 6; i++)
    p[i] = stiffness * g[i] + row->damping * w[i];
  take_parts (state, index, g, row->g_world + at, row->g + at);
  take_parts (state, index, p, row->p_world + at, row->p + at);
  for (int i = 0; i < body->degrees; i++)
    row->place[row->count++] = body->u + i;
}

/// Finds the rows of compliant couplings. The part of their rates that turns with the bodies is
/// omitted.
static int
find_compliant (const MbdState *state, MbdStiffRow *rows)
{
  static const double none[6];
  const MbdModel *m = state->model;
  int n = 0;

  for (int i = 0; i < m->n_batches && state->roles.any_prescribed; i++) {
    const MbdModelBatch *batch = &m->batches[i];
    for (int k = 0; k < batch->view.count; k++)
      for (int r = 0; r < batch->view.rows; r++) {
        const int place = batch->first + k * batch->view.rows + r;
        const double *G = state->system.G + batch->G + k * batch->stride;
        if (state->roles.rows[place].role != MBD_ROW_COMPLIANT)
          continue;
        const MbdRowLaw law = mbd_row_law (state, batch->coupling[k], r);
        // At a bound the force is constant.
        if (!mbd_soft_row_follows (&law, state->roles.prescribed[place]))
          continue;
        MbdStiffRow *row = &rows[n++];
        *row = (MbdStiffRow){ .damping = law.damping };
        for (int side = 0; side < batch->view.sides; side++) {
          const double *own = G + r * batch->degrees[side];
          double g[6] = { own[0], own[1] };
          if (batch->degrees[side] == 3)
            g[5] = own[2];
          else
            memcpy (g, own, sizeof g);
          append_body (state, batch->view.body[side][k], g, none, law.stiffness, row);
          G += batch->view.rows * batch->degrees[side];
        }
      }
  }
  return n;
}

/// Appends the places of one body to a row of feedback: `out`, its wrench by a force of 1, and `in`, by
/// which the force changes with its displacement or velocity; either may be NULL.
static void
append_feedback (const MbdState *state,
                 int index,
                 const double *out,
                 const double *in,
                 bool is_rate,
                 MbdStiffRow *row)
{
  static const double none[6];
  const int at = row->count;
  double minus[6], unused[6];

  for (int i = 0; i < 6; i++)
    minus[i] = out != NULL ? -out[i] : 0;
  take_parts (state, index, minus, row->g_world + at, unused);
  take_parts (state, index, in != NULL && is_rate ? in : none, unused, row->g + at);
  take_parts (state, index, in != NULL && !is_rate ? in : none, row->p_world + at, row->p + at);
  for (int i = 0; i < state->model->bodies[index].degrees; i++)
    row->place[row->count++] = state->model->bodies[index].u + i;
}

/// Finds the rows of the functions of one force element.
static int
find_feedback_rows (const MbdState *state, const MbdBoundForce *force, MbdStiffRow *rows)
{
  const MbdPose pose = mbd_pose_of (state);
  MbdFeedback feedback[MBD_MOST_FEEDBACK];
  const int count = mbd_find_feedback (force, &pose, feedback);

  for (int k = 0; k < count; k++) {
    const MbdFeedback *f = &feedback[k];
    rows[k] = (MbdStiffRow){ .damping = 1 };
    if (force->def->class_->acts_on_a)
      append_feedback (state, force->body_a, f->g[0], NULL, false, &rows[k]);
    append_feedback (state, force->body_b, f->g[1], NULL, false, &rows[k]);
    for (int end = 0; end < f->signal->ends; end++)
      append_feedback (state, f->signal->body[end], NULL, f->from[end], f->signal->def.is_rate,
                       &rows[k]);
  }
  return count;
}

int
mbd_find_directions (const MbdState *state, MbdStiffRow *rows)
{
  const MbdModel *m = state->model;
  const MbdPose pose = mbd_pose_of (state);
  int n = 0;

  for (int i = 0; i < m->n_forces; i++) {
    const MbdBoundForce *force = &state->parameters.forces[i];
    MbdForceDirection directions[MBD_MOST_DIRECTIONS];
    if (!force->def->enabled)
      continue;
    const int count = force->def->class_->directions (force, &pose, directions);
    for (int k = 0; k < count; k++) {
      const MbdForceDirection *d = &directions[k];
      if (d->stiffness == 0 && d->damping == 0)
        continue;
      rows[n] = (MbdStiffRow){ .damping = d->damping };
      if (force->def->class_->acts_on_a)
        append_body (state, force->body_a, d->g[0], d->w[0], d->stiffness, &rows[n]);
      append_body (state, force->body_b, d->g[1], d->w[1], d->stiffness, &rows[n]);
      n++;
    }
    if (mbd_feedback_count (force) > 0)
      n += find_feedback_rows (state, force, rows + n);
  }
  return n + find_compliant (state, rows + n);
}

void
mbd_directions_prepare (MbdIntegrator *self)
{
  MbdStiff *stiff = self->stiff;
  MbdArena *arena = &stiff->arena;
  const MbdModel *m = self->model;
  stiff->n_v = m->n_v;
  const size_t rows = (size_t) stiff->most_rows, all = rows * (size_t) (self->tableau->stages - 1);

  for (int j = 1; j < self->tableau->stages; j++) {
    stiff->rows[j] = MBD_TAKE (arena, MbdStiffRow, rows);
    stiff->weighted[j] = MBD_TAKE (arena, double, rows *(size_t) m->n_v);
    stiff->stage_q[j] = MBD_TAKE (arena, double, m->n_q);
    stiff->stage_v[j] = MBD_TAKE (arena, double, m->n_v);
    stiff->misfit[j] = MBD_TAKE (arena, double, m->n_v);
  }
  stiff->small = MBD_TAKE (arena, double, all *all);
  stiff->change = MBD_TAKE (arena, double, all);
  stiff->pivots = MBD_TAKE (arena, int, all);
}

/// Computes W g of a row, as accelerations in the coordinates of velocities, with the factor of the
/// last evaluation.
static void
weigh_row (MbdState *work, const MbdStiffRow *row, double *weighted)
{
  const MbdModel *m = work->model;

  memset (work->solution.residual_rows, 0,
          sizeof *work->solution.residual_rows * (size_t) m->n_rows);
  memset (work->solution.correction, 0, sizeof *work->solution.correction * ((size_t) m->n_v + 6));
  for (int i = 0; i < row->count; i++)
    work->solution.correction[row->place[i]] += row->g_world[i];
  mbd_load_right_side (work, work->solution.correction, work->solution.residual_rows);
  mbd_forward (work);
  mbd_backward (work);
  mbd_recover (work, work->solution.correction, work->solution.au);
  mbd_to_body_axes (work, work->solution.au, weighted);
}

static void
weigh_directions (MbdIntegrator *self, int stage)
{
  MbdStiff *stiff = self->stiff;

  stiff->n_rows[stage] = mbd_find_directions (self->work, stiff->rows[stage]);
  for (int r = 0; r < stiff->n_rows[stage]; r++)
    weigh_row (self->work, &stiff->rows[stage][r],
               stiff->weighted[stage] + (size_t) r * (size_t) stiff->n_v);
}

/// Weights h A_ij and h^2 (A A)_ij.
typedef struct
{
  double rate, place;
} Weights;

static Weights
weights_of (const MbdTableau *t, double h, int i, int j)
{
  double square = 0;
  for (int k = 1; k < t->stages; k++)
    square += t->a[i][k] * t->a[k][j];
  return (Weights){ h * t->a[i][j], h * h * square };
}

/// Returns the change that accelerations x of another stage make to the force along a row.
static double
force_change (const MbdStiffRow *row, Weights weights, const double *x)
{
  const double rate = weights.rate * row->damping;
  double sum = 0;
  for (int i = 0; i < row->count; i++)
    sum += (rate * row->g[i] + weights.place * row->p[i]) * x[row->place[i]];
  return sum;
}

/// Builds and factors the small matrix, stage by stage, each with its number of rows.
static bool
factor_small (MbdIntegrator *self, double h, int size)
{
  const MbdTableau *t = self->tableau;
  MbdStiff *stiff = self->stiff;
  const size_t n_v = (size_t) self->model->n_v;
  int at = 0;

  for (int i = 1; i < t->stages; i++)
    for (int r = 0; r < stiff->n_rows[i]; r++, at++) {
      const MbdStiffRow *row = &stiff->rows[i][r];
      int column = 0;
      for (int j = 1; j < t->stages; j++) {
        const Weights weights = weights_of (t, h, i, j);
        for (int s = 0; s < stiff->n_rows[j]; s++, column++)
          stiff->small[(size_t) column * (size_t) size + (size_t) at] =
            (column == at ? 1 : 0)
            + force_change (row, weights, stiff->weighted[j] + (size_t) s * n_v);
      }
    }
  self->statistics.factorisations++;
  return size == 0
         || LAPACKE_dgetrf_work (LAPACK_COL_MAJOR, size, size, stiff->small, size, stiff->pivots)
              == 0;
}

/// Computes the states of all stages from their current accelerations.
static void
place_stages (MbdIntegrator *self, const MbdInstant *start, double h)
{
  const MbdTableau *t = self->tableau;
  const MbdModel *m = self->model;
  MbdStiff *stiff = self->stiff;

  for (int j = 1; j < t->stages; j++) {
    double *v = stiff->stage_v[j], *q = stiff->stage_q[j];
    memcpy (v, start->v, sizeof *v * (size_t) m->n_v);
    for (int k = 0; k < t->stages; k++)
      if (t->a[j][k] != 0)
        for (int i = 0; i < m->n_v; i++)
          v[i] += h * t->a[j][k] * self->kv[k][i];
    // Rates of quaternions depend on the attitude; first use the attitude of the guessed rates.
    if (!m->planar) {
      memcpy (q, start->q, sizeof *q * (size_t) m->n_q);
      for (int k = 0; k < t->stages; k++)
        if (t->a[j][k] != 0)
          for (int i = 0; i < m->n_q; i++)
            q[i] += h * t->a[j][k] * self->kq[k][i];
    }
  }
  for (int j = 1; j < t->stages; j++)
    mbd_position_rates (m, stiff->stage_q[j], stiff->stage_v[j], self->kq[j]);
  for (int j = 1; j < t->stages; j++) {
    double *q = stiff->stage_q[j];
    memcpy (q, start->q, sizeof *q * (size_t) m->n_q);
    for (int k = 0; k < t->stages; k++)
      if (t->a[j][k] != 0)
        for (int i = 0; i < m->n_q; i++)
          q[i] += h * t->a[j][k] * self->kq[k][i];
  }
}

double
mbd_correct_by_directions (MbdIntegrator *self, const MbdInstant *start, double h, bool anew)
{
  const MbdTableau *t = self->tableau;
  const MbdModel *m = self->model;
  MbdStiff *stiff = self->stiff;
  const size_t n_v = (size_t) m->n_v;
  int size = 0, at = 0;
  double largest = 0;

  place_stages (self, start, h);
  for (int j = 1; j < t->stages; j++) {
    double *F = stiff->misfit[j];
    const double time = fmin (start->time + t->c[j] * h, start->time + h);
    mbd_accelerate (self->work, time, stiff->stage_q[j], stiff->stage_v[j], F);
    mbd_set_memory_rates (self, self->kq[j]);
    if (start->ledger != NULL)
      mbd_find_powers (self->work, self->power[j]);
    for (int i = 0; i < m->n_v; i++)
      F[i] = self->kv[j][i] - F[i];
    if (anew)
      weigh_directions (self, j);
    size += stiff->n_rows[j];
    self->statistics.evaluations++;
    self->statistics.newton_iterations++;
  }
  if (anew && !factor_small (self, h, size))
    return NAN;
  for (int i = 1; i < t->stages; i++)
    for (int r = 0; r < stiff->n_rows[i]; r++, at++) {
      stiff->change[at] = 0;
      for (int j = 1; j < t->stages; j++)
        stiff->change[at] -=
          force_change (&stiff->rows[i][r], weights_of (t, h, i, j), stiff->misfit[j]);
    }
  if (size > 0
      && LAPACKE_dgetrs_work (LAPACK_COL_MAJOR, 'N', size, 1, stiff->small, size, stiff->pivots,
                              stiff->change, size)
           != 0)
    return NAN;
  at = 0;
  for (int j = 1; j < t->stages; j++) {
    double *F = stiff->misfit[j], *a = self->kv[j];
    for (int r = 0; r < stiff->n_rows[j]; r++, at++) {
      const double *Wg = stiff->weighted[j] + (size_t) r * n_v;
      for (int i = 0; i < m->n_v; i++)
        F[i] += Wg[i] * stiff->change[at];
    }
    for (int i = 0; i < m->n_v; i++)
      a[i] -= F[i];
    const double change = mbd_change_norm (self, h, F);
    largest = larger (largest, change);
  }
  return largest;
}

/// Returns the largest rate of a single row on the masses that it moves.
static double
rate_of_row (const MbdStiffRow *row, const double *weighted)
{
  double mobility = 0, stiffness = 0;

  for (int i = 0; i < row->count; i++) {
    mobility += row->g[i] * weighted[row->place[i]];
    stiffness += row->p[i] * weighted[row->place[i]];
  }
  // x^2 + d mu x + k mu = 0
  const double half = row->damping * mobility / 2, square = half * half - stiffness;
  return square > 0 ? half + sqrt (square) : sqrt (fmax (stiffness, 0));
}

double
mbd_stiff_rate (const MbdStiff *stiff)
{
  const int stage = 1;
  double largest = 0;

  if (stiff == NULL || !stiff->by_directions)
    return -1;
  for (int r = 0; r < stiff->n_rows[stage]; r++)
    largest =
      fmax (largest, rate_of_row (&stiff->rows[stage][r],
                                  stiff->weighted[stage] + (size_t) r * (size_t) stiff->n_v));
  return largest;
}

double
mbd_rate_at_start (MbdState *work)
{
  const int most = mbd_most_directions (work);
  MbdArena scratch = { 0 };
  double largest = 0;

  if (most <= 0)
    return 0;
  MbdStiffRow *rows = MBD_TAKE (&scratch, MbdStiffRow, most);
  double *weighted = MBD_TAKE (&scratch, double, work->model->n_v);
  const int count = scratch.failed ? 0 : mbd_find_directions (work, rows);
  for (int r = 0; r < count; r++) {
    weigh_row (work, &rows[r], weighted);
    largest = fmax (largest, rate_of_row (&rows[r], weighted));
  }
  mbd_arena_clear (&scratch);
  return largest;
}
