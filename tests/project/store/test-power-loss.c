// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Loss of power while files are written. The calls that writing makes are recorded; after each of
// them the disk may hold any selection of what was not synced: changes of the folder in any
// combination, and data that is missing, cut off, zero or complete. Every such state is made in
// another folder, and must hold the old file or the new one, and the new one once it was reported as
// saved. The functions of the C library below are replaced in this program by recording ones.

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "lw-document.h"
#include "lw-recovery.h"
#include "lw-save.h"
#include "lw-store.h"
#include "lw-text.h"
#include "testing-project.h"

// ---- recording ------------------------------------------------------------------------------

typedef enum
{
  OP_CREATE,
  OP_WRITE,
  OP_SYNC,
  OP_RENAME,
  OP_UNLINK,
  OP_SYNC_FOLDER,
  OP_REPORTED, ///< the program got the result that all is written
} OpKind;

typedef struct
{
  OpKind kind;
  int inode;    ///< number of the file; -1: none
  char *name;   ///< created, removed, or the old name
  char *to;     ///< the new name
  GBytes *data; ///< written
} Op;

/// The folder that is recorded, and what each descriptor is.
static struct
{
  char *folder; ///< NULL: nothing is recorded
  GArray *ops;
  GHashTable *inodes; ///< number of the file + 1 by name
  int of_fd[1024];    ///< number of the file + 1; -1: the folder; 0: another file
  int n_inodes;
  guint n_before; ///< ops that put the files there which were in the folder before
} record;

static char *
dup_recorded_name (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);

  if (record.folder == NULL || strcmp (folder, record.folder) != 0)
    return NULL;
  return g_path_get_basename (path);
}

static void
add_op (OpKind kind, int inode, char *name, char *to, GBytes *data)
{
  const Op op = { kind, inode, name, to, data };

  g_array_append_val (record.ops, op);
}

static void
record_open (const char *path, int flags, int fd)
{
  char *name = fd >= 0 && fd < 1024 ? dup_recorded_name (path) : NULL;

  if (fd >= 0 && fd < 1024)
    record.of_fd[fd] = record.folder != NULL && strcmp (path, record.folder) == 0 ? -1 : 0;
  if (name == NULL)
    return;
  if (flags & O_CREAT) {
    record.of_fd[fd] = ++record.n_inodes;
    g_hash_table_insert (record.inodes, g_strdup (name), GINT_TO_POINTER (record.n_inodes));
    add_op (OP_CREATE, record.n_inodes - 1, name, NULL, NULL);
  } else {
    record.of_fd[fd] = GPOINTER_TO_INT (g_hash_table_lookup (record.inodes, name));
    g_free (name);
  }
}

int open64 (const char *path, int flags, ...);

int
open64 (const char *path, int flags, ...)
{
  va_list arguments;
  mode_t mode = 0;
  int fd;

  if (flags & (O_CREAT | O_TMPFILE)) {
    va_start (arguments, flags);
    mode = va_arg (arguments, mode_t);
    va_end (arguments);
  }
  fd = (int) syscall (SYS_openat, AT_FDCWD, path, flags, mode);
  record_open (path, flags, fd);
  return fd;
}

static int
recorded_inode (int fd)
{
  return record.folder != NULL && fd >= 0 && fd < 1024 ? record.of_fd[fd] : 0;
}

ssize_t
write (int fd, const void *data, size_t size)
{
  const ssize_t done = syscall (SYS_write, fd, data, size);

  if (recorded_inode (fd) > 0 && done > 0)
    add_op (OP_WRITE, recorded_inode (fd) - 1, NULL, NULL, g_bytes_new (data, (gsize) done));
  return done;
}

int
fsync (int fd)
{
  const int inode = recorded_inode (fd);

  if (inode != 0)
    add_op (inode > 0 ? OP_SYNC : OP_SYNC_FOLDER, inode - 1, NULL, NULL, NULL);
  return (int) syscall (SYS_fsync, fd);
}

int
rename (const char *from, const char *to)
{
  char *name = dup_recorded_name (from);
  char *next = dup_recorded_name (to);

  if (name != NULL && next != NULL) {
    void *inode = g_hash_table_lookup (record.inodes, name);

    g_hash_table_insert (record.inodes, g_strdup (next), inode);
    g_hash_table_remove (record.inodes, name);
    add_op (OP_RENAME, GPOINTER_TO_INT (inode) - 1, name, next, NULL);
  }
  return (int) syscall (SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int
unlink (const char *path)
{
  char *name = dup_recorded_name (path);

  if (name != NULL)
    add_op (OP_UNLINK, -1, name, NULL, NULL);
  return (int) syscall (SYS_unlinkat, AT_FDCWD, path, 0);
}

static void
op_clear (void *data)
{
  Op *op = data;

  g_free (op->name);
  g_free (op->to);
  g_clear_pointer (&op->data, g_bytes_unref);
}

/// Begins with the files that are in the folder; they are on the disk.
static void
start (const char *folder)
{
  g_autofree char *list = testing_list (folder);
  g_auto (GStrv) names = g_strsplit (list, "\n", -1);

  record.ops = g_array_new (FALSE, FALSE, sizeof (Op));
  g_array_set_clear_func (record.ops, op_clear);
  record.inodes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  record.n_inodes = 0;
  memset (record.of_fd, 0, sizeof record.of_fd);
  for (char **name = names; *name != NULL; name++) {
    g_autofree char *path = g_build_filename (folder, *name, NULL);
    char *data;
    gsize size;

    if (**name == '\0' || g_file_test (path, G_FILE_TEST_IS_SYMLINK)
        || !g_file_get_contents (path, &data, &size, NULL))
      continue;
    g_hash_table_insert (record.inodes, g_strdup (*name), GINT_TO_POINTER (++record.n_inodes));
    add_op (OP_CREATE, record.n_inodes - 1, g_strdup (*name), NULL, NULL);
    add_op (OP_WRITE, record.n_inodes - 1, NULL, NULL, g_bytes_new_take (data, size));
    add_op (OP_SYNC, record.n_inodes - 1, NULL, NULL, NULL);
  }
  add_op (OP_SYNC_FOLDER, -1, NULL, NULL, NULL);
  record.n_before = record.ops->len;
  record.folder = g_strdup (folder);
}

static void
stop (void)
{
  g_clear_pointer (&record.folder, g_free);
  g_clear_pointer (&record.ops, g_array_unref);
  g_clear_pointer (&record.inodes, g_hash_table_unref);
}

// ---- states after a loss of power -----------------------------------------------------------

typedef enum
{
  DATA_MISSING,
  DATA_COMPLETE,
  DATA_HALF,
  DATA_ZERO,
  N_DATA
} DataState;

static bool
is_of_folder (const Op *op)
{
  return op->kind == OP_CREATE || op->kind == OP_RENAME || op->kind == OP_UNLINK;
}

/// Returns the contents of a file after `n` calls.
static GByteArray *
contents_after (guint n, int inode, DataState unsynced)
{
  GByteArray *bytes = g_byte_array_new ();
  guint synced = 0;

  for (guint i = 0; i < n; i++) {
    const Op *op = &g_array_index (record.ops, Op, i);

    if (op->inode == inode && op->kind == OP_WRITE)
      g_byte_array_append (bytes, g_bytes_get_data (op->data, NULL),
                           (guint) g_bytes_get_size (op->data));
    if (op->inode == inode && op->kind == OP_SYNC)
      synced = bytes->len;
  }
  if (unsynced == DATA_MISSING)
    g_byte_array_set_size (bytes, synced);
  if (unsynced == DATA_HALF)
    g_byte_array_set_size (bytes, synced + (bytes->len - synced) / 2);
  if (unsynced == DATA_ZERO && bytes->len > synced)
    memset (bytes->data + synced, 0, bytes->len - synced);
  return bytes;
}

/// Makes the state after `n` calls, in which those changes of the folder that were not synced are
/// done whose bit in `mask` is set. Returns false if there are fewer such changes.
static bool
make_state (const char *folder, guint n, guint mask, DataState unsynced)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  guint synced = 0, number = 0;
  GHashTableIter iter;
  gpointer name, inode;

  for (guint i = 0; i < n; i++)
    if (g_array_index (record.ops, Op, i).kind == OP_SYNC_FOLDER)
      synced = i;
  for (guint i = 0; i < n; i++) {
    const Op *op = &g_array_index (record.ops, Op, i);

    if (!is_of_folder (op) || (i > synced && (mask & 1U << number++) == 0))
      continue;
    if (op->kind != OP_CREATE)
      g_hash_table_remove (names, op->name);
    if (op->kind != OP_UNLINK)
      g_hash_table_insert (names, op->kind == OP_RENAME ? op->to : op->name,
                           GINT_TO_POINTER (op->inode));
  }
  g_assert_cmpuint (number, <, 10);
  if (mask >> number != 0)
    return false;
  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, &name, &inode)) {
    g_autoptr (GByteArray) bytes = contents_after (n, GPOINTER_TO_INT (inode), unsynced);
    g_autoptr (GFile) file = testing_file (folder, name);

    testing_write (file, bytes->data, bytes->len);
  }
  return true;
}

/// Returns true if the files of the folder are as they must be. `reported`: the program got the result.
typedef bool (*IsGoodFunc) (const char *folder, bool reported, const void *data);

/// Ends recording and tries all states; returns the number of those that are not good.
static int
count_bad (IsGoodFunc is_good, const void *data, int *n_states)
{
  g_autofree char *recorded = g_steal_pointer (&record.folder);
  bool reported = false;
  int n_bad = 0;

  for (guint n = record.n_before; n <= record.ops->len; n++) {
    reported = reported || g_array_index (record.ops, Op, n - 1).kind == OP_REPORTED;
    for (guint mask = 0;; mask++) {
      char *folder = testing_folder_new ();
      const bool is_left = make_state (folder, n, mask, DATA_MISSING);

      for (DataState unsynced = 0; is_left && unsynced < N_DATA; unsynced++) {
        make_state (folder, n, mask, unsynced);
        n_bad += !is_good (folder, reported, data);
        (*n_states)++;
      }
      testing_folder_free (folder);
      if (!is_left)
        break;
    }
  }
  stop ();
  return n_bad;
}

// ---- writers ---------------------------------------------------------------------------------

typedef struct
{
  const char *name; ///< name of the file
  LwProject *old;   ///< NULL: there is no file
  LwProject *next;
} Saved;

static bool
is_project_good (const char *folder, bool reported, const void *data)
{
  const Saved *saved = data;
  g_autoptr (GFile) file = testing_file (folder, saved->name);
  g_autoptr (LwProject) found = NULL;

  if (!g_file_query_exists (file, NULL))
    return saved->old == NULL && !reported;
  found = lw_store_load (file, NULL, NULL, NULL);
  return found != NULL
         && (lw_project_equal (found, saved->next)
             || (!reported && saved->old != NULL && lw_project_equal (found, saved->old)));
}

static void
report_states (const char *what, int n_states, int n_bad)
{
  g_test_message ("%s: %d states of the disk, %d of them bad", what, n_states, n_bad);
}

/// The first save, a later one, and one through a symbolic link.
static void
test_project (void)
{
  g_autoptr (LwMechanism) chain = testing_chain (5);
  g_autoptr (LwMechanism) other = testing_chain (6);
  g_autoptr (LwProject) old = lw_project_new (chain, NULL, NULL);
  g_autoptr (LwProject) next = lw_project_new (other, NULL, NULL);

  for (int k = 0; k < 3; k++) {
    char *folder = testing_folder_new ();
    g_autoptr (GFile) file = testing_file (folder, "project.linkwright");
    g_autoptr (GFile) link = testing_file (folder, "link.linkwright");
    const Saved saved = { "project.linkwright", k > 0 ? old : NULL, next };
    int n_states = 0, n_bad;

    g_assert_true (g_file_make_symbolic_link (link, "project.linkwright", NULL, NULL));
    if (k > 0)
      g_assert_true (lw_store_save (old, file, NULL, NULL, NULL, NULL));
    start (folder);
    g_assert_true (lw_store_save (next, k == 2 ? link : file, NULL, NULL, NULL, NULL));
    add_op (OP_REPORTED, -1, NULL, NULL, NULL);
    n_bad = count_bad (is_project_good, &saved, &n_states);
    report_states (k == 0   ? "new project"
                   : k == 1 ? "project"
                            : "project behind a link",
                   n_states, n_bad);
    g_assert_cmpint (n_states, >, 20);
    g_assert_cmpint (n_bad, ==, 0);
    testing_folder_free (folder);
  }
}

/// Names and contents of a file before and afterwards.
typedef struct
{
  const char *name;
  GBytes *old, *next;
} Replaced;

static bool
is_bytes_good (const char *folder, bool reported, const void *data)
{
  const Replaced *replaced = data;
  g_autoptr (GFile) file = testing_file (folder, replaced->name);
  g_autoptr (GBytes) found = g_file_load_bytes (file, NULL, NULL, NULL);

  return found != NULL
         && (g_bytes_equal (found, replaced->next)
             || (!reported && g_bytes_equal (found, replaced->old)));
}

static void
write_in_place (GFile *file, const void *data, gsize size)
{
  const int fd = open64 (g_file_peek_path (file), O_WRONLY | O_CREAT | O_TRUNC, 0600);

  g_assert_cmpint (write (fd, data, size), ==, (ssize_t) size);
  close (fd);
}

/// Writes beside the file and renames, but does not sync.
static void
write_unsynced (GFile *file, const void *data, gsize size)
{
  g_autofree char *beside = g_strconcat (g_file_peek_path (file), ".new", NULL);
  g_autoptr (GFile) temporary = g_file_new_for_path (beside);

  write_in_place (temporary, data, size);
  g_assert_cmpint (g_rename (beside, g_file_peek_path (file)), ==, 0);
}

static void
write_well (GFile *file, const void *data, gsize size)
{
  g_assert_true (lw_save (file, data, size, NULL, NULL));
}

/// Exports; and that two writers that are not safe are recognised.
static void
test_export (void)
{
  static const struct
  {
    const char *name;
    void (*write) (GFile *file, const void *data, gsize size);
    bool is_safe;
  } writers[] = {
    { "export", write_well, true },
    { "renamed without a sync", write_unsynced, false },
    { "written in place", write_in_place, false },
  };
  g_autoptr (GBytes) old = g_bytes_new_static ("old contents", 12);
  g_autoptr (GBytes) next = g_bytes_new_static ("the new contents", 16);

  for (gsize i = 0; i < G_N_ELEMENTS (writers); i++) {
    char *folder = testing_folder_new ();
    g_autoptr (GFile) file = testing_file (folder, "table.csv");
    const Replaced replaced = { "table.csv", old, next };
    int n_states = 0, n_bad;

    testing_write (file, g_bytes_get_data (old, NULL), g_bytes_get_size (old));
    start (folder);
    writers[i].write (file, g_bytes_get_data (next, NULL), g_bytes_get_size (next));
    add_op (OP_REPORTED, -1, NULL, NULL, NULL);
    n_bad = count_bad (is_bytes_good, &replaced, &n_states);
    report_states (writers[i].name, n_states, n_bad);
    g_assert_true ((n_bad == 0) == writers[i].is_safe);
    testing_folder_free (folder);
  }
}

static void
test_text (void)
{
  char *folder = testing_folder_new ();
  g_autoptr (GFile) file = testing_file (folder, "mechanism.json");
  g_autoptr (LwMechanism) chain = testing_chain (5);
  g_autoptr (LwMechanism) other = testing_chain (6);
  g_autofree char *text = lw_text_write (other);
  g_autoptr (GBytes) old = NULL;
  g_autoptr (GBytes) next = g_bytes_new (text, strlen (text));
  Replaced replaced = { .name = "mechanism.json", .next = next };
  int n_states = 0, n_bad;

  g_assert_true (lw_text_save (chain, file, NULL, NULL));
  old = testing_read (file);
  replaced.old = old;
  start (folder);
  g_assert_true (lw_text_save (other, file, NULL, NULL));
  add_op (OP_REPORTED, -1, NULL, NULL, NULL);
  n_bad = count_bad (is_bytes_good, &replaced, &n_states);
  report_states ("text", n_states, n_bad);
  g_assert_cmpint (n_bad, ==, 0);
  testing_folder_free (folder);
}

/// Before the edits are on the disk nothing is offered, or they are; afterwards they are.
static bool
is_recovery_good (const char *folder, bool reported, const void *data)
{
  g_autoptr (LwRecovery) recovery = lw_recovery_new (folder);
  g_autoptr (GPtrArray) entries = NULL;
  g_autofree char *list = testing_list (folder);
  g_auto (GStrv) names = g_strsplit (list, "\n", -1);
  bool is_complete = false;

  for (char **name = names; *name != NULL; name++) {
    g_autoptr (GFile) file = testing_file (folder, *name);
    g_autoptr (LwProject) found = NULL;

    if (**name == '.' || !g_str_has_suffix (*name, LW_STORE_SUFFIX))
      continue;
    found = lw_store_load (file, NULL, NULL, NULL);
    is_complete = found != NULL && lw_mechanism_equal (found->mechanism, data);
    if (!is_complete)
      return false;
  }
  // The entry names this process, so that it is not offered while it runs; its file counts.
  if (strstr (list, ".entry\n") != NULL || g_str_has_suffix (list, ".entry"))
    return is_complete;
  return !reported;
}

static void
test_recovery (void)
{
  char *folder = testing_folder_new ();
  g_autoptr (LwRecovery) recovery = lw_recovery_new (folder);
  g_autoptr (LwMechanism) chain = testing_chain (5);
  g_autoptr (LwMechanism) other = testing_chain (6);
  g_autoptr (LwDocument) document = lw_document_new (chain);
  int n_states = 0, n_bad;

  lw_recovery_watch (recovery, document);
  lw_document_edit (document, "Add", other);
  start (folder);
  lw_recovery_flush (recovery);
  add_op (OP_REPORTED, -1, NULL, NULL, NULL);
  n_bad = count_bad (is_recovery_good, other, &n_states);
  report_states ("recovery", n_states, n_bad);
  g_assert_cmpint (n_states, >, 40);
  g_assert_cmpint (n_bad, ==, 0);
  lw_recovery_forget (recovery, document);
  testing_folder_free (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/power-loss/project", test_project);
  g_test_add_func ("/power-loss/export", test_export);
  g_test_add_func ("/power-loss/text", test_text);
  g_test_add_func ("/power-loss/recovery", test_recovery);
  return g_test_run ();
}
