// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Declarations shared by the formats of tables.

#pragma once

#include "lw-table.h"

G_BEGIN_DECLS

struct _LwTableWriter
{
  const LwTableClass *class_;
  LwTableHead head; ///< its strings are owned
  LwTableSink sink;
  gpointer data;
  GString *text;      ///< bytes that have not been passed to the sink
  GPtrArray *columns; ///< arrays of double, for formats of columns
  gsize n_rows;
  bool begun;
};

struct _LwTableClass
{
  bool by_columns; ///< rows are kept until the end; only `finish` is called

  void (*begin) (LwTableWriter *self);
  void (*add_row) (LwTableWriter *self, const double *values);
  /// May set an error and return FALSE.
  gboolean (*finish) (LwTableWriter *self, GError **error);
};

/// Returns the values of a column.
const double *lw_table_writer_get_column (const LwTableWriter *self, guint column);
/// Passes `text` to the sink, if it has grown large or `all` is set.
gboolean lw_table_writer_flush (LwTableWriter *self, bool all, GError **error);
/// Sets an LW_ERROR_USAGE: the table is too large for the format. Returns FALSE.
gboolean lw_table_refuse_size (const char *suffix, GError **error);

/// Appends numbers with the least significant byte first.
void lw_bytes_append_16 (GString *bytes, guint number);
void lw_bytes_append_32 (GString *bytes, guint32 number);
void lw_bytes_append_double (GString *bytes, double number);

G_END_DECLS
