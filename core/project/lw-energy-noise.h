// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where sums of energies are shown: what of them is round-off.

#pragma once

#include "mbd.h"

/// J. A potential or total energy up to it is round-off of the terms that cancel: 64 ε times
/// kinetic and elastic energy and m g times the farthest place of a body from the origin. A mass at
/// the height of the origin is off it by some ε of the size of the mechanism. `gravity` in m/s².
double lw_energy_noise (MbdState *state, const double gravity[3]);
