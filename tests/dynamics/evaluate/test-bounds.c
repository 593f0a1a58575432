// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The choice of the holding rows among several unilateral rows, against the nearest point of their
// cone by Hildreth's method: velocities by every way of assembling and catching them, accelerations
// in small and large units. Also the place where a slipped row holds.

#include "testing-seed.h"
#include "testing.h"

enum
{
  MOST_STRUTS = 4,
};

/// Creates a body of L at the origin on struts in random directions to points of the ground.
static Design *
propped_body (GRand *rand, int struts, double L)
{
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();

  body.mobility = MBD_SPATIAL;
  body.mass = 2;
  for (int i = 0; i < 3; i++)
    body.inertia[i] = (1 + 0.2 * i) * L * L;
  design_add_body (design, &body);
  for (int i = 0; i < struts; i++) {
    MbdCouplingDef strut = mbd_rod_default ();
    double along[3];
    random_vector (rand, 3, 1, along);
    random_vector (rand, 3, L, strut.frame_b.point);
    strut.rod = MBD_ROD_STRUT;
    strut.body_b = 1;
    strut.length = 0;
    for (int k = 0; k < 3; k++) {
      strut.frame_a.point[k] = strut.frame_b.point[k] + L * along[k];
      strut.length = hypot (strut.length, L * along[k]);
    }
    design_add_coupling (design, &strut);
  }
  return design;
}

/// Replaces x by the point with G x >= needed that is nearest to it in the measure of M (diagonal):
/// x += M^-1 G' lambda, row by row until nothing changes. Returns false if this does not end.
static bool
find_nearest (const System *system, const double *needed, double *x, double *lambda)
{
  const int n = system->n, m = system->m;
  double change = INFINITY, largest = 0;

  memset (lambda, 0, (size_t) m * sizeof *lambda);
  for (int sweep = 0; sweep < 100000 && change > 1e-14 * largest; sweep++) {
    change = 0;
    for (int i = 0; i < m; i++) {
      const double *row = system->G + i * n;
      double g = 0;
      for (int j = 0; j < n; j++)
        g += row[j] * row[j] / system->M[j * n + j];
      const double delta = fmax ((needed[i] - dot (n, row, x)) / g, -lambda[i]);
      lambda[i] += delta;
      for (int j = 0; j < n; j++)
        x[j] += row[j] * delta / system->M[j * n + j];
      change = fmax (change, fabs (delta));
      largest = fmax (largest, lambda[i]);
    }
  }
  return change <= 1e-14 * largest;
}

/// Computes the velocities that the state reaches from v, by one of five ways.
static void
catch_by (MbdState *state, int way, const double *v, double *caught)
{
  const MbdAssemblyWeights even = { NULL, NULL };
  const MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdIntegrator *integrator;

  mbd_state_set (state, 0, NULL, v);
  switch (way) {
  case 0:
    assert_ok (mbd_state_assemble_velocities (state, NULL, NULL));
    break;
  case 1:
    assert_ok (mbd_state_assemble_velocities_weighted (state, &even, NULL, NULL));
    break;
  case 2:
  case 3:
    assert_ok (
      mbd_state_impact (state, NULL, way == 2 ? MBD_PATH_FACTOR : MBD_PATH_DENSE, NULL, NULL));
    break;
  default:
    integrator = mbd_integrator_new (mbd_state_model (state), &settings);
    assert_ok (mbd_integrator_start (integrator, state, NULL));
    assert_ok (mbd_integrator_advance (integrator, 0, state, NULL));
    mbd_integrator_free (integrator);
  }
  memcpy (caught, mbd_state_velocities (state), 6 * sizeof *caught);
}

static void
test_caught (void)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (1));
  int compared = 0;

  for (int i = 0; i < (testing_torture () ? 5000 : 300); i++) {
    const int struts = 2 + i % (MOST_STRUTS - 1);
    MbdState *state = testing_state (propped_body (rand, struts, 1));
    System *system = system_new (state);
    const double none[MOST_STRUTS] = { 0 };
    double v[6], nearest[6], caught[6], lambda[MOST_STRUTS];

    random_vector (rand, 6, 1, v);
    memcpy (nearest, v, sizeof v);
    if (find_nearest (system, none, nearest, lambda)) {
      compared++;
      for (int way = 0; way < 5; way++) {
        catch_by (state, way, v, caught);
        assert_all_close (6, caught, nearest, 1e-9);
      }
    }
    system_free (system);
    testing_state_free (state);
  }
  g_assert_cmpint (compared, >, 200);
  g_rand_free (rand);
}

/// Adds a second body with a torque on it, far from its stops: in small units its angular
/// acceleration is far larger than any acceleration of a length. Torque in N m over L.
static void
add_spinner (Design *design, double torque_of_length, double L)
{
  MbdBodyDef body = design->bodies[0];
  MbdCouplingDef stop = mbd_limit_default (MBD_COORDINATE_ANGLE, -2, 2);
  MbdForceDef torque = mbd_load_default ();

  design_add_body (design, &body);
  stop.body_b = torque.body_b = 2;
  torque.torque[2] = torque_of_length * L;
  design_add_coupling (design, &stop);
  design_add_force (design, &torque);
}

/// At rest under gravity: accelerations, also in units of a micrometre and of a kilometre. The
/// motion of the spinner does not affect the round-off limit of the struts.
static void
test_supported (void)
{
  const double sizes[] = { 1, 1e-6, 1e3 };
  const double least = 1e-11;
  const int count = testing_torture () ? 6000 : 600;
  GRand *rand = g_rand_new_with_seed (testing_seed (2));
  int compared = 0;

  for (int i = 0; i < count; i++) {
    const int struts = 2 + i % (MOST_STRUTS - 1);
    const double L = sizes[i % 3];
    Design *design = propped_body (rand, struts, L);
    double a[12], lambda[MOST_STRUTS], solved[12];

    random_vector (rand, 3, 1e-5, design->gravity);
    add_spinner (design, i % 2 ? 1e5 : 10, L);
    MbdState *state = testing_state (design);
    assert_ok (mbd_state_solve (state, NULL));
    System *system = system_new (state);
    for (int j = 0; j < 12; j++)
      a[j] = system->f[j] / system->M[j * 12 + j];
    memcpy (solved, mbd_state_accelerations (state), sizeof a);
    system->m = struts; // the rows after them are open
    if (find_nearest (system, system->gamma, a, lambda)) {
      compared++;
      assert_all_close (struts, mbd_state_multipliers (state), lambda, least);
      for (int j = 0; j < 6; j++)
        assert_close (solved[j] * (j < 3 ? 1 : L), a[j] * (j < 3 ? 1 : L), least);
    }
    system_free (system);
    testing_state_free (state);
  }
  g_test_message ("%d of %d compared", compared, count);
  g_assert_cmpint (compared, >, count / 2);
  g_rand_free (rand);
}

/// A body that leaves its strut slowly, but measurably, is free of it: beside a spinner too, whose
/// acceleration would immediately bring back a row of the spinner.
static void
test_parting (void)
{
  for (int spins = 0; spins < 2; spins++) {
    Design *design = design_new ();
    MbdBodyDef body = mbd_body_default ();
    MbdCouplingDef strut = mbd_rod_default ();

    body.mobility = MBD_SPATIAL;
    for (int i = 0; i < 3; i++)
      body.inertia[i] = 1;
    body.position[1] = strut.length = 1;
    body.velocity[1] = 1e-4;
    strut.rod = MBD_ROD_STRUT;
    strut.body_b = 1;
    design_add_body (design, &body);
    design_add_coupling (design, &strut);
    if (spins)
      add_spinner (design, 1e7, 1);
    MbdState *state = testing_state (design);
    assert_ok (mbd_state_solve (state, NULL));
    assert_close (mbd_state_accelerations (state)[1], -DESIGN_GRAVITY, 1e-12);
    g_assert_cmpfloat (mbd_state_multipliers (state)[0], ==, 0);
    testing_state_free (state);
  }
}

/// A body of 1 kg at 1 m/s in a joint that yields along x at 5 N; it slips v^2 / (2 a) and holds
/// there.
static void
test_holds_where_it_came_to (void)
{
  for (int fixed = 0; fixed < 2; fixed++) {
    Design *design = design_new ();
    MbdBodyDef body = mbd_body_default ();
    MbdCouplingDef slider = mbd_loop_default (MBD_LOOP_PRISMATIC);
    MbdCouplingDef brake = mbd_loop_default (MBD_LOCK_X);
    MbdIntegratorSettings settings = mbd_integrator_default ();

    design->gravity[1] = 0;
    body.velocity[0] = 1;
    design_add_body (design, &body);
    slider.body_b = brake.body_b = 1;
    brake.mode = MBD_MODE_BOX;
    brake.effort_limit = 5;
    design_add_coupling (design, &slider);
    design_add_coupling (design, &brake);
    MbdState *state = testing_state (design);
    settings.step = fixed ? 0.01 : 0;
    MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
    assert_ok (mbd_integrator_start (integrator, state, NULL));
    for (int i = 1; i <= 10; i++) {
      const double t = 0.1 * i, slips = fmin (t, 0.2);
      assert_ok (mbd_integrator_advance (integrator, t, state, NULL));
      assert_close (mbd_state_positions (state)[0], slips - 2.5 * slips * slips, 1e-12);
      assert_close (mbd_state_velocities (state)[0], 1 - 5 * slips, 1e-12);
    }
    mbd_integrator_free (integrator);
    testing_state_free (state);
  }
}

/// A driver that moves away from a stop carries along the body that hit it; one that moves into the
/// stop contradicts it.
static void
test_driven_at_a_stop (void)
{
  const MbdAssemblyWeights even = { NULL, NULL };

  for (int away = -1; away <= 1; away += 2)
    for (int weighted = 0; weighted < 2; weighted++) {
      MbdFunction *path;
      Design *design = design_new ();
      MbdBodyDef body = mbd_body_default ();
      MbdCouplingDef slider = mbd_loop_default (MBD_LOOP_PRISMATIC);
      MbdCouplingDef stop = mbd_limit_default (MBD_COORDINATE_SLIDE, 0, INFINITY);
      MbdDiagnosis why = { 0 };

      assert_ok (mbd_function_new_polynomial ((double[]){ 0, 0.3 * away }, 2, 0, &path, NULL));
      MbdCouplingDef driver = mbd_driver_default (MBD_COORDINATE_SLIDE, path);
      body.velocity[0] = -0.1;
      design_add_body (design, &body);
      slider.body_b = stop.body_b = driver.body_b = 1;
      design_add_coupling (design, &slider);
      design_add_coupling (design, &stop);
      design_add_coupling (design, &driver);
      MbdState *state = testing_state (design);
      MbdStatus status = weighted
                           ? mbd_state_assemble_velocities_weighted (state, &even, NULL, &why)
                           : mbd_state_assemble_velocities (state, NULL, &why);
      g_assert_cmpint (status, ==, away > 0 ? MBD_STATUS_OK : MBD_STATUS_CONFLICT);
      assert_close (mbd_state_velocities (state)[0], away > 0 ? 0.3 : -0.1, 1e-12);
      if (away < 0)
        g_assert_cmpint (why.element, ==, MBD_ELEMENT_COUPLING);
      testing_state_free (state);
      mbd_function_unref (path);
    }
}

/// Adds a support to a bar that rests with both ends on the ground: the distance of a point from it
/// may only grow.
static void
add_support (Design *design, double x)
{
  MbdCouplingDef support = mbd_loop_default (MBD_LOCK_Y);

  support.mode = MBD_MODE_UNILATERAL;
  support.frame_a.point[0] = support.frame_b.point[0] = x;
  support.body_b = 1;
  design_add_coupling (design, &support);
}

/// A bar that falls on one end and then the other passes the impact back and forth, each time
/// weaker by (1 - 3) / (1 + 3) where I = m l^2 / 12, and lies still after finitely many impacts.
static void
test_rocking_ends (void)
{
  Design *design = design_new ();
  MbdBodyDef bar = mbd_body_default ();
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdIntegratorStatistics statistics;

  bar.inertia[2] = 1.0 / 12;
  bar.angle = 0.01;
  bar.position[1] = 0.5 * sin (0.01);
  design_add_body (design, &bar);
  add_support (design, -0.5);
  add_support (design, 0.5);
  MbdState *state = testing_state (design);
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
  assert_ok (mbd_integrator_start (integrator, state, NULL));
  assert_ok (mbd_integrator_advance (integrator, 1, state, NULL));
  mbd_integrator_statistics (integrator, &statistics);
  assert_close (mbd_state_positions (state)[1], 0, 1e-9);
  assert_close (mbd_state_positions (state)[2], 0, 1e-9);
  assert_at_most (max_norm (3, mbd_state_velocities (state)), 1e-9);
  assert_ok (mbd_state_solve (state, NULL));
  for (int i = 0; i < 2; i++)
    assert_close (mbd_state_multipliers (state)[i], DESIGN_GRAVITY / 2, 1e-9);
  // From 0.3 m/s to 1e-6 m/s: twenty halvings.
  g_assert_cmpint (statistics.events, <, 40);
  mbd_integrator_free (integrator);
  testing_state_free (state);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bounds/caught", test_caught);
  g_test_add_func ("/bounds/supported", test_supported);
  g_test_add_func ("/bounds/parting", test_parting);
  g_test_add_func ("/bounds/holds-where-it-came-to", test_holds_where_it_came_to);
  g_test_add_func ("/bounds/driven-at-a-stop", test_driven_at_a_stop);
  g_test_add_func ("/bounds/rocking-ends", test_rocking_ends);
  return g_test_run ();
}
