// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Steps of making parts.

#pragma once

#include "lw-cut-parts.h"

G_BEGIN_DECLS

/// Collects the parts with their nominal outlines.
bool lw_cut_parts_collect (LwCutParts *self, const LwMechanism *mechanism, GError **error);
/// Displaces the outlines by half the kerf and places them on sheets.
bool lw_cut_parts_nest (LwCutParts *self, GError **error);
/// Finds the order of layers, spacers and remaining collisions.
void lw_cut_parts_stack (LwCutParts *self, const LwCutSource *source);

G_END_DECLS
