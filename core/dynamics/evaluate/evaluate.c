// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Steps of an evaluation other than pose and factorisation: forces, rows, loading the system,
// recovering accelerations, refinement.

#include <math.h>
#include <string.h>

#include "state-private.h"
#include "vector-private.h"

#define KERNEL static inline __attribute__ ((always_inline))

/* Forces ----------------------------------------------------------------------------------- */

/// Adds a force and a moment at a point to the body, in the u layout.
static void
add_wrench (const MbdState *state,
            int body_index,
            const double position[3],
            const double force[3],
            const double moment[3],
            double *f)
{
  const MbdModelBody *body = &state->model->bodies[body_index];
  double arm[3], turning[3];

  if (body->degrees == 0)
    return;
  subtract3 (position, state->pose.space[body_index].x, arm);
  cross3 (arm, force, turning);
  add3 (turning, moment, turning);
  f += body->u;
  if (body->mobility == MBD_PLANAR) {
    f[0] += force[0];
    f[1] += force[1];
    f[2] += turning[2];
    return;
  }
  for (int i = 0; i < 3; i++) {
    f[i] += force[i];
    f[3 + i] += turning[i];
  }
}

void
mbd_add_force (const MbdState *state, int index, double *f)
{
  const MbdPose pose = mbd_pose_of (state);
  const MbdBoundForce *force = &state->parameters.forces[index];
  MbdForceAction action;

  force->def->class_->act (force, &pose, &action);
  if (force->def->class_->acts_on_a)
    add_wrench (state, force->body_a, action.position[0], action.force[0], action.moment[0], f);
  add_wrench (state, force->body_b, action.position[1], action.force[1], action.moment[1], f);
}

void
mbd_forces (MbdState *state)
{
  const MbdModel *m = state->model;
  double *f = state->system.f;

  for (int k = 0; k < m->n_planar; k++) {
    const MbdModelBody *body = &m->bodies[m->planar_bodies[k]];
    f[body->u] = body->mass * m->gravity[0];
    f[body->u + 1] = body->mass * m->gravity[1];
    f[body->u + 2] = 0;
  }
  for (int k = 0; k < m->n_spatial; k++) {
    const int b = m->spatial_bodies[k];
    const MbdModelBody *body = &m->bodies[b];
    const double *w = state->pose.space[b].w;
    double momentum[3], gyroscopic[3];
    rotate3 (state->pose.world_inertia + 9 * b, w, momentum);
    cross3 (w, momentum, gyroscopic);
    for (int i = 0; i < 3; i++) {
      f[body->u + i] = body->mass * m->gravity[i];
      f[body->u + 3 + i] = -gyroscopic[i];
    }
  }
  for (int i = 0; i < m->n_forces; i++)
    if (state->parameters.forces[i].def->enabled)
      mbd_add_force (state, i, f);
  if (state->parameters.grip.body != 0)
    mbd_add_grip (state, f);
  for (int i = 0; i < m->n_v && state->system.has_external; i++)
    f[i] += state->system.external[i];
}

/* Rows ------------------------------------------------------------------------------------- */

/// Removes the columns that planar bodies lack from rows of six, keeping x, y and the moment about
/// z.
static void
squeeze_rows (const MbdModelBatch *batch, const double *wide, double *G)
{
  for (int k = 0; k < batch->view.count; k++)
    for (int side = 0; side < batch->view.sides; side++)
      for (int row = 0; row < batch->view.rows; row++, wide += 6) {
        if (batch->degrees[side] == 6)
          memcpy (G, wide, 6 * sizeof *G);
        else {
          G[0] = wide[0];
          G[1] = wide[1];
          G[2] = wide[5];
        }
        G += batch->degrees[side];
      }
}

void
mbd_rows (MbdState *state)
{
  const MbdModel *m = state->model;
  const MbdPose pose = mbd_pose_of (state);

  for (int i = 0; i < m->n_batches; i++) {
    const MbdModelBatch *batch = &m->batches[i];
    const MbdBatch *view = &state->parameters.views[i];
    double *G = state->system.G + batch->G, *gamma = state->system.gamma + batch->first;
    if (batch->space == MBD_SPACE_PLANE)
      batch->class_->plane_rows (view, &pose, G, gamma);
    else if (batch->stride == 6 * view->rows * view->sides)
      batch->class_->space_rows (view, &pose, G, gamma);
    else {
      batch->class_->space_rows (view, &pose, state->system.squeeze, gamma);
      squeeze_rows (batch, state->system.squeeze, G);
    }
  }
}

void
mbd_position_errors (MbdState *state, double *eps)
{
  const MbdModel *m = state->model;
  const MbdPose pose = mbd_pose_of (state);

  for (int i = 0; i < m->n_batches; i++) {
    const MbdModelBatch *batch = &m->batches[i];
    if (batch->space == MBD_SPACE_PLANE)
      batch->class_->plane_errors (&state->parameters.views[i], &pose, eps + batch->first);
    else
      batch->class_->space_errors (&state->parameters.views[i], &pose, eps + batch->first);
  }
}

void
mbd_velocity_errors (MbdState *state, const double *u, double *rate)
{
  const MbdModel *m = state->model;
  const MbdPose pose = mbd_pose_of (state);

  mbd_jacobian_multiply (state, u, rate);
  for (int i = 0; i < m->n_batches && m->has_time_rates; i++) {
    const MbdModelBatch *batch = &m->batches[i];
    if (batch->class_->time_rates == NULL)
      continue;
    batch->class_->time_rates (&state->parameters.views[i], &pose, state->system.time_rate);
    for (int row = 0; row < batch->view.count * batch->view.rows; row++)
      rate[batch->first + row] += state->system.time_rate[row];
  }
}

void
mbd_jacobian_multiply (const MbdState *state, const double *x, double *out)
{
  const MbdModel *m = state->model;

  for (int i = 0; i < m->n_batches; i++) {
    const MbdModelBatch *batch = &m->batches[i];
    const double *G = state->system.G + batch->G;
    double *sum = out + batch->first;
    const int rows = batch->view.rows;
    for (int k = 0; k < batch->view.count; k++, sum += rows) {
      for (int row = 0; row < rows; row++)
        sum[row] = 0;
      for (int side = 0; side < batch->view.sides; side++) {
        const double *u = x + batch->u[side][k];
        for (int row = 0; row < rows; row++, G += batch->degrees[side])
          for (int c = 0; c < batch->degrees[side]; c++)
            sum[row] += G[c] * u[c];
      }
    }
  }
}

/// Adds G' lambda for any number of sides.
static void
transpose_add_sides (const MbdModelBatch *batch, const double *G, const double *lambda, double *out)
{
  for (int k = 0; k < batch->view.count; k++)
    for (int side = 0; side < batch->view.sides; side++) {
      double *body = out + batch->u[side][k];
      for (int row = 0; row < batch->view.rows; row++, G += batch->degrees[side])
        for (int c = 0; c < batch->degrees[side]; c++)
          body[c] += G[c] * lambda[batch->y[k] + row];
    }
}

KERNEL void
transpose_add_batch (const MbdModelBatch *batch,
                     const double *G,
                     const double *lambda,
                     double *out,
                     int rows,
                     int degrees_a,
                     int degrees_b)
{
  for (int k = 0; k < batch->view.count; k++) {
    const double *l = lambda + batch->y[k];
    double *a = out + batch->u[0][k], *b = out + batch->u[1][k];
    for (int row = 0; row < rows; row++, G += degrees_a)
      for (int c = 0; c < degrees_a; c++)
        a[c] += G[c] * l[row];
    for (int row = 0; row < rows; row++, G += degrees_b)
      for (int c = 0; c < degrees_b; c++)
        b[c] += G[c] * l[row];
  }
}

void
mbd_jacobian_transpose_add (const MbdState *state, const double *lambda, double *out)
{
  const MbdModel *m = state->model;

  for (int i = 0; i < m->n_batches; i++) {
    const MbdModelBatch *batch = &m->batches[i];
    const double *G = state->system.G + batch->G;
    if (batch->view.sides > 2)
      transpose_add_sides (batch, G, lambda, out);
    else if (batch->space == MBD_SPACE_PLANE && batch->view.rows == 2)
      transpose_add_batch (batch, G, lambda, out, 2, 3, 3);
    else if (batch->space == MBD_SPACE_PLANE)
      transpose_add_batch (batch, G, lambda, out, batch->view.rows, 3, 3);
    else
      transpose_add_batch (batch, G, lambda, out, batch->view.rows, batch->degrees[0],
                           batch->degrees[1]);
  }
}

/* The linear system ------------------------------------------------------------------------ */

/// Computes out = G W for `rows` rows of one body; plane weights are 1/m, 1/I, space weights 1/m
/// and the inverse inertia in world axes.
KERNEL void
weigh_rows (const double *restrict G,
            const double *restrict weight,
            double *restrict out,
            int rows,
            int degrees)
{
  for (int row = 0; row < rows; row++, G += degrees, out += degrees)
    if (degrees == 3) {
      out[0] = G[0] * weight[0];
      out[1] = G[1] * weight[0];
      out[2] = G[2] * weight[1];
    } else
      for (int c = 0; c < 3; c++) {
        out[c] = G[c] * weight[0];
        out[3 + c] = G[3] * weight[1 + c] + G[4] * weight[4 + c] + G[5] * weight[7 + c];
      }
}

static inline const double *
weight_of (const MbdState *state, int body, int degrees)
{
  return degrees == 3 ? state->model->plane_weight + 2 * body
                      : state->pose.space_weight + 10 * body;
}

void
mbd_weigh (MbdState *state, const double *f)
{
  const MbdModel *m = state->model;
  double *wf = state->system.wf;

  if (f == NULL) {
    memset (wf, 0, sizeof *wf * (size_t) m->n_v);
    return;
  }
  for (int k = 0; k < m->n_planar; k++) {
    const int b = m->planar_bodies[k];
    weigh_rows (f + m->bodies[b].u, m->plane_weight + 2 * b, wf + m->bodies[b].u, 1, 3);
  }
  for (int k = 0; k < m->n_spatial; k++) {
    const int b = m->spatial_bodies[k];
    weigh_rows (f + m->bodies[b].u, state->pose.space_weight + 10 * b, wf + m->bodies[b].u, 1, 6);
  }
}

/// Returns a W b for two rows of one planar body: W = diag (1/m, 1/m, 1/I).
KERNEL double
plane_product (const double *a, const double *b, const double *weight)
{
  return weight[0] * (a[0] * b[0] + a[1] * b[1]) + weight[1] * (a[2] * b[2]);
}

/// Loads a batch like load_batch (), for planar bodies, whose weights are diagonal.
KERNEL void
load_plane_batch (MbdState *state, const MbdModelBatch *batch, const double *rhs, int rows)
{
  const double *restrict G = state->system.G + batch->G;
  const double *restrict wf = state->system.wf;
  const double *restrict weights = state->model->plane_weight;

  rhs += batch->first;
  for (int k = 0; k < batch->view.count; k++, G += 6 * rows, rhs += rows) {
    const double *fa = wf + batch->u[0][k], *fb = wf + batch->u[1][k];
    const double *wa = weights + 2 * batch->view.body_a[k],
                 *wb = weights + 2 * batch->view.body_b[k];
    double *restrict S = state->pivots.factor + batch->diagonal[k];
    double *restrict g = state->pivots.g + batch->y[k];
    double *restrict y = state->solution.y + batch->y[k];

    const double a[2] = { wa[0], wa[1] }, b[2] = { wb[0], wb[1] };
    const double pa[3] = { fa[0], fa[1], fa[2] }, pb[3] = { fb[0], fb[1], fb[2] };

    for (int i = 0; i < rows; i++) {
      const double *Ga = G + 3 * i, *Gb = G + 3 * (rows + i);
      for (int j = 0; j < i; j++)
        S[i * rows + j] = S[j * rows + i] =
          plane_product (Ga, G + 3 * j, a) + plane_product (Gb, G + 3 * (rows + j), b);
      S[i * rows + i] = g[i] = plane_product (Ga, Ga, a) + plane_product (Gb, Gb, b);
      y[i] = rhs[i] - (Ga[0] * pa[0] + Ga[1] * pa[1] + Ga[2] * pa[2])
             - (Gb[0] * pb[0] + Gb[1] * pb[1] + Gb[2] * pb[2]);
    }
  }
}

KERNEL void
add_plane_pairs (MbdState *state, const MbdPairRun *run, int rows_l, int rows_k)
{
  const MbdPair *pairs = state->model->pairs + run->first;

  for (int n = 0; n < run->count; n++) {
    const double *restrict Gl = state->system.G + pairs[n].G_l;
    const double *restrict Gk = state->system.G + pairs[n].G_k;
    const double *of_body = state->model->plane_weight + 2 * pairs[n].body;
    const double weight[2] = { of_body[0], of_body[1] };
    double *restrict T = state->pivots.factor + pairs[n].target;
    for (int i = 0; i < rows_l; i++)
      for (int j = 0; j < rows_k; j++)
        T[i * rows_k + j] += plane_product (Gl + 3 * i, Gk + 3 * j, weight);
  }
}

/// Loads the diagonal block, g and right side of every coupling of a batch.
KERNEL void
load_batch (MbdState *state,
            const MbdModelBatch *batch,
            const double *rhs,
            int rows,
            int degrees_a,
            int degrees_b)
{
  const double *restrict G = state->system.G + batch->G;
  const double *restrict wf = state->system.wf;

  rhs += batch->first;
  for (int k = 0; k < batch->view.count; k++, G += rows * (degrees_a + degrees_b), rhs += rows) {
    const double *Ga = G, *Gb = G + rows * degrees_a;
    const double *fa = wf + batch->u[0][k], *fb = wf + batch->u[1][k];
    double wa[36], wb[36];
    double *restrict S = state->pivots.factor + batch->diagonal[k];
    double *restrict g = state->pivots.g + batch->y[k];
    double *restrict y = state->solution.y + batch->y[k];

    weigh_rows (Ga, weight_of (state, batch->view.body_a[k], degrees_a), wa, rows, degrees_a);
    weigh_rows (Gb, weight_of (state, batch->view.body_b[k], degrees_b), wb, rows, degrees_b);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = 0;
        for (int c = 0; c < degrees_a; c++)
          sum += wa[i * degrees_a + c] * Ga[j * degrees_a + c];
        for (int c = 0; c < degrees_b; c++)
          sum += wb[i * degrees_b + c] * Gb[j * degrees_b + c];
        S[i * rows + j] = S[j * rows + i] = sum;
      }
      g[i] = S[i * rows + i];
      double sum = rhs[i];
      for (int c = 0; c < degrees_a; c++)
        sum -= Ga[i * degrees_a + c] * fa[c];
      for (int c = 0; c < degrees_b; c++)
        sum -= Gb[i * degrees_b + c] * fb[c];
      y[i] = sum;
    }
  }
}

/// Loads a batch with any number of sides.
static void
load_sides (MbdState *state, const MbdModelBatch *batch, const double *rhs)
{
  const int rows = batch->view.rows;
  const double *G = state->system.G + batch->G;

  rhs += batch->first;
  for (int k = 0; k < batch->view.count; k++, rhs += rows) {
    double *S = state->pivots.factor + batch->diagonal[k];
    double *y = state->solution.y + batch->y[k];
    memcpy (y, rhs, sizeof *y * (size_t) rows);
    for (int side = 0; side < batch->view.sides; side++) {
      const int degrees = batch->degrees[side];
      const double *f = state->system.wf + batch->u[side][k];
      double w[36];
      if (degrees == 3)
        weigh_rows (G, weight_of (state, batch->view.body[side][k], 3), w, rows, 3);
      else
        weigh_rows (G, weight_of (state, batch->view.body[side][k], 6), w, rows, 6);
      for (int i = 0; i < rows; i++)
        for (int c = 0; c < degrees; c++) {
          y[i] -= G[i * degrees + c] * f[c];
          for (int j = 0; j < rows; j++)
            S[i * rows + j] += w[i * degrees + c] * G[j * degrees + c];
        }
      G += rows * degrees;
    }
    for (int i = 0; i < rows; i++)
      state->pivots.g[batch->y[k] + i] = S[i * rows + i];
  }
}

KERNEL void
add_pairs (MbdState *state, const MbdPairRun *run, int degrees, int rows_l, int rows_k)
{
  const MbdPair *pairs = state->model->pairs + run->first;

  for (int n = 0; n < run->count; n++) {
    const double *restrict Gl = state->system.G + pairs[n].G_l;
    const double *restrict Gk = state->system.G + pairs[n].G_k;
    double *restrict T = state->pivots.factor + pairs[n].target;
    double w[36];
    weigh_rows (Gl, weight_of (state, pairs[n].body, degrees), w, rows_l, degrees);
    for (int i = 0; i < rows_l; i++)
      for (int j = 0; j < rows_k; j++) {
        double sum = 0;
        for (int c = 0; c < degrees; c++)
          sum += w[i * degrees + c] * Gk[j * degrees + c];
        T[i * rows_k + j] += sum;
      }
  }
}

/// Loads -M of heavy bodies, their rows of G, and their contribution to g.
static void
load_heavy (MbdState *state)
{
  const MbdModel *m = state->model;

  for (int h = 0; h < m->n_heavy; h++) {
    const MbdHeavyBody *heavy = &m->heavy_bodies[h];
    const MbdModelBody *body = &m->bodies[heavy->body];
    double *D = state->pivots.factor + heavy->diagonal, *g = state->pivots.g + heavy->y;
    const int n = body->degrees, linear = n == 3 ? 2 : 3;
    for (int i = 0; i < linear; i++)
      D[i * n + i] = -1 / body->inverse_mass;
    if (n == 3)
      D[8] = -1 / body->inverse_inertia[8];
    else
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
          D[(3 + i) * n + 3 + j] = -state->pose.world_inertia[9 * heavy->body + 3 * i + j];
    // Heavy pivots are negative and are not regularised; g keeps their ratios positive.
    for (int i = 0; i < n; i++)
      g[i] = D[i * n + i];
  }
  for (int k = 0; k < m->n_heavy_links; k++) {
    const MbdHeavyLink *link = &m->heavy_links[k];
    const MbdModelBody *body = &m->bodies[link->body];
    const double *G = state->system.G + link->G;
    double *T = state->pivots.factor + link->target, *g = state->pivots.g + link->y;
    const int n = body->degrees;
    double weight[10], w[36];
    weight[0] = body->share[0] * body->inverse_mass;
    if (n == 3)
      weight[1] = body->share[1] * body->inverse_inertia[8];
    else {
      congruence3 (state->pose.space[link->body].R, body->inverse_inertia, weight + 1);
      for (int i = 1; i < 10; i++)
        weight[i] *= body->share[1];
    }
    if (n == 3)
      weigh_rows (G, weight, w, link->rows, 3);
    else
      weigh_rows (G, weight, w, link->rows, 6);
    for (int row = 0; row < link->rows; row++)
      for (int c = 0; c < n; c++) {
        g[row] += w[row * n + c] * G[row * n + c];
        T[link->transposed ? c * link->rows + row : row * n + c] = G[row * n + c];
      }
  }
}

static void
load_heavy_right_side (MbdState *state, const double *f)
{
  const MbdModel *m = state->model;
  for (int h = 0; h < m->n_heavy; h++) {
    const MbdModelBody *body = &m->bodies[m->heavy_bodies[h].body];
    for (int i = 0; i < body->degrees; i++)
      state->solution.y[m->heavy_bodies[h].y + i] = f == NULL ? 0 : -f[body->u + i];
  }
}

/// Removes the rows that are not solved from the loaded system: zeros except for a pivot, which the
/// factorisation makes 1 where g is 0.
static void
mask_system (MbdState *state)
{
  const MbdModel *m = state->model;

  for (int p = 0; p < m->n_columns; p++) {
    const MbdColumn *column = &m->columns[p];
    const int n = column->size;
    double *D = state->pivots.factor + column->diagonal;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (((state->roles.masked[p] >> i) | (state->roles.masked[p] >> j)) & 1)
          D[i * n + j] = 0;
    for (int i = 0; i < n; i++)
      if ((state->roles.masked[p] >> i) & 1)
        state->solution.y[column->y + i] = state->pivots.g[column->y + i] = 0;
    for (int s = column->first; s < column->first + column->count; s++) {
      const unsigned other = state->roles.masked[m->neighbour[s]];
      double *B = state->pivots.factor + m->neighbour_block[s];
      for (int i = 0; i < m->neighbour_size[s] && (other != 0 || state->roles.masked[p] != 0); i++)
        for (int j = 0; j < n; j++)
          if (((other >> i) | (state->roles.masked[p] >> j)) & 1)
            B[i * n + j] = 0;
    }
  }
}

void
mbd_load (MbdState *state, const double *f, const double *rhs)
{
  const MbdModel *m = state->model;

  memset (state->pivots.factor, 0, sizeof *state->pivots.factor * (size_t) m->n_factor);
  mbd_weigh (state, f);
  for (int i = 0; i < m->n_batches; i++) {
    const MbdModelBatch *batch = &m->batches[i];
    const int rows = batch->view.rows;
    if (batch->view.sides > 2)
      load_sides (state, batch, rhs);
    else if (batch->space == MBD_SPACE_PLANE)
      switch (rows) {
      case 1:
        load_plane_batch (state, batch, rhs, 1);
        break;
      case 2:
        load_plane_batch (state, batch, rhs, 2);
        break;
      case 3:
        load_plane_batch (state, batch, rhs, 3);
        break;
      default:
        load_plane_batch (state, batch, rhs, rows);
        break;
      }
    else if (batch->degrees[0] == 6 && batch->degrees[1] == 6)
      switch (rows) {
      case 3:
        load_batch (state, batch, rhs, 3, 6, 6);
        break;
      case 5:
        load_batch (state, batch, rhs, 5, 6, 6);
        break;
      default:
        load_batch (state, batch, rhs, rows, 6, 6);
        break;
      }
    else
      load_batch (state, batch, rhs, rows, batch->degrees[0], batch->degrees[1]);
  }
  for (int i = 0; i < m->n_pair_runs; i++) {
    const MbdPairRun *run = &m->pair_runs[i];
    switch (100 * run->degrees + 10 * run->rows_l + run->rows_k) {
    case 322:
      add_plane_pairs (state, run, 2, 2);
      break;
    case 321:
      add_plane_pairs (state, run, 2, 1);
      break;
    case 312:
      add_plane_pairs (state, run, 1, 2);
      break;
    case 311:
      add_plane_pairs (state, run, 1, 1);
      break;
    case 633:
      add_pairs (state, run, 6, 3, 3);
      break;
    case 655:
      add_pairs (state, run, 6, 5, 5);
      break;
    default:
      if (run->degrees == 3)
        add_plane_pairs (state, run, run->rows_l, run->rows_k);
      else
        add_pairs (state, run, 6, run->rows_l, run->rows_k);
    }
  }
  if (m->n_heavy > 0) {
    load_heavy (state);
    load_heavy_right_side (state, f);
  }
  if (state->roles.any_masked)
    mask_system (state);
}

void
mbd_load_right_side (MbdState *state, const double *f, const double *rhs)
{
  const MbdModel *m = state->model;

  mbd_weigh (state, f);
  mbd_jacobian_multiply (state, state->system.wf, state->system.rate);
  for (int i = 0; i < m->n_batches; i++) {
    const MbdModelBatch *batch = &m->batches[i];
    int row = batch->first;
    for (int k = 0; k < batch->view.count; k++)
      for (int r = 0; r < batch->view.rows; r++, row++)
        state->solution.y[batch->y[k] + r] =
          mbd_row_is_solved (state, row) ? rhs[row] - state->system.rate[row] : 0;
  }
  load_heavy_right_side (state, f);
}

void
mbd_recover (MbdState *state, const double *f, double *a)
{
  const MbdModel *m = state->model;
  double *sum = state->system.fl;

  if (f != NULL)
    memcpy (sum, f, sizeof *sum * (size_t) m->n_v);
  else
    memset (sum, 0, sizeof *sum * (size_t) m->n_v);
  mbd_jacobian_transpose_add (state, state->solution.y, sum);
  for (int k = 0; k < m->n_planar; k++) {
    const int b = m->planar_bodies[k], u = m->bodies[b].u;
    weigh_rows (sum + u, m->plane_weight + 2 * b, a + u, 1, 3);
  }
  for (int k = 0; k < m->n_spatial; k++) {
    const int b = m->spatial_bodies[k], u = m->bodies[b].u;
    weigh_rows (sum + u, state->pose.space_weight + 10 * b, a + u, 1, 6);
  }
  for (int h = 0; h < m->n_heavy; h++) {
    const MbdModelBody *body = &m->bodies[m->heavy_bodies[h].body];
    memcpy (a + body->u, state->solution.y + m->heavy_bodies[h].y,
            sizeof *a * (size_t) body->degrees);
  }
  memset (a + m->n_v, 0, 6 * sizeof *a);
}

void
mbd_mass_times (const MbdState *state, const double *x, double *y)
{
  const MbdModel *m = state->model;

  for (int k = 0; k < m->n_planar; k++) {
    const MbdModelBody *body = &m->bodies[m->planar_bodies[k]];
    y[body->u] = body->mass * x[body->u];
    y[body->u + 1] = body->mass * x[body->u + 1];
    y[body->u + 2] = body->inertia[8] * x[body->u + 2];
  }
  for (int k = 0; k < m->n_spatial; k++) {
    const MbdModelBody *body = &m->bodies[m->spatial_bodies[k]];
    for (int i = 0; i < 3; i++)
      y[body->u + i] = body->mass * x[body->u + i];
    rotate3 (state->pose.world_inertia + 9 * m->spatial_bodies[k], x + body->u + 3,
             y + body->u + 3);
  }
}

/* Acceleration ----------------------------------------------------------------------------- */

const double *
mbd_stabilised_gamma (MbdState *state)
{
  if (!state->stabilised.any_baumgarte)
    return state->system.gamma;

  // gamma - (2/T) eps' - eps / T^2; uses fl as velocity scratch, which is overwritten by recovering
  // later.
  mbd_position_errors (state, state->system.eps);
  mbd_world_velocities (state, state->system.fl);
  mbd_velocity_errors (state, state->system.fl, state->system.rate);
  mbd_silence_levels (state, state->system.eps, state->system.rate);
  for (int row = 0; row < state->model->n_rows; row++) {
    double k = state->stabilised.baumgarte[row];
    const double eps = state->system.eps[row] - state->roles.held[row];
    state->system.eps[row] = state->system.gamma[row] - k * (2 * state->system.rate[row] + k * eps);
  }
  return state->system.eps;
}

/// Computes residual = f - M a + G' lambda. Returns its largest component, over the largest
/// component of M a (of f if nothing has mass), on the bodies whose rows are not satisfied by
/// construction: massless and heavy ones. Moments are divided by the arm L.
static double
force_residual (MbdState *state, double *residual)
{
  const MbdModel *m = state->model;
  double scale = 0, loads = 0, largest = 0;

  mbd_mass_times (state, state->solution.au, residual);
  for (int i = 1; i < m->n_bodies; i++)
    for (int k = 0; k < m->bodies[i].degrees; k++) {
      const int u = m->bodies[i].u + k;
      const double arm = mbd_turns (&m->bodies[i], k) ? m->size : 1;
      scale = fmax (scale, fabs (residual[u]) / arm);
      loads = fmax (loads, fabs (state->system.f[u]) / arm);
      residual[u] = state->system.f[u] - residual[u];
    }
  mbd_jacobian_transpose_add (state, state->solution.y, residual);
  for (int i = 0; (m->has_massless || m->n_heavy > 0) && i < m->n_bodies; i++)
    if (m->bodies[i].massless || m->bodies[i].heavy)
      for (int k = 0; k < m->bodies[i].degrees; k++)
        largest = fmax (largest, fabs (residual[m->bodies[i].u + k])
                                   / (mbd_turns (&m->bodies[i], k) ? m->size : 1));
  scale = scale > 0 ? scale : loads;
  return scale > 0 ? largest / scale : largest > 0;
}

void
mbd_refine (MbdState *state, int passes)
{
  const double round_off = 1e-13;
  const MbdModel *m = state->model;
  const size_t places = (size_t) m->n_v + 6;
  double *residual = state->solution.correction, *change = state->solution.correction + places;
  double *rhs = state->solution.residual_rows;
  double previous = INFINITY;

  mbd_find_row_scales (state, false);
  for (int pass = 0; pass < passes; pass++) {
    double force = force_residual (state, residual);
    const double *gamma = mbd_stabilised_gamma (state);
    mbd_jacobian_multiply (state, state->solution.au, state->system.rate);
    double largest = 0;
    for (int row = 0; row < m->n_rows; row++) {
      rhs[row] = mbd_row_is_solved (state, row) ? gamma[row] - state->system.rate[row] : 0;
      largest = fmax (largest, fabs (rhs[row]) / fmax (mbd_row_scale (state, row), 1e-300));
    }
    // With dependent rows a superfluous pass would only amplify round-off by 1 / rho.
    if (force <= round_off && (largest <= round_off || largest > 0.1 * previous))
      return;
    previous = largest;

    memcpy (state->solution.x, state->solution.y, sizeof *state->solution.x * (size_t) m->n_y);
    mbd_load_right_side (state, residual, rhs);
    mbd_forward (state);
    mbd_backward (state);
    mbd_recover (state, residual, change);
    for (int i = 0; i < m->n_v; i++)
      state->solution.au[i] += change[i];
    for (int i = 0; i < m->n_y; i++)
      state->solution.y[i] += state->solution.x[i];
  }
}

void
mbd_accelerate (MbdState *state, double time, const double *q, const double *v, double *a)
{
  mbd_pose (state, time, q, v);
  mbd_forces (state);
  mbd_rows (state);
  mbd_prescribe (state);
  mbd_load (state, state->system.f, mbd_stabilised_gamma (state));
  mbd_eliminate (state, state->pivots.rho);
  mbd_backward (state);
  mbd_recover (state, state->system.f, state->solution.au);
  if (state->model->needs_passes)
    mbd_refine (state, 8);
  if (state->roles.any_following)
    mbd_follow_loads (state, state->model->needs_passes ? 8 : 0);
  mbd_to_body_axes (state, state->solution.au, a);
}

void
mbd_accelerate_again (MbdState *state, double *a)
{
  mbd_forces (state);
  mbd_rows (state);
  mbd_prescribe (state);
  mbd_load_right_side (state, state->system.f, mbd_stabilised_gamma (state));
  mbd_forward (state);
  mbd_backward (state);
  mbd_recover (state, state->system.f, state->solution.au);
  if (state->model->needs_passes)
    mbd_refine (state, 8);
  if (state->roles.any_following)
    mbd_follow_loads (state, state->model->needs_passes ? 8 : 0);
  mbd_to_body_axes (state, state->solution.au, a);
}
