// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Units of the values beside a plot: those of its axes, with their prefixes.

#include <string.h>

#include "lw-plot.h"

/// Checks the readout and the statistics of a value on the horizontal axis, which take its prefix.
static void
check_unit_of_x (LwRecording *recording,
                 LwFonts *fonts,
                 const char *unit,
                 const char *const *wanted)
{
  const LwPlotCurve curve = { .y = { recording, 0 }, .x.column = 1, .label = "t" };
  LwPainter *painter = lw_painter_new_svg (640.0, 300.0, 0.2, NULL, NULL, fonts);
  LwPlot plot = lw_plot_default ();
  LwPalette palette;
  GString *svg;

  lw_palette_init (&palette, false, false);
  plot.curves = &curve;
  plot.n_curves = 1;
  plot.x_quantity = "v";
  plot.x_unit = unit;
  plot.y_unit = "s";
  plot.hover = 10.0;
  plot.readout = plot.statistics = true;
  lw_plot_draw (&plot, painter, &palette, 0.0, 0.0, 640.0, 300.0, NULL);
  svg = lw_painter_svg_finish (painter);
  for (int i = 0; wanted[i] != NULL; i++)
    g_assert_nonnull (strstr (svg->str, wanted[i]));
  g_string_free (svg, TRUE);
  lw_painter_free (painter);
}

/// Readout and statistics show values in the unit of the axis: "MN" if the axis omits a factor of
/// 1e6, and no power of ten.
static void
test_unit_of_axis (void)
{
  static const struct
  {
    double scale;
    const char *unit;
    const char *readout, *statistics;
  } cases[] = {
    { 3e-4, "m", "300.0\u2009\u00b5m", ">\u00b5m<" },
    { 5e6, "N", "5.000\u2009MN", ">MN<" },
    { 0.3, "m", "0.3000\u2009m", ">m<" },
    { 3e-4, "m/s^2", "3.000\u2009\u00b7\u200910\u207b\u2074\u2009m/s\u00b2", ">m/s\u00b2<" },
  };
  g_autoptr (LwFonts) fonts = lw_fonts_new (NULL);

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++) {
    LwRecording *recording = lw_recording_new (2);
    const LwPlotCurve curve = { .y = { recording, 1 }, .label = "v" };
    LwPainter *painter = lw_painter_new_svg (640.0, 300.0, 0.2, NULL, NULL, fonts);
    LwPlot plot = lw_plot_default ();
    LwPalette palette;
    LwPlotFrame frame;
    GString *svg;

    for (int k = 0; k <= 10; k++)
      g_assert_true (
        lw_recording_append (recording, (const double[]){ k, 0.1 * k * cases[i].scale }));
    lw_palette_init (&palette, false, false);
    plot.curves = &curve;
    plot.n_curves = 1;
    plot.y_quantity = "v";
    plot.y_unit = cases[i].unit;
    plot.cursor = 10.0;
    plot.readout = plot.statistics = true;
    lw_plot_draw (&plot, painter, &palette, 0.0, 0.0, 640.0, 300.0, &frame);
    svg = lw_painter_svg_finish (painter);
    g_test_message ("%s", svg->str);
    g_assert_nonnull (strstr (svg->str, cases[i].readout));
    g_assert_nonnull (strstr (svg->str, cases[i].statistics));
    g_string_free (svg, TRUE);
    lw_painter_free (painter);
    // Only the displayed time is drawn: its readout is equal.
    painter = lw_painter_new_svg (640.0, 300.0, 0.2, NULL, NULL, fonts);
    lw_plot_draw_instant (&plot, painter, &palette, &frame);
    svg = lw_painter_svg_finish (painter);
    g_assert_nonnull (strstr (svg->str, cases[i].readout));
    g_string_free (svg, TRUE);
    lw_painter_free (painter);
    check_unit_of_x (recording, fonts, cases[i].unit,
                     (const char *[]){ cases[i].readout, cases[i].statistics, NULL });
    lw_recording_unref (recording);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot-units/axes", test_unit_of_axis);
  return g_test_run ();
}
