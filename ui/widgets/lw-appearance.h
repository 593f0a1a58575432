// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Appearance shared by all widgets that draw or show numbers: the palette, which follows the style
// of the desktop, fonts, which follow its font, and units, which are those of the project or those
// that the user prefers.

#pragma once

#include <gtk/gtk.h>

#include "lw-palette.h"
#include "lw-units.h"

G_BEGIN_DECLS

#define LW_TYPE_APPEARANCE (lw_appearance_get_type ())
G_DECLARE_FINAL_TYPE (LwAppearance, lw_appearance, LW, APPEARANCE, GObject)

/// Returns the appearance shared by the process (transfer full). Emits "changed" if the palette, the
/// font or its size has changed, and "units-changed" and then "changed" if the units have.
LwAppearance *lw_appearance_dup_default (void);

const LwPalette *lw_appearance_get_palette (LwAppearance *self);
LwFonts *lw_appearance_get_fonts (LwAppearance *self);
const LwUnits *lw_appearance_get_units (LwAppearance *self);
/// Returns the size of letters relative to the usual one, 1 or more.
double lw_appearance_get_letters (LwAppearance *self);
/// Returns the user's preferred unit of length, which can differ from the displayed unit.
LwLengthUnit lw_appearance_get_preferred_length_unit (LwAppearance *self);
/// Sets the unit of length of the shown project; LW_LENGTH_UNITS selects the preferred unit.
void lw_appearance_set_length_unit (LwAppearance *self, LwLengthUnit unit);

G_END_DECLS
