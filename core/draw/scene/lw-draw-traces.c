// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws the paths of tracers, with dots at equal time intervals.

#include "lw-scene-private.h"

#include <math.h>

#include "lw-axis.h"

#define TRACE_DOT_PITCH 12.0 ///< px, least average distance of time dots
#define TRACE_DOTS_MAX 36

/// Computes the point at `part` of the way from point k to the next, on the curve of
/// lw_symbol_trace ().
static void
between_points (const double *points, guint n, guint k, double part, double world[3])
{
  const double *a = &points[3 * (k > 0 ? k - 1 : 0)], *b = &points[3 * k];
  const double *c = &points[3 * MIN (k + 1, n - 1)], *d = &points[3 * MIN (k + 2, n - 1)];
  const double t = part, u = 1.0 - part;

  for (int i = 0; i < 3; i++)
    world[i] = b[i] * u * u * u + 3.0 * (b[i] + (c[i] - a[i]) / 6.0) * u * u * t
               + 3.0 * (c[i] - (d[i] - b[i]) / 6.0) * u * t * t + c[i] * t * t * t;
}

/// Draws dots at equal time intervals along the newest part of a trace, of which `path_px` px are
/// drawn.
static void
draw_time_dots (const LwSceneFrame *self, const LwSceneTrace *trace, guint oldest, double path_px)
{
  const double *points = (const double *) (const void *) trace->points->data;
  const double *times = (const double *) (const void *) trace->times->data;
  const guint n = trace->points->len;
  const double duration = times[n - 1] - times[oldest];
  double interval, next;
  int dots = 0;

  if (!(duration > 0.0) || !(path_px > 0.0))
    return;
  interval = lw_axis_nice_up (duration * TRACE_DOT_PITCH / path_px);
  if (self->brush.w < 13.0)
    interval *= 2.0;
  next = floor (times[n - 1] / interval + 1e-9) * interval;
  for (guint k = n; k-- > oldest && dots < TRACE_DOTS_MAX;) {
    double world[3], x, y, part;

    if (times[k] > next + 1e-9 * interval)
      continue;
    part = k + 1 < n && times[k + 1] > times[k]
             ? CLAMP ((next - times[k]) / (times[k + 1] - times[k]), 0.0, 1.0)
             : 0.0;
    between_points (points, n, k, part, world);
    lw_view_project (self->view, world, &x, &y);
    lw_symbol_trace_dot (&self->brush, x, y);
    dots++;
    next = floor (times[k] / interval + 1e-9) * interval;
    if (next >= times[k])
      next -= interval;
  }
}

static void
draw_trace (const LwSceneFrame *self, const LwSceneTrace *trace)
{
  const double *points = (const double *) (const void *) trace->points->data;
  GArray *screen = self->scene->scratch;
  double path = 0.0, last[2] = { 0.0, 0.0 };
  const guint n = trace->points->len;
  guint oldest = n;

  g_array_set_size (screen, 0);
  // Start at the newest point: a long run covers its own path, and drawing time grows with the
  // length.
  for (guint k = n; k-- > 0 && path <= self->options->trace_length;) {
    double point[2], step;

    lw_view_project (self->view, &points[3 * k], &point[0], &point[1]);
    step = hypot (point[0] - last[0], point[1] - last[1]);
    // Points closer than a pixel add only work.
    if (k > 0 && k + 1 < n && step < 1.0)
      continue;
    if (k + 1 < n)
      path += step;
    g_array_append_vals (screen, point, 2);
    last[0] = point[0];
    last[1] = point[1];
    oldest = k;
  }
  if (self->options->fading)
    lw_scene_frame_draw_fading_trace (self, (const double *) (const void *) screen->data,
                                      screen->len / 2);
  else if (self->options->paint_traces == NULL)
    lw_symbol_trace (&self->brush, (const double *) (const void *) screen->data, screen->len / 2);
  if (n > 1)
    draw_time_dots (self, trace, oldest, path);
}

void
lw_scene_frame_draw_traces (const LwSceneFrame *self)
{
  const LwDrawOptions *options = self->options;

  if (options->traces && options->paint_traces != NULL && !options->fading)
    options->paint_traces (options->paint_traces_data);
  for (guint i = 0; options->traces && i < self->scene->n_traces; i++)
    draw_trace (self, &self->scene->traces[i]);
}
