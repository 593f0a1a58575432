// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The title line of a plot: its name, whether it is paused, and the legend.

#include "lw-plot-private.h"

#include <math.h>

#define TITLE_LINE 12.0 ///< px from the top to the middle of the title
#define LEGEND_SAMPLE 18.0
#define LEGEND_GAP 6.0    ///< between a sample and its word
#define LEGEND_PITCH 14.0 ///< between entries

static LwTextStyle
title_style (const LwPalette *palette)
{
  LwTextStyle style = lw_text_style (12.5, 600, palette->text);

  style.centred = true;
  return style;
}

static LwTextStyle
legend_style (const LwPalette *palette)
{
  LwTextStyle style = lw_text_style (12.0, 500, palette->text);

  style.centred = true;
  return style;
}

/// Left edges of the legend's entries that fit beside the title; returns how many do. `more` is
/// where the count of the others stands.
static size_t
place_legend (const LwPlot *plot,
              LwFonts *fonts,
              double x,
              double width,
              double *lefts,
              double *more)
{
  static const LwPalette no_colours = { 0 };
  const LwTextStyle title = title_style (&no_colours), entry = legend_style (&no_colours);
  LwTextExtents extents;
  double available, total = 0.0;
  size_t shown = 0;

  lw_fonts_measure (fonts, plot->title != NULL ? plot->title : "", &title, &extents);
  width -= plot->title_room;
  available = width - 2.0 * LW_PLOT_MARGIN_SIDE - extents.width - 2.0 * LEGEND_PITCH;
  if (plot->paused)
    available -= 24.0;
  for (; shown < plot->n_curves; shown++) {
    const char *label = plot->curves[shown].label != NULL ? plot->curves[shown].label : "";
    double next;

    lw_fonts_measure (fonts, label, &entry, &extents);
    next = total + (shown > 0 ? LEGEND_PITCH : 0.0) + LEGEND_SAMPLE + LEGEND_GAP + extents.width;
    // Those that follow need room for their count.
    if (next + (shown + 1 < plot->n_curves ? 34.0 : 0.0) > available)
      break;
    lefts[shown] = next - LEGEND_SAMPLE - LEGEND_GAP - extents.width;
    total = next;
  }
  if (shown < plot->n_curves)
    total += 34.0;
  for (size_t i = 0; i < shown; i++)
    lefts[i] += x + width - LW_PLOT_MARGIN_SIDE - total;
  *more = x + width - LW_PLOT_MARGIN_SIDE;
  return shown;
}

static void
draw_legend_entry (const LwPlotDrawing *self, const LwPlotCurve *curve, double x, double y)
{
  LwTextStyle style = legend_style (self->palette);
  const char *label = curve->label != NULL ? curve->label : "";
  const double text_x = x + LEGEND_SAMPLE + LEGEND_GAP;
  LwTextExtents extents;

  if (curve->hidden)
    style.colour = self->palette->text_2;
  else
    lw_plot_draw_sample (self, curve, x, y, LEGEND_SAMPLE);
  lw_painter_text (self->painter, text_x, y, label, &style);
  if (!curve->hidden)
    return;
  lw_painter_measure (self->painter, label, &style, &extents);
  lw_painter_line (self->painter, x, y, text_x + extents.width, y);
  lw_painter_stroke (self->painter, style.colour, 1.0);
}

void
lw_plot_draw_title (const LwPlotDrawing *self)
{
  const LwPlot *plot = self->plot;
  const LwTextStyle style = title_style (self->palette);
  const double y = self->y + TITLE_LINE;
  g_autofree double *lefts = g_new (double, plot->n_curves + 1);
  LwTextExtents extents = { 0 };
  double more;
  size_t shown;

  if (plot->title != NULL) {
    lw_painter_text (self->painter, self->x + LW_PLOT_MARGIN_SIDE, y, plot->title, &style);
    lw_painter_measure (self->painter, plot->title, &style, &extents);
  }
  if (plot->paused) {
    const double x = floor (self->x + LW_PLOT_MARGIN_SIDE + extents.width + 10.0);
    const double bars[] = { x, floor (y) - 5.0, 3.0, 10.0, x + 6.0, floor (y) - 5.0, 3.0, 10.0 };

    lw_painter_fill_boxes (self->painter, bars, 2, self->palette->text_2);
  }
  shown =
    place_legend (plot, lw_painter_get_fonts (self->painter), self->x, self->width, lefts, &more);
  for (size_t i = 0; i < shown; i++)
    draw_legend_entry (self, &plot->curves[i], lefts[i], y);
  // A curve alone needs no count.
  if (shown < plot->n_curves && plot->n_curves > 1) {
    LwTextStyle count = legend_style (self->palette);
    char text[24];

    count.colour = self->palette->text_2;
    count.anchor = LW_ANCHOR_END;
    g_snprintf (text, sizeof text, "+%u", (unsigned) (plot->n_curves - shown));
    lw_painter_text (self->painter, more, y, text, &count);
  }
}

int
lw_plot_legend_at (const LwPlot *self,
                   LwFonts *fonts,
                   double x,
                   double y,
                   double width,
                   double px,
                   double py)
{
  const LwPalette no_colours = { 0 };
  const LwTextStyle style = legend_style (&no_colours);
  g_autofree double *lefts = g_new (double, self->n_curves + 1);
  double more;
  const size_t shown = place_legend (self, fonts, x, width, lefts, &more);

  if (py < y || py > y + LW_PLOT_MARGIN_TOP - 2.0)
    return -1;
  for (size_t i = 0; i < shown; i++) {
    LwTextExtents extents;

    lw_fonts_measure (fonts, self->curves[i].label != NULL ? self->curves[i].label : "", &style,
                      &extents);
    if (px >= lefts[i] - 4.0 && px <= lefts[i] + LEGEND_SAMPLE + LEGEND_GAP + extents.width + 4.0)
      return (int) i;
  }
  return -1;
}
