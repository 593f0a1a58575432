// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A row that offers the formats of animations which can be written here, and says in a line what
// the chosen one is good for.

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
/// The chosen one.
LwAnimationFormat lw_animation_format_row_get_format (LwAnimationFormatRow *self);
/// Choose one; nothing changes where it is not offered.
void lw_animation_format_row_set_format (LwAnimationFormatRow *self, LwAnimationFormat format);
/// Those that another program would write are offered.
bool lw_animation_format_row_has_films (LwAnimationFormatRow *self);

G_END_DECLS
