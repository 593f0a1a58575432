// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lemke's method with lexicographic ratios, and the conversion of other sets to nonnegative
// problems.
//
// Free variables are eliminated (complete pivoting; dependent ones stay 0). A box becomes
//   x = lower + y,  y >= 0 _|_ w + beta >= 0,  beta >= 0 _|_ upper - lower - y >= 0
// and tangents with directions d_k (both senses of every direction)
//   t = sum d_k y_k,  y_k >= 0 _|_ d_k . w_t + s >= 0,  s >= 0 _|_ mu n - sum y_k >= 0
// which is copositive for matrices of mechanics: Lemke then ends with a solution or with a ray that
// proves there is none.
//
// The table is [I | -M | -cover | q]; ties of the ratio test are broken by the columns of I, so
// that no basis occurs twice. The basis found is solved again from M itself. If the method ends on
// a ray, or round-off ruined the table, other covering vectors are tried, then a growing diagonal;
// every result is judged by the residual of the original problem.

#include "complementarity-private.h"

#include <math.h>
#include <string.h>

#include "dense-private.h"

enum
{
  COVERS = 4,       // number of covering vectors that are tried
  FIRST_POWER = -16 // power of ten of the added diagonal
};

/// Entries below this share of the largest of their column are round-off.
static const double pivot_tolerance = 1e-12;
/// Ratios this close are ties.
static const double tie_tolerance = 1e-13;

/* The table -------------------------------------------------------------------------------- */

/// Fills in [I | -M | -cover | q], scaled to a unit diagonal.
static void
fill_table (MbdLemke *lemke, double regularisation)
{
  const int n = lemke->size, width = 2 * n + 2;

  lemke->width = width;
  for (int i = 0; i < n; i++) {
    double *row = lemke->table + (size_t) i * (size_t) width;
    memset (row, 0, sizeof *row * (size_t) width);
    row[i] = 1;
    for (int j = 0; j < n; j++)
      row[n + j] = -lemke->scale[i] * lemke->M[i * n + j] * lemke->scale[j];
    row[n + i] -= regularisation;
    row[2 * n] = -lemke->cover[i];
    row[2 * n + 1] = lemke->scale[i] * lemke->q[i];
    lemke->basis[i] = i;
  }
}

static void
pivot (MbdLemke *lemke, int r, int entering)
{
  const int n = lemke->size, width = lemke->width;
  double *row = lemke->table + (size_t) r * (size_t) width;
  const double inverse = 1 / row[entering];

  for (int j = 0; j < width; j++)
    row[j] *= inverse;
  row[entering] = 1;
  for (int i = 0; i < n; i++) {
    double *other = lemke->table + (size_t) i * (size_t) width;
    const double factor = other[entering];
    if (i == r || factor == 0)
      continue;
    for (int j = 0; j < width; j++)
      other[j] -= factor * row[j];
    other[entering] = 0;
  }
  lemke->basis[r] = entering;
}

/// Returns true if row i over its entry in column e precedes row k, in the order of q and then the
/// columns of I.
static bool
comes_before (const MbdLemke *lemke, int i, int k, int e)
{
  const int n = lemke->size, width = lemke->width;
  const double *a = lemke->table + (size_t) i * (size_t) width;
  const double *b = lemke->table + (size_t) k * (size_t) width;
  double x = a[width - 1] / a[e], y = b[width - 1] / b[e];

  if (fabs (x - y) > tie_tolerance * (fabs (x) + fabs (y)))
    return x < y;
  for (int j = 0; j < n; j++) {
    x = a[j] / a[e];
    y = b[j] / b[e];
    if (fabs (x - y) > tie_tolerance * (fabs (x) + fabs (y)))
      return x < y;
  }
  return false;
}

/// Returns the row that the entering variable leaves; the artificial variable's row in a tie, -1
/// for a ray.
static int
find_leaving (const MbdLemke *lemke, int entering)
{
  const int n = lemke->size, width = lemke->width;
  double largest = 0;
  int leaving = -1, artificial = -1;

  for (int i = 0; i < n; i++)
    largest = fmax (largest, fabs (lemke->table[(size_t) i * (size_t) width + (size_t) entering]));
  for (int i = 0; i < n; i++) {
    if (!(lemke->table[(size_t) i * (size_t) width + (size_t) entering]
          > pivot_tolerance * fmax (largest, 1)))
      continue;
    if (lemke->basis[i] == 2 * n)
      artificial = i;
    if (leaving < 0 || comes_before (lemke, i, leaving, entering))
      leaving = i;
  }
  if (artificial >= 0 && artificial != leaving) {
    const double *a = lemke->table + (size_t) artificial * (size_t) width;
    const double *b = lemke->table + (size_t) leaving * (size_t) width;
    const double x = a[width - 1] / a[entering], y = b[width - 1] / b[entering];
    if (x - y <= tie_tolerance * (fabs (x) + fabs (y)))
      leaving = artificial;
  }
  return leaving;
}

/// Computes the basic variables from M itself: M_bb z_b = -q_b. Keeps the table's values if those
/// are better.
static void
solve_basis (MbdLemke *lemke)
{
  const int n = lemke->size, width = lemke->width;
  int *list = lemke->columns, count = 0;
  double *x = lemke->vector;

  memset (lemke->z, 0, sizeof *lemke->z * (size_t) n);
  for (int i = 0; i < n; i++) {
    const int k = lemke->basis[i] - n;
    if (k < 0 || k >= n)
      continue;
    lemke->z[k] = fmax (lemke->table[(size_t) (i + 1) * (size_t) width - 1], 0) * lemke->scale[k];
  }
  for (int i = 0; i < n; i++)
    if (lemke->z[i] > 0)
      list[count++] = i;
  for (int i = 0; i < count; i++) {
    for (int j = 0; j < count; j++)
      lemke->system[i * count + j] =
        lemke->scale[list[i]] * lemke->M[list[i] * n + list[j]] * lemke->scale[list[j]];
    // residual of the table's solution, so that this is a correction
    double sum = lemke->q[list[i]];
    for (int j = 0; j < count; j++)
      sum += lemke->M[list[i] * n + list[j]] * lemke->z[list[j]];
    x[i] = -sum * lemke->scale[list[i]];
  }
  for (int k = 0; k < count; k++) {
    int p = k;
    for (int i = k; i < count; i++)
      if (fabs (lemke->system[i * count + k]) > fabs (lemke->system[p * count + k]))
        p = i;
    if (!(fabs (lemke->system[p * count + k]) > 1e-13))
      return;
    for (int j = 0; j < count && p != k; j++) {
      double kept = lemke->system[p * count + j];
      lemke->system[p * count + j] = lemke->system[k * count + j];
      lemke->system[k * count + j] = kept;
    }
    double kept = x[p];
    x[p] = x[k];
    x[k] = kept;
    for (int i = k + 1; i < count; i++) {
      const double l = lemke->system[i * count + k] / lemke->system[k * count + k];
      for (int j = k; j < count && l != 0; j++)
        lemke->system[i * count + j] -= l * lemke->system[k * count + j];
      x[i] -= l * x[k];
    }
  }
  for (int i = count - 1; i >= 0; i--) {
    for (int j = i + 1; j < count; j++)
      x[i] -= lemke->system[i * count + j] * x[j];
    x[i] /= lemke->system[i * count + i];
  }
  for (int i = 0; i < count; i++)
    lemke->z[list[i]] = fmax (lemke->z[list[i]] + x[i] * lemke->scale[list[i]], 0);
}

bool
mbd_lemke_run (MbdLemke *lemke, int attempt, double regularisation, int most_pivots, int *pivots)
{
  const int n = lemke->size;
  unsigned random = 12345u + 7919u * (unsigned) attempt;
  double least = 0;
  int start = -1;

  for (int i = 0; i < n; i++) {
    random = random * 1664525u + 1013904223u;
    lemke->cover[i] = attempt == 0 ? 1 : 0.5 + (double) (random >> 8) / (1 << 24);
  }
  memset (lemke->z, 0, sizeof *lemke->z * (size_t) n);
  fill_table (lemke, regularisation);
  for (int i = 0; i < n; i++) {
    const double ratio = lemke->scale[i] * lemke->q[i] / lemke->cover[i];
    if (ratio < 0 && (start < 0 || ratio <= least)) {
      least = ratio;
      start = i;
    }
  }
  if (start < 0)
    return true;
  int leaving = start, entering = 2 * n;
  for (int count = 0; count < most_pivots; count++) {
    const int left = lemke->basis[leaving];
    pivot (lemke, leaving, entering);
    (*pivots)++;
    if (left == 2 * n) {
      solve_basis (lemke);
      return true;
    }
    entering = left < n ? left + n : left - n;
    leaving = find_leaving (lemke, entering);
    if (leaving < 0)
      break;
  }
  solve_basis (lemke);
  return false;
}

/* From the sets to a nonnegative problem --------------------------------------------------- */

static bool
is_free (const MbdComplementarityProblem *problem, int i)
{
  const MbdSet *set = problem->sets != NULL ? &problem->sets[i] : NULL;

  return set != NULL
         && (set->kind == MBD_SET_FREE
             || (set->kind == MBD_SET_BOX && isinf (set->lower) && isinf (set->upper)));
}

/// Eliminates the free variables: self->M, self->q of the remaining ones, self->solved for the way
/// back. Returns the number of remaining variables; *rank is the rank of the block of the free
/// ones.
static int
eliminate_free (MbdComplementarity *self, const MbdComplementarityProblem *problem, int *rank)
{
  const int n = problem->n;
  int stays = 0, gone = 0;

  for (int i = 0; i < n; i++)
    self->reduced[i] = is_free (problem, i) ? -1 : stays++;
  for (int i = 0; i < n; i++)
    if (self->reduced[i] < 0)
      self->free[gone++] = i;
  for (int i = 0; i < gone; i++)
    for (int j = 0; j < gone; j++)
      self->factor[i * gone + j] = problem->M[self->free[i] * n + self->free[j]];
  *rank = mbd_dense_factor (gone, self->factor, self->rows, self->columns, 1e-12);
  // columns of M_ff^-1 [M_fc q_f], in sequence
  for (int i = 0; i < n; i++) {
    if (self->reduced[i] < 0)
      continue;
    for (int k = 0; k < gone; k++)
      self->w[k] = problem->M[self->free[k] * n + i];
    mbd_dense_solve (gone, *rank, self->factor, self->rows, self->columns, self->w,
                     self->solved + self->reduced[i] * gone, self->work);
  }
  for (int k = 0; k < gone; k++)
    self->w[k] = problem->q[self->free[k]];
  mbd_dense_solve (gone, *rank, self->factor, self->rows, self->columns, self->w,
                   self->solved + stays * gone, self->work);
  for (int i = 0; i < n; i++) {
    if (self->reduced[i] < 0)
      continue;
    const int r = self->reduced[i];
    for (int j = 0; j <= n; j++) {
      if (j < n && self->reduced[j] < 0)
        continue;
      const int c = j < n ? self->reduced[j] : stays;
      double sum = j < n ? problem->M[i * n + j] : problem->q[i], size = fabs (sum);
      for (int k = 0; k < gone; k++) {
        const double part = problem->M[i * n + self->free[k]] * self->solved[c * gone + k];
        sum -= part;
        size += fabs (part);
      }
      // Round-off must not become a pivot.
      if (fabs (sum) < 4e-15 * size)
        sum = 0;
      if (j < n)
        self->M[r * stays + c] = sum;
      else
        self->q[r] = sum;
    }
  }
  return stays;
}

static int
add_variable (MbdComplementarity *self, int a, double along_a, int b, double along_b)
{
  const int k = self->lemke.size++ < self->lemke.most ? self->lemke.size - 1 : 0;

  self->variables[k] = (MbdLemkeVariable){ a, b, along_a, along_b, -1, -1, 0, 0 };
  return k;
}

static void
add_box (MbdComplementarity *self, const MbdSet *set, int place)
{
  const bool from_below = isfinite (set->lower);
  int k = add_variable (self, place, from_below ? 1 : -1, -1, 0);

  self->start[place] = from_below ? set->lower : set->upper;
  if (from_below && isfinite (set->upper)) {
    int slack = add_variable (self, -1, 0, -1, 0);
    self->variables[k].slack = slack;
    self->variables[slack].bound = set->upper - set->lower;
  }
}

/// Adds the directions of the tangents that begin with variable i, and the slack of their bound.
static void
add_tangents (MbdComplementarity *self,
              const MbdComplementarityProblem *problem,
              const int *normal_variable,
              int i,
              int pairs)
{
  enum
  {
    MOST = 16
  };
  const MbdSet *set = &problem->sets[i];
  int list[MOST], first = self->lemke.size;

  if (set->partner >= 0 && set->partner < i)
    return;
  int count = set->partner < 0 ? mbd_complementarity_polygon (problem, i, list, MOST) : 1;
  if (count == 0)
    return;
  if (set->partner < 0)
    for (int k = 0; k < count; k++)
      for (int sense = 1; sense >= -1; sense -= 2)
        add_variable (self, self->reduced[list[k]], sense, -1, 0);
  else
    for (int k = 0; k < 2 * pairs; k++) {
      const double angle = M_PI * k / pairs;
      add_variable (self, self->reduced[i], cos (angle), self->reduced[set->partner], sin (angle));
    }
  const int last = self->lemke.size;
  const int slack = add_variable (self, -1, 0, -1, 0);
  for (int k = first; k < last; k++)
    self->variables[k].slack = slack;
  self->variables[slack].normal = normal_variable[set->normal];
  self->variables[slack].friction = set->friction;
}

/// Fills M and q of Lemke's problem from the reduced problem and the variables.
static void
fill_problem (MbdComplementarity *self, int stays)
{
  MbdLemke *lemke = &self->lemke;
  const int size = lemke->size;

  memset (lemke->M, 0, sizeof *lemke->M * (size_t) size * (size_t) size);
  for (int i = 0; i < size; i++) {
    const MbdLemkeVariable *v = &self->variables[i];
    double *row = lemke->M + (size_t) i * (size_t) size;
    if (v->a < 0) {
      lemke->q[i] = v->bound;
      if (v->normal >= 0)
        row[v->normal] = v->friction;
      for (int k = 0; k < size; k++)
        if (self->variables[k].slack == i)
          row[k] = -1;
      continue;
    }
    const double *a = self->M + (size_t) v->a * (size_t) stays;
    const double *b = v->b >= 0 ? self->M + (size_t) v->b * (size_t) stays : a;
    for (int k = 0; k < size; k++) {
      const MbdLemkeVariable *u = &self->variables[k];
      if (u->a < 0)
        continue;
      row[k] = u->along_a * (v->along_a * a[u->a] + v->along_b * b[u->a]);
      if (u->b >= 0)
        row[k] += u->along_b * (v->along_a * a[u->b] + v->along_b * b[u->b]);
    }
    if (v->slack >= 0)
      row[v->slack] = 1;
    double qa = self->q[v->a], qb = v->b >= 0 ? self->q[v->b] : 0;
    for (int j = 0; j < stays; j++) {
      qa += a[j] * self->start[j];
      qb += v->b >= 0 ? b[j] * self->start[j] : 0;
    }
    lemke->q[i] = v->along_a * qa + v->along_b * qb;
  }
  for (int i = 0; i < size; i++) {
    const double g = lemke->M[i * size + i];
    lemke->scale[i] = g > 0 ? 1 / sqrt (g) : 1;
  }
  // A slack counts like a row of the variable that it bounds: its own diagonal is 0.
  for (int i = 0; i < size; i++)
    if (self->variables[i].slack >= 0)
      lemke->scale[self->variables[i].slack] = 1 / lemke->scale[i];
}

/// Builds Lemke's problem. Returns false if it has more variables than there is room for.
static bool
build (MbdComplementarity *self, const MbdComplementarityProblem *problem, int stays, int pairs)
{
  int *normal_variable = self->columns;

  self->lemke.size = 0;
  memset (self->start, 0, sizeof *self->start * (size_t) stays);
  for (int i = 0; i < problem->n; i++) {
    const MbdSet *set = problem->sets != NULL ? &problem->sets[i] : NULL;
    if (self->reduced[i] < 0)
      continue;
    if (set == NULL || set->kind == MBD_SET_NONNEGATIVE)
      normal_variable[i] = add_variable (self, self->reduced[i], 1, -1, 0);
    else if (set->kind == MBD_SET_BOX)
      add_box (self, set, self->reduced[i]);
  }
  for (int i = 0; i < problem->n && problem->sets != NULL; i++)
    if (problem->sets[i].kind == MBD_SET_FRICTION)
      add_tangents (self, problem, normal_variable, i, pairs);
  if (self->lemke.size > self->lemke.most)
    return false;
  fill_problem (self, stays);
  return true;
}

/// Computes the variables of the problem from Lemke's variables.
static void
expand (MbdComplementarity *self, const MbdComplementarityProblem *problem, int stays, double *z)
{
  const int gone = problem->n - stays;
  double *x = self->work;

  memcpy (x, self->start, sizeof *x * (size_t) stays);
  for (int k = 0; k < self->lemke.size; k++) {
    const MbdLemkeVariable *v = &self->variables[k];
    if (v->a < 0)
      continue;
    x[v->a] += v->along_a * self->lemke.z[k];
    if (v->b >= 0)
      x[v->b] += v->along_b * self->lemke.z[k];
  }
  for (int i = 0; i < problem->n; i++)
    if (self->reduced[i] >= 0)
      z[i] = x[self->reduced[i]];
  for (int f = 0; f < gone; f++) {
    double sum = -self->solved[stays * gone + f];
    for (int j = 0; j < stays; j++)
      sum -= self->solved[j * gone + f] * x[j];
    z[self->free[f]] = sum;
  }
}

/// Returns the larger of the residual of Lemke's own problem, for cones that it treats as polygons,
/// and that of the free rows.
static double
residual_of (MbdComplementarity *self, const MbdComplementarityProblem *problem, const double *z)
{
  const MbdComplementarityProblem own = { self->lemke.size, self->lemke.M, self->lemke.q, NULL };
  double residual = mbd_complementarity_residual (&own, self->lemke.z, NULL);
  const double scale = mbd_complementarity_rows (problem, z, self->w);

  for (int i = 0; i < problem->n; i++)
    if (self->reduced[i] < 0 && scale > 0 && !(fabs (self->w[i]) <= residual * scale))
      residual = fabs (self->w[i]) / scale;
  return residual;
}

MbdComplementarityReport
mbd_solve_by_lemke (MbdComplementarity *self,
                    const MbdComplementarityProblem *problem,
                    const MbdComplementaritySettings *settings,
                    double *z)
{
  const int pairs = settings->pairs < self->most_pairs ? settings->pairs : self->most_pairs;
  MbdComplementarityReport report = { .status = MBD_COMPLEMENTARITY_NOT_CONVERGED,
                                      .method = MBD_COMPLEMENTARITY_LEMKE };
  int rank;
  bool ray = false;
  const int stays = eliminate_free (self, problem, &rank);

  report.residual = INFINITY;
  if (!build (self, problem, stays, pairs > 0 ? pairs : 1)) {
    report.status = MBD_COMPLEMENTARITY_BAD_INPUT;
    return report;
  }
  const int most = settings->iterations > 0 ? settings->iterations : 50 * self->lemke.size + 100;
  for (int attempt = 0; attempt < COVERS - FIRST_POWER + 1; attempt++) {
    const double added = attempt < COVERS ? 0 : pow (10, FIRST_POWER + attempt - COVERS);
    bool ended = mbd_lemke_run (&self->lemke, attempt % COVERS, added, most, &report.iterations);
    expand (self, problem, stays, self->answer);
    double residual = residual_of (self, problem, self->answer);
    ray |= attempt == 0 && !ended;
    if (residual < report.residual) {
      report.residual = residual;
      report.regularisation = added;
      report.restarts = attempt < COVERS ? attempt : COVERS - 1;
      memcpy (z, self->answer, sizeof *z * (size_t) problem->n);
    }
    if (report.residual <= settings->tolerance)
      break;
  }
  mbd_complementarity_residual (problem, z, &report.gap);
  if (report.residual <= settings->tolerance)
    report.status = MBD_COMPLEMENTARITY_SOLVED;
  else if (ray)
    report.status = MBD_COMPLEMENTARITY_NO_SOLUTION;
  if (report.status != MBD_COMPLEMENTARITY_SOLVED)
    mbd_solve_by_modes (self, problem, settings->tolerance, z, &report);
  return report;
}
