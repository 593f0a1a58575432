// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "recorded.h"

#include <string.h>

#include "lw-period.h"
#include "lw-run.h"
#include "lw-text.h"

Recorded
recorded_new (const char *example)
{
  g_autofree char *name = g_strconcat (example, ".json", NULL);
  g_autofree char *path = g_build_filename (g_getenv ("LW_EXAMPLES_DIR"), name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  Recorded self = { .mechanism = lw_text_load (file, NULL, &error) };
  const LwRunSettings *settings;
  const char *none[] = { NULL };
  g_autofree double *row = NULL;
  LwRecording *recording;
  gsize n_q, n_v;
  LwRun *run;

  g_assert_no_error (error);
  self.model = lw_mechanism_compile (self.mechanism, &error);
  g_assert_no_error (error);
  settings = lw_mechanism_get_run (self.mechanism);
  n_q = (gsize) mbd_model_position_count (self.model);
  n_v = (gsize) mbd_model_velocity_count (self.model);
  row = g_new (double, 1 + n_q + n_v);
  recording = lw_recording_new (1 + n_q + n_v);
  run = lw_run_new (self.model, &settings->integrator, settings->duration, settings->interval,
                    settings->assemble);
  g_assert_cmpint (lw_run_start (run, NULL), ==, MBD_STATUS_OK);
  for (;;) {
    MbdState *state = lw_run_state (run);

    row[0] = mbd_state_time (state);
    memcpy (&row[1], mbd_state_positions (state), n_q * sizeof *row);
    memcpy (&row[1 + n_q], mbd_state_velocities (state), n_v * sizeof *row);
    g_assert_true (lw_recording_append (recording, row));
    if (lw_run_is_finished (run))
      break;
    g_assert_cmpint (lw_run_next (run, NULL), ==, MBD_STATUS_OK);
  }
  self.run = lw_project_run_new ("Run 1", self.mechanism, settings, recording, (guint) n_q,
                                 (guint) n_v, none, none);
  lw_recording_unref (recording);
  lw_run_free (run);
  return self;
}

void
recorded_clear (Recorded *self)
{
  lw_project_run_unref (self->run);
  mbd_model_unref (self->model);
  lw_mechanism_unref (self->mechanism);
}

LwAnimationFrames *
recorded_film (const Recorded *recorded, const LwAnimationStyle *look)
{
  g_autoptr (GError) error = NULL;
  LwAnimationFrames *film = lw_animation_frames_new (
    recorded->mechanism, recorded->model, recorded->model, recorded->run, look, NULL, &error);

  g_assert_no_error (error);
  return film;
}

LwAnimationFrames *
recorded_small_film (const Recorded *recorded)
{
  LwAnimationStyle look = lw_animation_style_default ();

  look.width = RECORDED_WIDTH;
  look.height = RECORDED_HEIGHT;
  look.font_family = "DejaVu Sans";
  return recorded_film (recorded, &look);
}

GBytes *
recorded_bytes (const Recorded *recorded, const LwAnimation *animation)
{
  g_autoptr (LwAnimationFrames) film = recorded_small_film (recorded);
  g_autoptr (GError) error = NULL;
  GBytes *bytes = lw_animation_to_bytes (animation, film, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return bytes;
}

LwAnimation
recorded_period (const Recorded *recorded, LwAnimationFormat format)
{
  LwAnimation animation = lw_animation_default (format);
  LwPeriod period;

  g_assert_true (lw_period_find (recorded->run->recording, recorded->model, 1,
                                 1 + recorded->run->n_positions, LW_PERIOD_TOLERANCE, NULL,
                                 &period));
  g_assert_cmpfloat_with_epsilon (period.end - period.start, 1.5, 1e-5);
  animation.start = period.start;
  animation.end = period.end;
  return animation;
}

guint8 *
recorded_pixels (cairo_surface_t *image)
{
  const int width = cairo_image_surface_get_width (image);
  const int height = cairo_image_surface_get_height (image);
  const unsigned char *data = cairo_image_surface_get_data (image);
  guint8 *pixels = g_malloc ((gsize) (3 * width * height));

  for (int i = 0; i < width * height; i++) {
    guint32 pixel;

    memcpy (&pixel, data + i / width * cairo_image_surface_get_stride (image) + 4 * (i % width), 4);
    pixels[3 * i] = (guint8) (pixel >> 16);
    pixels[3 * i + 1] = (guint8) (pixel >> 8);
    pixels[3 * i + 2] = (guint8) pixel;
  }
  return pixels;
}
