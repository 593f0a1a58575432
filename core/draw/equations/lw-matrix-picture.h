// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The matrices of an instant as pictures: M, G, and both in the matrix of the whole system, one
// cell for each entry, coloured by its value. Positive is sky, negative orange with a minus bar
// where it is large; the strength follows |value|^0.45 of the largest of its kind. Past
// LW_MATRIX_CELLS_MAX rows a cell is a whole block, a body or a coupling, with its largest entry.

#pragma once

#include "lw-hood.h"
#include "lw-palette.h"

G_BEGIN_DECLS

#define LW_MATRIX_CELLS_MAX 120

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
  double width;               ///< px that there are
  const LwElementRef *marked; ///< n_marked of them have a band
  guint n_marked;
  double font_size; ///< px; default 12
} LwMatrixPicture;

/// Where things came to lie, px.
typedef struct
{
  double x, y; ///< upper left corner of the cells
  double cell; ///< size of one
  int columns, rows;
  bool blocks; ///< a cell is a whole block
  double width, height;
} LwMatrixFrame;

/// What is at a place.
typedef struct
{
  LwElementRef row_element, column_element; ///< kind NONE: outside
  int row, column;  ///< numbers of a coordinate of v, or of a row of G, whichever the part has; -1
                    ///< where a cell is a block
  const char *part; ///< "M", "G", "Gᵀ" or "−E"; NULL: not in the cells
  bool has_value;
  double value;
} LwMatrixCell;

void lw_matrix_picture_measure (const LwMatrixPicture *self, LwFonts *fonts, LwMatrixFrame *frame);
void lw_matrix_picture_draw (const LwMatrixPicture *self,
                             LwPainter *painter,
                             const LwPalette *palette,
                             const LwMatrixFrame *frame);
/// What is at (x, y) of the picture: in the cells, or beside them the element of a row or column.
/// False when nothing is there.
bool lw_matrix_picture_find (const LwMatrixPicture *self,
                             const LwMatrixFrame *frame,
                             double x,
                             double y,
                             LwMatrixCell *cell);

G_END_DECLS
