// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws the velocity or the acceleration polygon of a mechanism, from a pole in the middle of a
// rectangle.

#pragma once

#include "lw-motion-polygon.h"
#include "lw-painter.h"
#include "lw-palette.h"
#include "lw-units.h"

G_BEGIN_DECLS

/// Returns the largest vector of the points, m/s or m/s^2; 0 if there are none.
double lw_polygon_largest (const GArray *points, LwPolygonKind kind);

/// Draws the polygon with its upper left corner at the origin. `largest`: the vector that just fits,
/// so that the scale does not change while the mechanism moves.
void lw_draw_polygon (LwPainter *painter,
                      const LwPalette *palette,
                      const LwMechanism *mechanism,
                      const GArray *points,
                      LwPolygonKind kind,
                      double largest,
                      const LwUnits *units,
                      double width,
                      double height);

G_END_DECLS
