// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws the title line of a plot: its name, the pause sign, and the legend.

#include "lw-plot-painting.h"

#include <math.h>

static void
draw_legend_entry (const LwPlotDrawing *self, size_t index)
{
  const LwPlotLegendEntry *entry = &self->geometry->legend.entries[index];
  const LwPlotCurve *curve = &self->plot->curves[entry->curve];
  const double x = self->geometry->x + entry->x, y = self->geometry->y + entry->y;
  LwTextStyle style = lw_plot_legend_style (self->plot, self->palette->text);
  LwCurveStyle line;

  if (curve->run != NULL)
    lw_plot_run_style (self, curve, &line);
  else
    lw_plot_curve_style (self, curve, &line);
  if (curve->hidden)
    style.colour = self->palette->text_2;
  else
    lw_plot_draw_style (self, &line, x, y, LW_PLOT_LEGEND_SAMPLE);
  lw_painter_text (self->painter, x + LW_PLOT_LEGEND_SAMPLE + LW_PLOT_LEGEND_GAP, y,
                   lw_plot_legend_label (self->plot, entry), &style);
  if (!curve->hidden)
    return;
  lw_painter_line (self->painter, x, y, x + entry->width, y);
  lw_painter_stroke (self->painter, style.colour, 1.0);
}

void
lw_plot_draw_title (const LwPlotDrawing *self)
{
  const LwPlot *plot = self->plot;
  const LwPlotLegend *legend = &self->geometry->legend;
  const LwTextStyle style = lw_plot_title_style (self->plot, self->palette->text);
  const double y = self->geometry->y + lw_plot_letters (plot, LW_PLOT_TITLE_LINE);
  LwTextExtents extents = { 0 };

  lw_painter_text (self->painter, self->geometry->x + LW_PLOT_MARGIN_SIDE, y, legend->title,
                   &style);
  lw_painter_measure (self->painter, legend->title, &style, &extents);
  if (plot->paused) {
    const double x = floor (self->geometry->x + LW_PLOT_MARGIN_SIDE + extents.width + 10.0);
    const double bars[] = { x, floor (y) - 5.0, 3.0, 10.0, x + 6.0, floor (y) - 5.0, 3.0, 10.0 };

    lw_painter_fill_boxes (self->painter, bars, 2, self->palette->text_2);
  }
  for (size_t i = 0; i < legend->n_shown; i++)
    draw_legend_entry (self, i);
  // A single curve needs no count.
  if (legend->n_shown < legend->n_entries && legend->n_entries > 1 && !plot->no_legend) {
    LwTextStyle count = lw_plot_legend_style (self->plot, self->palette->text);
    char text[24];

    count.colour = self->palette->text_2;
    count.anchor = LW_ANCHOR_END;
    g_snprintf (text, sizeof text, "+%u", (unsigned) (legend->n_entries - legend->n_shown));
    lw_painter_text (self->painter, self->geometry->x + legend->more_x,
                     self->geometry->y + legend->more_y, text, &count);
  }
}

void
lw_plot_draw_legend_sample (const LwPlot *self,
                            LwPainter *painter,
                            const LwPalette *palette,
                            size_t curve,
                            double y)
{
  const LwPlotDrawing drawing = { .plot = self, .painter = painter, .palette = palette };

  lw_plot_draw_sample (&drawing, &self->curves[curve], 0.0, y, LW_PLOT_LEGEND_SAMPLE);
}
