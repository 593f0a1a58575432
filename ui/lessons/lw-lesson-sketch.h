// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A sheet on which a curve over time is drawn by hand, with the pointer or with the arrow keys:
// Left and Right move along time, Up and Down move the curve there, Delete clears it. Emits
// "changed".

#pragma once

#include <gtk/gtk.h>

#include "lw-lesson-check.h"

G_BEGIN_DECLS

#define LW_TYPE_LESSON_SKETCH (lw_lesson_sketch_get_type ())
G_DECLARE_FINAL_TYPE (LwLessonSketch, lw_lesson_sketch, LW, LESSON_SKETCH, GtkWidget)

GtkWidget *lw_lesson_sketch_new (const LwLessonSheet *sheet);
/// Returns the drawn points, an array of double[2]: time and value, SI; empty if nothing is drawn.
GArray *lw_lesson_sketch_dup_points (LwLessonSketch *self);
/// Draws the actual curve beside the prediction: column 1 over time in column 0. NULL: none.
void lw_lesson_sketch_set_curve (LwLessonSketch *self, LwRecording *curve);
void lw_lesson_sketch_clear (LwLessonSketch *self);

G_END_DECLS
