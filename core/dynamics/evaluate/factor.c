// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Block LDL' of the quasi-definite system without pivoting (docs/theory/equations.md).
//
// Column j with later neighbours s, t (blocks D, B_s):
//   L_s = B_s D^-1,   y_s -= L_s y_j,   block (t, s) -= B_t L_s'   for t >= s,   B_s <- L_s
// Back: x_j = D^-1 y_j - sum L_s' x_s.
//
// The kernels are written once for any size and inlined for the sizes that occur.

#include "state-private.h"

#include <math.h>
#include <string.h>

#define KERNEL static inline __attribute__ ((always_inline))

enum
{
  LARGEST = MBD_MOST_ROWS // as many as a body has coordinates
};

/// Factors D + diag (rho g) = U' diag (d) U in place, row by row, with 1/d on the diagonal and the
/// unit triangle U above it. Returns the largest g over pivot (g: the diagonal before any
/// elimination), as a measure of how close to dependent the rows are. Blocks are factored, not
/// inverted: if rows of one block depend on each other, the entries of an inverse would round
/// independently and lose relations that the factors preserve.
KERNEL double
factor_block (int n, double *D, const double *g, double *rho, bool find_dependent)
{
  double collapse = 0;

  for (int k = 0; k < n; k++) {
    // A row that moves nothing (g = 0: a universal joint folded flat) gets the pivot 1.
    if (find_dependent && g[k] > 0 && D[k * n + k] < MBD_DEPENDENT_PIVOT * g[k])
      rho[k] = MBD_RHO_DEPENDENT;
    // In the search rho would hide that rows depend on each other: it is amplified on the way.
    const double added = find_dependent && rho[k] != MBD_RHO_DEPENDENT ? 0 : rho[k];
    double pivot = D[k * n + k] + (g[k] != 0 ? added * g[k] : 1);
    double inverse = 1 / pivot, ratio = g[k] * inverse;
    // This comparison also propagates NaN.
    collapse = ratio <= collapse ? collapse : ratio;
    D[k * n + k] = inverse;
    for (int i = k + 1; i < n; i++) {
      double u = D[k * n + i] * inverse;
      for (int j = i; j < n; j++)
        D[i * n + j] -= u * D[k * n + j];
    }
    for (int i = k + 1; i < n; i++)
      D[k * n + i] *= inverse;
  }
  return collapse;
}

/// Computes x = D^-1 b with the factors above; x may be b.
KERNEL void
solve_block (int n, const double *D, const double *b, double *x)
{
  for (int i = 0; i < n; i++) {
    double sum = b[i];
    for (int k = 0; k < i; k++)
      sum -= D[k * n + i] * x[k];
    x[i] = sum;
  }
  for (int i = n - 1; i >= 0; i--) {
    double sum = x[i] * D[i * n + i];
    for (int k = i + 1; k < n; k++)
      sum -= D[i * n + k] * x[k];
    x[i] = sum;
  }
}

/// Eliminates one column of the given `size`; the neighbours have the size `uniform`, or individual
/// sizes if it is 0.
KERNEL double
eliminate_column (const MbdModel *m,
                  const MbdColumn *column,
                  double *factor,
                  double *y,
                  const double *g,
                  double *rho,
                  int size,
                  int uniform,
                  bool find_dependent)
{
  double *D = factor + column->diagonal;
  double *B = D + size * size;
  double own[LARGEST];
  double collapse = factor_block (size, D, g + column->y, rho + column->y, find_dependent);

  memcpy (own, y + column->y, sizeof (double) * (size_t) size);
  const int *neighbour_y = m->neighbour_y + column->first;
  const int *neighbour_size = m->neighbour_size + column->first;
  const int *target = m->target + column->target;
  for (int s = 0; s < column->count; s++) {
    const int rows_s = uniform ? uniform : neighbour_size[s];
    double L[LARGEST * LARGEST];
    for (int i = 0; i < rows_s; i++)
      solve_block (size, D, B + i * size, L + i * size);
    double *ys = y + neighbour_y[s];
    for (int i = 0; i < rows_s; i++) {
      double sum = 0;
      for (int k = 0; k < size; k++)
        sum += L[i * size + k] * own[k];
      ys[i] -= sum;
    }
    double *Bt = B;
    for (int t = s; t < column->count; t++) {
      const int rows_t = uniform ? uniform : neighbour_size[t];
      double *restrict T = factor + *target++;
      for (int i = 0; i < rows_t; i++)
        for (int j = 0; j < rows_s; j++) {
          double sum = 0;
          for (int k = 0; k < size; k++)
            sum += Bt[i * size + k] * L[j * size + k];
          T[i * rows_s + j] -= sum;
        }
      Bt += rows_t * size;
    }
    memcpy (B, L, sizeof (double) * (size_t) (rows_s * size));
    B += rows_s * size;
  }
  return collapse;
}

void
mbd_eliminate (MbdState *state, double *rho)
{
  const MbdModel *m = state->model;
  double *factor = state->pivots.factor, *y = state->solution.y;
  const double *g = state->pivots.g;
  double worst = 0;

  for (int p = 0; p < m->n_columns; p++) {
    const MbdColumn *column = &m->columns[p];
    double collapse;
    switch (column->uniform ? column->uniform : -column->size) {
    case 2:
      collapse = eliminate_column (m, column, factor, y, g, rho, 2, 2, false);
      break;
    case 1:
      collapse = eliminate_column (m, column, factor, y, g, rho, 1, 1, false);
      break;
    case 3:
      collapse = eliminate_column (m, column, factor, y, g, rho, 3, 3, false);
      break;
    case 4:
      collapse = eliminate_column (m, column, factor, y, g, rho, 4, 4, false);
      break;
    case 5:
      collapse = eliminate_column (m, column, factor, y, g, rho, 5, 5, false);
      break;
    case 6:
      collapse = eliminate_column (m, column, factor, y, g, rho, 6, 6, false);
      break;
    case -1:
      collapse = eliminate_column (m, column, factor, y, g, rho, 1, 0, false);
      break;
    case -2:
      collapse = eliminate_column (m, column, factor, y, g, rho, 2, 0, false);
      break;
    case -3:
      collapse = eliminate_column (m, column, factor, y, g, rho, 3, 0, false);
      break;
    default:
      collapse = eliminate_column (m, column, factor, y, g, rho, column->size, 0, false);
      break;
    }
    state->pivots.collapse[p] = collapse;
    worst = collapse <= worst ? worst : collapse;
  }
  state->pivots.worst_collapse = worst;
}

void
mbd_find_dependent_rows (MbdState *state)
{
  const MbdModel *m = state->model;

  for (int p = 0; p < m->n_columns; p++)
    eliminate_column (m, &m->columns[p], state->pivots.factor, state->solution.y, state->pivots.g,
                      state->pivots.rho, m->columns[p].size, 0, true);
}

void
mbd_forward (MbdState *state)
{
  const MbdModel *m = state->model;
  double *y = state->solution.y;

  for (int p = 0; p < m->n_columns; p++) {
    const MbdColumn *column = &m->columns[p];
    const int size = column->size;
    const double *own = y + column->y;
    const double *L = state->pivots.factor + column->diagonal + size * size;
    for (int s = column->first; s < column->first + column->count; s++) {
      double *ys = y + m->neighbour_y[s];
      for (int i = 0; i < m->neighbour_size[s]; i++, L += size) {
        double sum = 0;
        for (int k = 0; k < size; k++)
          sum += L[k] * own[k];
        ys[i] -= sum;
      }
    }
  }
}

KERNEL void
back_column (const MbdModel *m,
             const MbdColumn *column,
             const double *factor,
             double *y,
             int size,
             int uniform)
{
  const double *D = factor + column->diagonal;
  const double *L = D + size * size;
  double *own = y + column->y;
  double x[LARGEST];

  solve_block (size, D, own, x);
  for (int s = column->first; s < column->first + column->count; s++) {
    const double *xs = y + m->neighbour_y[s];
    const int rows_s = uniform ? uniform : m->neighbour_size[s];
    for (int i = 0; i < rows_s; i++, L += size)
      for (int k = 0; k < size; k++)
        x[k] -= L[k] * xs[i];
  }
  memcpy (own, x, sizeof (double) * (size_t) size);
}

void
mbd_backward (MbdState *state)
{
  const MbdModel *m = state->model;
  const double *factor = state->pivots.factor;
  double *y = state->solution.y;

  for (int p = m->n_columns - 1; p >= 0; p--) {
    const MbdColumn *column = &m->columns[p];
    switch (column->uniform) {
    case 2:
      back_column (m, column, factor, y, 2, 2);
      break;
    case 1:
      back_column (m, column, factor, y, 1, 1);
      break;
    case 3:
      back_column (m, column, factor, y, 3, 3);
      break;
    case 5:
      back_column (m, column, factor, y, 5, 5);
      break;
    default:
      back_column (m, column, factor, y, column->size, 0);
      break;
    }
  }
}
