// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Contacts in accurate motion, compared with closed forms: a bouncing ball, a box at the limit of
// its friction, a disc that rolls or slides, Newton's cradle, a rod that jams.

#include <glib.h>
#include <math.h>
#include <string.h>

#include "testing-seed.h"
#include "mbd.h"
#include "testing-world.h"
#include "testing.h"

static const double gravity = 9.81;

/// e = 0.8 from 1 m: times of the impacts, heights between them, and rest in the end.
static void
test_ball (void)
{
  static const double centre[] = { 0, 0 };
  World world;
  MbdEvent events[256];
  const double radius = 0.1, e = 0.8;

  world_init (&world, 1e-10);
  world_ground (&world, 0.3, e);
  const int ball = world_body (&world, 1, 0.004, 0, 1 + radius, 0, 0);
  world_shape (&world, ball, MBD_SHAPE_DISC, centre, 1, radius, 0.3, 0);
  world_start (&world);
  double fall = sqrt (2 / gravity), hit = fall, speed = gravity * fall, worst = 0;
  for (int bounce = 1; bounce <= 10; bounce++) {
    speed *= e;
    const double top = hit + speed / gravity;
    const double height = world_advance (&world, top)[1] - radius;
    worst = worst_of (worst, fabs (height - speed * speed / (2 * gravity)));
    hit += 2 * speed / gravity;
  }
  g_test_message ("heights of ten bounces: %.1e m", worst);
  g_assert_cmpfloat (worst, <, 1e-8);
  const int count = mbd_integrator_take_events (world.integrator, events, 256);
  hit = fall;
  speed = gravity * fall;
  worst = 0;
  g_assert_cmpint (count, >=, 10);
  for (int i = 0; i < 10; i++) {
    g_assert_cmpint (events[i].kind, ==, MBD_EVENT_TOUCHED);
    worst = worst_of (worst, fabs (events[i].time - hit));
    g_assert_cmpfloat_with_epsilon (events[i].value, (1 + e) * speed, 1e-8);
    speed *= e;
    hit += 2 * speed / gravity;
  }
  g_test_message ("times of ten impacts: %.1e s", worst);
  g_assert_cmpfloat (worst, <, 1e-8);
  // Zeno: the ball comes to rest and stays there.
  const double *q = world_advance (&world, 10);
  g_assert_cmpfloat_with_epsilon (q[1], radius, 1e-8);
  g_assert_cmpfloat (fabs (mbd_state_velocities (world.state)[1]), <, 1e-9);
  world_clear (&world);
}

/// A box on an incline: 1e-9 rad below the angle of friction it sticks, above it slides.
static void
test_incline (void)
{
  static const double corners[] = { -0.5, -0.2, 0.5, -0.2, 0.5, 0.2, -0.5, 0.2 }, mu = 0.6;

  for (int k = -1; k <= 1; k += 2) {
    World world;
    const double angle = atan (mu) + k * 1e-9;
    const double along[] = { 0, 0, 10, 0 };
    const double g[] = { gravity * sin (angle), -gravity * cos (angle), 0 };
    MbdIntegratorContact contacts[4];
    world_init (&world, 1e-10);
    mbd_mechanism_set_gravity (world.mechanism, g);
    world_shape (&world, MBD_GROUND, MBD_SHAPE_HALF_PLANE, along, 2, 0, mu, 0);
    const int box = world_body (&world, 2, 0.2, 0, 0.2, 0, 0);
    world_shape (&world, box, MBD_SHAPE_POLYGON, corners, 4, 0, mu, 0);
    world_start (&world);
    world_advance (&world, 1);
    const double v = mbd_state_velocities (world.state)[0];
    const double slides = gravity * (sin (angle) - mu * cos (angle));
    g_test_message ("%+.0e rad: %.6e m/s (%.6e)", k * 1e-9, v, fmax (slides, 0));
    if (k < 0)
      g_assert_cmpfloat (fabs (v), <, 1e-12);
    else
      g_assert_cmpfloat_with_epsilon (v, slides, 1e-3 * slides);
    g_assert_cmpint (mbd_integrator_contacts (world.integrator, contacts, 4), ==, 2);
    g_assert_cmpfloat_with_epsilon (contacts[0].normal_force + contacts[1].normal_force,
                                    2 * gravity * cos (angle), 1e-8);
    world_clear (&world);
  }
}

/// A thrown box slides to rest: v^2 / (2 mu g), and its time.
static void
test_stop (void)
{
  static const double corners[] = { -0.5, -0.1, 0.5, -0.1, 0.5, 0.1, -0.5, 0.1 }, mu = 0.3;
  World world;

  world_init (&world, 1e-10);
  world_ground (&world, mu, 0);
  const int box = world_body (&world, 1, 0.1, 0, 0.1, 0, 2);
  world_shape (&world, box, MBD_SHAPE_POLYGON, corners, 4, 0, mu, 0);
  world_start (&world);
  const double time = 2 / (mu * gravity);
  const double *q = world_advance (&world, 0.5 * time);
  g_assert_cmpfloat_with_epsilon (q[0], time - 0.125 * mu * gravity * time * time, 1e-9);
  q = world_advance (&world, 2 * time);
  g_assert_cmpfloat_with_epsilon (q[0], 4 / (2 * mu * gravity), 1e-9);
  g_assert_cmpfloat_with_epsilon (q[1], 0.1, 1e-10);
  // Both corners begin to stick at that time.
  MbdEvent events[8];
  const int count = mbd_integrator_take_events (world.integrator, events, 8);
  g_assert_cmpint (count, ==, 2);
  for (int i = 0; i < count; i++) {
    g_assert_cmpint (events[i].kind, ==, MBD_EVENT_HELD);
    g_assert_cmpint (events[i].coupling, ==, -1);
    g_assert_cmpfloat_with_epsilon (events[i].time, time, 1e-9);
  }
  world_clear (&world);
}

/// A growing load lifts a box: the contact opens when the load equals its weight, and the motion
/// continues from there with a cubic. A pin joins a second body, so that joints and contacts are
/// solved together.
static void
test_lift (void)
{
  static const double corners[] = { -0.5, -0.1, 0.5, -0.1, 0.5, 0.1, -0.5, 0.1 };
  World world;
  MbdFunction *ramp = NULL;
  static const double coefficients[] = { 0, 30 };
  MbdForceDef load = mbd_load_default ();
  MbdCouplingDef weld = mbd_loop_default (MBD_LOOP_WELD);
  MbdEvent events[8];

  g_assert_cmpint (mbd_function_new_polynomial (coefficients, 2, 0, &ramp, NULL), ==,
                   MBD_STATUS_OK);
  world_init (&world, 1e-10);
  world_ground (&world, 0.5, 0);
  const int box = world_body (&world, 1, 0.1, 0, 0.1, 0, 0);
  const int top = world_body (&world, 0.5, 0.1, 0, 0.4, 0, 0);
  world_shape (&world, box, MBD_SHAPE_POLYGON, corners, 4, 0, 0.5, 0);
  weld.id = 1;
  weld.body_a = box;
  weld.body_b = top;
  weld.frame_a.point[1] = 0.3;
  g_assert_cmpint (mbd_mechanism_add_coupling (world.mechanism, &weld, NULL), ==, MBD_STATUS_OK);
  load.id = 1;
  load.body_b = top;
  load.force_function[1] = ramp;
  g_assert_cmpint (mbd_mechanism_add_force (world.mechanism, &load, NULL), ==, MBD_STATUS_OK);
  world_start (&world);
  const double time = 1.5 * gravity / 30;
  const double *q = world_advance (&world, 0.9 * time);
  g_assert_cmpfloat_with_epsilon (q[1], 0.1, 1e-11);
  q = world_advance (&world, time + 0.5);
  g_assert_cmpfloat_with_epsilon (q[1], 0.1 + 30 * 0.125 / 9, 1e-8);
  const int count = mbd_integrator_take_events (world.integrator, events, 8);
  g_assert_cmpint (count, ==, 2);
  for (int i = 0; i < count; i++) {
    g_assert_cmpint (events[i].kind, ==, MBD_EVENT_OPENED);
    g_assert_cmpfloat_with_epsilon (events[i].time, time, 1e-6);
  }
  world_clear (&world);
  mbd_function_unref (ramp);
}

/// A disc on an incline rolls with 2/3 g sin b, or slides below mu = tan (b) / 3; a disc that is
/// thrown without spin slides until 2/3 of its speed.
static void
test_disc (void)
{
  static const double centre[] = { 0, 0 }, radius = 0.25, b = 0.4;
  const double limit = tan (b) / 3, mus[] = { limit * (1 + 1e-6), limit * (1 - 1e-6), 0.9, 0.05 };

  for (int k = 0; k < 4; k++) {
    World world;
    const double g[] = { gravity * sin (b), -gravity * cos (b), 0 };
    world_init (&world, 1e-10);
    mbd_mechanism_set_gravity (world.mechanism, g);
    world_ground (&world, mus[k], 0);
    const int disc = world_body (&world, 2, radius * radius, 0, radius, 0, 0);
    world_shape (&world, disc, MBD_SHAPE_DISC, centre, 1, radius, mus[k], 0);
    world_start (&world);
    const double *q = world_advance (&world, 1);
    const double rolls = 2.0 / 3 * gravity * sin (b);
    const double slides = gravity * (sin (b) - mus[k] * cos (b));
    g_assert_cmpfloat_with_epsilon (q[0], 0.5 * (mus[k] > limit ? rolls : slides), 1e-9);
    const double spin = mus[k] > limit ? rolls / radius : 2 * mus[k] * gravity * cos (b) / radius;
    g_assert_cmpfloat_with_epsilon (q[2], -0.5 * spin, 1e-8);
    world_clear (&world);
  }
  World world;
  world_init (&world, 1e-10);
  world_ground (&world, 0.2, 0);
  const int disc = world_body (&world, 2, radius * radius, 0, radius, 0, 3);
  world_shape (&world, disc, MBD_SHAPE_DISC, centre, 1, radius, 0.2, 0);
  world_start (&world);
  // rolls from t = v / (3 mu g) onwards
  const double time = 3 / (3 * 0.2 * gravity);
  world_advance (&world, 2 * time);
  const double *v = mbd_state_velocities (world.state);
  g_assert_cmpfloat_with_epsilon (v[0], 2, 1e-9);
  g_assert_cmpfloat_with_epsilon (v[2], -2 / radius, 1e-8);
  const double x = mbd_state_positions (world.state)[0];
  g_assert_cmpfloat_with_epsilon (x, 3 * time - 0.5 * 0.2 * gravity * time * time + 2 * time, 1e-9);
  world_clear (&world);
}

/// Three equal balls, e = 1: in sequence the last one takes all speed; simultaneously (-1/3, 2/3,
/// 2/3).
static void
test_cradle (void)
{
  static const double centre[] = { 0, 0 }, none[] = { 0, 0, 0 };

  for (int law = 0; law < 2; law++) {
    World world;
    world_init (&world, 1e-10);
    mbd_mechanism_set_gravity (world.mechanism, none);
    world.settings.sequential_impacts = law == 1;
    for (int i = 0; i < 3; i++) {
      const int ball = world_body (&world, 1, 0.1, i == 0 ? -1 : 0.2 * i, 0, 0, i == 0 ? 1 : 0);
      world_shape (&world, ball, MBD_SHAPE_DISC, centre, 1, 0.1, 0, 1);
    }
    world_start (&world);
    world_advance (&world, 2);
    const double *v = mbd_state_velocities (world.state);
    static const double expected[2][3] = { { -1.0 / 3, 2.0 / 3, 2.0 / 3 }, { 0, 0, 1 } };
    for (int i = 0; i < 3; i++)
      g_assert_cmpfloat_with_epsilon (v[3 * i], expected[law][i], 1e-9);
    world_clear (&world);
  }
}

/// Painleve's rod with mu = 3: it jams, an impulse lets the motion continue, and energy is not
/// gained. The account books its loss as that of an impact.
static void
test_jam (void)
{
  static const double ends[] = { 0, -1, 0, 1 };
  World world;
  MbdEvent events[64];
  MbdEnergy before, after;
  MbdEnergyBalance balance;
  bool jammed = false;
  const double h = sqrt (0.5), thin = 1e-3;

  world_init (&world, 1e-10);
  world.settings.keep_ledger = true;
  world_ground (&world, 3, 0);
  // the lower end at the origin, sliding to the right with the rod leaning back
  const int rod = world_body (&world, 2, 1, -h, h + thin, M_PI / 4, 1);
  world_shape (&world, rod, MBD_SHAPE_CAPSULE, ends, 2, thin, 3, 0);
  world_start (&world);
  mbd_state_energy (world.state, &before);
  world_advance (&world, 0.2);
  mbd_state_energy (world.state, &after);
  const int count = mbd_integrator_take_events (world.integrator, events, 64);
  for (int i = 0; i < count; i++)
    jammed |= events[i].kind == MBD_EVENT_JAMMED && events[i].value > 0;
  g_assert_true (jammed);
  g_assert_cmpfloat (after.total, <=, before.total + 1e-6);
  mbd_state_energy_balance (world.state, &balance);
  g_assert_cmpfloat (balance.impact_loss, >, 0.01);
  assert_close (balance.error, 0, 1e-8);
  world_clear (&world);
}

/// A disc drops into a groove so steep that friction holds it between the walls under any pressing
/// force: no impulses give it the speeds away from both walls that restitution requires. It stays
/// where it wedges, and this is reported; with little friction it bounces out at e times its speed.
static void
test_groove (void)
{
  static const double centre[] = { 0, 0 };
  const double half = 20 * M_PI / 180, radius = 0.1, e = 0.5, drop = 0.2;
  const double right[] = { 0, 0, sin (half), cos (half) };
  const double left[] = { 0, 0, sin (half), -cos (half) };
  const double low = radius / sin (half), hit = sqrt (2 * drop / gravity);

  for (int wedges = 0; wedges < 2; wedges++) {
    const double mu = wedges ? 0.8 : 0;
    World world;
    MbdEvent events[16];
    int jams = 0;
    world_init (&world, 1e-10);
    world_shape (&world, MBD_GROUND, MBD_SHAPE_HALF_PLANE, right, 2, 0, mu, e);
    world_shape (&world, MBD_GROUND, MBD_SHAPE_HALF_PLANE, left, 2, 0, mu, e);
    const int disc = world_body (&world, 1, 0.005, 0, low + drop, 0, 0);
    world_shape (&world, disc, MBD_SHAPE_DISC, centre, 1, radius, mu, e);
    world_start (&world);
    const double *q = world_advance (&world, 1.25 * hit);
    const double since = 0.25 * hit, speed = e * gravity * hit;
    const double rises = wedges ? 0 : speed * since - gravity * since * since / 2;
    g_assert_cmpfloat_with_epsilon (q[0], 0, 1e-9);
    g_assert_cmpfloat_with_epsilon (q[1], low + rises, 1e-8);
    const int count = mbd_integrator_take_events (world.integrator, events, 16);
    for (int i = 0; i < count; i++)
      jams += events[i].kind == MBD_EVENT_JAMMED;
    g_assert_cmpint (jams, ==, wedges ? 2 : 0);
    world_clear (&world);
  }
}

/// A ball slides on the ground without friction until its rope is taut: the rope absorbs the speed
/// along it, and the ball lifts off.
static void
test_rope (void)
{
  static const double centre[] = { 0, 0 };
  const double height = 0.9, length = 1.5, radius = 0.1, speed = 2;
  World world;
  MbdCouplingDef rope = mbd_rod_default ();
  MbdEvent events[8];

  world_init (&world, 1e-10);
  world_ground (&world, 0, 0);
  const int ball = world_body (&world, 2, 0.01, 0, radius, 0, speed);
  world_shape (&world, ball, MBD_SHAPE_DISC, centre, 1, radius, 0, 0);
  rope.id = 1;
  rope.rod = MBD_ROD_ROPE;
  rope.body_b = ball;
  rope.frame_a.point[1] = height;
  rope.length = length;
  g_assert_cmpint (mbd_mechanism_add_coupling (world.mechanism, &rope, NULL), ==, MBD_STATUS_OK);
  world_start (&world);
  const double s = (height - radius) / length, c = sqrt (1 - s * s), time = c * length / speed;
  const double *q = world_advance (&world, 0.5 * time);
  g_assert_cmpfloat_with_epsilon (q[0], 0.5 * speed * time, 1e-10);
  world_advance (&world, time + 1e-9);
  const double *v = mbd_state_velocities (world.state);
  g_assert_cmpfloat_with_epsilon (v[0], speed * s * s, 1e-7);
  g_assert_cmpfloat_with_epsilon (v[1], speed * s * c, 1e-7);
  const int count = mbd_integrator_take_events (world.integrator, events, 8);
  g_assert_cmpint (count, ==, 2);
  g_assert_cmpint (events[0].kind, ==, MBD_EVENT_CLOSED);
  g_assert_cmpint (events[0].coupling, ==, 0);
  g_assert_cmpfloat_with_epsilon (events[0].time, time, 1e-10);
  g_assert_cmpfloat_with_epsilon (events[0].value, 2 * speed * c, 1e-8);
  g_assert_cmpint (events[1].kind, ==, MBD_EVENT_OPENED);
  // It lands on its arc and rolls on the ground no farther than the rope allows.
  q = world_advance (&world, 10);
  g_assert_cmpfloat (q[1], >, radius - 1e-8);
  g_assert_cmpfloat (hypot (q[0], q[1] - height), <, length + 1e-8);
  world_clear (&world);

  // On an incline the rope holds it: tension m g sin b.
  const double b = 0.5, g[] = { gravity * sin (b), -gravity * cos (b), 0 };
  MbdIntegratorContact contact;
  world_init (&world, 1e-10);
  mbd_mechanism_set_gravity (world.mechanism, g);
  world_ground (&world, 0, 0);
  const int held = world_body (&world, 2, 0.01, 0, radius, 0, 0);
  world_shape (&world, held, MBD_SHAPE_DISC, centre, 1, radius, 0, 0);
  rope.frame_a.point[1] = radius;
  rope.length = 0.5;
  g_assert_cmpint (mbd_mechanism_add_coupling (world.mechanism, &rope, NULL), ==, MBD_STATUS_OK);
  world_start (&world);
  q = world_advance (&world, 3);
  g_assert_cmpfloat_with_epsilon (q[0], 0.5, 1e-9);
  g_assert_cmpfloat (fabs (mbd_state_velocities (world.state)[0]), <, 1e-10);
  g_assert_cmpint (mbd_state_solve (world.state, NULL), ==, MBD_STATUS_OK);
  g_assert_cmpfloat_with_epsilon (mbd_state_multipliers (world.state)[0], 2 * g[0], 1e-8);
  g_assert_cmpint (mbd_integrator_contacts (world.integrator, &contact, 1), ==, 1);
  g_assert_cmpfloat_with_epsilon (contact.normal_force, -2 * g[1], 1e-8);
  world_clear (&world);
}

/// A thrown box slides, hits a block on a slider with dry friction, and both move to the block's
/// end stop.
static void
test_stop_of_slider (void)
{
  static const double corners[] = { -0.2, -0.2, 0.2, -0.2, 0.2, 0.2, -0.2, 0.2 };
  const double mu = 0.3, m1 = 2, m2 = 3, drag = 12, speed = 4, way = 0.5, free = 0.25;
  World world;
  MbdCouplingDef slider = mbd_loop_default (MBD_LOOP_SLIDER);
  MbdCouplingDef stop = mbd_limit_default (MBD_COORDINATE_SLIDE, -INFINITY, way + free);
  MbdEvent events[16];

  world_init (&world, 1e-10);
  world_ground (&world, mu, 0);
  const int box = world_body (&world, m1, 0.1, 0, 0.2, 0, speed);
  world_shape (&world, box, MBD_SHAPE_POLYGON, corners, 4, 0, mu, 0);
  const int block = world_body (&world, m2, 0.1, way + 0.4, 0.25, 0, 0);
  world_shape (&world, block, MBD_SHAPE_POLYGON, corners, 4, 0, 0, 0);
  slider.id = 1;
  slider.body_b = stop.body_b = block;
  slider.frame_a.point[0] = stop.frame_a.point[0] = way + 0.4 - way;
  slider.frame_a.point[1] = stop.frame_a.point[1] = 0.25;
  stop.id = 2;
  MbdCouplingDef friction = mbd_joint_friction_default (&slider);
  friction.id = 3;
  friction.effort_limit = drag;
  g_assert_cmpint (mbd_mechanism_add_coupling (world.mechanism, &slider, NULL), ==, MBD_STATUS_OK);
  g_assert_cmpint (mbd_mechanism_add_coupling (world.mechanism, &stop, NULL), ==, MBD_STATUS_OK);
  g_assert_cmpint (mbd_mechanism_add_coupling (world.mechanism, &friction, NULL), ==,
                   MBD_STATUS_OK);
  world_start (&world);
  // To the block, together, to the stop.
  const double v1 = sqrt (speed * speed - 2 * mu * gravity * way),
               t1 = (speed - v1) / (mu * gravity);
  const double v2 = m1 * v1 / (m1 + m2), a2 = (mu * m1 * gravity + drag) / (m1 + m2);
  const double v3 = sqrt (v2 * v2 - 2 * a2 * free), t3 = t1 + (v2 - v3) / a2;
  const double *q = world_advance (&world, t1 + 0.5 * (t3 - t1));
  const double t = 0.5 * (t3 - t1), x = way + v2 * t - 0.5 * a2 * t * t;
  g_assert_cmpfloat_with_epsilon (q[0], x, 1e-9);
  g_assert_cmpfloat_with_epsilon (q[3], x + 0.4, 1e-9);
  q = world_advance (&world, t3 + 1);
  g_assert_cmpfloat_with_epsilon (q[0], way + free, 1e-9);
  for (int i = 0; i < 6; i++)
    g_assert_cmpfloat (fabs (mbd_state_velocities (world.state)[i]), <, 1e-9);
  const int count = mbd_integrator_take_events (world.integrator, events, 16);
  double met = NAN, stopped = NAN, impulse = NAN;
  for (int i = 0; i < count; i++) {
    if (events[i].kind == MBD_EVENT_TOUCHED && isnan (met))
      met = events[i].time;
    if (events[i].kind == MBD_EVENT_CLOSED) {
      stopped = events[i].time;
      impulse = events[i].value;
      g_assert_cmpint (events[i].coupling, ==, 1);
    }
  }
  g_assert_cmpfloat_with_epsilon (met, t1, 1e-10);
  g_assert_cmpfloat_with_epsilon (stopped, t3, 1e-9);
  g_assert_cmpfloat_with_epsilon (impulse, (m1 + m2) * v3, 1e-8);
  world_clear (&world);
}

/// A motor at the limit of its torque presses an arm against the ground.
static void
test_motor (void)
{
  static const double tip[] = { 0.5, 0 };
  const double torque = 9, mass = 1.5, length = 1, radius = 0.1;
  World world;
  MbdFunction *speed = NULL;
  MbdIntegratorContact contact;
  MbdEvent events[8];

  g_assert_cmpint (mbd_function_new_constant (-2, &speed, NULL), ==, MBD_STATUS_OK);
  MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN), motor = mbd_motor_default (speed, torque);
  world_init (&world, 1e-10);
  world_ground (&world, 0, 0);
  // The arm hangs over the ground; its tip meets the ground when the arm lies level.
  const double angle = 0.4;
  const int arm = world_body (&world, mass, 0.2, 0.5 * length * cos (angle),
                              radius + 0.5 * length * sin (angle), angle, 0);
  world_shape (&world, arm, MBD_SHAPE_DISC, tip, 1, radius, 0, 0);
  pin.id = 1;
  motor.id = 2;
  pin.body_b = motor.body_b = arm;
  pin.frame_a.point[1] = motor.frame_a.point[1] = radius;
  pin.frame_b.point[0] = motor.frame_b.point[0] = -0.5 * length;
  g_assert_cmpint (mbd_mechanism_add_coupling (world.mechanism, &pin, NULL), ==, MBD_STATUS_OK);
  g_assert_cmpint (mbd_mechanism_add_coupling (world.mechanism, &motor, NULL), ==, MBD_STATUS_OK);
  world_start (&world);
  const double *q = world_advance (&world, 1);
  g_assert_cmpfloat_with_epsilon (q[2], 0, 1e-9);
  g_assert_cmpint (mbd_integrator_contacts (world.integrator, &contact, 1), ==, 1);
  g_assert_cmpfloat_with_epsilon (contact.normal_force, torque / length + 0.5 * mass * gravity,
                                  1e-8);
  const int count = mbd_integrator_take_events (world.integrator, events, 8);
  // The motor held its speed on the way, and yielded when the tip met the ground.
  g_assert_cmpint (count, >=, 3);
  g_assert_cmpint (events[0].kind, ==, MBD_EVENT_HELD);
  g_assert_cmpint (events[0].coupling, ==, 1);
  g_assert_cmpint (events[1].kind, ==, MBD_EVENT_TOUCHED);
  g_assert_cmpint (events[2].kind, ==, MBD_EVENT_SATURATED);
  g_assert_cmpfloat_with_epsilon (events[1].time, events[2].time, 1e-12);
  world_clear (&world);
  mbd_function_unref (speed);
}

/// Forty boxes side by side have 80 points: none is lost. Too many are rejected with a diagnosis.
static void
test_many (void)
{
  static const double corners[] = { -0.5, -0.2, 0.5, -0.2, 0.5, 0.2, -0.5, 0.2 };
  static MbdIntegratorContact contacts[256];
  World world;
  double force = 0;

  world_init (&world, 1e-10);
  world.settings.accuracy = 1e-6;
  world_ground (&world, 0.5, 0);
  for (int i = 0; i < 40; i++) {
    const int box = world_body (&world, 1 + i, 0.2, 1.5 * i, 0.2, 0, i == 7 ? 1 : 0);
    world_shape (&world, box, MBD_SHAPE_POLYGON, corners, 4, 0, 0.5, 0);
  }
  world_start (&world);
  const double *q = world_advance (&world, 0.3);
  for (int i = 0; i < 40; i++)
    g_assert_cmpfloat_with_epsilon (q[3 * i + 1], 0.2, 1e-10);
  // One box was thrown.
  g_assert_cmpfloat_with_epsilon (q[21], 1.5 * 7 + 1 / gravity, 1e-8);
  const int count = mbd_integrator_contacts (world.integrator, contacts, 256);
  g_assert_cmpint (count, ==, 80);
  for (int i = 0; i < count; i++)
    force += contacts[i].normal_force;
  g_assert_cmpfloat_with_epsilon (force, gravity * (40 + 780), 1e-5);
  world_clear (&world);

  world_init (&world, 1e-10);
  world_ground (&world, 0.5, 0);
  for (int i = 0; i < 90; i++) {
    const int box = world_body (&world, 1, 0.2, i, 0.2, 0, 0);
    world_shape (&world, box, MBD_SHAPE_POLYGON, corners, 4, 0, 0.5, 0);
  }
  MbdDiagnosis why = { 0 };
  g_assert_cmpint (mbd_model_compile (world.mechanism, &world.model, &why), ==, MBD_STATUS_OK);
  world.state = mbd_state_new (world.model);
  world.integrator = mbd_integrator_new (world.model, &world.settings);
  g_assert_cmpint (mbd_integrator_start (world.integrator, world.state, &why), ==,
                   MBD_STATUS_CONTACT_TOO_LARGE);
  world_clear (&world);
}

/// A disc with rolling friction of arm rho rolls to rest with 2/3 g rho / r, and stays on an
/// incline below rho / r.
static void
test_rolling (void)
{
  static const double centre[] = { 0, 0 };
  const double radius = 0.25, rho = 0.01, speed = 1,
               deceleration = 2.0 / 3 * gravity * rho / radius;

  for (int k = 0; k < 3; k++) {
    World world;
    const double slope = k == 0 ? 0 : atan (rho / radius) + (k == 1 ? -1e-9 : 1e-9);
    const double g[] = { gravity * sin (slope), -gravity * cos (slope), 0 };
    static const double line[] = { 0, 0, 1, 0 };
    MbdShape ground = mbd_shape_default (MBD_SHAPE_HALF_PLANE);
    MbdEvent event;
    world_init (&world, 1e-10);
    mbd_mechanism_set_gravity (world.mechanism, g);
    ground.points = line;
    ground.count = 2;
    ground.friction = 0.5;
    ground.rolling = rho;
    world.shapes++;
    g_assert_cmpint (mbd_mechanism_add_shape (world.mechanism, 1, MBD_GROUND, &ground, NULL), ==,
                     MBD_STATUS_OK);
    MbdBodyDef def = mbd_body_default ();
    def.id = ++world.bodies;
    def.mass = 2;
    def.inertia[2] = radius * radius;
    def.position[1] = radius;
    def.velocity[0] = k == 0 ? speed : 0;
    def.angular_velocity[2] = k == 0 ? -speed / radius : 0;
    g_assert_cmpint (mbd_mechanism_add_body (world.mechanism, &def, NULL), ==, MBD_STATUS_OK);
    world_shape (&world, def.id, MBD_SHAPE_DISC, centre, 1, radius, 0.5, 0);
    world_start (&world);
    const double *q = world_advance (&world, k == 0 ? 2 * speed / deceleration : 1);
    if (k == 0) {
      g_assert_cmpfloat_with_epsilon (q[0], speed * speed / (2 * deceleration), 1e-9);
      g_assert_cmpfloat_with_epsilon (q[2], -q[0] / radius, 1e-9);
      g_assert_cmpint (mbd_integrator_take_events (world.integrator, &event, 1), ==, 1);
      g_assert_cmpint (event.kind, ==, MBD_EVENT_HELD);
      g_assert_cmpfloat_with_epsilon (event.time, speed / deceleration, 1e-9);
    }
    const double rolls = 2.0 / 3 * (gravity * sin (slope) - gravity * cos (slope) * rho / radius);
    const double v = mbd_state_velocities (world.state)[0];
    g_assert_cmpfloat_with_epsilon (v, k == 2 ? rolls : 0, k == 2 ? 1e-3 * rolls : 1e-12);
    world_clear (&world);
  }
}

/// Boxes that overlap at the start are reported and pushed apart gently, in both ways of running;
/// an infinite force is rejected by name.
static void
test_bad_starts (void)
{
  static const double corners[] = { -0.5, -0.2, 0.5, -0.2, 0.5, 0.2, -0.5, 0.2 };

  for (int steps = 0; steps < 2; steps++) {
    World world;
    MbdEvent events[64];
    bool told = false;
    double fastest = 0;
    world_init (&world, 1e-10);
    if (steps) {
      world.settings.method = MBD_METHOD_TIME_STEPPING;
      world.settings.step = 1.0 / 240;
    }
    world_ground (&world, 0.5, 0);
    const int lower = world_body (&world, 1, 0.1, 0, 0.1, 0, 0);
    world_shape (&world, lower, MBD_SHAPE_POLYGON, corners, 4, 0, 0.5, 0);
    const int upper = world_body (&world, 1, 0.1, 0.1, 0.35, 0, 0);
    world_shape (&world, upper, MBD_SHAPE_POLYGON, corners, 4, 0, 0.5, 0);
    world_start (&world);
    for (int i = 1; i <= 300; i++) {
      world_advance (&world, i / 100.0);
      for (int k = 0; k < 6; k++)
        fastest = worst_of (fastest, fabs (mbd_state_velocities (world.state)[k]));
    }
    const double *q = mbd_state_positions (world.state);
    g_test_message ("%s: fastest %.2f m/s, ends at %.6f and %.6f m",
                    steps ? "time stepping" : "accurate", fastest, q[1], q[4]);
    // In time stepping 0.2 sqrt (g L) between the boxes and as much to the ground.
    g_assert_cmpfloat (fastest, <, 1.5);
    g_assert_cmpfloat_with_epsilon (q[1], 0.2, 1e-4);
    g_assert_cmpfloat_with_epsilon (q[4], 0.6, 1e-4);
    const int count = mbd_integrator_take_events (world.integrator, events, 64);
    for (int i = 0; i < count; i++)
      if (events[i].kind == MBD_EVENT_OVERLAPS) {
        told = true;
        g_assert_cmpfloat (events[i].time, ==, 0);
        g_assert_cmpfloat (events[i].value, >, 0.05);
      }
    g_assert_true (told);
    world_clear (&world);

    // a load that becomes infinite at 0.1 s
    MbdForceDef load = mbd_load_default ();
    MbdFunction *huge = NULL;
    MbdDiagnosis why = { 0 };
    g_assert_cmpint (
      mbd_function_new_expression ("t < 0.1 ? 0 : exp (1000)", NULL, NULL, 0, &huge, NULL), ==,
      MBD_STATUS_OK);
    world_init (&world, 1e-10);
    if (steps) {
      world.settings.method = MBD_METHOD_TIME_STEPPING;
      world.settings.step = 1.0 / 240;
    }
    world_ground (&world, 0.5, 0);
    const int box = world_body (&world, 1e-3, 1e-4, 0, 0.2, 0, 0);
    world_shape (&world, box, MBD_SHAPE_POLYGON, corners, 4, 0, 0.5, 0);
    load.id = 5;
    load.body_b = box;
    load.force_function[0] = load.force_function[1] = load.torque_function[2] = huge;
    g_assert_cmpint (mbd_mechanism_add_force (world.mechanism, &load, NULL), ==, MBD_STATUS_OK);
    world_start (&world);
    MbdStatus status = MBD_STATUS_OK;
    for (int i = 1; i <= 40 && status == MBD_STATUS_OK; i++)
      status = mbd_integrator_advance (world.integrator, i / 100.0, world.state, &why);
    g_test_message ("%s: %s", steps ? "time stepping" : "accurate", mbd_status_text (status));
    g_assert_cmpint (status, ==, MBD_STATUS_NOT_FINITE);
    g_assert_cmpint (why.element, ==, MBD_ELEMENT_FORCE);
    g_assert_cmpint (why.id, ==, 5);
    for (int k = 0; k < 3; k++) {
      g_assert_true (isfinite (mbd_state_positions (world.state)[k]));
      g_assert_true (isfinite (mbd_state_velocities (world.state)[k]));
    }
    mbd_function_unref (huge);
    world_clear (&world);
  }
}

/// Adds a rope, or a pin, perhaps with friction or stops; or nothing between two bodies. b is 0.7
/// to the right of a and `rise` above it. Uses the ids `id` and `id` + 1.
static void
couple_at_random (World *world, GRand *random, int id, int a, int b, double rise)
{
  MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN), rope = mbd_rod_default (), more;
  const int choice = g_rand_int_range (random, 0, 5);

  rope.id = pin.id = id;
  rope.rod = MBD_ROD_ROPE;
  rope.body_a = pin.body_a = a;
  rope.body_b = pin.body_b = b;
  rope.length = 0.9;
  pin.frame_a.point[0] = 0.35;
  pin.frame_b.point[0] = -0.35;
  pin.frame_b.point[1] = -rise;
  if (choice < 4)
    g_assert_cmpint (
      mbd_mechanism_add_coupling (world->mechanism, choice == 0 ? &rope : &pin, NULL), ==,
      MBD_STATUS_OK);
  if (choice != 2 && choice != 3)
    return;
  more = choice == 2 ? mbd_joint_friction_default (&pin)
                     : mbd_limit_default (MBD_COORDINATE_ANGLE, -0.3, 0.3);
  if (choice == 2)
    more.effort_limit = 0.5;
  more.id = id + 1;
  more.body_a = a;
  more.body_b = b;
  more.frame_a = pin.frame_a;
  more.frame_b = pin.frame_b;
  g_assert_cmpint (mbd_mechanism_add_coupling (world->mechanism, &more, NULL), ==, MBD_STATUS_OK);
}

/// Boxes and discs beside each other, most pinned or roped to their neighbours, fall on the ground,
/// with and without bounce: the motion reaches its end, no energy is created, and nothing sinks
/// into the ground.
static void
test_scenes (void)
{
  static const double corners[] = { -0.15, -0.1, 0.15, -0.1, 0.15, 0.1, -0.15, 0.1 }, centre[2];
  const guint32 n_scenes = g_getenv ("LW_TORTURE") != NULL ? 200 : 20;

  for (guint32 scene = 0; scene < n_scenes; scene++) {
    g_autoptr (GRand) random = g_rand_new_with_seed (testing_seed (4000 + scene));
    const int n = g_rand_int_range (random, 2, 4);
    const double mu = g_rand_boolean (random) ? 0.5 : 0.1, e = g_rand_boolean (random) ? 0 : 0.4;
    const double speed = g_rand_double_range (random, -1, 1);
    double last_y = 0;
    MbdEnergy energy;
    World world;

    world_init (&world, 1e-8);
    world_ground (&world, mu, e);
    for (int i = 0; i < n; i++) {
      const double y = 0.2 + 0.1 * g_rand_double (random), rise = y - last_y;
      const int body = world_body (&world, 1, 0.02, 0.7 * i, y, 0, speed);

      if (g_rand_boolean (random))
        world_shape (&world, body, MBD_SHAPE_DISC, centre, 1, 0.15, mu, e);
      else
        world_shape (&world, body, MBD_SHAPE_POLYGON, corners, 4, 0, mu, e);
      if (i > 0)
        couple_at_random (&world, random, 2 * i, body - 1, body, rise);
      last_y = y;
    }
    world_start (&world);
    mbd_state_energy (world.state, &energy);
    double before = energy.kinetic + energy.potential;
    for (int i = 1; i <= 200; i++) {
      const double *q = world_advance (&world, 0.01 * i);

      mbd_state_energy (world.state, &energy);
      if (energy.kinetic + energy.potential > before + 1e-5)
        g_error ("scene %u, %g s: %g J from nowhere", scene, 0.01 * i,
                 energy.kinetic + energy.potential - before);
      before = energy.kinetic + energy.potential;
      for (int k = 0; k < n; k++)
        if (!(q[3 * k + 1] > 0.1 - 1e-6))
          g_error ("scene %u, %g s: body %d is %g m in the ground", scene, 0.01 * i, k + 1,
                   0.1 - q[3 * k + 1]);
    }
    world_clear (&world);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/contact-events/ball", test_ball);
  g_test_add_func ("/contact-events/incline", test_incline);
  g_test_add_func ("/contact-events/stop", test_stop);
  g_test_add_func ("/contact-events/lift", test_lift);
  g_test_add_func ("/contact-events/disc", test_disc);
  g_test_add_func ("/contact-events/cradle", test_cradle);
  g_test_add_func ("/contact-events/jam", test_jam);
  g_test_add_func ("/contact-events/groove", test_groove);
  g_test_add_func ("/contact-events/rope", test_rope);
  g_test_add_func ("/contact-events/stop-of-slider", test_stop_of_slider);
  g_test_add_func ("/contact-events/motor", test_motor);
  g_test_add_func ("/contact-events/many", test_many);
  g_test_add_func ("/contact-events/rolling", test_rolling);
  g_test_add_func ("/contact-events/bad-starts", test_bad_starts);
  g_test_add_func ("/contact-events/scenes", test_scenes);
  return g_test_run ();
}
