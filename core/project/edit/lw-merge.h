// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Merges several bodies into one.

#pragma once

#include "lw-element-ref.h"

G_BEGIN_DECLS

/// Merges the chosen bodies into the first of them, which keeps its frame, name and colour. Masses
/// are added, with the common centre of mass and inertia. Links become a link about all their
/// points; other shapes in the plane become the union of their outlines, with its holes and
/// islands, or, if there is none, their hull, and *is_hull (may be NULL) is set to true. Elements
/// between the bodies are removed; other elements on them move to the merged body. Returns NULL and
/// sets an LW_ERROR_USAGE for fewer than two bodies, or if a body moves in the plane and another in
/// space.
LwMechanism *lw_merge_bodies (const LwMechanism *mechanism,
                              const LwElementRef *elements,
                              guint n_elements,
                              bool *is_hull,
                              GError **error);

G_END_DECLS
