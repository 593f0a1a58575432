// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The title line of a plot: its name, the pause sign, and the legend, which continues in lines
// below.

#include "lw-plot-private.h"

#include <math.h>

#define TITLE_LINE 12.0   ///< px, from the top to the middle of the title
#define LEGEND_GAP 6.0    ///< px, between a line sample and its label
#define LEGEND_PITCH 14.0 ///< px, between entries
#define COUNT_WIDTH 34.0  ///< px, for the number of omitted entries
#define PAUSE_WIDTH 24.0
#define LEAST_LABEL 24.0   ///< px, least width of a shortened label
#define LEAST_HEIGHT 120.0 ///< px, least height of title, curves and axis
#define LARGEST_PART 0.25  ///< largest part of the height for the lines of the legend

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

static double
measure (LwFonts *fonts, const char *text, const LwTextStyle *style)
{
  LwTextExtents extents;

  lw_fonts_measure (fonts, text, style, &extents);
  return extents.width;
}

char *
lw_plot_dup_shortened (LwFonts *fonts, const char *text, const LwTextStyle *style, double room)
{
  char *shortened = g_strdup (text);

  for (glong n = g_utf8_strlen (text, -1); n > 0 && measure (fonts, shortened, style) > room; n--) {
    g_autofree char *part = g_utf8_substring (text, 0, n - 1);

    g_free (shortened);
    shortened = g_strdup_printf ("%s…", g_strchomp (part));
  }
  return shortened;
}

// ---- layout of the legend -------------------------------------------------------------------

/// Returns the number of lines below the title line that a plot of this height can spare.
static size_t
count_spare_lines (const LwPlot *plot, double height)
{
  const double spare =
    MIN (height - lw_plot_foot_height (plot, height) - LEAST_HEIGHT, LARGEST_PART * height);

  return spare > 0.0 ? (size_t) (spare / LW_PLOT_LEGEND_LINE) : 0;
}

/// Moves the entries of a line to its right end.
static void
end_line (LwPlotLegend *legend, size_t first, double right)
{
  for (size_t i = first; i < legend->n_shown; i++)
    legend->entries[i].x += right;
}

/// Returns true if the curve belongs to a run that an earlier curve has entered.
static bool
is_entered (const LwPlot *plot, size_t curve)
{
  bool entered = false;

  for (size_t i = 0; plot->curves[curve].run != NULL && i < curve && !entered; i++)
    entered = plot->curves[i].other_run == plot->curves[curve].other_run;
  return entered;
}

static void
find_entries (LwPlotLegend *self, const LwPlot *plot)
{
  for (size_t i = 0; i < plot->n_curves; i++)
    if (!is_entered (plot, i))
      self->entries[self->n_entries++].curve = i;
}

static const char *
get_label (const LwPlot *plot, const LwPlotLegendEntry *entry)
{
  const LwPlotCurve *curve = &plot->curves[entry->curve];

  if (entry->label != NULL)
    return entry->label;
  if (curve->run != NULL)
    return curve->run;
  return curve->label != NULL ? curve->label : "";
}

/// Places as many entries as fit beside the title and then in further lines.
static void
place_entries (LwPlotLegend *self,
               const LwPlot *plot,
               LwFonts *fonts,
               double first_room,
               double room,
               size_t n_spare)
{
  static const LwPalette no_colours = { 0 };
  const LwTextStyle style = legend_style (&no_colours);
  double used = 0.0;
  size_t first = 0;

  while (self->n_shown < self->n_entries) {
    const char *label = get_label (plot, &self->entries[self->n_shown]);
    LwPlotLegendEntry *entry = &self->entries[self->n_shown];
    const bool is_last_line = self->n_lines == n_spare;
    const double before = used > 0.0 ? used + LEGEND_PITCH : 0.0;
    // Leave space for the count of omitted entries.
    const double count = is_last_line && self->n_shown + 1 < self->n_entries ? COUNT_WIDTH : 0.0;
    const double left =
      (self->n_lines > 0 ? room : first_room) - before - LW_PLOT_LEGEND_SAMPLE - LEGEND_GAP - count;
    double width = measure (fonts, label, &style);

    if (width > left && !is_last_line && (used > 0.0 || self->n_lines == 0)) {
      end_line (self, first, -used);
      first = self->n_shown;
      used = 0.0;
      self->n_lines++;
      continue;
    }
    if (width > left && (used > 0.0 || left < LEAST_LABEL))
      break;
    if (width > left) {
      entry->label = lw_plot_dup_shortened (fonts, label, &style, left);
      width = measure (fonts, entry->label, &style);
    }
    entry->x = before;
    entry->y = TITLE_LINE + (double) self->n_lines * LW_PLOT_LEGEND_LINE;
    entry->width = LW_PLOT_LEGEND_SAMPLE + LEGEND_GAP + width;
    used = before + entry->width;
    self->n_shown++;
  }
  if (self->n_shown < self->n_entries)
    used += COUNT_WIDTH;
  end_line (self, first, -used);
}

void
lw_plot_legend_init (LwPlotLegend *self,
                     const LwPlot *plot,
                     LwFonts *fonts,
                     double width,
                     double height)
{
  static const LwPalette no_colours = { 0 };
  const LwTextStyle style = title_style (&no_colours);
  const double room = width - 2.0 * LW_PLOT_MARGIN_SIDE;
  // The legend keeps its place when the pause sign appears or disappears.
  const double title_room = room - plot->title_room - PAUSE_WIDTH;
  double first_room;

  *self = (LwPlotLegend){ .entries = g_new0 (LwPlotLegendEntry, plot->n_curves + 1) };
  self->title =
    lw_plot_dup_shortened (fonts, plot->title != NULL ? plot->title : "", &style, title_room);
  first_room = title_room - measure (fonts, self->title, &style) - 2.0 * LEGEND_PITCH;
  find_entries (self, plot);
  if (!plot->no_legend)
    place_entries (self, plot, fonts, first_room, room, count_spare_lines (plot, height));
  for (size_t i = 0; i < self->n_shown; i++)
    self->entries[i].x +=
      width - LW_PLOT_MARGIN_SIDE - (self->entries[i].y > TITLE_LINE ? 0.0 : plot->title_room);
  self->more_x = width - LW_PLOT_MARGIN_SIDE - (self->n_lines > 0 ? 0.0 : plot->title_room);
  self->more_y = TITLE_LINE + (double) self->n_lines * LW_PLOT_LEGEND_LINE;
}

void
lw_plot_legend_clear (LwPlotLegend *self)
{
  for (size_t i = 0; i < self->n_shown; i++)
    g_free (self->entries[i].label);
  g_clear_pointer (&self->entries, g_free);
  g_clear_pointer (&self->title, g_free);
}

// ---- drawing --------------------------------------------------------------------------------

static void
draw_legend_entry (const LwPlotDrawing *self, size_t index)
{
  const LwPlotLegendEntry *entry = &self->legend.entries[index];
  const LwPlotCurve *curve = &self->plot->curves[entry->curve];
  const double x = self->x + entry->x, y = self->y + entry->y;
  LwTextStyle style = legend_style (self->palette);
  LwCurveStyle line;

  if (curve->run != NULL)
    lw_plot_run_style (self, curve, &line);
  else
    lw_plot_curve_style (self, curve, &line);
  if (curve->hidden)
    style.colour = self->palette->text_2;
  else
    lw_plot_draw_style (self, &line, x, y, LW_PLOT_LEGEND_SAMPLE);
  lw_painter_text (self->painter, x + LW_PLOT_LEGEND_SAMPLE + LEGEND_GAP, y,
                   get_label (self->plot, entry), &style);
  if (!curve->hidden)
    return;
  lw_painter_line (self->painter, x, y, x + entry->width, y);
  lw_painter_stroke (self->painter, style.colour, 1.0);
}

void
lw_plot_draw_title (const LwPlotDrawing *self)
{
  const LwPlot *plot = self->plot;
  const LwPlotLegend *legend = &self->legend;
  const LwTextStyle style = title_style (self->palette);
  const double y = self->y + TITLE_LINE;
  LwTextExtents extents = { 0 };

  lw_painter_text (self->painter, self->x + LW_PLOT_MARGIN_SIDE, y, legend->title, &style);
  lw_painter_measure (self->painter, legend->title, &style, &extents);
  if (plot->paused) {
    const double x = floor (self->x + LW_PLOT_MARGIN_SIDE + extents.width + 10.0);
    const double bars[] = { x, floor (y) - 5.0, 3.0, 10.0, x + 6.0, floor (y) - 5.0, 3.0, 10.0 };

    lw_painter_fill_boxes (self->painter, bars, 2, self->palette->text_2);
  }
  for (size_t i = 0; i < legend->n_shown; i++)
    draw_legend_entry (self, i);
  // A single curve needs no count.
  if (legend->n_shown < legend->n_entries && legend->n_entries > 1 && !plot->no_legend) {
    LwTextStyle count = legend_style (self->palette);
    char text[24];

    count.colour = self->palette->text_2;
    count.anchor = LW_ANCHOR_END;
    g_snprintf (text, sizeof text, "+%u", (unsigned) (legend->n_entries - legend->n_shown));
    lw_painter_text (self->painter, self->x + legend->more_x, self->y + legend->more_y, text,
                     &count);
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

int
lw_plot_legend_at (const LwPlot *self,
                   LwFonts *fonts,
                   double width,
                   double height,
                   double px,
                   double py)
{
  LwPlotLegend legend;
  int found = LW_PLOT_LEGEND_NONE;

  lw_plot_legend_init (&legend, self, fonts, width, height);
  for (size_t i = 0; i < legend.n_shown && found < 0; i++) {
    const LwPlotLegendEntry *entry = &legend.entries[i];

    // Allow more height if there is no other line to press.
    const bool is_between = entry->y > TITLE_LINE || (legend.n_lines > 0 && py > entry->y);

    if (fabs (py - entry->y) <= 0.5 * LW_PLOT_LEGEND_LINE + (is_between ? 0.0 : 4.0)
        && px >= entry->x - 4.0 && px <= entry->x + entry->width + 4.0)
      found = (int) entry->curve;
  }
  if (found < 0 && legend.n_shown < legend.n_entries && legend.n_entries > 1
      && fabs (py - legend.more_y) <= 0.5 * LW_PLOT_LEGEND_LINE
      && fabs (px - legend.more_x + 0.5 * COUNT_WIDTH) <= 0.5 * COUNT_WIDTH)
    found = LW_PLOT_LEGEND_MORE;
  lw_plot_legend_clear (&legend);
  return found;
}
