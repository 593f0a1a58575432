// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The parts of a lesson, shared by its reader and its owner.

#pragma once

#include "lw-lesson.h"

G_BEGIN_DECLS

struct _LwLesson
{
  gatomicrefcount ref_count;
  char *source;
  char *id;
  LwLessonText title;
  LwLessonText goal;
  int order;
  GPtrArray *steps; ///< array of LwLessonStep
};

LwLesson *lw_lesson_new (void);
LwLessonStep *lw_lesson_step_new (void);
LwLessonWrong *lw_lesson_wrong_new (void);
/// Adds a choice; takes ownership of its members.
void lw_lesson_step_add_choice (LwLessonStep *self, const LwLessonChoice *choice);

G_END_DECLS
