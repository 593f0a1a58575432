// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Private declarations of the changes of a run.

#pragma once

#include "lw-changes.h"

G_BEGIN_DECLS

void lw_changes_set_time (LwChanges *self, guint index, double time);
/// Makes the times ascending: a change is not earlier than its predecessor.
void lw_changes_keep_order (LwChanges *self);
void lw_changes_remove (LwChanges *self, guint index);
LwChange *lw_changes_at (const LwChanges *self, guint index); ///< for setting the model
/// Gives the state the model of a time. The model is not cached for other times.
void
lw_changes_apply_model (const LwChanges *self, const MbdModel *model, MbdState *state, double time);
/// Renames the elements that the functions and the law of a force element follow.
void
lw_change_rename_source (LwChange *change, const LwMechanism *before, const LwMechanism *after);
/// Returns the index of the last mechanism in effect at a time, or -1 for the initial one.
int lw_changes_find_mechanism (const LwChanges *self, double time);
/// Appends the mechanism, in effect from that time on. Returns false if it does not fit the model.
bool lw_changes_append_present_mechanism (LwChanges *self,
                                          const LwMechanism *mechanism,
                                          const MbdModel *model,
                                          double time);

G_END_DECLS
