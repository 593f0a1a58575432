// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Curves of one value against another. Parts outside the plot or smaller than a pixel are found by
// the summaries of the recording and not examined further. If more remains than can be drawn in a
// frame, pieces of neighbouring samples from all over the run are drawn: omitting single samples
// would join samples that do not follow each other. The pieces are always chosen in the same order,
// so that the picture does not flicker while the plot is panned, zoomed and extended. Short lines
// are paths; longer ones are coverages of pixels.

#include "lw-plot-painting.h"

#include <math.h>
#include <string.h>

/// Number of samples in the nodes of the tree of summaries.
#define FANOUT 32
#define PIECE 32
#define BLOCK 1024
#define GROUP 32768
#define LARGEST 1048576
/// Most boxes examined to draw a complete line, and most blocks examined to find its parts inside
/// the plot; for all curves together.
#define LOOKS_MAX 4000
#define BLOCKS_MAX 2048
/// Most points of a line that is drawn completely; for all curves together.
#define POINTS_MAX 48000
/// Most pieces of an incomplete line, and the most areas of the plot that their lines may travel,
/// for all curves together.
#define PIECES_MAX 1600
#define TRAVEL_MAX 5.0
/// Pieces sampled to estimate their usual size.
#define TRIALS 32
/// Most points of a line that is stroked as a path; and, on a target without pixels, of a line that
/// is not composed of boxes.
#define POINTS_OF_PATH 500
#define POINTS_OF_STROKE 6000
/// Points closer than this are merged, px.
#define CLOSE 0.7
/// In a box smaller than SMALL, px, the line passes through one sample per px of the box, unless it
/// is longer than WINDING times half the perimeter of the box.
#define SMALL 48.0
#define WINDING 3.0

// ---- points ---------------------------------------------------------------------------------

/// State of the conversion of a curve to px.
typedef struct
{
  const LwPlotDrawing *drawing;
  const LwPlotCurve *curve;
  const LwScale *scale;
  GArray *points; ///< array of pairs of double; NAN if the pen is lifted
  double x, y;    ///< last point
  bool pen_down;
  bool alone;       ///< true if this is the only point since the pen was put down
  double travelled; ///< px, within the plot or almost so
  size_t n_looks;   ///< number of boxes examined
  size_t looks_max;
  guint points_max;
} Trace;

static void
lift_pen (Trace *self)
{
  const double gap[2] = { NAN, NAN }, point[2] = { self->x, self->y };

  if (!self->pen_down)
    return;
  // An isolated point is drawn as a dot.
  if (self->alone)
    g_array_append_vals (self->points, point, 2);
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
  if (self->pen_down && !last && fabs (x - self->x) < CLOSE && fabs (y - self->y) < CLOSE)
    return;
  if (self->pen_down) {
    const LwPlotFrame *frame = &self->drawing->geometry->frame;

    self->travelled += MAX (fabs (CLAMP (x - frame->x, 0.0, frame->width)
                                  - CLAMP (self->x - frame->x, 0.0, frame->width)),
                            fabs (CLAMP (y - frame->y, 0.0, frame->height)
                                  - CLAMP (self->y - frame->y, 0.0, frame->height)));
  }
  g_array_append_vals (self->points, point, 2);
  self->x = x;
  self->y = y;
  self->alone = !self->pen_down;
  self->pen_down = true;
}

static bool
is_outside (const LwPlotFrame *frame, const double box[4])
{
  return box[1] < frame->x - 4.0 || box[0] > frame->x + frame->width + 4.0
         || box[3] < frame->y - 4.0 || box[2] > frame->y + frame->height + 4.0;
}

static void
trace_sample (Trace *self, size_t i, bool last)
{
  add_point (
    self, lw_scale_map (&self->drawing->geometry->frame.x_scale, lw_plot_x_value (self->curve, i)),
    lw_plot_map_y (self->drawing->geometry, self->scale, lw_series_value (self->curve->y, i)),
    last);
}

/// Adds one sample per px. Returns false, without adding any, if the line winds too much for that.
static bool
trace_smooth (Trace *self, size_t first, size_t end, const double box[4], size_t n)
{
  const double width = box[1] - box[0], height = box[3] - box[2];
  const size_t step = MAX ((end - first) / ((size_t) MAX (width, height) + 4), 1);
  const Trace before = *self;
  const guint n_points = self->points->len;
  double x = NAN, y = NAN, length = 0.0;

  for (size_t i = first; i < end; i = i + 1 < end ? MIN (i + step, end - 1) : end) {
    trace_sample (self, i, i + 1 == n);
    if (!isnan (x))
      length += fabs (self->x - x) + fabs (self->y - y);
    x = self->x;
    y = self->y;
  }
  if (length <= WINDING * (width + height))
    return true;
  g_array_set_size (self->points, n_points);
  *self = before;
  return false;
}

static bool
is_too_much (const Trace *self)
{
  return self->n_looks > self->looks_max || self->points->len > 2 * self->points_max;
}

/// Adds the samples of a node and the first one of the next, to which the line leads. Stops early
/// if there is too much to examine.
static void
trace_node (Trace *self, size_t first, size_t size, size_t n)
{
  const LwPlotFrame *frame = &self->drawing->geometry->frame;
  const size_t end = MIN (first + size + 1, n);
  double box[4];

  self->n_looks++;
  if (is_too_much (self))
    return;
  if (lw_plot_sample_box (frame, self->curve, first, end, box)) {
    if (is_outside (frame, box)) {
      lift_pen (self);
      return;
    }
    if (box[1] - box[0] < CLOSE && box[3] - box[2] < CLOSE) {
      if (!self->pen_down)
        trace_sample (self, first, false);
      add_point (self, 0.5 * (box[0] + box[1]), 0.5 * (box[2] + box[3]), end == n);
      return;
    }
    if (size > PIECE && box[1] - box[0] < SMALL && box[3] - box[2] < SMALL
        && trace_smooth (self, first, end, box, n))
      return;
  }
  if (size > PIECE) {
    for (size_t i = first; i < MIN (first + size, n); i += size / FANOUT)
      trace_node (self, i, size / FANOUT, n);
    return;
  }
  for (size_t i = first; i < end; i++)
    trace_sample (self, i, i + 1 == n);
}

/// Finds the blocks with a part in the plot, from their groups if that is sufficient.
static void
find_inside (const Trace *self, size_t n, bool *inside)
{
  const LwPlotFrame *frame = &self->drawing->geometry->frame;
  size_t n_inside = 0;
  double box[4];

  for (size_t first = 0; first < n; first += GROUP) {
    const size_t end = MIN (first + GROUP, n);
    const bool outside =
      lw_plot_sample_box (frame, self->curve, first, end, box) && is_outside (frame, box);

    for (size_t i = first; i < end && !outside; i += BLOCK, n_inside++)
      inside[i / BLOCK] = true;
  }
  for (size_t first = 0; first < n && n_inside <= BLOCKS_MAX; first += BLOCK)
    inside[first / BLOCK] =
      inside[first / BLOCK]
      && !(lw_plot_sample_box (frame, self->curve, first, MIN (first + BLOCK, n), box)
           && is_outside (frame, box));
}

static size_t
reverse_bits (size_t value, int n_bits)
{
  size_t reversed = 0;

  for (int i = 0; i < n_bits; i++)
    reversed |= (value >> i & 1) << (n_bits - 1 - i);
  return reversed;
}

/// Chooses the size of pieces: if most are hardly more than a dot, larger pieces are drawn.
static size_t
choose_size (Trace *self, size_t n)
{
  int n_dots = 0;

  for (size_t i = 0; i < TRIALS; i++) {
    const size_t first = n / TRIALS * i / PIECE * PIECE;
    double box[4];

    n_dots += lw_plot_sample_box (&self->drawing->geometry->frame, self->curve, first,
                                  MIN (first + PIECE, n), box)
              && MAX (box[1] - box[0], box[3] - box[2]) < 4.0 * CLOSE;
  }
  return 2 * n_dots > TRIALS ? BLOCK : PIECE;
}

/// Adds pieces in an order in which each is far from the previous ones, until there are enough.
static void
trace_some (Trace *self, size_t n, const bool *inside, size_t most, double travel)
{
  const size_t size = choose_size (self, n);
  const size_t n_pieces = (n + size - 1) / size;
  int n_bits = 0;
  size_t n_traced = 0;

  while ((size_t) 1 << n_bits < n_pieces)
    n_bits++;
  for (size_t i = 0; i < (size_t) 1 << n_bits && n_traced < most && self->travelled < travel
                     && !is_too_much (self);
       i++) {
    const size_t piece = reverse_bits (i, n_bits);

    if (piece >= n_pieces || !inside[piece * size / BLOCK])
      continue;
    trace_node (self, piece * size, size, n);
    lift_pen (self);
    n_traced++;
  }
}

static void
trace (Trace *self, size_t n)
{
  const LwPlotFrame *frame = &self->drawing->geometry->frame;
  const double n_curves = (double) MAX (self->drawing->plot->n_curves, 1);
  const double travel = TRAVEL_MAX * frame->width * frame->height / n_curves;
  g_autofree bool *inside = NULL;

  self->looks_max = (size_t) (LOOKS_MAX / n_curves);
  self->points_max = (guint) (POINTS_MAX / n_curves);
  for (size_t first = 0; first < n && !is_too_much (self); first += LARGEST)
    trace_node (self, first, LARGEST, n);
  if (!is_too_much (self))
    return;
  g_array_set_size (self->points, 0);
  self->pen_down = false;
  self->travelled = 0.0;
  self->n_looks = 0;
  inside = g_new0 (bool, (n + BLOCK - 1) / BLOCK + 1);
  find_inside (self, n, inside);
  trace_some (self, n, inside, (size_t) (PIECES_MAX / n_curves), travel);
}

// ---- pixels ---------------------------------------------------------------------------------

/// Pixels of the plot that a line touches.
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

/// Cuts off the part outside the mask along one axis. Returns false if nothing remains.
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
        g_array_append_vals (boxes,
                             (const double[]){ self->geometry->frame.x + x,
                                               self->geometry->frame.y + y, end - x, 1.0 },
                             4);
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
  Mask mask = { .width = (int) self->geometry->frame.width,
                .height = (int) self->geometry->frame.height };

  mask.touched = g_new0 (guint8, (gsize) mask.width * (gsize) mask.height);
  for (guint i = 0; i + 3 < trace->points->len; i += 2)
    if (!isnan (points[i]) && !isnan (points[i + 2]))
      touch_line (&mask, points[i] - self->geometry->frame.x,
                  points[i + 1] - self->geometry->frame.y, points[i + 2] - self->geometry->frame.x,
                  points[i + 3] - self->geometry->frame.y, size);
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

/// Draws the points as pixels. Returns false if the painter has no pixels.
static bool
draw_points (const Trace *trace, const LwCurveStyle *style)
{
  LwPainter *painter = trace->drawing->painter;
  const double *points = (const double *) (const void *) trace->points->data;
  const double width = lw_plot_curve_width (trace->drawing);
  const size_t n = trace->points->len / 2;

  if (style->cased
      && !lw_painter_stroke_points (painter, points, n, width + 2.0 * LW_PLOT_CASING, style->dash,
                                    style->n_dash, style->casing))
    return false;
  return lw_painter_stroke_points (painter, points, n, width, style->dash, style->n_dash,
                                   style->colour);
}

void
lw_plot_draw_phase (const LwPlotDrawing *self, const LwPlotCurve *curve, const LwCurveStyle *style)
{
  Trace line = {
    .drawing = self,
    .curve = curve,
    .scale = lw_plot_scale_of (&self->geometry->frame, curve),
    .points = g_array_new (FALSE, FALSE, sizeof (double)),
  };

  trace (&line, lw_plot_n_samples (curve));
  if (line.points->len > 2 * POINTS_OF_PATH && draw_points (&line, style)) {
    g_array_unref (line.points);
    return;
  }
  if (line.points->len > 2 * POINTS_OF_STROKE)
    draw_dense (&line, style);
  else
    draw_line (&line, style);
  g_array_unref (line.points);
}
