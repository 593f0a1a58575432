// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-plot-paper.h"

#include <glib/gi18n.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <stddef.h>

#include "lw-axis.h"

#define TITLE_HEIGHT 30.0
#define TITLE_SIZE 16.0
#define LEGEND_SIZE 12.0
#define LEGEND_LINE 18.0
#define LEGEND_GAP 6.0
#define LEGEND_TOP 26.0 ///< top of the frame of a plot
/// Largest part of the width of a plot for its legend.
#define LEGEND_PART 0.4
/// Usual height of the text, points.
#define USUAL_TEXT 7.0
/// Part of a shared range that is left free for the name of the axis.
#define NAME_PART 0.1

static const LwWord styles[] = {
  { "light", LW_PLOT_STYLE_LIGHT },
  { "dark", LW_PLOT_STYLE_DARK },
  { "print", LW_PLOT_STYLE_PRINT },
  { NULL },
};

static const LwWord legends[] = {
  { "inside", LW_PLOT_LEGEND_INSIDE },
  { "outside", LW_PLOT_LEGEND_OUTSIDE },
  { NULL },
};

static const LwWord angles[] = {
  { "degrees", LW_ANGLE_DEGREES },
  { "radians", LW_ANGLE_RADIANS },
  { NULL },
};

static const char *const angle_choices[] = { N_ ("Degrees"), N_ ("Radians"), NULL };
static const char *const style_choices[] = { N_ ("Light"), N_ ("Dark"), N_ ("Black print"), NULL };
static const char *const legend_choices[] = { N_ ("In the title line"), N_ ("Beside the plot"),
                                              NULL };

/// Refuses a family that this system does not have, in place of which another would be taken.
static bool
check_font (const char *text, GError **error)
{
  PangoFontFamily **families;
  int n;
  bool found = false;

  pango_font_map_list_families (pango_cairo_font_map_get_default (), &families, &n);
  for (int i = 0; i < n && !found; i++)
    found = g_ascii_strcasecmp (pango_font_family_get_name (families[i]), text) == 0;
  g_free (families);
  if (!found)
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("There is no font “%s” on this system."),
                 text);
  return found;
}

#define MEMBER(member) offsetof (LwPlotPaper, member)

const LwExportOption lw_plot_paper_options[] = {
  { "style", LW_OPTION_CHOICE, MEMBER (style), .words = styles, .choices = style_choices,
    .label = N_ ("Style"), .sentence = N_ ("Colours; print: black, with dashes and markers") },
  { "legend", LW_OPTION_CHOICE, MEMBER (legend), .words = legends, .choices = legend_choices,
    .label = N_ ("Legend"), .sentence = N_ ("Place of the legend, inside or beside each plot") },
  { "angles", LW_OPTION_CHOICE, MEMBER (angles), .words = angles, .choices = angle_choices,
    .label = N_ ("Angles"), .sentence = N_ ("Unit of angles; all other values are in SI units") },
  { "columns", LW_OPTION_NUMBER, MEMBER (columns), 1, 2, .label = N_ ("Columns"),
    .sentence = N_ ("Columns of plots"), .no_dialog = true },
  { "shared", LW_OPTION_FLAG, MEMBER (shared), .label = N_ ("Shared Ranges"),
    .sentence = N_ ("Plots of one unit have one range of values"), .no_dialog = true },
  { "width", LW_OPTION_NUMBER, MEMBER (width), 0, 5000, "mm", .label = N_ ("Width"),
    .sentence = N_ ("Width of the page; 0: the usual one") },
  { "height", LW_OPTION_NUMBER, MEMBER (height), 0, 5000, "mm", .label = N_ ("Height"),
    .sentence = N_ ("Height of the page; 0: the usual one") },
  { "title", LW_OPTION_TEXT, MEMBER (title), .argument = "TEXT", .label = N_ ("Title"),
    .sentence = N_ ("Title above all plots") },
  { "dpi", LW_OPTION_NUMBER, MEMBER (dpi), 30, 1200, .label = N_ ("Dots per Inch of PNG"),
    .sentence = N_ ("Dots per inch of PNG") },
  { "font", LW_OPTION_TEXT, MEMBER (font), .argument = "FAMILY", .placeholder = N_ ("usual"),
    .check = check_font, .label = N_ ("Font"), .sentence = N_ ("Family of the font") },
  { "text", LW_OPTION_NUMBER, MEMBER (text), 0, 100, "pt", .label = N_ ("Height of the Text"),
    .sentence = N_ ("Height of the text, with lines in proportion; 0: the usual one") },
  { NULL },
};

void
lw_plot_paper_init (void *values)
{
  *(LwPlotPaper *) values = (LwPlotPaper){
    .angles = LW_ANGLE_DEGREES,
    .columns = 1,
    .dpi = 254,
  };
}

void
lw_plot_paper_init_palette (const LwPlotPaper *self, LwPalette *palette)
{
  if (self->style == LW_PLOT_STYLE_PRINT)
    lw_palette_init_print (palette);
  else
    lw_palette_init (palette, self->style == LW_PLOT_STYLE_DARK, false);
}

/// Returns the factor of text and lines for the height of the text.
static double
find_factor (const LwPlotPaper *self)
{
  return self->text > 0 ? self->text / USUAL_TEXT : 1;
}

/// Returns the width of the legend beside a plot, px.
static double
find_legend_width (const LwPlot *plot, LwPainter *painter, const LwTextStyle *style, double width)
{
  double longest = 0;

  for (size_t i = 0; i < plot->n_curves; i++) {
    LwTextExtents extents;

    if (plot->curves[i].label == NULL)
      continue;
    lw_painter_measure (painter, plot->curves[i].label, style, &extents);
    longest = fmax (longest, extents.width);
  }
  return fmin (longest + LW_PLOT_LEGEND_SAMPLE + 3 * LEGEND_GAP, LEGEND_PART * width);
}

static void
draw_legend (const LwPlot *plot,
             LwPainter *painter,
             const LwPalette *palette,
             const LwTextStyle *style,
             double width,
             double height)
{
  lw_painter_save (painter);
  lw_painter_clip_rect (painter, 0, 0, width, height);
  for (size_t i = 0; i < plot->n_curves; i++) {
    const double y = LEGEND_TOP + ((double) i + 0.5) * LEGEND_LINE;

    lw_plot_draw_legend_sample (plot, painter, palette, i, y);
    if (plot->curves[i].label != NULL)
      lw_painter_text (painter, LW_PLOT_LEGEND_SAMPLE + LEGEND_GAP, y, plot->curves[i].label,
                       style);
  }
  lw_painter_restore (painter);
}

static void
draw_plot (const LwPlotPaper *self,
           LwPlot *plot,
           LwPainter *painter,
           const LwPalette *palette,
           double width,
           double height)
{
  LwTextStyle style = lw_text_style (LEGEND_SIZE, 500, palette->text);
  double legend = 0;

  style.centred = true;
  if (self->legend == LW_PLOT_LEGEND_OUTSIDE)
    legend = find_legend_width (plot, painter, &style, width);
  plot->units.angle = (LwAngleUnit) self->angles;
  plot->no_legend = self->legend == LW_PLOT_LEGEND_OUTSIDE;
  lw_plot_draw (plot, painter, palette, 0, 0, width - legend, height, NULL);
  if (!plot->no_legend)
    return;
  lw_painter_save (painter);
  lw_painter_translate (painter, width - legend, 0);
  draw_legend (plot, painter, palette, &style, legend, height);
  lw_painter_restore (painter);
}

/// Extends a range by the values of the curves at the left axis.
static void
include_curves (const LwPlot *plot, double *low, double *high)
{
  for (size_t i = 0; i < plot->n_curves; i++) {
    const LwPlotCurve *curve = &plot->curves[i];
    double minimum, maximum;

    if (curve->right || !lw_series_exists (curve->y)
        || !lw_recording_range (curve->y.recording, curve->y.column, 0,
                                lw_series_n_samples (curve->y), &minimum, &maximum))
      continue;
    *low = fmin (*low, minimum);
    *high = fmax (*high, maximum);
  }
}

/// Returns true if two plots may have one range of values: those of one unit that have none yet.
static bool
may_share (const LwPlot *a, const LwPlot *b)
{
  return !a->logarithmic && !b->logarithmic && isnan (a->y_minimum) && isnan (b->y_minimum)
         && g_strcmp0 (a->y_unit, b->y_unit) == 0;
}

/// Gives plots of one unit one range of values.
static void
share_ranges (LwPlot *plots, guint n)
{
  for (guint i = 0; i < n; i++) {
    double low = INFINITY, high = -INFINITY;

    for (guint k = i; k < n; k++)
      if (may_share (&plots[i], &plots[k]))
        include_curves (&plots[k], &low, &high);
    if (!(low <= high))
      continue;
    lw_axis_range (&low, &high);
    // The name of the axis is in the corner above.
    high += NAME_PART * (high - low);
    for (guint k = n; k-- > i;)
      if (may_share (&plots[i], &plots[k])) {
        plots[k].y_minimum = low;
        plots[k].y_maximum = high;
      }
  }
}

void
lw_plot_paper_draw (const LwPlotPaper *self,
                    LwPlot *plots,
                    guint n,
                    LwPainter *painter,
                    double full_width,
                    double full_height,
                    const LwProgress *progress)
{
  const double factor = find_factor (self);
  const double width = full_width / factor, height = full_height / factor;
  const guint n_columns = MIN ((guint) self->columns, MAX (n, 1));
  const guint n_rows = (n + n_columns - 1) / n_columns;
  const double top = self->title != NULL ? TITLE_HEIGHT : 0;
  const double plot_width = width / n_columns;
  const double plot_height = (height - top) / MAX (n_rows, 1);
  LwPalette palette;

  lw_plot_paper_init_palette (self, &palette);
  lw_painter_rect (painter, 0, 0, full_width, full_height);
  lw_painter_fill (painter, palette.paper);
  lw_painter_save (painter);
  lw_painter_scale (painter, factor, factor);
  if (self->title != NULL) {
    LwTextStyle style = lw_text_style (TITLE_SIZE, 600, palette.text);

    style.centred = true;
    style.anchor = LW_ANCHOR_MIDDLE;
    lw_painter_text (painter, 0.5 * width, 0.55 * top, self->title, &style);
  }
  if (self->shared)
    share_ranges (plots, n);
  for (guint i = 0; i < n && !(progress != NULL && lw_progress_is_cancelled (progress)); i++) {
    lw_painter_save (painter);
    lw_painter_translate (painter, (i % n_columns) * plot_width,
                          top + (double) (i / n_columns) * plot_height);
    draw_plot (self, &plots[i], painter, &palette, plot_width, plot_height);
    lw_painter_restore (painter);
    if (progress != NULL)
      lw_progress_tell (progress, (i + 1.0) / n);
  }
  lw_painter_restore (painter);
}
