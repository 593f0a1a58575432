// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tree of boxes of a formula, shared by parser and layout.

#pragma once

#include "lw-formula-layout.h"

G_BEGIN_DECLS

typedef enum
{
  BOX_ROW,
  BOX_TEXT,
  BOX_SPACE,
  BOX_SCRIPT, ///< children: base, lower, upper (of which one may be an empty row)
  BOX_FRACTION,
  BOX_ROOT,
  BOX_DOTS,
  BOX_MATRIX, ///< children: rows of cells
} LwFormulaBoxKind;

typedef struct
{
  LwFormulaBoxKind kind;
  GPtrArray *children;
  char *text;
  bool italic;
  bool bold;
  bool is_operator; ///< true if a line may be broken before it
  int n;            ///< number of dots, columns of a matrix, or thin spaces
  double size;      ///< px
  double width, ascent, descent;
} LwFormulaBox;

/// Parses a formula, which must be valid UTF-8, into a row.
LwFormulaBox *lw_formula_parse (const char *formula);
void lw_formula_box_free (gpointer box);

static inline LwFormulaBox *
lw_formula_box_child (const LwFormulaBox *self, guint index)
{
  return g_ptr_array_index (self->children, index);
}

G_END_DECLS
