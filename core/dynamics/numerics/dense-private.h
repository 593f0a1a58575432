// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Small dense systems, row-major, in memory provided by the caller: for problems of some tens of
// unknowns that are solved during a motion, where LAPACK's row-major functions would allocate
// memory.

#pragma once

#include <stdbool.h>

/// Factors P A Q = L U in place, with the largest remaining entry as pivot; `rows` and `columns` (n
/// each) receive P and Q. Stops at a pivot below `tolerance` times the largest entry. Returns the
/// rank.
int mbd_dense_factor (int n, double *A, int *rows, int *columns, double tolerance);
/// Computes x of A x = b from the factors; unknowns beyond the rank are 0. x must not be b; work:
/// n.
void mbd_dense_solve (int n,
                      int rank,
                      const double *LU,
                      const int *rows,
                      const int *columns,
                      const double *b,
                      double *x,
                      double *work);
/// Replaces K (symmetric, positive semidefinite) by its pseudo-inverse; eigenvalues below
/// `tolerance` times the largest count as 0. work: 2 n^2. Returns the rank.
int mbd_dense_pseudo_invert (int n, double *K, double tolerance, double *work);
/// Replaces the symmetric positive definite K by its inverse. Returns false and leaves K unchanged if
/// a pivot is near 0 compared with its diagonal entry. work: n^2.
bool mbd_dense_invert_definite (int n, double *K, double *work);
/// Replaces K (symmetric, positive semidefinite, diagonal 1 or 0) by a generalised inverse, K X K = K: the
/// inverse of the block of independent rows, chosen by the largest pivots, and 0. Returns their number.
/// Pivots below `tolerance` count as 0. work: 2 n^2 + n.
int mbd_dense_invert_independent (int n, double *K, double tolerance, double *work);
/// Computes K, the pseudo-inverse of A A', from the m rows of A, of length n, which it overwrites.
/// Singular values of A below `tolerance` times the largest count as 0: those of nearly dependent
/// rows are more exact than the eigenvalues of A A'. work: m^2. Returns the rank.
int
mbd_dense_pseudo_invert_rows (int m, int n, double *A, double tolerance, double *K, double *work);
