// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Block factor H = L L' of a pile, left-looking, and substitution with it. A block has three
// columns of four doubles (the fourth is 0), so that a column is one or two registers.

#include "pile-private.h"

#include <math.h>
#include <string.h>

typedef double Column __attribute__ ((vector_size (32), aligned (32)));

/// Computes the Cholesky factor of a diagonal block and its inverse, both lower.
static inline __attribute__ ((always_inline)) bool
factor_diagonal (const double *D, double *inverse)
{
  const double d0 = D[0];
  if (!(d0 > 0))
    return false;
  const double l00 = sqrt (d0), l10 = D[1] / l00, l20 = D[2] / l00;
  const double d1 = D[5] - l10 * l10;
  if (!(d1 > 0))
    return false;
  const double l11 = sqrt (d1), l21 = (D[6] - l20 * l10) / l11;
  const double d2 = D[10] - l20 * l20 - l21 * l21;
  if (!(d2 > 0))
    return false;
  const double i0 = 1 / l00, i1 = 1 / l11, i2 = 1 / sqrt (d2);
  const double m10 = -l10 * i0 * i1;
  const double m21 = -l21 * i1 * i2, m20 = -(l20 * i0 + l21 * m10) * i2;

  memset (inverse, 0, sizeof (double) * MBD_BLOCK);
  inverse[0] = i0;
  inverse[1] = m10;
  inverse[2] = m20;
  inverse[5] = i1;
  inverse[6] = m21;
  inverse[10] = i2;
  return true;
}

MBD_CLONES static bool
factor_columns (const MbdPile *pile, MbdPileFactor *factor)
{
  int *place = pile->place;
  double *all = factor->L;

  for (int j = 0; j < pile->n_columns; j++) {
    const int start = pile->column_start[j], end = pile->column_start[j + 1];
    for (int t = start; t < end; t++)
      place[pile->column_row[t]] = t;
    for (int k = pile->row_start[j]; k < pile->row_start[j + 1]; k++) {
      const int block = pile->row_block[k], last = pile->column_start[pile->row_column[k] + 1];
      const double *B = all + (size_t) block * MBD_BLOCK;
      for (int t = block; t < last; t++) {
        const Column *A = (const Column *) (all + (size_t) t * MBD_BLOCK);
        Column *C = (Column *) (all + (size_t) place[pile->column_row[t]] * MBD_BLOCK);
        const Column a0 = A[0], a1 = A[1], a2 = A[2];
        for (int c = 0; c < 3; c++)
          C[c] -= a0 * B[c] + a1 * B[4 + c] + a2 * B[8 + c];
      }
    }
    double *inverse = factor->inverse + (size_t) j * MBD_BLOCK;
    if (!factor_diagonal (all + (size_t) start * MBD_BLOCK, inverse))
      return false;
    for (int t = start + 1; t < end; t++) {
      Column *A = (Column *) (all + (size_t) t * MBD_BLOCK);
      const Column a0 = A[0], a1 = A[1], a2 = A[2];
      A[0] = a0 * inverse[0];
      A[1] = a0 * inverse[1] + a1 * inverse[5];
      A[2] = a0 * inverse[2] + a1 * inverse[6] + a2 * inverse[10];
    }
  }
  return true;
}

MBD_CLONES static void
substitute (const MbdPile *pile, const MbdPileFactor *factor, double *x)
{
  const double *all = factor->L;
  Column *y = (Column *) pile->x;

  for (int j = 0; j < pile->n_columns; j++)
    y[j] = ((const Column *) x)[pile->body_at[j]];
  for (int j = 0; j < pile->n_columns; j++) {
    const Column *m = (const Column *) (factor->inverse + (size_t) j * MBD_BLOCK);
    const Column own = m[0] * y[j][0] + m[1] * y[j][1] + m[2] * y[j][2];
    y[j] = own;
    for (int t = pile->column_start[j] + 1; t < pile->column_start[j + 1]; t++) {
      const Column *A = (const Column *) (all + (size_t) t * MBD_BLOCK);
      y[pile->column_row[t]] -= A[0] * own[0] + A[1] * own[1] + A[2] * own[2];
    }
  }
  for (int j = pile->n_columns - 1; j >= 0; j--) {
    const double *m = factor->inverse + (size_t) j * MBD_BLOCK;
    Column s0 = { 0 }, s1 = { 0 }, s2 = { 0 };
    for (int t = pile->column_start[j] + 1; t < pile->column_start[j + 1]; t++) {
      const Column *A = (const Column *) (all + (size_t) t * MBD_BLOCK);
      const Column other = y[pile->column_row[t]];
      s0 += A[0] * other;
      s1 += A[1] * other;
      s2 += A[2] * other;
    }
    const double o0 = y[j][0] - (s0[0] + s0[1] + s0[2]), o1 = y[j][1] - (s1[0] + s1[1] + s1[2]);
    const double o2 = y[j][2] - (s2[0] + s2[1] + s2[2]);
    y[j] = (Column){ m[0] * o0 + m[1] * o1 + m[2] * o2, m[5] * o1 + m[6] * o2, m[10] * o2, 0 };
  }
  for (int j = 0; j < pile->n_columns; j++)
    ((Column *) x)[pile->body_at[j]] = y[j];
}

bool
mbd_pile_factor (const MbdPile *pile, MbdPileFactor *factor)
{
  return factor_columns (pile, factor);
}

void
mbd_pile_back (const MbdPile *pile, const MbdPileFactor *factor, double *x)
{
  substitute (pile, factor, x);
}
