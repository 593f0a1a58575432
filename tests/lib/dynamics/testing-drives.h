// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Wheels, drivers and gears for tests of couplings that work on joint coordinates.

#pragma once

#include "testing.h"

/// Adds a wheel at (x, 0) on its axle along z on `carrier`, given by a point of the carrier.
int testing_add_wheel (Design *design, MbdMobility mobility, int carrier, double x, double inertia);
void testing_add_torque (Design *design, int body, double torque);
/// Joins the angles of two wheels against their carrier. Returns the index of the coupling.
int testing_add_gear (Design *design, int carrier, int first, int second, double ratio);
int testing_add_driver (Design *design, int body, MbdFunction *function, MbdLevel level);
MbdFunction *testing_constant (double value);
double testing_multiplier (MbdState *state, int coupling);
/// Returns the angular velocity of a body about z.
double testing_spin (MbdState *state, int body);
/// Finds the velocities that meet all rows, as near as possible to those at the start.
void testing_assemble (MbdState *state);
/// Advances from the current state to `time`.
void testing_run_to (MbdState *state, double time);
