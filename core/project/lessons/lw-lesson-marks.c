// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-lesson-marks.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lw-lesson-trial.h"

/// The proof of a step.
typedef struct
{
  const LwLesson *lesson;
  guint step;
  const char *language; ///< language of the replies
  GStrvBuilder *faults;
} Proof;

/// Adds a fault, which is freed.
static void
take_fault (const Proof *proof, char *text)
{
  g_strv_builder_add (proof->faults, text);
  g_free (text);
}

static void
add_broken (const Proof *proof, const GError *why)
{
  // Translators: %s says what is wrong, with a full stop
  take_fault (proof, g_strdup_printf (_ ("The check is broken: %s"), why->message));
}

static LwLessonResult *
check (const Proof *proof, LwMechanism *mechanism, const LwLessonAnswers *answers, GError **error)
{
  return lw_lesson_check (proof->lesson, proof->step, mechanism, answers, proof->language, NULL,
                          error);
}

static void
prove_start (const Proof *proof)
{
  const LwLessonAnswers nothing = { 0 };
  g_autoptr (GError) why = NULL;
  g_autoptr (LwLessonResult) result =
    check (proof, lw_lesson_get_start (proof->lesson, proof->step), &nothing, &why);

  if (result == NULL)
    add_broken (proof, why);
  else if (result->verdict == LW_LESSON_PASSED)
    take_fault (proof, g_strdup (_ ("The check passes before anything has been done.")));
}

static void
prove_solution (const Proof *proof)
{
  g_autoptr (GError) why = NULL;
  g_autoptr (LwLessonResult) result =
    check (proof, lw_lesson_get_solution (proof->lesson, proof->step),
           &lw_lesson_get_step (proof->lesson, proof->step)->solved, &why);

  if (result == NULL)
    add_broken (proof, why);
  else if (result->verdict != LW_LESSON_PASSED)
    // Translators: %s is the reply of the lesson, whole sentences
    take_fault (proof, g_strdup_printf (_ ("The model solution does not pass: %s"), result->reply));
}

static void
prove_wrong (const Proof *proof, guint index)
{
  const LwLessonStep *self = lw_lesson_get_step (proof->lesson, proof->step);
  const LwLessonWrong *wrong = self->wrong->pdata[index];
  LwLessonAnswers answers = self->solved;
  LwMechanism *mechanism = wrong->mechanism != NULL
                             ? wrong->mechanism
                             : lw_lesson_get_solution (proof->lesson, proof->step);
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
  result = check (proof, mechanism, &answers, &why);
  if (result == NULL)
    add_broken (proof, why);
  else if (result->verdict == LW_LESSON_PASSED)
    take_fault (proof, g_strdup_printf (_ ("The wrong answer in line %u passes."), wrong->line));
  else if (result->wrong != (int) index)
    // Translators: %s is a reply of the lesson, whole sentences
    take_fault (proof, g_strdup_printf (_ ("The wrong answer in line %u gets another reply: %s"),
                                        wrong->line, result->reply));
}

/// Looks for a channel of the model solution; an LwLessonValueFunc.
static char *
find_channel_cb (const char *channel, gpointer data)
{
  LwLessonTrial *trial = ((gpointer *) data)[0];
  const Proof *proof = ((gpointer *) data)[1];
  g_autoptr (GError) why = NULL;
  LwChannels *channels = lw_lesson_trial_get_channels (trial, &why);

  if (channels == NULL)
    add_broken (proof, why);
  else if (lw_channels_find (channels, channel) < 0)
    take_fault (proof,
                g_strdup_printf (_ ("A formula shows “%s”, which the model solution does not "
                                    "have."),
                                 channel));
  return NULL;
}

/// Proves that pictures and numbers in formulas can be shown.
static void
prove_shown (const Proof *proof)
{
  const LwLessonStep *self = lw_lesson_get_step (proof->lesson, proof->step);
  g_autoptr (LwLessonTrial) trial =
    lw_lesson_trial_new (lw_lesson_get_solution (proof->lesson, proof->step), NULL);
  gpointer data[] = { trial, (gpointer) proof };

  for (guint i = 0; i < self->pictures->len; i++) {
    const LwLessonPicture *picture = self->pictures->pdata[i];

    if (picture->fault != NULL)
      g_strv_builder_add (proof->faults, picture->fault);
  }
  for (guint i = 0; self->formulas != NULL && self->formulas[i] != NULL; i++)
    g_free (lw_lesson_fill_formula (self->formulas[i], '.', find_channel_cb, data));
}

GStrv
lw_lesson_prove (const LwLesson *lesson, guint step, const char *language)
{
  const LwLessonStep *self = lw_lesson_get_step (lesson, step);
  g_autoptr (GStrvBuilder) faults = g_strv_builder_new ();
  const Proof proof = { lesson, step, language, faults };

  if (self->fault != NULL) {
    g_strv_builder_add (faults, self->fault);
    return g_strv_builder_end (faults);
  }
  prove_shown (&proof);
  prove_start (&proof);
  prove_solution (&proof);
  for (guint i = 0; i < self->wrong->len; i++)
    prove_wrong (&proof, i);
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
