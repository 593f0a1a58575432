// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Curved slots of parts to cut.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Adds the outline of an open slot of a pin with this radius, m, to the outlines of the body that has
/// it. A closed one would cut the part in two; it is left out, like one with bends that are too narrow.
void lw_cut_slot_add (GPtrArray *outlines, const LwCoupling *slot, double radius);

G_END_DECLS
