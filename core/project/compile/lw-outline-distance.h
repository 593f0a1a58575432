// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Distance of two shapes of a model at a pose.

#pragma once

#include "mbd.h"

/// Returns the distance, m, between the outlines of two shapes (indices) at the pose of a state. If
/// they overlap, it is negative: minus the depth of the deepest corner or edge midpoint of one
/// inside the other. Allocates nothing.
double lw_outline_distance (MbdState *state, int shape_a, int shape_b);
