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

#define LW_TYPE_LOOK (lw_look_get_type ())
G_DECLARE_FINAL_TYPE (LwLook, lw_look, LW, LOOK, GObject)

/// The one look of the process (transfer full). Emits "changed" when the palette or the font is
/// another one, and "units-changed" and then "changed" when the units are.
LwLook *lw_look_dup_default (void);

const LwPalette *lw_look_get_palette (LwLook *self);
LwFonts *lw_look_get_fonts (LwLook *self);
const LwUnits *lw_look_get_units (LwLook *self);
/// The unit of length that the user prefers, whatever is shown now.
LwLengthUnit lw_look_get_preferred_length_unit (LwLook *self);
/// That of the project which is shown; LW_LENGTH_UNITS: the one that the user prefers.
void lw_look_set_length_unit (LwLook *self, LwLengthUnit unit);

G_END_DECLS
