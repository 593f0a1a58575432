// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where a learner answers: an entry for each number with its unit, a choice, a sheet for a curve.
// Emits "activate" when Enter is pressed in an entry.

#pragma once

#include <gtk/gtk.h>

#include "lw-lesson.h"
#include "lw-recording.h"

G_BEGIN_DECLS

#define LW_TYPE_LESSON_ANSWER_BOX (lw_lesson_answer_box_get_type ())
G_DECLARE_FINAL_TYPE (LwLessonAnswerBox, lw_lesson_answer_box, LW, LESSON_ANSWER_BOX, GtkBox)

GtkWidget *lw_lesson_answer_box_new (void);
/// Shows what a step asks for; a lesson of NULL shows nothing.
void lw_lesson_answer_box_set (LwLessonAnswerBox *self,
                               const LwLesson *lesson,
                               guint step,
                               const char *language);
/// Returns the answers; clear them with lw_lesson_answers_clear ().
/// Returns the sheet on which a curve is drawn, borrowed; NULL if there is none. Emits "sheet-changed" when
/// there is another, or none.
GtkWidget *lw_lesson_answer_box_get_sheet (LwLessonAnswerBox *self);
/// Gives the sheet away, to be added to another widget, or takes it back from nowhere.
void lw_lesson_answer_box_give_sheet (LwLessonAnswerBox *self, bool away);
LwLessonAnswers lw_lesson_answer_box_dup (LwLessonAnswerBox *self);

/// Draws the actual curve beside a prediction; NULL: none.
void lw_lesson_answer_box_set_curve (LwLessonAnswerBox *self, LwRecording *curve);

G_END_DECLS
