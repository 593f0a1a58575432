// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Loads and saves projects in a worker thread, for the window.

#include "lw-store.h"
#include "lw-task.h"

typedef struct
{
  LwProject *project; ///< NULL if the task loads
  GFile *file;
  char *expected_etag;
  char *etag; ///< the result
} Job;

static void
job_free (void *data)
{
  Job *self = data;

  g_clear_pointer (&self->project, lw_project_unref);
  g_object_unref (self->file);
  g_free (self->expected_etag);
  g_free (self->etag);
  g_free (self);
}

static void
unref_project (void *project)
{
  lw_project_unref (project);
}

static void
load_thread_cb (GTask *task, void *source, void *data, GCancellable *cancellable)
{
  Job *job = data;
  GError *error = NULL;
  LwProject *project = lw_store_load (job->file, &job->etag, cancellable, &error);

  if (project != NULL)
    g_task_return_pointer (task, project, unref_project);
  else
    g_task_return_error (task, error);
}

static void
save_thread_cb (GTask *task, void *source, void *data, GCancellable *cancellable)
{
  Job *job = data;
  GError *error = NULL;

  if (lw_store_save (job->project, job->file, job->expected_etag, &job->etag, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
start (LwProject *project,
       GFile *file,
       const char *expected_etag,
       GTaskThreadFunc run,
       void *tag,
       GCancellable *cancellable,
       GAsyncReadyCallback callback,
       void *user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Job *job = g_new0 (Job, 1);

  job->project = project != NULL ? lw_project_ref (project) : NULL;
  job->file = g_object_ref (file);
  job->expected_etag = g_strdup (expected_etag);
  g_task_set_source_tag (task, tag);
  g_task_set_task_data (task, job, job_free);
  // Once a save has replaced the file, it is reported as done even if it was cancelled meanwhile.
  g_task_set_check_cancellable (task, FALSE);
  lw_task_run (task, run);
  g_object_unref (task);
}

static void
take_etag (GAsyncResult *result, char **etag)
{
  Job *job = g_task_get_task_data (G_TASK (result));

  if (etag != NULL)
    *etag = g_strdup (job->etag);
}

void
lw_store_load_async (GFile *file,
                     GCancellable *cancellable,
                     GAsyncReadyCallback callback,
                     gpointer user_data)
{
  start (NULL, file, NULL, load_thread_cb, lw_store_load_async, cancellable, callback, user_data);
}

LwProject *
lw_store_load_finish (GAsyncResult *result, char **etag, GError **error)
{
  LwProject *project = g_task_propagate_pointer (G_TASK (result), error);

  take_etag (result, etag);
  return project;
}

void
lw_store_save_async (LwProject *project,
                     GFile *file,
                     const char *expected_etag,
                     GCancellable *cancellable,
                     GAsyncReadyCallback callback,
                     gpointer user_data)
{
  start (project, file, expected_etag, save_thread_cb, lw_store_save_async, cancellable, callback,
         user_data);
}

gboolean
lw_store_save_finish (GAsyncResult *result, char **etag, GError **error)
{
  gboolean done = g_task_propagate_boolean (G_TASK (result), error);

  take_etag (result, etag);
  return done;
}
