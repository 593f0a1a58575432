// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Several bodies as one.

#pragma once

#include "lw-element-ref.h"

G_BEGIN_DECLS

/// The first of the chosen bodies takes in the others: its frame, name and colour stay. Masses are
/// added, with the centre of mass and the inertia of them all. Links become a link about all their
/// points, other shapes in the plane the union of their outlines, with its holes and islands; where
/// that cannot be, the hull of them, and *is_hull (may be NULL) is true. What was between them is
/// left out, what else was on them is on the one. NULL, and an LW_ERROR_USAGE, for less than two
/// bodies or when one moves in the plane and another in space.
LwMechanism *lw_merge_bodies (const LwMechanism *mechanism,
                              const LwElementRef *elements,
                              guint n_elements,
                              bool *is_hull,
                              GError **error);

G_END_DECLS
