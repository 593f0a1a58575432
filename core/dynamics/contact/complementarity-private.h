// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Private declarations of the complementarity solvers.

#pragma once

#include "arena-private.h"
#include "mbd-complementarity.h"

/// Work data of Lemke's method: w = M z + q, all nonnegative, of `size` variables.
typedef struct
{
  int most, size, width; // width: of a row of the table
  double *M, *q, *z;
  double *scale; // scale of rows and columns: D M D
  double *table;
  int *basis;    // variable that is basic in a row: 0 .. size - 1 w, then z, last the artificial
  double *cover; // covering vector
  double *system, *vector, *work;
  int *columns;
} MbdLemke;

/// Meaning of a variable of Lemke's problem: x_a += along_a y, x_b += along_b y, or the slack of a
/// bound.
typedef struct
{
  int a, b; // variables of the problem without free variables; a < 0: a slack, b < 0: none
  double along_a, along_b;
  int slack;              // variable of the slack of its bound, -1 if none
  int normal;             // for a slack: the variable that carries the bound, -1 if none
  double friction, bound; // for a slack: bound + friction * normal
} MbdLemkeVariable;

/// Work data of mbd_solve_by_cones (), and of a part of a problem.
typedef struct
{
  int most; // rays, and variables of a part
  double *S, *L, *c, *x, *y;
  int *carries, *left_out;
  MbdLemkeVariable *rays;
  int n_rays, n_carried; // rays of the last problem, and those that carried
  int *carried;          // list of the latter
  int *part_of;          // by variable of the whole problem
  int *members;          // variables of a part
  double *M, *q, *z;
  MbdSet *sets;
} MbdConesRoom;

struct MbdComplementarity
{
  MbdArena arena;
  int most, most_lemke, most_pairs;
  MbdLemke lemke;
  // the problem without its free variables
  int *reduced;            // index among the remaining variables by variable, -1 if eliminated
  int *free;               // the free variables
  double *factor, *solved; // factor of their block; M_ff^-1 M_fc and M_ff^-1 q_f
  double *M, *q;           // matrix and right side of the remaining variables
  double *answer, *best, *w, *work;
  double *diagonal, *trial, *kept; // alternating directions
  int *rows, *columns;
  double *start; // x at y = 0
  MbdLemkeVariable *variables;
  MbdConesRoom cones;
};

/// Solves the nonnegative problem in `lemke` into lemke->z. Returns true if it ended without a ray.
/// `attempt` > 0 selects another covering vector, `regularisation` is added to the scaled diagonal.
bool
mbd_lemke_run (MbdLemke *lemke, int attempt, double regularisation, int most_pivots, int *pivots);
MbdComplementarityReport mbd_solve_by_lemke (MbdComplementarity *self,
                                             const MbdComplementarityProblem *problem,
                                             const MbdComplementaritySettings *settings,
                                             double *z);
/// Solves a small problem by trying every mode of its variables. Returns false if there are too
/// many or a cone has more than one direction. Otherwise z and the report hold a solution, or the
/// report states that there is none. Overwrites the work data of Lemke's method.
bool mbd_solve_by_modes (MbdComplementarity *self,
                         const MbdComplementarityProblem *problem,
                         double tolerance,
                         double *z,
                         MbdComplementarityReport *report);
/// Solves the parts of a problem that do not depend on each other. Returns false if there is only one, or
/// if one is too large; z then may have changed.
bool mbd_solve_by_parts (MbdComplementarity *self,
                         const MbdComplementarityProblem *problem,
                         const MbdComplementaritySettings *settings,
                         double *z,
                         MbdComplementarityReport *report);
/// Solves a problem as a whole, by the method of the settings.
MbdComplementarityReport mbd_solve_part (MbdComplementarity *self,
                                         const MbdComplementarityProblem *problem,
                                         const MbdComplementaritySettings *settings,
                                         double *z);
/// Solves a symmetric problem of contacts in the plane by a convex one. Returns false if it is not of
/// this kind or not solved to the tolerance; z is then
/// the best iterate, if there is one.
bool mbd_solve_by_cones (MbdComplementarity *self,
                         const MbdComplementarityProblem *problem,
                         double tolerance,
                         double *z,
                         MbdComplementarityReport *report);
MbdComplementarityReport mbd_solve_by_sweeps (MbdComplementarity *self,
                                              const MbdComplementarityProblem *problem,
                                              const MbdComplementaritySettings *settings,
                                              double *z);
MbdComplementarityReport mbd_solve_by_admm (MbdComplementarity *self,
                                            const MbdComplementarityProblem *problem,
                                            const MbdComplementaritySettings *settings,
                                            double *z);
/// Returns the unit in which a step along w is measured for variable i: M_ii, the group's for a
/// tangent; 1 if it is not positive.
double mbd_complementarity_diagonal (const MbdComplementarityProblem *problem, int i);
/// Computes w = M z + q. Returns the largest sum of the sizes of the terms of a row.
double
mbd_complementarity_rows (const MbdComplementarityProblem *problem, const double *z, double *w);
/// Lists the tangents without partner that share the normal of tangent `first`, in order of their
/// indices. Returns their number, 0 if `first` is not the first of them. `most`: room in `list`.
int mbd_complementarity_polygon (const MbdComplementarityProblem *problem,
                                 int first,
                                 int *list,
                                 int most);
/// Replaces x by the nearest point with sum |x| <= radius.
void mbd_project_on_polygon (int n, double radius, double *x);
