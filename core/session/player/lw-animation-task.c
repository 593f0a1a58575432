// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-animation-task.h"

#include "lw-export-film.h"
#include "lw-full-run.h"
#include "lw-task.h"

/// Resolution of the progress, stored as an integer so that it can be read and written atomically.
#define PARTS 1000

typedef struct
{
  LwAnimationSource source;
  LwAnimation animation;
  GFile *file;
  char *title;
  char *provenance;
  int parts; ///< progress of PARTS, atomic
} Work;

// ---- source ---------------------------------------------------------------------------------

bool
lw_animation_source_init (LwAnimationSource *self, LwPlayer *player)
{
  LwProjectRun *shown = lw_player_get_run (player);

  *self = (LwAnimationSource){ 0 };
  lw_player_pause (player);
  self->run = shown != NULL ? lw_project_run_ref (shown) : lw_player_dup_run (player, "");
  if (self->run == NULL)
    return false;
  self->mechanism = lw_mechanism_ref (lw_player_get_mechanism (player));
  self->model = mbd_model_ref (lw_player_get_model (player));
  self->first_model = mbd_model_ref (lw_player_get_first_model (player));
  self->look = lw_animation_style_default ();
  return true;
}

void
lw_animation_source_clear (LwAnimationSource *self)
{
  g_clear_pointer (&self->run, lw_project_run_unref);
  g_clear_pointer (&self->mechanism, lw_mechanism_unref);
  g_clear_pointer (&self->model, mbd_model_unref);
  g_clear_pointer (&self->first_model, mbd_model_unref);
  g_clear_pointer (&self->font_family, g_free);
  g_clear_pointer (&self->reactions, lw_largest_free);
}

static void
copy_source (LwAnimationSource *self, const LwAnimationSource *from)
{
  *self = (LwAnimationSource){
    .mechanism = lw_mechanism_ref (from->mechanism),
    .model = mbd_model_ref (from->model),
    .first_model = mbd_model_ref (from->first_model),
    .run = lw_project_run_ref (from->run),
    .font_family = g_strdup (from->font_family),
    .reactions = from->reactions != NULL ? lw_largest_copy (from->reactions) : NULL,
    .look = from->look,
    .plots = from->plots,
  };
  self->look.font_family = self->font_family;
  self->look.reactions = self->reactions;
}

// ---- the thread -----------------------------------------------------------------------------

static void
progress_cb (double part, void *data)
{
  Work *work = data;

  g_atomic_int_set (&work->parts, (int) (PARTS * part));
}

static void
write_thread (GTask *task, gpointer object, gpointer data, GCancellable *cancellable)
{
  Work *work = data;
  const LwAnimationSource *source = &work->source;
  const LwSheetSource sheet = { .mechanism = source->mechanism,
                                .model = source->model,
                                .first_model = source->first_model,
                                .run = source->run };
  g_autoptr (LwProjectRun) plotted = NULL;
  g_autoptr (LwExportFilm) film = NULL;
  GError *error = NULL;

  if (g_task_return_error_if_cancelled (task))
    return;
  if (source->plots)
    plotted =
      lw_full_run_record (source->mechanism, source->model, source->run, cancellable, NULL, &error);
  if (error == NULL)
    film = lw_export_film_new_with_look (&sheet, &source->look, plotted, cancellable, &error);
  if (film != NULL
      && lw_animation_to_file (&work->animation, lw_export_film_get_frames (film), work->file,
                               progress_cb, work, cancellable, &error))
    g_task_return_pointer (task, g_object_ref (work->file), g_object_unref);
  else
    g_task_return_error (task, error);
}

static void
work_free (gpointer data)
{
  Work *work = data;

  lw_animation_source_clear (&work->source);
  g_object_unref (work->file);
  g_free (work->title);
  g_free (work->provenance);
  g_free (work);
}

GTask *
lw_animation_task_async (const LwAnimationSource *source,
                         const LwAnimation *animation,
                         GFile *file,
                         GCancellable *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, data);
  Work *work = g_new0 (Work, 1);

  copy_source (&work->source, source);
  work->animation = *animation;
  work->animation.title = work->title = g_strdup (animation->title);
  work->animation.provenance = work->provenance = g_strdup (animation->provenance);
  work->file = g_object_ref (file);
  g_task_set_task_data (task, work, work_free);
  // Cancelled at the last moment: report the file, because it has been written.
  g_task_set_check_cancellable (task, FALSE);
  lw_task_run (task, write_thread);
  return task;
}

double
lw_animation_task_get_part (GTask *task)
{
  Work *work = g_task_get_task_data (task);

  return (double) g_atomic_int_get (&work->parts) / PARTS;
}

GFile *
lw_animation_task_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
