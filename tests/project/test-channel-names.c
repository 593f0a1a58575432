// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plots and formulas of channels follow the names of elements.

#include <string.h>

#include "lw-channel-names.h"
#include "lw-channels.h"
#include "lw-derivation.h"
#include "lw-document.h"
#include "lw-text.h"

#define CHANNELS                                                                                   \
  "\"Crank.omega\", \"A.reaction\", \"Crank.v*\", \"energy.total\", "                              \
  "\"slip = [Crank.omega] - 2 rad/s + der (Crank.angle) * other (A.reaction, \\\"A.b\\\") / (1 "   \
  "N)\", "                                                                                         \
  "\"twice = 2 * slip\""

static LwMechanism *
parse (const char *more)
{
  g_autofree char *text = g_strdup_printf (
    "{\"linkwright\": 1, \"bodies\": [{\"name\": \"Crank\"}, {\"name\": \"Crank 2\"}],"
    "\"couplings\": [{\"name\": \"A\", \"kind\": \"pin\", \"bodies\": [0, 1], \"at\": [0, 0]}%s],"
    "\"plots\": [{\"title\": \"Crank.omega\", \"channels\": [" CHANNELS "], "
    "\"against\": \"Crank.angle\"}, {\"channels\": [\"Crank 2.omega\"]}]}",
    more);
  g_autoptr (GError) error = NULL;
  LwMechanism *mechanism = lw_text_parse (text, -1, &error);

  g_assert_no_error (error);
  return mechanism;
}

static LwMechanism *
rename_body (LwMechanism *mechanism, int id, const char *name)
{
  LwBody *body = lw_body_copy (lw_mechanism_find_body (mechanism, id));

  lw_body_set_name (body, name);
  return lw_channel_names_follow (mechanism, lw_mechanism_replace_body (mechanism, body));
}

static void
assert_plot (const LwMechanism *mechanism, guint index, const char *const *channels)
{
  const LwPlotLayout *plot = lw_mechanism_get_plot (mechanism, index);

  g_assert_cmpuint (g_strv_length (plot->channels), ==, g_strv_length ((char **) channels));
  for (guint i = 0; channels[i] != NULL; i++)
    g_assert_cmpstr (plot->channels[i], ==, channels[i]);
}

/// All that plots show can be found under its new name.
static void
assert_found (LwMechanism *mechanism)
{
  MbdModel *model = lw_mechanism_compile (mechanism, NULL);
  g_autoptr (LwChannels) base = lw_channels_new (mechanism, model);
  g_autoptr (LwChannels) channels = lw_channels_with_definitions (base, mechanism, NULL);

  for (guint i = 0; i < lw_mechanism_get_n_plots (mechanism); i++)
    for (char **entry = lw_mechanism_get_plot (mechanism, i)->channels; *entry != NULL; entry++) {
      g_autoptr (GError) error = NULL;
      g_autoptr (GArray) found = lw_channels_match (channels, *entry, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (found->len, >, 0);
    }
  mbd_model_unref (model);
}

static void
test_names (void)
{
  static const struct
  {
    const char *name;
    const char *channels[7];
    const char *against;
  } cases[] = {
    { "Wheel",
      { "Wheel.omega", "A.reaction", "Wheel.v*", "energy.total",
        "slip = Wheel.omega - 2 rad/s + der (Wheel.angle) * other (A.reaction, \"A.b\") / (1 N)",
        "twice = 2 * slip", NULL },
      "Wheel.angle" },
    // With blanks it has to be in brackets.
    { "My wheel",
      { "My wheel.omega", "A.reaction", "My wheel.v*", "energy.total",
        "slip = [My wheel.omega] - 2 rad/s + der ([My wheel.angle]) * other (A.reaction, \"A.b\") "
        "/ (1 N)",
        "twice = 2 * slip", NULL },
      "My wheel.angle" },
    { "7th-1",
      { "7th-1.omega", "A.reaction", "7th-1.v*", "energy.total",
        "slip = [7th-1.omega] - 2 rad/s + der ([7th-1.angle]) * other (A.reaction, \"A.b\") / (1 "
        "N)",
        "twice = 2 * slip", NULL },
      "7th-1.angle" },
  };
  static const char *const other[] = { "Crank 2.omega", NULL };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (LwMechanism) mechanism = parse ("");
    g_autoptr (LwMechanism) next = rename_body (mechanism, 1, cases[i].name);
    g_autoptr (LwMechanism) back = rename_body (next, 1, "Crank");

    assert_found (mechanism);
    assert_plot (next, 0, cases[i].channels);
    assert_plot (next, 1, other);
    g_assert_cmpstr (lw_mechanism_get_plot (next, 0)->against, ==, cases[i].against);
    g_assert_cmpstr (lw_mechanism_get_plot (next, 0)->title, ==, "Crank.omega");
    assert_found (next);
    assert_found (back);
    g_assert_cmpstr (lw_mechanism_get_plot (back, 0)->against, ==, "Crank.angle");
  }
}

/// Without a name channels have the number of the element; a name that is taken gives way.
static void
test_unnamed (void)
{
  g_autoptr (LwMechanism) mechanism = parse ("");
  g_autoptr (LwMechanism) unnamed = rename_body (mechanism, 2, NULL);
  g_autoptr (LwMechanism) named = rename_body (unnamed, 2, "Wheel");
  g_autoptr (LwMechanism) taken = rename_body (mechanism, 2, "A");
  g_autoptr (LwMechanism) same = rename_body (mechanism, 2, "Crank 2");

  g_assert_cmpstr (lw_mechanism_get_plot (unnamed, 1)->channels[0], ==, "body-2.omega");
  g_assert_cmpstr (lw_mechanism_get_plot (named, 1)->channels[0], ==, "Wheel.omega");
  assert_found (unnamed);
  assert_found (named);
  assert_found (taken);
  g_assert_true (lw_mechanism_equal (same, mechanism));
}

/// What cannot be compiled follows by how names begin.
static void
test_not_compiled (void)
{
  g_autoptr (LwMechanism) mechanism =
    parse (", {\"name\": \"M\", \"kind\": \"motor\", \"joint\": \"A\", \"coordinate\": \"slide\", "
           "\"function\": 1}");
  g_autoptr (LwMechanism) next = rename_body (mechanism, 1, "My wheel");

  g_assert_null (lw_mechanism_compile (mechanism, NULL));
  g_assert_cmpstr (lw_mechanism_get_plot (next, 0)->channels[0], ==, "My wheel.omega");
  g_assert_cmpstr (lw_mechanism_get_plot (next, 1)->channels[0], ==, "Crank 2.omega");
}

/// A pattern that the new name does not fit goes on to show what it showed.
static void
test_pattern (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) mechanism =
    lw_text_parse ("{\"linkwright\": 1, \"bodies\": [{\"name\": \"a\"}, {\"name\": \"b\"}],"
                   "\"plots\": [{\"channels\": [\"?.omega\", \"a.x\"]}]}",
                   -1, &error);
  g_autoptr (LwMechanism) next = NULL;
  static const char *const channels[] = { "?.omega", "Long name.omega", "Long name.x", NULL };

  g_assert_no_error (error);
  next = rename_body (mechanism, 1, "Long name");
  assert_plot (next, 0, channels);
}

/// One step, and undo brings both names back.
static void
test_undo (void)
{
  g_autoptr (LwMechanism) mechanism = parse ("");
  g_autoptr (LwMechanism) next = rename_body (mechanism, 1, "Wheel");
  LwDocument *document = lw_document_new (mechanism);

  lw_document_edit (document, "Rename Body", next);
  g_assert_cmpuint (lw_document_get_n_steps (document), ==, 1);
  lw_document_undo (document);
  g_assert_true (lw_mechanism_equal (lw_document_get_mechanism (document), mechanism));
  g_assert_finalize_object (document);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/channel-names/names", test_names);
  g_test_add_func ("/channel-names/unnamed", test_unnamed);
  g_test_add_func ("/channel-names/not-compiled", test_not_compiled);
  g_test_add_func ("/channel-names/pattern", test_pattern);
  g_test_add_func ("/channel-names/undo", test_undo);
  return g_test_run ();
}
