// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-replace.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lw-file-error.h"
#include "lw-file-writer.h"
#include "lw-mechanism.h"

/// Number of bytes after which cancellation is checked.
#define BLOCK_SIZE (4 * 1024 * 1024)
/// A file of at least this size, bytes, is refused if less than one part in HOLLOW_RATIO was written.
#define HOLLOW_MIN_BYTES (64 * 1024 * 1024)
#define HOLLOW_RATIO 64

static void
set_error (GError **error, const char *path, LwFileDeed deed, int number)
{
  g_autofree char *name = g_filename_display_name (path);

  lw_file_error_set (error, name, deed, number);
}

static void
stamp_of (const struct stat *status, LwFileStamp *stamp)
{
  if (stamp == NULL)
    return;
  stamp->size = (guint64) status->st_size;
  stamp->mtime_ns =
    status->st_mtim.tv_sec * G_GINT64_CONSTANT (1000000000) + status->st_mtim.tv_nsec;
  stamp->ctime_ns =
    status->st_ctim.tv_sec * G_GINT64_CONSTANT (1000000000) + status->st_ctim.tv_nsec;
  stamp->inode = (guint64) status->st_ino;
}

gboolean
lw_file_stamp (const char *path, LwFileStamp *stamp)
{
  struct stat status;

  if (stat (path, &status) != 0)
    return FALSE;
  stamp_of (&status, stamp);
  return TRUE;
}

// Reading

static gboolean
set_too_large (gsize limit, GError **error)
{
  g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE,
               _ ("The file is larger than %u MiB, the maximum for a file of its kind."),
               (guint) (limit >> 20));
  return FALSE;
}

// Reads to the end of the file, but not more than limit + 1 bytes.
static gboolean
read_all (int fd,
          const char *path,
          gsize limit,
          GByteArray *bytes,
          gsize expected,
          GCancellable *cancellable,
          GError **error)
{
  gsize used = 0;

  g_byte_array_set_size (bytes, (guint) (expected + 1));
  while (true) {
    ssize_t got;

    if (g_cancellable_set_error_if_cancelled (cancellable, error))
      return FALSE;
    // The buffer has one byte more than expected, so that a file that has grown is detected.
    if (used == bytes->len)
      g_byte_array_set_size (bytes, (guint) MIN (2 * used, limit + 1));
    got = read (fd, bytes->data + used, MIN (bytes->len - used, BLOCK_SIZE));
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0) {
      set_error (error, path, LW_FILE_READ, errno);
      return FALSE;
    }
    if (got == 0)
      break;
    used += (gsize) got;
    if (used > limit)
      return set_too_large (limit, error);
  }
  g_byte_array_set_size (bytes, (guint) used);
  return TRUE;
}

/// Returns true if nearly all of a large file is gaps. A small number of blocks is not sufficient: some file
/// systems do not count blocks, and some compress them.
static bool
is_hollow (int fd, const struct stat *status)
{
  const bool is_hollow = status->st_size >= HOLLOW_MIN_BYTES
                         && (gint64) status->st_blocks * 512 < status->st_size / HOLLOW_RATIO
                         && lseek (fd, 0, SEEK_HOLE) < status->st_size;

  lseek (fd, 0, SEEK_SET);
  return is_hollow;
}

static gsize
find_limit (int fd, LwFileLimit find)
{
  guint8 head[LW_FILE_HEAD];
  const ssize_t n_head = pread (fd, head, sizeof head, 0);

  return find (head, (gsize) MAX (n_head, 0));
}

/// `find` may be NULL.
static GBytes *
read_within (const char *path,
             gsize limit,
             LwFileLimit find,
             LwFileStamp *stamp,
             GCancellable *cancellable,
             GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  struct stat status;
  gboolean good = FALSE;
  // O_NONBLOCK: opening a pipe must not block.
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

  if (fd < 0) {
    set_error (error, path, LW_FILE_READ, errno);
    return NULL;
  }
  if (fstat (fd, &status) != 0)
    set_error (error, path, LW_FILE_READ, errno);
  else if (S_ISDIR (status.st_mode))
    set_error (error, path, LW_FILE_READ, EISDIR);
  else if (!S_ISREG (status.st_mode))
    set_error (error, path, LW_FILE_READ, LW_FILE_NOT_REGULAR);
  else {
    limit = find != NULL ? find_limit (fd, find) : limit;
    if ((guint64) status.st_size > limit)
      set_too_large (limit, error);
    else if (find != NULL && is_hollow (fd, &status))
      g_set_error_literal (
        error, LW_ERROR, LW_ERROR_BAD_FILE,
        _ ("Almost nothing of the file was ever written, although it claims to be "
           "large; it was not made by Linkwright."));
    else
      good = read_all (fd, path, limit, bytes, (gsize) status.st_size, cancellable, error);
  }
  close (fd);
  if (!good)
    return NULL;
  stamp_of (&status, stamp);
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

GBytes *
lw_file_read (const char *path,
              gsize limit,
              LwFileStamp *stamp,
              GCancellable *cancellable,
              GError **error)
{
  return read_within (path, limit, NULL, stamp, cancellable, error);
}

GBytes *
lw_file_read_by_head (const char *path,
                      LwFileLimit limit,
                      LwFileStamp *stamp,
                      GCancellable *cancellable,
                      GError **error)
{
  return read_within (path, 0, limit, stamp, cancellable, error);
}

// Replacing

gboolean
lw_file_replace (const char *path,
                 const void *data,
                 gsize size,
                 LwFileStamp *stamp,
                 GCancellable *cancellable,
                 GError **error)
{
  g_autoptr (LwFileWriter) writer = NULL;
  int number;

  if (stamp != NULL)
    *stamp = (LwFileStamp){ 0 };
  number = lw_file_writer_new (path, &writer);
  if (number == 0)
    number = lw_file_writer_write (writer, data, size, cancellable);
  if (number == 0)
    number = lw_file_writer_commit (writer, stamp, cancellable);
  if (number == ECANCELED)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
  else if (number != 0)
    set_error (error, path, LW_FILE_SAVED, number);
  return number == 0;
}
