// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits of the curve of a curved slot. End stops at its ends follow its length.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Returns the mechanism with other points of a curved slot, array of double[3] in the frame on its
/// predecessor; takes them. Returns NULL and sets an LW_ERROR_USAGE if no curve leads through them.
LwMechanism *
lw_curve_edit_set (const LwMechanism *mechanism, int id, GArray *points, GError **error);
/// Returns the place of a point of a curved slot in the world at the start.
void lw_curve_edit_to_world (const LwMechanism *mechanism,
                             const LwCoupling *slot,
                             const double point[2],
                             double world[2]);
/// Returns a place in the world in the frame of the curve.
void lw_curve_edit_to_frame (const LwMechanism *mechanism,
                             const LwCoupling *slot,
                             const double world[2],
                             double point[2]);
/// Returns the mechanism with a new point, where the curve is nearest to a place in the world.
LwMechanism *
lw_curve_edit_add (const LwMechanism *mechanism, int id, const double world[2], GError **error);
/// Returns the mechanism without the point nearest to a place in the world.
LwMechanism *
lw_curve_edit_remove (const LwMechanism *mechanism, int id, const double world[2], GError **error);
/// Returns the mechanism with the curve closed, without end stops at its ends, or opened, with stops.
LwMechanism *
lw_curve_edit_close (const LwMechanism *mechanism, int id, bool closed, GError **error);
/// Returns a coupling that stops the pin at both ends of an open curve.
LwCoupling *lw_curve_edit_new_stops (const LwMechanism *mechanism, const LwCoupling *slot);

G_END_DECLS
