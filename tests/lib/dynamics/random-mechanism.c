// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A mechanism is drawn in metres and kilograms with lengths of order one, all couplings met at the
// start, then adapted to its class, given drivers, stops, gears, springs and so on, and last
// converted to its units. Functions of time of a length are drawn in these units directly.

#include "random-mechanism-private.h"

/* Classes ---------------------------------------------------------------------------------- */

/// Returns a number of bodies: usually a few, up to 40.
static int
draw_count (GRand *rand)
{
  return random_one_in (rand, 6) ? g_rand_int_range (rand, 9, 41) : g_rand_int_range (rand, 1, 9);
}

/// Adds a tree: every body hangs on an earlier one or, if `on_ground` allows, on the ground.
static void
draw_tree (RandomMechanism *mechanism, GRand *rand, int bodies, bool on_ground)
{
  Design *design = mechanism->design;
  int kind = g_rand_int_range (rand, 0, 3), first = design->body_count;

  for (int i = 0; i < bodies; i++) {
    bool spatial = kind == 2 ? random_one_in (rand, 2) : kind == 1;
    int parent = i == 0 ? MBD_GROUND : g_rand_int_range (rand, first + 1, first + i + 1);

    if (on_ground && random_one_in (rand, 5))
      parent = MBD_GROUND;
    int body = random_draw_body (design, rand, spatial ? MBD_SPATIAL : MBD_PLANAR, parent);
    if (i > 0 || on_ground)
      random_draw_coupling (mechanism, rand, parent, body);
  }
}

static void
draw_loops (RandomMechanism *mechanism, GRand *rand, int loops)
{
  int bodies = mechanism->design->body_count;

  for (int i = 0; i < loops; i++) {
    int a = g_rand_int_range (rand, 0, bodies + 1), b = g_rand_int_range (rand, 0, bodies + 1);
    if (a != b)
      random_draw_coupling (mechanism, rand, a, b);
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
  if (random_one_in (rand, 2))
    design_move (design, quaternion, shift);
  design_free (mechanism->design);
  mechanism->design = design;
  mechanism->ready_made = true;
}

static void
draw_redundant (RandomMechanism *mechanism, GRand *rand)
{
  const bool spatial = random_one_in (rand, 2);

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
      if (random_one_in (rand, 3)) {
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
  const bool spatial = random_one_in (rand, 3);
  const MbdMobility mobility = spatial ? MBD_SPATIAL : MBD_PLANAR;
  const double speed = random_one_in (rand, 3) ? 0 : random_in (rand, -5, 5);

  switch (g_rand_int_range (rand, 0, 4)) {
  case 0: // flat: all links in one line, to the right or folded to the left
    take_design (mechanism, rand,
                 design_nfourbar (g_rand_int_range (rand, 1, 9),
                                  random_one_in (rand, 2) ? G_PI_2 : -G_PI_2, speed, mobility),
                 spatial);
    break;
  case 1: // dead points
    take_design (mechanism, rand,
                 design_slider_crank (mobility, random_one_in (rand, 2) ? 0 : G_PI, speed),
                 spatial);
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
  MbdFrame world = random_draw_frame (design, rand, a, b),
           other = random_moved_frame (&world, 1, 0, 0, 0);
  MbdFrame aside = random_moved_frame (&other, 0.2, 0, 0, 0);
  MbdCouplingDef rod = mbd_rod_default (), joint = mbd_loop_default (MBD_LOOP_WELD);
  MbdFunction *function;

  switch (g_rand_int_range (rand, 0, 3)) {
  case 0:
    random_add_between (design, &rod, a, b, &world, &other);
    rod.length = random_in (rand, 1.05, 2);
    random_add_between (design, &rod, a, b, &world, &other);
    break;
  case 1:
    random_add_between (design, &joint, a, b, &world, &world);
    joint.locked = random_one_in (rand, 2) ? MBD_LOOP_WELD : MBD_LOOP_SPHERICAL;
    random_add_between (design, &joint, a, b, &other, &aside);
    break;
  default: // a joint that does not turn, and a driver that turns it
    joint.locked = MBD_LOOP_WELD;
    random_add_between (design, &joint, a, b, &world, &world);
    assert_ok (mbd_function_new_constant (random_in (rand, 0.1, 1), &function, NULL));
    g_ptr_array_add (mechanism->functions, function);
    MbdCouplingDef driver = mbd_driver_default (MBD_COORDINATE_ANGLE, function);
    random_add_between (design, &driver, a, b, &world, &world);
  }
  mechanism->closed = false;
  mechanism->contradictory = true;
}

/// Adds bodies without mass or inertia or both: links with two joints that hold them, or any.
static void
draw_massless (RandomMechanism *mechanism, GRand *rand)
{
  const bool spatial = random_one_in (rand, 3);
  Design *design;

  if (random_one_in (rand, 2)) {
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
    if (!random_one_in (rand, 3))
      continue;
    if (!random_one_in (rand, 4))
      def->mass = 0;
    if (def->mass == 0 || random_one_in (rand, 2))
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
      draw_tree (mechanism, rand, g_rand_int_range (rand, 1, 6), random_one_in (rand, 3));
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
  if (random_one_in (rand, 4))
    random_vector (rand, 3, 10, mechanism->design->gravity);
  random_draw_extras (mechanism, rand);
  if (class_ == RANDOM_INCONSISTENT)
    draw_contradiction (mechanism, rand);
  else if (random_one_in (rand, 4))
    disturb (mechanism, rand);
  random_scale_design (mechanism->design, mechanism->length, mechanism->mass);
  // In one of three the times change with the length.
  if (!random_one_in (rand, 3))
    for (int k = 0; k < 3; k++)
      mechanism->design->gravity[k] *= mechanism->length;
  if (random_one_in (rand, 6))
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
