// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-trace-layer.h"

#include <math.h>

#define POINTS_PER_FRAME 1500

void
lw_trace_layer_clear (LwTraceLayer *self)
{
  g_clear_pointer (&self->surface, cairo_surface_destroy);
  g_clear_pointer (&self->recording, lw_recording_unref);
}

static bool
views_are_equal (const LwView *a, const LwView *b)
{
  return a->width == b->width && a->height == b->height && a->scale == b->scale
         && a->centre[0] == b->centre[0] && a->centre[1] == b->centre[1]
         && a->centre[2] == b->centre[2] && a->azimuth == b->azimuth
         && a->elevation == b->elevation;
}

static void
begin (LwTraceLayer *self, LwRecording *recording, const LwView *view, int factor)
{
  lw_trace_layer_clear (self);
  self->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) view->width * factor,
                                              (int) view->height * factor);
  cairo_surface_set_device_scale (self->surface, factor, factor);
  self->recording = lw_recording_ref (recording);
  self->view = *view;
  self->factor = factor;
  self->time = -INFINITY;
}

bool
lw_trace_layer_update (LwTraceLayer *self,
                       LwScene *scene,
                       LwRecording *recording,
                       const LwView *view,
                       int factor,
                       const LwPalette *palette,
                       LwFonts *fonts)
{
  double before;
  LwPainter *painter;
  cairo_t *cairo;

  if (self->surface == NULL || recording != self->recording || factor != self->factor
      || !views_are_equal (view, &self->view))
    begin (self, recording, view, factor);
  before = self->time;
  cairo = cairo_create (self->surface);
  painter = lw_painter_new_cairo (cairo, fonts);
  self->time = lw_draw_traces (scene, painter, palette, view, before, POINTS_PER_FRAME);
  lw_painter_free (painter);
  cairo_destroy (cairo);
  return self->time != before;
}

void
lw_trace_layer_paint (const LwTraceLayer *self, cairo_t *cairo)
{
  if (self->surface == NULL)
    return;
  cairo_set_source_surface (cairo, self->surface, 0, 0);
  cairo_paint (cairo);
}
