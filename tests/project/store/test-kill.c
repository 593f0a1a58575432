// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Saving is killed at random moments: the file found afterwards can be opened and is one of the
// saved states, no acknowledged state is lost, and remaining temporary files are removed by the
// next save. The same for recovery copies, also while they are being recovered.

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "lw-recovery.h"
#include "lw-store.h"
#include "testing-seed.h"
#include "testing-project.h"

/// Load during which the process is killed.
typedef struct
{
  const char *name;
  gsize bytes;      ///< 0: without recordings, 0.1 MB
  int n, n_torture; ///< number of kills
} Load;

static const Load loads[] = {
  { "/kill/small", 0, 900, 9000 },
  { "/kill/5MB", 5 << 20, 100, 900 },
  { "/kill/100MB", 100 << 20, 0, 100 },
};

/// Returns the project with the number of the save as its title.
static LwProject *
numbered (const LwProject *project, int number)
{
  char title[32];
  g_autoptr (LwMechanism) mechanism = NULL;

  g_snprintf (title, sizeof title, "%d", number);
  mechanism = lw_mechanism_with_title (project->mechanism, title);
  return lw_project_new (mechanism, &project->view, project->runs);
}

// The child: saves one number after another and reports each completed save.
static void
save_for_ever (const LwProject *project, GFile *file, int first, int pipe)
{
  for (int number = first;; number++) {
    g_autoptr (LwProject) next = numbered (project, number);

    if (!lw_store_save (next, file, NULL, NULL, NULL, NULL)
        || write (pipe, &number, sizeof number) != sizeof number)
      _exit (1);
  }
}

// Kills a child after `delay_us`. Returns the last number it reported, or `first` - 1.
static int
save_and_kill (const LwProject *project, GFile *file, int first, gulong delay_us)
{
  int ends[2], status, number = first - 1, told;
  pid_t child;

  g_assert_cmpint (pipe (ends), ==, 0);
  child = fork ();
  if (child == 0)
    save_for_ever (project, file, first, ends[1]);
  close (ends[1]);
  g_usleep (delay_us);
  kill (child, SIGKILL);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFSIGNALED (status));
  while (read (ends[0], &told, sizeof told) == sizeof told)
    number = told;
  close (ends[0]);
  return number;
}

// Returns the number in the file, or -1 if there is no file.
static int
number_in (GFile *file)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LwProject) project = NULL;

  if (!g_file_query_exists (file, NULL))
    return -1;
  project = lw_store_load (file, NULL, NULL, &error);
  g_assert_no_error (error);
  return atoi (lw_mechanism_get_title (project->mechanism));
}

static gulong
time_of_save (const LwProject *project, GFile *file)
{
  gint64 start = g_get_monotonic_time ();

  for (int i = 0; i < 3; i++)
    g_assert_true (lw_store_save ((LwProject *) project, file, NULL, NULL, NULL, NULL));
  return (gulong) (g_get_monotonic_time () - start) / 3;
}

static guint
count_temporary (const char *folder)
{
  g_autofree char *names = testing_list (folder);
  guint n = 0;

  for (const char *p = names; (p = strstr (p, ".lw-new")) != NULL; p++)
    n++;
  return n;
}

static void
test_kill (const void *data)
{
  const Load *load = data;
  const int n = testing_is_torture () ? load->n_torture : load->n;
  char *folder = testing_folder_new ();
  g_autoptr (GFile) file = testing_file (folder, "project.linkwright");
  g_autoptr (GFile) link = testing_file (folder, "link.linkwright");
  g_autoptr (LwMechanism) chain = testing_chain (20);
  g_autoptr (LwProject) project =
    load->bytes > 0 ? testing_project_of_size (load->bytes) : lw_project_new (chain, NULL, NULL);
  gulong longest = 2 * time_of_save (project, file) + 2000;
  int number = 0, n_mid = 0, n_stray = 0;

  if (n == 0)
    g_test_skip ("only with LW_TORTURE");
  g_assert_true (g_file_make_symbolic_link (link, "project.linkwright", NULL, NULL));
  for (int i = 0; i < n; i++) {
    // A new file, one that is overwritten, and one behind a link.
    gboolean is_new;
    int told, found;

    if (i % 3 == 0)
      g_unlink (g_file_peek_path (file));
    is_new = !g_file_query_exists (file, NULL);
    told = save_and_kill (project, i % 3 == 2 ? link : file, number + 1,
                          (gulong) g_test_rand_int_range (0, (int) longest));
    found = number_in (file);
    // The save after the last reported one may also have been completed.
    if (found != told && found != told + 1 && !(is_new && found == -1 && told == number))
      g_error ("Save %d was acknowledged, %d is in the file", told, found);
    n_mid += count_temporary (folder) > 0;
    number = MAX (MAX (told, found), number);
  }
  n_stray = (int) count_temporary (folder);
  g_assert_true (lw_store_save (project, file, NULL, NULL, NULL, NULL));
  g_assert_cmpuint (count_temporary (folder), ==, 0);
  g_test_message ("%d kills, %d while a file was being written, %d saves acknowledged; %d strays "
                  "swept; 0 torn, 0 lost",
                  n, n_mid, number, n_stray);
  // The number depends on the load of the machine.
  if (n > 0)
    g_assert_cmpint (n_mid, >, 0);
  testing_folder_free (folder);
}

// ---- recovery --------------------------------------------------------------------------------

static void
arrived_cb (GObject *source, GAsyncResult *result, void *data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

/// Returns the recovered document, or a new one.
static LwDocument *
recover (LwRecovery *recovery)
{
  g_autoptr (GPtrArray) entries = lw_recovery_list (recovery);
  g_autoptr (LwMechanism) chain = testing_chain (20);
  g_autoptr (GAsyncResult) result = NULL;
  LwDocument *document;

  if (entries->len == 0) {
    document = lw_document_new (chain);
    lw_recovery_watch (recovery, document);
    return document;
  }
  lw_recovery_open_async (recovery, entries->pdata[0], NULL, arrived_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  document = lw_recovery_open_finish (recovery, result, NULL);
  if (document == NULL)
    _exit (1);
  lw_recovery_confirm (recovery, document);
  return document;
}

// The child: recovers what the last one left, edits, and reports each edit that was written.
static void
recover_and_edit (const char *folder, int pipe)
{
  LwRecovery *recovery = lw_recovery_new (folder);
  LwDocument *document = recover (recovery);

  for (int number = atoi (lw_mechanism_get_title (lw_document_get_mechanism (document))) + 1;;
       number++) {
    char title[32];
    g_autoptr (LwMechanism) next = NULL;

    g_snprintf (title, sizeof title, "%d", number);
    next = lw_mechanism_with_title (lw_document_get_mechanism (document), title);
    lw_document_edit (document, "Edit", next);
    lw_recovery_flush (recovery);
    if (write (pipe, &number, sizeof number) != sizeof number)
      _exit (1);
  }
}

/// Returns the number of the edit that is offered; 0 if there is none.
static int
number_offered (const char *folder)
{
  g_autoptr (LwRecovery) recovery = lw_recovery_new (folder);
  g_autoptr (GPtrArray) entries = lw_recovery_list (recovery);
  const LwRecoveryEntry *entry = entries->len > 0 ? entries->pdata[0] : NULL;
  g_autofree char *name = entry != NULL ? g_strconcat (entry->id, LW_STORE_SUFFIX, NULL) : NULL;
  g_autoptr (GFile) file = entry != NULL ? testing_file (folder, name) : NULL;

  g_assert_cmpuint (entries->len, <=, 1);
  g_assert_true (entry == NULL || !entry->is_unknown);
  return file != NULL ? number_in (file) : 0;
}

/// Kills while a recovered project is read, edited and written: no edit that was reported is lost.
static void
test_recovery (void)
{
  const int n = testing_is_torture () ? 1000 : 60;
  char *folder = testing_folder_new ();
  int number = 0, n_young = 0;

  for (int i = 0; i < n; i++) {
    // Every other child has written an edit, however slow the machine is.
    const bool waits = i % 2 == 1;
    int ends[2], status, told = 0, found;
    pid_t child;

    g_assert_cmpint (pipe (ends), ==, 0);
    child = fork ();
    if (child == 0)
      recover_and_edit (folder, ends[1]);
    close (ends[1]);
    if (waits)
      g_assert_cmpint (read (ends[0], &told, sizeof told), ==, sizeof told);
    g_usleep ((gulong) g_test_rand_int_range (0, 60000));
    kill (child, SIGKILL);
    g_assert_cmpint (waitpid (child, &status, 0), ==, child);
    g_assert_true (WIFSIGNALED (status));
    n_young += !waits && read (ends[0], &told, sizeof told) != sizeof told;
    number = MAX (number, told);
    while (read (ends[0], &told, sizeof told) == sizeof told)
      number = told;
    close (ends[0]);
    found = number_offered (folder);
    // The edit after the last reported one may also have been written.
    if (found != number && found != number + 1)
      g_error ("Edit %d was reported, %d is offered", number, found);
    number = found;
  }
  g_test_message ("%d kills, %d of them before the first edit; %d edits, 0 lost", n, n_young,
                  number);
  g_assert_cmpint (n_young, >, 0);
  g_assert_cmpint (number, >, 0);
  testing_folder_free (folder);
}

int
main (int argc, char **argv)
{
  testing_seed_init (&argc, &argv);
  for (gsize i = 0; i < G_N_ELEMENTS (loads); i++)
    g_test_add_data_func (loads[i].name, &loads[i], test_kill);
  g_test_add_func ("/kill/recovery", test_recovery);
  return g_test_run ();
}
