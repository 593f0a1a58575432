// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is changed while a mechanism runs: couplings and force elements switched on or off, another
// length, point, function, limit, stiffness; another mass, shape, gravity, material, duration: all
// that leaves the elements as they are; where it is pulled by hand; the method and the
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
  LW_CHANGE_MECHANISM, ///< all of it: bodies, gravity, contacts, duration, interval
} LwChangeKind;

/// What functions and laws of a change were made of, so that they can be written down. Counted
/// references.
typedef struct
{
  LwFunction *functions[LW_FORCE_COMPONENTS]; ///< of a coupling the first; NULL: none
  char *law;                                  ///< NULL: none
  GPtrArray *parameters;                      ///< of LwParameter: those that they use
} LwChangeSource;

typedef struct
{
  LwChangeKind kind;
  int id;             ///< of the coupling, the force element, or the body that is pulled; 0: none
  double time;        ///< s, from then on
  int coupling;       ///< index in the model; -1: none. Of a coupling, and of what is mended
  bool enabled;       ///< what it is from then on
  bool switched;      ///< that is new
  bool redefined;     ///< the definition is new
  MbdCouplingDef def; ///< with a reference to its function; without a name
  int force;          ///< index of a force element in the model; -1: none
  MbdForceDef force_def; ///< with references to its functions and law; without a name
  MbdGrip grip;          ///< what pulls from then on; body 0: nothing
  MbdIntegratorSettings integrator;
  LwChangeSource *source; ///< NULL: no functions
  double speed;           ///< simulated seconds per second; 0: as fast as possible
  LwMechanism *mechanism; ///< what it is after that time (not at it); a reference
  MbdModel *model;        ///< of the mechanism; a reference. NULL: not resolved, or forgotten
  bool forgotten;         ///< it is made again when it is asked for
  bool transient;         ///< it was made again only to be applied
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
/// The same for what is changed in ways that need another model: it has the same elements, channels
/// and degrees of freedom, and not only start values are different. Not at that time but after it.
gboolean lw_changes_append_mechanism (LwChanges *self,
                                      const LwMechanism *from,
                                      const LwMechanism *to,
                                      const MbdModel *model,
                                      double time);
/// Mechanisms are called in all their elements as another one is.
void lw_changes_rename (LwChanges *self, const LwMechanism *named);
/// The model of a time of a run that began with `model`; borrowed, until models are forgotten. NULL
/// changes: that one.
const MbdModel *lw_changes_get_model (const LwChanges *self, const MbdModel *model, double time);
/// The run is known to have had that model since a time, and to be at another time now: when a
/// change comes to act is known only then. Answers whether a change has moved.
bool lw_changes_follow (LwChanges *self, const MbdModel *model, double since, double now);
/// Models take much more memory than mechanisms. Those of a past in which there are many are let
/// go, but for the last few before `present` (NULL: all is past) and that of `time`; they are made
/// again when they are asked for. Nobody may borrow one of them at that moment.
void lw_changes_forget_models (LwChanges *self, const MbdModel *present, double time);
/// What was asked for after the change that brought that model was refused.
void lw_changes_drop_pending (LwChanges *self, const MbdModel *model);
/// Something pulls a body (its id) from that time on, or nothing any more (NULL, 0).
void lw_changes_append_grip (LwChanges *self, const MbdGrip *grip, int body_id, double time);
/// Takes over a change whose time is not before that of the last one.
void lw_changes_take (LwChanges *self, LwChange *change);
/// The same changes for a model of the mechanism that they belong to: by ids, since indices are not
/// kept in files. What is not there is left out. NULL without memory.
LwChanges *lw_changes_resolved (const LwChanges *self, const MbdModel *model);
gboolean lw_changes_equal (const LwChanges *a, const LwChanges *b); ///< NULL: none

/// All of a change but its time, kind and id as text, and back (kind and id are set); the error is
/// the end of a sentence.
char *lw_change_to_text (const LwChange *change);
gboolean lw_change_read_text (LwChange *change, const char *text, GError **error);
/// False when the model does not have it. The state is one of the model as it begins.
bool lw_change_resolve (LwChange *change, const MbdModel *model, MbdState *state);
void lw_change_clear (LwChange *change);

LwChangeSource *lw_change_source_new (void);
LwChangeSource *lw_change_source_ref (LwChangeSource *source); ///< NULL is allowed
void lw_change_source_unref (LwChangeSource *source);
void lw_change_source_add (LwChangeSource *source,
                           const LwMechanism *mechanism,
                           int component,
                           LwFunction *function);
void
lw_change_source_set_law (LwChangeSource *source, const LwMechanism *mechanism, const char *law);

/// A change of these kinds.
void lw_changes_append_mend (LwChanges *self, int coupling, int id, double time);
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
/// of the run; its stabilisation where that was changed, and its model (see
/// mbd_state_take_model (): of a run that began with `model`). NULL changes: as it began.
void lw_changes_apply (const LwChanges *self, const MbdModel *model, MbdState *state, double time);
bool lw_changes_same_integrator (const MbdIntegratorSettings *a, const MbdIntegratorSettings *b);
/// What the integrator is told at that time of a run that began with these settings.
MbdIntegratorSettings lw_changes_get_integrator (const LwChanges *self,
                                                 const MbdIntegratorSettings *started,
                                                 double time);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwChanges, lw_changes_free)

G_END_DECLS
