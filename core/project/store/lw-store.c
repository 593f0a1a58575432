// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Loads and saves whole projects.

#include "lw-store-private.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "lw-file-error.h"
#include "lw-replace.h"
#include "lw-text-private.h"

// Etags: "<digest>:<size>:<mtime>:<ctime>:<inode>". The digest decides; the other parts only save
// reading a file that has not been touched.

static char *
etag_new (const void *data, gsize size, const LwFileStamp *stamp)
{
  guint8 digest[LW_STORE_DIGEST_SIZE];
  GString *etag = g_string_new (NULL);

  lw_store_hash (data, size, digest);
  for (gsize i = 0; i < sizeof digest; i++)
    g_string_append_printf (etag, "%02x", digest[i]);
  g_string_append_printf (
    etag, ":%" G_GUINT64_FORMAT ":%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT ":%" G_GUINT64_FORMAT,
    stamp->size, stamp->mtime_ns, stamp->ctime_ns, stamp->inode);
  return g_string_free (etag, FALSE);
}

gsize
lw_store_limit (const guint8 *head, gsize n_head)
{
  return lw_store_is_database (head, n_head) ? LW_STORE_MAX_BYTES : LW_TEXT_MAX_BYTES;
}

static gboolean
is_changed (const char *path, const char *etag)
{
  LwFileStamp stamp;
  g_autofree char *now = NULL;
  g_autoptr (GBytes) bytes = NULL;
  const char *rest = strchr (etag, ':');
  gsize size;
  const void *data;

  if (rest == NULL || !lw_file_stamp (path, &stamp))
    return TRUE;
  now = g_strdup_printf (":%" G_GUINT64_FORMAT ":%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT
                         ":%" G_GUINT64_FORMAT,
                         stamp.size, stamp.mtime_ns, stamp.ctime_ns, stamp.inode);
  if (strcmp (now, rest) == 0)
    return FALSE;
  bytes = lw_file_read_by_head (path, lw_store_limit, &stamp, NULL, NULL);
  if (bytes == NULL)
    return TRUE;
  data = g_bytes_get_data (bytes, &size);
  g_free (now);
  now = etag_new (data, size, &stamp);
  return strncmp (now, etag, (gsize) (rest - etag) + 1) != 0;
}

static char *
get_path (GFile *file, LwFileDeed deed, GError **error)
{
  char *path = g_file_get_path (file);

  if (path == NULL) {
    g_autofree char *name = g_file_get_parse_name (file);

    lw_file_error_set (error, name, deed, LW_FILE_NOT_LOCAL);
  }
  return path;
}

gboolean
lw_store_is_changed (GFile *file, const char *etag)
{
  g_autofree char *path = get_path (file, LW_FILE_READ, NULL);

  return path == NULL || is_changed (path, etag);
}

// Reading

/// The part of the head that is checked.
typedef struct
{
  int minor;
  guint8 digest[LW_STORE_DIGEST_SIZE];
} Head;

static bool
take_head_cb (LwStoreRow *row, void *data)
{
  Head *head = data;
  LwStoreHead found = { 0 };

  if (lw_store_row_read (row, &found)) {
    head->minor = found.minor;
    memcpy (head->digest, found.digest.data, sizeof head->digest);
  }
  g_free (found.written_by);
  return row->error == NULL;
}

// Checks that the digest of the content equals the digest in the file.
static gboolean
check_content (LwStoreSource *source, GError **error)
{
  Head head = { .minor = -1 };
  guint8 digest[LW_STORE_DIGEST_SIZE];

  if (!lw_store_for_each (source, LW_STORE_PROJECT, take_head_cb, &head, error))
    return FALSE;
  if (head.minor > LW_STORE_MINOR) {
    g_set_error (
      error, LW_ERROR, LW_ERROR_BAD_FILE,
      _ ("The project was saved by a newer Linkwright (format %d.%d, revision %d); open it "
         "with that one, this one reads up to revision %d."),
      LW_STORE_FORMAT / 1000, LW_STORE_FORMAT % 1000, head.minor, LW_STORE_MINOR);
    return FALSE;
  }
  if (!lw_store_digest (source->database, source->deadline, digest, error))
    return FALSE;
  if (head.minor < 0 || memcmp (digest, head.digest, sizeof digest) != 0) {
    g_set_error_literal (
      error, LW_ERROR, LW_ERROR_BAD_FILE,
      _ ("The content of the file has changed since it was saved: it is damaged, or was "
         "changed by another program; \"linkwright-cli salvage\" recovers its "
         "readable parts into a new file."));
    return FALSE;
  }
  return TRUE;
}

LwProject *
lw_store_parse_in_place (guint8 *data, gsize size, GCancellable *cancellable, GError **error)
{
  LwDeadline deadline;
  g_autoptr (sqlite3) database = NULL;
  LwStoreSource source = { .deadline = &deadline };

  if (!lw_store_check_header (data, size, error))
    return NULL;
  deadline = lw_deadline_for_file (size, cancellable);
  database = lw_store_attach (data, size, &deadline, error);
  source.database = database;
  if (database == NULL || !lw_store_check_structure (database, &deadline, error)
      || !check_content (&source, error))
    return NULL;
  return lw_store_read (&source, error);
}

LwProject *
lw_store_parse (const void *data, gsize size, GCancellable *cancellable, GError **error)
{
  g_autofree guint8 *copy = g_memdup2 (data, size);

  return lw_store_parse_in_place (copy, size, cancellable, error);
}

guint8 *
lw_store_read_file (GFile *file,
                    gsize *size,
                    char **etag,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autofree char *path = get_path (file, LW_FILE_READ, error);
  LwFileStamp stamp;
  g_autoptr (GBytes) bytes = NULL;
  guint8 *data;

  if (path == NULL)
    return NULL;
  bytes = lw_file_read_by_head (path, lw_store_limit, &stamp, cancellable, error);
  if (bytes == NULL)
    return NULL;
  data = g_bytes_unref_to_data (g_steal_pointer (&bytes), size);
  if (etag != NULL)
    *etag = etag_new (data, *size, &stamp);
  // An empty file has no bytes, but it is not an error.
  return data != NULL ? data : g_malloc0 (1);
}

LwProject *
lw_store_load (GFile *file, char **etag, GCancellable *cancellable, GError **error)
{
  g_autofree char *found = NULL;
  gsize size;
  g_autofree guint8 *data =
    lw_store_read_file (file, &size, etag != NULL ? &found : NULL, cancellable, error);
  LwProject *project =
    data != NULL ? lw_store_parse_in_place (data, size, cancellable, error) : NULL;

  if (project != NULL && etag != NULL)
    *etag = g_steal_pointer (&found);
  return project;
}

// Salvaging

/// Changes two bytes of `data`.
static LwProject *
salvage (guint8 *data, gsize size, GStrv *losses, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) sentences = g_ptr_array_new_with_free_func (g_free);
  LwDeadline deadline;
  g_autoptr (sqlite3) database = NULL;
  LwStoreSource source = { .deadline = &deadline, .salvage = true, .losses = sentences };
  g_autoptr (LwProject) project = NULL;
  g_autoptr (GError) why = NULL;

  // A database of another program holds nothing to recover; any other file is tried.
  if (size < 512 || !lw_store_is_database (data, size)) {
    lw_store_check_header (data, MIN (size, 511), error);
    return NULL;
  }
  if (!lw_store_check_header (data, size, &why))
    g_ptr_array_add (sentences, g_strdup (why->message));
  deadline = lw_deadline_for_file (10 * size, cancellable);
  database = lw_store_attach (data, size, &deadline, error);
  if (database == NULL)
    return NULL;
  source.database = database;
  project = lw_store_read (&source, error);
  if (project != NULL && lw_mechanism_get_n_bodies (project->mechanism) == 0
      && project->runs->len == 0 && sentences->len > 0) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_BAD_FILE,
                         _ ("Nothing in the file can be read any more; take an older copy."));
    return NULL;
  }
  if (losses != NULL) {
    g_ptr_array_add (sentences, NULL);
    *losses = g_strdupv ((char **) sentences->pdata);
  }
  return g_steal_pointer (&project);
}

LwProject *
lw_store_salvage (GFile *file, GStrv *losses, GCancellable *cancellable, GError **error)
{
  gsize size;
  g_autofree guint8 *data = lw_store_read_file (file, &size, NULL, cancellable, error);

  return data != NULL ? salvage (data, size, losses, cancellable, error) : NULL;
}

LwProject *
lw_store_salvage_bytes (GBytes *bytes, GStrv *losses, GCancellable *cancellable, GError **error)
{
  gsize size;
  g_autofree guint8 *data = g_bytes_unref_to_data (bytes, &size);

  return salvage (data, size, losses, cancellable, error);
}

// Writing

static void
close_cb (void *database)
{
  sqlite3_close (database);
}

GBytes *
lw_store_write (const LwProject *project, GCancellable *cancellable, GError **error)
{
  sqlite3 *database = lw_store_build (project, cancellable, error);
  sqlite3_int64 size = 0;
  guint8 *data;

  if (database == NULL)
    return NULL;
  // Returns the memory that holds the database, not a copy.
  data = sqlite3_serialize (database, "main", &size, SQLITE_SERIALIZE_NOCOPY);
  if (data == NULL) {
    lw_store_set_error (NULL, NULL, error);
    sqlite3_close (database);
    return NULL;
  }
  return g_bytes_new_with_free_func (data, (gsize) size, close_cb, database);
}

gboolean
lw_store_save (LwProject *project,
               GFile *file,
               const char *expected_etag,
               char **etag,
               GCancellable *cancellable,
               GError **error)
{
  g_autofree char *path = get_path (file, LW_FILE_SAVED, error);
  g_autoptr (GBytes) bytes = NULL;
  LwFileStamp stamp = { 0 };
  const void *data;
  gsize size;
  gboolean done;

  if (path == NULL)
    return FALSE;
  bytes = lw_store_write (project, cancellable, error);
  if (bytes == NULL)
    return FALSE;
  data = g_bytes_get_data (bytes, &size);
  if (size > LW_STORE_MAX_BYTES) {
    g_set_error (error, LW_ERROR, LW_ERROR_IO,
                 _ ("The project would be larger than %d MiB; remove runs that are not needed."),
                 LW_STORE_MAX_BYTES >> 20);
    return FALSE;
  }
  if (expected_etag != NULL && is_changed (path, expected_etag)) {
    g_autofree char *name = g_filename_display_name (path);

    g_set_error (
      error, LW_ERROR, LW_ERROR_CHANGED,
      _ ("%s was changed by another program since it was opened; save to another place, or "
         "overwrite it."),
      name);
    return FALSE;
  }
  done = lw_file_replace (path, data, size, &stamp, cancellable, error);
  // If only the very last step failed, the file has been replaced anyway.
  if (etag != NULL && stamp.inode != 0)
    *etag = etag_new (data, size, &stamp);
  return done;
}
