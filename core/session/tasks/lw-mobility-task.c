// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-mobility-task.h"

#include "lw-task.h"

typedef struct
{
  MbdModel *model;
  LwChanges *changes;
  double time;
  double *q;
  double *motion; ///< NULL if the mobility is requested
  int n;
  LwMobility *mobility;
  double *poses;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  mbd_model_unref (work->model);
  lw_changes_free (work->changes);
  g_clear_pointer (&work->mobility, lw_mobility_free);
  g_free (work->q);
  g_free (work->motion);
  g_free (work->poses);
  g_free (work);
}

static void
work_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Work *work = data;
  // A task that was cancelled while it waited, such as that of a closed window, is not computed.
  MbdState *state = g_cancellable_is_cancelled (cancellable) ? NULL : mbd_state_new (work->model);
  const gsize n_positions = (gsize) mbd_model_position_count (work->model);

  if (state != NULL) {
    lw_changes_apply (work->changes, work->model, state, work->time);
    mbd_state_set (state, work->time, work->q, NULL);
    if (work->motion != NULL) {
      work->poses = g_new (double, (gsize) (2 * work->n + 1) * n_positions);
      lw_mobility_swing (state, work->motion, work->n, work->poses);
    } else {
      work->mobility = lw_mobility_new (state, cancellable);
    }
    mbd_state_free (state);
  }
  g_task_return_boolean (task, work->mobility != NULL || work->poses != NULL);
}

// ---- queue ----------------------------------------------------------------------------------

// For a large mechanism the computation takes seconds, and each edit requests it. The edits and the
// engine need processors as well, so there is one thread for it, and requests that have been
// replaced or cancelled do not wait for their turn.

static GMutex turn_lock;
static GQueue waiting = G_QUEUE_INIT; ///< queue of GTask
static bool is_taken;                 ///< true if the thread is running

static gpointer
take_turns (gpointer unused)
{
  for (;;) {
    GTask *task;

    g_mutex_lock (&turn_lock);
    task = g_queue_pop_head (&waiting);
    is_taken = task != NULL;
    g_mutex_unlock (&turn_lock);
    if (task == NULL)
      return NULL;
    if (!g_task_return_error_if_cancelled (task))
      work_thread (task, NULL, g_task_get_task_data (task), g_task_get_cancellable (task));
    lw_task_let_go (task);
  }
}

static bool
is_needless (GTask *task, GTask *newer)
{
  return g_task_get_source_object (task) == g_task_get_source_object (newer)
         || g_cancellable_is_cancelled (g_task_get_cancellable (task));
}

static void
run_in_turn (GTask *task)
{
  g_autoptr (GPtrArray) needless = g_ptr_array_new_with_free_func (g_object_unref);
  bool was_taken;

  g_mutex_lock (&turn_lock);
  for (GList *link = waiting.head, *next; link != NULL; link = next) {
    next = link->next;
    if (is_needless (link->data, task)) {
      g_ptr_array_add (needless, link->data);
      g_queue_delete_link (&waiting, link);
    }
  }
  g_queue_push_tail (&waiting, g_object_ref (task));
  was_taken = is_taken;
  is_taken = true;
  g_mutex_unlock (&turn_lock);
  for (guint i = 0; i < needless->len; i++)
    g_task_return_new_error (needless->pdata[i], G_IO_ERROR, G_IO_ERROR_CANCELLED, "not needed");
  if (!was_taken)
    g_thread_unref (g_thread_new ("mobility", take_turns, NULL));
}

static void
run (GObject *source,
     Work work,
     const double *q,
     GCancellable *cancellable,
     GAsyncReadyCallback callback,
     gpointer data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, data);

  mbd_model_ref (work.model);
  work.q = g_memdup2 (q, (gsize) mbd_model_position_count (work.model) * sizeof *q);
  g_task_set_task_data (task, g_memdup2 (&work, sizeof work), work_free);
  if (work.motion == NULL)
    run_in_turn (task);
  else
    lw_task_run (task, work_thread);
}

void
lw_mobility_async (GObject *source,
                   MbdModel *model,
                   const LwChanges *changes,
                   double time,
                   const double *q,
                   GCancellable *cancellable,
                   GAsyncReadyCallback callback,
                   gpointer data)
{
  const Work work = { .model = model, .changes = lw_changes_copy (changes), .time = time };

  run (source, work, q, cancellable, callback, data);
}

LwMobility *
lw_mobility_finish (GAsyncResult *result)
{
  Work *work = g_task_get_task_data (G_TASK (result));

  if (!g_task_propagate_boolean (G_TASK (result), NULL))
    return NULL;
  return g_steal_pointer (&work->mobility);
}

void
lw_swing_async (GObject *source,
                MbdModel *model,
                const LwChanges *changes,
                double time,
                const double *q,
                const double *motion,
                int n,
                GCancellable *cancellable,
                GAsyncReadyCallback callback,
                gpointer data)
{
  const Work work = {
    .model = model,
    .changes = lw_changes_copy (changes),
    .time = time,
    .motion = g_memdup2 (motion, (gsize) mbd_model_velocity_count (model) * sizeof *motion),
    .n = n,
  };

  run (source, work, q, cancellable, callback, data);
}

double *
lw_swing_finish (GAsyncResult *result)
{
  Work *work = g_task_get_task_data (G_TASK (result));

  if (!g_task_propagate_boolean (G_TASK (result), NULL))
    return NULL;
  return g_steal_pointer (&work->poses);
}
