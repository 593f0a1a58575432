// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes an animation as a folder of pictures. The pictures are written to a temporary folder next
// to the destination, which is renamed when all of them are complete.

#include "lw-animation-private.h"

#include <errno.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "lw-file-error.h"
#include "lw-png-chunks.h"

/// Least number of digits of a picture's number.
#define FIGURES 4

typedef struct
{
  const char *path; ///< temporary path, while the folder is incomplete
  const char *name; ///< final path
  guint n;          ///< number of pictures written
} Folder;

static char *
dup_path (const char *folder, guint k)
{
  // The first picture has number 1.
  g_autofree char *name = g_strdup_printf ("frame-%0*u.png", FIGURES, k + 1);

  return g_build_filename (folder, name, NULL);
}

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
  g_autofree char *path = dup_path (self->path, k);
  const cairo_status_t status = lw_png_append_picture (bytes, image);
  FILE *stream;
  bool written;

  if (status != CAIRO_STATUS_SUCCESS) {
    g_set_error (error, LW_ERROR, LW_ERROR_IO, _ ("The drawing could not be written: %s."),
                 cairo_status_to_string (status));
    return FALSE;
  }
  self->n = k + 1;
  stream = g_fopen (path, "wbe");
  written = stream != NULL && fwrite (bytes->data, bytes->len, 1, stream) == 1;
  // Buffered data may fail to be written only here.
  if (stream != NULL && fclose (stream) != 0)
    written = false;
  return written || refuse (self->name, errno, error);
}

/// Removes a partly written folder.
static void
remove_folder (const Folder *self)
{
  for (guint k = 0; k < self->n; k++) {
    g_autofree char *path = dup_path (self->path, k);

    g_unlink (path);
  }
  g_rmdir (self->path);
}

static gboolean
put_in_place (const char *from, const char *path, GError **error)
{
  g_autofree char *name = NULL;

  if (g_rename (from, path) == 0)
    return TRUE;
  name = g_filename_display_name (path);
  if (errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR)
    g_set_error (error, LW_ERROR, LW_ERROR_IO,
                 _ ("“%s” already exists; choose another name for the folder."), name);
  else
    refuse (path, errno, error);
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
  g_autofree char *parent = NULL;
  g_autofree char *temporary = NULL;
  Folder folder = { 0 };

  if (path == NULL) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_IO,
                         _ ("Pictures can only be written to a folder on this computer."));
    return FALSE;
  }
  if (!check_place (path, error))
    return FALSE;
  parent = g_path_get_dirname (path);
  // The destination's name may already have the maximum length, so do not extend it.
  temporary = g_build_filename (parent, ".linkwright-XXXXXX", NULL);
  if (g_mkdtemp_full (temporary, 0777) == NULL)
    return refuse (path, errno, error);
  folder.path = temporary;
  folder.name = path;
  if (lw_animation_each (self, film, NULL, keep_cb, &folder, progress, data, cancellable, error)
      && put_in_place (temporary, path, error))
    return TRUE;
  remove_folder (&folder);
  return FALSE;
}

const LwAnimationClass lw_animation_folder_class = {
  .suffixes = { "/" },
  .rate = 25,
  .tick = 1e-3,
  .shortest = 1,
  .write = folder_write,
};
