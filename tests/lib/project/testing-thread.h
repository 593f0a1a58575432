// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pendulums and settings for the tests of the simulation thread.

#pragma once

#include "lw-simulation.h"

/// Returns a pendulum, from a pin on the ground `length` to the right, released at rest; broken:
/// two pins that no pose satisfies. The second form has 1 kg and its centre of mass at its origin.
MbdModel *testing_pendulum_of (double length, double mass, double centre, bool broken);
MbdModel *testing_pendulum_new (double length, bool broken);
/// Adds one to an atomic_int.
void testing_count_notification (void *data);
/// Returns settings with the total energy as the only channel.
LwSimulationSettings testing_settings_new (double duration, double interval, double speed);
double testing_wall_clock (void); ///< s, monotonic
LwSimulationStatus testing_status_of (LwSimulation *simulation);
