// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A picture of parts on their sheets, for a preview.

#pragma once

#include "lw-cut-parts.h"
#include "lw-palette.h"

G_BEGIN_DECLS

/// Draws all sheets beside each other, fitted into an area; the hue of a part is that of its layer.
void lw_cut_picture_draw (const LwCutParts *parts,
                          LwPainter *painter,
                          const LwPalette *palette,
                          double width,
                          double height);

G_END_DECLS
