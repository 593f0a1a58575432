// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Marks at the time bar: ticks for changes during the run, and the two ends of a loop, which can be
// dragged.

#pragma once

#include <gtk/gtk.h>

#include "lw-player.h"

G_BEGIN_DECLS

#define LW_TYPE_TIME_MARKS (lw_time_marks_get_type ())
G_DECLARE_FINAL_TYPE (LwTimeMarks, lw_time_marks, LW, TIME_MARKS, GtkWidget)

/// Sets the time bar over which the marks are placed; borrowed.
void lw_time_marks_set_range (LwTimeMarks *self, GtkRange *range);
void lw_time_marks_set_player (LwTimeMarks *self, LwPlayer *player);

G_END_DECLS
