// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Joint coordinates and the kinds based on them (driver, limit, gear) by themselves, on poses
// created here: values against vectors, rates and gamma against differences of them along motions
// without acceleration, turns, and rejected definitions.

#include "testing-seed.h"
#include "testing.h"

#include "mbd-coupling-class.h"

#define PI 3.14159265358979323846
#define BODIES 5 ///< the ground and four moving bodies

/// Bodies that move without acceleration, one coupling under test among them, and its batch of one.
/// Ids of bodies are their indices.
typedef struct
{
  MbdSpace space;
  double x[BODIES][3], v[BODIES][3], turn[BODIES][4], w[BODIES][3], angle[BODIES];
  MbdPlanePose plane[BODIES];
  MbdSpacePose posed[BODIES];
  MbdPose pose;
  MbdCouplingDef def;
  MbdBatch batch;
  int body[MBD_MOST_ENDS];
  double near[2];
  double parameters[64];
} Rig;

/// Moves all bodies to their poses at this time.
static void
rig_move (Rig *rig, double time)
{
  rig->pose = (MbdPose){ .time = time, .plane = rig->plane, .space = rig->posed };
  for (int i = 0; i < BODIES; i++) {
    double angle = rig->angle[i] + time * rig->w[i][2], vector[3], turn[4];
    MbdSpacePose *pose = &rig->posed[i];

    rig->plane[i] = (MbdPlanePose){
      .x = rig->x[i][0] + time * rig->v[i][0],
      .y = rig->x[i][1] + time * rig->v[i][1],
      .c = cos (angle),
      .s = sin (angle),
      .vx = rig->v[i][0],
      .vy = rig->v[i][1],
      .w = rig->w[i][2],
      .angle = angle,
    };
    for (int k = 0; k < 3; k++) {
      pose->x[k] = rig->x[i][k] + time * rig->v[i][k];
      pose->v[k] = rig->v[i][k];
      pose->w[k] = rig->w[i][k];
      vector[k] = time * rig->w[i][k];
    }
    // An angular velocity that is constant in the world is constant in the body too.
    quaternion_from_vector (vector, turn);
    quaternion_multiply (turn, rig->turn[i], pose->q);
    for (int k = 0; k < 3; k++) {
      double axis[3] = { 0 }, column[3];
      axis[k] = 1;
      quaternion_turn (pose->q, axis, column);
      for (int j = 0; j < 3; j++)
        pose->R[3 * j + k] = column[j];
    }
  }
}

/// Binds the definition like the compiler of a model.
static void
rig_bind (Rig *rig)
{
  const MbdCouplingDef *def = &rig->def;
  const MbdCouplingClass *class_ = def->class_;
  const int ids[] = { def->body_a, def->body_b, def->body_c, def->body_d };
  const MbdFrame *frames[] = { &def->frame_a, &def->frame_b, &def->frame_c, &def->frame_d };
  MbdBinding binding = { .def = def, .space = rig->space };
  double *points[] = { binding.point_a, binding.point_b, binding.point_c, binding.point_d };
  double *quaternions[] = { binding.quaternion_a, binding.quaternion_b, binding.quaternion_c,
                            binding.quaternion_d };
  double *angles[] = { &binding.angle_a, &binding.angle_b, &binding.angle_c, &binding.angle_d };
  MbdBatch *batch = &rig->batch;

  *batch = (MbdBatch){
    .count = 1, .space = rig->space, .parameters = rig->parameters, .angle = rig->near
  };
  for (int end = 0; end < MAX (class_->ends, 2); end++) {
    int side = 0;
    memcpy (points[end], frames[end]->point, sizeof binding.point_a);
    memcpy (quaternions[end], frames[end]->quaternion, sizeof binding.quaternion_a);
    *angles[end] = 2 * atan2 (quaternions[end][3], quaternions[end][0]);
    while (side < batch->sides && rig->body[side] != ids[end])
      side++;
    if (side == batch->sides)
      rig->body[batch->sides++] = ids[end];
    batch->side[end] = side;
    batch->body[side] = &rig->body[side];
  }
  batch->body_a = batch->body[0];
  batch->body_b = batch->body[1];
  batch->variant = class_->variant (def, rig->space);
  batch->rows = class_->rows (batch->variant, rig->space);
  g_assert_cmpuint (class_->parameter_size[rig->space], <=, sizeof rig->parameters);
  class_->bind (&binding, rig->parameters);
}

static void
rig_errors (Rig *rig, double time, double *eps)
{
  rig_move (rig, time);
  if (rig->space == MBD_SPACE_PLANE)
    rig->def.class_->plane_errors (&rig->batch, &rig->pose, eps);
  else
    rig->def.class_->space_errors (&rig->batch, &rig->pose, eps);
}

/// Computes eps' = G v + the rates of time, from the rows; gamma may be NULL.
static void
rig_rates (Rig *rig, double time, double *rates, double *gamma)
{
  const MbdCouplingClass *class_ = rig->def.class_;
  const int rows = rig->batch.rows, columns = rig->space == MBD_SPACE_PLANE ? 3 : 6;
  double G[2 * 6 * MBD_MOST_ENDS], known[2];

  rig_move (rig, time);
  for (int i = 0; i < (int) G_N_ELEMENTS (G); i++)
    G[i] = NAN; // a row must not rely on zeros
  if (rig->space == MBD_SPACE_PLANE)
    class_->plane_rows (&rig->batch, &rig->pose, G, known);
  else
    class_->space_rows (&rig->batch, &rig->pose, G, known);
  if (gamma != NULL)
    memcpy (gamma, known, (size_t) rows * sizeof *gamma);
  memset (rates, 0, (size_t) rows * sizeof *rates);
  if (class_->time_rates != NULL)
    class_->time_rates (&rig->batch, &rig->pose, rates);
  for (int row = 0; row < rows; row++)
    for (int side = 0; side < rig->batch.sides; side++) {
      const double *g = G + columns * (side * rows + row);
      int body = rig->body[side];
      if (rig->space == MBD_SPACE_PLANE)
        rates[row] += g[0] * rig->v[body][0] + g[1] * rig->v[body][1] + g[2] * rig->w[body][2];
      else
        rates[row] += dot (3, g, rig->v[body]) + dot (3, g + 3, rig->w[body]);
    }
}

/// Accepts the angles of this time, like an integrator after a step.
static void
rig_accept (Rig *rig, double time)
{
  double angle[2];

  rig_move (rig, time);
  rig->def.class_->angles (&rig->batch, &rig->pose, angle);
  memcpy (rig->near, angle, sizeof angle);
}

/// Central differences of eighth order; with these motions a function has a radius of convergence
/// of some 0.1 s (shadows of half a metre, 3 rad/s), so the error of this step is 1e-13 of it.
#define STEP 2e-3
static const double weights[] = { 4 / 5.0, -1 / 5.0, 4 / 105.0, -1 / 280.0 };

static void
check_rig (Rig *rig, double time)
{
  const int rows = rig->batch.rows;
  bool at_speed = rig->def.level == MBD_LEVEL_VELOCITY;
  double slopes[2] = { 0 }, second[2] = { 0 }, rates[2], gamma[2], x[2];

  for (int k = 0; k < 4; k++)
    for (int sign = -1; sign <= 1; sign += 2) {
      double t = time + sign * (k + 1) * STEP;
      rig_errors (rig, t, x);
      for (int row = 0; row < rows; row++)
        slopes[row] += sign * weights[k] * x[row] / STEP;
      rig_rates (rig, t, x, NULL);
      for (int row = 0; row < rows; row++)
        second[row] += sign * weights[k] * x[row] / STEP;
    }
  rig_rates (rig, time, rates, gamma);
  for (int row = 0; row < rows; row++) {
    // Round-off of errors of up to 120 (1e-14) divided by the step; truncation for the rates.
    assert_close (slopes[row], at_speed ? 0 : rates[row], 5e-11);
    assert_close (gamma[row], -second[row], 1e-10);
  }
}

static MbdFrame
random_frame (GRand *rand, MbdSpace space)
{
  MbdFrame frame = mbd_frame_default ();

  random_vector (rand, 3, 1, frame.point);
  if (space == MBD_SPACE_PLANE)
    quaternion_from_vector ((double[]){ 0, 0, random_in (rand, -3, 3) }, frame.quaternion);
  else
    random_quaternion (rand, frame.quaternion);
  return frame;
}

static void
random_motion (Rig *rig, GRand *rand)
{
  for (int i = 0; i < BODIES; i++) {
    memcpy (rig->turn[i], (double[]){ 1, 0, 0, 0 }, sizeof rig->turn[i]);
    memset (rig->x[i], 0, sizeof rig->x[i]);
    memset (rig->v[i], 0, sizeof rig->v[i]);
    memset (rig->w[i], 0, sizeof rig->w[i]);
    rig->angle[i] = 0;
    if (i == 0)
      continue;
    random_quaternion (rand, rig->turn[i]);
    random_vector (rand, 3, 1, rig->x[i]);
    random_vector (rand, 3, 1, rig->v[i]);
    random_vector (rand, 3, 0.8, rig->w[i]);
    rig->angle[i] = random_in (rand, -20, 20);
  }
}

/// Computes the world axes of the frame of an end and its origin.
static void
frame_at (const Rig *rig, int body, const MbdFrame *frame, double axes[3][3], double origin[3])
{
  double attitude[4], q[4];

  memcpy (attitude, rig->posed[body].q, sizeof attitude);
  memcpy (origin, rig->posed[body].x, 3 * sizeof *origin);
  if (rig->space == MBD_SPACE_PLANE) {
    quaternion_from_vector ((double[]){ 0, 0, rig->plane[body].angle }, attitude);
    origin[2] = 0;
  }
  quaternion_multiply (attitude, frame->quaternion, q);
  for (int k = 0; k < 3; k++) {
    double unit[3] = { 0 };
    unit[k] = 1;
    quaternion_turn (q, unit, axes[k]);
  }
  double arm[3];
  quaternion_turn (attitude, frame->point, arm);
  for (int k = 0; k < 3; k++)
    origin[k] += arm[k];
}

/// Returns a coordinate from vectors only (an angle without its turns), and the length of the
/// shadow of x_S on the x-y plane of P.
static double
coordinate_by_vectors (const Rig *rig, int pair, double *shadow)
{
  const MbdCouplingDef *def = &rig->def;
  double P[3][3], S[3][3], p[3], s[3], d[3];

  frame_at (rig, pair ? def->body_c : def->body_a, pair ? &def->frame_c : &def->frame_a, P, p);
  frame_at (rig, pair ? def->body_d : def->body_b, pair ? &def->frame_d : &def->frame_b, S, s);
  for (int k = 0; k < 3; k++)
    d[k] = s[k] - p[k];
  *shadow = 1;
  if (def->coordinate[pair] == MBD_COORDINATE_SLIDE)
    return dot (3, P[0], d);
  if (def->coordinate[pair] == MBD_COORDINATE_SLIDE_Z)
    return dot (3, P[2], d);
  *shadow = hypot (dot (3, P[0], S[0]), dot (3, P[1], S[0]));
  return atan2 (dot (3, P[1], S[0]), dot (3, P[0], S[0]));
}

/// Creates a random rig for the definition; frames are drawn until both shadows are long enough for
/// differences.
static void
rig_draw (Rig *rig, GRand *rand, MbdSpace space)
{
  double shadows[2] = { 0 };

  rig->space = space;
  do {
    random_motion (rig, rand);
    rig->def.frame_a = random_frame (rand, space);
    rig->def.frame_b = random_frame (rand, space);
    rig->def.frame_c = random_frame (rand, space);
    rig->def.frame_d = random_frame (rand, space);
    rig_move (rig, 0);
    coordinate_by_vectors (rig, 0, &shadows[0]);
    coordinate_by_vectors (rig, 1, &shadows[1]);
  } while (shadows[0] < 0.5 || shadows[1] < 0.5);
  rig_bind (rig);
  rig->near[0] = random_in (rand, -30, 30);
  rig->near[1] = random_in (rand, -30, 30);
  rig_accept (rig, 0);
}

/// Returns q - value up to whole turns of an angle.
static double
turned_off (const Rig *rig, int pair, double q, double value)
{
  return rig->def.coordinate[pair] == MBD_COORDINATE_ANGLE ? remainder (q - value, 2 * PI)
                                                           : q - value;
}

static const MbdCoordinate coordinates[] = { MBD_COORDINATE_ANGLE, MBD_COORDINATE_SLIDE,
                                             MBD_COORDINATE_SLIDE_Z };

/// Returns the number of coordinates of a space: none along z in the plane.
static int
coordinate_count (MbdSpace space)
{
  return space == MBD_SPACE_PLANE ? 2 : 3;
}

static MbdJet
wave (double t, void *user_data)
{
  return (MbdJet){ sin (2 * t + 0.3), 2 * cos (2 * t + 0.3), -4 * sin (2 * t + 0.3) };
}

static double
wave_knot (double t, void *user_data)
{
  return t < 7.5 ? 7.5 : INFINITY;
}

/// Creates one function of time of every kind; 0.1 s away from the knots at 0.1 s.
static MbdFunction *
function_of_kind (int kind)
{
  static const double coefficients[] = { 0.3, -0.2, 0.5, 0.1 };
  static const double times[] = { -1, -0.3, 0.25, 0.6, 1 }, values[] = { 0, 0.4, 0.1, -0.3, 0 };
  static const char *const names[] = { "a" };
  static const double parameters[] = { 0.7 };
  MbdFunction *function = NULL;

  switch (kind) {
  case 0:
    assert_ok (mbd_function_new_constant (0.4, &function, NULL));
    break;
  case 1:
    assert_ok (mbd_function_new_harmonic (0.1, 0.5, 2, 0.3, &function, NULL));
    break;
  case 2:
    assert_ok (mbd_function_new_polynomial (coefficients, 4, 0.2, &function, NULL));
    break;
  case 3:
    assert_ok (
      mbd_function_new_table (times, values, 5, MBD_SPLINE_PERIODIC, NULL, &function, NULL));
    break;
  case 4:
    assert_ok (mbd_function_new_expression ("a * sin(t) + exp(-t) * t^2", names, parameters, 1,
                                            &function, NULL));
    break;
  default:
    assert_ok (mbd_function_new_custom (
      &(MbdFunctionClass){ .evaluate = wave, .next_knot = wave_knot }, NULL, &function, NULL));
    break;
  }
  return function;
}

static void
test_drivers (void)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (11));
  const int rounds = testing_torture () ? 200 : 8;

  for (int kind = 0; kind < 6; kind++) {
    MbdFunction *function = function_of_kind (kind);

    for (int n = 0; n < rounds * 12; n++) {
      MbdSpace space = n % 2 ? MBD_SPACE_SPACE : MBD_SPACE_PLANE;
      MbdCoordinate coordinate = coordinates[n / 4 % coordinate_count (space)];
      Rig rig = { .def = mbd_driver_default (coordinate, function) };
      MbdJet jet = mbd_function_evaluate (function, 0.1);
      double eps, shadow;

      rig.def.level = n / 2 % 2 ? MBD_LEVEL_VELOCITY : MBD_LEVEL_POSITION;
      rig.def.body_a = n % 3 ? 1 : MBD_GROUND;
      rig.def.body_b = n % 5 ? 2 : MBD_GROUND;
      if (rig.def.body_a == rig.def.body_b)
        continue;
      rig_draw (&rig, rand, space);
      check_rig (&rig, 0.1);
      rig_errors (&rig, 0.1, &eps);
      double q = coordinate_by_vectors (&rig, 0, &shadow);
      if (rig.def.level == MBD_LEVEL_VELOCITY)
        g_assert_cmpfloat (eps, ==, 0);
      else // round-off of angles of up to 40 rad
        assert_close (turned_off (&rig, 0, eps + jet.value, q), 0, 3e-14);
    }
    mbd_function_unref (function);
  }
  g_rand_free (rand);
}

static void
test_limits (void)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (12));
  const int rounds = testing_torture () ? 2000 : 100;

  for (int n = 0; n < rounds; n++) {
    MbdSpace space = n % 2 ? MBD_SPACE_SPACE : MBD_SPACE_PLANE;
    MbdCoordinate coordinate = coordinates[n / 4 % coordinate_count (space)];
    int sides = n % 3;
    Rig rig = { .def = mbd_limit_default (coordinate, -0.4, 25) };
    const MbdCouplingClass *class_ = rig.def.class_;
    double eps[2], shadow;
    int upper = sides == 0 ? 1 : 0;

    if (sides == 1)
      rig.def.lower = -INFINITY;
    if (sides == 2)
      rig.def.upper = INFINITY;
    rig.def.body_a = 1;
    rig.def.body_b = n % 5 ? 2 : MBD_GROUND;
    rig_draw (&rig, rand, space);
    g_assert_cmpint (rig.batch.rows, ==, sides == 0 ? 2 : 1);
    g_assert_cmpint (class_->mode (&rig.def), ==, MBD_MODE_UNILATERAL);
    check_rig (&rig, 0.1);
    rig_errors (&rig, 0.1, eps);
    double q = coordinate_by_vectors (&rig, 0, &shadow);
    if (sides != 1) {
      assert_close (turned_off (&rig, 0, eps[0] - 0.4, q), 0, 3e-14);
      g_assert_cmpstr (class_->row_name (rig.batch.variant, space, 0), ==, "lower");
    }
    if (sides != 2) {
      assert_close (turned_off (&rig, 0, 25 - eps[upper], q), 0, 3e-14);
      g_assert_cmpstr (class_->row_name (rig.batch.variant, space, upper), ==, "upper");
    }
    // Both measure the same coordinate.
    if (sides == 0)
      assert_close (eps[0] + eps[1], 25.4, 2e-14);
  }
  g_rand_free (rand);
}

static void
test_gears (void)
{
  // Bodies of P and S of both coordinates: two to four sides, shared in every way.
  static const int shared[][4] = {
    { 0, 1, 0, 2 }, { 1, 2, 3, 4 }, { 1, 2, 1, 2 }, { 1, 2, 2, 1 },
    { 1, 2, 1, 3 }, { 1, 2, 2, 3 }, { 2, 1, 3, 1 }, { 0, 1, 1, 0 },
  };
  GRand *rand = g_rand_new_with_seed (testing_seed (13));
  const int rounds = testing_torture () ? 5000 : 400;

  for (int n = 0; n < rounds; n++) {
    const int *bodies = shared[n / 2 % G_N_ELEMENTS (shared)];
    MbdSpace space = n % 2 ? MBD_SPACE_SPACE : MBD_SPACE_PLANE;
    int count = coordinate_count (space);
    double ratio = random_in (rand, -3, 3), eps, shadow, turns;
    Rig rig = { .def = mbd_gear_default (coordinates[n / 3 % count], coordinates[n / 9 % count],
                                         ratio) };
    rig.def.offset = random_in (rand, -3, 3);
    rig.def.body_a = bodies[0];
    rig.def.body_b = bodies[1];
    rig.def.body_c = bodies[2];
    rig.def.body_d = bodies[3];
    rig_draw (&rig, rand, space);
    check_rig (&rig, 0.1);

    rig_errors (&rig, 0.1, &eps);
    double q1 = coordinate_by_vectors (&rig, 0, &shadow);
    double q2 = coordinate_by_vectors (&rig, 1, &shadow);
    double error = q2 - ratio * q1 - rig.def.offset;
    // Angles have turns that vectors do not have: the difference is turns of either.
    if (space == MBD_SPACE_SPACE) {
      double now[2];
      rig.def.class_->angles (&rig.batch, &rig.pose, now);
      for (int pair = 0; pair < 2; pair++) {
        bool is_angle = rig.def.coordinate[pair] == MBD_COORDINATE_ANGLE;
        turns = is_angle ? round ((now[pair] - (pair ? q2 : q1)) / (2 * PI)) : 0;
        error += (pair ? 1 : -ratio) * turns * 2 * PI;
      }
      assert_close (eps, error, 2e-13);
    } else if (rig.def.coordinate[0] == MBD_COORDINATE_SLIDE) {
      assert_close (turned_off (&rig, 1, eps, error), 0, 1e-13);
    }
  }
  g_rand_free (rand);
}

static void
test_turns (void)
{
  // Three hundred turns back and forth in steps of 0.4 turns, the axis of the pin at a slant.
  MbdFunction *function = function_of_kind (0);
  Rig rig = { .space = MBD_SPACE_SPACE,
              .def = mbd_driver_default (MBD_COORDINATE_ANGLE, function) };
  GRand *rand = g_rand_new_with_seed (testing_seed (14));
  double axes[3][3], origin[3], eps, start;

  random_motion (&rig, rand);
  rig.def.body_b = 1;
  rig.def.frame_a = random_frame (rand, MBD_SPACE_SPACE);
  memset (rig.v, 0, sizeof rig.v);
  rig_move (&rig, 0);
  // Aligned frames at the start: S has the attitude of P.
  double back[4] = { rig.turn[1][0], -rig.turn[1][1], -rig.turn[1][2], -rig.turn[1][3] };
  quaternion_multiply (back, rig.def.frame_a.quaternion, rig.def.frame_b.quaternion);
  frame_at (&rig, 0, &rig.def.frame_a, axes, origin);
  for (int k = 0; k < 3; k++)
    rig.w[1][k] = 2 * PI * axes[2][k];
  rig_bind (&rig);
  rig_errors (&rig, 0, &start);
  assert_close (start, -0.4, 1e-14);
  for (int n = 0; n <= 1500; n++) {
    double time = 0.4 * (n <= 750 ? n : 1500 - n);
    rig_errors (&rig, time, &eps);
    // 1900 rad: an ulp is 2e-13, and the attitude computed here has the same error.
    assert_close (eps - start, 2 * PI * time, 2e-12);
    rig_accept (&rig, time);
  }
  g_rand_free (rand);
  mbd_function_unref (function);
}

static void
test_turns_in_plane (void)
{
  // The state of a planar body has its turns; the choice of the quaternion of a frame adds none.
  MbdFunction *function = function_of_kind (0);
  Rig rig = { .space = MBD_SPACE_PLANE,
              .def = mbd_driver_default (MBD_COORDINATE_ANGLE, function) };
  GRand *rand = g_rand_new_with_seed (testing_seed (15));
  double eps;

  random_motion (&rig, rand);
  rig.def.body_b = 1;
  rig.angle[1] = 100 * PI + 0.25;
  rig.def.frame_b.quaternion[0] = -1;
  rig_bind (&rig);
  rig_errors (&rig, 0, &eps);
  assert_close (eps + 0.4, 100 * PI + 0.25, 1e-13);
  g_rand_free (rand);
  mbd_function_unref (function);
}

static void
test_no_shadow (void)
{
  // x of S along z of P: no angle is defined, so the last one stays, and all numbers are finite.
  MbdFunction *function = function_of_kind (1);
  GRand *rand = g_rand_new_with_seed (testing_seed (16));

  for (int sign = -1; sign <= 1; sign += 2) {
    Rig rig = { .space = MBD_SPACE_SPACE,
                .def = mbd_driver_default (MBD_COORDINATE_ANGLE, function) };
    double eps, rate, gamma;

    random_motion (&rig, rand);
    memcpy (rig.turn[1], (double[]){ 1, 0, 0, 0 }, sizeof rig.turn[1]);
    rig.def.body_b = 1;
    quaternion_from_vector ((double[]){ 0, -sign * PI / 2, 0 }, rig.def.frame_b.quaternion);
    rig_bind (&rig);
    rig.near[0] = 9;
    rig_errors (&rig, 0, &eps);
    assert_close (eps + mbd_function_evaluate (function, 0).value, 9, 1e-14);
    rig_rates (&rig, 0, &rate, &gamma);
    assert_close (rate + mbd_function_evaluate (function, 0).first, rig.w[1][2], 1e-14);
    g_assert_true (isfinite (gamma));
  }
  g_rand_free (rand);
  mbd_function_unref (function);
}

static void
test_starts (void)
{
  MbdFunction *harmonic = function_of_kind (1), *custom = function_of_kind (5);
  MbdCouplingDef driver = mbd_driver_default (MBD_COORDINATE_ANGLE, harmonic);
  MbdCouplingDef motor = mbd_motor_default (harmonic, 3);
  MbdCouplingDef limit = mbd_limit_default (MBD_COORDINATE_ANGLE, 9, 10);
  MbdCouplingDef screw = mbd_screw_default (0.005);
  double angle[2];

  driver.class_->start_angles (&driver, 0.1, angle);
  assert_close (angle[0], 0.1 + 0.5 * sin (0.5), 1e-15);
  motor.class_->start_angles (&motor, 0.1, angle);
  g_assert_cmpfloat (angle[0], ==, 0);
  limit.class_->start_angles (&limit, 0, angle);
  assert_close (angle[0], 9.5, 0);
  limit.lower = -20;
  limit.class_->start_angles (&limit, 0, angle);
  assert_close (angle[0], 0, 0);
  limit.lower = -INFINITY;
  limit.upper = -1;
  limit.class_->start_angles (&limit, 0, angle);
  assert_close (angle[0], -1, 0);
  assert_close (screw.ratio, 0.005 / (2 * PI), 1e-18);

  g_assert_cmpint (driver.class_->mode (&driver), ==, MBD_MODE_LOCK);
  g_assert_cmpint (motor.class_->mode (&motor), ==, MBD_MODE_BOX);
  motor.effort_limit = INFINITY;
  g_assert_cmpint (motor.class_->mode (&motor), ==, MBD_MODE_LOCK);
  mbd_function_unref (harmonic);
  mbd_function_unref (custom);
}

static void
test_gear_starts (void)
{
  // In space a gear starts with the turns that leave less than half a turn to mesh, and afterwards
  // its angles keep their turns.
  GRand *rand = g_rand_new_with_seed (testing_seed (17));

  for (int n = 0; n < 200; n++) {
    MbdCoordinate first = coordinates[n % 3], second = coordinates[n / 3 % 3];
    double ratio = n % 2 ? random_in (rand, 1, 9) : -random_in (rand, 1, 9), eps, later;
    Rig rig = { .def = mbd_gear_default (first, second, ratio) };
    double half = second == MBD_COORDINATE_ANGLE ? PI : PI * fabs (ratio);

    rig.def.offset = random_in (rand, -20, 20);
    rig.def.body_b = 1;
    rig.def.body_d = 2;
    rig_draw (&rig, rand, MBD_SPACE_SPACE);
    rig.def.class_->start_angles (&rig.def, 0, rig.near);
    rig_errors (&rig, 0, &eps);
    if (first == MBD_COORDINATE_ANGLE || second == MBD_COORDINATE_ANGLE)
      assert_at_most (fabs (eps), half + 1e-12);
    rig_accept (&rig, 0);
    g_assert_true (isfinite (rig.near[0]) && isfinite (rig.near[1]));
    rig_errors (&rig, 0, &later);
    assert_close (later, eps, 1e-12);
    check_rig (&rig, 0);
  }
  g_rand_free (rand);
}

static void
test_units (void)
{
  // The quantity of a row; and along z nothing takes part in the plane.
  MbdFunction *function = function_of_kind (0);
  MbdCouplingDef defs[3] = { mbd_driver_default (MBD_COORDINATE_ANGLE, function),
                             mbd_limit_default (MBD_COORDINATE_ANGLE, 0, 1),
                             mbd_gear_default (MBD_COORDINATE_SLIDE, MBD_COORDINATE_ANGLE, 1) };

  for (int i = 0; i < 3; i++) {
    const MbdCouplingClass *class_ = defs[i].class_;
    int last = i == 2 ? 1 : 0;
    for (int c = 0; c < 3; c++) {
      defs[i].coordinate[last] = coordinates[c];
      unsigned variant = class_->variant (&defs[i], MBD_SPACE_PLANE);
      g_assert_cmpint (class_->row_is_length (variant, MBD_SPACE_PLANE, 0), ==, c > 0);
      g_assert_cmpint (class_->rows (variant, MBD_SPACE_PLANE) == 0, ==, c == 2);
      g_assert_cmpint (class_->rows (variant, MBD_SPACE_SPACE), >, 0);
    }
  }
  mbd_function_unref (function);
}

/// Checks that the definition is rejected with this status, whose text is a message, and this
/// number.
static void
refused (const MbdCouplingDef *def, MbdStatus expected, double value)
{
  MbdMechanism *mechanism = mbd_mechanism_new ();
  MbdDiagnosis why = { 0 };
  MbdCouplingDef copy = *def;

  copy.id = 7;
  copy.body_b = 1;
  if (copy.body_c == copy.body_d)
    copy.body_d = 2;
  assert_status (mbd_mechanism_add_coupling (mechanism, &copy, &why), expected);
  if (expected != MBD_STATUS_OK) {
    g_assert_cmpint (why.code, ==, expected);
    g_assert_cmpint (why.element, ==, MBD_ELEMENT_COUPLING);
    g_assert_cmpint (why.id, ==, 7);
    g_assert_cmpint (strlen (mbd_status_text (expected)), >, 15);
    if (why.value != value && !(isnan (why.value) && isnan (value)))
      g_error ("the diagnosis has %g, not %g", why.value, value);
  }
  mbd_mechanism_free (mechanism);
}

static void
test_refused_drivers (void)
{
  MbdFunction *function = function_of_kind (2);
  const MbdCouplingDef driver = mbd_driver_default (MBD_COORDINATE_SLIDE, function);
  const MbdCouplingDef motor = mbd_motor_default (function, 2);
  MbdCouplingDef def;

  refused (&driver, MBD_STATUS_OK, 0);
  refused (&motor, MBD_STATUS_OK, 0);
  def = driver, def.function = NULL;
  refused (&def, MBD_STATUS_NO_FUNCTION, 0);
  def = driver, def.coordinate[0] = (MbdCoordinate) 4;
  refused (&def, MBD_STATUS_BAD_PARAMETER, 4);
  def = driver, def.level = MBD_LEVEL_ACCELERATION;
  refused (&def, MBD_STATUS_DRIVER_LEVEL, MBD_LEVEL_ACCELERATION);
  def = driver, def.effort_limit = 5;
  refused (&def, MBD_STATUS_EFFORT_NEEDS_SPEED, 5);
  mbd_function_unref (function);
}

static void
test_refused_limits (void)
{
  const MbdCouplingDef limit = mbd_limit_default (MBD_COORDINATE_ANGLE, -1, 2);
  MbdCouplingDef def;

  refused (&limit, MBD_STATUS_OK, 0);
  def = limit, def.lower = -INFINITY;
  refused (&def, MBD_STATUS_OK, 0);
  def.upper = INFINITY;
  refused (&def, MBD_STATUS_NO_LIMIT, -INFINITY);
  def = limit, def.upper = -1;
  refused (&def, MBD_STATUS_LIMIT_ORDER, -1);
  def.upper = -2;
  refused (&def, MBD_STATUS_LIMIT_ORDER, -1);
  def.upper = NAN;
  refused (&def, MBD_STATUS_NOT_FINITE, NAN);
  def.upper = -INFINITY;
  refused (&def, MBD_STATUS_NOT_FINITE, -INFINITY);
  def = limit, def.lower = INFINITY;
  refused (&def, MBD_STATUS_NOT_FINITE, INFINITY);
  def = limit, def.coordinate[0] = (MbdCoordinate) -1;
  refused (&def, MBD_STATUS_BAD_PARAMETER, -1);
}

static void
test_refused_gears (void)
{
  const MbdCouplingDef gear = mbd_gear_default (MBD_COORDINATE_ANGLE, MBD_COORDINATE_ANGLE, -0.5);
  MbdCouplingDef def;

  refused (&gear, MBD_STATUS_OK, 0);
  for (int i = 0; i < 3; i++) {
    double ratio = i == 0 ? 0 : i == 1 ? NAN : INFINITY;
    def = gear, def.ratio = ratio;
    refused (&def, MBD_STATUS_BAD_RATIO, ratio);
  }
  def = mbd_screw_default (0);
  refused (&def, MBD_STATUS_BAD_RATIO, 0);
  def = gear, def.offset = NAN;
  refused (&def, MBD_STATUS_NOT_FINITE, NAN);
  def = gear, def.coordinate[1] = (MbdCoordinate) 4;
  refused (&def, MBD_STATUS_BAD_PARAMETER, 4);
  // One coordinate twice; coordinates of one pair, or of different frames, are two.
  def = gear, def.body_d = 1;
  refused (&def, MBD_STATUS_SAME_COORDINATE, 0);
  def.frame_d.point[0] = 1;
  refused (&def, MBD_STATUS_OK, 0);
  def = mbd_screw_default (0.01), def.body_d = 1;
  refused (&def, MBD_STATUS_OK, 0);
}

/// A pin that starts half a turn from its frame has the angle pi, however the mechanism is turned and
/// whichever way round-off takes it; motion continues from there in both directions.
static void
test_half_turn (void)
{
  static const double z[3] = { 0, 0, G_PI };
  GRand *rand = g_rand_new_with_seed (11);

  for (int i = 0; i < 200; i++) {
    Design *design = design_new ();
    MbdBodyDef body = mbd_body_default ();
    MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN);
    double half[4], angle, rate;

    body.mobility = i % 4 == 3 ? MBD_PLANAR : MBD_SPATIAL;
    if (body.mobility == MBD_SPATIAL)
      random_quaternion (rand, pin.frame_a.quaternion);
    else
      quaternion_from_vector ((double[]){ 0, 0, random_in (rand, -9, 9) }, pin.frame_a.quaternion);
    quaternion_from_vector (z, half);
    quaternion_multiply (pin.frame_a.quaternion, half, pin.frame_b.quaternion);
    pin.body_b = design_add_body (design, &body);
    design_add_coupling (design, &pin);
    MbdState *state = testing_state (design);
    g_assert_true (mbd_state_coordinate (state, 0, 0, MBD_COORDINATE_ANGLE, &angle, &rate));
    assert_close (angle, G_PI, 1e-9);
    testing_state_free (state);
  }
  g_rand_free (rand);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/coordinate/drivers", test_drivers);
  g_test_add_func ("/coordinate/limits", test_limits);
  g_test_add_func ("/coordinate/gears", test_gears);
  g_test_add_func ("/coordinate/turns", test_turns);
  g_test_add_func ("/coordinate/turns-in-plane", test_turns_in_plane);
  g_test_add_func ("/coordinate/no-shadow", test_no_shadow);
  g_test_add_func ("/coordinate/starts", test_starts);
  g_test_add_func ("/coordinate/gear-starts", test_gear_starts);
  g_test_add_func ("/coordinate/half-turn", test_half_turn);
  g_test_add_func ("/coordinate/units", test_units);
  g_test_add_func ("/coordinate/refused-drivers", test_refused_drivers);
  g_test_add_func ("/coordinate/refused-limits", test_refused_limits);
  g_test_add_func ("/coordinate/refused-gears", test_refused_gears);
  return g_test_run ();
}
