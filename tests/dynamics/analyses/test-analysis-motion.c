// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Analyses of motions: kinematics of driven mechanisms, inverse dynamics, static equilibrium,
// compared with closed forms and with independent dense systems.

#include "testing-seed.h"
#include "testing.h"

#include <lapacke.h>

/* Kinematics ------------------------------------------------------------------------------- */

/// Adds a driver of the angle of body b against body a at points of these bodies: value + speed t.
/// driven_state () releases its function.
static int
add_driver (Design *design,
            int a,
            double ax,
            double ay,
            int b,
            double bx,
            double by,
            double value,
            double speed)
{
  MbdFunction *function;
  const double coefficients[2] = { value, speed };

  assert_ok (mbd_function_new_polynomial (coefficients, 2, 0, &function, NULL));
  MbdCouplingDef driver = mbd_driver_default (MBD_COORDINATE_ANGLE, function);
  driver.body_a = a;
  driver.body_b = b;
  driver.frame_a = design_frame (ax, ay, 0, 2);
  driver.frame_b = design_frame (bx, by, 0, 2);
  return design_add_coupling (design, &driver);
}

/// Creates a state of the design and releases the design's functions: the model has its own
/// references.
static MbdState *
driven_state (Design *design)
{
  const int count = design->coupling_count;
  const MbdFunction **functions = g_new0 (const MbdFunction *, count + 1);

  for (int i = 0; i < count; i++)
    functions[i] = design->couplings[i].function;
  MbdState *state = testing_state (design);
  for (int i = 0; i < count; i++)
    mbd_function_unref (functions[i]);
  g_free (functions);
  return state;
}

/// Slider-crank with crank r = 0.1, rod l = 0.3 at crank angle t and constant speed w, with the
/// torque that keeps the speed against weight and inertia (masses 0.5, 0.7, 0.4).
typedef struct
{
  double x, v, a; // slider
  double torque;
} SliderCrank;

static SliderCrank
slider_crank_exact (double t, double w)
{
  const double r = 0.1, l = 0.3, masses[3] = { 0.5, 0.7, 0.4 };
  const double s = sin (t), c = cos (t);
  // rod angle p below the axis: l sin p = -r sin t
  const double sp = -r * s / l, cp = sqrt (1 - sp * sp);
  const double wp = -r * c * w / (l * cp);
  const double ap = (r * s * w * w / l + sp * wp * wp) / cp;
  SliderCrank exact = {
    .x = r * c + l * cp,
    .v = -r * s * w - l * sp * wp,
    .a = -r * c * w * w - l * (cp * wp * wp + sp * ap),
  };
  // centres of mass: half the crank, tip + half the rod, slider
  const double v[3][2] = { { -r / 2 * s * w, r / 2 * c * w },
                           { -r * s * w - l / 2 * sp * wp, r * c * w + l / 2 * cp * wp },
                           { exact.v, 0 } };
  const double a[3][2] = { { -r / 2 * c * w * w, -r / 2 * s * w * w },
                           { -r * c * w * w - l / 2 * (cp * wp * wp + sp * ap),
                             -r * s * w * w + l / 2 * (cp * ap - sp * wp * wp) },
                           { exact.a, 0 } };
  double power = 0.7 * l * l / 12 * ap * wp;
  for (int i = 0; i < 3; i++)
    power += masses[i] * (a[i][0] * v[i][0] + (a[i][1] + DESIGN_GRAVITY) * v[i][1]);
  exact.torque = power / w;
  return exact;
}

static void
check_slider_crank (MbdMobility mobility, bool massless)
{
  const double start = 0.4, speed = 20;
  Design *design = design_slider_crank (mobility, start, 0);
  MbdKinematics report;

  for (int i = 0; i < 3 && massless; i++) {
    design->bodies[i].mass = 0;
    memset (design->bodies[i].inertia, 0, sizeof design->bodies[i].inertia);
  }
  add_driver (design, 0, 0, 0, 1, -0.05, 0, start, speed);
  MbdState *state = driven_state (design);
  const MbdModel *model = mbd_state_model (state);
  const int row = mbd_model_coupling_first_row (model, 4);
  const int slider = mbd_model_body_first_velocity (model, 3);
  const int x = mbd_model_body_first_position (model, 3);

  assert_ok (mbd_kinematics_start (state, &report, NULL));
  // Forward over two turns, then back.
  for (int i = 0; i <= 80; i++) {
    const double time = (i <= 60 ? i : 120 - i) * 0.0105;
    const SliderCrank exact = slider_crank_exact (start + speed * time, speed);
    if (i > 0)
      assert_ok (mbd_kinematics_advance (state, time, &report, NULL));
    g_assert_false (report.singular);
    assert_close (mbd_state_time (state), time, 0);
    assert_close (mbd_state_positions (state)[x], exact.x, 1e-12);
    assert_close (mbd_state_velocities (state)[slider], exact.v, 1e-10);
    assert_close (mbd_state_accelerations (state)[slider], exact.a, 1e-8);
    assert_close (mbd_state_multipliers (state)[row], massless ? 0 : exact.torque, 1e-8);
  }
  testing_state_free (state);
}

static void
test_slider_crank (void)
{
  check_slider_crank (MBD_PLANAR, false);
  check_slider_crank (MBD_PLANAR, true);
  check_slider_crank (MBD_SPATIAL, false);
}

static void
test_not_driven (void)
{
  MbdKinematics report;
  MbdDiagnosis why = { 0 };

  for (int bars = 1; bars <= 3; bars++) {
    Design *design = design_chain (bars, 0.3, MBD_PLANAR);
    if (bars > 1)
      add_driver (design, 0, 0, 0, 1, -0.5, 0, -0.3 * sin (1), 2);
    MbdState *state = driven_state (design);
    assert_status (mbd_kinematics_start (state, &report, &why), MBD_STATUS_NOT_DRIVEN);
    assert_close (why.value, bars > 1 ? bars - 1 : 1, 0);
    testing_state_free (state);
  }
}

/// A parallelogram is driven through the pose in which it lies flat and loses rank.
static void
test_singular_passage (void)
{
  Design *design = design_nfourbar (1, 0, 1, MBD_PLANAR);
  const double flat = M_PI / 2;
  bool flagged = false;
  MbdKinematics report;

  // Links 1 and 2 stand upright at phi = 0 and turn clockwise.
  add_driver (design, 0, 0, 0, 1, -0.5, 0, M_PI / 2, -1);
  MbdState *state = driven_state (design);
  assert_ok (mbd_kinematics_start (state, &report, NULL));
  for (int i = 1; i <= 40; i++) {
    const double phi = 2 * flat * i / 40;
    assert_ok (mbd_kinematics_advance (state, phi, &report, NULL));
    flagged |= report.singular;
    g_assert_true (i == 20 || !report.singular);
    // The links stay parallel, the coupler level.
    const double away = fabs (phi - flat);
    const double tolerance = away > 0.01 ? 1e-9 : 1e-5;
    assert_close (mbd_state_positions (state)[2] - mbd_state_positions (state)[5], 0, tolerance);
    assert_close (mbd_state_positions (state)[8], 0, tolerance);
  }
  g_assert_true (flagged);
  testing_state_free (state);
}

/// A slider is driven out of reach: the state stops before that, at a pose that satisfies the
/// constraints.
static void
test_dead_point (void)
{
  Design *design = design_slider_crank (MBD_PLANAR, 0.7, 0);
  MbdFunction *function;
  MbdKinematics report;
  MbdDiagnosis why = { 0 };
  double errors[20];
  const double x = 0.1 * cos (0.7) + sqrt (0.09 - 0.01 * sin (0.7) * sin (0.7));

  assert_ok (mbd_function_new_polynomial ((double[]){ x, 0.05 }, 2, 0, &function, NULL));
  MbdCouplingDef driver = mbd_driver_default (MBD_COORDINATE_SLIDE, function);
  driver.body_b = 3;
  design_add_coupling (design, &driver);
  MbdState *state = driven_state (design);
  assert_ok (mbd_kinematics_start (state, &report, NULL));
  const MbdStatus status = mbd_kinematics_advance (state, 1, &report, &why);
  g_assert_true (status == MBD_STATUS_STEP_TOO_SMALL || status == MBD_STATUS_CONFLICT);
  g_assert_cmpint (why.code, ==, status);
  assert_at_most (mbd_state_time (state), (0.4 - x) / 0.05 + 1e-9);
  g_assert_cmpfloat (mbd_state_time (state), >, 0.9 * (0.4 - x) / 0.05);
  mbd_state_errors (state, errors, NULL, NULL);
  assert_at_most (max_norm (mbd_model_row_count (mbd_state_model (state)), errors), 1e-12);
  testing_state_free (state);
}

/// A driver of speed turns the crank by the integral of its function.
static void
check_driven_speed (double effort_limit)
{
  Design *design = design_fourbar (MBD_PLANAR);
  MbdFunction *function;
  MbdKinematics report;

  assert_ok (mbd_function_new_harmonic (3, 2, 5, 0, &function, NULL));
  MbdCouplingDef driver = mbd_driver_default (MBD_COORDINATE_ANGLE, function);
  driver.level = MBD_LEVEL_VELOCITY;
  driver.effort_limit = effort_limit;
  driver.body_b = 1;
  driver.frame_b.point[0] = -0.1;
  design_add_coupling (design, &driver);
  MbdState *state = driven_state (design);
  const double start = mbd_state_positions (state)[2];

  assert_ok (mbd_kinematics_start (state, &report, NULL));
  for (int i = 1; i <= 10; i++) {
    const double t = 0.3 * i;
    assert_ok (mbd_kinematics_advance (state, t, &report, NULL));
    assert_close (mbd_state_positions (state)[2], start + 3 * t + 0.4 * (1 - cos (5 * t)), 1e-7);
    assert_close (mbd_state_velocities (state)[2], 3 + 2 * sin (5 * t), 1e-10);
    assert_close (mbd_state_accelerations (state)[2], 10 * cos (5 * t), 1e-8);
  }
  testing_state_free (state);
}

/// A motor that is too weak follows its speed nevertheless, and its effort is the result.
static void
test_driven_speed (void)
{
  check_driven_speed (INFINITY);
  check_driven_speed (1e-3);
}

/* Inverse dynamics ------------------------------------------------------------------------- */

/// Adds a driver beside each of the first `count` pins of a chain or four-bar.
static void
drive_pins (Design *design, int count, const int *pins)
{
  for (int i = 0; i < count; i++) {
    const MbdCouplingDef pin = design->couplings[pins[i]];
    MbdFunction *function;

    assert_ok (mbd_function_new_constant (0, &function, NULL));
    MbdCouplingDef driver = mbd_driver_default (MBD_COORDINATE_ANGLE, function);
    driver.body_a = pin.body_a;
    driver.body_b = pin.body_b;
    driver.frame_a = pin.frame_a;
    driver.frame_b = pin.frame_b;
    design_add_coupling (design, &driver);
  }
}

/// Forward with efforts applied as B' tau, then back to the efforts from the accelerations.
static void
check_round_trip (Design *design, int count, const int *pins, GRand *rand)
{
  const int first = design->coupling_count;
  drive_pins (design, count, pins);
  MbdState *state = driven_state (design);
  const MbdModel *model = mbd_state_model (state);
  const int n = mbd_model_velocity_count (model), m = mbd_model_row_count (model);
  double *v = g_new0 (double, n + 1), *efforts = g_new0 (double, m + 1);
  double *powers = g_new0 (double, m + 1), *a = g_new0 (double, n + 1);
  double *lambda = g_new0 (double, m + 1), tau[16];

  random_vector (rand, n, 2, v);
  for (int i = 0; i < count; i++)
    mbd_state_set_enabled (state, first + i, false);
  mbd_state_set (state, 0, NULL, v);
  assert_ok (mbd_state_assemble_velocities (state, NULL, NULL));
  System *passive = system_new (state);
  for (int i = 0; i < count; i++)
    mbd_state_set_enabled (state, first + i, true);
  System *whole = system_new (state);
  random_vector (rand, count, 5, tau);
  for (int i = 0; i < count; i++) {
    const int row = mbd_model_coupling_first_row (model, first + i);
    for (int k = 0; k < n; k++)
      passive->f[k] += whole->G[row * n + k] * tau[i];
  }
  system_solve (passive, 1e-9, a, lambda);

  for (int kind = MBD_INVERSE_EXACT; kind <= MBD_INVERSE_RELAXED; kind++) {
    assert_ok (
      mbd_state_inverse_dynamics (state, a, NULL, (MbdInverse) kind, efforts, powers, NULL));
    assert_all_close (n, mbd_state_accelerations (state), a, 1e-8 * (1 + max_norm (n, a)));
    for (int row = 0; row < m; row++) {
      const int coupling = mbd_model_coupling_by_row (model, row);
      if (coupling < first) {
        assert_close (efforts[row], 0, 0);
        assert_close (powers[row], 0, 0);
        continue;
      }
      assert_close (efforts[row], tau[coupling - first], 1e-9 * (1 + max_norm (n, a)));
      assert_close (powers[row],
                    efforts[row] * dot (n, whole->G + row * n, mbd_state_velocities (state)), 1e-9);
    }
  }
  system_free (passive);
  system_free (whole);
  g_free (v);
  g_free (a);
  g_free (lambda);
  g_free (efforts);
  g_free (powers);
  testing_state_free (state);
}

static void
test_round_trip (void)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (8));
  static const int all[10] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 };

  for (int round = 0; round < (testing_torture () ? 200 : 5); round++) {
    for (int bars = 1; bars <= 10; bars += 3) {
      check_round_trip (design_chain (bars, random_in (rand, 0.1, 1), MBD_PLANAR), bars, all, rand);
      check_round_trip (design_chain (bars, random_in (rand, 0.1, 1), MBD_SPATIAL), bars, all,
                        rand);
    }
    check_round_trip (design_fourbar (MBD_PLANAR), 1, all, rand);
    check_round_trip (design_fourbar (MBD_SPATIAL), 1, all, rand);
    check_round_trip (design_slider_crank (MBD_PLANAR, 0.7, 5), 1, all, rand);
    check_round_trip (design_bricard (), 1, all, rand);
  }
  g_rand_free (rand);
}

static void
test_not_actuated (void)
{
  Design *design = design_chain (4, 0.4, MBD_PLANAR);
  static const int pins[2] = { 0, 2 };
  double desired[12] = { 0 }, efforts[20];
  bool actuators[6] = { [5] = true };
  MbdDiagnosis why = { 0 };

  drive_pins (design, 2, pins);
  MbdState *state = driven_state (design);
  assert_status (
    mbd_state_inverse_dynamics (state, desired, NULL, MBD_INVERSE_EXACT, NULL, NULL, &why),
    MBD_STATUS_NOT_ACTUATED);
  assert_close (why.value, 2, 0);
  assert_status (
    mbd_state_inverse_dynamics (state, desired, actuators, MBD_INVERSE_EXACT, NULL, NULL, &why),
    MBD_STATUS_NOT_ACTUATED);
  assert_close (why.value, 3, 0);

  // An idle driver carries no load, and modes are restored afterwards.
  assert_ok (mbd_state_inverse_dynamics (state, desired, actuators, MBD_INVERSE_RELAXED, efforts,
                                         NULL, NULL));
  assert_close (efforts[mbd_model_coupling_first_row (mbd_state_model (state), 4)], 0, 0);
  assert_close (
    mbd_state_multipliers (state)[mbd_model_coupling_first_row (mbd_state_model (state), 4)], 0, 0);
  g_assert_cmpfloat (fabs (efforts[mbd_model_coupling_first_row (mbd_state_model (state), 5)]), >,
                     1e-3);
  g_assert_cmpint (mbd_state_mode (state, 4), ==, MBD_MODE_LOCK);
  testing_state_free (state);
}

/// Relaxed inverse dynamics against a dense least-squares problem in the actuators' influence on
/// the accelerations.
static void
check_relaxed (Design *design, int count, const int *pins, GRand *rand)
{
  const int first = design->coupling_count;
  drive_pins (design, count, pins);
  MbdState *state = driven_state (design);
  const MbdModel *model = mbd_state_model (state);
  const int n = mbd_model_velocity_count (model), m = mbd_model_row_count (model);
  double *v = g_new0 (double, n + 1), *desired = g_new0 (double, n + 1);
  double *a0 = g_new0 (double, n + 1), *a1 = g_new0 (double, n + 1);
  double *lambda = g_new0 (double, m + 1), *efforts = g_new0 (double, m + 1);
  double *N = g_new0 (double, n *count), *rhs = g_new0 (double, n + 1);

  random_vector (rand, n, 1, v);
  random_vector (rand, n, 10, desired);
  System *whole = system_new (state);
  for (int i = 0; i < count; i++)
    mbd_state_set_enabled (state, first + i, false);
  mbd_state_set (state, 0, NULL, v);
  assert_ok (mbd_state_assemble_velocities (state, NULL, NULL));
  System *passive = system_new (state);
  for (int i = 0; i < count; i++)
    mbd_state_set_enabled (state, first + i, true);

  // L' (a0 + N tau - a*) with M = L L'
  double *L = g_memdup2 (passive->M, (gsize) (n * n) * sizeof (double));
  g_assert_cmpint (LAPACKE_dpotrf (LAPACK_ROW_MAJOR, 'L', n, L, n), ==, 0);
  system_solve (passive, 1e-9, a0, lambda);
  for (int c = 0; c <= count; c++) {
    if (c < count) {
      const double *B = whole->G + mbd_model_coupling_first_row (model, first + c) * n;
      for (int k = 0; k < n; k++)
        passive->f[k] += B[k];
      system_solve (passive, 1e-9, a1, lambda);
      for (int k = 0; k < n; k++)
        passive->f[k] -= B[k];
    } else
      memcpy (a1, desired, (gsize) n * sizeof (double));
    for (int k = 0; k < n; k++) {
      double sum = 0;
      for (int i = k; i < n; i++)
        sum += L[i * n + k] * (a1[i] - a0[i]);
      if (c < count)
        N[k * count + c] = sum;
      else
        rhs[k] = sum;
    }
  }
  g_assert_cmpint (LAPACKE_dgels (LAPACK_ROW_MAJOR, 'N', n, count, 1, N, count, rhs, 1), ==, 0);

  assert_ok (
    mbd_state_inverse_dynamics (state, desired, NULL, MBD_INVERSE_RELAXED, efforts, NULL, NULL));
  for (int row = 0; row < m; row++) {
    const int coupling = mbd_model_coupling_by_row (model, row);
    assert_close (efforts[row], coupling < first ? 0 : rhs[coupling - first],
                  coupling < first ? 0 : 1e-7 * (1 + max_norm (count, rhs)));
  }
  g_free (L);
  g_free (N);
  g_free (rhs);
  g_free (v);
  g_free (desired);
  g_free (a0);
  g_free (a1);
  g_free (lambda);
  g_free (efforts);
  system_free (whole);
  system_free (passive);
  testing_state_free (state);
}

static void
test_relaxed (void)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (9));
  static const int some[3] = { 0, 3, 4 }, one[1] = { 0 };

  for (int round = 0; round < 5; round++) {
    check_relaxed (design_chain (6, 0.5, MBD_PLANAR), 3, some, rand);
    check_relaxed (design_chain (6, 0.5, MBD_SPATIAL), 3, some, rand);
    check_relaxed (design_fourbar (MBD_PLANAR), 1, one, rand);
    check_relaxed (design_hub (6, MBD_PLANAR), 3, some, rand);
  }
  g_rand_free (rand);
}

/* Equilibrium ------------------------------------------------------------------------------ */

/// n bars of 1 m between the origin and (width, 0), hanging; start: a bow below the supports.
static Design *
hanging_bars (int n, double width, MbdMobility mobility)
{
  Design *design = design_new ();
  double from[2] = { 0, 0 };

  for (int i = 0; i < n; i++) {
    const double angle = -1.1 + 2.2 * i / (n - 1) + 0.1 * sin (3.0 * i);
    const double to[2] = { from[0] + cos (angle), from[1] + sin (angle) };
    design_add_bar (design, mobility, from, to, 1);
    design_add_pin (design, i, i == 0 ? 0 : 0.5, 0, i + 1, -0.5, 0);
    memcpy (from, to, sizeof from);
  }
  design_add_pin (design, MBD_GROUND, width, 0, n, 0.5, 0);
  return design;
}

static double
bar_angle (MbdState *state, int body)
{
  double p[3], q[3];
  mbd_state_body_point (state, body, (double[]){ -0.5, 0, 0 }, p, NULL, NULL);
  mbd_state_body_point (state, body, (double[]){ 0.5, 0, 0 }, q, NULL, NULL);
  return atan2 (q[1] - p[1], q[0] - p[0]);
}

static void
test_hanging_bars (void)
{
  static const MbdMobility mobilities[2] = { MBD_PLANAR, MBD_SPATIAL };

  for (int i = 0; i < 2; i++) {
    MbdEquilibrium report;
    MbdDiagnosis why = { 0 };

    // Three bars: the middle one is level, the outer ones at acos ((width - 1) / 2).
    MbdState *state = testing_state (hanging_bars (3, 1.8, mobilities[i]));
    assert_ok (mbd_state_equilibrium (state, NULL, &report, &why));
    g_assert_cmpfloat (report.lowest, >, 0);
    assert_at_most (report.residual, 1e-10);
    assert_close (bar_angle (state, 1), -acos (0.4), 1e-9);
    assert_close (bar_angle (state, 2), 0, 1e-9);
    assert_close (bar_angle (state, 3), acos (0.4), 1e-9);
    // Each support carries half of the weight. The outer bar carries H with tan a1 = w / H, where w
    // is the vertical force at its middle.
    MbdWrench support;
    mbd_state_reaction (state, 0, 1, MBD_AXES_WORLD, &support);
    assert_close (support.force[1], 1.5 * DESIGN_GRAVITY, 1e-8);
    assert_close (support.force[0], -DESIGN_GRAVITY / tan (acos (0.4)), 1e-8);
    assert_close (max_norm (9, mbd_state_velocities (state)), 0, 0);
    testing_state_free (state);

    // Four bars: tan a1 = 3 tan a2 (vertical force at the middle of a bar over the pull), and
    // cos a1 + cos a2 = width / 2.
    state = testing_state (hanging_bars (4, 2.6, mobilities[i]));
    assert_ok (mbd_state_equilibrium (state, NULL, &report, &why));
    const double a1 = bar_angle (state, 1), a2 = bar_angle (state, 2);
    assert_close (tan (a1), 3 * tan (a2), 1e-8);
    assert_close (cos (a1) + cos (a2), 1.3, 1e-10);
    assert_close (bar_angle (state, 4), -a1, 1e-9);
    g_assert_cmpfloat (a1, <, 0);
    testing_state_free (state);
  }
}

/// Chains released in any pose hang straight down: also from standing upright, an unstable
/// equilibrium.
static void
test_falls_to_the_lowest (void)
{
  static const MbdMobility mobilities[2] = { MBD_PLANAR, MBD_SPATIAL };

  for (int i = 0; i < 2; i++)
    for (int upright = 0; upright < 2; upright++) {
      Design *design = design_new ();
      MbdEquilibrium report;
      const double angle = upright ? M_PI / 2 : 0.3;

      for (int b = 0; b < 3; b++) {
        const double from[2] = { b * cos (angle), b * sin (angle) };
        const double to[2] = { (b + 1) * cos (angle), (b + 1) * sin (angle) };
        design_add_bar (design, mobilities[i], from, to, 1 + b);
        design_add_pin (design, b, b == 0 ? 0 : 0.5, 0, b + 1, -0.5, 0);
      }
      MbdState *state = testing_state (design);
      assert_ok (mbd_state_equilibrium (state, NULL, &report, NULL));
      g_assert_cmpfloat (report.lowest, >, 0);
      g_assert_false (report.neutral);
      for (int b = 1; b <= 3; b++)
        assert_close (bar_angle (state, b), -M_PI / 2, 1e-9);
      testing_state_free (state);
    }
}

/// Lever without mass, a weight at its tip and a spring of free length 0 from the tip to (b, h):
/// tan angle = (k h - W) / (k b).
static void
test_lever (void)
{
  for (int i = 0; i < 5; i++) {
    Design *design = design_new ();
    MbdBodyDef lever = mbd_body_default ();
    MbdForceDef spring = mbd_spring_default (), weight = mbd_load_default ();
    const double k = 50, W = 20 * i, b = 1.5, h = 0.9;
    MbdEquilibrium report;

    lever.mass = lever.inertia[2] = 0;
    lever.angle = -2 + i;
    spring.body_b = weight.body_b = design_add_body (design, &lever);
    design_add_pin (design, MBD_GROUND, 0, 0, 1, 0, 0);
    spring.stiffness = k;
    spring.point_a[0] = b;
    spring.point_a[1] = h;
    spring.point_b[0] = weight.point_b[0] = 0.7;
    weight.force[1] = -W;
    design_add_force (design, &spring);
    design_add_force (design, &weight);
    MbdState *state = testing_state (design);
    assert_ok (mbd_state_equilibrium (state, NULL, &report, NULL));
    assert_close (remainder (mbd_state_positions (state)[2] - atan2 (k * h - W, k * b), 2 * M_PI),
                  0, 1e-9);
    testing_state_free (state);
  }
}

static void
test_holding (void)
{
  // A driver holds a pendulum at the driver's angle at that time; its effort carries the moment of
  // the weight.
  Design *design = design_new ();
  MbdEquilibrium report;

  design_add_bar (design, MBD_PLANAR, (double[]){ 0, 0 }, (double[]){ 2, 0 }, 3);
  design_add_pin (design, MBD_GROUND, 0, 0, 1, -1, 0);
  add_driver (design, 0, 0, 0, 1, -1, 0, 0.1, 2);
  MbdState *state = driven_state (design);
  mbd_state_set (state, 0.2, NULL, NULL);
  assert_ok (mbd_state_equilibrium (state, NULL, &report, NULL));
  assert_close (mbd_state_positions (state)[2], 0.5, 1e-12);
  assert_close (mbd_state_multipliers (state)[2], 3 * DESIGN_GRAVITY * cos (0.5), 1e-9);
  assert_close (mbd_state_time (state), 0.2, 0);
  testing_state_free (state);

  // An end stop does the same, in one direction only.
  for (int above = 0; above < 2; above++) {
    MbdCouplingDef stop = mbd_limit_default (MBD_COORDINATE_ANGLE, -0.3, INFINITY);
    design = design_new ();
    design_add_bar (design, MBD_PLANAR, (double[]){ 0, 0 }, (double[]){ 2, 0 }, 3);
    design_add_pin (design, MBD_GROUND, 0, 0, 1, -1, 0);
    stop.lower = above ? -0.3 : -3;
    stop.body_b = 1;
    stop.frame_b.point[0] = -1;
    design_add_coupling (design, &stop);
    state = testing_state (design);
    assert_ok (mbd_state_equilibrium (state, NULL, &report, NULL));
    assert_close (mbd_state_positions (state)[2], above ? -0.3 : -M_PI / 2, 1e-9);
    assert_close (mbd_state_multipliers (state)[2], above ? 3 * DESIGN_GRAVITY * cos (0.3) : 0,
                  1e-8);
    testing_state_free (state);
  }
}

/// A point contact with cohesion hangs from a ceiling while the weight is below its cohesion and the
/// load along the ceiling below mu (cohesion - weight).
static void
test_cohesion (void)
{
  static const struct
  {
    double mass, along;
    MbdStatus status;
  } cases[] = {
    { 3, 0, MBD_STATUS_OK },
    { 3, 10, MBD_STATUS_OK },
    { 3, 11, MBD_STATUS_NO_EQUILIBRIUM },
    { 5.2, 0, MBD_STATUS_NO_EQUILIBRIUM },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    Design *design = design_new ();
    MbdBodyDef body = mbd_body_default ();
    MbdCouplingDef contact = mbd_point_contact_default ();
    MbdForceDef load = mbd_load_default ();
    MbdEquilibrium report;

    body.mass = cases[i].mass;
    contact.body_b = load.body_b = design_add_body (design, &body);
    contact.normal_count = 2;
    contact.normals[0][0] = 0;
    contact.normals[0][1] = -1;
    contact.normals[1][0] = 1;
    contact.normals[1][1] = 0;
    contact.mode = MBD_MODE_FRICTION;
    contact.friction = 0.5;
    contact.cohesion = 50;
    design_add_coupling (design, &contact);
    load.force[0] = cases[i].along;
    design_add_force (design, &load);
    MbdState *state = testing_state (design);
    assert_status (mbd_state_equilibrium (state, NULL, &report, NULL), cases[i].status);
    if (cases[i].status == MBD_STATUS_OK) {
      assert_close (mbd_state_multipliers (state)[0], -3 * DESIGN_GRAVITY, 1e-9);
      assert_close (mbd_state_multipliers (state)[1], -cases[i].along, 1e-9);
    }
    testing_state_free (state);
  }
}

static void
test_no_equilibrium (void)
{
  MbdEquilibrium report;
  MbdDiagnosis why = { 0 };
  double before[7];

  // The body falls without end.
  Design *design = design_free_body ();
  design->gravity[2] = -1;
  MbdState *state = testing_state (design);
  memcpy (before, mbd_state_positions (state), sizeof before);
  assert_status (mbd_state_equilibrium (state, NULL, &report, &why), MBD_STATUS_NO_EQUILIBRIUM);
  assert_identical (7, mbd_state_positions (state), before);
  testing_state_free (state);

  // The crank turns indefinitely under a torque.
  design = design_fourbar (MBD_PLANAR);
  design->gravity[1] = 0;
  state = testing_state (design);
  assert_status (mbd_state_equilibrium (state, NULL, &report, &why), MBD_STATUS_NO_EQUILIBRIUM);
  testing_state_free (state);

  // Without any force every pose is an equilibrium.
  state = testing_state (design_free_body ());
  assert_ok (mbd_state_equilibrium (state, NULL, &report, &why));
  g_assert_true (report.neutral);
  testing_state_free (state);

  // One iteration is not enough.
  state = testing_state (hanging_bars (4, 2.6, MBD_PLANAR));
  assert_status (mbd_state_equilibrium (state, &(MbdEquilibriumSettings){ .maximum_iterations = 1 },
                                        &report, &why),
                 MBD_STATUS_ITERATION_LIMIT);
  testing_state_free (state);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/kinematics/slider-crank", test_slider_crank);
  g_test_add_func ("/analysis/kinematics/not-driven", test_not_driven);
  g_test_add_func ("/analysis/kinematics/singular-passage", test_singular_passage);
  g_test_add_func ("/analysis/kinematics/dead-point", test_dead_point);
  g_test_add_func ("/analysis/kinematics/speed", test_driven_speed);
  g_test_add_func ("/analysis/inverse/round-trip", test_round_trip);
  g_test_add_func ("/analysis/inverse/not-actuated", test_not_actuated);
  g_test_add_func ("/analysis/inverse/relaxed", test_relaxed);
  g_test_add_func ("/analysis/equilibrium/hanging-bars", test_hanging_bars);
  g_test_add_func ("/analysis/equilibrium/lowest", test_falls_to_the_lowest);
  g_test_add_func ("/analysis/equilibrium/lever", test_lever);
  g_test_add_func ("/analysis/equilibrium/holding", test_holding);
  g_test_add_func ("/analysis/equilibrium/cohesion", test_cohesion);
  g_test_add_func ("/analysis/equilibrium/none", test_no_equilibrium);
  return g_test_run ();
}
