// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shows its child enlarged, as a whole: text, lines and what the pointer does. The child is given
// so much less room. For presentations.

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define LW_TYPE_MAGNIFIER (lw_magnifier_get_type ())
G_DECLARE_FINAL_TYPE (LwMagnifier, lw_magnifier, LW, MAGNIFIER, AdwBin)

// Property: "child".

void lw_magnifier_set_scale (LwMagnifier *self, double scale); ///< >= 1; 1 at first
double lw_magnifier_get_scale (LwMagnifier *self);
/// Device pixels per px of a widget, also where it is enlarged: a whole number, so that pictures
/// that are kept are as fine as the screen.
int lw_magnifier_get_factor (GtkWidget *widget);

G_END_DECLS
