// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-lesson-marks.h"

#include <string.h>

/// Adds a fault with a number of details.
static void add_fault (GStrvBuilder *faults, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
add_fault (GStrvBuilder *faults, const char *format, ...)
{
  va_list arguments;
  g_autofree char *text = NULL;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_strv_builder_add (faults, text);
}

static void
prove_start (const LwLesson *lesson, guint step, GStrvBuilder *faults)
{
  const LwLessonAnswers nothing = { 0 };
  g_autoptr (GError) why = NULL;
  g_autoptr (LwLessonResult) result =
    lw_lesson_check (lesson, step, lw_lesson_get_start (lesson, step), &nothing, "en", NULL, &why);

  if (result == NULL)
    add_fault (faults, "the check is broken: %s", why->message);
  else if (result->verdict == LW_LESSON_PASSED)
    add_fault (faults, "the check passes before anything has been done.");
}

static void
prove_solution (const LwLesson *lesson, guint step, GStrvBuilder *faults)
{
  g_autoptr (GError) why = NULL;
  g_autoptr (LwLessonResult) result =
    lw_lesson_check (lesson, step, lw_lesson_get_solution (lesson, step),
                     &lw_lesson_get_step (lesson, step)->solved, "en", NULL, &why);

  if (result == NULL)
    add_fault (faults, "the check is broken: %s", why->message);
  else if (result->verdict != LW_LESSON_PASSED)
    add_fault (faults, "the model solution does not pass: %s", result->reply);
}

static void
prove_wrong (const LwLesson *lesson, guint step, guint index, GStrvBuilder *faults)
{
  const LwLessonStep *self = lw_lesson_get_step (lesson, step);
  const LwLessonWrong *wrong = self->wrong->pdata[index];
  LwLessonAnswers answers = self->solved;
  LwMechanism *mechanism =
    wrong->mechanism != NULL ? wrong->mechanism : lw_lesson_get_solution (lesson, step);
  g_autoptr (LwLessonResult) result = NULL;
  g_autoptr (GError) why = NULL;

  if (wrong->answers.numbers != NULL)
    answers.numbers = wrong->answers.numbers;
  if (wrong->answers.choice != NULL)
    answers.choice = wrong->answers.choice;
  if (wrong->answers.selected != NULL)
    answers.selected = wrong->answers.selected;
  if (wrong->answers.drawn != NULL)
    answers.drawn = wrong->answers.drawn;
  result = lw_lesson_check (lesson, step, mechanism, &answers, "en", NULL, &why);
  if (result == NULL)
    add_fault (faults, "the check is broken: %s", why->message);
  else if (result->verdict == LW_LESSON_PASSED)
    add_fault (faults, "the wrong answer in line %u passes.", wrong->line);
  else if (result->wrong != (int) index)
    add_fault (faults, "the wrong answer in line %u gets another reply: %s", wrong->line,
               result->reply);
}

GStrv
lw_lesson_prove (const LwLesson *lesson, guint step)
{
  const LwLessonStep *self = lw_lesson_get_step (lesson, step);
  g_autoptr (GStrvBuilder) faults = g_strv_builder_new ();

  if (self->fault != NULL) {
    g_strv_builder_add (faults, self->fault);
    return g_strv_builder_end (faults);
  }
  prove_start (lesson, step, faults);
  prove_solution (lesson, step, faults);
  for (guint i = 0; i < self->wrong->len; i++)
    prove_wrong (lesson, step, i, faults);
  return g_strv_builder_end (faults);
}

LwLessonAnswers
lw_lesson_read_notes (const LwLesson *lesson, guint step, const LwMechanism *mechanism)
{
  const LwLessonStep *self = lw_lesson_get_step (lesson, step);
  g_auto (GStrv) lines = g_strsplit (lw_mechanism_get_notes (mechanism), "\n", -1);
  g_autofree char *begin = g_strdup_printf ("step %u:", step + 1);
  LwLessonAnswers answers = { 0 };

  for (guint i = 0; lines[i] != NULL; i++) {
    const char *line = g_strstrip (lines[i]);
    const char *answer = line + strlen (begin);

    if (g_ascii_strncasecmp (line, begin, strlen (begin)) != 0)
      continue;
    lw_lesson_answers_clear (&answers);
    if (self->choices->len > 0)
      answers.choice = g_strstrip (g_strdup (answer));
    if (self->numbers->len > 0)
      answers.numbers = g_strsplit (answer, ";", -1);
    for (guint k = 0; answers.numbers != NULL && answers.numbers[k] != NULL; k++)
      g_strstrip (answers.numbers[k]);
  }
  return answers;
}
