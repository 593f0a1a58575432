// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers with units, as typed and displayed in entries. They are displayed in the user's preferred
// units; typed text may contain any unit of the same dimension.

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "lw-mechanism.h"
#include "lw-units.h"

G_BEGIN_DECLS

/// Parses one or more numbers with units, or sums and similar expressions of them: "2 in + 3 mm",
/// "0.2", "200 mm", "1, 2 m", "1 in, 20 mm". A number without a unit has the unit of the next one
/// that has one, otherwise the unit in which lw_quantity_format () displays numbers in `unit`
/// (ASCII, as for lw_units_shown ()). In the format of the locale, or with a decimal point. The
/// results are in SI. Returns false and sets `error` if there are not exactly n numbers or a unit
/// has a different dimension.
bool lw_quantity_parse (const char *text,
                        const LwUnits *units,
                        const char *unit,
                        guint n,
                        double *values,
                        GError **error);
/// Like lw_quantity_parse (), but also evaluates formulas of the parameters of a mechanism (see
/// lw-formula.h; NULL if none). If parameters are used, *formula is the text for a binding,
/// otherwise NULL. The text may begin with "=".
bool lw_quantity_evaluate (const char *typed,
                           const LwMechanism *mechanism,
                           const LwUnits *units,
                           const char *unit,
                           guint n,
                           double *values,
                           char **formula,
                           GError **error);
/// Formats numbers (SI), as short as six digits allow, but metres with three decimal places;
/// round-off beside another number is shown as zero.
char *lw_quantity_format (const double *values, guint n, const LwUnits *units, const char *unit);
/// Formats numbers with as many digits as are necessary to read the same numbers again.
char *
lw_quantity_format_exact (const double *values, guint n, const LwUnits *units, const char *unit);

G_END_DECLS
