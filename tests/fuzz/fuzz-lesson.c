// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lessons: the start and the solution of every accepted step are mechanisms.

#include "fuzz.h"
#include "lw-lesson.h"

void
fuzz_one (const uint8_t *data, size_t size)
{
  g_autofree char *text = fuzz_dup_text (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwLesson) lesson = lw_lesson_parse (text, size, NULL, NULL, &error);

  if (lesson == NULL) {
    fuzz_check_refusal (error);
    return;
  }
  for (guint i = 0; i < lw_lesson_get_n_steps (lesson); i++) {
    g_assert_nonnull (lw_lesson_get_start (lesson, i));
    g_assert_nonnull (lw_lesson_get_solution (lesson, i));
  }
}
