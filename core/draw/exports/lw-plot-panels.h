// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plots of a run on a page: one panel for each plot of the file, or for each unit of the chosen
// channels.

#pragma once

#include <math.h>

#include "lw-export.h"
#include "lw-plot-paper.h"
#include "lw-series-set.h"

G_BEGIN_DECLS

/// Choice of plots. Borrowed.
typedef struct
{
  const char *patterns; ///< channels; NULL: the plots of the file, or the usual ones
  const char *against;  ///< horizontal axis; NULL: that of each plot, or time
  bool logarithmic;     ///< for `patterns`
  double markers[2];    ///< s, NAN if there is none
  bool statistics;
} LwPlotChoice;

#define LW_PLOT_CHOICE_INIT                                                                        \
  {                                                                                                \
    .markers = { NAN, NAN }                                                                        \
  }

/// The values of a run, which are borrowed until the panels are freed.
typedef struct
{
  double duration; ///< s
  LwSeriesSet *series;
  const GArray *events; ///< array of MbdEvent to mark; may be NULL
  bool lenient;         ///< leave out curves without values, and panels without curves
} LwPlotValues;

typedef struct _LwPlotPanels LwPlotPanels;

/// Chooses the panels. Takes references to mechanism and channels, which include the channels that
/// the choice defines. Returns NULL and an LW_ERROR_USAGE that names the channel that cannot be plotted.
LwPlotPanels *lw_plot_panels_new (LwMechanism *mechanism,
                                  LwChannels *channels,
                                  const LwPlotChoice *choice,
                                  GError **error);
void lw_plot_panels_free (LwPlotPanels *self);
/// Returns all channels (guint) of the panels.
const GArray *lw_plot_panels_get_channels (const LwPlotPanels *self);
/// Takes the values; called once.
gboolean lw_plot_panels_fill (LwPlotPanels *self, const LwPlotValues *values, GError **error);
guint lw_plot_panels_get_n (const LwPlotPanels *self);
const char *lw_plot_panels_get_title (const LwPlotPanels *self, guint index); ///< NULL if none
/// Returns a plot; its strings and curves belong to the panels.
LwPlot lw_plot_panels_get_plot (const LwPlotPanels *self, guint index);
/// Draws all panels on a page. `progress` may be NULL.
void lw_plot_panels_draw (const LwPlotPanels *self,
                          const LwPlotPaper *paper,
                          LwPainter *painter,
                          double width,
                          double height,
                          const LwProgress *progress);

/// Sets size and resolution of a page: those of the paper, where it has none 160 mm and 70 mm for each
/// row of plots.
void
lw_plot_panels_choose_size (const LwPlotPanels *self, const LwPlotPaper *paper, LwExport *page);
/// Returns the file of a page with all plots.
GBytes *lw_plot_panels_to_bytes (LwPlotPanels *self,
                                 const LwPlotPaper *paper,
                                 const LwExport *page,
                                 GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwPlotPanels, lw_plot_panels_free)

G_END_DECLS
