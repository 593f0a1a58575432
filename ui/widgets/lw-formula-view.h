// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A column of equations with captions.

#pragma once

#include <gtk/gtk.h>

#include "lw-equations.h"

G_BEGIN_DECLS

#define LW_TYPE_FORMULA_VIEW (lw_formula_view_get_type ())
G_DECLARE_FINAL_TYPE (LwFormulaView, lw_formula_view, LW, FORMULA_VIEW, GtkWidget)

GtkWidget *lw_formula_view_new (void);
/// Sets the equations, an array of LwEquation. Takes ownership; NULL shows none.
void lw_formula_view_set (LwFormulaView *self, GArray *equations);
guint lw_formula_view_get_n (LwFormulaView *self);
/// Returns all equations as plain text, one per line. Free with g_free ().
char *lw_formula_view_dup_plain (LwFormulaView *self);

G_END_DECLS
