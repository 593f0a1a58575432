// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Copies of a part in a row or round a circle.

#pragma once

#include "lw-element-ref.h"

G_BEGIN_DECLS

/// The largest number of instances of a part.
#define LW_ARRAY_MAX 1000

/// Makes `number` instances of the part, including the original, each moved by dx, dy (m) from the
/// one before. *made receives the new elements (array of LwElementRef; may be NULL; free with
/// g_array_unref ()). Returns NULL and sets an LW_ERROR_USAGE if there is no body or the number is
/// invalid.
LwMechanism *lw_array_line (const LwMechanism *mechanism,
                            const LwElementRef *elements,
                            guint n_elements,
                            guint number,
                            double dx,
                            double dy,
                            GArray **made,
                            GError **error);
/// Like lw_array_line (), about a centre, over `angle` rad: evenly spaced over a full turn,
/// otherwise the last instance is turned by the whole angle.
LwMechanism *lw_array_circle (const LwMechanism *mechanism,
                              const LwElementRef *elements,
                              guint n_elements,
                              guint number,
                              double x,
                              double y,
                              double angle,
                              GArray **made,
                              GError **error);

G_END_DECLS
