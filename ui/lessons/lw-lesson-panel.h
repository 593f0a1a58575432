// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The panel of an open lesson: text, formulas and task of a step, its tools, hints one by one, the
// answer, the check with its reply, and the way to the other steps. Signals: "check" asks the window
// to call lw_lesson_panel_check () with the drawing and the selection; "start" (gboolean: from the
// beginning, even if the step continues) asks it to show the start of the current step; "close";
// "sheet-changed" when there is another sheet to draw a prediction on.

#pragma once

#include <gtk/gtk.h>

#include "lw-lesson.h"
#include "lw-player.h"

G_BEGIN_DECLS

#define LW_TYPE_LESSON_PANEL (lw_lesson_panel_get_type ())
G_DECLARE_FINAL_TYPE (LwLessonPanel, lw_lesson_panel, LW, LESSON_PANEL, GtkBox)

GtkWidget *lw_lesson_panel_new (void);
/// Shows a lesson at the step that was shown last; NULL shows none.
void lw_lesson_panel_set_lesson (LwLessonPanel *self, LwLesson *lesson);
LwLesson *lw_lesson_panel_get_lesson (LwLessonPanel *self); ///< NULL if there is none
guint lw_lesson_panel_get_step (LwLessonPanel *self);
/// Shows another step and emits "start".
void lw_lesson_panel_set_step (LwLessonPanel *self, guint step);
/// Moves the focus to the answer. Returns false if the step is done on the canvas: its keys must not
/// go into an entry.
bool lw_lesson_panel_focus_answer (LwLessonPanel *self);
/// Like the functions of the box of answers; the signal is that of the panel.
GtkWidget *lw_lesson_panel_get_sheet (LwLessonPanel *self);
void lw_lesson_panel_give_sheet (LwLessonPanel *self, bool away);
/// Shows whether the lesson is that of the document, so that it can be written.
void lw_lesson_panel_set_own (LwLessonPanel *self, bool own);
/// Checks the current step in another thread, and shows the reply. `selected`: names of the selected
/// elements.
void
lw_lesson_panel_check (LwLessonPanel *self, LwMechanism *mechanism, const char *const *selected);
bool lw_lesson_panel_is_checking (LwLessonPanel *self);
bool lw_lesson_panel_has_passed (LwLessonPanel *self); ///< the current step
/// Returns the reply as plain text; "" if there is none. Free with g_free ().
char *lw_lesson_panel_dup_reply (LwLessonPanel *self);

/// Sets the player whose numbers are shown in formulas; NULL: none. Borrowed for as long as it lives.
void lw_lesson_panel_set_player (LwLessonPanel *self, LwPlayer *player);
/// Returns the formulas of the step as plain text, one per line. Free with g_free ().
char *lw_lesson_panel_dup_formulas (LwLessonPanel *self);

G_END_DECLS
