// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The outline: every element of the mechanism by name, under headings, synchronised with the
// selection.

#pragma once

#include <gtk/gtk.h>

#include "lw-player.h"
#include "lw-selection.h"

G_BEGIN_DECLS

#define LW_TYPE_OUTLINE (lw_outline_get_type ())
G_DECLARE_FINAL_TYPE (LwOutline, lw_outline, LW, OUTLINE, GtkBox)

// Signal: "rename", emitted when the user wants to rename the selected element.

void lw_outline_set_selection (LwOutline *self, LwSelection *selection);
void lw_outline_set_mechanism (LwOutline *self, LwMechanism *mechanism); ///< NULL: empty

G_END_DECLS
