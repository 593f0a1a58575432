// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plots of a report.

#pragma once

#include "lw-plot-panels.h"
#include "lw-series-set.h"
#include "lw-sheet.h"

G_BEGIN_DECLS

/// Returns the plots of the mechanism, or the usual ones. Curves that the run has not recorded, and
/// that cannot be computed from what it has recorded, are left out. *series has the values; free it
/// after the plots.
LwPlotPanels *
lw_report_panels_new (const LwSheetSource *source, LwSeriesSet **series, GError **error);

G_END_DECLS
