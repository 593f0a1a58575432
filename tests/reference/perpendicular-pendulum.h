// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The double perpendicular pendulum in its two joint angles, by Lagrange's equations: the
// independent model with which the engine's free bodies with loop joints must agree.

#pragma once

/// Computes the angular accelerations of the joints, rad/s^2; gravity 9.81 m/s^2 along -y.
void perpendicular_accelerations (const double angles[2], const double rates[2], double second[2]);
/// Computes angles and rates after `time` s by the classical Runge-Kutta method in `steps` steps.
void perpendicular_motion (double angles[2], double rates[2], double time, int steps);
/// Computes the world position of the centre of mass of link 2.
void perpendicular_position (const double angles[2], double position[3]);
