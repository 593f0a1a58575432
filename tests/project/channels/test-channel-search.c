// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of channels, the channels of an element, and the search by words.

#include "lw-channels.h"
#include "lw-text.h"

/// Returns the name of the channel of an element, or NULL.
static const char *
of (const LwChannels *channels, LwSelectionKind kind, int id, const char *suffix)
{
  const int found = lw_channels_find_of (channels, (LwElementRef){ kind, id }, suffix);

  return found < 0 ? NULL : lw_channels_get_name (channels, (guint) found);
}

static void
test_names (void)
{
  static const char text[] =
    "{\"linkwright\": 1, \"bodies\": [{\"name\": \"B\"}, {\"position\": [2, 0]}, {\"name\": \"energy\"},"
    " {\"name\": \"a,b*c?\"}],"
    "\"couplings\": [{\"name\": \"B\", \"kind\": \"pin\", \"bodies\": [0, \"B\"], \"at\": [0, 0]},"
    " {\"id\": 8, \"kind\": \"rod\", \"bodies\": [0, 2], \"from\": [0, 0], \"to\": [1, 0]},"
    " {\"id\": 9, \"name\": \"R\", \"kind\": \"rod\", \"bodies\": [0, 2], \"from\": [0, 5], "
    "\"to\": [1, 0]}],"
    "\"forces\": [{\"name\": \"R\", \"kind\": \"spring\", \"bodies\": [0, 2], \"from\": [0, 0], "
    "\"to\": [9, 0]}],"
    "\"tracers\": [{\"name\": \"B\", \"body\": 1, \"point\": [0, 0]},"
    " {\"name\": \"T\", \"body\": 0, \"point\": [3, 4]}]}";
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) mechanism = lw_text_parse (text, -1, &error);
  g_autoptr (LwChannels) channels = NULL;
  MbdModel *model;

  g_assert_no_error (error);
  model = lw_mechanism_compile (mechanism, &error);
  g_assert_no_error (error);
  channels = lw_channels_new (mechanism, model);

  g_assert_true (lw_channels_find (channels, "B.x") >= 0);
  g_assert_true (lw_channels_find (channels, "B.reaction") >= 0);
  g_assert_true (lw_channels_find (channels, "tracer-1.x") >= 0);
  g_assert_true (lw_channels_find (channels, "body-2.x") >= 0);
  g_assert_true (lw_channels_find (channels, "coupling-8.tension") >= 0);
  g_assert_true (lw_channels_find (channels, "R.tension") >= 0);
  g_assert_true (lw_channels_find (channels, "force-1.tension") >= 0);
  g_assert_true (lw_channels_find (channels, "energy.total") >= 0);
  g_assert_true (lw_channels_find (channels, "energy.x") >= 0);
  g_assert_true (lw_channels_find (channels, "a_b_c_.x") >= 0);
  g_assert_false (lw_channels_find (channels, "B.x.") >= 0);
  // The channels of an element are found whatever they are called.
  g_assert_cmpstr (of (channels, LW_SELECTION_BODY, 1, "x"), ==, "B.x");
  g_assert_cmpstr (of (channels, LW_SELECTION_TRACER, 1, "x"), ==, "tracer-1.x");
  g_assert_cmpstr (of (channels, LW_SELECTION_BODY, 2, "x"), ==, "body-2.x");
  g_assert_cmpstr (of (channels, LW_SELECTION_BODY, 4, "x"), ==, "a_b_c_.x");
  g_assert_cmpstr (of (channels, LW_SELECTION_COUPLING, 9, "tension"), ==, "R.tension");
  g_assert_cmpstr (of (channels, LW_SELECTION_FORCE, 1, "tension"), ==, "force-1.tension");
  g_assert_cmpstr (of (channels, LW_SELECTION_NONE, 0, "energy.x"), ==, "energy.x");
  g_assert_null (of (channels, LW_SELECTION_BODY, 1, "reaction"));
  g_assert_null (of (channels, LW_SELECTION_BODY, 77, "x"));
  mbd_model_unref (model);
}

static void
assert_found (const LwChannels *channels, const char *text, const char *names)
{
  const guint n = lw_channels_get_n (channels);
  g_autofree bool *found = g_new (bool, n);
  g_auto (GStrv) expected = g_strsplit (names, " ", -1);

  g_test_message ("%s", text);
  lw_channels_search (channels, text, false, found);
  for (guint i = 0; expected[i] != NULL; i++) {
    const bool refused = expected[i][0] == '!';
    const int index = lw_channels_find (channels, expected[i] + refused);

    g_assert_cmpint (index, >=, 0);
    g_assert_cmpint (found[index], ==, !refused);
  }
}

/// Values are found by other words for their quantity, by several words in any order, and by names.
static void
test_words (void)
{
  static const char text[] =
    "{\"linkwright\": 1, \"bodies\": [{\"name\": \"Crank\"}],"
    "\"couplings\": [{\"name\": \"A\", \"kind\": \"pin\", \"bodies\": [0, \"Crank\"], \"at\": [0, "
    "0]}, {\"name\": \"Motor\", \"kind\": \"driver\", \"joint\": \"A\", \"function\": 6}]}";
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) mechanism = lw_text_parse (text, -1, &error);
  g_autoptr (LwChannels) channels = NULL;
  g_autofree bool *found = NULL;
  MbdModel *model;
  guint n;

  g_assert_no_error (error);
  model = lw_mechanism_compile (mechanism, &error);
  g_assert_no_error (error);
  channels = lw_channels_new (mechanism, model);
  n = lw_channels_get_n (channels);
  found = g_new (bool, n);

  assert_found (channels, "torque", "Motor.effort !A.reaction !Crank.x");
  assert_found (channels, "moment", "Motor.effort !A.reaction !Crank.x");
  assert_found (channels, "effort", "Motor.effort A.reaction !Crank.x");
  assert_found (channels, "SPEED crank", "Crank.omega Crank.vx !A.rate !Crank.angle");
  assert_found (channels, "crank speed", "Crank.omega Crank.vx !A.rate !Crank.angle");
  assert_found (channels, "load pin", "A.reaction_x !A.rate !energy.loads");
  assert_found (channels, "drift", "A.position_error !A.reaction");
  // Details are found only on request.
  assert_found (channels, "force", "A.reaction_x !A.first_reaction_x");
  g_assert_cmpuint (lw_channels_search (channels, "force", true, found), >,
                    lw_channels_search (channels, "force", false, found));
  g_assert_true (lw_channels_search (channels, "", true, found) == n);
  g_assert_cmpuint (lw_channels_search (channels, "no such value", true, found), ==, 0);
  for (guint i = 0; i < n; i++) {
    const LwChannelGroup group = lw_channels_get (channels, i)->group;

    g_assert_cmpint (group, !=, LW_GROUP_DEFINED);
    g_assert_cmpint (*lw_channel_group_get_title (group), !=, '\0');
  }
  mbd_model_unref (model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/channel-search/names", test_names);
  g_test_add_func ("/channel-search/words", test_words);
  return g_test_run ();
}
