// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A button for working with the time of a run: play a range in a loop, find the period, step, and
// continue from the displayed time.

#pragma once

#include <gtk/gtk.h>

#include "lw-player.h"

G_BEGIN_DECLS

#define LW_TYPE_LOOP_BUTTON (lw_loop_button_get_type ())
G_DECLARE_FINAL_TYPE (LwLoopButton, lw_loop_button, LW, LOOP_BUTTON, GtkBox)

void lw_loop_button_set_player (LwLoopButton *self, LwPlayer *player);
/// Returns the period found for the shown run, s; 0 if none is known.
double lw_loop_button_get_period (LwLoopButton *self);
/// Returns the text about the period.
const char *lw_loop_button_get_text (LwLoopButton *self);

G_END_DECLS
