// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs a fuzz target on stored inputs, without libFuzzer: REPLAY (FILE|FOLDER)... with one test for
// each input, which is named before it is run.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "fuzz.h"

static long
peak_megabytes (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

static void
replay (const void *path)
{
  g_autofree char *data = NULL;
  g_autoptr (GError) error = NULL;
  gsize size;

  g_file_get_contents (path, &data, &size, &error);
  g_assert_no_error (error);
  LLVMFuzzerTestOneInput ((const uint8_t *) data, size);
#ifndef FUZZ_SANITIZED
  g_assert_cmpint (peak_megabytes (), <, FUZZ_MEGABYTES_MAX);
#endif
}

static void
add_file (char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *name = g_strconcat ("/fuzz/", base, NULL);

  g_test_add_data_func_full (name, path, replay, g_free);
}

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static void
add (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  if (folder == NULL) {
    add_file (g_strdup (path));
    return;
  }
  while ((name = g_dir_read_name (folder)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    add_file (g_build_filename (path, names->pdata[i], NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (int i = 1; i < argc; i++)
    add (argv[i]);
  return g_test_run ();
}
