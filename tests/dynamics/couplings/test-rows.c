// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Level and compliance of single rows as part of the definition: compared with oscillators, with other
// elements that do the same, and with the rows of a state.

#include "testing-drives.h"
#include "testing-world.h"

enum
{
  X,
  Y,
  Z,
  RX,
  RY,
  RZ
};

static const double mass = 2, inertia = 0.3, stiffness = 50;

static MbdRowDef
elastic (double k, double b)
{
  return (MbdRowDef){ .has_compliance = true, .compliant = true, .stiffness = k, .damping = b };
}

static MbdRowDef
at_level (MbdLevel level)
{
  return (MbdRowDef){ .has_level = true, .level = level };
}

/// Creates a body that is welded to the ground at the origin of both.
static Design *
welded (MbdMobility mobility)
{
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdCouplingDef weld = mbd_loop_default (MBD_LOOP_WELD);

  body.mobility = mobility;
  body.mass = mass;
  body.inertia[0] = body.inertia[1] = body.inertia[2] = inertia;
  weld.body_b = design_add_body (design, &body);
  design_add_coupling (design, &weld);
  return design;
}

/// Advances a new run from the state's current motion, with an account of energy.
static MbdIntegrator *
start (MbdState *state, MbdMethod method, double step, double duration)
{
  MbdIntegratorSettings settings = testing_settings (method, 1e-11, step, duration);
  MbdDiagnosis why = { 0 };

  settings.keep_ledger = true;
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
  g_assert_nonnull (integrator);
  assert_ok (mbd_integrator_start (integrator, state, &why));
  return integrator;
}

static void
run_to (MbdState *state, MbdMethod method, double step, double time)
{
  MbdDiagnosis why = { 0 };
  MbdIntegrator *integrator = start (state, method, step, time);

  assert_ok (mbd_integrator_advance (integrator, time, state, &why));
  mbd_integrator_free (integrator);
  assert_ok (mbd_state_solve (state, &why));
}

/// A mass with one elastic row oscillates along it with w = sqrt (k/m - (b/2m)^2); the other rows hold
/// and carry the weight. Only the elastic row stores energy, and only the damper loses some.
static void
test_oscillates (gconstpointer data)
{
  const double b = *(const double *) data, v0 = 0.7, time = 3.3;
  const MbdMobility mobilities[] = { MBD_PLANAR, MBD_SPATIAL };
  const double decay = b / (2 * mass), w = sqrt (stiffness / mass - decay * decay);

  for (int i = 0; i < 2; i++) {
    Design *design = welded (mobilities[i]);
    double eps[6], rate[6];
    MbdEnergy energy;
    MbdEnergyBalance balance;

    design->couplings[0].rows[X] = elastic (stiffness, b);
    design->bodies[0].velocity[0] = v0;
    MbdState *state = testing_state (design);
    const int n = mbd_model_row_count (mbd_state_model (state));
    g_assert_cmpint (mbd_state_freedoms_by_count (state), ==, 1);
    g_assert_cmpint (mbd_model_freedoms_by_count (mbd_state_model (state)), ==, 1);
    run_to (state, MBD_METHOD_AUTOMATIC, 0, time);

    const double x = v0 / w * exp (-decay * time) * sin (w * time);
    const double v = v0 * exp (-decay * time) * (cos (w * time) - decay / w * sin (w * time));
    mbd_state_errors (state, eps, rate, NULL);
    assert_close (eps[0], x, 1e-9);
    assert_close (rate[0], v, 1e-8);
    for (int r = 1; r < n; r++) {
      assert_close (eps[r], 0, 1e-15);
      assert_close (rate[r], 0, 1e-14);
      g_assert_cmpint (mbd_state_row_role (state, r), ==, MBD_ROW_SOLVED);
    }
    assert_close (mbd_state_multipliers (state)[0], -stiffness * x - b * v, 1e-7);
    assert_close (mbd_state_multipliers (state)[1], mass * DESIGN_GRAVITY, 1e-9);
    mbd_state_energy (state, &energy);
    assert_close (energy.elastic, 0.5 * stiffness * x * x, 1e-8);
    mbd_state_energy_balance (state, &balance);
    assert_close (balance.dissipated,
                  0.5 * mass * v0 * v0 - 0.5 * mass * v * v - 0.5 * stiffness * x * x, 1e-8);
    assert_close (balance.driver_input, 0, 1e-12);
    assert_close (balance.error, 0, 1e-8);
    testing_state_free (state);
  }
}

/// Creates a pendulum with its axle 0.4 m from its centre of mass: a weld with an elastic turn, or a pin
/// with a torsion spring, which is a compliant driver.
static MbdState *
new_sprung_pendulum (bool by_row)
{
  const double k = 9, b = 0.3;
  Design *design = welded (MBD_PLANAR);
  MbdFunction *rest = testing_constant (0);
  MbdCouplingDef spring = mbd_driver_default (MBD_COORDINATE_ANGLE, rest);

  design->couplings[0].frame_b.point[0] = -0.4;
  design->bodies[0].position[0] = 0.4;
  if (by_row) {
    design->couplings[0].rows[RZ] = elastic (k, b);
  } else {
    design->couplings[0].locked = MBD_LOOP_PIN;
    spring.body_b = 1;
    spring.frame_b.point[0] = -0.4;
    spring.compliant = true;
    spring.stiffness = k;
    spring.damping = b;
    design_add_coupling (design, &spring);
  }
  MbdState *state = testing_state (design);
  mbd_function_unref (rest);
  return state;
}

static void
test_elastic_turn (void)
{
  const double time = 1.3;
  MbdState *row = new_sprung_pendulum (true), *spring = new_sprung_pendulum (false);
  double error[2];

  run_to (row, MBD_METHOD_AUTOMATIC, 0, time);
  run_to (spring, MBD_METHOD_AUTOMATIC, 0, time);
  g_assert_true (fabs (mbd_state_positions (row)[2]) > 0.1);
  assert_all_close (3, mbd_state_positions (row), mbd_state_positions (spring), 1e-9);
  assert_all_close (3, mbd_state_accelerations (row), mbd_state_accelerations (spring), 1e-7);
  assert_all_close (3, mbd_state_multipliers (row), mbd_state_multipliers (spring), 1e-7);

  // Time steps: the same rows, and an error of first order.
  for (int i = 0; i < 2; i++) {
    MbdState *stepped = new_sprung_pendulum (true), *other = new_sprung_pendulum (false);
    const double step = i == 0 ? 2e-3 : 1e-3;

    run_to (stepped, MBD_METHOD_TIME_STEPPING, step, time);
    run_to (other, MBD_METHOD_TIME_STEPPING, step, time);
    assert_all_close (3, mbd_state_positions (stepped), mbd_state_positions (other), 1e-9);
    error[i] = fabs (mbd_state_positions (stepped)[2] - mbd_state_positions (row)[2]);
    testing_state_free (stepped);
    testing_state_free (other);
  }
  assert_at_most (error[1], 2e-2);
  assert_close (error[0] / error[1], 2, 0.1);
  testing_state_free (row);
  testing_state_free (spring);
}

/// In space one elastic rotation of three has the error 2 sin (phi/2), and turns back with k sin phi: the
/// body swings like a pendulum.
static void
test_turn_in_space (void)
{
  const double k = 4, omega = 5, time = 0.7;
  Design *design = welded (MBD_SPATIAL);
  double eps[6], quaternion[4];
  MbdEnergy energy;

  design->couplings[0].rows[RZ] = elastic (k, 0);
  design->bodies[0].angular_velocity[2] = omega;
  MbdState *state = testing_state (design);
  run_to (state, MBD_METHOD_AUTOMATIC, 0, time);
  mbd_state_body_pose (state, 1, NULL, quaternion);
  const double angle = 2 * atan2 (quaternion[3], quaternion[0]);
  const double w = testing_spin (state, 1);
  g_assert_true (fabs (angle) > 0.5);
  mbd_state_errors (state, eps, NULL, NULL);
  assert_close (eps[5], 2 * sin (angle / 2), 1e-9);
  assert_close (eps[3], 0, 1e-13);
  assert_close (eps[4], 0, 1e-13);
  mbd_state_energy (state, &energy);
  assert_close (energy.elastic, k * (1 - cos (angle)), 1e-9);
  assert_close (inertia * (omega * omega - w * w) / 2, k * (1 - cos (angle)), 1e-8);
  assert_close (mbd_state_accelerations (state)[5], -k / inertia * sin (angle), 1e-7);
  testing_state_free (state);
}

/// At rest the elastic row yields by F/k; the others do not yield.
static void
test_static (void)
{
  Design *design = welded (MBD_PLANAR);
  MbdForceDef load = mbd_load_default ();
  MbdEquilibrium report;
  MbdDiagnosis why;
  double eps[3];

  design->couplings[0].rows[Y] = elastic (400, 0);
  load.body_b = 1;
  load.force[0] = 3;
  load.torque[2] = 5;
  design_add_force (design, &load);
  MbdState *state = testing_state (design);
  assert_ok (mbd_state_equilibrium (state, NULL, &report, &why));
  mbd_state_errors (state, eps, NULL, NULL);
  const double expected[] = { 0, -mass * DESIGN_GRAVITY / 400, 0 };
  const double forces[] = { -3, mass * DESIGN_GRAVITY, -5 };
  assert_all_close (3, eps, expected, 1e-11);
  assert_all_close (3, mbd_state_multipliers (state), forces, 1e-8);
  testing_state_free (state);
}

/// A row at the velocity level keeps the error that it has, and drifts by integration; the others are
/// closed.
static void
test_level (void)
{
  Design *design = design_new ();
  MbdBodyDef bob = mbd_body_default ();
  MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN);
  MbdDiagnosis why;
  double eps[2], point[3];

  bob.position[0] = 1;
  pin.body_b = design_add_body (design, &bob);
  pin.frame_b.point[0] = -1;
  pin.rows[X] = at_level (MBD_LEVEL_VELOCITY);
  design_add_coupling (design, &pin);
  design->bodies[0].position[0] += 0.02;
  design->bodies[0].position[1] += 0.01;
  MbdState *state = testing_state (design);
  g_assert_cmpint (mbd_state_level (state, 0, 0), ==, MBD_LEVEL_VELOCITY);
  g_assert_cmpint (mbd_state_level (state, 0, 1), ==, MBD_LEVEL_POSITION);
  testing_assemble (state);
  mbd_state_errors (state, eps, NULL, NULL);
  assert_close (eps[0], 0, 0);
  assert_close (eps[1], 0, 1e-14);
  mbd_state_body_point (state, 1, pin.frame_b.point, point, NULL, NULL);
  g_assert_true (fabs (point[0]) > 1e-3);
  const double before = point[0];

  // Steps that are too large for the motion: only the row that is not corrected shows it.
  MbdIntegratorSettings settings = testing_settings (MBD_METHOD_RK4, 1e-3, 0.05, 5);
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
  assert_ok (mbd_integrator_start (integrator, state, &why));
  assert_ok (mbd_integrator_advance (integrator, 5, state, &why));
  mbd_integrator_free (integrator);
  mbd_state_body_point (state, 1, pin.frame_b.point, point, NULL, NULL);
  g_assert_true (fabs (point[0] - before) > 1e-7);
  assert_close (point[1], 0, 1e-13);
  testing_state_free (state);
}

/// Rows of a definition are those that the functions of a state set one by one, bit by bit. Rows that
/// only repeat the values of their coupling change nothing.
static void
test_same_as_state (void)
{
  MbdDiagnosis why;

  for (int variant = 0; variant < 2; variant++) {
    Design *drawn = design_fourbar (MBD_PLANAR), *plain = design_fourbar (MBD_PLANAR);
    if (variant == 0) {
      drawn->couplings[1].rows[Y] = elastic (3000, 2);
      drawn->couplings[2].rows[X] = at_level (MBD_LEVEL_VELOCITY);
    } else {
      drawn->couplings[1].rows[Y] = (MbdRowDef){ .has_level = true, .has_compliance = true };
    }
    MbdState *states[] = { testing_state (drawn), testing_state (plain) };
    if (variant == 0) {
      assert_ok (mbd_state_set_compliance (states[1], 1, 1, true, 3000, 2));
      mbd_state_set_level (states[1], 2, 0, MBD_LEVEL_VELOCITY);
    }
    for (int i = 0; i < 2; i++) {
      run_to (states[i], MBD_METHOD_AUTOMATIC, 0, 0.4);
      assert_ok (mbd_state_solve (states[i], &why));
    }
    const MbdModel *model = mbd_state_model (states[0]);
    assert_identical (mbd_model_position_count (model), mbd_state_positions (states[0]),
                      mbd_state_positions (states[1]));
    assert_identical (mbd_model_row_count (model), mbd_state_multipliers (states[0]),
                      mbd_state_multipliers (states[1]));
    // A state forgets the rows that were set in it, and keeps those of the definition.
    mbd_state_set_level (states[0], 1, -1, MBD_LEVEL_ACCELERATION);
    mbd_state_reset_couplings (states[0]);
    double k, b;
    g_assert_cmpint (mbd_state_level (states[0], 1, 1), ==, MBD_LEVEL_POSITION);
    g_assert_true (mbd_state_compliance (states[0], 1, 1, &k, &b) == (variant == 0));
    g_assert_cmpfloat (k, ==, variant == 0 ? 3000 : 0);
    testing_state_free (states[0]);
    testing_state_free (states[1]);
  }
}

/// A joint breaks by the force of all its rows, elastic and rigid.
static void
test_breaks (void)
{
  const double v0 = 1, peak = v0 * sqrt (stiffness * mass), weight = mass * DESIGN_GRAVITY;
  const double limit = hypot (0.8 * peak, weight);
  Design *design = welded (MBD_PLANAR);
  MbdEvent event;
  MbdDiagnosis why;

  design->couplings[0].rows[X] = elastic (stiffness, 0);
  design->couplings[0].break_force = limit;
  design->bodies[0].velocity[0] = v0;
  MbdState *state = testing_state (design);
  MbdIntegrator *integrator = start (state, MBD_METHOD_AUTOMATIC, 0, 1);
  assert_ok (mbd_integrator_advance (integrator, 1, state, &why));
  g_assert_cmpint (mbd_integrator_take_events (integrator, &event, 1), ==, 1);
  g_assert_cmpint (event.kind, ==, MBD_EVENT_BROKEN);
  assert_close (event.time, asin (0.8) / sqrt (stiffness / mass), 1e-8);
  assert_close (event.value, limit, 1e-6);
  mbd_integrator_free (integrator);
  testing_state_free (state);
}

/// Two welds join the same body: only rows that are rigid in both depend on each other.
static void
test_rank (void)
{
  Design *design = welded (MBD_PLANAR);
  MbdCouplingDef second = design->couplings[0];
  bool redundant[6];
  int rank;

  second.rows[X] = elastic (stiffness, 0);
  second.rows[RZ] = elastic (stiffness, 0);
  design_add_coupling (design, &second);
  MbdState *state = testing_state (design);
  assert_ok (mbd_state_rank (state, &rank, redundant));
  g_assert_cmpint (rank, ==, 3);
  for (int r = 0; r < 6; r++)
    g_assert_cmpint (redundant[r], ==, r % 3 == 1);
  testing_state_free (state);
}

/// A slide between a soft lower stop and a hard upper one: half an oscillation at the first, an impact
/// with its restitution at the second.
static void
test_stops (void)
{
  const double v0 = 1.5, e = 0.5, width = 0.6, w = sqrt (stiffness / mass);
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdCouplingDef slider = mbd_loop_default (MBD_LOOP_SLIDER);
  MbdCouplingDef stops = mbd_limit_default (MBD_COORDINATE_SLIDE, 0, width);

  body.mass = mass;
  body.velocity[0] = -v0;
  slider.body_b = stops.body_b = design_add_body (design, &body);
  design_add_coupling (design, &slider);
  stops.restitution = e;
  stops.rows[0] = elastic (stiffness, 0);
  design_add_coupling (design, &stops);
  MbdState *state = testing_state (design);
  run_to (state, MBD_METHOD_AUTOMATIC, 0, G_PI / 2 / w);
  assert_close (mbd_state_positions (state)[0], -v0 / w, 1e-8);
  MbdIntegrator *integrator = start (state, MBD_METHOD_AUTOMATIC, 0, 1);
  MbdDiagnosis why;
  assert_ok (mbd_integrator_advance (integrator, G_PI / w + width / v0 + 0.1, state, &why));
  assert_close (mbd_state_velocities (state)[0], -e * v0, 1e-7);
  assert_close (mbd_state_positions (state)[0], width - 0.1 * e * v0, 1e-7);
  mbd_integrator_free (integrator);
  testing_state_free (state);
}

/// A disc on an elastic row sinks on the floor, which carries what the row does not, and rests.
static void
test_on_floor (void)
{
  const MbdMethod methods[] = { MBD_METHOD_AUTOMATIC, MBD_METHOD_TIME_STEPPING };
  const double gap = 0.01, radius = 0.2;

  for (int i = 0; i < 2; i++) {
    MbdCouplingDef weld = mbd_loop_default (MBD_LOOP_WELD);
    MbdIntegratorContact contact;
    MbdDiagnosis why;
    World world;

    world_init (&world, 1e-10);
    world.settings.method = methods[i];
    world.settings.step = i == 0 ? 0 : 1e-3;
    world_ground (&world, 0.5, 0);
    weld.id = 1;
    weld.body_b = world_body (&world, mass, inertia, 0, radius + gap, 0, 0);
    weld.frame_a.point[1] = radius + gap;
    weld.rows[Y] = elastic (500, 20);
    assert_ok (mbd_mechanism_add_coupling (world.mechanism, &weld, NULL));
    world_shape (&world, weld.body_b, MBD_SHAPE_DISC, (double[]){ 0, 0 }, 1, radius, 0.5, 0);
    world_start (&world);
    const double *q = world_advance (&world, 1);
    assert_close (q[1], radius, 1e-6);
    assert_close (q[0], 0, 1e-12);
    assert_close (q[2], 0, 1e-12);
    g_assert_cmpint (mbd_integrator_contacts (world.integrator, &contact, 1), ==, 1);
    assert_close (contact.normal_force, mass * DESIGN_GRAVITY - 500 * gap, 1e-3);
    assert_ok (mbd_state_solve (world.state, &why));
    assert_close (mbd_state_multipliers (world.state)[1], 500 * gap, 1e-3);
    world_clear (&world);
  }
}

/// Returns the error of the energy account of a chain with rows of all sorts, J.
static double
error_of_account (MbdMethod method, double step)
{
  Design *design = design_chain (4, 0, MBD_PLANAR);
  MbdEnergy before, after;
  MbdEnergyBalance balance;
  MbdState *state;

  design->couplings[0].rows[X] = elastic (4000, 30);
  design->couplings[1].rows[Y] = elastic (2000, 0);
  design->couplings[2].rows[X] = at_level (MBD_LEVEL_VELOCITY);
  design->couplings[3].compliant = true;
  design->couplings[3].stiffness = 3000;
  design->couplings[3].damping = 1;
  design->couplings[3].rows[Y] = (MbdRowDef){ .has_compliance = true };
  state = testing_state (design);
  mbd_state_energy (state, &before);
  run_to (state, method, step, 1);
  mbd_state_energy (state, &after);
  mbd_state_energy_balance (state, &balance);
  g_assert_true (balance.dissipated > 0.1);
  g_assert_true (after.total < before.total);
  testing_state_free (state);
  return balance.error;
}

/// The account closes in accurate motion; in time steps, which lose energy, as they become small.
static void
test_energy (void)
{
  const double error = error_of_account (MBD_METHOD_TIME_STEPPING, 4e-4);

  assert_close (error_of_account (MBD_METHOD_AUTOMATIC, 0), 0, 1e-7);
  g_assert_true (error < 0);
  assert_close (error_of_account (MBD_METHOD_TIME_STEPPING, 1e-4) / error, 0.25, 0.05);
}

static void
refuse (const MbdCouplingDef *def, MbdStatus status, int row)
{
  MbdMechanism *mechanism = mbd_mechanism_new ();
  MbdDiagnosis why = { 0 };

  assert_status (mbd_mechanism_add_coupling (mechanism, def, &why), status);
  g_assert_cmpint (why.element, ==, MBD_ELEMENT_COUPLING);
  g_assert_cmpint (why.id, ==, def->id);
  g_assert_cmpint (why.row, ==, row);
  mbd_mechanism_free (mechanism);
}

static void
test_refused (void)
{
  MbdCouplingDef weld = mbd_loop_default (MBD_LOOP_WELD), pin = mbd_loop_default (MBD_LOOP_PIN),
                 rod = mbd_rod_default (), stop = mbd_limit_default (MBD_COORDINATE_ANGLE, 0, 1);
  const double bad[] = { -1, NAN, INFINITY };

  weld.id = pin.id = rod.id = stop.id = 7;
  weld.body_b = pin.body_b = rod.body_b = stop.body_b = 1;
  for (int i = 0; i < 3; i++) {
    weld.rows[RY] = elastic (bad[i], 0);
    refuse (&weld, MBD_STATUS_NEGATIVE_CONSTANT, RY);
    weld.rows[RY] = elastic (0, bad[i]);
    refuse (&weld, MBD_STATUS_NEGATIVE_CONSTANT, RY);
  }
  weld.rows[RY] = at_level ((MbdLevel) 3);
  refuse (&weld, MBD_STATUS_BAD_PARAMETER, RY);
  pin.rows[RZ] = elastic (1, 0);
  refuse (&pin, MBD_STATUS_UNKNOWN_ROW, RZ);
  // A single row is the coupling itself.
  rod.rows[0] = at_level (MBD_LEVEL_VELOCITY);
  refuse (&rod, MBD_STATUS_UNKNOWN_ROW, 0);
  stop.upper = INFINITY;
  stop.rows[0] = stop.rows[1] = elastic (1, 0);
  refuse (&stop, MBD_STATUS_UNKNOWN_ROW, 1);
  mbd_coupling_drop_rows (&stop);
  g_assert_true (stop.rows[0].has_compliance);
  g_assert_false (stop.rows[1].has_compliance);
}

/// A row keeps its place, whatever number it has in the plane and with other locked axes.
static void
test_places (void)
{
  MbdCouplingDef weld = mbd_loop_default (MBD_LOOP_WELD);

  g_assert_cmpint (mbd_class_row_place (mbd_loop_class (), "rz"), ==, RZ);
  g_assert_cmpint (mbd_class_row_place (mbd_loop_class (), "upper"), ==, -1);
  g_assert_cmpstr (mbd_class_row_name (mbd_loop_class (), RX), ==, "rx");
  g_assert_null (mbd_class_row_name (mbd_loop_class (), 6));
  g_assert_null (mbd_class_row_name (mbd_rod_class (), 0));
  g_assert_cmpstr (mbd_class_row_name (mbd_limit_class (), 1), ==, "upper");
  g_assert_true (mbd_coupling_row_is_length (&weld, Z));
  g_assert_false (mbd_coupling_row_is_length (&weld, RX));
  g_assert_false (mbd_coupling_is_compliant (&weld));
  weld.rows[RZ] = elastic (7, 1);
  g_assert_true (mbd_coupling_is_compliant (&weld));
  for (int i = 0; i < 2; i++) {
    Design *design = welded (i == 0 ? MBD_PLANAR : MBD_SPATIAL);
    double k, b;

    design->couplings[0].rows[RZ] = weld.rows[RZ];
    MbdState *state = testing_state (design);
    const int last = mbd_model_row_count (mbd_state_model (state)) - 1;
    g_assert_cmpint (last, ==, i == 0 ? 2 : 5);
    for (int r = 0; r <= last; r++)
      g_assert_true (mbd_state_compliance (state, 0, r, &k, &b) == (r == last));
    g_assert_cmpfloat (k, ==, 7);
    testing_state_free (state);
  }
}

int
main (int argc, char **argv)
{
  static const double none = 0, some = 3;

  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/rows/oscillates/undamped", &none, test_oscillates);
  g_test_add_data_func ("/rows/oscillates/damped", &some, test_oscillates);
  g_test_add_func ("/rows/elastic-turn", test_elastic_turn);
  g_test_add_func ("/rows/turn-in-space", test_turn_in_space);
  g_test_add_func ("/rows/static", test_static);
  g_test_add_func ("/rows/level", test_level);
  g_test_add_func ("/rows/same-as-state", test_same_as_state);
  g_test_add_func ("/rows/breaks", test_breaks);
  g_test_add_func ("/rows/rank", test_rank);
  g_test_add_func ("/rows/stops", test_stops);
  g_test_add_func ("/rows/on-floor", test_on_floor);
  g_test_add_func ("/rows/energy", test_energy);
  g_test_add_func ("/rows/refused", test_refused);
  g_test_add_func ("/rows/places", test_places);
  return g_test_run ();
}
