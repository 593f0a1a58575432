// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Local files are written by lw-file-writer.h. Remote and non-regular files are left to GIO.

#include "lw-save.h"

#include <errno.h>
#include <sys/stat.h>

#include <glib/gstdio.h>

#include "lw-file-writer.h"

static gboolean
save_local (const char *path,
            const void *data,
            gsize size,
            GCancellable *cancellable,
            GError **error)
{
  g_autoptr (LwFileWriter) writer = NULL;
  int number = lw_file_writer_new (path, &writer);

  if (number == 0)
    number = lw_file_writer_write (writer, data, size, cancellable);
  if (number == 0)
    number = lw_file_writer_commit (writer, NULL, cancellable);
  if (number == ECANCELED)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
  else if (number != 0)
    g_set_error_literal (error, G_IO_ERROR, (int) g_io_error_from_errno (number),
                         g_strerror (number));
  return number == 0;
}

gboolean
lw_save (GFile *file, const void *data, gsize size, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = g_file_get_path (file);
  struct stat old;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (path != NULL && (g_stat (path, &old) != 0 || S_ISREG (old.st_mode)))
    return save_local (path, data, size, cancellable, error);
  return g_file_replace_contents (file, data, size, NULL, FALSE, G_FILE_CREATE_NONE, NULL,
                                  cancellable, error);
}
