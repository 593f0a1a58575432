// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The double perpendicular pendulum in its two joint angles, by Lagrange's equations: the other
// model that the engine's free bodies with loop joints must agree with.

#pragma once

/// Angular accelerations of the joints, rad/s^2; gravity 9.81 m/s^2 along -y.
void perpendicular_accelerations (const double angles[2], const double rates[2], double second[2]);
/// Angles and rates after `time` s by the classical Runge-Kutta method in `steps` steps.
void perpendicular_motion (double angles[2], double rates[2], double time, int steps);
/// World position of the centre of mass of link 2.
void perpendicular_position (const double angles[2], double position[3]);
