// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Descriptions of the changes of a run: element, old value and new value.

#pragma once

#include "lw-changes.h"

G_BEGIN_DECLS

/// Returns a description such as "Body Lower: mass 1 → 3 kg", without a full stop; free with g_free
/// (). `started`: the mechanism at the start of the run, or NULL if unknown. Elements are named as
/// in `mechanism`.
char *lw_changes_dup_words (const LwChanges *changes,
                            guint index,
                            const LwMechanism *started,
                            const LwMechanism *mechanism);
/// Returns true if the description equals that of the preceding change, as for a pull, which is
/// recorded for each movement.
bool lw_changes_goes_on (const LwChanges *changes, guint index);

G_END_DECLS
