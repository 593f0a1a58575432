// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Round-off on a logarithmic axis: the band of values without significance is shaded and labelled,
// and for a curve that stays within it only the envelope is drawn.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-plot-private.h"

/// Columns per point of the envelope, px.
#define BLOCK 8
#define ENVELOPE_ALPHA 0.25
#define BAND_ALPHA 0.05
/// Decades of the band that are shown, and decades above it that are always shown.
#define DECADES_BELOW 1e-3
#define DECADES_ABOVE 10.0

double
lw_plot_noise_level (const LwPlotDrawing *self, bool right)
{
  double level = INFINITY;

  if (!self->plot->logarithmic)
    return 0.0;
  for (size_t i = 0; i < self->plot->n_curves; i++)
    if (self->plot->curves[i].right == right)
      level = MIN (level, self->plot->curves[i].round_off);
  return isfinite (level) ? level : 0.0;
}

void
lw_plot_show_noise_level (const LwPlotDrawing *self, bool right, double *low, double *high)
{
  const double level = lw_plot_noise_level (self, right);

  if (!(level > 0.0) || *low > level)
    return;
  *low = MAX (*low, DECADES_BELOW * level);
  *high = MAX (*high, DECADES_ABOVE * level);
}

void
lw_plot_draw_noise_band (const LwPlotDrawing *self)
{
  const LwPlotFrame *frame = &self->frame;
  const double bottom = frame->y + frame->height, right = frame->x + frame->width;
  const double level = lw_plot_noise_level (self, false);
  LwTextStyle style = lw_text_style (self->plot->font_size, 400, self->palette->text_2);
  double top;

  if (!(level > 0.0) || !(level > frame->y_scale.minimum))
    return;
  top = MAX (lw_scale_map (&frame->y_scale, level), frame->y);
  lw_painter_rect (self->painter, frame->x, top, frame->width, bottom - top);
  lw_painter_fill (self->painter, lw_colour_alpha (self->palette->text, BAND_ALPHA));
  style.anchor = LW_ANCHOR_END;
  style.outline = 3.0;
  style.outline_colour = self->palette->paper;
  // Translators: label of the band of plotted values that are only rounding errors
  if (bottom - top >= 1.5 * self->plot->font_size)
    lw_painter_text (self->painter, right - 6.0, top + self->plot->font_size + 2.0, _ ("rounding"),
                     &style);
}

bool
lw_plot_is_noise (const LwPlotDrawing *self, const LwPlotCurve *curve, const LwPlotColumn *columns)
{
  if (!self->plot->logarithmic || !(curve->round_off > 0.0))
    return false;
  for (size_t i = 0; i < self->n_columns; i++)
    if (columns[i].any && columns[i].maximum > curve->round_off)
      return false;
  return true;
}

/// Computes the smallest and largest value of the envelope in a block, px. Returns false if there
/// is none.
static bool
find_block (const LwPlotDrawing *self,
            const LwPlotCurve *curve,
            const LwPlotColumn *columns,
            size_t begin,
            double *top,
            double *bottom)
{
  const LwScale *scale = lw_plot_scale_of (self, curve);
  double low = INFINITY, high = -INFINITY;

  for (size_t i = begin; i < MIN (begin + BLOCK, self->n_columns); i++)
    if (columns[i].any) {
      low = MIN (low, columns[i].minimum);
      high = MAX (high, columns[i].maximum);
    }
  *top = lw_plot_map_y (self, scale, high);
  *bottom = lw_plot_map_y (self, scale, low);
  if (isnan (*top))
    return false;
  // Zero is below the range of the axis.
  if (isnan (*bottom))
    *bottom = self->frame.y + self->frame.height;
  return true;
}

void
lw_plot_draw_noise (const LwPlotDrawing *self,
                    const LwPlotCurve *curve,
                    const LwPlotColumn *columns,
                    const LwCurveStyle *style)
{
  LwColour fill = lw_colour_alpha (style->colour, ENVELOPE_ALPHA);
  double top, bottom;

  for (size_t i = 0; i < self->n_columns; i += BLOCK)
    if (find_block (self, curve, columns, i, &top, &bottom))
      lw_painter_fill_boxes (
        self->painter,
        (const double[]){ self->frame.x + (double) i, top, BLOCK, MAX (bottom - top, 1.0) }, 1,
        fill);
}
