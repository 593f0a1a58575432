// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A drawing on a sheet, shown in tiles that are kept from frame to frame: only those are drawn anew,
// and sent to the screen, in which the next drawing differs.

#pragma once

#include <gtk/gtk.h>

#include "lw-drawing.h"

G_BEGIN_DECLS

typedef struct _LwTiles LwTiles;

LwTiles *lw_tiles_new (void);
void lw_tiles_free (LwTiles *self);
/// The next drawing is shown from nothing: the sheet is another one, or has been painted over.
void lw_tiles_clear (LwTiles *self);

/// What a drawing is shown on.
typedef struct
{
  cairo_surface_t *sheet; ///< what lies under it, with its device scale
  cairo_surface_t *image; ///< as large, to paint on; not one that is taken
  int width, height;      ///< px
  int factor;             ///< device pixels to a px
  double left, top;       ///< px that the drawing leaves free: rulers
  LwFonts *fonts;
} LwTilesSheet;

/// The drawing is taken. True: so is the image, and the next frame needs another one.
bool
lw_tiles_show (LwTiles *self, GtkSnapshot *snapshot, const LwTilesSheet *sheet, LwDrawing *drawing);

guint lw_tiles_get_n_drawn (const LwTiles *self); ///< tiles in the last frame
guint lw_tiles_get_n (const LwTiles *self);       ///< 0: nothing is shown

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwTiles, lw_tiles_free)

G_END_DECLS
