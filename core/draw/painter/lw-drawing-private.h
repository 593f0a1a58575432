// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Encoding of a drawing, shared by the painter that records it and the functions that compare and
// replay it.
//
// A drawing is an array of numbers. Each picture (a painted path, a text, a set of polygons, a line
// through points, or a group) is a range of that array: the operation, the painter state that it
// depends on, and the shape. Two pictures are equal if their numbers are equal.

#pragma once

#include "lw-drawing.h"
#include "lw-painter-private.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 hash;     ///< hash of the numbers
  guint begin, end; ///< range in the numbers
  double box[4]; ///< px: left, top, right, bottom of the covered area; empty if nothing is visible
} LwDrawingPicture;

struct _LwDrawing
{
  GArray *numbers;  ///< array of double, owned
  GArray *pictures; ///< array of LwDrawingPicture, owned
};

/// Operations; each is the first number of its record.
enum
{
  LW_DRAWING_PAINT,
  LW_DRAWING_POLYGONS,
  LW_DRAWING_POINTS,
  LW_DRAWING_TEXT,
  LW_DRAWING_BEGIN_GROUP,
  LW_DRAWING_END_GROUP,
};

/// Segments of a path, and changes of its matrix.
enum
{
  LW_DRAWING_MATRIX,
  LW_DRAWING_MOVE,
  LW_DRAWING_LINE,
  LW_DRAWING_CURVE,
  LW_DRAWING_ARC,
  LW_DRAWING_CLOSE,
};

/// Returns the number of array elements that store a string of `length` bytes and its final zero.
guint lw_drawing_text_size (size_t length);

G_END_DECLS
