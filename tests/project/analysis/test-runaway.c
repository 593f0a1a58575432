// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A body almost without inertia that a torque accelerates without limit: its run ends by itself and
// names the body. Bodies that turn fast in other ways are followed to the end.

#include <math.h>

#include "testing-motion.h"
#include "testing-project.h"

/// Returns a body of tiny inertia about its pin, with a torque and a start velocity about it.
static LwMechanism *
parse (const char *torque, const char *more, double velocity)
{
  g_autofree char *text = g_strdup_printf (
    "{\"linkwright\": 1, \"gravity\": [0, 0], \"bodies\": ["
    "{\"name\": \"Speck\", \"mass\": 1e-10, \"inertia\": 0, \"velocity\": [0, %g], "
    "\"angular_velocity\": %g}], \"couplings\": ["
    "{\"kind\": \"pin\", \"bodies\": [0, 1], \"at\": [-0.1, 0]}],"
    "\"forces\": [{\"kind\": \"torque\", \"body\": 1, \"torque\": %s}%s],"
    "\"run\": {\"duration\": 5, \"interval\": 0.1}}",
    0.1 * velocity, velocity, torque, more);

  return testing_parse (text);
}

static MbdStatus
run_all (LwMechanism *mechanism, double *reached, MbdDiagnosis *why)
{
  const LwRunSettings *settings = lw_mechanism_get_run (mechanism);
  MbdModel *model = lw_mechanism_compile (mechanism, NULL);
  LwRun *run = lw_run_new (model, &settings->integrator, settings->duration, settings->interval,
                           settings->assemble);
  MbdStatus status = lw_run_start (run, why);

  while (status == MBD_STATUS_OK && !lw_run_is_finished (run))
    status = lw_run_next (run, why);
  *reached = mbd_state_time (lw_run_state (run));
  lw_run_free (run);
  mbd_model_unref (model);
  return status;
}

static void
test_ends (void)
{
  static const char *const torques[] = { "1e-6", "1e-4", "-1e-6", "1" };

  for (guint i = 0; i < G_N_ELEMENTS (torques); i++) {
    g_autoptr (LwMechanism) mechanism = parse (torques[i], "", 0);
    const double start = testing_thread_seconds ();
    MbdDiagnosis why = { 0 };
    double reached;
    const MbdStatus status = run_all (mechanism, &reached, &why);

    // The last one is lost even before its first turn.
    g_assert_cmpint (status, ==, MBD_STATUS_RUNS_AWAY);
    g_assert_cmpint (why.element, ==, MBD_ELEMENT_BODY);
    g_assert_cmpint (why.id, ==, 1);
    g_assert_cmpfloat (reached, <, 1);
    // 0.2 s; instrumented programs take ten times as long.
    g_assert_cmpfloat (testing_thread_seconds () - start, <, 20);
  }
}

/// At a constant speed, against a damper, and slowly enough: tens of thousands of steps and more.
static void
test_goes_on (void)
{
  static const struct
  {
    const char *torque, *more;
    double velocity;
  } cases[] = {
    { "0", "", 2000 },
    { "1e-6",
      ", {\"kind\": \"torque\", \"body\": 1, \"torque\": \"-1e-6 * (1 - exp (-1000 * t))\"}", 0 },
    { "4e-10", "", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (LwMechanism) mechanism = parse (cases[i].torque, cases[i].more, cases[i].velocity);
    MbdDiagnosis why = { 0 };
    double reached;

    g_assert_cmpint (run_all (mechanism, &reached, &why), ==, MBD_STATUS_OK);
    g_assert_cmpfloat (reached, ==, 5);
  }
}

/// The requested duration does not affect how far a run gets: a mass that swings at 1000 rad/s, in
/// steps of about 1e-4 s.
static void
test_long (void)
{
  static const double durations[] = { 3, 1e4, 1e6, 1e9 };

  for (guint i = 0; i < G_N_ELEMENTS (durations); i++) {
    g_autoptr (LwMechanism) mechanism =
      testing_parse ("{\"linkwright\": 1, \"gravity\": [0, 0], \"bodies\": ["
                     "{\"name\": \"A\", \"mass\": 1, \"position\": [1.1, 0]}], \"couplings\": ["
                     "{\"kind\": \"slider\", \"bodies\": [0, 1], \"at\": [1, 0]}], \"forces\": ["
                     "{\"kind\": \"spring\", \"bodies\": [0, 1], \"from\": [0, 0], "
                     "\"to\": [1.1, 0], \"stiffness\": 1e6, \"free_length\": 1}]}");
    MbdIntegratorSettings settings = lw_mechanism_get_run (mechanism)->integrator;
    MbdModel *model = lw_mechanism_compile (mechanism, NULL);
    settings.method = MBD_METHOD_VERNER65;
    LwRun *run = lw_run_new (model, &settings, durations[i], 1, true);

    g_assert_cmpint (lw_run_start (run, NULL), ==, MBD_STATUS_OK);
    for (int k = 1; k <= 3; k++) {
      g_assert_cmpint (lw_run_next (run, NULL), ==, MBD_STATUS_OK);
      const double x = mbd_state_positions (lw_run_state (run))[0];
      g_assert_cmpfloat (fabs (x - 1 - 0.1 * cos (1000.0 * k)), <, 1e-3);
    }
    lw_run_free (run);
    mbd_model_unref (model);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/runaway/ends", test_ends);
  g_test_add_func ("/runaway/goes-on", test_goes_on);
  g_test_add_func ("/runaway/long", test_long);
  return g_test_run ();
}
