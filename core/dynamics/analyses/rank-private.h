// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Declarations shared by the files of the rank.

#pragma once

#include "analysis-private.h"

/// Returns true if a row counts: it is solved for and holds both ways, unless `touching`. Ropes and
/// stops in contact leave a freedom to one side.
bool
mbd_rank_counts (const MbdState *state, const MbdModelCoupling *coupling, int row, bool touching);
/// Removes couplings of leaves, whose rows are independent of all others: sets them in `taken` (by
/// coupling, false before) and adds their rows to *rank. Returns false if memory is exhausted.
bool mbd_rank_leaves (const MbdState *state, bool touching, bool *taken, int *rank);
