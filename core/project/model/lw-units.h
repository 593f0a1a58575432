// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Units. Everything is kept, computed and written in SI; a system of units says in which units
// numbers are shown and typed. Sizes of units come from the database of UDUNITS-2, and only here.
// Without the database there is SI alone.

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "mbd-expression.h"

G_BEGIN_DECLS

/// What the length is measured in. The units that go with it are: m, kg, N, N m, J; mm, kg, N,
/// N mm, mJ; in, lb (mass), lbf, lbf in.
typedef enum
{
  LW_LENGTH_M,
  LW_LENGTH_MM,
  LW_LENGTH_IN,
  LW_LENGTH_UNITS
} LwLengthUnit;

/// What angles are measured in. Their rates are in rad/s with either.
typedef enum
{
  LW_ANGLE_DEGREES,
  LW_ANGLE_RADIANS,
  LW_ANGLE_UNITS
} LwAngleUnit;

typedef struct
{
  LwLengthUnit length;
  LwAngleUnit angle;
} LwUnits;

/// Metres and degrees.
LwUnits lw_units_default (void);
bool lw_units_equal (const LwUnits *a, const LwUnits *b);

/// The unit in which a number in the SI unit `unit` is shown, in ASCII: "m/s^2" gives "mm/s^2". One
/// that belongs to no system ("s", "ms", "1") is shown as it is, and so is everything without the
/// database; NULL gives "1". Static or borrowed.
const char *lw_units_shown (const LwUnits *self, const char *unit);
/// A number in the SI unit, in the unit in which it is shown.
double lw_units_to_shown (const LwUnits *self, const char *unit, double value);

/// SI per unit: 1e-3 for "mm". 1 for what is no unit.
double lw_unit_factor (const char *unit);
/// Size, SI per unit, of a unit as it was typed, such as "mm", "°", "kg m²", "lbf in", "rpm". False
/// when it is no unit or of another dimension than `like`; an angle is a dimension here, so that
/// Hz is no angular velocity.
bool lw_unit_parse (const char *text, const char *like, double *factor);
/// Dimension and size, SI per unit, of a unit as it was typed, or of "1". False when it is
/// none.
bool lw_unit_measure (const char *text, MbdDimension *dimension, double *factor);
/// The unit of SI of this dimension: "J", "kg m^2", "1". Interned.
const char *lw_unit_for_dimension (const MbdDimension *dimension);

G_END_DECLS
