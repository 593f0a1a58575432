// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes results to standard output or to a file. A target that is not a regular file (a device, a
// pipe) is written directly, because it must not be replaced.

#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "lw-file-error.h"
#include "lw-store.h"

/// The file to remove when a signal ends the program.
static const char *volatile unfinished;

static void
remove_unfinished_cb (int number)
{
  if (unfinished != NULL)
    unlink (unfinished);
  signal (number, SIG_DFL);
  raise (number);
}

static void
set_unfinished (const char *path)
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

/// Opens a stream on a copy of a descriptor, whose owner closes it. On failure sets errno.
static FILE *
open_copy (int descriptor)
{
  const int copy = fcntl (descriptor, F_DUPFD_CLOEXEC, 0);
  FILE *stream = copy >= 0 ? fdopen (copy, "wb") : NULL;

  if (stream == NULL && copy >= 0) {
    const int number = errno;

    close (copy);
    errno = number;
  }
  return stream;
}

gboolean
cli_output_open (CliOutput *self, const char *path, GError **error)
{
  struct stat old;
  int number;

  *self = (CliOutput){ .stream = stdout };
  if (path == NULL || strcmp (path, "-") == 0)
    return TRUE;
  self->path = g_strdup (path);
  self->stream = NULL;
  if (stat (path, &old) == 0 && !S_ISREG (old.st_mode) && !S_ISDIR (old.st_mode)) {
    self->stream = g_fopen (path, "wbe");
    number = errno;
  } else {
    number = lw_file_writer_new (path, &self->writer);
    if (number == 0) {
      set_unfinished (lw_file_writer_get_temporary (self->writer));
      self->stream = open_copy (lw_file_writer_get_descriptor (self->writer));
      number = errno;
    }
  }
  if (self->stream != NULL)
    return TRUE;
  set_write_error (path, number, error);
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
  int number = fflush (stream) == 0 ? 0 : errno;

  if (stream != stdout && fclose (stream) != 0 && number == 0)
    number = errno;
  if (number == 0 && self->writer != NULL)
    number = lw_file_writer_commit (self->writer, NULL, NULL);
  if (number != 0)
    set_write_error (self->path, number, error);
  cli_output_abandon (self);
  return number == 0;
}

void
cli_output_abandon (CliOutput *self)
{
  if (self->stream != NULL && self->stream != stdout)
    fclose (self->stream);
  self->stream = NULL;
  if (self->writer != NULL)
    set_unfinished (NULL);
  g_clear_pointer (&self->writer, lw_file_writer_free);
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
