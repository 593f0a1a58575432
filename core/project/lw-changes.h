// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is changed while a mechanism runs: couplings and force elements switched on or off, another
// length, point, function, limit, stiffness; where it is pulled by hand; the method and the
// stabilisation; what is mended; the speed. They are the events of a run: each change has the time
// at which it was made, so that a state at an earlier instant of the run can be told what held
// then. Belongs to one thread; a copy may go to another.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

typedef enum
{
  LW_CHANGE_COUPLING,
  LW_CHANGE_FORCE,
  LW_CHANGE_GRIP,
  LW_CHANGE_INTEGRATOR,
  LW_CHANGE_MEND,
  LW_CHANGE_SPEED,
} LwChangeKind;

typedef struct
{
  LwChangeKind kind;
  double time;           ///< s, from then on
  int coupling;          ///< index in the model; -1: none. Of a coupling, and of what is mended
  bool enabled;          ///< what it is from then on
  bool switched;         ///< that is new
  bool redefined;        ///< the definition is new
  MbdCouplingDef def;    ///< with a reference to its function; without a name
  int force;             ///< index of a force element in the model; -1: none
  MbdForceDef force_def; ///< with references to its functions and law; without a name
  MbdGrip grip;          ///< what pulls from then on; body 0: nothing
  MbdIntegratorSettings integrator;
  double speed; ///< simulated seconds per second; 0: as fast as possible
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
/// Something pulls from that time on, or nothing any more (NULL).
void lw_changes_append_grip (LwChanges *self, const MbdGrip *grip, double time);
/// A change of these kinds.
void lw_changes_append_mend (LwChanges *self, int coupling, double time);
void lw_changes_append_speed (LwChanges *self, double speed, double time);
/// Whether there are some that make the mechanism another one: couplings, force elements, method.
gboolean lw_changes_is_other (const LwChanges *self);
/// What a run becomes that goes on from an instant of this one as a run of `mechanism`: what was
/// changed until then, and at that instant what is different in the mechanism now. NULL when the
/// mechanism cannot be run by this model.
LwChanges *lw_changes_branch (const LwChanges *self,
                              const LwChanges *present,
                              const LwMechanism *started,
                              const LwMechanism *mechanism,
                              const MbdModel *model,
                              double time);
/// Couplings and force elements of the state, and what pulls it, become what they were at that time
/// of the run; its stabilisation where that was changed.
void lw_changes_apply (const LwChanges *self, MbdState *state, double time);
/// What the integrator is told at that time of a run that began with these settings.
MbdIntegratorSettings lw_changes_get_integrator (const LwChanges *self,
                                                 const MbdIntegratorSettings *started,
                                                 double time);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwChanges, lw_changes_free)

G_END_DECLS
