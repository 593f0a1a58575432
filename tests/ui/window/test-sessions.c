// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files after the session: recovery after a crash, the windows of the last session, recent files.

#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lw-recent.h"
#include "lw-recovery.h"
#include "lw-store.h"
#include "lw-window-restore.h"
#include "testing-files.h"

// ---- after a crash --------------------------------------------------------------------------

static guint
count_written_down (void)
{
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "linkwright", "recovery", NULL);
  g_autoptr (GDir) entries = g_dir_open (path, 0, NULL);
  const char *name;
  guint n = 0;

  while (entries != NULL && (name = g_dir_read_name (entries)) != NULL)
    n += g_str_has_suffix (name, ".entry");
  return n;
}

/// Edits in a separate process, and reports by a byte when the edit has been stored for recovery.
static void
edit_and_wait (GFile *file, int pipe_end)
{
  g_autoptr (LwRecovery) recovery = lw_recovery_new (NULL);
  g_autofree char *etag = NULL;
  g_autoptr (LwProject) project = lw_store_load (file, &etag, NULL, NULL);
  g_autoptr (LwDocument) document = lw_document_new_for_project (project, file, etag);
  LwMechanism *next = lw_mechanism_with_notes (project->mechanism, "not saved");
  const guint n_before = count_written_down ();

  lw_recovery_watch (recovery, document);
  lw_document_edit (document, "Edit the Notes", next);
  wait_until (count_written_down () > n_before);
  if (write (pipe_end, "x", 1) != 1)
    _exit (1);
  for (;;)
    pause ();
}

static void
test_recovery_child (void)
{
  g_autoptr (GFile) file = NULL;

  if (!g_test_subprocess ())
    return;
  file = g_file_new_for_path (g_getenv ("LW_TEST_FILE"));
  edit_and_wait (file, atoi (g_getenv ("LW_TEST_PIPE")));
}

static void
crash_with_edits (GFile *file)
{
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  int ends[2];
  g_autofree char *end_text = NULL;
  const char *arguments[] = { self, "--GTestSubprocess", "-p", "/sessions/recovery-child", NULL };
  g_auto (GStrv) environment = g_get_environ ();
  GPid child;
  char byte;

  g_assert_cmpint (pipe (ends), ==, 0);
  end_text = g_strdup_printf ("%d", ends[1]);
  environment = g_environ_setenv (environment, "LW_TEST_FILE", path, TRUE);
  environment = g_environ_setenv (environment, "LW_TEST_PIPE", end_text, TRUE);
  g_assert_true (g_spawn_async (NULL, (char **) arguments, environment,
                                G_SPAWN_LEAVE_DESCRIPTORS_OPEN | G_SPAWN_DO_NOT_REAP_CHILD
                                  | G_SPAWN_STDOUT_TO_DEV_NULL,
                                NULL, NULL, &child, NULL));
  close (ends[1]);
  g_assert_cmpint (read (ends[0], &byte, 1), ==, 1);
  close (ends[0]);
  kill (child, SIGKILL);
  waitpid (child, NULL, 0);
  g_spawn_close_pid (child);
}

static void
test_recovery (void)
{
  g_autoptr (GFile) file = testing_file ("crashed.linkwright");
  LwWindow *window = testing_window_with_project (file);
  g_autofree char *before = testing_dup_digest (file);
  g_autofree char *after = NULL;

  testing_close (window);
  crash_with_edits (file);

  window = testing_window ();
  g_assert_true (lw_window_restore_offer_recovery (window));
  testing_answer ("recover");
  wait_until (lw_window_get_document (window) != NULL);
  g_assert_cmpstr (testing_notes (window), ==, "not saved");
  g_assert_true (lw_document_get_modified (lw_window_get_document (window)));
  g_assert_true (g_file_equal (lw_document_get_file (lw_window_get_document (window)), file));
  testing_run (0.5);

  // Closed without saving: the file is unchanged, and nothing is offered again.
  gtk_window_close (GTK_WINDOW (window));
  testing_answer ("discard");
  after = testing_dup_digest (file);
  g_assert_cmpstr (after, ==, before);
  window = testing_window ();
  g_assert_false (lw_window_restore_offer_recovery (window));
  testing_close (window);
}

static void
test_recovery_discarded (void)
{
  g_autoptr (GFile) file = testing_file ("thrown.linkwright");
  LwWindow *window = testing_window_with_project (file);

  testing_close (window);
  crash_with_edits (file);
  window = testing_window ();
  g_assert_true (lw_window_restore_offer_recovery (window));
  testing_answer ("discard");
  g_assert_false (lw_window_restore_offer_recovery (window));
  testing_close (window);
}

/// If the record of its file is damaged the project is offered anyway.
static void
test_recovery_unknown (void)
{
  g_autoptr (GFile) file = testing_file ("broken.linkwright");
  LwWindow *window = testing_window_with_project (file);
  g_autofree char *kept = g_build_filename (g_get_user_data_dir (), "linkwright", "recovery", NULL);
  g_autoptr (GDir) entries = NULL;
  const char *name;

  testing_close (window);
  crash_with_edits (file);
  entries = g_dir_open (kept, 0, NULL);
  while ((name = g_dir_read_name (entries)) != NULL)
    if (g_str_has_suffix (name, ".entry")) {
      g_autofree char *path = g_build_filename (kept, name, NULL);

      g_assert_true (g_file_set_contents (path, "broken", -1, NULL));
    }
  window = testing_window ();
  g_assert_true (lw_window_restore_offer_recovery (window));
  g_assert_nonnull (
    strstr (adw_message_dialog_get_body (testing_find_dialog ()), "unknown origin"));
  testing_answer ("recover");
  wait_until (lw_window_get_document (window) != NULL);
  g_assert_cmpstr (testing_notes (window), ==, "not saved");
  g_assert_null (lw_document_get_file (lw_window_get_document (window)));
  testing_run (0.5);
  gtk_window_close (GTK_WINDOW (window));
  testing_answer ("discard");
}

// ---- the next session -------------------------------------------------------------------------

static void
test_session (void)
{
  g_autoptr (GFile) file = testing_file ("session.linkwright");
  LwWindow *window = testing_window_with_project (file);
  double centre;

  testing_activate (window, "win.zoom-in");
  lw_window_restore_remember (LW_WINDOW_HOST (testing_application ()));
  centre = lw_document_get_view (lw_window_get_document (window))->centre[0];
  testing_close (window);

  g_assert_true (lw_window_restore_open (LW_WINDOW_HOST (testing_application ())));
  wait_until ((window = lw_window_find (LW_WINDOW_HOST (testing_application ()), file)) != NULL);
  testing_run (0.3);
  lw_window_restore_remember (LW_WINDOW_HOST (testing_application ()));
  g_assert_false (lw_document_get_view (lw_window_get_document (window))->fitted);
  g_assert_cmpfloat (lw_document_get_view (lw_window_get_document (window))->centre[0], ==, centre);
  testing_close (window);

  // Nothing was open at the end of the session.
  lw_window_restore_remember (LW_WINDOW_HOST (testing_application ()));
  g_assert_false (lw_window_restore_open (LW_WINDOW_HOST (testing_application ())));
}

// ---- recent files ---------------------------------------------------------------------------

static bool
is_recent (GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);
  g_autoptr (GPtrArray) infos = lw_recent_dup (10);

  for (guint i = 0; i < infos->len; i++)
    if (g_str_equal (gtk_recent_info_get_uri (g_ptr_array_index (infos, i)), uri))
      return true;
  return false;
}

static void
test_recent (void)
{
  g_autoptr (GFile) file = testing_file ("recent.linkwright");
  LwWindow *window = testing_window_with_project (file);

  wait_until (is_recent (file));
  testing_close (window);
}

static int n_waits_of_main;
static int n_waits_of_others;

/// Replaces fsync () of the C library: waiting for the disk can take seconds.
int
fsync (int descriptor)
{
  g_atomic_int_inc (gettid () == getpid () ? &n_waits_of_main : &n_waits_of_others);
  return (int) syscall (SYS_fsync, descriptor);
}

/// Opening, saving and the list of recent files do not block the main loop on the disk.
static void
test_not_waiting (void)
{
  g_autoptr (GFile) file = testing_file ("waiting.linkwright");
  LwWindow *window;

  // The tests themselves write files, too.
  n_waits_of_main = n_waits_of_others = 0;
  window = testing_window_with_project (file);
  wait_until (is_recent (file));
  testing_edit_notes (window, "edited");
  testing_activate (window, "win.save");
  wait_until (!lw_window_is_saving (window));
  testing_close (window);
  window = testing_window ();
  testing_open (window, file);
  testing_edit_notes (window, "edited again");
  // Lists are written after a quarter of a second, recovery data after two seconds.
  testing_run (3.0);
  testing_close (window);
  g_assert_cmpint (n_waits_of_others, >, 0);
  g_assert_cmpint (n_waits_of_main, ==, 0);
}

static void
test_recent_times (void)
{
  g_autoptr (GDateTime) now = g_date_time_new_local (2026, 11, 21, 14, 30, 0);
  const struct
  {
    int days;
    const char *text;
  } cases[] = {
    { 0, "Today, 14:30" }, { 1, "Yesterday" },   { 2, "2 days ago" },
    { 6, "6 days ago" },   { 9, "12 November" }, { 365, "21 November 2025" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GDateTime) time = g_date_time_add_days (now, -cases[i].days);
    g_autofree char *text = lw_recent_dup_time (time, now);

    g_assert_cmpstr (text, ==, cases[i].text);
  }
}

static void
add_tests (void)
{
  g_test_add_func ("/sessions/recovery-child", test_recovery_child);
  g_test_add_func ("/sessions/recovery", test_recovery);
  g_test_add_func ("/sessions/recovery-unknown", test_recovery_unknown);
  g_test_add_func ("/sessions/recovery-discarded", test_recovery_discarded);
  g_test_add_func ("/sessions/session", test_session);
  g_test_add_func ("/sessions/recent", test_recent);
  g_test_add_func ("/sessions/not-waiting", test_not_waiting);
  g_test_add_func ("/sessions/recent-times", test_recent_times);
}

int
main (int argc, char **argv)
{
  return testing_main_with_folder (&argc, &argv, add_tests);
}
