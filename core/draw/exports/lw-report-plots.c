// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-report-plots.h"

#include <math.h>

#include "lw-plot-panels.h"

LwPlotPanels *
lw_report_panels_new (const LwSheetSource *source, LwRunColumns **columns, GError **error)
{
  g_autoptr (LwChannels) recorded = lw_channels_new (source->mechanism, (MbdModel *) source->model);
  g_autoptr (LwChannels) channels =
    lw_channels_with_definitions (recorded, source->mechanism, NULL);
  const LwRecording *recording = source->run->recording;
  const LwPlotChoice choice = LW_PLOT_CHOICE_INIT;
  LwPlotPanels *panels = lw_plot_panels_new (source->mechanism, channels, &choice, error);

  if (panels == NULL)
    return NULL;
  *columns = lw_run_columns_new (channels, source->run);
  lw_plot_panels_fill (
    panels,
    &(LwPlotValues){
      .duration = lw_recording_value (recording, 0, lw_recording_n_samples (recording) - 1),
      .get_column = lw_run_columns_source,
      .data = *columns,
      .lenient = true,
    },
    NULL);
  return panels;
}
