// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes results to standard output or to a file. A file is written under a temporary name in its
// folder and renamed when it is complete, so that no other program sees an incomplete file. A
// target that is not a regular file (a device, a pipe) is written directly, because it must not be
// replaced.

#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "lw-file-error.h"
#include "lw-store.h"

/// The file to remove when a signal ends the program.
static char *volatile unfinished;

static void
remove_unfinished_cb (int number)
{
  if (unfinished != NULL)
    unlink (unfinished);
  signal (number, SIG_DFL);
  raise (number);
}

static void
set_unfinished (char *path)
{
  static const int signals[] = { SIGINT, SIGTERM, SIGHUP };

  unfinished = path;
  for (gsize i = 0; i < G_N_ELEMENTS (signals); i++)
    signal (signals[i], path != NULL ? remove_unfinished_cb : SIG_DFL);
}

static gboolean
set_write_error (const char *path, int number, GError **error)
{
  g_autofree char *name = path == NULL ? NULL : g_filename_display_name (path);

  lw_file_error_set (error, name == NULL ? "Standard output" : name, LW_FILE_WRITTEN, number);
  return FALSE;
}

/// Opens a new file in the folder of `self->path`, with the permissions of a new file or of the old
/// one.
static FILE *
open_temporary (CliOutput *self, const struct stat *old)
{
  g_autofree char *folder = g_path_get_dirname (self->path);
  g_autofree char *base = g_path_get_basename (self->path);
  g_autofree char *name = g_strdup_printf (".%s.XXXXXX", base);
  char *path = g_build_filename (folder, name, NULL);
  int fd = g_mkstemp_full (path, O_WRONLY | O_CLOEXEC, 0666);

  if (fd < 0) {
    g_free (path);
    return NULL;
  }
  if (old != NULL && fchmod (fd, old->st_mode & 07777) != 0)
    g_debug ("permissions of %s were not kept: %s", self->path, g_strerror (errno));
  self->temporary = path;
  set_unfinished (path);
  return fdopen (fd, "wb");
}

gboolean
cli_output_open (CliOutput *self, const char *path, GError **error)
{
  struct stat old;
  bool exists;

  *self = (CliOutput){ .stream = stdout };
  if (path == NULL || strcmp (path, "-") == 0)
    return TRUE;
  self->path = g_strdup (path);
  exists = stat (path, &old) == 0;
  if (exists && !S_ISREG (old.st_mode))
    self->stream = g_fopen (path, "wbe");
  else {
    // Follow symbolic links: replace the target, not the link.
    char *target = exists ? realpath (path, NULL) : NULL;

    if (target != NULL) {
      g_free (self->path);
      self->path = g_strdup (target);
      free (target);
    }
    self->stream = open_temporary (self, exists ? &old : NULL);
  }
  if (self->stream != NULL)
    return TRUE;
  set_write_error (path, errno, error);
  cli_output_abandon (self);
  return FALSE;
}

gboolean
cli_output_write (CliOutput *self, const void *data, gsize size, GError **error)
{
  if (size == 0 || fwrite (data, size, 1, self->stream) == 1)
    return TRUE;
  return set_write_error (self->path, errno, error);
}

gboolean
cli_output_close (CliOutput *self, GError **error)
{
  FILE *stream = g_steal_pointer (&self->stream);
  bool written = fflush (stream) == 0;

  if (written && self->temporary != NULL)
    written = fsync (fileno (stream)) == 0;
  if (!written)
    set_write_error (self->path, errno, error);
  if (stream != stdout && fclose (stream) != 0 && written) {
    set_write_error (self->path, errno, error);
    written = false;
  }
  if (written && self->temporary != NULL) {
    written = g_rename (self->temporary, self->path) == 0;
    if (written) {
      set_unfinished (NULL);
      g_clear_pointer (&self->temporary, g_free);
    } else
      set_write_error (self->path, errno, error);
  }
  cli_output_abandon (self);
  return written;
}

void
cli_output_abandon (CliOutput *self)
{
  if (self->stream != NULL && self->stream != stdout)
    fclose (self->stream);
  self->stream = NULL;
  if (self->temporary != NULL) {
    g_unlink (self->temporary);
    set_unfinished (NULL);
  }
  g_clear_pointer (&self->temporary, g_free);
  g_clear_pointer (&self->path, g_free);
}

gboolean
cli_output_put (const char *path, const void *data, gsize size, GError **error)
{
  CliOutput output;

  if (!cli_output_open (&output, path, error))
    return FALSE;
  if (cli_output_write (&output, data, size, error))
    return cli_output_close (&output, error);
  cli_output_abandon (&output);
  return FALSE;
}

gboolean
cli_save_project (LwProject *project, const char *path, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GBytes) bytes = NULL;
  struct stat status;

  if (strcmp (path, "-") != 0 && (stat (path, &status) != 0 || S_ISREG (status.st_mode)))
    return lw_store_save (project, file, NULL, NULL, NULL, error);
  bytes = lw_store_write (project, NULL, error);
  return bytes != NULL
         && cli_output_put (path, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), error);
}
