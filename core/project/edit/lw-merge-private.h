// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Gives `one` the union of the shapes of the bodies (array of LwBody). `one` is not in a mechanism
/// yet, and has the frame of the first body and the contact of all. *is_hull (may be NULL) is set
/// to true if only their hull was possible.
void
lw_merge_shapes (const LwMechanism *mechanism, const GPtrArray *bodies, LwBody *one, bool *is_hull);

G_END_DECLS
