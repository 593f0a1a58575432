// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Frames of bodies at the start, from the axes of one to those of another.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Whether the axes of the frames of a coupling count, and not only their points.
bool lw_joint_frame_has_axes (const MbdCouplingDef *def);
/// Product of two quaternions w x y z; `out` may be one of them.
void lw_joint_frame_multiply (const double a[4], const double b[4], double out[4]);
/// A vector turned by a quaternion.
void lw_joint_frame_rotate (const double quaternion[4], double v[3]);
/// Attitude of a body, body to world; NULL: the ground.
void lw_joint_frame_attitude (const LwBody *body, double quaternion[4]);
/// A point (m) and a frame there, from the axes of a body to those of the world, and back. Either
/// may be NULL; `body` NULL: the ground.
void lw_joint_frame_to_world (const LwBody *body, double point[3], double quaternion[4]);
void lw_joint_frame_to_body (const LwBody *body, double point[3], double quaternion[4]);

G_END_DECLS
