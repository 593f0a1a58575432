// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The line at the bottom: degrees of freedom by count and by rank, what the mechanism consists of,
// and where the pointer is.

#pragma once

#include <gtk/gtk.h>

#include "lw-player.h"
#include "lw-selection.h"
#include "lw-motion-preview.h"

G_BEGIN_DECLS

#define LW_TYPE_STATUS_LINE (lw_status_line_get_type ())
G_DECLARE_FINAL_TYPE (LwStatusLine, lw_status_line, LW, STATUS_LINE, GtkBox)

void lw_status_line_set_player (LwStatusLine *self, LwPlayer *player);
/// What shows free motions when it is asked to from here.
void lw_status_line_set_wiggle (LwStatusLine *self, LwMotionPreview *wiggle);
/// Where the couplings that it tells of are selected.
void lw_status_line_set_selection (LwStatusLine *self, LwSelection *selection);
/// The pointer, m; `inside` false: it is elsewhere. One px of the canvas is 1 / px_per_m.
void
lw_status_line_set_pointer (LwStatusLine *self, bool inside, double x, double y, double px_per_m);

/// Only the degrees of freedom, for a narrow window.
void lw_status_line_set_compact (LwStatusLine *self, bool compact);

/// What to do now, in place of the counts; NULL: nothing.
void lw_status_line_set_hint (LwStatusLine *self, const char *hint);

G_END_DECLS
