// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Many contacts at a fixed step: the tables of the method (boxes at rest, heavy loads, inclines, a
// chain with a heavy ball, dropped and hit piles), shapes, materials, and rejected inputs.

#include <glib.h>
#include <math.h>
#include <string.h>

#include "testing-seed.h"
#include "piles.h"
#include "testing.h"

static const double step = 1.0 / 60;

static void
report_run (const char *name, const PileRun *run)
{
  g_test_message (
    "%s: %.3f ms median, %.3f mean, %.1f worst; speed %.1e m/s, drift %.1e, sag %.1e, "
    "overlap %.1e m, gain %.1e J; %d capped, %d factors, %d Newton, %d ADMM",
    name, 1e3 * run->median, 1e3 * run->mean, 1e3 * run->worst, run->speed, run->drift, run->sag,
    run->deepest, run->gain, run->capped, run->factors, run->newton, run->admm);
}

/// Checks rest to 1e-6 m/s and 1e-6 m, without energy gain.
static void
assert_rests (const char *name, MbdPile *pile, int steps)
{
  PileRun run;

  pile_run (pile, steps, NULL, 0, &run);
  report_run (name, &run);
  g_assert_cmpfloat (run.speed, <=, 1e-6);
  g_assert_cmpfloat (run.drift, <=, 1e-6);
  g_assert_cmpfloat (run.sag, <=, 1e-6);
  g_assert_cmpfloat (run.deepest, <=, 1e-6);
  g_assert_cmpfloat (run.gain, <=, 1e-5);
  mbd_pile_free (pile);
}

static void
test_rest (void)
{
  assert_rests ("stack of 10, 60 s", pile_stack (10), 3600);
  assert_rests ("pyramid of 105", pile_pyramid (14, 0, 0), 300);
  assert_rests ("pyramid of 496", pile_pyramid (31, 0, 0), testing_torture () ? 300 : 60);
  assert_rests ("pyramid of 990", pile_pyramid (44, 0, 0), testing_torture () ? 300 : 60);
  MbdPile *pile = pile_stack (5);
  pile_add_box (pile, 1000, 1, 1, 0, 5.5, 0);
  assert_rests ("1000 kg on five boxes", pile, 300);
}

static void
test_incline (void)
{
  static const double line[] = { 0, 0, 1, 0 }, mu = 0.6, factors[] = { 0.999, 1.001 };

  for (int k = 0; k < 2; k++) {
    MbdPileSettings settings = mbd_pile_default ();
    const double angle = atan (mu * factors[k]);
    settings.gravity[0] = 9.81 * sin (angle);
    settings.gravity[1] = -9.81 * cos (angle);
    MbdPile *pile = mbd_pile_new (&settings);
    MbdShape ground = mbd_shape_default (MBD_SHAPE_HALF_PLANE);
    PileRun run;
    double v[3];
    ground.points = line;
    ground.count = 2;
    g_assert_cmpint (mbd_pile_add_shape (pile, 0, &ground, NULL, NULL), ==, MBD_STATUS_OK);
    const int box = pile_add_box (pile, 1, 1, 1, 0, 0.5, 0);
    pile_run (pile, 299, NULL, 0, &run);
    mbd_pile_get (pile, box, NULL, v);
    // 300 steps are 5 s
    const double exact = 5 * 9.81 * (sin (angle) - mu * cos (angle));
    g_test_message ("incline %.3f: %.9f m/s (%.9f), drift %.1e m", factors[k], v[0],
                    fmax (exact, 0), run.drift);
    if (k == 0) {
      g_assert_cmpfloat (fabs (v[0]), <, 1e-7);
      g_assert_cmpfloat (run.drift, <, 1e-8);
    } else
      g_assert_cmpfloat_with_epsilon (v[0], exact, 1e-7);
    mbd_pile_free (pile);
  }
}

/* A chain ---------------------------------------------------------------------------------- */

enum
{
  LINKS = 20
};

static const double link_length = 0.5, ball_radius = 0.5;

/// Fills the pins of a chain from the origin: links 1 .. 20, then the ball; half lengths on both
/// sides.
static double
fill_pins (const MbdPile *pile, MbdPileRow *rows, double h)
{
  double worst = 0;

  for (int i = 0; i <= LINKS; i++) {
    double xa[3] = { 0 }, xb[3] = { 0 }, a[2] = { 0 }, b[2] = { 0 };
    const int body_a = i, body_b = i + 1;
    mbd_pile_get (pile, body_a, xa, NULL);
    mbd_pile_get (pile, body_b, xb, NULL);
    // The lower end of a, the upper end of b; the ball hangs at its rim.
    const double half_a = i > 0 ? link_length / 2 : 0, half_b = i < LINKS ? link_length / 2 : 0.5;
    a[0] = half_a * sin (xa[2]);
    a[1] = -half_a * cos (xa[2]);
    b[0] = -half_b * sin (xb[2]);
    b[1] = half_b * cos (xb[2]);
    for (int k = 0; k < 2; k++) {
      MbdPileRow *row = &rows[2 * i + k];
      const double gap = xb[k] + b[k] - xa[k] - a[k], impulse = row->impulse;
      *row = (MbdPileRow){ .kind = MBD_PILE_LOCK,
                           .sides = 2,
                           .body = { body_a, body_b },
                           .e = 0.2 * gap / h,
                           .impulse = impulse };
      row->G[0][k] = -1;
      row->G[0][2] = k == 0 ? a[1] : -a[0];
      row->G[1][k] = 1;
      row->G[1][2] = k == 0 ? -b[1] : b[0];
      row->curvature[0] = -a[k];
      row->curvature[1] = b[k];
      worst = worst_of (worst, fabs (gap));
    }
  }
  return worst;
}

/// Runs a chain hung at an angle from the vertical, 5 s; `floor`: the ball just touches the ground.
static void
run_chain (double angle, bool floor, double h, double most_gap)
{
  const double length = LINKS * link_length;
  MbdPileSettings settings = mbd_pile_default ();
  MbdPile *pile = mbd_pile_new (&settings);
  MbdPileRow rows[2 * (LINKS + 1)];
  double gap = 0, gain = -INFINITY;

  if (floor) {
    const double line[] = { 0, -length - 2 * ball_radius, 1, -length - 2 * ball_radius };
    MbdShape ground = mbd_shape_default (MBD_SHAPE_HALF_PLANE);
    ground.points = line;
    ground.count = 2;
    mbd_pile_add_shape (pile, 0, &ground, NULL, NULL);
  }
  for (int i = 0; i < LINKS; i++) {
    const double along = (i + 0.5) * link_length;
    const double x[] = { along * sin (angle), -along * cos (angle), angle };
    mbd_pile_add_body (pile, 1, link_length * link_length / 12, x);
  }
  const double centre[] = { 0, 0 }, along = length + ball_radius;
  const double x[] = { along * sin (angle), -along * cos (angle), angle };
  const int ball = mbd_pile_add_body (pile, 1000, 500 * ball_radius * ball_radius, x);
  MbdShape disc = mbd_shape_default (MBD_SHAPE_DISC);
  disc.points = centre;
  disc.count = 1;
  disc.radius = ball_radius;
  mbd_pile_add_shape (pile, ball, &disc, NULL, NULL);
  memset (rows, 0, sizeof rows);
  const double energy = mbd_pile_energy (pile);
  double v[3];
  for (int k = 0; k < 5 / h; k++) {
    fill_pins (pile, rows, h);
    g_assert_cmpint (mbd_pile_step (pile, h, NULL, rows, 2 * (LINKS + 1), NULL), ==, MBD_STATUS_OK);
    gain = worst_of (gain, mbd_pile_energy (pile) - energy);
  }
  gap = fill_pins (pile, rows, h);
  mbd_pile_get (pile, ball, NULL, v);
  g_test_message ("chain of 20 and 1000 kg at %.0f degrees: joint gap %.1e m, ball %.1e m/s, gain "
                  "%.1e J of %.0f",
                  angle * 180 / M_PI, gap, hypot (v[0], v[1]), gain, fabs (energy));
  g_assert_cmpfloat (gap, <=, most_gap);
  g_assert_cmpfloat (gain, <=, 1e-2);
  if (floor)
    g_assert_cmpfloat (hypot (v[0], v[1]), <=, 1e-3);
  mbd_pile_free (pile);
}

static void
test_chain (void)
{
  run_chain (0, true, step, 1e-6);
  run_chain (M_PI / 6, false, step, 1e-3);
}

/* In motion -------------------------------------------------------------------------------- */

/// Checks that a pile moves without energy gain, and slower than `speed` in the end.
static void
assert_calms (const char *name, MbdPile *pile, int steps, double overlap, double speed)
{
  PileRun run;

  pile_run (pile, steps, NULL, 0, &run);
  report_run (name, &run);
  g_assert_true (isfinite (run.speed));
  g_assert_cmpfloat (run.speed, <=, speed);
  g_assert_cmpfloat (run.gain, <=, 1e-3);
  g_assert_cmpfloat (run.deepest, <=, overlap);
  mbd_pile_free (pile);
}

static void
test_motion (void)
{
  static const double hit[] = { 25, 0, 0 };
  const int rows = testing_torture () ? 44 : 14;

  assert_calms ("dropped pyramid", pile_pyramid (rows, 0.1, 0.05), 300, 0.5, 1e-3);
  MbdPile *pile = pile_pyramid (rows, 0, 0);
  mbd_pile_set (pile, pile_add_disc (pile, 50, 1, -8, 8), NULL, hit);
  // The boxes that were hit still tumble, but no faster than the ball that hit them.
  assert_calms ("pyramid hit by 50 kg at 25 m/s", pile, 300, 0.5, 25);
}

/* Momentum --------------------------------------------------------------------------------- */

/// Returns the momentum along x of all bodies.
static double
momentum_along (const MbdPile *pile, const double *masses)
{
  double sum = 0;

  for (int i = 1; i < mbd_pile_body_count (pile); i++) {
    double v[3];
    mbd_pile_get (pile, i, NULL, v);
    sum += masses[i] * v[0];
  }
  return sum;
}

/// A floor without friction absorbs no momentum along it: whatever hits the bodies on it, and
/// however little a step has converged, their momentum along x is constant, and no step adds energy
/// besides gravity.
static void
assert_keeps_momentum (const char *name, MbdPile *pile, int boxes, double mass, int steps)
{
  double masses[128] = { 0 }, worst = 0, gain = 0;
  int capped = 0;

  for (int i = 1; i <= boxes; i++)
    masses[i] = 1;
  masses[boxes + 1] = mass;
  g_assert_cmpint (mbd_pile_body_count (pile), ==, boxes + 2);
  const double begin = momentum_along (pile, masses);
  double energy = mbd_pile_energy (pile);
  for (int k = 0; k < steps; k++) {
    MbdPileReport report;
    g_assert_cmpint (mbd_pile_step (pile, step, NULL, NULL, 0, &report), ==, MBD_STATUS_OK);
    capped += report.end == MBD_PILE_CAPPED;
    worst = worst_of (worst, fabs (momentum_along (pile, masses) - begin));
    const double now = mbd_pile_energy (pile);
    gain = worst_of (gain, now - energy);
    energy = now;
  }
  g_test_message ("%s: momentum off by %.1e of %.1f N s, %.1e J gained in a step; %d of %d capped",
                  name, worst, begin, gain, capped, steps);
  g_assert_cmpfloat (worst, <=, 1e-9 * fabs (begin));
  // From opening an overlap of 1e-7 m.
  g_assert_cmpfloat (gain, <=, 1e-6);
  mbd_pile_free (pile);
}

static void
slide (MbdPile *pile)
{
  const MbdShapePair smooth = { .friction = 0 };

  for (int i = 1; i < mbd_pile_body_count (pile); i++)
    g_assert_cmpint (mbd_pile_set_pair (pile, 0, i, &smooth, NULL), ==, MBD_STATUS_OK);
}

static void
test_momentum (void)
{
  static const double hit[] = { 5, 0, 0 }, hard[] = { 25, 0, 0 };
  MbdPile *pile = pile_stack (6);

  mbd_pile_set (pile, pile_add_disc (pile, 4, 0.4, -1, 3.1), NULL, hit);
  slide (pile);
  assert_keeps_momentum ("hit stack", pile, 6, 4, 60);
  pile = pile_new (0.6);
  for (int i = 0; i < 6; i++)
    pile_add_box (pile, 1, 1, 1, i, 0.5, 0);
  mbd_pile_set (pile, pile_add_disc (pile, 4, 0.4, -1.5, 0.5), NULL, hit);
  slide (pile);
  assert_keeps_momentum ("hit row", pile, 6, 4, 60);
  pile = pile_pyramid (14, 0, 0);
  mbd_pile_set (pile, pile_add_disc (pile, 50, 1, -8, 4), NULL, hard);
  slide (pile);
  assert_keeps_momentum ("hit pyramid", pile, 105, 50, 120);
}

/// A ball of 1 cm at 300 m/s (5 m in a step) against a wall of 1 cm, in the plane and turning.
static void
test_no_tunnel (void)
{
  for (int k = 0; k < 20; k++) {
    MbdPile *pile = pile_new (0.6);
    const double wall[] = { 10, 0, 10.01, 0, 10.01, 3, 10, 3 };
    MbdShape def = mbd_shape_default (MBD_SHAPE_POLYGON);
    def.points = wall;
    def.count = 4;
    g_assert_cmpint (mbd_pile_add_shape (pile, 0, &def, NULL, NULL), ==, MBD_STATUS_OK);
    const int body = k % 2 ? pile_add_disc (pile, 0.01, 0.01, 1 + 0.1 * k, 1)
                           : pile_add_box (pile, 0.01, 0.02, 0.02, 1 + 0.1 * k, 1, 0.1);
    const double v[] = { 300, 0, k % 4 < 2 ? 0 : 50 };
    double x[3], farthest = 0;
    mbd_pile_set (pile, body, NULL, v);
    for (int i = 0; i < 60; i++) {
      g_assert_cmpint (mbd_pile_step (pile, step, NULL, NULL, 0, NULL), ==, MBD_STATUS_OK);
      mbd_pile_get (pile, body, x, NULL);
      farthest = worst_of (farthest, x[0]);
    }
    g_assert_cmpfloat (farthest, <, 10.0);
    mbd_pile_free (pile);
  }
}

/// A disc on an incline rolls with 2/3 g sin b up to mu = tan (b) / 3, otherwise it slides; rolling
/// friction holds it if its arm is large enough.
static void
test_rolling (void)
{
  static const double line[] = { 0, 0, 1, 0 }, centre[] = { 0, 0 }, radius = 0.5;
  const struct
  {
    double mu, arm, acceleration; // over g sin b
  } cases[] = { { 0.5, 0, 2.0 / 3 }, { 0.1, 0, -1 }, { 0.8, 0.3, 0 } };

  for (gsize k = 0; k < G_N_ELEMENTS (cases); k++) {
    const double angle = 0.5;
    MbdPileSettings settings = mbd_pile_default ();
    settings.gravity[0] = 9.81 * sin (angle);
    settings.gravity[1] = -9.81 * cos (angle);
    MbdPile *pile = mbd_pile_new (&settings);
    MbdShape ground = mbd_shape_default (MBD_SHAPE_HALF_PLANE);
    MbdShape disc = mbd_shape_default (MBD_SHAPE_DISC);
    const double x[] = { 0, radius, 0 };
    double v[3];
    ground.points = line;
    ground.count = 2;
    disc.points = centre;
    disc.count = 1;
    disc.radius = radius;
    ground.friction = disc.friction = cases[k].mu;
    disc.rolling = cases[k].arm;
    mbd_pile_add_shape (pile, 0, &ground, NULL, NULL);
    const int body = mbd_pile_add_body (pile, 2, radius * radius, x);
    mbd_pile_add_shape (pile, body, &disc, NULL, NULL);
    for (int i = 0; i < 60; i++)
      mbd_pile_step (pile, step, NULL, NULL, 0, NULL);
    mbd_pile_get (pile, body, NULL, v);
    const double slides = 9.81 * (sin (angle) - cases[k].mu * cos (angle));
    const double expected =
      cases[k].acceleration < 0 ? slides : cases[k].acceleration * 9.81 * sin (angle);
    g_assert_cmpfloat_with_epsilon (v[0], expected, 1e-5);
    if (k == 0)
      g_assert_cmpfloat_with_epsilon (v[2], -v[0] / radius, 1e-5);
    mbd_pile_free (pile);
  }
}

/// A pair of shapes has its own friction, or does not collide; bodies can be set to pass through
/// each other.
static void
test_pairs (void)
{
  for (int k = 0; k < 4; k++) {
    MbdPile *pile = pile_new (0.6);
    const int box = pile_add_box (pile, 1, 1, 1, 0, 0.5, 0);
    const double push[] = { 2, 0, 0 };
    const MbdShapePair pair = { .friction = 0.1, .restitution = 0, .ignored = k == 2 };
    const MbdShapePair bad = { .friction = -1 };
    double x[3], v[3];
    if (k == 1 || k == 2)
      g_assert_cmpint (mbd_pile_set_pair (pile, 1, 0, &pair, NULL), ==, MBD_STATUS_OK);
    if (k == 3)
      g_assert_cmpint (mbd_pile_ignore (pile, box, MBD_PILE_STATIC), ==, MBD_STATUS_OK);
    g_assert_cmpint (mbd_pile_set_pair (pile, 0, 1, &bad, NULL), ==, MBD_STATUS_NEGATIVE_FRICTION);
    mbd_pile_set (pile, box, NULL, push);
    for (int i = 0; i < 15; i++)
      mbd_pile_step (pile, step, NULL, NULL, 0, NULL);
    mbd_pile_get (pile, box, x, v);
    // A quarter of a second.
    if (k < 2)
      g_assert_cmpfloat_with_epsilon (v[0], 2 - (k == 0 ? 0.6 : 0.1) * 9.81 * 0.25, 1e-4);
    else
      g_assert_cmpfloat (x[1], <, 0.3);
    mbd_pile_free (pile);
  }
}

/* Shapes ----------------------------------------------------------------------------------- */

/// Every kind of shape falls on the ground and rests with its lowest point there.
static void
test_shapes (void)
{
  static const double triangle[] = { -0.5, -0.3, 0.5, -0.3, 0, 0.6 };
  static const double u[] = { -0.6, -0.4, 0.6,  -0.4, 0.6,  0.6, 0.4,  0.6,
                              0.4,  -0.2, -0.4, -0.2, -0.4, 0.6, -0.6, 0.6 };
  static const double line[] = { -0.4, 0, 0.4, 0 }, point[] = { 0, 0 };
  const struct
  {
    MbdShapeKind kind;
    const double *points;
    int count;
    double radius, height;
  } shapes[] = {
    { MBD_SHAPE_POLYGON, triangle, 3, 0, 0.3 }, { MBD_SHAPE_POLYGON, triangle, 3, 0.1, 0.4 },
    { MBD_SHAPE_POLYGON, u, 8, 0, 0.4 },        { MBD_SHAPE_CAPSULE, line, 2, 0.2, 0.2 },
    { MBD_SHAPE_DISC, point, 1, 0.3, 0.3 },
  };
  // The ground as a half plane and as a polygon.
  for (int ground = 0; ground < 2; ground++)
    for (gsize k = 0; k < G_N_ELEMENTS (shapes); k++) {
      MbdPileSettings settings = mbd_pile_default ();
      MbdPile *pile = mbd_pile_new (&settings);
      static const double plane[] = { 0, 0, 1, 0 }, slab[] = { -5, -1, 5, -1, 5, 0, -5, 0 };
      MbdShape below = mbd_shape_default (ground == 0 ? MBD_SHAPE_HALF_PLANE : MBD_SHAPE_POLYGON);
      MbdShape def = mbd_shape_default (shapes[k].kind);
      const double x[] = { 0, shapes[k].height + 0.2, 0 };
      double end[3], v[3];
      MbdPileContact contacts[16];
      below.points = ground == 0 ? plane : slab;
      below.count = ground == 0 ? 2 : 4;
      def.points = shapes[k].points;
      def.count = shapes[k].count;
      def.radius = shapes[k].radius;
      g_assert_cmpint (mbd_pile_add_shape (pile, 0, &below, NULL, NULL), ==, MBD_STATUS_OK);
      const int body = mbd_pile_add_body (pile, 3, 0.4, x);
      g_assert_cmpint (mbd_pile_add_shape (pile, body, &def, NULL, NULL), ==, MBD_STATUS_OK);
      for (int i = 0; i < 120; i++)
        g_assert_cmpint (mbd_pile_step (pile, step, NULL, NULL, 0, NULL), ==, MBD_STATUS_OK);
      mbd_pile_get (pile, body, end, v);
      g_assert_cmpfloat_with_epsilon (end[1], shapes[k].height, 1e-6);
      g_assert_cmpfloat_with_epsilon (end[2], 0, 1e-6);
      g_assert_cmpfloat (hypot (v[0], v[1]), <, 1e-6);
      // The forces carry the weight.
      const int count = mbd_pile_contacts (pile, contacts, 16);
      double force = 0;
      g_assert_cmpint (count, <=, 16);
      for (int i = 0; i < count; i++)
        force += contacts[i].normal_impulse / step * contacts[i].normal[1]
                 * (contacts[i].body_b == body ? 1 : -1);
      g_assert_cmpfloat_with_epsilon (force, 3 * 9.81, 1e-4);
      mbd_pile_free (pile);
    }
}

/// A random convex piece: a disc, a capsule or a polygon, rounded or not.
typedef struct
{
  double corners[24], radius;
  int size;
} Piece;

static void
add_random_piece (MbdPile *pile, GRand *random, Piece *piece)
{
  static const double zero[3] = { 0 };
  const int pick = g_rand_int_range (random, 0, 3);
  MbdShape def = mbd_shape_default (pick == 0   ? MBD_SHAPE_DISC
                                    : pick == 1 ? MBD_SHAPE_CAPSULE
                                                : MBD_SHAPE_POLYGON);

  piece->size = pick < 2 ? pick + 1 : g_rand_int_range (random, 3, 9);
  piece->radius = pick < 2 || g_rand_boolean (random) ? g_rand_double_range (random, 0.05, 0.3) : 0;
  for (int i = 0; i < piece->size; i++) {
    const double angle = 2 * M_PI * (i + 0.3 * g_rand_double (random)) / piece->size;
    piece->corners[2 * i] = cos (angle) * 0.5;
    piece->corners[2 * i + 1] = sin (angle) * 0.4;
  }
  def.points = piece->corners;
  def.count = piece->size;
  def.radius = piece->radius;
  const int body = mbd_pile_add_body (pile, 1, 0.1, zero);
  g_assert_cmpint (mbd_pile_add_shape (pile, body, &def, NULL, NULL), ==, MBD_STATUS_OK);
}

/// Returns the distance by which a direction separates the second piece from the first.
static double
apart (const Piece pieces[2], double x[2][3], const double normal[2])
{
  double top = -INFINITY, bottom = INFINITY;

  for (int b = 0; b < 2; b++)
    for (int k = 0; k < pieces[b].size; k++) {
      const double c = cos (x[b][2]), s = sin (x[b][2]), *p = pieces[b].corners + 2 * k;
      const double along =
        normal[0] * (x[b][0] + c * p[0] - s * p[1]) + normal[1] * (x[b][1] + s * p[0] + c * p[1]);
      if (b == 0)
        top = fmax (top, along + pieces[0].radius);
      else
        bottom = fmin (bottom, along - pieces[1].radius);
    }
  return bottom - top;
}

/// Random pairs of convex pieces: pairs that no direction separates touch, along the direction with
/// the least overlap, and no point is deeper than this overlap. A direction is kept from step to
/// step while another one is better by less than 5e-4 of the size, 1 m.
static void
test_random_pairs (void)
{
  const int count = testing_torture () ? 200000 : 20000;
  GRand *random = g_rand_new_with_seed (testing_seed (5));
  double worst = 0;
  int touching = 0, separate = 0;

  for (int trial = 0; trial < count / 20; trial++) {
    MbdPileSettings settings = mbd_pile_default ();
    settings.gravity[1] = 0;
    MbdPile *pile = mbd_pile_new (&settings);
    Piece pieces[2];
    for (int b = 0; b < 2; b++)
      add_random_piece (pile, random, &pieces[b]);
    for (int pose = 0; pose < 20; pose++) {
      double x[2][3], farthest = -INFINITY;
      MbdPileContact contacts[4];
      for (int b = 0; b < 2; b++) {
        static const double zero[3] = { 0 };
        for (int k = 0; k < 3; k++)
          x[b][k] = g_rand_double_range (random, -1, 1);
        x[b][2] *= 4;
        mbd_pile_set (pile, b + 1, x[b], zero);
      }
      MbdPileReport report;
      mbd_pile_step (pile, 1e-9, NULL, NULL, 0, &report);
      const int n = mbd_pile_contacts (pile, contacts, 4);
      g_assert_cmpint (n, <=, 2);
      for (int k = 0; k < 720; k++) {
        const double direction[] = { cos (k * M_PI / 360), sin (k * M_PI / 360) };
        farthest = fmax (farthest, apart (pieces, x, direction));
      }
      // They overlap in every direction that was tried, by more than the error of the sampled
      // directions.
      if (farthest < -1e-4) {
        touching++;
        g_assert_cmpint (n, >=, 1);
      }
      separate += farthest > 0;
      for (int i = 0; i < n; i++) {
        const double *m = contacts[i].normal, along = apart (pieces, x, m);
        g_assert_cmpfloat_with_epsilon (hypot (m[0], m[1]), 1, 1e-12);
        g_assert_cmpint (contacts[i].body_a, ==, 1);
        g_assert_cmpfloat (contacts[i].gap, >=, along - 1e-9);
        worst = worst_of (worst, farthest - along);
      }
    }
    mbd_pile_free (pile);
  }
  g_test_message ("%d touch, %d are apart; another direction keeps them apart by %.1e m more",
                  touching, separate, worst);
  g_assert_cmpint (touching, >, count / 10);
  g_assert_cmpint (separate, >, count / 10);
  g_assert_cmpfloat (worst, <, 1e-3);
  g_rand_free (random);
}

/// Convex pieces: their areas add up, each is convex.
static void
test_decomposition (void)
{
  const int count = testing_torture () ? 20000 : 2000;
  GRand *random = g_rand_new_with_seed (testing_seed (9));

  for (int trial = 0; trial < count; trial++) {
    double p[60];
    int first[91], corners[90];
    const int n = g_rand_int_range (random, 3, 31);
    double area = 0, sum = 0;
    // A star round the origin is simple.
    for (int i = 0; i < n; i++) {
      const double angle = 2 * M_PI * (i + 0.9 * g_rand_double (random)) / n;
      const double r = g_rand_double_range (random, 0.2, 1);
      const int at = trial % 2 ? i : n - 1 - i;
      p[2 * at] = r * cos (angle);
      p[2 * at + 1] = r * sin (angle);
    }
    if (mbd_polygon_check (p, n, NULL) != MBD_STATUS_OK)
      continue;
    const int pieces = mbd_polygon_decompose (p, n, first, corners);
    g_assert_cmpint (pieces, >=, 1);
    for (int i = 0; i < n; i++)
      area += (p[2 * i] * p[2 * ((i + 1) % n) + 1] - p[2 * i + 1] * p[2 * ((i + 1) % n)]) / 2;
    for (int k = 0; k < pieces; k++) {
      const int *c = corners + first[k], m = first[k + 1] - first[k];
      g_assert_cmpint (m, >=, 3);
      for (int i = 0; i < m; i++) {
        const double *a = p + 2 * c[i], *b = p + 2 * c[(i + 1) % m], *d = p + 2 * c[(i + 2) % m];
        sum += (a[0] * b[1] - a[1] * b[0]) / 2;
        g_assert_cmpfloat ((b[0] - a[0]) * (d[1] - a[1]) - (b[1] - a[1]) * (d[0] - a[0]), >=,
                           -1e-12);
      }
    }
    g_assert_cmpfloat_with_epsilon (sum, fabs (area), 1e-9);
  }
  g_rand_free (random);
}

static void
test_refused (void)
{
  static const double bow[] = { 0, 0, 1, 1, 1, 0, 0, 1 }, flat[] = { 0, 0, 1, 0, 2, 0 };
  static const double square[] = { 0, 0, 1, 0, 1, 1, 0, 1 };
  MbdPile *pile = pile_new (0.6);
  MbdShape def = mbd_shape_default (MBD_SHAPE_POLYGON);
  MbdDiagnosis why;
  const int body = pile_add_box (pile, 1, 1, 1, 0, 0.5, 0);

  def.points = bow;
  def.count = 4;
  g_assert_cmpint (mbd_pile_add_shape (pile, body, &def, NULL, &why), ==,
                   MBD_STATUS_POLYGON_CROSSES);
  g_assert_cmpint (why.row, ==, 0);
  def.points = flat;
  def.count = 3;
  g_assert_cmpint (mbd_pile_add_shape (pile, body, &def, NULL, &why), ==, MBD_STATUS_POLYGON_FLAT);
  def.points = square;
  def.count = 4;
  def.friction = -0.1;
  g_assert_cmpint (mbd_pile_add_shape (pile, body, &def, NULL, &why), ==,
                   MBD_STATUS_NEGATIVE_FRICTION);
  def.friction = NAN;
  g_assert_cmpint (mbd_pile_add_shape (pile, body, &def, NULL, &why), ==,
                   MBD_STATUS_NEGATIVE_FRICTION);
  def.friction = 0.5;
  def.restitution = 1.1;
  g_assert_cmpint (mbd_pile_add_shape (pile, body, &def, NULL, &why), ==,
                   MBD_STATUS_BAD_RESTITUTION);
  def.restitution = 0;
  def.kind = MBD_SHAPE_DISC;
  def.count = 1;
  g_assert_cmpint (mbd_pile_add_shape (pile, body, &def, NULL, &why), ==, MBD_STATUS_BAD_RADIUS);
  g_assert_cmpint (mbd_pile_add_shape (pile, 7, &def, NULL, &why), ==, MBD_STATUS_UNKNOWN_BODY);

  // Nothing moves with numbers that are not finite.
  double forces[] = { 0, 0, 0, INFINITY, 0, 0 }, x[3];
  g_assert_cmpint (mbd_pile_step (pile, step, forces, NULL, 0, NULL), ==, MBD_STATUS_NOT_FINITE);
  g_assert_cmpint (mbd_pile_step (pile, NAN, NULL, NULL, 0, NULL), ==, MBD_STATUS_BAD_PARAMETER);
  mbd_pile_get (pile, body, x, NULL);
  g_assert_cmpfloat (x[1], ==, 0.5);
  mbd_pile_free (pile);
}

/// Two overlapping boxes, and one deep in the ground, are pushed out gently.
static void
test_overlap (void)
{
  MbdPile *pile = pile_new (0.6);
  MbdPileReport report;
  double fastest = 0;

  pile_add_box (pile, 1, 1, 1, 0, 0.2, 0);
  pile_add_box (pile, 1, 1, 1, 0.1, 0.5, 0.3);
  for (int i = 0; i < 300; i++) {
    g_assert_cmpint (mbd_pile_step (pile, step, NULL, NULL, 0, &report), ==, MBD_STATUS_OK);
    if (i == 0)
      g_assert_cmpfloat (report.deepest, >, 0.25);
    for (int b = 1; b <= 2; b++) {
      double v[3];
      mbd_pile_get (pile, b, NULL, v);
      fastest = worst_of (fastest, hypot (v[0], v[1]));
    }
  }
  g_assert_cmpfloat (report.deepest, <, 1e-3);
  g_assert_cmpfloat (fastest, <, 7);
  mbd_pile_free (pile);
}

/// Without gravity, overlapping bodies are moved apart and lie still.
static void
test_overlap_energy (void)
{
  MbdPileSettings settings = mbd_pile_default ();
  double x[3], most = 0;

  settings.gravity[1] = 0;
  MbdPile *pile = mbd_pile_new (&settings);
  for (int i = 0; i < 6; i++)
    pile_add_box (pile, 1 + i, 1, 1, 0.6 * (i % 3), 0.7 * (i / 3), 0.2 * i);
  for (int i = 0; i < 600; i++) {
    g_assert_cmpint (mbd_pile_step (pile, step, NULL, NULL, 0, NULL), ==, MBD_STATUS_OK);
    most = worst_of (most, mbd_pile_energy (pile));
  }
  MbdPileReport report;
  mbd_pile_step (pile, step, NULL, NULL, 0, &report);
  mbd_pile_get (pile, 1, x, NULL);
  g_test_message ("overlaps of six boxes: %.1e J, %.1e m left", most, report.deepest);
  g_assert_cmpfloat (most, <=, 1e-9);
  g_assert_cmpfloat (report.deepest, <, 1e-3);
  g_assert_cmpfloat (hypot (x[0], x[1]), >, 0.05);
  mbd_pile_free (pile);
}

/// A resting pile falls asleep and is unchanged; a thrown body wakes it, and a pulled body wakes by
/// itself.
static void
test_sleep (void)
{
  MbdPileSettings settings = mbd_pile_default ();
  settings.sleeps = true;
  MbdPile *pile = mbd_pile_new (&settings);
  const double line[] = { 0, 0, 1, 0 };
  MbdShape ground = mbd_shape_default (MBD_SHAPE_HALF_PLANE);
  MbdPileReport report;
  MbdPileContact contacts[64];
  double before[3], after[3], force = 0;

  ground.points = line;
  ground.count = 2;
  g_assert_cmpint (mbd_pile_add_shape (pile, 0, &ground, NULL, NULL), ==, MBD_STATUS_OK);
  // Two stacks far from each other, not quite at rest at the start.
  for (int i = 0; i < 8; i++)
    pile_add_box (pile, 1, 1, 1, i < 4 ? 0 : 10, 0.5 + (i % 4) * 1.001, 0);
  for (int k = 0; k < 300; k++)
    g_assert_cmpint (mbd_pile_step (pile, step, NULL, NULL, 0, &report), ==, MBD_STATUS_OK);
  g_assert_cmpint (report.asleep, ==, 8);
  mbd_pile_get (pile, 4, before, NULL);
  for (int k = 0; k < 600; k++)
    g_assert_cmpint (mbd_pile_step (pile, step, NULL, NULL, 0, &report), ==, MBD_STATUS_OK);
  mbd_pile_get (pile, 4, after, NULL);
  g_assert_cmpmem (before, sizeof before, after, sizeof after);
  // Its forces are still reported.
  const int count = mbd_pile_contacts (pile, contacts, 64);
  g_assert_cmpint (count, ==, 16);
  for (int i = 0; i < count; i++)
    if (contacts[i].body_a == 0 || contacts[i].body_b == 0)
      force += contacts[i].normal_impulse / step;
  g_assert_cmpfloat_with_epsilon (force, 8 * 9.81, 1e-4);

  // A force on one stack wakes only that stack.
  double forces[27] = { 0 };
  forces[3 * 8] = 0.1;
  g_assert_cmpint (mbd_pile_step (pile, step, forces, NULL, 0, &report), ==, MBD_STATUS_OK);
  g_assert_cmpint (report.asleep, ==, 4);
  // A box thrown at the other stack wakes it too, and topples it.
  const int ball = pile_add_box (pile, 20, 1, 1, -5, 3, 0);
  const double velocity[] = { 15, 0, 0 };
  mbd_pile_set (pile, ball, NULL, velocity);
  double more[30] = { 0 };
  more[3 * 8] = 0.1;
  for (int k = 0; k < 60; k++)
    g_assert_cmpint (mbd_pile_step (pile, step, more, NULL, 0, &report), ==, MBD_STATUS_OK);
  mbd_pile_get (pile, 4, after, NULL);
  g_assert_cmpfloat (after[0], >, 1);
  // In the end everything comes to rest.
  for (int k = 0; k < 1800 && report.asleep < 9; k++)
    g_assert_cmpint (mbd_pile_step (pile, step, more, NULL, 0, &report), ==, MBD_STATUS_OK);
  g_assert_cmpint (report.asleep, ==, 9);
  mbd_pile_free (pile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pile/rest", test_rest);
  g_test_add_func ("/pile/incline", test_incline);
  g_test_add_func ("/pile/chain", test_chain);
  g_test_add_func ("/pile/motion", test_motion);
  g_test_add_func ("/pile/momentum", test_momentum);
  g_test_add_func ("/pile/no-tunnel", test_no_tunnel);
  g_test_add_func ("/pile/rolling", test_rolling);
  g_test_add_func ("/pile/pairs", test_pairs);
  g_test_add_func ("/pile/shapes", test_shapes);
  g_test_add_func ("/pile/random-pairs", test_random_pairs);
  g_test_add_func ("/pile/decomposition", test_decomposition);
  g_test_add_func ("/pile/overlap", test_overlap);
  g_test_add_func ("/pile/overlap-energy", test_overlap_energy);
  g_test_add_func ("/pile/refused", test_refused);
  g_test_add_func ("/pile/sleep", test_sleep);
  return g_test_run ();
}
