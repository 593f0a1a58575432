// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reader of the reference trajectories in this directory. No GLib; numbers are read with strtod (),
// so the program must not have changed the numeric locale.

#pragma once

/// A table of numbers, row-major.
typedef struct
{
  int rows, columns;
  double *values;
} Reference;

/// Reads `name` from the directory of the references; lines that start with # are comments. Ends
/// the program with a message if the file cannot be read or its lines differ in length.
Reference *reference_read (const char *name);
void reference_free (Reference *reference);
/// Returns the value in a row and column.
double reference_at (const Reference *reference, int row, int column);
