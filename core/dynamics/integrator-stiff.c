// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Stages of a diagonally implicit method, for stiff motion.
//
// Stage i has the unknowns a and lambda; with v* and q* from the stages before it
//   v = v* + h g a,   q = q* + h g q' (q, v)      (for quaternions q (1 - h g omega / 2) = q*)
//   M a - f (q, v) - G' lambda = 0,   G a - gamma = 0
// and is found by Newton's method. With displacements h g dv and dv = h g da its matrix is
//   [ M - h g D - (h g)^2 K   G' ] [  da     ]
//   [ G                      -R  ] [ -dlambda ]      D = df/dv,  K = df/dq
// in world axes. The multipliers stay unknowns: eliminated, the matrix would be dense. It is
// factored by KLU once per step; derivatives of G' lambda and gyroscopic terms are left out, which
// costs iterations but no accuracy. D and K of force elements are central differences of what one
// element does to its own two bodies; those of compliant rows are G' b G and G' k G.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <suitesparse/klu.h>

#include "integrator-private.h"
#include "vector-private.h"

enum
{
  MOST_ITERATIONS = 10
};

/// The step of a difference, times L or in rad, and of velocities over 1 s.
static const double difference = 1e-6;
/// What a last Newton step may change, over the tolerance of the step.
static const double newton_tolerance = 1e-3;
/// A Newton step that leaves more than this of the last change calls for a new matrix.
static const double slow_rate = 0.1;
/// R over g, as for the explicit methods.
static const double regularisation = 1e-12;

struct MbdStiff
{
  int n;       // n_v + n_rows
  int entries; // emitted
  int *slot;   // of an entry: place in `values`
  int *start, *index;
  double *values;
  klu_common common;
  klu_symbolic *symbolic;
  klu_numeric *numeric;
  double *right;     // n: right side, then solution
  double *a;         // u layout
  double *residual;  // u layout
  double *lambda;    // batch layout
  double *one_force; // u layout: what one force element does
  double *q_star, *v_star;
};

/* Assembly --------------------------------------------------------------------------------- */

/// Where entries go: lists of places at first, then the values.
typedef struct
{
  MbdStiff *stiff;
  int *row, *column; // NULL when values are filled in
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
                self->work->world_inertia[9 * b + 3 * i + j]);
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
    const double *G = work->G + batch->G;
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
        const double g = work->g[batch->y[k] + r];
        const bool solved = mbd_row_is_solved (work, first + r);
        emit (sink, m->n_v + first + r, m->n_v + first + r,
              solved && g > 0 ? -regularisation * g : -1);
      }
    }
  }
}

/// Move one coordinate of a body's pose (0-2 along, 3-5 about world axes; planar: 0, 1, 5), or of
/// its velocity.
static void
perturb (MbdState *work, int b, int coordinate, bool of_velocity, double step)
{
  MbdSpacePose *s = &work->space[b];
  MbdPlanePose *p = &work->plane[b];
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

/// The pose coordinate of velocity coordinate c of a body.
static int
pose_coordinate (int degrees, int c)
{
  return degrees == 3 && c == 2 ? 5 : c;
}

/// -(h g) D - (h g)^2 K of one force element; only places when h_g is 0.
static void
emit_force (const MbdIntegrator *self, int force, double h_g, Sink *sink)
{
  const MbdModel *m = self->model;
  MbdState *work = self->work;
  double *f = self->stiff->one_force;
  const MbdBoundForce *bound = &work->forces[force];
  const int bodies[2] = { bound->def->class_->acts_on_a ? bound->body_a : 0, bound->body_b };

  for (int from = 0; from < 2; from++)
    for (int c = 0; c < m->bodies[bodies[from]].degrees; c++) {
      const MbdModelBody *moved = &m->bodies[bodies[from]];
      const int coordinate = pose_coordinate (moved->degrees, c);
      double change[2][6] = { 0 };

      for (int of_velocity = 0; of_velocity < 2 && sink->row == NULL; of_velocity++) {
        const double step = coordinate < 3 ? difference * m->size : difference;
        const double weight = (of_velocity ? h_g : h_g * h_g) / (2 * step);
        const MbdSpacePose space = work->space[bodies[from]];
        const MbdPlanePose plane = work->plane[bodies[from]];
        for (int sign = -1; sign <= 1; sign += 2) {
          for (int to = 0; to < 2; to++)
            memset (f + m->bodies[bodies[to]].u, 0, 6 * sizeof *f);
          perturb (work, bodies[from], coordinate, of_velocity, sign * step);
          mbd_add_force (work, force, f);
          work->space[bodies[from]] = space;
          work->plane[bodies[from]] = plane;
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

/// G' ((h g) b + (h g)^2 k) G of the compliant rows; other rows keep their places with 0.
static void
emit_compliant (const MbdIntegrator *self, double h_g, Sink *sink)
{
  const MbdModel *m = self->model;
  const MbdState *work = self->work;

  for (int i = 0; i < m->n_batches; i++) {
    const MbdModelBatch *batch = &m->batches[i];
    for (int k = 0; k < batch->view.count; k++)
      for (int r = 0; r < batch->view.rows; r++) {
        const MbdRowRun *row = &work->rows[batch->first + k * batch->view.rows + r];
        if (!row->compliant)
          continue;
        // open one-sided springs exert nothing
        const double on = work->prescribed[batch->first + k * batch->view.rows + r] != 0 ? 1 : 0;
        const double weight = on * (h_g * row->damping + h_g * h_g * row->stiffness);
        const double *G = work->G + batch->G + k * batch->stride;
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
  for (int i = 0; i < self->model->n_forces; i++)
    if (self->work->forces[i].def->enabled)
      emit_force (self, i, h_g, sink);
  emit_compliant (self, h_g, sink);
}

/* The matrix ------------------------------------------------------------------------------- */

void
mbd_stiff_free (MbdStiff *stiff)
{
  if (stiff == NULL)
    return;
  if (stiff->numeric != NULL)
    klu_free_numeric (&stiff->numeric, &stiff->common);
  if (stiff->symbolic != NULL)
    klu_free_symbolic (&stiff->symbolic, &stiff->common);
  double *lists[] = { stiff->values,    stiff->right,  stiff->a,      stiff->residual,
                      stiff->one_force, stiff->lambda, stiff->q_star, stiff->v_star };
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    free (lists[i]);
  free (stiff->slot);
  free (stiff->start);
  free (stiff->index);
  free (stiff);
}

/// Columns with sorted rows, each place once, from the emitted list; and where each entry goes.
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
    // entries in the order of their rows, then dealt to columns: rows of a column come sorted
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
    // close the gaps that double entries left
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

/// Pattern and symbolic factor. Needs a pose and rows.
static bool
prepare (MbdIntegrator *self)
{
  MbdStiff *stiff = calloc (1, sizeof *stiff);
  const MbdModel *m = self->model;
  const size_t places = (size_t) m->n_v + 6;
  Sink sink = { .stiff = stiff, .capacity = 1024 };

  if (stiff == NULL)
    return false;
  self->stiff = stiff;
  klu_defaults (&stiff->common);
  stiff->n = m->n_v + m->n_rows;
  stiff->right = calloc ((size_t) stiff->n + 6, sizeof (double));
  stiff->a = calloc (places, sizeof (double));
  stiff->residual = calloc (places, sizeof (double));
  stiff->one_force = calloc (places, sizeof (double));
  stiff->lambda = calloc ((size_t) m->n_rows + 1, sizeof (double));
  stiff->q_star = calloc ((size_t) m->n_q + 1, sizeof (double));
  stiff->v_star = calloc ((size_t) m->n_v + 1, sizeof (double));
  sink.row = malloc (sizeof (int) * (size_t) sink.capacity);
  sink.column = malloc (sizeof (int) * (size_t) sink.capacity);
  bool done = stiff->right != NULL && stiff->a != NULL && stiff->residual != NULL
              && stiff->one_force != NULL && stiff->lambda != NULL && stiff->q_star != NULL
              && stiff->v_star != NULL && sink.row != NULL && sink.column != NULL;
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

/// Fill and factor at the pose and rows of the work state.
static bool
factor (MbdIntegrator *self, double h_g)
{
  MbdStiff *stiff = self->stiff;
  Sink sink = { .stiff = stiff };

  memset (stiff->values, 0, sizeof *stiff->values * (size_t) stiff->start[stiff->n]);
  emit_all (self, h_g, &sink);
  if (stiff->numeric != NULL)
    klu_free_numeric (&stiff->numeric, &stiff->common);
  stiff->numeric =
    klu_factor (stiff->start, stiff->index, stiff->values, stiff->symbolic, &stiff->common);
  self->statistics.factorisations++;
  return stiff->numeric != NULL;
}

/* Stages ----------------------------------------------------------------------------------- */

/// q and v of a stage from its acceleration (published layout).
static void
place_stage (const MbdIntegrator *self, double h_g, const double *a, double *q, double *v)
{
  const MbdModel *m = self->model;
  const MbdStiff *stiff = self->stiff;

  for (int i = 0; i < m->n_v; i++)
    v[i] = stiff->v_star[i] + h_g * a[i];
  for (int b = 1; b < m->n_bodies; b++) {
    const MbdModelBody *body = &m->bodies[b];
    const double *from = stiff->q_star + body->q, *rate = v + body->v;
    for (int i = 0; i < 3 && body->degrees > 0; i++)
      q[body->q + i] = from[i] + h_g * rate[i];
    if (body->degrees < 6)
      continue;
    // q (1 - h g omega / 2) = q*
    const double turn[4] = { 1, h_g * rate[3] / 2, h_g * rate[4] / 2, h_g * rate[5] / 2 };
    const double norm = 1 + dot3 (turn + 1, turn + 1);
    double product[4];
    quaternion_multiply (from + 3, turn, product);
    for (int i = 0; i < 4; i++)
      q[body->q + 3 + i] = product[i] / norm;
  }
}

/// Both residuals at the stage; into `right`.
static void
find_residuals (MbdIntegrator *self, double time, const double *q, const double *v)
{
  const MbdModel *m = self->model;
  MbdState *work = self->work;
  MbdStiff *stiff = self->stiff;

  mbd_pose (work, time, q, v);
  mbd_forces (work);
  mbd_rows (work);
  mbd_prescribe (work);
  const double *gamma = mbd_stabilised_gamma (work);
  mbd_jacobian_multiply (work, stiff->a, work->rate);
  for (int row = 0; row < m->n_rows; row++)
    stiff->right[m->n_v + row] = mbd_row_is_solved (work, row) ? gamma[row] - work->rate[row] : 0;
  for (int i = 0; i < m->n_batches; i++)
    for (int k = 0; k < m->batches[i].view.count * m->batches[i].view.rows; k++)
      work->y[m->batches[i].y[k / m->batches[i].view.rows] + k % m->batches[i].view.rows] =
        stiff->lambda[m->batches[i].first + k];
  mbd_mass_times (work, stiff->a, stiff->residual);
  for (int i = 0; i < m->n_v; i++)
    stiff->residual[i] = work->f[i] - stiff->residual[i];
  memset (stiff->residual + m->n_v, 0, 6 * sizeof *stiff->residual);
  mbd_jacobian_transpose_add (work, work->y, stiff->residual);
  memcpy (stiff->right, stiff->residual, sizeof *stiff->right * (size_t) m->n_v);
}

/// The size of a change of acceleration as a change of velocities, in the norm of the step.
static double
change_norm (const MbdIntegrator *self, double h_g)
{
  const MbdModel *m = self->model;
  const double T = fmin (1, self->settings.duration);
  double largest = 0;

  for (int b = 1; b < m->n_bodies; b++) {
    const MbdModelBody *body = &m->bodies[b];
    for (int i = 0; i < body->degrees; i++) {
      const bool turns = body->degrees == 3 ? i == 2 : i > 2;
      double size = fabs (self->stiff->right[body->u + i]) * (turns ? body->arm : 1);
      largest = size <= largest ? largest : size;
    }
  }
  const double accuracy = self->settings.step > 0 ? 1e-8 : self->settings.accuracy;
  return h_g * T * largest / (accuracy * m->size);
}

/// The matrix anew at the pose that is set. Bodies turn within a step, and stiff directions with
/// them.
static bool
factor_here (MbdIntegrator *self, double h_g)
{
  mbd_rows (self->work);
  mbd_load (self->work, NULL, self->work->gamma); // for g
  mbd_prescribe (self->work);
  return factor (self, h_g);
}

/// Newton's method for one stage; `a` (published) holds the guess and gets the result. Where it
/// converges slowly the matrix is made anew.
static bool
solve_stage (MbdIntegrator *self, double time, double h_g, double *q, double *v, double *a)
{
  MbdStiff *stiff = self->stiff;
  const MbdModel *m = self->model;
  double previous = INFINITY;

  place_stage (self, h_g, a, q, v);
  mbd_pose (self->work, time, q, v);
  mbd_to_world_axes (self->work, a, stiff->a);
  memset (stiff->a + m->n_v, 0, 6 * sizeof *stiff->a);
  for (int iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
    find_residuals (self, time, q, v);
    self->statistics.evaluations++;
    self->statistics.newton_iterations++;
    if (!klu_solve (stiff->symbolic, stiff->numeric, stiff->n, 1, stiff->right, &stiff->common))
      return false;
    for (int i = 0; i < m->n_v; i++)
      stiff->a[i] += stiff->right[i];
    for (int row = 0; row < m->n_rows; row++)
      stiff->lambda[row] -= stiff->right[m->n_v + row];
    mbd_to_body_axes (self->work, stiff->a, a);
    place_stage (self, h_g, a, q, v);
    const double change = change_norm (self, h_g);
    const double rate = change / previous;
    if (!isfinite (change) || (iteration > 3 && rate > 2))
      return false;
    if (change <= newton_tolerance
        || (iteration > 0 && rate < 1 && change * rate / (1 - rate) <= newton_tolerance))
      return true;
    previous = change;
    if (iteration > 0 && rate > slow_rate) {
      mbd_pose (self->work, time, q, v);
      if (!factor_here (self, h_g))
        return false;
      previous = INFINITY;
    }
  }
  return false;
}

bool
mbd_take_implicit_stages (MbdIntegrator *self, const MbdInstant *start, double h, MbdInstant *end)
{
  const MbdTableau *t = self->tableau;
  const MbdModel *m = self->model;
  const double h_g = h * t->a[1][1];

  end->time = start->time + h;
  memcpy (self->kv[0], start->a, sizeof *start->a * (size_t) m->n_v);
  mbd_position_rates (m, start->q, start->v, self->kq[0]);
  mbd_pose (self->work, start->time, start->q, start->v);
  mbd_rows (self->work);
  mbd_prescribe (self->work);
  mbd_load (self->work, NULL, self->work->gamma); // for g
  if (self->stiff == NULL && !prepare (self))
    return false;
  if (!factor (self, h_g))
    return false;
  MbdStiff *stiff = self->stiff;
  for (int j = 1; j < t->stages; j++) {
    memcpy (stiff->q_star, start->q, sizeof *start->q * (size_t) m->n_q);
    memcpy (stiff->v_star, start->v, sizeof *start->v * (size_t) m->n_v);
    for (int k = 0; k < j; k++) {
      for (int i = 0; i < m->n_q; i++)
        stiff->q_star[i] += h * t->a[j][k] * self->kq[k][i];
      for (int i = 0; i < m->n_v; i++)
        stiff->v_star[i] += h * t->a[j][k] * self->kv[k][i];
    }
    memcpy (self->kv[j], self->kv[j - 1], sizeof *self->kv[j] * (size_t) m->n_v);
    double time = fmin (start->time + t->c[j] * h, start->time + h);
    if (!solve_stage (self, time, h_g, end->q, end->v, self->kv[j]))
      return false;
    mbd_position_rates (m, end->q, end->v, self->kq[j]);
  }
  memcpy (end->a, self->kv[t->stages - 1], sizeof *end->a * (size_t) m->n_v);
  // the driver takes differences from the first stage
  for (int j = 1; j < t->stages; j++) {
    for (int i = 0; i < m->n_q; i++)
      self->kq[j][i] -= self->kq[0][i];
    for (int i = 0; i < m->n_v; i++)
      self->kv[j][i] -= self->kv[0][i];
  }
  return true;
}
