// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Motions in space with closed forms: bodies swinging on a rod, pin, spherical and universal joint,
// the top in steady precession, the cardan shaft, the cylindrical joint.

#include "testing.h"

#include "perpendicular-pendulum.h"

#define STANDARD_GRAVITY 9.80665

static const double origin[3];

/// Returns the angle at time t of theta'' = k cos theta from rest at 0: the classical Runge-Kutta
/// method with steps of 2e-4 s, whose error here is below 1e-12.
static double
swing (double k, double t)
{
  int steps = (int) ceil (t / 2e-4);
  double h = steps > 0 ? t / steps : 0, angle = 0, rate = 0;

  for (int i = 0; i < steps; i++) {
    double v1 = rate, a1 = k * cos (angle);
    double v2 = rate + 0.5 * h * a1, a2 = k * cos (angle + 0.5 * h * v1);
    double v3 = rate + 0.5 * h * a2, a3 = k * cos (angle + 0.5 * h * v2);
    double v4 = rate + h * a3, a4 = k * cos (angle + h * v3);

    angle += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
    rate += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return angle;
}

static MbdIntegrator *
start (MbdState *state, double accuracy, double duration)
{
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdIntegrator *integrator;

  if (accuracy > 0)
    settings.accuracy = accuracy;
  settings.duration = duration;
  integrator = mbd_integrator_new (mbd_state_model (state), &settings);
  g_assert_nonnull (integrator);
  assert_ok (mbd_integrator_start (integrator, state, NULL));
  return integrator;
}

/// Checks that the centre of mass moves on centre + 2 (cos theta x + sin theta y), theta'' = k cos
/// theta.
static void
check_swing (Design *(*design) (int),
             int kind,
             double k,
             const double centre[3],
             const double x[3],
             const double y[3])
{
  // At the default accuracy 1e-6 of the size, which is 2 m; at a tighter one a hundred times
  // better.
  static const double accuracies[] = { 0, 1e-10 }, limits[] = { 2e-6, 2e-8 };

  for (int i = 0; i < 2; i++) {
    MbdState *state = testing_state (design (kind));
    MbdIntegrator *integrator = start (state, accuracies[i], 5);

    for (int step = 1; step <= 20; step++) {
      double t = 0.25 * step, angle = swing (k, t), got[3], expected[3];

      assert_ok (mbd_integrator_advance (integrator, t, state, NULL));
      mbd_state_body_point (state, 1, origin, got, NULL, NULL);
      for (int j = 0; j < 3; j++)
        expected[j] = centre[j] + 2 * (cos (angle) * x[j] + sin (angle) * y[j]);
      assert_all_close (3, got, expected, limits[i]);
    }
    mbd_integrator_free (integrator);
    testing_state_free (state);
  }
}

static Design *
slanted_pin (int kind)
{
  return design_slanted_pin ();
}

static void
test_published_numbers (void)
{
  // Positions (y, z) published for the rod and the pin, which the closed form gives as well.
  static const double times[] = { 0.1, 0.5, 1, 2, 5 };
  static const double rod[][2] = {
    { 1.999398989286, -0.049027356039 },  { 1.644570053174, -1.138151721082 },
    { -0.956545038436, -1.756422952892 }, { -1.933288711505, -0.512244822294 },
    { -1.999998068490, -0.002779575030 },
  };
  static const double pin[][2] = {
    { 1.999427946866, -0.047831843924 },  { 1.660807753738, -1.114323833149 },
    { -0.892381485529, -1.789875773423 }, { -1.951117168778, -0.439479002572 },
    { -1.999683868884, -0.035558747545 },
  };

  for (int i = 0; i < 5; i++) {
    double angle = swing (STANDARD_GRAVITY / 2, times[i]);

    assert_close (2 * cos (angle), rod[i][0], 1e-10);
    assert_close (-2 * sin (angle), rod[i][1], 1e-10);
    angle = swing (STANDARD_GRAVITY * 2 / 4.1, times[i]);
    assert_close (2 * cos (angle), pin[i][0], 1e-10);
    assert_close (-2 * sin (angle), pin[i][1], 1e-10);
  }
}

static void
test_swings (void)
{
  static const double y[3] = { 0, 1, 0 }, down[3] = { 0, 0, -1 };

  check_swing (design_hinged_body, 0, STANDARD_GRAVITY / 2, origin, y, down);
  for (int kind = 1; kind <= 4; kind++)
    check_swing (design_hinged_body, kind, STANDARD_GRAVITY * 2 / 4.1, origin, y, down);
}

static void
test_slanted_pin (void)
{
  const double root = sqrt (0.5);
  const double x[3] = { 1, 0, 0 }, y[3] = { 0, root, -root }, centre[3] = { 1, 2, 3 };

  check_swing (slanted_pin, 0, STANDARD_GRAVITY * 2 * root / 4.1, centre, x, y);
}

static void
test_top (void)
{
  // A symmetric top held at a point 1 m from its centre of mass precesses steadily with Omega if I3
  // w3 Omega - (I1 + m l^2) Omega^2 cos theta = m g l.
  const double tilt = 0.6, precession = 1.2, across = 0.5, axial = 0.2;
  const double w3 = (DESIGN_GRAVITY / precession + (across + 1) * precession * cos (tilt)) / axial;
  Design *design = design_new ();
  MbdBodyDef top = mbd_body_default ();
  MbdCouplingDef joint = mbd_loop_default (MBD_LOOP_SPHERICAL);
  MbdState *state;

  memcpy (design->gravity, (double[]){ 0, 0, -DESIGN_GRAVITY }, sizeof design->gravity);
  top.mobility = MBD_SPATIAL;
  memcpy (top.inertia, (double[]){ across, across, axial, 0, 0, 0 }, sizeof top.inertia);
  memcpy (top.position, (double[]){ sin (tilt), 0, cos (tilt) }, sizeof top.position);
  quaternion_from_vector ((double[]){ 0, tilt, 0 }, top.quaternion);
  top.velocity[1] = precession * sin (tilt);
  top.angular_velocity[0] = -precession * sin (tilt);
  top.angular_velocity[2] = w3;
  design_add_body (design, &top);
  joint.body_b = 1;
  joint.frame_b.point[2] = -1;
  design_add_coupling (design, &joint);
  state = testing_state (design);

  MbdIntegrator *integrator = start (state, 0, 5);
  for (int i = 1; i <= 20; i++) {
    double t = 0.25 * i, x[3], omega[3];

    assert_ok (mbd_integrator_advance (integrator, t, state, NULL));
    mbd_state_body_point (state, 1, origin, x, NULL, NULL);
    assert_all_close (3, x,
                      ((double[]){ sin (tilt) * cos (precession * t),
                                   sin (tilt) * sin (precession * t), cos (tilt) }),
                      1e-6);
    // The spin about its own axis is conserved.
    mbd_state_body_angular_velocity (state, 1, omega);
    assert_close (dot (3, omega, x), w3, 1e-5);
  }
  mbd_integrator_free (integrator);
  testing_state_free (state);
}

static void
test_perpendicular_pendulum (void)
{
  // Links that turn about crossed axes against their motion in the joint angles, 3 s.
  const double start_angles[2] = { 1, 0.5 }, start_rates[2] = { 2, -1 };
  MbdState *state = testing_state (design_perpendicular_pendulum (start_angles, start_rates));
  MbdIntegrator *integrator = start (state, 0, 3);
  double angles[2] = { 1, 0.5 }, rates[2] = { 2, -1 };

  for (int i = 1; i <= 12; i++) {
    double expected[3], x[3];

    // Steps of 1/4000 s: an error of some 1e-11.
    perpendicular_motion (angles, rates, 0.25, 1000);
    perpendicular_position (angles, expected);
    assert_ok (mbd_integrator_advance (integrator, 0.25 * i, state, NULL));
    mbd_state_body_point (state, 2, (double[]){ 0.5, 0, 0 }, x, NULL, NULL);
    assert_all_close (3, x, expected, 1e-6);
  }
  mbd_integrator_free (integrator);
  testing_state_free (state);
}

/// Creates shaft 1 on a pin about x at the origin, shaft 2 on a pin about an axis turned by `bend`
/// about y, joined by a universal joint where the axes meet, at (1, 0, 0).
static Design *
cardan_shaft (double bend, double speed)
{
  Design *design = design_new ();
  MbdBodyDef shaft = mbd_body_default ();
  MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN);
  MbdCouplingDef cross_joint = mbd_loop_default (MBD_LOOP_UNIVERSAL);
  double turn[4];

  memset (design->gravity, 0, sizeof design->gravity);
  shaft.mobility = MBD_SPATIAL;
  memcpy (shaft.inertia, (double[]){ 0.3, 1, 1, 0, 0, 0 }, sizeof shaft.inertia);
  shaft.angular_velocity[0] = speed;
  design_add_body (design, &shaft);
  memcpy (shaft.inertia, (double[]){ 0.2, 1, 1, 0, 0, 0 }, sizeof shaft.inertia);
  quaternion_from_vector ((double[]){ 0, bend, 0 }, shaft.quaternion);
  memcpy (turn, shaft.quaternion, sizeof turn);
  memcpy (shaft.position, (double[]){ 1 + cos (bend), 0, -sin (bend) }, sizeof shaft.position);
  // At angle 0 the second shaft turns with the cosine of the bend.
  shaft.angular_velocity[0] = speed * cos (bend);
  design_add_body (design, &shaft);

  pin.body_b = 1;
  pin.frame_a = pin.frame_b = design_frame (0, 0, 0, 0);
  design_add_coupling (design, &pin);
  pin.body_b = 2;
  quaternion_multiply (turn, pin.frame_b.quaternion, pin.frame_a.quaternion);
  memcpy (pin.frame_a.point, shaft.position, sizeof shaft.position);
  design_add_coupling (design, &pin);

  // x of P is across shaft 1 (world y), y of S across shaft 2 (its z axis).
  cross_joint.body_a = 1;
  cross_joint.body_b = 2;
  cross_joint.frame_a.point[0] = 1;
  quaternion_from_vector ((double[]){ 0, 0, asin (1.0) }, cross_joint.frame_a.quaternion);
  cross_joint.frame_b.point[0] = -1;
  quaternion_from_vector ((double[]){ asin (1.0), 0, 0 }, cross_joint.frame_b.quaternion);
  design_add_coupling (design, &cross_joint);
  return design;
}

static void
test_cardan_shaft (void)
{
  // Ratio of the speeds cos b / (cos^2 t + sin^2 t cos^2 b); the kinetic energy is constant. The
  // rows are dependent (14 for 12 velocities of one freedom).
  const double bend = 0.6, speed = 3;
  MbdState *state = testing_state (cardan_shaft (bend, speed));
  const double axis[3] = { cos (bend), 0, -sin (bend) };
  MbdIntegrator *integrator;
  MbdEnergy first, energy;
  int rank = 0;

  assert_ok (mbd_state_assemble (state, NULL, NULL));
  assert_ok (mbd_state_rank (state, &rank, NULL));
  g_assert_cmpint (rank, ==, 11);
  mbd_state_energy (state, &first);
  integrator = start (state, 1e-9, 5);
  for (int i = 1; i <= 50; i++) {
    double y[3], omega[2][3];

    assert_ok (mbd_integrator_advance (integrator, 0.1 * i, state, NULL));
    mbd_state_body_point (state, 1, (double[]){ 0, 1, 0 }, y, NULL, NULL);
    mbd_state_body_angular_velocity (state, 1, omega[0]);
    mbd_state_body_angular_velocity (state, 2, omega[1]);
    mbd_state_energy (state, &energy);

    double c = y[1], s = y[2];
    double ratio = cos (bend) / (c * c + s * s * cos (bend) * cos (bend));
    assert_close (dot (3, omega[1], axis) / omega[0][0], ratio, 1e-8);
    assert_close (energy.kinetic, first.kinetic, 1e-6);
    assert_close (energy.kinetic, 0.5 * omega[0][0] * omega[0][0] * (0.3 + 0.2 * ratio * ratio),
                  1e-6);
  }
  mbd_integrator_free (integrator);
  testing_state_free (state);
}

/// Creates a standard body of 1 kg at (0, y, 0) on a spring-damper to the origin, gravity 9.80665
/// along -z.
static MbdState *
hung_on_spring (double y, double stiffness, double damping, double free_length)
{
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdForceDef spring = mbd_spring_default ();

  memcpy (design->gravity, (double[]){ 0, 0, -STANDARD_GRAVITY }, sizeof design->gravity);
  body.mobility = MBD_SPATIAL;
  body.position[1] = y;
  design_add_body (design, &body);
  spring.body_b = 1;
  spring.stiffness = stiffness;
  spring.damping = damping;
  spring.free_length = free_length;
  design_add_force (design, &spring);
  return testing_state (design);
}

static void
test_springs (void)
{
  // A spring of zero free length that starts at zero length is a damped oscillator along z.
  MbdState *state = hung_on_spring (0, 10, 0.5, 0);
  MbdIntegrator *integrator = start (state, 0, 5);

  for (int i = 1; i <= 20; i++) {
    double t = 0.25 * i, omega = sqrt (9.9375), x[3];
    double z = -STANDARD_GRAVITY / 10
               * (1 - exp (-0.25 * t) * (cos (omega * t) + 0.25 / omega * sin (omega * t)));

    assert_ok (mbd_integrator_advance (integrator, t, state, NULL));
    mbd_state_body_point (state, 1, origin, x, NULL, NULL);
    assert_all_close (3, x, ((double[]){ 0, 0, z }), 1e-6);
  }
  mbd_integrator_free (integrator);
  testing_state_free (state);

  // Swinging on a damped spring of 2 m: published positions and forces, to their digits.
  static const struct
  {
    double t, y, z, tension;
  } swings[] = {
    { 0.5, 1.7735470, -1.1621329, 14.826308 },
    { 1, -0.5973274, -2.1890686, 26.391138 },
    { 2, -1.9838343, -0.3247606, NAN },
    { 5, -1.9451979, -0.7674010, NAN },
  };
  state = hung_on_spring (2, 100, 5, 2);
  integrator = start (state, 0, 5);
  for (guint i = 0; i < G_N_ELEMENTS (swings); i++) {
    double x[3], length, rate, tension;

    assert_ok (mbd_integrator_advance (integrator, swings[i].t, state, NULL));
    mbd_state_body_point (state, 1, origin, x, NULL, NULL);
    assert_all_close (3, x, ((double[]){ 0, swings[i].y, swings[i].z }), 1e-6);
    mbd_state_spring (state, 0, &length, &rate, &tension);
    if (!isnan (swings[i].tension))
      assert_close (tension, swings[i].tension, 1e-4);
    assert_close (tension, 100 * (length - 2) + 5 * rate, 1e-10);
  }
  mbd_integrator_free (integrator);
  testing_state_free (state);
}

static void
test_cylindrical (void)
{
  // On a tilted axis: uniform acceleration along it, uniform rotation about it.
  const double tilt = 0.5, spin = 4, axis[3] = { sin (tilt), 0, cos (tilt) };
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdCouplingDef joint = mbd_loop_default (MBD_LOOP_CYLINDRICAL);
  MbdState *state;

  memcpy (design->gravity, (double[]){ 0, 0, -DESIGN_GRAVITY }, sizeof design->gravity);
  body.mobility = MBD_SPATIAL;
  quaternion_from_vector ((double[]){ 0, tilt, 0 }, body.quaternion);
  body.angular_velocity[2] = spin;
  design_add_body (design, &body);
  joint.body_b = 1;
  memcpy (joint.frame_a.quaternion, body.quaternion, sizeof body.quaternion);
  design_add_coupling (design, &joint);
  state = testing_state (design);

  MbdIntegrator *integrator = start (state, 0, 2);
  for (int i = 1; i <= 10; i++) {
    double t = 0.2 * i, s = -0.5 * DESIGN_GRAVITY * cos (tilt) * t * t, x[3], tip[3], turned[3];
    const double about[3] = { 0, 0, spin * t };
    double q[4];

    assert_ok (mbd_integrator_advance (integrator, t, state, NULL));
    mbd_state_body_point (state, 1, origin, x, NULL, NULL);
    assert_all_close (3, x, ((double[]){ s * axis[0], s * axis[1], s * axis[2] }), 1e-6);
    // A point beside the axis shows the angle.
    mbd_state_body_point (state, 1, (double[]){ 1, 0, 0 }, tip, NULL, NULL);
    quaternion_from_vector (about, q);
    quaternion_multiply (body.quaternion, q, q);
    quaternion_turn (q, (double[]){ 1, 0, 0 }, turned);
    for (int k = 0; k < 3; k++)
      assert_close (tip[k] - x[k], turned[k], 1e-6);
  }
  mbd_integrator_free (integrator);
  testing_state_free (state);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/spatial/published-numbers", test_published_numbers);
  g_test_add_func ("/spatial/swings", test_swings);
  g_test_add_func ("/spatial/slanted-pin", test_slanted_pin);
  g_test_add_func ("/spatial/top", test_top);
  g_test_add_func ("/spatial/perpendicular-pendulum", test_perpendicular_pendulum);
  g_test_add_func ("/spatial/cardan-shaft", test_cardan_shaft);
  g_test_add_func ("/spatial/springs", test_springs);
  g_test_add_func ("/spatial/cylindrical", test_cylindrical);
  return g_test_run ();
}
