// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Layout of the title line of a plot and its legend, which continues in lines below.

#include "lw-plot-geometry.h"

#include <math.h>

#define LEGEND_PITCH 14.0 ///< px, between entries
#define COUNT_WIDTH 34.0  ///< px, for the number of omitted entries
#define PAUSE_WIDTH 24.0
#define LEAST_LABEL 24.0   ///< px, least width of a shortened label
#define LEAST_HEIGHT 120.0 ///< px, least height of title, curves and axis
#define LARGEST_PART 0.25  ///< largest part of the height for the lines of the legend

LwTextStyle
lw_plot_title_style (const LwPlot *plot, LwColour colour)
{
  LwTextStyle style = lw_text_style (lw_plot_letters (plot, 12.5), 600, colour);

  style.centred = true;
  return style;
}

LwTextStyle
lw_plot_legend_style (const LwPlot *plot, LwColour colour)
{
  LwTextStyle style = lw_text_style (lw_plot_letters (plot, 12.0), 500, colour);

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

/// Returns the middle of the title line (0), or of a line of the legend below it, px from the top.
static double
line_y (const LwPlot *plot, size_t line)
{
  return lw_plot_letters (plot, LW_PLOT_TITLE_LINE)
         + (double) line * lw_plot_letters (plot, LW_PLOT_LEGEND_LINE);
}

/// Returns the number of lines below the title line that a plot of this height can spare.
static size_t
count_spare_lines (const LwPlot *plot, double height)
{
  const double spare =
    MIN (height - lw_plot_foot_height (plot, height) - LEAST_HEIGHT, LARGEST_PART * height);

  return spare > 0.0 ? (size_t) (spare / lw_plot_letters (plot, LW_PLOT_LEGEND_LINE)) : 0;
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

const char *
lw_plot_legend_label (const LwPlot *plot, const LwPlotLegendEntry *entry)
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
  const LwTextStyle style = lw_plot_legend_style (plot, (LwColour){ 0 });
  double used = 0.0;
  size_t first = 0;

  while (self->n_shown < self->n_entries) {
    const char *label = lw_plot_legend_label (plot, &self->entries[self->n_shown]);
    LwPlotLegendEntry *entry = &self->entries[self->n_shown];
    const bool is_last_line = self->n_lines == n_spare;
    const double before = used > 0.0 ? used + LEGEND_PITCH : 0.0;
    // Leave space for the count of omitted entries.
    const double count = is_last_line && self->n_shown + 1 < self->n_entries
                           ? lw_plot_letters (plot, COUNT_WIDTH)
                           : 0.0;
    const double left = (self->n_lines > 0 ? room : first_room) - before - LW_PLOT_LEGEND_SAMPLE
                        - LW_PLOT_LEGEND_GAP - count;
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
    entry->y = line_y (plot, self->n_lines);
    entry->width = LW_PLOT_LEGEND_SAMPLE + LW_PLOT_LEGEND_GAP + width;
    used = before + entry->width;
    self->n_shown++;
  }
  if (self->n_shown < self->n_entries)
    used += lw_plot_letters (plot, COUNT_WIDTH);
  end_line (self, first, -used);
}

void
lw_plot_legend_init (LwPlotLegend *self,
                     const LwPlot *plot,
                     LwFonts *fonts,
                     double width,
                     double height)
{
  const LwTextStyle style = lw_plot_title_style (plot, (LwColour){ 0 });
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
    self->entries[i].x += width - LW_PLOT_MARGIN_SIDE
                          - (self->entries[i].y > line_y (plot, 0) ? 0.0 : plot->title_room);
  self->more_x = width - LW_PLOT_MARGIN_SIDE - (self->n_lines > 0 ? 0.0 : plot->title_room);
  self->more_y = line_y (plot, self->n_lines);
}

void
lw_plot_legend_clear (LwPlotLegend *self)
{
  for (size_t i = 0; i < self->n_shown; i++)
    g_free (self->entries[i].label);
  g_clear_pointer (&self->entries, g_free);
  g_clear_pointer (&self->title, g_free);
}

int
lw_plot_legend_at (const LwPlot *plot,
                   LwFonts *fonts,
                   double width,
                   double height,
                   double px,
                   double py)
{
  const double line = lw_plot_letters (plot, LW_PLOT_LEGEND_LINE);
  const double count = lw_plot_letters (plot, COUNT_WIDTH);
  LwPlotLegend legend;
  int found = LW_PLOT_LEGEND_NONE;

  lw_plot_legend_init (&legend, plot, fonts, width, height);
  for (size_t i = 0; i < legend.n_shown && found < 0; i++) {
    const LwPlotLegendEntry *entry = &legend.entries[i];

    // Allow more height if there is no other line to press.
    const bool is_between = entry->y > line_y (plot, 0) || (legend.n_lines > 0 && py > entry->y);

    if (fabs (py - entry->y) <= 0.5 * line + (is_between ? 0.0 : 4.0) && px >= entry->x - 4.0
        && px <= entry->x + entry->width + 4.0)
      found = (int) entry->curve;
  }
  if (found < 0 && legend.n_shown < legend.n_entries && legend.n_entries > 1
      && fabs (py - legend.more_y) <= 0.5 * line
      && fabs (px - legend.more_x + 0.5 * count) <= 0.5 * count)
    found = LW_PLOT_LEGEND_MORE;
  lw_plot_legend_clear (&legend);
  return found;
}
