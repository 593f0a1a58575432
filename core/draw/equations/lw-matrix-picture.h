// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pictures of the matrices of a sample: M, G, and both in the matrix of the whole system, one cell
// per entry, coloured by its value. Positive is sky, negative orange with a minus bar if the cell
// is large; the strength follows |value|^0.45 of the largest of its kind. Past LW_MATRIX_CELLS_MAX
// rows a cell is a whole block, a body or a coupling, with its largest entry.

#pragma once

#include "lw-hood.h"
#include "lw-palette.h"

G_BEGIN_DECLS

#define LW_MATRIX_CELLS_MAX 120
#define LW_MATRIX_NUMBERS_MAX 40

typedef enum
{
  LW_MATRIX_SYSTEM,
  LW_MATRIX_JACOBIAN,
  LW_MATRIX_MASS,
} LwMatrixKind;

typedef struct
{
  const LwHood *hood;
  LwMatrixKind kind;
  double width;               ///< px, available width
  const LwElementRef *marked; ///< array of n_marked elements that are highlighted with a band
  guint n_marked;
  double font_size; ///< px; default 12
  bool numbers;     ///< writes the values into the cells, up to LW_MATRIX_NUMBERS_MAX rows
} LwMatrixPicture;

/// Geometry of the picture, px.
typedef struct
{
  double x, y; ///< upper left corner of the cells
  double cell; ///< size of one cell
  int columns, rows;
  bool blocks;  ///< true if a cell is a whole block
  bool numbers; ///< true if the cells hold their values
  double width, height;
} LwMatrixFrame;

/// Content at a position.
typedef struct
{
  LwElementRef row_element, column_element; ///< kind NONE if outside
  /// index of a coordinate of v or of a row of G, as the part requires; -1 if a cell is a block
  int row, column;
  const char *part; ///< "M", "G", "Gᵀ" or "−E"; NULL if not in the cells
  bool has_value;
  double value;
} LwMatrixCell;

void lw_matrix_picture_measure (const LwMatrixPicture *self, LwFonts *fonts, LwMatrixFrame *frame);
void lw_matrix_picture_draw (const LwMatrixPicture *self,
                             LwPainter *painter,
                             const LwPalette *palette,
                             const LwMatrixFrame *frame);
/// Finds the content at (x, y) of the picture: a cell or, beside the cells, the element of a row or
/// column. Returns false if there is none.
bool lw_matrix_picture_find (const LwMatrixPicture *self,
                             const LwMatrixFrame *frame,
                             double x,
                             double y,
                             LwMatrixCell *cell);

G_END_DECLS
