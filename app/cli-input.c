// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads input files completely. "-" and the names of open descriptors are streams, which are read
// to their end; any other name must be a regular file, so that reading never blocks indefinitely.

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "lw-definition.h"
#include "lw-file-error.h"
#include "lw-replace.h"
#include "lw-store.h"

#define BLOCK_SIZE 65536

/// Returns the descriptor that a name stands for, or -1.
static int
find_stream (const char *name)
{
  static const char prefix[] = "/dev/fd/";
  char *end;
  long number;

  if (strcmp (name, "-") == 0 || strcmp (name, "/dev/stdin") == 0)
    return STDIN_FILENO;
  if (!g_str_has_prefix (name, prefix) || !g_ascii_isdigit (name[strlen (prefix)]))
    return -1;
  number = strtol (name + strlen (prefix), &end, 10);
  return *end == '\0' && number <= G_MAXINT ? (int) number : -1;
}

static char *
dup_shown_name (const char *name)
{
  return find_stream (name) == STDIN_FILENO ? g_strdup ("Standard input")
                                            : g_filename_display_name (name);
}

void
cli_prefix_file (GError **error, const char *name)
{
  g_autofree char *shown = dup_shown_name (name);

  if (!g_error_matches (*error, LW_ERROR, LW_ERROR_IO))
    g_prefix_error (error, "%s: ", shown);
}

static GBytes *
read_stream (int fd, const char *name, gsize limit, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree guint8 *block = g_malloc (BLOCK_SIZE);
  ssize_t got;

  while ((got = read (fd, block, BLOCK_SIZE)) != 0) {
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0) {
      const int number = errno;
      g_autofree char *shown = dup_shown_name (name);

      lw_file_error_set (error, shown, LW_FILE_READ, number);
      return NULL;
    }
    g_byte_array_append (bytes, block, (guint) got);
    if (bytes->len > limit) {
      g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE, "There is more than %u MiB.",
                   (guint) (limit >> 20));
      return NULL;
    }
  }
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

GBytes *
cli_read (const char *name, GError **error)
{
  const int fd = find_stream (name);
  GBytes *bytes = fd >= 0 ? read_stream (fd, name, LW_STORE_MAX_BYTES, error)
                          : lw_file_read_by_head (name, lw_store_limit, NULL, NULL, error);

  if (bytes == NULL)
    cli_prefix_file (error, name);
  return bytes;
}

bool
cli_is_input (const char *name, const char *path)
{
  const int fd = find_stream (name);
  struct stat input, output;

  return (fd >= 0 ? fstat (fd, &input) : stat (name, &input)) == 0 && S_ISREG (input.st_mode)
         && stat (path, &output) == 0 && input.st_dev == output.st_dev
         && input.st_ino == output.st_ino;
}

LwOpened *
cli_read_mechanism (const char *name, GError **error)
{
  g_autoptr (GBytes) bytes = cli_read (name, error);
  LwOpened *opened;

  if (bytes == NULL)
    return NULL;
  opened = lw_open_bytes (g_steal_pointer (&bytes), NULL, error);
  if (opened == NULL)
    cli_prefix_file (error, name);
  else if (find_stream (name) < 0)
    lw_opened_take_name (opened, name);
  return opened;
}

gboolean
cli_define (LwProject *project, const CliArguments *arguments, GError **error)
{
  LwMechanism *mechanism;

  if (arguments->definitions == NULL)
    return TRUE;
  mechanism =
    lw_mechanism_define (project->mechanism, (const char *const *) arguments->definitions, error);
  if (mechanism == NULL)
    return FALSE;
  lw_mechanism_unref (project->mechanism);
  project->mechanism = mechanism;
  return TRUE;
}

LwOpened *
cli_open_input (const CliArguments *arguments, GError **error)
{
  g_autoptr (LwOpened) opened = cli_read_mechanism (arguments->file, error);
  g_autofree char *note = NULL;

  if (opened == NULL)
    return NULL;
  for (guint i = 0; i < opened->left_out->len; i++)
    cli_note ("%s.", (const char *) opened->left_out->pdata[i]);
  note = opened->left_out->len == 0 ? lw_opened_dup_note (opened) : NULL;
  if (note != NULL) {
    g_autofree char *shown = dup_shown_name (arguments->file);

    cli_note ("%s: %s", shown, note);
  }
  return cli_define (opened->project, arguments, error) ? g_steal_pointer (&opened) : NULL;
}
