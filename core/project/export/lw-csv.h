// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables as CSV (RFC 4180): CRLF, one header row `name [unit]`, numbers in the shortest form that
// reads back bit for bit, independent of the locale; "nan", "inf" and "-inf" for values that are
// not numbers.

#pragma once

#include "lw-channels.h"

G_BEGIN_DECLS

/// Appends the header row for the chosen channels.
void lw_csv_append_header (GString *csv, const LwChannels *channels, const guint *indices, guint n);
/// Like lw_csv_append_header (), with a frequency in place of the first channel.
void lw_csv_append_spectrum_header (GString *csv,
                                    const LwChannels *channels,
                                    const guint *indices,
                                    guint n);
/// Appends a row of numbers.
void lw_csv_append_row (GString *csv, const double *values, guint n);

G_END_DECLS
