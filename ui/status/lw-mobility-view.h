// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the mechanism can do, in words: degrees of freedom by count and by rank, couplings that say
// the same thing twice or contradict each other, whether the drawing is closed, and the free
// motions, each of which can be shown on the canvas.

#pragma once

#include <gtk/gtk.h>

#include "lw-selection.h"
#include "lw-motion-preview.h"

G_BEGIN_DECLS

#define LW_TYPE_MOBILITY_VIEW (lw_mobility_view_get_type ())
G_DECLARE_FINAL_TYPE (LwMobilityView, lw_mobility_view, LW, MOBILITY_VIEW, GtkBox)

// Signal: "selected" when an element was chosen to be selected.

GtkWidget *lw_mobility_view_new (void);
/// Make the rows; whoever shows it asks for that before. While it is seen they follow the player.
void lw_mobility_view_fill (LwMobilityView *self);
void lw_mobility_view_set_player (LwMobilityView *self, LwPlayer *player);
void lw_mobility_view_set_selection (LwMobilityView *self, LwSelection *selection);
void lw_mobility_view_set_wiggle (LwMobilityView *self, LwMotionPreview *wiggle);

G_END_DECLS
