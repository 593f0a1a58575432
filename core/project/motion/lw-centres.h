// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Points of a moving mechanism that are not part of the drawing: its centre of mass, and the
// instantaneous centres of its bodies.

#pragma once

#include "mbd.h"

/// Computes the centre of mass of all movable bodies, and its velocity (m, m/s; world; NULL skips
/// one). Returns false if none of them has mass.
bool lw_centre_of_mass (MbdState *state, double position[3], double velocity[3]);

/// Computes the point about which a body turns with position and angle q (m, rad) and their rates v,
/// m. `size`: of the mechanism, m, for which the rotation may be negligible. Returns false if it is;
/// `position` is then undefined.
bool lw_centre_of_motion (const double q[3], const double v[3], double size, double position[2]);

/// Computes the point in the plane about which a planar body turns at this instant, m, world: the
/// point of the body with zero velocity. Returns false for bodies that do not turn, and for spatial
/// ones.
bool lw_instantaneous_centre (MbdState *state, int body, double position[2]);
