// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-rank.h"

typedef struct
{
  MbdModel *model;
  double *q;
  int rank;
  bool *redundant; ///< by row
} RankTask;

static void
rank_task_free (gpointer data)
{
  RankTask *work = data;

  mbd_model_unref (work->model);
  g_free (work->q);
  g_free (work->redundant);
  g_free (work);
}

static void
rank_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  RankTask *work = data;
  MbdState *state = mbd_state_new (work->model);

  work->rank = -1;
  work->redundant = g_new0 (bool, (gsize) mbd_model_row_count (work->model) + 1);
  if (state != NULL) {
    mbd_state_set (state, 0, work->q, NULL);
    if (mbd_state_rank (state, &work->rank, work->redundant) != MBD_STATUS_OK)
      work->rank = -1;
    mbd_state_free (state);
  }
  g_task_return_boolean (task, work->rank >= 0);
}

void
lw_rank_async (GObject *source,
               MbdModel *model,
               const double *q,
               GCancellable *cancellable,
               GAsyncReadyCallback callback,
               gpointer data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, data);
  RankTask *work = g_new0 (RankTask, 1);
  gsize n = (gsize) mbd_model_position_count (model);

  work->model = mbd_model_ref (model);
  work->q = n > 0 ? g_memdup2 (q, n * sizeof *q) : NULL;
  g_task_set_task_data (task, work, rank_task_free);
  g_task_run_in_thread (task, rank_thread);
}

int
lw_rank_finish (GAsyncResult *result, bool **redundant)
{
  RankTask *work = g_task_get_task_data (G_TASK (result));

  *redundant = NULL;
  if (!g_task_propagate_boolean (G_TASK (result), NULL))
    return -1;
  *redundant = g_steal_pointer (&work->redundant);
  return work->rank;
}
