// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A mechanism with shapes and its motion.

#include "testing-world.h"

#include <string.h>

#include <glib.h>

void
world_init (World *world, double accuracy)
{
  memset (world, 0, sizeof *world);
  world->mechanism = mbd_mechanism_new ();
  world->settings = mbd_integrator_default ();
  world->settings.accuracy = accuracy;
}

void
world_clear (World *world)
{
  mbd_integrator_free (world->integrator);
  mbd_state_free (world->state);
  mbd_model_unref (world->model);
  mbd_mechanism_free (world->mechanism);
}

void
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

void
world_ground (World *world, double friction, double restitution)
{
  static const double line[] = { 0, 0, 1, 0 };

  world_shape (world, MBD_GROUND, MBD_SHAPE_HALF_PLANE, line, 2, 0, friction, restitution);
}

int
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

MbdStatus
world_try_start (World *world, MbdDiagnosis *why)
{
  g_assert_cmpint (mbd_model_compile (world->mechanism, &world->model, why), ==, MBD_STATUS_OK);
  world->state = mbd_state_new (world->model);
  world->integrator = mbd_integrator_new (world->model, &world->settings);
  g_assert_nonnull (world->integrator);
  return mbd_integrator_start (world->integrator, world->state, why);
}

void
world_start (World *world)
{
  const MbdStatus status = world_try_start (world, NULL);

  if (status != MBD_STATUS_OK)
    g_error ("start: %s", mbd_status_text (status));
}

const double *
world_advance (World *world, double time)
{
  MbdDiagnosis why = { 0 };
  MbdStatus status = mbd_integrator_advance (world->integrator, time, world->state, &why);

  if (status != MBD_STATUS_OK)
    g_error ("%g s: %s (%d, %g)", time, mbd_status_text (status), why.id, why.value);
  return mbd_state_positions (world->state);
}
