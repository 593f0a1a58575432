// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws the parts of a random mechanism: functions of time, bodies, couplings, force elements and
// options.

#include "random-mechanism-private.h"

static const unsigned named_joints[] = {
  MBD_LOOP_PIN,           MBD_LOOP_PIN,           MBD_LOOP_SLIDER,        MBD_LOOP_CYLINDRICAL,
  MBD_LOOP_SPHERICAL,     MBD_LOOP_UNIVERSAL,     MBD_LOOP_PLANAR,        MBD_LOOP_PIN_IN_SLOT,
  MBD_LOOP_POINT_ON_LINE, MBD_LOOP_PARALLEL_AXES, MBD_LOOP_SAME_ATTITUDE, MBD_LOOP_WELD,
};

bool
random_one_in (GRand *rand, int n)
{
  return g_rand_int_range (rand, 0, n) == 0;
}

/* Functions of time ------------------------------------------------------------------------ */

/// Returns a function that is `start` at t = 0 and varies by about `size`, of any kind.
static MbdFunction *
draw_function (RandomMechanism *mechanism, GRand *rand, double start, double size)
{
  MbdFunction *function = NULL;
  const double rate = random_in (rand, -1, 1) * size;
  const double polynomial[] = { start, rate, rate, -0.5 * rate };
  const double times[] = { 0, 0.1, 0.25, 0.4, 0.7 };
  double values[] = { start, 0, 0, 0, 0 };
  const char *const names[] = { "start", "size" };

  switch (g_rand_int_range (rand, 0, 6)) {
  case 0:
    assert_ok (mbd_function_new_constant (start, &function, NULL));
    break;
  case 1:
    assert_ok (
      mbd_function_new_harmonic (start, 0.3 * rate, random_in (rand, 0.5, 20), 0, &function, NULL));
    break;
  case 2:
    assert_ok (
      mbd_function_new_polynomial (polynomial, g_rand_int_range (rand, 1, 5), 0, &function, NULL));
    break;
  case 3:
    for (int i = 1; i < 5; i++)
      values[i] = start + 0.2 * size * random_in (rand, -1, 1);
    assert_ok (mbd_function_new_table (
      times, values, 5, random_one_in (rand, 2) ? MBD_SPLINE_NATURAL : MBD_SPLINE_CLAMPED, NULL,
      &function, NULL));
    break;
  case 4:
    assert_ok (mbd_function_new_expression ("start + size * sin(3*t) * exp(-t)", names,
                                            (double[]){ start, 0.3 * rate }, 2, &function, NULL));
    break;
  default:
    assert_ok (mbd_function_new_expression ("start + size * (t < 0.2 ? t^2 : 0.4*t - 0.04)", names,
                                            (double[]){ start, rate }, 2, &function, NULL));
    break;
  }
  mechanism->with_time_rates = true;
  g_ptr_array_add (mechanism->functions, function);
  return function;
}

/* Bodies ----------------------------------------------------------------------------------- */

static bool
is_spatial (const Design *design, int id)
{
  return id != MBD_GROUND && design->bodies[id - 1].mobility == MBD_SPATIAL;
}

int
random_draw_body (Design *design, GRand *rand, MbdMobility mobility, int near)
{
  MbdBodyDef def = mbd_body_default ();
  double moments[3], from[3] = { 0 };

  if (near != MBD_GROUND)
    memcpy (from, design->bodies[near - 1].position, sizeof from);
  random_vector (rand, 3, 1, moments);
  for (int k = 0; k < 3; k++)
    moments[k] = 0.05 + fabs (moments[k]);
  def.mobility = mobility;
  def.mass = exp (random_in (rand, -2, 2));
  // Principal moments of a mass distribution: each at most the sum of the others.
  for (int k = 0; k < 3; k++)
    def.inertia[k] = def.mass * (moments[(k + 1) % 3] + moments[(k + 2) % 3]);
  random_vector (rand, 3, 1, def.position);
  random_vector (rand, 3, 0.3, def.centre_of_mass);
  random_vector (rand, 3, 1, def.velocity);
  random_vector (rand, 3, 2, def.angular_velocity);
  for (int k = 0; k < 3; k++)
    def.position[k] += from[k];
  if (mobility == MBD_SPATIAL) {
    for (int k = 3; k < 6; k++)
      def.inertia[k] = 0.01 * def.mass * random_in (rand, -1, 1);
    random_quaternion (rand, def.quaternion);
  } else {
    // Less than half a turn between any two, as frames in the plane count turns from their angles.
    def.angle = random_in (rand, -1, 1);
    def.position[2] = def.centre_of_mass[2] = def.velocity[2] = 0;
    def.angular_velocity[0] = def.angular_velocity[1] = 0;
  }
  return design_add_body (design, &def);
}

/// Computes the attitude of body `id` at the start.
static void
attitude_of (const Design *design, int id, double quaternion[4])
{
  const MbdBodyDef *def = &design->bodies[id - 1];
  double turn[4];

  quaternion_from_vector ((double[]){ 0, 0, def->mobility == MBD_SPATIAL ? 0 : def->angle }, turn);
  quaternion_multiply (def->quaternion, turn, quaternion);
}

/// Returns a frame of body `id` in the world at the start.
static MbdFrame
frame_in_world (const Design *design, int id, const MbdFrame *frame)
{
  MbdFrame world = *frame;
  double q[4];

  if (id == MBD_GROUND)
    return world;
  attitude_of (design, id, q);
  quaternion_turn (q, frame->point, world.point);
  for (int k = 0; k < 3; k++)
    world.point[k] += design->bodies[id - 1].position[k];
  quaternion_multiply (q, frame->quaternion, world.quaternion);
  return world;
}

/// Returns the frame of body `id` that coincides with a world frame at the start.
static MbdFrame
frame_in_body (const Design *design, int id, const MbdFrame *world)
{
  MbdFrame frame = *world;
  double q[4];

  if (id == MBD_GROUND)
    return frame;
  attitude_of (design, id, q);
  for (int k = 1; k < 4; k++)
    q[k] = -q[k];
  for (int k = 0; k < 3; k++)
    frame.point[k] -= design->bodies[id - 1].position[k];
  quaternion_turn (q, frame.point, frame.point);
  quaternion_multiply (q, world->quaternion, frame.quaternion);
  return frame;
}

/* Couplings -------------------------------------------------------------------------------- */

MbdFrame
random_draw_frame (const Design *design, GRand *rand, int a, int b)
{
  bool in_plane = !is_spatial (design, a) && !is_spatial (design, b);
  MbdFrame world = mbd_frame_default ();

  random_vector (rand, in_plane ? 2 : 3, 0.5, world.point);
  for (int k = 0; k < 3; k++) {
    if (a != MBD_GROUND)
      world.point[k] += 0.5 * design->bodies[a - 1].position[k];
    if (b != MBD_GROUND)
      world.point[k] += (a != MBD_GROUND ? 0.5 : 1) * design->bodies[b - 1].position[k];
  }
  if (in_plane)
    quaternion_from_vector ((double[]){ 0, 0, random_in (rand, -1, 1) }, world.quaternion);
  else
    random_quaternion (rand, world.quaternion);
  return world;
}

MbdFrame
random_moved_frame (const MbdFrame *frame, double x, double y, double z, double angle)
{
  MbdFrame moved = *frame;
  double along[3], turn[4];

  quaternion_turn (frame->quaternion, (double[]){ x, y, z }, along);
  for (int k = 0; k < 3; k++)
    moved.point[k] += along[k];
  quaternion_from_vector ((double[]){ angle, 0, 0 }, turn);
  quaternion_multiply (frame->quaternion, turn, moved.quaternion);
  return moved;
}

int
random_add_between (Design *design,
                    MbdCouplingDef *def,
                    int a,
                    int b,
                    const MbdFrame *world_a,
                    const MbdFrame *world_b)
{
  def->body_a = a;
  def->body_b = b;
  def->frame_a = frame_in_body (design, a, world_a);
  def->frame_b = frame_in_body (design, b, world_b);
  return design_add_coupling (design, def);
}

static int
draw_loop (Design *design, GRand *rand, int a, int b)
{
  MbdFrame world = random_draw_frame (design, rand, a, b);
  unsigned locked = random_one_in (rand, 4)
                      ? (unsigned) g_rand_int_range (rand, 1, 64)
                      : named_joints[g_rand_int_range (rand, 0, G_N_ELEMENTS (named_joints))];

  // Nearly always a set of axes that is a joint in the plane, too.
  if (!(locked & (MBD_LOCK_X | MBD_LOCK_Y | MBD_LOCK_RZ)) && !is_spatial (design, a)
      && !is_spatial (design, b) && !random_one_in (rand, 50))
    locked |= MBD_LOCK_X;
  MbdCouplingDef def = mbd_loop_default (locked);
  return random_add_between (design, &def, a, b, &world, &world);
}

/// Adds a rod, rope or strut, occasionally with a length that is a function of time.
static int
draw_rod (RandomMechanism *mechanism, GRand *rand, int a, int b)
{
  MbdCouplingDef def = mbd_rod_default ();
  MbdFrame world = random_draw_frame (mechanism->design, rand, a, b);
  const double distance = random_in (rand, 0.3, 2), turn = random_in (rand, -3, 3);
  MbdFrame other = random_moved_frame (&world, distance * cos (turn), distance * sin (turn), 0, 0);

  def.length = distance;
  def.rod = (MbdRodKind) g_rand_int_range (rand, 0, 3);
  if (def.rod != MBD_ROD_BAR && random_one_in (rand, 2))
    def.length *= def.rod == MBD_ROD_ROPE ? 1.05 : 0.95;
  else if (def.rod == MBD_ROD_BAR && random_one_in (rand, 4))
    def.function =
      draw_function (mechanism, rand, distance * mechanism->length, 0.3 * mechanism->length);
  return random_add_between (mechanism->design, &def, a, b, &world, &other);
}

static int
draw_other (Design *design, GRand *rand, int a, int b)
{
  bool in_plane = !is_spatial (design, a) && !is_spatial (design, b);
  MbdFrame world = random_draw_frame (design, rand, a, b), other = world;
  int kind = g_rand_int_range (rand, 0, 3);

  if (kind == 0 && (!in_plane || random_one_in (rand, 10))) {
    MbdCouplingDef def = mbd_angle_default (random_in (rand, 0.2, 2.9));
    other = random_moved_frame (&world, 0, 0, 0, in_plane ? 0 : def.angle);
    if (in_plane) {
      double turn[4];
      quaternion_from_vector ((double[]){ 0, 0, def.angle }, turn);
      quaternion_multiply (world.quaternion, turn, other.quaternion);
    }
    return random_add_between (design, &def, a, b, &world, &other);
  }
  if (kind == 1) {
    MbdCouplingDef def = mbd_revolute_spherical_default (random_in (rand, 0.3, 2));
    other = random_moved_frame (&world, def.length, 0, 0, 0);
    return random_add_between (design, &def, a, b, &world, &other);
  }
  MbdCouplingDef def = mbd_point_contact_default ();
  def.normal_count = g_rand_int_range (rand, 1, in_plane ? 3 : 4);
  for (int i = 0; i < 3; i++)
    quaternion_turn (world.quaternion, (double[]){ i == 0, i == 1, i == 2 }, def.normals[i]);
  return random_add_between (design, &def, a, b, &world, &other);
}

int
random_draw_coupling (RandomMechanism *mechanism, GRand *rand, int a, int b)
{
  switch (g_rand_int_range (rand, 0, 10)) {
  case 0:
  case 1:
    return draw_rod (mechanism, rand, a, b);
  case 2:
    return draw_other (mechanism->design, rand, a, b);
  default:
    return draw_loop (mechanism->design, rand, a, b);
  }
}

/// Returns a random loop joint whose coordinate of this kind is free; NULL if there is none.
/// `space`: the coordinate exists in space only.
static MbdCouplingDef *
find_joint (Design *design, GRand *rand, MbdCoordinate coordinate)
{
  const int first =
    design->coupling_count > 0 ? g_rand_int_range (rand, 0, design->coupling_count) : 0;

  for (int i = 0; i < design->coupling_count; i++) {
    MbdCouplingDef *def = &design->couplings[(first + i) % design->coupling_count];
    bool in_plane = !is_spatial (design, def->body_a) && !is_spatial (design, def->body_b);
    if (def->class_ != mbd_loop_class ())
      continue;
    unsigned locked = def->locked;
    if (coordinate == MBD_COORDINATE_ANGLE && !(locked & MBD_LOCK_RZ)
        && (in_plane || (locked & MBD_LOCK_RX && locked & MBD_LOCK_RY)))
      return def;
    if (coordinate == MBD_COORDINATE_SLIDE && !(locked & MBD_LOCK_X) && locked & MBD_LOCK_Y)
      return def;
    if (coordinate == MBD_COORDINATE_SLIDE_Z && !(locked & MBD_LOCK_Z) && !in_plane
        && locked & MBD_LOCK_X && locked & MBD_LOCK_Y)
      return def;
  }
  return NULL;
}

static MbdCoordinate
draw_coordinate (GRand *rand)
{
  return random_one_in (rand, 3)   ? MBD_COORDINATE_SLIDE
         : random_one_in (rand, 5) ? MBD_COORDINATE_SLIDE_Z
                                   : MBD_COORDINATE_ANGLE;
}

/// Turns the frames of a joint so that its coordinate is 0 at the start.
static void
aligned_frames (const Design *design, const MbdCouplingDef *joint, MbdFrame *P, MbdFrame *S)
{
  MbdFrame world = frame_in_world (design, joint->body_a, &joint->frame_a);

  *P = joint->frame_a;
  *S = frame_in_body (design, joint->body_b, &world);
}

/// Adds a driver, a motor, end stops, a gear or a screw on existing joints.
static void
draw_on_joint (RandomMechanism *mechanism, GRand *rand)
{
  Design *design = mechanism->design;
  const MbdCoordinate q1 = draw_coordinate (rand), q2 = draw_coordinate (rand);
  const MbdCouplingDef *joint = find_joint (design, rand, q1);
  const MbdCouplingDef *second = find_joint (design, rand, q2);
  const double unit = q1 == MBD_COORDINATE_ANGLE ? 1 : mechanism->length;
  MbdCouplingDef def;

  if (joint == NULL)
    return;
  // Ready-made frames may be apart by whole turns.
  mechanism->closed &= !mechanism->ready_made;
  switch (g_rand_int_range (rand, 0, 4)) {
  case 0:
    def = mbd_driver_default (q1, draw_function (mechanism, rand, 0, unit));
    if (random_one_in (rand, 3))
      def.level = MBD_LEVEL_VELOCITY;
    break;
  case 1:
    def = mbd_motor_default (draw_function (mechanism, rand, unit * random_in (rand, -3, 3), unit),
                             random_in (rand, 0.1, 30));
    def.coordinate[0] = q1;
    break;
  case 2:
    def = mbd_limit_default (q1, random_one_in (rand, 4) ? 0 : -random_in (rand, 0.01, 1),
                             random_in (rand, 0.01, 1));
    if (random_one_in (rand, 3))
      def.upper = INFINITY;
    else if (random_one_in (rand, 3))
      def.lower = -INFINITY;
    break;
  default:
    if (second == NULL || second == joint)
      return;
    def = mbd_gear_default (q1, q2, random_in (rand, 0.2, 3) * (random_one_in (rand, 2) ? 1 : -1));
    def.body_c = second->body_a;
    def.body_d = second->body_b;
    aligned_frames (design, second, &def.frame_c, &def.frame_d);
  }
  def.body_a = joint->body_a;
  def.body_b = joint->body_b;
  aligned_frames (design, joint, &def.frame_a, &def.frame_b);
  design_add_coupling (design, &def);
}

static void
draw_screw (Design *design, GRand *rand)
{
  const MbdCouplingDef *joint = find_joint (design, rand, MBD_COORDINATE_SLIDE_Z);

  if (joint == NULL || joint->locked & MBD_LOCK_RZ)
    return;
  MbdCouplingDef def = mbd_screw_default (random_in (rand, -1, 1));
  def.body_a = def.body_c = joint->body_a;
  def.body_b = def.body_d = joint->body_b;
  def.frame_a = def.frame_c = joint->frame_a;
  def.frame_b = def.frame_d = joint->frame_b;
  design_add_coupling (design, &def);
}

/* Forces and options ----------------------------------------------------------------------- */

static void
draw_forces (Design *design, GRand *rand, int count)
{
  for (int i = 0; i < count; i++) {
    MbdForceDef def = random_one_in (rand, 2) ? mbd_spring_default () : mbd_load_default ();

    def.body_a = g_rand_int_range (rand, 0, design->body_count + 1);
    def.body_b =
      1 + (def.body_a + g_rand_int_range (rand, 0, design->body_count)) % design->body_count;
    if (def.body_a == def.body_b)
      def.body_a = MBD_GROUND;
    def.stiffness = random_in (rand, 0, 50);
    def.damping = random_one_in (rand, 2) ? random_in (rand, 0, 5) : 0;
    def.free_length = random_in (rand, 0, 2);
    random_vector (rand, 3, 0.5, def.point_a);
    random_vector (rand, 3, 0.5, def.point_b);
    random_vector (rand, 3, 5, def.force);
    random_vector (rand, 3, 2, def.torque);
    def.follows_body = random_one_in (rand, 2);
    def.enabled = !random_one_in (rand, 10);
    design_add_force (design, &def);
  }
}

/// Gives one row of the coupling, if it has several, its own level or compliance.
static void
draw_row (MbdCouplingDef *def, GRand *rand)
{
  const int place = g_rand_int_range (rand, 0, MBD_MOST_ROWS);

  if (!mbd_coupling_has_row (def, place))
    return;
  if (random_one_in (rand, 3))
    def->rows[place] =
      (MbdRowDef){ .has_level = true, .level = (MbdLevel) g_rand_int_range (rand, 0, 3) };
  else
    def->rows[place] = (MbdRowDef){ .has_compliance = true,
                                    .compliant = !random_one_in (rand, 4),
                                    .stiffness = random_in (rand, 0, 500),
                                    .damping = random_in (rand, 0, 20) };
}

/// Draws options of the existing couplings: compliance, breaking, flags, levels, stabilisation.
static void
draw_options (RandomMechanism *mechanism, GRand *rand)
{
  for (int i = 0; i < mechanism->design->coupling_count; i++) {
    MbdCouplingDef *def = &mechanism->design->couplings[i];
    bool is_driver = def->class_ == mbd_driver_class ();

    if (random_one_in (rand, 15) && !is_driver) {
      def->compliant = true;
      def->stiffness = random_in (rand, 0, 500);
      def->damping = random_in (rand, 0, 20);
    }
    if (random_one_in (rand, 20))
      def->break_force = random_in (rand, 1, 200);
    if (random_one_in (rand, 30))
      def->break_moment = random_in (rand, 1, 200);
    if (random_one_in (rand, 30))
      def->break_impulse = random_in (rand, 0.1, 20);
    def->enabled = !random_one_in (rand, 25);
    if (random_one_in (rand, 25) && !is_driver && def->class_ != mbd_point_contact_class ())
      def->level = random_one_in (rand, 2) ? MBD_LEVEL_VELOCITY : MBD_LEVEL_ACCELERATION;
    if (random_one_in (rand, 40) && def->class_ == mbd_loop_class ()) {
      def->mode = (MbdMode) g_rand_int_range (rand, MBD_MODE_FREE, MBD_MODE_FRICTION);
      def->effort_limit = random_in (rand, 0.1, 20);
    }
    if (random_one_in (rand, 12)) {
      def->stabilisation = (MbdStabilisation) g_rand_int_range (rand, MBD_STABILISATION_PROJECTION,
                                                                MBD_STABILISATION_NONE + 1);
      def->time_constant = random_in (rand, 0.02, 0.5);
    }
    for (int k = 0; k < 3 && random_one_in (rand, 6); k++)
      draw_row (def, rand);
  }
}

void
random_draw_extras (RandomMechanism *mechanism, GRand *rand)
{
  Design *design = mechanism->design;
  int extras =
    random_one_in (rand, 3) ? 0 : g_rand_int_range (rand, 0, 1 + design->body_count / 3 + 1);

  for (int i = 0; i < extras; i++)
    draw_on_joint (mechanism, rand);
  if (random_one_in (rand, 5))
    draw_screw (design, rand);
  if (random_one_in (rand, 2))
    draw_options (mechanism, rand);
  draw_forces (design, rand, g_rand_int_range (rand, 0, 1 + (design->body_count + 1) / 2));
  if (random_one_in (rand, 12))
    mechanism->stabilisation =
      random_one_in (rand, 2) ? MBD_STABILISATION_BAUMGARTE : MBD_STABILISATION_NONE;
}
