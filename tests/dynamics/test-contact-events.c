// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Contacts in accurate motion, against closed forms: a ball that bounces, a box at the limit of its
// friction, a disc that rolls or slides, Newton's cradle, a rod that jams.

#include <glib.h>
#include <math.h>
#include <string.h>

#include "mbd.h"
#include "testing.h"

static const double gravity = 9.81;

typedef struct
{
  MbdMechanism *mechanism;
  MbdModel *model;
  MbdState *state;
  MbdIntegrator *integrator;
  MbdIntegratorSettings settings;
  int bodies, shapes;
} World;

static void
world_init (World *world)
{
  memset (world, 0, sizeof *world);
  world->mechanism = mbd_mechanism_new ();
  world->settings = mbd_integrator_default ();
  world->settings.accuracy = 1e-10;
}

static void
world_clear (World *world)
{
  mbd_integrator_free (world->integrator);
  mbd_state_free (world->state);
  mbd_model_unref (world->model);
  mbd_mechanism_free (world->mechanism);
}

static void
world_shape (World *world,
             int body,
             MbdShapeKind kind,
             const double *points,
             int count,
             double radius,
             double friction,
             double restitution)
{
  MbdShape shape = mbd_shape_default (kind);

  shape.points = points;
  shape.count = count;
  shape.radius = radius;
  shape.friction = friction;
  shape.restitution = restitution;
  world->shapes++;
  g_assert_cmpint (mbd_mechanism_add_shape (world->mechanism, world->shapes, body, &shape, NULL),
                   ==, MBD_STATUS_OK);
}

static void
world_ground (World *world, double friction, double restitution)
{
  static const double line[] = { 0, 0, 1, 0 };

  world_shape (world, MBD_GROUND, MBD_SHAPE_HALF_PLANE, line, 2, 0, friction, restitution);
}

static int
world_body (World *world, double mass, double inertia, double x, double y, double angle, double vx)
{
  MbdBodyDef def = mbd_body_default ();

  def.id = ++world->bodies;
  def.mass = mass;
  def.inertia[2] = inertia;
  def.position[0] = x;
  def.position[1] = y;
  def.angle = angle;
  def.velocity[0] = vx;
  g_assert_cmpint (mbd_mechanism_add_body (world->mechanism, &def, NULL), ==, MBD_STATUS_OK);
  return def.id;
}

static void
world_start (World *world)
{
  MbdDiagnosis why = { 0 };

  g_assert_cmpint (mbd_model_compile (world->mechanism, &world->model, &why), ==, MBD_STATUS_OK);
  world->state = mbd_state_new (world->model);
  world->integrator = mbd_integrator_new (world->model, &world->settings);
  g_assert_nonnull (world->integrator);
  MbdStatus status = mbd_integrator_start (world->integrator, world->state, &why);
  if (status != MBD_STATUS_OK)
    g_error ("start: %s", mbd_status_text (status));
}

static const double *
world_advance (World *world, double time)
{
  MbdDiagnosis why = { 0 };
  MbdStatus status = mbd_integrator_advance (world->integrator, time, world->state, &why);

  if (status != MBD_STATUS_OK)
    g_error ("%g s: %s", time, mbd_status_text (status));
  return mbd_state_positions (world->state);
}

/// e = 0.8 from 1 m: times of the impacts, heights between them, and rest in the end.
static void
test_ball (void)
{
  static const double centre[] = { 0, 0 };
  World world;
  MbdEvent events[256];
  const double radius = 0.1, e = 0.8;

  world_init (&world);
  world_ground (&world, 0.3, e);
  const int ball = world_body (&world, 1, 0.004, 0, 1 + radius, 0, 0);
  world_shape (&world, ball, MBD_SHAPE_DISC, centre, 1, radius, 0.3, 0);
  world_start (&world);
  double fall = sqrt (2 / gravity), hit = fall, speed = gravity * fall, worst = 0;
  for (int bounce = 1; bounce <= 10; bounce++) {
    speed *= e;
    const double top = hit + speed / gravity;
    const double height = world_advance (&world, top)[1] - radius;
    worst = fmax (worst, fabs (height - speed * speed / (2 * gravity)));
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
    worst = fmax (worst, fabs (events[i].time - hit));
    g_assert_cmpfloat_with_epsilon (events[i].value, (1 + e) * speed, 1e-8);
    speed *= e;
    hit += 2 * speed / gravity;
  }
  g_test_message ("times of ten impacts: %.1e s", worst);
  g_assert_cmpfloat (worst, <, 1e-8);
  // Zeno: it comes to rest and stays
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
    world_init (&world);
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

  world_init (&world);
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
  // both corners come to stick at that time
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

/// A load that grows lifts a box: it lets go when the load is its weight, and the motion goes on
/// from there with a cubic. A pin joins a second body, so that joints and contacts are solved
/// together.
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
  world_init (&world);
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

/// A disc on an incline rolls with 2/3 g sin b, or slides below mu = tan (b) / 3; one that is
/// thrown without spin slides until 2/3 of its speed.
static void
test_disc (void)
{
  static const double centre[] = { 0, 0 }, radius = 0.25, b = 0.4;
  const double limit = tan (b) / 3, mus[] = { limit * (1 + 1e-6), limit * (1 - 1e-6), 0.9, 0.05 };

  for (int k = 0; k < 4; k++) {
    World world;
    const double g[] = { gravity * sin (b), -gravity * cos (b), 0 };
    world_init (&world);
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
  world_init (&world);
  world_ground (&world, 0.2, 0);
  const int disc = world_body (&world, 2, radius * radius, 0, radius, 0, 3);
  world_shape (&world, disc, MBD_SHAPE_DISC, centre, 1, radius, 0.2, 0);
  world_start (&world);
  // rolls from t = v / (3 mu g) on
  const double time = 3 / (3 * 0.2 * gravity);
  world_advance (&world, 2 * time);
  const double *v = mbd_state_velocities (world.state);
  g_assert_cmpfloat_with_epsilon (v[0], 2, 1e-9);
  g_assert_cmpfloat_with_epsilon (v[2], -2 / radius, 1e-8);
  const double x = mbd_state_positions (world.state)[0];
  g_assert_cmpfloat_with_epsilon (x, 3 * time - 0.5 * 0.2 * gravity * time * time + 2 * time, 1e-9);
  world_clear (&world);
}

/// Three equal balls, e = 1: one after the other the last one takes all speed; all at once
/// (-1/3, 2/3, 2/3).
static void
test_cradle (void)
{
  static const double centre[] = { 0, 0 }, none[] = { 0, 0, 0 };

  for (int law = 0; law < 2; law++) {
    World world;
    world_init (&world);
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

/// Painleve's rod (case D13) with mu = 3: it jams, an impulse carries on, and energy is not gained.
static void
test_jam (void)
{
  static const double ends[] = { 0, -1, 0, 1 };
  World world;
  MbdEvent events[64];
  MbdEnergy before, after;
  bool jammed = false;
  const double h = sqrt (0.5), thin = 1e-3;

  world_init (&world);
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
  world_clear (&world);
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
  return g_test_run ();
}
