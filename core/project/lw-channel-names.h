// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Channels are called after elements. When an element gets another name, plots and formulas of
// channels go on to name what they named before.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// `after` (taken over) is `before` with other names of elements: answers it with what its plots
/// name following them, channels, what they are drawn against, and definitions.
LwMechanism *lw_channel_names_follow (const LwMechanism *before, LwMechanism *after);

G_END_DECLS
