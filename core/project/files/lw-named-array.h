// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A named vector or matrix.

#pragma once

#include <glib.h>
#include <stdbool.h>

G_BEGIN_DECLS

/// A vector of `rows` elements, or a matrix, row by row. The name and the values are borrowed.
typedef struct
{
  const char *name;
  const double *values;
  gsize rows, columns; ///< columns: of a matrix only
  bool is_matrix;
} LwNamedArray;

G_END_DECLS
