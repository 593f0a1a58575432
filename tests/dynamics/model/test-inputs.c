// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Invalid inputs: contradictions, non-finite numbers, missing mass, settings out of range, empty
// mechanisms. Every call returns a status; nothing crashes or returns NaN as OK.

#include "testing.h"

static MbdBodyDef
mass_at (double x, double y)
{
  MbdBodyDef body = mbd_body_default ();

  body.position[0] = x;
  body.position[1] = y;
  return body;
}

/// Assembly fails and names one of the couplings; a run from this state nevertheless ends with a
/// status and, if that is OK, with finite numbers.
static void
check_contradiction (Design *design)
{
  MbdState *state = testing_state (design);
  const MbdModel *model = mbd_state_model (state);
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdIntegrator *integrator;
  MbdDiagnosis why = { 0 };
  double q[32];

  memcpy (q, mbd_state_positions (state), (size_t) mbd_model_position_count (model) * sizeof *q);
  assert_status (mbd_state_assemble (state, NULL, &why), MBD_STATUS_CONFLICT);
  g_assert_cmpint (why.element, ==, MBD_ELEMENT_COUPLING);
  g_assert_cmpint (mbd_model_coupling_by_id (model, why.id), >=, 0);
  assert_identical (mbd_model_position_count (model), mbd_state_positions (state), q);

  settings.maximum_steps = 1000;
  integrator = mbd_integrator_new (model, &settings);
  if (mbd_integrator_start (integrator, state, &why) == MBD_STATUS_OK
      && mbd_integrator_advance (integrator, 0.1, state, &why) == MBD_STATUS_OK)
    g_assert_true (
      isfinite (max_norm (mbd_model_position_count (model), mbd_state_positions (state))));
  mbd_integrator_free (integrator);
  testing_state_free (state);
}

static void
test_contradictions (void)
{
  // Two pins that hold one body at two distances.
  Design *design = design_new ();
  MbdBodyDef body = mass_at (0, 0);
  MbdCouplingDef slider = mbd_loop_default (MBD_LOOP_SLIDER);

  design_add_body (design, &body);
  design_add_pin (design, MBD_GROUND, 0, 0, 1, 0, 0);
  design_add_pin (design, MBD_GROUND, 1, 0, 1, 1.5, 0);
  check_contradiction (design);

  // A pin off the line of a slider.
  design = design_new ();
  design_add_body (design, &body);
  slider.body_b = 1;
  design_add_coupling (design, &slider);
  design_add_pin (design, MBD_GROUND, 0, 0.5, 1, 0, 0);
  check_contradiction (design);

  // Two welds of different angle, the half turn included.
  for (double angle = 0.5; angle < 3.2; angle += 1.3) {
    MbdCouplingDef weld = mbd_loop_default (MBD_LOOP_WELD);

    design = design_new ();
    design_add_body (design, &body);
    weld.body_b = 1;
    design_add_coupling (design, &weld);
    quaternion_from_vector ((double[]){ 0, 0, angle }, weld.frame_a.quaternion);
    design_add_coupling (design, &weld);
    check_contradiction (design);
  }
}

static void
test_bad_states (void)
{
  static const double bad[] = { NAN, INFINITY, -INFINITY };

  for (int spatial = 0; spatial < 2; spatial++)
    for (int b = 0; b < 3; b++)
      for (int velocity = 0; velocity < 2; velocity++) {
        MbdState *state = testing_state (design_fourbar (spatial ? MBD_SPATIAL : MBD_PLANAR));
        const MbdModel *model = mbd_state_model (state);
        MbdIntegratorSettings settings = mbd_integrator_default ();
        MbdIntegrator *integrator = mbd_integrator_new (model, &settings);
        MbdDiagnosis why = { 0 };
        double q[32], v[32];

        memcpy (q, mbd_state_positions (state),
                (size_t) mbd_model_position_count (model) * sizeof *q);
        memcpy (v, mbd_state_velocities (state),
                (size_t) mbd_model_velocity_count (model) * sizeof *v);
        *(velocity ? &v[2] : &q[4]) = bad[b];
        mbd_state_set (state, 0, q, v);
        assert_status (mbd_state_solve (state, &why), MBD_STATUS_NOT_FINITE);
        g_assert_cmpint (why.code, ==, MBD_STATUS_NOT_FINITE);
        g_assert_cmpint (mbd_integrator_start (integrator, state, &why), ==, MBD_STATUS_NOT_FINITE);
        if (velocity)
          g_assert_cmpint (mbd_state_assemble_velocities (state, NULL, &why), !=, MBD_STATUS_OK);
        else
          g_assert_cmpint (mbd_state_assemble (state, NULL, &why), !=, MBD_STATUS_OK);
        mbd_integrator_free (integrator);
        testing_state_free (state);
      }
}

static void
test_bad_settings (void)
{
  MbdModel *model = design_take_model (design_fourbar (MBD_PLANAR));
  const MbdIntegratorSettings good = mbd_integrator_default ();

  static const double bad[] = { 0, -1, NAN, INFINITY };
  for (int i = 0; i < 4; i++) {
    MbdIntegratorSettings settings = good;

    settings.accuracy = bad[i];
    g_assert_null (mbd_integrator_new (model, &settings));
    settings = good;
    settings.duration = bad[i];
    if (i < 3)
      g_assert_null (mbd_integrator_new (model, &settings));
    settings = good;
    settings.maximum_step = bad[i];
    if (i < 3)
      g_assert_null (mbd_integrator_new (model, &settings));
    settings = good;
    settings.step = bad[i];
    if (i > 0)
      g_assert_null (mbd_integrator_new (model, &settings));
  }

  MbdIntegratorSettings settings = good;
  settings.method = MBD_METHOD_RK4;
  g_assert_null (mbd_integrator_new (model, &settings));
  settings = good;
  settings.method = (MbdMethod) 99;
  g_assert_null (mbd_integrator_new (model, &settings));
  settings = good;
  settings.maximum_steps = -1;
  g_assert_null (mbd_integrator_new (model, &settings));
  mbd_model_unref (model);
}

static void
test_empty (void)
{
  // Models with no elements, with only fixed bodies, and with only a disabled coupling: all run.
  for (int kind = 0; kind < 3; kind++) {
    Design *design = design_new ();
    MbdBodyDef body = mbd_body_default ();
    MbdIntegratorSettings settings = mbd_integrator_default ();
    MbdEnergy energy;
    MbdState *state;
    int rank = -1;

    if (kind == 1)
      body.mobility = MBD_FIXED;
    if (kind > 0) {
      design_add_body (design, &body);
      design_add_pin (design, MBD_GROUND, 0, 0, 1, 0, 0);
      design->couplings[0].enabled = kind == 1;
    }
    state = testing_state (design);
    MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
    assert_ok (mbd_state_assemble (state, NULL, NULL));
    assert_ok (mbd_state_assemble_velocities (state, NULL, NULL));
    assert_ok (mbd_state_solve (state, NULL));
    assert_ok (mbd_state_rank (state, &rank, NULL));
    g_assert_cmpint (rank, ==, 0);
    assert_ok (mbd_integrator_start (integrator, state, NULL));
    assert_ok (mbd_integrator_advance (integrator, 1, state, NULL));
    assert_close (mbd_state_time (state), 1, 0);
    mbd_state_energy (state, &energy);
    // A body in free fall would have a kinetic energy of 48 J by then.
    assert_close (energy.total, 0, 1e-8);
    mbd_integrator_free (integrator);
    testing_state_free (state);
  }
}

static void
test_massless_alone (void)
{
  // A body without mass that nothing holds is named. One without inertia falls like any other.
  for (int kind = 0; kind < 4; kind++) {
    Design *design = design_fourbar (MBD_PLANAR);
    MbdBodyDef body = mass_at (5, 5);
    MbdMechanism *mechanism;
    MbdModel *model = NULL;
    MbdDiagnosis why = { 0 };

    body.mobility = kind / 2 ? MBD_SPATIAL : MBD_PLANAR;
    if (kind % 2)
      memset (body.inertia, 0, sizeof body.inertia);
    else
      body.mass = 0;
    design_add_body (design, &body);
    mechanism = design_mechanism (design);
    MbdStatus status = mbd_model_compile (mechanism, &model, &why);
    mbd_mechanism_free (mechanism);
    design_free (design);
    if (status == MBD_STATUS_OK) {
      MbdState *state = mbd_state_new (model);

      status = mbd_state_solve (state, &why);
      if (kind % 2)
        assert_close (
          mbd_state_accelerations (state)[mbd_model_velocity_count (model) - (kind / 2 ? 5 : 2)],
          -DESIGN_GRAVITY, 1e-9);
      testing_state_free (state);
    }
    assert_status (status, kind % 2 ? MBD_STATUS_OK : MBD_STATUS_MASSLESS);
    if (kind % 2)
      continue;
    g_assert_cmpint (why.element, ==, MBD_ELEMENT_BODY);
    g_assert_cmpint (why.id, ==, 4);
  }
}

/// A four-bar without gravity on the coupler: a coupler without mass, or a rod in its place.
static MbdState *
light_fourbar (bool as_rod)
{
  Design *design = design_fourbar (MBD_PLANAR);

  if (as_rod) {
    MbdCouplingDef rod = mbd_rod_default ();

    // The coupler remains as a loose body far away, without its two pins.
    rod.body_a = 1;
    rod.body_b = 3;
    rod.frame_a.point[0] = 0.1;
    rod.frame_b.point[0] = 0.25;
    rod.length = 0.7;
    design_add_coupling (design, &rod);
    design->couplings[1].enabled = design->couplings[2].enabled = false;
  } else {
    design->bodies[1].mass = 0;
    memset (design->bodies[1].inertia, 0, sizeof design->bodies[1].inertia);
  }
  return testing_state (design);
}

static void
test_massless_coupler (void)
{
  MbdState *massless = light_fourbar (false), *rod = light_fourbar (true);
  MbdState *states[2] = { massless, rod };
  MbdDiagnosis why = { 0 };

  for (int i = 0; i < 2; i++)
    assert_ok (mbd_state_solve (states[i], &why));
  // Crank and rocker; the refinement removes the borrowed mass of 1e-8 from the result.
  assert_all_close (3, mbd_state_accelerations (massless), mbd_state_accelerations (rod), 1e-8);
  assert_all_close (3, mbd_state_accelerations (massless) + 6, mbd_state_accelerations (rod) + 6,
                    1e-8);

  for (int i = 0; i < 2; i++) {
    MbdIntegratorSettings settings = mbd_integrator_default ();
    MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (states[i]), &settings);

    assert_ok (mbd_integrator_start (integrator, states[i], &why));
    assert_ok (mbd_integrator_advance (integrator, 0.5, states[i], &why));
    mbd_integrator_free (integrator);
  }
  assert_all_close (3, mbd_state_positions (massless), mbd_state_positions (rod), 1e-5);
  assert_all_close (3, mbd_state_positions (massless) + 6, mbd_state_positions (rod) + 6, 1e-5);
  testing_state_free (massless);
  testing_state_free (rod);
}

static void
test_divergence (void)
{
  // A fixed step far too large for the spring: the run ends with a status, the state stays finite.
  Design *design = design_new ();
  MbdBodyDef body = mass_at (1, 0);
  MbdForceDef spring = mbd_spring_default ();
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdDiagnosis why = { 0 };
  MbdState *state;

  design_add_body (design, &body);
  spring.body_b = 1;
  spring.stiffness = 1e8;
  spring.free_length = 0.5;
  design_add_force (design, &spring);
  state = testing_state (design);
  settings.method = MBD_METHOD_RK4;
  settings.step = 0.1;
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
  assert_ok (mbd_integrator_start (integrator, state, &why));
  assert_status (mbd_integrator_advance (integrator, 1000, state, &why), MBD_STATUS_DIVERGED);
  g_assert_true (isfinite (max_norm (3, mbd_state_positions (state))));
  mbd_integrator_free (integrator);
  testing_state_free (state);
}

static void
test_extreme_numbers (void)
{
  // Ratios of 1e12 in mass and of 1e6 in size are solved; numbers at the limit of the range give a
  // status or finite results.
  Design *design = design_chain (3, 0.5, MBD_PLANAR);
  MbdState *state;

  for (int k = 0; k < 3; k++) {
    design->bodies[1].mass = 1e6;
    design->bodies[1].inertia[2] = 1e5;
    design->bodies[2].mass = 1e-6;
    design->bodies[2].inertia[2] = 1e-7;
  }
  state = testing_state (design);
  assert_ok (mbd_state_solve (state, NULL));
  System *system = system_new (state);
  double forces, rows;
  system_residuals (system, mbd_state_accelerations (state), mbd_state_multipliers (state), &forces,
                    &rows);
  assert_at_most (forces, 1e-12);
  assert_at_most (rows, 1e-10);
  system_free (system);
  testing_state_free (state);

  static const double sizes[] = { 1e-300, 1e-150, 1e150, 1e300 };
  for (int i = 0; i < 4; i++) {
    MbdBodyDef body = mass_at (sizes[i], 0);
    MbdCouplingDef rod = mbd_rod_default ();

    design = design_new ();
    body.mass = sizes[3 - i];
    design_add_body (design, &body);
    rod.body_b = 1;
    rod.length = sizes[i];
    design_add_coupling (design, &rod);
    state = testing_state (design);
    if (mbd_state_solve (state, NULL) == MBD_STATUS_OK)
      g_assert_true (isfinite (max_norm (3, mbd_state_accelerations (state))));
    if (mbd_state_assemble (state, NULL, NULL) == MBD_STATUS_OK)
      g_assert_true (isfinite (max_norm (3, mbd_state_positions (state))));
    testing_state_free (state);
  }
}

static void
test_status_texts (void)
{
  for (int i = 0; i < MBD_STATUS_COUNT; i++) {
    const char *text = mbd_status_text (i);

    g_assert_nonnull (text);
    g_assert_cmpint (strlen (text), >, 5);
    g_assert_false (g_str_has_suffix (text, "."));
    for (int j = 0; j < i; j++)
      g_assert_cmpstr (text, !=, mbd_status_text (j));
  }
  g_assert_nonnull (mbd_status_text ((MbdStatus) -1));
  g_assert_nonnull (mbd_status_text (MBD_STATUS_COUNT));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/inputs/contradictions", test_contradictions);
  g_test_add_func ("/inputs/bad-states", test_bad_states);
  g_test_add_func ("/inputs/bad-settings", test_bad_settings);
  g_test_add_func ("/inputs/empty", test_empty);
  g_test_add_func ("/inputs/massless-alone", test_massless_alone);
  g_test_add_func ("/inputs/massless-coupler", test_massless_coupler);
  g_test_add_func ("/inputs/divergence", test_divergence);
  g_test_add_func ("/inputs/extreme-numbers", test_extreme_numbers);
  g_test_add_func ("/inputs/status-texts", test_status_texts);
  return g_test_run ();
}
