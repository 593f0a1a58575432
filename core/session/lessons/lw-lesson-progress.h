// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Progress of a learner in each lesson; kept in the settings.

#pragma once

#include "lw-lesson.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 passed; ///< bit i: step i has been passed
  guint step;     ///< step that was shown last
} LwLessonProgress;

/// Returns the progress in a lesson; `settings` may be NULL.
LwLessonProgress lw_lesson_progress_get (GSettings *settings, const LwLesson *lesson);
void
lw_lesson_progress_set (GSettings *settings, const LwLesson *lesson, LwLessonProgress progress);
guint lw_lesson_progress_count (LwLessonProgress progress); ///< number of passed steps

G_END_DECLS
