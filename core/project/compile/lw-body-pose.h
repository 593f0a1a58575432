// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// From the engine back to the drawing. The engine knows bodies by their centres of mass, the
// drawing by the origins of their frames.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// The body drawn at the pose of the state; NULL where its coordinates are those of `before` (the
/// start positions of the same model), so that what stays put keeps every bit. `state` may prepare
/// itself, its positions are not changed.
LwBody *lw_body_dup_at_pose (const LwBody *body, MbdState *state, const double *before);

G_END_DECLS
