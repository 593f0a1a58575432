// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The section "Learn" of the start page: the lessons with the learner's progress. It activates the
// action win.open-lesson with the URI of a lesson.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LW_TYPE_LESSON_SECTION (lw_lesson_section_get_type ())
G_DECLARE_FINAL_TYPE (LwLessonSection, lw_lesson_section, LW, LESSON_SECTION, GtkBox)

/// Returns a new section. It reads the lessons when it is first shown, and hides itself if there are
/// none.
GtkWidget *lw_lesson_section_new (void);
/// Shows the progress of now.
void lw_lesson_section_update (LwLessonSection *self);

G_END_DECLS
