// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Asks for length, speed, frames and size of an animation of a run, and writes it. One period of a
// motion that repeats itself is what it offers first.

#pragma once

#include <adwaita.h>

#include "lw-animation-task.h"

G_BEGIN_DECLS

#define LW_TYPE_ANIMATION_DIALOG (lw_animation_dialog_get_type ())
G_DECLARE_FINAL_TYPE (LwAnimationDialog, lw_animation_dialog, LW, ANIMATION_DIALOG, AdwWindow)

/// Takes over the source. `title`: of the mechanism, or what it is called without one. `loop`: begin and end of the range that is looped, s; NULL: none. Emits
/// "saved" with the GFile that was written, before it closes.
GtkWidget *lw_animation_dialog_new (GtkWindow *parent,
                                    LwAnimationSource *source,
                                    const char *title,
                                    const double *loop);

/// What is chosen; false while it makes no sense, which the dialog says.
bool lw_animation_dialog_get_animation (LwAnimationDialog *self, LwAnimation *animation);
/// What it says: how many frames there are, and what is wrong; NULL: nothing is.
const char *lw_animation_dialog_get_summary (LwAnimationDialog *self);
const char *lw_animation_dialog_get_problem (LwAnimationDialog *self);
bool lw_animation_dialog_is_searching (LwAnimationDialog *self); ///< for a period
bool lw_animation_dialog_is_saving (LwAnimationDialog *self);
/// Begin to write there; the chooser of files comes to this.
void lw_animation_dialog_save (LwAnimationDialog *self, GFile *file);

G_END_DECLS
