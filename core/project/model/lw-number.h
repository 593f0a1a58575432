// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Conversion of numbers to text for files, independent of the locale.

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/// Size of a buffer for any number that lw_number_format () writes, with the terminating NUL.
#define LW_NUMBER_SIZE 32

/// Writes a number with the smallest of 15, 16 and 17 digits that reads back as the same number, or
/// "nan", "inf" or "-inf". Returns `buffer`.
const char *lw_number_format (double value, char buffer[LW_NUMBER_SIZE]);

G_END_DECLS
