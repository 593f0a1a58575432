// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Constraint rows as separate values (docs/theory/equations.md): operators, admissible sets,
// violations, soft rows.

#include "mbd-row.h"

#include <math.h>
#include <string.h>

#include "state-private.h"
#include "vector-private.h"

/// Adds the entries of G on one moving body, from the block row of the state (angular part in world
/// axes).
static void
add_entries (const MbdState *state, int body_index, const double *block, MbdRow *out)
{
  const MbdModelBody *body = &state->model->bodies[body_index];
  double *jacobian = out->jacobian + out->count, *weighted = out->weighted + out->count;

  memcpy (jacobian, block, sizeof *block * (size_t) body->degrees);
  if (body->degrees == 6) {
    rotate3_back (state->pose.space[body_index].R, block + 3, jacobian + 3);
    rotate3 (body->inverse_inertia, jacobian + 3, weighted + 3);
  } else
    weighted[2] = body->inverse_inertia[8] * jacobian[2];
  for (int i = 0; i < body->degrees / 2 + (body->degrees == 3); i++)
    weighted[i] = body->inverse_mass * jacobian[i];
  for (int i = 0; i < body->degrees; i++)
    out->column[out->count + i] = body->v + i;
  out->count += body->degrees;
}

void
mbd_state_row (MbdState *state, int row, MbdRow *out)
{
  const MbdModel *m = state->model;
  const int index = mbd_model_coupling_by_row (m, row);

  memset (out, 0, sizeof *out);
  out->mode = MBD_MODE_FREE;
  if (index < 0)
    return;
  mbd_state_prepare (state);
  const MbdModelCoupling *c = &m->couplings[index];
  const MbdModelBatch *batch = &m->batches[c->batch];
  const int r = row - c->first_row, place = batch->first + c->slot * c->rows + r;
  const double *block = state->system.G + batch->G + c->slot * batch->stride;

  for (int side = 0; side < c->sides; side++) {
    if (m->bodies[c->body[side]].degrees > 0)
      add_entries (state, c->body[side], block + r * batch->degrees[side], out);
    block += c->rows * batch->degrees[side];
  }
  out->known_term = -state->system.gamma[place];
  out->multiplier = state->roles.rows[place].role == MBD_ROW_OFF ? 0 : state->solution.lambda[row];
  out->mode = state->roles.running[index].mode;
  out->limit = state->roles.limit[place];
  out->active = state->roles.rows[place].role != MBD_ROW_OFF;
  out->linear = c->def.class_->linear && c->space == MBD_SPACE_PLANE;
}

bool
mbd_row_equal (const MbdRow *a, const MbdRow *b)
{
  const size_t entries = (size_t) a->count;

  return a->count == b->count && memcmp (a->column, b->column, entries * sizeof *a->column) == 0
         && memcmp (a->jacobian, b->jacobian, entries * sizeof *a->jacobian) == 0
         && memcmp (a->weighted, b->weighted, entries * sizeof *a->weighted) == 0
         && a->known_term == b->known_term && a->multiplier == b->multiplier && a->cfm == b->cfm
         && a->mode == b->mode && a->limit == b->limit && a->active == b->active
         && a->linear == b->linear;
}

double
mbd_row_multiply (const MbdRow *row, const double *x)
{
  double sum = 0;
  for (int i = 0; i < row->count; i++)
    sum += row->jacobian[i] * x[row->column[i]];
  return sum;
}

void
mbd_row_apply (const MbdRow *row, double delta, double *x)
{
  for (int i = 0; i < row->count; i++)
    x[row->column[i]] += row->weighted[i] * delta;
}

void
mbd_row_transpose_add (const MbdRow *row, double lambda, double *y)
{
  for (int i = 0; i < row->count; i++)
    y[row->column[i]] += row->jacobian[i] * lambda;
}

double
mbd_row_inverse_mass (const MbdRow *row)
{
  double sum = row->cfm;
  for (int i = 0; i < row->count; i++)
    sum += row->jacobian[i] * row->weighted[i];
  return sum;
}

double
mbd_row_residual (const MbdRow *row, const double *x)
{
  return mbd_row_multiply (row, x) + row->cfm * row->multiplier + row->known_term;
}

double
mbd_row_violation (const MbdRow *row, double c)
{
  if (!row->active)
    return 0;
  switch (row->mode) {
  case MBD_MODE_LOCK:
    return c;
  case MBD_MODE_UNILATERAL:
    return fmin (c, 0);
  case MBD_MODE_BOX:
    return fabs (row->multiplier) >= row->limit ? 0 : c;
  default:
    return 0;
  }
}

void
mbd_row_project (MbdRow *row)
{
  if (!row->active || row->mode == MBD_MODE_FREE)
    row->multiplier = 0;
  else if (row->mode == MBD_MODE_UNILATERAL)
    row->multiplier = fmax (row->multiplier, 0);
  else if (row->mode == MBD_MODE_BOX)
    row->multiplier = fmin (fmax (row->multiplier, -row->limit), row->limit);
}

int
mbd_row_put (const MbdRow *row, int place, int *columns, double *values)
{
  memcpy (columns + place, row->column, sizeof *columns * (size_t) row->count);
  memcpy (values + place, row->jacobian, sizeof *values * (size_t) row->count);
  return place + row->count;
}

void
mbd_project_on_cone (double friction, double cohesion, double *n, double *u, double *v)
{
  const double f = *n + cohesion, t = hypot (*u, *v);

  if (friction == 0) {
    *n = fmax (f, 0) - cohesion;
    *u = *v = 0;
  } else if (t <= friction * f)
    return;
  else if (friction * t <= -f) {
    // In the polar cone the apex is the nearest point.
    *n = -cohesion;
    *u = *v = 0;
  } else {
    const double normal = (friction * t + f) / (friction * friction + 1);
    const double scale = friction * normal / t;
    *n = normal - cohesion;
    *u *= scale;
    *v *= scale;
  }
}

void
mbd_soften (double stiffness, double damping, double step, double *cfm, double *erp)
{
  const double sum = step * stiffness + damping;

  *cfm = 1 / sum;
  *erp = sum > 0 ? step * stiffness / sum : 0;
}

void
mbd_harden (double cfm, double erp, double step, double *stiffness, double *damping)
{
  *stiffness = erp / (cfm * step);
  *damping = (1 - erp) / cfm;
}
