// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plots: columns compared with brute force, ranges, the drawing of zeros and gaps, the legend.

#include <math.h>
#include <string.h>

#include "testing-seed.h"
#include "lw-plot.h"
#include "plots.h"

/// Records samples at irregular times, some equal, with gaps.
static LwRecording *
random_recording (GRand *rand, size_t n)
{
  LwRecording *recording = lw_recording_new (2);
  double t = 0.0;

  for (size_t i = 0; i < n; i++) {
    const double sample[2] = {
      t,
      g_rand_int_range (rand, 0, 40) == 0 ? NAN : g_rand_double_range (rand, -1.0, 1.0),
    };

    g_assert_true (lw_recording_append (recording, sample));
    if (g_rand_int_range (rand, 0, 5) > 0)
      t += g_rand_double_range (rand, 0.0, 0.02);
  }
  return recording;
}

static void
compare_columns (LwRecording *recording, double low, double high, size_t n)
{
  g_autofree LwPlotColumn *columns = g_new (LwPlotColumn, n);
  const LwSeries series = { recording, 1 };
  const size_t n_samples = lw_series_n_samples (series);

  lw_plot_columns (series, low, high, columns, n);
  for (size_t c = 0; c < n; c++) {
    const double left = low + (high - low) / (double) n * (double) c;
    const double right = low + (high - low) / (double) n * (double) (c + 1);
    LwPlotColumn brute = { .minimum = INFINITY, .maximum = -INFINITY, .begin = n_samples };

    for (size_t i = 0; i < n_samples; i++) {
      const double t = lw_recording_value (recording, 0, i);
      const double y = lw_recording_value (recording, 1, i);

      if (t < left || t > high || (t >= right && c + 1 < n))
        continue;
      brute.begin = MIN (brute.begin, i);
      brute.end = i + 1;
      if (!isfinite (y))
        continue;
      brute.any = true;
      brute.minimum = MIN (brute.minimum, y);
      brute.maximum = MAX (brute.maximum, y);
    }
    g_assert_true (brute.any == columns[c].any);
    if (brute.end == 0) {
      g_assert_cmpuint (columns[c].begin, ==, columns[c].end);
      continue;
    }
    g_assert_cmpuint (brute.begin, ==, columns[c].begin);
    g_assert_cmpuint (brute.end, ==, columns[c].end);
    if (!brute.any)
      continue;
    g_assert_cmpfloat (brute.minimum, ==, columns[c].minimum);
    g_assert_cmpfloat (brute.maximum, ==, columns[c].maximum);
  }
}

static void
test_columns (void)
{
  static const size_t sizes[] = { 0, 1, 2, 31, 1024, 1025, 5000 };
  GRand *rand = g_rand_new_with_seed (testing_seed (17));

  for (size_t i = 0; i < G_N_ELEMENTS (sizes); i++) {
    LwRecording *recording = random_recording (rand, sizes[i]);

    compare_columns (recording, 0.0, 40.0, 120);
    compare_columns (recording, -3.0, 1.0, 7);
    compare_columns (recording, 5.0, 5.5, 300);
    compare_columns (recording, 1e3, 2e3, 10);
    lw_recording_unref (recording);
  }
  g_rand_free (rand);
}

/// A drawing of 640 x 204 px whose pixels can be read.
typedef struct
{
  cairo_surface_t *surface;
  cairo_t *cairo;
  LwFonts *fonts;
  LwPainter *painter;
  LwPalette palette;
} Canvas;

static void
canvas_init (Canvas *self)
{
  self->surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 640, 204);
  self->cairo = cairo_create (self->surface);
  self->fonts = lw_fonts_new ("DejaVu Sans");
  self->painter = lw_painter_new_cairo (self->cairo, self->fonts);
  lw_palette_init (&self->palette, false, false);
}

static void
canvas_clear (Canvas *self)
{
  g_assert_cmpint (cairo_status (self->cairo), ==, CAIRO_STATUS_SUCCESS);
  lw_painter_free (self->painter);
  lw_fonts_unref (self->fonts);
  cairo_destroy (self->cairo);
  cairo_surface_destroy (self->surface);
}

/// Counts the pixels near a colour inside the frame.
static int
count_pixels (Canvas *self, const LwPlotFrame *frame, LwColour colour)
{
  const int wanted[3] = { (int) lround (colour.blue * 255), (int) lround (colour.green * 255),
                          (int) lround (colour.red * 255) };
  const unsigned char *data;
  int count = 0;

  cairo_surface_flush (self->surface);
  data = cairo_image_surface_get_data (self->surface);
  for (int y = (int) frame->y; y < (int) (frame->y + frame->height); y++)
    for (int x = (int) frame->x + 1; x < (int) (frame->x + frame->width); x++) {
      const unsigned char *pixel =
        data + y * cairo_image_surface_get_stride (self->surface) + 4 * x;

      count +=
        abs (pixel[0] - wanted[0]) + abs (pixel[1] - wanted[1]) + abs (pixel[2] - wanted[2]) < 24;
    }
  return count;
}

/// A run drawn from few samples, and by lines through columns, covers the same pixels.
static void
test_dense_is_the_same_line (void)
{
  int inked[2];

  for (int dense = 0; dense < 2; dense++) {
    LwRecording *recording = lw_recording_new (2);
    const size_t n = dense ? 200001 : 1001;
    const LwPlotCurve curve = { .y = { recording, 1 }, .label = "B" };
    LwPlot plot = lw_plot_default ();
    LwPlotFrame frame;
    Canvas canvas;

    for (size_t i = 0; i < n; i++) {
      const double t = 4.0 * (double) i / (double) (n - 1);
      const double sample[2] = { t, sin (2.0 * G_PI * t) };
      lw_recording_append (recording, sample);
    }
    plot.curves = &curve;
    plot.n_curves = 1;
    canvas_init (&canvas);
    lw_painter_rect (canvas.painter, 0.0, 0.0, 640.0, 204.0);
    lw_painter_fill (canvas.painter, canvas.palette.paper);
    lw_plot_draw (&plot, canvas.painter, &canvas.palette, 0.0, 0.0, 640.0, 204.0, &frame);
    inked[dense] = count_pixels (&canvas, &frame, lw_colour (0xD55E00));
    canvas_clear (&canvas);
    lw_recording_unref (recording);
  }
  g_assert_cmpint (inked[0], >, 400);
  g_assert_cmpint (abs (inked[0] - inked[1]), <, inked[0] / 10);
}

static void
test_frame (void)
{
  LwRecording *recording = plot_recording (401);
  const LwPlotCurve curve = { .y = { recording, 1 }, .label = "B" };
  LwPlot plot = lw_plot_default ();
  LwPlotFrame frame;
  Canvas canvas;

  plot.curves = &curve;
  plot.n_curves = 1;
  canvas_init (&canvas);
  lw_plot_draw (&plot, canvas.painter, &canvas.palette, 0.0, 0.0, 640.0, 204.0, &frame);
  g_assert_cmpfloat (frame.x, ==, 54.0);
  g_assert_cmpfloat (frame.x + frame.width, ==, 628.0);
  g_assert_cmpfloat (frame.y, ==, 26.0);
  g_assert_cmpfloat (frame.y + frame.height, ==, 174.0);
  g_assert_cmpfloat (frame.x_scale.minimum, ==, 0.0);
  g_assert_cmpfloat (frame.x_scale.maximum, ==, 4.0);
  g_assert_cmpfloat (frame.y_scale.minimum, ==, 0.0);
  g_assert_cmpfloat_with_epsilon (lw_scale_unmap (&frame.x_scale, frame.x + 0.5 * frame.width), 2.0,
                                  1e-9);
  // Wide numbers push the frame to the right.
  plot.y_minimum = 0.1234567;
  plot.y_maximum = 0.1234568;
  lw_plot_draw (&plot, canvas.painter, &canvas.palette, 0.0, 0.0, 640.0, 204.0, &frame);
  g_assert_cmpfloat (frame.x, >, 54.0);
  canvas_clear (&canvas);
  lw_recording_unref (recording);
}

/// Values within round-off lie on zero.
static void
test_round_off (void)
{
  LwRecording *recording = lw_recording_new (2);
  LwPlotCurve curve = { .y = { recording, 1 }, .label = "B", .round_off = 1e-15 };
  LwPlot plot = lw_plot_default ();
  LwPlotFrame frame;
  Canvas canvas;

  for (int i = 0; i <= 100; i++) {
    const double sample[2] = { 0.01 * i, i % 2 == 0 ? 2e-17 : -1e-17 };

    lw_recording_append (recording, sample);
  }
  plot.curves = &curve;
  plot.n_curves = 1;
  canvas_init (&canvas);
  plot.y_unit = "N";
  lw_plot_draw (&plot, canvas.painter, &canvas.palette, 0.0, 0.0, 640.0, 204.0, &frame);
  g_assert_cmpfloat (frame.y_scale.minimum, ==, -1.0);
  g_assert_cmpfloat (frame.y_scale.maximum, ==, 1.0);
  curve.round_off = 1e-17;
  lw_plot_draw (&plot, canvas.painter, &canvas.palette, 0.0, 0.0, 640.0, 204.0, &frame);
  g_assert_cmpfloat (frame.y_scale.minimum, ==, 0.0);
  g_assert_cmpfloat (frame.y_scale.maximum, <, 1e-16);
  // The force can still be displayed.
  curve.round_off = 1e-15;
  plot.y_minimum = -1e-16;
  plot.y_maximum = 1e-16;
  lw_plot_draw (&plot, canvas.painter, &canvas.palette, 0.0, 0.0, 640.0, 204.0, &frame);
  g_assert_cmpfloat (frame.y_scale.maximum, ==, 1e-16);
  canvas_clear (&canvas);
  lw_recording_unref (recording);
}

/// Returns the darkness of the middle part of the frame from one value to another, 0 to 1.
static double
ink_between (Canvas *canvas, const LwPlotFrame *frame, double low, double high)
{
  const int top = (int) lw_scale_map (&frame->y_scale, high) + 2;
  const int bottom = (int) lw_scale_map (&frame->y_scale, low) - 2;
  const int stride = cairo_image_surface_get_stride (canvas->surface);
  const unsigned char *data;
  double sum = 0.0;
  int n = 0;

  cairo_surface_flush (canvas->surface);
  data = cairo_image_surface_get_data (canvas->surface);
  for (int y = top; y < bottom; y++)
    for (int x = (int) (frame->x + 0.3 * frame->width); x < frame->x + 0.6 * frame->width; x++) {
      const unsigned char *px = &data[y * stride + 4 * x];

      // Relative to the white background.
      sum += (px[3] - px[1]) / 255.0;
      n++;
    }
  return n > 0 ? sum / n : NAN;
}

/// On a logarithmic axis the range of round-off is shaded, with its limit in view; a curve that
/// stays within it is drawn as an envelope, one that leaves it as a line. A linear axis has no
/// band.
static void
test_noise (void)
{
  LwRecording *recording = lw_recording_new (3);
  LwPlotCurve curve = { .y = { recording, 1 }, .label = "B", .round_off = 1e-14 };
  LwPlot plot = lw_plot_default ();
  LwPlotFrame frame;
  Canvas canvas;

  for (int i = 0; i <= 500; i++) {
    const double sample[3] = { 0.002 * i, i % 3 == 0 ? 0.0 : 1e-16 * (1 + i % 7), 1e-9 };

    lw_recording_append (recording, sample);
  }
  plot.curves = &curve;
  plot.n_curves = 1;
  plot.y_unit = "m";
  plot.logarithmic = true;
  canvas_init (&canvas);
  lw_plot_draw (&plot, canvas.painter, &canvas.palette, 0.0, 0.0, 640.0, 204.0, &frame);
  g_assert_cmpfloat (frame.y_scale.maximum, >=, 1e-13);
  g_assert_cmpfloat (frame.y_scale.minimum, >=, 1e-18);
  // Background, band, envelope.
  g_assert_cmpfloat (ink_between (&canvas, &frame, 2e-14, 8e-14), <, 0.01);
  g_assert_cmpfloat (ink_between (&canvas, &frame, 2e-15, 8e-15), >, 0.03);
  g_assert_cmpfloat (ink_between (&canvas, &frame, 2e-15, 8e-15), <, 0.1);
  g_assert_cmpfloat (ink_between (&canvas, &frame, frame.y_scale.minimum, 5e-16), >, 0.15);
  canvas_clear (&canvas);
  // A significant curve is a line, far above.
  curve.y.column = 2;
  canvas_init (&canvas);
  lw_plot_draw (&plot, canvas.painter, &canvas.palette, 0.0, 0.0, 640.0, 204.0, &frame);
  g_assert_cmpfloat (frame.y_scale.minimum, >, 1e-11);
  canvas_clear (&canvas);
  plot.logarithmic = false;
  plot.y_minimum = -1.0;
  plot.y_maximum = 1.0;
  canvas_init (&canvas);
  lw_plot_draw (&plot, canvas.painter, &canvas.palette, 0.0, 0.0, 640.0, 204.0, &frame);
  g_assert_cmpfloat (ink_between (&canvas, &frame, -0.9, -0.6), <, 0.01);
  canvas_clear (&canvas);
  lw_recording_unref (recording);
}

/// In a file a curve of few samples is a line through them, regardless of its oscillation.
static void
test_exact (void)
{
  LwRecording *recording = lw_recording_new (2);
  const LwPlotCurve curve = { .y = { recording, 1 }, .label = "B" };
  LwPlot plot = lw_plot_default ();
  g_autoptr (LwFonts) fonts = lw_fonts_new (NULL);
  LwPalette palette;
  gsize length[2];

  for (int i = 0; i <= 500; i++) {
    const double sample[2] = { 0.002 * i, i % 2 == 0 ? 1.0 : -1.0 };

    lw_recording_append (recording, sample);
  }
  plot.curves = &curve;
  plot.n_curves = 1;
  lw_palette_init (&palette, false, false);
  for (int exact = 0; exact < 2; exact++) {
    LwPainter *painter = lw_painter_new_svg (640.0, 204.0, 0.2, NULL, NULL, fonts);
    GString *svg;

    plot.exact = exact != 0;
    lw_plot_draw (&plot, painter, &palette, 0.0, 0.0, 640.0, 204.0, NULL);
    svg = lw_painter_svg_finish (painter);
    length[exact] = 0;
    // Count the lines of one path; bars are rectangles, of several lines each.
    for (const char *at = svg->str; (at = strchr (at, 'L')) != NULL; at++)
      length[exact]++;
    g_string_free (svg, TRUE);
    lw_painter_free (painter);
  }
  g_assert_cmpuint (length[1], >=, 500);
  g_assert_cmpuint (length[1], <, 700);
  g_assert_cmpuint (length[0], >, 2 * length[1]);
  lw_recording_unref (recording);
}

/// Zeros on a logarithmic axis do not affect its range, and are marked.
static void
test_log_zeros (void)
{
  LwRecording *recording = lw_recording_new (2);
  const LwPlotCurve curve = { .y = { recording, 1 }, .label = "B" };
  LwPlot plot = lw_plot_default ();
  LwPlotFrame frame;
  Canvas canvas;

  for (int i = 0; i <= 100; i++) {
    const double sample[2] = { 0.01 * i, i < 20 ? 0.0 : 3e-8 };
    lw_recording_append (recording, sample);
  }
  plot.curves = &curve;
  plot.n_curves = 1;
  plot.logarithmic = true;
  canvas_init (&canvas);
  lw_plot_draw (&plot, canvas.painter, &canvas.palette, 0.0, 0.0, 640.0, 204.0, &frame);
  g_assert_cmpfloat_with_epsilon (frame.y_scale.minimum / 1e-8, 1.0, 1e-9);
  g_assert_cmpfloat_with_epsilon (frame.y_scale.maximum / 1e-7, 1.0, 1e-9);
  canvas_clear (&canvas);
  lw_recording_unref (recording);
}

/// Plots without samples, with one sample, with only NAN, zeros or infinite values, hidden curves
/// and tiny rectangles are drawn.
static void
test_odd_data (void)
{
  for (int kind = 0; kind < 7; kind++)
    for (int logarithmic = 0; logarithmic < 2; logarithmic++)
      for (int size = 0; size < 3; size++) {
        static const double sizes[][2] = { { 640.0, 204.0 }, { 60.0, 30.0 }, { 1.0, 1.0 } };
        LwRecording *recording = lw_recording_new (2);
        const LwPlotCurve curve = {
          .y = { kind == 0 ? NULL : recording, 1 },
          .label = "B",
          .hidden = kind == 6,
        };
        const double values[] = { 0.0, 0.0, 1.0, NAN, 0.0, INFINITY, 1.0 };
        LwPlot plot = lw_plot_default ();
        Canvas canvas;

        for (int i = 0; i < (kind == 1 ? 0 : kind == 2 ? 1 : 3000); i++) {
          const double sample[2] = { 0.01 * i, values[kind] };
          lw_recording_append (recording, sample);
        }
        plot.curves = &curve;
        plot.n_curves = 1;
        plot.logarithmic = logarithmic;
        plot.cursor = 0.005;
        plot.readout = true;
        plot.paused = true;
        canvas_init (&canvas);
        lw_plot_draw (&plot, canvas.painter, &canvas.palette, 0.0, 0.0, sizes[size][0],
                      sizes[size][1], NULL);
        canvas_clear (&canvas);
        lw_recording_unref (recording);
      }
}

/// Returns the darkness of the darkest of a pixel and its neighbours.
static int
darkness_at (Canvas *canvas, double x, double y)
{
  const guint8 *data = cairo_image_surface_get_data (canvas->surface);
  const int stride = cairo_image_surface_get_stride (canvas->surface);
  int darkness = 0;

  cairo_surface_flush (canvas->surface);
  for (int j = -1; j <= 1; j++)
    for (int i = -1; i <= 1; i++)
      darkness = MAX (darkness, 255 - data[((int) y + j) * stride + 4 * ((int) x + i)]);
  return darkness;
}

/// Returns the part of a spiral from radius `inner` to 1, with `turns` turns, that has ink, sampled
/// at points of the line itself.
static double
spiral_part (size_t n, double turns, double inner)
{
  LwRecording *recording = lw_recording_new (3);
  const LwPlotCurve curve = { .x.column = 1, .y = { recording, 2 }, .label = "B", .unit = "1" };
  LwPlot plot = lw_plot_default ();
  LwPlotFrame frame;
  Canvas canvas;
  int inked = 0;

  for (size_t i = 0; i < n; i++) {
    const double part = (double) i / (double) (n - 1), angle = 2.0 * G_PI * turns * part;
    const double r = inner + (1.0 - inner) * part;
    const double sample[3] = { part, r * cos (angle), r * sin (angle) };

    lw_recording_append (recording, sample);
  }
  plot.curves = &curve;
  plot.n_curves = 1;
  canvas_init (&canvas);
  lw_painter_rect (canvas.painter, 0.0, 0.0, 450.0, 165.0);
  lw_painter_fill (canvas.painter, canvas.palette.paper);
  lw_plot_draw (&plot, canvas.painter, &canvas.palette, 0.0, 0.0, 450.0, 165.0, &frame);
  for (int i = 0; i < 1000; i++) {
    const size_t sample = (size_t) (0.001 * (i + 0.5) * (double) n);

    inked += darkness_at (&canvas,
                          lw_scale_map (&frame.x_scale, lw_recording_value (recording, 1, sample)),
                          lw_scale_map (&frame.y_scale, lw_recording_value (recording, 2, sample)))
             > 80;
  }
  canvas_clear (&canvas);
  lw_recording_unref (recording);
  return 0.001 * inked;
}

/// A line that fits into a frame is drawn completely, regardless of the number of samples; of a
/// longer one, enough is drawn that no large part stays white.
static void
test_phase (void)
{
  g_assert_cmpfloat (spiral_part (300, 1.0, 0.5), ==, 1.0);
  g_assert_cmpfloat (spiral_part (20000, 5.0, 0.5), ==, 1.0);
  g_assert_cmpfloat (spiral_part (300000, 1.0, 1.0), ==, 1.0);
  g_assert_cmpfloat (spiral_part (300000, 10.0, 0.5), ==, 1.0);
  g_assert_cmpfloat (spiral_part (300000, 3000.0, 0.5), >, 0.95);
}

static void
test_legend (void)
{
  const LwPlotCurve curves[] = { { .label = "B" }, { .label = "C" }, { .label = "D" } };
  LwPlot plot = lw_plot_default ();
  g_autoptr (LwFonts) fonts = lw_fonts_new ("DejaVu Sans");
  int last = -1, seen = 0;

  plot.title = "Reaction force";
  plot.curves = curves;
  plot.n_curves = 3;
  for (double x = 0.0; x < 640.0; x += 1.0) {
    const int at = lw_plot_legend_at (&plot, fonts, 640.0, 120.0, x, 12.0);

    if (at >= 0 && at != last) {
      g_assert_cmpint (at, ==, seen);
      seen++;
    }
    last = at;
  }
  g_assert_cmpint (seen, ==, 3);
  g_assert_cmpint (lw_plot_legend_at (&plot, fonts, 640.0, 120.0, 630.0, 50.0), ==, -1);
}

/// All curves of another run have one entry, named by the run.
static void
test_legend_runs (void)
{
  const LwPlotCurve curves[] = { { .label = "B" },
                                 { .label = "C" },
                                 { .label = "B (Slow)", .other_run = 1, .run = "Slow" },
                                 { .label = "C (Slow)", .other_run = 1, .run = "Slow" },
                                 { .label = "B (Fast)", .other_run = 2, .run = "Fast" },
                                 { .label = "C (Fast)", .other_run = 2, .run = "Fast" } };
  static const int expected[] = { 0, 1, 2, 4 };
  LwPlot plot = lw_plot_default ();
  g_autoptr (LwFonts) fonts = lw_fonts_new ("DejaVu Sans");
  int last = -1;
  size_t seen = 0;

  plot.title = "Reaction force";
  plot.curves = curves;
  plot.n_curves = G_N_ELEMENTS (curves);
  for (double x = 0.0; x < 640.0; x += 1.0) {
    const int at = lw_plot_legend_at (&plot, fonts, 640.0, 120.0, x, 12.0);

    if (at >= 0 && at != last) {
      g_assert_cmpuint (seen, <, G_N_ELEMENTS (expected));
      g_assert_cmpint (at, ==, expected[seen++]);
    }
    last = at;
  }
  g_assert_cmpuint (seen, ==, G_N_ELEMENTS (expected));
}

/// The name of the axis in the upper left corner covers no curve: the axis is extended if one would
/// pass below it, and only then.
static void
test_room_for_name (void)
{
  for (int high = 0; high < 2; high++) {
    LwRecording *recording = lw_recording_new (2);
    LwPlot plot = lw_plot_default ();
    LwPlotFrame frame;
    Canvas canvas;
    LwPlotCurve curve = { .y = { recording, 1 }, .label = "B" };

    // From 1 to 0, or from 0 to 1.
    for (int i = 0; i <= 100; i++)
      lw_recording_append (recording,
                           (const double[]){ 0.01 * i, high ? 1.0 - 0.01 * i : 0.01 * i });
    plot.curves = &curve;
    plot.n_curves = 1;
    canvas_init (&canvas);
    lw_plot_draw (&plot, canvas.painter, &canvas.palette, 0.0, 0.0, 450.0, 165.0, &frame);
    if (high)
      g_assert_cmpfloat (lw_scale_map (&frame.y_scale, 1.0), >=, frame.y + plot.font_size);
    else
      g_assert_cmpfloat (lw_scale_map (&frame.y_scale, 1.0), <, frame.y + plot.font_size);
    canvas_clear (&canvas);
    lw_recording_unref (recording);
  }
}

/// Returns the line of the legend that contains an entry; -1 if there is no space for it.
static int
find_legend_line (const LwPlot *plot, LwFonts *fonts, double width, double height, int entry)
{
  for (double y = 12.0; y < height; y += 17.0)
    for (double x = 0.0; x < width; x += 1.0)
      if (lw_plot_legend_at (plot, fonts, width, height, x, y) == entry)
        return (int) ((y - 12.0) / 17.0);
  return -1;
}

/// In a narrow plot the legend continues below the title, as far as the curves have space under it;
/// the other entries are replaced by their count. It does not move when the plot pauses.
static void
test_legend_lines (void)
{
  const LwPlotCurve curves[] = { { .label = "A" },
                                 { .label = "B" },
                                 { .label = "C" },
                                 { .label = "D" },
                                 { .label = "A (a run with a long name)" } };
  LwPlot plot = lw_plot_default ();
  g_autoptr (LwFonts) fonts = lw_fonts_new ("DejaVu Sans");
  const double width = 250.0, height = 204.0;

  plot.title = "Constraint errors";
  plot.curves = curves;
  plot.n_curves = 4;
  for (int i = 0; i < 4; i++)
    g_assert_cmpint (find_legend_line (&plot, fonts, width, height, i), ==, i < 1 ? 0 : 1);
  plot.paused = true;
  g_assert_cmpint (find_legend_line (&plot, fonts, width, height, 0), ==, 0);
  g_assert_cmpint (find_legend_line (&plot, fonts, width, height, LW_PLOT_LEGEND_MORE), ==, -1);
  // An entry wider than the plot is shortened.
  plot.n_curves = 5;
  g_assert_cmpint (find_legend_line (&plot, fonts, width, height, 4), ==, 2);
  // Each line can be pressed over its whole height, but the first one not within the next.
  for (double x = 0.0; x < width; x += 1.0)
    g_assert_cmpint (lw_plot_legend_at (&plot, fonts, width, height, x, 22.0), !=, 0);
  // A low plot has no line to spare.
  g_assert_cmpint (find_legend_line (&plot, fonts, width, 120.0, 1), ==, -1);
  g_assert_cmpint (find_legend_line (&plot, fonts, width, 120.0, LW_PLOT_LEGEND_MORE), ==, 0);
}

/// Computes the statistics over a value directly: means over the time between neighbours that are
/// both in the frame.
static void
brute_force (const LwPlotCurve *curve, const LwPlotFrame *frame, double *minimum, double *mean)
{
  const LwRecording *recording = curve->y.recording;
  double time = 0.0, sum = 0.0;
  bool before = false;

  *minimum = INFINITY;
  for (size_t i = 0; i < lw_recording_n_samples (recording); i++) {
    const double x = lw_recording_value (recording, curve->x.column, i);
    const double y = lw_recording_value (recording, curve->y.column, i);
    const bool inside = x >= frame->x_scale.minimum && x <= frame->x_scale.maximum
                        && y >= frame->y_scale.minimum && y <= frame->y_scale.maximum;

    if (inside)
      *minimum = fmin (*minimum, y);
    if (inside && before) {
      const double step =
        lw_recording_value (recording, 0, i) - lw_recording_value (recording, 0, i - 1);

      time += step;
      sum += 0.5 * step * (y + lw_recording_value (recording, curve->y.column, i - 1));
    }
    before = inside;
  }
  *mean = sum / time;
}

static void
test_phase_statistics (void)
{
  LwRecording *recording = plot_recording (40000);
  g_autoptr (GRand) random = g_rand_new_with_seed (testing_seed (3));
  const LwPlotCurve curve = { .x.column = 5, .y = { recording, 3 } };
  LwPlot plot = lw_plot_default ();
  LwPlotGeometry geometry = { .plot = &plot };

  plot.curves = &curve;
  plot.n_curves = 1;
  for (int i = 0; i < 40; i++) {
    LwPlotStatistics axis, values;
    double box[4], minimum, mean;

    plot.x_minimum = g_rand_double_range (random, -3.0, 0.5);
    plot.x_maximum = plot.x_minimum + g_rand_double_range (random, 0.3, 3.0);
    plot.y_minimum = g_rand_double_range (random, 0.0, 30.0);
    plot.y_maximum = plot.y_minimum + g_rand_double_range (random, 3.0, 30.0);
    geometry.frame.x_scale = (LwScale){ plot.x_minimum, plot.x_maximum, 0.0, 500.0, false };
    geometry.frame.y_scale = (LwScale){ plot.y_minimum, plot.y_maximum, 200.0, 0.0, false };
    brute_force (&curve, &geometry.frame, &minimum, &mean);
    lw_plot_visible_box (&geometry, &curve, box);
    if (!lw_plot_phase_statistics (&curve, box, &axis, &values)) {
      g_assert_true (isinf (minimum));
      continue;
    }
    g_assert_cmpfloat (values.minimum, ==, minimum);
    if (values.integrals.time > 0.0)
      g_assert_cmpfloat_with_epsilon (values.integrals.value / values.integrals.time, mean, 1e-11);
    g_assert_cmpfloat (axis.minimum, >=, plot.x_minimum);
    g_assert_cmpfloat (axis.maximum, <=, plot.x_maximum);
  }
  // Everything counts if the axes show everything.
  plot.x_minimum = plot.x_maximum = plot.y_minimum = plot.y_maximum = NAN;
  {
    LwPlotStatistics axis, values;
    double box[4];

    lw_plot_visible_box (&geometry, &curve, box);
    g_assert_true (lw_plot_phase_statistics (&curve, box, &axis, &values));
    g_assert_cmpfloat_with_epsilon (values.integrals.time, 4.0, 1e-12);
  }
  lw_recording_unref (recording);
}

/// Ten million samples take about as long as ten thousand.
static void
test_time_of_pixels (void)
{
  static const size_t sizes[] = { 10000, 10000000 };
  double seconds[2];

  if (!g_test_slow () && g_getenv ("LW_TORTURE") == NULL) {
    g_test_skip ("long; LW_TORTURE=1 runs it");
    return;
  }
  for (int i = 0; i < 2; i++) {
    LwRecording *recording = plot_recording (sizes[i]);
    const LwSeries series = { recording, 1 };
    g_autofree LwPlotColumn *columns = g_new (LwPlotColumn, 600);
    gint64 start;

    lw_plot_columns (series, 0.0, 4.0, columns, 600);
    start = g_get_monotonic_time ();
    for (int k = 0; k < 100; k++)
      lw_plot_columns (series, 0.0, 4.0, columns, 600);
    seconds[i] = (double) (g_get_monotonic_time () - start) * 1e-6;
    lw_recording_unref (recording);
  }
  g_test_message ("%.3f ms and %.3f ms", 10.0 * seconds[0], 10.0 * seconds[1]);
  g_assert_cmpfloat (seconds[1], <, 20.0 * seconds[0]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/columns", test_columns);
  g_test_add_func ("/plot/dense-is-the-same-line", test_dense_is_the_same_line);
  g_test_add_func ("/plot/frame", test_frame);
  g_test_add_func ("/plot/round-off", test_round_off);
  g_test_add_func ("/plot/noise", test_noise);
  g_test_add_func ("/plot/exact", test_exact);
  g_test_add_func ("/plot/log-zeros", test_log_zeros);
  g_test_add_func ("/plot/odd-data", test_odd_data);
  g_test_add_func ("/plot/phase", test_phase);
  g_test_add_func ("/plot/legend", test_legend);
  g_test_add_func ("/plot/legend-lines", test_legend_lines);
  g_test_add_func ("/plot/legend-runs", test_legend_runs);
  g_test_add_func ("/plot/room-for-name", test_room_for_name);
  g_test_add_func ("/plot/phase-statistics", test_phase_statistics);
  g_test_add_func ("/plot/time-of-pixels", test_time_of_pixels);
  return g_test_run ();
}
