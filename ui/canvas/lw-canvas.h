// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The drawing area: the mechanism at the displayed time on its grid, with rulers. Pans, zooms at
// the pointer, fits. core/draw draws all of its contents.

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

/// Continues to show the preview of an edit while its player is being made. Returns false if there is
/// none of this mechanism.
bool lw_canvas_hold_preview (LwCanvas *self, LwMechanism *mechanism);
void lw_canvas_release_preview (LwCanvas *self);
/// Ignores changes of the tools that it will show together with the player that is being made.
void lw_canvas_ignore_tools (LwCanvas *self, bool ignore);
LwPlayer *lw_canvas_get_player (LwCanvas *self);
/// Sets the player to draw; NULL shows an empty sheet. The view is fitted to a new player.
void lw_canvas_set_player (LwCanvas *self, LwPlayer *player);

/// Sets the selection. Selected and hovered elements are marked; the pointer, Tab and Esc change
/// the selection.
void lw_canvas_set_selection (LwCanvas *self, LwSelection *selection);

/// Sets the tools that receive pointer and keys; NULL if nothing can be edited. Spatial views have
/// no tools.
void lw_canvas_set_tools (LwCanvas *self, LwTools *tools);

/// Hides grid and rulers if true.
void lw_canvas_set_bare (LwCanvas *self, bool bare);
/// Hides the rulers and uses a smaller margin if true, for little room.
void lw_canvas_set_compact (LwCanvas *self, bool compact);
/// Sets whether the reference arrows in the lower right corner are shown; default true.
void lw_canvas_set_show_scales (LwCanvas *self, bool show);

/// Shows these positions (copied), at rest and without forces, instead of the displayed time of the
/// player; NULL shows the player again.
void lw_canvas_set_pose (LwCanvas *self, const double *q);

void lw_canvas_zoom_to_fit (LwCanvas *self);
void lw_canvas_zoom (LwCanvas *self, double factor); ///< at the pointer, else at the centre
void lw_canvas_pan (LwCanvas *self, double dx_px, double dy_px);
/// Shows a spatial view from this direction, fitted.
void lw_canvas_set_direction (LwCanvas *self, LwViewDirection direction);
/// Sets the overlays of the mechanism.
void lw_canvas_set_overlays (LwCanvas *self, LwOverlays overlays);
LwOverlays lw_canvas_get_overlays (LwCanvas *self);
#define LW_CANVAS_LONGEST_FACTOR 4.0 ///< largest arrow factor; the least is 1 over it
void lw_canvas_set_arrow_factor (LwCanvas *self, double factor);
double lw_canvas_get_arrow_factor (LwCanvas *self);
const LwView *lw_canvas_get_view (LwCanvas *self);
/// Returns a copy of the values that determine the scale of reactions. There must be a player.
LwLargest *lw_canvas_dup_reactions (LwCanvas *self);
/// Returns true if the reach of the motion has been computed.
bool lw_canvas_knows_reach (LwCanvas *self);
/// Sets the fields of a project's view that the canvas determines; leaves the others unchanged.
void lw_canvas_get_project_view (LwCanvas *self, LwProjectView *view);
void lw_canvas_set_project_view (LwCanvas *self, const LwProjectView *view);

/// Sets the pointer position in the world, m. Returns false if the pointer is not on the canvas.
bool lw_canvas_get_pointer (LwCanvas *self, double *x, double *y);
/// Finds the element that a click at a position of the widget, px, would select. Returns false if
/// there is none.
bool lw_canvas_pick (LwCanvas *self, double x, double y, LwElementRef *found);

G_END_DECLS
