// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-spectrum.h"

#include <math.h>
#include <stdlib.h>

#include "lw-fourier.h"

static const double pi = 3.14159265358979323846;

/// Resamples at equal intervals: takes the recorded values where the times match, to a thousandth
/// of the interval, else interpolates linearly.
static void
resample (LwSeries series, size_t n, double start, double step, double *values)
{
  size_t before = 0;

  for (size_t i = 0; i < n; i++) {
    const double time = start + step * (double) i;
    double t0, t1, part;

    while (before + 2 < n && lw_series_time (series, before + 1) <= time)
      before++;
    t0 = lw_series_time (series, before);
    t1 = lw_series_time (series, before + 1);
    part = t1 > t0 ? fmin (fmax ((time - t0) / (t1 - t0), 0.0), 1.0) : 0.0;
    if (part < 1e-3)
      part = 0.0;
    else if (part > 1.0 - 1e-3)
      part = 1.0;
    values[i] =
      (1.0 - part) * lw_series_value (series, before) + part * lw_series_value (series, before + 1);
  }
}

/// Replaces each `factor` neighbouring values by their mean. Returns the number of means.
static size_t
thin (double *values, size_t n, size_t factor)
{
  const size_t left = n / factor;

  for (size_t i = 0; i < left && factor > 1; i++) {
    double sum = 0.0;

    for (size_t k = 0; k < factor; k++)
      sum += values[i * factor + k];
    values[i] = sum / (double) factor;
  }
  return left;
}

/// Subtracts the mean and applies the window.
static double
prepare (const double *values, size_t n, double complex *windowed)
{
  double mean = 0.0;

  for (size_t i = 0; i < n; i++)
    mean += values[i] / (double) n;
  for (size_t i = 0; i < n; i++)
    windowed[i] = (values[i] - mean) * (0.5 - 0.5 * cos (2.0 * pi * (double) i / (double) n));
  return mean;
}

/// Appends the lines up to half of the sampling frequency. The mean of the window is 1/2.
static bool
append_lines (LwRecording *spectrum,
              const double complex *transform,
              size_t n,
              double step,
              double mean)
{
  for (size_t k = 0; k <= n / 2; k++) {
    const double sides = k == 0 || 2 * k == n ? 1.0 : 2.0;
    const double row[2] = {
      (double) k / ((double) n * step),
      k == 0 ? fabs (mean) : sides * 2.0 * cabs (transform[k]) / (double) n,
    };

    if (!lw_recording_append (spectrum, row))
      return false;
  }
  return true;
}

LwRecording *
lw_spectrum_new (LwSeries series, size_t n)
{
  const size_t factor = (n + LW_SPECTRUM_SAMPLES_MAX - 1) / LW_SPECTRUM_SAMPLES_MAX;
  LwRecording *spectrum = lw_recording_new (2);
  double *values = malloc ((n + 1) * sizeof *values);
  double complex *transform = malloc ((n + 1) * sizeof *transform);
  bool done = false;

  if (spectrum != NULL && values != NULL && transform != NULL && n >= 8) {
    const double start = lw_series_time (series, 0);
    double step = (lw_series_time (series, n - 1) - start) / (double) (n - 1);
    double mean;

    resample (series, n, start, step, values);
    n = thin (values, n, factor);
    step *= (double) factor;
    mean = prepare (values, n, transform);
    done = isfinite (mean) && step > 0.0 && lw_fourier_transform (transform, n)
           && append_lines (spectrum, transform, n, step, mean);
  }
  free (values);
  free (transform);
  if (!done) {
    lw_recording_unref (spectrum);
    spectrum = NULL;
  }
  return spectrum;
}
