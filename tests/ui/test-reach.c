// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the drawing is fitted to when a mechanism is opened: its motion, but not a flight.

#include "lw-reach.h"

#include "lw-text.h"

static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static LwReach
reach_of (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) mechanism = lw_text_parse (text, -1, &error);
  g_autoptr (GAsyncResult) result = NULL;
  MbdModel *model;
  LwReach reach;

  g_assert_no_error (error);
  model = lw_mechanism_compile (mechanism, &error);
  g_assert_no_error (error);
  lw_reach_async (NULL, mechanism, model, NULL, found_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (lw_reach_finish (result, &reach));
  mbd_model_unref (model);
  return reach;
}

/// A bar of 1 m from the origin to the right, let go at rest.
#define BAR                                                                                        \
  "{\"linkwright\": 1, \"bodies\": [{\"id\": 1, \"name\": \"Bar\", \"mass\": 1, \"inertia\": 0.1," \
  " \"centre_of_mass\": [0.5, 0], \"shape\": {\"kind\": \"link\", \"points\": [[0, 0], [1, 0]]}}]"

/// A pendulum swings to the other side, and all of that is in view.
static void
test_swing (void)
{
  const LwReach reach =
    reach_of (BAR ", \"couplings\": [{\"kind\": \"pin\", \"bodies\": [0, 1], \"at\": [0, 0]}]}");

  g_assert_cmpfloat (reach.minimum[0], <, -0.99);
  g_assert_cmpfloat (reach.minimum[0], >, -1.5);
  g_assert_cmpfloat (reach.minimum[1], <, -0.99);
}

/// What falls for ten seconds, 490 m, is shown where it is drawn.
static void
test_flight (void)
{
  const LwReach reach = reach_of (BAR "}");

  g_assert_cmpfloat (reach.minimum[1], >, -0.5);
  g_assert_cmpfloat (reach.maximum[0], >=, 1);
}

/// A throw that ends not far away is in view.
static void
test_throw (void)
{
  const LwReach reach =
    reach_of ("{\"linkwright\": 1, \"bodies\": [{\"id\": 1, \"name\": \"Ball\", \"mass\": 1,"
              " \"inertia\": 0.1, \"velocity\": [2, 3], \"shape\": {\"kind\": \"disc\", "
              "\"radius\": 0.2}}], \"run\": {\"duration\": 0.6}}");

  g_assert_cmpfloat (reach.maximum[0], >, 1.35);
  g_assert_cmpfloat (reach.maximum[1], >, 0.6);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/reach/swing", test_swing);
  g_test_add_func ("/reach/flight", test_flight);
  g_test_add_func ("/reach/throw", test_throw);
  return g_test_run ();
}
