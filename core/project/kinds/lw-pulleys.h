// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lengths and paths of ropes over pulleys.

#pragma once

#include "lw-family.h"

G_BEGIN_DECLS

/// Number of ends that have an effect: 3 or 4.
int lw_pulleys_n_ends (const MbdCouplingDef *def);
/// Returns the length (m) between its ends in the world (m): anchors A and B, pulleys C and D.
double lw_pulleys_length (const MbdCouplingDef *def, const double ends[4][2]);
/// Computes the path over pulleys. Whole turns are those with which its length is nearest to the length
/// of the rope.
void lw_pulleys_path (const MbdCouplingDef *def, const double ends[4][2], MbdRopePath *path);

G_END_DECLS
