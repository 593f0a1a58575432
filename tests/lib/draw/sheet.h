// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// All symbols on one sheet, for viewing (draw-sheet) and for the stored images.

#pragma once

#include "lw-symbols.h"

typedef void (*SheetFunc) (LwPainter *painter, const LwPalette *palette);

typedef struct
{
  const char *name;
  double width, height; ///< px
  SheetFunc draw;       ///< without text, so that fonts do not matter
} SheetSection;

extern const SheetSection sheet_sections[];
extern const int n_sheet_sections;
