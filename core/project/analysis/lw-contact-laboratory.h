// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Contact laboratory: the contact problem of a run at its current time, as the complementarity problem
// that it is, and its solutions by several methods side by side.

#pragma once

#include <glib.h>

#include "lw-named-array.h"
#include "lw-mechanism.h"
#include "lw-run.h"

G_BEGIN_DECLS

/// Methods that are compared.
#define LW_CONTACT_METHODS 6

typedef struct
{
  MbdComplementarityMethod method;
  const char *word;  ///< in files
  const char *title; ///< translatable
} LwContactMethod;

extern const LwContactMethod lw_contact_methods[LW_CONTACT_METHODS];

/// Words of the problems, by MbdContactKind: "acceleration", "impact" and "step".
extern const char *const lw_contact_kinds[3];

typedef struct
{
  MbdContactKind kind;
  double time; ///< s; of an impact, when it happened
  double step; ///< s, of the problem of a step
  /// problem; its arrays belong to the run, which must not be advanced while they are used
  MbdContactProblem problem;
  MbdContact *contact;  ///< prepared
  double *inverse_mass; ///< diagonal of M^-1
  double *gamma;        ///< right sides of the bilateral rows: G a = gamma
} LwContactLaboratory;

/// Solution by one method. Owns its arrays. Of an impact, impulses take the place of forces.
typedef struct
{
  MbdContactReport report;
  int n_forces;
  double *forces;            ///< packed result: N or N m
  double *in_frames;         ///< contacts x 2: along normal and tangent of each contact
  double *generalised_force; ///< N and N m on the velocities
  double *change;            ///< m/s^2 and rad/s^2, or change of velocities, m/s and rad/s
  /// accelerations by the constraint forces only; NULL if the problem is not that of accelerations
  double *change_by_constraints;
} LwContactSolution;

/// Poses the problem. `step`, s, > 0, is used by the problem of a step only. Returns NULL and sets
/// `error` if the run has none.
LwContactLaboratory *
lw_contact_laboratory_new (LwRun *run, MbdContactKind kind, double step, GError **error);
void lw_contact_laboratory_free (LwContactLaboratory *self);
/// Returns the matrices and vectors of the problem (array of LwNamedArray). They are those of the run and of
/// `self`.
GArray *lw_contact_laboratory_list (const LwContactLaboratory *self);

void lw_contact_laboratory_solve (LwContactLaboratory *self,
                                  MbdComplementarityMethod method,
                                  LwContactSolution *solution);
/// Returns the vectors of a solution (array of LwNamedArray).
GArray *lw_contact_solution_list (const LwContactLaboratory *self,
                                  const LwContactSolution *solution);
void lw_contact_solution_clear (LwContactSolution *solution);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwContactLaboratory, lw_contact_laboratory_free)

G_END_DECLS
