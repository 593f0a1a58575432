// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Spatial mechanisms of mechanisms.h, and the changes that preserve the motion.

#include "mechanisms.h"

#include <math.h>
#include <string.h>

#define STANDARD_GRAVITY 9.80665

static void
multiply (const double p[4], const double q[4], double pq[4])
{
  pq[0] = p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3];
  pq[1] = p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2];
  pq[2] = p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1];
  pq[3] = p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0];
}

static void
turn (const double q[4], double v[3])
{
  const double pure[4] = { 0, v[0], v[1], v[2] }, conjugate[4] = { q[0], -q[1], -q[2], -q[3] };
  double half[4], turned[4];

  multiply (q, pure, half);
  multiply (half, conjugate, turned);
  memcpy (v, turned + 1, 3 * sizeof *v);
}

static void
move_frame (const double q[4], const double shift[3], MbdFrame *frame)
{
  double turned[4];

  turn (q, frame->point);
  for (int k = 0; k < 3; k++)
    frame->point[k] += shift[k];
  multiply (q, frame->quaternion, turned);
  memcpy (frame->quaternion, turned, sizeof turned);
}

/// Returns the turn about z of a plane design: its frames stay untilted, its angles get the turn.
static double
angle_about_z (const double q[4])
{
  return 2 * atan2 (q[3], q[0]);
}

void
design_move (Design *design, const double q[4], const double shift[3])
{
  turn (q, design->gravity);
  for (int i = 0; i < design->body_count; i++) {
    MbdBodyDef *def = &design->bodies[i];

    turn (q, def->position);
    turn (q, def->velocity);
    for (int k = 0; k < 3; k++)
      def->position[k] += shift[k];
    if (def->mobility == MBD_SPATIAL) {
      double turned[4];

      multiply (q, def->quaternion, turned);
      memcpy (def->quaternion, turned, sizeof turned);
    } else {
      def->angle += angle_about_z (q);
    }
  }
  for (int i = 0; i < design->coupling_count; i++) {
    MbdCouplingDef *def = &design->couplings[i];

    if (def->body_a == MBD_GROUND)
      move_frame (q, shift, &def->frame_a);
    if (def->body_b == MBD_GROUND)
      move_frame (q, shift, &def->frame_b);
    if (def->body_c == MBD_GROUND)
      move_frame (q, shift, &def->frame_c);
    if (def->body_d == MBD_GROUND)
      move_frame (q, shift, &def->frame_d);
  }
  for (int i = 0; i < design->force_count; i++) {
    MbdForceDef *def = &design->forces[i];
    MbdFrame end = mbd_frame_default ();

    if (!def->follows_body) {
      turn (q, def->force);
      turn (q, def->torque);
    }
    if (def->class_ == mbd_spring_class () && def->body_a == MBD_GROUND) {
      memcpy (end.point, def->point_a, sizeof def->point_a);
      move_frame (q, shift, &end);
      memcpy (def->point_a, end.point, sizeof def->point_a);
    }
    if (def->class_ == mbd_spring_class () && def->body_b == MBD_GROUND) {
      memcpy (end.point, def->point_b, sizeof def->point_b);
      move_frame (q, shift, &end);
      memcpy (def->point_b, end.point, sizeof def->point_b);
    }
  }
}

void
design_swap_sides (Design *design)
{
  for (int i = 0; i < design->coupling_count; i++) {
    MbdCouplingDef *def = &design->couplings[i];
    int body = def->body_a;
    MbdFrame frame = def->frame_a;

    def->body_a = def->body_b;
    def->body_b = body;
    def->frame_a = def->frame_b;
    def->frame_b = frame;
  }
}

void
design_reverse (Design *design)
{
  for (int i = 0, j = design->body_count - 1; i < j; i++, j--) {
    MbdBodyDef def = design->bodies[i];

    design->bodies[i] = design->bodies[j];
    design->bodies[j] = def;
  }
  for (int i = 0, j = design->coupling_count - 1; i < j; i++, j--) {
    MbdCouplingDef def = design->couplings[i];

    design->couplings[i] = design->couplings[j];
    design->couplings[j] = def;
  }
  for (int i = 0, j = design->force_count - 1; i < j; i++, j--) {
    MbdForceDef def = design->forces[i];

    design->forces[i] = design->forces[j];
    design->forces[j] = def;
  }
}

static void
set_inertia (MbdBodyDef *def, double xx, double yy, double zz)
{
  memset (def->inertia, 0, sizeof def->inertia);
  def->inertia[0] = xx;
  def->inertia[1] = yy;
  def->inertia[2] = zz;
}

Design *
design_free_body (void)
{
  Design *design = design_new ();
  MbdBodyDef def = mbd_body_default ();

  design->gravity[1] = 0;
  def.mobility = MBD_SPATIAL;
  def.mass = 1;
  set_inertia (&def, 1, 2, 3);
  def.angular_velocity[0] = 0.1;
  def.angular_velocity[1] = 2;
  def.angular_velocity[2] = 0.2;
  design_add_body (design, &def);
  return design;
}

Design *
design_bricard (void)
{
  static const double corners[6][3] = {
    { 0, 0, 0 }, { 1, 0, 0 }, { 1, -1, 0 }, { 1, -1, 1 }, { 0, -1, 1 }, { 0, 0, 1 },
  };
  static const int axes[6] = { 1, 2, 0, 1, 2, 0 };
  const double axial = 0.02 / 12, across = 1.01 / 12;
  Design *design = design_new ();

  for (int i = 0; i < 5; i++) {
    MbdBodyDef def = mbd_body_default ();

    def.mobility = MBD_SPATIAL;
    def.mass = 1;
    set_inertia (&def, across, across, across);
    for (int k = 0; k < 3; k++) {
      def.position[k] = 0.5 * (corners[i][k] + corners[i + 1][k]);
      if (corners[i][k] != corners[i + 1][k])
        def.inertia[k] = axial;
    }
    design_add_body (design, &def);
  }
  for (int i = 0; i < 6; i++) {
    MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN);
    double a[3], b[3];

    for (int k = 0; k < 3; k++) {
      a[k] = corners[i][k] - (i > 0 ? design->bodies[i - 1].position[k] : 0);
      b[k] = corners[i][k] - (i < 5 ? design->bodies[i].position[k] : 0);
    }
    pin.body_a = i;
    pin.body_b = i < 5 ? i + 1 : MBD_GROUND;
    pin.frame_a = design_frame (a[0], a[1], a[2], axes[i]);
    pin.frame_b = design_frame (b[0], b[1], b[2], axes[i]);
    design_add_coupling (design, &pin);
  }
  return design;
}

Design *
design_perpendicular_pendulum (const double angles[2], const double rates[2])
{
  const double c = cos (angles[0]), s = sin (angles[0]);
  const double about_z[4] = { cos (0.5 * angles[0]), 0, 0, sin (0.5 * angles[0]) };
  const double about_y[4] = { cos (0.5 * angles[1]), 0, sin (0.5 * angles[1]), 0 };
  const double back_about_y[4] = { about_y[0], 0, -about_y[2], 0 };
  Design *design = design_new ();
  MbdBodyDef link = mbd_body_default ();
  MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN);
  MbdCouplingDef turn_about_y = mbd_loop_default (MBD_LOOP_WELD & ~MBD_LOCK_RY);

  link.mobility = MBD_SPATIAL;
  link.mass = 1;
  set_inertia (&link, 1 / 3.0, 1 / 30.0, 1 / 3.0);
  link.centre_of_mass[1] = -0.5;
  memcpy (link.quaternion, about_z, sizeof about_z);
  link.angular_velocity[2] = rates[0];
  design_add_body (design, &link);

  link = mbd_body_default ();
  link.mobility = MBD_SPATIAL;
  link.mass = 1;
  set_inertia (&link, 1 / 30.0, 1 / 3.0, 1 / 3.0);
  link.centre_of_mass[0] = 0.5;
  link.position[0] = s;
  link.position[1] = -c;
  link.velocity[0] = rates[0] * c;
  link.velocity[1] = rates[0] * s;
  multiply (about_z, about_y, link.quaternion);
  // In axes of link 1 (0, rate 2, rate 1); into those of link 2.
  link.angular_velocity[1] = rates[1];
  link.angular_velocity[2] = rates[0];
  turn (back_about_y, link.angular_velocity);
  design_add_body (design, &link);

  pin.body_b = 1;
  design_add_coupling (design, &pin);
  turn_about_y.body_a = 1;
  turn_about_y.frame_a.point[1] = -1;
  turn_about_y.body_b = 2;
  design_add_coupling (design, &turn_about_y);
  return design;
}

/// Returns a body of 1 kg, I = (0.04, 0.1, 0.1), at rest at `position`, gravity along -z.
static MbdBodyDef
standard_body (Design *design, double x, double y, double z)
{
  MbdBodyDef def = mbd_body_default ();

  design->gravity[1] = 0;
  design->gravity[2] = -STANDARD_GRAVITY;
  def.mobility = MBD_SPATIAL;
  def.mass = 1;
  set_inertia (&def, 0.04, 0.1, 0.1);
  def.position[0] = x;
  def.position[1] = y;
  def.position[2] = z;
  return def;
}

Design *
design_hinged_body (int kind)
{
  static const unsigned locked[] = {
    0, MBD_LOOP_PIN, MBD_LOOP_SPHERICAL, MBD_LOOP_UNIVERSAL, MBD_LOOP_PIN,
  };
  Design *design = design_new ();
  MbdBodyDef body = standard_body (design, 0, 2, 0);

  body.quaternion[0] = body.quaternion[3] = sqrt (0.5);
  design_add_body (design, &body);
  if (kind == 0) {
    MbdCouplingDef rod = mbd_rod_default ();

    rod.body_b = 1;
    rod.length = 2;
    design_add_coupling (design, &rod);
    return design;
  }

  // World x is -y of the body: turned back by a quarter about z the frame is parallel to the world.
  MbdCouplingDef joint = mbd_loop_default (locked[kind]);
  const double back[4] = { sqrt (0.5), 0, 0, -sqrt (0.5) };

  joint.body_b = 1;
  joint.frame_a = design_frame (0, 0, 0, locked[kind] == MBD_LOOP_PIN ? 0 : 2);
  joint.frame_b.point[0] = -2;
  multiply (back, joint.frame_a.quaternion, joint.frame_b.quaternion);
  design_add_coupling (design, &joint);
  if (kind == 4) {
    MbdCouplingDef universal = mbd_loop_default (MBD_LOOP_UNIVERSAL);

    universal.body_b = 1;
    universal.frame_b.point[0] = -2;
    memcpy (universal.frame_b.quaternion, back, sizeof back);
    design_add_coupling (design, &universal);
  }
  return design;
}

Design *
design_slanted_pin (void)
{
  const double pi = 3.14159265358979323846;
  const double slant[4] = { cos (pi / 8), -sin (pi / 8), 0, 0 };
  Design *design = design_new ();
  MbdBodyDef body = standard_body (design, 3, 2, 3);
  MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN);

  memcpy (body.quaternion, slant, sizeof slant);
  design_add_body (design, &body);
  pin.body_b = 1;
  pin.frame_a.point[0] = 1;
  pin.frame_a.point[1] = 2;
  pin.frame_a.point[2] = 3;
  memcpy (pin.frame_a.quaternion, slant, sizeof slant);
  pin.frame_b.point[0] = -2;
  design_add_coupling (design, &pin);
  return design;
}

/// Returns a rod of 1 m with a point mass at its tip, hinged at its origin; x along the rod.
static MbdBodyDef
governor_arm (double side, double below)
{
  MbdBodyDef arm = mbd_body_default ();
  const double rod = 0.3, ball = 5, width = 0.01;
  const double centre = (0.5 * rod + 1.0 * ball) / (rod + ball);
  const double turn = side > 0 ? below : M_PI - below;

  arm.mobility = MBD_SPATIAL;
  arm.mass = rod + ball;
  arm.centre_of_mass[0] = centre;
  arm.inertia[0] = rod * 2 * width * width / 12;
  arm.inertia[1] = arm.inertia[2] =
    rod * ((1 + width * width) / 12 + pow (centre - 0.5, 2)) + ball * pow (1 - centre, 2);
  arm.position[0] = 0.05 * side;
  arm.position[2] = 1;
  // About y: a positive angle lowers a point on +x.
  arm.quaternion[0] = cos (turn / 2);
  arm.quaternion[1] = arm.quaternion[3] = 0;
  arm.quaternion[2] = sin (turn / 2);
  // Turning with the shaft: omega z in body axes, and the velocity of the hinge.
  arm.angular_velocity[0] = -2 * M_PI * sin (turn);
  arm.angular_velocity[2] = 2 * M_PI * cos (turn);
  arm.velocity[1] = 2 * M_PI * arm.position[0];
  return arm;
}

Design *
design_governor (void)
{
  Design *design = design_new ();
  MbdBodyDef shaft = mbd_body_default (), slider = mbd_body_default ();
  MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN), hinge = mbd_loop_default (MBD_LOOP_PIN);
  MbdCouplingDef slide = mbd_loop_default (MBD_LOOP_WELD & ~MBD_LOCK_Z);
  MbdForceDef spring = mbd_spring_default ();

  design->gravity[1] = 0;
  design->gravity[2] = -9.81;
  shaft.mobility = slider.mobility = MBD_SPATIAL;
  shaft.mass = 0.3;
  shaft.inertia[0] = shaft.inertia[1] = 0.3 * (1 + 0.0001) / 12;
  shaft.inertia[2] = 0.3 * 0.0002 / 12;
  shaft.centre_of_mass[2] = 0.5;
  shaft.angular_velocity[2] = 2 * M_PI;
  pin.body_b = design_add_body (design, &shaft);
  design_add_coupling (design, &pin);
  for (int side = 1; side >= -1; side -= 2) {
    MbdBodyDef arm = governor_arm (side, M_PI / 6);
    hinge.body_a = 1;
    hinge.body_b = design_add_body (design, &arm);
    hinge.frame_a = design_frame (0.05 * side, 0, 1, 1);
    hinge.frame_b = design_frame (0, 0, 0, 1);
    design_add_coupling (design, &hinge);
  }
  slider.mass = 3;
  slider.inertia[0] = slider.inertia[1] = slider.inertia[2] = 3 * 0.02 / 12;
  slider.position[2] = 0.5;
  slider.angular_velocity[2] = 2 * M_PI;
  slide.body_a = 1;
  slide.body_b = design_add_body (design, &slider);
  design_add_coupling (design, &slide);
  for (int arm = 0; arm < 2; arm++) {
    spring.body_a = 2 + arm;
    spring.body_b = 4;
    spring.point_a[0] = 0.5;
    spring.point_b[0] = arm == 0 ? 0.05 : -0.05;
    spring.stiffness = 8e5;
    spring.damping = 4e4;
    spring.free_length = 0.5;
    design_add_force (design, &spring);
  }
  return design;
}
