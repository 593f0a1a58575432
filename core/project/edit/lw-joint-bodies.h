// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Changes the bodies that a joint connects.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Returns true if the bodies of this coupling can be exchanged: it has its own place and connects
/// two bodies.
bool lw_joint_bodies_can_change (const LwCoupling *coupling);
/// Lets a coupling act on another body, or the ground, instead of its first (`side` 0) or second
/// body (1). Its place and axes in the drawing are kept. Returns NULL and sets an LW_ERROR_USAGE if
/// it already acts on that body.
LwMechanism *lw_joint_bodies_replace (const LwMechanism *mechanism,
                                      int coupling,
                                      int side,
                                      int body,
                                      GError **error);

G_END_DECLS
