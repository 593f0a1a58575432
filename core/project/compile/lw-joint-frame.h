// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Conversion of points and frames between body axes and world axes, at the start.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Returns true if the orientations of a coupling's frames matter, not only their points.
bool lw_joint_frame_has_axes (const MbdCouplingDef *def);
/// Multiplies two quaternions w x y z; `out` may be one of them.
void lw_joint_frame_multiply (const double a[4], const double b[4], double out[4]);
/// Rotates a vector by a quaternion.
void lw_joint_frame_rotate (const double quaternion[4], double v[3]);
/// Returns in `quaternion` the attitude of a body, body to world; `body` NULL: the ground.
void lw_joint_frame_attitude (const LwBody *body, double quaternion[4]);
/// Converts a point (m) and a frame at it from body axes to world axes, and back. Either may be
/// NULL; `body` NULL: the ground.
void lw_joint_frame_to_world (const LwBody *body, double point[3], double quaternion[4]);
void lw_joint_frame_to_body (const LwBody *body, double point[3], double quaternion[4]);

G_END_DECLS
