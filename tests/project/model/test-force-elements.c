// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Force elements of the project: conversion of laws, loads that follow functions, bushings, torsion
// springs and drag to the engine, their channels, and bushings that replace joints; compared with
// closed forms.

#include <math.h>
#include <string.h>

#include "testing-examples.h"
#include "lw-compliant-joint.h"
#include "lw-channels.h"
#include "lw-document.h"
#include "lw-recording.h"
#include "lw-run.h"
#include "lw-simulation.h"
#include "lw-spring-law.h"
#include "lw-text.h"

#define SLIDER                                                                                     \
  "\"gravity\": [0, 0], \"bodies\": [{\"id\": 1, \"mass\": 2, \"inertia\": 0.5, \"position\": "    \
  "[0.4, "                                                                                         \
  "0]}], "

static LwMechanism *
parse (const char *rest)
{
  g_autofree char *text = g_strdup_printf ("{\"linkwright\": 1, %s}", rest);
  g_autoptr (GError) error = NULL;
  LwMechanism *mechanism = lw_text_parse (text, -1, &error);

  g_assert_no_error (error);
  return mechanism;
}

static MbdModel *
compile (LwMechanism *mechanism)
{
  g_autoptr (GError) error = NULL;
  MbdModel *model = lw_mechanism_compile (mechanism, &error);

  g_assert_no_error (error);
  return model;
}

static void
assert_refused (const char *rest, const char *expected)
{
  g_autoptr (LwMechanism) mechanism = parse (rest);
  g_autoptr (GError) error = NULL;

  g_assert_null (lw_mechanism_compile (mechanism, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_SIMULATION);
  g_test_message ("%s", error->message);
  if (strstr (error->message, expected) == NULL)
    g_error ("\"%s\" does not say \"%s\"", error->message, expected);
}

/// Run whose channels can be read by name.
typedef struct
{
  LwMechanism *mechanism;
  MbdModel *model;
  LwChannels *channels;
  LwRun *run;
} Motion;

static Motion
motion_new (LwMechanism *mechanism, double duration, double interval)
{
  MbdIntegratorSettings settings = mbd_integrator_default ();
  Motion self = { .mechanism = mechanism, .model = compile (mechanism) };

  settings.accuracy = 1e-11;
  settings.duration = duration;
  self.channels = lw_channels_new (mechanism, self.model);
  self.run = lw_run_new (self.model, &settings, duration, interval, true);
  g_assert_cmpint (lw_run_start (self.run, NULL), ==, MBD_STATUS_OK);
  return self;
}

static void
motion_clear (Motion *self)
{
  lw_run_free (self->run);
  lw_channels_unref (self->channels);
  mbd_model_unref (self->model);
  lw_mechanism_unref (self->mechanism);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Motion, motion_clear)

static double
value (Motion *self, const char *name)
{
  const int found = lw_channels_find (self->channels, name);
  const guint index = (guint) found;
  double result;

  if (found < 0)
    g_error ("There is no channel %s", name);
  lw_channels_evaluate (self->channels, lw_run_state (self->run), &index, 1, &result);
  return result;
}

static void
to_the_end (Motion *self)
{
  while (!lw_run_is_finished (self->run))
    g_assert_cmpint (lw_run_next (self->run, NULL), ==, MBD_STATUS_OK);
}

static void
test_refused (void)
{
#define SPRING                                                                                     \
  "\"forces\": [{\"kind\": \"spring\", \"name\": \"K\", \"bodies\": [0, 1], \"points\": "
  assert_refused (SLIDER SPRING "[[0, 0], [0, 0]], \"law\": \"k * length\"}]",
                  "Spring K: its law: the name");
  assert_refused (SLIDER SPRING "[[0, 0], [0, 0]], \"law\": \"sin (\"}]", "Spring K: its law: ");
  assert_refused (SLIDER "\"forces\": [{\"kind\": \"force\", \"name\": \"Wind\", \"body\": 1, "
                         "\"force\": [0, \"rate\"]}]",
                  "Force Wind: its force along y: the name");
  assert_refused (SLIDER "\"forces\": [{\"kind\": \"torque\", \"body\": 1, "
                         "\"torque\": {\"table\": [[0, 1]]}}]",
                  "Force element 1: its torque about z: ");
  assert_refused (SLIDER
                  "\"forces\": [{\"kind\": \"bushing\", \"name\": \"R\", \"bodies\": [1, 1], "
                  "\"at\": [0, 0]}]",
                  "Bushing R: it joins a body to itself");
  assert_refused (SLIDER
                  "\"couplings\": [{\"kind\": \"slider\", \"name\": \"S\", \"bodies\": [0, 1], "
                  "\"at\": [0, 0]}, {\"kind\": \"torsion spring\", \"name\": \"T\", \"joint\": "
                  "\"S\"}]",
                  "Torsion spring T: it uses Slider S, which does not turn about its z axis");
}

/// The engine refuses numbers that no file can contain.
static void
test_constants_refused (void)
{
  g_autoptr (LwMechanism) mechanism = parse (SLIDER "\"title\": \"\"");
  MbdForceDef def = mbd_bushing_default ();
  double *const numbers[] = { &def.bushing.translational_stiffness[1],
                              &def.bushing.rotational_damping[2] };
  const double bad[] = { -1, NAN, INFINITY };

  def.body_b = 1;
  for (size_t i = 0; i < G_N_ELEMENTS (numbers); i++)
    for (size_t k = 0; k < G_N_ELEMENTS (bad); k++) {
      g_autoptr (LwMechanism) next = NULL;
      g_autoptr (GError) error = NULL;

      *numbers[i] = bad[k];
      next = lw_mechanism_replace_force (mechanism, lw_force_new (&def, 3, "Rubber"));
      g_assert_null (lw_mechanism_compile (next, &error));
      g_assert_nonnull (strstr (error->message, "Bushing Rubber: a stiffness, damping"));
      *numbers[i] = 0;
    }
}

/// Returns the tension of a spring with this law at the length 0.4 m, at rest.
static double
tension_of (const char *law)
{
  g_autofree char *rest =
    g_strdup_printf (SLIDER "\"parameters\": [{\"name\": \"k\", \"value\": 250}], " SPRING
                            "[[0, 0], [0, 0]], \"law\": \"%s\", \"free_length\": 0.1}]",
                     law);
  g_auto (Motion) motion = motion_new (parse (rest), 1, 1);

  return value (&motion, "K.tension");
}

static void
test_laws (void)
{
  g_autofree char *constant = lw_spring_law_constant_force (120);
  g_autofree char *gas = lw_spring_law_gas (0.5, 0.2, 300, 1.4);

  g_assert_cmpfloat (tension_of ("k * (length - 0.1)"), ==, 250 * (0.4 - 0.1));
  g_assert_cmpfloat (tension_of (constant), ==, 120);
  // half-way down its stroke
  g_assert_cmpfloat_with_epsilon (tension_of (gas), -300 / (1 - (1 - 1 / 1.4) / 2), 1e-10);
  g_assert_null (lw_spring_law_gas (0.5, 0.6, 300, 1.4));
  g_assert_null (lw_spring_law_gas (0.5, 0.2, 300, 0.9));
  g_assert_null (lw_spring_law_gas (NAN, 0.2, 300, 1.4));
}

/// Laws created by the functions are recognised exactly from their text; all other texts are plain
/// laws.
static void
test_law_kinds (void)
{
  static const char *const laws[] = { "120 * 1",
                                      "k * length",
                                      "-300 / (1 - length)",
                                      "",
                                      "-300 / (1 - (1 - 1 / 1.4) * clamp((0.5 - length) / 0.2, 0, "
                                      "2))",
                                      "-300 / (1 - (1 - 1 / 0.9) * clamp((0.5 - length) / 0.2, 0, "
                                      "1))" };
  g_autofree char *constant = lw_spring_law_constant_force (-1.0 / 3);
  g_autofree char *gas = lw_spring_law_gas (0.1 + 0.2, 1.0 / 7, 1e-3, 1.4);
  LwGasSpring found;
  double force;

  g_assert_cmpint (lw_spring_law_get_kind (NULL, NULL, NULL), ==, LW_SPRING_LINEAR);
  g_assert_cmpint (lw_spring_law_get_kind (constant, NULL, &force), ==, LW_SPRING_CONSTANT);
  g_assert_cmpfloat (force, ==, -1.0 / 3);
  g_assert_cmpint (lw_spring_law_get_kind (gas, &found, NULL), ==, LW_SPRING_GAS);
  g_assert_cmpfloat (found.length, ==, 0.1 + 0.2);
  g_assert_cmpfloat (found.stroke, ==, 1.0 / 7);
  g_assert_cmpfloat (found.force, ==, 1e-3);
  g_assert_cmpfloat (found.ratio, ==, 1.4);
  for (guint i = 0; i < G_N_ELEMENTS (laws); i++)
    g_assert_cmpint (lw_spring_law_get_kind (laws[i], NULL, NULL), ==, LW_SPRING_LAW);
}

/// A linear law gives the motion of the linear spring: x = l + (x0 - l) cos (w t).
static void
test_law_moves (void)
{
  g_auto (Motion) motion =
    motion_new (parse (SLIDER SPRING "[[0, 0], [0, 0]], \"free_length\": 0.3, "
                                     "\"law\": \"50 * (length - 0.3)\"}]"),
                2, 0.5);
  const double start = value (&motion, "energy.total");

  g_assert_cmpfloat_with_epsilon (start, 0.5 * 50 * 0.01, 1e-15);
  to_the_end (&motion);
  g_assert_cmpfloat_with_epsilon (value (&motion, "K.length"), 0.3 + 0.1 * cos (5 * 2), 1e-9);
  g_assert_cmpfloat_with_epsilon (value (&motion, "energy.total"), start, 1e-10);
  g_assert_cmpfloat_with_epsilon (value (&motion, "K.energy"), value (&motion, "energy.elastic"),
                                  1e-15);
}

/// Loads follow functions: I w = integral of 2 t, m v = integral of sin; drag opposes the motion.
static void
test_loads (void)
{
  g_auto (Motion) motion = motion_new (
    parse (SLIDER
           "\"parameters\": [{\"name\": \"a\", \"value\": 2}], \"forces\": [{\"kind\": "
           "\"force\", \"name\": \"F\", \"body\": 1, \"force\": [{\"harmonic\": {\"frequency\": "
           "3}}, 0], \"torque\": \"a * t\"}]"),
    1.5, 0.5);
  g_auto (Motion) slowed = motion_new (
    parse ("\"gravity\": [0, 0], \"bodies\": [{\"name\": \"B\", \"mass\": 2, \"inertia\": "
           "0.5, \"velocity\": [3, 0], \"angular_velocity\": 4}], \"forces\": [{\"kind\": "
           "\"drag\", \"name\": \"D\", \"body\": 1, \"damping\": 1, "
           "\"rotational_damping\": 0.1}]"),
    2, 1);

  to_the_end (&motion);
  g_assert_cmpfloat_with_epsilon (value (&motion, "F.force_x"), sin (4.5), 1e-12);
  g_assert_cmpfloat_with_epsilon (value (&motion, "F.moment"), 3, 1e-12);
  g_assert_cmpfloat_with_epsilon (value (&motion, "body-1.omega"), 2.25 / 0.5, 1e-9);
  g_assert_cmpfloat_with_epsilon (value (&motion, "body-1.vx"), (1 - cos (4.5)) / 3 / 2, 1e-9);
  g_assert_cmpfloat_with_epsilon (value (&slowed, "D.dissipated_power"), 9 + 0.1 * 16, 1e-12);
  to_the_end (&slowed);
  g_assert_cmpfloat_with_epsilon (value (&slowed, "B.vx"), 3 * exp (-1.0), 1e-9);
  g_assert_cmpfloat_with_epsilon (value (&slowed, "B.omega"), 4 * exp (-0.4), 1e-9);
}

/// A torsion spring wound up by four turns: phi = f (1 - cos (w t)). A compliant driver gives the
/// same motion.
static void
test_torsion_spring (void)
{
#define WHEEL                                                                                      \
  "\"gravity\": [0, 0], \"bodies\": [{\"id\": 1, \"mass\": 1, \"inertia\": 0.5}], \"couplings\": " \
  "[{\"kind\": \"pin\", \"name\": \"O\", \"bodies\": [0, 1], \"at\": [0, 0]}, {\"name\": \"T\", "
  g_autoptr (LwMechanism) spring = parse (
    WHEEL "\"kind\": \"torsion spring\", \"joint\": \"O\", \"stiffness\": 2, \"free_angle\": 25}]");
  g_autoptr (LwMechanism) driver =
    parse (WHEEL "\"kind\": \"driver\", \"joint\": \"O\", \"function\": "
                 "25, \"compliance\": {\"stiffness\": 2}}]");
  g_auto (Motion) motion = motion_new (lw_mechanism_ref (spring), 3, 1);
  g_autofree char *text = lw_text_write (driver);

  g_assert_true (lw_mechanism_equal (spring, driver));
  g_assert_nonnull (strstr (text, "\"kind\": \"torsion spring\""));
  g_assert_cmpfloat_with_epsilon (value (&motion, "T.effort"), 2 * 25, 1e-9);
  g_assert_cmpfloat_with_epsilon (value (&motion, "T.energy"), 0.5 * 2 * 25 * 25, 1e-9);
  to_the_end (&motion);
  g_assert_cmpfloat_with_epsilon (value (&motion, "O.coordinate"), 25 * (1 - cos (2 * 3)), 1e-7);
  g_assert_cmpfloat_with_epsilon (value (&motion, "energy.total"), 0.5 * 2 * 25 * 25, 1e-6);
}

/// The channels of a deflected bushing equal values computed by hand.
static void
test_bushing_channels (void)
{
  g_auto (Motion) motion = motion_new (
    parse (
      "\"gravity\": [0, 0], \"bodies\": [{\"id\": 1, \"mass\": 1, \"inertia\": 1, \"position\": "
      "[0.01, 0.02], \"angle\": 0.4, \"angular_velocity\": 3}], \"forces\": [{\"kind\": "
      "\"bushing\", \"name\": \"R\", \"bodies\": [0, 1], \"points\": [[0, 0], [0, 0]], "
      "\"stiffness\": [100, 200], \"rotational_stiffness\": 7, \"rotational_damping\": 0.5}]"),
    1, 1);
  const double c = cos (0.2), s = sin (0.2);
  const double x = c * 0.01 + s * 0.02, y = -s * 0.01 + c * 0.02;

  g_assert_cmpfloat_with_epsilon (value (&motion, "R.angle"), 0.4, 1e-15);
  g_assert_cmpfloat_with_epsilon (value (&motion, "R.angle_rate"), 3, 1e-14);
  g_assert_cmpfloat_with_epsilon (value (&motion, "R.x"), x, 1e-15);
  g_assert_cmpfloat_with_epsilon (value (&motion, "R.y"), y, 1e-15);
  g_assert_cmpfloat_with_epsilon (value (&motion, "R.x_in_a"), 0.01, 1e-15);
  g_assert_cmpfloat_with_epsilon (value (&motion, "R.y_in_a"), 0.02, 1e-15);
  g_assert_cmpfloat_with_epsilon (value (&motion, "R.force_x"), -c * 100 * x + s * 200 * y, 1e-12);
  g_assert_cmpfloat_with_epsilon (value (&motion, "R.force_y"), -s * 100 * x - c * 200 * y, 1e-12);
  g_assert_cmpfloat_with_epsilon (value (&motion, "R.dissipated_power"), 0.5 * 9, 1e-12);
  g_assert_cmpfloat_with_epsilon (value (&motion, "power.dissipated"), 0.5 * 9, 1e-12);
  g_assert_cmpfloat_with_epsilon (value (&motion, "R.energy"),
                                  0.5 * (100 * x * x + 200 * y * y + 7 * 0.16), 1e-12);
  g_assert_cmpfloat_with_epsilon (value (&motion, "R.residual_power"), 0, 1e-12);
}

static LwMechanism *
load_example (const char *name)
{
  g_autofree char *path = testing_example_path (name);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  LwMechanism *mechanism = lw_text_load (file, NULL, &error);

  g_assert_no_error (error);
  return mechanism;
}

/// Kinetic, potential and dissipated energy of the example add up to the work of its torque.
static void
test_example_balance (void)
{
  const double interval = 1.0 / 4096;
  g_auto (Motion) motion = motion_new (load_example ("four-bar-bushing.json"), 0.5, interval);
  const double start = value (&motion, "energy.total");
  double dissipated = value (&motion, "power.dissipated") * interval / 3, largest = 0;

  while (!lw_run_is_finished (motion.run)) {
    g_assert_cmpint (lw_run_next (motion.run, NULL), ==, MBD_STATUS_OK);
    // Simpson's rule over an even number of intervals
    dissipated += value (&motion, "power.dissipated") * interval / 3
                  * (lw_run_is_finished (motion.run)       ? 1
                     : lw_run_sample (motion.run) % 2 == 1 ? 4
                                                           : 2);
    largest = fmax (largest, value (&motion, "energy.kinetic"));
  }
  g_assert_cmpfloat (dissipated, >, 0);
  g_assert_cmpfloat_with_epsilon (value (&motion, "energy.total") + dissipated
                                    - 0.5 * value (&motion, "A.coordinate"),
                                  start, 1e-6 * largest);
}

static void
sample_channels (void *data, LwRun *run, double *values)
{
  const Motion *motion = data;
  const guint n = lw_channels_get_n (motion->channels);

  for (guint i = 0; i < n; i++)
    lw_channels_evaluate_run (motion->channels, run, &i, 1, &values[i]);
}

/// Ledger of a damped spring, recorded by the simulation thread at the default accuracy: at each
/// sample the dissipated energy is the energy missing from the closed form x = a exp (-g t) (cos (w
/// t) + g / w sin (w t)).
static void
test_recorded_ledger (void)
{
  static const char *const integrals[] = { "energy.dissipated", "energy.error",
                                           "K.dissipated_energy" };
  g_auto (Motion) motion =
    motion_new (parse (SLIDER SPRING "[[0, 0], [0, 0]], \"free_length\": 0.3, "
                                     "\"stiffness\": 50, \"damping\": 2}]"),
                1, 1);
  const LwSimulationSettings settings = { .integrator = mbd_integrator_default (),
                                          .duration = 4,
                                          .interval = 0.01,
                                          .assemble = true,
                                          .n_channels = lw_channels_get_n (motion.channels),
                                          .sample = sample_channels,
                                          .sample_data = &motion };
  const double stored = 0.5 * 50 * 0.01, g = 0.5, w = sqrt (25 - g * g);
  // at most the energy stored in the spring is exchanged
  const double tolerance = 1e-5 * stored;
  LwSimulation *simulation = lw_simulation_new (motion.model, &settings);
  const size_t first = lw_simulation_channel_column (simulation);
  LwRecording *recording;
  size_t n;

  for (guint i = 0; i < G_N_ELEMENTS (integrals); i++)
    g_assert_true (lw_channels_is_integral (
      motion.channels, (guint) lw_channels_find (motion.channels, integrals[i])));
  g_assert_false (lw_channels_is_integral (
    motion.channels, (guint) lw_channels_find (motion.channels, "energy.total")));
  lw_simulation_play (simulation);
  lw_simulation_wait (simulation);
  recording = lw_simulation_ref_recording (simulation);
  n = lw_recording_n_samples (recording);
  g_assert_cmpuint (n, ==, 401);
  for (size_t k = 0; k < n; k++) {
#define AT(name)                                                                                   \
  lw_recording_value (recording, first + (size_t) lw_channels_find (motion.channels, name), k)
    const double t = lw_recording_value (recording, 0, k);
    const double x = 0.1 * exp (-g * t) * (cos (w * t) + g / w * sin (w * t));
    const double v = -0.1 * exp (-g * t) * (w + g * g / w) * sin (w * t);

    g_assert_cmpfloat_with_epsilon (AT ("energy.total") + AT ("energy.dissipated"), stored,
                                    tolerance);
    g_assert_cmpfloat_with_epsilon (AT ("energy.dissipated"), stored - 25 * x * x - v * v,
                                    tolerance);
    g_assert_cmpfloat_with_epsilon (AT ("energy.kinetic"), v * v, tolerance);
    g_assert_cmpfloat_with_epsilon (AT ("energy.elastic"), 25 * x * x, tolerance);
    g_assert_cmpfloat_with_epsilon (AT ("K.dissipated_energy"), AT ("energy.dissipated"), 1e-15);
    g_assert_cmpfloat_with_epsilon (AT ("energy.error"), 0, tolerance);
    g_assert_cmpfloat (AT ("energy.drivers"), ==, 0);
#undef AT
  }
  lw_recording_unref (recording);
  lw_simulation_free (simulation);
}

/// Replacing and restoring a joint changes nothing; in between, the mechanism has two more
/// freedoms.
static void
test_replaced (void)
{
  g_autoptr (LwMechanism) ideal = load_example ("four-bar-torque.json");
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) soft = lw_mechanism_make_compliant (ideal, 3, NULL, &error);
  g_autoptr (LwMechanism) back = NULL;
  MbdModel *before = compile (ideal), *model;
  const LwForce *bushing;

  g_assert_no_error (error);
  model = compile (soft);
  bushing = lw_mechanism_find_force (soft, 2);
  g_assert_cmpstr (bushing->element.name, ==, "C bushing");
  g_assert_cmpint (mbd_model_freedoms_by_count (model), ==,
                   mbd_model_freedoms_by_count (before) + 2);
  g_assert_cmpfloat (bushing->def.bushing.translational_stiffness[0], >, 0);
  g_assert_cmpfloat (bushing->def.bushing.rotational_stiffness[2], ==, 0);
  g_assert_cmpint (memcmp (bushing->def.point_b,
                           lw_mechanism_find_coupling (ideal, 3)->def.frame_b.point,
                           sizeof bushing->def.point_b),
                   ==, 0);
  back = lw_mechanism_make_ideal (soft, 2, &error);
  g_assert_no_error (error);
  g_assert_true (lw_mechanism_equal (ideal, back));
  g_assert_false (lw_mechanism_equal (ideal, soft));
  mbd_model_unref (before);
  mbd_model_unref (model);
}

/// Exchanging names the element that takes the place of another, and goes both ways.
static void
test_exchanged (void)
{
  g_autoptr (LwMechanism) ideal = load_example ("four-bar-torque.json");
  LwElementRef made;
  g_autoptr (LwMechanism) soft =
    lw_mechanism_exchange_joint (ideal, (LwElementRef){ LW_SELECTION_COUPLING, 3 }, &made, NULL);
  g_autoptr (LwMechanism) back = NULL;

  g_assert_cmpint (made.kind, ==, LW_SELECTION_FORCE);
  g_assert_nonnull (lw_mechanism_find_force (soft, made.id));
  back = lw_mechanism_exchange_joint (soft, made, &made, NULL);
  g_assert_cmpint (made.kind, ==, LW_SELECTION_COUPLING);
  g_assert_cmpint (made.id, ==, 3);
  g_assert_true (lw_mechanism_equal (ideal, back));
}

/// Compliant joints with the constants of each joint are recognised in space and, except for the ball, in
/// the plane; one that holds nothing in the plane counts as a pin.
static void
test_imitated (void)
{
  const LwSpringChoice spring = lw_spring_choice_from_load (100, 0.001, 1, 0.2, 0.02);
  g_autoptr (LwMechanism) planar = load_example ("four-bar-torque.json");
  const LwKind *kinds[LW_KINDS];
  const guint n = lw_kind_list_imitated (kinds);
  MbdForceDef def = mbd_bushing_default ();

  def.body_b = lw_mechanism_get_body (planar, 0)->element.id;
  g_assert_cmpstr (lw_compliant_joint_get_imitated (planar, &def)->word, ==, "pin");
  for (guint i = 0; i < n; i++) {
    const bool is_ball = g_str_equal (kinds[i]->word, "spherical");

    def.bushing = lw_compliant_joint_constants (kinds[i]->value, &spring, &spring);
    g_assert_cmpstr (lw_compliant_joint_get_imitated (planar, &def)->word, ==,
                     is_ball ? "pin" : kinds[i]->word);
  }
  {
    LwBody *body = lw_body_copy (lw_mechanism_get_body (planar, 0));
    g_autoptr (LwMechanism) spatial = NULL;

    body->def.mobility = MBD_SPATIAL;
    spatial = lw_mechanism_replace_body (planar, body);
    for (guint i = 0; i < n; i++) {
      def.bushing = lw_compliant_joint_constants (kinds[i]->value, &spring, &spring);
      g_assert_true (lw_compliant_joint_get_imitated (spatial, &def) == kinds[i]);
    }
  }
}

/// Replacing is one step of the history.
static void
test_replaced_undo (void)
{
  g_autoptr (LwMechanism) ideal = load_example ("four-bar-torque.json");
  g_autoptr (LwMechanism) soft = lw_mechanism_make_compliant (ideal, 3, NULL, NULL);
  g_autoptr (LwDocument) document = lw_document_new (ideal);

  lw_document_edit (document, "Replace by Bushing", soft);
  g_assert_true (lw_mechanism_equal (lw_document_get_mechanism (document), soft));
  lw_document_undo (document);
  g_assert_true (lw_mechanism_equal (lw_document_get_mechanism (document), ideal));
  g_assert_null (lw_document_undo_name (document));
}

/// If there is no joint to restore, a new one with the same geometry is created; some elements
/// cannot be replaced.
static void
test_replaced_alone (void)
{
  g_autoptr (LwMechanism) soft = parse (
    SLIDER "\"forces\": [{\"kind\": \"bushing\", \"name\": \"A bushing\", \"bodies\": [0, 1], "
           "\"at\": [0.4, 0], \"stiffness\": [100, 100]}, {\"kind\": \"bushing\", \"bodies\": "
           "[0, 1], \"at\": [0, 0], \"damping\": [1, 1]}]");
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) rigid = lw_mechanism_make_ideal (soft, 1, &error);
  const LwCoupling *joint;

  g_assert_no_error (error);
  joint = lw_mechanism_find_coupling (rigid, 1);
  g_assert_cmpstr (lw_coupling_get_kind (joint)->word, ==, "pin");
  g_assert_cmpstr (joint->element.name, ==, "A");
  g_assert_cmpfloat (joint->def.frame_a.point[0], ==, 0.4);
  g_assert_cmpuint (lw_mechanism_get_n_forces (rigid), ==, 1);
  g_assert_null (lw_mechanism_make_ideal (soft, 2, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_USAGE);
  g_clear_error (&error);
  g_assert_null (lw_mechanism_make_ideal (soft, 9, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_USAGE);
  g_clear_error (&error);
  g_assert_null (lw_mechanism_make_compliant (soft, 1, NULL, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_USAGE);
}

/// Presets are stiff in the directions that the joint locks, and only in these.
static void
test_presets (void)
{
  static const unsigned joints[] = { MBD_LOOP_PIN, MBD_LOOP_SLIDER, MBD_LOOP_SPHERICAL,
                                     MBD_LOOP_WELD };
  const LwSpringChoice along = lw_spring_choice_from_load (100, 0.01, 4, 0.5, 0.05);
  const LwSpringChoice about = lw_spring_choice_from_frequency (0.1, 3, 2, 0.1);
  g_autofree char *none = lw_spring_choice_dup_warning (&along);

  g_assert_null (none);
  g_assert_cmpfloat_with_epsilon (along.frequency, 50 / (2 * G_PI), 1e-12);
  g_assert_cmpfloat_with_epsilon (along.settling_time, -log (0.05) / 0.5 / 50, 1e-12);
  for (size_t i = 0; i < G_N_ELEMENTS (joints); i++) {
    MbdBushingConstants constants = lw_compliant_joint_constants (joints[i], &along, &about);

    for (int k = 0; k < 3; k++) {
      g_assert_cmpfloat (constants.translational_stiffness[k], ==,
                         (joints[i] & (MBD_LOCK_X << k)) != 0 ? along.stiffness : 0);
      g_assert_cmpfloat (constants.rotational_damping[k], ==,
                         (joints[i] & (MBD_LOCK_RX << k)) != 0 ? about.damping : 0);
    }
  }
}

/// A bushing in place of a pendulum's pin: the stiffer it is, the closer is the motion to the
/// pin's.
static void
test_acts_as_pin (void)
{
  static const char pendulum[] =
    "\"bodies\": [{\"id\": 1, \"mass\": 1, \"inertia\": 0.1, \"position\": [0.5, 0]}], "
    "\"couplings\": [{\"name\": \"O\", \"kind\": \"pin\", \"bodies\": [0, 1], \"at\": [0, 0]}]";
  g_auto (Motion) ideal = motion_new (parse (pendulum), 0.5, 0.5);
  double apart[2];

  to_the_end (&ideal);
  for (int i = 0; i < 2; i++) {
    g_autoptr (LwMechanism) pinned = parse (pendulum);
    const LwSpringChoice along =
      lw_spring_choice_from_load (9.81, i == 0 ? 1e-3 : 1e-5, 1, 1, 0.02);
    MbdBushingConstants constants = lw_compliant_joint_constants (MBD_LOOP_PIN, &along, &along);
    g_auto (Motion) soft =
      motion_new (lw_mechanism_make_compliant (pinned, 1, &constants, NULL), 0.5, 0.5);

    to_the_end (&soft);
    apart[i] = fabs (value (&soft, "body-1.y") - value (&ideal, "body-1.y"));
  }
  g_assert_cmpfloat (apart[0], <, 2e-2);
  g_assert_cmpfloat (apart[1], <, apart[0] / 20);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/forces/refused", test_refused);
  g_test_add_func ("/forces/constants-refused", test_constants_refused);
  g_test_add_func ("/forces/laws", test_laws);
  g_test_add_func ("/forces/law-kinds", test_law_kinds);
  g_test_add_func ("/forces/law-moves", test_law_moves);
  g_test_add_func ("/forces/loads", test_loads);
  g_test_add_func ("/forces/torsion-spring", test_torsion_spring);
  g_test_add_func ("/forces/bushing-channels", test_bushing_channels);
  g_test_add_func ("/forces/example-balance", test_example_balance);
  g_test_add_func ("/forces/recorded-ledger", test_recorded_ledger);
  g_test_add_func ("/forces/replaced", test_replaced);
  g_test_add_func ("/forces/replaced-undo", test_replaced_undo);
  g_test_add_func ("/forces/exchanged", test_exchanged);
  g_test_add_func ("/forces/imitated", test_imitated);
  g_test_add_func ("/forces/replaced-alone", test_replaced_alone);
  g_test_add_func ("/forces/presets", test_presets);
  g_test_add_func ("/forces/acts-as-pin", test_acts_as_pin);
  return g_test_run ();
}
