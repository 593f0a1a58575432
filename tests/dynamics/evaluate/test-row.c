// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows by themselves: which are active, admissible multipliers, violations, inverse masses,
// operators against the dense matrices, soft rows, and the queries of a coupling: wrenches,
// generalised force, power, stabilisation terms.

#include "testing-seed.h"
#include "mbd-row.h"
#include "testing.h"

/// Every reason for which a coupling is inactive, by itself, and back again.
static void
test_activity (void)
{
  MbdState *state = testing_state (design_fourbar (MBD_PLANAR));
  const int rows = mbd_model_row_count (mbd_state_model (state));
  const int coupling = 1, first = mbd_model_coupling_first_row (mbd_state_model (state), coupling);
  MbdDiagnosis why;

  g_assert_true (mbd_state_coupling_flags (state, coupling).active);
  for (int reason = 0; reason < 4; reason++)
    for (int off = 1; off >= 0; off--) {
      if (reason == 0)
        mbd_state_set_mode (state, coupling, off ? MBD_MODE_FREE : MBD_MODE_LOCK);
      else if (reason == 1)
        mbd_state_set_enabled (state, coupling, !off);
      else if (reason == 2)
        mbd_state_set_redundant (state, coupling, off);
      else
        mbd_state_set_broken (state, coupling, off);
      MbdWrench wrench;
      double generalised[9];

      g_assert_cmpint (mbd_state_coupling_flags (state, coupling).active, ==, !off);
      g_assert_cmpint (mbd_state_active_row_count (state), ==, rows - (off ? 2 : 0));
      g_assert_cmpint (mbd_state_freedoms_by_count (state), ==, 1 + (off ? 2 : 0));
      assert_ok (mbd_state_solve (state, &why));
      mbd_state_reaction (state, coupling, 1, MBD_AXES_WORLD, &wrench);
      mbd_state_generalised_force (state, coupling, NULL, generalised);
      for (int r = 0; r < 2; r++) {
        g_assert_cmpint (mbd_state_row_role (state, first + r), ==,
                         off ? MBD_ROW_OFF : MBD_ROW_SOLVED);
        g_assert_cmpint (mbd_state_multipliers (state)[first + r] == 0, ==, off);
      }
      g_assert_cmpint (max_norm (3, wrench.force) == 0, ==, off);
      g_assert_cmpint (max_norm (9, generalised) == 0, ==, off);
      // The rest moves as if the coupling had never existed.
      if (off) {
        Design *design = design_fourbar (MBD_PLANAR);
        design->couplings[coupling].enabled = false;
        MbdState *without = testing_state (design);
        assert_ok (mbd_state_solve (without, &why));
        assert_all_close (9, mbd_state_accelerations (state), mbd_state_accelerations (without),
                          1e-12 * max_norm (9, mbd_state_accelerations (without)));
        testing_state_free (without);
      }
    }
  testing_state_free (state);

  // Invalid: between bodies that cannot move.
  Design *design = design_fourbar (MBD_PLANAR);
  MbdBodyDef wall = mbd_body_default ();
  MbdCouplingDef weld = mbd_loop_default (MBD_LOOP_WELD);
  wall.mobility = MBD_FIXED;
  weld.body_b = design_add_body (design, &wall);
  design_add_coupling (design, &weld);
  state = testing_state (design);
  g_assert_false (mbd_state_coupling_flags (state, 4).valid);
  g_assert_false (mbd_state_coupling_flags (state, 4).active);
  testing_state_free (state);
}

/// Sets of one multiplier.
static void
test_admissible (void)
{
  const struct
  {
    MbdMode mode;
    double limit, lambda, expected;
  } cases[] = {
    { MBD_MODE_LOCK, 1, 7, 7 },        { MBD_MODE_LOCK, 1, -7, -7 },
    { MBD_MODE_UNILATERAL, 1, -3, 0 }, { MBD_MODE_UNILATERAL, 1, 4, 4 },
    { MBD_MODE_BOX, 1, 2.5, 1 },       { MBD_MODE_BOX, 1, -7, -1 },
    { MBD_MODE_BOX, 1, 0.3, 0.3 },     { MBD_MODE_FREE, 1, 5, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MbdRow row = {
      .mode = cases[i].mode,
      .limit = cases[i].limit,
      .multiplier = cases[i].lambda,
      .active = true,
    };
    mbd_row_project (&row);
    g_assert_cmpfloat (row.multiplier, ==, cases[i].expected);
    row.active = false;
    mbd_row_project (&row);
    g_assert_cmpfloat (row.multiplier, ==, 0);
  }
}

/// Examples of projections onto the cone.
static void
test_cone (void)
{
  const struct
  {
    double friction, cohesion, from[3], to[3];
  } cases[] = {
    { 0.5, 0, { 10, 3, 4 }, { 10, 3, 4 } },
    { 0.5, 0, { 10, 6, 8 }, { 12, 3.6, 4.8 } },
    { 0.5, 0, { -1, 3, 4 }, { 1.2, 0.36, 0.48 } },
    { 0.5, 0, { -10, 3, 4 }, { 0, 0, 0 } },
    { 0, 0, { 5, 3, 4 }, { 5, 0, 0 } },
    { 0, 0, { -5, 3, 4 }, { 0, 0, 0 } },
    { 0.5, 2, { 10, 6, 8 }, { 11.6, 4.08, 5.44 } },
    { 2, 0, { -10, 6, 0 }, { 0.4, 0.8, 0 } },
    { 0.5, 0, { 0, 3, 4 }, { 2, 0.6, 0.8 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    double x[3] = { cases[i].from[0], cases[i].from[1], cases[i].from[2] };
    mbd_project_on_cone (cases[i].friction, cases[i].cohesion, &x[0], &x[1], &x[2]);
    assert_all_close (3, x, cases[i].to, 1e-14);
  }
}

/// For any input the result is in the cone, nearest, idempotent, and orthogonal to the removed
/// part.
static void
test_cone_is_nearest (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (testing_seed (13));

  for (int i = 0; i < 20000; i++) {
    double mu = i % 10 == 0 ? 0 : exp (random_in (rand, -5, 5)), c = random_in (rand, 0, 2);
    double x[3], p[3], again[3];

    random_vector (rand, 3, 10, x);
    if (i % 7 == 0)
      x[0] = -c + random_in (rand, -1e-14, 1e-14);
    memcpy (p, x, sizeof p);
    mbd_project_on_cone (mu, c, &p[0], &p[1], &p[2]);
    memcpy (again, p, sizeof p);
    mbd_project_on_cone (mu, c, &again[0], &again[1], &again[2]);
    double f = p[0] + c, t = hypot (p[1], p[2]), size = 1 + max_norm (3, x);
    assert_at_most (t - mu * f, 1e-13 * size);
    assert_at_most (-f, 1e-13 * size);
    assert_all_close (3, again, p, 1e-13 * size);
    double away = (x[0] - p[0]) * f + (x[1] - p[1]) * p[1] + (x[2] - p[2]) * p[2];
    assert_at_most (fabs (away), 1e-12 * size * size);

    // No point of the edge of the cone in the plane of x is nearer (golden section over n).
    double n0 = 0, n1 = 4 * size * (1 + mu), tx = hypot (x[1], x[2]), fx = x[0] + c;
    for (int k = 0; k < 80; k++) {
      double a = n0 + 0.381966 * (n1 - n0), b = n0 + 0.618034 * (n1 - n0);
      if (hypot (a - fx, mu * a - tx) < hypot (b - fx, mu * b - tx))
        n1 = b;
      else
        n0 = a;
    }
    double distance = sqrt (pow (x[0] - p[0], 2) + pow (x[1] - p[1], 2) + pow (x[2] - p[2], 2));
    bool inside = tx <= mu * fx;
    assert_at_most (distance - (inside ? 0 : hypot (n0 - fx, mu * n0 - tx)), 1e-7 * size);
  }
}

/// The meaning of a residual for each mode.
static void
test_violation (void)
{
  MbdRow row = { .mode = MBD_MODE_LOCK, .active = true, .limit = 1 };

  g_assert_cmpfloat (mbd_row_violation (&row, -0.2), ==, -0.2);
  row.mode = MBD_MODE_UNILATERAL;
  g_assert_cmpfloat (mbd_row_violation (&row, -0.2), ==, -0.2);
  g_assert_cmpfloat (mbd_row_violation (&row, 0.2), ==, 0);
  row.mode = MBD_MODE_BOX;
  row.multiplier = 1;
  g_assert_cmpfloat (mbd_row_violation (&row, 0.2), ==, 0);
  row.multiplier = 0.5;
  g_assert_cmpfloat (mbd_row_violation (&row, 0.2), ==, 0.2);
  row.mode = MBD_MODE_FREE;
  g_assert_cmpfloat (mbd_row_violation (&row, 0.2), ==, 0);
  row.mode = MBD_MODE_FRICTION;
  g_assert_cmpfloat (mbd_row_violation (&row, 0.2), ==, 0);
  row.mode = MBD_MODE_LOCK;
  row.active = false;
  g_assert_cmpfloat (mbd_row_violation (&row, 0.2), ==, 0);
}

/// x of a point of a body of 2 kg against x of a point of one of 3 kg.
static void
test_inverse_mass (void)
{
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdCouplingDef line = mbd_loop_default (MBD_LOCK_X);
  MbdRow row;

  body.mass = 2;
  design_add_body (design, &body);
  body.mass = 3;
  design_add_body (design, &body);
  line.body_a = 2;
  line.body_b = 1;
  design_add_coupling (design, &line);
  MbdState *state = testing_state (design);
  mbd_state_row (state, 0, &row);
  assert_close (mbd_row_inverse_mass (&row), 1.0 / 2 + 1.0 / 3, 1e-15);
  row.cfm = 0.1;
  assert_close (mbd_row_inverse_mass (&row), 1.0 / 2 + 1.0 / 3 + 0.1, 1e-15);
  const double x[6] = { 1, 0, 0, -1, 0, 0 };
  row.multiplier = 3;
  row.known_term = -1;
  assert_close (mbd_row_residual (&row, x), 1.3, 1e-15);
  testing_state_free (state);
}

/// A spring and damper as a soft row, and back.
static void
test_soft_row (void)
{
  double cfm, erp, k, b;

  mbd_soften (1e5, 1e3, 1e-3, &cfm, &erp);
  assert_close (cfm, 9.0909090909090909e-4, 1e-18);
  assert_close (erp, 0.090909090909090909, 1e-16);
  mbd_harden (cfm, erp, 1e-3, &k, &b);
  assert_close (k, 1e5, 1e-9);
  assert_close (b, 1e3, 1e-11);
  // N v+ + cfm f + erp eps / h = 0 with v+ = v + h f / m: the implicit Euler step of the spring
  const double h = 1e-3, m = 1, gap = -1e-3, v = -0.5;
  double f = -(v + erp * gap / h) / (h / m + cfm);
  assert_close (f, 309.52380952380952, 1e-9);
  assert_close (v + h * f / m, -0.19047619047619047, 1e-12);
}

/// The operators of every row against the dense matrices of the state.
static void
check_operators (Design *design, GRand *rand)
{
  MbdState *state = testing_state (design);
  const int n = mbd_model_velocity_count (mbd_state_model (state));
  const int m = mbd_model_row_count (mbd_state_model (state));
  g_autofree double *G = g_new (double, n *m), *x = g_new (double, n), *y = g_new0 (double, n);
  g_autofree double *gamma = g_new (double, m), *values = g_new (double, 24);
  g_autofree int *columns = g_new (int, 24);
  MbdDiagnosis why;

  assert_ok (mbd_state_solve (state, &why));
  mbd_state_jacobian (state, G, gamma);
  random_vector (rand, n, 1, x);
  for (int i = 0; i < m; i++) {
    MbdRow row, copy;
    mbd_state_row (state, i, &row);
    copy = row;
    g_assert_true (mbd_row_equal (&row, &copy));
    copy.jacobian[0] += 1;
    g_assert_false (mbd_row_equal (&row, &copy));
    assert_close (mbd_row_multiply (&row, x), dot (n, G + i * n, x), 1e-13);
    assert_close (row.known_term, -gamma[i], 0);
    assert_close (row.multiplier, mbd_state_multipliers (state)[i], 0);
    memset (y, 0, sizeof *y * (size_t) n);
    mbd_row_transpose_add (&row, 2, y);
    for (int k = 0; k < n; k++)
      assert_close (y[k], 2 * G[i * n + k], 1e-14);
    // M (M^-1 G') = G'
    memset (y, 0, sizeof *y * (size_t) n);
    mbd_row_apply (&row, 1, y);
    g_autofree double *back = g_new (double, n);
    mbd_state_mass_multiply (state, y, back);
    assert_all_close (n, back, G + i * n, 1e-12);
    int count = mbd_row_put (&row, 0, columns, values);
    memset (y, 0, sizeof *y * (size_t) n);
    for (int k = 0; k < count; k++)
      y[columns[k]] += values[k];
    assert_all_close (n, y, G + i * n, 0);
  }
  testing_state_free (state);
}

static void
test_operators (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (testing_seed (31));

  check_operators (design_fourbar (MBD_PLANAR), rand);
  check_operators (design_fourbar (MBD_SPATIAL), rand);
  check_operators (design_bricard (), rand);
  check_operators (design_hub (12, MBD_PLANAR), rand);
}

/// Wrenches of all sides sum to zero about any point; G' lambda is the sum of generalised forces;
/// satisfied constraints that do not depend on time do no work.
static void
check_duties (Design *design)
{
  MbdState *state = testing_state (design);
  const MbdModel *model = mbd_state_model (state);
  const int n = mbd_model_velocity_count (model);
  g_autofree double *total = g_new0 (double, n), *part = g_new (double, n);
  MbdDiagnosis why;

  assert_ok (mbd_state_assemble (state, NULL, &why));
  assert_ok (mbd_state_assemble_velocities (state, NULL, &why));
  assert_ok (mbd_state_solve (state, &why));
  double scale = 1 + max_norm (mbd_model_row_count (model), mbd_state_multipliers (state));
  double speed = 1 + max_norm (n, mbd_state_velocities (state));
  for (int c = 0; c < mbd_model_coupling_count (model); c++) {
    double force[3] = { 0 }, moment[3] = { 0 }, alpha, beta;
    for (int side = 0; side < mbd_model_coupling_sides (model, c); side++) {
      MbdWrench wrench;
      double turning[3];
      mbd_state_reaction (state, c, side, MBD_AXES_WORLD, &wrench);
      g_assert_cmpint (wrench.axes_body, ==, 0);
      cross (wrench.point, wrench.force, turning);
      for (int k = 0; k < 3; k++) {
        force[k] += wrench.force[k];
        moment[k] += wrench.moment[k] + turning[k];
      }
    }
    assert_at_most (max_norm (3, force), 1e-12 * scale);
    assert_at_most (max_norm (3, moment), 1e-11 * scale);
    assert_at_most (fabs (mbd_state_power (state, c)), 1e-9 * scale * speed);
    mbd_state_generalised_force (state, c, NULL, part);
    for (int k = 0; k < n; k++)
      total[k] += part[k];
    mbd_state_stabilisation_term (state, c, &alpha, &beta, NULL);
    assert_close (alpha, 10, 1e-14);
    assert_close (beta, 10, 1e-14);
  }
  System *system = system_new (state);
  for (int k = 0; k < n; k++) {
    double sum = 0;
    for (int row = 0; row < system->m; row++)
      sum += system->G[row * n + k] * mbd_state_multipliers (state)[row];
    assert_close (total[k], sum, 1e-11 * scale);
  }
  system_free (system);
  testing_state_free (state);
}

static void
test_duties (void)
{
  check_duties (design_fourbar (MBD_PLANAR));
  check_duties (design_slider_crank (MBD_PLANAR, 0.7, 3));
  check_duties (design_slider_crank (MBD_SPATIAL, 0.7, 3));
  check_duties (design_bricard ());
  const double angles[2] = { 1, 0.5 }, rates[2] = { 2, -1 };
  check_duties (design_perpendicular_pendulum (angles, rates));
}

/// A weld holds a body against any load: the reaction is the load with the opposite sign.
static void
test_weld_against_load (void)
{
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdCouplingDef weld = mbd_loop_default (MBD_LOOP_WELD);
  MbdForceDef load = mbd_load_default ();
  const double force[3] = { 1, 2, 3 }, torque[3] = { 20, 30, 40 };
  MbdWrench wrench;
  MbdDiagnosis why;

  design->gravity[1] = 0;
  body.mobility = MBD_SPATIAL;
  load.body_b = weld.body_b = design_add_body (design, &body);
  memcpy (load.force, force, sizeof force);
  memcpy (load.torque, torque, sizeof torque);
  design_add_coupling (design, &weld);
  design_add_force (design, &load);
  MbdState *state = testing_state (design);
  assert_ok (mbd_state_solve (state, &why));
  mbd_state_reaction (state, 0, 1, MBD_AXES_WORLD, &wrench);
  for (int k = 0; k < 3; k++) {
    assert_close (wrench.force[k], -force[k], 1e-12);
    assert_close (wrench.moment[k], -torque[k], 1e-12);
  }
  testing_state_free (state);
}

/// A compliant row equals the spring and damper of the same numbers, exactly.
static void
test_compliance (void)
{
  MbdDiagnosis why;
  Design *soft = design_pendulum (MBD_PLANAR), *sprung = design_pendulum (MBD_PLANAR);
  MbdForceDef spring = mbd_spring_default ();
  const MbdCouplingDef *rod = &sprung->couplings[0];

  spring.body_a = rod->body_a;
  spring.body_b = rod->body_b;
  memcpy (spring.point_a, rod->frame_a.point, sizeof spring.point_a);
  memcpy (spring.point_b, rod->frame_b.point, sizeof spring.point_b);
  spring.stiffness = 300;
  spring.damping = 4;
  spring.free_length = rod->length;
  design_add_force (sprung, &spring);
  sprung->couplings[0].enabled = false;
  soft->couplings[0].compliant = true;
  soft->couplings[0].stiffness = 300;
  soft->couplings[0].damping = 4;

  MbdState *states[] = { testing_state (soft), testing_state (sprung) };
  for (int i = 0; i < 2; i++) {
    MbdIntegratorSettings settings = mbd_integrator_default ();
    settings.accuracy = 1e-11;
    MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (states[i]), &settings);
    assert_ok (mbd_integrator_start (integrator, states[i], &why));
    assert_ok (mbd_integrator_advance (integrator, 1.3, states[i], &why));
    assert_ok (mbd_state_solve (states[i], &why));
    mbd_integrator_free (integrator);
  }
  const int n = mbd_model_velocity_count (mbd_state_model (states[0]));
  double length, rate, tension;
  assert_all_close (n, mbd_state_positions (states[0]), mbd_state_positions (states[1]), 1e-9);
  assert_all_close (n, mbd_state_accelerations (states[0]), mbd_state_accelerations (states[1]),
                    1e-6);
  mbd_state_spring (states[1], 0, &length, &rate, &tension);
  assert_close (mbd_state_tension (states[0], 0), tension, 1e-6);
  g_assert_cmpint (mbd_state_row_role (states[0], 0), ==, MBD_ROW_COMPLIANT);
  assert_status (mbd_state_set_compliance (states[0], 0, -1, true, -1, 0),
                 MBD_STATUS_NEGATIVE_CONSTANT);
  assert_status (mbd_state_set_compliance (states[0], 0, -1, true, 1, NAN),
                 MBD_STATUS_NEGATIVE_CONSTANT);
  testing_state_free (states[0]);
  testing_state_free (states[1]);
}

/// Numbers of a coupling may change while it moves; ids, bodies and kind may not.
static void
test_change (void)
{
  Design *design = design_pendulum (MBD_PLANAR);
  design->bodies[0].velocity[1] = 2;
  MbdState *state = testing_state (design);
  MbdCouplingDef rod = *mbd_state_coupling (state, 0);
  MbdDiagnosis why;
  double gap;

  mbd_state_gap (state, 0, &gap, NULL);
  assert_close (gap, 0, 1e-15);
  rod.length = 1.5;
  assert_ok (mbd_state_change_coupling (state, 0, &rod, &why));
  mbd_state_gap (state, 0, &gap, NULL);
  assert_close (gap, -0.5, 1e-15);
  assert_ok (mbd_state_assemble (state, NULL, &why));
  const double *q = mbd_state_positions (state);
  assert_close (hypot (q[0], q[1]), 1.5, 1e-12);

  // A copy has the change; the model and new states do not.
  MbdState *copy = mbd_state_new (mbd_state_model (state));
  mbd_state_gap (copy, 0, &gap, NULL);
  assert_close (gap, 0, 1e-15);
  assert_ok (mbd_state_copy_couplings (copy, state));
  mbd_state_copy (copy, state);
  mbd_state_gap (copy, 0, &gap, NULL);
  assert_close (gap, 0, 1e-12);
  mbd_state_reset_couplings (copy);
  mbd_state_gap (copy, 0, &gap, NULL);
  assert_close (gap, 0.5, 1e-12);
  mbd_state_free (copy);

  rod.length = 0;
  assert_status (mbd_state_change_coupling (state, 0, &rod, &why), MBD_STATUS_ZERO_LENGTH);
  rod.length = 1;
  rod.body_a = 1;
  assert_status (mbd_state_change_coupling (state, 0, &rod, &why), MBD_STATUS_SAME_BODY);
  rod = *mbd_state_coupling (state, 0);
  rod.id++;
  assert_status (mbd_state_change_coupling (state, 0, &rod, &why), MBD_STATUS_NOT_AT_RUN_TIME);
  assert_close (mbd_state_coupling (state, 0)->length, 1.5, 0);
  // Disabled: the geometry is still available, the tension is 0 whatever was stored.
  assert_ok (mbd_state_solve (state, &why));
  g_assert_true (mbd_state_tension (state, 0) != 0);
  mbd_state_set_enabled (state, 0, false);
  g_assert_cmpfloat (mbd_state_tension (state, 0), ==, 0);
  mbd_state_gap (state, 0, &gap, NULL);
  assert_close (gap, 0, 1e-12);
  testing_state_free (state);
}

/// The term of stabilisation is available while it is off: T = 0.1 and a velocity error of 1 give
/// -20.
static void
test_stabilisation_term (void)
{
  Design *design = design_new ();
  MbdBodyDef box = mbd_body_default ();
  MbdCouplingDef contact = mbd_point_contact_default ();
  double alpha, beta, term[2], position[2], velocity[2];
  const double v[3] = { 1, 0, 0 };

  contact.body_b = design_add_body (design, &box);
  contact.frame_b.point[0] = -0.5;
  contact.normal_count = 2;
  contact.stabilisation = MBD_STABILISATION_NONE;
  contact.time_constant = 0.1;
  design_add_coupling (design, &contact);
  MbdState *state = testing_state (design);
  mbd_state_set (state, 0, NULL, v);
  mbd_state_stabilisation_term (state, 0, &alpha, &beta, term);
  mbd_state_errors (state, position, velocity, NULL);
  assert_close (alpha, 10, 1e-14);
  assert_close (beta, 10, 1e-14);
  for (int i = 0; i < 2; i++) {
    assert_close (position[i], 0, 0);
    assert_close (velocity[i], i == 0 ? 0 : 1, 1e-15);
    assert_close (term[i], -20 * velocity[i], 1e-13);
  }
  testing_state_free (state);
}

/// Above its level a row shows no error, and neither assembly nor stabilisation affects it.
static void
test_levels (void)
{
  MbdDiagnosis why;
  double position, velocity, term, alpha, beta;

  for (int level = 0; level < 3; level++) {
    Design *design = design_pendulum (MBD_PLANAR);
    design->bodies[0].position[0] -= 0.25;
    design->bodies[0].velocity[0] = -0.5;
    MbdState *state = testing_state (design);
    mbd_state_set_level (state, 0, -1, (MbdLevel) level);
    g_assert_cmpint (mbd_state_level (state, 0, 0), ==, level);
    mbd_state_errors (state, &position, &velocity, NULL);
    assert_close (position, level == 0 ? 0.25 : 0, 1e-15);
    assert_close (velocity, level <= 1 ? 0.5 : 0, 1e-15);
    mbd_state_stabilisation_term (state, 0, &alpha, &beta, &term);
    assert_close (term, -2 * alpha * velocity - alpha * alpha * position, 1e-12);
    assert_ok (mbd_state_assemble (state, NULL, &why));
    assert_ok (mbd_state_assemble_velocities (state, NULL, &why));
    assert_close (mbd_state_positions (state)[0], level == 0 ? -1 : -1.25, 1e-12);
    assert_close (mbd_state_velocities (state)[0], level <= 1 ? 0 : -0.5, 1e-12);
    // The acceleration level is active in all.
    assert_ok (mbd_state_solve (state, &why));
    double acceleration;
    mbd_state_errors (state, NULL, NULL, &acceleration);
    assert_close (acceleration, 0, 1e-12);
    testing_state_free (state);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/row/activity", test_activity);
  g_test_add_func ("/row/admissible", test_admissible);
  g_test_add_func ("/row/cone", test_cone);
  g_test_add_func ("/row/cone-is-nearest", test_cone_is_nearest);
  g_test_add_func ("/row/violation", test_violation);
  g_test_add_func ("/row/inverse-mass", test_inverse_mass);
  g_test_add_func ("/row/soft", test_soft_row);
  g_test_add_func ("/row/operators", test_operators);
  g_test_add_func ("/row/duties", test_duties);
  g_test_add_func ("/row/weld-against-load", test_weld_against_load);
  g_test_add_func ("/row/compliance", test_compliance);
  g_test_add_func ("/row/change", test_change);
  g_test_add_func ("/row/stabilisation-term", test_stabilisation_term);
  g_test_add_func ("/row/levels", test_levels);
  return g_test_run ();
}
