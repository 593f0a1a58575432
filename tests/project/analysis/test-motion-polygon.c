// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Velocities and accelerations at a slot, and of the joints of a four-bar, against the closed forms of Norton
// (Design of Machinery, chapters 6 and 7) with a = 0.2, b = 0.7, c = 0.5, d = 0.6 and omega 2 = 6:
//
//   omega 3 = omega 2 (a / b) sin (theta 4 - theta 2) / sin (theta 3 - theta 4)
//   omega 4 = omega 2 (a / c) sin (theta 2 - theta 3) / sin (theta 4 - theta 3)

#include "lw-motion-polygon.h"

#include <math.h>

#include "mbd-analysis.h"
#include "testing-motion.h"

#define A 0.2
#define B 0.7
#define C 0.5
#define D 0.6
#define OMEGA 6.0

/// Crank from (0, 0), coupler, rocker to (0.6, 0); frames in the middle of the links, drawn at crank
/// angle `t`.
static LwMechanism *
four_bar (double t, double theta[3])
{
  const double bx = A * cos (t), by = A * sin (t);
  const double reach = hypot (D - bx, by);
  // Angles in the triangle B C D.
  const double at_b = acos ((B * B + reach * reach - C * C) / (2 * B * reach));
  const double to_d = atan2 (-by, D - bx);
  const double cx = bx + B * cos (to_d + at_b), cy = by + B * sin (to_d + at_b);
  g_autofree char *text = NULL;

  theta[0] = t;
  theta[1] = to_d + at_b;
  theta[2] = atan2 (cy, cx - D);
  text = g_strdup_printf (
    "{\"linkwright\": 1, \"gravity\": [0, -9.81], \"bodies\": ["
    "{\"id\": 1, \"mass\": 0.5, \"inertia\": 0.002, \"position\": [%.17g, %.17g], \"angle\": %.17g},"
    "{\"id\": 2, \"mass\": 1, \"inertia\": 0.05, \"position\": [%.17g, %.17g], \"angle\": %.17g},"
    "{\"id\": 3, \"mass\": 1, \"inertia\": 0.02, \"position\": [%.17g, %.17g], \"angle\": %.17g}],"
    "\"couplings\": ["
    "{\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [0, 1], \"at\": [0, 0]},"
    "{\"id\": 2, \"name\": \"B\", \"kind\": \"pin\", \"bodies\": [1, 2], \"at\": [%.17g, %.17g]},"
    "{\"id\": 3, \"name\": \"C\", \"kind\": \"pin\", \"bodies\": [2, 3], \"at\": [%.17g, %.17g]},"
    "{\"id\": 4, \"name\": \"D\", \"kind\": \"pin\", \"bodies\": [0, 3], \"at\": [0.6, 0]},"
    "{\"id\": 5, \"kind\": \"driver\", \"joint\": 1, \"function\": \"%.17g + 6 * t\"}]}",
    bx / 2, by / 2, t, (bx + cx) / 2, (by + cy) / 2, theta[1], (cx + D) / 2, cy / 2, theta[2], bx,
    by, cx, cy, t);
  return testing_parse (text);
}

static const LwMotionPoint *
find (const GArray *points, int body, const char *name)
{
  for (guint i = 0; i < points->len; i++) {
    const LwMotionPoint *point = &g_array_index (points, LwMotionPoint, i);

    if (point->body == body && g_str_equal (point->name, name))
      return point;
  }
  g_assert_not_reached ();
}

static void
assert_vector (const LwMotionPoint *point, LwPolygonKind kind, double x, double y)
{
  const double size = 1 + hypot (x, y);

  // Solved from a start that is closed to round-off.
  g_assert_cmpfloat_with_epsilon (point->vector[kind][0], x, 1e-9 * size);
  g_assert_cmpfloat_with_epsilon (point->vector[kind][1], y, 1e-9 * size);
}

static void
check_four_bar (double t)
{
  double theta[3];
  g_autoptr (LwMechanism) mechanism = four_bar (t, theta);
  MbdModel *model = lw_mechanism_compile (mechanism, NULL);
  MbdState *state = mbd_state_new (model);
  MbdKinematics report;
  g_autoptr (GArray) points = NULL;
  const double w3 = OMEGA * A / B * sin (theta[2] - t) / sin (theta[1] - theta[2]);
  const double w4 = OMEGA * A / C * sin (t - theta[1]) / sin (theta[2] - theta[1]);
  double p, q, alpha;

  g_assert_cmpint (mbd_kinematics_start (state, &report, NULL), ==, MBD_STATUS_OK);
  g_assert_cmpint (mbd_state_solve (state, NULL), ==, MBD_STATUS_OK);
  points = lw_motion_points_new (mechanism, state);
  g_assert_cmpuint (points->len, ==, 6);

  assert_vector (find (points, 1, "A"), LW_POLYGON_VELOCITY, 0, 0);
  assert_vector (find (points, 3, "D"), LW_POLYGON_VELOCITY, 0, 0);
  for (int body = 1; body <= 2; body++) {
    assert_vector (find (points, body, "B"), LW_POLYGON_VELOCITY, -OMEGA * A * sin (t),
                   OMEGA * A * cos (t));
    assert_vector (find (points, body, "B"), LW_POLYGON_ACCELERATION, -OMEGA * OMEGA * A * cos (t),
                   -OMEGA * OMEGA * A * sin (t));
  }
  for (int body = 2; body <= 3; body++)
    assert_vector (find (points, body, "C"), LW_POLYGON_VELOCITY, -w4 * C * sin (theta[2]),
                   w4 * C * cos (theta[2]));
  // C is driven along the coupler: a_B + alpha 3 x BC - w3^2 BC = alpha 4 x DC - w4^2 DC, dotted
  // with the direction of the coupler.
  p =
    -OMEGA * OMEGA * A * cos (theta[1] - t) - w3 * w3 * B + w4 * w4 * C * cos (theta[1] - theta[2]);
  q = C * sin (theta[1] - theta[2]);
  alpha = p / q;
  for (int body = 2; body <= 3; body++)
    assert_vector (find (points, body, "C"), LW_POLYGON_ACCELERATION,
                   -alpha * C * sin (theta[2]) - w4 * w4 * C * cos (theta[2]),
                   alpha * C * cos (theta[2]) - w4 * w4 * C * sin (theta[2]));
  mbd_state_free (state);
  mbd_model_unref (model);
}

static void
test_four_bar (void)
{
  for (double t = 0.3; t < 6; t += 0.7)
    check_four_bar (t);
}

/// A pin on a crank (0.1 m, 6 rad/s) in the slot of a rocker that turns about (-0.3, 0): the point of
/// the rocker at the pin turns about that centre with the rocker, and the pin moves against it along
/// the slot.
static void
test_slot (void)
{
  const double r = 0.1, d = 0.3, t = 0.8, x = d + r * cos (t), y = r * sin (t);
  const double rho = hypot (x, y), phi = atan2 (y, x);
  const double along = r * OMEGA * sin (phi - t), turn = r * OMEGA * cos (phi - t) / rho;
  g_autofree char *text = g_strdup_printf (
    "{\"linkwright\": 1, \"gravity\": [0, 0], \"bodies\": ["
    "{\"id\": 1, \"position\": [%.17g, %.17g], \"angle\": %.17g},"
    "{\"id\": 2, \"position\": [-0.3, 0], \"angle\": %.17g}], \"couplings\": ["
    "{\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [0, 1], \"at\": [0, 0]},"
    "{\"id\": 2, \"name\": \"D\", \"kind\": \"pin\", \"bodies\": [0, 2], \"at\": [-0.3, 0]},"
    "{\"id\": 3, \"name\": \"S\", \"kind\": \"pin in slot\", \"bodies\": [2, 1], "
    "\"points\": [[0.05, 0], [0.1, 0]]},"
    "{\"id\": 4, \"kind\": \"driver\", \"joint\": 1, \"function\": \"%.17g + 6 * t\"}]}",
    0., 0., t, phi, t);
  g_autoptr (LwMechanism) mechanism = testing_parse (text);
  MbdModel *model = lw_mechanism_compile (mechanism, NULL);
  MbdState *state = mbd_state_new (model);
  MbdKinematics report;
  g_autoptr (GArray) points = NULL;
  const LwMotionPoint *pin, *slot;

  g_assert_cmpint (mbd_kinematics_start (state, &report, NULL), ==, MBD_STATUS_OK);
  g_assert_cmpint (mbd_state_solve (state, NULL), ==, MBD_STATUS_OK);
  points = lw_motion_points_new (mechanism, state);
  pin = find (points, 1, "S");
  slot = find (points, 2, "S");
  assert_vector (pin, LW_POLYGON_VELOCITY, -OMEGA * y, OMEGA * r * cos (t));
  assert_vector (slot, LW_POLYGON_VELOCITY, -turn * rho * sin (phi), turn * rho * cos (phi));
  // a_pin - a_slot across the slot: 2 omega times the speed along it.
  g_assert_cmpfloat_with_epsilon (
    cos (phi) * (pin->vector[LW_POLYGON_ACCELERATION][1] - slot->vector[LW_POLYGON_ACCELERATION][1])
      - sin (phi)
          * (pin->vector[LW_POLYGON_ACCELERATION][0] - slot->vector[LW_POLYGON_ACCELERATION][0]),
    2 * turn * along, 1e-9);
  mbd_state_free (state);
  mbd_model_unref (model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/motion-polygon/four-bar", test_four_bar);
  g_test_add_func ("/motion-polygon/slot", test_slot);
  return g_test_run ();
}
