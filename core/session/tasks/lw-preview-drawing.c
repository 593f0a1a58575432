// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-preview-drawing.h"

#include <math.h>

#include "lw-scene.h"

/// Factors by which the drawing is reduced, so that strokes and joints become finer than on the
/// canvas.
#define SHRINK_LARGE 0.62
#define SHRINK_SMALL 0.34
#define SMALL_BELOW_PX 100
#define MARGIN_PART 0.1
/// Minimum width of links in the drawing before it is reduced, px.
#define LINK_WIDTH_MIN_PX 15
/// Number of poses from which the bounding box of the motion is computed.
#define BOX_POSES 40

struct _LwPreviewDrawing
{
  LwPreview *preview; ///< borrowed

  // Owned
  LwScene *scene;
  MbdState *state;
  double *sample;

  gsize index;       ///< Index of the shown sample
  double minimum[3]; ///< m, bounding box of the motion
  double maximum[3];
  bool has_box;
};

/// Sets the state to a sample.
static void
set_state (LwPreviewDrawing *self, gsize index)
{
  lw_recording_sample (self->preview->recording, index, self->sample);
  mbd_state_set (self->state, self->sample[0], self->sample + 1,
                 self->sample + 1 + mbd_model_position_count (self->preview->model));
}

double
lw_preview_drawing_show (LwPreviewDrawing *self, gsize index)
{
  self->index = index;
  set_state (self, index);
  return self->sample[0];
}

/// Computes the bounding box of all poses from a sample of them, and updates the traces.
static void
find_box (LwPreviewDrawing *self)
{
  const gsize n_samples = lw_recording_n_samples (self->preview->recording);
  const gsize step = MAX (n_samples / BOX_POSES, 1);

  lw_scene_update_traces (self->scene, self->preview->recording, 1);
  for (gsize k = 0; k < n_samples; k += step) {
    double minimum[3];
    double maximum[3];

    set_state (self, k);
    if (!lw_scene_box (self->scene, self->state, minimum, maximum))
      continue;
    for (int i = 0; i < 3; i++) {
      self->minimum[i] = self->has_box ? fmin (self->minimum[i], minimum[i]) : minimum[i];
      self->maximum[i] = self->has_box ? fmax (self->maximum[i], maximum[i]) : maximum[i];
    }
    self->has_box = true;
  }
  set_state (self, self->index);
}

static void
fit (LwPreviewDrawing *self, LwView *view)
{
  if (self->has_box)
    lw_view_fit (view, self->minimum, self->maximum, MARGIN_PART * view->height);
}

void
lw_preview_drawing_draw (LwPreviewDrawing *self,
                         LwPainter *painter,
                         const LwPalette *palette,
                         double width,
                         double height)
{
  LwDrawOptions options = lw_draw_options_default ();
  const double shrink = width < SMALL_BELOW_PX ? SHRINK_SMALL : SHRINK_LARGE;
  LwView view;

  options.reactions = false;
  options.labels = false;
  options.scale_card = false;
  options.trace_length = INFINITY;
  lw_view_init (&view, width / shrink, height / shrink, lw_scene_is_spatial (self->scene));
  fit (self, &view);
  // Grounds and blocks are as wide as links, so the bounding box depends on the link width.
  if (lw_scene_get_link_width (self->scene) * view.scale < LINK_WIDTH_MIN_PX) {
    lw_scene_set_link_width (self->scene, LINK_WIDTH_MIN_PX / view.scale);
    find_box (self);
    fit (self, &view);
  }
  lw_painter_scale (painter, shrink, shrink);
  lw_draw_mechanism (self->scene, painter, palette, &view, self->state, &options);
}

LwPreviewDrawing *
lw_preview_drawing_new (LwPreview *preview)
{
  LwPreviewDrawing *self = g_new0 (LwPreviewDrawing, 1);

  self->preview = preview;
  self->scene = lw_scene_new (preview->mechanism, preview->model);
  self->state = mbd_state_new (preview->model);
  self->sample = g_new (double, lw_recording_n_columns (preview->recording));
  find_box (self);
  return self;
}

void
lw_preview_drawing_free (LwPreviewDrawing *self)
{
  g_clear_pointer (&self->scene, lw_scene_free);
  g_clear_pointer (&self->state, mbd_state_free);
  g_free (self->sample);
  g_free (self);
}
