// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "simbody-mechanism.h"

#include <stdexcept>

using namespace SimTK;

static Rotation
rotation (const double q[4])
{
  return Rotation (Quaternion (q[0], q[1], q[2], q[3]));
}

static Vec3
vector (const double v[3])
{
  return Vec3 (v[0], v[1], v[2]);
}

static Transform
frame (const MbdFrame &def)
{
  return Transform (rotation (def.quaternion), vector (def.point));
}

static Rotation
attitude (const MbdBodyDef &def)
{
  return Rotation (def.angle, ZAxis) * rotation (def.quaternion);
}

/// Computes attitude and angular velocity (world axes) of a body at the start.
static Rotation
start_attitude (const Design *design, int id)
{
  return id == MBD_GROUND ? Rotation () : attitude (design->bodies[id - 1]);
}

static Vec3
start_angular_velocity (const Design *design, int id)
{
  if (id == MBD_GROUND)
    return Vec3 (0);
  return start_attitude (design, id) * vector (design->bodies[id - 1].angular_velocity);
}

static bool
in_plane (const Design *design)
{
  for (int i = 0; i < design->body_count; i++)
    if (design->bodies[i].mobility == MBD_SPATIAL)
      return false;
  return true;
}

static Real
angle_about_z (const Rotation &r)
{
  return std::atan2 (r[1][0], r[0][0]);
}

/// Joins a body without a mobilizer to one that has one. Returns false if there is nothing to do.
bool
SimbodyMechanism::attach (const Design *design, const MbdCouplingDef &pin)
{
  bool has_a = !links_[pin.body_a].mobilized.isEmptyHandle ();
  bool has_b = !links_[pin.body_b].mobilized.isEmptyHandle ();

  if (has_a == has_b)
    return false;

  int parent = has_a ? pin.body_a : pin.body_b, child = has_a ? pin.body_b : pin.body_a;
  const Transform X_PF = frame (has_a ? pin.frame_a : pin.frame_b);
  const Transform X_BM = frame (has_a ? pin.frame_b : pin.frame_a);
  const MbdBodyDef &def = design->bodies[child - 1];
  const Vec3 centre = vector (def.centre_of_mass);
  const Inertia central (Vec3 (def.inertia[0], def.inertia[1], def.inertia[2]),
                         Vec3 (def.inertia[3], def.inertia[4], def.inertia[5]));
  const Inertia inertia = central.shiftFromMassCenter (-centre, def.mass);
  const Body::Rigid body (MassProperties (def.mass, centre, inertia));

  links_[child].mobilized = MobilizedBody::Pin (links_[parent].mobilized, X_PF, body, X_BM);
  links_[child].parent = parent;
  links_[child].offset = angle_about_z (X_PF.R ()) - angle_about_z (X_BM.R ());
  order_.push_back (child);
  return true;
}

/// Closes a loop by the pin between two bodies that both have their mobilizer.
void
SimbodyMechanism::close (const Design *design, const MbdCouplingDef &pin)
{
  MobilizedBody &a = links_[pin.body_a].mobilized, &b = links_[pin.body_b].mobilized;
  const Transform A = frame (pin.frame_a), B = frame (pin.frame_b);

  if (in_plane (design)) {
    Constraint::PointOnLine (a, A.z (), A.p (), b, B.p ());
    return;
  }
  Constraint::Ball (a, A.p (), b, B.p ());
  Constraint::ConstantAngle (a, A.x (), b, B.z (), Pi / 2);
  Constraint::ConstantAngle (a, A.y (), b, B.z (), Pi / 2);
}

void
SimbodyMechanism::add_force (const MbdForceDef &force)
{
  MobilizedBody &b = links_[force.body_b].mobilized;

  if (force.class_ == mbd_spring_class ()) {
    MobilizedBody &a = links_[force.body_a].mobilized;

    Force::TwoPointLinearSpring (forces_, a, vector (force.point_a), b, vector (force.point_b),
                                 force.stiffness, force.free_length);
    if (force.damping > 0)
      Force::TwoPointLinearDamper (forces_, a, vector (force.point_a), b, vector (force.point_b),
                                   force.damping);
    return;
  }
  if (force.follows_body)
    throw std::invalid_argument ("a load that turns with its body is not supported");
  if (vector (force.torque).norm () > 0)
    Force::ConstantTorque (forces_, b, vector (force.torque));
  if (vector (force.force).norm () > 0)
    Force::ConstantForce (forces_, b, vector (force.point_b), vector (force.force));
}

SimbodyMechanism::SimbodyMechanism (const Design *design)
    : matter_ (system_), forces_ (system_), links_ (design->body_count + 1)
{
  std::vector<bool> used (design->coupling_count, false);

  matter_.setShowDefaultGeometry (false);
  if (vector (design->gravity).norm () > 0)
    Force::UniformGravity (forces_, matter_, vector (design->gravity));

  // Breadth first in the order of the couplings: the shallowest tree.
  links_[0].mobilized = matter_.updGround ();
  for (size_t reached = 0; reached <= order_.size (); reached++) {
    int id = reached > 0 ? order_[reached - 1] : MBD_GROUND;

    for (int i = 0; i < design->coupling_count; i++) {
      const MbdCouplingDef &pin = design->couplings[i];

      if (pin.class_ != mbd_loop_class () || pin.locked != MBD_LOOP_PIN)
        throw std::invalid_argument ("only pins are supported");
      if (!used[i] && (pin.body_a == id || pin.body_b == id))
        used[i] = attach (design, pin);
    }
  }
  for (int i = 0; i < design->coupling_count; i++)
    if (!used[i])
      close (design, design->couplings[i]);
  for (int i = 0; i < design->body_count; i++)
    centres_.push_back (vector (design->bodies[i].centre_of_mass));
  for (int i = 0; i < design->force_count; i++)
    add_force (design->forces[i]);

  start_ = system_.realizeTopology ();
  system_.realizeModel (start_);
  for (int id : order_) {
    const Link &link = links_[id];
    const Rotation R_F =
      start_attitude (design, link.parent) * link.mobilized.getInboardFrame (start_).R ();
    const Rotation R_M =
      start_attitude (design, id) * link.mobilized.getOutboardFrame (start_).R ();
    const Vec3 relative =
      start_angular_velocity (design, id) - start_angular_velocity (design, link.parent);

    link.mobilized.setOneQ (start_, 0, angle_about_z (~R_F * R_M));
    link.mobilized.setOneU (start_, 0, dot (R_F.z (), relative));
  }
}

void
SimbodyMechanism::observe (const State &state, BodyPose *poses) const
{
  system_.realize (state, Stage::Velocity);
  for (int id : order_) {
    const Link &link = links_[id];
    BodyPose &pose = poses[id - 1];
    const Vec3 p = link.mobilized.findStationLocationInGround (state, centres_[id - 1]);
    const Vec3 v = link.mobilized.findStationVelocityInGround (state, centres_[id - 1]);

    for (int k = 0; k < 3; k++) {
      pose.position[k] = p[k];
      pose.velocity[k] = v[k];
    }
    pose.angle = link.mobilized.getOneQ (state, 0) + link.offset;
    if (link.parent != MBD_GROUND)
      pose.angle += poses[link.parent - 1].angle;
    pose.omega = link.mobilized.getBodyAngularVelocity (state)[2];
  }
}
