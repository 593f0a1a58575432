// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Displays a drawing on a sheet in tiles that are kept from frame to frame. Only the tiles in which
// the next drawing differs are redrawn and sent to the screen.

#pragma once

#include <gtk/gtk.h>

#include "lw-drawing.h"

G_BEGIN_DECLS

typedef struct _LwTiles LwTiles;

LwTiles *lw_tiles_new (void);
void lw_tiles_free (LwTiles *self);
/// Discards the displayed drawing. Must be called when the sheet or its size has changed, and when a
/// frame has been shown without the tiles. The next drawing is drawn completely.
void lw_tiles_clear (LwTiles *self);

/// Surfaces of a frame.
typedef struct
{
  cairo_surface_t *sheet; ///< background of the drawing, with its device scale
  cairo_surface_t *image; ///< target with the size of the sheet; not the last one that was kept
  int width, height;      ///< px
  int factor;             ///< device pixels per px
  double left, top;       ///< px, size of the rulers, which the drawing does not cover
  LwFonts *fonts;
} LwTilesSheet;

/// Appends the frame of a drawing to a snapshot. Takes ownership of the drawing. Returns true if it
/// keeps a reference to the image of the sheet; the next frame then requires a different image.
bool
lw_tiles_show (LwTiles *self, GtkSnapshot *snapshot, const LwTilesSheet *sheet, LwDrawing *drawing);

/// Returns the number of tiles that were redrawn for the last frame.
guint lw_tiles_get_n_drawn (const LwTiles *self);
/// Returns the number of tiles; 0 if there is no drawing.
guint lw_tiles_get_n (const LwTiles *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwTiles, lw_tiles_free)

G_END_DECLS
