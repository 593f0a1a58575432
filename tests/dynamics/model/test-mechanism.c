// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Definitions and the compiled model: every bad definition is rejected with the right status and
// the id of the element, and leaves the mechanism unchanged; the model's indices and sizes.

#include "testing.h"

/// Bodies 1 (planar, "one") and 2 (planar), coupling 1 (pin, "pin"), force 1 (spring, "spring").
static MbdMechanism *
base_mechanism (void)
{
  MbdMechanism *mechanism = mbd_mechanism_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN);
  MbdForceDef spring = mbd_spring_default ();

  body.id = 1;
  body.name = "one";
  assert_ok (mbd_mechanism_add_body (mechanism, &body, NULL));
  body.id = 2;
  body.name = NULL;
  assert_ok (mbd_mechanism_add_body (mechanism, &body, NULL));
  pin.id = 1;
  pin.name = "pin";
  pin.body_b = 1;
  assert_ok (mbd_mechanism_add_coupling (mechanism, &pin, NULL));
  spring.id = 1;
  spring.name = "spring";
  spring.body_a = 1;
  spring.body_b = 2;
  assert_ok (mbd_mechanism_add_force (mechanism, &spring, NULL));
  return mechanism;
}

/// Checks that `why` refers to this element, whether adding or compiling was refused. A mechanism
/// whose element was refused on adding compiles as before.
static void
check_refusal (MbdMechanism *mechanism,
               MbdStatus status,
               MbdDiagnosis why,
               MbdStatus expected,
               MbdElement element,
               int id)
{
  MbdModel *model = NULL;
  bool refused_on_adding = status != MBD_STATUS_OK;

  if (!refused_on_adding) {
    status = mbd_model_compile (mechanism, &model, &why);
    g_assert_null (model);
  }
  assert_status (status, expected);
  g_assert_cmpint (why.code, ==, expected);
  g_assert_cmpint (why.element, ==, element);
  g_assert_cmpint (why.id, ==, id);

  if (refused_on_adding) {
    assert_ok (mbd_model_compile (mechanism, &model, &why));
    g_assert_cmpint (mbd_model_body_count (model), ==, 3);
    g_assert_cmpint (mbd_model_coupling_count (model), ==, 1);
    g_assert_cmpint (mbd_model_force_count (model), ==, 1);
    mbd_model_unref (model);
  }
  mbd_mechanism_free (mechanism);
}

static void
refuse_body (const MbdBodyDef *def, MbdStatus expected)
{
  MbdMechanism *mechanism = base_mechanism ();
  MbdDiagnosis why = { 0 };
  MbdStatus status = mbd_mechanism_add_body (mechanism, def, &why);

  check_refusal (mechanism, status, why, expected, MBD_ELEMENT_BODY, def->id);
}

static void
refuse_coupling (const MbdCouplingDef *def, MbdStatus expected)
{
  MbdMechanism *mechanism = base_mechanism ();
  MbdDiagnosis why = { 0 };
  MbdStatus status = mbd_mechanism_add_coupling (mechanism, def, &why);

  check_refusal (mechanism, status, why, expected, MBD_ELEMENT_COUPLING, def->id);
}

static void
refuse_force (const MbdForceDef *def, MbdStatus expected)
{
  MbdMechanism *mechanism = base_mechanism ();
  MbdDiagnosis why = { 0 };
  MbdStatus status = mbd_mechanism_add_force (mechanism, def, &why);

  check_refusal (mechanism, status, why, expected, MBD_ELEMENT_FORCE, def->id);
}

static MbdBodyDef
new_body (MbdMobility mobility)
{
  MbdBodyDef def = mbd_body_default ();

  def.id = 7;
  def.mobility = mobility;
  return def;
}

static MbdCouplingDef
new_pin (void)
{
  MbdCouplingDef def = mbd_loop_default (MBD_LOOP_PIN);

  def.id = 7;
  def.body_a = 1;
  def.body_b = 2;
  return def;
}

static MbdCouplingDef
new_rod (void)
{
  MbdCouplingDef def = mbd_rod_default ();

  def.id = 7;
  def.body_a = 1;
  def.body_b = 2;
  return def;
}

static MbdForceDef
new_spring (void)
{
  MbdForceDef def = mbd_spring_default ();

  def.id = 7;
  def.body_a = 1;
  def.body_b = 2;
  return def;
}

static void
test_bad_bodies (void)
{
  MbdBodyDef def = new_body (MBD_PLANAR);

  def.id = MBD_GROUND;
  refuse_body (&def, MBD_STATUS_DUPLICATE_ID);
  def.id = 2;
  refuse_body (&def, MBD_STATUS_DUPLICATE_ID);
  def = new_body (MBD_PLANAR);
  def.name = "one";
  refuse_body (&def, MBD_STATUS_DUPLICATE_NAME);
  def = new_body (MBD_PLANAR);
  def.mass = -1;
  refuse_body (&def, MBD_STATUS_NEGATIVE_MASS);
  def = new_body (MBD_PLANAR);
  def.inertia[2] = -1e-3;
  refuse_body (&def, MBD_STATUS_NEGATIVE_MASS);
  def = new_body (MBD_SPATIAL);
  def.inertia[0] = -1;
  refuse_body (&def, MBD_STATUS_NEGATIVE_MASS);

  // One principal moment above the sum of the others; then the same turned by 45 degrees about z.
  def = new_body (MBD_SPATIAL);
  def.inertia[2] = 2.001;
  refuse_body (&def, MBD_STATUS_BAD_INERTIA);
  const double turned[6] = { 1.1, 1.1, 1, 1.09, 0, 0 };
  memcpy (def.inertia, turned, sizeof turned);
  refuse_body (&def, MBD_STATUS_BAD_INERTIA);
  // Indefinite although its diagonal is positive.
  const double indefinite[6] = { 1, 1, 1, 1.5, 0, 0 };
  memcpy (def.inertia, indefinite, sizeof indefinite);
  refuse_body (&def, MBD_STATUS_BAD_INERTIA);

  def = new_body (MBD_SPATIAL);
  def.quaternion[0] = 1.1;
  refuse_body (&def, MBD_STATUS_BAD_FRAME);
  memset (def.quaternion, 0, sizeof def.quaternion);
  refuse_body (&def, MBD_STATUS_BAD_FRAME);
  def = new_body (MBD_PLANAR);
  def.quaternion[0] = 0.8;
  def.quaternion[1] = 0.6;
  refuse_body (&def, MBD_STATUS_FRAME_TILTED);
}

static void
test_not_finite_bodies (void)
{
  static const double bad[] = { NAN, INFINITY, -INFINITY };

  for (int b = 0; b < 3; b++)
    for (int field = 0; field < 8; field++) {
      MbdBodyDef def = new_body (MBD_SPATIAL);
      double *fields[8] = {
        &def.mass,          &def.inertia[4], &def.centre_of_mass[1], &def.position[2],
        &def.quaternion[3], &def.angle,      &def.velocity[0],       &def.angular_velocity[1],
      };

      *fields[field] = bad[b];
      refuse_body (&def, MBD_STATUS_NOT_FINITE);
    }
}

static void
test_good_bodies (void)
{
  // The limit of the triangle inequality (a thin rod, a thin disc) is a valid body.
  static const double inertias[][6] = { { 0.1, 1, 1, 0, 0, 0 }, { 1, 1, 2, 0, 0, 0 } };

  for (int i = 0; i < 2; i++) {
    MbdMechanism *mechanism = base_mechanism ();
    MbdBodyDef def = new_body (MBD_SPATIAL);
    MbdModel *model = NULL;

    memcpy (def.inertia, inertias[i], sizeof def.inertia);
    assert_ok (mbd_mechanism_add_body (mechanism, &def, NULL));
    assert_ok (mbd_model_compile (mechanism, &model, NULL));
    mbd_model_unref (model);
    mbd_mechanism_free (mechanism);
  }
}

static void
test_bad_couplings (void)
{
  MbdCouplingDef def = new_pin ();

  def.id = 1;
  refuse_coupling (&def, MBD_STATUS_DUPLICATE_ID);
  def = new_pin ();
  def.name = "pin";
  refuse_coupling (&def, MBD_STATUS_DUPLICATE_NAME);
  def = new_pin ();
  def.body_a = 99;
  refuse_coupling (&def, MBD_STATUS_UNKNOWN_BODY);
  def = new_pin ();
  def.body_b = -1;
  refuse_coupling (&def, MBD_STATUS_UNKNOWN_BODY);
  def = new_pin ();
  def.body_a = 2;
  refuse_coupling (&def, MBD_STATUS_SAME_BODY);
  def.body_a = def.body_b = MBD_GROUND;
  refuse_coupling (&def, MBD_STATUS_SAME_BODY);
  def = new_pin ();
  def.frame_a.quaternion[0] = 0.5;
  refuse_coupling (&def, MBD_STATUS_BAD_FRAME);
  def = new_pin ();
  memset (def.frame_b.quaternion, 0, sizeof def.frame_b.quaternion);
  refuse_coupling (&def, MBD_STATUS_BAD_FRAME);
  def = new_pin ();
  def.frame_b = design_frame (0, 0, 0, 0);
  refuse_coupling (&def, MBD_STATUS_FRAME_TILTED);
  def = new_pin ();
  def.locked = 0;
  refuse_coupling (&def, MBD_STATUS_BAD_AXES);
  def.locked = 1u << 6 | MBD_LOCK_X;
  refuse_coupling (&def, MBD_STATUS_BAD_AXES);

  def = new_rod ();
  def.length = 0;
  refuse_coupling (&def, MBD_STATUS_ZERO_LENGTH);
  def.length = -1;
  refuse_coupling (&def, MBD_STATUS_ZERO_LENGTH);
  def.length = -0.0;
  refuse_coupling (&def, MBD_STATUS_ZERO_LENGTH);

  static const double bad_constants[] = { 0, -0.1, NAN, INFINITY };
  for (int i = 0; i < 4; i++) {
    def = new_pin ();
    def.stabilisation = MBD_STABILISATION_BAUMGARTE;
    def.time_constant = bad_constants[i];
    refuse_coupling (&def, MBD_STATUS_BAD_TIME_CONSTANT);
  }
}

static void
test_not_finite_couplings (void)
{
  static const double bad[] = { NAN, INFINITY, -INFINITY };

  for (int b = 0; b < 3; b++)
    for (int field = 0; field < 5; field++) {
      MbdCouplingDef def = field < 4 ? new_pin () : new_rod ();
      double *fields[5] = {
        &def.frame_a.point[0],      &def.frame_b.point[2], &def.frame_a.quaternion[1],
        &def.frame_b.quaternion[0], &def.length,
      };

      *fields[field] = bad[b];
      refuse_coupling (&def, MBD_STATUS_NOT_FINITE);
    }
}

static void
test_bad_forces (void)
{
  static const double bad[] = { NAN, INFINITY, -INFINITY };
  MbdForceDef def = new_spring ();

  def.id = 1;
  refuse_force (&def, MBD_STATUS_DUPLICATE_ID);
  def = new_spring ();
  def.name = "spring";
  refuse_force (&def, MBD_STATUS_DUPLICATE_NAME);
  def = new_spring ();
  def.body_a = 99;
  refuse_force (&def, MBD_STATUS_UNKNOWN_BODY);
  def = new_spring ();
  def.body_a = 2;
  refuse_force (&def, MBD_STATUS_SAME_BODY);
  def = mbd_load_default ();
  def.id = 7;
  def.body_b = 99;
  refuse_force (&def, MBD_STATUS_UNKNOWN_BODY);

  for (int field = 0; field < 3; field++) {
    def = new_spring ();
    *(double *[]){ &def.stiffness, &def.damping, &def.free_length }[field] = -1;
    refuse_force (&def, field < 2 ? MBD_STATUS_NEGATIVE_CONSTANT : MBD_STATUS_BAD_PARAMETER);
  }
  for (int b = 0; b < 3; b++)
    for (int field = 0; field < 7; field++) {
      def = new_spring ();
      double *fields[7] = {
        &def.stiffness,  &def.damping,  &def.free_length, &def.point_a[0],
        &def.point_b[1], &def.force[0], &def.torque[2],
      };

      *fields[field] = bad[b];
      refuse_force (&def, MBD_STATUS_NOT_FINITE);
    }
}

static void
test_bad_gravity (void)
{
  const double gravity[3] = { 0, NAN, 0 };
  MbdMechanism *mechanism = base_mechanism ();
  MbdModel *model = NULL;
  MbdDiagnosis why = { 0 };

  mbd_mechanism_set_gravity (mechanism, gravity);
  assert_status (mbd_model_compile (mechanism, &model, &why), MBD_STATUS_NOT_FINITE);
  g_assert_null (model);
  g_assert_cmpint (why.code, ==, MBD_STATUS_NOT_FINITE);
  mbd_mechanism_free (mechanism);
}

static void
test_names_are_copied (void)
{
  MbdMechanism *mechanism = mbd_mechanism_new ();
  MbdBodyDef body = new_body (MBD_SPATIAL);
  MbdModel *model = NULL;
  char name[] = "crank";

  body.name = name;
  assert_ok (mbd_mechanism_add_body (mechanism, &body, NULL));
  name[0] = 'X';
  assert_ok (mbd_model_compile (mechanism, &model, NULL));
  mbd_mechanism_free (mechanism);
  g_assert_cmpint (mbd_model_body_by_name (model, "crank"), ==, 1);
  g_assert_cmpint (mbd_model_body_by_name (model, "Xrank"), ==, -1);
  mbd_model_unref (model);
}

static void
test_indices (void)
{
  MbdMechanism *mechanism = base_mechanism ();
  MbdBodyDef body = new_body (MBD_SPATIAL);
  MbdCouplingDef weld = mbd_loop_default (MBD_LOOP_WELD), rod = new_rod ();
  MbdModel *model = NULL;
  int bodies[2];

  // A coupling may refer to a body that is added later.
  weld.id = 30;
  weld.body_a = 9;
  weld.body_b = 7;
  assert_ok (mbd_mechanism_add_coupling (mechanism, &weld, NULL));
  rod.id = 20;
  rod.enabled = false;
  assert_ok (mbd_mechanism_add_coupling (mechanism, &rod, NULL));
  rod.id = 10;
  rod.enabled = true;
  assert_ok (mbd_mechanism_add_coupling (mechanism, &rod, NULL));
  assert_ok (mbd_mechanism_add_body (mechanism, &body, NULL));
  body.id = 9;
  body.mobility = MBD_FIXED;
  assert_ok (mbd_mechanism_add_body (mechanism, &body, NULL));
  assert_ok (mbd_model_compile (mechanism, &model, NULL));
  mbd_mechanism_free (mechanism);

  g_assert_cmpint (mbd_model_body_count (model), ==, 5);
  g_assert_cmpint (mbd_model_body_by_id (model, MBD_GROUND), ==, 0);
  g_assert_cmpint (mbd_model_body_by_id (model, 2), ==, 2);
  g_assert_cmpint (mbd_model_body_by_id (model, 7), ==, 3);
  g_assert_cmpint (mbd_model_body_by_id (model, 3), ==, -1);
  g_assert_cmpint (mbd_model_body_id (model, 4), ==, 9);
  g_assert_cmpint (mbd_model_body_mobility (model, 3), ==, MBD_SPATIAL);
  g_assert_cmpint (mbd_model_body_first_velocity (model, 4), ==, -1);
  g_assert_cmpint (mbd_model_body_first_position (model, 0), ==, -1);
  g_assert_cmpint (mbd_model_position_count (model), ==, 3 + 3 + 7);
  g_assert_cmpint (mbd_model_velocity_count (model), ==, 3 + 3 + 6);
  g_assert_false (mbd_model_is_planar (model));

  // Rows in the order of the couplings: pin 2, weld 6, disabled rod 1, rod 1.
  g_assert_cmpint (mbd_model_row_count (model), ==, 10);
  g_assert_cmpint (mbd_model_freedoms_by_count (model), ==, 12 - 9);
  g_assert_cmpint (mbd_model_coupling_by_id (model, 20), ==, 2);
  g_assert_cmpint (mbd_model_coupling_id (model, 2), ==, 20);
  g_assert_cmpint (mbd_model_coupling_by_name (model, "pin"), ==, 0);
  g_assert_cmpint (mbd_model_coupling_by_name (model, "nip"), ==, -1);
  g_assert_cmpint (mbd_model_coupling_rows (model, 2), ==, 1);
  g_assert_cmpint (mbd_model_coupling_first_row (model, 1), ==, 2);
  g_assert_cmpint (mbd_model_coupling_first_row (model, 3), ==, 9);
  g_assert_cmpint (mbd_model_coupling_by_row (model, 1), ==, 0);
  g_assert_cmpint (mbd_model_coupling_by_row (model, 7), ==, 1);
  g_assert_cmpint (mbd_model_coupling_by_row (model, 8), ==, 2);
  g_assert_cmpint (mbd_model_coupling_by_row (model, 9), ==, 3);
  g_assert_true (mbd_model_row_is_length (model, 1));
  g_assert_true (mbd_model_row_is_length (model, 4));
  g_assert_false (mbd_model_row_is_length (model, 5));
  g_assert_true (mbd_model_row_is_length (model, 8));
  g_assert_true (mbd_model_coupling_class (model, 3) == mbd_rod_class ());
  mbd_model_coupling_bodies (model, 1, bodies);
  g_assert_cmpint (bodies[0], ==, 4);
  g_assert_cmpint (bodies[1], ==, 3);
  g_assert_cmpint (mbd_model_force_by_id (model, 1), ==, 0);

  MbdModel *shared = mbd_model_ref (model);
  mbd_model_unref (model);
  g_assert_cmpint (mbd_model_row_count (shared), ==, 10);
  mbd_model_unref (shared);
}

static void
test_sizes (void)
{
  MbdModel *model = design_take_model (design_fourbar (MBD_PLANAR));

  // Its points lie in the box from (0, 0) to C = (0.7, sqrt 0.24).
  assert_close (mbd_model_size (model), sqrt (0.49 + 0.24), 1e-12);
  g_assert_cmpint (mbd_model_freedoms_by_count (model), ==, 1);
  g_assert_true (mbd_model_is_planar (model));
  assert_close (mbd_model_body_mass (model, 2), 1.2, 0);
  mbd_model_unref (model);

  // The published grid: 180 bars, 262 pins.
  model = design_take_model (design_grid (10));
  g_assert_cmpint (mbd_model_body_count (model), ==, 181);
  g_assert_cmpint (mbd_model_coupling_count (model), ==, 262);
  mbd_model_unref (model);

  model = design_take_model (design_nfourbar (10, 0, 1, MBD_PLANAR));
  g_assert_cmpint (mbd_model_freedoms_by_count (model), ==, 1);
  mbd_model_unref (model);
  model = design_take_model (design_bricard ());
  g_assert_cmpint (mbd_model_freedoms_by_count (model), ==, 0);
  mbd_model_unref (model);
}

static void
test_start_state (void)
{
  // Frame origin, centre of mass and velocities of the start state match the definition.
  Design *design = design_perpendicular_pendulum ((double[]){ 1, 0.5 }, (double[]){ 2, 3 });
  MbdBodyDef def = design->bodies[1];
  MbdState *state = testing_state (design);
  double position[3], quaternion[4], velocity[3], omega[3], expected[3];

  mbd_state_body_pose (state, 2, position, quaternion);
  assert_all_close (3, position, def.position, 1e-15);
  assert_all_close (4, quaternion, def.quaternion, 1e-15);
  mbd_state_body_point (state, 2, (double[]){ 0, 0, 0 }, NULL, velocity, NULL);
  assert_all_close (3, velocity, def.velocity, 1e-14);
  mbd_state_body_angular_velocity (state, 2, omega);
  quaternion_turn (def.quaternion, def.angular_velocity, expected);
  assert_all_close (3, omega, expected, 1e-14);

  // q and v refer to the centre of mass.
  const MbdModel *model = mbd_state_model (state);
  const double *q = mbd_state_positions (state) + mbd_model_body_first_position (model, 2);
  const double *v = mbd_state_velocities (state) + mbd_model_body_first_velocity (model, 2);
  mbd_state_body_point (state, 2, def.centre_of_mass, position, velocity, NULL);
  assert_all_close (3, q, position, 1e-15);
  assert_all_close (3, v, velocity, 1e-14);
  assert_all_close (3, v + 3, def.angular_velocity, 1e-15);
  testing_state_free (state);
}

static void
test_planar_angle (void)
{
  // A planar angle keeps its turns and is added to the attitude of the quaternion.
  Design *design = design_new ();
  MbdBodyDef def = mbd_body_default ();
  MbdState *state;

  def.quaternion[0] = cos (0.25);
  def.quaternion[3] = sin (0.25);
  def.angle = 20;
  design_add_body (design, &def);
  def.mobility = MBD_FIXED;
  design_add_body (design, &def);
  state = testing_state (design);
  assert_close (mbd_state_body_angle (state, 1), 20.5, 1e-14);
  assert_close (mbd_state_body_angle (state, 2), 20.5, 1e-14);
  for (int body = 1; body <= 2; body++) {
    double x[3];

    mbd_state_body_point (state, body, (double[]){ 1, 0, 0 }, x, NULL, NULL);
    assert_all_close (3, x, ((double[]){ cos (20.5), sin (20.5), 0 }), 1e-14);
  }
  testing_state_free (state);
}

/// A copy moves as the original, which may be changed and freed before.
static void
test_copies (void)
{
  Design *design = design_fourbar (MBD_PLANAR);
  MbdMechanism *mechanism = design_mechanism (design), *copy = mbd_mechanism_copy (mechanism);
  MbdModel *models[2];
  MbdDiagnosis why;

  g_assert_nonnull (copy);
  assert_ok (mbd_model_compile (mechanism, &models[0], &why));
  assert_ok (mbd_mechanism_rename_coupling (mechanism, 1, 77, NULL, &why));
  mbd_mechanism_set_gravity (mechanism, (const double[3]){ 1, 2, 3 });
  mbd_mechanism_free (mechanism);
  assert_ok (mbd_model_compile (copy, &models[1], &why));
  mbd_mechanism_free (copy);
  g_assert_true (mbd_model_fits (models[0], models[1]));
  MbdState *states[2] = { mbd_state_new (models[0]), mbd_state_new (models[1]) };
  for (int i = 0; i < 2; i++)
    assert_ok (mbd_state_solve (states[i], &why));
  for (int i = 0; i < mbd_model_velocity_count (models[0]); i++)
    g_assert_cmpfloat (mbd_state_accelerations (states[0])[i], ==,
                       mbd_state_accelerations (states[1])[i]);
  for (int i = 0; i < 2; i++) {
    mbd_state_free (states[i]);
    mbd_model_unref (models[i]);
  }
  design_free (design);
}

/// Ids and names that are set later are found, also by what refers to them; those in use are refused.
static void
test_renamed (void)
{
  MbdMechanism *mechanism = mbd_mechanism_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_REVOLUTE), friction;
  MbdModel *model;
  MbdDiagnosis why;

  body.id = pin.body_b = pin.id = 1;
  pin.name = "pin";
  friction = mbd_joint_friction_default (&pin);
  friction.id = 2;
  friction.name = "brake";
  friction.effort_limit = 3;
  assert_ok (mbd_mechanism_add_body (mechanism, &body, &why));
  assert_ok (mbd_mechanism_add_coupling (mechanism, &pin, &why));
  assert_ok (mbd_mechanism_add_coupling (mechanism, &friction, &why));
  assert_status (mbd_mechanism_rename_coupling (mechanism, 1, 2, NULL, &why),
                 MBD_STATUS_DUPLICATE_ID);
  assert_status (mbd_mechanism_rename_coupling (mechanism, 1, 1, "brake", &why),
                 MBD_STATUS_DUPLICATE_NAME);
  assert_status (mbd_mechanism_rename_coupling (mechanism, 9, 10, NULL, &why),
                 MBD_STATUS_BAD_PARAMETER);
  assert_ok (mbd_mechanism_rename_coupling (mechanism, 1, 40, "hinge", &why));
  assert_ok (mbd_model_compile (mechanism, &model, &why));
  g_assert_cmpint (mbd_model_coupling_by_id (model, 40), ==, 0);
  g_assert_cmpint (mbd_model_coupling_by_id (model, 1), ==, -1);
  g_assert_cmpint (mbd_model_coupling_by_name (model, "hinge"), ==, 0);
  g_assert_cmpint (mbd_model_coupling_by_name (model, "pin"), ==, -1);
  mbd_model_unref (model);
  mbd_mechanism_free (mechanism);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mechanism/bad/bodies", test_bad_bodies);
  g_test_add_func ("/mechanism/bad/bodies-not-finite", test_not_finite_bodies);
  g_test_add_func ("/mechanism/bad/couplings", test_bad_couplings);
  g_test_add_func ("/mechanism/bad/couplings-not-finite", test_not_finite_couplings);
  g_test_add_func ("/mechanism/bad/forces", test_bad_forces);
  g_test_add_func ("/mechanism/bad/gravity", test_bad_gravity);
  g_test_add_func ("/mechanism/good-bodies", test_good_bodies);
  g_test_add_func ("/mechanism/names-are-copied", test_names_are_copied);
  g_test_add_func ("/mechanism/copies", test_copies);
  g_test_add_func ("/mechanism/renamed", test_renamed);
  g_test_add_func ("/model/indices", test_indices);
  g_test_add_func ("/model/sizes", test_sizes);
  g_test_add_func ("/model/start-state", test_start_state);
  g_test_add_func ("/model/planar-angle", test_planar_angle);
  return g_test_run ();
}
