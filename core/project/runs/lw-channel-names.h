// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Channels are called after elements. When an element gets another name, plots, formulas of
// channels and kept runs go on to name what they named before.

#pragma once

#include "lw-project.h"

G_BEGIN_DECLS

/// `after` (taken over) is `before` with other names of elements: answers it with what its plots
/// name following them, channels, what they are drawn against, and definitions.
LwMechanism *lw_channel_names_follow (const LwMechanism *before, LwMechanism *after);
/// Runs of either mechanism (GPtrArray of LwProjectRun) that were kept under the names of `before`
/// are replaced by the same runs under those of `after`. The other way round brings the names back.
/// Answers whether there are any.
bool
lw_channel_names_follow_runs (const LwMechanism *before, const LwMechanism *after, GPtrArray *runs);

G_END_DECLS
