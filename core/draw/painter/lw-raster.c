// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// An edge that passes a row of pixels downwards by dy at the left of a pixel adds dy to the
// coverage of that pixel and of all at its right; in the pixels that it passes through it adds the
// part of their area at its right. Kept as differences from pixel to pixel, the sum along a row of
// all edges of a polygon is the area that it covers of each pixel, with the sign of its direction.

#include "lw-raster.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

struct _LwRaster
{
  int x, y, width, height;
  guint8 *covered;          ///< coverage of each pixel; zero outside the box
  size_t n_covered, stride; ///< bytes
  cairo_surface_t *surface; ///< surface of the box; NULL until the end
  int box[4]; ///< left, top, right, bottom of the non-empty part; right and bottom exclusive

  // Pixel box of the polygon being added.
  int left, top, columns, rows;
  float *differences;     ///< per row: columns + 2; zero except while a polygon is added
  int *from, *to;         ///< per row: range of non-zero cells; from > to if empty
  size_t n_cells, n_rows; ///< allocated
};

LwRaster *
lw_raster_new (void)
{
  return g_new0 (LwRaster, 1);
}

void
lw_raster_free (LwRaster *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->surface, cairo_surface_destroy);
  g_free (self->differences);
  g_free (self->from);
  g_free (self->to);
  g_free (self->covered);
  g_free (self);
}

static void
clear_covered (LwRaster *self)
{
  for (int row = self->box[1]; row < self->box[3]; row++)
    memset (self->covered + (size_t) row * self->stride + self->box[0], 0,
            (size_t) (self->box[2] - self->box[0]));
  self->box[0] = self->width;
  self->box[1] = self->height;
  self->box[2] = self->box[3] = 0;
}

void
lw_raster_begin (LwRaster *self, int x, int y, int width, int height)
{
  g_clear_pointer (&self->surface, cairo_surface_destroy);
  clear_covered (self);
  if (width != self->width || height != self->height) {
    self->width = width;
    self->height = height;
    self->stride = (size_t) cairo_format_stride_for_width (CAIRO_FORMAT_A8, width);
    if (self->stride * (size_t) height > self->n_covered) {
      g_free (self->covered);
      self->n_covered = self->stride * (size_t) height;
      self->covered = g_new0 (guint8, self->n_covered);
    }
    clear_covered (self);
  }
  self->x = x;
  self->y = y;
}

/// Adds the part of an edge within a row: from x1 to x2 >= x1, by dy, positive downwards.
static void
add_to_row (float *cells, int *from, int *to, double x1, double x2, double dy)
{
  const int first = (int) x1, last = (int) x2;

  *from = MIN (*from, first);
  *to = MAX (*to, last + 1);
  if (first == last) {
    const double part = dy * (1.0 - 0.5 * (x1 + x2) + first);

    cells[first] += (float) part;
    cells[first + 1] += (float) (dy - part);
  } else {
    // A triangle in the first pixel, trapezoids between, and the complement of a triangle in the
    // last one.
    const double slope = dy / (x2 - x1), in_first = first + 1 - x1, in_last = x2 - last;
    double before = 0.5 * slope * in_first * in_first, area;

    cells[first] += (float) before;
    for (int i = first + 1; i < last; i++) {
      area = slope * (i + 0.5 - x1);
      cells[i] += (float) (area - before);
      before = area;
    }
    area = dy - 0.5 * slope * in_last * in_last;
    cells[last] += (float) (area - before);
    cells[last + 1] += (float) (dy - area);
  }
}

/// Adds an edge to the box: parts at the left of the box count in its first column, parts at its
/// right nowhere.
static void
add_clipped (LwRaster *self, int row, double x1, double x2, double dy)
{
  float *cells = self->differences + (size_t) row * (size_t) (self->columns + 2);
  const double width = self->columns, slope = x2 > x1 ? dy / (x2 - x1) : 0.0;
  int *from = &self->from[row], *to = &self->to[row];

  if (x1 < 0.0) {
    const double outside = x2 > 0.0 ? -slope * x1 : dy;

    add_to_row (cells, from, to, 0.0, 0.0, outside);
    dy -= outside;
    x1 = 0.0;
  }
  if (x2 > width) {
    dy -= x1 < width ? slope * (x2 - width) : dy;
    x2 = width;
    *to = self->columns;
  }
  if (dy != 0.0 && x1 <= x2)
    add_to_row (cells, from, to, x1, x2, dy);
}

static void
add_edge (LwRaster *self, double x1, double y1, double x2, double y2)
{
  const double way = y2 > y1 ? 1.0 : -1.0;
  const double slope = (x2 - x1) / (y2 - y1);
  const double top = MAX (MIN (y1, y2), 0.0), bottom = MIN (MAX (y1, y2), self->rows);
  double x = x1 + slope * (top - y1);

  for (int row = (int) top; row < bottom; row++) {
    const double dy = MIN (row + 1.0, bottom) - MAX ((double) row, top);
    const double next = x + slope * dy;

    add_clipped (self, row, MIN (x, next), MAX (x, next), way * dy);
    x = next;
  }
}

/// Sums up a row and stores its coverages.
static void
take_row (LwRaster *self, int row)
{
  float *cells = self->differences + (size_t) row * (size_t) (self->columns + 2);
  guint8 *covered = self->covered + (size_t) (self->top + row) * self->stride + self->left;
  float sum = 0.0f;

  for (int i = self->from[row]; i <= self->to[row]; i++) {
    guint8 area;

    sum += cells[i];
    cells[i] = 0.0f;
    area = (guint8) (MIN (fabsf (sum), 1.0f) * 255.0f + 0.5f);
    if (i < self->columns && area > covered[i])
      covered[i] = area;
  }
}

static void
prepare_rows (LwRaster *self)
{
  const size_t n_cells = (size_t) (self->columns + 2) * (size_t) self->rows;

  if (n_cells > self->n_cells) {
    g_free (self->differences);
    self->differences = g_new0 (float, n_cells);
    self->n_cells = n_cells;
  }
  if ((size_t) self->rows > self->n_rows) {
    g_free (self->from);
    g_free (self->to);
    self->from = g_new (int, self->rows);
    self->to = g_new (int, self->rows);
    self->n_rows = (size_t) self->rows;
  }
  for (int row = 0; row < self->rows; row++) {
    self->from[row] = self->columns + 2;
    self->to[row] = -1;
  }
}

/// Computes the pixels that a polygon may touch. Returns false if there are none.
static bool
find_box (LwRaster *self, const double *points, size_t n)
{
  double low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY };

  for (size_t i = 0; i < 2 * n; i++) {
    if (!isfinite (points[i]))
      return false;
    low[i % 2] = MIN (low[i % 2], points[i]);
    high[i % 2] = MAX (high[i % 2], points[i]);
  }
  low[0] = MAX (low[0] - self->x, 0.0);
  low[1] = MAX (low[1] - self->y, 0.0);
  high[0] = MIN (high[0] - self->x, self->width);
  high[1] = MIN (high[1] - self->y, self->height);
  if (!(low[0] < high[0] && low[1] < high[1]))
    return false;
  self->left = (int) low[0];
  self->top = (int) low[1];
  self->columns = (int) ceil (high[0]) - self->left;
  self->rows = (int) ceil (high[1]) - self->top;
  return true;
}

void
lw_raster_add (LwRaster *self, const double *points, size_t n)
{
  double x, y;

  if (!find_box (self, points, n))
    return;
  prepare_rows (self);
  x = self->x + self->left;
  y = self->y + self->top;
  for (size_t i = 0; i < n; i++) {
    const double *a = &points[2 * i], *b = &points[2 * ((i + 1) % n)];

    if (a[1] != b[1])
      add_edge (self, a[0] - x, a[1] - y, b[0] - x, b[1] - y);
  }
  for (int row = 0; row < self->rows; row++)
    take_row (self, row);
  self->box[0] = MIN (self->box[0], self->left);
  self->box[1] = MIN (self->box[1], self->top);
  self->box[2] = MAX (self->box[2], self->left + self->columns);
  self->box[3] = MAX (self->box[3], self->top + self->rows);
}

/// 1/256 of a pixel.
#define PARTS 256.0
#define ABOVE (1 << 24)

static inline void
cover (guint8 *pixel, int part)
{
  const guint8 covered = (guint8) MIN (part, 255);

  if (covered > *pixel)
    *pixel = covered;
}

/// Covers the pixels of one column (row) from `low` to `high` by `part` across it; those beyond the
/// n pixels of the raster are ignored.
static inline void
cover_span (guint8 *pixels, size_t stride, int n, int low, int high, int part)
{
  const int first = low >> 8, last = high >> 8;

  if (last < 0 || first >= n)
    return;
  if (first == last) {
    cover (pixels + (size_t) first * stride, (high - low) * part >> 8);
    return;
  }
  if (first >= 0)
    cover (pixels + (size_t) first * stride, (256 - (low & 255)) * part >> 8);
  for (int i = MAX (first + 1, 0); i < MIN (last, n); i++)
    cover (pixels + (size_t) i * stride, part);
  if (last < n)
    cover (pixels + (size_t) last * stride, (high & 255) * part >> 8);
}

/// Computes the range of a line, from 0 to 1, that may lie in [-margin, size + margin] along an
/// axis.
static void
clip_part (double start, double way, double margin, double size, double *from, double *to)
{
  const double low = -margin - start, high = size + margin - start;

  if (way > 0.0) {
    *from = MAX (*from, low / way);
    *to = MIN (*to, high / way);
  } else if (way < 0.0) {
    *from = MAX (*from, high / way);
    *to = MIN (*to, low / way);
  } else if (low > 0.0 || high < 0.0) {
    *to = *from - 1.0;
  }
}

/// Adds a line along an axis of n pixels with a stride, from u1 to u2 >= u1, rising by slope from
/// w1 on the other axis, which has m pixels.
static void
add_along (guint8 *pixels,
           size_t u_stride,
           int n,
           size_t w_stride,
           int m,
           double u1,
           double u2,
           double w1,
           double slope,
           double half)
{
  const int first = MAX ((int) floor (u1), 0), last = MIN ((int) floor (u2), n - 1);

  for (int i = first; i <= last; i++) {
    const double within = MIN (u2, i + 1.0) - MAX (u1, (double) i);
    // Positive, so that a cast rounds down, which is faster than floor ().
    const double w = PARTS * (w1 + slope * (i + 0.5 - u1)) + ABOVE;

    cover_span (pixels + (size_t) i * u_stride, w_stride, m, (int) (w - PARTS * half) - ABOVE,
                (int) (w + PARTS * half) - ABOVE, (int) (PARTS * MIN (within, 1.0)));
  }
}

void
lw_raster_add_line (LwRaster *self, double x1, double y1, double x2, double y2, double width)
{
  const double dx = x2 - x1, dy = y2 - y1, length = sqrt (dx * dx + dy * dy), r = 0.5 * width;
  const double ux = length > 0.0 ? r * dx / length : r, uy = length > 0.0 ? r * dy / length : 0.0;
  double from = 0.0, to = 1.0;

  if (!isfinite (length))
    return;
  clip_part (x1 - self->x, dx, width + 1.0, self->width, &from, &to);
  clip_part (y1 - self->y, dy, width + 1.0, self->height, &from, &to);
  if (from > to)
    return;
  x2 = x1 + to * dx + ux - self->x;
  y2 = y1 + to * dy + uy - self->y;
  x1 += from * dx - ux - self->x;
  y1 += from * dy - uy - self->y;
  if (fabs (ux) >= fabs (uy)) {
    const double half = r * r / fabs (ux), slope = uy / ux;

    add_along (self->covered, 1, self->width, self->stride, self->height, MIN (x1, x2),
               MAX (x1, x2), x1 < x2 ? y1 : y2, slope, half);
  } else {
    const double half = r * r / fabs (uy), slope = ux / uy;

    add_along (self->covered, self->stride, self->height, 1, self->width, MIN (y1, y2),
               MAX (y1, y2), y1 < y2 ? x1 : x2, slope, half);
  }
  self->box[0] = MIN (self->box[0], (int) CLAMP (MIN (x1, x2) - width, 0.0, self->width));
  self->box[1] = MIN (self->box[1], (int) CLAMP (MIN (y1, y2) - width, 0.0, self->height));
  self->box[2] = MAX (self->box[2], (int) CLAMP (MAX (x1, x2) + width + 1.0, 0.0, self->width));
  self->box[3] = MAX (self->box[3], (int) CLAMP (MAX (y1, y2) + width + 1.0, 0.0, self->height));
}

cairo_surface_t *
lw_raster_end (LwRaster *self, int *x, int *y, int *width, int *height)
{
  *x = self->x + self->box[0];
  *y = self->y + self->box[1];
  *width = self->box[2] - self->box[0];
  *height = self->box[3] - self->box[1];
  if (*width <= 0 || *height <= 0)
    return NULL;
  // The stride requires rows to begin at multiples of four bytes.
  *width += self->box[0] & 3;
  *x -= self->box[0] & 3;
  self->surface = cairo_image_surface_create_for_data (
    self->covered + (size_t) self->box[1] * self->stride + (self->box[0] & ~3), CAIRO_FORMAT_A8,
    *width, *height, (int) self->stride);
  return self->surface;
}
