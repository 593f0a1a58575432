// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-report-plots.h"

#include <math.h>

#include "lw-plot-panels.h"

LwPlotPanels *
lw_report_panels_new (const LwSheetSource *source, LwSeriesSet **series, GError **error)
{
  g_autoptr (LwChannels) recorded = lw_channels_new (source->mechanism, (MbdModel *) source->model);
  g_autoptr (LwChannels) channels =
    lw_channels_with_definitions (recorded, source->mechanism, NULL);
  const LwPlotChoice choice = LW_PLOT_CHOICE_INIT;
  LwPlotPanels *panels = lw_plot_panels_new (source->mechanism, channels, &choice, error);

  if (panels == NULL)
    return NULL;
  *series = lw_series_set_new_for_run (channels, source->run);
  lw_plot_panels_fill (panels,
                       &(LwPlotValues){ .duration = lw_recording_end (source->run->recording),
                                        .series = *series,
                                        .lenient = true },
                       NULL);
  return panels;
}
