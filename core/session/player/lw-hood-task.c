// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-hood-task.h"

#include "lw-task.h"

typedef struct
{
  LwMechanism *mechanism;
  MbdModel *model;
  MbdState *state;
  bool analyse;
  LwHood *hood;
  double seconds;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  lw_mechanism_unref (work->mechanism);
  mbd_state_free (work->state);
  mbd_model_unref (work->model);
  g_clear_pointer (&work->hood, lw_hood_free);
  g_free (work);
}

static void
work_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Work *work = data;
  const gint64 start = g_get_monotonic_time ();

  if (!g_cancellable_is_cancelled (cancellable))
    work->hood = lw_hood_new (work->mechanism, work->state, work->analyse);
  work->seconds = (double) (g_get_monotonic_time () - start) * 1e-6;
  g_task_return_boolean (task, work->hood != NULL);
}

void
lw_hood_async (LwPlayer *player,
               bool analyse,
               GCancellable *cancellable,
               GAsyncReadyCallback callback,
               gpointer data)
{
  g_autoptr (GTask) task = g_task_new (player, cancellable, callback, data);
  Work *work = g_new0 (Work, 1);

  work->mechanism = lw_mechanism_ref (lw_player_get_mechanism (player));
  work->model = mbd_model_ref (lw_player_get_model (player));
  work->state = mbd_state_new (work->model);
  work->analyse = analyse;
  g_task_set_task_data (task, work, work_free);
  if (work->state == NULL) {
    g_task_return_boolean (task, FALSE);
    return;
  }
  lw_player_prepare (player, work->state);
  lw_task_run (task, work_thread);
}

LwHood *
lw_hood_finish (GAsyncResult *result, double *seconds)
{
  Work *work = g_task_get_task_data (G_TASK (result));

  if (!g_task_propagate_boolean (G_TASK (result), NULL))
    return NULL;
  if (seconds != NULL)
    *seconds = work->seconds;
  return g_steal_pointer (&work->hood);
}
