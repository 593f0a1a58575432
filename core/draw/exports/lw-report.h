// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A report on a run as one HTML file without references to others: drawing, parameters, parts,
// degrees of freedom, plots, extreme values, energies, the work of the solver, and where the numbers
// are from.

#pragma once

#include "lw-sheet.h"

G_BEGIN_DECLS

/// Sections; start from lw_report_options_init (), which includes all.
typedef struct
{
  bool drawing, parameters, parts, freedoms, plots, extremes, energies, solver;
} LwReportOptions;

extern const LwExportOption lw_report_options[];
void lw_report_options_init (void *values);

/// Returns the report. The run of the source must be recorded with its channels. Returns NULL and
/// sets the error if a picture cannot be drawn.
GBytes *
lw_report_write (const LwSheetSource *source, const LwReportOptions *options, GError **error);

G_END_DECLS
