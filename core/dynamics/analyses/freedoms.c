// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Freedoms at an instant. The displayed motions come from the orthonormal ones by elimination: with
// velocities measured as speeds (an angular velocity times the reach r of its body), the matrix of
// k motions is brought to reduced row echelon form with the largest remaining entry as pivot, so
// that each motion has its own coordinate, which is at rest in all others.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis-private.h"
#include "mechanism-private.h"

/// Entries of a reduced motion below this part of the largest are round-off.
static const double negligible = 1e-10;

static bool
turns (const MbdModelBody *body, int coordinate)
{
  return coordinate >= (body->degrees == 6 ? 3 : 2);
}

/// Multiplies (or divides) angular velocities by the reach of their bodies.
static void
scale_turns (const MbdModel *m, double *z, bool divide)
{
  for (int b = 0; b < m->n_bodies; b++)
    for (int i = 0; i < m->bodies[b].degrees; i++)
      if (turns (&m->bodies[b], i))
        z[m->bodies[b].v + i] *= divide ? 1 / m->bodies[b].arm : m->bodies[b].arm;
}

/// The largest entry of a motion.
typedef struct
{
  double size;
  int column;
} Largest;

static Largest
find_largest (const double *z, int n)
{
  Largest largest = { 0, -1 };

  for (int i = 0; i < n; i++)
    if (fabs (z[i]) > largest.size)
      largest = (Largest){ fabs (z[i]), i };
  return largest;
}

/// Skips motions that share no coordinate with the pivot's.
static void
eliminate (double *Z, bool *used, Largest *largest, int count, int n)
{
  for (int k = 0; k < count; k++)
    largest[k] = find_largest (Z + (size_t) k * (size_t) n, n);
  for (int pass = 0; pass < count; pass++) {
    int row = -1;
    for (int k = 0; k < count; k++)
      if (!used[k] && largest[k].size > (row >= 0 ? largest[row].size : 0))
        row = k;
    if (row < 0)
      return;
    used[row] = true;
    double *p = Z + (size_t) row * (size_t) n;
    const int column = largest[row].column;
    const double pivot = p[column];
    for (int i = 0; i < n; i++)
      p[i] /= pivot;
    for (int k = 0; k < count; k++) {
      double *z = Z + (size_t) k * (size_t) n;
      const double factor = k == row ? 0 : z[column];
      if (factor == 0)
        continue;
      for (int i = 0; i < n; i++)
        z[i] -= factor * p[i];
      z[column] = 0;
      largest[k] = find_largest (z, n);
    }
  }
}

/// Scales a motion in speeds to 1 m/s at its fastest. Returns the number of moving bodies.
static int
normalise (const MbdModel *m, double *z)
{
  double fastest = 0;
  int moving = 0;

  for (int pass = 0; pass < 2; pass++)
    for (int b = 0; b < m->n_bodies; b++) {
      const MbdModelBody *body = &m->bodies[b];
      double linear = 0, angular = 0;
      for (int i = 0; i < body->degrees; i++) {
        double x = z[body->v + i] * z[body->v + i];
        linear += turns (body, i) ? 0 : x;
        angular += turns (body, i) ? x : 0;
      }
      const double speed = sqrt (linear) + sqrt (angular);
      if (pass == 0)
        fastest = fmax (fastest, speed);
      moving += pass == 1 && speed > negligible * fastest;
    }
  for (int i = 0; i < m->n_v && fastest > 0; i++)
    z[i] = fabs (z[i]) > negligible * fastest ? z[i] / fastest : 0;
  return moving;
}

typedef struct
{
  int moving, first; // number of moving bodies, and the first coordinate that moves
  int row;
} Order;

static int
compare (const void *a, const void *b)
{
  const Order *x = a, *y = b;
  if (x->moving != y->moving)
    return x->moving < y->moving ? -1 : 1;
  if (x->first != y->first)
    return x->first < y->first ? -1 : 1;
  return x->row < y->row ? -1 : x->row > y->row;
}

static bool
reduce_motions (const MbdModel *m, MbdFreedoms *freedoms)
{
  const int count = freedoms->freedoms, n = m->n_v;
  const size_t bytes = sizeof (double) * (size_t) n;
  MbdArena scratch = { 0 };
  double *Z = MBD_TAKE (&scratch, double, (size_t) count *(size_t) n);
  bool *used = MBD_TAKE (&scratch, bool, count);
  Largest *largest = MBD_TAKE (&scratch, Largest, count);
  Order *order = MBD_TAKE (&scratch, Order, count);

  if (!scratch.failed) {
    // A mechanism that cannot move has no basis.
    if (count > 0)
      memcpy (Z, freedoms->basis, bytes * (size_t) count);
    for (int k = 0; k < count; k++)
      scale_turns (m, Z + (size_t) k * (size_t) n, false);
    eliminate (Z, used, largest, count, n);
    for (int k = 0; k < count; k++) {
      double *z = Z + (size_t) k * (size_t) n;
      order[k] = (Order){ .moving = normalise (m, z), .row = k };
      while (order[k].first < n && z[order[k].first] == 0)
        order[k].first++;
      scale_turns (m, z, true);
    }
    qsort (order, (size_t) count, sizeof *order, compare);
    for (int k = 0; k < count; k++)
      memcpy (freedoms->motions + (size_t) k * (size_t) n, Z + (size_t) order[k].row * (size_t) n,
              bytes);
  }
  bool done = !scratch.failed;
  mbd_arena_clear (&scratch);
  return done;
}

/// Reports whether and where a copy of the state fails to assemble.
static MbdStatus
find_conflicts (MbdState *state, MbdFreedoms *freedoms)
{
  MbdState *copy = mbd_state_new (state->model);
  MbdStatus status = copy == NULL ? MBD_STATUS_OUT_OF_MEMORY : MBD_STATUS_OK;

  if (status == MBD_STATUS_OK)
    status = mbd_state_copy_couplings (copy, state);
  if (status == MBD_STATUS_OK) {
    mbd_state_copy (copy, state);
    MbdDiagnosis why;
    freedoms->any_conflict =
      mbd_state_assemble (copy, freedoms->conflicting, &why) == MBD_STATUS_CONFLICT;
  }
  mbd_state_free (copy);
  return status;
}

MbdStatus
mbd_freedoms_new (MbdState *state, MbdFreedoms **freedoms, MbdDiagnosis *why)
{
  const MbdModel *m = state->model;
  MbdBasis basis = { 0 };
  MbdFreedoms *self = calloc (1, sizeof *self);
  MbdStatus status = self == NULL ? MBD_STATUS_OUT_OF_MEMORY : MBD_STATUS_OK;

  *freedoms = NULL;
  if (!mbd_all_finite (state->pose.q, m->n_q) || !mbd_all_finite (state->pose.v, m->n_v)) {
    free (self);
    return mbd_diagnose (why, MBD_STATUS_NOT_FINITE, MBD_ELEMENT_NONE, 0, 0);
  }
  if (status == MBD_STATUS_OK && m->n_v > MBD_FREEDOMS_MOST_VELOCITIES)
    status = MBD_STATUS_TOO_LARGE;
  if (status == MBD_STATUS_OK) {
    self->redundant = calloc ((size_t) m->n_rows + 1, sizeof *self->redundant);
    self->conflicting = calloc ((size_t) m->n_couplings + 1, sizeof *self->conflicting);
    if (self->redundant == NULL || self->conflicting == NULL)
      status = MBD_STATUS_OUT_OF_MEMORY;
  }
  if (status == MBD_STATUS_OK) {
    mbd_state_prepare (state);
    if (state->roles.any_bounds && !state->roles.are_known)
      mbd_find_roles (state);
    status = mbd_null_space (state, false, &self->rank, self->redundant, &basis);
    self->basis = basis.vectors;
  }
  if (status == MBD_STATUS_OK) {
    self->velocities = m->n_v;
    self->rows = mbd_state_active_row_count (state);
    self->freedoms_by_count = mbd_state_freedoms_by_count (state);
    self->freedoms = basis.count;
    self->motions = malloc (sizeof (double) * ((size_t) basis.count * (size_t) m->n_v + 1));
    if (self->motions == NULL || !reduce_motions (m, self))
      status = MBD_STATUS_OUT_OF_MEMORY;
  }
  if (status == MBD_STATUS_OK)
    status = find_conflicts (state, self);
  if (status != MBD_STATUS_OK) {
    mbd_freedoms_free (self);
    return mbd_diagnose (why, status, MBD_ELEMENT_NONE, 0, 0);
  }
  *freedoms = self;
  return MBD_STATUS_OK;
}

void
mbd_freedoms_free (MbdFreedoms *freedoms)
{
  if (freedoms == NULL)
    return;
  free (freedoms->redundant);
  free (freedoms->conflicting);
  free (freedoms->motions);
  free (freedoms->basis);
  free (freedoms);
}
