// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The order of elements, which is that of drawing and of the outline.

#pragma once

#include "lw-element-ref.h"

G_BEGIN_DECLS

/// An element so many places further on among those of its kind, at most to the end (or, negative,
/// to the beginning).
LwMechanism *lw_reorder_element (const LwMechanism *mechanism, LwElementRef element, int places);
/// Its place among those of its kind; -1: there is none such.
int lw_reorder_get_place (const LwMechanism *mechanism, LwElementRef element);

G_END_DECLS
