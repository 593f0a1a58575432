// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plots of a mechanism that names none, in the window and on the command line.

#pragma once

#include "lw-channels.h"
#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Of LwPlotLayout: what drives it, reactions, constraint errors; energies where there is nothing
/// of these. Errors come first where they mean something: where they are not projected away.
GArray *lw_usual_plots_new (const LwMechanism *mechanism, const LwChannels *channels);

G_END_DECLS
