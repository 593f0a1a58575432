// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "plots.h"

#include <math.h>

enum
{
  TIME,
  FORCE_B,
  FORCE_C,
  FORCE_D,
  ERROR,
  ANGLE,
  NOISE,
  DRIFT,
  COLUMNS
};

const char *const plot_names[PLOT_KINDS] = { "forces", "log", "angle", "paused", "dense", "phase" };

/// Returns integer noise, so that every machine draws the same.
static double
noise (guint32 *state)
{
  *state = *state * 1664525u + 1013904223u;
  return (*state >> 8) / (double) (1u << 24);
}

LwRecording *
plot_recording (size_t n)
{
  LwRecording *recording = lw_recording_new (COLUMNS);
  guint32 state = 1;

  for (size_t i = 0; i < n; i++) {
    const double t = 4.0 * (double) i / (double) (n - 1), w = 2.0 * G_PI * t;
    const double peak = exp (3.0 * (cos (w) - 1.0));
    double sample[COLUMNS];

    sample[TIME] = t;
    sample[FORCE_B] = 2.5 + 36.0 * peak + 14.0 * (1.0 - cos (2.0 * w + 0.6));
    sample[FORCE_C] = 3.0 + 31.0 * peak + 2.0 * sin (3.0 * w);
    sample[FORCE_D] = 2.0 + 40.0 * peak + 7.0 * fabs (sin (0.5 * w));
    sample[ERROR] = i == 0 ? 0.0 : 5e-9 * (1.2 + sin (w) * peak) * (1.0 - exp (-40.0 * t));
    sample[ANGLE] = 1.5 * sin (0.8 * w) - 0.4 * t;
    sample[NOISE] = 20.0 * sin (0.5 * w) * sin (40.0 * w) + 6.0 * noise (&state);
    sample[DRIFT] = t <= 0.4 ? 0.0 : 1e-10 * pow (10.0, 0.8 * t);
    lw_recording_append (recording, sample);
  }
  return recording;
}

static const LwPlotCurve force_curves[] = {
  { .y.column = FORCE_B, .label = "B", .style = 0 },
  { .y.column = FORCE_C, .label = "C", .style = 1 },
  { .y.column = FORCE_D, .label = "D", .style = 2 },
};
static const LwPlotCurve error_curves[] = {
  { .y.column = DRIFT, .label = "no stabilisation", .style = 3, .other_run = 1 },
  { .y.column = ERROR, .label = "Baumgarte", .style = 1 },
};
static const LwPlotCurve angle_curves[] = {
  { .y.column = ANGLE, .label = "crank", .style = 4 },
  { .y.column = ANGLE, .label = "hidden", .style = 5, .hidden = true },
};
static const LwPlotCurve paused_curves[] = { { .y.column = FORCE_D, .label = "D", .style = 5 } };
static const LwPlotCurve dense_curves[] = {
  { .y.column = NOISE, .label = "noise", .style = 6 },
  { .y.column = FORCE_B, .label = "B", .style = 0 },
};
static const LwPlotCurve phase_curves[] = {
  { .x.column = ANGLE, .y.column = FORCE_D, .label = "D", .style = 0, .unit = "N" },
};

/// Returns the plot of a kind, with its curves not yet connected to a recording.
static LwPlot
plot_of_kind (int kind)
{
  LwPlot plot = lw_plot_default ();

  plot.title = "Reaction force";
  plot.y_quantity = "|F|";
  plot.y_unit = "N";
  plot.curves = force_curves;
  plot.n_curves = G_N_ELEMENTS (force_curves);
  switch (kind) {
  case 0:
    plot.cursor = 2.112;
    plot.readout = true;
    break;
  case 1:
    plot.title = "Pin B error";
    plot.y_quantity = "|\u03b5|";
    plot.y_unit = "m";
    plot.logarithmic = true;
    plot.curves = error_curves;
    plot.n_curves = G_N_ELEMENTS (error_curves);
    plot.cursor = 3.5;
    plot.readout = true;
    break;
  case 2:
    plot.title = "Crank angle";
    plot.y_quantity = "\u03c6";
    plot.y_unit = "rad";
    plot.curves = angle_curves;
    plot.n_curves = G_N_ELEMENTS (angle_curves);
    break;
  case 3:
    plot.curves = paused_curves;
    plot.n_curves = G_N_ELEMENTS (paused_curves);
    plot.paused = true;
    plot.cursor = 2.1;
    plot.x_maximum = 6.0;
    break;
  case 4:
    plot.curves = dense_curves;
    plot.n_curves = G_N_ELEMENTS (dense_curves);
    break;
  default:
    plot.title = "Force over angle";
    plot.x_quantity = "\u03c6";
    plot.x_unit = "rad";
    plot.curves = phase_curves;
    plot.n_curves = G_N_ELEMENTS (phase_curves);
    plot.cursor = 1.0;
    break;
  }
  return plot;
}

void
plot_picture (int kind, LwPainter *painter, const LwPalette *palette, double width, double height)
{
  LwRecording *recording = plot_recording (kind == 4 ? 20000 : 401);
  LwPlot plot = plot_of_kind (kind);
  LwPlotCurve curves[3];

  for (size_t i = 0; i < plot.n_curves; i++) {
    curves[i] = plot.curves[i];
    curves[i].y.recording = recording;
  }
  plot.curves = curves;
  lw_painter_rect (painter, 0.0, 0.0, width, height);
  lw_painter_fill (painter, palette->paper);
  lw_plot_draw (&plot, painter, palette, 0.0, 0.0, width, height, NULL);
  lw_recording_unref (recording);
}
