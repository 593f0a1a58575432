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
  double mass;      ///< kg
  double centre[2]; ///< m, centre of mass in the body frame
  double inertia;   ///< kg m^2, about z through the centre of mass
} LwShapeMass;

/// Width of the plate of a link, m: a tenth of the greatest distance between two of its points.
double lw_shape_link_width (const LwShape *shape);
/// A plate with the outline of the shape; a link is the hull of circles of lw_shape_link_width ()
/// about its points. False when there is no area (or no finite one): *result is then all 0.
bool
lw_shape_get_mass (const LwShape *shape, double density, double thickness, LwShapeMass *result);
/// Give a body that is not in a mechanism yet the mass of steel plate. False, and nothing changed,
/// when its shape has no area.
bool lw_body_set_plate_mass (LwBody *body);
/// Whether the mass of a body is exactly that of its plate: then it follows when the shape changes.
bool lw_body_has_plate_mass (const LwBody *body);

G_END_DECLS
