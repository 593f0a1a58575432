// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is changed of couplings and force elements while a mechanism runs: switched on or off,
// another length, point, function, limit, stiffness. They are the events of a run: each change has
// the time at which it was made, so that a state at an earlier instant of the run can be told what
// held then. Belongs to one thread; a copy may go to another.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

typedef struct
{
  double time;           ///< s, from then on
  int coupling;          ///< index in the model; -1: none
  bool enabled;          ///< what it is from then on
  bool switched;         ///< that is new
  bool redefined;        ///< the definition is new
  MbdCouplingDef def;    ///< with a reference to its function; without a name
  int force;             ///< index of a force element in the model; -1: none
  MbdForceDef force_def; ///< with references to its functions and law; without a name
} LwChange;

typedef struct LwChanges LwChanges;

LwChanges *lw_changes_new (void);
LwChanges *lw_changes_copy (const LwChanges *self);
void lw_changes_free (LwChanges *self);
guint lw_changes_get_n (const LwChanges *self);
const LwChange *lw_changes_get (const LwChanges *self, guint index);
void lw_changes_clear (LwChanges *self);

/// Whether a run of the one mechanism can go on as one of the other: they differ in words, plots,
/// and numbers of couplings and force elements that can be changed while they move. Then the
/// changes that lead there are appended, with this time.
gboolean lw_changes_append (LwChanges *self,
                            const LwMechanism *from,
                            const LwMechanism *to,
                            const MbdModel *model,
                            double time);
/// Couplings and force elements of the state become what they were at that time of the run.
void lw_changes_apply (const LwChanges *self, MbdState *state, double time);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwChanges, lw_changes_free)

G_END_DECLS
