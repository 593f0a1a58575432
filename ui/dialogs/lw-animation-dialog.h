// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Dialog for the length, speed, frames and size of an animation of a run, which it then writes. For
// a periodic motion it first suggests one period.

#pragma once

#include "lw-animation-task.h"
#include "lw-export-window.h"

G_BEGIN_DECLS

#define LW_TYPE_ANIMATION_DIALOG (lw_animation_dialog_get_type ())
G_DECLARE_FINAL_TYPE (LwAnimationDialog, lw_animation_dialog, LW, ANIMATION_DIALOG, LwExportWindow)

/// Returns a new dialog. Takes ownership of `source`. `title`: title of the mechanism, or the name
/// that is shown for it. `loop`: start and end of the loop range, s; NULL if there is none. Emits
/// "saved" with the GFile that was written, before it closes.
GtkWidget *lw_animation_dialog_new (GtkWindow *parent,
                                    LwAnimationSource *source,
                                    const char *title,
                                    const double *loop);

/// Sets the chosen animation. Returns false if the choices are invalid; the dialog then shows why.
bool lw_animation_dialog_get_animation (LwAnimationDialog *self, LwAnimation *animation);
/// Returns the text that the dialog shows: the number of frames, or the problem. May be NULL.
const char *lw_animation_dialog_get_summary (LwAnimationDialog *self);
const char *lw_animation_dialog_get_problem (LwAnimationDialog *self);
bool lw_animation_dialog_is_searching (LwAnimationDialog *self); ///< for a period
bool lw_animation_dialog_is_saving (LwAnimationDialog *self);
/// Writes the animation to `file`; the file chooser calls this too.
void lw_animation_dialog_save (LwAnimationDialog *self, GFile *file);

G_END_DECLS
