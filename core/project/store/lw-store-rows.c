// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows in transit: one function per type of field and direction, and the loop over the fields of a
// table.

#include "lw-store-private.h"

#include <math.h>
#include <string.h>

void
lw_store_row_refuse (LwStoreRow *row, const char *format, ...)
{
  va_list arguments;
  g_autofree char *what = NULL;

  if (row->error != NULL)
    return;
  va_start (arguments, format);
  what = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  row->error = g_error_new (LW_ERROR, LW_ERROR_BAD_FILE, "Row %" G_GINT64_FORMAT " of %s: %s.",
                            row->place, lw_store_table (row->table)->name, what);
}

// Writing: binds value `index` of a field.

static void
bind_real (sqlite3_stmt *statement, int column, const LwField *field, const void *value)
{
  sqlite3_bind_double (statement, column, *(const double *) value);
}

static void
bind_whole (sqlite3_stmt *statement, int column, const LwField *field, const void *value)
{
  sqlite3_bind_int64 (statement, column, lw_field_get_whole (field, value));
}

static void
bind_word (sqlite3_stmt *statement, int column, const LwField *field, const void *value)
{
  // An unknown value is bound as NULL, which the table refuses.
  sqlite3_bind_text (statement, column, lw_word_of (field->words, *(const int *) value), -1,
                     SQLITE_STATIC);
}

static void
bind_class (sqlite3_stmt *statement, int column, const LwField *field, const void *value)
{
  sqlite3_bind_text (statement, column, lw_family_of (*(const void *const *) value)->word, -1,
                     SQLITE_STATIC);
}

static void
bind_text (sqlite3_stmt *statement, int column, const LwField *field, const void *value)
{
  // The statement is stepped before the text is freed.
  sqlite3_bind_text (statement, column, *(const char *const *) value, -1, SQLITE_STATIC);
}

static void
bind_bytes (sqlite3_stmt *statement, int column, const LwField *field, const void *value)
{
  const LwBytes *bytes = value;

  // Without data the blob is empty, not NULL.
  if (bytes->data == NULL)
    sqlite3_bind_zeroblob (statement, column, (int) field->least);
  else
    sqlite3_bind_blob (statement, column, bytes->data, (int) bytes->size, SQLITE_STATIC);
}

// Reading: the column is not NULL.

static void
refuse_column (LwStoreRow *row, int column, const char *expected)
{
  lw_store_row_refuse (row, "%s must be %s", sqlite3_column_name (row->statement, column),
                       expected);
}

static bool
has_type (LwStoreRow *row, int column, int type, const char *expected)
{
  if (sqlite3_column_type (row->statement, column) == type)
    return true;
  refuse_column (row, column, expected);
  return false;
}

static void
read_real (LwStoreRow *row, int column, const LwField *field, void *value)
{
  double found;

  if (!has_type (row, column, SQLITE_FLOAT, "a number"))
    return;
  found = sqlite3_column_double (row->statement, column);
  if (isfinite (found))
    *(double *) value = found;
  else
    refuse_column (row, column, "finite");
}

static void
read_whole (LwStoreRow *row, int column, const LwField *field, void *value)
{
  const bool refers =
    field->refers != NULL || field->type == LW_FIELD_BODY || field->type == LW_FIELD_COUPLING;
  const gint64 least = refers ? 1 : field->least;
  const gint64 most = refers ? G_MAXINT : field->type == LW_FIELD_FLAG ? 1 : field->most;
  gint64 found;

  if (!has_type (row, column, SQLITE_INTEGER, "a whole number"))
    return;
  found = sqlite3_column_int64 (row->statement, column);
  if (found >= least && found <= most)
    lw_field_set_whole (field, value, found);
  else
    lw_store_row_refuse (row, "%s must be from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT,
                         sqlite3_column_name (row->statement, column), least, most);
}

/// Returns NULL if the column is not a text.
static const char *
find_text (LwStoreRow *row, int column, const char *expected)
{
  return has_type (row, column, SQLITE_TEXT, expected)
           ? (const char *) sqlite3_column_text (row->statement, column)
           : NULL;
}

static void
refuse_word (LwStoreRow *row, int column)
{
  refuse_column (row, column, "one of the words in the documentation of the format");
}

static void
read_word (LwStoreRow *row, int column, const LwField *field, void *value)
{
  const char *text = find_text (row, column, "a word");
  const LwWord *word = text != NULL ? lw_word_find (field->words, text) : NULL;

  if (word != NULL)
    *(int *) value = word->value;
  else
    refuse_word (row, column);
}

static void
read_class (LwStoreRow *row, int column, const LwField *field, void *value)
{
  const char *text = find_text (row, column, "a word");
  const LwFamily *family = text != NULL ? lw_field_find_family (field, text) : NULL;

  if (family != NULL)
    *(const void **) value = lw_family_class (family);
  else
    refuse_word (row, column);
}

static void
read_text (LwStoreRow *row, int column, const LwField *field, void *value)
{
  const gsize most = field->most > 0 ? (gsize) field->most : LW_STORE_MAX_TEXT;
  const char *text = find_text (row, column, "a text");
  const gsize size = (gsize) sqlite3_column_bytes (row->statement, column);

  if (row->error != NULL)
    return;
  if (text == NULL || size > most)
    lw_store_row_refuse (row, "%s is longer than %" G_GSIZE_FORMAT " bytes",
                         sqlite3_column_name (row->statement, column), most);
  else if (!g_utf8_validate_len (text, size, NULL))
    refuse_column (row, column, "UTF-8 text");
  else {
    g_free (*(char **) value);
    *(char **) value = g_strndup (text, size);
  }
}

static void
read_bytes (LwStoreRow *row, int column, const LwField *field, void *value)
{
  LwBytes *bytes = value;

  if (!has_type (row, column, SQLITE_BLOB, "bytes"))
    return;
  bytes->data = sqlite3_column_blob (row->statement, column);
  bytes->size = (gsize) sqlite3_column_bytes (row->statement, column);
  if (bytes->size < (gsize) field->least || bytes->size > (gsize) field->most)
    lw_store_row_refuse (row, "%s must have %ld to %ld bytes",
                         sqlite3_column_name (row->statement, column), field->least, field->most);
}

/// Transfer of the types that are columns.
static const struct
{
  void (*bind) (sqlite3_stmt *statement, int column, const LwField *field, const void *value);
  void (*read) (LwStoreRow *row, int column, const LwField *field, void *value);
} types[LW_FIELD_TYPES] = {
  [LW_FIELD_REAL] = { bind_real, read_real },    [LW_FIELD_FLAG] = { bind_whole, read_whole },
  [LW_FIELD_WHOLE] = { bind_whole, read_whole }, [LW_FIELD_LONG] = { bind_whole, read_whole },
  [LW_FIELD_CHOICE] = { bind_word, read_word },  [LW_FIELD_BITS] = { bind_whole, read_whole },
  [LW_FIELD_BODY] = { bind_whole, read_whole },  [LW_FIELD_COUPLING] = { bind_whole, read_whole },
  [LW_FIELD_TEXT] = { bind_text, read_text },    [LW_FIELD_CLASS] = { bind_class, read_class },
  [LW_FIELD_ROW] = { bind_whole, read_whole },   [LW_FIELD_BYTES] = { bind_bytes, read_bytes },
};

static void
bind_field (LwStoreRow *row, const LwField *field, const void *element)
{
  for (guint i = 0; i < lw_field_count (field); i++) {
    const int column = ++row->column;

    if (lw_field_is_absent (field, element, i))
      sqlite3_bind_null (row->statement, column);
    else
      types[field->type].bind (row->statement, column, field, lw_field_value (field, element, i));
  }
}

static void
read_field (LwStoreRow *row, const LwField *field, void *element)
{
  const bool is_optional = (field->flags & LW_FIELD_OPTIONAL) != 0;

  for (guint i = 0; i < lw_field_count (field) && row->error == NULL; i++) {
    const int column = row->column++;
    void *value = lw_field_value (field, element, i);

    if (is_optional && sqlite3_column_type (row->statement, column) == SQLITE_NULL) {
      if (field->type == LW_FIELD_TEXT)
        g_clear_pointer ((char **) value, g_free);
      lw_field_set_absent (field, element, i);
    } else
      types[field->type].read (row, column, field, value);
  }
}

void
lw_store_row_bind (LwStoreRow *row, gint64 place, const void *element)
{
  const GArray *columns = lw_store_table (row->table)->columns;

  row->place = place;
  row->column = 1;
  sqlite3_bind_int64 (row->statement, 1, place);
  for (guint i = 0; i < columns->len; i++) {
    const LwStoreColumn *column = &g_array_index (columns, LwStoreColumn, i);

    bind_field (row, column->field, (const char *) element + column->offset);
  }
}

bool
lw_store_row_read (LwStoreRow *row, void *element)
{
  const GArray *columns = lw_store_table (row->table)->columns;

  row->column = 1;
  for (guint i = 0; i < columns->len && row->error == NULL; i++) {
    const LwStoreColumn *column = &g_array_index (columns, LwStoreColumn, i);

    read_field (row, column->field, (char *) element + column->offset);
  }
  return row->error == NULL;
}
