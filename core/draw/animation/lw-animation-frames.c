// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-animation-frames.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-background-image.h"
#include "lw-instant.h"
#include "lw-largest.h"
#include "lw-run.h"
#include "lw-touching.h"

/// Beyond this size, px, letters and lines are enlarged in proportion.
#define BASE_WIDTH 960.0
#define BASE_HEIGHT 540.0
/// Margin round a fitted motion, px and part of the smaller side.
#define MARGIN_PX 52.0
#define MARGIN_PART 0.1
/// Number of poses from which the extent of the motion is computed.
#define BOX_POSES 200
#define STAMP_SIZE 16.0 ///< px, letters of title and time
#define STAMP_GAP 14.0  ///< px, from the edge

/// A coupling that can break, and the series of its recorded state.
typedef struct
{
  int coupling; ///< index in the model
  LwSeries broken;
} Breaking;

struct _LwAnimationFrames
{
  // owned
  LwMechanism *mechanism;
  MbdModel *model;
  MbdModel *first_model;
  LwProjectRun *run;
  LwChanges *changes; ///< changes for the model; NULL if none
  LwScene *scene;
  MbdState *state;
  LwTouching *touching; ///< NULL if there are no contacts
  LwFonts *fonts;
  cairo_surface_t *sheet; ///< background and grid
  cairo_surface_t *picture;
  GArray *breaking;     ///< array of Breaking
  LwLargest *reactions; ///< N, given or computed from the prepared times
  double *sample, *next;

  LwAnimationStyle look;
  LwPalette palette;
  LwView view;
  double factor; ///< px of the picture per px of the drawing
  gsize n_samples;
  double minimum[3], maximum[3]; ///< m, bounding box of the motion
  bool blended;                  ///< true if the pose lies between two samples
  bool has_box;
  bool settled; ///< true if the scale of the reactions is known
};

LwAnimationStyle
lw_animation_style_default (void)
{
  LwAnimationStyle look = {
    .width = 800,
    .height = 600,
    .fitted = true,
    .grid = true,
    .overlays = (LwOverlays) LW_OVERLAYS_DEFAULT,
    .arrow_factor = 1,
    .decimals = 2,
    .units = lw_units_default (),
  };

  lw_view_init (&look.view, look.width, look.height, false);
  return look;
}

// ---- poses ----------------------------------------------------------------------------------

static void
find_breaking (LwAnimationFrames *self)
{
  for (int i = 0; i < mbd_model_coupling_count (self->model); i++) {
    const int id = mbd_model_coupling_id (self->model, i);
    const LwCoupling *coupling = lw_mechanism_find_coupling (self->mechanism, id);
    g_autofree char *numbered = g_strdup_printf ("coupling-%d.broken", id);
    LwSeries broken = lw_project_run_find (self->run, numbered);

    if (!lw_series_exists (broken) && coupling != NULL && coupling->element.name != NULL) {
      g_autofree char *named = g_strconcat (coupling->element.name, ".broken", NULL);

      g_strdelimit (named, ",*?", '_');
      broken = lw_project_run_find (self->run, named);
    }
    if (lw_series_exists (broken))
      g_array_append_vals (self->breaking, &(Breaking){ i, broken }, 1);
  }
}

/// Sets the state to a time, s. Returns false if it cannot be solved, so that it has no reactions.
static bool
take_pose (LwAnimationFrames *self, double time)
{
  const gsize sample = lw_recording_find (self->run->recording, time);

  self->blended = lw_instant_read (self->run->recording, self->n_samples, self->model, 1, time,
                                   self->sample, self->next);
  mbd_state_set_stabilisation (self->state, &self->run->settings.integrator.stabilisation);
  if (self->changes != NULL)
    lw_changes_apply (self->changes, self->first_model, self->state, self->sample[0]);
  for (guint i = 0; i < self->breaking->len; i++) {
    const Breaking *breaking = &g_array_index (self->breaking, Breaking, i);

    mbd_state_set_broken (self->state, breaking->coupling,
                          lw_series_value (breaking->broken, sample) != 0);
  }
  mbd_state_set (self->state, self->sample[0], &self->sample[1],
                 &self->sample[1 + self->run->n_positions]);
  if (self->touching != NULL)
    lw_touching_find (self->touching, self->state);
  return mbd_state_solve (self->state, NULL) == MBD_STATUS_OK;
}

/// Computes the bounding box of the whole motion from samples at equal index distances.
static void
find_box (LwAnimationFrames *self)
{
  const gsize step = MAX (self->n_samples / BOX_POSES, 1);

  for (gsize k = 0; k < self->n_samples; k += step) {
    double minimum[3], maximum[3];

    lw_recording_sample (self->run->recording, k, self->sample);
    mbd_state_set (self->state, self->sample[0], &self->sample[1],
                   &self->sample[1 + self->run->n_positions]);
    if (!lw_scene_box (self->scene, self->state, minimum, maximum))
      continue;
    for (int d = 0; d < 3; d++) {
      self->minimum[d] = self->has_box ? fmin (self->minimum[d], minimum[d]) : minimum[d];
      self->maximum[d] = self->has_box ? fmax (self->maximum[d], maximum[d]) : maximum[d];
    }
    self->has_box = true;
  }
}

// ---- the view -------------------------------------------------------------------------------

/// Returns the part of the width that the mechanism has.
static double
own_part (const LwAnimationFrames *self)
{
  return self->look.draw_beside != NULL ? 1 - self->look.beside_part : 1;
}

static void
place_view (LwAnimationFrames *self)
{
  const LwAnimationStyle *look = &self->look;
  const double width = look->width * own_part (self);
  double fit;

  self->view = look->view;
  if (look->fitted) {
    self->factor = fmax (1, fmin (look->width / BASE_WIDTH, look->height / BASE_HEIGHT));
    lw_view_set_size (&self->view, width / self->factor, look->height / self->factor);
    if (self->has_box)
      lw_view_fit (&self->view, self->minimum, self->maximum,
                   fmin (MARGIN_PX, MARGIN_PART * fmin (self->view.width, self->view.height)));
    return;
  }
  // A smaller picture shows the same area, but letters are not reduced.
  fit = fmin (width / look->view.width, look->height / look->view.height);
  self->factor = fmax (1, fit);
  lw_view_set_size (&self->view, width / self->factor, look->height / self->factor);
  self->view.scale *= fit / self->factor;
}

static cairo_surface_t *
create_image (const LwAnimationFrames *self)
{
  cairo_surface_t *image =
    cairo_image_surface_create (self->look.transparent ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24,
                                self->look.width, self->look.height);

  cairo_surface_set_device_scale (image, self->factor, self->factor);
  return image;
}

/// Draws the background image, which is decoded here so that no other thread uses it.
static gboolean
draw_background (const LwAnimationFrames *self,
                 cairo_t *cairo,
                 GCancellable *cancellable,
                 GError **error)
{
  const LwBackground *background = lw_mechanism_get_background (self->mechanism);
  const LwDeadline deadline = lw_background_deadline (cancellable);
  cairo_surface_t *image;

  if (background == NULL || !background->visible || self->view.spatial)
    return TRUE;
  image = lw_background_decode (background->image, &deadline, error);
  if (image == NULL)
    return FALSE;
  lw_background_paint (background, image, cairo, &self->view);
  cairo_surface_destroy (image);
  return TRUE;
}

static gboolean
draw_sheet (LwAnimationFrames *self, GCancellable *cancellable, GError **error)
{
  cairo_t *cairo = cairo_create (self->sheet);
  LwPainter *painter = lw_painter_new_cairo (cairo, self->fonts);
  gboolean drawn;

  if (!self->look.transparent) {
    lw_painter_rect (painter, 0, 0, self->look.width / self->factor,
                     self->look.height / self->factor);
    lw_painter_fill (painter, self->palette.paper);
  }
  drawn = draw_background (self, cairo, cancellable, error);
  if (!self->view.spatial && self->look.grid && !self->look.transparent)
    lw_draw_grid (painter, &self->palette, &self->view, &self->look.units);
  lw_painter_free (painter);
  cairo_destroy (cairo);
  return drawn;
}

// ---- construction ---------------------------------------------------------------------------

static gboolean
check (const LwProjectRun *run, const LwAnimationStyle *look, GError **error)
{
  if (look->width < LW_ANIMATION_FRAMES_SIZE_MIN || look->width > LW_ANIMATION_FRAMES_SIZE_MAX
      || look->height < LW_ANIMATION_FRAMES_SIZE_MIN
      || look->height > LW_ANIMATION_FRAMES_SIZE_MAX) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("The size of %d × %d pixels cannot be drawn; choose %d to %d each way."),
                 look->width, look->height, LW_ANIMATION_FRAMES_SIZE_MIN,
                 LW_ANIMATION_FRAMES_SIZE_MAX);
    return FALSE;
  }
  if (lw_recording_n_samples (run->recording) < 2) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         _ ("There is no recorded motion; play the mechanism first."));
    return FALSE;
  }
  return TRUE;
}

LwAnimationFrames *
lw_animation_frames_new (LwMechanism *mechanism,
                         const MbdModel *model,
                         const MbdModel *first_model,
                         LwProjectRun *run,
                         const LwAnimationStyle *look,
                         GCancellable *cancellable,
                         GError **error)
{
  MbdIntegratorSettings settings;
  LwAnimationFrames *self;

  if (!check (run, look, error))
    return NULL;
  self = g_new0 (LwAnimationFrames, 1);
  self->mechanism = lw_mechanism_ref (mechanism);
  self->model = mbd_model_ref (model);
  self->first_model = mbd_model_ref (first_model);
  self->run = lw_project_run_ref (run);
  self->look = *look;
  if (run->changes != NULL)
    self->changes = lw_changes_resolved (run->changes, self->first_model);
  settings = lw_run_choose_settings (model, &run->settings.integrator, run->settings.interval);
  self->touching = lw_touching_new (model, &settings);
  self->scene = lw_scene_new (mechanism, model);
  self->state = mbd_state_new (self->first_model);
  self->fonts = lw_fonts_new (look->font_family);
  self->breaking = g_array_new (FALSE, FALSE, sizeof (Breaking));
  self->n_samples = lw_recording_n_samples (run->recording);
  self->settled = look->reactions != NULL;
  self->reactions = self->settled ? lw_largest_copy (look->reactions)
                                  : lw_largest_new (lw_animation_frames_get_duration (self));
  self->look.reactions = NULL;
  self->sample = g_new0 (double, lw_recording_n_columns (run->recording));
  self->next = g_new0 (double, lw_recording_n_columns (run->recording));
  lw_palette_init (&self->palette, look->dark, look->high_contrast);
  find_breaking (self);
  lw_scene_set_changes (self->scene, self->changes, self->first_model);
  lw_scene_update_traces (self->scene, run->recording, 1);
  find_box (self);
  place_view (self);
  self->sheet = create_image (self);
  self->picture = create_image (self);
  if (!draw_sheet (self, cancellable, error))
    g_clear_pointer (&self, lw_animation_frames_free);
  return self;
}

void
lw_animation_frames_free (LwAnimationFrames *self)
{
  if (self == NULL)
    return;
  cairo_surface_destroy (self->picture);
  cairo_surface_destroy (self->sheet);
  lw_largest_free (self->reactions);
  g_array_unref (self->breaking);
  g_free (self->next);
  g_free (self->sample);
  lw_fonts_unref (self->fonts);
  mbd_state_free (self->state);
  lw_scene_free (self->scene);
  lw_touching_free (self->touching);
  g_clear_pointer (&self->changes, lw_changes_free);
  lw_project_run_unref (self->run);
  mbd_model_unref (self->first_model);
  mbd_model_unref (self->model);
  lw_mechanism_unref (self->mechanism);
  g_free (self);
}

double
lw_animation_frames_get_duration (const LwAnimationFrames *self)
{
  return lw_recording_value (self->run->recording, 0, self->n_samples - 1);
}

int
lw_animation_frames_get_width (const LwAnimationFrames *self)
{
  return self->look.width;
}

int
lw_animation_frames_get_height (const LwAnimationFrames *self)
{
  return self->look.height;
}

// ---- drawing --------------------------------------------------------------------------------

static void
draw_mechanism (LwAnimationFrames *self, cairo_t *cairo, double time)
{
  LwPainter *painter = lw_painter_new_cairo (cairo, self->fonts);
  LwDrawOptions options = lw_draw_options_default ();

  options.solved = take_pose (self, time);
  lw_draw_options_set_overlays (&options, self->look.overlays);
  options.reactions = options.reactions && options.solved;
  options.errors = options.errors && !self->blended;
  options.arrow_factor = self->look.arrow_factor;
  options.units = self->look.units;
  options.trace_length = INFINITY;
  if (self->look.overlays & LW_OVERLAY_GHOSTS) {
    options.ghost_recording = self->run->recording;
    options.ghost_column = 1;
  }
  if (self->touching != NULL) {
    size_t n;

    options.touching = lw_touching_get (self->touching, &n);
    options.n_touching = (guint) n;
  }
  if (self->settled)
    lw_scene_set_largest (self->scene, LW_ARROW_REACTION, lw_largest_at (self->reactions, time));
  if (self->view.spatial && self->has_box)
    lw_draw_floor (painter, &self->palette, &self->view, self->minimum, self->maximum);
  lw_draw_mechanism (self->scene, painter, &self->palette, &self->view, self->state, &options);
  if (self->view.spatial)
    lw_draw_triad (painter, &self->palette, &self->view);
  lw_painter_free (painter);
}

/// Draws the title and the time in the upper corners of the area of the mechanism.
static void
draw_stamp (LwAnimationFrames *self, LwPainter *painter, double time)
{
  LwTextStyle style = lw_text_style (STAMP_SIZE, 600, self->palette.ink);
  char format[16], number[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *words = NULL;

  style.outline = 3;
  style.outline_colour = self->palette.paper;
  lw_painter_text (painter, STAMP_GAP, STAMP_GAP + STAMP_SIZE,
                   lw_mechanism_get_title (self->mechanism), &style);
  g_snprintf (format, sizeof format, "%%.%df", self->look.decimals);
  g_ascii_formatd (number, sizeof number, format, time);
  words = g_strdup_printf ("t = %s s", number);
  style.weight = 400;
  style.tabular = true;
  style.anchor = LW_ANCHOR_END;
  lw_painter_text (painter, self->view.width - STAMP_GAP, STAMP_GAP + STAMP_SIZE, words, &style);
}

/// Draws what is beside the mechanism, and the stamp.
static void
draw_additions (LwAnimationFrames *self, cairo_t *cairo, double time)
{
  LwPainter *painter = lw_painter_new_cairo (cairo, self->fonts);

  if (self->look.stamp)
    draw_stamp (self, painter, time);
  if (self->look.draw_beside != NULL) {
    lw_painter_translate (painter, self->view.width, 0);
    self->look.draw_beside (painter, self->look.width / self->factor - self->view.width,
                            self->look.height / self->factor, time, self->look.beside_data);
  }
  lw_painter_free (painter);
}

cairo_surface_t *
lw_animation_frames_draw (LwAnimationFrames *self, double time)
{
  cairo_t *cairo = cairo_create (self->picture);

  cairo_set_operator (cairo, CAIRO_OPERATOR_SOURCE);
  cairo_set_source_surface (cairo, self->sheet, 0, 0);
  cairo_paint (cairo);
  cairo_set_operator (cairo, CAIRO_OPERATOR_OVER);
  cairo_save (cairo);
  cairo_rectangle (cairo, 0, 0, self->view.width, self->view.height);
  cairo_clip (cairo);
  draw_mechanism (self, cairo, time);
  cairo_restore (cairo);
  draw_additions (self, cairo, time);
  cairo_destroy (cairo);
  cairo_surface_flush (self->picture);
  return self->picture;
}

// ---- scales ---------------------------------------------------------------------------------

void
lw_animation_frames_prepare (LwAnimationFrames *self, double time)
{
  const MbdIntegratorContact *contacts = NULL;
  size_t n = 0;

  lw_animation_frames_draw (self, time);
  if (self->settled)
    return;
  if (self->touching != NULL)
    contacts = lw_touching_get (self->touching, &n);
  lw_largest_add (self->reactions, time,
                  lw_scene_largest_reaction (self->scene, self->state, contacts, n));
}

void
lw_animation_frames_settle (LwAnimationFrames *self)
{
  self->settled = true;
}
