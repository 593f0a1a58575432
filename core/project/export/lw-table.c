// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-table-private.h"

#include <glib/gi18n.h>
#include <stddef.h>
#include <string.h>

/// Bytes of text that are collected before they are passed on.
#define BLOCK_SIZE 65536

static const LwWord decimals[] = {
  { "point", LW_TABLE_POINT },
  { "comma", LW_TABLE_COMMA },
  { NULL },
};

static const char *const decimal_choices[] = { N_ ("Point"), N_ ("Comma"), NULL };

const LwExportOption lw_table_options[] = {
  { "decimal", LW_OPTION_CHOICE, offsetof (LwTableOptions, decimal), .words = decimals,
    .choices = decimal_choices, .label = N_ ("Decimal Separator"),
    .sentence = N_ ("Decimal separator of CSV and TSV; with a comma, CSV has semicolons") },
  { NULL },
};

void
lw_table_options_init (void *values)
{
  *(LwTableOptions *) values = (LwTableOptions){ .decimal = LW_TABLE_POINT };
}

static char **
dup_strings (const char *const *strings, guint n)
{
  char **copy = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    copy[i] = g_strdup (strings[i]);
  return copy;
}

LwTableWriter *
lw_table_writer_new (const LwTableClass *class_,
                     const LwTableHead *head,
                     LwTableSink sink,
                     gpointer data)
{
  LwTableWriter *self = g_new0 (LwTableWriter, 1);

  self->class_ = class_;
  self->head = *head;
  self->head.names = (const char *const *) dup_strings (head->names, head->n_columns);
  self->head.units = (const char *const *) dup_strings (head->units, head->n_columns);
  self->head.title = g_strdup (head->title);
  self->head.provenance = g_strdup (head->provenance);
  self->sink = sink;
  self->data = data;
  self->text = g_string_new (NULL);
  if (class_->by_columns) {
    self->columns = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
    for (guint i = 0; i < head->n_columns; i++)
      g_ptr_array_add (self->columns, g_array_new (FALSE, FALSE, sizeof (double)));
  }
  return self;
}

LwTableWriter *
lw_table_writer_new_for_channels (const LwTableClass *class_,
                                  const LwTableHead *head,
                                  const LwChannels *channels,
                                  const guint *indices,
                                  guint n,
                                  const char *const *first,
                                  LwTableSink sink,
                                  gpointer data)
{
  g_autofree const char **names = g_new0 (const char *, n + 1);
  g_autofree const char **units = g_new0 (const char *, n + 1);
  LwTableHead own = *head;

  for (guint i = 0; i < n; i++) {
    const LwChannel *channel = lw_channels_get (channels, indices[i]);

    names[i] = i == 0 && first != NULL ? first[0] : channel->name;
    units[i] = i == 0 && first != NULL ? first[1] : channel->unit;
  }
  own.n_columns = n;
  own.names = names;
  own.units = units;
  return lw_table_writer_new (class_, &own, sink, data);
}

void
lw_table_writer_free (LwTableWriter *self)
{
  if (self == NULL)
    return;
  g_strfreev ((char **) self->head.names);
  g_strfreev ((char **) self->head.units);
  g_free ((char *) self->head.title);
  g_free ((char *) self->head.provenance);
  g_string_free (self->text, TRUE);
  g_clear_pointer (&self->columns, g_ptr_array_unref);
  g_free (self);
}

gboolean
lw_table_writer_flush (LwTableWriter *self, bool all, GError **error)
{
  gboolean written;

  if (self->text->len == 0 || (!all && self->text->len < BLOCK_SIZE))
    return TRUE;
  written = self->sink (self->text->str, self->text->len, self->data, error);
  g_string_truncate (self->text, 0);
  return written;
}

static void
begin (LwTableWriter *self)
{
  if (!self->begun && self->class_->begin != NULL)
    self->class_->begin (self);
  self->begun = true;
}

gboolean
lw_table_writer_add_row (LwTableWriter *self, const double *values, GError **error)
{
  begin (self);
  self->n_rows++;
  for (guint i = 0; self->columns != NULL && i < self->head.n_columns; i++)
    g_array_append_vals (self->columns->pdata[i], &values[i], 1);
  if (self->class_->add_row != NULL)
    self->class_->add_row (self, values);
  return lw_table_writer_flush (self, false, error);
}

gboolean
lw_table_writer_add_series (LwTableWriter *self, const LwSeries *series, guint n, GError **error)
{
  g_autofree double *row = g_new (double, n + 1);
  gsize n_samples = n > 0 ? G_MAXSIZE : 0;

  for (guint i = 0; i < n; i++)
    n_samples = MIN (n_samples, lw_series_n_samples (series[i]));
  for (gsize sample = 0; sample < n_samples; sample++) {
    for (guint i = 0; i < n; i++)
      row[i] = lw_series_value (series[i], sample);
    if (!lw_table_writer_add_row (self, row, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
lw_table_writer_finish (LwTableWriter *self, GError **error)
{
  begin (self);
  return (self->class_->finish == NULL || self->class_->finish (self, error))
         && lw_table_writer_flush (self, true, error);
}

const double *
lw_table_writer_get_column (const LwTableWriter *self, guint column)
{
  return (const double *) (const void *) ((GArray *) self->columns->pdata[column])->data;
}

gboolean
lw_table_refuse_size (const char *suffix, GError **error)
{
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
               _ ("The table is too large for a file that ends with %s; choose fewer channels or "
                  "samples, or .csv."),
               suffix);
  return FALSE;
}

gboolean
lw_table_sink_string (const void *bytes, gsize size, gpointer string, GError **error)
{
  g_string_append_len (string, bytes, (gssize) size);
  return TRUE;
}

// ---- bytes ----------------------------------------------------------------------------------

void
lw_bytes_append_16 (GString *bytes, guint number)
{
  const char two[] = { (char) (number & 0xff), (char) (number >> 8 & 0xff) };

  g_string_append_len (bytes, two, sizeof two);
}

void
lw_bytes_append_32 (GString *bytes, guint32 number)
{
  lw_bytes_append_16 (bytes, number & 0xffff);
  lw_bytes_append_16 (bytes, number >> 16);
}

void
lw_bytes_append_double (GString *bytes, double number)
{
  guint64 bits;

  memcpy (&bits, &number, sizeof bits);
  lw_bytes_append_32 (bytes, (guint32) (bits & 0xffffffff));
  lw_bytes_append_32 (bytes, (guint32) (bits >> 32));
}
