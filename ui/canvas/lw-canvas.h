// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The drawing area: the mechanism at the shown instant on its grid, with rulers. Pans, zooms at the
// pointer, fits. Everything that is drawn comes from core/draw.

#pragma once

#include <gtk/gtk.h>

#include "lw-largest.h"
#include "lw-player.h"
#include "lw-project.h"
#include "lw-selection.h"
#include "lw-tool.h"
#include "lw-view.h"

G_BEGIN_DECLS

#define LW_TYPE_CANVAS (lw_canvas_get_type ())
G_DECLARE_FINAL_TYPE (LwCanvas, lw_canvas, LW, CANVAS, GtkWidget)

GtkWidget *lw_canvas_new (void);

LwPlayer *lw_canvas_get_player (LwCanvas *self);
/// What is drawn; NULL: an empty sheet. Another player is shown fitted.
void lw_canvas_set_player (LwCanvas *self, LwPlayer *player);

/// What is selected and hovered is marked, and changed by the pointer and by Tab and Esc.
void lw_canvas_set_selection (LwCanvas *self, LwSelection *selection);

/// What is done by pointer and keys; NULL: they only look. Spatial views have none.
void lw_canvas_set_tools (LwCanvas *self, LwTools *tools);

/// In little room there are no rulers, and less margin is left.
/// Without grid and rulers.
void lw_canvas_set_bare (LwCanvas *self, bool bare);
void lw_canvas_set_compact (LwCanvas *self, bool compact);
/// The reference arrows in the lower right corner; default shown.
void lw_canvas_set_show_scales (LwCanvas *self, bool show);

/// Show these positions (copied), at rest and without forces, instead of the instant of the player;
/// NULL: the instant again.
void lw_canvas_set_pose (LwCanvas *self, const double *q);

void lw_canvas_zoom_to_fit (LwCanvas *self);
void lw_canvas_zoom (LwCanvas *self, double factor); ///< at the pointer, else in the middle
void lw_canvas_pan (LwCanvas *self, double dx_px, double dy_px);
/// Spatial views: look from there, fitted.
void lw_canvas_set_direction (LwCanvas *self, LwViewDirection direction);
/// What is drawn over the mechanism, and a factor of the length of arrows, > 0.
void lw_canvas_set_overlays (LwCanvas *self, LwOverlays overlays);
LwOverlays lw_canvas_get_overlays (LwCanvas *self);
#define LW_CANVAS_LONGEST_FACTOR 4.0 ///< of arrows; the shortest is one over it
void lw_canvas_set_arrow_factor (LwCanvas *self, double factor);
double lw_canvas_get_arrow_factor (LwCanvas *self);
const LwView *lw_canvas_get_view (LwCanvas *self);
/// What the scale of reactions is made from; something has to be shown.
LwLargest *lw_canvas_dup_reactions (LwCanvas *self);
/// How far the motion reaches has been found.
bool lw_canvas_knows_reach (LwCanvas *self);
/// How it is looked at, as it is kept with a project; other fields are left alone.
void lw_canvas_get_project_view (LwCanvas *self, LwProjectView *view);
void lw_canvas_set_project_view (LwCanvas *self, const LwProjectView *view);

/// Where the pointer is in the world, m; false when it is elsewhere.
bool lw_canvas_get_pointer (LwCanvas *self, double *x, double *y);
/// What a click would take, at a place of the widget. False: nothing.
bool lw_canvas_pick (LwCanvas *self, double x, double y, LwElementRef *found);

G_END_DECLS
