// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numeric cases of constraints, each in a function named after it: R1 to R3 point contacts, S4 to
// S6 rods, S8 pins composed of simpler couplings. Numbers with many digits come from independent
// programs.

#include "testing-seed.h"
#include "testing.h"

#include "inclined-pendulum.h"

static const double zero[3] = { 0, 0, 0 };

/* Point contacts --------------------------------------------------------------------------- */

static void
set_normal (MbdCouplingDef *contact, int index, double x, double y, double z)
{
  contact->normals[index][0] = x;
  contact->normals[index][1] = y;
  contact->normals[index][2] = z;
}

/// A planar box of 1 kg, 1 kg m^2 on two contacts at (-0.5, 0) along y and x and (0.5, 0) along y.
static Design *
box_on_contacts (double angle)
{
  Design *design = design_new ();
  MbdBodyDef box = mbd_body_default ();
  MbdCouplingDef left = mbd_point_contact_default (), right = mbd_point_contact_default ();

  box.angle = angle;
  left.body_b = right.body_b = design_add_body (design, &box);
  left.frame_b.point[0] = -0.5;
  left.normal_count = 2;
  set_normal (&left, 0, 0, 1, 0);
  set_normal (&left, 1, 1, 0, 0);
  right.frame_b.point[0] = 0.5;
  set_normal (&right, 0, 0, 1, 0);
  design_add_coupling (design, &left);
  design_add_coupling (design, &right);
  return design;
}

static void
test_r1 (void)
{
  MbdState *state = testing_state (box_on_contacts (M_PI / 3));
  double q[3], v[3] = { 1, 0, 0 }, errors[3], rates[3];
  MbdWrench body, ground;

  assert_ok (mbd_state_solve (state, NULL));
  g_assert_cmpint (mbd_model_coupling_rows (mbd_state_model (state), 0), ==, 2);
  g_assert_cmpint (mbd_model_coupling_rows (mbd_state_model (state), 1), ==, 1);
  mbd_state_reaction (state, 0, 1, MBD_AXES_BODY, &body);
  assert_close (body.force[1], 2.4525, 1e-11);
  mbd_state_reaction (state, 0, 1, MBD_AXES_WORLD, &body);
  mbd_state_reaction (state, 0, 0, MBD_AXES_WORLD, &ground);
  assert_all_close (3, body.force, ((double[]){ 0, 4.905, 0 }), 1e-11);
  assert_all_close (3, ground.force, ((double[]){ 0, -4.905, 0 }), 1e-11);
  assert_all_close (3, body.point, ((double[]){ -0.25, -0.5 * sin (M_PI / 3), 0 }), 1e-15);
  assert_all_close (3, body.moment, zero, 1e-11);

  // There is no position error, wherever the box is; velocity errors in the order y, x, y.
  memcpy (q, mbd_state_positions (state), sizeof q);
  q[0] += 1;
  mbd_state_set (state, 0, q, v);
  mbd_state_errors (state, errors, rates, NULL);
  assert_all_close (3, errors, zero, 0);
  assert_all_close (3, rates, ((double[]){ 0, 1, 0 }), 1e-15);
  testing_state_free (state);
}

static void
test_r2 (void)
{
  // The velocity that satisfies the contacts is nearest in the sense of an inelastic impact.
  MbdState *state = testing_state (box_on_contacts (0));
  const double before[3] = { 2, -1, 0 }, impulses[3] = { 0.5, -2, 0.5 };
  double G[9], change[3], push[3];
  MbdWrench left, right;

  mbd_state_set (state, 0, NULL, before);
  assert_ok (mbd_state_assemble_velocities (state, NULL, NULL));
  assert_all_close (3, mbd_state_velocities (state), zero, 1e-11);
  for (int i = 0; i < 3; i++)
    change[i] = mbd_state_velocities (state)[i] - before[i];
  mbd_state_mass_multiply (state, change, push);
  mbd_state_jacobian (state, G, NULL);
  for (int j = 0; j < 3; j++)
    assert_close (push[j], impulses[0] * G[j] + impulses[1] * G[3 + j] + impulses[2] * G[6 + j],
                  1e-11);

  // At rest each side carries half of the weight.
  assert_ok (mbd_state_solve (state, NULL));
  mbd_state_reaction (state, 0, 1, MBD_AXES_WORLD, &left);
  mbd_state_reaction (state, 1, 1, MBD_AXES_WORLD, &right);
  assert_all_close (3, left.force, ((double[]){ 0, 4.905, 0 }), 1e-11);
  assert_all_close (3, right.force, ((double[]){ 0, 4.905, 0 }), 1e-11);
  testing_state_free (state);
}

/// Creates a free body held at its point (0, -1, 0): x y z and the angles about z, y, x with their
/// rates.
static MbdState *
body_on_point (const double position[6], const double rates[6])
{
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdCouplingDef contact = mbd_point_contact_default ();
  const double axes[3][3] = { { 0, 0, 1 }, { 0, 1, 0 }, { 1, 0, 0 } };
  double omega[3] = { 0 }, back[4];

  body.mobility = MBD_SPATIAL;
  memcpy (body.position, position, sizeof body.position);
  memcpy (body.velocity, rates, sizeof body.velocity);
  for (int i = 0; i < 3; i++) {
    // Each rate turns about an axis carried by the rotations before it.
    double axis[3], vector[3], turn[4];

    quaternion_turn (body.quaternion, axes[i], axis);
    for (int k = 0; k < 3; k++) {
      omega[k] += rates[3 + i] * axis[k];
      vector[k] = position[3 + i] * axes[i][k];
    }
    quaternion_from_vector (vector, turn);
    quaternion_multiply (body.quaternion, turn, body.quaternion);
  }
  for (int k = 0; k < 4; k++)
    back[k] = k == 0 ? body.quaternion[k] : -body.quaternion[k];
  quaternion_turn (back, omega, body.angular_velocity);
  contact.body_b = design_add_body (design, &body);
  contact.frame_b.point[1] = -1;
  contact.normal_count = 3;
  set_normal (&contact, 0, 1, 0, 0);
  set_normal (&contact, 1, 0, 1, 0);
  set_normal (&contact, 2, 0, 0, 1);
  design_add_coupling (design, &contact);
  return testing_state (design);
}

/// Checks accelerations in world axes, force of the contact, acceleration of its point.
static void
check_pinned (MbdState *state, const double a[3], const double alpha[3], const double force[3])
{
  double q[4], turned[3], acceleration[3];
  MbdWrench wrench;

  assert_ok (mbd_state_solve (state, NULL));
  assert_all_close (3, mbd_state_accelerations (state), a, 1e-11);
  mbd_state_body_pose (state, 1, NULL, q);
  quaternion_turn (q, mbd_state_accelerations (state) + 3, turned);
  assert_all_close (3, turned, alpha, 1e-11);
  mbd_state_reaction (state, 0, 1, MBD_AXES_WORLD, &wrench);
  assert_all_close (3, wrench.force, force, 1e-11);
  mbd_state_body_point (state, 1, (double[]){ 0, -1, 0 }, NULL, NULL, acceleration);
  assert_all_close (3, acceleration, zero, 1e-11);
}

static void
test_r3 (void)
{
  MbdState *state = body_on_point ((double[]){ 0, 1, 0, 0, 0, 0 }, (double[]){ 1, 0, 0, -1, 0, 0 });
  double before[3], change[3];

  check_pinned (state, (double[]){ 0, -1, 0 }, zero, (double[]){ 0, 8.81, 0 });
  testing_state_free (state);

  state = body_on_point ((double[]){ 0.1, 0.2, 0.3, 0.4, 0.5, 0.6 },
                         (double[]){ 1.1, 1.2, 1.3, -1.4, -1.5, -1.6 });
  check_pinned (state, (double[]){ 0.5776224877941125, -1.7532135977255496, 1.3493412621360632 },
                (double[]){ 2.824310034464779, -0.3834652274413561, 1.0806105784365647 },
                (double[]){ 0.5776224877941125, 8.05678640227445, 1.3493412621360632 });
  // The impulse that removes the velocity of the point is the change of momentum of 1 kg.
  memcpy (before, mbd_state_velocities (state), sizeof before);
  assert_ok (mbd_state_assemble_velocities (state, NULL, NULL));
  for (int k = 0; k < 3; k++)
    change[k] = mbd_state_velocities (state)[k] - before[k];
  assert_all_close (
    3, change, ((double[]){ -0.6960660860537071, -1.095542013929609, -1.4237267542378735 }), 1e-11);
  testing_state_free (state);
}

/* Rods ------------------------------------------------------------------------------------- */

/// A mass of 2 kg at (x, y) on a rod to the origin.
static Design *
mass_on_rod (double x, double y, double length, MbdRodKind kind)
{
  Design *design = design_new ();
  MbdBodyDef mass = mbd_body_default ();
  MbdCouplingDef rod = mbd_rod_default ();

  mass.mass = 2;
  mass.position[0] = x;
  mass.position[1] = y;
  rod.body_b = design_add_body (design, &mass);
  rod.length = length;
  rod.rod = kind;
  design_add_coupling (design, &rod);
  return design;
}

static void
check_tension (Design *design, double tension, double acceleration)
{
  MbdState *state = testing_state (design);

  assert_ok (mbd_state_solve (state, NULL));
  assert_close (mbd_state_tension (state, 0), tension, 1e-11);
  assert_close (mbd_state_accelerations (state)[1], acceleration, 1e-11);
  testing_state_free (state);
}

/// Tension has one sign for a hanging mass and the other for a standing one, whatever the kind; a
/// strut lets a hanging mass fall, and a rope a standing one.
static void
test_s4_at_rest (void)
{
  check_tension (mass_on_rod (0, -1, 1, MBD_ROD_BAR), 19.62, 0);
  check_tension (mass_on_rod (0, 1, 1, MBD_ROD_BAR), -19.62, 0);
  check_tension (mass_on_rod (0, -1, 1, MBD_ROD_ROPE), 19.62, 0);
  check_tension (mass_on_rod (0, 1, 1, MBD_ROD_ROPE), 0, -9.81);
  check_tension (mass_on_rod (0, 1, 1, MBD_ROD_STRUT), -19.62, 0);
  check_tension (mass_on_rod (0, -1, 1, MBD_ROD_STRUT), 0, -9.81);
}

/// Checks 1 kg and 3 kg on a rod of 2 m at 3 rad/s, while the whole moves at a constant velocity.
static void
check_spinning (MbdMobility mobility, const double drift[3])
{
  Design *design = design_new ();
  MbdCouplingDef rod = mbd_rod_default ();
  MbdState *state;

  memset (design->gravity, 0, sizeof design->gravity);
  for (int i = 0; i < 2; i++) {
    MbdBodyDef mass = mbd_body_default ();
    double radius = i == 0 ? -1.5 : 0.5;

    mass.mobility = mobility;
    mass.mass = i == 0 ? 1 : 3;
    mass.position[0] = radius;
    memcpy (mass.velocity, drift, sizeof mass.velocity);
    mass.velocity[1] += 3 * radius;
    design_add_body (design, &mass);
  }
  rod.body_a = 1;
  rod.body_b = 2;
  rod.length = 2;
  design_add_coupling (design, &rod);
  state = testing_state (design);
  assert_ok (mbd_state_solve (state, NULL));
  assert_close (mbd_state_tension (state, 0), 13.5, 1e-11);
  testing_state_free (state);
}

static void
test_s4_spinning (void)
{
  check_spinning (MBD_PLANAR, (double[]){ 0, 0, 0 });
  check_spinning (MBD_PLANAR, (double[]){ 7, -4, 0 });
  check_spinning (MBD_SPATIAL, (double[]){ 7, -4, 5 });
}

static void
test_s4_pendulum (void)
{
  static const double times[] = { 0, 0.1, 0.5, 1, 2 };
  static const double tensions[] = { 0, 0.7211911816533721, 16.74218336332383, 25.836937726460135,
                                     7.535108529828866 };
  MbdState *state = testing_state (design_hinged_body (0));
  MbdIntegratorSettings settings = mbd_integrator_default ();

  settings.accuracy = 1e-11;
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
  assert_ok (mbd_integrator_start (integrator, state, NULL));
  for (int i = 0; i < 5; i++) {
    assert_ok (mbd_integrator_advance (integrator, times[i], state, NULL));
    assert_ok (mbd_state_solve (state, NULL));
    assert_close (mbd_state_tension (state, 0), tensions[i], 1e-8);
  }
  mbd_integrator_free (integrator);
  testing_state_free (state);
}

static void
test_s4_disabled (void)
{
  MbdState *state = testing_state (mass_on_rod (0, -1.25, 1, MBD_ROD_BAR));
  double error, rate, a[3], b[3];

  assert_ok (mbd_state_solve (state, NULL));
  assert_close (mbd_state_tension (state, 0), 19.62, 1e-11);
  mbd_state_set_enabled (state, 0, false);
  assert_ok (mbd_state_solve (state, NULL));
  g_assert_cmpfloat (mbd_state_tension (state, 0), ==, 0);
  assert_close (mbd_state_accelerations (state)[1], -9.81, 1e-13);
  mbd_state_gap (state, 0, &error, &rate);
  assert_close (error, 0.25, 1e-15);
  mbd_state_coupling_points (state, 0, a, b);
  assert_all_close (3, a, zero, 0);
  assert_all_close (3, b, ((double[]){ 0, -1.25, 0 }), 0);
  testing_state_free (state);
}

static void
test_s5_redundant (void)
{
  Design *design = mass_on_rod (0, -1, 1, MBD_ROD_BAR);
  MbdCouplingDef second = design->couplings[0];
  bool redundant[2] = { false, false };
  MbdState *state;
  int rank;

  design_add_coupling (design, &second);
  state = testing_state (design);
  assert_ok (mbd_state_solve (state, NULL));
  // Their shares are known to round-off over rho = 1e-10; their sum is exact.
  for (int i = 0; i < 2; i++)
    assert_close (mbd_state_tension (state, i), 9.81, 1e-5);
  assert_close (mbd_state_tension (state, 0) + mbd_state_tension (state, 1), 19.62, 1e-10);
  assert_all_close (3, mbd_state_accelerations (state), zero, 1e-11);
  assert_ok (mbd_state_rank (state, &rank, redundant));
  g_assert_cmpint (rank, ==, 1);
  g_assert_true (redundant[0] && redundant[1]);
  testing_state_free (state);
}

static void
test_s5_inconsistent (void)
{
  Design *design = mass_on_rod (0, -1, 1, MBD_ROD_BAR);
  MbdCouplingDef longer = design->couplings[0];
  bool failed[2] = { false, false };
  MbdDiagnosis why = { 0 };
  MbdState *state;
  double q[3];

  longer.length = 1.1;
  design_add_coupling (design, &longer);
  state = testing_state (design);
  // At rest there are accelerations: both rods require zero along the same line.
  assert_ok (mbd_state_solve (state, NULL));
  assert_all_close (3, mbd_state_accelerations (state), zero, 1e-11);
  assert_close (mbd_state_tension (state, 0) + mbd_state_tension (state, 1), 19.62, 1e-9);
  memcpy (q, mbd_state_positions (state), sizeof q);
  assert_status (mbd_state_assemble (state, failed, &why), MBD_STATUS_CONFLICT);
  g_assert_true (failed[0] && failed[1]);
  g_assert_cmpint (why.element, ==, MBD_ELEMENT_COUPLING);
  assert_identical (3, mbd_state_positions (state), q);
  testing_state_free (state);
}

static void
test_s6 (void)
{
  // Both ends of a rod of 1 m at one point, body 1 turned and turning, body 2 moving.
  GRand *rand = g_rand_new_with_seed (testing_seed (6));

  for (int round = 0; round < 20; round++) {
    Design *design = design_new ();
    MbdBodyDef body = mbd_body_default ();
    MbdCouplingDef rod = mbd_rod_default ();
    MbdDiagnosis why = { 0 };
    double q[4], z[3], va[3], vb[3], error, rate, a[3], b[3], span[3];
    MbdState *state;

    body.mobility = MBD_SPATIAL;
    for (int i = 0; i < 2; i++) {
      random_quaternion (rand, body.quaternion);
      random_vector (rand, 3, 1, body.velocity);
      random_vector (rand, 3, 1, body.angular_velocity);
      design_add_body (design, &body);
    }
    rod.body_a = 1;
    rod.body_b = 2;
    design_add_coupling (design, &rod);
    state = testing_state (design);
    assert_ok (mbd_state_solve (state, NULL));
    for (int i = 0; i < 12; i++)
      g_assert_true (isfinite (mbd_state_accelerations (state)[i]));
    mbd_state_errors (state, &error, &rate, NULL);
    mbd_state_body_pose (state, 1, NULL, q);
    quaternion_turn (q, (double[]){ 0, 0, 1 }, z);
    mbd_state_body_point (state, 1, zero, NULL, va, NULL);
    mbd_state_body_point (state, 2, zero, NULL, vb, NULL);
    assert_close (error, -1, 1e-15);
    assert_close (rate, dot (3, z, vb) - dot (3, z, va), 1e-14);

    assert_ok (mbd_state_assemble (state, NULL, NULL));
    mbd_state_coupling_points (state, 0, a, b);
    for (int k = 0; k < 3; k++)
      span[k] = b[k] - a[k];
    assert_close (sqrt (dot (3, span, span)), 1, 1e-12);
    assert_all_close (3, span, z, 1e-9);

    // All setters reject a length that is not positive.
    for (int i = 0; i < 2; i++) {
      rod = *mbd_state_coupling (state, 0);
      rod.length = -i;
      assert_status (mbd_state_change_coupling (state, 0, &rod, &why), MBD_STATUS_ZERO_LENGTH);
      assert_close (mbd_state_coupling (state, 0)->length, 1, 0);
    }
    testing_state_free (state);
  }
  g_rand_free (rand);
}

/* Pins composed of simpler couplings ------------------------------------------------------- */

static const double inclined_gravity[3] = { 10, -9.8, 3 };
/// The axis n and e2 of reference/inclined-pendulum.h.
static const double pin_axis[3] = { 0, -M_SQRT1_2, M_SQRT1_2 };
static const double across[3] = { 0, M_SQRT1_2, M_SQRT1_2 };

/// Returns a frame at a point of a link whose z axis is the x (0), y (1) or z (2) axis of the joint
/// frames, which are turned by 45 degrees about x.
static MbdFrame
joint_frame (double along, int axis)
{
  const double slant[4] = { cos (M_PI / 8), sin (M_PI / 8), 0, 0 };
  const double turns[3][3] = { { 0, M_PI_2, 0 }, { -M_PI_2, 0, 0 }, { 0, 0, 0 } };
  MbdFrame frame = mbd_frame_default ();
  double turn[4];

  for (int k = 0; k < 3; k++)
    frame.point[k] = -along * across[k];
  quaternion_from_vector (turns[axis], turn);
  quaternion_multiply (slant, turn, frame.quaternion);
  return frame;
}

/// The pins are couplings 0 and 1, or 0 to 2 and 3 to 5.
static Design *
inclined_pendulum (const double angles[2], const double rates[2], bool composed)
{
  Design *design = design_new ();
  double joint[3] = { 0 }, velocity[3] = { 0 };

  memcpy (design->gravity, inclined_gravity, sizeof design->gravity);
  for (int i = 0; i < 2; i++) {
    MbdBodyDef link = mbd_body_default ();
    double vector[3], down[3], turned[3];

    link.mobility = MBD_SPATIAL;
    memcpy (link.position, joint, sizeof joint);
    memcpy (link.velocity, velocity, sizeof velocity);
    for (int k = 0; k < 3; k++) {
      vector[k] = angles[i] * pin_axis[k];
      link.angular_velocity[k] = rates[i] * pin_axis[k];
      link.centre_of_mass[k] = -0.5 * across[k];
    }
    quaternion_from_vector (vector, link.quaternion);
    design_add_body (design, &link);
    for (int k = 0; k < 3; k++)
      down[k] = -across[k];
    quaternion_turn (link.quaternion, down, down);
    cross (pin_axis, down, turned);
    for (int k = 0; k < 3; k++) {
      joint[k] += down[k];
      velocity[k] += rates[i] * turned[k];
    }

    MbdCouplingDef pin = mbd_loop_default (composed ? MBD_LOOP_SPHERICAL : MBD_LOOP_PIN);
    pin.body_a = i;
    pin.body_b = i + 1;
    pin.frame_a = joint_frame (i, 2);
    pin.frame_b = joint_frame (0, 2);
    design_add_coupling (design, &pin);
    for (int axis = 0; axis < 2 && composed; axis++) {
      MbdCouplingDef angle = mbd_angle_default (M_PI_2);

      angle.body_a = i;
      angle.body_b = i + 1;
      angle.frame_a = joint_frame (i, axis);
      angle.frame_b = joint_frame (0, 2);
      design_add_coupling (design, &angle);
    }
  }
  return design;
}

/// Sums force and moment of `count` couplings from `first` on the successor, about their one point.
static void
sum_reactions (MbdState *state, int first, int count, double total[6])
{
  memset (total, 0, 6 * sizeof *total);
  for (int i = first; i < first + count; i++) {
    MbdWrench wrench;

    mbd_state_reaction (state, i, 1, MBD_AXES_WORLD, &wrench);
    for (int k = 0; k < 3; k++) {
      total[k] += wrench.force[k];
      total[3 + k] += wrench.moment[k];
    }
  }
}

static void
advance (MbdState *state, double time)
{
  MbdIntegratorSettings settings = mbd_integrator_default ();

  settings.accuracy = 1e-11;
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
  assert_ok (mbd_integrator_start (integrator, state, NULL));
  assert_ok (mbd_integrator_advance (integrator, time, state, NULL));
  assert_ok (mbd_state_solve (state, NULL));
  mbd_integrator_free (integrator);
}

static void
test_s8_pins (void)
{
  double angles[2] = { 0.4, -0.7 }, rates[2] = { 1.5, -2 }, second[2];
  MbdState *pins = testing_state (inclined_pendulum (angles, rates, false));
  MbdState *composed = testing_state (inclined_pendulum (angles, rates, true));

  for (int later = 0; later < 2; later++) {
    if (later) {
      advance (pins, 1);
      advance (composed, 1);
      inclined_motion (inclined_gravity, angles, rates, 1, 4000);
    }
    assert_ok (mbd_state_solve (pins, NULL));
    assert_ok (mbd_state_solve (composed, NULL));
    inclined_accelerations (inclined_gravity, angles, rates, second);
    double tolerance = later ? 1e-7 : 1e-10;
    for (int i = 0; i < 2; i++) {
      double expected[3], vector[3], reactions[2][6], q[4], turned[3];

      // Angular accelerations are along the axis, which is the same in the world and the links.
      for (int k = 0; k < 3; k++) {
        expected[k] = second[i] * pin_axis[k];
        vector[k] = angles[i] * pin_axis[k];
      }
      assert_all_close (3, mbd_state_accelerations (pins) + 6 * i + 3, expected, tolerance);
      assert_all_close (3, mbd_state_accelerations (composed) + 6 * i + 3, expected, tolerance);
      quaternion_from_vector (vector, q);
      quaternion_turn (q, (double[]){ 1, 0, 0 }, expected);
      for (int m = 0; m < 2; m++) {
        mbd_state_body_pose (m ? composed : pins, i + 1, NULL, q);
        quaternion_turn (q, (double[]){ 1, 0, 0 }, turned);
        assert_all_close (3, turned, expected, tolerance);
      }
      sum_reactions (pins, i, 1, reactions[0]);
      sum_reactions (composed, 3 * i, 3, reactions[1]);
      assert_all_close (6, reactions[1], reactions[0], tolerance);
      // The pin has carried a force across its axis: gravity is not in the plane of motion.
      g_assert_cmpfloat (fabs (dot (3, reactions[0], pin_axis)), >, 1);
    }
  }
  testing_state_free (pins);
  testing_state_free (composed);
}

/// Creates two bodies in random motion under random loads, joined by `def`.
static MbdState *
random_pair (GRand *rand, const MbdCouplingDef *given, MbdMobility a, MbdMobility b)
{
  Design *design = design_new ();
  MbdCouplingDef def = *given;
  const MbdMobility mobilities[2] = { a, b };
  const bool in_plane = a != MBD_SPATIAL && b != MBD_SPATIAL;
  MbdFrame *frames[2] = { &def.frame_a, &def.frame_b };

  for (int i = 0; i < 2; i++) {
    MbdBodyDef body = mbd_body_default ();
    MbdForceDef load = mbd_load_default ();

    body.mobility = mobilities[i];
    random_vector (rand, 3, 1, body.position);
    random_vector (rand, 3, 1, body.centre_of_mass);
    random_vector (rand, 3, 1, body.velocity);
    random_vector (rand, 3, 1, body.angular_velocity);
    random_vector (rand, 3, 1, frames[i]->point);
    if (in_plane)
      body.position[2] = body.centre_of_mass[2] = frames[i]->point[2] = 0;
    else
      random_quaternion (rand, frames[i]->quaternion);
    if (body.mobility == MBD_SPATIAL)
      random_quaternion (rand, body.quaternion);
    else
      body.angle = random_in (rand, -3, 3);
    load.body_b = design_add_body (design, &body);
    random_vector (rand, 3, 10, load.force);
    random_vector (rand, 3, 10, load.torque);
    design_add_force (design, &load);
  }
  def.body_a = 1;
  def.body_b = 2;
  design_add_coupling (design, &def);
  return testing_state (design);
}

/// Converts the reactions of coupling 0 to forces along velocity coordinates.
static void
generalised_reactions (MbdState *state, double *f)
{
  const MbdModel *model = mbd_state_model (state);

  for (int side = 0; side < 2; side++) {
    int body = side + 1, v = mbd_model_body_first_velocity (model, body);
    double q[4], arm[3], moment[3], turning[3];
    MbdWrench wrench;

    if (v < 0)
      continue;
    mbd_state_reaction (state, 0, side, MBD_AXES_WORLD, &wrench);
    mbd_state_body_pose (state, body, NULL, q);
    // q of planar bodies begins with the centre of mass, like q of spatial ones.
    for (int k = 0; k < 3; k++)
      arm[k] = wrench.point[k]
               - (k < 2 || mbd_model_body_mobility (model, body) == MBD_SPATIAL
                    ? mbd_state_positions (state)[mbd_model_body_first_position (model, body) + k]
                    : wrench.point[k]);
    cross (arm, wrench.force, turning);
    for (int k = 0; k < 3; k++)
      moment[k] = wrench.moment[k] + turning[k];
    memcpy (f + v, wrench.force, sizeof wrench.force);
    if (mbd_model_body_mobility (model, body) == MBD_SPATIAL) {
      for (int k = 1; k < 4; k++)
        q[k] = -q[k];
      quaternion_turn (q, moment, f + v + 3);
    } else {
      f[v + 2] = moment[2];
    }
  }
}

/// G probed by the velocity errors, one velocity at a time, is the transpose of the map from
/// multipliers to forces on the bodies.
static void
check_transpose (MbdState *state)
{
  const MbdModel *model = mbd_state_model (state);
  int n = mbd_model_velocity_count (model), m = mbd_model_row_count (model);
  double v[12], unit[12] = { 0 }, rates[6], probed[12], Ma[12], f[12], acting[12] = { 0 };

  assert_ok (mbd_state_solve (state, NULL));
  generalised_reactions (state, acting);
  mbd_state_mass_multiply (state, mbd_state_accelerations (state), Ma);
  mbd_state_forces (state, f);
  double lambda[6], size = 1;
  memcpy (lambda, mbd_state_multipliers (state), (size_t) m * sizeof *lambda);
  memcpy (v, mbd_state_velocities (state), (size_t) n * sizeof *v);
  for (int r = 0; r < m; r++)
    size = fmax (size, fabs (lambda[r]));
  for (int j = 0; j < n; j++) {
    unit[j] = 1;
    mbd_state_set (state, 0, NULL, unit);
    mbd_state_errors (state, NULL, rates, NULL);
    unit[j] = 0;
    probed[j] = dot (m, rates, lambda);
    assert_close (acting[j], probed[j], 1e-10 * size);
    assert_close (Ma[j] - f[j], probed[j], 1e-10 * size);
  }
  g_assert_cmpfloat (max_norm (n, probed), >, 0);
}

static void
test_s8_transpose (void)
{
  static const MbdMobility pairs[][2] = {
    { MBD_SPATIAL, MBD_SPATIAL }, { MBD_FIXED, MBD_SPATIAL },  { MBD_SPATIAL, MBD_FIXED },
    { MBD_PLANAR, MBD_SPATIAL },  { MBD_SPATIAL, MBD_PLANAR }, { MBD_PLANAR, MBD_PLANAR },
    { MBD_FIXED, MBD_PLANAR },
  };
  MbdCouplingDef contact = mbd_point_contact_default ();
  contact.normal_count = 3;
  const MbdCouplingDef defs[] = {
    mbd_loop_default (MBD_LOOP_WELD),
    mbd_loop_default (MBD_LOOP_PIN),
    mbd_loop_default (MBD_LOOP_SLIDER),
    mbd_loop_default (MBD_LOOP_UNIVERSAL),
    mbd_loop_default (MBD_LOOP_SPHERICAL),
    mbd_rod_default (),
    mbd_angle_default (1),
    mbd_revolute_spherical_default (1),
    contact,
  };
  GRand *rand = g_rand_new_with_seed (testing_seed (8));

  for (size_t kind = 0; kind < G_N_ELEMENTS (defs); kind++)
    for (size_t pair = 0; pair < G_N_ELEMENTS (pairs); pair++)
      for (int round = 0; round < 5; round++) {
        MbdState *state = random_pair (rand, &defs[kind], pairs[pair][0], pairs[pair][1]);

        check_transpose (state);
        testing_state_free (state);
      }
  g_rand_free (rand);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cases/r1", test_r1);
  g_test_add_func ("/cases/r2", test_r2);
  g_test_add_func ("/cases/r3", test_r3);
  g_test_add_func ("/cases/s4/at-rest", test_s4_at_rest);
  g_test_add_func ("/cases/s4/spinning", test_s4_spinning);
  g_test_add_func ("/cases/s4/pendulum", test_s4_pendulum);
  g_test_add_func ("/cases/s4/disabled", test_s4_disabled);
  g_test_add_func ("/cases/s5/redundant", test_s5_redundant);
  g_test_add_func ("/cases/s5/inconsistent", test_s5_inconsistent);
  g_test_add_func ("/cases/s6", test_s6);
  g_test_add_func ("/cases/s8/pins", test_s8_pins);
  g_test_add_func ("/cases/s8/transpose", test_s8_transpose);
  return g_test_run ();
}
