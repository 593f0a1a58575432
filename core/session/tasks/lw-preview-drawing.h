// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws a preview at any size: the whole motion with its paths fits into the picture.

#pragma once

#include "lw-palette.h"
#include "lw-painter.h"
#include "lw-preview.h"

G_BEGIN_DECLS

typedef struct _LwPreviewDrawing LwPreviewDrawing;

/// Shows the first sample of the preview, which must live longer than the drawing.
LwPreviewDrawing *lw_preview_drawing_new (LwPreview *preview);
void lw_preview_drawing_free (LwPreviewDrawing *self);

/// Returns the time of the sample, s.
double lw_preview_drawing_show (LwPreviewDrawing *self, gsize index);
/// Draws without background. `height` and `width` in px.
void lw_preview_drawing_draw (LwPreviewDrawing *self,
                              LwPainter *painter,
                              const LwPalette *palette,
                              double width,
                              double height);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwPreviewDrawing, lw_preview_drawing_free)

G_END_DECLS
