// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statistics of the visible part of a curve over a value: of samples whose points lie in the box.
// They are found through the summaries of the recording, block by block; single samples are
// examined only where the curve crosses the edge, and if these are too many, the first of every 32
// represents them. The mean is taken over the time spent in the frame.

#include "lw-plot-data.h"

#include <math.h>
#include <stdint.h>

#define BLOCK 1024
#define PIECE 32
/// Largest number of samples examined one by one.
#define SINGLE_MAX 500000

/// State of a walk along a curve; visible parts are added up stretch by stretch.
typedef struct
{
  const LwPlotCurve *curve;
  LwSeries x;
  double box[4]; ///< box of the frame, in the units of the recording: x from, to, y from, to
  LwPlotStatistics *axis, *values;
  size_t start; ///< first sample of the current stretch; SIZE_MAX if there is none
  size_t singles;
  bool any;
} Walk;

static void
join (LwPlotStatistics *sum, LwSeries series, size_t first, size_t last)
{
  const LwRecordingIntegrals part = lw_series_integrate (series, first, last);
  double low, high;

  if (lw_series_range (series, first, last, &low, &high)) {
    sum->minimum = fmin (sum->minimum, low);
    sum->maximum = fmax (sum->maximum, high);
  }
  sum->integrals.time += part.time;
  sum->integrals.value += part.value;
  sum->integrals.square += part.square;
}

static void
end_stretch (Walk *self, size_t at)
{
  if (self->start == SIZE_MAX)
    return;
  join (self->axis, self->x, self->start, at);
  join (self->values, self->curve->y, self->start, at);
  self->start = SIZE_MAX;
  self->any = true;
}

static void
add (Walk *self, size_t at, bool inside)
{
  if (!inside)
    end_stretch (self, at);
  else if (self->start == SIZE_MAX)
    self->start = at;
}

/// Returns 1 if all samples lie in the frame, 0 if none do, -1 if they must be examined.
static int
compare (const Walk *self, size_t first, size_t last)
{
  double x[2], y[2];

  if (!lw_series_range (self->x, first, last, &x[0], &x[1])
      || !lw_series_range (self->curve->y, first, last, &y[0], &y[1]))
    return 0;
  if (x[1] < self->box[0] || x[0] > self->box[1] || y[1] < self->box[2] || y[0] > self->box[3])
    return 0;
  return x[0] >= self->box[0] && x[1] <= self->box[1] && y[0] >= self->box[2]
             && y[1] <= self->box[3]
           ? 1
           : -1;
}

static bool
is_inside (const Walk *self, size_t sample)
{
  const double x = lw_plot_x_value (self->curve, sample);
  const double y = lw_series_value (self->curve->y, sample);

  return x >= self->box[0] && x <= self->box[1] && y >= self->box[2] && y <= self->box[3];
}

static void
walk_piece (Walk *self, size_t first, size_t last)
{
  const int known = compare (self, first, last);

  if (known >= 0) {
    add (self, first, known == 1);
    return;
  }
  if (self->singles + PIECE > SINGLE_MAX) {
    add (self, first, is_inside (self, first));
    return;
  }
  self->singles += last - first;
  for (size_t i = first; i < last; i++)
    add (self, i, is_inside (self, i));
}

static void
walk (Walk *self, size_t n)
{
  for (size_t block = 0; block < n; block += BLOCK) {
    const size_t end = MIN (block + BLOCK, n);
    const int known = compare (self, block, end);

    if (known >= 0) {
      add (self, block, known == 1);
      continue;
    }
    for (size_t piece = block; piece < end; piece += PIECE)
      walk_piece (self, piece, MIN (piece + PIECE, end));
  }
  end_stretch (self, n);
}

bool
lw_plot_phase_statistics (const LwPlotCurve *curve,
                          const double box[4],
                          LwPlotStatistics *of_axis,
                          LwPlotStatistics *statistics)
{
  Walk walking = {
    .curve = curve,
    .x = lw_plot_x (curve),
    .box = { box[0], box[1], box[2], box[3] },
    .axis = of_axis,
    .values = statistics,
    .start = SIZE_MAX,
  };

  *of_axis = *statistics = (LwPlotStatistics){ .minimum = INFINITY, .maximum = -INFINITY };
  walk (&walking, lw_plot_n_samples (curve));
  return walking.any && of_axis->minimum <= of_axis->maximum
         && statistics->minimum <= statistics->maximum;
}
