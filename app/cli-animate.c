// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli animate: simulates and writes an animation, with the same functions as the window.

#include <signal.h>
#include <string.h>

#include "cli.h"
#include "lw-animation.h"
#include "lw-period.h"

typedef struct
{
  char *length, *speed, *rate, *size, *style;
} AnimateOptions;

// ---- options --------------------------------------------------------------------------------

static gboolean
parse_size (const char *text, LwAnimationStyle *look, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, "x", 2);
  double sides[2];

  if (g_strv_length (parts) != 2) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 "--size needs WIDTHxHEIGHT in pixels, such as 800x600, not \"%s\".", text);
    return FALSE;
  }
  if (!cli_parse_number ("The width of --size", parts[0], LW_ANIMATION_FRAMES_SIZE_MIN,
                         LW_ANIMATION_FRAMES_SIZE_MAX, &sides[0], error)
      || !cli_parse_number ("The height of --size", parts[1], LW_ANIMATION_FRAMES_SIZE_MIN,
                            LW_ANIMATION_FRAMES_SIZE_MAX, &sides[1], error))
    return FALSE;
  look->width = (int) sides[0];
  look->height = (int) sides[1];
  return TRUE;
}

static gboolean
parse_style (const char *text, LwAnimationStyle *look, GError **error)
{
  look->dark = g_str_equal (text, "dark");
  if (look->dark || g_str_equal (text, "light"))
    return TRUE;
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE, "--style must be light or dark, not \"%s\".", text);
  return FALSE;
}

static gboolean
parse_options (const AnimateOptions *options,
               const char *name,
               LwAnimation *animation,
               LwAnimationStyle *look,
               GError **error)
{
  LwAnimationFormat format;

  if (!lw_animation_format_for_name (name, &format, error)
      || !lw_animation_format_is_there (format, error))
    return FALSE;
  *animation = lw_animation_default (format);
  *look = lw_animation_style_default ();
  return (options->speed == NULL
          || cli_parse_number ("--speed", options->speed, LW_ANIMATION_SPEED_MIN,
                               LW_ANIMATION_SPEED_MAX, &animation->speed, error))
         && (options->rate == NULL
             || cli_parse_number ("--fps", options->rate, LW_ANIMATION_RATE_MIN,
                                  LW_ANIMATION_RATE_MAX, &animation->rate, error))
         && (options->size == NULL || parse_size (options->size, look, error))
         && (options->style == NULL || parse_style (options->style, look, error));
}

/// Sets the length: "period", "run" or "A:B"; NULL is one period if there is one, otherwise the
/// run.
static gboolean
set_length (const char *text,
            const LwProjectRun *run,
            const MbdModel *model,
            LwAnimation *animation,
            GError **error)
{
  const bool asked = text != NULL && g_str_equal (text, "period");
  LwPeriod period;

  animation->start = 0;
  animation->end =
    lw_recording_value (run->recording, 0, lw_recording_n_samples (run->recording) - 1);
  if (text != NULL && strchr (text, ':') != NULL) {
    g_auto (GStrv) parts = g_strsplit (text, ":", 2);

    return cli_parse_number ("The begin of --length", parts[0], 0, animation->end,
                             &animation->start, error)
           && cli_parse_number ("The end of --length", parts[1], 0, animation->end, &animation->end,
                                error);
  }
  if (text != NULL && !asked && !g_str_equal (text, "run")) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 "--length must be period, run or BEGIN:END in s, such as 0.5:2, not \"%s\".",
                 text);
    return FALSE;
  }
  if (text == NULL || asked) {
    if (lw_period_find (run->recording, model, 1, 1 + run->n_positions, LW_PERIOD_TOLERANCE, NULL,
                        &period)) {
      animation->start = period.start;
      animation->end = period.end;
    } else if (asked) {
      g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                           "The motion does not repeat itself in the time of the run; give --until "
                           "a longer one, or --length=run.");
      return FALSE;
    }
  }
  return TRUE;
}

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
  if (caught != 0)
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
  bytes = lw_animation_to_bytes (animation, film, NULL, NULL, NULL, error);
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
                   const AnimateOptions *options,
                   const char *path,
                   LwAnimation *animation,
                   LwAnimationStyle *look,
                   GError **error)
{
  g_autofree char *provenance = cli_dup_provenance (mechanism);
  g_autoptr (LwProjectRun) run = cli_record_run (mechanism, NULL, "", NULL, error);
  g_autoptr (LwAnimationFrames) film = NULL;

  if (run == NULL || !set_length (options->length, run, mechanism->model, animation, error))
    return FALSE;
  if (options->speed == NULL)
    animation->speed = lw_animation_choose_speed (animation->end - animation->start);
  lw_view_init (&look->view, look->width, look->height, !mbd_model_is_planar (mechanism->model));
  if (look->view.spatial && mechanism->project->view.spatial)
    lw_view_set_angles (&look->view, mechanism->project->view.azimuth,
                        mechanism->project->view.elevation);
  look->overlays = mechanism->project->view.overlays;
  look->arrow_factor = mechanism->project->view.arrow_factor;
  if (lw_mechanism_get_length_unit (mechanism->mechanism) < LW_LENGTH_UNITS)
    look->units.length = lw_mechanism_get_length_unit (mechanism->mechanism);
  animation->title = lw_mechanism_get_title (mechanism->mechanism);
  animation->provenance = provenance;
  film = lw_animation_frames_new (mechanism->mechanism, mechanism->model, mechanism->model, run,
                                  look, NULL, error);
  if (film == NULL || !write_animation (animation, film, path, error))
    return FALSE;
  if (options->speed == NULL && animation->speed != 1)
    cli_note ("The motion takes %.4g s: it is shown at %g of its speed, in %.4g s; --speed chooses "
              "another.",
              animation->end - animation->start, animation->speed,
              (animation->end - animation->start) / animation->speed);
  if (options->rate != NULL || options->length != NULL)
    tell_difference (animation);
  return TRUE;
}

static gboolean
animate_file (const CliArguments *arguments,
              const CliRunOptions *run,
              const AnimateOptions *options,
              GError **error)
{
  g_autofree char *name = cli_dup_format_name (arguments);
  LwAnimation animation;
  LwAnimationStyle look;
  CliMechanism mechanism;
  gboolean done;

  if (!parse_options (options, name, &animation, &look, error)
      || !cli_open (&mechanism, arguments, run, error))
    return FALSE;
  done = animate_mechanism (&mechanism, options, arguments->output, &animation, &look, error);
  cli_close (&mechanism);
  return done;
}

gboolean
cli_animate (int argc, char **argv, GError **error)
{
  g_auto (CliArguments) arguments = { 0 };
  g_autofree char *description = cli_describe_defaults ();
  CliRunOptions run = { 0 };
  AnimateOptions options = { 0 };
  const GOptionEntry entries[] = {
    { "length", 0, 0, G_OPTION_ARG_FILENAME, &options.length,
      "period, run, or BEGIN:END in s; default: one period where the motion repeats itself, else "
      "the run",
      "LENGTH" },
    { "speed", 0, 0, G_OPTION_ARG_FILENAME, &options.speed,
      "Seconds of the run in one second; default: 1, or less for a motion of less than 0.2 s",
      "SPEED" },
    { "fps", 0, 0, G_OPTION_ARG_FILENAME, &options.rate,
      "Frames per second; default: 25, of a GIF 20", "NUMBER" },
    { "size", 0, 0, G_OPTION_ARG_FILENAME, &options.size, "Size in pixels; default: 800x600",
      "WIDTHxHEIGHT" },
    { "style", 0, 0, G_OPTION_ARG_FILENAME, &options.style, "light or dark; default: light",
      "STYLE" },
    { NULL },
  };
  gboolean done = cli_parse (
    argc, argv,
    "Simulates a mechanism and writes an animation that loops; a name that ends with / is a new "
    "folder of numbered PNG pictures, and .webm and .mp4 need ffmpeg.",
    description, entries, &run, CLI_OPTIONS_SAMPLE | CLI_OPTIONS_INTEGRATE | CLI_OPTIONS_ASSEMBLE,
    &arguments, error);

  if (done && arguments.file != NULL)
    done = animate_file (&arguments, &run, &options, error);
  cli_run_options_clear (&run);
  g_free (options.length);
  g_free (options.speed);
  g_free (options.rate);
  g_free (options.size);
  g_free (options.style);
  return done;
}
