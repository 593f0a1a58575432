// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Gives `one`, which is not in a mechanism yet and has the frame of the first of the bodies (of
/// LwBody) and the contact of them all, the shape of them all. *is_hull (may be NULL): it is only
/// their hull.
void
lw_merge_shapes (const LwMechanism *mechanism, const GPtrArray *bodies, LwBody *one, bool *is_hull);

G_END_DECLS
