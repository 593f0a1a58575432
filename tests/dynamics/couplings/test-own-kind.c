// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A custom kind of coupling, docs/examples/point-on-circle.c, used at run time: its functions
// against differences, and motions that equal those with kinds of the engine.

#include "testing-seed.h"
#include "testing.h"

#include "mbd-coupling-class.h"

const MbdCouplingClass *point_on_circle_class (void);

static MbdCouplingDef
circle_of (double radius)
{
  MbdCouplingDef def = mbd_coupling_default (point_on_circle_class ());

  def.parameters[0] = radius;
  return def;
}

/// Computes errors and their rates when the pose of the state is moved along v for a time.
static void
errors_later (MbdState *state,
              const double *q,
              const double *v,
              double t,
              double *eps,
              double *rate)
{
  const MbdModel *model = mbd_state_model (state);
  double moved[14];

  move_along (model, q, v, t, moved);
  mbd_state_set (state, t, moved, v);
  mbd_state_errors (state, eps, rate, NULL);
}

/// Cdot is the derivative of C, and gamma minus the derivative of Cdot with constant velocities.
static void
check_derivatives (MbdState *state)
{
  static const double weights[3] = { 45 / 60.0, -9 / 60.0, 1 / 60.0 };
  const MbdModel *model = mbd_state_model (state);
  const double step = 1e-3;
  int rows = mbd_model_row_count (model);
  double q[14], v[12], gamma[2], rate[2], slope[2] = { 0 }, second[2] = { 0 };

  memcpy (q, mbd_state_positions (state), (size_t) mbd_model_position_count (model) * sizeof *q);
  memcpy (v, mbd_state_velocities (state), (size_t) mbd_model_velocity_count (model) * sizeof *v);
  mbd_state_jacobian (state, NULL, gamma);
  mbd_state_errors (state, NULL, rate, NULL);
  for (int k = 0; k < 3; k++) {
    double before[2][2], after[2][2];

    errors_later (state, q, v, -(k + 1) * step, before[0], before[1]);
    errors_later (state, q, v, (k + 1) * step, after[0], after[1]);
    for (int r = 0; r < rows; r++) {
      slope[r] += weights[k] * (after[0][r] - before[0][r]) / step;
      second[r] += weights[k] * (after[1][r] - before[1][r]) / step;
    }
  }
  for (int r = 0; r < rows; r++) {
    assert_close (rate[r], slope[r], 1e-10);
    assert_close (gamma[r], -second[r], 1e-10);
  }
}

/// Creates two bodies in random motion, or one and the ground.
static MbdState *
random_circle (GRand *rand, MbdMobility a, MbdMobility b)
{
  const MbdMobility mobilities[2] = { a, b };
  const bool in_plane = a != MBD_SPATIAL && b != MBD_SPATIAL;
  Design *design = design_new ();
  MbdCouplingDef def = circle_of (0.8);
  MbdFrame *frames[2] = { &def.frame_a, &def.frame_b };

  for (int i = 0; i < 2; i++) {
    MbdBodyDef body = mbd_body_default ();

    body.mobility = mobilities[i];
    random_vector (rand, 3, 1, body.position);
    random_vector (rand, 3, 1, body.centre_of_mass);
    random_vector (rand, 3, 1, body.velocity);
    random_vector (rand, 3, 1, body.angular_velocity);
    random_vector (rand, 3, 1, frames[i]->point);
    if (!in_plane)
      random_quaternion (rand, frames[i]->quaternion);
    if (body.mobility == MBD_SPATIAL)
      random_quaternion (rand, body.quaternion);
    else
      body.angle = random_in (rand, -3, 3);
    design_add_body (design, &body);
  }
  def.body_a = 1;
  def.body_b = 2;
  design_add_coupling (design, &def);
  return testing_state (design);
}

static void
test_derivatives (void)
{
  static const MbdMobility pairs[][2] = {
    { MBD_PLANAR, MBD_PLANAR },   { MBD_FIXED, MBD_PLANAR },   { MBD_PLANAR, MBD_FIXED },
    { MBD_SPATIAL, MBD_SPATIAL }, { MBD_FIXED, MBD_SPATIAL },  { MBD_SPATIAL, MBD_FIXED },
    { MBD_PLANAR, MBD_SPATIAL },  { MBD_SPATIAL, MBD_PLANAR },
  };
  GRand *rand = g_rand_new_with_seed (testing_seed (1));

  for (size_t pair = 0; pair < G_N_ELEMENTS (pairs); pair++)
    for (int round = 0; round < 20; round++) {
      MbdState *state = random_circle (rand, pairs[pair][0], pairs[pair][1]);

      g_assert_cmpint (mbd_model_row_count (mbd_state_model (state)), ==, pair < 3 ? 1 : 2);
      check_derivatives (state);
      testing_state_free (state);
    }
  g_rand_free (rand);
}

/// Creates a bar of 1 kg with its end on a circle of 0.8 m, whose plane is tilted in space, or on
/// an equivalent coupling.
static MbdState *
bar_on (MbdMobility mobility, const MbdCouplingDef *given)
{
  Design *design = design_new ();
  MbdBodyDef bar = mbd_body_default ();
  MbdCouplingDef def = *given;
  double spin[4];

  bar.mobility = mobility;
  for (int i = 0; i < 3; i++)
    bar.inertia[i] = 0.1 * (i + 2);
  bar.angular_velocity[2] = 2;
  def.frame_a.point[0] = 0.3;
  def.frame_b.point[0] = -0.4;
  if (mobility == MBD_SPATIAL)
    quaternion_from_vector ((double[]){ 0.5, -0.3, 0.2 }, def.frame_a.quaternion);
  // The end of the bar lies on the circle, along x of its frame.
  memcpy (spin, def.frame_a.quaternion, sizeof spin);
  quaternion_turn (spin, (double[]){ 0.8, 0, 0 }, bar.position);
  bar.position[0] += 0.3 + 0.4;
  def.body_b = design_add_body (design, &bar);
  design_add_coupling (design, &def);
  return testing_state (design);
}

/// Both move identically for 2 s, with the same energy and the same force.
static void
check_same_motion (MbdMobility mobility, const MbdCouplingDef *other)
{
  const MbdCouplingDef circle = circle_of (0.8);
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdIntegrator *integrators[2];
  MbdState *states[2] = { bar_on (mobility, &circle), bar_on (mobility, other) };
  MbdEnergy start[2], now;
  double error[2];

  settings.accuracy = 1e-11;
  for (int i = 0; i < 2; i++) {
    integrators[i] = mbd_integrator_new (mbd_state_model (states[i]), &settings);
    assert_ok (mbd_state_assemble (states[i], NULL, NULL));
    assert_ok (mbd_state_assemble_velocities (states[i], NULL, NULL));
    assert_ok (mbd_integrator_start (integrators[i], states[i], NULL));
    mbd_state_energy (states[i], &start[i]);
  }
  for (int k = 1; k <= 20; k++) {
    MbdWrench wrench[2];

    for (int i = 0; i < 2; i++) {
      assert_ok (mbd_integrator_advance (integrators[i], 0.1 * k, states[i], NULL));
      assert_ok (mbd_state_solve (states[i], NULL));
      mbd_state_energy (states[i], &now);
      assert_close (now.total, start[i].total, 1e-9);
      mbd_state_reaction (states[i], 0, 1, MBD_AXES_WORLD, &wrench[i]);
      mbd_state_errors (states[i], error, NULL, NULL);
      assert_close (error[0], 0, 1e-11);
    }
    assert_all_close (mbd_model_position_count (mbd_state_model (states[0])),
                      mbd_state_positions (states[0]), mbd_state_positions (states[1]), 1e-8);
    assert_all_close (3, wrench[0].force, wrench[1].force, 1e-6);
  }
  // It has moved.
  g_assert_cmpfloat (fabs (now.kinetic - start[1].kinetic), >, 0.1);
  for (int i = 0; i < 2; i++) {
    mbd_integrator_free (integrators[i]);
    testing_state_free (states[i]);
  }
}

static void
test_motion_in_plane (void)
{
  MbdCouplingDef rod = mbd_rod_default ();

  rod.length = 0.8;
  check_same_motion (MBD_PLANAR, &rod);
}

static void
test_motion_in_space (void)
{
  MbdCouplingDef rod = mbd_revolute_spherical_default (0.8);

  check_same_motion (MBD_SPATIAL, &rod);
}

static void
test_assembly (void)
{
  // From off the circle onto it; a second assembly moves nothing.
  const MbdCouplingDef circle = circle_of (0.5);
  MbdState *state = bar_on (MBD_SPATIAL, &circle);
  double errors[2], q[7];

  mbd_state_errors (state, errors, NULL, NULL);
  g_assert_cmpfloat (fabs (errors[0]), >, 0.1);
  assert_ok (mbd_state_assemble (state, NULL, NULL));
  mbd_state_errors (state, errors, NULL, NULL);
  assert_close (errors[0], 0, 1e-12);
  assert_close (errors[1], 0, 1e-12);
  memcpy (q, mbd_state_positions (state), sizeof q);
  assert_ok (mbd_state_assemble (state, NULL, NULL));
  assert_identical (7, mbd_state_positions (state), q);
  testing_state_free (state);
}

static void
test_refusals (void)
{
  static const double bad[] = { 0, -1, NAN, INFINITY };
  MbdMechanism *mechanism = mbd_mechanism_new ();
  MbdDiagnosis why = { 0 };

  for (int i = 0; i < 4; i++) {
    MbdCouplingDef def = circle_of (bad[i]);

    def.id = 3;
    def.body_b = 1;
    assert_status (mbd_mechanism_add_coupling (mechanism, &def, &why),
                   i < 2 ? MBD_STATUS_BAD_PARAMETER : MBD_STATUS_NOT_FINITE);
    g_assert_cmpint (why.id, ==, 3);
  }
  mbd_mechanism_free (mechanism);
}

/// Checks that a coupling of this kind is rejected, whatever its other fields are.
static void
check_incomplete (const MbdCouplingClass *class_)
{
  MbdMechanism *mechanism = mbd_mechanism_new ();
  MbdCouplingDef def = mbd_coupling_default (class_);
  MbdDiagnosis why = { 0 };

  def.id = 3;
  def.body_b = 1;
  def.parameters[0] = 1;
  assert_status (mbd_mechanism_add_coupling (mechanism, &def, &why), MBD_STATUS_BAD_KIND);
  g_assert_cmpint (why.id, ==, 3);
  mbd_mechanism_free (mechanism);
}

static void
test_incomplete (void)
{
  MbdCouplingClass table;

#define CHECK_WITHOUT(field)                                                                       \
  table = *point_on_circle_class ();                                                               \
  table.field = 0;                                                                                 \
  check_incomplete (&table)

  CHECK_WITHOUT (name);
  CHECK_WITHOUT (check);
  CHECK_WITHOUT (variant);
  CHECK_WITHOUT (rows);
  CHECK_WITHOUT (row_is_length);
  CHECK_WITHOUT (bind);
  CHECK_WITHOUT (plane_rows);
  CHECK_WITHOUT (space_rows);
  CHECK_WITHOUT (plane_errors);
  CHECK_WITHOUT (space_errors);
#undef CHECK_WITHOUT
  table = *point_on_circle_class ();
  table.parameter_size[1] += 4;
  check_incomplete (&table);
  check_incomplete (NULL);
}

/* Rows ------------------------------------------------------------------------------------- */

/// Rows of a kind that holds the velocity of one point against another along as many directions as
/// the variant specifies, all of them different.
static int
fan_rows (unsigned variant, MbdSpace space)
{
  return (int) variant - 10;
}

static unsigned
fan_variant (const MbdCouplingDef *def, MbdSpace space)
{
  return (unsigned) (def->parameters[0] + 10);
}

static MbdStatus
fan_check (const MbdCouplingDef *def, MbdDiagnosis *why)
{
  return MBD_STATUS_OK;
}

static bool
fan_row_is_length (unsigned variant, MbdSpace space, int row)
{
  return true;
}

static void
fan_bind (const MbdBinding *binding, void *parameters)
{
}

static void
fan_of_columns (const MbdBatch *batch, int columns, double *G, double *gamma)
{
  for (int k = 0; k < batch->count; k++)
    for (int side = 0; side < 2; side++)
      for (int r = 0; r < batch->rows; r++, G += columns) {
        memset (G, 0, (size_t) columns * sizeof *G);
        G[0] = (side == 0 ? -1 : 1) * cos (r);
        G[1] = (side == 0 ? -1 : 1) * sin (r);
      }
  memset (gamma, 0, (size_t) (batch->count * batch->rows) * sizeof *gamma);
}

static void
fan_plane_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  fan_of_columns (batch, 3, G, gamma);
}

static void
fan_space_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  fan_of_columns (batch, 6, G, gamma);
}

static void
fan_errors (const MbdBatch *batch, const MbdPose *pose, double *eps)
{
  memset (eps, 0, (size_t) (batch->count * batch->rows) * sizeof *eps);
}

/// Six rows work; more than six and negative numbers are rejected with the coupling named, between
/// any bodies.
static void
test_rows (void)
{
  static const MbdCouplingClass fan_class = {
    .name = "fan",
    .check = fan_check,
    .variant = fan_variant,
    .rows = fan_rows,
    .row_is_length = fan_row_is_length,
    .bind = fan_bind,
    .plane_rows = fan_plane_rows,
    .space_rows = fan_space_rows,
    .plane_errors = fan_errors,
    .space_errors = fan_errors,
  };
  static const int counts[] = { 1, 5, 6, 7, 8, 9, 40, -1 };
  static const MbdMobility mobilities[] = { MBD_PLANAR, MBD_SPATIAL, MBD_FIXED };

  for (int i = 0; i < (int) G_N_ELEMENTS (counts) * 3 * 2; i++) {
    const int rows = counts[i / 6];
    const MbdMobility mobility = mobilities[i / 2 % 3];
    Design *design = design_new ();
    MbdCouplingDef fan = mbd_coupling_default (&fan_class);
    MbdBodyDef body = mbd_body_default ();
    MbdDiagnosis why = { 0 };
    MbdModel *model = NULL;

    body.mobility = mobility;
    fan.parameters[0] = rows;
    fan.body_b = design_add_body (design, &body);
    design_add_coupling (design, &fan);
    fan.body_a = fan.body_b;
    fan.body_b = design_add_body (design, &body);
    design_add_coupling (design, &fan);
    if (i % 2 == 1)
      design_reverse (design);
    MbdMechanism *mechanism = design_mechanism (design);
    const MbdStatus status = mbd_model_compile (mechanism, &model, &why);
    if (rows < 0 || rows > 6) {
      g_assert_cmpint (status, ==, MBD_STATUS_TOO_MANY_ROWS);
      g_assert_cmpint (why.element, ==, MBD_ELEMENT_COUPLING);
      g_assert_cmpint (why.id, ==, i % 2 == 1 ? 2 : 1);
    } else {
      g_assert_cmpint (status, ==, MBD_STATUS_OK);
      MbdState *state = mbd_state_new (model);
      assert_ok (mbd_state_solve (state, NULL));
      if (mobility != MBD_FIXED && rows > 1)
        assert_close (max_norm (2, mbd_state_accelerations (state)), 0, 1e-9);
      mbd_state_free (state);
    }
    mbd_model_unref (model);
    mbd_mechanism_free (mechanism);
    design_free (design);
  }
}

static void
test_names (void)
{
  const MbdCouplingDef circle = circle_of (0.8);
  MbdState *state = bar_on (MBD_SPATIAL, &circle);
  const MbdModel *model = mbd_state_model (state);

  g_assert_true (mbd_model_coupling_class (model, 0) == point_on_circle_class ());
  g_assert_cmpstr (mbd_model_row_name (model, 0), ==, "radius");
  g_assert_cmpstr (mbd_model_row_name (model, 1), ==, "plane");
  testing_state_free (state);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/own-kind/derivatives", test_derivatives);
  g_test_add_func ("/own-kind/motion-in-plane", test_motion_in_plane);
  g_test_add_func ("/own-kind/motion-in-space", test_motion_in_space);
  g_test_add_func ("/own-kind/assembly", test_assembly);
  g_test_add_func ("/own-kind/refusals", test_refusals);
  g_test_add_func ("/own-kind/incomplete", test_incomplete);
  g_test_add_func ("/own-kind/names", test_names);
  g_test_add_func ("/own-kind/rows", test_rows);
  return g_test_run ();
}
