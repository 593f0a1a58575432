// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What linkwright-cli plot draws: one panel for each plot of the file, or for each unit of the
// chosen channels, one above the other.

#pragma once

#include "cli-recording.h"
#include "lw-plot.h"

/// One plot. Its title belongs to the mechanism.
typedef struct
{
  const char *title;
  bool logarithmic, equal_scale, spectrum;
  int x_channel;      ///< -1: time, or frequency
  GArray *channels;   ///< of guint
  GArray *curves;     ///< of LwPlotCurve: once all is recorded
  GPtrArray *spectra; ///< of LwRecording
  char *quantities, *right_quantities, *x_quantity;
} CliPanel;

typedef struct
{
  const CliMechanism *mechanism;
  GArray *chosen;    ///< of guint: all channels of the panels
  GPtrArray *panels; ///< of CliPanel
  CliRecording recording;
  GArray *events; ///< of LwPlotEvent
  GArray *usual;  ///< of LwPlotLayout, where the mechanism names none; else NULL
  // What plots over time, or against a value, show besides: may be set before it is drawn.
  double markers[2]; ///< s; NAN: none
  bool statistics;
} CliDrawing;

/// `patterns` NULL: the plots of the file. `against` NULL: as they say. To be cleared on failure
/// too.
gboolean cli_drawing_init (CliDrawing *self,
                           const CliMechanism *mechanism,
                           const char *patterns,
                           const char *against,
                           bool logarithmic,
                           GError **error);
void cli_drawing_clear (CliDrawing *self);
gboolean cli_drawing_record (CliDrawing *self, LwRun *run, GError **error);
/// All panels; an LwExportFunc.
void cli_drawing_draw (LwPainter *painter, double width, double height, void *data);
