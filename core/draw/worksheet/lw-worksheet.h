// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A lesson as one HTML page that needs no other file and no network, or as a PDF file: to print and to
// work on with pencil and paper, or to read on a screen.

#pragma once

#include "lw-lesson.h"

G_BEGIN_DECLS

/// Returns the page in a language ("de"). `solutions`: with hints, results and explanations, for
/// teachers. The same lesson gives the same bytes.
GString *lw_worksheet_new (const LwLesson *lesson, const char *language, bool solutions);

/// Like lw_worksheet_new (), as a PDF file of A4 pages. NULL and an error if it cannot be drawn.
GBytes *
lw_worksheet_new_pdf (const LwLesson *lesson, const char *language, bool solutions, GError **error);

/// Size of the pages, points.
#define LW_WORKSHEET_WIDTH 595.28
#define LW_WORKSHEET_HEIGHT 841.89

/// Returns the pages as cairo surfaces that record, in points, for a printer.
GPtrArray *lw_worksheet_new_pages (const LwLesson *lesson, const char *language, bool solutions);

G_END_DECLS
