// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Drawing of linkwright-cli plot: one panel for each plot of the file, or for each unit of the
// chosen channels, stacked vertically.

#pragma once

#include "cli-recording.h"
#include "lw-plot-paper.h"

/// One plot. Its title belongs to the mechanism.
typedef struct
{
  const char *title;
  bool logarithmic, equal_scale, spectrum;
  int x_channel;      ///< -1 for time or frequency
  GArray *channels;   ///< array of guint
  GArray *curves;     ///< array of LwPlotCurve, filled when recording is complete
  GPtrArray *spectra; ///< array of LwRecording
  char *quantities, *right_quantities, *x_quantity;
} CliPanel;

typedef struct
{
  const CliMechanism *mechanism;
  GArray *chosen;    ///< array of guint: all channels of the panels
  GPtrArray *panels; ///< array of CliPanel
  CliRecording recording;
  GArray *events;           ///< array of LwPlotEvent
  GArray *usual;            ///< array of LwPlotLayout if the mechanism has no plots, otherwise NULL
  const LwPlotPaper *paper; ///< borrowed; must be set before drawing
  // Additional parts of plots over time or against a value; may be set before drawing.
  double markers[2]; ///< s, NAN if there is none
  bool statistics;
} CliDrawing;

/// Chooses the panels. `patterns` is NULL for the plots of the file, `against` is NULL for their
/// own axes. Call cli_drawing_clear () also after an error.
gboolean cli_drawing_init (CliDrawing *self,
                           const CliMechanism *mechanism,
                           const char *patterns,
                           const char *against,
                           bool logarithmic,
                           GError **error);
void cli_drawing_clear (CliDrawing *self);
gboolean cli_drawing_record (CliDrawing *self, LwRun *run, GError **error);
/// Draws all panels; an LwExportFunc.
void cli_drawing_draw (LwPainter *painter, double width, double height, void *data);
