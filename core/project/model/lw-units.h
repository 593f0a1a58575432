// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Units. Everything is stored, computed and written in SI; a system of units determines the units
// in which numbers are displayed and entered. Only this file uses the UDUNITS-2 database for the
// sizes of units. Without the database only SI is available.

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "mbd-expression.h"

G_BEGIN_DECLS

/// Length unit. The associated units are: m, kg, N, N m, J; mm, kg, N, N mm, mJ; in, lb (mass),
/// lbf, lbf in.
typedef enum
{
  LW_LENGTH_M,
  LW_LENGTH_MM,
  LW_LENGTH_IN,
  LW_LENGTH_UNITS
} LwLengthUnit;

/// Angle unit. Angular rates are in rad/s with either.
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

/// Returns metres and degrees.
LwUnits lw_units_default (void);
bool lw_units_equal (const LwUnits *a, const LwUnits *b);

/// Returns the unit in which a number in the SI unit `unit` is displayed, in ASCII: "mm/s^2" for
/// "m/s^2". A unit that does not depend on the system ("s", "ms", "1") is returned unchanged, as
/// are all units without the database; NULL gives "1". Static or borrowed.
const char *lw_units_shown (const LwUnits *self, const char *unit);
/// Converts a number between its SI unit and the unit in which it is displayed.
double lw_units_to_shown (const LwUnits *self, const char *unit, double value);

/// Returns SI per unit: 1e-3 for "mm"; 1 if it is not a unit.
double lw_unit_factor (const char *unit);
/// Determines the size, SI per unit, of a unit entered by the user, such as "mm", "°", "kg m²",
/// "lbf in", "rpm". Returns false if it is not a unit or its dimension differs from `like`; angle
/// is a dimension here, so Hz is not an angular velocity.
bool lw_unit_parse (const char *text, const char *like, double *factor);
/// Determines dimension and size, SI per unit, of a unit entered by the user, or of "1". Returns
/// false if it is not a unit.
bool lw_unit_measure (const char *text, MbdDimension *dimension, double *factor);
/// Returns the SI unit of this dimension: "J", "kg m^2", "1". Interned.
const char *lw_unit_for_dimension (const MbdDimension *dimension);
/// Returns it for messages: "m/s²", "kg m²/s³". Free with g_free ().
char *lw_unit_dup_words (const MbdDimension *dimension);

G_END_DECLS
