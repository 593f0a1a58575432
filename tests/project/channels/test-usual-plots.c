// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plots of a mechanism that has none: values that change are chosen, and variations are those of motions in
// closed form.

#include <math.h>
#include <string.h>

#include "lw-text.h"
#include "lw-usual-plots.h"
#include "lw-variation.h"
#include "testing-text.h"

/// Returns the channels of the usual plots of a mechanism, which is freed: one group "a b, " for each
/// plot.
static char *
dup_usual (LwMechanism *mechanism)
{
  MbdModel *model = lw_mechanism_compile (mechanism, NULL);
  g_autoptr (LwChannels) channels = lw_channels_new (mechanism, model);
  g_autoptr (GArray) plots = lw_usual_plots_new (mechanism, channels);
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < plots->len; i++) {
    g_autofree char *joined = g_strjoinv (" ", g_array_index (plots, LwPlotLayout, i).channels);

    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", joined);
  }
  mbd_model_unref (model);
  lw_mechanism_unref (mechanism);
  return g_string_free (names, FALSE);
}

static char *
dup_usual_of_text (const char *elements)
{
  g_autofree char *text = g_strdup_printf ("{\"linkwright\": 1, %s}", elements);

  return dup_usual (testing_parse (text));
}

#define REACTIONS "A.reaction B.reaction C.reaction D.reaction"
#define ERRORS "A.position_error B.position_error C.position_error D.position_error"

/// Drive efforts come first, then reactions; errors come last, or first if they are significant.
static void
test_order (void)
{
  g_autoptr (LwMechanism) driven = testing_load_example ("four-bar.json");
  g_autofree char *usual = dup_usual (lw_mechanism_ref (driven));
  g_autofree char *free_motion = dup_usual (testing_load_example ("four-bar-torque.json"));
  const MbdStabilisation drifting[] = { MBD_STABILISATION_BAUMGARTE, MBD_STABILISATION_NONE };

  g_assert_cmpstr (usual, ==, "Motor.effort, " REACTIONS ", " ERRORS);
  g_assert_cmpstr (free_motion, ==, REACTIONS ", " ERRORS);
  for (size_t i = 0; i < G_N_ELEMENTS (drifting); i++) {
    LwRunSettings run = *lw_mechanism_get_run (driven);
    LwCoupling *pin = lw_coupling_copy (lw_mechanism_find_coupling (driven, 3));
    g_autofree char *whole = NULL;
    g_autofree char *one = NULL;

    run.integrator.stabilisation.stabilisation = drifting[i];
    whole = dup_usual (lw_mechanism_with_run (driven, &run));
    g_assert_cmpstr (whole, ==, ERRORS ", Motor.effort, " REACTIONS);
    pin->def.stabilisation = drifting[i];
    one = dup_usual (lw_mechanism_replace_coupling (driven, pin));
    g_assert_cmpstr (one, ==, ERRORS ", Motor.effort, " REACTIONS);
  }
}

#define BALL "\"bodies\": [{\"id\": 1, \"name\": \"Ball\", \"mass\": 1, \"inertia\": 1%s}]"

/// A body without joints shows its motion, whichever of turning and moving is larger, and energies; one
/// at rest only energies. A pin without force adds only its error.
static void
test_motion (void)
{
  g_autofree char *falls_text = g_strdup_printf (BALL, "");
  g_autofree char *turns_text =
    g_strdup_printf ("\"gravity\": [0, 0, 0], " BALL, ", \"angular_velocity\": 3");
  g_autofree char *rests_text = g_strdup_printf ("\"gravity\": [0, 0, 0], " BALL, "");
  g_autofree char *rotor_text = g_strdup_printf (
    "%s, \"couplings\": [{\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [0, 1], "
    "\"at\": [0, 0]}]",
    turns_text);
  g_autofree char *falls = dup_usual_of_text (falls_text);
  g_autofree char *rotor = dup_usual_of_text (rotor_text);
  g_autofree char *turns = dup_usual_of_text (turns_text);
  g_autofree char *rests = dup_usual_of_text (rests_text);

  g_assert_cmpstr (falls, ==, "Ball.y, energy.kinetic energy.potential energy.total");
  g_assert_cmpstr (turns, ==, "Ball.angle, energy.kinetic energy.potential energy.total");
  g_assert_cmpstr (rotor, ==, "Ball.angle, A.position_error");
  g_assert_cmpstr (rests, ==, "energy.kinetic energy.potential energy.total");
}

/// Five pendulums of different weight: the four largest reactions remain, in their order. A sixth body,
/// which is welded to the ground, does not change.
static void
test_choice (void)
{
  GString *bodies = g_string_new ("\"bodies\": [");
  GString *couplings = g_string_new ("\"couplings\": [");
  g_autofree char *text = NULL;
  g_autofree char *usual = NULL;
  static const double masses[] = { 1, 5, 2, 4, 3 };

  for (int i = 0; i < 6; i++) {
    g_string_append_printf (bodies,
                            "%s{\"id\": %d, \"mass\": %g, \"inertia\": 1, \"position\": [%d.5, 0]}",
                            i > 0 ? ", " : "", i + 1, i < 5 ? masses[i] : 50, 2 * i);
    g_string_append_printf (
      couplings,
      "%s{\"id\": %d, \"name\": \"P%d\", \"kind\": \"%s\", \"bodies\": [0, %d], "
      "\"at\": [%d, 0]}",
      i > 0 ? ", " : "", i + 1, i + 1, i < 5 ? "pin" : "weld", i + 1, 2 * i);
  }
  text = g_strdup_printf ("%s], %s]", bodies->str, couplings->str);
  usual = dup_usual_of_text (text);
  g_assert_true (g_str_has_prefix (usual, "P2.reaction P3.reaction P4.reaction P5.reaction, "));
  g_string_free (bodies, TRUE);
  g_string_free (couplings, TRUE);
}

/// Free fall from rest over the first T s: the span of y is g T^2 / 2. The run is coarse, but this motion
/// is exact with any step. Time passes in the samples that were reached.
static void
test_variation (void)
{
  static const char *const suffixes[] = { ".y", ".vy", NULL };
  g_autoptr (LwMechanism) ball = testing_parse (
    "{\"linkwright\": 1, \"gravity\": [0, -10, 0], \"run\": {\"duration\": 0.5, \"interval\": 0.01}, "
    "\"bodies\": [{\"id\": 1, \"name\": \"Ball\", \"mass\": 1, \"inertia\": 1}]}");
  MbdModel *model = lw_mechanism_compile (ball, NULL);
  g_autoptr (LwChannels) channels = lw_channels_new (ball, model);
  g_autofree LwVariation *variations = lw_variations_new (ball, channels, suffixes);
  const LwVariation *y = &variations[lw_channels_find (channels, "Ball.y")];
  const LwVariation *rate = &variations[lw_channels_find (channels, "Ball.vy")];

  g_assert_nonnull (variations);
  g_assert_cmpfloat_with_epsilon (y->span, 1.25, 1e-9);
  g_assert_cmpfloat_with_epsilon (y->largest, 1.25, 1e-9);
  g_assert_cmpfloat_with_epsilon (rate->span, 5, 1e-9);
  // Other channels are not computed.
  g_assert_cmpfloat (variations[lw_channels_find (channels, "Ball.x")].largest, ==, 0);
  mbd_model_unref (model);
}

/// Values that do not exist at the start do not count as 0: a load that begins at 0 has no advantage
/// there, and -1 afterwards.
static void
test_late_value (void)
{
  static const char *const suffixes[] = { ".mechanical_advantage", NULL };
  g_autoptr (LwMechanism) cart = testing_parse (
    "{\"linkwright\": 1, \"gravity\": [0, 0], \"run\": {\"duration\": 0.5, \"interval\": 0.01}, "
    "\"bodies\": [{\"name\": \"Cart\"}], \"couplings\": ["
    "{\"name\": \"S\", \"kind\": \"slider\", \"bodies\": [0, 1], \"at\": [0, 0]}, "
    "{\"name\": \"D\", \"kind\": \"driver\", \"joint\": 1, \"function\": \"t\"}], "
    "\"forces\": [{\"name\": \"Load\", \"kind\": \"force\", \"body\": 1, \"force\": [\"t\", 0]}]}");
  MbdModel *model = lw_mechanism_compile (cart, NULL);
  g_autoptr (LwChannels) channels = lw_channels_new (cart, model);
  g_autofree LwVariation *variations = lw_variations_new (cart, channels, suffixes);
  const LwVariation *load = &variations[lw_channels_find (channels, "Load.mechanical_advantage")];

  g_assert_cmpfloat (load->span, ==, 0);
  g_assert_cmpfloat_with_epsilon (load->largest, 1, 1e-9);
  mbd_model_unref (model);
}

/// Large mechanisms are not run beforehand: all reactions remain.
static void
test_large (void)
{
  GString *text = g_string_new ("\"bodies\": [");
  g_autofree char *usual = NULL;

  for (int i = 0; i < 30; i++)
    g_string_append_printf (text,
                            "%s{\"id\": %d, \"mass\": 1, \"inertia\": 1, \"position\": [%d.5, 0]}",
                            i > 0 ? ", " : "", i + 1, i);
  g_string_append (text, "], \"couplings\": [");
  for (int i = 0; i < 30; i++)
    g_string_append_printf (
      text,
      "%s{\"id\": %d, \"name\": \"P%d\", \"kind\": \"pin\", \"bodies\": [0, %d], "
      "\"at\": [%d, 0]}",
      i > 0 ? ", " : "", i + 1, i + 1, i + 1, i);
  g_string_append_c (text, ']');
  usual = dup_usual_of_text (text->str);
  g_assert_nonnull (strstr (usual, "P1.reaction "));
  g_assert_nonnull (strstr (usual, " P30.reaction"));
  g_string_free (text, TRUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/usual-plots/order", test_order);
  g_test_add_func ("/usual-plots/motion", test_motion);
  g_test_add_func ("/usual-plots/choice", test_choice);
  g_test_add_func ("/usual-plots/variation", test_variation);
  g_test_add_func ("/usual-plots/late-value", test_late_value);
  g_test_add_func ("/usual-plots/large", test_large);
  return g_test_run ();
}
