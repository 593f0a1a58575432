// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Many contacts that rest on each other, by a convex problem. In the plane the cone of a contact is
// spanned by two rays, its normal with mu times its tangent on either side, so that all admissible
// forces are z = R x, x >= 0. If M is symmetric and nothing slips, w = M z + q and the conditions are
// those of
//
//   minimise  x'S x / 2 + c'x,  x >= 0,     S = R'M R,  c = R'q
//
// which is solved by an active set (Lawson and Hanson 1974, chapter 23): a Cholesky factor of the rays
// that carry, one ray more or less at a time. Rays that depend on others are never needed. A contact
// that slips with w_t opens in this problem with mu |w_t|; so that amount is added to its q and the
// problem is solved again from the rays that carried until both agree (De Saxce and Feng 1998).
//
// Bodies that do not touch each other, directly or through others, are separate problems.

#include "complementarity-private.h"

#include <math.h>
#include <string.h>

/// Least pivot of a ray, over its diagonal; least descent that counts, over the largest one.
static const double least_pivot = 1e-11, least_descent = 1e-13;

typedef struct
{
  int n;         // rays
  double *S, *L; // n x n; the factor, its rows `width` long
  double *c, *x; // one for each ray
  double *y;     // one for each ray that carries
  int *carries;  // list of these
  int count, width;
  int *left_out; // by ray: round at which it could not be added
  int round;
} Cones;

/* Rays ------------------------------------------------------------------------------------- */

/// Lists the rays. Returns -1 if a set is none of a contact in the plane.
static int
list_rays (MbdComplementarity *self, const MbdComplementarityProblem *problem)
{
  const int n = problem->n;
  int *tangent = self->reduced, count = 0;

  if (problem->sets == NULL)
    return -1;
  for (int i = 0; i < n; i++)
    tangent[i] = -1;
  for (int i = 0; i < n; i++) {
    const MbdSet *set = &problem->sets[i];
    if (set->kind == MBD_SET_NONNEGATIVE)
      continue;
    if (set->kind != MBD_SET_FRICTION || set->alone || set->partner >= 0
        || tangent[set->normal] >= 0)
      return -1;
    tangent[set->normal] = i;
  }
  for (int i = 0; i < n; i++) {
    const int t = tangent[i];
    if (problem->sets[i].kind != MBD_SET_NONNEGATIVE)
      continue;
    for (int sense = 1; sense >= (t >= 0 && problem->sets[t].friction > 0 ? -1 : 1); sense -= 2) {
      if (count >= self->cones.most)
        return -1;
      self->cones.rays[count++] =
        (MbdLemkeVariable){ i, t, 1, t >= 0 ? sense * problem->sets[t].friction : 0, -1, -1, 0, 0 };
    }
  }
  return count;
}

static bool
is_symmetric (const MbdComplementarityProblem *problem)
{
  const int n = problem->n;

  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      const double size = sqrt (fabs (problem->M[i * n + i] * problem->M[j * n + j]));
      if (!(fabs (problem->M[i * n + j] - problem->M[j * n + i]) <= 1e-12 * size))
        return false;
    }
  return true;
}

static double
along (const MbdLemkeVariable *ray, const double *vector)
{
  return vector[ray->a] + (ray->b >= 0 ? ray->along_b * vector[ray->b] : 0);
}

static void
fill_matrix (Cones *cones, const MbdComplementarity *self, const MbdComplementarityProblem *problem)
{
  const int n = problem->n;

  for (int i = 0; i < cones->n; i++) {
    const MbdLemkeVariable *u = &self->cones.rays[i];
    const double *a = problem->M + (size_t) u->a * (size_t) n;
    const double *b = u->b >= 0 ? problem->M + (size_t) u->b * (size_t) n : a;
    const double share = u->b >= 0 ? u->along_b : 0;
    double *row = cones->S + (size_t) i * (size_t) cones->n;
    for (int k = 0; k < cones->n; k++) {
      const MbdLemkeVariable *v = &self->cones.rays[k];
      row[k] = along (v, a) + share * along (v, b);
    }
  }
}

/* The rays that carry ---------------------------------------------------------------------- */

/// Appends a ray to the factor. Returns false if it depends on the others.
static bool
add_ray (Cones *cones, int ray)
{
  const double *S = cones->S + (size_t) ray * (size_t) cones->n;
  double *row = cones->L + (size_t) cones->count * (size_t) cones->width;
  double left = S[ray];

  if (cones->count == cones->width)
    return false;
  for (int i = 0; i < cones->count; i++) {
    const double *other = cones->L + (size_t) i * (size_t) cones->width;
    double sum = S[cones->carries[i]];
    for (int k = 0; k < i; k++)
      sum -= row[k] * other[k];
    row[i] = sum / other[i];
    left -= row[i] * row[i];
  }
  if (!(left > least_pivot * S[ray]))
    return false;
  row[cones->count] = sqrt (left);
  cones->carries[cones->count++] = ray;
  return true;
}

/// Removes all rays without force from place `first` onwards, and factors the rest again.
static void
drop_rays (Cones *cones, int first)
{
  const int count = cones->count;

  cones->count = first;
  for (int i = first; i < count; i++)
    if (cones->x[cones->carries[i]] > 0 && !add_ray (cones, cones->carries[i]))
      cones->x[cones->carries[i]] = 0;
}

/// Computes y of the rays that carry: S y = -c.
static void
solve_carrying (Cones *cones)
{
  double *y = cones->y;

  for (int i = 0; i < cones->count; i++) {
    const double *row = cones->L + (size_t) i * (size_t) cones->width;
    y[i] = -cones->c[cones->carries[i]];
    for (int k = 0; k < i; k++)
      y[i] -= row[k] * y[k];
    y[i] /= row[i];
  }
  for (int i = cones->count - 1; i >= 0; i--) {
    y[i] /= cones->L[(size_t) i * (size_t) cones->width + (size_t) i];
    for (int k = 0; k < i; k++)
      y[k] -= cones->L[(size_t) i * (size_t) cones->width + (size_t) k] * y[i];
  }
}

/// Moves x to the solution for the rays that carry and drops those that would pull. Returns false if
/// the ray added last is among the first to be dropped.
static bool
settle_carrying (Cones *cones)
{
  const int last = cones->count > 0 ? cones->carries[cones->count - 1] : -1;
  bool helps = true;

  for (bool whole = false; !whole && cones->count > 0;) {
    double share = 1;
    int first = -1;
    whole = true;
    solve_carrying (cones);
    for (int i = 0; i < cones->count; i++)
      if (!(cones->y[i] > 0)) {
        const double x = cones->x[cones->carries[i]];
        share = fmin (share, x / (x - cones->y[i]));
        whole = false;
      }
    for (int i = 0; i < cones->count; i++) {
      double *x = &cones->x[cones->carries[i]];
      *x = whole ? cones->y[i] : *x + share * (cones->y[i] - *x);
      if (!whole && cones->y[i] <= 0 && *x <= 1e-14 * fabs (cones->y[i])) {
        *x = 0;
        first = first < 0 ? i : first;
        helps &= cones->carries[i] != last;
      }
    }
    if (!whole && first < 0)
      return false;
    if (!whole)
      drop_rays (cones, first);
  }
  return helps;
}

/// Returns the ray along which the sum falls most, -1 if there is none.
static int
steepest (Cones *cones, double scale)
{
  double least = -least_descent * scale;
  int found = -1;

  for (int i = 0; i < cones->n; i++) {
    const double *S = cones->S + (size_t) i * (size_t) cones->n;
    double slope = cones->c[i];
    if (cones->x[i] > 0 || cones->left_out[i] == cones->round || !(S[i] > 0))
      continue;
    for (int k = 0; k < cones->count; k++)
      slope += S[cones->carries[k]] * cones->x[cones->carries[k]];
    slope /= sqrt (S[i]);
    if (slope < least) {
      least = slope;
      found = i;
    }
  }
  return found;
}

/// Minimises from the rays that carry now.
static bool
minimise (Cones *cones, int *iterations)
{
  const int most = 4 * cones->n + 100;
  double scale = 0;

  for (int i = 0; i < cones->n; i++)
    if (cones->S[(size_t) i * (size_t) cones->n + (size_t) i] > 0)
      scale = fmax (scale, fabs (cones->c[i])
                             / sqrt (cones->S[(size_t) i * (size_t) cones->n + (size_t) i]));
  cones->round++;
  settle_carrying (cones);
  for (int i = 0; i < most; i++) {
    const int ray = steepest (cones, scale);
    if (ray < 0)
      return true;
    (*iterations)++;
    if (!add_ray (cones, ray) || !settle_carrying (cones))
      cones->left_out[ray] = cones->round;
  }
  return false;
}

/* Solving ---------------------------------------------------------------------------------- */

static Cones
prepare (MbdComplementarity *self, const MbdComplementarityProblem *problem, int n)
{
  MbdConesRoom *room = &self->cones;
  Cones cones = { .n = n,
                  .S = room->S,
                  .L = room->L,
                  .c = room->c,
                  .x = room->x,
                  .y = room->y,
                  .carries = room->carries,
                  .width = room->most,
                  .left_out = room->left_out };

  fill_matrix (&cones, self, problem);
  memset (cones.x, 0, sizeof *cones.x * (size_t) n);
  memset (cones.left_out, 0, sizeof *cones.left_out * (size_t) n);
  // The rays that carried in the last problem of this size probably do so again.
  for (int i = 0; room->n_rays == n && i < room->n_carried; i++)
    if (add_ray (&cones, room->carried[i]))
      cones.x[room->carried[i]] = 1e-300;
  return cones;
}

static void
take_forces (const Cones *cones,
             const MbdComplementarity *self,
             const MbdComplementarityProblem *problem,
             double *z)
{
  memset (z, 0, sizeof *z * (size_t) problem->n);
  for (int i = 0; i < cones->n; i++) {
    const MbdLemkeVariable *ray = &self->cones.rays[i];
    z[ray->a] += cones->x[i];
    if (ray->b >= 0)
      z[ray->b] += ray->along_b * cones->x[i];
  }
}

bool
mbd_solve_by_cones (MbdComplementarity *self,
                    const MbdComplementarityProblem *problem,
                    double tolerance,
                    double *z,
                    MbdComplementarityReport *report)
{
  enum
  {
    PASSES = 60
  };
  double *added = self->start; // to q, by variable
  const int n = list_rays (self, problem);

  if (n < 1 || !is_symmetric (problem)) {
    report->status = MBD_COMPLEMENTARITY_NOT_APPLICABLE;
    return false;
  }
  Cones cones = prepare (self, problem, n);
  memset (added, 0, sizeof *added * (size_t) problem->n);
  report->iterations = 0;
  for (int pass = 0; pass < PASSES; pass++) {
    for (int i = 0; i < n; i++)
      cones.c[i] = along (&self->cones.rays[i], problem->q) + added[self->cones.rays[i].a];
    if (!minimise (&cones, &report->iterations))
      return false;
    take_forces (&cones, self, problem, self->answer);
    report->residual = mbd_complementarity_residual (problem, self->answer, &report->gap);
    if (report->residual <= tolerance)
      break;
    mbd_complementarity_rows (problem, self->answer, self->w);
    for (int i = 0; i < problem->n; i++)
      if (problem->sets[i].kind == MBD_SET_FRICTION && self->answer[problem->sets[i].normal] > 0)
        added[problem->sets[i].normal] = problem->sets[i].friction * fabs (self->w[i]);
  }
  memcpy (z, self->answer, sizeof *z * (size_t) problem->n);
  report->method = MBD_COMPLEMENTARITY_CONES;
  if (!(report->residual <= tolerance))
    return false;
  self->cones.n_rays = n;
  self->cones.n_carried = cones.count;
  memcpy (self->cones.carried, cones.carries, sizeof *cones.carries * (size_t) cones.count);
  report->status = MBD_COMPLEMENTARITY_SOLVED;
  return true;
}

/* Parts ------------------------------------------------------------------------------------ */

/// Marks a variable and all that depend on it with a part. `list` has room for all.
static void
mark_part (const MbdComplementarityProblem *problem, int first, int part, int *part_of, int *list)
{
  const int n = problem->n;
  int count = 0;

  part_of[first] = part;
  list[count++] = first;
  while (count > 0) {
    const int i = list[--count];
    for (int k = 0; k < n; k++) {
      const MbdSet *set = &problem->sets[k];
      const bool joined =
        problem->M[i * n + k] != 0 || problem->M[k * n + i] != 0
        || (set->kind == MBD_SET_FRICTION && set->normal == i)
        || (problem->sets[i].kind == MBD_SET_FRICTION && problem->sets[i].normal == k);
      if (part_of[k] >= 0 || !joined)
        continue;
      part_of[k] = part;
      list[count++] = k;
    }
  }
}

/// Copies a part of a problem. Returns false if it is too large.
static bool
take_part (MbdComplementarity *self,
           const MbdComplementarityProblem *problem,
           int part,
           MbdComplementarityProblem *own)
{
  MbdConesRoom *room = &self->cones;
  int *place = self->free, count = 0;

  for (int i = 0; i < problem->n; i++)
    if (room->part_of[i] == part) {
      if (count == room->most)
        return false;
      place[i] = count;
      room->members[count++] = i;
    }
  for (int i = 0; i < count; i++) {
    const int from = room->members[i];
    for (int k = 0; k < count; k++)
      room->M[i * count + k] = problem->M[from * problem->n + room->members[k]];
    room->q[i] = problem->q[from];
    room->sets[i] = problem->sets[from];
    if (room->sets[i].kind == MBD_SET_FRICTION) {
      room->sets[i].normal = place[room->sets[i].normal];
      if (room->sets[i].partner >= 0)
        room->sets[i].partner = place[room->sets[i].partner];
    }
  }
  *own = (MbdComplementarityProblem){ count, room->M, room->q, room->sets };
  return true;
}

bool
mbd_solve_by_parts (MbdComplementarity *self,
                    const MbdComplementarityProblem *problem,
                    const MbdComplementaritySettings *settings,
                    double *z,
                    MbdComplementarityReport *report)
{
  MbdConesRoom *room = &self->cones;
  int parts = 0;

  for (int i = 0; i < problem->n; i++)
    room->part_of[i] = -1;
  for (int i = 0; i < problem->n; i++)
    if (room->part_of[i] < 0)
      mark_part (problem, i, parts++, room->part_of, self->free);
  if (parts < 2)
    return false;
  for (int part = 0; part < parts; part++) {
    MbdComplementarityProblem own;
    if (!take_part (self, problem, part, &own))
      return false;
    MbdComplementarityReport one = mbd_solve_part (self, &own, settings, room->z);
    if (part == 0)
      *report = one;
    report->iterations += part > 0 ? one.iterations : 0;
    report->residual = fmax (report->residual, one.residual);
    report->gap += part > 0 ? one.gap : 0;
    if (one.status != MBD_COMPLEMENTARITY_SOLVED) {
      report->status = one.status;
      report->proved |= one.proved;
    }
    for (int i = 0; i < own.n; i++)
      z[room->members[i]] = room->z[i];
  }
  return true;
}
