// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables and matrices for NumPy: an archive (ZIP, not compressed) of arrays (NPY, version 1.0). The archive has
// 32-bit sizes and 16-bit counts, which limits it to 4 GiB and 65535 arrays.

#include <string.h>
#include <zlib.h>

#include "lw-npz.h"
#include "lw-table-private.h"

#define NPY_ALIGNMENT 64
#define NPY_START 10 ///< magic, version, length of the header
/// 1 January 1980, the first day that an archive can express.
#define NO_DATE 0x0021
#define NAMES_ARE_UTF8 0x0800

typedef struct
{
  LwTableWriter *writer; ///< that `text` belongs to; NULL if it is kept
  GString *text;
  GString *directory;
  guint64 offset; ///< bytes before the next member
  guint n_members;
} Archive;

/// Appends the fields that a member has in front of it and in the directory.
static void
append_entry (GString *bytes, const char *name, guint32 crc, guint32 size)
{
  lw_bytes_append_16 (bytes, 20); // version needed: 2.0
  lw_bytes_append_16 (bytes, NAMES_ARE_UTF8);
  lw_bytes_append_16 (bytes, 0); // not compressed
  lw_bytes_append_16 (bytes, 0);
  lw_bytes_append_16 (bytes, NO_DATE);
  lw_bytes_append_32 (bytes, crc);
  lw_bytes_append_32 (bytes, size);
  lw_bytes_append_32 (bytes, size);
  lw_bytes_append_16 (bytes, (guint) strlen (name));
  lw_bytes_append_16 (bytes, 0);
}

static gboolean
add_member (Archive *self, const char *name, const GString *content, GError **error)
{
  g_autofree char *full = g_strconcat (name, ".npy", NULL);
  GString *text = self->text;
  const guint64 before = text->len;
  guint32 crc;

  if (strlen (full) > G_MAXUINT16 || self->n_members == G_MAXUINT16
      || self->offset + content->len + self->directory->len + 2 * strlen (full) + 1024
           > G_MAXUINT32)
    return lw_table_refuse_size (".npz", error);
  crc = (guint32) crc32_z (crc32_z (0, NULL, 0), (const guchar *) content->str, content->len);
  g_string_append_len (text, "PK\3\4", 4);
  append_entry (text, full, crc, (guint32) content->len);
  g_string_append (text, full);
  g_string_append_len (text, content->str, (gssize) content->len);
  g_string_append_len (self->directory, "PK\1\2", 4);
  lw_bytes_append_16 (self->directory, 20); // version of the writer
  append_entry (self->directory, full, crc, (guint32) content->len);
  lw_bytes_append_16 (self->directory, 0); // comment
  lw_bytes_append_16 (self->directory, 0); // disk
  lw_bytes_append_16 (self->directory, 0); // attributes
  lw_bytes_append_32 (self->directory, 0);
  lw_bytes_append_32 (self->directory, (guint32) self->offset);
  g_string_append (self->directory, full);
  self->offset += text->len - before;
  self->n_members++;
  return self->writer == NULL || lw_table_writer_flush (self->writer, false, error);
}

/// Begins an array of the NumPy type `type`: a vector of n elements, or n rows of `columns` elements if
/// it is a matrix.
static GString *
new_array (const char *type, gsize n, gsize columns, bool is_matrix)
{
  g_autofree char *shape = is_matrix
                             ? g_strdup_printf ("%" G_GSIZE_FORMAT ", %" G_GSIZE_FORMAT, n, columns)
                             : g_strdup_printf ("%" G_GSIZE_FORMAT ",", n);
  g_autofree char *header =
    g_strdup_printf ("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", type, shape);
  const gsize used = NPY_START + strlen (header) + 1;
  const gsize padded = (used + NPY_ALIGNMENT - 1) / NPY_ALIGNMENT * NPY_ALIGNMENT;
  GString *bytes = g_string_new (NULL);

  g_string_append_len (bytes, "\x93NUMPY\1\0", 8);
  lw_bytes_append_16 (bytes, (guint) (padded - NPY_START));
  g_string_append_printf (bytes, "%s%*s\n", header, (int) (padded - used), "");
  return bytes;
}

static gboolean
add_numbers (Archive *self, const char *name, const double *values, gsize n, GError **error)
{
  g_autoptr (GString) array = new_array ("<f8", n, 0, false);
  gboolean added;

  for (gsize i = 0; i < n; i++)
    lw_bytes_append_double (array, values[i]);
  added = add_member (self, name, array, error);
  return added;
}

/// Adds an array of strings, UTF-32 of equal length.
static gboolean
add_strings (Archive *self, const char *name, const char *const *strings, guint n, GError **error)
{
  g_autofree char *type = NULL;
  g_autoptr (GString) array = NULL;
  glong longest = 1;

  for (guint i = 0; i < n; i++)
    longest = MAX (longest, g_utf8_strlen (strings[i], -1));
  type = g_strdup_printf ("<U%ld", longest);
  array = new_array (type, n, 0, false);
  for (guint i = 0; i < n; i++) {
    glong written = 0;

    for (const char *c = strings[i]; *c != '\0'; c = g_utf8_next_char (c), written++)
      lw_bytes_append_32 (array, g_utf8_get_char (c));
    for (; written < longest; written++)
      lw_bytes_append_32 (array, 0);
  }
  return add_member (self, name, array, error);
}

static void
finish_archive (Archive *self)
{
  g_string_append_len (self->text, self->directory->str, (gssize) self->directory->len);
  g_string_append_len (self->text, "PK\5\6\0\0\0\0", 8);
  lw_bytes_append_16 (self->text, self->n_members);
  lw_bytes_append_16 (self->text, self->n_members);
  lw_bytes_append_32 (self->text, (guint32) self->directory->len);
  lw_bytes_append_32 (self->text, (guint32) self->offset);
  lw_bytes_append_16 (self->text, 0);
}

GBytes *
lw_named_arrays_to_npz (const LwNamedArray *arrays, guint n, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) directory = g_string_new (NULL);
  Archive archive = { .text = text, .directory = directory };

  for (guint i = 0; i < n; i++) {
    const LwNamedArray *one = &arrays[i];
    g_autoptr (GString) array = new_array ("<f8", one->rows, one->columns, one->is_matrix);

    for (gsize k = 0; k < one->rows * (one->is_matrix ? one->columns : 1); k++)
      lw_bytes_append_double (array, one->values[k]);
    if (!add_member (&archive, one->name, array, error))
      return NULL;
  }
  finish_archive (&archive);
  return g_string_free_to_bytes (g_steal_pointer (&text));
}

static gboolean
finish_npz (LwTableWriter *self, GError **error)
{
  const LwTableHead *head = &self->head;
  g_autoptr (GString) directory = g_string_new (NULL);
  Archive archive = { .writer = self, .text = self->text, .directory = directory };

  for (guint i = 0; i < head->n_columns; i++)
    if (!add_numbers (&archive, head->names[i], lw_table_writer_get_column (self, i), self->n_rows,
                      error))
      return FALSE;
  if (!add_strings (&archive, "channels", head->names, head->n_columns, error)
      || !add_strings (&archive, "units", head->units, head->n_columns, error)
      || (head->provenance != NULL
          && !add_strings (&archive, "provenance", &head->provenance, 1, error)))
    return FALSE;
  finish_archive (&archive);
  return TRUE;
}

const LwTableClass lw_table_npz_class = { .by_columns = true, .finish = finish_npz };
