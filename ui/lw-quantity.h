// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers with units as they are typed and shown in entries. What is shown is in the unit of the
// field; what is typed may carry another unit of the same kind.

#pragma once

#include <glib.h>
#include <stdbool.h>

G_BEGIN_DECLS

/// One or more numbers with a unit at the end: "0.2", "200 mm", "1, 2 m". Numbers without a unit
/// are in `unit` (as lw_quantity_format () shows it). Written in the locale, or with a point. In SI
/// on return. False, and a sentence, when there are not exactly n numbers or the unit is of another
/// kind.
bool
lw_quantity_parse (const char *text, const char *unit, guint n, double *values, GError **error);
/// Numbers (SI) in the unit, as short as six figures allow, but lengths with three places.
char *lw_quantity_format (const double *values, guint n, const char *unit);

G_END_DECLS
