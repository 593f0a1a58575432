// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Curves of one value against another. What is outside of the plot or smaller than a pixel is found
// by the summaries of the recording and not looked at further. Where more is left than can be read
// in a frame, pieces of neighbouring samples from all over the run are drawn: leaving out samples
// one by one would join what does not follow on each other. Few points are stroked as a line; with
// many, the pixels that the line touches are filled.

#include "lw-plot-private.h"

#include <math.h>
#include <string.h>

/// Samples of a piece; those whose summaries are looked at first.
#define PIECE 32
#define BLOCK 1024
/// Pieces that are read, of all curves together.
#define PIECES_MAX 1600
/// Points of a line that is stroked.
#define STROKED_MAX 6000
/// Points that are closer than that are one, px.
#define CLOSE 0.7

// ---- points ---------------------------------------------------------------------------------

/// A curve on its way to px.
typedef struct
{
  const LwPlotDrawing *drawing;
  const LwPlotCurve *curve;
  const LwScale *scale;
  GArray *points; ///< pairs of double; NAN where the pen is lifted
  double x, y;    ///< the last one
  bool pen_down;
} Trace;

static void
lift_pen (Trace *self)
{
  const double gap[2] = { NAN, NAN };

  if (self->pen_down)
    g_array_append_vals (self->points, gap, 2);
  self->pen_down = false;
}

static void
add_point (Trace *self, double x, double y, bool last)
{
  const double point[2] = { x, y };

  if (!isfinite (x) || isnan (y)) {
    lift_pen (self);
    return;
  }
  if (self->pen_down && !last && hypot (x - self->x, y - self->y) < CLOSE)
    return;
  g_array_append_vals (self->points, point, 2);
  self->x = x;
  self->y = y;
  self->pen_down = true;
}

/// Where samples lie, px; false: nowhere, or on a logarithmic axis partly.
static bool
find_box (const LwPlotFrame *frame,
          const LwPlotCurve *curve,
          const LwScale *scale,
          size_t first,
          size_t last,
          double box[4])
{
  double low, high;

  if (!lw_recording_range (lw_plot_x_recording (curve), curve->x_column, first, last, &low, &high))
    return false;
  box[0] = lw_scale_map (&frame->x_scale, low);
  box[1] = lw_scale_map (&frame->x_scale, high);
  if (!lw_recording_range (curve->recording, curve->y_column, first, last, &low, &high)
      || (scale->logarithmic && !(low > 0.0)))
    return false;
  box[2] = lw_scale_map (scale, high);
  box[3] = lw_scale_map (scale, low);
  return true;
}

static bool
is_outside (const LwPlotFrame *frame, const double box[4])
{
  return box[1] < frame->x - 4.0 || box[0] > frame->x + frame->width + 4.0
         || box[3] < frame->y - 4.0 || box[2] > frame->y + frame->height + 4.0;
}

/// The samples of a piece with the first one of the next, to which the line leads.
static void
trace_piece (Trace *self, size_t first, size_t n)
{
  const LwPlotFrame *frame = &self->drawing->frame;
  const size_t end = MIN (first + PIECE + 1, n);
  double box[4];

  if (find_box (frame, self->curve, self->scale, first, end, box)) {
    if (is_outside (frame, box)) {
      lift_pen (self);
      return;
    }
    if (box[1] - box[0] < CLOSE && box[3] - box[2] < CLOSE && self->pen_down) {
      add_point (self, 0.5 * (box[0] + box[1]), 0.5 * (box[2] + box[3]), end == n);
      return;
    }
  }
  for (size_t i = first; i < end; i++)
    add_point (
      self, lw_scale_map (&frame->x_scale, lw_plot_x_value (self->curve, i)),
      lw_plot_map_y (self->drawing, self->scale,
                     lw_recording_value (self->curve->recording, self->curve->y_column, i)),
      i + 1 == n);
}

static void
trace (Trace *self, size_t n)
{
  const LwPlotFrame *frame = &self->drawing->frame;
  const size_t n_blocks = (n + BLOCK - 1) / BLOCK;
  const size_t most = MAX (PIECES_MAX / MAX (self->drawing->plot->n_curves, 1), 256);
  g_autofree bool *outside = g_new0 (bool, n_blocks);
  size_t n_inside = 0, stride;

  for (size_t i = 0; i < n_blocks; i++) {
    double box[4];

    outside[i] =
      find_box (frame, self->curve, self->scale, i * BLOCK, MIN ((i + 1) * BLOCK, n), box)
      && is_outside (frame, box);
    n_inside += !outside[i];
  }
  stride = (n_inside * (BLOCK / PIECE) + most - 1) / most;
  stride = MAX (stride, 1);
  for (size_t piece = 0; piece * PIECE < n; piece += stride) {
    // The last piece of a block leads to the next one.
    if (outside[piece * PIECE / BLOCK]
        && outside[MIN ((piece + 1) * PIECE / BLOCK, n_blocks - 1)]) {
      lift_pen (self);
      continue;
    }
    trace_piece (self, piece * PIECE, n);
    if (stride > 1)
      lift_pen (self);
  }
}

// ---- pixels ---------------------------------------------------------------------------------

/// The pixels of the plot that a line touches.
typedef struct
{
  guint8 *touched;
  int width, height;
} Mask;

static void
touch (Mask *self, int x, int y, int size)
{
  for (int j = MAX (y, 0); j < MIN (y + size, self->height); j++)
    for (int i = MAX (x, 0); i < MIN (x + size, self->width); i++)
      self->touched[j * self->width + i] = 1;
}

/// Cut off what is outside of the mask along one axis; false: nothing is left.
static bool
clip (double *from, double *to, double start, double way, double limit)
{
  if (way == 0.0)
    return start >= -2.0 && start <= limit + 2.0;
  *from = MAX (*from, ((way > 0.0 ? -2.0 : limit + 2.0) - start) / way);
  *to = MIN (*to, ((way > 0.0 ? limit + 2.0 : -2.0) - start) / way);
  return *from < *to;
}

static void
touch_line (Mask *self, double x1, double y1, double x2, double y2, int size)
{
  double from = 0.0, to = 1.0;
  const double dx = x2 - x1, dy = y2 - y1;
  int steps;

  if (!clip (&from, &to, x1, dx, self->width) || !clip (&from, &to, y1, dy, self->height))
    return;
  steps = (int) ceil (MAX (fabs (dx), fabs (dy)) * (to - from)) + 1;
  for (int i = 0; i <= steps; i++) {
    const double part = from + (to - from) * i / steps;

    touch (self, (int) floor (x1 + part * dx), (int) floor (y1 + part * dy), size);
  }
}

static void
fill_mask (const LwPlotDrawing *self, const Mask *mask, LwColour colour)
{
  g_autoptr (GArray) boxes = g_array_new (FALSE, FALSE, sizeof (double));

  for (int y = 0; y < mask->height; y++)
    for (int x = 0, end; x < mask->width; x = end + 1) {
      const guint8 *row = mask->touched + (size_t) y * (size_t) mask->width;

      for (end = x; end < mask->width && row[end] != 0; end++)
        ;
      if (end > x)
        g_array_append_vals (
          boxes, (const double[]){ self->frame.x + x, self->frame.y + y, end - x, 1.0 }, 4);
    }
  lw_painter_fill_boxes (self->painter, (const double *) (const void *) boxes->data, boxes->len / 4,
                         colour);
}

static void
draw_dense (const Trace *trace, const LwCurveStyle *style)
{
  const LwPlotDrawing *self = trace->drawing;
  const double *points = (const double *) (const void *) trace->points->data;
  const int size = MAX ((int) lround (lw_plot_curve_width (self)), 1);
  Mask mask = { .width = (int) self->frame.width, .height = (int) self->frame.height };

  mask.touched = g_new0 (guint8, (gsize) mask.width * (gsize) mask.height);
  for (guint i = 0; i + 3 < trace->points->len; i += 2)
    if (!isnan (points[i]) && !isnan (points[i + 2]))
      touch_line (&mask, points[i] - self->frame.x, points[i + 1] - self->frame.y,
                  points[i + 2] - self->frame.x, points[i + 3] - self->frame.y, size);
  fill_mask (self, &mask, style->cased ? style->casing : style->colour);
  g_free (mask.touched);
}

static void
draw_line (const Trace *trace, const LwCurveStyle *style)
{
  const LwPlotDrawing *self = trace->drawing;
  const double *points = (const double *) (const void *) trace->points->data;
  bool pen_down = false;

  for (guint i = 0; i < trace->points->len; i += 2) {
    if (isnan (points[i])) {
      pen_down = false;
      continue;
    }
    if (pen_down)
      lw_painter_line_to (self->painter, points[i], points[i + 1]);
    else
      lw_painter_move_to (self->painter, points[i], points[i + 1]);
    pen_down = true;
  }
  lw_plot_stroke_curve (self, style, lw_plot_curve_width (self));
}

void
lw_plot_draw_phase (const LwPlotDrawing *self, const LwPlotCurve *curve, const LwCurveStyle *style)
{
  Trace line = {
    .drawing = self,
    .curve = curve,
    .scale = lw_plot_scale_of (self, curve),
    .points = g_array_new (FALSE, FALSE, sizeof (double)),
  };

  trace (&line, lw_plot_n_samples (curve));
  if (line.points->len > 2 * STROKED_MAX)
    draw_dense (&line, style);
  else
    draw_line (&line, style);
  g_array_unref (line.points);
}

// ---- the nearest instant --------------------------------------------------------------------

/// Of a box to a place, px, squared.
static double
distance_of_box (const double box[4], double x, double y)
{
  const double dx = MAX (MAX (box[0] - x, x - box[1]), 0.0);
  const double dy = MAX (MAX (box[2] - y, y - box[3]), 0.0);

  return dx * dx + dy * dy;
}

static void
find_nearest (const LwPlotFrame *frame,
              const LwPlotCurve *curve,
              double x,
              double y,
              double *least,
              double *time)
{
  const LwScale *scale = curve->right ? &frame->right_scale : &frame->y_scale;
  const size_t n = lw_plot_n_samples (curve);

  for (size_t first = 0; first < n; first += PIECE) {
    double box[4];

    if (first % BLOCK == 0 && first + BLOCK <= n
        && find_box (frame, curve, scale, first, first + BLOCK, box)
        && distance_of_box (box, x, y) >= *least) {
      first += BLOCK - PIECE;
      continue;
    }
    if (find_box (frame, curve, scale, first, MIN (first + PIECE, n), box)
        && distance_of_box (box, x, y) >= *least)
      continue;
    for (size_t i = first; i < MIN (first + PIECE, n); i++) {
      const double dx = lw_scale_map (&frame->x_scale, lw_plot_x_value (curve, i)) - x;
      const double dy =
        lw_scale_map (scale, lw_recording_value (curve->recording, curve->y_column, i)) - y;
      const double distance = dx * dx + dy * dy;

      if (distance < *least) {
        *least = distance;
        *time = lw_recording_value (curve->recording, 0, i);
      }
    }
  }
}

double
lw_plot_nearest_time (
  const LwPlot *self, const LwPlotFrame *frame, double x, double y, double reach)
{
  double least = reach * reach;
  double time = NAN;

  for (size_t i = 0; i < self->n_curves; i++) {
    const LwPlotCurve *curve = &self->curves[i];

    if (lw_plot_has_samples (curve) && curve->x_column != 0 && curve->other_run == 0)
      find_nearest (frame, curve, x, y, &least, &time);
  }
  return time;
}
