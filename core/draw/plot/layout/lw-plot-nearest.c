// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Boxes of the samples of a curve over a value, and its sample nearest to a place.

#include "lw-plot-geometry.h"

#include <math.h>

/// Number of samples in the nodes of the tree of summaries.
#define PIECE 32
#define BLOCK 1024

bool
lw_plot_sample_box (const LwPlotFrame *frame,
                    const LwPlotCurve *curve,
                    size_t first,
                    size_t last,
                    double box[4])
{
  const LwScale *scale = lw_plot_scale_of (frame, curve);
  double low, high;

  if (!lw_series_range (lw_plot_x (curve), first, last, &low, &high))
    return false;
  box[0] = lw_scale_map (&frame->x_scale, low);
  box[1] = lw_scale_map (&frame->x_scale, high);
  if (!lw_series_range (curve->y, first, last, &low, &high) || (scale->logarithmic && !(low > 0.0)))
    return false;
  box[2] = lw_scale_map (scale, high);
  box[3] = lw_scale_map (scale, low);
  return true;
}

/// Returns the squared distance from a box to a point, px^2.
static double
distance_of_box (const double box[4], double x, double y)
{
  const double dx = MAX (MAX (box[0] - x, x - box[1]), 0.0);
  const double dy = MAX (MAX (box[2] - y, y - box[3]), 0.0);

  return dx * dx + dy * dy;
}

static void
find_nearest (const LwPlotFrame *frame,
              const LwPlotCurve *curve,
              double x,
              double y,
              double *least,
              double *time)
{
  const LwScale *scale = lw_plot_scale_of (frame, curve);
  const size_t n = lw_plot_n_samples (curve);

  for (size_t first = 0; first < n; first += PIECE) {
    double box[4];

    if (first % BLOCK == 0 && first + BLOCK <= n
        && lw_plot_sample_box (frame, curve, first, first + BLOCK, box)
        && distance_of_box (box, x, y) >= *least) {
      first += BLOCK - PIECE;
      continue;
    }
    if (lw_plot_sample_box (frame, curve, first, MIN (first + PIECE, n), box)
        && distance_of_box (box, x, y) >= *least)
      continue;
    for (size_t i = first; i < MIN (first + PIECE, n); i++) {
      const double dx = lw_scale_map (&frame->x_scale, lw_plot_x_value (curve, i)) - x;
      const double dy = lw_scale_map (scale, lw_series_value (curve->y, i)) - y;
      const double distance = dx * dx + dy * dy;

      if (distance < *least) {
        *least = distance;
        *time = lw_series_time (curve->y, i);
      }
    }
  }
}

double
lw_plot_nearest_time (const LwPlot *plot,
                      const LwPlotFrame *frame,
                      double x,
                      double y,
                      double reach)
{
  double least = reach * reach;
  double time = NAN;

  for (size_t i = 0; i < plot->n_curves; i++) {
    const LwPlotCurve *curve = &plot->curves[i];

    if (lw_plot_has_samples (curve) && curve->x.column != 0 && curve->other_run == 0)
      find_nearest (frame, curve, x, y, &least, &time);
  }
  return time;
}
