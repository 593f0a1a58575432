// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which channels of a mechanism are recorded, and which plot shows which of them.

#pragma once

#include "lw-channels.h"
#include "lw-mechanism.h"

G_BEGIN_DECLS

/// One curve of a plot: a channel and the column of the recording that holds it.
typedef struct
{
  guint channel; ///< index in the channels
  gsize column;  ///< of the recording
} LwCurve;

/// One plot of the dock, resolved against the channels of the mechanism.
typedef struct
{
  char *title;
  bool logarithmic;
  GArray *curves; ///< of LwCurve
} LwPlotCurves;

/// All plots of a mechanism, and the channels that they need.
typedef struct
{
  GPtrArray *plots; ///< of LwPlotCurves
  GArray *recorded; ///< of guint: channels in the order of the columns of the recording
} LwCurves;

/// The plots of the mechanism's layout; without one, constraint errors and reaction forces. Columns
/// count from the first channel until lw_curves_shift ().
LwCurves *lw_curves_new (LwMechanism *mechanism, LwChannels *channels);
void lw_curves_free (LwCurves *self);
/// The recording has so many columns before the channels.
void lw_curves_shift (LwCurves *self, gsize first_column);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwCurves, lw_curves_free)

G_END_DECLS
