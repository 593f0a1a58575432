// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Saving when system calls fail, and the system calls that saving and loading make. The functions
// of the C library below are replaced in this program by ones that can fail.

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "lw-document.h"
#include "lw-export.h"
#include "lw-file-error.h"
#include "lw-file-writer.h"
#include "lw-recovery.h"
#include "lw-store.h"
#include "lw-text.h"
#include "testing-project.h"

typedef enum
{
  CALL_OPEN,
  CALL_WRITE,
  CALL_FSYNC,
  CALL_RENAME,
  CALL_CLOSE,
  CALL_FCHMOD,
  CALL_MKDIR,
  N_CALLS
} Call;

static const char *const call_names[N_CALLS] = { "open",  "write",  "fsync", "rename",
                                                 "close", "fchmod", "mkdir" };

/// Failing calls: the `after`th call of a kind, and if `persistent` all later calls of that kind.
static struct
{
  gboolean armed;
  gboolean logging;
  Call call;
  int after;
  int number; ///< errno; 0: a short write
  gboolean persistent;
  int n_seen, n_failed;
  GString *log;
} faults;

static gboolean
fails (Call call, const char *path)
{
  if (faults.logging)
    g_string_append_printf (faults.log, "%s%s%s\n", call_names[call], path != NULL ? " " : "",
                            path != NULL ? path : "");
  if (!faults.armed || call != faults.call)
    return FALSE;
  if (faults.n_seen++ != faults.after && !(faults.persistent && faults.n_seen > faults.after))
    return FALSE;
  faults.n_failed++;
  errno = faults.number;
  return TRUE;
}

int open64 (const char *path, int flags, ...);

int
open64 (const char *path, int flags, ...)
{
  va_list arguments;
  mode_t mode = 0;

  if (flags & (O_CREAT | O_TMPFILE)) {
    va_start (arguments, flags);
    mode = va_arg (arguments, mode_t);
    va_end (arguments);
  }
  // Only for the test's files; libraries use others.
  if (strstr (path, "lw-project-") != NULL && fails (CALL_OPEN, path))
    return -1;
  return (int) syscall (SYS_openat, AT_FDCWD, path, flags, mode);
}

ssize_t
write (int fd, const void *data, size_t size)
{
  if (fd > 2 && fails (CALL_WRITE, NULL)) {
    if (faults.number != 0)
      return -1;
    size = (size + 1) / 2;
  }
  return syscall (SYS_write, fd, data, size);
}

int
fsync (int fd)
{
  if (fails (CALL_FSYNC, NULL))
    return -1;
  return (int) syscall (SYS_fsync, fd);
}

int
rename (const char *from, const char *to)
{
  if (fails (CALL_RENAME, to))
    return -1;
  return (int) syscall (SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int
close (int fd)
{
  // A file whose close failed is nevertheless closed.
  gboolean failed = fd > 2 && fails (CALL_CLOSE, NULL);
  int result = (int) syscall (SYS_close, fd);

  if (failed)
    errno = faults.number;
  return failed ? -1 : result;
}

int
fchmod (int fd, mode_t mode)
{
  if (fails (CALL_FCHMOD, NULL))
    return -1;
  return (int) syscall (SYS_fchmod, fd, mode);
}

int
mkdir (const char *path, mode_t mode)
{
  if (strstr (path, "lw-project-") != NULL && fails (CALL_MKDIR, path))
    return -1;
  return (int) syscall (SYS_mkdirat, AT_FDCWD, path, mode);
}

int fcntl64 (int fd, int command, ...);

/// Locks of files fail on some network file systems, so there must be none.
int
fcntl64 (int fd, int command, ...)
{
  va_list arguments;
  void *argument;

  va_start (arguments, command);
  argument = va_arg (arguments, void *);
  va_end (arguments);
  g_assert_true (command != F_SETLK && command != F_SETLKW && command != F_OFD_SETLK
                 && command != F_OFD_SETLKW);
  return (int) syscall (SYS_fcntl, fd, command, argument);
}

static void
arm (Call call, int after, int number, gboolean persistent)
{
  faults.call = call;
  faults.after = after;
  faults.number = number;
  faults.persistent = persistent;
  faults.n_seen = faults.n_failed = 0;
  faults.armed = TRUE;
}

// ---- writers ---------------------------------------------------------------------------------

/// Two states of the written project, and a document that is edited, for the recovery.
static struct
{
  LwProject *projects[2];
  LwRecovery *recovery;
  LwDocument *document;
} written;

typedef struct
{
  const char *name;
  gboolean (*write) (const char *folder, gboolean next, GError **error);
  gboolean tells; ///< FALSE: errors are not returned
} Writer;

static gboolean
write_project (const char *folder, gboolean next, GError **error)
{
  g_autoptr (GFile) file = testing_file (folder, "project.linkwright");

  return lw_store_save (written.projects[next], file, NULL, NULL, NULL, error);
}

static gboolean
write_text (const char *folder, gboolean next, GError **error)
{
  g_autoptr (GFile) file = testing_file (folder, "mechanism.json");

  return lw_text_save (written.projects[next]->mechanism, file, NULL, error);
}

static gboolean
write_export (const char *folder, gboolean next, GError **error)
{
  g_autoptr (GFile) file = testing_file (folder, "plot.svg");
  g_autoptr (GBytes) bytes =
    next ? g_bytes_new_static ("after", 5) : g_bytes_new_static ("before", 6);

  return lw_export_save (file, bytes, NULL, error);
}

/// A folder of pictures; before it there is an empty one.
static gboolean
write_pictures (const char *folder, gboolean next, GError **error)
{
  g_autofree char *path = g_build_filename (folder, "pictures", NULL);
  g_autofree char *first = g_build_filename (path, "1.png", NULL);
  g_autofree char *second = g_build_filename (path, "2.png", NULL);
  g_autoptr (LwFolderWriter) writer = NULL;
  int number;

  if (!next) {
    g_unlink (first);
    g_unlink (second);
    return g_mkdir_with_parents (path, 0700) == 0;
  }
  number = lw_folder_writer_new (path, &writer);
  if (number == 0)
    number = lw_folder_writer_add (writer, "1.png", "one", 3);
  if (number == 0)
    number = lw_folder_writer_add (writer, "2.png", "two", 3);
  if (number == 0)
    number = lw_folder_writer_commit (writer);
  if (number != 0)
    lw_file_error_set (error, "pictures", LW_FILE_WRITTEN, number);
  return number == 0;
}

static gboolean
write_recovery (const char *folder, gboolean next, GError **error)
{
  lw_document_edit (written.document, "Edit", written.projects[next]->mechanism);
  lw_recovery_flush (written.recovery);
  return TRUE;
}

static const Writer writers[] = {
  { "/faults/failing-calls/project", write_project, TRUE },
  { "/faults/failing-calls/text", write_text, TRUE },
  { "/faults/failing-calls/export", write_export, TRUE },
  { "/faults/failing-calls/pictures", write_pictures, TRUE },
  { "/faults/failing-calls/recovery", write_recovery, FALSE },
};

static void
add_state (GString *state, const char *folder)
{
  g_autofree char *list = testing_list (folder);
  g_auto (GStrv) names = g_strsplit (list, "\n", -1);

  for (char **name = names; *name != NULL; name++) {
    g_autofree char *path = g_build_filename (folder, *name, NULL);
    g_autofree char *digest = NULL;
    g_autofree char *data = NULL;
    gsize size;

    if (**name == '\0')
      continue;
    g_string_append_printf (state, "%s\n", *name);
    if (g_file_test (path, G_FILE_TEST_IS_DIR))
      add_state (state, path);
    // The key file of a recovery has the time.
    else if (!g_str_has_suffix (*name, ".entry")
             && g_file_get_contents (path, &data, &size, NULL)) {
      digest = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) data, size);
      g_string_append_printf (state, "%s\n", digest);
    }
  }
}

/// Returns the names and contents of all files.
static char *
dup_state (const char *folder)
{
  GString *state = g_string_new (NULL);

  add_state (state, folder);
  return g_string_free (state, FALSE);
}

/// Tries all points of failure of one kind in sequence; returns their number.
static int
fail_everywhere (const Writer *writer,
                 const char *folder,
                 Call call,
                 int number,
                 gboolean persistent)
{
  for (int after = 0;; after++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *old = NULL;
    g_autofree char *found = NULL;
    g_autofree char *next = NULL;
    gboolean done, is_old, is_next;

    g_assert_true (writer->write (folder, FALSE, NULL));
    old = dup_state (folder);
    arm (call, after, number, persistent);
    done = writer->write (folder, TRUE, &error);
    faults.armed = FALSE;
    found = dup_state (folder);
    // Once the disk works, writing does.
    if (faults.n_failed > 0 && writer->write == write_pictures)
      g_assert_true (writer->write (folder, FALSE, NULL));
    g_assert_true (faults.n_failed == 0 || writer->write (folder, TRUE, NULL));
    next = dup_state (folder);
    is_old = g_str_equal (found, old);
    is_next = g_str_equal (found, next);
    if (faults.n_failed == 0) {
      g_assert_true (done && is_next);
      return after;
    }
    if (!is_old && !is_next)
      g_error ("%s: after failure %d of %s the folder has:\n%s", writer->name, after,
               call_names[call], found);
    if (!writer->tells)
      continue;
    // Only if the sync of the folder fails is the new file already in place.
    if (done)
      g_assert_true (is_next);
    else {
      g_assert_error (error, LW_ERROR, LW_ERROR_IO);
      testing_assert_sentence (error);
      g_assert_true (!is_next || call == CALL_FSYNC);
    }
  }
}

static void
test_failing_calls (const void *data)
{
  static const int numbers[] = { ENOSPC, EIO, EDQUOT, EACCES };
  const Writer *writer = data;
  char *folder = testing_folder_new ();
  g_autoptr (LwMechanism) chain = testing_chain (50);
  g_autoptr (LwMechanism) blank = lw_mechanism_new ();
  int n = 0;

  written.projects[0] = testing_project ();
  written.projects[1] = lw_project_new (chain, NULL, NULL);
  written.recovery = lw_recovery_new (folder);
  written.document = lw_document_new (blank);
  lw_recovery_watch (written.recovery, written.document);
  for (Call call = 0; call < N_CALLS; call++)
    for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
      for (int persistent = 0; persistent < 2; persistent++)
        n += fail_everywhere (writer, folder, call, numbers[i], persistent);
  // Interrupted or short writes are not failures.
  for (int i = 0; i < 2; i++) {
    g_assert_true (writer->write (folder, FALSE, NULL));
    arm (CALL_WRITE, 0, i == 0 ? EINTR : 0, FALSE);
    g_assert_true (writer->write (folder, TRUE, NULL));
    g_assert_cmpint (faults.n_failed, ==, 1);
    faults.armed = FALSE;
  }
  g_test_message ("%d points of failure", n);
  g_assert_cmpint (n, >, 8 * (N_CALLS - 1));
  lw_recovery_forget (written.recovery, written.document);
  g_clear_object (&written.document);
  g_clear_object (&written.recovery);
  for (int i = 0; i < 2; i++)
    g_clear_pointer (&written.projects[i], lw_project_unref);
  testing_folder_free (folder);
}

static void
arrived_cb (GObject *source, GAsyncResult *result, void *data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

// The disk is full: the old file is intact, the document unsaved, the message advises what to do.
static void
test_full (void)
{
  char *folder = testing_folder_new ();
  g_autoptr (GFile) file = testing_file (folder, "project.linkwright");
  g_autoptr (LwProject) project = testing_project ();
  g_autoptr (LwDocument) document = NULL;
  g_autoptr (LwMechanism) chain = testing_chain (50);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) before = NULL;
  g_autoptr (GBytes) after = NULL;
  g_autofree char *etag = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GAsyncResult) second = NULL;
  guint n_runs;

  g_assert_true (lw_store_save (project, file, NULL, &etag, NULL, NULL));
  before = testing_read (file);
  document = lw_document_new_for_project (project, file, etag);
  lw_document_edit (document, "All", chain);
  // With one run more than the file contains: the document keeps it.
  n_runs = lw_document_get_n_runs (document);
  g_assert_cmpuint (n_runs, >, 0);
  lw_document_add_run (document, lw_document_get_run (document, 0));
  // Not in write (): it is also used to wake the main loop.
  arm (CALL_FSYNC, 0, ENOSPC, TRUE);
  lw_document_save_async (document, NULL, FALSE, NULL, arrived_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  faults.armed = FALSE;
  g_assert_false (lw_document_save_finish (document, result, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_IO);
  testing_assert_sentence (error);
  g_assert_nonnull (strstr (error->message, "make room"));
  g_assert_true (lw_document_get_modified (document));
  after = testing_read (file);
  g_assert_true (g_bytes_equal (before, after));
  g_assert_cmpuint (lw_document_get_n_runs (document), ==, n_runs + 1);

  lw_document_save_async (document, NULL, FALSE, NULL, arrived_cb, &second);
  while (second == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (lw_document_save_finish (document, second, NULL));
  g_assert_false (lw_document_get_modified (document));
  {
    g_autoptr (LwProject) saved = lw_store_load (file, NULL, NULL, NULL);

    g_assert_nonnull (saved);
    g_assert_cmpuint (saved->runs->len, ==, n_runs + 1);
  }
  testing_folder_free (folder);
}

static char *
stop_log (const char *folder)
{
  g_auto (GStrv) parts = NULL;

  faults.logging = FALSE;
  parts = g_strsplit (faults.log->str, folder, -1);
  g_string_free (g_steal_pointer (&faults.log), TRUE);
  return g_strjoinv ("", parts);
}

static void
start_log (void)
{
  faults.log = g_string_new (NULL);
  faults.logging = TRUE;
}

// A temporary file in the same folder, synced before it is renamed, then the folder is synced.
static void
test_order (void)
{
  char *folder = testing_folder_new ();
  g_autoptr (GFile) file = testing_file (folder, "project.linkwright");
  g_autoptr (LwProject) project = testing_project ();

  // Files that libraries read once, such as the units, do not belong to saving.
  g_bytes_unref (lw_store_write (project, NULL, NULL));
  // The first save and later saves do the same.
  for (int i = 0; i < 2; i++) {
    g_autofree char *log = NULL;
    g_autoptr (GRegex) order =
      g_regex_new ("^open /\\.project\\.linkwright\\.[0-9a-f]{8}-\\d+-[0-9a-f]+\\.lw-new\n"
                   "(write\n)+fchmod\nfsync\nclose\nopen \n"
                   "rename /project\\.linkwright\nfsync\nclose\n$",
                   0, 0, NULL);

    start_log ();
    g_assert_true (lw_store_save (project, file, NULL, NULL, NULL, NULL));
    log = stop_log (folder);
    if (!g_regex_match (order, log, 0, NULL))
      g_error ("Another order: %s", log);
  }
  testing_folder_free (folder);
}

/// Creates the data of an ended session: a project, and the key file of a program that is not
/// running.
static char *
keep_for_recovery (const char *folder)
{
  g_autofree char *kept = g_build_filename (folder, "recovery", NULL);
  g_autofree char *project_path = g_build_filename (kept, "some.linkwright", NULL);
  g_autofree char *entry_path = g_build_filename (kept, "some.entry", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (project_path);
  g_autoptr (LwProject) project = testing_project ();

  g_assert_cmpint (g_mkdir (kept, 0700), ==, 0);
  g_assert_true (lw_store_save (project, file, NULL, NULL, NULL, NULL));
  g_assert_true (g_file_set_contents (entry_path, "[Recovery]\ntitle=Some\nprocess=0\n", -1, NULL));
  return g_steal_pointer (&kept);
}

/// Recovery data are not deleted if they cannot be read at present.
static void
test_recovery (void)
{
  static const int numbers[] = { EIO, EACCES, EMFILE, ENFILE };
  char *folder = testing_folder_new ();
  g_autofree char *kept = keep_for_recovery (folder);
  g_autoptr (LwRecovery) recovery = lw_recovery_new (kept);

  for (gsize i = 0; i <= G_N_ELEMENTS (numbers); i++) {
    const bool fails_now = i < G_N_ELEMENTS (numbers);
    g_autoptr (GPtrArray) entries = NULL;
    const LwRecoveryEntry *entry;

    if (fails_now)
      arm (CALL_OPEN, 0, numbers[i], TRUE);
    entries = lw_recovery_list (recovery);
    faults.armed = FALSE;
    g_assert_cmpuint (entries->len, ==, 1);
    entry = entries->pdata[0];
    g_assert_cmpint (entry->is_unknown, ==, fails_now);
    g_assert_cmpstr (entry->title, ==, fails_now ? "" : "Some");
  }
  testing_folder_free (folder);
}

// Loading opens one file and writes nothing.
static void
test_load_opens (void)
{
  char *folder = testing_folder_new ();
  g_autoptr (GFile) file = testing_file (folder, "project.linkwright");
  g_autoptr (LwProject) project = testing_project ();
  g_autoptr (LwProject) again = NULL;
  g_autofree char *log = NULL;

  g_assert_true (lw_store_save (project, file, NULL, NULL, NULL, NULL));
  start_log ();
  again = lw_store_load (file, NULL, NULL, NULL);
  log = stop_log (folder);
  g_assert_cmpstr (log, ==, "open /project.linkwright\nclose\n");
  testing_folder_free (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/faults/order", test_order);
  g_test_add_func ("/faults/load-opens", test_load_opens);
  g_test_add_func ("/faults/recovery", test_recovery);
  for (gsize i = 0; i < G_N_ELEMENTS (writers); i++)
    g_test_add_data_func (writers[i].name, &writers[i], test_failing_calls);
  g_test_add_func ("/faults/full", test_full);
  return g_test_run ();
}
