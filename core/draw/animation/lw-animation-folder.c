// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes an animation as a folder of pictures, which is in its place when all of them are complete.

#include "lw-animation-private.h"

#include <errno.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "lw-file-error.h"
#include "lw-file-writer.h"
#include "lw-png-chunks.h"

/// Least number of digits of a picture's number.
#define FIGURES 4

typedef struct
{
  LwFolderWriter *writer;
  const char *path;
} Folder;

static gboolean
refuse (const char *path, int number, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);

  lw_file_error_set (error, name, LW_FILE_WRITTEN, number);
  return FALSE;
}

static gboolean
keep_cb (cairo_surface_t *image, guint k, void *data, GError **error)
{
  Folder *self = data;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  // The first picture has number 1.
  g_autofree char *name = g_strdup_printf ("frame-%0*u.png", FIGURES, k + 1);
  const cairo_status_t status = lw_png_append_picture (bytes, image);
  int number;

  if (status != CAIRO_STATUS_SUCCESS) {
    g_set_error (error, LW_ERROR, LW_ERROR_IO, _ ("The drawing could not be written: %s."),
                 cairo_status_to_string (status));
    return FALSE;
  }
  number = lw_folder_writer_add (self->writer, name, bytes->data, bytes->len);
  return number == 0 || refuse (self->path, number, error);
}

static gboolean
put_in_place (Folder *self, GError **error)
{
  const int number = lw_folder_writer_commit (self->writer);
  g_autofree char *name = NULL;

  if (number == 0)
    return TRUE;
  if (number != ENOTEMPTY && number != EEXIST && number != ENOTDIR)
    return refuse (self->path, number, error);
  name = g_filename_display_name (self->path);
  g_set_error (error, LW_ERROR, LW_ERROR_IO,
               _ ("“%s” already exists; choose another name for the folder."), name);
  return FALSE;
}

/// Checks the destination before drawing: only an empty folder may exist there.
static gboolean
check_place (const char *path, GError **error)
{
  g_autofree char *name = NULL;
  GDir *folder = g_dir_open (path, 0, NULL);
  gboolean is_free =
    !g_file_test (path, G_FILE_TEST_EXISTS) || (folder != NULL && g_dir_read_name (folder) == NULL);

  g_clear_pointer (&folder, g_dir_close);
  if (is_free)
    return TRUE;
  name = g_filename_display_name (path);
  g_set_error (error, LW_ERROR, LW_ERROR_IO,
               _ ("“%s” already exists; choose another name for the folder."), name);
  return FALSE;
}

static gboolean
folder_write (const LwAnimation *self,
              LwAnimationFrames *film,
              GFile *file,
              LwAnimationProgress progress,
              void *data,
              GCancellable *cancellable,
              GError **error)
{
  g_autofree char *path = g_file_get_path (file);
  g_autoptr (LwFolderWriter) writer = NULL;
  Folder folder;
  int number;

  if (path == NULL) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_IO,
                         _ ("Pictures can only be written to a folder on this computer."));
    return FALSE;
  }
  if (!check_place (path, error))
    return FALSE;
  number = lw_folder_writer_new (path, &writer);
  if (number != 0)
    return refuse (path, number, error);
  folder = (Folder){ writer, path };
  return lw_animation_each (self, film, NULL, keep_cb, &folder, progress, data, cancellable, error)
         && put_in_place (&folder, error);
}

const LwAnimationClass lw_animation_folder_class = {
  .suffixes = { "/" },
  .rate = 25,
  .tick = 1e-3,
  .shortest = 1,
  .write = folder_write,
};
