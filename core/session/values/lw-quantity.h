// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers with units as they are typed and shown in entries. What is shown is in the units that the
// user prefers; what is typed may carry any unit of the same dimension.

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "lw-mechanism.h"
#include "lw-units.h"

G_BEGIN_DECLS

/// One or more numbers with units, or sums of them and the like: "2 in + 3 mm", "0.2", "200 mm",
/// "1, 2 m", "1 in, 20 mm". A number without a unit has that of the next one that has, else that in
/// which lw_quantity_format () shows numbers in `unit` (ASCII, as lw_units_shown () takes it).
/// Written in the locale, or with a point. In SI on return. False, and a sentence, when there are
/// not exactly n numbers or a unit is of another dimension.
bool lw_quantity_parse (const char *text,
                        const LwUnits *units,
                        const char *unit,
                        guint n,
                        double *values,
                        GError **error);
/// The same, and formulas of the parameters of a mechanism (see lw-formula.h; NULL: of none). Where
/// parameters are used, *formula is what a binding keeps, else NULL. "=" may stand before it all.
bool lw_quantity_evaluate (const char *typed,
                           const LwMechanism *mechanism,
                           const LwUnits *units,
                           const char *unit,
                           guint n,
                           double *values,
                           char **formula,
                           GError **error);
/// Numbers (SI), as short as six figures allow, but metres with three places; round-off beside
/// another number is zero.
char *lw_quantity_format (const double *values, guint n, const LwUnits *units, const char *unit);
/// With as many figures as it takes to read the same numbers again.
char *
lw_quantity_format_exact (const double *values, guint n, const LwUnits *units, const char *unit);

G_END_DECLS
