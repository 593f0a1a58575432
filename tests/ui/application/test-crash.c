// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Recovery after kills at random moments, while a window is being edited and saved: the file opens,
// and the edits up to three seconds before are in it or in the recovered project. A project that
// crashes the program is offered only once.

#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lw-window-restore.h"
#include "lw-open.h"
#include "lw-store.h"
#include "testing-project.h"
#include "testing-window.h"

#define EDIT_INTERVAL_S 0.05
#define EDITS_PER_SAVE 40
/// Edits of the last LOST_MAX_S seconds may be lost, and a child lives at most LONGER_S longer. The
/// program guarantees 3 s, but the disk of a busy machine may add as much.
#define LOST_MAX_S (testing_is_torture () ? 3 : 8)
#define LONGER_S 4.0

/// Message of the child: an edit that has been made.
typedef struct
{
  gint64 number;
  gint64 time_usec; ///< by a clock that is stopped while the child gets no processor time
} Told;

// ---- the child ------------------------------------------------------------------------------

static void
edit (LwWindow *window, gint64 number)
{
  LwDocument *document = lw_window_get_document (window);
  g_autofree char *notes = g_strdup_printf ("%" G_GINT64_FORMAT, number);
  g_autoptr (LwMechanism) next =
    lw_mechanism_with_notes (lw_document_get_mechanism (document), notes);

  lw_document_edit (document, "Edit the Notes", next);
}

static void
edit_for_ever (GFile *file, int pipe_end, gint64 first)
{
  LwWindow *window = testing_window ();
  gint64 clock_usec = 0;
  gint64 last_usec;

  testing_open (window, file);
  last_usec = g_get_monotonic_time ();
  for (gint64 number = first;; number++) {
    Told told = { number, 0 };
    gint64 now_usec;

    edit (window, number);
    now_usec = g_get_monotonic_time ();
    clock_usec += MIN (now_usec - last_usec, (gint64) (2 * EDIT_INTERVAL_S * G_USEC_PER_SEC));
    last_usec = now_usec;
    told.time_usec = clock_usec;
    if (write (pipe_end, &told, sizeof told) != sizeof told)
      _exit (1);
    if (number % EDITS_PER_SAVE == 0)
      testing_activate (window, "win.save");
    testing_run (EDIT_INTERVAL_S);
  }
}

static void
end_cb (void)
{
  _exit (1);
}

/// Child process in which opening the recovered project crashes the program.
static void
crash_at_opening (void)
{
  LwWindow *window = testing_window ();

  g_assert_true (lw_window_restore_offer_recovery (window));
  g_signal_connect (window, "notify::document", G_CALLBACK (end_cb), NULL);
  testing_answer ("recover");
  testing_run (60);
}

static void
test_child (void)
{
  g_autoptr (GFile) file = NULL;

  if (!g_test_subprocess ())
    return;
  if (g_getenv ("LW_TEST_FILE") == NULL)
    crash_at_opening ();
  file = g_file_new_for_path (g_getenv ("LW_TEST_FILE"));
  edit_for_ever (file, atoi (g_getenv ("LW_TEST_PIPE")), atoll (g_getenv ("LW_TEST_FIRST")));
}

static GPid
spawn_child (GFile *file, int pipe_end, gint64 first)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *end = g_strdup_printf ("%d", pipe_end);
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, first);
  const char *arguments[] = { self, "--GTestSubprocess", "-p", "/crash/child", NULL };
  g_auto (GStrv) environment = g_get_environ ();
  GPid child;

  if (file != NULL)
    environment = g_environ_setenv (environment, "LW_TEST_FILE", g_file_peek_path (file), TRUE);
  environment = g_environ_setenv (environment, "LW_TEST_PIPE", end, TRUE);
  environment = g_environ_setenv (environment, "LW_TEST_FIRST", number, TRUE);
  g_assert_true (g_spawn_async (NULL, (char **) arguments, environment,
                                G_SPAWN_LEAVE_DESCRIPTORS_OPEN | G_SPAWN_DO_NOT_REAP_CHILD
                                  | G_SPAWN_STDOUT_TO_DEV_NULL,
                                NULL, NULL, &child, NULL));
  return child;
}

// ---- killed processes -----------------------------------------------------------------------

/// Returns the last edit that was old enough when the child was killed; -1 if there was none.
static gint64
edit_and_kill (GFile *file, gint64 first, gint64 *last)
{
  g_autoptr (GArray) edits = g_array_new (FALSE, FALSE, sizeof (Told));
  int ends[2];
  GPid child;
  Told told;
  gint64 safe_usec;
  gint64 safe = -1;

  g_assert_cmpint (pipe (ends), ==, 0);
  child = spawn_child (file, ends[1], first);
  close (ends[1]);
  // Wait for the first edit, so that most children are killed while working.
  g_assert_cmpint (read (ends[0], &told, sizeof told), ==, sizeof told);
  g_usleep ((gulong) (g_test_rand_double () * (LOST_MAX_S + LONGER_S) * G_USEC_PER_SEC));
  kill (child, SIGKILL);
  waitpid (child, NULL, 0);
  g_spawn_close_pid (child);
  do {
    g_array_append_val (edits, told);
    safe_usec = told.time_usec - LOST_MAX_S * G_USEC_PER_SEC;
  } while (read (ends[0], &told, sizeof told) == sizeof told);
  close (ends[0]);

  for (guint i = 0; i < edits->len; i++) {
    const Told *edit = &g_array_index (edits, Told, i);

    if (edit->time_usec < safe_usec)
      safe = edit->number;
    *last = edit->number;
  }
  return safe;
}

static gint64
number_of (const LwMechanism *mechanism)
{
  return g_ascii_strtoll (lw_mechanism_get_notes (mechanism), NULL, 10);
}

static gint64
number_in_file (GFile *file)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LwProject) project = lw_store_load (file, NULL, NULL, &error);

  g_assert_no_error (error);
  return number_of (project->mechanism);
}

/// Accepts the recovery that the next start of the program would offer. Returns the number of the
/// recovered edit; -1 if nothing was offered.
static gint64
number_recovered (void)
{
  LwWindow *window = testing_window ();
  gint64 number = -1;

  if (lw_window_restore_offer_recovery (window)) {
    testing_answer ("recover");
    wait_until (lw_window_get_document (window) != NULL);
    g_assert_true (lw_document_get_modified (lw_window_get_document (window)));
    number = number_of (lw_document_get_mechanism (lw_window_get_document (window)));
    testing_run (0.1);
    gtk_window_close (GTK_WINDOW (window));
    testing_answer ("discard");
    testing_run (0.1);
  } else
    testing_close (window);
  return number;
}

static LwProject *
four_bar (void)
{
  g_autoptr (GFile) example = testing_example ("four-bar");
  g_autoptr (LwOpened) opened = lw_open_file (example, NULL, NULL);

  return lw_project_ref (opened->project);
}

static void
test_kill (void)
{
  char *folder = testing_folder_new ();
  g_autoptr (GFile) file = testing_file (folder, "project.linkwright");
  g_autoptr (LwProject) project = four_bar ();
  const int n = testing_is_torture () ? 1000 : 6;
  gint64 first = 1;
  gint64 most_lost = 0;
  int n_recovered = 0;
  int n_kills;

  g_assert_true (lw_store_save (project, file, NULL, NULL, NULL, NULL));
  // A kill leaves something to recover only at some times; at least one of them must.
  for (n_kills = 0; n_kills < n || (n_recovered == 0 && n_kills < 10 * n); n_kills++) {
    gint64 last = 0;
    gint64 safe = edit_and_kill (file, first, &last);
    gint64 saved = number_in_file (file);
    gint64 recovered = number_recovered ();

    if (MAX (saved, recovered) < safe)
      g_error ("Edit %" G_GINT64_FORMAT " was made in time (the last is %" G_GINT64_FORMAT
               "), but %" G_GINT64_FORMAT " is saved and %" G_GINT64_FORMAT " recovered",
               safe, last, saved, recovered);
    // Closed without saving: the file is as the kill left it.
    g_assert_cmpint (number_in_file (file), ==, saved);
    most_lost = MAX (most_lost, last - MAX (MAX (saved, recovered), first - 1));
    n_recovered += recovered >= 0;
    first = last + 1;
  }
  g_test_message ("%d kills, %d recovered; at most %d edits of %g s lost", n_kills, n_recovered,
                  (int) most_lost, EDIT_INTERVAL_S);
  g_assert_cmpint (n_recovered, >, 0);
  testing_folder_free (folder);
}

// ---- a project that crashes the program --------------------------------------------------------

static bool
is_anything_kept (void)
{
  g_autoptr (GPtrArray) entries =
    lw_recovery_list (lw_window_host_get_recovery (LW_WINDOW_HOST (testing_application ())));

  return entries->len > 0;
}

static void
test_loop (void)
{
  char *folder = testing_folder_new ();
  g_autoptr (GFile) file = testing_file (folder, "project.linkwright");
  g_autoptr (LwProject) project = four_bar ();
  g_autoptr (GBytes) before = NULL;
  g_autoptr (GBytes) after = NULL;
  LwWindow *window;
  gint64 last;
  int status;
  GPid child;

  g_assert_true (lw_store_save (project, file, NULL, NULL, NULL, NULL));
  do
    edit_and_kill (file, 1, &last);
  while (!is_anything_kept ());
  before = testing_read (file);
  child = spawn_child (NULL, -1, 0);
  waitpid (child, &status, 0);
  g_spawn_close_pid (child);
  g_assert_true (WIFEXITED (status));

  for (int i = 0; i < 2; i++) {
    window = testing_window ();
    g_assert_true (lw_window_restore_offer_recovery (window));
    // It can be discarded or kept, but it is not opened again.
    g_assert_false (adw_message_dialog_has_response (testing_find_dialog (), "recover"));
    testing_answer (i == 0 ? "keep" : "discard");
    testing_close (window);
  }
  window = testing_window ();
  g_assert_false (lw_window_restore_offer_recovery (window));
  testing_close (window);
  after = testing_read (file);
  g_assert_true (g_bytes_equal (before, after));
  testing_folder_free (folder);
}

static void
add_tests (void)
{
  g_test_add_func ("/crash/child", test_child);
  g_test_add_func ("/crash/kill", test_kill);
  g_test_add_func ("/crash/loop", test_loop);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
