// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How far apart two shapes of a model are at a pose.

#pragma once

#include "mbd.h"

/// m, between the outlines of two shapes (indices) at the pose of a state; negative where they
/// overlap: how deep the deepest corner, or middle of an edge, of one lies in the other. Allocates
/// nothing.
double lw_outline_distance (MbdState *state, int shape_a, int shape_b);
