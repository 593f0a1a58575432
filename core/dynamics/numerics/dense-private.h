// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Small dense systems, row-major, in memory provided by the caller: for problems of some tens of
// unknowns that are solved during a motion, where LAPACK's row-major functions would allocate
// memory.

#pragma once

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
