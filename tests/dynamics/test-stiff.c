// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The implicit method: the same motion as the explicit one where that can follow, its order, stiff
// bushings and the flyball governor, with fewer evaluations.

#include "testing.h"

static MbdIntegratorStatistics
run (MbdState *state, MbdMethod method, double accuracy, double time)
{
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdIntegratorStatistics statistics;
  MbdDiagnosis why;

  settings.method = method;
  settings.accuracy = accuracy;
  settings.duration = time;
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
  assert_ok (mbd_state_assemble (state, NULL, &why));
  assert_ok (mbd_state_assemble_velocities (state, NULL, &why));
  assert_ok (mbd_integrator_start (integrator, state, &why));
  assert_ok (mbd_integrator_advance (integrator, time, state, &why));
  mbd_integrator_statistics (integrator, &statistics);
  mbd_integrator_free (integrator);
  return statistics;
}

/// Both methods from the same start; the implicit result is left in *implicit.
static void
compare (Design *(*design) (void), double time, double accuracy, double tolerance)
{
  MbdState *one = testing_state (design ()), *other = testing_state (design ());
  const int n = mbd_model_position_count (mbd_state_model (one));

  run (one, MBD_METHOD_VERNER65, 1e-10, time);
  run (other, MBD_METHOD_ESDIRK43, accuracy, time);
  assert_all_close (n, mbd_state_positions (other), mbd_state_positions (one), tolerance);
  testing_state_free (one);
  testing_state_free (other);
}

static Design *
plane_fourbar (void)
{
  return design_fourbar (MBD_PLANAR);
}

static Design *
space_fourbar (void)
{
  return design_fourbar (MBD_SPATIAL);
}

static Design *
perpendicular (void)
{
  const double angles[2] = { 1, 0.5 }, rates[2] = { 2, -1 };
  return design_perpendicular_pendulum (angles, rates);
}

static void
test_same_motion (void)
{
  compare (plane_fourbar, 0.5, 1e-8, 2e-6);
  compare (space_fourbar, 0.5, 1e-8, 2e-6);
  compare (perpendicular, 1, 1e-8, 2e-6);
  compare (design_free_body, 5, 1e-8, 2e-6);
  compare (design_bricard, 0.5, 1e-8, 2e-6);
}

/// The error falls with the fourth power of fixed steps.
static void
test_order (void)
{
  const double end = 0.4;
  double errors[2];
  MbdState *exact = testing_state (perpendicular ());
  MbdDiagnosis why;

  run (exact, MBD_METHOD_VERNER65, 1e-12, end);
  for (int i = 0; i < 2; i++) {
    MbdState *state = testing_state (perpendicular ());
    MbdIntegratorSettings settings = mbd_integrator_default ();
    settings.method = MBD_METHOD_ESDIRK43;
    settings.step = i == 0 ? 0.02 : 0.01;
    MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
    assert_ok (mbd_integrator_start (integrator, state, &why));
    assert_ok (mbd_integrator_advance (integrator, end, state, &why));
    errors[i] = 0;
    for (int k = 0; k < 14; k++)
      errors[i] =
        fmax (errors[i], fabs (mbd_state_positions (state)[k] - mbd_state_positions (exact)[k]));
    mbd_integrator_free (integrator);
    testing_state_free (state);
  }
  assert_close (log2 (errors[0] / errors[1]), 4, 0.4);
  testing_state_free (exact);
}

/// A four-bar of which the pins are bushings of 1e7 N/m: the right motion (that of the rigid one
/// but for the small time that loads take), with a tenth of the evaluations.
static void
test_bushed_fourbar (void)
{
  MbdState *states[2];
  MbdIntegratorStatistics statistics[2];

  for (int i = 0; i < 2; i++) {
    Design *design = design_fourbar (MBD_PLANAR);
    for (int c = 0; c < design->coupling_count; c++) {
      MbdCouplingDef *pin = &design->couplings[c];
      MbdForceDef bushing = mbd_bushing_default ();
      bushing.body_a = pin->body_a;
      bushing.body_b = pin->body_b;
      memcpy (bushing.point_a, pin->frame_a.point, sizeof bushing.point_a);
      memcpy (bushing.point_b, pin->frame_b.point, sizeof bushing.point_b);
      for (int k = 0; k < 3; k++) {
        bushing.bushing.translational_stiffness[k] = 1e7;
        bushing.bushing.translational_damping[k] = 1e4;
      }
      pin->enabled = false;
      design_add_force (design, &bushing);
    }
    states[i] = testing_state (design);
    statistics[i] = run (states[i], i == 0 ? MBD_METHOD_VERNER65 : MBD_METHOD_ESDIRK43,
                         i == 0 ? 1e-9 : 1e-5, 0.3);
  }
  assert_all_close (9, mbd_state_positions (states[1]), mbd_state_positions (states[0]), 2e-4);
  g_test_message ("evaluations: explicit %ld, implicit %ld", statistics[0].evaluations,
                  statistics[1].evaluations);
  g_assert_cmpint (10 * statistics[1].evaluations, <, statistics[0].evaluations);
  testing_state_free (states[0]);
  testing_state_free (states[1]);
}

/// The flyball governor: 10 s, which an explicit method cannot afford; the first 0.05 s are
/// compared with it. At the end the slider stands still relative to what the turning balance gives.
static void
test_governor (void)
{
  MbdState *one = testing_state (design_governor ()), *other = testing_state (design_governor ());
  const int n = mbd_model_position_count (mbd_state_model (one));
  MbdIntegratorStatistics explicit_run = run (one, MBD_METHOD_VERNER65, 1e-8, 0.05);
  double linear[3], before[3], after[3];

  run (other, MBD_METHOD_ESDIRK43, 1e-8, 0.05);
  assert_all_close (n, mbd_state_positions (other), mbd_state_positions (one), 1e-7);
  testing_state_free (one);
  testing_state_free (other);

  other = testing_state (design_governor ());
  mbd_state_momentum (other, linear, before);
  MbdIntegratorStatistics implicit_run = run (other, MBD_METHOD_ESDIRK43, 1e-6, 10);
  mbd_state_momentum (other, linear, after);
  // nothing turns the shaft: the angular momentum about it is kept
  assert_close (after[2], before[2], 1e-4 * before[2]);
  g_test_message ("evaluations per second: explicit %.0f, implicit %.0f",
                  (double) explicit_run.evaluations / 0.05, (double) implicit_run.evaluations / 10);
  g_assert_cmpfloat (5.0 * (double) implicit_run.evaluations / 10, <,
                     (double) explicit_run.evaluations / 0.05);
  testing_state_free (other);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stiff/same-motion", test_same_motion);
  g_test_add_func ("/stiff/order", test_order);
  g_test_add_func ("/stiff/bushed-fourbar", test_bushed_fourbar);
  g_test_add_func ("/stiff/governor", test_governor);
  return g_test_run ();
}
