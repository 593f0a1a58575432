// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Decodes images once, in a worker thread.

#include "lw-backdrop.h"

#include "lw-background-image.h"
#include "lw-task.h"

// ---- worker thread --------------------------------------------------------------------------

typedef struct
{
  LwBackdrop *self;
  LwBackdropReady ready;
  GBytes *file;
} Job;

static void
free_job (gpointer data)
{
  Job *job = data;

  g_bytes_unref (job->file);
  g_free (job);
}

static void
destroy_image (gpointer image)
{
  cairo_surface_destroy (image);
}

static void
decode_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Job *job = data;
  const LwDeadline deadline = lw_background_deadline (cancellable);
  GError *error = NULL;
  cairo_surface_t *image;

  if (g_task_return_error_if_cancelled (task))
    return;
  image = lw_background_decode (job->file, &deadline, &error);
  if (image != NULL)
    g_task_return_pointer (task, image, destroy_image);
  else
    g_task_return_error (task, error);
}

static void
decoded_cb (GObject *owner, GAsyncResult *result, gpointer data)
{
  const Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  cairo_surface_t *image = g_task_propagate_pointer (G_TASK (result), &error);

  // A different image, or none, is displayed by now.
  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result)))) {
    g_clear_pointer (&image, cairo_surface_destroy);
    return;
  }
  g_clear_object (&job->self->decoding);
  job->self->image = image;
  job->ready (owner, error);
}

static void
decode_async (LwBackdrop *self, GBytes *file, GObject *owner, LwBackdropReady ready)
{
  g_autoptr (GTask) task = NULL;
  Job *job = g_new (Job, 1);

  *job = (Job){ .self = self, .ready = ready, .file = g_bytes_ref (file) };
  self->decoding = g_cancellable_new ();
  task = g_task_new (owner, self->decoding, decoded_cb, NULL);
  g_task_set_task_data (task, job, free_job);
  lw_task_run (task, decode_thread);
}

static void
drop_image (LwBackdrop *self)
{
  if (self->decoding != NULL)
    g_cancellable_cancel (self->decoding);
  g_clear_object (&self->decoding);
  g_clear_pointer (&self->image, cairo_surface_destroy);
}

// ---- public ---------------------------------------------------------------------------------

bool
lw_backdrop_update (LwBackdrop *self,
                    const LwBackground *background,
                    GObject *owner,
                    LwBackdropReady ready)
{
  const bool same_image =
    self->shown != NULL && background != NULL && self->shown->image == background->image;

  if (lw_background_equal (self->shown, background))
    return false;
  if (!same_image) {
    drop_image (self);
    if (background != NULL)
      decode_async (self, background->image, owner, ready);
  }
  lw_background_free (self->shown);
  self->shown = background != NULL ? lw_background_copy (background) : NULL;
  return true;
}

void
lw_backdrop_paint (const LwBackdrop *self, cairo_t *cairo, const LwView *view)
{
  if (self->shown != NULL && self->image != NULL)
    lw_background_paint (self->shown, self->image, cairo, view);
}

void
lw_backdrop_clear (LwBackdrop *self)
{
  drop_image (self);
  g_clear_pointer (&self->shown, lw_background_free);
}
