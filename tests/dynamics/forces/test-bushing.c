// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The bushing: known motions, the energy identity on random states, gimbal lock, wrenches that
// balance, the plane, and energy over a motion.

#include "testing-seed.h"
#include "testing.h"

/// Constants: zeta 0.1, rotational period 1 s on I = (2, 3, 4), translational periods
/// (2, 3, 3) s on 1 kg.
static const MbdBushingConstants constants = {
  { 79.75437899870188, 119.63156849805281, 159.50875799740376 },
  { 2.5259355335986213, 3.7889033003979318, 5.051871067197243 },
  { 9.969297374837735, 4.430798833261214, 4.430798833261214 },
  { 0.6314838833996553, 0.42098925559977013, 0.42098925559977013 },
};

static const MbdBushingLaw laws[] = { MBD_BUSHING_QUASI_SYMMETRIC, MBD_BUSHING_ENERGY_CONSISTENT };

static MbdBushingMotion
at_angles (double roll, double pitch, double yaw)
{
  MbdBushingMotion motion = { 0 };
  double qx[4], qy[4], qz[4];

  quaternion_from_vector ((double[]){ roll, 0, 0 }, qx);
  quaternion_from_vector ((double[]){ 0, pitch, 0 }, qy);
  quaternion_from_vector ((double[]){ 0, 0, yaw }, qz);
  quaternion_multiply (qz, qy, motion.quaternion);
  quaternion_multiply (motion.quaternion, qx, motion.quaternion);
  return motion;
}

static void
test_angles (void)
{
  const double expected[] = { -41.75929519232299, -125.27788557696896, -334.0743615385839 };
  const MbdBushingMotion motions[] = {
    at_angles (M_PI / 6, 0, 0),
    at_angles (0, M_PI / 3, 0),
    at_angles (0, 0, 2 * M_PI / 3),
  };

  for (int law = 0; law < 2; law++)
    for (int k = 0; k < 3; k++) {
      MbdBushingForces out;
      mbd_bushing_evaluate (&constants, laws[law], &motions[k], &out);
      for (int i = 0; i < 3; i++) {
        assert_close (out.moment_on_c[i], i == k ? expected[k] : 0, 1e-11);
        assert_close (out.moment_on_a[i], i == k ? -expected[k] : 0, 1e-11);
        assert_close (out.force[i], 0, 0);
      }
    }
}

static void
test_displacement (void)
{
  MbdBushingMotion motion = at_angles (0, 0, 0);
  const double p[3] = { 1, 2, 3 }, f[3] = { -9.969297374838, -8.861597666522, -13.292396499784 };
  double arm[3];
  MbdBushingForces out;

  memcpy (motion.displacement, p, sizeof p);
  cross (p, f, arm);
  for (int law = 0; law < 2; law++) {
    mbd_bushing_evaluate (&constants, laws[law], &motion, &out);
    for (int i = 0; i < 3; i++) {
      assert_close (out.force[i], f[i], 1e-11);
      assert_close (out.moment_on_c[i], -0.5 * arm[i], 1e-10);
      assert_close (out.moment_on_a[i], -0.5 * arm[i], 1e-10);
    }
  }

  motion = at_angles (0, 0, 0);
  const double w[3] = { 2, 3, 4 }, v[3] = { 4, 5, 6 };
  memcpy (motion.angular_velocity, w, sizeof w);
  memcpy (motion.velocity, v, sizeof v);
  for (int law = 0; law < 2; law++) {
    mbd_bushing_evaluate (&constants, laws[law], &motion, &out);
    for (int i = 0; i < 3; i++) {
      assert_close (out.moment_on_c[i], -constants.rotational_damping[i] * w[i], 1e-12);
      assert_close (out.force[i], -constants.translational_damping[i] * v[i], 1e-12);
    }
  }
}

static void
test_half_rotation (void)
{
  const double axis[3] = { 1 / sqrt (14), 2 / sqrt (14), 3 / sqrt (14) };

  for (double angle = 0; angle < 0.99 * M_PI; angle += M_PI / 32)
    for (int sign = -1; sign <= 1; sign += 2) {
      const double vector[3] = { angle * axis[0], angle * axis[1], angle * axis[2] };
      const double half[3] = { vector[0] / 2, vector[1] / 2, vector[2] / 2 };
      double q[4], expected[3], x[3];
      MbdBushingMotion motion = { 0 };
      MbdBushingForces out;

      quaternion_from_vector (vector, q);
      for (int i = 0; i < 4; i++)
        motion.quaternion[i] = sign * q[i];
      mbd_bushing_evaluate (&constants, laws[0], &motion, &out);
      quaternion_from_vector (half, q);
      for (int column = 0; column < 3; column++) {
        double unit[3] = { 0 };
        unit[column] = 1;
        quaternion_turn (q, unit, expected);
        for (int row = 0; row < 3; row++)
          x[row] = out.mid_frame[3 * row + column];
        // Near a half turn e0 is small, and its error is the error of w over e0.
        assert_all_close (3, x, expected, 32 * 2.3e-16 / cos (angle / 2));
      }
    }
}

static void
test_gimbal (void)
{
  MbdBushingMotion motion = at_angles (0.3, M_PI / 2, 0.2);
  MbdBushingConstants straight = constants;
  MbdBushingForces out;

  motion.displacement[0] = 0.5;
  mbd_bushing_evaluate (&constants, laws[0], &motion, &out);
  g_assert_true (out.gimbal_lock);
  for (int i = 0; i < 3; i++)
    g_assert_true (isfinite (out.force[i]) && isfinite (out.moment_on_c[i]));
  // Without rotational constants there is nothing to lock.
  memset (straight.rotational_stiffness, 0, sizeof straight.rotational_stiffness);
  memset (straight.rotational_damping, 0, sizeof straight.rotational_damping);
  for (int law = 0; law < 2; law++) {
    mbd_bushing_evaluate (&straight, laws[law], &motion, &out);
    g_assert_false (out.gimbal_lock);
    g_assert_cmpfloat (max_norm (3, out.force), >, 1);
  }
}

/// Returns a random motion away from the half turn of the mid-frame and from gimbal lock.
static MbdBushingMotion
random_motion (GRand *rand)
{
  MbdBushingMotion motion = { 0 };

  random_quaternion (rand, motion.quaternion);
  random_vector (rand, 3, 3, motion.displacement);
  random_vector (rand, 3, 5, motion.angular_velocity);
  random_vector (rand, 3, 5, motion.velocity);
  return motion;
}

/// Forces and moments balance; damping only dissipates; for the consistent law the power of the
/// spring part is minus the change of the potential, to round-off; the other law has the documented
/// residual.
static void
test_identity (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (testing_seed (8));
  double largest = 0;
  int count = testing_torture () ? 1000000 : 100000;

  for (int n = 0; n < count; n++) {
    MbdBushingMotion motion = random_motion (rand);
    const double *w = motion.angular_velocity, *v = motion.velocity;
    for (int law = 0; law < 2; law++) {
      MbdBushingForces out;
      double arm[3];

      mbd_bushing_evaluate (&constants, laws[law], &motion, &out);
      for (int i = 0; i < 3; i++)
        g_assert_true (isfinite (out.force[i]) && isfinite (out.moment_on_c[i])
                       && isfinite (out.moment_on_a[i]));
      g_assert_cmpfloat (out.dissipated_power, >=, 0);
      if (fabs (cos (out.angles[1])) < 0.1)
        continue;
      cross (motion.displacement, out.force, arm);
      double scale = max_norm (3, out.moment_on_c) + max_norm (3, arm);
      for (int i = 0; i < 3; i++)
        assert_close (out.moment_on_a[i] + out.moment_on_c[i] + arm[i], 0, 1e-13 * scale);
      // Total power on C, seen from A.
      double power = dot (3, out.force, v) + dot (3, out.moment_on_c, w);
      double terms = fabs (dot (3, out.force, v)) + fabs (dot (3, out.moment_on_c, w))
                     + fabs (out.conservative_power) + out.dissipated_power;
      if (laws[law] == MBD_BUSHING_ENERGY_CONSISTENT) {
        assert_at_most (fabs (power - out.conservative_power + out.dissipated_power), 1e-9 * terms);
        assert_at_most (fabs (out.residual_power), 1e-9 * terms);
      } else
        largest = fmax (largest, fabs (out.residual_power) / terms);
    }
  }
  g_test_message ("quasi-symmetric law: residual up to %.2g of the terms", largest);
  g_assert_cmpfloat (largest, >, 1e-3);
}

/// U is a potential: its change along small motions equals `conservative_power`, and this is
/// checked against differences.
static void
test_potential (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (testing_seed (9));
  const double h = 1e-5;

  for (int n = 0; n < 500; n++) {
    MbdBushingMotion motion = random_motion (rand), moved[2];
    MbdBushingForces out, ends[2];

    mbd_bushing_evaluate (&constants, laws[1], &motion, &out);
    if (fabs (cos (out.angles[1])) < 0.2 || fabs (motion.quaternion[0]) < 0.05
        || fmax (fabs (out.angles[0]), fabs (out.angles[2])) > 3)
      continue;
    for (int side = 0; side < 2; side++) {
      double step = side ? h : -h, turn[4], vector[3];
      moved[side] = motion;
      for (int i = 0; i < 3; i++) {
        vector[i] = step * motion.angular_velocity[i];
        moved[side].displacement[i] += step * motion.velocity[i];
      }
      quaternion_from_vector (vector, turn);
      quaternion_multiply (turn, motion.quaternion, moved[side].quaternion);
      mbd_bushing_evaluate (&constants, laws[1], &moved[side], &ends[side]);
    }
    double change = (ends[1].potential - ends[0].potential) / (2 * h);
    assert_close (change, -out.conservative_power, 1e-5 * (1 + fabs (change)) + 1e-4);
    for (int i = 0; i < 3; i++) {
      double rate = (ends[1].angles[i] - ends[0].angles[i]) / (2 * h);
      assert_close (rate, out.angle_rates[i], 1e-5 * (1 + fabs (rate)) + 1e-5);
      rate = (ends[1].displacement_mid[i] - ends[0].displacement_mid[i]) / (2 * h);
      assert_close (rate, out.displacement_rates[i], 1e-6 * (1 + fabs (rate)));
    }
  }
}

static void
test_constants (void)
{
  const double rest[] = { 0.01, 0.02, 0.05, 0.1 };
  const double critical[] = { 6.638352, 5.833922, 4.743865, 3.889720 };

  for (int i = 0; i < 4; i++) {
    assert_close (mbd_settling_product (1, rest[i]), critical[i], 5e-7);
    // The laws beside the critical one meet the settling product and behave as defined.
    assert_close (mbd_settling_product (1 + 1e-5, rest[i]), critical[i], 1e-2);
    assert_close (exp (-0.3 * mbd_settling_product (0.3, rest[i])), rest[i], 1e-14);
    double s = mbd_settling_product (3, rest[i]), z = sqrt (8);
    double slow = 3 - z, fast = 3 + z;
    double x = (fast * exp (-slow * s) - slow * exp (-fast * s)) / (fast - slow);
    assert_close (x, rest[i], 1e-13);
    assert_close (s, -log (2 * rest[i] * z / fast) / slow, 1e-6);
  }
  g_assert_true (isinf (mbd_settling_product (0, 0.01)));
  assert_close (mbd_stiffness_from_load (10, 0.002), 5000, 1e-9);
  assert_close (mbd_stiffness_from_frequency (2, 1), 8 * M_PI * M_PI, 1e-12);
  assert_close (mbd_damping_from_ratio (100, 10, 0.5), 10, 1e-14);
  assert_close (mbd_frequency_from_settling (2, 1, 0.01), 3.319176, 5e-7);
}

static void
test_refused (void)
{
  for (int list = 0; list < 4; list++)
    for (int bad = 0; bad < 3; bad++) {
      const double values[] = { -1, NAN, INFINITY };
      MbdMechanism *mechanism = mbd_mechanism_new ();
      MbdForceDef def = mbd_bushing_default ();
      MbdBodyDef body = mbd_body_default ();
      MbdDiagnosis why = { 0 };
      double *lists[] = { def.bushing.rotational_stiffness, def.bushing.rotational_damping,
                          def.bushing.translational_stiffness, def.bushing.translational_damping };

      body.id = 1;
      assert_ok (mbd_mechanism_add_body (mechanism, &body, &why));
      def.id = 7;
      def.body_b = 1;
      lists[list][1] = values[bad];
      assert_status (mbd_mechanism_add_force (mechanism, &def, &why), MBD_STATUS_NEGATIVE_CONSTANT);
      g_assert_cmpint (why.element, ==, MBD_ELEMENT_FORCE);
      g_assert_cmpint (why.id, ==, 7);
      lists[list][1] = 1;
      def.body_a = 1;
      assert_status (mbd_mechanism_add_force (mechanism, &def, &why), MBD_STATUS_SAME_BODY);
      mbd_mechanism_free (mechanism);
    }
}

/// A body on a bushing of the consistent law without damping keeps its energy; with damping the
/// lost energy equals the dissipated energy; a change of constants at run time takes effect
/// immediately.
static void
check_energy (MbdMobility mobility, bool damped)
{
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdForceDef def = mbd_bushing_default ();
  const double inertia[6] = { 2, 3, 4, 0, 0, 0 };
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdEnergy start, end;
  MbdDiagnosis why;

  body.mobility = mobility;
  memcpy (body.inertia, inertia, sizeof inertia);
  for (int i = 0; i < 2; i++)
    body.velocity[i] = 0.3 + 0.2 * i;
  body.angular_velocity[2] = 1.5;
  if (mobility == MBD_SPATIAL)
    body.angular_velocity[0] = 0.7, body.angular_velocity[1] = -0.5;
  def.bushing_law = MBD_BUSHING_ENERGY_CONSISTENT;
  def.bushing = constants;
  def.point_a[0] = 0.2;
  def.point_b[1] = 0.1;
  if (!damped) {
    memset (def.bushing.rotational_damping, 0, sizeof def.bushing.rotational_damping);
    memset (def.bushing.translational_damping, 0, sizeof def.bushing.translational_damping);
  }
  def.body_b = design_add_body (design, &body);
  design_add_force (design, &def);
  MbdState *state = testing_state (design);
  settings.accuracy = 1e-10;
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
  assert_ok (mbd_integrator_start (integrator, state, &why));
  mbd_state_energy (state, &start);
  double lost = 0, before = NAN, dissipated, residual;
  const int samples = 4000; // Simpson's rule over the dissipated power
  for (int i = 0; i <= samples; i++) {
    if (i > 0)
      assert_ok (mbd_integrator_advance (integrator, 2.0 * i / samples, state, &why));
    mbd_state_force_power (state, 0, &dissipated, &residual);
    if (i % 2 == 1)
      before = dissipated;
    else if (i > 0)
      lost += 4 * before + dissipated;
    lost += i % 2 == 0 && i < samples ? dissipated : 0;
    assert_close (residual, 0, 1e-9 * (1 + fabs (start.total)));
  }
  lost *= 2.0 / samples / 3;
  mbd_state_energy (state, &end);
  assert_close (start.total - end.total, damped ? lost : 0, 1e-7 * start.total);
  g_assert_true (!damped || lost > 0.05 * start.total);

  def = *mbd_state_force (state, 0);
  def.bushing.translational_stiffness[0] = -1;
  assert_status (mbd_state_change_force (state, 0, &def, &why), MBD_STATUS_NEGATIVE_CONSTANT);
  for (int i = 0; i < 3; i++)
    def.bushing.translational_stiffness[i] = def.bushing.rotational_stiffness[i] = 0;
  assert_ok (mbd_state_change_force (state, 0, &def, &why));
  MbdBushingForces out;
  mbd_state_bushing (state, 0, &out);
  g_assert_cmpfloat (out.potential, ==, 0);
  mbd_integrator_free (integrator);
  testing_state_free (state);
}

static void
test_energy (void)
{
  check_energy (MBD_SPATIAL, false);
  check_energy (MBD_SPATIAL, true);
  check_energy (MBD_PLANAR, false);
  check_energy (MBD_PLANAR, true);
}

/// Creates a body that turns on a bushing towards a pitch of 90 degrees.
static Design *
design_pitching (MbdBushingLaw law, double rate)
{
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdForceDef bushing = mbd_bushing_default (), spring = mbd_spring_default ();

  memset (design->gravity, 0, sizeof design->gravity);
  body.mobility = MBD_SPATIAL;
  body.inertia[0] = 0.1;
  body.inertia[1] = 0.12;
  body.inertia[2] = 0.14;
  body.angular_velocity[1] = rate;
  body.angular_velocity[2] = 0.4;
  spring.body_b = bushing.body_b = design_add_body (design, &body);
  spring.point_a[0] = 3;
  spring.stiffness = 1;
  bushing.bushing_law = law;
  for (int k = 0; k < 3; k++) {
    bushing.bushing.translational_stiffness[k] = 100;
    bushing.bushing.rotational_stiffness[k] = 2;
  }
  design_add_force (design, &spring);
  design_add_force (design, &bushing);
  return design;
}

/// A run ends where a bushing comes to gimbal lock, and says which one, with all its energy and at the
/// same time by every method; it ends nowhere if the bushing only comes near.
static void
test_run_to_gimbal (void)
{
  static const MbdMethod methods[] = { MBD_METHOD_AUTOMATIC, MBD_METHOD_VERNER87,
                                       MBD_METHOD_DOPRI54, MBD_METHOD_RADAU9, MBD_METHOD_RK4 };
  double end = NAN;

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    for (int variant = 0; variant < 4; variant++) {
      const double delay = variant % 2 ? 0.123 : 0;
      const bool often = variant / 2;
      MbdState *state = testing_state (design_pitching (MBD_BUSHING_ENERGY_CONSISTENT, 12));
      MbdIntegratorSettings settings = mbd_integrator_default ();
      MbdEnergy start, now;
      MbdDiagnosis why = { 0 };
      MbdStatus status = MBD_STATUS_OK;

      settings.method = methods[i];
      settings.step = methods[i] == MBD_METHOD_RK4 ? 1e-4 : 0;
      MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
      mbd_state_energy (state, &start);
      mbd_state_set (state, delay, NULL, NULL);
      assert_ok (mbd_integrator_start (integrator, state, &why));
      for (int k = 1; k <= 100 && status == MBD_STATUS_OK; k++)
        status = mbd_integrator_advance (integrator, delay + (often ? 0.01 * k : k), state, &why);
      assert_status (status, MBD_STATUS_GIMBAL_LOCK);
      g_assert_cmpint (why.element, ==, MBD_ELEMENT_FORCE);
      g_assert_cmpint (why.id, ==, 2);
      mbd_state_energy (state, &now);
      assert_close (now.total, start.total, 1e-5);
      if (i == 0 && variant == 0)
        end = mbd_state_time (state);
      assert_close (mbd_state_time (state) - delay, end, 1e-6);
      // It does not continue from there, either.
      if (mbd_integrator_start (integrator, state, &why) == MBD_STATUS_OK)
        assert_status (mbd_integrator_advance (integrator, 2, state, &why), MBD_STATUS_GIMBAL_LOCK);
      assert_close (mbd_state_time (state) - delay, end, 1e-6);
      mbd_integrator_free (integrator);
      testing_state_free (state);
    }
  MbdState *state = testing_state (design_pitching (MBD_BUSHING_ENERGY_CONSISTENT, 5));
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
  assert_ok (mbd_integrator_start (integrator, state, NULL));
  assert_ok (mbd_integrator_advance (integrator, 3, state, NULL));
  mbd_integrator_free (integrator);
  testing_state_free (state);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bushing/angles", test_angles);
  g_test_add_func ("/bushing/displacement", test_displacement);
  g_test_add_func ("/bushing/half-rotation", test_half_rotation);
  g_test_add_func ("/bushing/gimbal", test_gimbal);
  g_test_add_func ("/bushing/run-to-gimbal", test_run_to_gimbal);
  g_test_add_func ("/bushing/identity", test_identity);
  g_test_add_func ("/bushing/potential", test_potential);
  g_test_add_func ("/bushing/constants", test_constants);
  g_test_add_func ("/bushing/refused", test_refused);
  g_test_add_func ("/bushing/energy", test_energy);
  return g_test_run ();
}
