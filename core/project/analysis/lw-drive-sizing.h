// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sizing of a motor by a run in which it is driven: the peak and the RMS of its torque or force, and
// of its power, and plots of both against its angle or position. A drive with prescribed motion
// takes the effort that this motion requires, so that the run is an inverse dynamics.

#pragma once

#include "lw-mechanism.h"
#include "lw-series.h"

G_BEGIN_DECLS

/// Size of a quantity over the samples of a run.
typedef struct
{
  double peak; ///< largest magnitude
  double rms;  ///< root of the mean square over time, by straight lines between the samples
} LwDriveSize;

/// Computes the size of a series over all samples. Returns false, and sets NAN, if it has fewer than
/// two samples or no finite values.
bool lw_drive_sizing_compute (LwSeries series, LwDriveSize *size);

/// Inserts plots of effort and power against the coordinate of a drive at the beginning of an array
/// of LwPlotLayout with a clear function, unless it has them, and removes plots from its end so that
/// it has at most `most`. `drive` is the name of the drive in channels. Returns false if the array
/// had both.
bool lw_drive_sizing_add_plots (GArray *plots, const char *drive, guint most);

G_END_DECLS
