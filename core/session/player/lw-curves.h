// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The recorded channels of a mechanism, and the channels shown in each plot.

#pragma once

#include "lw-channels.h"
#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Quantity of the x axis of a plot.
typedef enum
{
  LW_AGAINST_TIME,
  LW_AGAINST_CHANNEL,
  LW_AGAINST_FREQUENCY,
} LwAgainst;

/// One plot of the dock, resolved against the channels of the mechanism.
typedef struct
{
  char *title;
  bool logarithmic;
  bool equal_scale;
  GArray *curves; ///< array of guint: index in the channels
  LwAgainst against;
  int x_channel;      ///< index of CHANNEL; -1 if this mechanism does not have it
  char *x_entry;      ///< as in the layout; NULL for time
  GPtrArray *missing; ///< array of char *: entries of the layout that this mechanism does not have
  char *problem;      ///< error in the first of these; NULL if none
} LwPlotCurves;

/// All plots of a mechanism, and the channels that they require.
typedef struct
{
  GPtrArray *plots;     ///< array of LwPlotCurves
  GArray *recorded;     ///< array of guint: all channels of a run that the plots require, each once
  LwChannels *channels; ///< channels of the mechanism, followed by those that plots define
  guint n_recordable;   ///< number of channels that are not defined by others
} LwCurves;

/// Creates the plots of the mechanism's layout; without a layout, those of lw_usual_plots_new ().
LwCurves *lw_curves_new (LwMechanism *mechanism, LwChannels *channels);
void lw_curves_free (LwCurves *self);

/// Largest number of plots in the dock, and of distinguishable curves in a plot (seven styles).
#define LW_CURVES_PLOTS_MAX 6
#define LW_CURVES_MAX 7

/// Returns the style of a channel in the first plot that shows it; -1 if none does.
int lw_curves_find (const LwCurves *self, guint channel);
/// Returns the plots as an array of LwPlotLayout that name each channel; they may be edited.
GArray *lw_curves_dup_layouts (const LwCurves *self);
void lw_curves_layout_add (LwPlotLayout *layout, const char *channel);
void lw_curves_layout_remove (LwPlotLayout *layout, const char *channel);
/// Returns the mechanism with these plots.
LwMechanism *lw_curves_dup_mechanism (const LwMechanism *mechanism, const GArray *layouts);
/// Returns the mechanism with the channel on a plot of the same quantity, or otherwise on a new
/// plot with this title; NULL if there is no space for it.
LwMechanism *lw_curves_dup_with (const LwCurves *self,
                                 const LwMechanism *mechanism,
                                 guint channel,
                                 const char *title);
/// Returns the mechanism without the channel on any plot; a plot that would be empty is removed.
LwMechanism *
lw_curves_dup_without (const LwCurves *self, const LwMechanism *mechanism, guint channel);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwCurves, lw_curves_free)

G_END_DECLS
