// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Labels that avoid each other and the edge of the picture: each has a few places in order of preference
// and is hidden if all are occupied.

#pragma once

#include "lw-painter.h"

G_BEGIN_DECLS

typedef struct _LwLabels LwLabels;

/// A place: the point beside the text, and the side of the text at which the point is.
typedef struct
{
  double x, y;
  LwAnchor anchor;
} LwLabelPlace;

/// Labels of a picture of this size, px; 0: it has no edge.
LwLabels *lw_labels_new (LwPainter *painter, double width, double height);
/// Keeps labels out of what something else covers at the left and the upper edge, px.
void lw_labels_cover (LwLabels *self, double left, double top);
void lw_labels_free (LwLabels *self);

/// Add shapes that labels must not cover. All shapes are added before the first label.
void lw_labels_avoid_line (LwLabels *self, double x1, double y1, double x2, double y2);
void lw_labels_avoid_disc (LwLabels *self, double x, double y, double radius);
void lw_labels_avoid_box (LwLabels *self, double x, double y, double width, double height);

/// Draws the label at the first free place, trying `preferred` (-1: none) first; places that the edge
/// of the picture cuts come last, moved inside. `always` draws it at the first place in the picture if
/// none is free. Returns the place, -1 if the label is hidden.
int lw_labels_place (LwLabels *self,
                     const char *text,
                     const LwTextStyle *style,
                     const LwLabelPlace *places,
                     int n_places,
                     int preferred,
                     bool always);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwLabels, lw_labels_free)

G_END_DECLS
