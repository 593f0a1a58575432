// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The mobility of the mechanism in words: degrees of freedom by count and by rank, redundant and
// contradictory couplings, whether the drawing is closed, and the free motions, each of which can
// be shown on the canvas.

#pragma once

#include <gtk/gtk.h>

#include "lw-selection.h"
#include "lw-motion-preview.h"

G_BEGIN_DECLS

#define LW_TYPE_MOBILITY_VIEW (lw_mobility_view_get_type ())
G_DECLARE_FINAL_TYPE (LwMobilityView, lw_mobility_view, LW, MOBILITY_VIEW, GtkBox)

// Signal: "selected", emitted when the user has chosen to select an element.

GtkWidget *lw_mobility_view_new (void);
/// Builds the rows. The caller must call it before showing the view; while it is visible, it
/// follows the player.
void lw_mobility_view_fill (LwMobilityView *self);
void lw_mobility_view_set_player (LwMobilityView *self, LwPlayer *player);
void lw_mobility_view_set_selection (LwMobilityView *self, LwSelection *selection);
void lw_mobility_view_set_wiggle (LwMobilityView *self, LwMotionPreview *wiggle);

G_END_DECLS
