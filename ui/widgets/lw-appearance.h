// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What every widget that draws or shows numbers shares: the palette that follows the style of the
// desktop, fonts that follow its font, and the units of the project, or those that the user
// prefers.

#pragma once

#include <gtk/gtk.h>

#include "lw-palette.h"
#include "lw-units.h"

G_BEGIN_DECLS

#define LW_TYPE_APPEARANCE (lw_appearance_get_type ())
G_DECLARE_FINAL_TYPE (LwAppearance, lw_appearance, LW, APPEARANCE, GObject)

/// The one look of the process (transfer full). Emits "changed" when the palette or the font is
/// another one, and "units-changed" and then "changed" when the units are.
LwAppearance *lw_appearance_dup_default (void);

const LwPalette *lw_appearance_get_palette (LwAppearance *self);
LwFonts *lw_appearance_get_fonts (LwAppearance *self);
const LwUnits *lw_appearance_get_units (LwAppearance *self);
/// The unit of length that the user prefers, whatever is shown now.
LwLengthUnit lw_appearance_get_preferred_length_unit (LwAppearance *self);
/// That of the project which is shown; LW_LENGTH_UNITS: the one that the user prefers.
void lw_appearance_set_length_unit (LwAppearance *self, LwLengthUnit unit);

G_END_DECLS
