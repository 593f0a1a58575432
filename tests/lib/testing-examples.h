// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Paths of mechanisms for tests: data/examples, and tests/data for mechanisms used only by tests.
// four-bar-torque.json is the four-bar of the examples, driven by a torque on its crank instead of
// a motor.

#pragma once

#include <glib.h>

/// Returns the path of a mechanism in data/examples if it exists, otherwise in tests/data. Free it
/// with g_free ().
static inline char *
testing_example_path (const char *file_name)
{
  const char *source = g_getenv ("LW_SOURCE_DIR");
  g_autofree char *example = g_build_filename (source, "data", "examples", file_name, NULL);

  return g_file_test (example, G_FILE_TEST_EXISTS)
           ? g_steal_pointer (&example)
           : g_build_filename (source, "tests", "data", file_name, NULL);
}
