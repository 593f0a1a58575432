// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-pan-layer.h"

#include <math.h>

/// px drawn beyond each edge of the view, and so the width of most strips.
#define MARGIN 96
/// Part of the margin after which the picture follows early.
#define EARLY 0.75
/// px; the longest arrow with its label: elements closer to a strip than this may reach into it.
#define REACH 240.0

struct _LwPanLayer
{
  cairo_surface_t *picture; ///< NULL if it must be drawn
  cairo_surface_t *spare;   ///< same size, for the next picture
  LwView view;              ///< view of the picture, with its size
  double width, height;     ///< px, of the displayed view
  int factor;
};

/// A rectangle, device pixels.
typedef struct
{
  int x, y, width, height;
} Strip;

/// Arguments shared by all strips of a frame.
typedef struct
{
  LwScene *scene;
  const LwPalette *palette;
  LwFonts *fonts;
  MbdState *state;
  const LwDrawOptions *options;
} Drawing;

LwPanLayer *
lw_pan_layer_new (void)
{
  return g_new0 (LwPanLayer, 1);
}

void
lw_pan_layer_clear (LwPanLayer *self)
{
  g_clear_pointer (&self->picture, cairo_surface_destroy);
}

void
lw_pan_layer_free (LwPanLayer *self)
{
  lw_pan_layer_clear (self);
  g_clear_pointer (&self->spare, cairo_surface_destroy);
  g_free (self);
}

static cairo_surface_t *
create_picture (const LwPanLayer *self)
{
  cairo_surface_t *picture =
    cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) self->view.width * self->factor,
                                (int) self->view.height * self->factor);

  cairo_surface_set_device_scale (picture, self->factor, self->factor);
  return picture;
}

/// Draws the visible part of the mechanism in a strip, using a view of the strip and its
/// surroundings.
static void
draw_strip (const LwPanLayer *self, const Drawing *drawing, Strip strip)
{
  const double x = (double) strip.x / self->factor, y = (double) strip.y / self->factor;
  const double width = (double) strip.width / self->factor;
  const double height = (double) strip.height / self->factor;
  cairo_t *cairo;
  LwPainter *painter;
  LwView view = self->view;

  if (strip.width <= 0 || strip.height <= 0)
    return;
  lw_view_unproject (&self->view, x + 0.5 * width, y + 0.5 * height, view.centre);
  lw_view_set_size (&view, width + 2.0 * REACH, height + 2.0 * REACH);
  cairo = cairo_create (self->picture);
  cairo_rectangle (cairo, x, y, width, height);
  cairo_clip (cairo);
  cairo_set_operator (cairo, CAIRO_OPERATOR_CLEAR);
  cairo_paint (cairo);
  cairo_set_operator (cairo, CAIRO_OPERATOR_OVER);
  painter = lw_painter_new_cairo (cairo, drawing->fonts);
  lw_painter_translate (painter, x - REACH, y - REACH);
  lw_draw_mechanism (drawing->scene, painter, drawing->palette, &view, drawing->state,
                     drawing->options);
  lw_painter_free (painter);
  cairo_destroy (cairo);
}

/// Moves the picture by device pixels along one direction and draws the strip that has become
/// visible.
static void
shift (LwPanLayer *self, const Drawing *drawing, int dx, int dy)
{
  const int width = (int) self->view.width * self->factor;
  const int height = (int) self->view.height * self->factor;
  cairo_surface_t *before = self->picture;
  cairo_t *cairo;

  if (self->spare == NULL)
    self->spare = create_picture (self);
  self->picture = g_steal_pointer (&self->spare);
  self->spare = before;
  cairo = cairo_create (self->picture);
  cairo_set_operator (cairo, CAIRO_OPERATOR_SOURCE);
  cairo_set_source_surface (cairo, before, (double) dx / self->factor, (double) dy / self->factor);
  cairo_pattern_set_filter (cairo_get_source (cairo), CAIRO_FILTER_NEAREST);
  cairo_paint (cairo);
  cairo_destroy (cairo);
  lw_view_pan (&self->view, (double) dx / self->factor, (double) dy / self->factor);
  if (dx != 0)
    draw_strip (self, drawing, (Strip){ dx > 0 ? 0 : width + dx, 0, abs (dx), height });
  else
    draw_strip (self, drawing, (Strip){ 0, dy > 0 ? 0 : height + dy, width, abs (dy) });
}

static void
begin (LwPanLayer *self, const Drawing *drawing, const LwView *view, int factor)
{
  const double width = floor (view->width) + 2.0 * MARGIN;
  const double height = floor (view->height) + 2.0 * MARGIN;

  if (self->spare != NULL
      && (width != self->view.width || height != self->view.height || factor != self->factor))
    g_clear_pointer (&self->spare, cairo_surface_destroy);
  self->width = view->width;
  self->height = view->height;
  self->factor = factor;
  self->view = *view;
  // Align the corner, because the middle may lie between two pixels.
  lw_view_unproject (view, 0.5 * width - MARGIN, 0.5 * height - MARGIN, self->view.centre);
  lw_view_set_size (&self->view, width, height);
  self->picture = self->spare != NULL ? g_steal_pointer (&self->spare) : create_picture (self);
  draw_strip (self, drawing, (Strip){ 0, 0, (int) width * factor, (int) height * factor });
}

static bool
serves (const LwPanLayer *self, const LwView *view, int factor)
{
  return self->picture != NULL && self->factor == factor && self->width == view->width
         && self->height == view->height && self->view.scale == view->scale;
}

/// Moves the picture along one axis until its corner is in the middle of the margin.
static void
follow (LwPanLayer *self, const Drawing *drawing, double corner[2], int axis)
{
  const int margin = MARGIN * self->factor, by = margin - (int) corner[axis];

  shift (self, drawing, axis == 0 ? by : 0, axis == 1 ? by : 0);
  corner[axis] = margin;
}

/// Computes the corner of a view in the picture, device pixels.
static void
find_corner (const LwPanLayer *self, const LwView *view, double corner[2])
{
  double world[3];

  lw_view_unproject (view, 0.0, 0.0, world);
  lw_view_project (&self->view, world, &corner[0], &corner[1]);
  for (int i = 0; i < 2; i++)
    corner[i] = round (corner[i] * self->factor);
}

void
lw_pan_layer_paint (LwPanLayer *self,
                    cairo_t *cairo,
                    int factor,
                    LwScene *scene,
                    const LwPalette *palette,
                    LwFonts *fonts,
                    const LwView *view,
                    MbdState *state,
                    const LwDrawOptions *options)
{
  LwDrawOptions strips = *options;
  const Drawing drawing = { scene, palette, fonts, state, &strips };
  const int margin = MARGIN * factor;
  double corner[2] = { 0.0, 0.0 };
  bool followed = false;

  strips.scale_card = false;
  // The picture of the paths has the size of the view, not of a strip.
  strips.paint_traces = NULL;
  if (serves (self, view, factor)) {
    find_corner (self, view, corner);
    // The part to be redrawn is almost the whole picture.
    if (!(fabs (corner[0] - margin) < 0.7 * self->view.width * factor)
        || !(fabs (corner[1] - margin) < 0.7 * self->view.height * factor))
      lw_pan_layer_clear (self);
  }
  if (!serves (self, view, factor)) {
    lw_pan_layer_clear (self);
    begin (self, &drawing, view, factor);
    find_corner (self, view, corner);
    followed = true;
  }
  for (int axis = 0; axis < 2; axis++)
    if (fabs (corner[axis] - margin) > margin) {
      follow (self, &drawing, corner, axis);
      followed = true;
    }
  // Follow early along one axis, so that a frame seldom has to follow along both.
  for (int axis = 0; axis < 2 && !followed; axis++)
    if (fabs (corner[axis] - margin) > EARLY * margin) {
      follow (self, &drawing, corner, axis);
      followed = true;
    }
  cairo_save (cairo);
  cairo_set_source_surface (cairo, self->picture, -corner[0] / factor, -corner[1] / factor);
  cairo_pattern_set_filter (cairo_get_source (cairo), CAIRO_FILTER_NEAREST);
  cairo_paint (cairo);
  cairo_restore (cairo);
}
