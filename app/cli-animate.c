// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli animate: simulates and writes an animation, with the same functions as the window.

#include <signal.h>

#include "cli.h"
#include "lw-export-film.h"

// ---- writing --------------------------------------------------------------------------------

static volatile sig_atomic_t caught;

static void
caught_cb (int number)
{
  caught = number;
}

static void
progress_cb (double part, void *data)
{
  const LwProgress progress = cli_progress_of_writing ();

  lw_progress_tell (&progress, part);
  if (caught != 0 && data != NULL)
    g_cancellable_cancel (data);
}

/// Writes pictures; they are removed if a signal interrupts it.
static gboolean
write_pictures (const LwAnimation *animation,
                LwAnimationFrames *film,
                const char *path,
                GError **error)
{
  static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  gboolean written;

  for (gsize i = 0; i < G_N_ELEMENTS (signals); i++)
    signal (signals[i], caught_cb);
  written =
    lw_animation_to_file (animation, film, file, progress_cb, cancellable, cancellable, error);
  for (gsize i = 0; i < G_N_ELEMENTS (signals); i++)
    signal (signals[i], SIG_DFL);
  cli_progress_end ();
  if (caught != 0)
    raise (caught);
  return written;
}

static gboolean
write_animation (const LwAnimation *animation,
                 LwAnimationFrames *film,
                 const char *path,
                 GError **error)
{
  g_autoptr (GBytes) bytes = NULL;

  if (animation->format == LW_ANIMATION_PICTURES)
    return write_pictures (animation, film, path, error);
  bytes = lw_animation_to_bytes (animation, film, progress_cb, NULL, NULL, error);
  cli_progress_end ();
  return bytes != NULL
         && cli_output_put (path, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), error);
}

/// Reports a rate or length that the format cannot represent exactly.
static void
tell_difference (const LwAnimation *animation)
{
  const guint n = lw_animation_count (animation);

  if (lw_animation_differs (animation))
    cli_note ("%s files count in 1/100 s: there are %u frames in %.4g s, %.4g per second.",
              lw_animation_format_get_suffix (animation->format), n,
              1e-3 * lw_animation_get_begin_ms (animation, n), lw_animation_get_rate (animation));
}

static gboolean
animate_mechanism (const CliMechanism *mechanism,
                   const CliArguments *arguments,
                   LwAnimationFormat format,
                   GError **error)
{
  const LwAnimationOptions *options = arguments->values;
  g_autofree char *provenance = cli_dup_provenance (mechanism);
  g_autoptr (GArray) channels =
    options->plots ? cli_choose_channels (mechanism, NULL, error) : NULL;
  g_autoptr (LwProjectRun) run = cli_record_run (mechanism, channels, "", NULL, error);
  g_autoptr (LwExportFilm) film = NULL;
  LwAnimation animation;

  if (run != NULL)
    film = lw_export_film_new (mechanism->project, mechanism->model, run, format, options,
                               provenance, &animation, error);
  if (film == NULL
      || !write_animation (&animation, lw_export_film_get_frames (film), arguments->output, error))
    return FALSE;
  if (options->speed == NULL && animation.speed != 1)
    cli_note ("The motion takes %.4g s: it is shown at %g of its speed, in %.4g s; --speed chooses "
              "another.",
              animation.end - animation.start, animation.speed,
              (animation.end - animation.start) / animation.speed);
  if (options->fps != NULL || options->length != NULL)
    tell_difference (&animation);
  return TRUE;
}

static gboolean
animate_file (const CliArguments *arguments, const CliRunOptions *run, GError **error)
{
  g_autofree char *name = cli_dup_format_name (arguments);
  LwAnimationFormat format;
  CliMechanism mechanism;
  gboolean done;

  if (!lw_animation_format_for_name (name, &format, error)
      || !lw_animation_format_is_there (format, error)
      || !cli_open (&mechanism, arguments, run, error))
    return FALSE;
  done = animate_mechanism (&mechanism, arguments, format, error);
  cli_close (&mechanism);
  return done;
}

gboolean
cli_animate (int argc, char **argv, GError **error)
{
  g_auto (CliArguments) arguments = { 0 };
  g_autofree char *description = cli_describe_defaults ();
  CliRunOptions run = { 0 };
  const GOptionEntry entries[] = { { NULL } };
  gboolean done = cli_parse (
    argc, argv,
    "Simulates a mechanism and writes an animation that loops; a name that ends with / is a new "
    "folder of numbered PNG pictures, and .webm and .mp4 need ffmpeg.",
    description, entries, &run, CLI_OPTIONS_SAMPLE | CLI_OPTIONS_INTEGRATE | CLI_OPTIONS_ASSEMBLE,
    &arguments, error);

  if (done && arguments.file != NULL)
    done = animate_file (&arguments, &run, error);
  cli_run_options_clear (&run);
  return done;
}
