// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The form for a lesson's head and one of its steps, part of the editor of lessons. Signals: "edit"
// (LwJsonChange, place, JSON or NULL) asks for a change of the lesson; "ask" (verb, place) for
// anything else: "take-drawing", "show-drawing", "take-selection" and "sample-curve".

#pragma once

#include <gtk/gtk.h>

#include "lw-json-edit.h"

G_BEGIN_DECLS

#define LW_TYPE_LESSON_FORM (lw_lesson_form_get_type ())
G_DECLARE_FINAL_TYPE (LwLessonForm, lw_lesson_form, LW, LESSON_FORM, GtkBox)

GtkWidget *lw_lesson_form_new (void);
/// Shows a step of the lesson, in a language ("de"). Keeps the widgets, and with them the focus,
/// unless items were added or removed.
void lw_lesson_form_show (LwLessonForm *self, const LwJson *root, guint step, const char *language);
/// Emits "edit" for typed texts that are not yet in the lesson.
void lw_lesson_form_commit (LwLessonForm *self);
/// Returns the editor of a place, such as "steps/0/title"; NULL if it is not shown.
GtkWidget *lw_lesson_form_find (LwLessonForm *self, const char *place);

G_END_DECLS
