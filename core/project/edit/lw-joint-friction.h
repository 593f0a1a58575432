// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Dry friction in joints.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Returns TRUE if the joint has friction.
gboolean lw_joint_friction_exists (const LwMechanism *self, int joint);
/// Returns TRUE if the coupling is a joint that turns or slides and has no friction yet.
gboolean lw_joint_friction_is_possible (const LwMechanism *self, int joint);
/// Returns a copy with friction in a joint that turns or slides: coefficient 0.1, in a pin at a radius
/// of 5 mm. Returns NULL and sets the error if the coupling is not such a joint.
LwMechanism *lw_joint_friction_add (const LwMechanism *self, int joint, GError **error);

G_END_DECLS
