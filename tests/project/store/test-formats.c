// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Project files of all formats that are supported permanently, and the memory needed for a large
// file.

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lw-store.h"
#include "lw-text.h"
#include "testing-project.h"

#define MEMORY_MAX_KB (512 * 1024)
#define FILE_MAX_BYTES 10000000

/// tests/reference/project-N.linkwright, its bytes, and the same mechanism in project-N.json.
static const struct
{
  const char *name;
  const char *digest; ///< SHA-256; a fixture is never rewritten
  guint n_runs;
  gsize n_samples;
} formats[] = {
  { "project-1", "9dd7519d43e8717d73603aa1d91850c11aac391e3c2e9ab5a80bb25e37db8d42", 1, 40 },
  { "project-2", "1ec0f338e12010917b0f59b015095465a9993505c123d383431d779ac19acd74", 0, 0 },
  { "project-3", "3549ae0e4f901c300e83d072ae1ce6261430318b6e0f1061ee54aadaf3d20a40", 0, 0 },
};

static GFile *
reference (const char *name, const char *suffix)
{
  g_autofree char *file_name = g_strconcat (name, suffix, NULL);
  g_autofree char *path =
    g_build_filename (g_getenv ("LW_SOURCE_DIR"), "tests", "reference", file_name, NULL);

  return g_file_new_for_path (path);
}

static void
test_kept (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++) {
    g_autoptr (GFile) file = reference (formats[i].name, LW_STORE_SUFFIX);
    g_autoptr (GFile) text = reference (formats[i].name, ".json");
    g_autoptr (GBytes) bytes = testing_read (file);
    g_autofree char *digest = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
    g_autoptr (GError) error = NULL;
    g_autoptr (LwProject) project = lw_store_load (file, NULL, NULL, &error);
    g_autoptr (LwMechanism) mechanism = NULL;
    g_autoptr (GBytes) written = NULL;
    g_autoptr (LwProject) again = NULL;

    g_assert_cmpstr (digest, ==, formats[i].digest);
    g_assert_no_error (error);
    mechanism = lw_text_load (text, NULL, &error);
    g_assert_no_error (error);
    g_assert_true (lw_mechanism_equal (project->mechanism, mechanism));
    g_assert_cmpuint (project->runs->len, ==, formats[i].n_runs);
    for (guint k = 0; k < project->runs->len; k++) {
      const LwProjectRun *run = project->runs->pdata[k];

      g_assert_cmpuint (lw_recording_n_samples (run->recording), ==, formats[i].n_samples);
    }
    // Saved now, it has the newest format and the same contents.
    written = lw_store_write (project, NULL, &error);
    g_assert_no_error (error);
    again =
      lw_store_parse (g_bytes_get_data (written, NULL), g_bytes_get_size (written), NULL, &error);
    g_assert_no_error (error);
    g_assert_true (lw_project_equal (again, project));
  }
}

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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/formats/kept", test_kept);
  g_test_add_func ("/formats/memory", test_memory);
  return g_test_run ();
}
