// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-lesson.h"

#include "lw-lesson-private.h"

void
lw_lesson_answers_clear (LwLessonAnswers *self)
{
  g_clear_pointer (&self->numbers, g_strfreev);
  g_clear_pointer (&self->choice, g_free);
  g_clear_pointer (&self->selected, g_strfreev);
  g_clear_pointer (&self->drawn, g_array_unref);
}

static void
number_clear (void *data)
{
  LwLessonNumber *self = data;

  g_strfreev (self->label);
  g_free (self->unit);
  g_free (self->value);
}

static void
choice_free (void *data)
{
  LwLessonChoice *self = data;

  g_free (self->id);
  g_strfreev (self->text);
  g_free (self);
}

static void
wrong_free (void *data)
{
  LwLessonWrong *self = data;

  g_free (self->when);
  lw_lesson_answers_clear (&self->answers);
  g_clear_pointer (&self->mechanism, lw_mechanism_unref);
  g_strfreev (self->reply);
  g_free (self);
}

LwLessonWrong *
lw_lesson_wrong_new (void)
{
  return g_new0 (LwLessonWrong, 1);
}

static void
picture_free (void *data)
{
  LwLessonPicture *self = data;

  g_clear_pointer (&self->mechanism, lw_mechanism_unref);
  g_strfreev (self->caption);
  g_free (self->fault);
  g_free (self);
}

static void
step_free (void *data)
{
  LwLessonStep *self = data;

  g_free (self->fault);
  g_strfreev (self->title);
  g_strfreev (self->text);
  g_strfreev (self->task);
  g_ptr_array_unref (self->pictures);
  g_strfreev (self->formulas);
  g_strfreev (self->tools);
  g_strfreev (self->panels);
  g_ptr_array_unref (self->hints);
  g_clear_pointer (&self->start, lw_mechanism_unref);
  g_free (self->expression);
  g_array_unref (self->numbers);
  g_ptr_array_unref (self->choices);
  g_free (self->choice);
  g_free (self->drawn);
  g_ptr_array_unref (self->wrong);
  g_strfreev (self->hint);
  g_strfreev (self->why);
  g_clear_pointer (&self->solution, lw_mechanism_unref);
  lw_lesson_answers_clear (&self->solved);
  g_free (self);
}

LwLessonStep *
lw_lesson_step_new (void)
{
  LwLessonStep *self = g_new0 (LwLessonStep, 1);

  self->pictures = g_ptr_array_new_with_free_func (picture_free);
  self->hints = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  self->numbers = g_array_new (FALSE, FALSE, sizeof (LwLessonNumber));
  g_array_set_clear_func (self->numbers, number_clear);
  self->choices = g_ptr_array_new_with_free_func (choice_free);
  self->wrong = g_ptr_array_new_with_free_func (wrong_free);
  return self;
}

void
lw_lesson_step_add_choice (LwLessonStep *self, const LwLessonChoice *choice)
{
  g_ptr_array_add (self->choices, g_memdup2 (choice, sizeof *choice));
}

LwLesson *
lw_lesson_new (void)
{
  LwLesson *self = g_new0 (LwLesson, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->steps = g_ptr_array_new_with_free_func (step_free);
  return self;
}

LwLesson *
lw_lesson_ref (LwLesson *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
lw_lesson_unref (LwLesson *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->source);
  g_free (self->id);
  g_strfreev (self->title);
  g_strfreev (self->goal);
  g_ptr_array_unref (self->steps);
  g_free (self);
}

const char *
lw_lesson_get_id (const LwLesson *self)
{
  return self->id;
}

const char *
lw_lesson_get_source (const LwLesson *self)
{
  return self->source;
}

LwLessonText
lw_lesson_get_title (const LwLesson *self)
{
  return self->title;
}

LwLessonText
lw_lesson_get_goal (const LwLesson *self)
{
  return self->goal;
}

int
lw_lesson_get_order (const LwLesson *self)
{
  return self->order;
}

guint
lw_lesson_get_n_steps (const LwLesson *self)
{
  return self->steps->len;
}

const LwLessonStep *
lw_lesson_get_step (const LwLesson *self, guint index)
{
  g_return_val_if_fail (index < self->steps->len, NULL);

  return self->steps->pdata[index];
}

LwMechanism *
lw_lesson_get_start (const LwLesson *self, guint index)
{
  const LwLessonStep *step = lw_lesson_get_step (self, index);

  // The reader makes sure that the first step has a start.
  if (step->start != NULL)
    return step->start;
  return lw_lesson_get_solution (self, index - 1);
}

LwMechanism *
lw_lesson_get_solution (const LwLesson *self, guint index)
{
  const LwLessonStep *step = lw_lesson_get_step (self, index);

  while (step->solution == NULL && step->start == NULL && index > 0)
    step = lw_lesson_get_step (self, --index);
  return step->solution != NULL ? step->solution : step->start;
}

bool
lw_lesson_step_asks (const LwLessonStep *self)
{
  return self->numbers->len > 0 || self->choices->len > 0 || self->drawn != NULL
         || (self->expression != NULL && strstr (self->expression, "selected") != NULL);
}
