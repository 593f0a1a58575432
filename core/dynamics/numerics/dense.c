// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Small dense systems: elimination with complete pivoting, and the pseudo-inverse of a positive
// semidefinite matrix by Jacobi rotations.

#include "dense-private.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

static void
swap_rows (int n, double *A, int i, int k)
{
  for (int j = 0; j < n; j++) {
    double kept = A[i * n + j];
    A[i * n + j] = A[k * n + j];
    A[k * n + j] = kept;
  }
}

static void
swap_columns (int n, double *A, int j, int k)
{
  for (int i = 0; i < n; i++) {
    double kept = A[i * n + j];
    A[i * n + j] = A[i * n + k];
    A[i * n + k] = kept;
  }
}

int
mbd_dense_factor (int n, double *A, int *rows, int *columns, double tolerance)
{
  double largest = 0;

  for (int i = 0; i < n; i++)
    rows[i] = columns[i] = i;
  for (int k = 0; k < n; k++) {
    double best = 0;
    int p = k, r = k;
    for (int i = k; i < n; i++)
      for (int j = k; j < n; j++)
        if (fabs (A[i * n + j]) > best) {
          best = fabs (A[i * n + j]);
          p = i;
          r = j;
        }
    largest = fmax (largest, best);
    if (!(best > tolerance * largest))
      return k;
    if (p != k) {
      swap_rows (n, A, p, k);
      int kept = rows[p];
      rows[p] = rows[k];
      rows[k] = kept;
    }
    if (r != k) {
      swap_columns (n, A, r, k);
      int kept = columns[r];
      columns[r] = columns[k];
      columns[k] = kept;
    }
    for (int i = k + 1; i < n; i++) {
      double l = A[i * n + k] /= A[k * n + k];
      if (l != 0)
        for (int j = k + 1; j < n; j++)
          A[i * n + j] -= l * A[k * n + j];
    }
  }
  return n;
}

void
mbd_dense_solve (int n,
                 int rank,
                 const double *LU,
                 const int *rows,
                 const int *columns,
                 const double *b,
                 double *x,
                 double *work)
{
  for (int i = 0; i < rank; i++) {
    work[i] = b[rows[i]];
    for (int j = 0; j < i; j++)
      work[i] -= LU[i * n + j] * work[j];
  }
  memset (x, 0, sizeof *x * (size_t) n);
  for (int i = rank - 1; i >= 0; i--) {
    for (int j = i + 1; j < rank; j++)
      work[i] -= LU[i * n + j] * work[j];
    work[i] /= LU[i * n + i];
    x[columns[i]] = work[i];
  }
}

/// Makes K[p][q] 0 by one rotation; V accumulates the rotations as columns.
static void
rotate (int n, double *K, double *V, int p, int q)
{
  const double theta = (K[q * n + q] - K[p * n + p]) / (2 * K[p * n + q]);
  const double t = copysign (1, theta) / (fabs (theta) + hypot (theta, 1));
  const double c = 1 / hypot (t, 1), s = t * c;

  for (int i = 0; i < n; i++) {
    double a = K[i * n + p], b = K[i * n + q];
    K[i * n + p] = c * a - s * b;
    K[i * n + q] = s * a + c * b;
  }
  for (int i = 0; i < n; i++) {
    double a = K[p * n + i], b = K[q * n + i];
    K[p * n + i] = c * a - s * b;
    K[q * n + i] = s * a + c * b;
    a = V[i * n + p];
    b = V[i * n + q];
    V[i * n + p] = c * a - s * b;
    V[i * n + q] = s * a + c * b;
  }
}

// By K = L L'.
bool
mbd_dense_invert_definite (int n, double *K, double *work)
{
  const double least_pivot = 1e-6;
  double *L = work;

  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double sum = K[i * n + j];
      for (int k = 0; k < j; k++)
        sum -= L[i * n + k] * L[j * n + k];
      if (j < i)
        L[i * n + j] = sum / L[j * n + j];
      else if (sum > least_pivot * K[i * n + i])
        L[i * n + i] = sqrt (sum);
      else
        return false;
    }
  // L <- L^-1, column by column.
  for (int j = 0; j < n; j++) {
    L[j * n + j] = 1 / L[j * n + j];
    for (int i = j + 1; i < n; i++) {
      double sum = 0;
      for (int k = j; k < i; k++)
        sum -= L[i * n + k] * L[k * n + j];
      L[i * n + j] = sum / L[i * n + i];
    }
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double sum = 0;
      for (int k = i; k < n; k++)
        sum += L[k * n + i] * L[k * n + j];
      K[i * n + j] = K[j * n + i] = sum;
    }
  return true;
}

int
mbd_dense_pseudo_invert (int n, double *K, double tolerance, double *work)
{
  enum
  {
    SWEEPS = 60
  };
  double *V = work, *scaled = work + n * n, largest = 0;
  int rank = 0;

  if (mbd_dense_invert_definite (n, K, work))
    return n;
  memset (V, 0, sizeof *V * (size_t) (n * n));
  for (int i = 0; i < n; i++)
    V[i * n + i] = 1;
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    bool any = false;
    for (int p = 0; p < n; p++)
      for (int q = p + 1; q < n; q++)
        if (fabs (K[p * n + q]) > 1e-18 * (fabs (K[p * n + p]) + fabs (K[q * n + q]))) {
          rotate (n, K, V, p, q);
          any = true;
        }
    if (!any)
      break;
  }
  for (int i = 0; i < n; i++)
    largest = fmax (largest, K[i * n + i]);
  for (int k = 0; k < n; k++) {
    const double value = K[k * n + k];
    const bool counts = value > tolerance * largest;
    rank += counts;
    for (int i = 0; i < n; i++)
      scaled[i * n + k] = counts ? V[i * n + k] / value : 0;
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      K[i * n + j] = 0;
      for (int k = 0; k < n; k++)
        K[i * n + j] += scaled[i * n + k] * V[j * n + k];
    }
  return rank;
}

/// Rotates rows p and q of A so that they become orthogonal; V accumulates the rotations as columns.
/// Returns false if they are orthogonal already.
static bool
rotate_rows (int m, int n, double *A, double *V, int p, int q)
{
  double pp = 0, qq = 0, pq = 0;

  for (int k = 0; k < n; k++) {
    const double a = A[p * n + k], b = A[q * n + k];
    pp += a * a;
    qq += b * b;
    pq += a * b;
  }
  if (fabs (pq) <= 1e-15 * sqrt (pp * qq) || pq == 0)
    return false;
  const double theta = (qq - pp) / (2 * pq);
  const double t = copysign (1, theta) / (fabs (theta) + hypot (theta, 1));
  const double c = 1 / hypot (t, 1), s = t * c;
  for (int k = 0; k < n; k++) {
    const double a = A[p * n + k], b = A[q * n + k];
    A[p * n + k] = c * a - s * b;
    A[q * n + k] = s * a + c * b;
  }
  for (int i = 0; i < m; i++) {
    const double a = V[i * m + p], b = V[i * m + q];
    V[i * m + p] = c * a - s * b;
    V[i * m + q] = s * a + c * b;
  }
  return true;
}

// One-sided Jacobi rotations (Hestenes 1958): A = V B with orthogonal rows in B.
int
mbd_dense_pseudo_invert_rows (int m, int n, double *A, double tolerance, double *K, double *work)
{
  enum
  {
    SWEEPS = 60
  };
  double *V = work, largest = 0;
  int rank = 0;

  memset (V, 0, sizeof *V * (size_t) (m * m));
  for (int i = 0; i < m; i++)
    V[i * m + i] = 1;
  for (int sweep = 0, any = 1; sweep < SWEEPS && any; sweep++) {
    any = 0;
    for (int p = 0; p < m; p++)
      for (int q = p + 1; q < m; q++)
        any |= rotate_rows (m, n, A, V, p, q);
  }
  for (int k = 0; k < m; k++) {
    double sum = 0;
    for (int i = 0; i < n; i++)
      sum += A[k * n + i] * A[k * n + i];
    A[k * n] = sum;
    largest = fmax (largest, sum);
  }
  memset (K, 0, sizeof *K * (size_t) (m * m));
  for (int k = 0; k < m; k++) {
    const double square = A[k * n];
    if (!(square > tolerance * tolerance * largest))
      continue;
    rank++;
    for (int i = 0; i < m; i++)
      for (int j = 0; j < m; j++)
        K[i * m + j] += V[i * m + k] * V[j * m + k] / square;
  }
  return rank;
}

/// Factors P K P' = L L' with the largest remaining pivots; `order` receives P. Returns the rank.
static int
factor_independent (int n, const double *K, double tolerance, double *L, double *left, int *order)
{
  for (int i = 0; i < n; i++) {
    order[i] = i;
    left[i] = K[i * n + i];
  }
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (left[order[i]] > left[order[best]])
        best = i;
    if (!(left[order[best]] > tolerance))
      return k;
    const int row = order[best];
    order[best] = order[k];
    order[k] = row;
    double *pivot = L + (size_t) row * (size_t) n;
    pivot[k] = sqrt (left[row]);
    for (int i = k + 1; i < n; i++) {
      double *other = L + (size_t) order[i] * (size_t) n;
      double sum = K[row * n + order[i]];
      for (int j = 0; j < k; j++)
        sum -= pivot[j] * other[j];
      other[k] = sum / pivot[k];
      left[order[i]] -= other[k] * other[k];
    }
  }
  return n;
}

int
mbd_dense_invert_independent (int n, double *K, double tolerance, double *work)
{
  double *L = work, *X = work + (size_t) n * (size_t) n, *left = X + (size_t) n * (size_t) n;
  int *order = (int *) X; // until the rank is known

  const int rank = factor_independent (n, K, tolerance, L, left, order);
  // K becomes its own list of places before it is overwritten: the order is kept in `left`.
  for (int i = 0; i < rank; i++)
    left[i] = order[i];
  // X = L^-1 of the leading block, by columns of K's rows
  for (int c = 0; c < rank; c++)
    for (int i = c; i < rank; i++) {
      const double *row = L + (size_t) left[i] * (size_t) n;
      double sum = i == c;
      for (int j = c; j < i; j++)
        sum -= row[j] * X[(size_t) c * (size_t) n + (size_t) j];
      X[(size_t) c * (size_t) n + (size_t) i] = sum / row[i];
    }
  for (int i = 0; i < n * n; i++)
    K[i] = 0;
  for (int i = 0; i < rank; i++)
    for (int j = 0; j <= i; j++) {
      double sum = 0;
      for (int k = i; k < rank; k++)
        sum += X[(size_t) i * (size_t) n + (size_t) k] * X[(size_t) j * (size_t) n + (size_t) k];
      const size_t a = (size_t) left[i], b = (size_t) left[j];
      K[a * (size_t) n + b] = K[b * (size_t) n + a] = sum;
    }
  return rank;
}
