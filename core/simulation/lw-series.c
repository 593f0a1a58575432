// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-series.h"

double
lw_series_at (LwSeries self, double time)
{
  const size_t n = lw_series_n_samples (self);
  size_t sample;
  double before, after, part;

  if (n == 0 || time < lw_series_time (self, 0) || time > lw_series_time (self, n - 1))
    return NAN;
  sample = lw_recording_find (self.recording, time);
  before = lw_series_time (self, sample);
  // A sample that is met exactly needs no neighbour, whose value may not be finite.
  if (before == time || sample + 1 >= n)
    return lw_series_value (self, sample);
  after = lw_series_time (self, sample + 1);
  part = (time - before) / (after - before);
  return (1 - part) * lw_series_value (self, sample) + part * lw_series_value (self, sample + 1);
}
