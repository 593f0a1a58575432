// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Order of elements, which is used for drawing and in the outline.

#pragma once

#include "lw-element-ref.h"

G_BEGIN_DECLS

/// Moves an element by `places` among the elements of its kind, at most to the end (or, if
/// negative, to the beginning).
LwMechanism *lw_reorder_element (const LwMechanism *mechanism, LwElementRef element, int places);
/// Returns its position among the elements of its kind, or -1 if there is none.
int lw_reorder_get_place (const LwMechanism *mechanism, LwElementRef element);

G_END_DECLS
