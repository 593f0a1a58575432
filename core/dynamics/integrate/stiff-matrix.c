// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrix of Newton's method for implicit stages: sparse, its pattern found once, factored by KLU
// with the pivots of the previous factor as long as they are usable.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "row-law-private.h"
#include "stiff-private.h"
#include "vector-private.h"

/// Step of a difference, times L or in rad, and of velocities over 1 s.
static const double difference = 1e-6;
/// R over g, as for the explicit methods.
static const double regularisation = 1e-12;

/* Assembly --------------------------------------------------------------------------------- */

/// Receives entries: first lists of places, then values.
typedef struct
{
  MbdStiff *stiff;
  int *row, *column; // NULL while values are filled in
  int capacity, count;
  bool failed;
} Sink;

static void
emit (Sink *sink, int row, int column, double value)
{
  if (sink->row == NULL) {
    sink->stiff->values[sink->stiff->slot[sink->count++]] += value;
    return;
  }
  if (sink->count == sink->capacity) {
    int capacity = 2 * sink->capacity;
    int *rows = realloc (sink->row, sizeof *rows * (size_t) capacity);
    if (rows != NULL)
      sink->row = rows;
    int *columns = realloc (sink->column, sizeof *columns * (size_t) capacity);
    if (columns != NULL)
      sink->column = columns;
    if (rows == NULL || columns == NULL) {
      sink->failed = true;
      return;
    }
    sink->capacity = capacity;
  }
  sink->row[sink->count] = row;
  sink->column[sink->count++] = column;
}

static void
emit_masses (const MbdIntegrator *self, Sink *sink)
{
  const MbdModel *m = self->model;

  for (int b = 1; b < m->n_bodies; b++) {
    const MbdModelBody *body = &m->bodies[b];
    const double mass = body->mass > 0 ? body->mass : 1 / fmax (body->inverse_mass, 1e-300);
    if (body->degrees == 3) {
      emit (sink, body->u, body->u, mass);
      emit (sink, body->u + 1, body->u + 1, mass);
      emit (sink, body->u + 2, body->u + 2, 1 / fmax (body->inverse_inertia[8], 1e-300));
    } else if (body->degrees == 6)
      for (int i = 0; i < 3; i++) {
        emit (sink, body->u + i, body->u + i, mass);
        for (int j = 0; j < 3; j++)
          emit (sink, body->u + 3 + i, body->u + 3 + j,
                self->work->pose.world_inertia[9 * b + 3 * i + j]);
      }
  }
}

static void
emit_rows (const MbdIntegrator *self, Sink *sink)
{
  const MbdModel *m = self->model;
  const MbdState *work = self->work;

  for (int i = 0; i < m->n_batches; i++) {
    const MbdModelBatch *batch = &m->batches[i];
    const double *G = work->system.G + batch->G;
    for (int k = 0; k < batch->view.count; k++) {
      const int first = batch->first + k * batch->view.rows;
      for (int side = 0; side < batch->view.sides; side++)
        for (int r = 0; r < batch->view.rows; r++, G += batch->degrees[side]) {
          const bool solved = mbd_row_is_solved (work, first + r);
          const int u = batch->u[side][k];
          for (int c = 0; c < batch->degrees[side] && u < m->n_v; c++) {
            emit (sink, m->n_v + first + r, u + c, solved ? G[c] : 0);
            emit (sink, u + c, m->n_v + first + r, solved ? G[c] : 0);
          }
        }
      for (int r = 0; r < batch->view.rows; r++) {
        const double g = work->pivots.g[batch->y[k] + r];
        const bool solved = mbd_row_is_solved (work, first + r);
        emit (sink, m->n_v + first + r, m->n_v + first + r,
              solved && g > 0 ? -regularisation * g : -1);
      }
    }
  }
}

/// Moves one coordinate of a body's pose (0-2 along, 3-5 about world axes; planar: 0, 1, 5), or of
/// its velocity.
static void
perturb (MbdState *work, int b, int coordinate, bool of_velocity, double step)
{
  MbdSpacePose *s = &work->pose.space[b];
  MbdPlanePose *p = &work->pose.plane[b];
  const bool planar = work->model->bodies[b].degrees == 3;

  if (of_velocity) {
    *(coordinate < 3 ? &s->v[coordinate] : &s->w[coordinate - 3]) += step;
    if (planar)
      *(coordinate == 0 ? &p->vx : coordinate == 1 ? &p->vy : &p->w) += step;
    return;
  }
  if (coordinate < 3)
    s->x[coordinate] += step;
  else {
    double turn[3] = { 0 };
    turn[coordinate - 3] = step;
    quaternion_turn (s->q, turn);
    quaternion_matrix (s->q, s->R);
  }
  if (planar && coordinate == 5) {
    p->angle += step;
    p->c = cos (p->angle);
    p->s = sin (p->angle);
  } else if (planar)
    *(coordinate == 0 ? &p->x : &p->y) += step;
}

/// Returns the pose coordinate of velocity coordinate c of a body.
static int
pose_coordinate (int degrees, int c)
{
  return degrees == 3 && c == 2 ? 5 : c;
}

/// Emits the matrix of one force element by central differences, for kinds that do not provide
/// directions.
static void
emit_differences (const MbdIntegrator *self, int force, double h_g, Sink *sink)
{
  const MbdModel *m = self->model;
  MbdState *work = self->work;
  double *f = self->stiff->one_force;
  const MbdBoundForce *bound = &work->parameters.forces[force];
  const int bodies[2] = { bound->def->class_->acts_on_a ? bound->body_a : 0, bound->body_b };

  for (int from = 0; from < 2; from++)
    for (int c = 0; c < m->bodies[bodies[from]].degrees; c++) {
      const MbdModelBody *moved = &m->bodies[bodies[from]];
      const int coordinate = pose_coordinate (moved->degrees, c);
      double change[2][6] = { 0 };

      for (int of_velocity = 0; of_velocity < 2 && sink->row == NULL; of_velocity++) {
        const double step = coordinate < 3 ? difference * m->size : difference;
        const double weight = (of_velocity ? h_g : h_g * h_g) / (2 * step);
        const MbdSpacePose space = work->pose.space[bodies[from]];
        const MbdPlanePose plane = work->pose.plane[bodies[from]];
        for (int sign = -1; sign <= 1; sign += 2) {
          for (int to = 0; to < 2; to++)
            memset (f + m->bodies[bodies[to]].u, 0, 6 * sizeof *f);
          perturb (work, bodies[from], coordinate, of_velocity, sign * step);
          mbd_add_force (work, force, f);
          work->pose.space[bodies[from]] = space;
          work->pose.plane[bodies[from]] = plane;
          for (int to = 0; to < 2; to++)
            for (int i = 0; i < m->bodies[bodies[to]].degrees; i++)
              change[to][i] -= sign * weight * f[m->bodies[bodies[to]].u + i];
        }
      }
      for (int to = 0; to < 2; to++)
        for (int i = 0; i < m->bodies[bodies[to]].degrees; i++)
          emit (sink, m->bodies[bodies[to]].u + i, moved->u + c, change[to][i]);
    }
}

/// Emits -(h g) D - (h g)^2 K of one force element by its directions; only places if h_g is 0.
static void
emit_directions (const MbdIntegrator *self, int force, double h_g, Sink *sink)
{
  const MbdModel *m = self->model;
  const MbdState *work = self->work;
  const MbdBoundForce *bound = &work->parameters.forces[force];
  const MbdPose pose = mbd_pose_of (work);
  const int bodies[2] = { bound->def->class_->acts_on_a ? bound->body_a : 0, bound->body_b };
  MbdForceDirection directions[MBD_MOST_DIRECTIONS];
  double sum[2][2][6][6] = { 0 };

  const int count = bound->def->class_->directions (bound, &pose, directions);
  for (int k = 0; k < count; k++) {
    const MbdForceDirection *d = &directions[k];
    const double g_weight = h_g * d->damping + h_g * h_g * d->stiffness;
    const double w_weight = h_g * h_g * d->damping;
    for (int to = 0; to < 2; to++)
      for (int from = 0; from < 2; from++)
        for (int i = 0; i < 6; i++)
          for (int j = 0; j < 6; j++)
            sum[to][from][i][j] +=
              d->g[to][i] * (g_weight * d->g[from][j] + w_weight * d->w[from][j]);
  }
  for (int to = 0; to < 2; to++)
    for (int from = 0; from < 2; from++) {
      const MbdModelBody *a = &m->bodies[bodies[to]], *b = &m->bodies[bodies[from]];
      for (int i = 0; i < a->degrees; i++)
        for (int j = 0; j < b->degrees; j++)
          emit (sink, a->u + i, b->u + j,
                sum[to][from][pose_coordinate (a->degrees, i)][pose_coordinate (b->degrees, j)]);
    }
}

/// Emits the matrix of the functions of one force element; only places if h_g is 0.
static void
emit_feedback (const MbdIntegrator *self, int force, double h_g, Sink *sink)
{
  const MbdModel *m = self->model;
  const MbdBoundForce *bound = &self->work->parameters.forces[force];
  const MbdPose pose = mbd_pose_of (self->work);
  const int bodies[2] = { bound->def->class_->acts_on_a ? bound->body_a : 0, bound->body_b };
  MbdFeedback feedback[MBD_MOST_FEEDBACK];
  const int count = mbd_find_feedback (bound, &pose, feedback);

  for (int k = 0; k < count; k++) {
    const MbdBoundSignal *signal = feedback[k].signal;
    const double weight = signal->def.is_rate ? h_g : h_g * h_g;
    for (int to = 0; to < 2; to++)
      for (int from = 0; from < signal->ends; from++) {
        const MbdModelBody *a = &m->bodies[bodies[to]], *b = &m->bodies[signal->body[from]];
        for (int i = 0; i < a->degrees; i++)
          for (int j = 0; j < b->degrees; j++)
            emit (sink, a->u + i, b->u + j,
                  -weight * feedback[k].g[to][pose_coordinate (a->degrees, i)]
                    * feedback[k].from[from][pose_coordinate (b->degrees, j)]);
      }
  }
}

/// Emits G' ((h g) b + (h g)^2 k) G of the compliant rows; other rows keep their places with 0.
static void
emit_compliant (const MbdIntegrator *self, double h_g, Sink *sink)
{
  const MbdModel *m = self->model;
  const MbdState *work = self->work;

  for (int i = 0; i < m->n_batches; i++) {
    const MbdModelBatch *batch = &m->batches[i];
    for (int k = 0; k < batch->view.count; k++)
      for (int r = 0; r < batch->view.rows; r++) {
        const int place = batch->first + k * batch->view.rows + r;
        if (!work->roles.rows[place].compliant)
          continue;
        const MbdRowLaw law = mbd_row_law (work, batch->coupling[k], r);
        // At a bound the force is constant.
        const double on = mbd_soft_row_follows (&law, work->roles.prescribed[place]) ? 1 : 0;
        const double weight = on * (h_g * law.damping + h_g * h_g * law.stiffness);
        const double *G = work->system.G + batch->G + k * batch->stride;
        double entries[24];
        int columns[24], count = 0;
        for (int side = 0; side < batch->view.sides; side++) {
          for (int c = 0; c < batch->degrees[side] && batch->u[side][k] < m->n_v; c++) {
            columns[count] = batch->u[side][k] + c;
            entries[count++] = G[r * batch->degrees[side] + c];
          }
          G += batch->view.rows * batch->degrees[side];
        }
        for (int x = 0; x < count; x++)
          for (int y = 0; y < count; y++)
            emit (sink, columns[x], columns[y], weight * entries[x] * entries[y]);
      }
  }
}

static void
emit_all (const MbdIntegrator *self, double h_g, Sink *sink)
{
  emit_masses (self, sink);
  emit_rows (self, sink);
  for (int i = 0; i < self->model->n_forces; i++) {
    if (!self->work->parameters.forces[i].def->enabled)
      continue;
    if (self->work->parameters.forces[i].def->class_->directions != NULL)
      emit_directions (self, i, h_g, sink);
    else
      emit_differences (self, i, h_g, sink);
    if (mbd_feedback_count (&self->work->parameters.forces[i]) > 0)
      emit_feedback (self, i, h_g, sink);
  }
  emit_compliant (self, h_g, sink);
}

/* The matrix ------------------------------------------------------------------------------- */

void
mbd_stiff_matrix_clear (MbdStiff *stiff)
{
  for (int j = 0; j < MBD_MAXIMUM_STAGES; j++)
    if (stiff->numeric[j] != NULL)
      klu_free_numeric (&stiff->numeric[j], &stiff->common);
  if (stiff->symbolic != NULL)
    klu_free_symbolic (&stiff->symbolic, &stiff->common);
  free (stiff->values);
  free (stiff->slot);
  free (stiff->start);
  free (stiff->index);
}

/// Builds columns with sorted rows, each place once, from the emitted list, and stores where each
/// entry goes.
static bool
compress (MbdStiff *stiff, const Sink *sink)
{
  const int n = stiff->n, count = sink->count;
  int *by_row = malloc (sizeof (int) * ((size_t) count + 1));
  int *heads = calloc ((size_t) n + 2, sizeof (int));
  bool done = false;

  stiff->slot = malloc (sizeof (int) * ((size_t) count + 1));
  stiff->start = calloc ((size_t) n + 1, sizeof (int));
  stiff->index = malloc (sizeof (int) * ((size_t) count + 1));
  if (by_row != NULL && heads != NULL && stiff->slot != NULL && stiff->start != NULL
      && stiff->index != NULL) {
    // Visit entries in the order of their rows and distribute them to columns: the rows of each
    // column are then sorted.
    for (int e = 0; e < count; e++)
      heads[sink->row[e] + 1]++;
    for (int i = 0; i < n; i++)
      heads[i + 1] += heads[i];
    for (int e = 0; e < count; e++)
      by_row[heads[sink->row[e]]++] = e;
    for (int e = 0; e < count; e++)
      stiff->start[sink->column[e] + 1 <= n ? sink->column[e] + 1 : n]++;
    for (int i = 0; i < n; i++)
      stiff->start[i + 1] += stiff->start[i];
    memcpy (heads, stiff->start, sizeof (int) * (size_t) n);
    int *filled = calloc ((size_t) n + 1, sizeof (int));
    done = filled != NULL;
    for (int k = 0; k < count && done; k++) {
      const int e = by_row[k], column = sink->column[e];
      int last = heads[column] + filled[column] - 1;
      if (filled[column] == 0 || stiff->index[last] != sink->row[e]) {
        last++;
        filled[column]++;
        stiff->index[last] = sink->row[e];
      }
      stiff->slot[e] = last;
    }
    // Close the gaps left by duplicate entries.
    for (int column = 0, place = 0; column < n && done; column++) {
      for (int i = 0; i < filled[column]; i++)
        stiff->index[place + i] = stiff->index[heads[column] + i];
      stiff->start[column] = place;
      heads[column] -= place;
      place += filled[column];
      stiff->start[n] = place;
    }
    for (int e = 0; e < count && done; e++)
      stiff->slot[e] -= heads[sink->column[e]];
    free (filled);
  }
  free (by_row);
  free (heads);
  return done;
}

bool
mbd_stiff_matrix_prepare (MbdIntegrator *self)
{
  MbdStiff *stiff = self->stiff;
  const MbdModel *m = self->model;
  Sink sink = { .stiff = stiff, .capacity = 1024 };

  klu_defaults (&stiff->common);
  stiff->n = m->n_v + m->n_rows;
  stiff->right = MBD_TAKE (&stiff->arena, double, stiff->n + 6);
  stiff->one_force = MBD_TAKE (&stiff->arena, double, m->n_v + 6);
  sink.row = malloc (sizeof (int) * (size_t) sink.capacity);
  sink.column = malloc (sizeof (int) * (size_t) sink.capacity);
  bool done = !stiff->arena.failed && sink.row != NULL && sink.column != NULL;
  if (done)
    emit_all (self, 0, &sink);
  done = done && !sink.failed && compress (stiff, &sink);
  if (done) {
    stiff->values = calloc ((size_t) stiff->start[stiff->n] + 1, sizeof (double));
    stiff->symbolic = stiff->values == NULL
                        ? NULL
                        : klu_analyze (stiff->n, stiff->start, stiff->index, &stiff->common);
    done = stiff->symbolic != NULL;
  }
  free (sink.row);
  free (sink.column);
  return done;
}

bool
mbd_stiff_factor (MbdIntegrator *self, double h_g, int stage)
{
  MbdStiff *stiff = self->stiff;
  Sink sink = { .stiff = stiff };
  klu_numeric **numeric = &stiff->numeric[stage];

  memset (stiff->values, 0, sizeof *stiff->values * (size_t) stiff->start[stiff->n]);
  emit_all (self, h_g, &sink);
  self->statistics.factorisations++;
  if (*numeric != NULL) {
    if (klu_refactor (stiff->start, stiff->index, stiff->values, stiff->symbolic, *numeric,
                      &stiff->common))
      return true;
    klu_free_numeric (numeric, &stiff->common);
  }
  *numeric =
    klu_factor (stiff->start, stiff->index, stiff->values, stiff->symbolic, &stiff->common);
  return *numeric != NULL;
}

bool
mbd_stiff_solve (MbdStiff *stiff, int stage)
{
  return klu_solve (stiff->symbolic, stiff->numeric[stage], stiff->n, 1, stiff->right,
                    &stiff->common);
}
