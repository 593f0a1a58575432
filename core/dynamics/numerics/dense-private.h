// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Small dense systems, row-major, in memory of the caller: for problems of some tens of unknowns
// that are solved while a motion runs, where LAPACK's row-major calls would take memory.

#pragma once

/// P A Q = L U in place with the largest pivot of what is left each time; `rows` and `columns` (n
/// each) get P and Q. Pivots below `tolerance` times the largest entry end it. Answers the rank.
int mbd_dense_factor (int n, double *A, int *rows, int *columns, double tolerance);
/// x of A x = b from the factors; unknowns beyond the rank are 0. x may not be b; work: n.
void mbd_dense_solve (int n,
                      int rank,
                      const double *LU,
                      const int *rows,
                      const int *columns,
                      const double *b,
                      double *x,
                      double *work);
/// K (symmetric, positive semidefinite) becomes its pseudo-inverse; eigenvalues below `tolerance`
/// times the largest count as 0. work: 2 n^2. Answers the rank.
int mbd_dense_pseudo_invert (int n, double *K, double tolerance, double *work);
