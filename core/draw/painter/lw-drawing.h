// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a painter was told to draw, kept as a list: it can be drawn again, in part, and compared with
// another one. A frame that differs from the one before in few places is drawn anew only there.

#pragma once

#include "lw-painter.h"

G_BEGIN_DECLS

typedef struct _LwDrawing LwDrawing;

LwDrawing *lw_drawing_new (void);
void lw_drawing_free (LwDrawing *self);

/// Appends to the drawing, which must outlive the painter.
LwPainter *lw_painter_new_drawing (LwDrawing *drawing, LwFonts *fonts);

guint lw_drawing_get_n (const LwDrawing *self); ///< pictures: paths that are painted, texts, groups

/// Told of left, top, right and bottom of what is in one of two drawings only, px.
typedef void (*LwDrawingChangedFunc) (const double box[4], void *data);

/// What has to be drawn anew where one drawing takes the place of the other lies in these boxes.
void lw_drawing_compare (const LwDrawing *before,
                         const LwDrawing *after,
                         LwDrawingChangedFunc changed,
                         void *data);

/// Draw all that reaches into one of n boxes (left, top, right, bottom, px; NULL: all there is). Within
/// the boxes it looks as if all was drawn, to the pixel; beside them it does not. The painter is in
/// the state of a new one.
void lw_drawing_play (const LwDrawing *self, LwPainter *painter, const double *boxes, guint n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwDrawing, lw_drawing_free)

G_END_DECLS
