// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The memory needed for a large file.

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lw-store.h"
#include "testing-project.h"

#define MEMORY_MAX_KB (512 * 1024)
#define FILE_MAX_BYTES 10000000

static glong
peak_kb (void)
{
  g_autofree char *status = NULL;
  const char *line;

  g_assert_true (g_file_get_contents ("/proc/self/status", &status, NULL, NULL));
  line = strstr (status, "VmHWM:");
  g_assert_nonnull (line);
  return strtol (line + strlen ("VmHWM:"), NULL, 10);
}

/// Runs in a separate process, because the peak of a process never decreases.
static glong
peak_of_loading (GFile *file)
{
  int ends[2];
  glong peak = 0;
  pid_t child;
  int status;

  g_assert_cmpint (pipe (ends), ==, 0);
  child = fork ();
  if (child == 0) {
    LwProject *project = lw_store_load (file, NULL, NULL, NULL);

    peak = peak_kb ();
    if (write (ends[1], &peak, sizeof peak) != sizeof peak)
      _exit (1);
    _exit (project != NULL ? 0 : 2);
  }
  close (ends[1]);
  g_assert_cmpint (read (ends[0], &peak, sizeof peak), ==, sizeof peak);
  close (ends[0]);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  return peak;
}

/// The maximum number of elements, and the largest recording.
static void
test_memory (void)
{
  char *folder = testing_folder_new ();
  g_autoptr (GFile) file = testing_file (folder, "project.linkwright");
  g_autoptr (LwProject) recorded = testing_project_of_size (FILE_MAX_BYTES * 9 / 10);
  int n = 1000;
  glong peak;

#ifdef __SANITIZE_ADDRESS__
  g_test_skip ("memory belongs to the sanitizer");
#else
  for (;; n += n / 2) {
    g_autoptr (LwMechanism) chain = testing_chain (n);
    g_autoptr (LwProject) project = lw_project_new (chain, NULL, NULL);
    g_autoptr (GBytes) bytes = lw_store_write (project, NULL, NULL);

    if (g_bytes_get_size (bytes) > FILE_MAX_BYTES)
      break;
    testing_write (file, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  }
  peak = peak_of_loading (file);
  g_test_message ("Fewer than %d bodies: at most %ld MB", n, peak / 1024);
  g_assert_cmpint (peak, <, MEMORY_MAX_KB);
  g_assert_true (lw_store_save (recorded, file, NULL, NULL, NULL, NULL));
  peak = peak_of_loading (file);
  g_test_message ("A recording of %d bytes: at most %ld MB", FILE_MAX_BYTES, peak / 1024);
  g_assert_cmpint (peak, <, MEMORY_MAX_KB);
#endif
  testing_folder_free (folder);
}

static void
unref_run (void *run)
{
  lw_project_run_unref (run);
}

/// Many short runs with many channels: memory grows with what they hold.
static void
test_many_runs (void)
{
  char *folder = testing_folder_new ();
  g_autoptr (GFile) file = testing_file (folder, "project.linkwright");
  g_autoptr (LwMechanism) mechanism = testing_chain (20);
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func (unref_run);
  g_autoptr (LwProject) project = NULL;
  glong peak;

#ifdef __SANITIZE_ADDRESS__
  g_test_skip ("memory belongs to the sanitizer");
#else
  g_ptr_array_add (runs, testing_recorded_run (mechanism, "Short", 250, 3));
  while (runs->len < 1000)
    g_ptr_array_add (runs, lw_project_run_ref (runs->pdata[0]));
  project = lw_project_new (mechanism, NULL, runs);
  g_assert_true (lw_store_save (project, file, NULL, NULL, NULL, NULL));
  peak = peak_of_loading (file);
  g_test_message ("1000 runs: at most %ld MB", peak / 1024);
  g_assert_cmpint (peak, <, MEMORY_MAX_KB);
#endif
  testing_folder_free (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/formats/memory", test_memory);
  g_test_add_func ("/formats/many-runs", test_many_runs);
  return g_test_run ();
}
