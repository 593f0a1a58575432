// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The temporary file is named .<name>.<process>-<random>.lw-new. The process number shows whether
// its writer is still running, so that files of killed programs can be removed.

#include "lw-replace.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "lw-file-error.h"
#include "lw-mechanism.h"

#define TEMPORARY_SUFFIX ".lw-new"
/// Age after which a temporary file is removed even if its process number exists, since another
/// program may have got that number.
#define STALE_AFTER_S (24 * 60 * 60)
/// Number of bytes after which cancellation is checked.
#define BLOCK_SIZE (4 * 1024 * 1024)

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
               _ ("The file is larger than %u MiB, the maximum for a project."),
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

GBytes *
lw_file_read (const char *path,
              gsize limit,
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
  else if ((guint64) status.st_size > limit)
    set_too_large (limit, error);
  else
    good = read_all (fd, path, limit, bytes, (gsize) status.st_size, cancellable, error);
  close (fd);
  if (!good)
    return NULL;
  stamp_of (&status, stamp);
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

// Replacing

/// Resources to release and files to remove on failure.
typedef struct
{
  char *target; ///< target of the symbolic links
  char *folder;
  char *temporary; ///< NULL if not created or already renamed
  int fd;
  int folder_fd;
} Replacement;

static void
abandon (Replacement *self)
{
  if (self->fd >= 0)
    close (self->fd);
  if (self->folder_fd >= 0)
    close (self->folder_fd);
  if (self->temporary != NULL)
    g_unlink (self->temporary);
  g_free (self->temporary);
  g_free (self->folder);
  g_free (self->target);
}

// Returns the target of a chain of symbolic links, which need not exist. On failure returns NULL
// and sets errno.
static char *
follow_links (const char *path)
{
  g_autofree char *at = g_strdup (path);

  for (int i = 0; i < 40; i++) {
    g_autofree char *link = g_file_read_link (at, NULL);
    g_autofree char *folder = NULL;
    char *next;

    if (link == NULL)
      return g_steal_pointer (&at);
    folder = g_path_get_dirname (at);
    next = g_path_is_absolute (link) ? g_strdup (link) : g_build_filename (folder, link, NULL);
    g_free (at);
    at = next;
  }
  errno = ELOOP;
  return NULL;
}

static int
make_temporary (Replacement *self)
{
  g_autofree char *base = g_path_get_basename (self->target);

  // Limits the length of the temporary name.
  if (strlen (base) > 200)
    base[200] = '\0';
  for (int attempt = 0; attempt < 100; attempt++) {
    g_autofree char *name = g_strdup_printf (".%s.%ld-%08x" TEMPORARY_SUFFIX, base,
                                             (long) getpid (), (unsigned) g_random_int ());

    g_free (self->temporary);
    self->temporary = g_build_filename (self->folder, name, NULL);
    self->fd = open (self->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (self->fd >= 0)
      return 0;
    if (errno != EEXIST)
      break;
  }
  // No file was created, so there is none to remove.
  g_clear_pointer (&self->temporary, g_free);
  return errno;
}

static int
write_all (int fd, const guint8 *data, gsize size, GCancellable *cancellable)
{
  gsize done = 0;

  while (done < size) {
    ssize_t put;

    if (g_cancellable_is_cancelled (cancellable))
      return ECANCELED;
    put = write (fd, data + done, MIN (size - done, BLOCK_SIZE));
    if (put < 0 && errno != EINTR)
      return errno;
    if (put == 0)
      return EIO;
    if (put > 0)
      done += (gsize) put;
  }
  return 0;
}

// The umask can only be read by changing it, which affects all threads; therefore it is read only
// once.
static mode_t
file_mask (void)
{
  static gsize mask_and_one = 0;

  if (g_once_init_enter (&mask_and_one)) {
    mode_t mask = umask (0077);

    umask (mask);
    g_once_init_leave (&mask_and_one, (gsize) mask + 1);
  }
  return (mode_t) (mask_and_one - 1);
}

// Sets the mode of the old file, or for a new file the mode according to the umask.
static int
set_mode (const Replacement *self)
{
  struct stat old;

  if (stat (self->target, &old) == 0) {
    // If the user does not belong to the old group, it cannot be kept; then the new group gets no
    // permissions.
    if (fchown (self->fd, (uid_t) -1, old.st_gid) != 0)
      return fchmod (self->fd, old.st_mode & 0707) == 0 ? 0 : errno;
    return fchmod (self->fd, old.st_mode & 07777) == 0 ? 0 : errno;
  }
  return fchmod (self->fd, 0666 & ~file_mask ()) == 0 ? 0 : errno;
}

// Some file systems cannot sync folders and report EINVAL.
static int
sync_folder (int fd)
{
  return fsync (fd) == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : errno;
}

// Performs all steps that can fail before anything is changed. Returns 0 or errno.
static int
prepare (Replacement *self, const void *data, gsize size, GCancellable *cancellable)
{
  int number = make_temporary (self);

  if (number == 0)
    number = write_all (self->fd, data, size, cancellable);
  if (number == 0)
    number = set_mode (self);
  if (number == 0 && fsync (self->fd) != 0)
    number = errno;
  if (number == 0) {
    int fd = self->fd;

    self->fd = -1;
    number = close (fd) == 0 ? 0 : errno;
  }
  if (number == 0) {
    self->folder_fd = open (self->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    number = self->folder_fd >= 0 ? 0 : errno;
  }
  return number == 0 && g_cancellable_is_cancelled (cancellable) ? ECANCELED : number;
}

static int
replace (Replacement *self,
         const void *data,
         gsize size,
         LwFileStamp *stamp,
         GCancellable *cancellable)
{
  int number = prepare (self, data, size, cancellable);

  if (number == 0 && g_rename (self->temporary, self->target) != 0)
    number = errno;
  if (number != 0)
    return number;
  g_clear_pointer (&self->temporary, g_free);
  if (stamp != NULL)
    lw_file_stamp (self->target, stamp);
  // If this fails, the new file is in place, but a crash of the machine may undo the renaming.
  return sync_folder (self->folder_fd);
}

gboolean
lw_file_replace (const char *path,
                 const void *data,
                 gsize size,
                 LwFileStamp *stamp,
                 GCancellable *cancellable,
                 GError **error)
{
  Replacement self = { .fd = -1, .folder_fd = -1 };
  struct stat old;
  int number;

  if (stamp != NULL)
    *stamp = (LwFileStamp){ 0 };
  self.target = follow_links (path);
  if (self.target == NULL)
    number = errno;
  else if (stat (self.target, &old) == 0 && !S_ISREG (old.st_mode))
    number = S_ISDIR (old.st_mode) ? EISDIR : LW_FILE_NOT_REGULAR;
  else if (access (self.target, F_OK) == 0 && access (self.target, W_OK) != 0)
    // Respect the write protection of a file, although permissions of its folder would allow
    // replacing it.
    number = errno;
  else {
    self.folder = g_path_get_dirname (self.target);
    lw_file_sweep (self.target);
    number = replace (&self, data, size, stamp, cancellable);
  }
  abandon (&self);
  if (number == ECANCELED)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
  else if (number != 0)
    set_error (error, path, LW_FILE_SAVED, number);
  return number == 0;
}

// Sweeping

static bool
is_alive (long process)
{
  return process > 0 && process <= G_MAXINT && (kill ((pid_t) process, 0) == 0 || errno == EPERM);
}

void
lw_file_sweep (const char *path)
{
  g_autofree char *target = follow_links (path);
  g_autofree char *base = target != NULL ? g_path_get_basename (target) : NULL;
  g_autofree char *folder = target != NULL ? g_path_get_dirname (target) : NULL;
  g_autofree char *start = NULL;
  g_autoptr (GDir) dir = folder != NULL ? g_dir_open (folder, 0, NULL) : NULL;
  const char *name;

  if (dir == NULL)
    return;
  if (strlen (base) > 200)
    base[200] = '\0';
  start = g_strdup_printf (".%s.", base);
  while ((name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *stale = NULL;
    struct stat status;
    char *end;
    long process;

    if (!g_str_has_prefix (name, start) || !g_str_has_suffix (name, TEMPORARY_SUFFIX))
      continue;
    process = strtol (name + strlen (start), &end, 10);
    if (*end != '-')
      continue;
    stale = g_build_filename (folder, name, NULL);
    if (lstat (stale, &status) != 0 || !S_ISREG (status.st_mode))
      continue;
    if (!is_alive (process) || time (NULL) - status.st_mtime > STALE_AFTER_S)
      g_unlink (stale);
  }
}
