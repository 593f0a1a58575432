// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plots on a page: lines through the samples with all extreme values, black print, legends beside
// the plots, columns.

#include <math.h>
#include <string.h>

#include "lw-export.h"
#include "lw-plot-paper.h"

#define N_SAMPLES 40001
#define SPIKE 12345
#define WIDTH 800.0
#define HEIGHT 350.0

/// Returns a busy oscillation between -1 and 1 with one sample of 5.
static LwRecording *
busy_recording (void)
{
  LwRecording *recording = lw_recording_new (2);

  for (int i = 0; i < N_SAMPLES; i++) {
    const double row[] = { i * 1e-4, i == SPIKE ? 5 : sin (0.7 * i) };

    g_assert_true (lw_recording_append (recording, row));
  }
  return recording;
}

static LwPlot
plot_of (const LwPlotCurve *curves, size_t n)
{
  LwPlot plot = lw_plot_default ();

  plot.curves = curves;
  plot.n_curves = n;
  plot.exact = true;
  plot.y_quantity = "y";
  plot.y_unit = "m";
  plot.y_minimum = -5;
  plot.y_maximum = 5;
  return plot;
}

static char *
dup_svg (const LwPlotPaper *paper, LwPlot *plots, guint n)
{
  g_autoptr (LwFonts) fonts = lw_fonts_new ("DejaVu Sans");
  g_autoptr (LwPainter) painter =
    lw_painter_new_svg (WIDTH, HEIGHT, LW_EXPORT_MM_PER_PX, NULL, NULL, fonts);
  GString *svg;

  lw_plot_paper_draw (paper, plots, n, painter, WIDTH, HEIGHT, NULL);
  svg = lw_painter_svg_finish (painter);
  return g_string_free (svg, FALSE);
}

static LwPlotPaper
default_paper (void)
{
  LwPlotPaper paper;

  lw_plot_paper_init (&paper);
  return paper;
}

/// A line has at most four points in 0.05 mm, the lowest and the highest among them, and nothing is
/// filled.
static void
test_busy (void)
{
  LwRecording *recording = busy_recording ();
  const LwPlotCurve curve = { .y = { recording, 1 }, .label = "busy" };
  LwPlotPaper paper = default_paper ();
  LwPlot plot = plot_of (&curve, 1);
  g_autofree char *svg = dup_svg (&paper, &plot, 1);
  const char *longest = NULL;
  gsize most = 0, n_points = 0;
  double top = INFINITY;
  int at_top = 0;

  for (const char *path = svg; (path = strstr (path, "<path d=\"")) != NULL; path++) {
    const gsize length = strcspn (path + strlen ("<path d=\""), "\"");

    if (length > most) {
      most = length;
      longest = path + strlen ("<path d=\"");
    }
  }
  g_assert_nonnull (longest);
  g_assert_true (strncmp (longest + most, "\" fill=\"none\"", strlen ("\" fill=\"none\"")) == 0);
  for (const char *at = longest; at < longest + most; at++)
    if (*at == 'M' || *at == 'L') {
      char *end;
      double y;

      g_ascii_strtod (at + 1, &end);
      y = g_ascii_strtod (end, NULL);
      at_top = y < top ? 1 : at_top + (y == top);
      top = fmin (top, y);
      n_points++;
    }
  // The page has 4 cells in a px.
  g_assert_cmpuint (n_points, <=, (gsize) (4 * 4 * WIDTH));
  g_assert_cmpuint (n_points, >, (gsize) (2 * WIDTH));
  // The spike occurs once, at the top of the axis.
  g_assert_cmpint (at_top, ==, 1);
  g_assert_cmpfloat (top, <, 60);
  lw_recording_unref (recording);
}

static guint
count (const char *text, const char *part)
{
  guint n = 0;

  for (const char *at = text; (at = strstr (at, part)) != NULL; at++)
    n++;
  return n;
}

/// Twelve curves in black: no colour, and all names in a legend beside the plot.
static void
test_print (void)
{
  LwRecording *recording = busy_recording ();
  LwPlotPaper paper = default_paper ();
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);
  LwPlotCurve curves[12] = { { .hidden = false } };
  g_autofree char *coloured = NULL, *black = NULL;
  LwPlot plot;

  for (guint i = 0; i < G_N_ELEMENTS (curves); i++) {
    g_ptr_array_add (labels, g_strdup_printf ("Curve number %u", i));
    curves[i] = (LwPlotCurve){ .y = { recording, 1 }, .label = labels->pdata[i], .style = i };
  }
  plot = plot_of (curves, G_N_ELEMENTS (curves));
  coloured = dup_svg (&paper, &plot, 1);
  g_assert_cmpuint (count (coloured, "#D55E00"), >, 0);
  paper.style = LW_PLOT_STYLE_PRINT;
  paper.legend = LW_PLOT_LEGEND_OUTSIDE;
  paper.title = (char *) "Above all";
  black = dup_svg (&paper, &plot, 1);
  g_assert_cmpuint (count (black, "#D55E00") + count (black, "#0072B2"), ==, 0);
  g_assert_cmpuint (count (black, ">Curve number "), ==, G_N_ELEMENTS (curves));
  g_assert_cmpuint (count (black, ">Above all<"), ==, 1);
  lw_recording_unref (recording);
}

/// Plots in two columns have the left half and the right half of the page.
static void
test_columns (void)
{
  LwRecording *recording = busy_recording ();
  const LwPlotCurve curve = { .y = { recording, 1 }, .label = "a" };
  LwPlotPaper paper = default_paper ();
  LwPlot plots[3];
  g_autofree char *svg = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (plots); i++)
    plots[i] = plot_of (&curve, 1);
  paper.columns = 2;
  svg = dup_svg (&paper, plots, G_N_ELEMENTS (plots));
  g_assert_cmpuint (count (svg, "<clipPath"), >=, 2);
  g_assert_cmpuint (count (svg, ">a<"), ==, 3);
  lw_recording_unref (recording);
}

/// Plots of one unit share a range that has all their values; others keep their own.
static void
test_shared (void)
{
  LwRecording *low = lw_recording_new (2), *high = lw_recording_new (2);
  LwPlotPaper paper = default_paper ();
  LwPlot plots[3];

  for (int i = 0; i < 10; i++) {
    g_assert_true (lw_recording_append (low, (const double[]){ i, -7 + 0.1 * i }));
    g_assert_true (lw_recording_append (high, (const double[]){ i, 100 + i }));
  }
  const LwPlotCurve curves[] = { { .y = { low, 1 } }, { .y = { high, 1 } } };
  for (int i = 0; i < 3; i++) {
    plots[i] = plot_of (&curves[i % 2], 1);
    plots[i].y_minimum = plots[i].y_maximum = NAN;
  }
  plots[2].y_unit = "N";
  paper.shared = true;
  g_free (dup_svg (&paper, plots, 3));
  g_assert_cmpfloat (plots[0].y_minimum, ==, plots[1].y_minimum);
  g_assert_cmpfloat (plots[0].y_maximum, ==, plots[1].y_maximum);
  g_assert_cmpfloat (plots[0].y_minimum, <=, -7);
  g_assert_cmpfloat (plots[0].y_maximum, >=, 109);
  g_assert_cmpfloat (plots[2].y_maximum, <, 0);
  lw_recording_unref (low);
  lw_recording_unref (high);
}

/// The height of the text scales all of it; an unknown font is refused.
static void
test_text (void)
{
  LwRecording *recording = busy_recording ();
  const LwPlotCurve curve = { .y = { recording, 1 } };
  LwPlotPaper paper = default_paper ();
  LwPlot plot = plot_of (&curve, 1);
  g_autofree char *usual = dup_svg (&paper, &plot, 1);
  g_autoptr (GError) error = NULL;
  g_autofree char *twice = NULL;

  paper.text = 14;
  twice = dup_svg (&paper, &plot, 1);
  g_assert_null (strstr (usual, "matrix(2 0 0 2 "));
  g_assert_nonnull (strstr (twice, "matrix(2 0 0 2 "));
  g_assert_false (lw_export_option_set (lw_export_option_find (lw_plot_paper_options, "font"),
                                        &paper, "No Such Font", &error));
  g_assert_nonnull (error);
  g_assert_null (paper.font);
  lw_recording_unref (recording);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot-paper/busy", test_busy);
  g_test_add_func ("/plot-paper/print", test_print);
  g_test_add_func ("/plot-paper/columns", test_columns);
  g_test_add_func ("/plot-paper/shared", test_shared);
  g_test_add_func ("/plot-paper/text", test_text);
  return g_test_run ();
}
