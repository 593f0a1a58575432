// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws the layers under a mechanism: background, grid and rulers; in space the floor and the
// triad.

#include "lw-scene.h"

#include <math.h>

#include "lw-axis.h"

#define FINE_PITCH 14.0   ///< px, least pitch of the fine lines
#define LABEL_PITCH 72.0  ///< px, least distance of numbers on the rulers
#define CORNER_CLEAR 26.0 ///< px, start of the numbers of the upper ruler
#define FLOOR_LINES 12
#define TRIAD_LENGTH 44.0

void
lw_draw_paper (LwPainter *painter, const LwPalette *palette, const LwView *view)
{
  lw_painter_rect (painter, 0.0, 0.0, view->width, view->height);
  lw_painter_fill (painter, palette->paper);
}

/// Adds lines at multiples of `pitch` along one direction, as boxes 1 px wide; skips multiples of
/// `coarser`.
static void
grid_lines (LwPainter *painter,
            const LwView *view,
            bool vertical,
            double pitch,
            double coarser,
            LwColour colour)
{
  const double extent = vertical ? view->width : view->height;
  const double other = vertical ? view->height : view->width;
  const double middle = vertical ? view->centre[0] : view->centre[1];
  const double half = 0.5 * extent / view->scale;
  const double first = ceil ((middle - half) / pitch), last = floor ((middle + half) / pitch);
  const int every = coarser > 0.0 ? (int) lround (coarser / pitch) : 0;
  double boxes[4 * 256];
  size_t n = 0;

  for (double i = first; i <= last && n < 256; i++) {
    const double offset = (i * pitch - middle) * view->scale;
    const double px = floor (vertical ? 0.5 * extent + offset : 0.5 * extent - offset);

    if (every > 0 && fmod (fabs (i), every) == 0.0)
      continue;
    boxes[4 * n] = vertical ? px : 0.0;
    boxes[4 * n + 1] = vertical ? 0.0 : px;
    boxes[4 * n + 2] = vertical ? 1.0 : other;
    boxes[4 * n + 3] = vertical ? other : 1.0;
    n++;
  }
  lw_painter_fill_boxes (painter, boxes, n, colour);
}

/// The pitch is 1-2-5 in metres or inches; the other units of length are powers of ten of these.
double
lw_grid_pitch (const LwView *view, const LwUnits *units)
{
  const double per_m = lw_units_to_shown (units, "m", 1.0);

  return lw_axis_nice_up (FINE_PITCH / view->scale * per_m) / per_m;
}

/// Returns the coarse pitch: the next decade of a fine pitch of 2 or 5, or five times a fine pitch
/// of 1.
static double
coarse_pitch (double fine, const LwUnits *units)
{
  const double shown = lw_units_to_shown (units, "m", fine);
  const double decade = pow (10.0, floor (log10 (shown) + 1e-9));

  return shown > 1.5 * decade ? 10.0 * decade / shown * fine : 5.0 * fine;
}

void
lw_draw_grid (LwPainter *painter,
              const LwPalette *palette,
              const LwView *view,
              const LwUnits *units)
{
  const double fine = lw_grid_pitch (view, units);
  const double coarse = coarse_pitch (fine, units);

  for (int vertical = 0; vertical < 2; vertical++)
    grid_lines (painter, view, vertical, fine, coarse, palette->grid_fine);
  for (int vertical = 0; vertical < 2; vertical++)
    grid_lines (painter, view, vertical, coarse, 0.0, palette->grid_coarse);
}

/// Draws numbers and ticks of one ruler, as if it were the upper one with this length.
static void
draw_ruler (LwPainter *painter,
            const LwPalette *palette,
            const LwView *view,
            const LwUnits *units,
            double size,
            bool vertical,
            double factor)
{
  const double extent = vertical ? view->height : view->width;
  const double middle = vertical ? view->centre[1] : view->centre[0];
  const double half = 0.5 * extent / view->scale;
  const double coarse = coarse_pitch (lw_grid_pitch (view, units), units);
  const char *point = lw_fonts_get_decimal_point (lw_painter_get_fonts (painter));
  const double letters = size / LW_RULER_SIZE, baseline = 11.0 * letters;
  const LwTextStyle style = lw_text_style (11.0 * letters, 400, palette->text_2);
  const LwScale scale = {
    .minimum = (middle - half) * factor,
    .maximum = (middle + half) * factor,
    .from = vertical ? extent : 0.0,
    .to = vertical ? 0.0 : extent,
  };
  LwTicks ticks;
  int decimals;

  for (double i = ceil ((middle - half) / coarse); i <= (middle + half) / coarse; i++) {
    const double px = floor (lw_scale_map (&scale, i * coarse * factor)) + 0.5;

    if (vertical)
      lw_painter_line (painter, size - 4.0, px, size, px);
    else
      lw_painter_line (painter, px, size - 4.0, px, size);
  }
  lw_axis_ticks (&scale, letters * LABEL_PITCH, false, &ticks);
  decimals = lw_axis_decimals (ticks.step);
  for (int i = 0; i < ticks.n; i++) {
    const double px = floor (lw_scale_map (&scale, ticks.value[i])) + 0.5;

    if (vertical)
      lw_painter_line (painter, size - 7.0, px, size, px);
    else
      lw_painter_line (painter, px, size - 7.0, px, size);
  }
  lw_painter_set_cap (painter, LW_CAP_BUTT);
  lw_painter_stroke (painter, palette->axis, 1.0);
  lw_painter_set_cap (painter, LW_CAP_ROUND);
  for (int i = 0; i < ticks.n; i++) {
    const double px = floor (lw_scale_map (&scale, ticks.value[i])) + 0.5;
    LwTextExtents extents;
    char text[LW_NUMBER_SIZE];

    // Leave space for the unit in the corner.
    if (!vertical && px < letters * CORNER_CLEAR)
      continue;
    if (ticks.value[i] == 0.0)
      g_strlcpy (text, "0", sizeof text);
    else
      lw_format_decimals (text, ticks.value[i], decimals, point);
    // A truncated number would be misread.
    lw_painter_measure (painter, text, &style, &extents);
    if (vertical ? px - 3.0 - extents.width < size : px + 3.0 + extents.width > extent)
      continue;
    lw_painter_save (painter);
    lw_painter_translate (painter, vertical ? baseline : px + 3.0, vertical ? px - 3.0 : baseline);
    if (vertical)
      lw_painter_rotate (painter, -0.5 * G_PI);
    lw_painter_text (painter, 0.0, 0.0, text, &style);
    lw_painter_restore (painter);
  }
}

/// Returns the factor from metres to the unit of the rulers. In metres: millimetres below a visible
/// width of 0.3 m, micrometres below 0.3 mm, kilometres above 3 km, so that numbers stay short.
/// Other units do not change within their usual range.
static double
ruler_unit (const LwView *view, const LwUnits *units, const char **unit)
{
  const double visible = MAX (view->width, view->height) / view->scale;

  if (units->length == LW_LENGTH_IN
      || (units->length == LW_LENGTH_MM && visible >= 3e-4 && visible < 100.0)) {
    *unit = lw_units_shown (units, "m");
    return lw_units_to_shown (units, "m", 1.0);
  }
  *unit = "m";
  if (visible >= 3e3) {
    *unit = "km";
    return 1e-3;
  }
  if (visible >= 0.3)
    return 1.0;
  *unit = visible >= 3e-4 ? "mm" : "\u00b5m";
  return visible >= 3e-4 ? 1e3 : 1e6;
}

void
lw_draw_rulers (LwPainter *painter,
                const LwPalette *palette,
                const LwView *view,
                const LwUnits *units,
                double size)
{
  const double letters = size / LW_RULER_SIZE;
  LwTextStyle style = lw_text_style (11.0 * letters, 500, palette->text_2);
  const char *unit;
  const double factor = ruler_unit (view, units, &unit);
  const double edges[] = { 0.0, size - 1.0, view->width, 1.0, size - 1.0, 0.0, 1.0, view->height };

  lw_painter_rect (painter, 0.0, 0.0, view->width, size);
  lw_painter_rect (painter, 0.0, size, size, view->height - size);
  lw_painter_fill (painter, palette->window);
  lw_painter_fill_boxes (painter, edges, 2, palette->grid_coarse);
  draw_ruler (painter, palette, view, units, size, false, factor);
  draw_ruler (painter, palette, view, units, size, true, factor);
  lw_painter_rect (painter, 0.0, 0.0, size, size);
  lw_painter_fill (painter, palette->window);
  style.anchor = LW_ANCHOR_MIDDLE;
  lw_painter_text (painter, 0.5 * size, 12.5 * letters, unit, &style);
}

void
lw_draw_floor (LwPainter *painter,
               const LwPalette *palette,
               const LwView *view,
               const double minimum[3],
               const double maximum[3])
{
  const double size = MAX (maximum[0] - minimum[0], maximum[2] - minimum[2]);
  const double height = maximum[1] - minimum[1];
  const double reach = MAX (MAX (size, height), 1e-9);
  const double pitch = lw_axis_nice_up (1.8 * reach / FLOOR_LINES);
  const double level = minimum[1] - 0.06 * reach;
  double low[2], high[2];

  for (int d = 0; d < 2; d++) {
    const double middle = 0.5 * (minimum[2 * d] + maximum[2 * d]);

    low[d] = floor ((middle - 0.9 * reach) / pitch) * pitch;
    high[d] = ceil ((middle + 0.9 * reach) / pitch) * pitch;
  }
  for (int d = 0; d < 2; d++) {
    const int lines = (int) lround ((high[d] - low[d]) / pitch);

    for (int i = 0; i <= lines; i++) {
      double a[3] = { 0.0, level, 0.0 }, b[3] = { 0.0, level, 0.0 }, x1, y1, x2, y2;

      a[2 * d] = b[2 * d] = low[d] + i * pitch;
      a[2 - 2 * d] = low[1 - d];
      b[2 - 2 * d] = high[1 - d];
      lw_view_project (view, a, &x1, &y1);
      lw_view_project (view, b, &x2, &y2);
      lw_painter_line (painter, x1, y1, x2, y2);
    }
  }
  lw_painter_stroke (painter, palette->grid_coarse, 1.0);
}

void
lw_draw_triad (LwPainter *painter, const LwPalette *palette, const LwView *view)
{
  static const LwHue hues[] = { LW_HUE_VERMILLION, LW_HUE_GREEN, LW_HUE_SKY };
  static const char *const names[] = { "x", "y", "z" };
  const double x = 64.0, y = view->height - 70.0;

  for (int d = 0; d < 3; d++) {
    const LwTones *tones = &palette->hue[hues[d]];
    LwTextStyle style = lw_text_style (13.0, 700, tones->text);
    const double dx = TRIAD_LENGTH * view->right[d], dy = -TRIAD_LENGTH * view->up[d];
    const double length = hypot (dx, dy);

    lw_painter_line (painter, x, y, x + dx, y + dy);
    lw_painter_stroke (painter, tones->line, 3.0);
    if (length < 6.0)
      continue;
    style.anchor = LW_ANCHOR_MIDDLE;
    style.centred = true;
    style.outline = 3.5;
    style.outline_colour = palette->paper;
    lw_painter_text (painter, x + dx + 11.0 * dx / length, y + dy + 11.0 * dy / length, names[d],
                     &style);
  }
}
