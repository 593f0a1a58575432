// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts about contacts: descriptions of events, channels of many pairs, warnings.

#include <math.h>
#include <string.h>

#include "lw-contact.h"
#include "lw-event-text.h"
#include "lw-outline-distance.h"
#include "lw-overlaps.h"
#include "lw-simulation.h"
#include "lw-warnings.h"
#include "testing-motion.h"

#define G 9.81

static void
assert_near (double value, double expected, double tolerance)
{
  if (!(fabs (value - expected) <= tolerance))
    g_error ("%.15g is not %.15g within %g", value, expected, tolerance);
}

static void
test_words (void)
{
  static const struct
  {
    MbdEventKind kind;
    const char *text;
  } cases[] = {
    { MBD_EVENT_TOUCHED, "Ball touches Floor, impulse 1.25 N s" },
    { MBD_EVENT_OPENED, "Ball leaves Floor" },
    { MBD_EVENT_SATURATED, "Ball begins to slide on Floor" },
    { MBD_EVENT_HELD, "Ball sticks to Floor" },
    { MBD_EVENT_OVERLAPS,
      "Ball and Floor overlap by 1.25 m at the start; they are moved apart gently" },
  };
  g_autoptr (LwMechanism) rope = testing_load_example ("rope.json");
  MbdModel *rope_model = lw_mechanism_compile (rope, NULL);
  MbdEvent event = { .value = 1.25, .coupling = -1, .shape_a = 0, .shape_b = 1 };
  Motion motion;
  int bodies[2];

  motion_begin (&motion, testing_load_example ("bouncing-ball.json"), 0);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = NULL;

    event.kind = cases[i].kind;
    text = lw_event_dup_text (motion.mechanism, motion.model, &event);
    g_assert_cmpstr (text, ==, cases[i].text);
  }
  g_assert_true (lw_event_get_bodies (motion.model, &event, bodies));
  g_assert_cmpint (bodies[0], ==, 2);
  // Indices outside the model are not read.
  for (int kind = MBD_EVENT_CLOSED; kind <= MBD_EVENT_OVERLAPS; kind++)
    for (int coupling = -1; coupling < 2; coupling++) {
      const MbdEvent odd = {
        .kind = (MbdEventKind) kind, .coupling = coupling, .shape_a = 7, .shape_b = -1
      };
      g_autofree char *text = lw_event_dup_text (motion.mechanism, motion.model, &odd);

      g_assert_nonnull (text);
      g_assert_false (lw_event_get_bodies (motion.model, &odd, bodies));
    }
  event.kind = MBD_EVENT_CLOSED;
  event.coupling = 0;
  {
    g_autofree char *text = lw_event_dup_text (rope, rope_model, &event);

    g_assert_cmpstr (text, ==, "Rope becomes taut, impulse 1.25 N s");
  }
  mbd_model_unref (rope_model);
  motion_end (&motion);
}

/// Mechanisms with more than ten movable bodies are run by time stepping, others by events, and the
/// user's choice is kept.
static void
test_choice (void)
{
  g_autoptr (LwMechanism) many = testing_load_example ("dominoes.json");
  g_autoptr (LwMechanism) few = testing_load_example ("newtons-cradle.json");
  g_autoptr (LwMechanism) none = testing_load_example ("four-bar.json");
  MbdModel *models[] = { lw_mechanism_compile (many, NULL), lw_mechanism_compile (few, NULL),
                         lw_mechanism_compile (none, NULL) };
  MbdIntegratorSettings settings = mbd_integrator_default ();

  settings = lw_run_choose_settings (models[0], &settings, 0.01);
  g_assert_cmpint (settings.method, ==, MBD_METHOD_TIME_STEPPING);
  g_assert_cmpfloat (settings.step, ==, LW_RUN_USUAL_STEP);
  settings = mbd_integrator_default ();
  settings = lw_run_choose_settings (models[1], &settings, 0.01);
  g_assert_cmpint (settings.method, ==, MBD_METHOD_AUTOMATIC);
  g_assert_cmpfloat (settings.maximum_step, ==, 0.01);
  settings = mbd_integrator_default ();
  settings = lw_run_choose_settings (models[2], &settings, 0.01);
  g_assert_cmpfloat (settings.maximum_step, ==, INFINITY);
  settings.method = MBD_METHOD_VERNER65;
  settings = lw_run_choose_settings (models[0], &settings, 0.01);
  g_assert_cmpint (settings.method, ==, MBD_METHOD_VERNER65);
  for (int i = 0; i < 3; i++)
    mbd_model_unref (models[i]);
}

/// The simulation thread stores contact points and events of a run, so that a sample can be solved
/// again.
static void
test_log (void)
{
  g_autoptr (LwMechanism) mechanism = testing_load_example ("bouncing-ball.json");
  MbdModel *model = lw_mechanism_compile (mechanism, NULL);
  const LwRunSettings *run = lw_mechanism_get_run (mechanism);
  const LwSimulationSettings settings = { .integrator = run->integrator,
                                          .duration = run->duration,
                                          .interval = run->interval,
                                          .assemble = run->assemble };
  LwSimulation *simulation = lw_simulation_new (model, &settings);
  MbdState *state = mbd_state_new (model);
  MbdIntegratorContact contact;
  LwContactLog *log;
  MbdEvent first;
  double q[6], v[6];

  lw_simulation_play (simulation);
  lw_simulation_wait (simulation);
  log = lw_simulation_ref_contact_log (simulation);
  g_assert_cmpuint (lw_contact_log_get_events (log, 0, &first, 1), >=, 40);
  assert_near (first.time, sqrt (2 / G), 1e-8);
  g_assert_cmpuint (lw_contact_log_get (log, 0.2, &contact, 1), ==, 0);
  g_assert_cmpuint (lw_contact_log_get (log, 4.995, &contact, 1), ==, 1);
  assert_near (contact.normal_force, 0.2 * G, 1e-9);
  lw_simulation_get_pose (simulation, NULL, q, v);
  // At rest with its contact, in free fall without.
  for (int with = 0; with < 2; with++) {
    const int y = mbd_model_body_first_velocity (model, mbd_model_body_by_id (model, 2)) + 1;

    mbd_state_set (state, 5, q, v);
    mbd_state_set_contacts (state, &contact, with);
    g_assert_cmpint (mbd_state_solve (state, NULL), ==, MBD_STATUS_OK);
    assert_near (mbd_state_accelerations (state)[y], with ? 0 : -G, 1e-9);
  }
  lw_simulation_reset (simulation);
  lw_simulation_wait (simulation);
  g_assert_cmpuint (lw_contact_log_get_events (log, 0, NULL, 0), ==, 0);
  lw_contact_log_unref (log);
  mbd_state_free (state);
  lw_simulation_free (simulation);
  mbd_model_unref (model);
}

/// Distances of outlines that are obvious.
static void
test_distance (void)
{
  static const char text[] =
    "{\"linkwright\": 1, \"bodies\": ["
    "{\"position\": [0, 0], \"shape\": {\"kind\": \"box\", \"size\": [2, 2]}, \"contact\": {}}, "
    "{\"position\": [4, 0], \"shape\": {\"kind\": \"disc\", \"radius\": 1}, \"contact\": {}}, "
    "{\"position\": [0, 3], \"shape\": {\"points\": [[-1, 0], [1, 0]], \"width\": 1}, "
    "\"contact\": {}}, "
    "{\"position\": [0.5, 0], \"shape\": {\"kind\": \"disc\", \"radius\": 0.25}, \"contact\": {}}, "
    "{\"mobility\": \"fixed\", \"shape\": {\"points\": [[-1, -5], [1, -5]]}, \"contact\": "
    "{\"half_plane\": true}}]}";
  static const struct
  {
    int a, b;
    double distance;
  } cases[] = {
    { 0, 1, 2 }, { 1, 0, 2 }, { 0, 2, 1.5 }, { 0, 3, -0.75 },
    { 0, 4, 4 }, { 4, 1, 4 }, { 4, 2, 7.5 },
  };
  Motion motion;

  motion_begin (&motion, testing_parse (text), 0);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_near (lw_outline_distance (lw_run_state (motion.run), cases[i].a, cases[i].b),
                 cases[i].distance, 1e-12);
  motion_end (&motion);
}

/// Overlapping bodies are reported, and bodies that touch count as connected.
static void
test_warnings (void)
{
  static const char text[] =
    "{\"linkwright\": 1, \"bodies\": ["
    "{\"shape\": {\"kind\": \"box\", \"size\": [2, 2]}, \"contact\": {}}, "
    "{\"position\": [1.9, 0], \"shape\": {\"kind\": \"box\", \"size\": [2, 2]}, \"contact\": {}}, "
    "{\"position\": [-2, 0], \"shape\": {\"kind\": \"box\", \"size\": [2, 2]}, \"contact\": {}}, "
    "{\"position\": [0, 9], \"shape\": {\"kind\": \"box\", \"size\": [2, 2]}}], "
    "\"contacts\": [%s]}";
  g_autofree char *touching = g_strdup_printf (text, "");
  g_autofree char *apart = g_strdup_printf (text, "{\"bodies\": [1, 2], \"touches\": false}");

  for (int ignored = 0; ignored < 2; ignored++) {
    g_autoptr (LwMechanism) mechanism = testing_parse (ignored ? apart : touching);
    MbdModel *model = lw_mechanism_compile (mechanism, NULL);
    g_autoptr (GArray) overlaps = lw_overlaps_find (mechanism, model);
    g_autoptr (GArray) warnings = lw_warnings_find (mechanism, model, NULL);

    g_assert_cmpuint (overlaps->len, ==, ignored ? 0 : 1);
    if (!ignored) {
      const LwOverlap *overlap = &g_array_index (overlaps, LwOverlap, 0);

      g_assert_cmpint (overlap->body[0], ==, 1);
      g_assert_cmpint (overlap->body[1], ==, 2);
      assert_near (overlap->depth, 0.1, 1e-12);
    }
    // Only the body that takes no part is unconnected.
    g_assert_cmpuint (warnings->len, ==, 1);
    g_assert_cmpint (g_array_index (warnings, LwWarning, 0).kind, ==, LW_WARNING_UNCONNECTED);
    g_assert_cmpint (g_array_index (warnings, LwWarning, 0).element.id, ==, 4);
    mbd_model_unref (model);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/contact-words/words", test_words);
  g_test_add_func ("/contact-words/choice", test_choice);
  g_test_add_func ("/contact-words/log", test_log);
  g_test_add_func ("/contact-words/distance", test_distance);
  g_test_add_func ("/contact-words/warnings", test_warnings);
  return g_test_run ();
}
