// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mechanisms of examples and of text forms written in a test.

#include "testing-text.h"

#include "testing-examples.h"
#include "lw-text.h"

LwMechanism *
testing_load_example (const char *name)
{
  g_autofree char *path = testing_example_path (name);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GError *error = NULL;
  LwMechanism *mechanism = lw_text_load (file, NULL, &error);

  g_assert_no_error (error);
  return mechanism;
}

LwMechanism *
testing_parse (const char *text)
{
  GError *error = NULL;
  LwMechanism *mechanism = lw_text_parse (text, -1, &error);

  g_assert_no_error (error);
  return mechanism;
}
