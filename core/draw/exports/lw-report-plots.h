// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plots of a report.

#pragma once

#include "lw-sheet.h"

G_BEGIN_DECLS

/// Returns the plots of the mechanism, or the usual ones, as SVG (array of GBytes). Channels that
/// the run has not recorded are left out.
GPtrArray *lw_report_plots_new (const LwSheetSource *source, GError **error);

G_END_DECLS
