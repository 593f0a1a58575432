// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A report on pages of A4.

#pragma once

#include "lw-report.h"

G_BEGIN_DECLS

typedef struct _LwReportPages LwReportPages;

/// Lays out a report. The run of the source must be recorded with its channels.
LwReportPages *
lw_report_pages_new (const LwSheetSource *source, const LwReportOptions *options, GError **error);
void lw_report_pages_free (LwReportPages *self);
guint lw_report_pages_get_n (const LwReportPages *self);
/// Returns the size of a page, mm.
double lw_report_pages_get_width (const LwReportPages *self);
double lw_report_pages_get_height (const LwReportPages *self);
void lw_report_pages_draw (const LwReportPages *self, guint page, LwPainter *painter);
/// Returns a PDF file.
GBytes *
lw_report_write_pdf (const LwSheetSource *source, const LwReportOptions *options, GError **error);

/// Returns true if a page is the drawing, whose scale is true.
bool lw_report_pages_is_drawing (const LwReportPages *self, guint page);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwReportPages, lw_report_pages_free)

G_END_DECLS
