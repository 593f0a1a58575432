// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers as text in files, whatever the locale.

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/// Room for any number that lw_number_format () writes, with its end.
#define LW_NUMBER_SIZE 32

/// Writes the shortest of 15, 16 and 17 digits that reads back as the same number ("nan", "inf" and
/// "-inf" for those). Returns `buffer`.
const char *lw_number_format (double value, char buffer[LW_NUMBER_SIZE]);

G_END_DECLS
