// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Points that a moving mechanism has without being drawn: its centre of mass, and the instantaneous
// centres of its bodies.

#pragma once

#include "mbd.h"

/// Centre of mass of all bodies that can move, and its velocity (m, m/s; world; NULL skips one).
/// False when none of them has mass.
bool lw_centre_of_mass (MbdState *state, double position[3], double velocity[3]);

/// The point of the plane about which a planar body turns at this instant: as a point of the body
/// it has no velocity. m, world. False for bodies that do not turn, and for spatial ones.
bool lw_instantaneous_centre (MbdState *state, int body, double position[2]);
