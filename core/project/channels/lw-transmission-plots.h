// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plots of transmission angle and mechanical advantage against the angle or position of the drive.

#pragma once

#include "lw-channels.h"

G_BEGIN_DECLS

/// Inserts plots of the transmission angles, and of the mechanical advantages at the outputs, against
/// the coordinate of the first drive, at the beginning of an array of LwPlotLayout with a clear
/// function. Plots that it has are not added again; plots at its end are removed so that it has at
/// most `most`. Returns false and sets an LW_ERROR_USAGE if there is no drive or no output that it
/// moves.
bool lw_transmission_add_plots (GArray *plots,
                                const LwMechanism *mechanism,
                                const LwChannels *channels,
                                guint most,
                                GError **error);

G_END_DECLS
