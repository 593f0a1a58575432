// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which channels of a mechanism are recorded, and which plot shows which of them.

#pragma once

#include "lw-channels.h"
#include "lw-mechanism.h"

G_BEGIN_DECLS

/// What a plot is drawn against.
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
  GArray *curves; ///< of guint: index in the channels
  LwAgainst against;
  int x_channel;      ///< of CHANNEL; -1: it is none of this mechanism
  char *x_entry;      ///< as the layout has it; NULL: time
  GPtrArray *missing; ///< of char *: what the layout has and this mechanism has not
  char *problem;      ///< what is wrong with the first of those; NULL: nothing
} LwPlotCurves;

/// All plots of a mechanism, and the channels that they need.
typedef struct
{
  GPtrArray *plots;     ///< of LwPlotCurves
  GArray *recorded;     ///< of guint: all channels that the plots need of a run, each once
  LwChannels *channels; ///< those of the mechanism, and behind them those that plots define
  guint n_recordable;   ///< how many are not defined by others
} LwCurves;

/// The plots of the mechanism's layout; without one, lw_usual_plots_new ().
LwCurves *lw_curves_new (LwMechanism *mechanism, LwChannels *channels);
void lw_curves_free (LwCurves *self);

/// Plots that the dock has room for, and curves of one plot that can be told apart (visual
/// language: seven styles).
#define LW_CURVES_PLOTS_MAX 6
#define LW_CURVES_MAX 7

/// Style of a channel in the first plot that shows it; -1 when none does.
int lw_curves_find (const LwCurves *self, guint channel);
/// The plots as LwPlotLayout that name each channel; they may be edited.
GArray *lw_curves_dup_layouts (const LwCurves *self);
void lw_curves_layout_add (LwPlotLayout *layout, const char *channel);
void lw_curves_layout_remove (LwPlotLayout *layout, const char *channel);
/// The mechanism with these plots.
LwMechanism *lw_curves_dup_mechanism (const LwMechanism *mechanism, const GArray *layouts);
/// The mechanism with the channel on a plot of its own quantity, else on a new one with that title;
/// NULL when there is no room for it.
LwMechanism *lw_curves_dup_with (const LwCurves *self,
                                 const LwMechanism *mechanism,
                                 guint channel,
                                 const char *title);
/// The mechanism without the channel on any plot; a plot that would be empty goes.
LwMechanism *
lw_curves_dup_without (const LwCurves *self, const LwMechanism *mechanism, guint channel);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwCurves, lw_curves_free)

G_END_DECLS
