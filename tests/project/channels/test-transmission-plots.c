// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plots of the transmission over a turn: which channels they show, and when there are none.

#include "lw-transmission-plots.h"

#include "testing-text.h"

#define FOUR_BAR(drive)                                                                            \
  "{\"linkwright\": 1, \"bodies\": ["                                                              \
  "{\"id\": 1, \"name\": \"Crank\", \"position\": [0, 0.1]},"                                      \
  "{\"id\": 2, \"name\": \"Coupler\", \"position\": [0.3, 0.4]},"                                  \
  "{\"id\": 3, \"name\": \"Rocker\", \"position\": [0.6, 0.2]}],"                                  \
  "\"couplings\": ["                                                                               \
  "{\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [0, 1], \"at\": [0, 0]},"           \
  "{\"id\": 2, \"name\": \"B\", \"kind\": \"pin\", \"bodies\": [1, 2], \"at\": [0, 0.2]},"         \
  "{\"id\": 3, \"name\": \"C\", \"kind\": \"pin\", \"bodies\": [2, 3], \"at\": [0.6, 0.5]},"       \
  "{\"id\": 4, \"name\": \"D\", \"kind\": \"pin\", \"bodies\": [0, 3], \"at\": [0.6, 0]}" drive    \
  "]}"

static void
clear_plot (gpointer data)
{
  LwPlotLayout *plot = data;

  g_free (plot->title);
  g_free (plot->against);
  g_strfreev (plot->channels);
}

/// Adds the plots to those in the array. Returns false if it refuses.
static bool
add (GArray *plots, const char *text, guint most)
{
  g_autoptr (LwMechanism) mechanism = testing_parse (text);
  g_autoptr (LwChannels) channels = NULL;
  g_autoptr (GError) error = NULL;
  MbdModel *model = lw_mechanism_compile (mechanism, &error);
  bool added;

  g_assert_no_error (error);
  channels = lw_channels_new (mechanism, model);
  added = lw_transmission_add_plots (plots, mechanism, channels, most, &error);
  g_assert_true (added == (error == NULL));
  mbd_model_unref (model);
  return added;
}

static void
assert_plot (const GArray *plots, guint index, const char *channel, const char *against)
{
  const LwPlotLayout *plot = &g_array_index (plots, LwPlotLayout, index);

  g_assert_cmpstr (plot->channels[0], ==, channel);
  g_assert_null (plot->channels[1]);
  g_assert_cmpstr (plot->against, ==, against);
}

static void
test_four_bar (void)
{
  static const char driven[] = FOUR_BAR (
    ", {\"id\": 5, \"name\": \"Motor\", \"kind\": \"motor\", \"joint\": 1, \"function\": 6}");
  g_autoptr (GArray) plots = g_array_new (FALSE, TRUE, sizeof (LwPlotLayout));

  g_array_set_clear_func (plots, clear_plot);
  g_assert_true (add (plots, driven, 6));
  g_assert_cmpuint (plots->len, ==, 2);
  assert_plot (plots, 0, "C.transmission_angle", "Motor.coordinate");
  assert_plot (plots, 1, "D.mechanical_advantage", "Motor.coordinate");
  // A second time nothing is added; fewer plots are kept if there is no room.
  g_assert_true (add (plots, driven, 6));
  g_assert_cmpuint (plots->len, ==, 2);
  g_assert_true (add (plots, driven, 1));
  g_assert_cmpuint (plots->len, ==, 1);
}

/// The pin of a rod in a slot of the ground is an output that slides, although it turns, too.
static void
test_slot (void)
{
  static const char driven[] =
    "{\"linkwright\": 1, \"bodies\": ["
    "{\"id\": 1, \"name\": \"Crank\", \"position\": [0, 0.1]},"
    "{\"id\": 2, \"name\": \"Rod\", \"position\": [0.3, 0.1]}], \"couplings\": ["
    "{\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [0, 1], \"at\": [0, 0]},"
    "{\"id\": 2, \"name\": \"B\", \"kind\": \"pin\", \"bodies\": [1, 2], \"at\": [0, 0.2]},"
    "{\"id\": 3, \"name\": \"S\", \"kind\": \"pin in slot\", \"bodies\": [0, 2], \"at\": [0.6, 0]},"
    "{\"id\": 4, \"name\": \"Motor\", \"kind\": \"motor\", \"joint\": 1, \"function\": 6}]}";
  g_autoptr (GArray) plots = g_array_new (FALSE, TRUE, sizeof (LwPlotLayout));

  g_array_set_clear_func (plots, clear_plot);
  g_assert_true (add (plots, driven, 6));
  g_assert_cmpuint (plots->len, ==, 2);
  assert_plot (plots, 0, "S.transmission_angle", "Motor.coordinate");
  assert_plot (plots, 1, "S.slide_mechanical_advantage", "Motor.coordinate");
}

/// A torsion spring is not the input, even if it is drawn before the motor.
static void
test_torsion_spring (void)
{
  static const char driven[] = FOUR_BAR (
    ", {\"id\": 5, \"name\": \"Coil\", \"kind\": \"torsion spring\", \"joint\": 4, \"stiffness\": 1}"
    ", {\"id\": 6, \"name\": \"Motor\", \"kind\": \"motor\", \"joint\": 1, \"function\": 6}");
  g_autoptr (GArray) plots = g_array_new (FALSE, TRUE, sizeof (LwPlotLayout));

  g_array_set_clear_func (plots, clear_plot);
  g_assert_true (add (plots, driven, 6));
  g_assert_cmpuint (plots->len, ==, 2);
  assert_plot (plots, 0, "C.transmission_angle", "Motor.coordinate");
  assert_plot (plots, 1, "D.mechanical_advantage", "Motor.coordinate");
}

static void
test_refused (void)
{
  g_autoptr (GArray) plots = g_array_new (FALSE, TRUE, sizeof (LwPlotLayout));

  g_array_set_clear_func (plots, clear_plot);
  g_assert_false (add (plots, FOUR_BAR (""), 6));
  g_assert_cmpuint (plots->len, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/transmission-plots/four-bar", test_four_bar);
  g_test_add_func ("/transmission-plots/slot", test_slot);
  g_test_add_func ("/transmission-plots/torsion-spring", test_torsion_spring);
  g_test_add_func ("/transmission-plots/refused", test_refused);
  return g_test_run ();
}
