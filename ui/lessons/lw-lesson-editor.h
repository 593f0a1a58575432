// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The editor of the lesson that is written in a project, in place of the lesson's panel: its steps,
// a form for each of them, and a check of all checks against the model solutions. Every change is an
// edit of the document. Signals: "preview" (number of the step) asks the window for the panel as
// learners see it; "show-drawing" (LwMechanism) asks it to show a drawing of the lesson.

#pragma once

#include <gtk/gtk.h>

#include "lw-document.h"
#include "lw-lesson.h"
#include "lw-selection.h"

G_BEGIN_DECLS

#define LW_TYPE_LESSON_EDITOR (lw_lesson_editor_get_type ())
G_DECLARE_FINAL_TYPE (LwLessonEditor, lw_lesson_editor, LW, LESSON_EDITOR, GtkBox)

/// Returns the text of a new lesson with one step that begins with the mechanism. Free with g_free ().
char *lw_lesson_editor_dup_new (const LwMechanism *mechanism);
/// Returns the text of a lesson, as the editor writes it. Free with g_free ().
char *lw_lesson_editor_dup_copy (const LwLesson *lesson);

GtkWidget *lw_lesson_editor_new (void);
/// Edits the lesson of a document; NULL: none.
void
lw_lesson_editor_set_document (LwLessonEditor *self, LwDocument *document, LwSelection *selection);
/// Takes typed texts that have not been taken yet, before the project is saved.
void lw_lesson_editor_commit (LwLessonEditor *self);
guint lw_lesson_editor_get_step (LwLessonEditor *self);
void lw_lesson_editor_set_step (LwLessonEditor *self, guint step);
/// Returns the editor of a place, such as "steps/0/title"; NULL if it is not shown.
GtkWidget *lw_lesson_editor_find (LwLessonEditor *self, const char *place);
/// Checks all checks, as the button does.
void lw_lesson_editor_prove (LwLessonEditor *self);
bool lw_lesson_editor_is_busy (LwLessonEditor *self);
/// Returns what the last check found, or what is wrong at the step: plain text, "" if nothing is.
const char *lw_lesson_editor_get_message (LwLessonEditor *self);

G_END_DECLS
