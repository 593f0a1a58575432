// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// G and gamma against differences of the position errors, for every set of axes that a loop joint
// can lock and for rods, in the plane, in space and between both; forces against differences of
// energy.

#include "testing-seed.h"
#include "testing.h"

/// Fourth-order differences with this step have an error of some 1e-12 from both the step and
/// round-off; the limit leaves room for curved errors (a half-turn measure) and arms of 1 m.
#define STEP 1e-3
#define LIMIT 1e-9

typedef enum
{
  GROUND_TO_BODY,
  BODY_TO_GROUND,
  BODY_TO_BODY,
  PLANAR_TO_SPATIAL,
  SPATIAL_TO_PLANAR,
  PAIRS
} Pair;

/// Computes the derivative of the position errors along `direction` by four values.
static void
differentiate_errors (MbdState *state, const double *q, const double *direction, double *slope)
{
  static const double steps[4] = { -2, -1, 1, 2 };
  static const double weights[4] = { 1 / 12.0, -8 / 12.0, 8 / 12.0, -1 / 12.0 };
  const MbdModel *model = mbd_state_model (state);
  int m = mbd_model_row_count (model);
  double *moved = g_new0 (double, mbd_model_position_count (model)), *errors = g_new0 (double, m);

  memset (slope, 0, (size_t) m * sizeof *slope);
  for (int k = 0; k < 4; k++) {
    move_along (model, q, direction, steps[k] * STEP, moved);
    mbd_state_set (state, 0, moved, NULL);
    mbd_state_errors (state, errors, NULL, NULL);
    for (int i = 0; i < m; i++)
      slope[i] += weights[k] * errors[i] / STEP;
  }
  mbd_state_set (state, 0, q, NULL);
  g_free (moved);
  g_free (errors);
}

/// Computes the derivative of the velocity errors, with constant velocities.
static void
differentiate_rates (MbdState *state, const double *q, const double *v, double *slope)
{
  static const double steps[4] = { -2, -1, 1, 2 };
  static const double weights[4] = { 1 / 12.0, -8 / 12.0, 8 / 12.0, -1 / 12.0 };
  const MbdModel *model = mbd_state_model (state);
  int m = mbd_model_row_count (model);
  double *moved = g_new0 (double, mbd_model_position_count (model)), *rates = g_new0 (double, m);

  memset (slope, 0, (size_t) m * sizeof *slope);
  for (int k = 0; k < 4; k++) {
    move_along (model, q, v, steps[k] * STEP, moved);
    mbd_state_set (state, 0, moved, v);
    mbd_state_errors (state, NULL, rates, NULL);
    for (int i = 0; i < m; i++)
      slope[i] += weights[k] * rates[i] / STEP;
  }
  mbd_state_set (state, 0, q, v);
  g_free (moved);
  g_free (rates);
}

/// Checks G column by column, G v and the velocity errors, and gamma, at the current state.
static void
check_derivatives (MbdState *state, double scale)
{
  const MbdModel *model = mbd_state_model (state);
  int n = mbd_model_velocity_count (model), m = mbd_model_row_count (model);
  double *q =
    g_memdup2 (mbd_state_positions (state), (size_t) mbd_model_position_count (model) * sizeof *q);
  double *v = g_memdup2 (mbd_state_velocities (state), (size_t) n * sizeof *v);
  double *G = g_new0 (double, m *n), *gamma = g_new0 (double, m), *slope = g_new0 (double, m);
  double *rates = g_new0 (double, m), *unit = g_new0 (double, n);

  mbd_state_jacobian (state, G, gamma);
  mbd_state_errors (state, NULL, rates, NULL);
  for (int j = 0; j < n; j++) {
    unit[j] = 1;
    differentiate_errors (state, q, unit, slope);
    unit[j] = 0;
    for (int i = 0; i < m; i++)
      assert_close (G[i * n + j], slope[i], LIMIT * scale);
  }
  for (int i = 0; i < m; i++)
    assert_close (rates[i], dot (n, G + i * n, v), 1e-13 * scale);

  // With a = 0 the second derivative of an error is -gamma.
  differentiate_rates (state, q, v, slope);
  for (int i = 0; i < m; i++)
    assert_close (gamma[i], -slope[i], 10 * LIMIT * scale);

  g_free (q);
  g_free (v);
  g_free (G);
  g_free (gamma);
  g_free (slope);
  g_free (rates);
  g_free (unit);
}

static MbdBodyDef
random_body (GRand *rand, MbdMobility mobility)
{
  MbdBodyDef def = mbd_body_default ();

  def.mobility = mobility;
  random_vector (rand, 3, 1, def.position);
  random_vector (rand, 3, 1, def.centre_of_mass);
  random_vector (rand, 3, 1, def.velocity);
  random_vector (rand, 3, 1, def.angular_velocity);
  if (mobility == MBD_SPATIAL) {
    random_quaternion (rand, def.quaternion);
  } else {
    def.angle = random_in (rand, -7, 7);
    def.position[2] = def.centre_of_mass[2] = def.velocity[2] = 0;
    def.angular_velocity[0] = def.angular_velocity[1] = 0;
  }
  return def;
}

static MbdFrame
random_frame (GRand *rand, bool in_plane)
{
  MbdFrame frame = mbd_frame_default ();

  random_vector (rand, 3, 1, frame.point);
  if (in_plane)
    quaternion_from_vector ((double[]){ 0, 0, random_in (rand, -3, 3) }, frame.quaternion);
  else
    random_quaternion (rand, frame.quaternion);
  return frame;
}

/// Adds two bodies (or one and the ground) at random. Returns true if all is in the plane.
static bool
add_pair (Design *design, GRand *rand, Pair pair, bool in_plane, MbdCouplingDef *def)
{
  static const MbdMobility first[PAIRS] = {
    MBD_FIXED, MBD_SPATIAL, MBD_SPATIAL, MBD_PLANAR, MBD_SPATIAL,
  };
  static const MbdMobility second[PAIRS] = {
    MBD_SPATIAL, MBD_FIXED, MBD_SPATIAL, MBD_SPATIAL, MBD_PLANAR,
  };
  MbdMobility a = first[pair], b = second[pair];

  if (in_plane) {
    a = a == MBD_SPATIAL ? MBD_PLANAR : a;
    b = b == MBD_SPATIAL ? MBD_PLANAR : b;
  }
  MbdBodyDef body_a = random_body (rand, a), body_b = random_body (rand, b);
  def->body_a = design_add_body (design, &body_a);
  def->body_b = design_add_body (design, &body_b);
  return in_plane;
}

static void
attitude (const MbdBodyDef *body, double q[4])
{
  double turn[4];

  quaternion_from_vector ((double[]){ 0, 0, body->mobility == MBD_SPATIAL ? 0 : body->angle },
                          turn);
  quaternion_multiply (body->quaternion, turn, q);
}

/// Turns frame_b so that the joint is off its aligned attitude by at most 2 rad: away from the half
/// turn, where the measures of two and three rotations have their branch.
static void
limit_misalignment (Design *design, GRand *rand, bool in_plane, MbdCouplingDef *def)
{
  double a[4], b[4], off[3], turn[4], world[4];

  attitude (&design->bodies[def->body_a - 1], a);
  attitude (&design->bodies[def->body_b - 1], b);
  random_vector (rand, 3, 1.1, off);
  if (in_plane)
    off[0] = off[1] = 0;
  quaternion_from_vector (off, turn);
  quaternion_multiply (a, def->frame_a.quaternion, world);
  quaternion_multiply (world, turn, world);
  b[1] = -b[1];
  b[2] = -b[2];
  b[3] = -b[3];
  quaternion_multiply (b, world, def->frame_b.quaternion);
}

static void
check_loop (GRand *rand, unsigned locked, Pair pair, bool in_plane)
{
  Design *design = design_new ();
  MbdCouplingDef def = mbd_loop_default (locked);
  MbdState *state;

  add_pair (design, rand, pair, in_plane, &def);
  def.frame_a = random_frame (rand, in_plane);
  def.frame_b = random_frame (rand, in_plane);
  limit_misalignment (design, rand, in_plane, &def);
  design_add_coupling (design, &def);
  state = testing_state (design);

  unsigned seen = in_plane ? locked & (MBD_LOCK_X | MBD_LOCK_Y | MBD_LOCK_RZ) : locked;
  g_assert_cmpint (mbd_model_row_count (mbd_state_model (state)), ==, __builtin_popcount (seen));
  // Second derivatives grow with the speeds and arms, which are about 1 to 5 here.
  check_derivatives (state, 5);
  testing_state_free (state);
}

static void
test_loops_in_space (void)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (1));
  int rounds = testing_torture () ? 50 : 4;

  for (unsigned locked = 1; locked <= MBD_LOOP_WELD; locked++)
    for (int pair = 0; pair < PAIRS; pair++)
      for (int round = 0; round < rounds; round++)
        check_loop (rand, locked, pair, false);
  g_rand_free (rand);
}

static void
test_loops_in_plane (void)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (2));
  int rounds = testing_torture () ? 50 : 4;

  // Sets that lock nothing in the plane are skipped.
  for (unsigned locked = 1; locked <= MBD_LOOP_WELD; locked++)
    for (int pair = 0; pair <= BODY_TO_BODY; pair++)
      for (int round = 0; round < rounds; round++)
        if (locked & (MBD_LOCK_X | MBD_LOCK_Y | MBD_LOCK_RZ))
          check_loop (rand, locked, pair, true);
  g_rand_free (rand);
}

static void
test_rods (void)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (3));

  for (int round = 0; round < 40; round++)
    for (int pair = 0; pair < PAIRS; pair++)
      for (int in_plane = 0; in_plane < 2; in_plane++) {
        Design *design = design_new ();
        MbdCouplingDef def = mbd_rod_default ();
        double a[3], b[3], span = 0;
        MbdState *state;

        add_pair (design, rand, pair, in_plane, &def);
        def.frame_a = random_frame (rand, in_plane);
        def.frame_b = random_frame (rand, in_plane);
        if (in_plane)
          def.frame_a.point[2] = def.frame_b.point[2] = 0;
        def.length = random_in (rand, 0.5, 2);
        design_add_coupling (design, &def);
        state = testing_state (design);
        mbd_state_coupling_points (state, 0, a, b);
        for (int k = 0; k < 3; k++)
          span += (b[k] - a[k]) * (b[k] - a[k]);
        // Derivatives of a distance grow as powers of its inverse.
        if (span > 0.25)
          check_derivatives (state, 100);
        testing_state_free (state);
      }
  g_rand_free (rand);
}

/// Puts the origin of a frame of a body at a place in the plane.
static void
place_end (const MbdBodyDef *body, const double target[2], MbdFrame *frame)
{
  const double c = cos (body->angle), s = sin (body->angle);
  const double dx = target[0] - body->position[0], dy = target[1] - body->position[1];

  frame->point[0] = c * dx + s * dy;
  frame->point[1] = -s * dx + c * dy;
}

/// Ropes over pulleys in the plane, in all senses, with up to four bodies, some of them the same, and
/// with pulleys that they touch and pass.
static void
test_pulley_ropes (void)
{
  static const double layout[4][2] = { { -1, -1.5 }, { 1.2, -1.4 }, { -0.6, 0.5 }, { 0.7, 0.4 } };
  GRand *rand = g_rand_new_with_seed (testing_seed (5));

  for (int round = 0; round < 200; round++) {
    Design *design = design_new ();
    MbdCouplingDef def = mbd_pulley_rope_default ();
    MbdFrame *frames[] = { &def.frame_a, &def.frame_b, &def.frame_c, &def.frame_d };
    int *ids[] = { &def.body_a, &def.body_b, &def.body_c, &def.body_d };
    const int n_bodies = g_rand_int_range (rand, 2, 5);

    for (int i = 0; i < n_bodies; i++) {
      MbdBodyDef body = random_body (rand, i == 0 && round % 2 ? MBD_FIXED : MBD_PLANAR);
      design_add_body (design, &body);
    }
    for (int end = 0; end < 4; end++) {
      const double target[2] = { layout[end][0] + random_in (rand, -0.2, 0.2),
                                 layout[end][1] + random_in (rand, -0.2, 0.2) };
      *ids[end] = end < n_bodies ? end + 1 : g_rand_int_range (rand, 1, n_bodies + 1);
      place_end (&design->bodies[*ids[end] - 1], target, frames[end]);
    }
    def.mode = MBD_MODE_LOCK; // rows that bind in one direction have no rate while they are slack
    def.passes = g_rand_int_range (rand, 1, 6);
    def.length = 3;
    for (int i = 0; i < 2; i++)
      def.pulley_radius[i] = g_rand_int_range (rand, 0, 4) == 0 ? 0 : random_in (rand, -0.3, 0.3);
    design_add_coupling (design, &def);
    MbdState *state = testing_state (design);
    check_derivatives (state, 100);
    testing_state_free (state);
  }
  g_rand_free (rand);
}

/// Ropes through eyes in space.
static void
test_ropes_through_eyes (void)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (6));

  for (int round = 0; round < 60; round++) {
    Design *design = design_new ();
    MbdCouplingDef def = mbd_pulley_rope_default ();
    MbdFrame *frames[] = { &def.frame_a, &def.frame_b, &def.frame_c, &def.frame_d };

    for (int end = 0; end < 4; end++) {
      MbdBodyDef body = random_body (rand, end == round % 5 ? MBD_PLANAR : MBD_SPATIAL);
      body.position[end % 3] += 6 * (end + 1);
      design_add_body (design, &body);
      *frames[end] = random_frame (rand, false);
    }
    def.body_a = 1;
    def.body_b = round % 3 == 0 ? 1 : 2;
    def.body_c = 3;
    def.body_d = 4;
    def.passes = 1 + round % 4;
    def.mode = MBD_MODE_LOCK;
    design_add_coupling (design, &def);
    MbdState *state = testing_state (design);
    check_derivatives (state, 100);
    testing_state_free (state);
  }
  g_rand_free (rand);
}

/// Pins in open and closed curved slots, and stops along the curve, off the curve by up to a third of its
/// reach.
static void
test_curved_slots (void)
{
  static const double open_points[] = { -1, 0.5, 0, 0, 1, 0.2, 2, -0.6, 3, 0.4 };
  static const double loop_points[] = { 1, 0, 0.4, 1, -1, 0.6, -0.8, -0.7, 0.2, -1.1, 1, 0 };
  GRand *rand = g_rand_new_with_seed (testing_seed (7));

  for (int round = 0; round < 20; round++)
    for (int pair = 0; pair < PAIRS; pair++)
      for (int in_plane = 0; in_plane < 2; in_plane++) {
        Design *design = design_new ();
        MbdCurve *curve;
        MbdStatus status =
          mbd_curve_new (round % 2 ? open_points : loop_points, round % 2 ? 5 : 6, &curve, NULL);
        MbdCouplingDef def = mbd_curved_slot_default (curve);
        MbdCouplingDef stops = mbd_limit_default (MBD_COORDINATE_ARC, -0.5, 12);
        double a[4], b[4], frame[4], world[3], at[3];

        assert_ok (status);
        add_pair (design, rand, pair, in_plane, &def);
        def.frame_a = random_frame (rand, in_plane);
        if (in_plane)
          def.frame_a.point[2] = 0;
        // A pin near a place that lies well within a polynomial: differences do not cross knots.
        const int segment = g_rand_int_range (rand, 0, round % 2 ? 4 : 5);
        const double first = mbd_curve_place (curve, segment);
        const double last = mbd_curve_place (curve, segment + 1);
        const MbdCurvePoint foot =
          mbd_curve_at (curve, first + (last - first) * random_in (rand, 0.3, 0.7));
        const double off = mbd_curve_reach (curve) * random_in (rand, -0.33, 0.33);
        const double local[3] = { foot.point[0] - off * foot.tangent[1],
                                  foot.point[1] + off * foot.tangent[0],
                                  in_plane ? 0 : random_in (rand, -0.2, 0.2) };
        attitude (&design->bodies[def.body_a - 1], a);
        attitude (&design->bodies[def.body_b - 1], b);
        quaternion_turn (def.frame_a.quaternion, local, at);
        for (int i = 0; i < 3; i++)
          at[i] += def.frame_a.point[i];
        quaternion_turn (a, at, world);
        for (int i = 0; i < 3; i++)
          world[i] +=
            design->bodies[def.body_a - 1].position[i] - design->bodies[def.body_b - 1].position[i];
        for (int i = 0; i < 4; i++)
          frame[i] = i == 0 ? b[0] : -b[i];
        quaternion_turn (frame, world, def.frame_b.point);
        if (in_plane)
          def.frame_b.point[2] = 0;
        def.mode = stops.mode = MBD_MODE_LOCK;
        stops.body_a = def.body_a;
        stops.body_b = def.body_b;
        stops.frame_a = def.frame_a;
        stops.frame_b = def.frame_b;
        stops.curve = curve;
        design_add_coupling (design, &def);
        design_add_coupling (design, &stops);
        MbdState *state = testing_state (design);
        mbd_curve_unref (curve);
        g_assert_cmpint (mbd_model_row_count (mbd_state_model (state)), ==, in_plane ? 3 : 4);
        check_derivatives (state, 500);
        testing_state_free (state);
      }
  g_rand_free (rand);
}

static void
test_mechanisms (void)
{
  Design *(*const designs[]) (MbdMobility) = { design_fourbar, design_andrews, design_pendulum };
  GRand *rand = g_rand_new_with_seed (testing_seed (4));

  // Whole mechanisms, off their constraints: rows and columns are placed correctly.
  for (int i = 0; i < 6; i++) {
    MbdState *state = testing_state (designs[i / 2](i % 2 ? MBD_SPATIAL : MBD_PLANAR));
    const MbdModel *model = mbd_state_model (state);
    int nq = mbd_model_position_count (model), n = mbd_model_velocity_count (model);
    double *q = g_new0 (double, nq), *v = g_new0 (double, n);

    random_vector (rand, n, 0.3, v);
    move_along (model, mbd_state_positions (state), v, 1, q);
    random_vector (rand, n, 1, v);
    mbd_state_set (state, 0, q, v);
    check_derivatives (state, 10);
    g_free (q);
    g_free (v);
    testing_state_free (state);
  }
  g_rand_free (rand);
}

static void
test_alignment (void)
{
  // Errors vanish only if aligned: half a turn off is an error of its full size.
  static const unsigned locked[] = {
    MBD_LOCK_RX | MBD_LOCK_RY | MBD_LOCK_RZ,
    MBD_LOCK_RX | MBD_LOCK_RY,
    MBD_LOCK_RZ | MBD_LOCK_RX,
    MBD_LOCK_RY | MBD_LOCK_RZ,
  };

  for (int i = 0; i < 4; i++) {
    Design *design = design_new ();
    MbdBodyDef body = mbd_body_default ();
    MbdCouplingDef def = mbd_loop_default (locked[i]);
    // A half turn about an axis that every set locks at least in part.
    double errors[3] = { 0 }, half_turn[4] = { 0, sqrt (0.5), sqrt (0.5), 0 };
    MbdState *state;

    if (i == 3)
      memcpy (half_turn, (double[]){ 0, 0, sqrt (0.5), sqrt (0.5) }, sizeof half_turn);
    body.mobility = MBD_SPATIAL;
    memcpy (body.quaternion, half_turn, sizeof half_turn);
    design_add_body (design, &body);
    def.body_b = 1;
    design_add_coupling (design, &def);
    state = testing_state (design);
    mbd_state_errors (state, errors, NULL, NULL);
    // Both measures have length 2 at a half turn of the locked axis, and at least sqrt 2 here.
    g_assert_cmpfloat (sqrt (dot (3, errors, errors)), >, 1.4);
    testing_state_free (state);
  }
}

static void
test_planar_angle_wraps (void)
{
  // A plane weld reduces its angle to (-pi, pi]: whole turns do not count as errors.
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdCouplingDef weld = mbd_loop_default (MBD_LOOP_WELD);
  const double pi = 3.14159265358979323846;
  double errors[3];
  MbdState *state;

  body.angle = 6 * pi + 0.25;
  design_add_body (design, &body);
  weld.body_b = 1;
  design_add_coupling (design, &weld);
  state = testing_state (design);
  mbd_state_errors (state, errors, NULL, NULL);
  assert_close (errors[2], 0.25, 1e-14);
  testing_state_free (state);
}

/// Potential energy as a function of q, differentiated along each velocity coordinate.
static void
test_forces (void)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (5));

  for (int round = 0; round < 40; round++) {
    Design *design = design_new ();
    MbdForceDef spring = mbd_spring_default ();
    MbdCouplingDef pair = mbd_rod_default ();
    MbdEnergy energy;
    MbdState *state;
    double q[14], f[12], moved[14], unit[12] = { 0 };

    random_vector (rand, 3, 10, design->gravity);
    add_pair (design, rand, round % PAIRS, round % 2, &pair);
    spring.body_a = pair.body_a;
    spring.body_b = pair.body_b;
    random_vector (rand, 3, 1, spring.point_a);
    random_vector (rand, 3, 1, spring.point_b);
    spring.stiffness = random_in (rand, 1, 10);
    spring.free_length = random_in (rand, 0, 1);
    design_add_force (design, &spring);
    state = testing_state (design);

    const MbdModel *model = mbd_state_model (state);
    int n = mbd_model_velocity_count (model);
    memcpy (q, mbd_state_positions (state), (size_t) mbd_model_position_count (model) * sizeof *q);
    // At rest there are no gyroscopic forces and no damping.
    mbd_state_set (state, 0, q, unit);
    mbd_state_forces (state, f);
    for (int j = 0; j < n; j++) {
      static const double steps[4] = { -2, -1, 1, 2 };
      static const double weights[4] = { 1 / 12.0, -8 / 12.0, 8 / 12.0, -1 / 12.0 };
      double slope = 0;

      unit[j] = 1;
      for (int k = 0; k < 4; k++) {
        move_along (model, q, unit, steps[k] * STEP, moved);
        mbd_state_set (state, 0, moved, NULL);
        mbd_state_energy (state, &energy);
        slope += weights[k] * energy.potential / STEP;
      }
      unit[j] = 0;
      // Energies of up to 100 J: round-off 1e-14 * 100 / STEP.
      assert_close (f[j], -slope, 1e-8);
    }
    testing_state_free (state);
  }
  g_rand_free (rand);
}

static void
test_spring_damper (void)
{
  // Wrenches of a spring-damper: along the line, opposite, with the power -d rate^2 without
  // stiffness.
  GRand *rand = g_rand_new_with_seed (testing_seed (6));

  for (int round = 0; round < 20; round++) {
    Design *design = design_new ();
    MbdForceDef spring = mbd_spring_default ();
    MbdCouplingDef pair = mbd_rod_default ();
    MbdWrench a, b;
    double length, rate, tension, f[12], span[3], ends[2][3];
    MbdState *state;

    memset (design->gravity, 0, sizeof design->gravity);
    add_pair (design, rand, round % PAIRS, round % 2, &pair);
    for (int i = 0; i < design->body_count; i++)
      memset (design->bodies[i].angular_velocity, 0, sizeof design->bodies[i].angular_velocity);
    spring.body_a = pair.body_a;
    spring.body_b = pair.body_b;
    random_vector (rand, 3, 1, spring.point_a);
    random_vector (rand, 3, 1, spring.point_b);
    spring.stiffness = 0;
    spring.damping = 3;
    design_add_force (design, &spring);
    state = testing_state (design);

    mbd_state_spring (state, 0, &length, &rate, &tension);
    mbd_state_force_wrench (state, 0, 0, &a);
    mbd_state_force_wrench (state, 0, 1, &b);
    mbd_state_force_points (state, 0, ends[0], ends[1]);
    assert_identical (3, ends[0], a.point);
    assert_identical (3, ends[1], b.point);
    for (int k = 0; k < 3; k++) {
      span[k] = b.point[k] - a.point[k];
      assert_close (a.force[k], tension * span[k] / length, 1e-12);
      assert_close (b.force[k], -a.force[k], 1e-14);
    }
    assert_close (length, sqrt (dot (3, span, span)), 1e-14);
    assert_close (tension, 3 * rate, 1e-14);
    mbd_state_forces (state, f);
    int n = mbd_model_velocity_count (mbd_state_model (state));
    // Out of the plane a planar body consumes no power, and it has no velocity there either.
    assert_close (dot (n, f, mbd_state_velocities (state)), -3 * rate * rate, 1e-12);
    testing_state_free (state);
  }
  g_rand_free (rand);
}

static void
test_loads (void)
{
  // The power of a load is the power of its force at its point and of its torque; f = 0 if
  // disabled.
  // disabled.
  GRand *rand = g_rand_new_with_seed (testing_seed (7));

  for (int round = 0; round < 40; round++) {
    Design *design = design_new ();
    MbdBodyDef body = random_body (rand, round % 2 ? MBD_PLANAR : MBD_SPATIAL);
    MbdForceDef load = mbd_load_default ();
    double force[3], torque[3], velocity[3], omega[3], q[4], f[6], power;
    MbdWrench wrench;
    MbdState *state;

    memset (design->gravity, 0, sizeof design->gravity);
    // Without spin there are no gyroscopic forces in addition to the load.
    if (body.mobility == MBD_SPATIAL)
      memset (body.inertia, 0, sizeof body.inertia);
    body.inertia[0] = body.inertia[1] = body.inertia[2] = 1;
    design_add_body (design, &body);
    load.body_b = 1;
    random_vector (rand, 3, 1, load.point_b);
    random_vector (rand, 3, 10, load.force);
    random_vector (rand, 3, 10, load.torque);
    load.follows_body = round % 4 < 2;
    load.enabled = round % 8 != 0;
    design_add_force (design, &load);
    state = testing_state (design);

    memcpy (force, load.force, sizeof force);
    memcpy (torque, load.torque, sizeof torque);
    if (load.follows_body) {
      mbd_state_body_pose (state, 1, NULL, q);
      quaternion_turn (q, force, force);
      quaternion_turn (q, torque, torque);
    }
    mbd_state_body_point (state, 1, load.point_b, NULL, velocity, NULL);
    mbd_state_body_angular_velocity (state, 1, omega);
    power = load.enabled ? dot (3, force, velocity) + dot (3, torque, omega) : 0;
    mbd_state_forces (state, f);
    int n = mbd_model_velocity_count (mbd_state_model (state));
    assert_close (dot (n, f, mbd_state_velocities (state)), power, 1e-12);
    mbd_state_force_wrench (state, 0, 1, &wrench);
    for (int k = 0; k < 3; k++)
      assert_close (wrench.force[k], load.enabled ? force[k] : 0, 1e-13);
    testing_state_free (state);
  }
  g_rand_free (rand);
}

static void
test_energy_and_momentum (void)
{
  // Kinetic energy v' M v / 2, and both momenta from points of the bodies.
  GRand *rand = g_rand_new_with_seed (testing_seed (8));

  for (int round = 0; round < 20; round++) {
    Design *design = design_new ();
    MbdCouplingDef pair = mbd_rod_default ();
    double Mv[12], linear[3], angular[3], expected[3] = { 0 };
    MbdEnergy energy;
    MbdState *state;

    add_pair (design, rand, BODY_TO_BODY, round % 2, &pair);
    state = mbd_state_new (design_compile (design));
    int n = mbd_model_velocity_count (mbd_state_model (state));
    mbd_state_mass_multiply (state, mbd_state_velocities (state), Mv);
    mbd_state_energy (state, &energy);
    assert_close (energy.kinetic, 0.5 * dot (n, Mv, mbd_state_velocities (state)), 1e-13);

    mbd_state_momentum (state, linear, angular);
    double spin[3] = { 0 };
    for (int body = 1; body <= 2; body++) {
      const MbdBodyDef *def = &design->bodies[body - 1];
      double x[3], v[3], omega[3], turn[3];

      mbd_state_body_point (state, body, def->centre_of_mass, x, v, NULL);
      mbd_state_body_angular_velocity (state, body, omega);
      cross (x, v, turn);
      // The moments of a random body are all 1.
      for (int k = 0; k < 3; k++) {
        expected[k] += def->mass * v[k];
        spin[k] += def->mass * turn[k] + omega[k];
      }
    }
    assert_all_close (3, linear, expected, 1e-13);
    assert_all_close (3, angular, spin, 1e-13);
    design_free (design);
    testing_state_free (state);
  }
  g_rand_free (rand);
}

static void
test_gyroscopic (void)
{
  // Free body: f = -omega x (I omega) in body axes.
  MbdState *state = testing_state (design_free_body ());
  const double omega[3] = { 0.1, 2, 0.2 }, spin[3] = { 0.1, 4, 0.6 };
  double f[6], torque[3];

  cross (spin, omega, torque);
  mbd_state_forces (state, f);
  assert_all_close (3, f, ((double[]){ 0, 0, 0 }), 0);
  assert_all_close (3, f + 3, torque, 1e-15);
  testing_state_free (state);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/jacobian/loops-in-space", test_loops_in_space);
  g_test_add_func ("/jacobian/loops-in-plane", test_loops_in_plane);
  g_test_add_func ("/jacobian/rods", test_rods);
  g_test_add_func ("/jacobian/pulley-ropes", test_pulley_ropes);
  g_test_add_func ("/jacobian/ropes-through-eyes", test_ropes_through_eyes);
  g_test_add_func ("/jacobian/curved-slots", test_curved_slots);
  g_test_add_func ("/jacobian/mechanisms", test_mechanisms);
  g_test_add_func ("/jacobian/alignment", test_alignment);
  g_test_add_func ("/jacobian/planar-angle-wraps", test_planar_angle_wraps);
  g_test_add_func ("/forces/potential", test_forces);
  g_test_add_func ("/forces/spring-damper", test_spring_damper);
  g_test_add_func ("/forces/loads", test_loads);
  g_test_add_func ("/forces/energy-and-momentum", test_energy_and_momentum);
  g_test_add_func ("/forces/gyroscopic", test_gyroscopic);
  return g_test_run ();
}
