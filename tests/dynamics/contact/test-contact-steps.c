// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mechanisms with shapes at a fixed step: rest and its forces, a rope, dominoes, a pendulum that
// swings against a wall, a motor that stalls, friction groups, and rejected models.

#include <glib.h>
#include <math.h>
#include <string.h>

#include "mbd.h"
#include "testing-world.h"
#include "testing.h"

static const double step = 1.0 / 120;
static const double friction = 0.6;

static MbdStatus
start (World *world, double h, MbdDiagnosis *why)
{
  world->settings.method = MBD_METHOD_TIME_STEPPING;
  world->settings.step = h;
  return world_try_start (world, why);
}

/// Adds a box on a body frame whose centre of mass is not its origin.
static int
world_box (World *world, double mass, double a, double b, double x, double y, bool collides)
{
  const double corners[] = { 0, 0, a, 0, a, b, 0, b };
  MbdBodyDef def = mbd_body_default ();

  def.id = ++world->bodies;
  def.mass = mass;
  def.inertia[2] = mass * (a * a + b * b) / 12;
  def.centre_of_mass[0] = a / 2;
  def.centre_of_mass[1] = b / 2;
  def.position[0] = x - a / 2;
  def.position[1] = y - b / 2;
  g_assert_cmpint (mbd_mechanism_add_body (world->mechanism, &def, NULL), ==, MBD_STATUS_OK);
  if (collides)
    world_shape (world, def.id, MBD_SHAPE_POLYGON, corners, 4, 0, friction, 0);
  return def.id;
}

static void
world_pose (World *world, int id, double position[3], double *angle)
{
  const int body = mbd_model_body_by_id (world->model, id);

  mbd_state_body_pose (world->state, body, position, NULL);
  if (angle != NULL)
    *angle = mbd_state_body_angle (world->state, body);
}

/// A box falls and rests; its contact forces carry it, and the state includes them.
static void
test_rest (void)
{
  World world;
  MbdIntegratorContact contacts[8];
  double position[3], angle, force = 0;

  world_init (&world, 1e-6);
  world_ground (&world, friction, 0);
  const int box = world_box (&world, 3, 1, 0.6, 0.2, 0.5, true);
  g_assert_cmpint (start (&world, step, NULL), ==, MBD_STATUS_OK);
  world_advance (&world, 2);
  world_pose (&world, box, position, &angle);
  g_assert_cmpfloat_with_epsilon (position[1], 0, 1e-7);
  g_assert_cmpfloat_with_epsilon (angle, 0, 1e-7);
  const int count = mbd_integrator_contacts (world.integrator, contacts, 8);
  g_assert_cmpint (count, ==, 2);
  for (int i = 0; i < count; i++) {
    force += contacts[i].normal_force;
    g_assert_cmpfloat_with_epsilon (fabs (contacts[i].normal[1]), 1, 1e-9);
  }
  g_assert_cmpfloat_with_epsilon (force, 3 * 9.81, 1e-6);
  g_assert_cmpint (mbd_state_solve (world.state, NULL), ==, MBD_STATUS_OK);
  for (int i = 0; i < 3; i++)
    g_assert_cmpfloat (fabs (mbd_state_accelerations (world.state)[i]), <, 1e-4);
  world_clear (&world);
}

/// The rope catches the mass and holds it.
static void
test_rope (void)
{
  for (int order = 0; order < 2; order++) {
    World world;
    MbdBodyDef def = mbd_body_default ();
    MbdCouplingDef rope = mbd_rod_default ();
    static const double gravity[] = { 0, -10, 0 };
    double position[3], worst = 0;
    bool taut = false;
    world_init (&world, 1e-6);
    mbd_mechanism_set_gravity (world.mechanism, gravity);
    def.id = 1;
    def.position[0] = 0.1;
    def.position[1] = 0.9;
    g_assert_cmpint (mbd_mechanism_add_body (world.mechanism, &def, NULL), ==, MBD_STATUS_OK);
    rope.id = 1;
    rope.rod = MBD_ROD_ROPE;
    rope.body_a = order == 0 ? MBD_GROUND : 1;
    rope.body_b = order == 0 ? 1 : MBD_GROUND;
    g_assert_cmpint (mbd_mechanism_add_coupling (world.mechanism, &rope, NULL), ==, MBD_STATUS_OK);
    g_assert_cmpint (start (&world, 0.01, NULL), ==, MBD_STATUS_OK);
    for (int i = 1; i <= 260; i++) {
      world_advance (&world, 0.01 * i);
      world_pose (&world, 1, position, NULL);
      const double r2 = position[0] * position[0] + position[1] * position[1];
      g_assert_cmpfloat (r2, <, 1 + 1e-2);
      taut |= r2 > 1 - 1e-3;
      if (i > 70)
        worst = worst_of (worst, fabs (r2 - 1));
    }
    g_test_message ("largest |r^2 - 1| %.1e", worst);
    g_assert_true (taut);
    g_assert_cmpfloat (worst, <, 1e-4);
    world_clear (&world);
  }
}

/// A rope stops the mass with its whole impulse before it breaks, wherever in a step it becomes taut:
/// the mass falls again from rest.
static void
test_rope_breaks (void)
{
  const double g = 10, until = 0.6;
  static const double steps[] = { 1e-3, 1e-4, 1e-5 };

  for (int by_impulse = 0; by_impulse < 2; by_impulse++)
    for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
      for (double drop = 0.5; drop < 0.501; drop += 0.00037) {
        World world;
        MbdBodyDef def = mbd_body_default ();
        MbdCouplingDef rope = mbd_rod_default ();
        const double gravity[] = { 0, -g, 0 }, taut = sqrt (2 * drop / g);
        double position[3];
        world_init (&world, 1e-6);
        mbd_mechanism_set_gravity (world.mechanism, gravity);
        def.id = rope.id = rope.body_b = 1;
        def.position[1] = drop - 1;
        g_assert_cmpint (mbd_mechanism_add_body (world.mechanism, &def, NULL), ==, MBD_STATUS_OK);
        rope.rod = MBD_ROD_ROPE;
        rope.body_a = MBD_GROUND;
        rope.length = 1;
        if (by_impulse == 1)
          rope.break_impulse = 0.9 * g * taut;
        else
          rope.break_force = g / 2;
        g_assert_cmpint (mbd_mechanism_add_coupling (world.mechanism, &rope, NULL), ==,
                         MBD_STATUS_OK);
        g_assert_cmpint (start (&world, steps[i], NULL), ==, MBD_STATUS_OK);
        world_advance (&world, until);
        world_pose (&world, 1, position, NULL);
        // A step late at the velocity of the impact, another at that of the fall.
        g_assert_cmpfloat (fabs (position[1] + 1 + g / 2 * (until - taut) * (until - taut)), <,
                           3 * g * until * steps[i]);
        world_clear (&world);
      }
}

/// A disc that carries a mass on a pin falls on the ground and jumps: by time steps and in accurate
/// motion the pin bears the impact as an impulse, with which it breaks by its largest impulse and not
/// by its largest force, and the event of the contact has the whole impulse.
static void
test_impact_breaks (void)
{
  static const double gravity[] = { 0, -10, 0 }, steps[] = { 0, 1e-3, 1e-4, 1e-5 };
  const double carried = 2, radius = 0.1;

  for (int elastic = 0; elastic < 2; elastic++)
    // By nothing, by a smaller impulse, by a smaller force.
    for (int breaks = 0; breaks < 3; breaks++)
      for (double drop = 0.5; drop < 0.501; drop += 0.00037)
        for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
          const double e = elastic == 1 ? 0.5 : 0, speed = sqrt (20 * drop),
                       impulse = speed * (1 + e);
          MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN);
          MbdEvent events[64];
          double position[3], touched = 0, broken = 0;
          World world;

          world_init (&world, 1e-8);
          mbd_mechanism_set_gravity (world.mechanism, gravity);
          world_ground (&world, 0, e);
          pin.id = 1;
          pin.body_a = world_body (&world, 1, 0.005, 0, drop + radius, 0, 0);
          pin.body_b = world_body (&world, carried, 0.005, 0, drop + radius, 0, 0);
          world_shape (&world, pin.body_a, MBD_SHAPE_DISC, (const double[]){ 0, 0 }, 1, radius, 0,
                       e);
          pin.break_impulse = breaks == 1 ? 0.9 * carried * impulse : INFINITY;
          pin.break_force = breaks == 2 ? 0.9 * carried * 10 : 1.1 * carried * 10;
          g_assert_cmpint (mbd_mechanism_add_coupling (world.mechanism, &pin, NULL), ==,
                           MBD_STATUS_OK);
          if (steps[i] > 0)
            g_assert_cmpint (start (&world, steps[i], NULL), ==, MBD_STATUS_OK);
          else
            world_start (&world);
          // After the impact, and before the next one.
          const double until = speed / 10 + 0.02;
          world_advance (&world, until);
          world_pose (&world, pin.body_b, position, NULL);
          const int count = mbd_integrator_take_events (world.integrator, events, 64);
          for (int k = 0; k < count; k++) {
            touched += events[k].kind == MBD_EVENT_TOUCHED ? events[k].value : 0;
            broken += events[k].kind == MBD_EVENT_BROKEN ? events[k].value : 0;
          }
          g_assert_cmpfloat (fabs (touched - (1 + carried) * impulse), <,
                             1e-6 + 4 * (1 + carried) * 10 * steps[i]);
          if (breaks == 0) {
            g_assert_cmpfloat (broken, ==, 0);
            g_assert_cmpfloat (
              fabs (position[1] - radius - (elastic ? e * speed * 0.02 - 0.002 : 0)), <,
              1e-6 + 4 * speed * steps[i]);
          } else if (breaks == 1) {
            g_assert_cmpfloat (fabs (broken - carried * impulse), <,
                               1e-6 + 4 * carried * 10 * steps[i]);
          } else {
            // At rest on the ground the pin bears the weight; in the air it bears nothing.
            g_assert_cmpint (broken > 0, ==, !elastic);
          }
          world_clear (&world);
        }
}

/// Events are complete and occur once also beyond the expected duration, where the run is changed after
/// each step, and where it ends with the step in which a rope or two shapes meet.
static void
test_events_complete (void)
{
  static const double gravity[] = { 0, -10, 0 }, h = 1e-3;

  for (int rope = 0; rope < 2; rope++)
    // Nothing else; events taken after each step; changes after each step; the end.
    for (int how = 0; how < 4; how++) {
      const double drop = 0.5004, impulse = sqrt (20 * drop), meets = sqrt (drop / 5);
      const long last = how == 3 ? (long) (meets / h) + 1 : 400;
      MbdCouplingDef tie = mbd_rod_default ();
      MbdEvent events[64];
      double sum = 0;
      int begins = 0;
      World world;

      world_init (&world, 1e-8);
      world.settings.duration = how == 1 ? 1e-3 : 1;
      mbd_mechanism_set_gravity (world.mechanism, gravity);
      tie.id = 1;
      tie.body_a = MBD_GROUND;
      tie.body_b = world_body (&world, 1, 0.005, 0, rope == 1 ? drop - 1 : drop + 0.1, 0, 0);
      if (rope == 1) {
        tie.rod = MBD_ROD_ROPE;
        tie.length = 1;
        g_assert_cmpint (mbd_mechanism_add_coupling (world.mechanism, &tie, NULL), ==,
                         MBD_STATUS_OK);
      } else {
        world_ground (&world, 0, 0);
        world_shape (&world, tie.body_b, MBD_SHAPE_DISC, (const double[]){ 0, 0 }, 1, 0.1, 0, 0);
      }
      g_assert_cmpint (start (&world, h, NULL), ==, MBD_STATUS_OK);
      for (long i = 1; i <= last; i++) {
        world_advance (&world, (double) i * h);
        if (how == 2)
          g_assert_cmpint (mbd_integrator_restart (world.integrator, world.state, NULL), ==,
                           MBD_STATUS_OK);
        if (i == last)
          mbd_integrator_finish_events (world.integrator);
        const int count =
          how == 1 || i == last ? mbd_integrator_take_events (world.integrator, events, 64) : 0;
        for (int k = 0; k < count; k++)
          if (events[k].kind == (rope == 1 ? MBD_EVENT_CLOSED : MBD_EVENT_TOUCHED)) {
            begins++;
            sum += events[k].value;
          }
      }
      g_assert_cmpint (begins, ==, 1);
      // The last step has only a part of that of the rope; a change in between takes the rest.
      if (rope == 0 || how < 2)
        g_assert_cmpfloat_with_epsilon (sum, impulse, 4 * 10 * h);
      world_clear (&world);
    }
}

/// Shapes that strike in the first step, at the start or after a change, do not turn the load of a pin
/// elsewhere into a blow on it.
static void
test_strike_at_start (void)
{
  static const double gravity[] = { 0, -10, 0 };
  const double h = 1e-3, mass = 1000;
  MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN);
  MbdEvent events[64];
  World world;

  world_init (&world, 1e-8);
  mbd_mechanism_set_gravity (world.mechanism, gravity);
  world_ground (&world, 0, 0);
  const int disc = world_body (&world, 1, 0.005, 0, 0.1 + 5e-6, 0, 0);
  world_shape (&world, disc, MBD_SHAPE_DISC, (const double[]){ 0, 0 }, 1, 0.1, 0, 0);
  pin.id = 1;
  pin.body_a = MBD_GROUND;
  pin.body_b = world_body (&world, mass, 1, 3, 3, 0, 0);
  pin.frame_a.point[0] = pin.frame_a.point[1] = 3;
  pin.break_impulse = 0.3 * mass * 10 * h;
  g_assert_cmpint (mbd_mechanism_add_coupling (world.mechanism, &pin, NULL), ==, MBD_STATUS_OK);
  g_assert_cmpint (start (&world, h, NULL), ==, MBD_STATUS_OK);
  const int body = mbd_model_body_by_id (world.model, disc);
  for (int i = 0; i < 30; i++) {
    if (i % 10 == 0) {
      double q[64], v[64];

      memcpy (q, mbd_state_positions (world.state),
              sizeof *q * (size_t) mbd_model_position_count (world.model));
      memcpy (v, mbd_state_velocities (world.state),
              sizeof *v * (size_t) mbd_model_velocity_count (world.model));
      q[mbd_model_body_first_position (world.model, body) + 1] = 0.1 + 5e-6;
      v[mbd_model_body_first_velocity (world.model, body) + 1] = -1;
      mbd_state_set (world.state, h * i, q, v);
      g_assert_cmpint ((i == 0 ? mbd_integrator_start : mbd_integrator_restart) (world.integrator,
                                                                                 world.state, NULL),
                       ==, MBD_STATUS_OK);
    }
    world_advance (&world, h * (i + 1));
  }
  const int count = mbd_integrator_take_events (world.integrator, events, 64);
  for (int i = 0; i < count; i++)
    g_assert_cmpint (events[i].kind, !=, MBD_EVENT_BROKEN);
  world_clear (&world);
}

/// The first of twelve dominoes is tilted; all fall one way, and none passes through another.
static void
test_dominoes (void)
{
  World world;

  world_init (&world, 1e-6);
  world_ground (&world, friction, 0);
  for (int i = 0; i < 12; i++)
    world_box (&world, 0.1, 0.1, 1, 0.5 * i, 0.5, true);
  // A push.
  MbdForceDef push = mbd_load_default ();
  push.id = 1;
  push.body_b = 1;
  push.point_b[1] = 1;
  push.force[0] = 0.5;
  g_assert_cmpint (mbd_mechanism_add_force (world.mechanism, &push, NULL), ==, MBD_STATUS_OK);
  g_assert_cmpint (start (&world, step, NULL), ==, MBD_STATUS_OK);
  world_advance (&world, 6);
  for (int i = 1; i <= 12; i++) {
    double position[3], angle;
    world_pose (&world, i, position, &angle);
    g_assert_cmpfloat (angle, <, -0.8);
    g_assert_cmpfloat (angle, >, -M_PI / 2 - 0.1);
  }
  world_clear (&world);
}

/// A pendulum on a pin swings against a wall and stays there; the pin stays closed.
static void
test_pendulum_and_wall (void)
{
  static const double wall[] = { -0.2, -3, -0.1, -3, -0.1, 0, -0.2, 0 };
  World world;
  MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN);
  double errors[2], position[3];

  world_init (&world, 1e-6);
  world_shape (&world, MBD_GROUND, MBD_SHAPE_POLYGON, wall, 4, 0, friction, 0);
  const int bob = world_box (&world, 2, 0.2, 0.2, 1, 0, true);
  pin.id = 1;
  pin.body_b = bob;
  // A light arm: the pin is a metre beside the box.
  pin.frame_b.point[0] = -0.9;
  pin.frame_b.point[1] = 0.1;
  g_assert_cmpint (mbd_mechanism_add_coupling (world.mechanism, &pin, NULL), ==, MBD_STATUS_OK);
  g_assert_cmpint (start (&world, step, NULL), ==, MBD_STATUS_OK);
  for (int i = 1; i <= 600; i++) {
    world_advance (&world, i * step);
    mbd_state_errors (world.state, errors, NULL, NULL);
    g_assert_cmpfloat (hypot (errors[0], errors[1]), <, 2e-3);
  }
  // At rest against the wall the pin is closed accurately.
  g_assert_cmpfloat (hypot (errors[0], errors[1]), <, 1e-6);
  world_pose (&world, bob, position, NULL);
  g_assert_cmpfloat (position[0], >, -0.1 - 1e-4);
  const double *v = mbd_state_velocities (world.state);
  g_assert_cmpfloat (hypot (v[0], v[1]), <, 1e-4);
  world_clear (&world);
}

/// A motor of limited torque turns an arm against a peg and stalls there at its torque.
static void
test_motor (void)
{
  static const double peg[] = { 0, 1.0 };
  World world;
  MbdFunction *speed = NULL;
  g_assert_cmpint (mbd_function_new_constant (1, &speed, NULL), ==, MBD_STATUS_OK);
  MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN), motor = mbd_motor_default (speed, 5);
  static const double none[] = { 0, 0, 0 };
  MbdIntegratorContact contacts[4];
  double angle;

  world_init (&world, 1e-6);
  mbd_mechanism_set_gravity (world.mechanism, none);
  world_shape (&world, MBD_GROUND, MBD_SHAPE_DISC, peg, 1, 0.1, friction, 0);
  const int arm = world_box (&world, 1, 1.2, 0.1, 0.6, 0, true);
  pin.id = 1;
  motor.id = 2;
  pin.body_b = motor.body_b = arm;
  pin.frame_b.point[1] = motor.frame_b.point[1] = 0.05;
  g_assert_cmpint (mbd_mechanism_add_coupling (world.mechanism, &pin, NULL), ==, MBD_STATUS_OK);
  g_assert_cmpint (mbd_mechanism_add_coupling (world.mechanism, &motor, NULL), ==, MBD_STATUS_OK);
  g_assert_cmpint (start (&world, step, NULL), ==, MBD_STATUS_OK);
  world_advance (&world, 1);
  world_pose (&world, arm, (double[3]){ 0 }, &angle);
  // Reaching 1 rad/s takes inertia over torque, 0.096 s.
  g_assert_cmpfloat_with_epsilon (angle, 1 - 0.5 * (0.36 + 1.45 / 12) / 5, 0.01);
  world_advance (&world, 3);
  world_pose (&world, arm, (double[3]){ 0 }, &angle);
  // The arm lies at the peg: half its width and the radius of the peg below.
  g_assert_cmpfloat_with_epsilon (angle, M_PI / 2 - asin (0.15), 1e-4);
  g_assert_cmpint (mbd_integrator_contacts (world.integrator, contacts, 4), ==, 1);
  // The contact's force and friction hold the torque of the motor; the point of a contact at rest is
  // exact to first order in the last way.
  const MbdIntegratorContact *c = &contacts[0];
  const double sign = c->body_b == arm ? 1 : -1;
  const double fx = sign * (c->normal_force * c->normal[0] - c->friction_force * c->normal[1]);
  const double fy = sign * (c->normal_force * c->normal[1] + c->friction_force * c->normal[0]);
  g_assert_cmpfloat_with_epsilon (c->point[0] * fy - c->point[1] * fx, -5, 5e-4);
  world_clear (&world);
  mbd_function_unref (speed);
}

/// A friction group of a point contact: a box on an incline, at 0.9 and 1.1 of the angle.
static void
test_group (void)
{
  for (int k = 0; k < 2; k++) {
    World world;
    MbdCouplingDef contact = mbd_point_contact_default ();
    const double mu = 0.5, angle = atan (mu * (k == 0 ? 0.9 : 1.1));
    const double g[] = { 9.81 * sin (angle), -9.81 * cos (angle), 0 };
    world_init (&world, 1e-6);
    mbd_mechanism_set_gravity (world.mechanism, g);
    const int box = world_box (&world, 2, 1, 1, 0, 0.5, false);
    contact.id = 1;
    contact.body_b = box;
    contact.frame_b.point[0] = contact.frame_b.point[1] = 0.5;
    contact.frame_a.point[1] = 0.5;
    contact.normal_count = 2;
    contact.mode = MBD_MODE_FRICTION;
    contact.friction = mu;
    g_assert_cmpint (mbd_mechanism_add_coupling (world.mechanism, &contact, NULL), ==,
                     MBD_STATUS_OK);
    g_assert_cmpint (start (&world, step, NULL), ==, MBD_STATUS_OK);
    world_advance (&world, 1);
    const double slides = 9.81 * (sin (angle) - mu * cos (angle));
    // The bound lags its normal force by a step.
    g_assert_cmpfloat_with_epsilon (mbd_state_velocities (world.state)[0], k == 0 ? 0 : slides,
                                    0.05);
    g_assert_cmpfloat (fabs (mbd_state_velocities (world.state)[1]), <, 1e-9);
    world_clear (&world);
  }
}

static void
test_refused (void)
{
  World world;
  MbdDiagnosis why;
  MbdShape shape = mbd_shape_default (MBD_SHAPE_DISC);
  static const double point[] = { 0, 0 };

  world_init (&world, 1e-6);
  shape.points = point;
  shape.count = 1;
  g_assert_cmpint (mbd_mechanism_add_shape (world.mechanism, 4, 1, &shape, &why), ==,
                   MBD_STATUS_BAD_RADIUS);
  g_assert_cmpint (why.element, ==, MBD_ELEMENT_SHAPE);
  g_assert_cmpint (why.id, ==, 4);
  shape.radius = 1;
  g_assert_cmpint (mbd_mechanism_add_shape (world.mechanism, 4, 1, &shape, &why), ==,
                   MBD_STATUS_OK);
  g_assert_cmpint (mbd_mechanism_add_shape (world.mechanism, 4, 1, &shape, &why), ==,
                   MBD_STATUS_DUPLICATE_ID);
  g_assert_cmpint (mbd_model_compile (world.mechanism, &world.model, &why), ==,
                   MBD_STATUS_UNKNOWN_BODY);
  world_clear (&world);

  // Shapes belong to the plane, and time stepping needs masses.
  for (int k = 0; k < 2; k++) {
    MbdBodyDef def = mbd_body_default ();
    world_init (&world, 1e-6);
    def.id = 1;
    if (k == 0)
      def.mobility = MBD_SPATIAL;
    else
      def.mass = def.inertia[2] = 0;
    g_assert_cmpint (mbd_mechanism_add_body (world.mechanism, &def, NULL), ==, MBD_STATUS_OK);
    if (k == 1) {
      MbdCouplingDef weld = mbd_loop_default (MBD_LOOP_WELD);
      weld.id = 1;
      weld.body_b = 1;
      g_assert_cmpint (mbd_mechanism_add_coupling (world.mechanism, &weld, NULL), ==,
                       MBD_STATUS_OK);
    }
    g_assert_cmpint (start (&world, step, &why), ==,
                     k == 0 ? MBD_STATUS_STEPS_IN_SPACE : MBD_STATUS_STEPS_MASSLESS);
    g_assert_cmpint (why.id, ==, 1);
    world_clear (&world);
  }
}

/// Springs and bushings of any stiffness: the energy never grows, what the step loses counts as
/// dissipation, and a soft spring follows its motion.
static void
test_stiff (void)
{
  static const double origin[3], stiffness[] = { 1e2, 1e4, 1e6, 1e9, 1e12, 1e15 };

  for (guint i = 0; i < G_N_ELEMENTS (stiffness); i++)
    for (int kind = 0; kind < 4; kind++) {
      World world;
      MbdForceDef spring = kind == 3 ? mbd_bushing_default () : mbd_spring_default ();
      MbdEnergyBalance balance;
      MbdEnergy start_energy, energy;
      world_init (&world, 1e-6);
      mbd_mechanism_set_gravity (world.mechanism, origin);
      world_body (&world, 1, 0.01, 0.3, -1.05, 0, 0.5);
      spring.id = 1;
      spring.body_b = 1;
      spring.stiffness = stiffness[i];
      spring.free_length = kind == 0 ? 1 : 0;
      spring.point_b[0] = kind == 2 ? 0.3 : 0;
      for (int k = 0; k < 3; k++)
        spring.bushing.translational_stiffness[k] = spring.bushing.rotational_stiffness[k] =
          stiffness[i];
      g_assert_cmpint (mbd_mechanism_add_force (world.mechanism, &spring, NULL), ==, MBD_STATUS_OK);
      world.settings.keep_ledger = true;
      g_assert_cmpint (start (&world, 2e-3, NULL), ==, MBD_STATUS_OK);
      mbd_state_energy (world.state, &start_energy);
      double last = start_energy.total;
      for (int k = 1; k <= 40; k++) {
        world_advance (&world, k * 25 * 2e-3);
        mbd_state_energy (world.state, &energy);
        mbd_state_energy_balance (world.state, &balance);
        g_assert_cmpfloat (energy.total, <=, last + 1e-3 * start_energy.total);
        g_assert_cmpfloat (fabs (balance.error), <=, 1e-3 * start_energy.total);
        g_assert_cmpfloat (fabs (balance.force_input), <=, 1e-3 * start_energy.total);
        last = energy.total;
      }
      world_clear (&world);
    }
}

/// A capsule falls on the edge of a box, tilts and slides off: the error falls with the step, and
/// friction keeps to its ratio.
static void
test_converges (void)
{
  static const double edge[] = { -2, -2, 0, -2, 0, 0, -2, 0 }, line[] = { -0.5, 0, 0.5, 0 };
  static const double steps[] = { 0, 1e-2, 1e-3, 1e-4, 1e-5 };
  const double mu = 0.5;
  double exact[3] = { 0 }, last = INFINITY;

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
    MbdIntegratorContact contacts[4];
    World world;
    world_init (&world, 1e-11);
    world_shape (&world, MBD_GROUND, MBD_SHAPE_POLYGON, edge, 4, 0, mu, 0);
    world_body (&world, 1, 0.1, 0.1, 0.35, 0.3, 0);
    world_shape (&world, 1, MBD_SHAPE_CAPSULE, line, 2, 0.05, mu, 0);
    if (i == 0)
      world_start (&world);
    else
      g_assert_cmpint (start (&world, steps[i], NULL), ==, MBD_STATUS_OK);
    for (int k = 1; k <= 60; k++) {
      world_advance (&world, k / 100.0);
      const int count = mbd_integrator_contacts (world.integrator, contacts, 4);
      for (int c = 0; c < count; c++)
        g_assert_cmpfloat (fabs (contacts[c].friction_force), <=,
                           mu * contacts[c].normal_force * (1 + 1e-9));
    }
    const double *q = mbd_state_positions (world.state);
    double error = 0;
    for (int k = 0; k < 3; k++)
      error = worst_of (error, fabs (q[k] - exact[k]));
    if (i == 0)
      memcpy (exact, q, sizeof exact);
    else {
      g_test_message ("step %g s: error %.2e", steps[i], error);
      g_assert_cmpfloat (error, <, last / 3);
      last = error;
    }
    world_clear (&world);
  }
  g_assert_cmpfloat (last, <, 3e-5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/contact-steps/rest", test_rest);
  g_test_add_func ("/contact-steps/rope", test_rope);
  g_test_add_func ("/contact-steps/rope-breaks", test_rope_breaks);
  g_test_add_func ("/contact-steps/impact-breaks", test_impact_breaks);
  g_test_add_func ("/contact-steps/events-complete", test_events_complete);
  g_test_add_func ("/contact-steps/strike-at-start", test_strike_at_start);
  g_test_add_func ("/contact-steps/dominoes", test_dominoes);
  g_test_add_func ("/contact-steps/pendulum-and-wall", test_pendulum_and_wall);
  g_test_add_func ("/contact-steps/motor", test_motor);
  g_test_add_func ("/contact-steps/group", test_group);
  g_test_add_func ("/contact-steps/stiff", test_stiff);
  g_test_add_func ("/contact-steps/converges", test_converges);
  g_test_add_func ("/contact-steps/refused", test_refused);
  return g_test_run ();
}
