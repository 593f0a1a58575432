// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Copies of a part in a row or round a circle.

#pragma once

#include "lw-element-ref.h"

G_BEGIN_DECLS

/// The most that a part can be there.
#define LW_ARRAY_MAX 1000

/// So many of the part, the one that is there among them, each dx, dy (m) further than the one
/// before. What was made goes to *made (of LwElementRef; may be NULL; free with g_array_unref ()).
/// NULL, and an LW_ERROR_USAGE, when there is no body or the number makes no sense.
LwMechanism *lw_array_line (const LwMechanism *mechanism,
                            const LwElementRef *elements,
                            guint n_elements,
                            guint number,
                            double dx,
                            double dy,
                            GArray **made,
                            GError **error);
/// The same about a centre, over `angle` rad: all round they are spaced evenly, else the last one
/// is turned by the whole angle.
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
