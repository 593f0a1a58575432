// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A recorded drawing: a list of pictures that can be replayed, completely or in part, and compared
// with another drawing. Only the areas in which a frame differs from the previous one have to be
// redrawn.

#pragma once

#include "lw-painter.h"

G_BEGIN_DECLS

typedef struct _LwDrawing LwDrawing;

LwDrawing *lw_drawing_new (void);
void lw_drawing_free (LwDrawing *self);

/// Creates a painter that appends to a drawing, which must outlive it.
LwPainter *lw_painter_new_drawing (LwDrawing *drawing, LwFonts *fonts);

/// Returns the number of pictures: painted paths, sets of polygons, lines, texts and groups.
guint lw_drawing_get_n (const LwDrawing *self);

/// Called with the left, top, right and bottom, px, of a picture that is in only one of two drawings.
typedef void (*LwDrawingChangedFunc) (const double box[4], void *data);

/// Compares two drawings: calls `changed` for each picture that is in only one of them. Outside the
/// boxes of these pictures both look the same.
void lw_drawing_compare (const LwDrawing *before,
                         const LwDrawing *after,
                         LwDrawingChangedFunc changed,
                         void *data);

/// Draws the pictures that overlap one of n boxes (left, top, right, bottom, px); all pictures if
/// `boxes` is NULL. Inside the boxes every pixel is as in the complete drawing; outside it is not.
/// The painter must be in its initial state.
void lw_drawing_play (const LwDrawing *self, LwPainter *painter, const double *boxes, guint n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwDrawing, lw_drawing_free)

G_END_DECLS
