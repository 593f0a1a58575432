// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// For a new file, GIO would write at its final place and leave a partial file when the disk is
// full. Therefore local files are always written under a temporary name in the same folder first.
// Remote and non-regular files are left to GIO.

#include "lw-save.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

static gboolean
write_all (int fd, const char *data, gsize size, GCancellable *cancellable)
{
  while (size > 0) {
    const ssize_t written = write (fd, data, size);

    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return FALSE;
    data += written;
    size -= (gsize) written;
  }
  return fsync (fd) == 0 && !g_cancellable_is_cancelled (cancellable);
}

static gboolean
set_error (int number, GCancellable *cancellable, GError **error)
{
  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    g_set_error_literal (error, G_IO_ERROR, (int) g_io_error_from_errno (number),
                         g_strerror (number));
  return FALSE;
}

/// Writes a local file. `mode`: permissions of the replaced file, or -1 if there is none.
static gboolean
save_local (const char *path,
            int mode,
            const void *data,
            gsize size,
            GCancellable *cancellable,
            GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  // A fixed temporary name, since the file name may already have the maximum length.
  g_autofree char *temporary = g_build_filename (folder, ".linkwright-XXXXXX", NULL);
  const int fd = g_mkstemp_full (temporary, O_WRONLY | O_CLOEXEC, 0666);
  gboolean saved;
  int number;

  if (fd < 0)
    return set_error (errno, NULL, error);
  saved = (mode < 0 || fchmod (fd, (mode_t) mode) == 0) && write_all (fd, data, size, cancellable);
  number = errno;
  if (close (fd) != 0 && saved) {
    saved = FALSE;
    number = errno;
  }
  if (saved && g_rename (temporary, path) != 0) {
    saved = FALSE;
    number = errno;
  }
  if (saved)
    return TRUE;
  g_unlink (temporary);
  return set_error (number, cancellable, error);
}

gboolean
lw_save (GFile *file, const void *data, gsize size, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = g_file_get_path (file);
  struct stat old;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (path != NULL && g_stat (path, &old) != 0)
    return save_local (path, -1, data, size, cancellable, error);
  if (path != NULL && S_ISREG (old.st_mode)) {
    char *target = realpath (path, NULL);
    gboolean saved;

    // Folder permissions may allow replacing a write-protected file, so check its own permission.
    if (target == NULL || g_access (target, W_OK) != 0)
      saved = set_error (errno, NULL, error);
    else
      saved = save_local (target, (int) (old.st_mode & 07777), data, size, cancellable, error);
    free (target);
    return saved;
  }
  return g_file_replace_contents (file, data, size, NULL, FALSE, G_FILE_CREATE_NONE, NULL,
                                  cancellable, error);
}
