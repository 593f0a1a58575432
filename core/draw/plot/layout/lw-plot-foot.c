// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Height of the lines under a plot.

#include "lw-plot-geometry.h"

/// Least number of lines with values, and the part of the height that a table with more may take.
#define LEAST_ROWS 3
#define LARGEST_PART 0.4

size_t
lw_plot_count_statistics (const LwPlot *plot)
{
  size_t n = 0;

  for (size_t i = 0; i < plot->n_curves; i++)
    n += lw_plot_has_samples (&plot->curves[i]);
  return n;
}

size_t
lw_plot_count_shown_statistics (const LwPlot *plot, double height)
{
  const int most =
    (int) (LARGEST_PART * height / lw_plot_letters (plot, LW_PLOT_STATISTICS_LINE)) - 1;

  return MIN (lw_plot_count_statistics (plot), (size_t) MAX (most, LEAST_ROWS));
}

static double
statistics_height (const LwPlot *plot, double height)
{
  size_t n = plot->statistics ? lw_plot_count_shown_statistics (plot, height) : 0;

  if (n == 0)
    return 0.0;
  // On a plot against a value, that value has a line as well.
  if (!lw_plot_is_over_time (plot))
    n++;
  return lw_plot_letters (plot, LW_PLOT_STATISTICS_LINE) * (double) (n + 1) + 4.0;
}

double
lw_plot_foot_height (const LwPlot *plot, double height)
{
  // Differences have their own line: on a narrow plot they would overlap the statistics.
  return statistics_height (plot, height)
         + (lw_plot_has_markers (plot) ? lw_plot_letters (plot, LW_PLOT_DIFFERENCE_LINE) : 0.0);
}
