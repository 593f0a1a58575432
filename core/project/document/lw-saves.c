// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Each project has a folder, named after its path. A save is named after the time of its file in µs, by
// which they are sorted, and the number of its inode: by both, the same save is recognised.

#include "lw-saves.h"

#include <stdlib.h>
#include <string.h>

#include <glib/gstdio.h>

#include "lw-replace.h"
#include "lw-store.h"

/// Characters of the checksum of a path that name its folder.
#define KEY_LENGTH 24

void
lw_save_free (LwSave *save)
{
  g_object_unref (save->file);
  g_date_time_unref (save->time);
  g_free (save);
}

static void
free_save (void *save)
{
  lw_save_free (save);
}

char *
lw_saves_dup_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "linkwright", "saves", NULL);
}

/// Returns the path of the file behind all links, or NULL.
static char *
dup_path (GFile *file)
{
  g_autofree char *path = g_file_get_path (file);
  char *real = path != NULL ? realpath (path, NULL) : NULL;
  char *copy = g_strdup (real);

  free (real);
  return copy;
}

static char *
dup_folder_of (const char *folder, const char *path)
{
  g_autofree char *key = g_compute_checksum_for_string (G_CHECKSUM_SHA256, path, -1);

  key[KEY_LENGTH] = '\0';
  return g_build_filename (folder, key, NULL);
}

// Listing

static int
compare_saves (const void *a, const void *b)
{
  const LwSave *first = *(const LwSave *const *) a;
  const LwSave *second = *(const LwSave *const *) b;

  return g_date_time_compare (second->time, first->time);
}

/// Adds the saves in a folder of one project.
static void
add_saves (GPtrArray *saves, const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    char *end;
    const gint64 time_usec = g_ascii_strtoll (name, &end, 10);
    g_autoptr (GDateTime) seconds = NULL;
    GStatBuf status;
    LwSave *save;

    if (end == name || *end != '-' || !g_str_has_suffix (end, LW_STORE_SUFFIX)
        || g_stat (path, &status) != 0)
      continue;
    seconds = g_date_time_new_from_unix_utc (time_usec / G_USEC_PER_SEC);
    if (seconds == NULL)
      continue;
    save = g_new0 (LwSave, 1);
    save->file = g_file_new_for_path (path);
    save->time = g_date_time_add (seconds, time_usec % G_USEC_PER_SEC);
    save->size = (guint64) status.st_size;
    g_ptr_array_add (saves, save);
  }
  g_ptr_array_sort (saves, compare_saves);
}

/// Returns the name of a copy of the current file; NULL if there is no file.
static char *
dup_name (const char *path)
{
  LwFileStamp stamp;

  if (!lw_file_stamp (path, &stamp))
    return NULL;
  return g_strdup_printf ("%" G_GINT64_FORMAT "-%" G_GUINT64_FORMAT LW_STORE_SUFFIX,
                          stamp.mtime_ns / 1000, stamp.inode);
}

GPtrArray *
lw_saves_list (const char *folder, GFile *file)
{
  GPtrArray *saves = g_ptr_array_new_with_free_func (free_save);
  g_autofree char *path = dup_path (file);
  g_autofree char *own = path != NULL ? dup_folder_of (folder, path) : NULL;
  g_autofree char *present = path != NULL ? dup_name (path) : NULL;

  if (own == NULL)
    return saves;
  add_saves (saves, own);
  for (guint i = 0; i < saves->len; i++) {
    const LwSave *save = saves->pdata[i];
    g_autofree char *name = g_file_get_basename (save->file);

    if (g_strcmp0 (name, present) == 0) {
      g_ptr_array_remove_index (saves, i);
      break;
    }
  }
  return saves;
}

// Keeping

static void
remove_save (const LwSave *save)
{
  g_autoptr (GFile) folder = g_file_get_parent (save->file);

  g_unlink (g_file_peek_path (save->file));
  // Succeeds only when it is empty.
  g_rmdir (g_file_peek_path (folder));
}

/// Removes the oldest saves of a project, and then of all, above the limits. `next` bytes are to be added.
static void
make_room (const char *folder, const char *own, guint64 next)
{
  g_autoptr (GPtrArray) saves = g_ptr_array_new_with_free_func (free_save);
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (free_save);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint64 total = next;

  add_saves (saves, own);
  for (guint i = LW_SAVES_MAX_N - 1; i < saves->len; i++)
    remove_save (saves->pdata[i]);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (folder, name, NULL);

    add_saves (all, path);
  }
  for (guint i = 0; i < all->len; i++) {
    const LwSave *save = all->pdata[i];

    total += save->size;
    if (total > LW_SAVES_MAX_BYTES)
      remove_save (save);
  }
}

void
lw_saves_keep (const char *folder, GFile *file)
{
  g_autofree char *path = dup_path (file);
  g_autofree char *own = path != NULL ? dup_folder_of (folder, path) : NULL;
  g_autofree char *name = path != NULL ? dup_name (path) : NULL;
  g_autofree char *kept = name != NULL ? g_build_filename (own, name, NULL) : NULL;
  g_autoptr (GBytes) bytes = NULL;
  gsize size;
  const void *data;

  if (kept == NULL || g_file_test (kept, G_FILE_TEST_EXISTS))
    return;
  bytes = lw_file_read (path, LW_SAVES_MAX_BYTES, NULL, NULL, NULL);
  data = bytes != NULL ? g_bytes_get_data (bytes, &size) : NULL;
  if (data == NULL || !lw_store_is_database (data, size))
    return;
  make_room (folder, own, size);
  if (g_mkdir_with_parents (own, 0700) == 0)
    lw_file_replace (kept, data, size, NULL, NULL, NULL);
}
