// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shows its child enlarged as a whole, including text, lines and pointer input; the child gets
// correspondingly less room. For presentations.

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define LW_TYPE_MAGNIFIER (lw_magnifier_get_type ())
G_DECLARE_FINAL_TYPE (LwMagnifier, lw_magnifier, LW, MAGNIFIER, AdwBin)

// Property: "child".

void lw_magnifier_set_scale (LwMagnifier *self, double scale); ///< >= 1, default 1
double lw_magnifier_get_scale (LwMagnifier *self);
/// Returns the number of device pixels per px of a widget, including its magnification: a whole
/// number, so that cached pictures have the resolution of the screen.
int lw_magnifier_get_factor (GtkWidget *widget);

G_END_DECLS
