// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Number of threads for dense factorisations by LAPACK. OpenBLAS divides them among as many threads
// as there are processors, and these wait for each other by polling: while another thread computes
// a run, a factorisation that takes 60 ms on one thread takes seconds on two. The matrices of
// mechanisms are too small to benefit from more threads.

#include "mbd-analysis.h"

/// Function of OpenBLAS; NULL if another library provides BLAS.
extern void openblas_set_num_threads (int n) __attribute__ ((weak));

void
mbd_use_one_dense_thread (void)
{
  if (openblas_set_num_threads != NULL)
    openblas_set_num_threads (1);
}
