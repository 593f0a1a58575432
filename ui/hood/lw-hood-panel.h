// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The panel under the hood: the linear system at the displayed time as pictures, tables and
// equations, updated at most ten times per second. The computation runs in another thread.

#pragma once

#include <gtk/gtk.h>

#include "lw-player.h"
#include "lw-selection.h"

G_BEGIN_DECLS

#define LW_HOOD_PANEL_WIDTH 500

#define LW_TYPE_HOOD_PANEL (lw_hood_panel_get_type ())
G_DECLARE_FINAL_TYPE (LwHoodPanel, lw_hood_panel, LW, HOOD_PANEL, GtkBox)

// Property: "page": "matrix", "rows", "motion", "null-space", "equations" or "solver".

GtkWidget *lw_hood_panel_new (LwSelection *selection);
void lw_hood_panel_set_player (LwHoodPanel *self, LwPlayer *player); ///< NULL shows nothing

G_END_DECLS
