// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Channel names contain element names. When an element is renamed, plots, channel formulas, expressions
// of loads and springs and kept runs are updated to refer to the same channels.

#pragma once

#include "lw-project.h"

G_BEGIN_DECLS

/// Takes ownership of `after`, which is `before` with renamed elements. Returns it with the
/// channels, horizontal axes and definitions of its plots, and the expressions of its loads and
/// springs, renamed.
LwMechanism *lw_channel_names_follow (const LwMechanism *before, LwMechanism *after);
/// Replaces runs (GPtrArray of LwProjectRun) of either mechanism that were kept under the names of
/// `before` by the same runs under the names of `after`. Swapping the mechanisms restores the
/// names. Returns true if any run was replaced.
bool
lw_channel_names_follow_runs (const LwMechanism *before, const LwMechanism *after, GPtrArray *runs);

G_END_DECLS
