// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the files of the changes share.

#pragma once

#include "lw-changes.h"

G_BEGIN_DECLS

void lw_changes_set_time (LwChanges *self, guint index, double time);
/// No change before the one in front of it.
void lw_changes_keep_order (LwChanges *self);
void lw_changes_remove (LwChanges *self, guint index);
LwChange *lw_changes_at (const LwChanges *self, guint index); ///< whose model may be set
/// The state gets the model of a time, which is not kept for it.
void
lw_changes_apply_model (const LwChanges *self, const MbdModel *model, MbdState *state, double time);
/// The last mechanism that holds at a time; -1: that of the start.
int lw_changes_find_mechanism (const LwChanges *self, double time);
/// The mechanism as it is now holds from that time on; false when it does not fit the model.
bool lw_changes_append_present_mechanism (LwChanges *self,
                                          const LwMechanism *mechanism,
                                          const MbdModel *model,
                                          double time);

G_END_DECLS
