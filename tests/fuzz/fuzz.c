// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The checks that all fuzz targets share.

#include "fuzz.h"

#include <string.h>

#include "lw-store.h"
#include "lw-text.h"
#include "testing-project.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const double start = testing_thread_seconds ();
  double seconds;

  fuzz_one (data, size);
  seconds = testing_thread_seconds () - start;
  if (seconds > FUZZ_SECONDS_MAX)
    g_error ("An input of %zu bytes took %.1f s of processor time", size, seconds);
  return 0;
}

void
fuzz_check_refusal (const GError *error)
{
  g_assert_nonnull (error);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  if (strchr (error->message, '\n') != NULL || !g_str_has_suffix (error->message, ".")
      || g_str_has_suffix (error->message, ".."))
    g_error ("Not a single sentence: %s", error->message);
}

/// Values that are not of the kind of an element are in projects, but not in texts.
static void
check_text (LwMechanism *mechanism, bool is_from_text)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = lw_text_write (mechanism);
  g_autoptr (LwMechanism) again = lw_text_parse (text, -1, &error);
  g_autofree char *next = NULL;

  g_assert_no_error (error);
  g_assert_true (!is_from_text || lw_mechanism_equal (again, mechanism));
  next = lw_text_write (again);
  g_assert_cmpstr (next, ==, text);
}

static void
check_model (const LwMechanism *mechanism)
{
  g_autoptr (GError) error = NULL;
  MbdModel *model;

  // The cost of ordering grows with the size; it is not limited by the reader.
  if (lw_mechanism_get_n_bodies (mechanism) > 200)
    return;
  model = lw_mechanism_compile (mechanism, &error);
  if (model == NULL)
    g_assert_nonnull (error);
  mbd_model_unref (model);
}

void
fuzz_check_project (LwProject *project)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = lw_store_write (project, NULL, &error);
  g_autoptr (LwProject) again = NULL;
  g_autofree char *before = lw_text_write (project->mechanism);
  g_autofree char *after = NULL;
  gsize size;
  const void *data;

  g_assert_no_error (error);
  data = g_bytes_get_data (bytes, &size);
  again = lw_store_parse (data, size, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (lw_project_equal (again, project));
  // Independent of the comparison, which could forget what the file does.
  after = lw_text_write (again->mechanism);
  g_assert_cmpstr (after, ==, before);
}

void
fuzz_check_mechanism (LwMechanism *mechanism, bool is_from_text)
{
  g_autoptr (LwProject) project = lw_project_new (mechanism, NULL, NULL);

  check_text (mechanism, is_from_text);
  if (is_from_text)
    fuzz_check_project (project);
  check_model (mechanism);
}

char *
fuzz_dup_text (const uint8_t *data, size_t size)
{
  return g_strndup ((const char *) data, size);
}
