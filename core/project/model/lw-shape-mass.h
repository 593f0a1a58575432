// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mass, centre of mass and moment of inertia of a flat plate that has the outline of a body.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Default plate of a drawn body: steel, 5 mm thick.
#define LW_PLATE_DENSITY 7850.0  ///< kg/m^3
#define LW_PLATE_THICKNESS 0.005 ///< m

typedef struct
{
  double mass;       ///< kg
  double centre[3];  ///< m, centre of mass in the body frame
  double inertia[6]; ///< kg m^2, about the centre of mass: xx yy zz xy xz yz, the last three as the
                     ///< elements of the tensor
} LwShapeMass;

/// Returns the width of a link, m: the width of its plate, else a tenth of the greatest distance
/// between two of its points. `plate` may be NULL.
double lw_shape_link_width (const LwShape *shape, const LwPlate *plate);
/// Computes the mass properties of a plate with the outline of the shape; a link is the hull of
/// circles of diameter lw_shape_link_width () about its points, with the holes of the plate.
/// Returns false if its area is zero or not finite or the holes leave nothing of it; *result is
/// then all 0.
bool lw_shape_get_mass (const LwShape *shape, const LwPlate *plate, LwShapeMass *result);

/// Returns a steel plate of the default thickness from which all mass properties are computed.
LwPlate lw_plate_default (void);
/// Gives a body that is not yet in a mechanism the mass of a steel plate. Returns false and changes
/// nothing if its shape has no area.
bool lw_body_set_plate_mass (LwBody *body);
/// Updates the mass properties that are computed from the plate, for a body that is not yet in a
/// mechanism. Returns false and changes nothing if it has a plate and its shape has no area.
bool lw_body_follow_plate (LwBody *body);
/// Like lw_body_follow_plate (), for a body that is to replace `old`. A mass property that differs
/// although shape and plate are unchanged counts as entered by the user and is no longer computed.
void lw_body_follow_change (const LwBody *old, LwBody *body);
/// Returns true if all mass properties are computed from the plate.
bool lw_body_has_plate_mass (const LwBody *body);
/// Returns the reason why a plate is invalid, to be appended to the name of the body, or NULL if it
/// is valid.
const char *lw_plate_find_fault (const LwShape *shape, const LwPlate *plate);

/// Computes the convex hull of n >= 1 points (x y z each), counter-clockwise. Returns its number of
/// points, at least 1. `hull` must have room for 2 n + 2 points.
guint lw_shape_convex_hull (const double *points, guint n, double *hull);

G_END_DECLS
