// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Conditions that fail for a short time within a step while they hold at both its ends: in mechanisms
// with contacts a load beyond its limit, friction beyond its cone, a pressing force below 0.

#include <glib.h>
#include <math.h>

#include "mbd.h"
#include "testing-world.h"
#include "testing.h"

static const double gravity = 9.81;

/// Returns the number of events of a kind, and the time of the first.
static int
count_events (World *world, MbdEventKind kind, double *first)
{
  MbdEvent events[256];
  const int n = mbd_integrator_take_events (world->integrator, events, 256);
  int count = 0;

  for (int i = 0; i < n; i++)
    if (events[i].kind == kind && count++ == 0)
      *first = events[i].time;
  return count;
}

/// Returns when the rod of a pendulum released at 1 rad breaks; 0: never. `over`: share of its
/// largest load by which the limit is below it. `shapes`: discs far away have contact.
static double
break_pendulum (double accuracy, double over, bool shapes)
{
  const double start = 1, length = 1;
  static const double centre[] = { 0, 0 };
  World world;
  MbdCouplingDef rod = mbd_rod_default ();
  double time = 0;

  world_init (&world, accuracy);
  rod.id = 1;
  rod.body_a = MBD_GROUND;
  rod.body_b = world_body (&world, 1, 0.1, length * sin (start), -length * cos (start), 0, 0);
  rod.length = length;
  rod.break_force = (1 - over) * gravity * (3 - 2 * cos (start));
  assert_ok (mbd_mechanism_add_coupling (world.mechanism, &rod, NULL));
  for (int i = 0; shapes && i < 2; i++)
    world_shape (&world, world_body (&world, 1, 0.1, 50 + 5 * i, 0, 0, 0), MBD_SHAPE_DISC, centre,
                 1, 0.1, 0.3, 0);
  world_start (&world);
  world_advance (&world, 4);
  count_events (&world, MBD_EVENT_BROKEN, &time);
  world_clear (&world);
  return time;
}

/// Shapes anywhere in the drawing do not change when a rod breaks. Time is as uncertain as the root of
/// the accuracy near the largest load.
static void
test_breaking (void)
{
  for (int k = 2; k <= 5; k++) {
    const double over = pow (10, -k), exact = break_pendulum (1e-12, over, false);
    g_assert_cmpfloat (exact, >, 0.4);
    g_assert_cmpfloat (exact, <, 0.54);
    for (int digits = 5; digits <= 11; digits += 2) {
      const double accuracy = pow (10, -digits), time = break_pendulum (accuracy, over, true);
      g_test_message ("limit %.0e below the load, accuracy %.0e: %.1e s", over, accuracy,
                      time - exact);
      g_assert_cmpfloat_with_epsilon (time, exact, 10 * accuracy / sqrt (over) + 1e-9);
    }
  }
}

/// A mass on a rope goes round so fast that the rope is slack near the top only. `over`: pull that is
/// missing at the top, over the weight. Returns how often it goes slack in 2 s, and when first.
static int
go_round (double accuracy, double over, bool rests, double *first)
{
  static const double centre[] = { 0, 0 };
  const double length = 1, radius = 0.1;
  World world;
  MbdCouplingDef rope = mbd_rod_default ();

  world_init (&world, accuracy);
  world_ground (&world, 0.3, 0);
  rope.id = 1;
  rope.rod = MBD_ROD_ROPE;
  rope.body_a = MBD_GROUND;
  rope.frame_a.point[1] = 21;
  rope.body_b =
    world_body (&world, 1, 0.1, 0, 21 - length, 0, sqrt ((5 - over) * gravity * length));
  rope.length = length;
  assert_ok (mbd_mechanism_add_coupling (world.mechanism, &rope, NULL));
  if (rests)
    world_shape (&world, world_body (&world, 1, 0.1, 50, radius, 0, 0), MBD_SHAPE_DISC, centre, 1,
                 radius, 0.3, 0);
  world_start (&world);
  world_advance (&world, 2);
  const int count = count_events (&world, MBD_EVENT_OPENED, first);
  world_clear (&world);
  return count;
}

/// A disc that rests elsewhere does not change when a rope goes slack.
static void
test_slack (void)
{
  for (int k = 1; k <= 4; k++) {
    const double over = pow (10, -k);
    double exact = NAN;
    g_assert_cmpint (go_round (1e-11, over, false, &exact), ==, 2);
    for (int digits = 6; digits <= 10; digits += 2) {
      double first = NAN;
      g_assert_cmpint (go_round (pow (10, -digits), over, true, &first), ==, 2);
      g_test_message ("%.0e of the weight missing, accuracy 1e-%d: %.1e s", over, digits,
                      first - exact);
      // Pulls are kept up to 1e-9 of the largest.
      g_assert_cmpfloat_with_epsilon (first, exact, (pow (10, -digits) + 1e-9) / sqrt (over));
    }
  }
}

/// A box on a table that moves as A sin (w t), along x or y. Advances it for 5 s and counts the events.
static int
shake (double accuracy, bool along_y, double over, MbdEventKind kind, double *first)
{
  static const double table_corners[] = { -2, -0.1, 2, -0.1, 2, 0.1, -2, 0.1 };
  static const double box_corners[] = { -0.2, -0.2, 0.2, -0.2, 0.2, 0.2, -0.2, 0.2 };
  const double w = 3, mu = 0.3, needed = (along_y ? 1 : mu) * gravity * (1 + over);
  const double amplitude = needed / (w * w), half = sqrt (0.5);
  World world;
  MbdFunction *motion = NULL;
  MbdCouplingDef slider = mbd_loop_default (MBD_LOOP_SLIDER);

  assert_ok (mbd_function_new_harmonic (0, amplitude, w, 0, &motion, NULL));
  MbdCouplingDef drive = mbd_driver_default (MBD_COORDINATE_SLIDE, motion);
  world_init (&world, accuracy);
  const double vx = along_y ? 0 : amplitude * w;
  const int table = world_body (&world, 5, 1, 0, 0, 0, vx);
  const int box = world_body (&world, 1, 0.1, 0, 0.3, 0, vx);
  world_shape (&world, table, MBD_SHAPE_POLYGON, table_corners, 4, 0, mu, 0);
  world_shape (&world, box, MBD_SHAPE_POLYGON, box_corners, 4, 0, mu, 0);
  slider.id = 1;
  slider.body_a = MBD_GROUND;
  slider.body_b = table;
  if (along_y) {
    slider.frame_a.quaternion[0] = slider.frame_b.quaternion[0] = half;
    slider.frame_a.quaternion[3] = slider.frame_b.quaternion[3] = half;
  }
  assert_ok (mbd_mechanism_add_coupling (world.mechanism, &slider, NULL));
  drive.id = 2;
  drive.body_a = MBD_GROUND;
  drive.body_b = table;
  drive.frame_a = slider.frame_a;
  drive.frame_b = slider.frame_b;
  assert_ok (mbd_mechanism_add_coupling (world.mechanism, &drive, NULL));
  world_start (&world);
  if (along_y) {
    // The box starts with the table.
    double v[6] = { 0 };
    v[1] = v[4] = amplitude * w;
    mbd_state_set (world.state, 0, NULL, v);
    assert_ok (mbd_integrator_start (world.integrator, world.state, NULL));
  }
  world_advance (&world, 5);
  const int count = count_events (&world, kind, first);
  world_clear (&world);
  mbd_function_unref (motion);
  return count;
}

/// Friction is exceeded at every extreme of the acceleration, pressure is lost at every second one, for
/// a time of about sqrt (8 over) / w. Both lower corners of the box have an event.
static void
test_shaking (void)
{
  static const double overs[] = { 3e-2, 1e-3, 1e-4 };
  const double w = 3;

  for (int y = 0; y < 2; y++)
    for (int k = 0; k < 3; k++)
      for (int digits = 6; digits <= 10; digits += 2) {
        const double begins = asin (1 / (1 + overs[k])) / w;
        double first = NAN;
        const int count = shake (pow (10, -digits), y, overs[k],
                                 y ? MBD_EVENT_OPENED : MBD_EVENT_SATURATED, &first);
        g_test_message ("%s, %.0e too much, accuracy 1e-%d: %d events, the first %.1e s off",
                        y ? "lifting" : "slipping", overs[k], digits, count, first - begins);
        g_assert_cmpint (count, ==, y ? 2 * 3 : 2 * 5);
        // Modes are kept up to 1e-8 of the accelerations.
        g_assert_cmpfloat_with_epsilon (first, begins, 2e-8 / sqrt (overs[k]));
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/within-steps/breaking", test_breaking);
  g_test_add_func ("/within-steps/slack", test_slack);
  g_test_add_func ("/within-steps/shaking", test_shaking);
  return g_test_run ();
}
