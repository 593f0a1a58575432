// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables of samples as files. A format is one LwTableClass, named by its suffix. Rows are added one
// by one; formats of text are written while rows arrive, so that a long run needs no memory, and
// those of columns at the end. Numbers read back bit for bit and do not depend on the locale. Files
// have no date: the same table gives the same bytes.

#pragma once

#include <gio/gio.h>
#include <stdbool.h>

#include "lw-channels.h"
#include "lw-export-option.h"
#include "lw-series.h"

G_BEGIN_DECLS

/// Options of tables.
typedef struct
{
  int decimal; ///< LwTableDecimal, text only
} LwTableOptions;

typedef enum
{
  LW_TABLE_POINT, ///< the default
  LW_TABLE_COMMA, ///< for spreadsheets
} LwTableDecimal;

extern const LwExportOption lw_table_options[];
void lw_table_options_init (void *values);

/// Description of a table; strings are borrowed by lw_table_writer_new ().
typedef struct
{
  guint n_columns;
  const char *const *names;
  const char *const *units; ///< ASCII, "1" for none
  const char *title;        ///< NULL if none
  const char *provenance;   ///< program and version, digest, units; NULL if none
  bool decimal_comma;       ///< text only: numbers with a comma, for spreadsheets
} LwTableHead;

/// Receives the bytes of the file in order.
typedef gboolean (*LwTableSink) (const void *bytes, gsize size, gpointer data, GError **error);

typedef struct _LwTableWriter LwTableWriter;
typedef struct _LwTableClass LwTableClass;

/// RFC 4180: CRLF, one header row `name [unit]`, "nan", "inf" and "-inf". With a decimal comma,
/// fields are separated by semicolons.
extern const LwTableClass lw_table_csv_class;
extern const LwTableClass lw_table_tsv_class; ///< like CSV, with tabulators
/// An object with the columns and an array of rows; null for values that are not numbers.
extern const LwTableClass lw_table_json_class;
/// NumPy: one array for each column, by its name, and the arrays "channels" and "units".
extern const LwTableClass lw_table_npz_class;
/// MATLAB, version 5: one column vector for each column, and the cell array "channels" with the
/// variable, the name and the unit in each row.
extern const LwTableClass lw_table_mat_class;

/// Scripts in Python, gnuplot and MATLAB that load the CSV table of the same name and plot it.
extern const LwTableClass lw_table_python_class;
extern const LwTableClass lw_table_gnuplot_class;
extern const LwTableClass lw_table_matlab_class;

/// Makes a writer; `sink` is called during lw_table_writer_add_row () and lw_table_writer_finish ().
LwTableWriter *lw_table_writer_new (const LwTableClass *class_,
                                    const LwTableHead *head,
                                    LwTableSink sink,
                                    gpointer data);
gboolean lw_table_writer_add_row (LwTableWriter *self, const double *values, GError **error);
/// Adds a row for each sample that all `n` series, one for each column, have.
gboolean
lw_table_writer_add_series (LwTableWriter *self, const LwSeries *series, guint n, GError **error);
/// Writes what remains. Nothing may be added afterwards.
gboolean lw_table_writer_finish (LwTableWriter *self, GError **error);
void lw_table_writer_free (LwTableWriter *self);

/// Makes a writer for channels. `first` (NULL: the first channel) and its unit replace the first
/// column, such as "frequency" and "Hz".
LwTableWriter *lw_table_writer_new_for_channels (const LwTableClass *class_,
                                                 const LwTableHead *head,
                                                 const LwChannels *channels,
                                                 const guint *indices,
                                                 guint n,
                                                 const char *const *first,
                                                 LwTableSink sink,
                                                 gpointer data);
/// A sink that appends to a GString.
gboolean lw_table_sink_string (const void *bytes, gsize size, gpointer string, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwTableWriter, lw_table_writer_free)

G_END_DECLS
