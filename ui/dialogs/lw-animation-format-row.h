// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A row with the animation formats that can be written on this computer, and one line about the use
// of the chosen one.

#pragma once

#include <adwaita.h>

#include "lw-animation.h"

G_BEGIN_DECLS

#define LW_TYPE_ANIMATION_FORMAT_ROW (lw_animation_format_row_get_type ())
G_DECLARE_FINAL_TYPE (LwAnimationFormatRow,
                      lw_animation_format_row,
                      LW,
                      ANIMATION_FORMAT_ROW,
                      AdwComboRow)

GtkWidget *lw_animation_format_row_new (void);
/// Returns the chosen format.
LwAnimationFormat lw_animation_format_row_get_format (LwAnimationFormatRow *self);
/// Chooses a format; does nothing if it is not offered.
void lw_animation_format_row_set_format (LwAnimationFormatRow *self, LwAnimationFormat format);
/// Returns true if the formats that another program writes are offered.
bool lw_animation_format_row_has_films (LwAnimationFormatRow *self);

G_END_DECLS
