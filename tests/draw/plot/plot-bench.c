// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// plot-bench [SAMPLES [CURVES]]: measures the time of a frame in which plots of SAMPLES samples
// (default 1e7) for each of CURVES channels (default 4) are panned and zoomed, in the size that
// they have in the dock. Writes one line for each view.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "lw-plot.h"

#define WIDTH 450
#define HEIGHT 165
#define FRAMES 240
#define CURVES_MAX 7

typedef struct
{
  const char *name;
  bool against; ///< x axis is another channel, not the time
  bool logarithmic;
  double closest; ///< zoom of the closest frame
} Look;

static const Look looks[] = {
  { "over time, panned and zoomed to a thousandth", false, false, 1e3 },
  { "over time, zoomed to single samples", false, false, 1e6 },
  { "over time, logarithmic", false, true, 1e3 },
  { "against a channel", true, false, 30 },
};

/// Records a slow and a fast vibration with noise, so that each pixel column has content.
static LwRecording *
record (size_t n, size_t curves)
{
  LwRecording *recording = lw_recording_new (1 + curves);
  guint32 noise = 1;

  for (size_t i = 0; i < n && recording != NULL; i++) {
    double row[1 + CURVES_MAX];

    row[0] = 1e-3 * (double) i;
    for (size_t k = 1; k <= curves; k++) {
      noise = noise * 1664525u + 1013904223u;
      row[k] = sin (2e-4 * row[0] * (double) k + (double) k) + 0.3 * sin (31.0 * row[0])
               + 0.05 * ((double) noise / 4294967296.0 - 0.5);
    }
    if (!lw_recording_append (recording, row))
      return NULL;
  }
  return recording;
}

static double
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}

static int
compare (const void *a, const void *b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/// Measures the time of each frame, s; sorted.
static void
measure (const Look *look, LwRecording *recording, size_t curves, double *seconds)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cairo = cairo_create (surface);
  LwFonts *fonts = lw_fonts_new (NULL);
  LwPainter *painter = lw_painter_new_cairo (cairo, fonts);
  const double end = lw_recording_value (recording, 0, lw_recording_n_samples (recording) - 1);
  LwPlotCurve curve[CURVES_MAX] = { 0 };
  LwPlot plot = lw_plot_default ();
  LwPalette palette;

  lw_palette_init (&palette, false, false);
  for (size_t k = 0; k < curves; k++)
    curve[k] = (LwPlotCurve){ .y = { recording, 1 + k },
                              .x.column = look->against ? 1 + (k + 1) % curves : 0,
                              .label = "q",
                              .unit = "1",
                              .style = (guint) k };
  plot.curves = curve;
  plot.n_curves = curves;
  plot.logarithmic = look->logarithmic;
  for (int i = 0; i < FRAMES; i++) {
    const double part = (double) i / (FRAMES - 1);
    const double span = pow (look->closest, -part);
    const double middle = 0.5 + 0.3 * sin (6.0 * part);
    const double low = look->against ? -1.4 : 0.0, high = look->against ? 1.4 : end;
    const double start = now ();

    plot.x_minimum = low + (high - low) * middle * (1.0 - span);
    plot.x_maximum = plot.x_minimum + (high - low) * span;
    if (look->against) {
      plot.y_minimum = -1.4 * span;
      plot.y_maximum = 1.4 * span;
    }
    lw_painter_rect (painter, 0.0, 0.0, WIDTH, HEIGHT);
    lw_painter_fill (painter, palette.paper);
    lw_plot_draw (&plot, painter, &palette, 0.0, 0.0, WIDTH, HEIGHT, NULL);
    seconds[i] = now () - start;
  }
  qsort (seconds, FRAMES, sizeof *seconds, compare);
  lw_painter_free (painter);
  lw_fonts_unref (fonts);
  cairo_destroy (cairo);
  cairo_surface_destroy (surface);
}

int
main (int argc, char **argv)
{
  const double n = argc > 1 ? g_ascii_strtod (argv[1], NULL) : 1e7;
  const double curves = argc > 2 ? g_ascii_strtod (argv[2], NULL) : 4;
  LwRecording *recording;

  if (!(n >= 1 && n <= 1e9) || !(curves >= 2 && curves <= CURVES_MAX)) {
    fprintf (stderr, "plot-bench [SAMPLES [CURVES]]: up to 1e9 samples, 2 to %d curves\n",
             CURVES_MAX);
    return 1;
  }
  recording = record ((size_t) n, (size_t) curves);
  if (recording == NULL) {
    fputs ("plot-bench: there is not enough memory for the samples\n", stderr);
    return 2;
  }
  printf ("%.3g samples of %.0f channels, %d x %d px\n", n, curves, WIDTH, HEIGHT);
  for (size_t i = 0; i < G_N_ELEMENTS (looks); i++) {
    double seconds[FRAMES];

    measure (&looks[i], recording, (size_t) curves, seconds);
    printf ("%-46s median %6.2f ms, 99 %% %6.2f ms\n", looks[i].name, 1e3 * seconds[FRAMES / 2],
            1e3 * seconds[FRAMES * 99 / 100]);
  }
  lw_recording_unref (recording);
  return 0;
}
