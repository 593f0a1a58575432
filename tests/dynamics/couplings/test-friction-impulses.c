// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Dry friction by the load during impacts: a blow on a joint is a blow on its bearing too, whose friction
// carries up to mu r times this impulse. Closed forms, in accurate motion and in time stepping.
//
// A pendulum (m, J, arm l, I = J + m l^2) on a pin with friction mu r receives an impulse P across its arm
// at its centre of mass. It does not begin to turn backwards, so the friction opposes P. The pin carries
// |R| = P - m l dw, and
//
//   I dw = P l - mu r |R|,   dw = P (l - mu r) / (I - mu r m l)
//
// and with friction along P, where the pendulum is stopped by it, dw = P (l + mu r) / (I + mu r m l). If
// mu r > l the pin holds whatever P is.

#include <glib.h>
#include <math.h>

#include "mbd.h"
#include "testing-world.h"
#include "testing.h"

typedef struct
{
  double mass, inertia, arm, friction; // friction: mu r
} Pendulum;

static const Pendulum first = { 2, 0.3, 0.8, 0.25 }, second = { 1.5, 0.1, 0.6, 0.2 };

static void
world_add (World *world, const MbdCouplingDef *def)
{
  assert_ok (mbd_mechanism_add_coupling (world->mechanism, def, NULL));
}

/// Creates a world without gravity, for a method: 0 accurate, 1 time stepping.
static void
init (World *world, int method, double step)
{
  static const double none[3] = { 0 };

  world_init (world, 1e-10);
  mbd_mechanism_set_gravity (world->mechanism, none);
  world->settings.keep_ledger = true;
  if (method == 1) {
    world->settings.method = MBD_METHOD_TIME_STEPPING;
    world->settings.step = step;
  }
}

/// Adds a pendulum whose centre of mass is below its pin, at (x, 0), turning at `rate`.
static void
add_pendulum (World *world, const Pendulum *p, double x, double rate)
{
  MbdBodyDef bob = mbd_body_default ();
  MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN);

  bob.id = ++world->bodies;
  bob.mass = p->mass;
  bob.inertia[2] = p->inertia;
  bob.position[0] = x;
  bob.velocity[0] = rate * p->arm;
  bob.angular_velocity[2] = rate;
  assert_ok (mbd_mechanism_add_body (world->mechanism, &bob, NULL));
  pin.id = 10 * bob.id;
  pin.body_b = bob.id;
  pin.frame_a.point[0] = x;
  pin.frame_a.point[1] = pin.frame_b.point[1] = p->arm;
  world_add (world, &pin);
  MbdCouplingDef friction = mbd_joint_friction_default (&pin);
  friction.id = 10 * bob.id + 1;
  friction.friction = 0.5;
  friction.friction_radius = p->friction / 0.5;
  world_add (world, &friction);
}

/// Returns the change of the rate of a pendulum per impulse that it follows (sense 1), or that stops it.
static double
change_per_impulse (const Pendulum *p, int sense)
{
  const double moment = p->inertia + p->mass * p->arm * p->arm, f = sense * p->friction;

  return (p->arm - f) / (moment - f * p->mass * p->arm);
}

static double
kinetic (const Pendulum *p, double rate)
{
  return 0.5 * (p->inertia + p->mass * p->arm * p->arm) * rate * rate;
}

/// Checks the rates of two bodies, and the loss that the account of energy books: in accurate motion exactly,
/// in time stepping within the order of the step.
static void
assert_after (World *world, const double rates[2], double loss, double tolerance)
{
  const double *v = mbd_state_velocities (world->state);
  MbdEnergyBalance balance;

  mbd_state_energy_balance (world->state, &balance);
  g_test_message ("rates %.12g (%.12g), %.12g (%.12g), loss %.9g + %.9g (%.9g), error %.1e", v[2],
                  rates[0], v[5], rates[1], balance.impact_loss, balance.dissipated, loss,
                  balance.error);
  g_assert_cmpfloat_with_epsilon (v[2], rates[0], tolerance);
  g_assert_cmpfloat_with_epsilon (v[5], rates[1], tolerance);
  g_assert_cmpfloat_with_epsilon (balance.impact_loss + balance.dissipated, loss, 10 * tolerance);
  g_assert_cmpfloat (fabs (balance.error), <=, 10 * tolerance);
}

/* Ropes ------------------------------------------------------------------------------------ */

/// The first pendulum turns away from the second until the rope between their bobs is taut, 4 us later.
static void
pull (const Pendulum *follower, double restitution, const double rates[2], double loss)
{
  static const double steps[] = { 0, 1e-6 };

  for (int method = 0; method < 2; method++) {
    World world;
    MbdCouplingDef rope = mbd_rod_default ();

    init (&world, method, steps[method]);
    add_pendulum (&world, &first, 0, -3);
    add_pendulum (&world, follower, 1.7, 0);
    rope.id = 1;
    rope.body_a = 1;
    rope.body_b = 2;
    rope.length = 1.7 + 1e-5;
    rope.rod = MBD_ROD_ROPE;
    rope.restitution = restitution;
    world_add (&world, &rope);
    world_start (&world);
    world_advance (&world, 1e-5);
    assert_after (&world, rates, loss, 2e-4);
    world_clear (&world);
  }
}

static void
test_rope (void)
{
  for (int k = 0; k < 2; k++) {
    const double restitution = k == 0 ? 0 : 0.4, closing = 3 * first.arm;
    const double A = change_per_impulse (&first, -1), B = change_per_impulse (&second, 1);
    const double P = closing * (1 + restitution) / (first.arm * A + second.arm * B);
    const double rates[] = { -3 + P * A, -P * B };
    const double loss =
      kinetic (&first, 3) - kinetic (&first, rates[0]) - kinetic (&second, rates[1]);

    g_assert_cmpfloat (rates[0], <, 0);
    pull (&second, restitution, rates, loss);
  }
}

/// A pendulum whose friction is more than any blow on its bob stops the other.
static void
test_holds (void)
{
  const Pendulum held = { 1.5, 0.1, 0.6, 0.65 };
  const double rates[] = { 0, 0 };

  pull (&held, 0, rates, kinetic (&first, 3));
}

/* Contacts --------------------------------------------------------------------------------- */

/// A free disc strikes the bob of a pendulum at the height of its centre.
static void
test_contact (void)
{
  static const double steps[] = { 0, 1e-6 };

  for (int k = 0; k < 2; k++)
    for (int method = 0; method < 2; method++) {
      const double restitution = k == 0 ? 0 : 0.4, mass = 0.7, speed = 3, radius = 0.1;
      const double B = change_per_impulse (&second, 1);
      const double P = speed * (1 + restitution) / (1 / mass + second.arm * B);
      const double rates[] = { P * B, 0 };
      const double after = speed - P / mass;
      World world;

      init (&world, method, steps[method]);
      add_pendulum (&world, &second, 1, 0);
      world_body (&world, mass, 0.01, 1 - 2 * radius - 1e-5, 0, 0, speed);
      for (int body = 1; body <= 2; body++)
        world_shape (&world, body, MBD_SHAPE_DISC, (double[]){ 0, 0 }, 1, radius, 0, restitution);
      world_start (&world);
      world_advance (&world, 1e-5);
      assert_after (&world, rates,
                    kinetic (&second, 0) + 0.5 * mass * (speed * speed - after * after)
                      - kinetic (&second, rates[0]),
                    2e-4);
      g_assert_cmpfloat_with_epsilon (mbd_state_velocities (world.state)[3], after, 2e-4);
      world_clear (&world);
    }
}

/* Friction groups -------------------------------------------------------------------------- */

/// A body that falls obliquely onto a plane: its normal impulse m v is accompanied by mu m v along the plane.
static void
test_group (void)
{
  for (int method = 0; method < 2; method++)
    for (int k = 0; k < 2; k++) {
      const double mu = k == 0 ? 0.3 : 3, along = k == 0 ? 2 - 0.3 * 1.5 : 0;
      World world;
      MbdCouplingDef contact = mbd_point_contact_default ();

      init (&world, method, 1e-6);
      world_body (&world, 2, 0.3, 0, 0, 0, 2);
      contact.id = 1;
      contact.body_b = 1;
      contact.normal_count = 2;
      contact.mode = MBD_MODE_FRICTION;
      contact.friction = mu;
      world_add (&world, &contact);
      world_start (&world);
      const double v[3] = { 2, -1.5, 0 };
      mbd_state_set (world.state, 0, NULL, v);
      assert_ok (mbd_integrator_start (world.integrator, world.state, NULL));
      world_advance (&world, 4e-6);
      g_test_message ("%.12g (%.12g)", mbd_state_velocities (world.state)[0], along);
      g_assert_cmpfloat_with_epsilon (mbd_state_velocities (world.state)[0], along, 1e-9);
      world_clear (&world);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/friction-impulses/rope", test_rope);
  g_test_add_func ("/friction-impulses/holds", test_holds);
  g_test_add_func ("/friction-impulses/contact", test_contact);
  g_test_add_func ("/friction-impulses/group", test_group);
  return g_test_run ();
}
