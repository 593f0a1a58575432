// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Round-off on a logarithmic axis: the band of values without significance is shaded and labelled,
// and for a curve that stays within it only the envelope is drawn.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-plot-painting.h"

/// Columns per point of the envelope, px.
#define BLOCK 8
#define ENVELOPE_ALPHA 0.25
#define BAND_ALPHA 0.05

void
lw_plot_draw_noise_band (const LwPlotDrawing *self)
{
  const LwPlotFrame *frame = &self->geometry->frame;
  const double bottom = frame->y + frame->height, right = frame->x + frame->width;
  const double level = lw_plot_noise_level (self->plot, false);
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
  const LwScale *scale = lw_plot_scale_of (&self->geometry->frame, curve);
  double low = INFINITY, high = -INFINITY;

  for (size_t i = begin; i < MIN (begin + BLOCK, self->geometry->n_columns); i++)
    if (columns[i].any) {
      low = MIN (low, columns[i].minimum);
      high = MAX (high, columns[i].maximum);
    }
  *top = lw_plot_map_y (self->geometry, scale, high);
  *bottom = lw_plot_map_y (self->geometry, scale, low);
  if (isnan (*top))
    return false;
  // Zero is below the range of the axis.
  if (isnan (*bottom))
    *bottom = self->geometry->frame.y + self->geometry->frame.height;
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

  for (size_t i = 0; i < self->geometry->n_columns; i += BLOCK)
    if (find_block (self, curve, columns, i, &top, &bottom))
      lw_painter_fill_boxes (self->painter,
                             (const double[]){ self->geometry->frame.x + (double) i, top, BLOCK,
                                               MAX (bottom - top, 1.0) },
                             1, fill);
}
