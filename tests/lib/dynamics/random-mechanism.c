// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A mechanism is drawn in metres and kilograms with lengths of order one, all couplings met at the
// start, then adapted to its class, given drivers, stops, gears, springs and so on, and last
// converted to its units. Functions of time of a length are drawn in these units directly.

#include "random-mechanism.h"

static const unsigned named_joints[] = {
  MBD_LOOP_PIN,           MBD_LOOP_PIN,           MBD_LOOP_SLIDER,        MBD_LOOP_CYLINDRICAL,
  MBD_LOOP_SPHERICAL,     MBD_LOOP_UNIVERSAL,     MBD_LOOP_PLANAR,        MBD_LOOP_PIN_IN_SLOT,
  MBD_LOOP_POINT_ON_LINE, MBD_LOOP_PARALLEL_AXES, MBD_LOOP_SAME_ATTITUDE, MBD_LOOP_WELD,
};

static bool
one_in (GRand *rand, int n)
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
    assert_ok (mbd_function_new_table (times, values, 5,
                                       one_in (rand, 2) ? MBD_SPLINE_NATURAL : MBD_SPLINE_CLAMPED,
                                       NULL, &function, NULL));
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

/// Adds a body within about a metre of body `near`.
static int
draw_body (Design *design, GRand *rand, MbdMobility mobility, int near)
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

/// Returns a world frame between the origins of two bodies; its z axis is z if both are planar.
static MbdFrame
draw_frame (const Design *design, GRand *rand, int a, int b)
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

/// Returns `frame` moved by (x, y, z) along its own axes, then turned by `angle` about its x axis.
static MbdFrame
moved_frame (const MbdFrame *frame, double x, double y, double z, double angle)
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

static int
add_between (Design *design,
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
  MbdFrame world = draw_frame (design, rand, a, b);
  unsigned locked = one_in (rand, 4)
                      ? (unsigned) g_rand_int_range (rand, 1, 64)
                      : named_joints[g_rand_int_range (rand, 0, G_N_ELEMENTS (named_joints))];

  // Nearly always a set of axes that is a joint in the plane, too.
  if (!(locked & (MBD_LOCK_X | MBD_LOCK_Y | MBD_LOCK_RZ)) && !is_spatial (design, a)
      && !is_spatial (design, b) && !one_in (rand, 50))
    locked |= MBD_LOCK_X;
  MbdCouplingDef def = mbd_loop_default (locked);
  return add_between (design, &def, a, b, &world, &world);
}

/// Adds a rod, rope or strut, occasionally with a length that is a function of time.
static int
draw_rod (RandomMechanism *mechanism, GRand *rand, int a, int b)
{
  MbdCouplingDef def = mbd_rod_default ();
  MbdFrame world = draw_frame (mechanism->design, rand, a, b);
  const double distance = random_in (rand, 0.3, 2), turn = random_in (rand, -3, 3);
  MbdFrame other = moved_frame (&world, distance * cos (turn), distance * sin (turn), 0, 0);

  def.length = distance;
  def.rod = (MbdRodKind) g_rand_int_range (rand, 0, 3);
  if (def.rod != MBD_ROD_BAR && one_in (rand, 2))
    def.length *= def.rod == MBD_ROD_ROPE ? 1.05 : 0.95;
  else if (def.rod == MBD_ROD_BAR && one_in (rand, 4))
    def.function =
      draw_function (mechanism, rand, distance * mechanism->length, 0.3 * mechanism->length);
  return add_between (mechanism->design, &def, a, b, &world, &other);
}

static int
draw_other (Design *design, GRand *rand, int a, int b)
{
  bool in_plane = !is_spatial (design, a) && !is_spatial (design, b);
  MbdFrame world = draw_frame (design, rand, a, b), other = world;
  int kind = g_rand_int_range (rand, 0, 3);

  if (kind == 0 && (!in_plane || one_in (rand, 10))) {
    MbdCouplingDef def = mbd_angle_default (random_in (rand, 0.2, 2.9));
    other = moved_frame (&world, 0, 0, 0, in_plane ? 0 : def.angle);
    if (in_plane) {
      double turn[4];
      quaternion_from_vector ((double[]){ 0, 0, def.angle }, turn);
      quaternion_multiply (world.quaternion, turn, other.quaternion);
    }
    return add_between (design, &def, a, b, &world, &other);
  }
  if (kind == 1) {
    MbdCouplingDef def = mbd_revolute_spherical_default (random_in (rand, 0.3, 2));
    other = moved_frame (&world, def.length, 0, 0, 0);
    return add_between (design, &def, a, b, &world, &other);
  }
  MbdCouplingDef def = mbd_point_contact_default ();
  def.normal_count = g_rand_int_range (rand, 1, in_plane ? 3 : 4);
  for (int i = 0; i < 3; i++)
    quaternion_turn (world.quaternion, (double[]){ i == 0, i == 1, i == 2 }, def.normals[i]);
  return add_between (design, &def, a, b, &world, &other);
}

/// Adds a coupling of any kind that joins two bodies and is met at the start.
static int
draw_coupling (RandomMechanism *mechanism, GRand *rand, int a, int b)
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
  return one_in (rand, 3)   ? MBD_COORDINATE_SLIDE
         : one_in (rand, 5) ? MBD_COORDINATE_SLIDE_Z
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
    if (one_in (rand, 3))
      def.level = MBD_LEVEL_VELOCITY;
    break;
  case 1:
    def = mbd_motor_default (draw_function (mechanism, rand, unit * random_in (rand, -3, 3), unit),
                             random_in (rand, 0.1, 30));
    def.coordinate[0] = q1;
    break;
  case 2:
    def = mbd_limit_default (q1, one_in (rand, 4) ? 0 : -random_in (rand, 0.01, 1),
                             random_in (rand, 0.01, 1));
    if (one_in (rand, 3))
      def.upper = INFINITY;
    else if (one_in (rand, 3))
      def.lower = -INFINITY;
    break;
  default:
    if (second == NULL || second == joint)
      return;
    def = mbd_gear_default (q1, q2, random_in (rand, 0.2, 3) * (one_in (rand, 2) ? 1 : -1));
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
    MbdForceDef def = one_in (rand, 2) ? mbd_spring_default () : mbd_load_default ();

    def.body_a = g_rand_int_range (rand, 0, design->body_count + 1);
    def.body_b =
      1 + (def.body_a + g_rand_int_range (rand, 0, design->body_count)) % design->body_count;
    if (def.body_a == def.body_b)
      def.body_a = MBD_GROUND;
    def.stiffness = random_in (rand, 0, 50);
    def.damping = one_in (rand, 2) ? random_in (rand, 0, 5) : 0;
    def.free_length = random_in (rand, 0, 2);
    random_vector (rand, 3, 0.5, def.point_a);
    random_vector (rand, 3, 0.5, def.point_b);
    random_vector (rand, 3, 5, def.force);
    random_vector (rand, 3, 2, def.torque);
    def.follows_body = one_in (rand, 2);
    def.enabled = !one_in (rand, 10);
    design_add_force (design, &def);
  }
}

/// Draws options of the existing couplings: compliance, breaking, flags, levels, stabilisation.
static void
draw_options (RandomMechanism *mechanism, GRand *rand)
{
  for (int i = 0; i < mechanism->design->coupling_count; i++) {
    MbdCouplingDef *def = &mechanism->design->couplings[i];
    bool is_driver = def->class_ == mbd_driver_class ();

    if (one_in (rand, 15) && !is_driver) {
      def->compliant = true;
      def->stiffness = random_in (rand, 0, 500);
      def->damping = random_in (rand, 0, 20);
    }
    if (one_in (rand, 20))
      def->break_force = random_in (rand, 1, 200);
    if (one_in (rand, 30))
      def->break_moment = random_in (rand, 1, 200);
    if (one_in (rand, 30))
      def->break_impulse = random_in (rand, 0.1, 20);
    def->enabled = !one_in (rand, 25);
    if (one_in (rand, 25) && !is_driver && def->class_ != mbd_point_contact_class ())
      def->level = one_in (rand, 2) ? MBD_LEVEL_VELOCITY : MBD_LEVEL_ACCELERATION;
    if (one_in (rand, 40) && def->class_ == mbd_loop_class ()) {
      def->mode = (MbdMode) g_rand_int_range (rand, MBD_MODE_FREE, MBD_MODE_FRICTION);
      def->effort_limit = random_in (rand, 0.1, 20);
    }
    if (one_in (rand, 12)) {
      def->stabilisation = (MbdStabilisation) g_rand_int_range (rand, MBD_STABILISATION_PROJECTION,
                                                                MBD_STABILISATION_NONE + 1);
      def->time_constant = random_in (rand, 0.02, 0.5);
    }
  }
}

/// Adds drivers, stops, gears, options: a few in most mechanisms, none in some.
static void
draw_extras (RandomMechanism *mechanism, GRand *rand)
{
  Design *design = mechanism->design;
  int extras = one_in (rand, 3) ? 0 : g_rand_int_range (rand, 0, 1 + design->body_count / 3 + 1);

  for (int i = 0; i < extras; i++)
    draw_on_joint (mechanism, rand);
  if (one_in (rand, 5))
    draw_screw (design, rand);
  if (one_in (rand, 2))
    draw_options (mechanism, rand);
  draw_forces (design, rand, g_rand_int_range (rand, 0, 1 + (design->body_count + 1) / 2));
  if (one_in (rand, 12))
    mechanism->stabilisation =
      one_in (rand, 2) ? MBD_STABILISATION_BAUMGARTE : MBD_STABILISATION_NONE;
}

/* Classes ---------------------------------------------------------------------------------- */

/// Returns a number of bodies: usually a few, up to 40.
static int
draw_count (GRand *rand)
{
  return one_in (rand, 6) ? g_rand_int_range (rand, 9, 41) : g_rand_int_range (rand, 1, 9);
}

/// Adds a tree: every body hangs on an earlier one or, if `on_ground` allows, on the ground.
static void
draw_tree (RandomMechanism *mechanism, GRand *rand, int bodies, bool on_ground)
{
  Design *design = mechanism->design;
  int kind = g_rand_int_range (rand, 0, 3), first = design->body_count;

  for (int i = 0; i < bodies; i++) {
    bool spatial = kind == 2 ? one_in (rand, 2) : kind == 1;
    int parent = i == 0 ? MBD_GROUND : g_rand_int_range (rand, first + 1, first + i + 1);

    if (on_ground && one_in (rand, 5))
      parent = MBD_GROUND;
    int body = draw_body (design, rand, spatial ? MBD_SPATIAL : MBD_PLANAR, parent);
    if (i > 0 || on_ground)
      draw_coupling (mechanism, rand, parent, body);
  }
}

static void
draw_loops (RandomMechanism *mechanism, GRand *rand, int loops)
{
  int bodies = mechanism->design->body_count;

  for (int i = 0; i < loops; i++) {
    int a = g_rand_int_range (rand, 0, bodies + 1), b = g_rand_int_range (rand, 0, bodies + 1);
    if (a != b)
      draw_coupling (mechanism, rand, a, b);
  }
}

/// Adopts one of the other mechanisms, moved as a whole: in space in any way, in the plane about z.
static void
take_design (RandomMechanism *mechanism, GRand *rand, Design *design, bool spatial)
{
  double quaternion[4], shift[3];

  random_quaternion (rand, quaternion);
  random_vector (rand, 3, 1, shift);
  if (!spatial) {
    quaternion_from_vector ((double[]){ 0, 0, random_in (rand, -1, 1) }, quaternion);
    shift[2] = 0;
  }
  if (one_in (rand, 2))
    design_move (design, quaternion, shift);
  design_free (mechanism->design);
  mechanism->design = design;
  mechanism->ready_made = true;
}

static void
draw_redundant (RandomMechanism *mechanism, GRand *rand)
{
  const bool spatial = one_in (rand, 2);

  switch (g_rand_int_range (rand, 0, 5)) {
  case 0:
    take_design (mechanism, rand, design_bricard (), true);
    break;
  case 1: // plane loops in space: every loop has three rows too many
    take_design (mechanism, rand,
                 design_nfourbar (g_rand_int_range (rand, 1, 9), random_in (rand, -1.3, 1.3),
                                  random_in (rand, -3, 3), MBD_SPATIAL),
                 true);
    break;
  case 2: // a rod parallel to the links of a parallelogram
    take_design (mechanism, rand,
                 design_nfourbar (1, random_in (rand, -1.3, 1.3), random_in (rand, -3, 3),
                                  spatial ? MBD_SPATIAL : MBD_PLANAR),
                 spatial);
    for (int i = g_rand_int_range (rand, 0, 3); i >= 0; i--) {
      Design *design = mechanism->design;
      MbdCouplingDef copy = design->couplings[g_rand_int_range (rand, 0, design->coupling_count)];
      design_add_coupling (design, &copy);
    }
    break;
  case 3:
    take_design (mechanism, rand, design_grid (g_rand_int_range (rand, 2, 5)), false);
    break;
  default: // joints twice, also the other way round
    draw_tree (mechanism, rand, draw_count (rand), true);
    draw_loops (mechanism, rand, g_rand_int_range (rand, 0, 3));
    for (int i = g_rand_int_range (rand, 0, 4); i >= 0; i--) {
      Design *design = mechanism->design;
      MbdCouplingDef copy = design->couplings[g_rand_int_range (rand, 0, design->coupling_count)];
      if (one_in (rand, 3)) {
        MbdFrame frame = copy.frame_a;
        int body = copy.body_a;
        copy.frame_a = copy.frame_b;
        copy.frame_b = frame;
        copy.body_a = copy.body_b;
        copy.body_b = body;
      }
      // A revolute-spherical rod has its pin on one side; an angle in the plane its sense.
      if (copy.class_ != mbd_revolute_spherical_class () && copy.class_ != mbd_angle_class ())
        design_add_coupling (design, &copy);
    }
  }
}

/// Creates two bars in one line between two fixed pins.
static Design *
design_straight (GRand *rand, MbdMobility mobility)
{
  Design *design = design_new ();
  const double split = random_in (rand, 0.3, 1.7);

  design_add_bar (design, mobility, (double[]){ 0, 0 }, (double[]){ split, 0 }, 1);
  design_add_bar (design, mobility, (double[]){ split, 0 }, (double[]){ 2, 0 }, 1);
  design_add_pin (design, MBD_GROUND, 0, 0, 1, -split / 2, 0);
  design_add_pin (design, 1, split / 2, 0, 2, -(2 - split) / 2, 0);
  design_add_pin (design, 2, (2 - split) / 2, 0, MBD_GROUND, 2, 0);
  return design;
}

/// Creates a body at the origin on rods to points of the ground that are collinear with it, in
/// space also in one plane: across it they hold nothing.
static Design *
design_web (GRand *rand, MbdMobility mobility)
{
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();
  const int rods = g_rand_int_range (rand, 2, 5);

  body.mobility = mobility;
  design_add_body (design, &body);
  for (int i = 0; i < rods; i++) {
    MbdCouplingDef rod = mbd_rod_default ();
    double turn = mobility == MBD_SPATIAL ? random_in (rand, 0, 6) : i * G_PI;

    rod.length = random_in (rand, 0.5, 2);
    rod.frame_a.point[0] = rod.length * cos (turn);
    rod.frame_a.point[1] = rod.length * sin (turn);
    rod.body_b = 1;
    design_add_coupling (design, &rod);
  }
  return design;
}

static void
draw_singular (RandomMechanism *mechanism, GRand *rand)
{
  const bool spatial = one_in (rand, 3);
  const MbdMobility mobility = spatial ? MBD_SPATIAL : MBD_PLANAR;
  const double speed = one_in (rand, 3) ? 0 : random_in (rand, -5, 5);

  switch (g_rand_int_range (rand, 0, 4)) {
  case 0: // flat: all links in one line, to the right or folded to the left
    take_design (mechanism, rand,
                 design_nfourbar (g_rand_int_range (rand, 1, 9),
                                  one_in (rand, 2) ? G_PI_2 : -G_PI_2, speed, mobility),
                 spatial);
    break;
  case 1: // dead points
    take_design (mechanism, rand,
                 design_slider_crank (mobility, one_in (rand, 2) ? 0 : G_PI, speed), spatial);
    break;
  case 2:
    take_design (mechanism, rand, design_straight (rand, mobility), spatial);
    break;
  default:
    take_design (mechanism, rand, design_web (rand, mobility), spatial);
  }
}

/// Adds two couplings that cannot both be met.
static void
draw_contradiction (RandomMechanism *mechanism, GRand *rand)
{
  Design *design = mechanism->design;
  int b = g_rand_int_range (rand, 1, design->body_count + 1), a = g_rand_int_range (rand, 0, b);
  MbdFrame world = draw_frame (design, rand, a, b), other = moved_frame (&world, 1, 0, 0, 0);
  MbdFrame aside = moved_frame (&other, 0.2, 0, 0, 0);
  MbdCouplingDef rod = mbd_rod_default (), joint = mbd_loop_default (MBD_LOOP_WELD);
  MbdFunction *function;

  switch (g_rand_int_range (rand, 0, 3)) {
  case 0:
    add_between (design, &rod, a, b, &world, &other);
    rod.length = random_in (rand, 1.05, 2);
    add_between (design, &rod, a, b, &world, &other);
    break;
  case 1:
    add_between (design, &joint, a, b, &world, &world);
    joint.locked = one_in (rand, 2) ? MBD_LOOP_WELD : MBD_LOOP_SPHERICAL;
    add_between (design, &joint, a, b, &other, &aside);
    break;
  default: // a joint that does not turn, and a driver that turns it
    joint.locked = MBD_LOOP_WELD;
    add_between (design, &joint, a, b, &world, &world);
    assert_ok (mbd_function_new_constant (random_in (rand, 0.1, 1), &function, NULL));
    g_ptr_array_add (mechanism->functions, function);
    MbdCouplingDef driver = mbd_driver_default (MBD_COORDINATE_ANGLE, function);
    add_between (design, &driver, a, b, &world, &world);
  }
  mechanism->closed = false;
  mechanism->contradictory = true;
}

/// Adds bodies without mass or inertia or both: links with two joints that hold them, or any.
static void
draw_massless (RandomMechanism *mechanism, GRand *rand)
{
  const bool spatial = one_in (rand, 3);
  Design *design;

  if (one_in (rand, 2)) {
    draw_tree (mechanism, rand, draw_count (rand), true);
    draw_loops (mechanism, rand, g_rand_int_range (rand, 0, 4));
  } else {
    int links = g_rand_int_range (rand, 1, 7);
    take_design (mechanism, rand,
                 design_nfourbar (links, random_in (rand, -1.3, 1.3), random_in (rand, -3, 3),
                                  spatial ? MBD_SPATIAL : MBD_PLANAR),
                 spatial);
  }
  design = mechanism->design;
  for (int i = 0; i < design->body_count; i++) {
    MbdBodyDef *def = &design->bodies[i];
    if (!one_in (rand, 3))
      continue;
    if (!one_in (rand, 4))
      def->mass = 0;
    if (def->mass == 0 || one_in (rand, 2))
      memset (def->inertia, 0, sizeof def->inertia);
  }
}

static void
draw_class (RandomMechanism *mechanism, GRand *rand, RandomClass class_)
{
  switch (class_) {
  case RANDOM_LOOPED:
    draw_tree (mechanism, rand, draw_count (rand), true);
    draw_loops (mechanism, rand, g_rand_int_range (rand, 1, 5));
    break;
  case RANDOM_REDUNDANT:
    draw_redundant (mechanism, rand);
    break;
  case RANDOM_SINGULAR:
    draw_singular (mechanism, rand);
    break;
  case RANDOM_DISCONNECTED:
    for (int i = g_rand_int_range (rand, 1, 6); i >= 0; i--)
      draw_tree (mechanism, rand, g_rand_int_range (rand, 1, 6), one_in (rand, 3));
    break;
  case RANDOM_MASSLESS:
    draw_massless (mechanism, rand);
    break;
  case RANDOM_TREE:
  case RANDOM_INCONSISTENT:
  default:
    draw_tree (mechanism, rand, draw_count (rand), true);
    break;
  }
}

/* The whole ------------------------------------------------------------------------------- */

/// Moves the bodies a little off, so that there is something to assemble.
static void
disturb (RandomMechanism *mechanism, GRand *rand)
{
  const double size = pow (10, random_in (rand, -6, -1));

  for (int i = 0; i < mechanism->design->body_count; i++) {
    MbdBodyDef *def = &mechanism->design->bodies[i];
    def->position[0] += size * random_in (rand, -1, 1);
    def->position[1] += size * random_in (rand, -1, 1);
    if (def->mobility == MBD_SPATIAL)
      def->position[2] += size * random_in (rand, -1, 1);
    else
      def->angle += size * random_in (rand, -1, 1);
  }
  mechanism->closed = false;
}

RandomMechanism *
random_mechanism_new (guint32 seed)
{
  GRand *rand = g_rand_new_with_seed (seed);
  RandomMechanism *mechanism = g_new0 (RandomMechanism, 1);
  // A class for every remainder, so that all occur equally often.
  RandomClass class_ = mechanism->class_ = (RandomClass) (seed % RANDOM_CLASSES);

  mechanism->functions = g_ptr_array_new_with_free_func ((GDestroyNotify) mbd_function_unref);
  mechanism->design = design_new ();
  mechanism->length = mechanism->mass = 1;
  mechanism->closed = true;
  mechanism->stabilisation = MBD_STABILISATION_PROJECTION;
  if (class_ == RANDOM_SCALED) {
    int which = g_rand_int_range (rand, 0, 3);
    if (which != 1)
      mechanism->length = pow (10, random_in (rand, -6, 6));
    if (which != 0)
      mechanism->mass = pow (10, random_in (rand, -6, 6));
    class_ = (RandomClass) g_rand_int_range (rand, 0, RANDOM_SCALED);
  }
  draw_class (mechanism, rand, class_);
  if (one_in (rand, 4))
    random_vector (rand, 3, 10, mechanism->design->gravity);
  draw_extras (mechanism, rand);
  if (class_ == RANDOM_INCONSISTENT)
    draw_contradiction (mechanism, rand);
  else if (one_in (rand, 4))
    disturb (mechanism, rand);
  random_scale_design (mechanism->design, mechanism->length, mechanism->mass);
  // In one of three the times change with the length.
  if (!one_in (rand, 3))
    for (int k = 0; k < 3; k++)
      mechanism->design->gravity[k] *= mechanism->length;
  if (one_in (rand, 6))
    design_reverse (mechanism->design);
  g_rand_free (rand);
  return mechanism;
}

void
random_mechanism_free (RandomMechanism *mechanism)
{
  design_free (mechanism->design);
  g_ptr_array_unref (mechanism->functions);
  g_free (mechanism);
}
