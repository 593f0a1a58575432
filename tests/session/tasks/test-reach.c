// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The box to which the drawing is fitted when a mechanism is opened: its motion, but not a flight.

#include "lw-reach.h"

#include "testing-examples.h"
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

/// A bar of 1 m from the origin to the right, released at rest.
#define BAR                                                                                        \
  "{\"linkwright\": 1, \"bodies\": [{\"id\": 1, \"name\": \"Bar\", \"mass\": 1, \"inertia\": 0.1," \
  " \"centre_of_mass\": [0.5, 0], \"shape\": {\"kind\": \"link\", \"points\": [[0, 0], [1, 0]]}}]"

/// A pendulum swings to the other side, and its whole motion is in view.
static void
test_swing (void)
{
  LwReach reach =
    reach_of (BAR ", \"couplings\": [{\"kind\": \"pin\", \"bodies\": [0, 1], \"at\": [0, 0]}]}");

  g_assert_cmpfloat (reach.minimum[0], <, -0.99);
  g_assert_cmpfloat (reach.minimum[0], >, -1.5);
  g_assert_cmpfloat (reach.minimum[1], <, -0.99);
  lw_largest_free (reach.reactions);
}

/// A body that falls for ten seconds, 490 m, is shown where it is drawn.
static void
test_flight (void)
{
  LwReach reach = reach_of (BAR "}");

  g_assert_cmpfloat (reach.minimum[1], >, -0.5);
  g_assert_cmpfloat (reach.maximum[0], >=, 1);
  lw_largest_free (reach.reactions);
}

/// A throw that ends nearby is in view.
static void
test_throw (void)
{
  LwReach reach =
    reach_of ("{\"linkwright\": 1, \"bodies\": [{\"id\": 1, \"name\": \"Ball\", \"mass\": 1,"
              " \"inertia\": 0.1, \"velocity\": [2, 3], \"shape\": {\"kind\": \"disc\", "
              "\"radius\": 0.2}}], \"run\": {\"duration\": 0.6}}");

  g_assert_cmpfloat (reach.maximum[0], >, 1.35);
  g_assert_cmpfloat (reach.maximum[1], >, 0.6);
  lw_largest_free (reach.reactions);
}

static LwReach
reach_of_example (const char *name)
{
  g_autofree char *path = testing_example_path (name);
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return reach_of (text);
}

/// The scale also accommodates the arrows of contacts: the pin of a Geneva drive pushes with 0.4 N
/// once it is in a slot, while its joints carry 0.005 N before.
static void
test_contacts (void)
{
  LwReach reach = reach_of_example ("geneva.json");

  g_assert_cmpfloat (lw_largest_at (reach.reactions, 3.9), >, 0.2);
  lw_largest_free (reach.reactions);
}

/// A four-bar that is driven at increasing speed begins with 36 N and ends with spikes of
/// thousands.
static void
test_faster (void)
{
  LwReach reach = reach_of_example ("four-bar-torque.json");

  g_assert_cmpfloat (lw_largest_at (reach.reactions, 0), <, 200);
  g_assert_cmpfloat (lw_largest_at (reach.reactions, 4.9), >,
                     3 * lw_largest_at (reach.reactions, 0));
  lw_largest_free (reach.reactions);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/reach/swing", test_swing);
  g_test_add_func ("/reach/flight", test_flight);
  g_test_add_func ("/reach/throw", test_throw);
  g_test_add_func ("/reach/contacts", test_contacts);
  g_test_add_func ("/reach/faster", test_faster);
  return g_test_run ();
}
