// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Loads and springs that follow the motion: every quantity that an expression can name equals the
// channel of that name, closed loops equal their closed forms, and names keep their meaning when
// elements are renamed, copied, saved, and changed during a run.

#include <math.h>
#include <string.h>

#include "lw-changes.h"
#include "lw-channel-names.h"
#include "lw-channels.h"
#include "lw-element-ref.h"
#include "lw-formula.h"
#include "lw-operand.h"
#include "lw-part.h"
#include "lw-signals.h"
#include "lw-text.h"
#include "testing-motion.h"
#include "testing-project.h"

// ---- values ---------------------------------------------------------------------------------

/// Adds a load whose force along x is the quantity, and notes the name of its channel.
static void
add_probe (LwMechanism *mechanism, int body, const char *quantity, GPtrArray *channels)
{
  g_autofree char *name = g_strdup_printf ("Probe %u", channels->len);
  g_autoptr (LwFunction) function = lw_function_new_expression (quantity);
  MbdForceDef def = mbd_load_default ();
  LwForce *load;

  def.body_b = body;
  load = lw_force_new (&def, lw_mechanism_next_force_id (mechanism), name);
  lw_force_set_function (load, 0, function);
  lw_mechanism_add_force (mechanism, load);
  g_ptr_array_add (channels, g_strdup_printf ("%s.force_x", name));
}

static void
add_probes (LwMechanism *mechanism, int body, GPtrArray *quantities, GPtrArray *channels)
{
  LwElementRef refs[] = { { LW_SELECTION_BODY, 0 },
                          { LW_SELECTION_COUPLING, 0 },
                          { LW_SELECTION_FORCE, 0 },
                          { LW_SELECTION_TRACER, 0 },
                          { LW_SELECTION_MEASUREMENT, 0 } };
  const int last[] = { lw_mechanism_next_body_id (mechanism),
                       lw_mechanism_next_coupling_id (mechanism),
                       lw_mechanism_next_force_id (mechanism),
                       lw_mechanism_next_tracer_id (mechanism),
                       lw_mechanism_next_measurement_id (mechanism) };

  for (guint i = 0; i < G_N_ELEMENTS (refs); i++)
    for (refs[i].id = 1; refs[i].id < last[i]; refs[i].id++) {
      g_autoptr (GPtrArray) list = NULL;

      if (lw_element_ref_find (mechanism, refs[i]) == NULL)
        continue;
      list = lw_signals_list (mechanism, refs[i]);
      for (guint k = 0; k < list->len; k++) {
        add_probe (mechanism, body, list->pdata[k], channels);
        g_ptr_array_add (quantities, g_strdup (list->pdata[k]));
      }
    }
}

static int
find_moving (const LwMechanism *mechanism)
{
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++)
    if (lw_mechanism_get_body (mechanism, i)->def.mobility != MBD_FIXED)
      return lw_mechanism_get_body (mechanism, i)->element.id;
  g_assert_not_reached ();
}

static double
evaluate (const LwChannels *channels, MbdState *state, int index)
{
  const guint channel = (guint) index;
  double value;

  g_assert_cmpint (index, >=, 0);
  lw_channels_evaluate (channels, state, &channel, 1, &value);
  return value;
}

/// Compares all quantities of a mechanism with their channels, at random velocities. Returns their
/// number.
static guint
compare (LwMechanism *drawn, GRand *random)
{
  g_autoptr (LwMechanism) mechanism = lw_mechanism_copy (drawn);
  g_autoptr (GPtrArray) quantities = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) probes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (LwChannels) channels = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree double *v = NULL;
  MbdModel *model;
  MbdState *state;

  add_probes (mechanism, find_moving (mechanism), quantities, probes);
  model = lw_mechanism_compile (mechanism, &error);
  g_assert_no_error (error);
  channels = lw_channels_new (mechanism, model);
  state = mbd_state_new (model);
  v = g_new (double, mbd_model_velocity_count (model));
  for (int i = 0; i < mbd_model_velocity_count (model); i++)
    v[i] = g_rand_double_range (random, -1, 1);
  mbd_state_set (state, 0, NULL, v);
  for (guint i = 0; i < quantities->len; i++) {
    const char *quantity = quantities->pdata[i];
    g_autofree char *name = quantity[0] == '['
                              ? lw_operand_dup_unquoted (quantity, 0, strlen (quantity))
                              : g_strdup (quantity);
    const int index = lw_channels_find (channels, name);
    double difference;

    if (index < 0)
      g_error ("%s: there is no channel %s", lw_mechanism_get_title (mechanism), name);
    difference = evaluate (channels, state, index)
                 - evaluate (channels, state, lw_channels_find (channels, probes->pdata[i]));
    // Joint angles in space are determined up to whole turns.
    if (g_str_equal (lw_channels_get (channels, (guint) index)->unit, "rad"))
      difference = remainder (difference, 2 * G_PI);
    if (!(fabs (difference) < 1e-11))
      g_error ("%s: %s differs by %g", lw_mechanism_get_title (mechanism), name, difference);
  }
  mbd_state_free (state);
  mbd_model_unref (model);
  return quantities->len;
}

/// All quantities of all examples, and of the mechanism with elements of every kind.
static void
test_values (void)
{
  g_autofree char *folder = g_build_filename (g_getenv ("LW_SOURCE_DIR"), "data/examples", NULL);
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autoptr (LwMechanism) all = testing_mechanism ();
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (directory)) != NULL) {
    g_autoptr (LwMechanism) mechanism = NULL;

    if (!g_str_has_suffix (name, ".json"))
      continue;
    mechanism = testing_load_example (name);
    n += compare (mechanism, random);
  }
  g_test_message ("%u quantities", n);
  g_assert_cmpuint (n, >, 2000);
}

// ---- closed loops ---------------------------------------------------------------------------

/// A cart at 3 m and a rotor, controlled by expressions; `more`: inertia and further fields of both.
static LwMechanism *
controlled (const char *more, const char *force, const char *torque)
{
  g_autofree char *text = g_strdup_printf (
    "{\"linkwright\": 1, \"gravity\": [0, 0], \"bodies\": ["
    "{\"id\": 1, \"name\": \"Cart\", \"position\": [3, 0, 0], \"inertia\": %s},"
    "{\"id\": 2, \"name\": \"Rotor\", \"position\": [0, 5, 0], \"inertia\": %s}],"
    "\"parameters\": [{\"name\": \"k\", \"value\": 25}, {\"name\": \"x\", \"value\": 7},"
    "{\"name\": \"Cart\", \"value\": 8}],"
    "\"couplings\": [{\"id\": 1, \"name\": \"Pin 1\", \"kind\": \"pin\", \"bodies\": [0, 2],"
    "\"points\": [[0, 5, 0], [0, 0, 0]]}], \"tracers\": [{\"name\": \"T\", \"body\": 1, \"point\": [0, 0, 0]}],"
    "\"measurements\": [{\"name\": \"M\", \"points\": [{\"body\": 0, \"point\": [-1, 0, 0]},"
    "{\"body\": 1, \"point\": [0, 0, 0]}]}],"
    "\"forces\": [{\"id\": 1, \"name\": \"Push\", \"kind\": \"force\", \"body\": 1, \"force\": %s},"
    "{\"id\": 2, \"name\": \"Turn\", \"kind\": \"torque\", \"body\": 2, \"torque\": %s}],"
    "\"run\": {\"duration\": 1.3, \"interval\": 1.3}}",
    more, more, force, torque);

  return testing_parse (text);
}

/// Solution of x'' = -25 x - 6 x', from 1 at rest.
static double
decay (double t)
{
  return exp (-3 * t) * (cos (4 * t) + 0.75 * sin (4 * t));
}

static void
assert_end (LwMechanism *mechanism, MbdMethod method, double accuracy, double interval)
{
  LwRunSettings run = *lw_mechanism_get_run (mechanism);
  // The errors of steps add up; the order of esdirk43 is the lowest.
  const double tolerance = 50 * accuracy;
  Motion motion;

  run.integrator.method = method;
  run.integrator.accuracy = accuracy;
  lw_mechanism_set_run (mechanism, &run);
  motion_begin (&motion, mechanism, interval);
  while (motion_next (&motion))
    ;
  g_assert_cmpfloat_with_epsilon (motion_value (&motion, "time"), 1.3, 1e-12);
  g_assert_cmpfloat_with_epsilon (motion_value (&motion, "Cart.x"), 2 + decay (1.3), tolerance);
  g_assert_cmpfloat_with_epsilon (
    remainder (motion_value (&motion, "Pin 1.coordinate") - 20 * (1 - decay (1.3)), 2 * G_PI), 0,
    20 * tolerance);
  motion_end (&motion);
}

/// A mass with proportional and rate control is a damped oscillator: by the names of the body, its
/// tracer and a measurement, in the plane and in space, by all methods, with two accuracies and two
/// intervals. The rotor turns more than three times.
static void
test_oscillator (void)
{
  static const MbdMethod methods[] = { MBD_METHOD_AUTOMATIC, MBD_METHOD_VERNER87,
                                       MBD_METHOD_DOPRI54, MBD_METHOD_ESDIRK43, MBD_METHOD_RADAU9 };
  static const char *const forces[] = { "-k * (Cart.x - 2) - 6 * Cart.vx",
                                        "-k * ([T].x - 2) - 6 * T.vx",
                                        "-k * (M.distance - 3) - 6 * M.rate" };

  for (guint space = 0; space < 2; space++)
    for (guint form = 0; form < G_N_ELEMENTS (forces); form++)
      for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
        for (int k = 0; k < 4; k++) {
          g_autofree char *force =
            g_strdup_printf ("[\"%s\", 0%s]", forces[form], space ? ", 0" : "");
          const char *turn = space
                               ? "[0, 0, \"-25 * ([Pin 1.coordinate] - 20) - 6 * [Pin 1].rate\"]"
                               : "\"-25 * ([Pin 1.coordinate] - 20) - 6 * [Pin 1].rate\"";
          LwMechanism *mechanism =
            controlled (space ? "[1, 1, 1], \"mobility\": \"spatial\"" : "1", force, turn);

          assert_end (mechanism, methods[i], k % 2 == 0 ? 1e-11 : 1e-7, k < 2 ? 1.3 : 0.013);
        }
}

/// A law that names the spring's ends from outside, and the spring and damper itself; the law's work is
/// that of a load.
static void
test_spring (void)
{
  static const char *const springs[] = {
    "\"stiffness\": 40, \"damping\": 3, \"free_length\": 0.7",
    "\"law\": \"40 * (hypot(Ball.x, Ball.y) - 0.7) + 3 * rate + 0 * length\", \"free_length\": 0.7",
    "\"law\": \"40 * (S.length - 0.7) + 3 * S.rate\", \"free_length\": 0.7",
  };
  double place[3][2], kinetic[3], work[3];

  for (guint i = 0; i < G_N_ELEMENTS (springs); i++) {
    g_autofree char *text = g_strdup_printf (
      "{\"linkwright\": 1, \"bodies\": [{\"name\": \"Ball\", \"position\": [1, 0],"
      "\"velocity\": [0, 2]}], \"gravity\": [0, 0], \"forces\": [{\"name\": \"S\","
      "\"kind\": \"spring\", \"bodies\": [0, 1], \"points\": [[0, 0], [0, 0]], %s}],"
      "\"run\": {\"duration\": 2, \"accuracy\": 1e-11}}",
      springs[i]);
    Motion motion;

    motion_begin (&motion, testing_parse (text), 2);
    while (motion_next (&motion))
      ;
    place[i][0] = motion_value (&motion, "Ball.x");
    place[i][1] = motion_value (&motion, "Ball.y");
    kinetic[i] = motion_value (&motion, "energy.kinetic");
    work[i] = i > 0 ? motion_value (&motion, "S.work") : 0;
    g_assert_cmpfloat_with_epsilon (motion_value (&motion, "energy.error"), 0, 1e-9);
    motion_end (&motion);
  }
  for (guint i = 1; i < G_N_ELEMENTS (springs); i++) {
    g_assert_cmpfloat_with_epsilon (place[i][0], place[0][0], 1e-9);
    g_assert_cmpfloat_with_epsilon (place[i][1], place[0][1], 1e-9);
    g_assert_cmpfloat_with_epsilon (work[i], kinetic[i] - 2, 1e-9);
  }
}

/// An integral and a sample in a load; the control that is held equals its recursion.
static void
test_memories (void)
{
  static const struct
  {
    const char *force;
    double expected, tolerance;
  } cases[] = {
    // 2 + the third-order motion from 1, see test-feedback.c
    { "11 * (2 - Cart.x) - 6 * Cart.vx + 6 * int (2 - Cart.x) + 2", 0, 1e-9 },
    { "11 * (2 - Cart.x) - 6 * Cart.vx + int (12 - 6 * Cart.x) + 2", 0, 1e-9 },
    { "int (int (0 * Cart.x + 6 * t))", 3 + 0.05 * 1.3 * 1.3 * 1.3 * 1.3 * 1.3, 1e-9 },
    { "sampled (-k * (Cart.x - 2) - 6 * Cart.vx, 1 / 8)", 1, 1e-10 },
    { "delay (6 * t + 0 * Cart.x, 1 / (x - 5))", 3 + 0.8 * 0.8 * 0.8, 1e-9 },
    { "delay (delay (6 * t + 0 * Cart.x, 0.2), 0.3)", 3 + 0.8 * 0.8 * 0.8, 1e-9 },
    { "sampled (-k * (Cart.x - 2), 0.125) - sampled (6 * Cart.vx, 1 / (x + 1))", 1, 1e-10 },
  };
  double x = 1, v = 0;

  for (double t = 0; t < 1.3; t += 0.125) {
    const double f = -25 * x - 6 * v, h = fmin (0.125, 1.3 - t);

    x += h * v + h * h / 2 * f;
    v += h * f;
  }
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *force = g_strdup_printf ("[\"%s\", 0]", cases[i].force);
    LwMechanism *mechanism = controlled ("1", force, "0");
    LwRunSettings run = *lw_mechanism_get_run (mechanism);
    // x''' + 6 x'' + 11 x' + 6 x = 0 from 1 at rest with x'' = -9
    const double third = 2 - 1.5 * exp (-1.3) + 6 * exp (-2.6) - 3.5 * exp (-3.9);
    const double expected = cases[i].expected == 0   ? third
                            : cases[i].expected == 1 ? 2 + x
                                                     : cases[i].expected;
    Motion motion;

    run.integrator.accuracy = 1e-11;
    lw_mechanism_set_run (mechanism, &run);
    motion_begin (&motion, mechanism, 1.3);
    while (motion_next (&motion))
      ;
    g_assert_cmpfloat_with_epsilon (motion_value (&motion, "Cart.x"), expected, cases[i].tolerance);
    motion_end (&motion);
  }
}

// ---- drives ---------------------------------------------------------------------------------

/// Three wheels on axles, a torque of 5 N m on B, and drives of A and C with these functions and kinds.
static LwMechanism *
driven (const char *kind_a, const char *of_a, const char *kind_c, const char *of_c)
{
  g_autofree char *text = g_strdup_printf (
    "{\"linkwright\": 1, \"gravity\": [0, 0], \"bodies\": ["
    "{\"id\": 1, \"name\": \"Wheel 1\"}, {\"id\": 2, \"name\": \"Wheel 2\", \"position\": [3, 0, 0]},"
    "{\"id\": 3, \"name\": \"Wheel 3\", \"position\": [6, 0, 0]}], \"couplings\": ["
    "{\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [0, 1], \"at\": [0, 0, 0]},"
    "{\"id\": 2, \"name\": \"B\", \"kind\": \"pin\", \"bodies\": [0, 2], \"at\": [3, 0, 0]},"
    "{\"id\": 3, \"name\": \"C\", \"kind\": \"pin\", \"bodies\": [0, 3], \"at\": [6, 0, 0]},"
    "{\"id\": 4, \"name\": \"Drive A\", \"kind\": \"%s\", \"joint\": 1, \"function\": \"%s\"},"
    "{\"id\": 5, \"name\": \"Drive C\", \"kind\": \"%s\", \"joint\": 3, \"function\": \"%s\"}],"
    "\"forces\": [{\"id\": 1, \"name\": \"Turn\", \"kind\": \"torque\", \"body\": 2, \"torque\": 6}],"
    "\"run\": {\"duration\": 2, \"interval\": 2}}",
    kind_a, of_a, kind_c, of_c);

  return testing_parse (text);
}

/// A turns twice as far as B, and C as fast as A: (1 + 4 + 4) q'' = 6. Names of joints are followed.
static void
test_drives (void)
{
  for (int renamed = 0; renamed < 2; renamed++) {
    LwMechanism *mechanism = driven ("driver", "2 * B.coordinate", "motor", "[A.rate]");
    Motion motion;

    if (renamed) {
      LwMechanism *before = mechanism;
      LwCoupling *pin = lw_coupling_copy (lw_mechanism_find_coupling (before, 2));

      lw_coupling_set_name (pin, "Other pin");
      mechanism = lw_signals_follow_names (before, lw_mechanism_replace_coupling (before, pin));
      g_assert_cmpstr (lw_mechanism_find_coupling (mechanism, 4)->function->expression, ==,
                       "2 * [Other pin.coordinate]");
      lw_mechanism_unref (before);
    }
    motion_begin (&motion, mechanism, 2);
    while (motion_next (&motion))
      ;
    g_assert_cmpfloat_with_epsilon (motion_value (&motion, "A.coordinate"), 8.0 / 3, 1e-7);
    g_assert_cmpfloat_with_epsilon (motion_value (&motion, "C.coordinate"), 8.0 / 3, 1e-7);
    g_assert_cmpfloat_with_epsilon (motion_value (&motion, "C.rate"), 8.0 / 3, 1e-7);
    g_assert_cmpfloat_with_epsilon (motion_value (&motion, "Drive C.effort"), 4.0 / 3, 1e-7);
    g_assert_cmpfloat_with_epsilon (motion_value (&motion, "energy.error"), 0, 1e-7);
    motion_end (&motion);
  }
}

/// Sentences of drives that follow what they cannot.
static void
test_drives_refused (void)
{
  static const char *const only =
    "Driver Drive A: its function may follow the coordinate of one joint, or its rate if it prescribes a "
    "speed, and nothing else of the motion; use a load for the rest.";
  static const struct
  {
    const char *kind_a, *of_a, *kind_c, *of_c, *message;
  } cases[] = {
    { "driver", "B.coordinate + C.coordinate", "driver", "t", only },
    { "driver", "B.rate", "driver", "t", only },
    { "driver", "[Wheel 2.x]", "driver", "t", only },
    { "driver", "delay (B.coordinate, 1)", "driver", "t", only },
    { "driver", "2 * A.coordinate", "driver", "t",
      "Driver Drive A: it follows its own joint, which it would have to know already; name another joint." },
    { "driver", "2 * C.coordinate", "driver", "A.coordinate + 1",
      "Driver Drive A: it follows a joint that Driver Drive C drives, which in turn follows this one, so that "
      "neither determines the other; let one of them follow the time." },
    { "motor", "2 * C.rate", "motor", "A.rate + 1",
      "Motor Drive A: it follows a joint that Motor Drive C drives, which in turn follows this one, so that "
      "neither determines the other; let one of them follow the time." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (LwMechanism) mechanism =
      driven (cases[i].kind_a, cases[i].of_a, cases[i].kind_c, cases[i].of_c);
    g_autoptr (GError) error = NULL;

    g_assert_null (lw_mechanism_compile (mechanism, &error));
    g_assert_cmpstr (error->message, ==, cases[i].message);
  }
  // Speeds that follow coordinates go round in circles without harm.
  g_autoptr (LwMechanism) mechanism = driven ("motor", "C.coordinate", "motor", "1 - A.coordinate");
  MbdModel *model = lw_mechanism_compile (mechanism, NULL);
  g_assert_nonnull (model);
  mbd_model_unref (model);
}

// ---- messages -------------------------------------------------------------------------------

/// Sentences name the load, the component and the name.
static void
test_refused (void)
{
  static const struct
  {
    const char *force, *message;
  } cases[] = {
    { "Cort.x", "there is no element “Cort” for “Cort.x”" },
    { "Cart.ax",
      "“Cart.ax” cannot be followed: of Body Cart a force can follow x, y, vx, vy, angle, "
      "omega, while accelerations and forces would depend on the force itself" },
    { "[Pin 1.reaction]",
      "“Pin 1.reaction” cannot be followed: of Pin 1 a force can follow "
      "coordinate, rate, while accelerations and forces would depend on the force "
      "itself" },
    { "Push.force_x", "“Push.force_x” cannot be followed: Force Push has no position or velocity" },
    { "[Pin 1", "a “]” is missing after the name of a quantity" },
    { "[Cart]", "“Cart” names no quantity; write an element and its quantity, as in Cart.x" },
    { "Cart.x + nought",
      "the name ‘nought’ in column 10 is not known here; known are t, k, x and Cart" },
    { "Cart.x Cart.y", "an operator such as * is missing before ‘Cart.y’ in column 8" },
    { "1 + int (2 * nought)",
      "the name ‘nought’ in column 14 is not known here; known are t, k, x and "
      "Cart" },
    { "int (Cart.x", "a parenthesis is missing at the end" },
    { "sampled (Cart.x)", "the period is missing: write sampled (x, T), T in seconds" },
    { "sampled (Cart.x, 0)",
      "the period in sampled (x, T) must be a number of seconds greater than "
      "zero, or an expression of the parameters" },
    { "sampled (Cart.x, Cart.y)",
      "the period in sampled (x, T) must be a number of seconds greater "
      "than zero, or an expression of the parameters" },
    { "delay (Cart.x)", "the delay is missing: write delay (x, T), T in seconds" },
    { "delay (Cart.x, 1e-7)",
      "the delay in delay (x, T) must be a number of seconds of at least 0.000001, or an expression "
      "of the parameters" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *force = g_strdup_printf ("[\"%s\", 0]", cases[i].force);
    g_autofree char *message =
      g_strdup_printf ("Force Push: its force along x: %s.", cases[i].message);
    g_autoptr (LwMechanism) mechanism = controlled ("1", force, "0");
    g_autoptr (GError) error = NULL;

    g_assert_null (lw_mechanism_compile (mechanism, &error));
    g_assert_error (error, LW_ERROR, LW_ERROR_SIMULATION);
    g_assert_cmpstr (error->message, ==, message);
  }
}

/// Names that two elements share are refused, and quantities named by kind and id.
static void
test_shared_names (void)
{
  g_autoptr (LwMechanism) mechanism = controlled ("1", "[\"Cart.x\", 0]", "0");
  LwTracer *tracer = lw_tracer_copy (lw_mechanism_get_tracer (mechanism, 0));
  g_autoptr (LwMechanism) shared = NULL;
  g_autoptr (GPtrArray) names = NULL;
  g_autoptr (GError) error = NULL;
  LwSignal signal;
  g_autofree char *reason = NULL;

  lw_tracer_set_name (tracer, "Cart");
  shared = lw_mechanism_replace_tracer (mechanism, tracer);
  g_assert_null (lw_mechanism_compile (shared, &error));
  g_assert_cmpstr (error->message, ==,
                   "Force Push: its force along x: “Cart.x” could belong to Body Cart or to Tracer "
                   "Cart; give them different names.");
  g_assert_true (lw_signal_find (shared, "tracer-1.x", &signal, &reason));
  g_assert_cmpint (signal.element.kind, ==, LW_SELECTION_TRACER);
  names = lw_signals_list (shared, (LwElementRef){ LW_SELECTION_TRACER, 1 });
  g_assert_cmpstr (names->pdata[0], ==, "[tracer-1.x]");
}

/// The length of a rod follows the time only.
static void
test_rod (void)
{
  g_autoptr (LwMechanism) mechanism =
    testing_parse ("{\"linkwright\": 1, \"bodies\": [{\"name\": \"Crank\"}], \"couplings\": ["
                   "{\"name\": \"A\", \"kind\": \"pin\", \"bodies\": [0, 1], \"at\": [0, 0]},"
                   "{\"name\": \"Jack\", \"kind\": \"rod\", \"bodies\": [0, 1], "
                   "\"from\": [2, 0], \"to\": [1, 0], \"function\": \"Crank.x\"}]}");
  g_autoptr (GError) error = NULL;

  g_assert_null (lw_mechanism_compile (mechanism, &error));
  g_assert_cmpstr (
    error->message, ==,
    "Rod Jack: its function follows the motion, which only loads, springs and drives can; "
    "use an expression of t and the parameters.");
}

// ---- names ----------------------------------------------------------------------------------

static const char *
get_force (const LwMechanism *mechanism, int id)
{
  return lw_mechanism_find_force (mechanism, id)->functions[0]->expression;
}

static LwMechanism *
rename_cart (LwMechanism *mechanism, const char *name)
{
  LwBody *body = lw_body_copy (lw_mechanism_find_body (mechanism, 1));

  lw_body_set_name (body, name);
  return lw_channel_names_follow (mechanism, lw_mechanism_replace_body (mechanism, body));
}

/// A new name is written into the expressions, also of integrals; parameters of that name stay. The
/// fingerprint does not depend on names. A removed element is missed by name.
static void
test_renamed (void)
{
  g_autoptr (LwMechanism) mechanism =
    controlled ("1", "[\"Cart + k * int (Cart.x - [Cart].vx) + T.x\", 0]", "0");
  g_autoptr (LwMechanism) renamed = rename_cart (mechanism, "Träger 2");
  g_autoptr (LwMechanism) nameless = rename_cart (renamed, NULL);
  g_autoptr (LwMechanism) back = rename_cart (nameless, "Cart");
  g_autoptr (LwMechanism) removed = lw_mechanism_remove_tracer (mechanism, 1);
  g_autoptr (GError) error = NULL;
  LwMechanism *all[] = { mechanism, renamed, nameless, back };
  g_autofree char *fingerprint = lw_mechanism_dup_fingerprint (mechanism);

  g_assert_cmpstr (get_force (renamed, 1), ==,
                   "Cart + k * int ([Träger 2.x] - [Träger 2.vx]) + T.x");
  g_assert_cmpstr (get_force (nameless, 1), ==, "Cart + k * int ([body-1.x] - [body-1.vx]) + T.x");
  g_assert_cmpstr (get_force (back, 1), ==, "Cart + k * int (Cart.x - Cart.vx) + T.x");
  for (guint i = 0; i < G_N_ELEMENTS (all); i++) {
    MbdModel *model = lw_mechanism_compile (all[i], &error);
    g_autofree char *same = lw_mechanism_dup_fingerprint (all[i]);

    g_assert_no_error (error);
    // [Cart].vx is written Cart.vx after the first change.
    if (i == 0 || i == 3)
      g_assert_true (lw_mechanism_has_fingerprint (all[i], same));
    g_assert_cmpstr (same, ==, fingerprint);
    mbd_model_unref (model);
  }
  g_assert_null (lw_mechanism_compile (removed, &error));
  g_assert_cmpstr (error->message, ==,
                   "Force Push: its force along x: there is no element “T” for “T.x”.");
}

/// A copied load follows the copy of what it followed.
static void
test_copied (void)
{
  g_autoptr (LwMechanism) mechanism = controlled ("1", "[\"-k * Cart.x - Rotor.omega\", 0]", "0");
  const LwElementRef cart = { LW_SELECTION_BODY, 1 };
  const LwPlaneMap map = lw_plane_map_shift (0, 1);
  const LwPlaneMap turn = lw_plane_map_turn (0, 0, G_PI_2);
  const LwElementRef load[] = { { LW_SELECTION_BODY, 1 }, { LW_SELECTION_FORCE, 1 } };
  g_autoptr (LwMechanism) copied = NULL;
  g_autoptr (GError) error = NULL;
  MbdModel *model;

  copied = lw_part_duplicate (mechanism, &cart, 1, &map, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (get_force (copied, 1), ==, "-k * Cart.x - Rotor.omega");
  g_assert_cmpstr (get_force (copied, 3), ==, "-k * [Cart 2.x] - Rotor.omega");
  model = lw_mechanism_compile (copied, &error);
  g_assert_no_error (error);
  mbd_model_unref (model);
  // Places and speeds are along the axes of the world, which do not turn along.
  g_assert_null (lw_part_duplicate (mechanism, load, 2, &turn, NULL, &error));
  g_assert_cmpstr (
    error->message, ==,
    "Force Push follows the motion along the axes of the world and cannot be turned, "
    "mirrored or scaled: take it out of the selection and change its expression.");
}

/// Text form and project keep the expressions; parameters that they use are found.
static void
test_kept (void)
{
  g_autoptr (LwMechanism) mechanism = controlled (
    "1", "[\"sampled (-k * Cart.x, 0.1) + int ([Pin 1].rate) + delay (Cart.vx, 0.2)\", 0]", "0");
  g_autofree char *text = lw_text_write (mechanism);
  g_autoptr (LwMechanism) again = testing_parse (text);

  g_assert_true (lw_mechanism_equal (mechanism, again));
  g_assert_true (lw_formula_uses (get_force (mechanism, 1), "k", false));
  g_assert_false (lw_formula_uses (get_force (mechanism, 1), "x", false));
  g_assert_false (lw_formula_uses (get_force (mechanism, 1), "Cart", false));
}

/// A gain that changes during a run is a change of the load; it is stated, read again, and follows the
/// names of elements.
static void
test_changed (void)
{
  g_autoptr (LwMechanism) before =
    controlled ("1", "[\"-25 * (Cart.x - 2) + int (Cart.vx)\", 0]", "0");
  LwForce *load = lw_force_copy (lw_mechanism_find_force (before, 1));
  g_autoptr (LwFunction) function =
    lw_function_new_expression ("-k * (Cart.x - 2) + 3 * int (Cart.vx)");
  g_autoptr (LwMechanism) after = NULL;
  g_autoptr (LwMechanism) renamed = NULL;
  g_autoptr (LwChanges) changes = lw_changes_new ();
  g_autoptr (GArray) fields = NULL;
  g_autoptr (GError) error = NULL;
  MbdModel *model = lw_mechanism_compile (before, &error);
  MbdState *state = mbd_state_new (model);
  LwChange read = { 0 };

  lw_force_set_function (load, 0, function);
  after = lw_mechanism_replace_force (before, load);
  renamed = rename_cart (after, "Wagon");
  g_assert_true (lw_changes_append (changes, before, after, model, 0.5));
  g_assert_cmpuint (lw_changes_get_n (changes), ==, 1);
  g_assert_cmpint (lw_changes_get (changes, 0)->kind, ==, LW_CHANGE_FORCE);
  lw_changes_rename (changes, after, renamed);
  fields = lw_change_dup_fields (lw_changes_get (changes, 0), NULL);
  g_assert_true (lw_change_read_fields (&read, (const LwChangeField *) (void *) fields->data,
                                        fields->len, NULL, renamed, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (read.source->functions[0]->expression, ==,
                   "-k * (Wagon.x - 2) + 3 * int (Wagon.vx)");
  g_assert_true (lw_change_resolve (&read, model, state));
  g_assert_cmpint (mbd_state_change_force (state, read.force, &read.force_def, NULL), ==,
                   MBD_STATUS_OK);
  lw_change_clear (&read);
  // The names are missing without a mechanism.
  g_assert_false (lw_change_read_fields (&read, (const LwChangeField *) (void *) fields->data,
                                         fields->len, NULL, NULL, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_BAD_FILE);
  mbd_state_free (state);
  mbd_model_unref (model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/followed-motion/values", test_values);
  g_test_add_func ("/followed-motion/oscillator", test_oscillator);
  g_test_add_func ("/followed-motion/spring", test_spring);
  g_test_add_func ("/followed-motion/memories", test_memories);
  g_test_add_func ("/followed-motion/refused", test_refused);
  g_test_add_func ("/followed-motion/shared-names", test_shared_names);
  g_test_add_func ("/followed-motion/rod", test_rod);
  g_test_add_func ("/followed-motion/renamed", test_renamed);
  g_test_add_func ("/followed-motion/drives", test_drives);
  g_test_add_func ("/followed-motion/drives-refused", test_drives_refused);
  g_test_add_func ("/followed-motion/copied", test_copied);
  g_test_add_func ("/followed-motion/kept", test_kept);
  g_test_add_func ("/followed-motion/changed", test_changed);
  return g_test_run ();
}
