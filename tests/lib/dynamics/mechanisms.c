// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Planar mechanisms and the tools to build others; the spatial ones are in mechanisms-spatial.c.

#include "mechanisms.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
fail (const char *what, MbdStatus status, const MbdDiagnosis *why)
{
  fprintf (stderr, "Bail out! mechanisms: %s: %s (element %d, id %d, value %g)\n", what,
           mbd_status_text (status), why ? (int) why->element : 0, why ? why->id : 0,
           why ? why->value : 0);
  abort ();
}

static void *
grow (void *array, int count, size_t size)
{
  // Powers of two, so that appending n elements copies O(n).
  if (count & (count - 1))
    return array;

  array = realloc (array, (size_t) (count ? 2 * count : 1) * size);
  if (array == NULL)
    fail ("realloc", MBD_STATUS_OUT_OF_MEMORY, NULL);
  return array;
}

Design *
design_new (void)
{
  Design *design = calloc (1, sizeof *design);

  if (design == NULL)
    fail ("calloc", MBD_STATUS_OUT_OF_MEMORY, NULL);
  design->gravity[1] = -DESIGN_GRAVITY;
  return design;
}

void
design_free (Design *design)
{
  if (design == NULL)
    return;
  free (design->bodies);
  free (design->couplings);
  free (design->forces);
  free (design);
}

int
design_add_body (Design *design, const MbdBodyDef *def)
{
  design->bodies = grow (design->bodies, design->body_count, sizeof *def);
  design->bodies[design->body_count] = *def;
  design->body_count++;
  design->bodies[design->body_count - 1].id = design->body_count;
  return design->body_count;
}

int
design_add_coupling (Design *design, const MbdCouplingDef *def)
{
  design->couplings = grow (design->couplings, design->coupling_count, sizeof *def);
  design->couplings[design->coupling_count] = *def;
  design->coupling_count++;
  design->couplings[design->coupling_count - 1].id = design->coupling_count;
  return design->coupling_count;
}

int
design_add_force (Design *design, const MbdForceDef *def)
{
  design->forces = grow (design->forces, design->force_count, sizeof *def);
  design->forces[design->force_count] = *def;
  design->force_count++;
  design->forces[design->force_count - 1].id = design->force_count;
  return design->force_count;
}

MbdMechanism *
design_mechanism (const Design *design)
{
  MbdMechanism *mechanism = mbd_mechanism_new ();
  MbdDiagnosis why = { 0 };
  MbdStatus status = mechanism ? MBD_STATUS_OK : MBD_STATUS_OUT_OF_MEMORY;

  if (status == MBD_STATUS_OK)
    mbd_mechanism_set_gravity (mechanism, design->gravity);
  for (int i = 0; i < design->body_count && status == MBD_STATUS_OK; i++)
    status = mbd_mechanism_add_body (mechanism, &design->bodies[i], &why);
  for (int i = 0; i < design->coupling_count && status == MBD_STATUS_OK; i++)
    status = mbd_mechanism_add_coupling (mechanism, &design->couplings[i], &why);
  for (int i = 0; i < design->force_count && status == MBD_STATUS_OK; i++)
    status = mbd_mechanism_add_force (mechanism, &design->forces[i], &why);
  if (status != MBD_STATUS_OK)
    fail ("a definition was refused", status, &why);
  return mechanism;
}

MbdModel *
design_compile (const Design *design)
{
  MbdMechanism *mechanism = design_mechanism (design);
  MbdDiagnosis why = { 0 };
  MbdModel *model = NULL;
  MbdStatus status = mbd_model_compile (mechanism, &model, &why);

  if (status != MBD_STATUS_OK)
    fail ("the mechanism does not compile", status, &why);
  mbd_mechanism_free (mechanism);
  return model;
}

MbdModel *
design_take_model (Design *design)
{
  MbdModel *model = design_compile (design);

  design_free (design);
  return model;
}

/// Turns a plane body about z, in the form that its mobility requires.
static void
set_angle (MbdBodyDef *def, double angle)
{
  if (def->mobility == MBD_SPATIAL) {
    def->quaternion[0] = cos (0.5 * angle);
    def->quaternion[3] = sin (0.5 * angle);
  } else {
    def->angle = angle;
  }
}

int
design_add_bar (Design *design,
                MbdMobility mobility,
                const double a[2],
                const double b[2],
                double mass)
{
  MbdBodyDef def = mbd_body_default ();
  double length = hypot (b[0] - a[0], b[1] - a[1]);
  double inertia = mass * length * length / 12;

  def.mobility = mobility;
  def.mass = mass;
  memset (def.inertia, 0, sizeof def.inertia);
  def.inertia[0] = 0.1 * inertia;
  def.inertia[1] = inertia;
  def.inertia[2] = inertia;
  def.position[0] = 0.5 * (a[0] + b[0]);
  def.position[1] = 0.5 * (a[1] + b[1]);
  set_angle (&def, atan2 (b[1] - a[1], b[0] - a[0]));
  return design_add_body (design, &def);
}

MbdFrame
design_frame (double x, double y, double z, int axis)
{
  MbdFrame frame = mbd_frame_default ();

  frame.point[0] = x;
  frame.point[1] = y;
  frame.point[2] = z;
  if (axis == 0)
    frame.quaternion[2] = sqrt (0.5);
  else if (axis == 1)
    frame.quaternion[1] = -sqrt (0.5);
  if (axis != 2)
    frame.quaternion[0] = sqrt (0.5);
  return frame;
}

int
design_add_pin (Design *design, int body_a, double ax, double ay, int body_b, double bx, double by)
{
  MbdCouplingDef def = mbd_loop_default (MBD_LOOP_PIN);

  def.body_a = body_a;
  def.body_b = body_b;
  def.frame_a = design_frame (ax, ay, 0, 2);
  def.frame_b = design_frame (bx, by, 0, 2);
  return design_add_coupling (design, &def);
}

void
design_set_motion (Design *design, int id, double vx, double vy, double omega)
{
  MbdBodyDef *def = &design->bodies[id - 1];

  def->velocity[0] = vx;
  def->velocity[1] = vy;
  def->angular_velocity[2] = omega;
}

/// Computes z x r, scaled: the velocity of a point at `r` from the centre of a rotation.
static void
turn_velocity (double omega, double rx, double ry, double v[2])
{
  v[0] = -omega * ry;
  v[1] = omega * rx;
}

Design *
design_fourbar (MbdMobility mobility)
{
  const double a[2] = { 0, 0 }, b[2] = { 0.2, 0 }, c[2] = { 0.7, sqrt (0.24) }, d[2] = { 0.6, 0 };
  const double speed = 10;
  Design *design = design_new ();
  MbdForceDef torque = mbd_load_default ();
  double vb[2], vc[2], v[2];

  design_add_bar (design, mobility, a, b, 0.5);
  design_add_bar (design, mobility, b, c, 1.2);
  design_add_bar (design, mobility, d, c, 0.9);
  design_add_pin (design, MBD_GROUND, a[0], a[1], 1, -0.1, 0);
  design_add_pin (design, 1, 0.1, 0, 2, -0.35, 0);
  design_add_pin (design, 2, 0.35, 0, 3, 0.25, 0);
  design_add_pin (design, MBD_GROUND, d[0], d[1], 3, -0.25, 0);

  torque.body_b = 1;
  torque.torque[2] = 0.5;
  design_add_force (design, &torque);

  // C moves with the rocker and with the coupler: vb + w2 z x (C - B) = w3 z x (C - D).
  turn_velocity (speed, b[0], b[1], vb);
  double bc[2] = { c[0] - b[0], c[1] - b[1] }, dc[2] = { c[0] - d[0], c[1] - d[1] };
  double det = bc[0] * dc[1] - bc[1] * dc[0];
  double w2 = -(vb[0] * dc[0] + vb[1] * dc[1]) / det;
  double w3 = -(vb[0] * bc[0] + vb[1] * bc[1]) / det;

  turn_velocity (speed, 0.1, 0, v);
  design_set_motion (design, 1, v[0], v[1], speed);
  turn_velocity (w3, dc[0], dc[1], vc);
  design_set_motion (design, 2, 0.5 * (vb[0] + vc[0]), 0.5 * (vb[1] + vc[1]), w2);
  design_set_motion (design, 3, 0.5 * vc[0], 0.5 * vc[1], w3);
  return design;
}

Design *
design_slider_crank (MbdMobility mobility, double angle, double speed)
{
  const double r = 0.1, l = 0.3;
  const double a[2] = { 0, 0 }, b[2] = { r * cos (angle), r * sin (angle) };
  const double c[2] = { b[0] + sqrt (l * l - b[1] * b[1]), 0 };
  Design *design = design_new ();
  MbdBodyDef slider = mbd_body_default ();
  MbdCouplingDef guide = mbd_loop_default (MBD_LOOP_SLIDER);
  double vb[2], v[2];

  design_add_bar (design, mobility, a, b, 0.5);
  design_add_bar (design, mobility, b, c, 0.7);
  slider.mobility = mobility;
  slider.mass = 0.4;
  memset (slider.inertia, 0, sizeof slider.inertia);
  slider.inertia[0] = slider.inertia[1] = slider.inertia[2] = 1e-3;
  slider.position[0] = c[0];
  design_add_body (design, &slider);

  design_add_pin (design, MBD_GROUND, 0, 0, 1, -0.5 * r, 0);
  design_add_pin (design, 1, 0.5 * r, 0, 2, -0.5 * l, 0);
  design_add_pin (design, 2, 0.5 * l, 0, 3, 0, 0);
  guide.body_a = MBD_GROUND;
  guide.body_b = 3;
  design_add_coupling (design, &guide);

  turn_velocity (speed, b[0], b[1], vb);
  turn_velocity (speed, 0.5 * b[0], 0.5 * b[1], v);
  design_set_motion (design, 1, v[0], v[1], speed);
  // The rod's end on the slider has no velocity across the guide.
  double w = -vb[1] / (c[0] - b[0]);
  double vc = vb[0] - w * (c[1] - b[1]);
  design_set_motion (design, 2, 0.5 * (vb[0] + vc), 0.5 * vb[1], w);
  design_set_motion (design, 3, vc, 0, 0);
  return design;
}

Design *
design_chain (int n, double bend, MbdMobility mobility)
{
  Design *design = design_new ();
  double a[2] = { 0, 0 };

  for (int i = 0; i < n; i++) {
    double angle = -bend * sin (i + 1.0);
    double b[2] = { a[0] + cos (angle), a[1] + sin (angle) };
    int id = design_add_bar (design, mobility, a, b, 1);

    design_add_pin (design, id - 1, i ? 0.5 : 0, 0, id, -0.5, 0);
    a[0] = b[0];
    a[1] = b[1];
  }
  return design;
}

Design *
design_pendulum (MbdMobility mobility)
{
  Design *design = design_new ();
  MbdBodyDef mass = mbd_body_default ();
  MbdCouplingDef rod = mbd_rod_default ();

  mass.mobility = mobility;
  mass.mass = 1;
  memset (mass.inertia, 0, sizeof mass.inertia);
  // The rod holds the centre of mass, so the inertia has no effect.
  mass.inertia[0] = mass.inertia[1] = mass.inertia[2] = 1;
  mass.position[0] = -1;
  design_add_body (design, &mass);
  rod.body_a = MBD_GROUND;
  rod.body_b = 1;
  rod.length = 1;
  design_add_coupling (design, &rod);
  return design;
}

Design *
design_nfourbar (int n, double phi, double rate, MbdMobility mobility)
{
  const double bx = sin (phi), by = cos (phi);
  Design *design = design_new ();
  double v[2];

  turn_velocity (-rate, bx, by, v);
  for (int i = 0; i <= n; i++) {
    const double a[2] = { i, 0 }, b[2] = { i + bx, by };
    int id = design_add_bar (design, mobility, a, b, 1);

    design_set_motion (design, id, 0.5 * v[0], 0.5 * v[1], -rate);
    design_add_pin (design, MBD_GROUND, i, 0, id, -0.5, 0);
  }
  for (int i = 1; i <= n; i++) {
    const double a[2] = { i - 1 + bx, by }, b[2] = { i + bx, by };
    int id = design_add_bar (design, mobility, a, b, 1);

    design_set_motion (design, id, v[0], v[1], 0);
    design_add_pin (design, i, 0.5, 0, id, -0.5, 0);
    design_add_pin (design, i + 1, 0.5, 0, id, 0.5, 0);
  }
  return design;
}

/// Adds one body of Andrews' mechanism: frame origin, angle, centre of mass in the frame.
static void
add_andrews_body (Design *design,
                  MbdMobility mobility,
                  double mass,
                  double inertia,
                  const double origin[2],
                  double angle,
                  double com_x,
                  double com_y)
{
  MbdBodyDef def = mbd_body_default ();

  def.mobility = mobility;
  def.mass = mass;
  memset (def.inertia, 0, sizeof def.inertia);
  def.inertia[0] = def.inertia[1] = def.inertia[2] = inertia;
  def.position[0] = origin[0];
  def.position[1] = origin[1];
  def.centre_of_mass[0] = com_x;
  def.centre_of_mass[1] = com_y;
  set_angle (&def, angle);
  design_add_body (design, &def);
}

Design *
design_andrews (MbdMobility mobility)
{
  // The letters of the published problem.
  const double d = 0.028, da = 0.0115, e = 0.02, ea = 0.01421, rr = 0.007, ra = 0.00092, ss = 0.035;
  const double sa = 0.01874, sb = 0.01043, sc = 0.018, sd = 0.02, ta = 0.02308, tb = 0.00916;
  const double u = 0.04, ua = 0.01228, ub = 0.00449, zf = 0.02, zt = 0.04, fa = 0.01421;
  const double beta = -0.0617138900142764496358948458001, theta = 0;
  const double gamma = 0.455279819163070380255912382449, phi = 0.222668390165885884674473185609;
  const double delta = 0.487364979543842550225598953530, omega = -0.222668390165885884674473185609;
  const double epsilon = 1.23054744454982119249735015568;
  const double o[2] = { 0, 0 }, a[2] = { -0.06934, -0.00227 }, b[2] = { -0.03635, 0.03273 };
  const double f[2] = { rr * cos (beta), rr * sin (beta) };
  const double g[2] = { a[0] + zt * cos (delta), a[1] + zt * sin (delta) };
  const double h[2] = { a[0] + u * sin (epsilon), a[1] - u * cos (epsilon) };
  Design *design = design_new ();
  MbdForceDef spring = mbd_spring_default (), torque = mbd_load_default ();

  design->gravity[1] = 0;
  add_andrews_body (design, mobility, 0.04325, 2.194e-6, o, beta, ra, 0);
  add_andrews_body (design, mobility, 0.00365, 4.410e-7, f, beta + theta, -da, 0);
  add_andrews_body (design, mobility, 0.02373, 5.255e-6, b, gamma, sb, -sa);
  add_andrews_body (design, mobility, 0.00706, 5.667e-7, g, phi + delta, 0, -(e - ea));
  add_andrews_body (design, mobility, 0.07050, 1.169e-5, a, delta, ta, tb);
  add_andrews_body (design, mobility, 0.00706, 5.667e-7, h, omega + epsilon, zf - fa, 0);
  add_andrews_body (design, mobility, 0.05498, 1.912e-5, a, epsilon, -ub, -ua);

  design_add_pin (design, MBD_GROUND, 0, 0, 1, 0, 0);
  design_add_pin (design, 1, rr, 0, 2, 0, 0);
  design_add_pin (design, MBD_GROUND, b[0], b[1], 3, 0, 0);
  design_add_pin (design, MBD_GROUND, a[0], a[1], 5, 0, 0);
  design_add_pin (design, MBD_GROUND, a[0], a[1], 7, 0, 0);
  design_add_pin (design, 5, zt, 0, 4, 0, 0);
  design_add_pin (design, 7, 0, -u, 6, 0, 0);
  design_add_pin (design, 2, -d, 0, 3, 0, -ss);
  design_add_pin (design, 2, -d, 0, 4, 0, -e);
  design_add_pin (design, 2, -d, 0, 6, zf, 0);

  spring.body_a = MBD_GROUND;
  spring.point_a[0] = 0.014;
  spring.point_a[1] = 0.072;
  spring.body_b = 3;
  spring.point_b[0] = sd;
  spring.point_b[1] = -sc;
  spring.stiffness = 4530;
  spring.damping = 0;
  spring.free_length = 0.07785;
  design_add_force (design, &spring);
  torque.body_b = 1;
  torque.torque[2] = 0.033;
  design_add_force (design, &torque);
  return design;
}

/// Joins the ends of the bars that meet at one node: each further bar is pinned to the first.
typedef struct
{
  int body;
  double x;
} BarEnd;

static void
join (Design *design, BarEnd *node, int id, double x)
{
  if (node->body != 0)
    design_add_pin (design, node->body, node->x, 0, id, x, 0);
  else
    *node = (BarEnd){ id, x };
}

Design *
design_grid (int n)
{
  Design *design = design_new ();
  BarEnd *nodes = calloc ((size_t) n * n, sizeof *nodes);

  if (nodes == NULL)
    fail ("calloc", MBD_STATUS_OUT_OF_MEMORY, NULL);
  for (int row = 0; row < n; row++)
    for (int column = 0; column < n; column++) {
      const double a[2] = { column, -row };
      const double right[2] = { column + 1, -row }, down[2] = { column, -row - 1 };
      BarEnd *node = &nodes[row * n + column];

      if (column + 1 < n) {
        int id = design_add_bar (design, MBD_PLANAR, a, right, 1);

        join (design, node, id, -0.5);
        join (design, node + 1, id, 0.5);
      }
      if (row + 1 < n) {
        int id = design_add_bar (design, MBD_PLANAR, a, down, 1);

        join (design, node, id, -0.5);
        join (design, node + n, id, 0.5);
      }
    }
  design_add_pin (design, MBD_GROUND, 0, 0, nodes[0].body, nodes[0].x, 0);
  design_add_pin (design, MBD_GROUND, n - 1, 0, nodes[n - 1].body, nodes[n - 1].x, 0);
  free (nodes);
  return design;
}

Design *
design_hub (int pins, MbdMobility mobility)
{
  const double omega = 1, pi = 3.14159265358979323846;
  Design *design = design_new ();
  MbdBodyDef disc = mbd_body_default ();

  disc.mobility = mobility;
  disc.mass = 10;
  memset (disc.inertia, 0, sizeof disc.inertia);
  disc.inertia[0] = disc.inertia[1] = 2.5;
  disc.inertia[2] = 5;
  disc.angular_velocity[2] = omega;
  design_add_body (design, &disc);
  design_add_pin (design, MBD_GROUND, 0, 0, 1, 0, 0);

  for (int i = 0; i < pins; i++) {
    double angle = 2 * pi * i / pins;
    const double a[2] = { cos (angle), sin (angle) }, b[2] = { 2 * a[0], 2 * a[1] };
    int id = design_add_bar (design, mobility, a, b, 1);
    double v[2];

    turn_velocity (omega, 1.5 * a[0], 1.5 * a[1], v);
    design_set_motion (design, id, v[0], v[1], omega);
    design_add_pin (design, 1, a[0], a[1], id, -0.5, 0);
  }
  return design;
}

Design *
design_rhombus (const double q[5], const double rates[5])
{
  Design *design = design_new ();
  MbdCouplingDef weld = mbd_loop_default (MBD_LOOP_WELD);
  static const int parent[5] = { -1, 0, -1, 2, 3 };
  double angle[5], omega[5], tip[5][2], speed[5][2];

  for (int i = 0; i < 5; i++) {
    MbdBodyDef body = mbd_body_default ();
    const int p = parent[i];
    angle[i] = (p < 0 ? 0 : angle[p]) + q[i];
    omega[i] = (p < 0 ? 0 : omega[p]) + rates[i];
    body.mass = i < 4 ? 2 : 0;
    body.inertia[2] = i < 4 ? 8.0 / 3 : 0;
    body.centre_of_mass[0] = i < 4 ? 1 : 0;
    body.angle = angle[i];
    body.angular_velocity[2] = omega[i];
    for (int k = 0; k < 2; k++) {
      body.position[k] = p < 0 ? 0 : tip[p][k];
      body.velocity[k] = p < 0 ? 0 : speed[p][k];
    }
    tip[i][0] = body.position[0] + 2 * cos (angle[i]);
    tip[i][1] = body.position[1] + 2 * sin (angle[i]);
    speed[i][0] = body.velocity[0] - omega[i] * 2 * sin (angle[i]);
    speed[i][1] = body.velocity[1] + omega[i] * 2 * cos (angle[i]);
    design_add_body (design, &body);
    design_add_pin (design, p + 1, p < 0 ? 0 : 2, 0, i + 1, 0, 0);
  }
  weld.body_a = 2;
  weld.body_b = 5;
  weld.frame_a.point[0] = 2;
  design_add_coupling (design, &weld);
  return design;
}
