// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a change of a run was, in words: who, from what, to what.

#pragma once

#include "lw-changes.h"

G_BEGIN_DECLS

/// "Body Lower: mass 1 → 3 kg", without a full stop; free with g_free (). `started` is the
/// mechanism as the run began, NULL: not known; elements are named as in `mechanism`.
char *lw_changes_dup_words (const LwChanges *changes,
                            guint index,
                            const LwMechanism *started,
                            const LwMechanism *mechanism);
/// The same in words as the change before: a pull, which is written down for each movement.
bool lw_changes_goes_on (const LwChanges *changes, guint index);

G_END_DECLS
