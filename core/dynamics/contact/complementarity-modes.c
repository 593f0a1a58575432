// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Solution of small complementarity problems by trying every mode: each normal open or closed, each
// tangent of a closed one sticking or sliding either way, each box inside or at a bound. A mode is
// a linear system,
//
//   w_a = 0 for all holding a,   t = +-mu n of sliding tangents,   x = bound of a box at it,
//
// and its solution is judged like any other. Lemke's method ends on a ray if the matrix belongs to
// sliding contacts, and sometimes although there is a solution; if no mode has a solution, there is
// none: friction wedges the contacts.

#include "complementarity-private.h"

#include <math.h>
#include <string.h>

#include "dense-private.h"

enum
{
  MOST_MODES = 1024,
  OPEN = 0,  // mode of a normal
  HOLDS = 0, // mode of a tangent or of a box
  PLUS = 1,
  MINUS = 2,
};

static MbdSetKind
kind_of (const MbdComplementarityProblem *problem, int i)
{
  return problem->sets != NULL ? problem->sets[i].kind : MBD_SET_NONNEGATIVE;
}

/// Returns the number of modes of variable i by itself; 0 for a tangent that shares its cone with
/// others.
static int
count_own (const MbdComplementarityProblem *problem, int i)
{
  int list[2];

  switch (kind_of (problem, i)) {
  case MBD_SET_FREE:
    return 1;
  case MBD_SET_FRICTION:
    return problem->sets[i].partner < 0 && mbd_complementarity_polygon (problem, i, list, 2) == 1
             ? 3
             : 0;
  case MBD_SET_NONNEGATIVE:
    return 2;
  default:
    return 3;
  }
}

/// Returns true if there are few enough modes; a normal with one tangent has four.
static bool
are_few (const MbdComplementarityProblem *problem)
{
  double modes = 1;

  for (int i = 0; i < problem->n && modes <= MOST_MODES; i++) {
    if (count_own (problem, i) == 0)
      return false;
    if (kind_of (problem, i) == MBD_SET_FRICTION)
      continue;
    double closed = 1;
    for (int t = 0; t < problem->n && kind_of (problem, i) == MBD_SET_NONNEGATIVE; t++)
      if (kind_of (problem, t) == MBD_SET_FRICTION && problem->sets[t].normal == i)
        closed *= 3;
    modes *= count_own (problem, i) - 1 + closed;
  }
  return modes <= MOST_MODES;
}

/// Advances to the next mode, as in counting. Returns false after the last. Tangents of open
/// normals do not count.
static bool
advance (const MbdComplementarityProblem *problem, int *mode)
{
  for (int i = 0; i < problem->n; i++) {
    if (++mode[i] < count_own (problem, i))
      return true;
    mode[i] = 0;
  }
  return false;
}

static bool
makes_sense (const MbdComplementarityProblem *problem, const int *mode)
{
  for (int i = 0; i < problem->n && problem->sets != NULL; i++) {
    const MbdSet *set = &problem->sets[i];
    if ((set->kind == MBD_SET_FRICTION && mode[i] != HOLDS && mode[set->normal] == OPEN)
        || (set->kind == MBD_SET_BOX && mode[i] == PLUS && isinf (set->upper))
        || (set->kind == MBD_SET_BOX && mode[i] == MINUS && isinf (set->lower)))
      return false;
  }
  return true;
}

/// Returns true if the row of variable i is met in the mode.
static bool
holds (const MbdComplementarityProblem *problem, const int *mode, int i)
{
  if (kind_of (problem, i) == MBD_SET_NONNEGATIVE)
    return mode[i] != OPEN;
  return mode[i] == HOLDS
         && (kind_of (problem, i) != MBD_SET_FRICTION || mode[problem->sets[i].normal] != OPEN);
}

/// Computes z of the variables that the mode ties to others, from z of the holding ones.
static void
follow (const MbdComplementarityProblem *problem, const int *mode, double *z)
{
  for (int i = 0; i < problem->n && problem->sets != NULL; i++) {
    const MbdSet *set = &problem->sets[i];
    if (set->kind == MBD_SET_FRICTION && mode[i] != HOLDS)
      z[i] = (mode[i] == PLUS ? 1 : -1) * set->friction * z[set->normal];
    else if (set->kind == MBD_SET_BOX && mode[i] != HOLDS)
      z[i] = mode[i] == PLUS ? set->upper : set->lower;
  }
}

/// Solves a mode; the solution goes to the scratch vector.
static void
solve_mode (MbdComplementarity *self, const MbdComplementarityProblem *problem, const int *mode)
{
  const int n = problem->n;
  int *held = self->free, count = 0;
  double *z = self->answer;

  for (int i = 0; i < n; i++)
    if (holds (problem, mode, i))
      held[count++] = i;
  for (int a = 0; a < count; a++)
    for (int b = 0; b < count; b++) {
      const double *row = problem->M + (size_t) held[a] * (size_t) n;
      double sum = row[held[b]];
      for (int t = 0; t < n && problem->sets != NULL; t++)
        if (problem->sets[t].kind == MBD_SET_FRICTION && problem->sets[t].normal == held[b]
            && mode[t] != HOLDS)
          sum += (mode[t] == PLUS ? 1 : -1) * problem->sets[t].friction * row[t];
      self->factor[a * count + b] = sum;
    }
  const int rank = mbd_dense_factor (count, self->factor, self->rows, self->columns, 1e-14);
  memset (z, 0, sizeof *z * (size_t) n);
  // The second pass is a correction.
  for (int pass = 0; pass < 2; pass++) {
    double *rest = self->start, *change = self->q;
    follow (problem, mode, z);
    mbd_complementarity_rows (problem, z, self->w);
    for (int a = 0; a < count; a++)
      rest[a] = self->w[held[a]];
    mbd_dense_solve (count, rank, self->factor, self->rows, self->columns, rest, change,
                     self->work);
    for (int a = 0; a < count; a++)
      z[held[a]] -= change[a];
  }
  follow (problem, mode, z);
}

bool
mbd_solve_by_modes (MbdComplementarity *self,
                    const MbdComplementarityProblem *problem,
                    double tolerance,
                    double *z,
                    MbdComplementarityReport *report)
{
  int *mode = self->reduced;

  if (!are_few (problem))
    return false;
  memset (mode, 0, sizeof *mode * (size_t) problem->n);
  do {
    double gap;
    if (!makes_sense (problem, mode))
      continue;
    solve_mode (self, problem, mode);
    const double residual = mbd_complementarity_residual (problem, self->answer, &gap);
    report->iterations++;
    if (residual > tolerance)
      continue;
    mbd_complementarity_project (problem, self->answer);
    memcpy (z, self->answer, sizeof *z * (size_t) problem->n);
    report->method = MBD_COMPLEMENTARITY_MODES;
    report->status = MBD_COMPLEMENTARITY_SOLVED;
    report->residual = residual;
    report->gap = gap;
    return true;
  } while (advance (problem, mode));
  report->status = MBD_COMPLEMENTARITY_NO_SOLUTION;
  report->proved = true;
  return true;
}
