// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The temporary file or folder is named .<name>.<system>-<process>-<random>.lw-new. The system (this start of
// this machine, and the name space of its process numbers) and the process number show whether its
// writer may still be running, so that files of killed programs can be removed.

#include "lw-file-writer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "lw-file-error.h"

#define TEMPORARY_SUFFIX ".lw-new"
/// Age after which a temporary file is removed even if its writer may be running, since another
/// program may have got its process number, or it ran on another machine.
#define STALE_AFTER_S (24 * 60 * 60)
/// Number of bytes after which cancellation is checked.
#define BLOCK_SIZE (4 * 1024 * 1024)
/// Longest part of the file's name in the temporary name, which has a limited length.
#define MOST_NAME 180

struct LwFileWriter
{
  char *target; ///< target of the symbolic links
  char *folder;
  char *temporary; ///< NULL if it was not created
  bool is_in_place;
  int fd;
  bool exists; ///< true: an old file is replaced
  struct stat old;
};

// Names

/// Returns the target of a chain of symbolic links, which need not exist. On failure returns NULL
/// and sets errno.
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

/// Returns the number of this system; process numbers are comparable within it.
static guint32
system_number (void)
{
  static gsize number_and_one = 0;

  if (g_once_init_enter (&number_and_one)) {
    g_autofree char *boot = NULL;
    struct stat space = { 0 };
    guint32 number = 0;

    g_file_get_contents ("/proc/sys/kernel/random/boot_id", &boot, NULL, NULL);
    if (boot != NULL && stat ("/proc/self/ns/pid", &space) == 0)
      number = g_str_hash (boot) ^ (guint32) space.st_ino;
    g_once_init_leave (&number_and_one, (gsize) number + 1);
  }
  return (guint32) (number_and_one - 1);
}

/// Returns the beginning of the names of temporary files for a target: ".<name>.".
static char *
dup_start (const char *target)
{
  g_autofree char *base = g_path_get_basename (target);

  if (strlen (base) > MOST_NAME)
    base[MOST_NAME] = '\0';
  return g_strdup_printf (".%s.", base);
}

/// Returns a new path of a temporary file or folder for a target.
static char *
dup_temporary (const char *folder, const char *target)
{
  g_autofree char *start = dup_start (target);
  g_autofree char *name =
    g_strdup_printf ("%s%08x-%ld-%08x" TEMPORARY_SUFFIX, start, (unsigned) system_number (),
                     (long) getpid (), (unsigned) g_random_int ());

  return g_build_filename (folder, name, NULL);
}

static int
make_temporary (LwFileWriter *self)
{
  for (int attempt = 0; attempt < 100; attempt++) {
    g_free (self->temporary);
    self->temporary = dup_temporary (self->folder, self->target);
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

// Opening

/// Returns 0 if the target may be written.
static int
check_target (LwFileWriter *self)
{
  self->exists = stat (self->target, &self->old) == 0;
  if (!self->exists)
    return errno == ENOENT ? 0 : errno;
  if (!S_ISREG (self->old.st_mode))
    return S_ISDIR (self->old.st_mode) ? EISDIR : LW_FILE_NOT_REGULAR;
  // Respect the write protection of a file, although permissions of its folder would allow
  // replacing it.
  return access (self->target, W_OK) == 0 ? 0 : errno;
}

int
lw_file_writer_new (const char *path, LwFileWriter **result)
{
  g_autoptr (LwFileWriter) self = g_new0 (LwFileWriter, 1);
  int number;

  *result = NULL;
  self->fd = -1;
  self->target = follow_links (path);
  if (self->target == NULL)
    return errno;
  number = check_target (self);
  if (number != 0)
    return number;
  self->folder = g_path_get_dirname (self->target);
  lw_file_sweep (self->target);
  number = make_temporary (self);
  if (number == 0)
    *result = g_steal_pointer (&self);
  return number;
}

int
lw_file_writer_get_descriptor (const LwFileWriter *self)
{
  return self->fd;
}

const char *
lw_file_writer_get_temporary (const LwFileWriter *self)
{
  return self->temporary;
}

void
lw_file_writer_free (LwFileWriter *self)
{
  if (self == NULL)
    return;
  if (self->fd >= 0)
    close (self->fd);
  if (self->temporary != NULL && !self->is_in_place)
    g_unlink (self->temporary);
  g_free (self->temporary);
  g_free (self->folder);
  g_free (self->target);
  g_free (self);
}

// Writing

static int
write_all (int fd, const void *data, gsize size, GCancellable *cancellable)
{
  gsize done = 0;

  while (done < size) {
    ssize_t put;

    if (g_cancellable_is_cancelled (cancellable))
      return ECANCELED;
    put = write (fd, (const guint8 *) data + done, MIN (size - done, BLOCK_SIZE));
    if (put < 0 && errno != EINTR)
      return errno;
    if (put == 0)
      return EIO;
    if (put > 0)
      done += (gsize) put;
  }
  return 0;
}

int
lw_file_writer_write (LwFileWriter *self, const void *data, gsize size, GCancellable *cancellable)
{
  return write_all (self->fd, data, size, cancellable);
}

// Access

/// The umask can only be read by changing it, which affects all threads; therefore it is read only
/// once.
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

/// Copies the access control list and the attributes of the old file. Returns false if there is a
/// list that could not be copied.
static bool
copy_attributes (const LwFileWriter *self)
{
  static const char list[] = "system.posix_acl_access";
  const ssize_t size = listxattr (self->target, NULL, 0);
  g_autofree char *names = size > 0 ? g_malloc ((gsize) size) : NULL;
  const ssize_t got = size > 0 ? listxattr (self->target, names, (gsize) size) : 0;
  bool done = true;

  for (const char *name = names; got > 0 && name < names + got; name += strlen (name) + 1) {
    const ssize_t length = getxattr (self->target, name, NULL, 0);
    g_autofree char *value = length > 0 ? g_malloc ((gsize) length) : NULL;

    if (strcmp (name, list) != 0 && !g_str_has_prefix (name, "user."))
      continue;
    if (length < 0 || getxattr (self->target, name, value, (gsize) length) != length
        || fsetxattr (self->fd, name, value, (gsize) length, 0) != 0)
      done = done && strcmp (name, list) != 0;
  }
  return done;
}

/// Gives the new file the access of the old one, or that of a new file. Without the old owner or
/// group, or without its access control list, the group gets no access.
static int
set_access (const LwFileWriter *self)
{
  mode_t mode = self->old.st_mode & 07777;

  if (!self->exists)
    return fchmod (self->fd, 0666 & ~file_mask ()) == 0 ? 0 : errno;
  if (fchown (self->fd, self->old.st_uid, self->old.st_gid) != 0
      && fchown (self->fd, (uid_t) -1, self->old.st_gid) != 0)
    mode &= 0707;
  if (fchmod (self->fd, mode) != 0)
    return errno;
  if (!copy_attributes (self) && fchmod (self->fd, mode & 0707) != 0)
    return errno;
  return 0;
}

// Putting in place

/// Some file systems cannot sync folders and report EINVAL.
static int
sync_folder (int fd)
{
  return fsync (fd) == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : errno;
}

/// Performs all steps that can fail before anything is changed.
static int
complete (LwFileWriter *self, int *folder, GCancellable *cancellable)
{
  int number = set_access (self);
  int fd = self->fd;

  if (number == 0 && fsync (fd) != 0)
    number = errno;
  if (number != 0)
    return number;
  self->fd = -1;
  if (close (fd) != 0)
    return errno;
  *folder = open (self->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (*folder < 0)
    return errno;
  return g_cancellable_is_cancelled (cancellable) ? ECANCELED : 0;
}

int
lw_file_writer_commit (LwFileWriter *self, LwFileStamp *stamp, GCancellable *cancellable)
{
  int folder = -1;
  int number = complete (self, &folder, cancellable);

  if (number == 0 && g_rename (self->temporary, self->target) != 0)
    number = errno;
  if (number == 0) {
    // A handler of signals may still use the name.
    self->is_in_place = true;
    if (stamp != NULL)
      lw_file_stamp (self->target, stamp);
    // If this fails, the new file is in place, but a crash of the machine may undo the renaming.
    number = sync_folder (folder);
  }
  if (folder >= 0)
    close (folder);
  return number;
}

// Sweeping

/// Returns -1 if it cannot be opened. In a folder of many users another one may have put a link in its
/// place, which is not followed.
static int
open_own_folder (const char *path)
{
  return open (path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/// Removes a folder of files. Takes ownership of its descriptor `fd`, -1 if it could not be opened.
static void
remove_folder (const char *path, int fd)
{
  DIR *dir = fd >= 0 ? fdopendir (fd) : NULL;
  const struct dirent *entry;

  if (dir == NULL) {
    if (fd >= 0)
      close (fd);
    return;
  }
  // This does not remove folders, such as the entries for itself and its parent.
  while ((entry = readdir (dir)) != NULL)
    unlinkat (fd, entry->d_name, 0);
  closedir (dir);
  g_rmdir (path);
}

static bool
may_run (guint64 system, long process)
{
  return system != system_number () || system == 0 || process <= 0 || process > G_MAXINT
         || kill ((pid_t) process, 0) == 0 || errno == EPERM;
}

void
lw_file_sweep (const char *path)
{
  g_autofree char *target = follow_links (path);
  g_autofree char *folder = target != NULL ? g_path_get_dirname (target) : NULL;
  g_autofree char *start = target != NULL ? dup_start (target) : NULL;
  g_autoptr (GDir) dir = folder != NULL ? g_dir_open (folder, 0, NULL) : NULL;
  const char *name;

  if (dir == NULL)
    return;
  while ((name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *stale = NULL;
    struct stat status;
    guint64 system;
    long process;
    char *end;

    if (!g_str_has_prefix (name, start) || !g_str_has_suffix (name, TEMPORARY_SUFFIX))
      continue;
    system = g_ascii_strtoull (name + strlen (start), &end, 16);
    process = *end == '-' ? strtol (end + 1, &end, 10) : -1;
    if (*end != '-')
      continue;
    stale = g_build_filename (folder, name, NULL);
    if (lstat (stale, &status) != 0
        || (may_run (system, process) && time (NULL) - status.st_mtime <= STALE_AFTER_S))
      continue;
    if (S_ISDIR (status.st_mode))
      remove_folder (stale, open_own_folder (stale));
    else if (S_ISREG (status.st_mode))
      g_unlink (stale);
  }
}

// Folders

struct LwFolderWriter
{
  char *target;
  char *parent;
  char *temporary; ///< NULL if it was not created
  int fd;          ///< descriptor of the temporary folder
  bool is_in_place;
};

int
lw_folder_writer_new (const char *path, LwFolderWriter **result)
{
  g_autoptr (LwFolderWriter) self = g_new0 (LwFolderWriter, 1);

  *result = NULL;
  self->parent = g_path_get_dirname (path);
  self->target = g_strdup (path);
  lw_file_sweep (self->target);
  for (int attempt = 0; attempt < 100; attempt++) {
    g_autofree char *temporary = dup_temporary (self->parent, self->target);

    if (g_mkdir (temporary, 0777) == 0) {
      // Held until the end: it can be removed even if nothing more can be opened.
      self->fd = open_own_folder (temporary);
      if (self->fd < 0) {
        const int number = errno;
        g_rmdir (temporary);
        return number;
      }
      self->temporary = g_steal_pointer (&temporary);
      *result = g_steal_pointer (&self);
      return 0;
    }
    if (errno != EEXIST)
      break;
  }
  return errno;
}

int
lw_folder_writer_add (LwFolderWriter *self, const char *name, const void *data, gsize size)
{
  g_autofree char *path = g_build_filename (self->temporary, name, NULL);
  const int fd = open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
  int number;

  if (fd < 0)
    return errno;
  number = write_all (fd, data, size, NULL);
  if (number == 0 && fsync (fd) != 0)
    number = errno;
  if (close (fd) != 0 && number == 0)
    number = errno;
  return number;
}

static int
open_folder (const char *path, int *number)
{
  const int fd = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  *number = fd < 0 ? errno : 0;
  return fd;
}

int
lw_folder_writer_commit (LwFolderWriter *self)
{
  int number, parent = -1;

  // All that can fail before the folder is in its place.
  number = sync_folder (self->fd);
  if (number == 0)
    parent = open_folder (self->parent, &number);
  if (number == 0 && g_rename (self->temporary, self->target) != 0)
    number = errno;
  if (number == 0) {
    self->is_in_place = true;
    number = sync_folder (parent);
  }
  if (parent >= 0)
    close (parent);
  return number;
}

void
lw_folder_writer_free (LwFolderWriter *self)
{
  if (self == NULL)
    return;
  if (self->temporary != NULL && !self->is_in_place)
    remove_folder (self->temporary, self->fd);
  else if (self->temporary != NULL)
    close (self->fd);
  g_free (self->temporary);
  g_free (self->parent);
  g_free (self->target);
  g_free (self);
}
