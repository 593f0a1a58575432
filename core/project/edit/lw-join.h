// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Joins the chosen elements, and splits them.

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

G_END_DECLS
