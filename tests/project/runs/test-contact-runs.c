// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs of mechanisms with contacts, from the file to the channels: the examples, each compared with
// known results, descriptions of events, and kept runs.

#include <math.h>
#include <string.h>

#include "lw-event-text.h"
#include "testing-motion.h"

#define G 9.81

static void
assert_near (double value, double expected, double tolerance)
{
  if (!(fabs (value - expected) <= tolerance))
    g_error ("%.15g is not %.15g within %g", value, expected, tolerance);
}

// ---- closed forms ---------------------------------------------------------------------------

/// Bounce n (from 1) is at t_n = t_1 (1 + 2 e + ... + 2 e^(n-1)) with t_1 = sqrt (2 h / g), takes
/// m v (1 + e) e^(n-1), and after it the ball rises to e^(2 n) h. Between bounces the motion is a
/// parabola, which the method follows to round-off, so that only the events count: 1e-8 absolute.
static void
test_ball (void)
{
  const double e = 0.8, h = 1, m = 0.2, r = 0.05;
  const double first = sqrt (2 * h / G), v = sqrt (2 * G * h);
  double time = first;
  int bounces = 0;
  Motion motion;

  motion_begin (&motion, testing_load_example ("bouncing-ball.json"), 0.02);
  while (motion_next (&motion) && bounces < 10) {
    size_t n;
    const MbdEvent *events = lw_run_events (motion.run, &n);

    for (size_t i = 0; i < n && bounces < 10; i++) {
      if (events[i].kind != MBD_EVENT_TOUCHED)
        continue;
      assert_near (events[i].time, time, 1e-8);
      assert_near (events[i].value, m * v * (1 + e) * pow (e, bounces), 1e-8);
      bounces++;
      time += 2 * first * pow (e, bounces);
    }
    // Height from the energy, which equals m g (h_n + r).
    if (n == 0)
      assert_near (motion_value (&motion, "energy.total") / (m * G) - r, pow (e, 2 * bounces) * h,
                   1e-8);
  }
  g_assert_cmpint (bounces, ==, 10);
  motion_end (&motion);
}

/// It comes to rest after infinitely many bounces, at t_1 (1 + e) / (1 - e), on the floor.
static void
test_ball_rests (void)
{
  Motion motion;

  motion_begin (&motion, testing_load_example ("bouncing-ball.json"), 0);
  while (motion_next (&motion))
    ;
  assert_near (motion_value (&motion, "Ball.y"), 0.05, 1e-9);
  assert_near (motion_value (&motion, "Ball.vy"), 0, 1e-12);
  assert_near (motion_value (&motion, "Ball.ay"), 0, 1e-12);
  assert_near (motion_value (&motion, "Floor.Ball.normal_force"), 0.2 * G, 1e-9);
  assert_near (motion_value (&motion, "Ball.contact_y"), 0.2 * G, 1e-9);
  assert_near (motion_value (&motion, "Floor.Ball.gap"), 0, 1e-9);
  motion_end (&motion);
}

/// Returns the speed of a box on an incline of the angle atan (mu) + `excess`, mu = 0.5, after a
/// second.
static double
speed_on_incline (double excess)
{
  const double angle = atan (0.5) + excess;
  g_autofree char *text = g_strdup_printf (
    "{\"linkwright\": 1, \"bodies\": ["
    "{\"name\": \"Incline\", \"mobility\": \"fixed\", \"angle\": %.17g, "
    "\"shape\": {\"points\": [[-1, 0], [1, 0]]}, "
    "\"contact\": {\"half_plane\": true, \"friction\": 0.5}}, "
    "{\"name\": \"Box\", \"angle\": %.17g, \"position\": [%.17g, %.17g], \"inertia\": 0.01, "
    "\"shape\": {\"kind\": \"box\", \"size\": [0.4, 0.2]}, \"contact\": {\"friction\": 0.5}}], "
    "\"run\": {\"duration\": 1, \"interval\": 0.1}}",
    angle, angle, -0.1 * sin (angle), 0.1 * cos (angle));
  double speed;
  Motion motion;

  motion_begin (&motion, testing_parse (text), 0);
  while (motion_next (&motion))
    ;
  speed = hypot (motion_value (&motion, "Box.vx"), motion_value (&motion, "Box.vy"));
  motion_end (&motion);
  return speed;
}

/// 1e-9 rad are decisive: below it sticks, above it slides with g (sin - mu cos) t, which is g 1e-9
/// sqrt (1 + mu^2), 1.1e-8 m/s after a second.
static void
test_incline_limit (void)
{
  assert_near (speed_on_incline (-1e-9), 0, 1e-13);
  assert_near (speed_on_incline (1e-9), G * 1e-9 * sqrt (1.25), 1e-12);
  assert_near (speed_on_incline (1e-3),
               G * (sin (atan (0.5) + 1e-3) - 0.5 * cos (atan (0.5) + 1e-3)), 1e-9);
}

static void
test_incline_example (void)
{
  const double cosine = 2 / sqrt (5.0), sine = 1 / sqrt (5.0);
  Motion motion;

  motion_begin (&motion, testing_load_example ("incline.json"), 0);
  while (motion_next (&motion))
    ;
  assert_near (motion_value (&motion, "Incline.A.slip"), 0, 1e-12);
  assert_near (fabs (motion_value (&motion, "Incline.A.friction_force")), G * sine, 1e-6);
  assert_near (hypot (motion_value (&motion, "B.vx"), motion_value (&motion, "B.vy")),
               3 * G * (sine - 0.49 * cosine), 1e-9);
  // Contacts are reported at the end of the step, at most one interval later.
  assert_near (fabs (motion_value (&motion, "Incline.B.slip")), 3 * G * (sine - 0.49 * cosine),
               0.01 * G * (sine - 0.49 * cosine) + 1e-9);
  assert_near (fabs (motion_value (&motion, "Incline.B.friction_force")), 0.49 * G * cosine, 1e-6);
  // While it slides, friction is mu N along the motion; while it sticks, it carries the weight.
  assert_near (motion_value (&motion, "Incline.B.friction_ratio"), 0.49, 1e-12);
  assert_near (motion_value (&motion, "Incline.A.friction_ratio"), sine / cosine, 1e-6);
  assert_near (motion_value (&motion, "Incline.B.friction_power"),
               0.49 * motion_value (&motion, "Incline.B.normal_force")
                 * fabs (motion_value (&motion, "Incline.B.slip")),
               1e-12);
  assert_near (motion_value (&motion, "Incline.A.friction_power"), 0, 1e-12);
  assert_near (motion_value (&motion, "Incline.B.friction_x") * sine
                 - fabs (motion_value (&motion, "Incline.B.friction_y")) * cosine,
               0, 1e-9);
  assert_near (hypot (motion_value (&motion, "Incline.B.friction_x"),
                      motion_value (&motion, "Incline.B.friction_y")),
               fabs (motion_value (&motion, "Incline.B.friction_force")), 1e-12);
  assert_near (motion_value (&motion, "B.contact_friction_x"),
               motion_value (&motion, "Incline.B.friction_x"), 1e-12);
  assert_near (motion_value (&motion, "B.contact_friction_y"),
               motion_value (&motion, "Incline.B.friction_y"), 1e-12);
  motion_end (&motion);
}

/// Counts how often shapes met and parted since the previous sample, and when they first met.
static void
count_touches (const Motion *self, int *met, int *parted, double *first)
{
  size_t n;
  const MbdEvent *events = lw_run_events (self->run, &n);

  for (size_t i = 0; i < n; i++) {
    if (events[i].kind == MBD_EVENT_TOUCHED && (*met)++ == 0)
      *first = events[i].time;
    *parted += events[i].kind == MBD_EVENT_OPENED && events[i].coupling < 0;
  }
}

/// In time stepping, a ball that falls 0.2 m and keeps 0.8 of its speed meets the floor and parts
/// from it repeatedly, then rests: each event occurs once, the first in the step of the closed
/// form.
static void
test_touches_of_steps (void)
{
  const double h = 0.001, fall = sqrt (2 * 0.2 / G);
  int met = 0, parted = 0;
  double first = NAN, largest = 0;
  Motion motion;

  motion_begin (
    &motion,
    testing_parse (
      "{\"linkwright\": 1, \"bodies\": ["
      "{\"name\": \"Floor\", \"mobility\": \"fixed\", \"shape\": {\"points\": [[-1, 0], "
      "[1, 0]]}, \"contact\": {\"half_plane\": true, \"restitution\": 0.8}}, "
      "{\"name\": \"Ball\", \"position\": [0, 0.3], \"inertia\": 0.01, \"shape\": {\"kind\": "
      "\"disc\", \"radius\": 0.1}, \"contact\": {\"restitution\": 0.8}}], "
      "\"run\": {\"duration\": 3, \"interval\": 0.01, \"method\": \"time-stepping\", "
      "\"step\": 0.001}}"),
    0);
  while (motion_next (&motion)) {
    count_touches (&motion, &met, &parted, &first);
    largest = fmax (largest, motion_value (&motion, "contact.speed_error"));
    if (met == 1 && parted == 0)
      g_assert_cmpfloat (motion_value (&motion, "contact.step_iterations"), >=, 1);
  }
  g_test_message ("met %d, parted %d, first at %g s", met, parted, first);
  assert_near (first, fall, 1.5 * h);
  // v e^n = 0.8^n 1.98 m/s until it falls by less than a ten-thousandth of the size.
  g_assert_cmpint (met, >=, 10);
  g_assert_cmpint (met - parted, ==, 1);
  g_assert_cmpfloat (motion_value (&motion, "contact.iterations"), >, met);
  g_assert_true (isnan (motion_value (&motion, "contact.residual")));
  // The tolerance of a step is 1e-6 m/s.
  g_assert_cmpfloat (largest, <=, 1e-6);
  g_assert_cmpfloat (motion_value (&motion, "contact.unconverged"), ==, 0);
  motion_end (&motion);
}

/// In accurate motion the conditions are satisfied to round-off.
static void
test_residual (void)
{
  double largest = 0;
  Motion motion;

  motion_begin (&motion, testing_load_example ("incline.json"), 0);
  while (motion_next (&motion)) {
    largest = fmax (largest, motion_value (&motion, "contact.residual"));
    g_assert_true (isnan (motion_value (&motion, "contact.speed_error")));
  }
  g_assert_cmpfloat (largest, >, 0);
  g_assert_cmpfloat (largest, <, 1e-10);
  g_assert_cmpfloat (motion_value (&motion, "contact.iterations"), >, 0);
  motion_end (&motion);
}

/// Sequential impacts of equal balls with e = 1 pass the velocity from ball to ball.
static void
test_cradle (void)
{
  const double v = sqrt (2 * G * 0.4 * (1 - cos (0.6)));
  bool passed = false;
  Motion motion;
  double energy;

  motion_begin (&motion, testing_load_example ("newtons-cradle.json"), 0.001);
  energy = motion_value (&motion, "energy.total");
  while (!passed && motion_next (&motion)) {
    size_t n;
    const MbdEvent *events = lw_run_events (motion.run, &n);
    int touches = 0;

    for (size_t i = 0; i < n; i++)
      if (events[i].kind == MBD_EVENT_TOUCHED) {
        assert_near (events[i].value, 0.2 * v, 1e-7);
        touches++;
      }
    passed = touches == 4;
  }
  g_assert_true (passed);
  for (int i = 1; i <= 4; i++) {
    g_autofree char *name = g_strdup_printf ("Ball %d.vx", i);

    assert_near (motion_value (&motion, name), 0, 1e-9);
  }
  // In at most a millisecond since the impact, gravity has reduced the speed by 1e-6.
  assert_near (motion_value (&motion, "Ball 5.vx"), v, 1e-5);
  while (motion_next (&motion))
    assert_near (motion_value (&motion, "energy.total"), energy, 1e-7);
  motion_end (&motion);
}

/// The pin is at a (cos t, sin t), relative to a wheel at sqrt (2) a: the slot follows it while the
/// crank is within 45 degrees of the wheel, and for the other 270 degrees the wheel is locked. The
/// pin has 0.2 mm of play in the slot and the disc 0.3 mm under the wheel, whose arcs are polygons:
/// 0.007 rad.
static void
test_geneva (void)
{
  const double play = 0.007;
  double moved = 0, held = 0, before = NAN;
  Motion motion;

  motion_begin (&motion, testing_load_example ("geneva.json"), 0);
  do {
    const double crank = motion_value (&motion, "Crank.angle"),
                 wheel = motion_value (&motion, "Wheel.angle");
    const double t = remainder (crank, 2 * G_PI);
    const double turns = round ((crank - t) / (2 * G_PI));
    double expected;

    if (fabs (t) <= G_PI / 4) {
      // The slot points to the pin; at half its way the wheel has turned by an eighth.
      expected = -(turns - 1) * G_PI / 2 - G_PI / 4 - atan2 (sin (t), sqrt (2.0) - cos (t));
      moved += isnan (before) ? 0 : crank - before;
    } else {
      expected = -G_PI / 2 * (turns - (t < 0 ? 1 : 0));
      held += isnan (before) ? 0 : crank - before;
    }
    assert_near (wheel, expected, play);
    before = crank;
  } while (motion_next (&motion));
  // Two turns, by samples of 1.8 degrees.
  assert_near (moved, G_PI, 0.1);
  assert_near (held, 3 * G_PI, 0.1);
  motion_end (&motion);
}

/// The height of a flat follower over an eccentric disc is r + e sin t.
static void
test_cam (void)
{
  Motion motion;

  motion_begin (&motion, testing_load_example ("cam.json"), 0);
  do {
    assert_near (motion_value (&motion, "Follower.y"),
                 0.12 + 0.02 * sin (motion_value (&motion, "Cam.angle")), 1e-9);
    assert_near (motion_value (&motion, "Cam.Follower.gap"), 0, 1e-9);
  } while (motion_next (&motion));
  motion_end (&motion);
}

/// The energy lost by the ball was lost in impacts, and the energy lost by the box to friction: m g
/// cos mu times its way.
static void
test_balance (void)
{
  const double cosine = 2 / sqrt (5.0), sine = 1 / sqrt (5.0);
  const double slope = G * (sine - 0.49 * cosine);
  Motion motion;

  motion_begin (&motion, testing_load_example ("bouncing-ball.json"), 0);
  while (motion_next (&motion))
    assert_near (motion_value (&motion, "energy.error"), 0, 1e-8);
  assert_near (motion_value (&motion, "energy.impacts"), 0.2 * G * 1, 1e-8);
  assert_near (motion_value (&motion, "energy.dissipated"), 0, 1e-12);
  motion_end (&motion);
  motion_begin (&motion, testing_load_example ("incline.json"), 0);
  while (motion_next (&motion))
    assert_near (motion_value (&motion, "energy.error"), 0, 1e-8);
  assert_near (motion_value (&motion, "energy.dissipated"), 0.49 * G * cosine * 0.5 * slope * 9,
               1e-8);
  motion_end (&motion);
}

/// In time stepping the balance closes up to the error of its steps, which decreases with them: in
/// free fall m g^2 h t / 2, which is the whole error here.
static void
test_balance_of_steps (void)
{
  static const char format[] =
    "{\"linkwright\": 1, \"bodies\": ["
    "{\"name\": \"Floor\", \"mobility\": \"fixed\", \"shape\": {\"points\": [[-1, 0], [1, 0]]}, "
    "\"contact\": {\"half_plane\": true}}, "
    "{\"name\": \"Box\", \"mass\": 2, \"inertia\": 0.1, \"position\": [0, %g], "
    "\"velocity\": [3, 0], \"shape\": {\"kind\": \"box\", \"size\": [0.4, 0.2]}, "
    "\"contact\": {\"friction\": 0.6}}], "
    "\"run\": {\"duration\": %g, \"method\": \"time-stepping\", \"step\": 0.001}}";
  g_autofree char *sliding = g_strdup_printf (format, 0.1, 1.0);
  g_autofree char *falling = g_strdup_printf (format, 5.0, 0.5);
  Motion motion;

  // It slides to rest, and friction has dissipated all its energy.
  motion_begin (&motion, testing_parse (sliding), 0);
  while (motion_next (&motion))
    assert_near (motion_value (&motion, "energy.error"), 0, 1e-6);
  assert_near (motion_value (&motion, "energy.dissipated"), 0.5 * 2 * 9, 1e-6);
  motion_end (&motion);
  motion_begin (&motion, testing_parse (falling), 0);
  while (motion_next (&motion))
    ;
  assert_near (motion_value (&motion, "energy.error"), -0.5 * 2 * G * G * 0.001 * 0.5, 1e-6);
  motion_end (&motion);
}

/// All effects together: a cart on a bushing is driven by a load against a spring with a damper and
/// slides on the floor; a second one is moved by a driver. The energies stored, dissipated and
/// supplied by the elements add up to the change of kinetic and gravitational energy, and so do the
/// totals of the whole mechanism.
static void
test_balance_by_element (void)
{
  static const char *const stored[] = { "Spring.energy", "Bush.energy" };
  static const char *const taken[] = { "Spring.dissipated_energy", "Bush.dissipated_energy",
                                       "contact.dissipated_energy" };
  static const char *const put_in[] = { "Load.work", "Drive.work" };
  double start = NAN, largest = 0;
  Motion motion;

  motion_begin (
    &motion,
    testing_parse (
      "{\"linkwright\": 1, \"bodies\": ["
      "{\"name\": \"Floor\", \"mobility\": \"fixed\", \"shape\": {\"points\": [[-1, 0], [1, "
      "0]]}, \"contact\": {\"half_plane\": true}}, "
      "{\"name\": \"Box\", \"mass\": 2, \"inertia\": 0.1, \"position\": [0, 0.1], \"shape\": "
      "{\"kind\": \"box\", \"size\": [0.4, 0.2]}, \"contact\": {\"friction\": 0.2}}, "
      "{\"name\": \"Arm\", \"mass\": 1, \"inertia\": 0.05, \"position\": [1, 1]}, "
      "{\"name\": \"Bob\", \"mass\": 0.5, \"inertia\": 0.01, \"position\": [1.3, 1]}], "
      "\"couplings\": [{\"name\": \"Pin\", \"kind\": \"pin\", \"bodies\": [0, 3], \"points\": "
      "[[1, 1], [0, 0]]}, {\"name\": \"Drive\", \"kind\": \"driver\", \"joint\": 1, "
      "\"function\": \"0.5 * sin(3 * t)\"}], "
      "\"forces\": [{\"name\": \"Load\", \"kind\": \"force\", \"body\": 2, \"point\": [0, "
      "0], \"force\": [\"20 * sin(4 * t)\", 0]}, "
      "{\"name\": \"Spring\", \"kind\": \"spring\", \"bodies\": [0, 2], \"points\": [[-1, "
      "0.1], [0, 0]], \"stiffness\": 60, \"damping\": 1.5, \"free_length\": 1}, "
      "{\"name\": \"Bush\", \"kind\": \"bushing\", \"bodies\": [3, 4], \"at\": [1.3, 1], "
      "\"stiffness\": [900, 900], \"damping\": [3, 3], \"rotational_stiffness\": 20, "
      "\"rotational_damping\": 0.1}], "
      "\"run\": {\"duration\": 2, \"interval\": 0.02, \"accuracy\": 1e-9}}"),
    0);
  do {
    double sum = motion_value (&motion, "energy.kinetic") + motion_value (&motion, "energy.gravity")
                 + motion_value (&motion, "energy.impacts");
    double dissipated = 0;

    for (size_t i = 0; i < G_N_ELEMENTS (stored); i++)
      sum += motion_value (&motion, stored[i]);
    for (size_t i = 0; i < G_N_ELEMENTS (taken); i++)
      dissipated += motion_value (&motion, taken[i]);
    assert_near (motion_value (&motion, "energy.dissipated"), dissipated, 1e-12);
    sum += dissipated;
    for (size_t i = 0; i < G_N_ELEMENTS (put_in); i++)
      sum -= motion_value (&motion, put_in[i]);
    start = isnan (start) ? sum : start;
    largest = fmax (largest, fabs (sum - start));
  } while (motion_next (&motion));
  g_test_message ("largest error %g J", largest);
  for (size_t i = 0; i < G_N_ELEMENTS (taken); i++)
    g_assert_cmpfloat (motion_value (&motion, taken[i]), >, 0.01);
  // Accuracy 1e-9 of the joules that are exchanged.
  g_assert_cmpfloat (largest, <, 1e-8);
  motion_end (&motion);
}

/// Two discs collide in free space: their momentum is conserved. A box slides to rest: its momentum
/// decreases by mu m g every second.
static void
test_momentum (void)
{
  Motion motion;

  motion_begin (
    &motion,
    testing_parse (
      "{\"linkwright\": 1, \"gravity\": [0, 0], \"bodies\": ["
      "{\"name\": \"A\", \"mass\": 2, \"inertia\": 0.01, \"velocity\": [3, 0.2], \"shape\": "
      "{\"kind\": \"disc\", \"radius\": 0.1}, \"contact\": {\"restitution\": 0.5, "
      "\"friction\": 0.3}}, "
      "{\"name\": \"B\", \"inertia\": 0.02, \"position\": [1, 0.13], \"shape\": {\"kind\": "
      "\"disc\", \"radius\": 0.1}, \"contact\": {\"restitution\": 0.5, \"friction\": "
      "0.3}}], \"run\": {\"duration\": 1, \"interval\": 0.05}}"),
    0);
  while (motion_next (&motion)) {
    assert_near (motion_value (&motion, "momentum.x"), 6, 1e-10);
    assert_near (motion_value (&motion, "momentum.y"), 0.4, 1e-10);
    assert_near (motion_value (&motion, "angular_momentum.z"), 0, 1e-10);
  }
  g_assert_cmpfloat (motion_value (&motion, "energy.impacts"), >, 0.1);
  motion_end (&motion);
  motion_begin (
    &motion,
    testing_parse (
      "{\"linkwright\": 1, \"bodies\": ["
      "{\"name\": \"Floor\", \"mobility\": \"fixed\", \"shape\": {\"points\": [[-1, 0], [1, "
      "0]]}, \"contact\": {\"half_plane\": true, \"friction\": 0.25}}, "
      "{\"name\": \"Box\", \"mass\": 2, \"inertia\": 0.1, \"position\": [0, 0.1], "
      "\"velocity\": [5, 0], \"shape\": {\"kind\": \"box\", \"size\": [0.4, 0.2]}, "
      "\"contact\": {\"friction\": 0.25}}], \"run\": {\"duration\": 1, \"interval\": 0.1}}"),
    0);
  while (motion_next (&motion)) {
    assert_near (motion_value (&motion, "momentum.x"),
                 10 - 0.25 * 2 * G * motion_value (&motion, "time"), 1e-9);
    assert_near (motion_value (&motion, "momentum.y"), 0, 1e-10);
    assert_near (motion_value (&motion, "Floor.Box.friction_x"), -0.25 * 2 * G, 1e-9);
  }
  motion_end (&motion);
}

// ---- the other examples ---------------------------------------------------------------------

static void
test_dominoes (void)
{
  MbdIntegratorStatistics statistics;
  Motion motion;
  double energy;

  motion_begin (&motion, testing_load_example ("dominoes.json"), 0);
  energy = motion_value (&motion, "energy.total");
  // Removing an overlap of 0.1 mm may lift a domino by the same amount.
  while (motion_next (&motion))
    g_assert_cmpfloat (motion_value (&motion, "energy.total"), <=, energy + 1e-5);
  for (int i = 1; i <= 12; i++) {
    g_autofree char *name = g_strdup_printf ("Domino %d.angle", i);

    g_assert_cmpfloat (motion_value (&motion, name), <, -0.8);
  }
  // The last one has fallen.
  assert_near (motion_value (&motion, "Domino 12.angle"), -G_PI / 2, 0.01);
  lw_run_statistics (motion.run, &statistics);
  g_assert_cmpint (statistics.method, ==, MBD_METHOD_TIME_STEPPING);
  motion_end (&motion);
}

/// From the second cycle onwards it gains one tooth in each cycle.
static void
test_ratchet (void)
{
  double before = NAN;
  Motion motion;

  motion_begin (&motion, testing_load_example ("ratchet.json"), 1);
  while (motion_next (&motion)) {
    const double angle = motion_value (&motion, "Wheel.angle");

    if (!isnan (before))
      assert_near (angle - before, -G_PI / 6, 0.01);
    before = angle;
  }
  motion_end (&motion);
}

/// A rod slides on one end so that the acceleration problem has no solution: an impulse is
/// reported.
static void
test_painleve (void)
{
  int jams = 0;
  Motion motion;

  motion_begin (&motion, testing_load_example ("painleve.json"), 0);
  while (motion_next (&motion)) {
    size_t n;
    const MbdEvent *events = lw_run_events (motion.run, &n);

    for (size_t i = 0; i < n; i++)
      if (events[i].kind == MBD_EVENT_JAMMED) {
        g_autofree char *text = lw_event_dup_text (motion.mechanism, motion.model, &events[i]);

        g_assert_true (g_str_has_prefix (text, "Friction wedges Rod against Floor (Painlevé)"));
        g_assert_cmpfloat (events[i].value, >, 0);
        jams++;
      }
    g_assert_true (isfinite (motion_value (&motion, "Rod.angle")));
  }
  g_assert_cmpint (jams, ==, 1);
  // It lies on the floor.
  assert_near (motion_value (&motion, "Rod.y"), 0.01, 1e-6);
  assert_near (motion_value (&motion, "energy.kinetic"), 0, 1e-9);
  motion_end (&motion);
}

static void
test_stack (void)
{
  Motion motion;

  motion_begin (&motion, testing_load_example ("box-stack.json"), 0.1);
  while (motion_next (&motion)) {
    assert_near (motion_value (&motion, "Floor.Box 1.normal_force"), 10 * G, 1e-4);
    assert_near (motion_value (&motion, "energy.kinetic"), 0, 1e-10);
    assert_near (motion_value (&motion, "Box 10.y"), 1.9, 1e-6);
  }
  motion_end (&motion);
}

static void
test_pyramid (void)
{
  Motion motion;
  double energy;

  motion_begin (&motion, testing_load_example ("pyramid.json"), 0);
  energy = motion_value (&motion, "energy.total");
  while (motion_next (&motion)) {
    // It does not move until the ball comes.
    if (mbd_state_time (lw_run_state (motion.run)) < 0.15) {
      assert_near (motion_value (&motion, "Box 55.y"), 1.9, 1e-6);
      assert_near (motion_value (&motion, "Box 1.vx"), 0, 1e-6);
    }
    g_assert_cmpfloat (motion_value (&motion, "energy.total"), <=, energy + 1e-6);
  }
  g_assert_cmpfloat (fabs (motion_value (&motion, "Box 55.x")), >, 0.01);
  motion_end (&motion);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/contact-runs/ball", test_ball);
  g_test_add_func ("/contact-runs/ball-rests", test_ball_rests);
  g_test_add_func ("/contact-runs/incline-limit", test_incline_limit);
  g_test_add_func ("/contact-runs/incline-example", test_incline_example);
  g_test_add_func ("/contact-runs/touches-of-steps", test_touches_of_steps);
  g_test_add_func ("/contact-runs/residual", test_residual);
  g_test_add_func ("/contact-runs/cradle", test_cradle);
  g_test_add_func ("/contact-runs/geneva", test_geneva);
  g_test_add_func ("/contact-runs/cam", test_cam);
  g_test_add_func ("/contact-runs/balance", test_balance);
  g_test_add_func ("/contact-runs/balance-of-steps", test_balance_of_steps);
  g_test_add_func ("/contact-runs/balance-by-element", test_balance_by_element);
  g_test_add_func ("/contact-runs/momentum", test_momentum);
  g_test_add_func ("/contact-runs/dominoes", test_dominoes);
  g_test_add_func ("/contact-runs/ratchet", test_ratchet);
  g_test_add_func ("/contact-runs/painleve", test_painleve);
  g_test_add_func ("/contact-runs/stack", test_stack);
  g_test_add_func ("/contact-runs/pyramid", test_pyramid);
  return g_test_run ();
}
