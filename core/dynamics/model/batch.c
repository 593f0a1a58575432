// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Batches: couplings of one kind, variant, space and column shape, in elimination order; and the
// products between couplings that share a body, in runs of equal shape.

#include "model-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Sort key of a coupling: its batch, then its place in the elimination order.
typedef struct
{
  const MbdCouplingClass *class_;
  MbdSpace space;
  unsigned variant;
  int sides;
  int side[MBD_MOST_ENDS];
  int degrees[MBD_MOST_ENDS];
  int node;
  int coupling;
} BatchKey;

static int
compare_batch (const BatchKey *a, const BatchKey *b)
{
  // Compare names before addresses so that sums are added in the same order in every process.
  if (a->class_ != b->class_) {
    int order = strcmp (a->class_->name, b->class_->name);
    return order != 0 ? order : a->class_ < b->class_ ? -1 : 1;
  }
  if (a->space != b->space)
    return a->space < b->space ? -1 : 1;
  if (a->variant != b->variant)
    return a->variant < b->variant ? -1 : 1;
  if (a->sides != b->sides)
    return a->sides < b->sides ? -1 : 1;
  for (int i = 0; i < MBD_MOST_ENDS; i++) {
    if (a->side[i] != b->side[i])
      return a->side[i] < b->side[i] ? -1 : 1;
    if (a->degrees[i] != b->degrees[i])
      return a->degrees[i] < b->degrees[i] ? -1 : 1;
  }
  return 0;
}

static int
compare_keys (const void *x, const void *y)
{
  const BatchKey *a = x, *b = y;
  int order = compare_batch (a, b);
  return order != 0 ? order : a->node - b->node;
}

MbdBinding
mbd_model_binding (const MbdModelCoupling *c)
{
  MbdBinding binding = { .def = &c->def, .space = c->space };
  double *points[] = { binding.point_a, binding.point_b, binding.point_c, binding.point_d };
  double *quaternions[] = { binding.quaternion_a, binding.quaternion_b, binding.quaternion_c,
                            binding.quaternion_d };
  double *angles[] = { &binding.angle_a, &binding.angle_b, &binding.angle_c, &binding.angle_d };

  for (int end = 0; end < c->ends; end++) {
    memcpy (points[end], c->point[end], sizeof c->point[end]);
    memcpy (quaternions[end], c->quaternion[end], sizeof c->quaternion[end]);
    *angles[end] = 2 * atan2 (c->quaternion[end][3], c->quaternion[end][0]);
  }
  return binding;
}

static bool
fill_batch (MbdModel *m, MbdModelBatch *batch, int batch_index, const BatchKey *keys, int count)
{
  const size_t parameter_size = keys->class_->parameter_size[keys->space];
  char *parameters = mbd_arena_take (&m->arena, (size_t) count, parameter_size);
  int *bodies[MBD_MOST_ENDS] = { 0 };

  batch->class_ = keys->class_;
  batch->space = keys->space;
  for (int side = 0; side < keys->sides; side++)
    bodies[side] = MBD_TAKE (&m->arena, int, count);
  batch->view = (MbdBatch){
    .count = count,
    .space = keys->space,
    .variant = keys->variant,
    .rows = keys->class_->rows (keys->variant, keys->space),
    .sides = keys->sides,
    .body = { bodies[0], bodies[1], bodies[2], bodies[3] },
    .body_a = bodies[0],
    .body_b = bodies[1],
    .parameters = parameters,
  };
  memcpy (batch->view.side, keys->side, sizeof keys->side);
  for (int side = 0; side < keys->sides; side++) {
    batch->degrees[side] = keys->degrees[side];
    batch->stride += batch->view.rows * keys->degrees[side];
    batch->u[side] = MBD_TAKE (&m->arena, int, count);
  }
  batch->angle = -1;
  const bool keeps = batch->class_->keeps_angles != NULL
                       ? batch->class_->keeps_angles (keys->variant, keys->space)
                       : batch->space == MBD_SPACE_SPACE;
  if (batch->class_->angles != NULL && keeps) {
    batch->angle = m->n_angles;
    m->n_angles += 2 * count;
    m->rows_have_turns |= batch->space == MBD_SPACE_SPACE && !batch->class_->angles_are_read_only;
  }
  m->has_time_rates |= batch->class_->time_rates != NULL;
  batch->y = MBD_TAKE (&m->arena, int, count);
  batch->diagonal = MBD_TAKE (&m->arena, int, count);
  batch->coupling = MBD_TAKE (&m->arena, int, count);
  if (m->arena.failed)
    return false;

  for (int k = 0; k < count; k++) {
    MbdModelCoupling *c = &m->couplings[keys[k].coupling];
    MbdBinding binding = mbd_model_binding (c);
    c->batch = batch_index;
    c->slot = k;
    keys->class_->bind (&binding, parameters + (size_t) k * parameter_size);
    for (int side = 0; side < keys->sides; side++) {
      bodies[side][k] = c->body[side];
      batch->u[side][k] = m->bodies[c->body[side]].u;
    }
    batch->y[k] = m->columns[c->node].y;
    batch->diagonal[k] = m->columns[c->node].diagonal;
    batch->coupling[k] = keys[k].coupling;
  }
  return true;
}

static bool
make_batches (MbdModel *m, MbdArena *scratch)
{
  BatchKey *keys = MBD_TAKE (scratch, BatchKey, m->n_couplings);
  if (scratch->failed)
    return false;
  int n = 0;
  for (int i = 0; i < m->n_couplings; i++) {
    const MbdModelCoupling *c = &m->couplings[i];
    if (c->rows == 0)
      continue;
    keys[n] = (BatchKey){
      .class_ = c->def.class_,
      .space = c->space,
      .variant = c->variant,
      .sides = c->sides,
      .node = c->node,
      .coupling = i,
    };
    memcpy (keys[n].side, c->side, sizeof c->side);
    for (int side = 0; side < c->sides; side++)
      keys[n].degrees[side] = mbd_coupling_degrees (m, c, side);
    n++;
  }
  qsort (keys, (size_t) n, sizeof *keys, compare_keys);
  for (int i = 0; i < n; i++)
    m->n_batches += i == 0 || compare_batch (&keys[i - 1], &keys[i]) != 0;
  m->batches = MBD_TAKE (&m->arena, MbdModelBatch, m->n_batches);
  if (m->arena.failed)
    return false;

  int rows = 0, index = 0;
  for (int first = 0, end; first < n; first = end, index++) {
    for (end = first + 1; end < n && compare_batch (&keys[first], &keys[end]) == 0;)
      end++;
    MbdModelBatch *batch = &m->batches[index];
    if (!fill_batch (m, batch, index, keys + first, end - first))
      return false;
    batch->first = rows;
    rows += batch->view.rows * batch->view.count;
    batch->G = m->n_G;
    m->n_G += batch->stride * batch->view.count;
    const int wide = 6 * batch->view.sides * batch->view.rows;
    if (batch->space == MBD_SPACE_SPACE && batch->stride < wide
        && m->n_space_rows < wide * batch->view.count)
      m->n_space_rows = wide * batch->view.count;
  }
  return true;
}

/// Sets the unit in which errors of each row are measured.
static bool
find_units (MbdModel *m)
{
  m->row_unit = MBD_TAKE (&m->arena, double, m->n_rows);
  if (m->arena.failed)
    return false;
  for (int b = 0; b < m->n_batches; b++) {
    const MbdModelBatch *batch = &m->batches[b];
    const int rows = batch->view.rows;
    for (int i = 0; i < batch->view.count * rows; i++)
      m->row_unit[batch->first + i] =
        batch->class_->row_is_length (batch->view.variant, batch->space, i % rows) ? m->size : 1;
  }
  return true;
}

/// Returns the index in G of the first double of a coupling's block on a side.
static int
block_of (const MbdModel *m, const MbdModelCoupling *c, int side)
{
  const MbdModelBatch *batch = &m->batches[c->batch];
  int block = batch->G + c->slot * batch->stride;
  for (int s = 0; s < side; s++)
    block += batch->view.rows * batch->degrees[s];
  return block;
}

typedef struct
{
  int degrees, rows_l, rows_k;
  MbdPair pair;
} ShapedPair;

static int
compare_pairs (const void *x, const void *y)
{
  const ShapedPair *a = x, *b = y;
  if (a->degrees != b->degrees)
    return a->degrees - b->degrees;
  if (a->rows_l != b->rows_l)
    return a->rows_l - b->rows_l;
  if (a->rows_k != b->rows_k)
    return a->rows_k - b->rows_k;
  return (a->pair.target > b->pair.target) - (a->pair.target < b->pair.target);
}

/// Couplings of every moving body, as coupling * MBD_MOST_ENDS + side.
typedef struct
{
  int *start, *list;
} Incidence;

static bool
find_incidence (const MbdModel *m, MbdArena *scratch, Incidence *incidence)
{
  incidence->start = MBD_TAKE (scratch, int, m->n_bodies + 2);
  incidence->list = MBD_TAKE (scratch, int, MBD_MOST_ENDS * m->n_couplings);
  if (scratch->failed)
    return false;
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < m->n_couplings; i++)
      for (int side = 0; side < m->couplings[i].sides && m->couplings[i].rows > 0; side++) {
        int b = m->couplings[i].body[side];
        if (m->bodies[b].degrees == 0)
          continue;
        if (pass == 0)
          incidence->start[b + 2]++;
        else
          incidence->list[incidence->start[b + 1]++] = MBD_MOST_ENDS * i + side;
      }
    for (int b = 0; b <= m->n_bodies && pass == 0; b++)
      incidence->start[b + 1] += incidence->start[b];
  }
  return true;
}

static int64_t
count_pairs (const MbdModel *m, const Incidence *incidence)
{
  int64_t n = 0;
  for (int b = 0; b < m->n_bodies; b++)
    if (!m->bodies[b].heavy) {
      int64_t degree = incidence->start[b + 1] - incidence->start[b];
      n += degree * (degree - 1) / 2;
    }
  return n;
}

static bool
make_pairs (MbdModel *m, MbdArena *scratch)
{
  Incidence incidence;
  if (!find_incidence (m, scratch, &incidence))
    return false;
  const int64_t n = count_pairs (m, &incidence);
  ShapedPair *shaped = MBD_TAKE (scratch, ShapedPair, n);
  m->pairs = MBD_TAKE (&m->arena, MbdPair, n);
  if (scratch->failed || m->arena.failed)
    return false;

  int count = 0;
  for (int b = 0; b < m->n_bodies; b++)
    for (int i = incidence.start[b]; i < incidence.start[b + 1] && !m->bodies[b].heavy; i++)
      for (int j = i + 1; j < incidence.start[b + 1]; j++) {
        int k = incidence.list[i], l = incidence.list[j];
        if (m->couplings[k / MBD_MOST_ENDS].node > m->couplings[l / MBD_MOST_ENDS].node) {
          int swap = k;
          k = l;
          l = swap;
        }
        const MbdModelCoupling *ck = &m->couplings[k / MBD_MOST_ENDS];
        const MbdModelCoupling *cl = &m->couplings[l / MBD_MOST_ENDS];
        shaped[count++] = (ShapedPair){
            .degrees = m->bodies[b].degrees,
            .rows_l = cl->rows,
            .rows_k = ck->rows,
            .pair = {
              .body = b,
              .G_l = block_of (m, cl, l % MBD_MOST_ENDS),
              .G_k = block_of (m, ck, k % MBD_MOST_ENDS),
              .target = mbd_model_find_block (m, ck->node, cl->node),
            },
          };
      }
  qsort (shaped, (size_t) count, sizeof *shaped, compare_pairs);

  for (int pass = 0; pass < 2; pass++) {
    int runs = 0;
    for (int i = 0; i < count; i++) {
      const ShapedPair *p = &shaped[i];
      bool begins = i == 0 || p->degrees != p[-1].degrees || p->rows_l != p[-1].rows_l
                    || p->rows_k != p[-1].rows_k;
      if (begins && pass == 1)
        m->pair_runs[runs] = (MbdPairRun){ p->degrees, p->rows_l, p->rows_k, i, 0 };
      runs += begins;
      if (pass == 1) {
        m->pair_runs[runs - 1].count++;
        m->pairs[i] = p->pair;
      }
    }
    if (pass == 0) {
      m->n_pair_runs = runs;
      m->pair_runs = MBD_TAKE (&m->arena, MbdPairRun, runs);
      if (m->arena.failed)
        return false;
    }
  }
  return true;
}

static bool
make_heavy_links (MbdModel *m)
{
  for (int pass = 0; pass < 2; pass++) {
    int n = 0;
    for (int i = 0; i < m->n_couplings; i++)
      for (int side = 0; side < m->couplings[i].sides && m->couplings[i].rows > 0; side++) {
        const MbdModelCoupling *c = &m->couplings[i];
        const MbdModelBody *body = &m->bodies[c->body[side]];
        if (!body->heavy)
          continue;
        if (pass == 1) {
          bool transposed = c->node < body->node;
          m->heavy_links[n] = (MbdHeavyLink){
            .body = c->body[side],
            .G = block_of (m, c, side),
            .rows = c->rows,
            .y = m->columns[c->node].y,
            .target = transposed ? mbd_model_find_block (m, c->node, body->node)
                                 : mbd_model_find_block (m, body->node, c->node),
            .transposed = transposed,
          };
        }
        n++;
      }
    if (pass == 0) {
      m->n_heavy_links = n;
      m->heavy_links = MBD_TAKE (&m->arena, MbdHeavyLink, n);
      if (m->arena.failed)
        return false;
    }
  }
  return true;
}

MbdStatus
mbd_model_batch (MbdModel *m, MbdDiagnosis *why)
{
  MbdArena scratch = { 0 };
  bool done = make_batches (m, &scratch) && find_units (m) && mbd_model_find_islands (m, &scratch)
              && make_pairs (m, &scratch) && make_heavy_links (m);
  mbd_arena_clear (&scratch);
  if (done)
    return MBD_STATUS_OK;
  if (why != NULL)
    *why = (MbdDiagnosis){ .code = MBD_STATUS_OUT_OF_MEMORY, .row = -1 };
  return MBD_STATUS_OUT_OF_MEMORY;
}
