// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Contact laboratory: the contact problem of a run at its current time, as the complementarity problem
// that it is, and its solutions by several methods side by side.

#pragma once

#include <glib.h>

#include "lw-mechanism.h"
#include "lw-run.h"

G_BEGIN_DECLS

/// Methods that are compared.
#define LW_CONTACT_METHODS 4

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
  MbdContact *contact; ///< prepared
} LwContactLaboratory;

/// Solution by one method. Owns its arrays.
typedef struct
{
  MbdContactReport report;
  int n_forces;
  double *forces; ///< packed result: N or N m; of an impact N s or N m s
  double
    *in_frames; ///< contacts x 2: along normal and tangent; NULL if there is more than one tangent
} LwContactSolution;

/// Poses the problem. `step`, s, > 0, is used by the problem of a step only. Returns NULL and sets
/// `error` if the run has none.
LwContactLaboratory *
lw_contact_laboratory_new (LwRun *run, MbdContactKind kind, double step, GError **error);
void lw_contact_laboratory_free (LwContactLaboratory *self);

void lw_contact_laboratory_solve (LwContactLaboratory *self,
                                  MbdComplementarityMethod method,
                                  LwContactSolution *solution);
void lw_contact_solution_clear (LwContactSolution *solution);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwContactLaboratory, lw_contact_laboratory_free)

G_END_DECLS
