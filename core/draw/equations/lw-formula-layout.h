// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Typesets formulas: fractions, roots, dots, indices, vectors and matrices from a small language
// (see lw-equations.h for its commands). Other text is shown unchanged, so any
// text gives a picture. Single letters are italic, \v{} makes vectors upright and bold, \t{} sets
// words and units upright. A formula that is too wide is broken before an operator.

#pragma once

#include "lw-painter.h"

G_BEGIN_DECLS

typedef struct _LwFormulaLayout LwFormulaLayout;

/// Lays a formula out for fonts, a size (px) and a width (px; INFINITY: not broken into lines).
LwFormulaLayout *
lw_formula_layout_new (const char *formula, LwFonts *fonts, double size, double width);
void lw_formula_layout_free (LwFormulaLayout *self);
double lw_formula_layout_get_width (const LwFormulaLayout *self);
double lw_formula_layout_get_height (const LwFormulaLayout *self);
/// Draws the formula with its upper left corner at (x, y).
void lw_formula_layout_draw (const LwFormulaLayout *self,
                             LwPainter *painter,
                             double x,
                             double y,
                             LwColour colour);
/// Returns the formula as one line of plain text for a screen reader. Free with g_free ().
char *lw_formula_dup_plain (const char *formula);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwFormulaLayout, lw_formula_layout_free)

G_END_DECLS
