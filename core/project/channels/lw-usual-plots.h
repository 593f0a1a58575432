// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Default plots of a mechanism without plots, in the window and on the command line.

#pragma once

#include "lw-channels.h"
#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Returns an array of LwPlotLayout: drive efforts, the motion if neither these nor reactions change,
/// the reactions that change most, and constraint errors; energies if there are no conditions. Variations
/// are those of lw_variations_new (). Constraint errors come first where they are significant, that is, if
/// they are not projected away.
GArray *lw_usual_plots_new (const LwMechanism *mechanism, const LwChannels *channels);

G_END_DECLS
