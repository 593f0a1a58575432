// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Kinematics by moving one coordinate: positions against closed forms, the range, and mechanisms
// that one drive does not determine.

#include "lw-driven-motion.h"

#include <math.h>
#include <string.h>

#include "testing-text.h"

/// Crank of 0.1 m at the origin and rod of 0.4 m, whose end slides along x; `more` follows the
/// couplings 1 to 4.
#define SLIDER_CRANK(more)                                                                         \
  "{\"linkwright\": 1, \"bodies\": [{\"id\": 1, \"mass\": 1, \"inertia\": 1,"                      \
  " \"position\": [0.05, 0]}, {\"id\": 2, \"mass\": 1, \"inertia\": 1, \"position\": [0.3, 0]},"   \
  " {\"id\": 3, \"mass\": 1, \"inertia\": 1, \"position\": [0.5, 0]}], \"couplings\": ["           \
  "{\"id\": 1, \"kind\": \"pin\", \"bodies\": [0, 1], \"at\": [0, 0]},"                            \
  "{\"id\": 2, \"kind\": \"pin\", \"bodies\": [1, 2], \"at\": [0.1, 0]},"                          \
  "{\"id\": 3, \"kind\": \"pin\", \"bodies\": [2, 3], \"at\": [0.5, 0]},"                          \
  "{\"id\": 4, \"kind\": \"slider\", \"bodies\": [0, 3], \"at\": [0.5, 0]}" more "]}"

static double
x_of (LwDrivenMotion *motion, const LwMechanism *mechanism, int body)
{
  g_autoptr (GError) error = NULL;
  MbdModel *model = lw_mechanism_compile (mechanism, &error);
  const int first = mbd_model_body_first_position (model, mbd_model_body_by_id (model, body));

  g_assert_no_error (error);
  mbd_model_unref (model);
  return lw_driven_motion_get_positions (motion)[first];
}

static double
piston (double angle)
{
  return 0.1 * cos (angle) + sqrt (0.16 - 0.01 * sin (angle) * sin (angle));
}

/// A motor of any kind follows by position, over one turn from the drawing, in any order; its speed,
/// limit and sign have no effect.
static void
test_motor (void)
{
  static const char *const drives[] = {
    ", {\"id\": 5, \"kind\": \"motor\", \"joint\": 1, \"function\": -6, \"effort_limit\": 1}",
    ", {\"id\": 5, \"kind\": \"driver\", \"joint\": 1, \"function\": \"0.5 * t^2\"}",
  };

  for (guint k = 0; k < G_N_ELEMENTS (drives); k++) {
    g_autofree char *text = g_strdup_printf (SLIDER_CRANK ("%s"), drives[k]);
    g_autoptr (LwMechanism) mechanism = testing_parse (text);
    g_autoptr (LwMechanism) copy = testing_parse (text);
    g_autoptr (GError) error = NULL;
    g_autoptr (LwDrivenMotion) motion = lw_driven_motion_new (mechanism, 5, &error);
    const double angles[] = { 0.3, 1.5, 3.0, 6.0, 2.0, 0.01, G_PI, 2 * G_PI };
    double lower, upper;

    g_assert_no_error (error);
    g_assert_true (lw_driven_motion_turns (motion));
    g_assert_cmpfloat (lw_driven_motion_get_start (motion), ==, 0);
    lw_driven_motion_get_range (motion, &lower, &upper);
    g_assert_cmpfloat (lower, ==, 0);
    g_assert_cmpfloat (upper, ==, 2 * G_PI);
    for (guint i = 0; i < G_N_ELEMENTS (angles); i++) {
      g_assert_true (lw_driven_motion_move (motion, angles[i], &error));
      g_assert_no_error (error);
      // Joints are closed to the accuracy of assembly, 1e-12 of the size.
      g_assert_cmpfloat_with_epsilon (x_of (motion, mechanism, 3), piston (angles[i]), 1e-11);
    }
    g_assert_false (lw_driven_motion_move (motion, 7, &error));
    g_assert_error (error, LW_ERROR, LW_ERROR_SIMULATION);
    g_assert_cmpfloat_with_epsilon (lw_driven_motion_get_coordinate (motion), upper, 1e-12);
    g_assert_true (lw_mechanism_equal (mechanism, copy));
  }
}

/// A pin without a motor can be moved, too; a motor elsewhere is released. Stops limit the range.
static void
test_joint (void)
{
  g_autoptr (LwMechanism) mechanism = testing_parse (
    SLIDER_CRANK (", {\"id\": 5, \"kind\": \"limit\", \"joint\": 1, \"lower\": -0.2, \"upper\": 1},"
                  " {\"id\": 6, \"kind\": \"motor\", \"joint\": 4, \"function\": 1}"));
  g_autoptr (GError) error = NULL;
  g_autoptr (LwDrivenMotion) motion = lw_driven_motion_new (mechanism, 1, &error);
  double lower, upper;

  g_assert_no_error (error);
  lw_driven_motion_get_range (motion, &lower, &upper);
  g_assert_cmpfloat (lower, ==, -0.2);
  g_assert_cmpfloat (upper, ==, 1);
  g_assert_true (lw_driven_motion_move (motion, 0.9, &error));
  g_assert_cmpfloat_with_epsilon (x_of (motion, mechanism, 3), piston (0.9), 1e-11);
}

/// The rocker of the four-bar (links 0.2, 0.7, 0.5 and 0.6 m between the pins on the ground) turns back
/// where crank and coupler are in line: cos = (0.6^2 + 0.5^2 - (0.7 +- 0.2)^2) / (2 0.6 0.5).
static void
test_dead_points (void)
{
  g_autoptr (LwMechanism) mechanism = testing_load_example ("four-bar.json");
  g_autoptr (GError) error = NULL;
  g_autoptr (LwDrivenMotion) motion = lw_driven_motion_new (mechanism, 4, &error);
  const double widest = acos ((0.36 + 0.25 - 0.81) / 0.6), narrowest = acos (0.36 / 0.6);
  double lower, upper;

  g_assert_no_error (error);
  lw_driven_motion_get_range (motion, &lower, &upper);
  // The search ends where the predicted steps become too small, close to the dead point.
  g_assert_cmpfloat_with_epsilon (upper - lower, widest - narrowest, 1e-3);
  g_assert_true (lw_driven_motion_move (motion, lower, &error));
  g_assert_true (lw_driven_motion_move (motion, upper, &error));
  g_assert_false (lw_driven_motion_move (motion, upper + 0.2, &error));
  g_assert_nonnull (strstr (error->message, "dead point"));
}

/// A drive of one link of a chain does not determine the other.
static void
test_refused (void)
{
  g_autoptr (LwMechanism) pendulum = testing_load_example ("double-pendulum.json");
  g_autoptr (GError) error = NULL;
  const LwCoupling *pin = lw_mechanism_get_coupling (pendulum, 0);

  g_assert_true (lw_driven_motion_takes (pin));
  g_assert_null (lw_driven_motion_new (pendulum, pin->element.id, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_SIMULATION);
  g_assert_nonnull (strstr (error->message, "1 degree of freedom"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/driven-motion/motor", test_motor);
  g_test_add_func ("/driven-motion/joint", test_joint);
  g_test_add_func ("/driven-motion/dead-points", test_dead_points);
  g_test_add_func ("/driven-motion/refused", test_refused);
  return g_test_run ();
}
