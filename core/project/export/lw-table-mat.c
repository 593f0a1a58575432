// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables for MATLAB, Octave and SciPy: MAT-file, level 5, not compressed. Names of channels are not
// names of variables, so characters other than letters, digits and underscores become underscores,
// and equal names get numbers; the cell array "channels" has the original names and the units.

#include <string.h>

#include "lw-table-private.h"

#define HEADER_TEXT 116
#define NAME_MAX_LENGTH 31 ///< a longer name is cut by older readers
#define ELEMENT_MAX G_MAXINT32

/// Types of data elements.
enum
{
  MI_INT8 = 1,
  MI_UINT16 = 4,
  MI_INT32 = 5,
  MI_UINT32 = 6,
  MI_DOUBLE = 9,
  MI_MATRIX = 14,
};

/// Classes of arrays.
enum
{
  MX_CELL = 1,
  MX_CHAR = 4,
  MX_DOUBLE = 6,
};

static void
append_tag (GString *bytes, guint32 type, gsize size)
{
  lw_bytes_append_32 (bytes, type);
  lw_bytes_append_32 (bytes, (guint32) size);
}

static void
append_padding (GString *bytes, gsize size)
{
  for (; size % 8 != 0; size++)
    g_string_append_c (bytes, '\0');
}

static gsize
padded (gsize size)
{
  return (size + 7) / 8 * 8;
}

/// Appends the beginning of an array whose data take `size` bytes, with their tag.
static void
append_array (GString *bytes,
              guint32 class_,
              const char *name,
              gsize n_rows,
              gsize n_columns,
              gsize size)
{
  const gsize length = strlen (name);

  append_tag (bytes, MI_MATRIX, 16 + 16 + 8 + padded (length) + size);
  append_tag (bytes, MI_UINT32, 8);
  lw_bytes_append_32 (bytes, class_);
  lw_bytes_append_32 (bytes, 0);
  append_tag (bytes, MI_INT32, 8);
  lw_bytes_append_32 (bytes, (guint32) n_rows);
  lw_bytes_append_32 (bytes, (guint32) n_columns);
  append_tag (bytes, MI_INT8, length);
  g_string_append_len (bytes, name, (gssize) length);
  append_padding (bytes, length);
}

/// Appends a string as a row of UTF-16 units.
static void
append_string (GString *bytes, const char *name, const char *string)
{
  glong n = 0;
  g_autofree gunichar2 *units = g_utf8_to_utf16 (string, -1, NULL, &n, NULL);
  const gsize size = 2 * (gsize) n;

  append_array (bytes, MX_CHAR, name, n > 0 ? 1 : 0, (gsize) n, 8 + padded (size));
  append_tag (bytes, MI_UINT16, size);
  for (glong i = 0; i < n; i++)
    lw_bytes_append_16 (bytes, units[i]);
  append_padding (bytes, size);
}

static void
append_column (GString *bytes, const char *name, const double *values, gsize n)
{
  append_array (bytes, MX_DOUBLE, name, n, 1, 8 + 8 * n);
  append_tag (bytes, MI_DOUBLE, 8 * n);
  for (gsize i = 0; i < n; i++)
    lw_bytes_append_double (bytes, values[i]);
}

/// Returns a name for a variable that is not in `used`, and adds it.
static char *
dup_variable (const char *name, GHashTable *used)
{
  g_autoptr (GString) plain = g_string_new (NULL);
  char *unique;

  if (!g_ascii_isalpha (name[0]))
    g_string_append_c (plain, 'x');
  for (const char *c = name; *c != '\0' && plain->len < NAME_MAX_LENGTH; c = g_utf8_next_char (c))
    g_string_append_c (plain, g_ascii_isalnum (*c) ? *c : '_');
  unique = g_strdup (plain->str);
  for (guint i = 2; g_hash_table_contains (used, unique); i++) {
    g_autofree char *number = g_strdup_printf ("_%u", i);

    g_free (unique);
    g_string_truncate (plain, MIN (plain->len, NAME_MAX_LENGTH - strlen (number)));
    unique = g_strconcat (plain->str, number, NULL);
  }
  g_hash_table_add (used, g_strdup (unique));
  return unique;
}

/// Appends the header: a text without date, the version and the order of bytes.
static void
append_header (LwTableWriter *self)
{
  g_autofree char *text =
    g_strdup_printf ("MATLAB 5.0 MAT-file, %s",
                     self->head.provenance != NULL ? self->head.provenance : "Linkwright");
  const gsize length = MIN (strlen (text), HEADER_TEXT);

  for (gsize i = 0; i < HEADER_TEXT; i++)
    g_string_append_c (self->text, i < length && g_ascii_isprint (text[i]) ? text[i] : ' ');
  for (int i = 0; i < 8; i++)
    g_string_append_c (self->text, '\0');
  lw_bytes_append_16 (self->text, 0x0100);
  g_string_append (self->text, "IM");
}

static void
append_channels (LwTableWriter *self, char **variables)
{
  const LwTableHead *head = &self->head;
  const char *const *parts[] = { (const char *const *) variables, head->names, head->units };
  g_autoptr (GString) cells = g_string_new (NULL);

  for (gsize part = 0; part < G_N_ELEMENTS (parts); part++)
    for (guint i = 0; i < head->n_columns; i++)
      append_string (cells, "", parts[part][i]);
  append_array (self->text, MX_CELL, "channels", head->n_columns, G_N_ELEMENTS (parts), cells->len);
  g_string_append_len (self->text, cells->str, (gssize) cells->len);
}

static gboolean
finish_mat (LwTableWriter *self, GError **error)
{
  const LwTableHead *head = &self->head;
  g_autoptr (GHashTable) used = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (GStrv) variables = g_new0 (char *, head->n_columns + 1);

  if (self->n_rows > (ELEMENT_MAX - 1024) / 8)
    return lw_table_refuse_size (".mat", error);
  g_hash_table_add (used, g_strdup ("channels"));
  g_hash_table_add (used, g_strdup ("provenance"));
  append_header (self);
  for (guint i = 0; i < head->n_columns; i++) {
    variables[i] = dup_variable (head->names[i], used);
    append_column (self->text, variables[i], lw_table_writer_get_column (self, i), self->n_rows);
    if (!lw_table_writer_flush (self, false, error))
      return FALSE;
  }
  append_channels (self, variables);
  if (head->provenance != NULL)
    append_string (self->text, "provenance", head->provenance);
  return TRUE;
}

const LwTableClass lw_table_mat_class = { .by_columns = true, .finish = finish_mat };
