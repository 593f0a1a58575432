// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The dialog that exports animations, in tests.

#pragma once

#include "lw-animation-dialog.h"
#include "testing-window.h"

/// Returns a window with a complete run of an example, which shows its start.
LwWindow *testing_animation_window (void);
/// Returns the dialog that is open; NULL if there is none.
LwAnimationDialog *testing_animation_find (void);
/// Opens the dialog, and waits for the period of the run.
LwAnimationDialog *testing_animation_open (LwWindow *window);
/// Returns the row with this title at or below `widget`; NULL if there is none.
AdwComboRow *testing_animation_row (GtkWidget *widget, const char *title);
void testing_animation_choose (LwAnimationDialog *dialog, const char *title, guint place);
void testing_animation_choose_format (LwAnimationDialog *dialog, LwAnimationFormat format);
/// Sets the number of pictures per second.
void testing_animation_set_rate (LwAnimationDialog *dialog, double rate);
