// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Joins the chosen elements, splits them, and exchanges the bodies of joints.

#pragma once

#include "lw-element-ref.h"

G_BEGIN_DECLS

/// Joins bodies by a pin wherever points of two of them coincide and are not joined. For two places
/// (a joint, tracer or load each), brings the first one to the second, and pins their bodies there.
/// *made receives the pins (array of LwElementRef; may be NULL; free with g_array_unref ()).
/// Returns NULL and sets an LW_ERROR_USAGE if nothing can be joined.
LwMechanism *lw_join_elements (const LwMechanism *mechanism,
                               const LwElementRef *elements,
                               guint n_elements,
                               GArray **made,
                               GError **error);
/// Removes the chosen joints, and the joints between chosen bodies; for a single body, all its
/// joints. Elements that use them are removed too. Returns NULL and sets an LW_ERROR_USAGE if there
/// are none.
LwMechanism *lw_join_split (const LwMechanism *mechanism,
                            const LwElementRef *elements,
                            guint n_elements,
                            GError **error);

/// Returns true if the bodies of this coupling can be exchanged: it has its own place and connects
/// two bodies.
bool lw_join_can_exchange (const LwCoupling *coupling);
/// Connects a coupling to another body, or the ground, instead of its first (`side` 0) or second
/// body (1). Its place and axes in the drawing are kept. Returns NULL and sets an LW_ERROR_USAGE if
/// its other side is on that body.
LwMechanism *
lw_join_exchange (const LwMechanism *mechanism, int coupling, int side, int body, GError **error);

G_END_DECLS
