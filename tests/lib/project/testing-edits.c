// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Code shared by the tests of edits.

#include "testing-edits.h"

#include <math.h>

#include "testing-project.h"

const char testing_two_links[] =
  "{\"linkwright\": 1, \"bodies\": ["
  "{\"id\": 1, \"name\": \"a\", \"shape\": {\"kind\": \"link\", \"points\": [[0, 0], [1, 0]]}},"
  "{\"id\": 2, \"name\": \"b\", \"position\": [1, 0], \"shape\": {\"kind\": \"link\", \"points\": "
  "[[0, 0], [2, 0]]}},"
  "{\"id\": 3, \"name\": \"c\", \"position\": [5, 5], \"shape\": {\"kind\": \"link\", \"points\": "
  "[[0, 0], [1, 0]]}}],"
  "\"tracers\": [{\"id\": 1, \"name\": \"p\", \"body\": 2, \"point\": [2, 0]},"
  "{\"id\": 2, \"name\": \"q\", \"body\": 3, \"point\": [0, 0]}]}";

/// Three discs and a box, and a rod between two discs.
const char testing_loose[] =
  "{\"linkwright\": 1, \"bodies\": ["
  "{\"id\": 1, \"name\": \"a\", \"position\": [0, 0], \"shape\": {\"kind\": \"disc\", \"radius\": "
  "1}},"
  "{\"id\": 2, \"name\": \"b\", \"position\": [3, 1], \"shape\": {\"kind\": \"disc\", \"radius\": "
  "0.5}},"
  "{\"id\": 3, \"name\": \"c\", \"position\": [9, 5], \"shape\": {\"kind\": \"disc\", \"radius\": "
  "2}},"
  "{\"id\": 4, \"name\": \"d\", \"position\": [5, -4], \"shape\": {\"kind\": \"box\", \"size\": "
  "[2, 1]}}"
  "], \"couplings\": [{\"id\": 1, \"name\": \"R\", \"kind\": \"rod\", \"bodies\": [1, 2], "
  "\"points\": [[0, 0], [0, 0]], \"length\": 3.1622776601683795}]}";

const LwElementRef *
testing_refs (GArray *array)
{
  return (const LwElementRef *) (const void *) array->data;
}

void
testing_assert_compiles (const LwMechanism *mechanism)
{
  GError *error = NULL;
  MbdModel *model = lw_mechanism_compile (mechanism, &error);

  g_assert_no_error (error);
  mbd_model_unref (model);
}

void
testing_assert_refused (LwMechanism *next, GError **error)
{
  g_assert_null (next);
  testing_assert_sentence (*error);
  g_clear_error (error);
}

const LwBody *
testing_body_named (const LwMechanism *mechanism, const char *name)
{
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++)
    if (g_strcmp0 (lw_mechanism_get_body (mechanism, i)->element.name, name) == 0)
      return lw_mechanism_get_body (mechanism, i);
  g_error ("there is no body %s", name);
}

LwElementRef
testing_body_ref (const LwMechanism *mechanism, const char *name)
{
  return (LwElementRef){ LW_SELECTION_BODY, testing_body_named (mechanism, name)->element.id };
}

void
testing_assert_near (double value, double expected, double tolerance)
{
  if (!(fabs (value - expected) <= tolerance))
    g_error ("%.17g is not %.17g within %g", value, expected, tolerance);
}

LwRun *
testing_run_of (const LwMechanism *mechanism, double duration)
{
  const LwRunSettings *settings = lw_mechanism_get_run (mechanism);
  MbdIntegratorSettings integrator = settings->integrator;
  MbdDiagnosis why;
  MbdModel *model = lw_mechanism_compile (mechanism, NULL);
  LwRun *run;

  g_assert_nonnull (model);
  integrator.accuracy = 1e-10;
  integrator.duration = duration;
  run = lw_run_new (model, &integrator, duration, duration, settings->assemble);
  g_assert_nonnull (run);
  g_assert_cmpint (lw_run_start (run, &why), ==, MBD_STATUS_OK);
  while (!lw_run_is_finished (run))
    g_assert_cmpint (lw_run_next (run, &why), ==, MBD_STATUS_OK);
  mbd_model_unref (model);
  return run;
}
