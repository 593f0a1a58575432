// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The status line: degrees of freedom by count and by rank, the numbers of elements, and the
// position of the pointer.

#pragma once

#include <gtk/gtk.h>

#include "lw-player.h"
#include "lw-selection.h"
#include "lw-motion-preview.h"

G_BEGIN_DECLS

#define LW_TYPE_STATUS_LINE (lw_status_line_get_type ())
G_DECLARE_FINAL_TYPE (LwStatusLine, lw_status_line, LW, STATUS_LINE, GtkBox)

void lw_status_line_set_player (LwStatusLine *self, LwPlayer *player);
/// Sets the preview that shows free motions on request.
void lw_status_line_set_wiggle (LwStatusLine *self, LwMotionPreview *wiggle);
/// Sets the selection that is changed when a listed coupling is chosen.
void lw_status_line_set_selection (LwStatusLine *self, LwSelection *selection);
/// Shows the pointer position, m; `inside` is false if the pointer is not on the canvas. `px_per_m`
/// is the scale of the canvas.
void
lw_status_line_set_pointer (LwStatusLine *self, bool inside, double x, double y, double px_per_m);

/// Shows only the degrees of freedom, for a narrow window.
void lw_status_line_set_compact (LwStatusLine *self, bool compact);

/// Shows a hint on what to do now, in place of the numbers of elements; NULL shows these.
void lw_status_line_set_hint (LwStatusLine *self, const char *hint);
const char *lw_status_line_get_hint (LwStatusLine *self); ///< "" if there is none

G_END_DECLS
