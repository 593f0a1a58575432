// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Conversion from the engine back to the drawing. The engine stores the centres of mass of bodies,
// the drawing the origins of their frames.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Returns a copy of the body at the pose of the state, or NULL if its coordinates equal `before`
/// (the start positions of the same model), so that bodies that have not moved keep every bit.
/// `state` may be updated internally; its positions do not change.
LwBody *lw_body_dup_at_pose (const LwBody *body, MbdState *state, const double *before);

G_END_DECLS
