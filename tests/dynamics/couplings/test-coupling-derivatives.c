// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The functions of a kind by themselves, on bodies that move along known paths: velocity errors
// (with the part of time) are the derivative of position errors, gamma is minus the derivative of
// velocity errors, both against differences of sixth order; rejected definitions of each kind, and
// the names of its rows.

#include "testing-seed.h"
#include "testing.h"

#include "mbd-coupling-class.h"

enum
{
  BODIES = 4,
  COUPLINGS = 3,
  MOST_ROWS = 6
};

/// Bodies in uniform motion: world velocities and angular velocities are constant, so that the
/// accelerations are 0. Body 0 is the ground.
typedef struct
{
  double x[3], v[3], w[3], q[4], angle;
} Path;

typedef struct
{
  MbdSpace space;
  Path paths[BODIES];
  MbdCouplingDef defs[COUPLINGS];
  int body_a[COUPLINGS], body_b[COUPLINGS];
  char *parameters;
  MbdBatch batch;
} Bench;

/// Errors, their rates and gamma of all couplings at one time.
typedef struct
{
  double eps[COUPLINGS * MOST_ROWS], rate[COUPLINGS * MOST_ROWS], gamma[COUPLINGS * MOST_ROWS];
} Sample;

static void
random_path (GRand *rand, MbdSpace space, Path *path)
{
  random_vector (rand, 3, 1, path->x);
  random_vector (rand, 3, 1, path->v);
  random_vector (rand, 3, 1, path->w);
  random_quaternion (rand, path->q);
  if (space == MBD_SPACE_PLANE) {
    path->x[2] = path->v[2] = path->w[0] = path->w[1] = 0;
    path->angle = random_in (rand, -7, 7);
    quaternion_from_vector ((double[]){ 0, 0, path->angle }, path->q);
  }
}

static void
pose_at (const Path *path, double t, MbdPlanePose *plane, MbdSpacePose *space)
{
  const double turn[3] = { path->w[0] * t, path->w[1] * t, path->w[2] * t };
  double q[4], angle = path->angle + path->w[2] * t;

  quaternion_from_vector (turn, q);
  quaternion_multiply (q, path->q, space->q);
  for (int i = 0; i < 3; i++) {
    const double axis[3] = { i == 0, i == 1, i == 2 };
    double column[3];

    quaternion_turn (space->q, axis, column);
    for (int k = 0; k < 3; k++)
      space->R[3 * k + i] = column[k];
    space->x[i] = path->x[i] + path->v[i] * t;
    space->v[i] = path->v[i];
    space->w[i] = path->w[i];
  }
  *plane = (MbdPlanePose){
    .x = space->x[0],
    .y = space->x[1],
    .c = cos (angle),
    .s = sin (angle),
    .vx = path->v[0],
    .vy = path->v[1],
    .w = path->w[2],
    .angle = angle,
  };
}

/// Creates a random frame, in the plane with z as its z axis.
static void
random_frame (GRand *rand, MbdSpace space, MbdFrame *frame)
{
  random_vector (rand, 3, 1, frame->point);
  random_quaternion (rand, frame->quaternion);
  if (space == MBD_SPACE_PLANE) {
    frame->point[2] = 0;
    quaternion_from_vector ((double[]){ 0, 0, random_in (rand, -3, 3) }, frame->quaternion);
  }
}

static void
bench_bind (Bench *bench)
{
  const MbdCouplingClass *class_ = bench->defs[0].class_;
  size_t size = class_->parameter_size[bench->space];
  unsigned variant = class_->variant (&bench->defs[0], bench->space);

  g_assert_cmpuint (size % 8, ==, 0);
  bench->parameters = g_malloc0 (COUPLINGS * size);
  for (int k = 0; k < COUPLINGS; k++) {
    const MbdCouplingDef *def = &bench->defs[k];
    MbdBinding binding = { .def = def, .space = bench->space };

    g_assert_cmpuint (class_->variant (def, bench->space), ==, variant);
    for (int i = 0; i < 3; i++) {
      binding.point_a[i] = def->frame_a.point[i];
      binding.point_b[i] = def->frame_b.point[i];
    }
    for (int i = 0; i < 4; i++) {
      binding.quaternion_a[i] = def->frame_a.quaternion[i];
      binding.quaternion_b[i] = def->frame_b.quaternion[i];
    }
    binding.angle_a = 2 * atan2 (def->frame_a.quaternion[3], def->frame_a.quaternion[0]);
    binding.angle_b = 2 * atan2 (def->frame_b.quaternion[3], def->frame_b.quaternion[0]);
    class_->bind (&binding, bench->parameters + k * size);
  }
  bench->batch = (MbdBatch){
    .count = COUPLINGS,
    .space = bench->space,
    .variant = variant,
    .rows = class_->rows (variant, bench->space),
    .sides = 2,
    .side = { 0, 1 },
    .body = { bench->body_a, bench->body_b },
    .body_a = bench->body_a,
    .body_b = bench->body_b,
    .parameters = bench->parameters,
  };
  g_assert_cmpint (bench->batch.rows, <=, MOST_ROWS);
}

/// Creates three couplings like `def`, with random frames, between ground and bodies on random
/// paths.
static Bench *
bench_new (GRand *rand, const MbdCouplingDef *def, MbdSpace space)
{
  static const int pairs[COUPLINGS][2] = { { 0, 1 }, { 2, 1 }, { 3, 0 } };
  Bench *bench = g_new0 (Bench, 1);

  bench->space = space;
  bench->paths[0].q[0] = 1;
  for (int i = 1; i < BODIES; i++)
    random_path (rand, space, &bench->paths[i]);
  for (int k = 0; k < COUPLINGS; k++) {
    bench->defs[k] = *def;
    random_frame (rand, space, &bench->defs[k].frame_a);
    random_frame (rand, space, &bench->defs[k].frame_b);
    bench->body_a[k] = pairs[k][0];
    bench->body_b[k] = pairs[k][1];
  }
  bench_bind (bench);
  return bench;
}

static void
bench_free (Bench *bench)
{
  g_free (bench->parameters);
  g_free (bench);
}

static void
bench_sample (const Bench *bench, double t, Sample *sample)
{
  const MbdCouplingClass *class_ = bench->defs[0].class_;
  const int rows = bench->batch.rows, degrees = bench->space == MBD_SPACE_PLANE ? 3 : 6;
  MbdPlanePose plane[BODIES];
  MbdSpacePose space[BODIES];
  const MbdPose pose = { t, plane, space };
  double G[COUPLINGS * MOST_ROWS * 12], rates[COUPLINGS * MOST_ROWS] = { 0 };
  const double *row = G;

  for (int i = 0; i < BODIES; i++)
    pose_at (&bench->paths[i], t, &plane[i], &space[i]);
  if (bench->space == MBD_SPACE_PLANE) {
    class_->plane_errors (&bench->batch, &pose, sample->eps);
    class_->plane_rows (&bench->batch, &pose, G, sample->gamma);
  } else {
    class_->space_errors (&bench->batch, &pose, sample->eps);
    class_->space_rows (&bench->batch, &pose, G, sample->gamma);
  }
  if (class_->time_rates != NULL)
    class_->time_rates (&bench->batch, &pose, rates);
  memcpy (sample->rate, rates, sizeof rates);
  for (int k = 0; k < COUPLINGS; k++)
    for (int side = 0; side < 2; side++) {
      const Path *path = &bench->paths[side == 0 ? bench->body_a[k] : bench->body_b[k]];
      const double in_plane[3] = { path->v[0], path->v[1], path->w[2] };
      double in_space[6];

      memcpy (in_space, path->v, sizeof path->v);
      memcpy (in_space + 3, path->w, sizeof path->w);
      for (int r = 0; r < rows; r++, row += degrees)
        sample->rate[k * rows + r] += dot (degrees, row, degrees == 3 ? in_plane : in_space);
    }
}

/// `positions`: the velocity errors are derivatives of position errors, too.
static void
check_bench (const Bench *bench, double t, double scale, bool positions)
{
  static const double weights[3] = { 45 / 60.0, -9 / 60.0, 1 / 60.0 };
  const double step = 1e-3;
  const int rows = COUPLINGS * bench->batch.rows;
  const bool is_length =
    bench->defs[0].class_->row_is_length (bench->batch.variant, bench->space, 0);
  double eps_slope[COUPLINGS * MOST_ROWS] = { 0 }, rate_slope[COUPLINGS * MOST_ROWS] = { 0 };
  Sample now, before, after;

  bench_sample (bench, t, &now);
  for (int k = 0; k < 3; k++) {
    bench_sample (bench, t - (k + 1) * step, &before);
    bench_sample (bench, t + (k + 1) * step, &after);
    for (int r = 0; r < rows; r++) {
      double change = after.eps[r] - before.eps[r];

      // An angle in the plane may pass half a turn between the two.
      if (bench->space == MBD_SPACE_PLANE && !is_length)
        change = remainder (change, 2 * M_PI);
      eps_slope[r] += weights[k] * change / step;
      rate_slope[r] += weights[k] * (after.rate[r] - before.rate[r]) / step;
    }
  }
  // Round-off 1e-16 over the step leaves 1e-12 or less; the error of the sixth order is negligible.
  for (int r = 0; r < rows; r++) {
    if (positions)
      assert_close (now.rate[r], eps_slope[r], 1e-11 * scale);
    assert_close (now.gamma[r], -rate_slope[r], 1e-11 * scale);
  }
}

/// Returns true if no line of the bench is so short that its derivatives grow.
static bool
lines_are_long (const Bench *bench, double t)
{
  MbdPlanePose plane;
  MbdSpacePose a, b;

  for (int k = 0; k < COUPLINGS; k++) {
    double p[3], q[3], u[3];

    pose_at (&bench->paths[bench->body_a[k]], t, &plane, &a);
    pose_at (&bench->paths[bench->body_b[k]], t, &plane, &b);
    quaternion_turn (a.q, bench->defs[k].frame_a.point, p);
    quaternion_turn (b.q, bench->defs[k].frame_b.point, q);
    for (int i = 0; i < 3; i++)
      u[i] = b.x[i] + q[i] - a.x[i] - p[i];
    if (dot (3, u, u) < 0.25)
      return false;
  }
  return true;
}

static void
check_kind (const MbdCouplingDef *def, double scale, bool positions)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (1));
  int rounds = testing_torture () ? 2000 : 60, checked = 0;

  for (int round = 0; round < rounds; round++)
    for (MbdSpace space = MBD_SPACE_PLANE; space <= MBD_SPACE_SPACE; space++) {
      Bench *bench = bench_new (rand, def, space);
      double t = random_in (rand, 0, 1);

      if (bench->batch.rows > 0 && lines_are_long (bench, t)) {
        check_bench (bench, t, scale, positions);
        checked++;
      }
      bench_free (bench);
    }
  g_assert_cmpint (checked, >, rounds / 4);
  g_rand_free (rand);
}

static void
test_rod_derivatives (void)
{
  MbdFunction *length = NULL;

  assert_ok (mbd_function_new_harmonic (1.5, 0.4, 3, 0.2, &length, NULL));
  for (MbdRodKind kind = MBD_ROD_BAR; kind <= MBD_ROD_STRUT; kind++)
    for (int timed = 0; timed < 2; timed++) {
      MbdCouplingDef rod = mbd_rod_default ();

      rod.rod = kind;
      rod.length = 1.3;
      rod.function = timed ? length : NULL;
      check_kind (&rod, 100, true);
    }
  mbd_function_unref (length);
}

static void
test_angle_derivatives (void)
{
  MbdCouplingDef angle = mbd_angle_default (1.1);

  check_kind (&angle, 10, true);
}

static void
test_revolute_spherical_derivatives (void)
{
  MbdCouplingDef rod = mbd_revolute_spherical_default (0.7);

  check_kind (&rod, 100, true);
}

/// Returns a contact with one to three random orthogonal normals.
static MbdCouplingDef
random_contact (GRand *rand, int count, bool in_plane)
{
  MbdCouplingDef contact = mbd_point_contact_default ();
  double q[4];

  random_quaternion (rand, q);
  if (in_plane)
    quaternion_from_vector ((double[]){ 0, 0, random_in (rand, -3, 3) }, q);
  contact.normal_count = count;
  for (int i = 0; i < 3; i++)
    quaternion_turn (q, (double[]){ i == 0, i == 1, i == 2 }, contact.normals[i]);
  return contact;
}

/// Computes the velocity of a point of the path's body at the world point `at`.
static void
point_velocity (const Path *path, double t, const double at[3], double velocity[3])
{
  double arm[3];

  for (int i = 0; i < 3; i++)
    arm[i] = at[i] - path->x[i] - path->v[i] * t;
  cross (path->w, arm, velocity);
  for (int i = 0; i < 3; i++)
    velocity[i] += path->v[i];
}

static void
test_point_contact_derivatives (void)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (2));

  for (int round = 0; round < 60; round++)
    for (MbdSpace space = MBD_SPACE_PLANE; space <= MBD_SPACE_SPACE; space++)
      for (int count = 1; count <= (space == MBD_SPACE_PLANE ? 2 : 3); count++) {
        MbdCouplingDef contact = random_contact (rand, count, space == MBD_SPACE_PLANE);
        Bench *bench = bench_new (rand, &contact, space);
        double t = random_in (rand, 0, 1);
        Sample now;

        g_assert_cmpint (bench->batch.rows, ==, count);
        check_bench (bench, t, 10, false);
        bench_sample (bench, t, &now);
        // The rate is the difference of the velocities of the two bodies at the point.
        for (int k = 0; k < COUPLINGS; k++) {
          MbdPlanePose plane;
          MbdSpacePose b;
          double at[3], va[3], vb[3];

          pose_at (&bench->paths[bench->body_b[k]], t, &plane, &b);
          quaternion_turn (b.q, bench->defs[k].frame_b.point, at);
          for (int i = 0; i < 3; i++)
            at[i] += b.x[i];
          point_velocity (&bench->paths[bench->body_a[k]], t, at, va);
          point_velocity (&bench->paths[bench->body_b[k]], t, at, vb);
          for (int r = 0; r < count; r++) {
            assert_close (now.rate[k * count + r],
                          dot (3, contact.normals[r], vb) - dot (3, contact.normals[r], va), 1e-13);
            g_assert_cmpfloat (now.eps[k * count + r], ==, 0);
          }
        }
        bench_free (bench);
      }
  g_rand_free (rand);
}

static void
test_normals_in_plane (void)
{
  // In the plane a normal along z has no row, and the others keep their names.
  MbdCouplingDef contact = mbd_point_contact_default ();
  const MbdCouplingClass *class_ = contact.class_;
  unsigned variant;

  contact.normal_count = 3;
  memcpy (contact.normals[0], (double[]){ 0, 0, 1 }, sizeof contact.normals[0]);
  memcpy (contact.normals[1], (double[]){ 1, 0, 0 }, sizeof contact.normals[1]);
  memcpy (contact.normals[2], (double[]){ 0, 1, 0 }, sizeof contact.normals[2]);
  assert_ok (class_->check (&contact, &(MbdDiagnosis){ 0 }));
  variant = class_->variant (&contact, MBD_SPACE_PLANE);
  g_assert_cmpint (class_->rows (variant, MBD_SPACE_PLANE), ==, 2);
  g_assert_cmpstr (class_->row_name (variant, MBD_SPACE_PLANE, 0), ==, "n2");
  g_assert_cmpstr (class_->row_name (variant, MBD_SPACE_PLANE, 1), ==, "n3");
  variant = class_->variant (&contact, MBD_SPACE_SPACE);
  g_assert_cmpint (class_->rows (variant, MBD_SPACE_SPACE), ==, 3);
}

static void
test_coincident_points (void)
{
  // The direction is z of body_a (x in the plane; x of the frame of a revolute-spherical rod),
  // fixed in body_a: the row is the row of the distance along this axis, and nothing is NaN.
  GRand *rand = g_rand_new_with_seed (testing_seed (3));
  const double step = 1e-3;

  for (int round = 0; round < 40; round++) {
    MbdSpace space = round % 2 ? MBD_SPACE_SPACE : MBD_SPACE_PLANE;
    bool composite = round % 4 > 1;
    MbdCouplingDef rod = composite ? mbd_revolute_spherical_default (1) : mbd_rod_default ();
    Bench *bench = bench_new (rand, &rod, space);
    double speeds[3], z[3];
    Sample now;

    // Body 2 is placed so that the points of coupling 1 coincide at t = 0.
    const MbdCouplingDef *def = &bench->defs[1];
    double p[3], q[3];
    quaternion_turn (bench->paths[2].q, def->frame_a.point, p);
    quaternion_turn (bench->paths[1].q, def->frame_b.point, q);
    for (int i = 0; i < 3; i++)
      bench->paths[2].x[i] = bench->paths[1].x[i] + q[i] - p[i];

    for (int k = 0; k < 3; k++) {
      MbdPlanePose plane;
      MbdSpacePose a, b;
      double t = (k - 1) * step,
             axis[3] = { space == MBD_SPACE_PLANE, 0, space != MBD_SPACE_PLANE };
      double at[3], va[3], vb[3];

      pose_at (&bench->paths[2], t, &plane, &a);
      pose_at (&bench->paths[1], t, &plane, &b);
      if (composite)
        quaternion_turn (def->frame_a.quaternion, (double[]){ 1, 0, 0 }, axis);
      quaternion_turn (a.q, axis, z);
      quaternion_turn (a.q, def->frame_a.point, at);
      for (int i = 0; i < 3; i++)
        at[i] += a.x[i];
      point_velocity (&bench->paths[2], t, at, va);
      quaternion_turn (b.q, def->frame_b.point, at);
      for (int i = 0; i < 3; i++)
        at[i] += b.x[i];
      point_velocity (&bench->paths[1], t, at, vb);
      speeds[k] = dot (3, z, vb) - dot (3, z, va);
    }
    bench_sample (bench, 0, &now);
    int row = bench->batch.rows;
    assert_close (now.eps[row], -1, 1e-12);
    assert_close (now.rate[row], speeds[1], 1e-13);
    assert_close (now.gamma[row], -(speeds[2] - speeds[0]) / (2 * step), 2e-5);
    for (int r = 0; r < COUPLINGS * row; r++)
      g_assert_true (isfinite (now.gamma[r]) && isfinite (now.rate[r]) && isfinite (now.eps[r]));
    bench_free (bench);
  }
  g_rand_free (rand);
}

static void
test_one_sided_rods (void)
{
  MbdCouplingDef rod = mbd_rod_default ();
  const MbdCouplingClass *class_ = rod.class_;
  const double lambda = 3;

  g_assert_cmpint (class_->mode (&rod), ==, MBD_MODE_LOCK);
  g_assert_cmpfloat (class_->tension (&rod, &lambda), ==, -3);
  rod.rod = MBD_ROD_ROPE;
  g_assert_cmpint (class_->mode (&rod), ==, MBD_MODE_UNILATERAL);
  g_assert_cmpfloat (class_->tension (&rod, &lambda), ==, 3);
  rod.rod = MBD_ROD_STRUT;
  g_assert_cmpint (class_->mode (&rod), ==, MBD_MODE_UNILATERAL);
  g_assert_cmpfloat (class_->tension (&rod, &lambda), ==, -3);

  // Errors: a slack rope and a long strut are >= 0.
  GRand *rand = g_rand_new_with_seed (testing_seed (4));
  for (MbdSpace space = MBD_SPACE_PLANE; space <= MBD_SPACE_SPACE; space++) {
    Bench *benches[3];
    Sample samples[3];

    for (MbdRodKind kind = MBD_ROD_BAR; kind <= MBD_ROD_STRUT; kind++) {
      g_rand_set_seed (rand, 5);
      rod.rod = kind;
      rod.length = 20;
      benches[kind] = bench_new (rand, &rod, space);
      bench_sample (benches[kind], 0, &samples[kind]);
      bench_free (benches[kind]);
    }
    for (int k = 0; k < COUPLINGS; k++) {
      g_assert_cmpfloat (samples[MBD_ROD_ROPE].eps[k], >, 0);
      g_assert_cmpfloat (samples[MBD_ROD_ROPE].eps[k], ==, -samples[MBD_ROD_BAR].eps[k]);
      g_assert_cmpfloat (samples[MBD_ROD_ROPE].gamma[k], ==, -samples[MBD_ROD_BAR].gamma[k]);
      g_assert_cmpfloat (samples[MBD_ROD_STRUT].eps[k], ==, samples[MBD_ROD_BAR].eps[k]);
      g_assert_cmpfloat (samples[MBD_ROD_STRUT].gamma[k], ==, samples[MBD_ROD_BAR].gamma[k]);
    }
  }
  g_rand_free (rand);
}

/// Checks that adding is rejected with this status and message.
static void
check_refused (const MbdCouplingDef *given, MbdStatus status, const char *sentence)
{
  MbdMechanism *mechanism = mbd_mechanism_new ();
  MbdCouplingDef def = *given;
  MbdDiagnosis why = { 0 };

  def.id = 7;
  def.body_b = 1;
  assert_status (mbd_mechanism_add_coupling (mechanism, &def, &why), status);
  g_assert_cmpint (why.element, ==, MBD_ELEMENT_COUPLING);
  g_assert_cmpint (why.id, ==, 7);
  g_assert_cmpstr (mbd_status_text (why.code), ==, sentence);
  mbd_mechanism_free (mechanism);
}

static void
test_refused_lengths (void)
{
  static const double bad[] = { 0, -1, -1e-300 };
  const char *sentence = "the length must be greater than zero; use a pin to join two points";
  MbdCouplingDef rod = mbd_rod_default ();

  for (int i = 0; i < 3; i++) {
    MbdCouplingDef composite = mbd_revolute_spherical_default (bad[i]);
    MbdFunction *function = NULL;

    rod = mbd_rod_default ();
    for (MbdRodKind kind = MBD_ROD_BAR; kind <= MBD_ROD_STRUT; kind++) {
      rod.rod = kind;
      rod.length = bad[i];
      check_refused (&rod, MBD_STATUS_ZERO_LENGTH, sentence);
    }
    check_refused (&composite, MBD_STATUS_ZERO_LENGTH, sentence);
    // The value of a function at t = 0 counts, whatever the number is.
    assert_ok (mbd_function_new_constant (bad[i], &function, NULL));
    rod.length = 1;
    rod.function = function;
    check_refused (&rod, MBD_STATUS_ZERO_LENGTH, sentence);
    mbd_function_unref (function);
  }
  rod = mbd_rod_default ();
  rod.length = NAN;
  check_refused (&rod, MBD_STATUS_NOT_FINITE, "a number is not finite");
  rod = mbd_rod_default ();
  rod.rod = MBD_ROD_STRUT + 1;
  check_refused (&rod, MBD_STATUS_BAD_PARAMETER, "a parameter is out of its range");
}

static void
test_refused_angles (void)
{
  static const double bad[] = { 0, -1, M_PI, 4 };

  for (int i = 0; i < 4; i++) {
    MbdCouplingDef angle = mbd_angle_default (bad[i]);

    check_refused (&angle, MBD_STATUS_BAD_ANGLE,
                   "the angle must be between 0 and 180 degrees; use parallel axes for these two");
  }
  MbdCouplingDef angle = mbd_angle_default (NAN);
  check_refused (&angle, MBD_STATUS_NOT_FINITE, "a number is not finite");
}

static void
test_refused_normals (void)
{
  const char *sentence = "the normals must be orthogonal unit vectors";
  MbdCouplingDef contact = mbd_point_contact_default ();

  contact.normals[0][1] = 1.001;
  check_refused (&contact, MBD_STATUS_BAD_NORMALS, sentence);
  contact.normals[0][1] = 0;
  check_refused (&contact, MBD_STATUS_BAD_NORMALS, sentence);
  contact.normals[0][1] = NAN;
  check_refused (&contact, MBD_STATUS_NOT_FINITE, "a number is not finite");

  contact = mbd_point_contact_default ();
  contact.normal_count = 2;
  memcpy (contact.normals[1], (double[]){ 0.6, 0.8, 0 }, sizeof contact.normals[1]);
  check_refused (&contact, MBD_STATUS_BAD_NORMALS, sentence);
  // Only the first `normal_count` normals are checked.
  contact.normal_count = 1;
  assert_ok (contact.class_->check (&contact, &(MbdDiagnosis){ 0 }));

  contact = mbd_point_contact_default ();
  for (contact.normal_count = -1; contact.normal_count < 6; contact.normal_count++)
    if (contact.normal_count < 1 || contact.normal_count > 3)
      check_refused (&contact, MBD_STATUS_NORMAL_COUNT,
                     "a point contact needs one, two or three normals");
}

static void
test_row_names (void)
{
  static const char *const axes[] = { "x", "y", "z", "rx", "ry", "rz" };
  const MbdCouplingClass *loop = mbd_loop_class ();

  for (unsigned locked = 1; locked <= MBD_LOOP_WELD; locked++) {
    int row = 0;

    for (int axis = 0; axis < 6; axis++)
      if (locked & (1u << axis))
        g_assert_cmpstr (loop->row_name (locked, MBD_SPACE_SPACE, row++), ==, axes[axis]);
    g_assert_cmpint (row, ==, loop->rows (locked, MBD_SPACE_SPACE));
  }
  g_assert_cmpstr (mbd_rod_class ()->row_name (0, MBD_SPACE_PLANE, 0), ==, "length");
  g_assert_cmpstr (mbd_angle_class ()->row_name (0, MBD_SPACE_PLANE, 0), ==, "angle");
  g_assert_cmpstr (mbd_revolute_spherical_class ()->row_name (0, MBD_SPACE_SPACE, 1), ==, "z");
}

static void
test_joints_by_name (void)
{
  // Freedoms that a joint leaves in space and in the plane.
  static const struct
  {
    unsigned locked;
    int in_space, in_plane;
  } joints[] = {
    { MBD_LOOP_WELD, 0, 0 },          { MBD_LOOP_REVOLUTE, 1, 1 },
    { MBD_LOOP_PRISMATIC, 1, 1 },     { MBD_LOOP_COINCIDENT_LINES, 2, 1 },
    { MBD_LOOP_SPHERICAL, 3, 1 },     { MBD_LOOP_UNIVERSAL, 2, 0 },
    { MBD_LOOP_PLANAR, 3, 3 },        { MBD_LOOP_PIN_IN_SLOT, 2, 2 },
    { MBD_LOOP_POINT_ON_LINE, 4, 2 }, { MBD_LOOP_POINT_ON_PLANE, 5, 3 },
    { MBD_LOOP_PARALLEL_AXES, 4, 3 }, { MBD_LOOP_RIGHT_ANGLE, 5, 2 },
    { MBD_LOOP_SAME_ATTITUDE, 3, 2 },
  };
  const MbdCouplingClass *loop = mbd_loop_class ();

  for (size_t i = 0; i < G_N_ELEMENTS (joints); i++) {
    MbdCouplingDef def = mbd_loop_default (joints[i].locked);

    assert_ok (loop->check (&def, &(MbdDiagnosis){ 0 }));
    g_assert_cmpint (6 - loop->rows (loop->variant (&def, MBD_SPACE_SPACE), MBD_SPACE_SPACE), ==,
                     joints[i].in_space);
    g_assert_cmpint (3 - loop->rows (loop->variant (&def, MBD_SPACE_PLANE), MBD_SPACE_PLANE), ==,
                     joints[i].in_plane);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/couplings/derivatives/rod", test_rod_derivatives);
  g_test_add_func ("/couplings/derivatives/angle", test_angle_derivatives);
  g_test_add_func ("/couplings/derivatives/revolute-spherical",
                   test_revolute_spherical_derivatives);
  g_test_add_func ("/couplings/derivatives/point-contact", test_point_contact_derivatives);
  g_test_add_func ("/couplings/derivatives/coincident-points", test_coincident_points);
  g_test_add_func ("/couplings/normals-in-plane", test_normals_in_plane);
  g_test_add_func ("/couplings/one-sided-rods", test_one_sided_rods);
  g_test_add_func ("/couplings/refused/lengths", test_refused_lengths);
  g_test_add_func ("/couplings/refused/angles", test_refused_angles);
  g_test_add_func ("/couplings/refused/normals", test_refused_normals);
  g_test_add_func ("/couplings/row-names", test_row_names);
  g_test_add_func ("/couplings/joints-by-name", test_joints_by_name);
  return g_test_run ();
}
