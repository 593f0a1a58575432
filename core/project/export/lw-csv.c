// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes CSV.

#include "lw-csv.h"

#include <string.h>

#include "lw-number.h"

/// Appends a text as one field, quoted if necessary. Spreadsheets evaluate a text that begins like
/// a formula, so an apostrophe is put before it.
static void
append_field (GString *csv, const char *text)
{
  const char *apostrophe = *text != '\0' && strchr ("=+-@\t\r", *text) != NULL ? "'" : "";

  if (strpbrk (text, "\",\r\n") == NULL) {
    g_string_append_printf (csv, "%s%s", apostrophe, text);
    return;
  }
  g_string_append_printf (csv, "\"%s", apostrophe);
  for (const char *c = text; *c != '\0'; c++) {
    if (*c == '"')
      g_string_append_c (csv, '"');
    g_string_append_c (csv, *c);
  }
  g_string_append_c (csv, '"');
}

static void
append_header (GString *csv,
               const LwChannels *channels,
               const guint *indices,
               guint n,
               const char *first)
{
  if (first != NULL)
    g_string_append (csv, first);
  for (guint i = first != NULL ? 1 : 0; i < n; i++) {
    const LwChannel *channel = lw_channels_get (channels, indices[i]);
    g_autofree char *field = g_strdup_printf ("%s [%s]", channel->name, channel->unit);

    if (i > 0)
      g_string_append_c (csv, ',');
    append_field (csv, field);
  }
  g_string_append (csv, "\r\n");
}

void
lw_csv_append_header (GString *csv, const LwChannels *channels, const guint *indices, guint n)
{
  append_header (csv, channels, indices, n, NULL);
}

void
lw_csv_append_spectrum_header (GString *csv,
                               const LwChannels *channels,
                               const guint *indices,
                               guint n)
{
  append_header (csv, channels, indices, n, "frequency [Hz]");
}

void
lw_csv_append_row (GString *csv, const double *values, guint n)
{
  char number[LW_NUMBER_SIZE];

  for (guint i = 0; i < n; i++) {
    if (i > 0)
      g_string_append_c (csv, ',');
    g_string_append (csv, lw_number_format (values[i], number));
  }
  g_string_append (csv, "\r\n");
}
