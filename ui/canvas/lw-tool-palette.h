// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tools beside the canvas: icon and label, in groups; the tooltip includes the key.

#pragma once

#include <gtk/gtk.h>

#include "lw-tool.h"

G_BEGIN_DECLS

#define LW_TYPE_TOOL_PALETTE (lw_tool_palette_get_type ())
G_DECLARE_FINAL_TYPE (LwToolPalette, lw_tool_palette, LW, TOOL_PALETTE, GtkWidget)

GtkWidget *lw_tool_palette_new (LwTools *tools);
/// Returns a palette in one row that scrolls, for a narrow window.
GtkWidget *lw_tool_palette_new_strip (LwTools *tools);
/// Sets whether only icons are shown.
void lw_tool_palette_set_compact (LwToolPalette *self, bool compact);
/// Shows only some tools, by their words, with those for selecting and trying, and a button that emits
/// "all-requested". NULL: all tools.
void lw_tool_palette_offer (LwToolPalette *self, const char *const *names);

G_END_DECLS
