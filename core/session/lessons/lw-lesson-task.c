// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-lesson-task.h"

#include "lw-lesson-shelf.h"
#include "lw-task.h"

typedef struct
{
  LwLesson *lesson;
  guint step;
  LwMechanism *mechanism;
  LwLessonAnswers answers;
  const char *language;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  lw_lesson_unref (work->lesson);
  lw_mechanism_unref (work->mechanism);
  lw_lesson_answers_clear (&work->answers);
  g_free (work);
}

static void
check_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Work *work = data;
  GError *error = NULL;
  LwLessonResult *result = lw_lesson_check (work->lesson, work->step, work->mechanism,
                                            &work->answers, work->language, cancellable, &error);

  if (result != NULL)
    g_task_return_pointer (task, result, (GDestroyNotify) lw_lesson_result_free);
  else
    g_task_return_error (task, error);
}

void
lw_lesson_check_async (GObject *source,
                       LwLesson *lesson,
                       guint step,
                       LwMechanism *mechanism,
                       LwLessonAnswers *answers,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, data);
  Work *work = g_new0 (Work, 1);

  work->lesson = lw_lesson_ref (lesson);
  work->step = step;
  work->mechanism = lw_mechanism_ref (mechanism);
  work->answers = *answers;
  work->language = lw_lesson_shelf_language ();
  *answers = (LwLessonAnswers){ 0 };
  g_task_set_task_data (task, work, work_free);
  lw_task_run (task, check_thread);
}

LwLessonResult *
lw_lesson_check_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
