// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-task.h"

static gboolean
dropped_cb (gpointer task)
{
  // Removing the source drops the reference.
  return G_SOURCE_REMOVE;
}

void
lw_task_let_go (GTask *task)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_priority (source, g_task_get_priority (task));
  g_source_set_callback (source, dropped_cb, task, g_object_unref);
  g_source_set_static_name (source, "lw_task_let_go");
  g_source_attach (source, g_task_get_context (task));
}

typedef struct
{
  GTask *task;
  GTaskThreadFunc work;
} Job;

static void
job_func (gpointer data, gpointer unused)
{
  g_autofree Job *job = data;

  job->work (job->task, g_task_get_source_object (job->task), g_task_get_task_data (job->task),
             g_task_get_cancellable (job->task));
  lw_task_let_go (job->task);
}

void
lw_task_run (GTask *task, GTaskThreadFunc work)
{
  static gsize pool;
  Job *job = g_new (Job, 1);

  if (g_once_init_enter (&pool))
    g_once_init_leave (&pool, (gsize) g_thread_pool_new (job_func, NULL, -1, FALSE, NULL));
  *job = (Job){ .task = g_object_ref (task), .work = work };
  g_thread_pool_push ((GThreadPool *) pool, job, NULL);
}
