// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shared by both forms of a worksheet.

#pragma once

#include "lw-mechanism.h"
#include "lw-palette.h"
#include "lw-worksheet.h"

G_BEGIN_DECLS

/// Words of a worksheet. They depend on the language of the lesson, not on that of the interface.
typedef struct
{
  const char *language;
  const char *name, *date, *task, *result, *hint, *solution, *draw;
  char decimal_point;
} LwWorksheetWords;

const LwWorksheetWords *lw_worksheet_find_words (const char *language);
/// Draws squares for a curve to be drawn by hand.
void lw_worksheet_draw_squares (LwPainter *painter, LwColour colour, double width, double height);

G_END_DECLS
