// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is seen about the time bar: ticks where something was changed while it ran, and the two ends
// of a loop, which can be dragged.

#pragma once

#include <gtk/gtk.h>

#include "lw-player.h"

G_BEGIN_DECLS

#define LW_TYPE_TIME_MARKS (lw_time_marks_get_type ())
G_DECLARE_FINAL_TYPE (LwTimeMarks, lw_time_marks, LW, TIME_MARKS, GtkWidget)

/// The bar whose time it is, over which it lies; borrowed.
void lw_time_marks_set_range (LwTimeMarks *self, GtkRange *range);
void lw_time_marks_set_player (LwTimeMarks *self, LwPlayer *player);

G_END_DECLS
