// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Dense factorisations by LAPACK, as a process uses them. OpenBLAS divides them among as many
// threads as there are processors, and these wait for each other by looking again and again: beside
// a thread that computes a run, what takes 60 ms on one thread takes seconds on two. The matrices
// of mechanisms are not so large that more threads would help.

#include "mbd-analysis.h"

/// Of OpenBLAS, where that is the library that provides BLAS; else there is no such function.
extern void openblas_set_num_threads (int n) __attribute__ ((weak));

void
mbd_use_one_dense_thread (void)
{
  if (openblas_set_num_threads != NULL)
    openblas_set_num_threads (1);
}
