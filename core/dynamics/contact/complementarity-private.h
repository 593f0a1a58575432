// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The complementarity solvers as their own files see them.

#pragma once

#include "arena-private.h"
#include "mbd-complementarity.h"

/// What Lemke's method works on: w = M z + q, all nonnegative, of `size` variables.
typedef struct
{
  int most, size, width; // width: of a row of the table
  double *M, *q, *z;
  double *scale; // of rows and columns: D M D
  double *table;
  int *basis;    // variable that is basic in a row: 0 .. size - 1 w, then z, last the artificial
  double *cover; // covering vector
  double *system, *vector, *work;
  int *columns;
} MbdLemke;

/// What a variable of Lemke's problem stands for: x_a += along_a y, x_b += along_b y, or the slack
/// of a bound.
typedef struct
{
  int a, b; // of the problem without free variables; a < 0: a slack, b < 0: none
  double along_a, along_b;
  int slack;              // variable of the slack of its bound, -1
  int normal;             // of a slack: the variable that carries the bound, -1
  double friction, bound; // of a slack: bound + friction * normal
} MbdLemkeVariable;

struct MbdComplementarity
{
  MbdArena arena;
  int most, most_lemke, most_pairs;
  MbdLemke lemke;
  // of the problem after its free variables are gone
  int *reduced;            // variable -> place among those that stay, -1
  int *free;               // the free variables
  double *factor, *solved; // of their block; M_ff^-1 M_fc and M_ff^-1 q_f
  double *M, *q;           // of those that stay
  double *answer, *best, *w, *work;
  int *rows, *columns;
  double *start; // x at y = 0
  MbdLemkeVariable *variables;
};

/// Solve the nonnegative problem in `lemke` into lemke->z; answers whether it ended without a ray.
/// `attempt` > 0 takes another covering vector, `regularisation` is added to the scaled diagonal.
bool
mbd_lemke_run (MbdLemke *lemke, int attempt, double regularisation, int most_pivots, int *pivots);
MbdComplementarityReport mbd_solve_by_lemke (MbdComplementarity *self,
                                             const MbdComplementarityProblem *problem,
                                             const MbdComplementaritySettings *settings,
                                             double *z);
/// A small problem by every mode of its variables; false where there are too many or a cone has
/// more than one direction. Else z and the report are those of a solution, or the report says that
/// there is none. Overwrites what Lemke's method works on.
bool mbd_solve_by_modes (MbdComplementarity *self,
                         const MbdComplementarityProblem *problem,
                         double tolerance,
                         double *z,
                         MbdComplementarityReport *report);
MbdComplementarityReport mbd_solve_by_sweeps (MbdComplementarity *self,
                                              const MbdComplementarityProblem *problem,
                                              const MbdComplementaritySettings *settings,
                                              double *z);
/// w = M z + q; answers the largest sum of the sizes of the terms of a row.
double
mbd_complementarity_rows (const MbdComplementarityProblem *problem, const double *z, double *w);
/// Tangents without partner of the normal of tangent `first`, in order of their indices, when
/// `first` is the first of them; 0 else. `most`: room in `list`.
int mbd_complementarity_polygon (const MbdComplementarityProblem *problem,
                                 int first,
                                 int *list,
                                 int most);
/// x becomes the nearest point with sum |x| <= radius.
void mbd_project_on_polygon (int n, double radius, double *x);
