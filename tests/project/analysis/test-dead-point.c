// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A slider-crank that is drawn stretched and driven at its slide: the functions with which it can
// begin, the diagnosis of the others, and that it moves in the direction in which it is pushed,
// compared with the law of cosines.

#include <math.h>

#include "lw-dead-point.h"
#include "testing-motion.h"

#define CRANK 0.1
#define ROD 0.35

static LwMechanism *
parse (const char *function)
{
  g_autofree char *text = g_strdup_printf (
    "{\"linkwright\": 1, \"gravity\": [0, 0], \"bodies\": ["
    "{\"name\": \"Crank\", \"position\": [0.05, 0]}, {\"name\": \"Rod\", \"position\": [0.275, 0]},"
    "{\"name\": \"Piston\", \"position\": [0.45, 0]}], \"couplings\": ["
    "{\"name\": \"A\", \"kind\": \"pin\", \"bodies\": [0, 1], \"at\": [0, 0]},"
    "{\"name\": \"B\", \"kind\": \"pin\", \"bodies\": [1, 2], \"at\": [0.1, 0]},"
    "{\"name\": \"C\", \"kind\": \"pin\", \"bodies\": [2, 3], \"at\": [0.45, 0]},"
    "{\"name\": \"S\", \"kind\": \"slider\", \"bodies\": [0, 3], \"points\": [[0, 0], [0, 0]]},"
    "{\"id\": 9, \"name\": \"Drive\", \"kind\": \"driver\", \"joint\": 4, \"function\": \"%s\"}],"
    "\"run\": {\"duration\": 1, \"interval\": 0.05}}",
    function);

  return testing_parse (text);
}

/// Returns the status at the end of a run, and the element it names.
static MbdStatus
run_all (LwMechanism *mechanism, int *id)
{
  const LwRunSettings *settings = lw_mechanism_get_run (mechanism);
  MbdModel *model = lw_mechanism_compile (mechanism, NULL);
  LwRun *run = lw_run_new (model, &settings->integrator, settings->duration, settings->interval,
                           settings->assemble);
  MbdDiagnosis why = { 0 };
  MbdStatus status = lw_run_start (run, &why);

  while (status == MBD_STATUS_OK && !lw_run_is_finished (run))
    status = lw_run_next (run, &why);
  if (status != MBD_STATUS_OK) {
    why.code = status;
    if (lw_run_sample (run) == 0)
      lw_dead_point_explain (model, &why);
    status = why.code;
    g_assert_cmpint (why.element, ==, MBD_ELEMENT_COUPLING);
  }
  *id = why.id;
  lw_run_free (run);
  mbd_model_unref (model);
  return status;
}

/// Diagnosis before and after the links are given a velocity.
static void
test_said (void)
{
  static const struct
  {
    const char *function;
    MbdStatus drawn, pushed;
  } cases[] = {
    { "0.45", MBD_STATUS_OK, MBD_STATUS_OK },
    // From rest and back: two possible directions.
    { "0.35 + 0.1 * cos (2 * t)", MBD_STATUS_DEAD_POINT, MBD_STATUS_OK },
    { "0.45 - 0.05 * t^2", MBD_STATUS_DEAD_POINT, MBD_STATUS_OK },
    // A nonzero rate, and a position out of reach of the links.
    { "0.45 - 0.05 * t", MBD_STATUS_DEAD_POINT_RATE, MBD_STATUS_DEAD_POINT_RATE },
    { "0.45 + 0.05 * t", MBD_STATUS_DEAD_POINT_RATE, MBD_STATUS_DEAD_POINT_RATE },
    { "0.45 + 0.05 * t^2", MBD_STATUS_DEAD_POINT, MBD_STATUS_DEAD_POINT_RATE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (LwMechanism) mechanism = parse (cases[i].function);
    g_autoptr (LwMechanism) pushed = lw_dead_point_push_off (mechanism, 9, 1);
    int id;

    g_test_message ("%s", cases[i].function);
    g_assert_cmpint (run_all (mechanism, &id), ==, cases[i].drawn);
    g_assert_true (cases[i].drawn == MBD_STATUS_OK || id == 9);
    g_assert_nonnull (pushed);
    g_assert_cmpint (run_all (pushed, &id), ==, cases[i].pushed);
    g_assert_true (cases[i].pushed == MBD_STATUS_OK || id == 9);
  }
}

/// It moves in the direction in which it is pushed, at the speed of the drive.
static void
test_ways (void)
{
  double first = 0;

  for (int way = -1; way <= 1; way += 2) {
    g_autoptr (LwMechanism) mechanism = parse ("0.35 + 0.1 * cos (2 * t)");
    Motion motion;
    double side = 0;

    motion_begin (&motion, lw_dead_point_push_off (mechanism, 9, way), 0);
    while (motion_next (&motion)) {
      const double x = motion_value (&motion, "Piston.x");
      const double angle = motion_value (&motion, "Crank.angle");

      side = side != 0 ? side : copysign (1, angle);
      g_assert_cmpfloat_with_epsilon (
        angle, side * acos ((x * x + CRANK * CRANK - ROD * ROD) / (2 * CRANK * x)), 1e-7);
    }
    motion_end (&motion);
    if (way < 0)
      first = side;
    else
      g_assert_cmpfloat (side, ==, -first);
  }
}

/// Cases without a dead point: another pose, another coupling, conflicting drives.
static void
test_elsewhere (void)
{
  g_autoptr (LwMechanism) bent = testing_load_example ("four-bar.json");
  g_autoptr (LwMechanism) mechanism = parse ("0.45");
  g_autoptr (LwMechanism) twice =
    testing_parse ("{\"linkwright\": 1, \"bodies\": [{}], \"couplings\": ["
                   "{\"kind\": \"pin\", \"bodies\": [0, 1], \"at\": [0, 0]},"
                   "{\"id\": 8, \"kind\": \"driver\", \"joint\": 1, \"function\": \"t\"},"
                   "{\"id\": 9, \"kind\": \"driver\", \"joint\": 1, \"function\": \"2 * t\"}]}");
  int id;

  g_assert_null (lw_dead_point_push_off (bent, 1, 1));
  g_assert_null (lw_dead_point_push_off (mechanism, 77, 1));
  g_assert_null (lw_dead_point_push_off (twice, 9, 1));
  g_assert_cmpint (run_all (twice, &id), ==, MBD_STATUS_CONFLICT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dead-point/said", test_said);
  g_test_add_func ("/dead-point/ways", test_ways);
  g_test_add_func ("/dead-point/elsewhere", test_elsewhere);
  return g_test_run ();
}
