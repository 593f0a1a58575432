// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <box2d/box2d.h>

#include <vector>

#include "pile-bench.h"

namespace {

struct World
{
  b2World world;
  std::vector<b2Body *> bodies;
  const PileEffort *effort;

  World (const double *gravity, const PileEffort *effort_)
      : world (b2Vec2 (float (gravity[0]), float (gravity[1]))), effort (effort_)
  {
  }
};

float
half_of (const SceneBody &body)
{
  return float (body.b > 0 ? body.b : body.a) / 2;
}

void
add_ground (World *world, const Scene *scene)
{
  b2BodyDef def;
  b2PolygonShape shape;
  b2FixtureDef fixture;

  shape.SetAsBox (1000, 50, b2Vec2 (0, -50), 0);
  fixture.shape = &shape;
  fixture.friction = float (scene->friction);
  world->world.CreateBody (&def)->CreateFixture (&fixture);
}

void *
create (const Scene *scene, const PileEffort *effort)
{
  auto *world = new World (scene->gravity, effort);

  world->world.SetAllowSleeping (false);
  if (scene->ground)
    add_ground (world, scene);
  for (int i = 0; i < scene->n_bodies; i++) {
    const SceneBody &body = scene->bodies[i];
    b2BodyDef def;
    b2PolygonShape box;
    b2CircleShape disc;
    b2FixtureDef fixture;
    def.type = b2_dynamicBody;
    def.position.Set (float (body.position[0]), float (body.position[1]));
    def.angle = float (body.position[2]);
    def.linearVelocity.Set (float (body.velocity[0]), float (body.velocity[1]));
    def.angularVelocity = float (body.velocity[2]);
    disc.m_radius = float (body.a) / 2;
    box.SetAsBox (float (body.a) / 2, float (body.b > 0 ? body.b : 1) / 2);
    fixture.shape = body.b > 0 ? static_cast<b2Shape *> (&box) : &disc;
    fixture.friction = float (scene->friction);
    const double area = body.b > 0 ? body.a * body.b : b2_pi * body.a * body.a / 4;
    fixture.density = float (body.mass / area);
    // Links of a chain do not collide with the bodies that they hang on.
    fixture.filter.groupIndex = scene->n_joints > 0 ? -1 : 0;
    world->bodies.push_back (world->world.CreateBody (&def));
    world->bodies.back ()->CreateFixture (&fixture);
  }
  b2BodyDef origin;
  b2Body *fixed = world->world.CreateBody (&origin);
  for (int i = 0; i < scene->n_joints; i++) {
    const SceneJoint &pin = scene->joints[i];
    b2RevoluteJointDef def;
    def.bodyA = pin.upper >= 0 ? world->bodies[size_t (pin.upper)] : fixed;
    def.bodyB = world->bodies[size_t (pin.lower)];
    def.localAnchorA.Set (0, pin.upper >= 0 ? -half_of (scene->bodies[pin.upper]) : 0);
    def.localAnchorB.Set (0, half_of (scene->bodies[pin.lower]));
    world->world.CreateJoint (&def);
  }
  return world;
}

void
step (void *data, double h)
{
  auto *world = static_cast<World *> (data);

  world->world.Step (float (h), world->effort->iterations, world->effort->position_iterations);
}

void
pose (void *world, int index, double position[3], double velocity[3])
{
  const b2Body *body = static_cast<World *> (world)->bodies[size_t (index)];

  position[0] = body->GetPosition ().x;
  position[1] = body->GetPosition ().y;
  position[2] = body->GetAngle ();
  velocity[0] = body->GetLinearVelocity ().x;
  velocity[1] = body->GetLinearVelocity ().y;
  velocity[2] = body->GetAngularVelocity ();
}

void
destroy (void *world)
{
  delete static_cast<World *> (world);
}

const PileEffort efforts[] = {
  { "8/3 iterations", 8, 3, 1 },       { "30/10 iterations", 30, 10, 1 },
  { "100/30 iterations", 100, 30, 1 }, { "8/3, 4 substeps", 8, 3, 4 },
  { "8/3, 16 substeps", 8, 3, 16 },    { nullptr, 0, 0, 0 },
};

} // namespace

extern "C" {
extern const PileEngine pile_box2d;
const PileEngine pile_box2d = { "Box2D", efforts, create, step, pose, destroy };
}
