// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the files of the rank share.

#pragma once

#include "analysis-private.h"

/// Whether a row counts: it is solved for and, unless what touches is asked for too, holds both
/// ways. Ropes and stops that touch leave a freedom to one side.
bool
mbd_rank_counts (const MbdState *state, const MbdModelCoupling *coupling, int row, bool touching);
/// Take off couplings of leaves, whose rows are independent of all others: sets those in `taken`
/// (by coupling, false before) and adds their rows to *rank; false without memory.
bool mbd_rank_leaves (const MbdState *state, bool touching, bool *taken, int *rank);
