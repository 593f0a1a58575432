// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Replaced files keep their permissions, access control list, attributes and links; whatever fails, the
// old file is unchanged and no other file remains.

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "lw-file-error.h"
#include "lw-file-writer.h"
#include "lw-save.h"
#include "testing-project.h"

typedef struct
{
  char *folder;
  char *path;
} Fixture;

static void
set_up (Fixture *self, const void *data)
{
  self->folder = testing_folder_new ();
  self->path = g_build_filename (self->folder, "result.csv", NULL);
}

static void
tear_down (Fixture *self, const void *data)
{
  g_free (self->path);
  testing_folder_free (self->folder);
}

static void
assert_contents (const char *path, const char *expected)
{
  g_autofree char *contents = NULL;

  g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
  g_assert_cmpstr (contents, ==, expected);
}

/// Writes by one of the functions that everything uses: exports, then projects.
static void
write_file (const char *path, const char *contents, int way)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  if (way == 0)
    lw_save (file, contents, strlen (contents), NULL, &error);
  else
    lw_file_replace (path, contents, strlen (contents), NULL, NULL, &error);
  g_assert_no_error (error);
  assert_contents (path, contents);
}

static mode_t
mode_of (const char *path)
{
  struct stat status;

  g_assert_cmpint (stat (path, &status), ==, 0);
  return status.st_mode & 07777;
}

static void
test_mode (Fixture *self, const void *data)
{
  static const mode_t modes[] = { 0600, 0640, 0644, 0664, 0755 };

  for (gsize i = 0; i < 2 * G_N_ELEMENTS (modes); i++) {
    write_file (self->path, "old", 0);
    g_assert_cmpint (g_chmod (self->path, (int) modes[i / 2]), ==, 0);
    write_file (self->path, "new", (int) (i % 2));
    g_assert_cmpint (mode_of (self->path), ==, modes[i / 2]);
  }
}

/// A list with an entry for another user: read and write, although the group may only read.
static void
test_access_list (Fixture *self, const void *data)
{
  static const struct
  {
    guint32 version;
    struct
    {
      guint16 tag, access;
      guint32 id;
    } entries[5];
  } list = { 2,
             { { 0x01, 6, G_MAXUINT32 },
               { 0x02, 6, 12345 },
               { 0x04, 4, G_MAXUINT32 },
               { 0x10, 6, G_MAXUINT32 },
               { 0x20, 0, G_MAXUINT32 } } };
  static const char name[] = "system.posix_acl_access";

  for (int way = 0; way < 2; way++) {
    char kept[2 * sizeof list];

    write_file (self->path, "old", way);
    if (setxattr (self->path, name, &list, sizeof list, 0) != 0) {
      g_test_skip ("this file system has no access control lists");
      return;
    }
    write_file (self->path, "new", way);
    g_assert_cmpint (getxattr (self->path, name, kept, sizeof kept), ==, sizeof list);
    g_assert_cmpmem (kept, sizeof list, &list, sizeof list);
    g_assert_cmpint (mode_of (self->path), ==, 0660);
  }
}

static void
test_attributes (Fixture *self, const void *data)
{
  for (int way = 0; way < 2; way++) {
    char kept[16];

    write_file (self->path, "old", way);
    if (setxattr (self->path, "user.origin", "teacher", 7, 0) != 0) {
      g_test_skip ("this file system has no extended attributes");
      return;
    }
    write_file (self->path, "new", way);
    g_assert_cmpint (getxattr (self->path, "user.origin", kept, sizeof kept), ==, 7);
    g_assert_cmpmem (kept, 7, "teacher", 7);
  }
}

/// A link to a file, and one to a file that does not exist yet.
static void
test_links (Fixture *self, const void *data)
{
  g_autofree char *link = g_build_filename (self->folder, "link", NULL);

  for (int way = 0; way < 2; way++) {
    g_unlink (self->path);
    g_unlink (link);
    g_assert_cmpint (symlink ("result.csv", link), ==, 0);
    write_file (link, "first", way);
    assert_contents (self->path, "first");
    write_file (link, "second", way);
    assert_contents (self->path, "second");
    g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  }
}

static void
test_long_name (Fixture *self, const void *data)
{
  g_autofree char *name = g_strnfill (255, 'n');
  g_autofree char *path = g_build_filename (self->folder, name, NULL);

  write_file (path, "first", 0);
  write_file (path, "second", 1);
}

/// Returns the number of files in the folder.
static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
test_refused (Fixture *self, const void *data)
{
  LwFileWriter *writer;

  g_assert_cmpint (lw_file_writer_new (self->folder, &writer), ==, EISDIR);
  g_assert_null (writer);
  g_assert_cmpint (lw_file_writer_new ("/dev/null", &writer), ==, LW_FILE_NOT_REGULAR);
  g_assert_cmpint (lw_file_writer_new ("/nowhere/at/all", &writer), ==, ENOENT);
  if (geteuid () == 0)
    return;
  write_file (self->path, "old", 0);
  g_assert_cmpint (g_chmod (self->path, 0400), ==, 0);
  g_assert_cmpint (lw_file_writer_new (self->path, &writer), ==, EACCES);
  assert_contents (self->path, "old");
  g_assert_cmpuint (count_files (self->folder), ==, 1);
}

/// A writer that is given up, or cancelled, leaves the old file and nothing else.
static void
test_abandoned (Fixture *self, const void *data)
{
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  LwFileWriter *writer;
  LwFileStamp stamp = { 0 };

  write_file (self->path, "old", 0);
  g_assert_cmpint (lw_file_writer_new (self->path, &writer), ==, 0);
  g_assert_cmpint (lw_file_writer_write (writer, "new", 3, NULL), ==, 0);
  g_assert_cmpuint (count_files (self->folder), ==, 2);
  assert_contents (self->path, "old");
  lw_file_writer_free (writer);
  g_assert_cmpuint (count_files (self->folder), ==, 1);

  g_assert_cmpint (lw_file_writer_new (self->path, &writer), ==, 0);
  g_cancellable_cancel (cancelled);
  g_assert_cmpint (lw_file_writer_write (writer, "new", 3, cancelled), ==, ECANCELED);
  g_assert_cmpint (lw_file_writer_commit (writer, &stamp, cancelled), ==, ECANCELED);
  lw_file_writer_free (writer);
  assert_contents (self->path, "old");
  g_assert_cmpuint (stamp.inode, ==, 0);
  g_assert_cmpuint (count_files (self->folder), ==, 1);
}

/// A folder appears when it is complete; the remains of a killed program are removed.
static void
test_folder (Fixture *self, const void *data)
{
  g_autofree char *path = g_build_filename (self->folder, "frames", NULL);
  g_autofree char *first = g_build_filename (path, "1.png", NULL);
  LwFolderWriter *writer;
  g_autofree char *left = NULL;
  g_autofree char *list = NULL;
  int status;
  const pid_t child = fork ();

  if (child == 0) {
    if (lw_folder_writer_new (path, &writer) != 0
        || lw_folder_writer_add (writer, "1.png", "part", 4) != 0)
      _exit (1);
    _exit (0);
  }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_cmpint (status, ==, 0);
  left = testing_list (self->folder);
  g_assert_nonnull (strstr (left, ".frames."));

  g_assert_cmpint (lw_folder_writer_new (path, &writer), ==, 0);
  g_assert_cmpint (lw_folder_writer_add (writer, "1.png", "one", 3), ==, 0);
  g_assert_cmpint (lw_folder_writer_add (writer, "2.png", "two", 3), ==, 0);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_cmpint (lw_folder_writer_commit (writer), ==, 0);
  lw_folder_writer_free (writer);
  assert_contents (first, "one");

  // Another one does not replace it, and leaves nothing.
  g_assert_cmpint (lw_folder_writer_new (path, &writer), ==, 0);
  g_assert_cmpint (lw_folder_writer_add (writer, "1.png", "new", 3), ==, 0);
  g_assert_cmpint (lw_folder_writer_commit (writer), ==, ENOTEMPTY);
  lw_folder_writer_free (writer);
  assert_contents (first, "one");
  list = testing_list (self->folder);
  g_assert_cmpstr (list, ==, "frames");
}

/// A link in the place of the temporary folder is not followed: the folder that it leads to keeps its
/// files.
static void
test_folder_link (Fixture *self, const void *data)
{
  g_autofree char *path = g_build_filename (self->folder, "frames", NULL);
  g_autofree char *other = g_build_filename (self->folder, "other", NULL);
  g_autofree char *kept = g_build_filename (other, "kept", NULL);
  g_autofree char *aside = g_build_filename (self->folder, "aside", NULL);
  g_autofree char *name = NULL;
  g_autofree char *temporary = NULL;
  LwFolderWriter *writer;

  g_assert_cmpint (lw_folder_writer_new (path, &writer), ==, 0);
  name = testing_list (self->folder);
  temporary = g_build_filename (self->folder, name, NULL);
  g_assert_cmpint (g_mkdir (other, 0700), ==, 0);
  g_assert_true (g_file_set_contents (kept, "kept", -1, NULL));
  g_assert_cmpint (g_rename (temporary, aside), ==, 0);
  g_assert_cmpint (symlink (other, temporary), ==, 0);
  lw_folder_writer_free (writer);
  assert_contents (kept, "kept");
  g_assert_cmpint (g_unlink (temporary), ==, 0);
  g_assert_cmpint (g_rmdir (aside), ==, 0);
  g_assert_cmpint (g_unlink (kept), ==, 0);
  g_assert_cmpint (g_rmdir (other), ==, 0);
}

#define TEST(name, function)                                                                       \
  g_test_add ("/file-writer/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST ("mode", test_mode);
  TEST ("access-list", test_access_list);
  TEST ("attributes", test_attributes);
  TEST ("links", test_links);
  TEST ("folder", test_folder);
  TEST ("folder-link", test_folder_link);
  TEST ("long-name", test_long_name);
  TEST ("refused", test_refused);
  TEST ("abandoned", test_abandoned);
  return g_test_run ();
}
