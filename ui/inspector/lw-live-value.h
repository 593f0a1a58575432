// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A row with a name, a number that changes while the mechanism runs, and its unit. Numbers are
// right-aligned with figures of equal width, and units have a separate column, so that nothing
// moves.

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

G_BEGIN_DECLS

#define LW_TYPE_LIVE_VALUE (lw_live_value_get_type ())
G_DECLARE_FINAL_TYPE (LwLiveValue, lw_live_value, LW, LIVE_VALUE, GtkBox)

// Signal: "mark-toggled" (gboolean plotted), emitted when the user adds the value to a plot or
// removes it.

/// Returns a new row. `unit`: unit of the values that are set, in ASCII as for channels; they are
/// converted to the user's units at the time of creation. `description`: text of the tooltip, or
/// NULL.
GtkWidget *lw_live_value_new (const char *name, const char *unit, const char *description);
/// Shows the values with this many significant figures, separated by commas.
void lw_live_value_set (LwLiveValue *self, const double *values, guint n, int significant);
/// Shows text instead of numbers.
void lw_live_value_set_text (LwLiveValue *self, const char *text);
/// Returns the displayed numbers, without the unit.
const char *lw_live_value_get_text (LwLiveValue *self);

/// Sets the text of the tooltip, or NULL.
void lw_live_value_set_description (LwLiveValue *self, const char *description);
/// Makes the row draggable: `names` are the names of its channels, one per line.
void lw_live_value_set_dragged (LwLiveValue *self, const char *names);

/// Sets the mark at the right edge: -1 shows that the value can be plotted, otherwise the style of
/// its curve.
void lw_live_value_set_curve (LwLiveValue *self, int style);
GtkToggleButton *lw_live_value_get_mark (LwLiveValue *self);

G_END_DECLS
