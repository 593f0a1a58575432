// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-preview.h"

#include <string.h>

#include "lw-open.h"
#include "lw-run.h"
#include "lw-task.h"
#include "lw-thread-time.h"

#define DURATION_S 4.0
#define FRAME_INTERVAL_S (1.0 / 60)
#define TIME_LIMIT_USEC (150 * 1000) ///< processor time
/// Limits on the number of bodies: larger mechanisms are shown at rest, very large ones not at all.
#define MOVING_BODIES_MAX 200
#define BODIES_MAX 2000

void
lw_preview_free (LwPreview *self)
{
  g_clear_pointer (&self->recording, lw_recording_unref);
  g_clear_pointer (&self->model, mbd_model_unref);
  g_clear_pointer (&self->mechanism, lw_mechanism_unref);
  g_free (self);
}

static void
append (LwPreview *self, double time, MbdState *state, double *sample)
{
  gsize n_positions = (gsize) mbd_model_position_count (self->model);
  gsize n_velocities = (gsize) mbd_model_velocity_count (self->model);

  sample[0] = time;
  memcpy (sample + 1, mbd_state_positions (state), n_positions * sizeof (double));
  memcpy (sample + 1 + n_positions, mbd_state_velocities (state), n_velocities * sizeof (double));
  lw_recording_append (self->recording, sample);
}

static void
run (LwPreview *self, bool moves, double *sample)
{
  LwRunSettings settings = *lw_mechanism_get_run (self->mechanism);
  gint64 end_usec = lw_thread_time () + TIME_LIMIT_USEC;
  LwRun *the_run =
    lw_run_new (self->model, &settings.integrator, MIN (settings.duration, DURATION_S),
                FRAME_INTERVAL_S, settings.assemble);

  if (the_run == NULL)
    return;
  if (lw_run_start (the_run, NULL) == MBD_STATUS_OK)
    append (self, 0, lw_run_state (the_run), sample);
  while (moves && lw_recording_n_samples (self->recording) > 0 && !lw_run_is_finished (the_run)
         && lw_thread_time () < end_usec && lw_run_next (the_run, NULL) == MBD_STATUS_OK)
    append (self, lw_run_sample_time (the_run, lw_run_sample (the_run)), lw_run_state (the_run),
            sample);
  lw_run_free (the_run);
}

/// Records the motion (`moves`) or its start, or at least the pose as drawn.
static void
record (LwPreview *self, bool moves)
{
  gsize n_columns = 1 + (gsize) mbd_model_position_count (self->model)
                    + (gsize) mbd_model_velocity_count (self->model);
  g_autofree double *sample = g_new0 (double, n_columns);

  self->recording = lw_recording_new (n_columns);
  if (self->recording == NULL)
    return;
  run (self, moves && lw_mechanism_get_n_bodies (self->mechanism) <= MOVING_BODIES_MAX, sample);
  if (lw_recording_n_samples (self->recording) == 0) {
    MbdState *state = mbd_state_new (self->model);

    if (state != NULL)
      append (self, 0, state, sample);
    mbd_state_free (state);
  }
}

static LwPreview *
load (GFile *file, bool moves, GCancellable *cancellable, GError **error)
{
  g_autoptr (LwPreview) self = g_new0 (LwPreview, 1);
  g_autoptr (LwOpened) opened = lw_open_file (file, cancellable, error);

  if (opened == NULL)
    return NULL;
  self->mechanism = lw_mechanism_ref (opened->project->mechanism);
  if (lw_mechanism_get_n_bodies (self->mechanism) <= BODIES_MAX) {
    self->model = lw_mechanism_compile (self->mechanism, error);
    if (self->model == NULL)
      return NULL;
    record (self, moves);
  }
  if (self->recording == NULL || lw_recording_n_samples (self->recording) == 0) {
    g_set_error (error, LW_ERROR, LW_ERROR_SIMULATION,
                 "The mechanism is too large for a small picture; it may have %d bodies.",
                 BODIES_MAX);
    return NULL;
  }
  return g_steal_pointer (&self);
}

LwPreview *
lw_preview_new_of_start (GFile *file, GError **error)
{
  return load (file, false, NULL, error);
}

static void
load_func (gpointer data, gpointer pool_data)
{
  GTask *task = data;
  GError *error = NULL;

  if (!g_task_return_error_if_cancelled (task)) {
    LwPreview *self =
      load (g_task_get_task_data (task), true, g_task_get_cancellable (task), &error);

    if (self != NULL)
      g_task_return_pointer (task, self, (GDestroyNotify) lw_preview_free);
    else
      g_task_return_error (task, error);
  }
  lw_task_let_go (task);
}

void
lw_preview_load_async (GFile *file,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer data)
{
  static GThreadPool *pool;
  GTask *task = g_task_new (NULL, cancellable, callback, data);

  // One thread: several in parallel would take the processor from the window that is being opened.
  if (pool == NULL)
    pool = g_thread_pool_new (load_func, NULL, 1, FALSE, NULL);
  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  g_thread_pool_push (pool, task, NULL);
}

LwPreview *
lw_preview_load_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
