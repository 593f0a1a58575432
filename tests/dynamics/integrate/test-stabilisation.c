// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Baumgarte, none, projection: an error decays, drifts or vanishes according to the law of each.

#include "testing.h"

/// Returns eps (t) = (eps0 + (rate0 + eps0 / T) t) exp (-t / T), critically damped.
static double
decayed (double eps, double rate, double T, double t)
{
  return (eps + (rate + eps / T) * t) * exp (-t / T);
}

/// Creates a mass of 1 kg that may slide along x: one row, eps = y.
static Design *
one_row (double eps, double rate)
{
  Design *design = design_new ();
  MbdBodyDef mass = mbd_body_default ();
  MbdCouplingDef row = mbd_loop_default (MBD_LOCK_Y);

  design->gravity[1] = 0;
  mass.position[1] = eps;
  mass.velocity[0] = 0.5;
  mass.velocity[1] = rate;
  design_add_body (design, &mass);
  row.body_b = 1;
  design_add_coupling (design, &row);
  return design;
}

static MbdIntegratorSettings
settings_with (MbdStabilisation stabilisation, double time_constant)
{
  MbdIntegratorSettings settings = mbd_integrator_default ();

  settings.accuracy = 1e-10;
  settings.stabilisation.stabilisation = stabilisation;
  settings.stabilisation.time_constant = time_constant;
  return settings;
}

/// Runs to each of the times and stores the position errors of all rows there, times x rows.
static void
run_errors (Design *design,
            const MbdIntegratorSettings *settings,
            int count,
            const double *times,
            double *errors)
{
  MbdState *state = testing_state (design);
  const MbdModel *model = mbd_state_model (state);
  MbdIntegrator *integrator = mbd_integrator_new (model, settings);
  MbdDiagnosis why = { 0 };

  g_assert_nonnull (integrator);
  assert_ok (mbd_integrator_start (integrator, state, &why));
  for (int i = 0; i < count; i++) {
    assert_ok (mbd_integrator_advance (integrator, times[i], state, &why));
    mbd_state_errors (state, errors + i * mbd_model_row_count (model), NULL, NULL);
  }
  mbd_integrator_free (integrator);
  testing_state_free (state);
}

static const double times[3] = { 0.1, 0.2, 0.5 };

static void
test_decay_law (void)
{
  MbdIntegratorSettings settings = settings_with (MBD_STABILISATION_BAUMGARTE, 0.1);
  MbdIntegratorSettings none = settings_with (MBD_STABILISATION_NONE, 0.1);
  double errors[3];

  // The numbers of the law with T = 0.1 s from 0.01 m at rest, set for the run ...
  run_errors (one_row (0.01, 0), &settings, 3, times, errors);
  assert_all_close (
    3, errors, ((double[]){ 0.007357588823428847, 0.004060058497098381, 0.000404276819945128 }),
    1e-9);

  // ... and set for the coupling, against a run that sets none.
  Design *design = one_row (0.01, 0);
  design->couplings[0].stabilisation = MBD_STABILISATION_BAUMGARTE;
  design->couplings[0].time_constant = 0.1;
  run_errors (design, &none, 3, times, errors);
  assert_all_close (
    3, errors, ((double[]){ 0.007357588823428847, 0.004060058497098381, 0.000404276819945128 }),
    1e-9);

  // With an initial rate, and another T.
  settings.stabilisation.time_constant = 0.25;
  run_errors (one_row (0.01, -0.3), &settings, 3, times, errors);
  for (int i = 0; i < 3; i++)
    assert_close (errors[i], decayed (0.01, -0.3, 0.25, times[i]), 1e-9);
}

static void
test_none (void)
{
  MbdIntegratorSettings settings = settings_with (MBD_STABILISATION_NONE, 0.1);
  double errors[3];

  // The error stays, or grows with its rate.
  run_errors (one_row (0.01, 0), &settings, 3, times, errors);
  assert_all_close (3, errors, ((double[]){ 0.01, 0.01, 0.01 }), 1e-15);
  run_errors (one_row (0.01, 0.2), &settings, 3, times, errors);
  for (int i = 0; i < 3; i++)
    assert_close (errors[i], 0.01 + 0.2 * times[i], 1e-14);
}

static void
test_projection (void)
{
  MbdIntegratorSettings settings = settings_with (MBD_STABILISATION_PROJECTION, 0.1);
  double errors[3];

  // Without assembly before the run the first step projects.
  run_errors (one_row (0.01, 0.1), &settings, 3, times, errors);
  assert_all_close (3, errors, ((double[]){ 0, 0, 0 }), 1e-12);
}

static void
test_law_of_every_row (void)
{
  // The law holds for every measure of error exactly, also for a weld in space 0.3 m and 0.5 rad
  // off.
  MbdIntegratorSettings settings = settings_with (MBD_STABILISATION_BAUMGARTE, 0.1);
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdCouplingDef weld = mbd_loop_default (MBD_LOOP_WELD), rod = mbd_rod_default ();
  MbdState *state;
  double eps[7], rate[7], errors[21];

  body.mobility = MBD_SPATIAL;
  body.inertia[0] = 0.5;
  body.position[0] = 0.3;
  body.velocity[1] = 0.4;
  memcpy (body.angular_velocity, (double[]){ 0.3, -0.2, 0.5 }, sizeof body.angular_velocity);
  quaternion_from_vector ((double[]){ 0.1, 0.4, -0.3 }, body.quaternion);
  design_add_body (design, &body);
  body.position[1] = 1.2;
  design_add_body (design, &body);
  weld.body_b = 1;
  weld.frame_b.point[1] = 0.2;
  design_add_coupling (design, &weld);
  rod.body_a = 1;
  rod.body_b = 2;
  design_add_coupling (design, &rod);

  state = mbd_state_new (design_compile (design));
  mbd_state_errors (state, eps, rate, NULL);
  testing_state_free (state);
  g_assert_cmpfloat (max_norm (3, eps + 3), >, 0.1);
  run_errors (design, &settings, 3, times, errors);
  for (int i = 0; i < 3; i++)
    for (int row = 0; row < 7; row++)
      assert_close (errors[7 * i + row], decayed (eps[row], rate[row], 0.1, times[i]), 1e-8);
}

static void
test_acceleration_error (void)
{
  // The stabilisation term is visible in the acceleration error, which excludes it.
  MbdState *state = testing_state (one_row (0.01, -0.3));
  const MbdStabilisationSettings baumgarte = { MBD_STABILISATION_BAUMGARTE, 0.1 };
  const MbdStabilisationSettings none = { MBD_STABILISATION_NONE, 0.1 };
  double error;

  assert_ok (mbd_state_set_stabilisation (state, &none));
  assert_ok (mbd_state_solve (state, NULL));
  mbd_state_errors (state, NULL, NULL, &error);
  assert_close (error, 0, 1e-14);
  assert_ok (mbd_state_set_stabilisation (state, &baumgarte));
  assert_ok (mbd_state_solve (state, NULL));
  mbd_state_errors (state, NULL, NULL, &error);
  assert_close (error, -2 / 0.1 * -0.3 - 0.01 / 0.01, 1e-12);
  testing_state_free (state);
}

static void
test_mixed (void)
{
  // A projected coupling does not affect one whose error is kept: the second mass keeps its own
  // law.
  MbdIntegratorSettings settings = settings_with (MBD_STABILISATION_PROJECTION, 0.1);
  Design *design = one_row (0.01, 0);
  MbdBodyDef mass = mbd_body_default ();
  MbdCouplingDef row = mbd_loop_default (MBD_LOCK_Y), rod = mbd_rod_default ();
  double errors[9];

  mass.position[0] = 1;
  mass.position[1] = 0.03;
  mass.velocity[0] = 0.5;
  design_add_body (design, &mass);
  row.body_b = 2;
  row.stabilisation = MBD_STABILISATION_NONE;
  design_add_coupling (design, &row);
  rod.body_a = 1;
  rod.body_b = 2;
  design_add_coupling (design, &rod);
  run_errors (design, &settings, 3, times, errors);
  for (int i = 0; i < 3; i++) {
    assert_close (errors[3 * i], 0, 1e-12);
    assert_close (errors[3 * i + 1], 0.03, 1e-10);
    assert_close (errors[3 * i + 2], 0, 1e-12);
  }
}

static void
test_drift (void)
{
  // Four-bar, 1 s: projected to 1e-12; without stabilisation the error drifts far above that, yet
  // stays near the tolerance; Baumgarte is between.
  static const double end[1] = { 1 };
  double projected[8], none[8], baumgarte[8];
  MbdIntegratorSettings settings = settings_with (MBD_STABILISATION_PROJECTION, 0.1);

  settings.accuracy = 1e-6;
  run_errors (design_fourbar (MBD_PLANAR), &settings, 1, end, projected);
  settings.stabilisation.stabilisation = MBD_STABILISATION_NONE;
  run_errors (design_fourbar (MBD_PLANAR), &settings, 1, end, none);
  settings.stabilisation.stabilisation = MBD_STABILISATION_BAUMGARTE;
  run_errors (design_fourbar (MBD_PLANAR), &settings, 1, end, baumgarte);
  assert_at_most (max_norm (8, projected), 1e-12);
  g_assert_cmpfloat (max_norm (8, none), >, 1e-11);
  assert_at_most (max_norm (8, none), 1e-3);
  assert_at_most (max_norm (8, baumgarte), max_norm (8, none));
}

static void
test_bad_time_constants (void)
{
  static const double bad[] = { 0, -0.1, NAN, INFINITY };
  MbdState *state = testing_state (one_row (0.01, 0));
  const MbdStabilisationSettings good = { MBD_STABILISATION_BAUMGARTE, 0.5 };
  double error;

  assert_ok (mbd_state_set_stabilisation (state, &good));
  for (int i = 0; i < 4; i++) {
    const MbdStabilisationSettings refused = { MBD_STABILISATION_BAUMGARTE, bad[i] };
    MbdIntegratorSettings settings = settings_with (MBD_STABILISATION_BAUMGARTE, bad[i]);

    assert_status (mbd_state_set_stabilisation (state, &refused), MBD_STATUS_BAD_TIME_CONSTANT);
    g_assert_null (mbd_integrator_new (mbd_state_model (state), &settings));
  }
  // The valid setting is still in force.
  assert_ok (mbd_state_solve (state, NULL));
  mbd_state_errors (state, NULL, NULL, &error);
  assert_close (error, -0.01 / 0.25, 1e-14);
  testing_state_free (state);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stabilisation/decay-law", test_decay_law);
  g_test_add_func ("/stabilisation/none", test_none);
  g_test_add_func ("/stabilisation/projection", test_projection);
  g_test_add_func ("/stabilisation/law-of-every-row", test_law_of_every_row);
  g_test_add_func ("/stabilisation/acceleration-error", test_acceleration_error);
  g_test_add_func ("/stabilisation/mixed", test_mixed);
  g_test_add_func ("/stabilisation/drift", test_drift);
  g_test_add_func ("/stabilisation/bad-time-constants", test_bad_time_constants);
  return g_test_run ();
}
