// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables as text: CSV, TSV and JSON.

#include <math.h>
#include <string.h>

#include "lw-json.h"
#include "lw-number.h"
#include "lw-table-private.h"

/// Appends a text as one field, quoted if necessary. Spreadsheets evaluate a text that begins like
/// a formula, so an apostrophe is put before it.
static void
append_field (GString *csv, const char *text, char separator)
{
  const char special[] = { separator, '"', '\r', '\n', '\0' };
  const char *apostrophe = *text != '\0' && strchr ("=+-@\t\r", *text) != NULL ? "'" : "";

  if (strpbrk (text, special) == NULL) {
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
begin_text (LwTableWriter *self, char separator)
{
  for (guint i = 0; i < self->head.n_columns; i++) {
    g_autofree char *field = g_strdup_printf ("%s [%s]", self->head.names[i], self->head.units[i]);

    if (i > 0)
      g_string_append_c (self->text, separator);
    append_field (self->text, field, separator);
  }
  g_string_append (self->text, "\r\n");
}

static void
add_text_row (LwTableWriter *self, const double *values, char separator)
{
  char number[LW_NUMBER_SIZE];

  for (guint i = 0; i < self->head.n_columns; i++) {
    if (i > 0)
      g_string_append_c (self->text, separator);
    lw_number_format (values[i], number);
    if (self->head.decimal_comma)
      g_strdelimit (number, ".", ',');
    g_string_append (self->text, number);
  }
  g_string_append (self->text, "\r\n");
}

static char
csv_separator (const LwTableWriter *self)
{
  return self->head.decimal_comma ? ';' : ',';
}

static void
begin_csv (LwTableWriter *self)
{
  begin_text (self, csv_separator (self));
}

static void
add_csv_row (LwTableWriter *self, const double *values)
{
  add_text_row (self, values, csv_separator (self));
}

const LwTableClass lw_table_csv_class = { .begin = begin_csv, .add_row = add_csv_row };

static void
begin_tsv (LwTableWriter *self)
{
  begin_text (self, '\t');
}

static void
add_tsv_row (LwTableWriter *self, const double *values)
{
  add_text_row (self, values, '\t');
}

const LwTableClass lw_table_tsv_class = { .begin = begin_tsv, .add_row = add_tsv_row };

// ---- JSON -----------------------------------------------------------------------------------

static void
append_member (GString *text, const char *key, const char *value)
{
  if (value == NULL || *value == '\0')
    return;
  g_string_append_printf (text, "  \"%s\": ", key);
  lw_json_append_string (text, value);
  g_string_append (text, ",\n");
}

static void
begin_json (LwTableWriter *self)
{
  g_string_append (self->text, "{\n  \"schema\": 1,\n");
  append_member (self->text, "title", self->head.title);
  append_member (self->text, "provenance", self->head.provenance);
  g_string_append (self->text, "  \"columns\": [");
  for (guint i = 0; i < self->head.n_columns; i++) {
    g_string_append (self->text, i == 0 ? "\n    {\"name\": " : ",\n    {\"name\": ");
    lw_json_append_string (self->text, self->head.names[i]);
    g_string_append (self->text, ", \"unit\": ");
    lw_json_append_string (self->text, self->head.units[i]);
    g_string_append_c (self->text, '}');
  }
  g_string_append (self->text, "\n  ],\n  \"rows\": [");
}

static void
add_json_row (LwTableWriter *self, const double *values)
{
  char number[LW_NUMBER_SIZE];

  g_string_append (self->text, self->n_rows == 1 ? "\n    [" : ",\n    [");
  for (guint i = 0; i < self->head.n_columns; i++)
    g_string_append_printf (self->text, "%s%s", i == 0 ? "" : ", ",
                            isfinite (values[i]) ? lw_number_format (values[i], number) : "null");
  g_string_append_c (self->text, ']');
}

static gboolean
finish_json (LwTableWriter *self, GError **error)
{
  g_string_append (self->text, "\n  ]\n}\n");
  return TRUE;
}

const LwTableClass lw_table_json_class = {
  .begin = begin_json,
  .add_row = add_json_row,
  .finish = finish_json,
};
