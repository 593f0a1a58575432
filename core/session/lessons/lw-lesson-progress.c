// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-lesson-progress.h"

#include "lw-settings.h"

#define KEY "lesson-progress"

LwLessonProgress
lw_lesson_progress_get (GSettings *settings, const LwLesson *lesson)
{
  g_autoptr (GVariant) all = NULL;
  LwLessonProgress progress = { 0 };

  if (!lw_settings_has_key (settings, KEY))
    return progress;
  all = g_settings_get_value (settings, KEY);
  g_variant_lookup (all, lw_lesson_get_id (lesson), "(tu)", &progress.passed, &progress.step);
  // The lesson may have had more steps when the progress was kept.
  progress.passed &= (G_GUINT64_CONSTANT (1) << lw_lesson_get_n_steps (lesson)) - 1;
  progress.step = MIN (progress.step, lw_lesson_get_n_steps (lesson) - 1);
  return progress;
}

void
lw_lesson_progress_set (GSettings *settings, const LwLesson *lesson, LwLessonProgress progress)
{
  g_autoptr (GVariant) all = NULL;
  GVariantBuilder builder;
  GVariantIter iter;
  const char *id;
  guint64 passed;
  guint step;

  if (!lw_settings_has_key (settings, KEY))
    return;
  all = g_settings_get_value (settings, KEY);
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{s(tu)}"));
  g_variant_iter_init (&iter, all);
  while (g_variant_iter_next (&iter, "{&s(tu)}", &id, &passed, &step))
    if (!g_str_equal (id, lw_lesson_get_id (lesson)))
      g_variant_builder_add (&builder, "{s(tu)}", id, passed, step);
  g_variant_builder_add (&builder, "{s(tu)}", lw_lesson_get_id (lesson), progress.passed,
                         progress.step);
  g_settings_set_value (settings, KEY, g_variant_builder_end (&builder));
}

guint
lw_lesson_progress_count (LwLessonProgress progress)
{
  guint n = 0;

  for (; progress.passed != 0; progress.passed &= progress.passed - 1)
    n++;
  return n;
}
