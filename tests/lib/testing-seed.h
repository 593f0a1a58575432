// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Seeds of random numbers in tests. By default every run uses the same numbers, so that results are
// reproducible. LW_SEED=n selects different numbers; LW_TORTURE=1 selects new ones in each run and
// prints the seed, so that a failure can be repeated.

#pragma once

#include <glib.h>

/// Returns the number that all seeds of this run depend on; 0 unless LW_SEED or LW_TORTURE is set.
static inline guint32
testing_seed_of_run (void)
{
  static gsize initialised = 0;
  static guint32 seed = 0;

  if (g_once_init_enter (&initialised)) {
    const char *given = g_getenv ("LW_SEED");

    if (given != NULL)
      seed = (guint32) g_ascii_strtoull (given, NULL, 0);
    else if (g_getenv ("LW_TORTURE") != NULL)
      seed = g_random_int ();
    // A comment in the test protocol (TAP), before the first test.
    if (seed != 0)
      g_print ("# LW_SEED=%u\n", seed);
    g_once_init_leave (&initialised, 1);
  }
  return seed;
}

/// Returns the seed of one generator of a test: `fixed`, or a different one for each run.
static inline guint32
testing_seed (guint32 fixed)
{
  return fixed + 2654435769U * testing_seed_of_run ();
}

/// Calls g_test_init () with a seed from testing_seed () for g_test_rand_int () and similar
/// functions, which GLib would choose randomly. A seed on the command line (--seed) takes
/// precedence. Takes the arguments of main ().
static inline void
testing_seed_init (int *argc, char ***argv)
{
  // Static, because GLib reads the arguments after this function has returned.
  static char *with_seed[64];
  static char seed[64];
  int n = 0;

  g_assert_cmpint (*argc, <, G_N_ELEMENTS (with_seed) - 2);
  g_snprintf (seed, sizeof seed, "--seed=R02S%08x%08x%08x%08x", testing_seed (1), 2, 3, 4);
  with_seed[n++] = (*argv)[0];
  with_seed[n++] = seed;
  for (int i = 1; i < *argc; i++)
    with_seed[n++] = (*argv)[i];
  *argc = n;
  *argv = with_seed;
  g_test_init (argc, argv, NULL);
}
