// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Changes made while a mechanism runs: couplings and force elements switched on or off or given
// another length, point, function, limit or stiffness; a different mass, shape, gravity, material
// or duration, or anything else that keeps the set of elements; pulls by hand; the method and the
// stabilisation; reconnected couplings; the speed. They are events of a run: each change has the
// time at which it was made, so that the definitions at an earlier instant of the run can be
// restored. Not thread-safe; a copy may be passed to another thread.

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
  LW_CHANGE_MECHANISM, ///< the whole mechanism: bodies, gravity, contacts, duration, interval
} LwChangeKind;

/// Sources of the functions and laws of a change, so that they can be written to a file. Reference
/// counted.
typedef struct
{
  LwFunction *functions[LW_FORCE_COMPONENTS]; ///< for a coupling only the first; NULL if there is
                                              ///< none
  char *law;                                  ///< NULL if there is none
  GPtrArray *parameters;                      ///< array of LwParameter: the parameters used
} LwChangeSource;

typedef struct
{
  LwChangeKind kind;
  int id;                ///< id of the coupling, the force element, or the pulled body; 0: none
  double time;           ///< time from which it is in effect, s
  int coupling;          ///< index in the model; -1: none. For a coupling, also a reconnected one
  bool enabled;          ///< new state
  bool switched;         ///< true if `enabled` is new
  bool redefined;        ///< true if the definition is new
  MbdCouplingDef def;    ///< owns a reference to its function; no name
  int force;             ///< index of a force element in the model; -1: none
  MbdForceDef force_def; ///< owns references to its functions and law; no name
  MbdGrip grip;          ///< new pull; body 0: none
  MbdIntegratorSettings integrator;
  LwChangeSource *source; ///< NULL if there are no functions
  double speed;           ///< simulated seconds per second; 0: as fast as possible
  LwMechanism *mechanism; ///< in effect after that time (not at it); a reference
  MbdModel *model;        ///< model of the mechanism; a reference. NULL: not resolved, or forgotten
  bool forgotten;         ///< the model is compiled again when it is needed
  bool transient;         ///< the model was compiled again only to be applied
} LwChange;

typedef struct LwChanges LwChanges;

LwChanges *lw_changes_new (void);
LwChanges *lw_changes_copy (const LwChanges *self);
void lw_changes_free (LwChanges *self);
guint lw_changes_get_n (const LwChanges *self);
const LwChange *lw_changes_get (const LwChanges *self, guint index);
void lw_changes_clear (LwChanges *self);

/// If a run of one mechanism can continue as a run of the other, appends the changes between them,
/// with this time, and returns TRUE. They may differ in texts, plots, and those values of couplings
/// and force elements that can change during a run.
gboolean lw_changes_append (LwChanges *self,
                            const LwMechanism *from,
                            const LwMechanism *to,
                            const MbdModel *model,
                            double time);
/// Like lw_changes_append (), for differences that require a new model with the same elements,
/// channels and degrees of freedom; differences in start values only are not enough. The change
/// takes effect after that time, not at it.
gboolean lw_changes_append_mechanism (LwChanges *self,
                                      const LwMechanism *from,
                                      const LwMechanism *to,
                                      const MbdModel *model,
                                      double time);
/// Renames all elements in all changes of a run, from their names in `before` to those in `after`.
void lw_changes_rename (LwChanges *self, const LwMechanism *before, const LwMechanism *after);
/// Returns the model in effect at a time of a run that began with `model`; borrowed, valid until
/// models are forgotten. Without changes (NULL) it is `model`.
const MbdModel *lw_changes_get_model (const LwChanges *self, const MbdModel *model, double time);
/// Corrects the times of changes: the run has had this model since `since` and is now at `now`, and
/// the time at which a change takes effect is known only then. Returns true if the time of a change
/// was corrected.
bool lw_changes_follow (LwChanges *self, const MbdModel *model, double since, double now);
/// Releases models, which need much more memory than mechanisms, except for the last few before
/// `present` (NULL: all are past) and the model of `time`. They are compiled again when needed. No
/// caller may hold a borrowed model during this call.
void lw_changes_forget_models (LwChanges *self, const MbdModel *present, double time);
/// Removes the mechanism changes requested after the change that introduced that model, since they
/// were refused.
void lw_changes_drop_pending (LwChanges *self, const MbdModel *model);
/// Records that a body (its id) is pulled from that time on, or no longer (NULL, 0).
void lw_changes_append_grip (LwChanges *self, const MbdGrip *grip, int body_id, double time);
/// Takes ownership of a change whose time is not before the time of the last one.
void lw_changes_take (LwChanges *self, LwChange *change);
/// Returns a copy of the changes for a model of the mechanism that they belong to. Elements are
/// found by ids, since indices are not stored in files; changes of missing elements are omitted.
/// Returns NULL if out of memory.
LwChanges *lw_changes_resolved (const LwChanges *self, const MbdModel *model);
gboolean lw_changes_equal (const LwChanges *a, const LwChanges *b); ///< NULL: no changes

/// One field that a change states; owns name and value.
typedef struct
{
  const char *element; ///< lw_change_element ()
  int id;              ///< 0: none
  char *name;          ///< name of a row in a table of fields
  char *value;         ///< lw_field_dup_text ()
} LwChangeField;

GArray *lw_change_fields_new (void); ///< array of LwChangeField
/// Returns the word for a kind of element in changes, or NULL if there is none.
const char *lw_change_element (const char *word);
/// Returns the fields that a change states (at least one). `before`: the mechanism of the last
/// earlier change that has one; NULL: none.
GArray *lw_change_dup_fields (const LwChange *change, const LwMechanism *before);
/// Reads a change, except its time, from the same fields. `drawn`: the mechanism with which the run
/// began. The error is a clause (no capital, no full stop).
gboolean lw_change_read_fields (LwChange *change,
                                const LwChangeField *fields,
                                guint n,
                                const LwMechanism *before,
                                const LwMechanism *drawn,
                                GError **error);
/// Returns the mechanism of the last change that has one, or NULL.
const LwMechanism *lw_changes_get_mechanism (const LwChanges *self);
/// Finds the indices of the change in the model. Returns false if the model lacks the element. The
/// state is an initial state of the model.
bool lw_change_resolve (LwChange *change, const MbdModel *model, MbdState *state);
void lw_change_clear (LwChange *change);

LwChangeSource *lw_change_source_new (void);
LwChangeSource *lw_change_source_ref (LwChangeSource *source); ///< NULL is allowed
void lw_change_source_unref (LwChangeSource *source);
/// True if it has a function or a law.
bool lw_change_source_has_any (const LwChangeSource *source);
void lw_change_source_add (LwChangeSource *source,
                           const LwMechanism *mechanism,
                           int component,
                           LwFunction *function);
void
lw_change_source_set_law (LwChangeSource *source, const LwMechanism *mechanism, const char *law);

/// Appends a change of this kind.
void lw_changes_append_mend (LwChanges *self, int coupling, int id, double time);
void lw_changes_append_speed (LwChanges *self, double speed, double time);
/// Returns TRUE if any change alters the mechanism: couplings, force elements, method.
gboolean lw_changes_is_other (const LwChanges *self);
/// Returns the changes of a run that continues from an instant of this run as a run of `mechanism`:
/// the changes before that instant, and at that instant the differences from the current mechanism.
/// Returns NULL if the mechanism cannot be run by this model.
LwChanges *lw_changes_branch (const LwChanges *self,
                              const LwChanges *present,
                              const LwMechanism *started,
                              const LwMechanism *mechanism,
                              const MbdModel *model,
                              double time);
/// Restores couplings, force elements and the pull of a state to that time of the run; also the
/// stabilisation, if it was changed, and the model (see mbd_state_take_model ()) of a run that
/// began with `model`. Without changes (NULL) restores the initial definitions.
void lw_changes_apply (const LwChanges *self, const MbdModel *model, MbdState *state, double time);
bool lw_changes_same_integrator (const MbdIntegratorSettings *a, const MbdIntegratorSettings *b);
/// Returns the integrator settings at that time of a run that began with the settings `started`.
MbdIntegratorSettings lw_changes_get_integrator (const LwChanges *self,
                                                 const MbdIntegratorSettings *started,
                                                 double time);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwChanges, lw_changes_free)

G_END_DECLS
