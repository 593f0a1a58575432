// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A row with a name, a number that changes while the mechanism runs, and its unit. Numbers are
// right-aligned with figures of one width, and units have a column of their own, so that nothing
// moves.

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

G_BEGIN_DECLS

#define LW_TYPE_LIVE_VALUE (lw_live_value_get_type ())
G_DECLARE_FINAL_TYPE (LwLiveValue, lw_live_value, LW, LIVE_VALUE, GtkBox)

// Signal: "mark-toggled" (gboolean plotted) when the user wants it on a plot, or off.

/// `unit` in ASCII as channels have it, that of the values that are set: shown in the units that
/// the user prefers when the row is made. `description` is a sentence for the tooltip, or NULL.
GtkWidget *lw_live_value_new (const char *name, const char *unit, const char *description);
/// Shown with so many significant figures; several numbers with commas between them.
void lw_live_value_set (LwLiveValue *self, const double *values, guint n, int significant);
/// Anything else in the place of numbers.
void lw_live_value_set_text (LwLiveValue *self, const char *text);
/// The row of numbers as it is shown, without the unit.
const char *lw_live_value_get_text (LwLiveValue *self);

/// Another sentence for the tooltip, or NULL.
void lw_live_value_set_description (LwLiveValue *self, const char *description);
/// It can be dragged: what it gives is this text, the names of its channels, one on a line.
void lw_live_value_set_dragged (LwLiveValue *self, const char *names);

/// The mark at the right edge: -1 shows that it can be plotted, otherwise the style of its curve.
void lw_live_value_set_curve (LwLiveValue *self, int style);
GtkToggleButton *lw_live_value_get_mark (LwLiveValue *self);

G_END_DECLS
