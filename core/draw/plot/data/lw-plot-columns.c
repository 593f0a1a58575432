// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reduces millions of samples to a few hundred pixel columns, using the summaries of the recording.

#include "lw-plot-data.h"

#include <math.h>

/// Returns the first sample with time >= t; n if there is none.
static size_t
first_at_or_after (LwSeries series, size_t n, double t)
{
  size_t sample;

  if (!(lw_series_time (series, 0) < t))
    return 0;
  sample = MIN (lw_recording_find (series.recording, t), n - 1);
  // Find the last sample at or before t; several may have the same time.
  while (sample > 0 && lw_series_time (series, sample) >= t)
    sample--;
  return sample + 1;
}

void
lw_plot_columns (LwSeries series,
                 double x_minimum,
                 double x_maximum,
                 LwPlotColumn *columns,
                 size_t n)
{
  const size_t n_samples = lw_series_n_samples (series);
  const double width = (x_maximum - x_minimum) / (double) n;
  size_t begin = n_samples > 0 ? first_at_or_after (series, n_samples, x_minimum) : 0;

  for (size_t i = 0; i < n; i++) {
    LwPlotColumn *column = &columns[i];
    const double right = x_minimum + width * (double) (i + 1);
    size_t end = begin;

    if (begin < n_samples && i + 1 < n)
      end = first_at_or_after (series, n_samples, right);
    else if (begin < n_samples)
      // The last column includes its right edge.
      end = first_at_or_after (series, n_samples, nextafter (x_maximum, INFINITY));
    *column = (LwPlotColumn){ .begin = begin, .end = end };
    if (end > begin) {
      column->any = lw_series_range (series, begin, end, &column->minimum, &column->maximum);
      column->first = lw_series_value (series, begin);
      column->last = lw_series_value (series, end - 1);
    }
    begin = end;
  }
}
