// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Limits that follow loads, between bounds.c and limit-responses.c.

#pragma once

#include "state-private.h"

/// Solves again at the pose, rows, roles and factor of the last solve, with the limits of the state.
typedef void MbdSolveAgain (MbdState *state, int refinements);

/// Sets the limits by the loads of the last solve; `all`: those of rows that hold take part in the search.
/// Returns the largest change of those that take part in it.
double mbd_take_limits (MbdState *state, bool all);
/// Finds limits of forces that agree with their loads, after mbd_take_limits () found that they do not, and
/// solves with them. `contradict` of the state is true if there are none. Returns false if this method does
/// not apply.
bool mbd_find_limits (MbdState *state, MbdSolveAgain *solve, int refinements);
