// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-lesson-task.h"

#include "lw-lesson-shelf.h"
#include "lw-task.h"

typedef struct
{
  LwLesson *lesson;
  guint step;
  LwMechanism *mechanism; ///< NULL if it is not needed
  LwLessonAnswers answers;
  const char *language;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  lw_lesson_unref (work->lesson);
  g_clear_pointer (&work->mechanism, lw_mechanism_unref);
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

// ---- proof ----------------------------------------------------------------------------------

static Work *
work_new (LwLesson *lesson, guint step)
{
  Work *work = g_new0 (Work, 1);

  work->lesson = lw_lesson_ref (lesson);
  work->step = step;
  return work;
}

static void
prove_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Work *work = data;
  GPtrArray *faults = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);

  for (guint i = 0; i < lw_lesson_get_n_steps (work->lesson); i++)
    if (!g_cancellable_is_cancelled (cancellable))
      g_ptr_array_add (faults, lw_lesson_prove (work->lesson, i, lw_lesson_shelf_language ()));
  g_task_return_pointer (task, faults, (GDestroyNotify) g_ptr_array_unref);
}

void
lw_lesson_prove_async (GObject *source,
                       LwLesson *lesson,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, data);

  g_task_set_task_data (task, work_new (lesson, 0), work_free);
  lw_task_run (task, prove_thread);
}

GPtrArray *
lw_lesson_prove_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

// ---- the curve of a model solution ----------------------------------------------------------

static void
solve_curve_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Work *work = data;
  GError *error = NULL;
  char *points = lw_lesson_dup_solved_curve (work->lesson, work->step, cancellable, &error);

  if (points != NULL)
    g_task_return_pointer (task, points, g_free);
  else
    g_task_return_error (task, error);
}

void
lw_lesson_solve_curve_async (GObject *source,
                             LwLesson *lesson,
                             guint step,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, data);

  g_task_set_task_data (task, work_new (lesson, step), work_free);
  lw_task_run (task, solve_curve_thread);
}

char *
lw_lesson_solve_curve_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
