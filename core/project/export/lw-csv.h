// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables as CSV (RFC 4180): CRLF, one header row `name [unit]`, numbers in their shortest form that
// reads back bit for bit, never in the manner of a locale; "nan", "inf" and "-inf" where a number
// is none.

#pragma once

#include "lw-channels.h"

G_BEGIN_DECLS

/// Append the header row for the chosen channels.
void lw_csv_append_header (GString *csv, const LwChannels *channels, const guint *indices, guint n);
/// The same where there is a frequency in the place of the first one.
void lw_csv_append_spectrum_header (GString *csv,
                                    const LwChannels *channels,
                                    const guint *indices,
                                    guint n);
/// Append a row of numbers.
void lw_csv_append_row (GString *csv, const double *values, guint n);

G_END_DECLS
