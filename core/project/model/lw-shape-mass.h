// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mass, centre of mass and moment of inertia of a flat plate that has the outline of a body.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// What a body that is drawn is cut from: steel plate, 5 mm thick.
#define LW_PLATE_DENSITY 7850.0  ///< kg/m^3
#define LW_PLATE_THICKNESS 0.005 ///< m

typedef struct
{
  double mass;       ///< kg
  double centre[3];  ///< m, centre of mass in the body frame
  double inertia[6]; ///< kg m^2, about the centre of mass: xx yy zz xy xz yz, the last three as the
                     ///< elements of the tensor
} LwShapeMass;

/// Width of the plate of a link, m: that of the plate, else a tenth of the greatest distance
/// between two of its points. `plate` may be NULL.
double lw_shape_link_width (const LwShape *shape, const LwPlate *plate);
/// A plate with the outline of the shape; a link is the hull of circles of lw_shape_link_width ()
/// about its points, with the holes of the plate. False when there is no area (or no finite one),
/// or the holes leave nothing of it: *result is then all 0.
bool lw_shape_get_mass (const LwShape *shape, const LwPlate *plate, LwShapeMass *result);

/// A plate of steel of the usual thickness, from which everything follows.
LwPlate lw_plate_default (void);
/// Give a body that is not in a mechanism yet the mass of steel plate. False, and nothing changed,
/// when its shape has no area.
bool lw_body_set_plate_mass (LwBody *body);
/// What follows from the plate of a body that is not in a mechanism yet becomes what it should be.
/// False, and nothing changed, when it has a plate and its shape has no area.
bool lw_body_follow_plate (LwBody *body);
/// The same for a body that is to take the place of another one. A number of its mass that differs
/// although shape and plate do not was typed, and does not follow from now on.
void lw_body_follow_change (const LwBody *old, LwBody *body);
/// Whether all of the mass follows from the plate.
bool lw_body_has_plate_mass (const LwBody *body);
/// Why a plate cannot be: the sentence goes on after the name of the body. NULL: it can.
const char *lw_plate_find_fault (const LwShape *shape, const LwPlate *plate);

/// The convex hull of n >= 1 points (x y z each), counter-clockwise; answers how many there are, at
/// least one. There must be room for 2 n + 2.
guint lw_shape_convex_hull (const double *points, guint n, double *hull);

G_END_DECLS
