// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A different mass, shape, gravity, geometry or duration during a run: from then on it equals a run
// that begins in that state with the new values, the energy balance closes, and the changes are
// restored from the project file.

#include <math.h>
#include <string.h>

#include "lw-change-words.h"
#include "lw-changes.h"
#include "lw-property.h"
#include "lw-run.h"
#include "lw-text.h"

/// Values that can differ, and the start poses and velocities of the frames of two bodies.
typedef struct
{
  double mass;        ///< mass of the lower rod, kg
  double centre[2];   ///< its centre of mass, m, body frame
  double gravity;     ///< m/s2
  double stiffness;   ///< N/m
  double pose[2][3];  ///< m and rad
  double speed[2][3]; ///< m/s and rad/s
  bool spatial;
  double row; ///< stiffness of the upper pin along x, N/m; 0: rigid
} Values;

static const Values USUAL = { 1, { 0, 0 }, 9.81, 20, { { 0.5, 0, 0 }, { 1.5, 0, 0 } }, { { 0 } } };

static char *
dup_attitude (double angle, bool spatial)
{
  char c[G_ASCII_DTOSTR_BUF_SIZE];
  char s[G_ASCII_DTOSTR_BUF_SIZE];

  if (!spatial)
    return g_strconcat ("\"angle\": ", g_ascii_dtostr (c, sizeof c, angle), NULL);
  return g_strconcat ("\"quaternion\": [", g_ascii_dtostr (c, sizeof c, cos (angle / 2)),
                      ", 0, 0, ", g_ascii_dtostr (s, sizeof s, sin (angle / 2)), "]", NULL);
}

/// Returns the mechanism with an elastic row in its first joint; takes ownership.
static LwMechanism *
with_row (LwMechanism *mechanism, double stiffness)
{
  LwCoupling *pin = lw_coupling_copy (lw_mechanism_get_coupling (mechanism, 0));
  LwMechanism *elastic;

  pin->def.rows[0] =
    (MbdRowDef){ .has_compliance = true, .compliant = true, .stiffness = stiffness };
  elastic = lw_mechanism_replace_coupling (mechanism, pin);
  lw_mechanism_unref (mechanism);
  return elastic;
}

static LwMechanism *
double_pendulum (const Values *values)
{
  char n[17][G_ASCII_DTOSTR_BUF_SIZE];
  const double numbers[] = {
    values->gravity,     values->pose[0][0],  values->pose[0][1],  values->pose[0][2],
    values->speed[0][0], values->speed[0][1], values->speed[0][2], values->mass,
    values->centre[0],   values->centre[1],   values->pose[1][0],  values->pose[1][1],
    values->pose[1][2],  values->speed[1][0], values->speed[1][1], values->speed[1][2],
    values->stiffness,
  };
  const char *mobility = values->spatial ? "spatial" : "planar";
  const char *z = values->spatial ? ", 0" : "";
  char *attitude[2];
  g_autofree char *text = NULL;
  GError *error = NULL;
  LwMechanism *mechanism;

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    g_ascii_dtostr (n[i], sizeof n[i], numbers[i]);
  for (int i = 0; i < 2; i++)
    attitude[i] = dup_attitude (values->pose[i][2], values->spatial);
  text = g_strdup_printf (
    "{\"linkwright\": 1, \"gravity\": [0, -%s, 0], \"bodies\": ["
    "{\"id\": 1, \"name\": \"Upper\", \"mobility\": \"%s\", \"inertia\": [0.1, 0.1, 0.08, 0, 0, 0],"
    " \"position\": [%s, %s, 0], %s, \"velocity\": [%s, %s, 0],"
    " \"angular_velocity\": [0, 0, %s]},"
    "{\"id\": 2, \"name\": \"Lower\", \"mobility\": \"%s\", \"mass\": %s,"
    " \"inertia\": [0.1, 0.1, 0.08, 0, 0, 0], \"centre_of_mass\": [%s, %s, 0],"
    " \"position\": [%s, %s, 0], %s, \"velocity\": [%s, %s, 0],"
    " \"angular_velocity\": [0, 0, %s]}],"
    "\"couplings\": ["
    "{\"id\": 1, \"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, 0%s], [-0.5, 0%s]]},"
    "{\"id\": 2, \"kind\": \"pin\", \"bodies\": [1, 2], \"points\": [[0.5, 0%s], [-0.5, 0%s]]}],"
    "\"forces\": [{\"id\": 1, \"kind\": \"spring\", \"bodies\": [0, 2],"
    " \"points\": [[1, 1%s], [0.5, 0%s]], \"stiffness\": %s, \"damping\": 0.5, \"free_length\": "
    "1}],"
    "\"run\": {\"duration\": 2, \"interval\": 0.05, \"accuracy\": 1e-12}}",
    n[0], mobility, n[1], n[2], attitude[0], n[4], n[5], n[6], mobility, n[7], n[8], n[9], n[10],
    n[11], attitude[1], n[13], n[14], n[15], z, z, z, z, z, z, n[16]);
  mechanism = lw_text_parse (text, -1, &error);
  g_assert_no_error (error);
  for (int i = 0; i < 2; i++)
    g_free (attitude[i]);
  return values->row > 0 ? with_row (mechanism, values->row) : mechanism;
}

static MbdModel *
compile (const Values *values)
{
  g_autoptr (LwMechanism) mechanism = double_pendulum (values);
  GError *error = NULL;
  MbdModel *model = lw_mechanism_compile (mechanism, &error);

  g_assert_no_error (error);
  return model;
}

static MbdIntegratorSettings
exact (void)
{
  MbdIntegratorSettings settings = mbd_integrator_default ();

  settings.accuracy = 1e-12;
  return settings;
}

static LwRun *
run_new (const MbdModel *model, double duration)
{
  const MbdIntegratorSettings settings = exact ();
  LwRun *run = lw_run_new (model, &settings, duration, 0.05, true);

  g_assert_cmpint (lw_run_start (run, NULL), ==, MBD_STATUS_OK);
  return run;
}

static void
advance (LwRun *run, int n)
{
  MbdDiagnosis why;

  for (int i = 0; i < n; i++)
    g_assert_cmpint (lw_run_next (run, &why), ==, MBD_STATUS_OK);
}

/// Reads the poses and velocities of the frames of both bodies.
static void
read_frames (LwRun *run, double pose[2][3], double speed[2][3])
{
  static const double origin[3] = { 0, 0, 0 };

  for (int i = 0; i < 2; i++) {
    double position[3], quaternion[4], velocity[3], omega[3];

    mbd_state_body_pose (lw_run_state (run), i + 1, position, quaternion);
    mbd_state_body_point (lw_run_state (run), i + 1, origin, NULL, velocity, NULL);
    mbd_state_body_angular_velocity (lw_run_state (run), i + 1, omega);
    memcpy (pose[i], position, 2 * sizeof (double));
    memcpy (speed[i], velocity, 2 * sizeof (double));
    pose[i][2] = 2 * atan2 (quaternion[3], quaternion[0]);
    speed[i][2] = omega[2];
  }
}

/// Changes the values at t; a second mechanism begins in the state of the first one at that time.
static void
check_like_begun_there (const Values *before, const Values *after)
{
  MbdModel *model = compile (before);
  MbdModel *other = compile (after);
  LwRun *run = run_new (model, 2);
  const LwRunChange change = { other, exact (), 2, 0.05, true };
  Values there = *after;
  MbdModel *third;
  LwRun *second;
  double pose[2][3], speed[2][3], expected_pose[2][3], expected_speed[2][3];
  MbdEnergyBalance balance;
  MbdEnergy energy, changed;

  advance (run, 20);
  read_frames (run, there.pose, there.speed);
  mbd_state_energy (lw_run_state (run), &energy);
  g_assert_cmpint (lw_run_change_model (run, &change, NULL), ==, MBD_STATUS_OK);
  read_frames (run, pose, speed);
  g_assert_cmpfloat_with_epsilon (pose[1][0], there.pose[1][0], 1e-14);
  g_assert_cmpfloat_with_epsilon (speed[1][1], there.speed[1][1], 1e-14);
  mbd_state_energy (lw_run_state (run), &changed);
  mbd_state_energy_balance (lw_run_state (run), &balance);
  // Energy that is not the spring's is the work of the change.
  g_assert_cmpfloat_with_epsilon (
    balance.change_input, changed.total - changed.elastic - energy.total + energy.elastic, 1e-9);
  third = compile (&there);
  second = run_new (third, 1);
  for (int i = 0; i < 4; i++) {
    advance (run, 5);
    advance (second, 5);
    read_frames (run, pose, speed);
    read_frames (second, expected_pose, expected_speed);
    for (int k = 0; k < 6; k++) {
      g_assert_cmpfloat_with_epsilon (
        remainder (pose[k / 3][k % 3] - expected_pose[k / 3][k % 3], 2 * G_PI), 0, 1e-9);
      g_assert_cmpfloat_with_epsilon (speed[k / 3][k % 3], expected_speed[k / 3][k % 3], 1e-8);
    }
    mbd_state_energy_balance (lw_run_state (run), &balance);
    g_assert_cmpfloat (fabs (balance.error), <, 1e-8);
  }
  lw_run_free (run);
  lw_run_free (second);
  mbd_model_unref (model);
  mbd_model_unref (other);
  mbd_model_unref (third);
}

static void
test_values (void)
{
  for (int spatial = 0; spatial < 2; spatial++) {
    Values before = USUAL;
    Values after = USUAL;

    before.spatial = after.spatial = spatial != 0;
    check_like_begun_there (&before, &after);
    after.mass = 3;
    check_like_begun_there (&before, &after);
    after.gravity = 1.62;
    check_like_begun_there (&before, &after);
    after.centre[0] = 0.2;
    after.centre[1] = -0.1;
    check_like_begun_there (&before, &after);
    check_like_begun_there (&after, &before);
    after.stiffness = 60;
    check_like_begun_there (&before, &after);
    before.row = 900;
    after.row = 300;
    check_like_begun_there (&before, &after);
  }
}

/// A restart restores the original values; an invalid change has no effect.
static void
test_back (void)
{
  Values after = USUAL;
  MbdModel *model = compile (&USUAL);
  MbdModel *other;
  LwRun *run = run_new (model, 2);
  LwRunChange change = { NULL, exact (), 2, 0.05, true };
  double pose[2][3], speed[2][3], again[2][3];

  after.mass = 4;
  after.centre[0] = 0.3;
  other = compile (&after);
  change.model = other;
  advance (run, 10);
  read_frames (run, pose, speed);
  change.interval = -1;
  g_assert_cmpint (lw_run_change_model (run, &change, NULL), !=, MBD_STATUS_OK);
  change.interval = 0.05;
  change.integrator.accuracy = -1;
  g_assert_cmpint (lw_run_change_model (run, &change, NULL), !=, MBD_STATUS_OK);
  g_assert_true (mbd_state_model (lw_run_state (run)) == model);
  change.integrator.accuracy = 1e-12;
  advance (run, 10);
  g_assert_cmpint (lw_run_change_model (run, &change, NULL), ==, MBD_STATUS_OK);
  advance (run, 10);
  g_assert_cmpint (lw_run_start (run, NULL), ==, MBD_STATUS_OK);
  g_assert_true (mbd_state_model (lw_run_state (run)) == model);
  advance (run, 10);
  read_frames (run, again, speed);
  g_assert_cmpmem (again, sizeof again, pose, sizeof pose);
  lw_run_free (run);
  mbd_model_unref (model);
  mbd_model_unref (other);
}

/// A new interval counts from the time of the change; a new duration moves the end, here to a time
/// that has already passed.
static void
test_times (void)
{
  MbdModel *model = compile (&USUAL);
  LwRun *run = run_new (model, 2);
  LwRunChange change = { model, exact (), 2.5, 0.02, true };

  advance (run, 3);
  g_assert_cmpint (lw_run_change_model (run, &change, NULL), ==, MBD_STATUS_OK);
  advance (run, 2);
  // Sums of the two intervals, up to rounding.
  g_assert_cmpfloat_with_epsilon (mbd_state_time (lw_run_state (run)), 0.19, 1e-15);
  change.duration = 0.2;
  g_assert_cmpint (lw_run_change_model (run, &change, NULL), ==, MBD_STATUS_OK);
  g_assert_false (lw_run_is_finished (run));
  advance (run, 1);
  g_assert_cmpfloat (mbd_state_time (lw_run_state (run)), ==, 0.2);
  g_assert_true (lw_run_is_finished (run));
  change.duration = 0.1;
  g_assert_cmpint (lw_run_change_model (run, &change, NULL), ==, MBD_STATUS_OK);
  g_assert_true (lw_run_is_finished (run));
  lw_run_free (run);
  mbd_model_unref (model);
}

static guint
count_models (const LwChanges *changes)
{
  guint n = 0;

  for (guint i = 0; i < lw_changes_get_n (changes); i++)
    n += lw_changes_get (changes, i)->model != NULL;
  return n;
}

/// Repeated changes, as when a slider is dragged: models of the past are released, and are
/// identical bit by bit when they are compiled again.
static void
test_forgotten (void)
{
  Values values = USUAL;
  g_autoptr (LwMechanism) from = double_pendulum (&values);
  g_autoptr (LwChanges) changes = lw_changes_new ();
  g_autoptr (LwChanges) resolved = NULL;
  MbdModel *model = lw_mechanism_compile (from, NULL);
  MbdState *state = mbd_state_new (model);
  double expected[100][6];
  const gsize size = sizeof expected[0];
  const MbdModel *present;

  for (int i = 0; i < 100; i++) {
    g_autoptr (LwMechanism) to = NULL;

    values.mass = 2 + i;
    to = double_pendulum (&values);
    g_assert_true (lw_changes_append_mechanism (changes, from, to, model, 0.01 * i));
    lw_changes_apply (changes, model, state, 0.01 * i + 0.005);
    g_assert_cmpint (mbd_state_solve (state, NULL), ==, MBD_STATUS_OK);
    memcpy (expected[i], mbd_state_accelerations (state), size);
    lw_mechanism_unref (from);
    from = lw_mechanism_ref (to);
  }
  // Models of changes that have not yet taken effect are kept.
  present = lw_changes_get (changes, 89)->model;
  lw_changes_forget_models (changes, present, 0.105);
  g_assert_cmpuint (count_models (changes), <, 22);
  g_assert_true (lw_changes_get (changes, 89)->model == present);
  for (guint i = 90; i < 100; i++)
    g_assert_nonnull (lw_changes_get (changes, i)->model);
  resolved = lw_changes_resolved (changes, model);
  g_assert_cmpuint (count_models (resolved), <, 12);
  for (int i = 99; i >= 0; i--) {
    lw_changes_apply (changes, model, state, 0.01 * i + 0.005);
    g_assert_cmpint (mbd_state_solve (state, NULL), ==, MBD_STATUS_OK);
    g_assert_cmpmem (mbd_state_accelerations (state), size, expected[i], size);
    lw_changes_apply (resolved, model, state, 0.01 * i + 0.005);
    g_assert_cmpint (mbd_state_solve (state, NULL), ==, MBD_STATUS_OK);
    g_assert_cmpmem (mbd_state_accelerations (state), size, expected[i], size);
    // Stepping through all changes leaves at most one additional model.
    g_assert_cmpuint (count_models (changes), <, 23);
  }
  // Requested models stay until models are forgotten again.
  for (int i = 0; i < 100; i++)
    g_assert_cmpfloat (
      mbd_model_body_mass (lw_changes_get_model (changes, model, 0.01 * i + 0.005), 2), ==, 2 + i);
  g_assert_cmpuint (count_models (changes), ==, 100);
  lw_changes_forget_models (changes, NULL, 0.105);
  g_assert_cmpuint (count_models (changes), ==, 9);
  mbd_state_free (state);
  mbd_model_unref (model);
}

/// A change that is replaced before it takes effect is removed.
static void
test_never_acted (void)
{
  Values values = USUAL;
  g_autoptr (LwMechanism) from = double_pendulum (&values);
  g_autoptr (LwChanges) changes = lw_changes_new ();
  MbdModel *model = lw_mechanism_compile (from, NULL);
  const MbdModel *last;

  for (int i = 0; i < 5; i++) {
    g_autoptr (LwMechanism) to = NULL;

    values.mass = 2 + i;
    to = double_pendulum (&values);
    g_assert_true (lw_changes_append_mechanism (changes, from, to, model, i < 1 ? 0.25 : 0.5));
    lw_mechanism_unref (from);
    from = lw_mechanism_ref (to);
  }
  last = lw_changes_get (changes, 3)->model;
  g_assert_true (lw_changes_follow (changes, last, 0.5, 0.5));
  // The first change took effect, the last one still may.
  g_assert_cmpuint (lw_changes_get_n (changes), ==, 3);
  g_assert_cmpfloat (mbd_model_body_mass (lw_changes_get_model (changes, model, 0.4), 2), ==, 2);
  g_assert_true (lw_changes_get (changes, 1)->model == last);
  g_assert_false (lw_changes_follow (changes, last, 0.5, 0.5));
  mbd_model_unref (model);
}

/// Reads a change from the fields that it states.
static void
read_again (const LwChange *change, const LwMechanism *before, LwChange *read)
{
  g_autoptr (GArray) fields = lw_change_dup_fields (change, before);
  g_autoptr (GError) error = NULL;

  lw_change_read_fields (read, (const LwChangeField *) (void *) fields->data, fields->len, before,
                         before, &error);
  g_assert_no_error (error);
  g_assert_cmpint (read->kind, ==, change->kind);
}

/// The list of changes: values in effect at each time, conversion to fields and back, and the changes
/// that start a new run.
static void
test_list (void)
{
  Values values = USUAL;
  g_autoptr (LwMechanism) from = double_pendulum (&values);
  g_autoptr (LwMechanism) to = NULL;
  g_autoptr (LwMechanism) moved = NULL;
  g_autoptr (LwChanges) changes = lw_changes_new ();
  g_autoptr (LwChanges) resolved = NULL;
  MbdModel *model = lw_mechanism_compile (from, NULL);
  MbdState *state = mbd_state_new (model);
  LwChange read = { .time = 0.5 };

  values.pose[0][2] = 0.5;
  moved = double_pendulum (&values);
  g_assert_false (lw_changes_append_mechanism (changes, from, moved, model, 0.5));
  values.pose[0][2] = 0;
  values.spatial = true;
  g_clear_pointer (&moved, lw_mechanism_unref);
  moved = double_pendulum (&values);
  g_assert_false (lw_changes_append_mechanism (changes, from, moved, model, 0.5));
  g_assert_cmpuint (lw_changes_get_n (changes), ==, 0);
  values.spatial = false;
  values.mass = 2.5;
  to = double_pendulum (&values);
  g_assert_true (lw_changes_append_mechanism (changes, from, to, model, 0.5));
  g_assert_true (lw_changes_is_other (changes));

  {
    g_autofree char *words = lw_changes_dup_words (changes, 0, from, to);

    g_assert_cmpstr (words, ==, "Body Lower: mass 1 → 2.5 kg");
  }

  // In effect after its time, not at it.
  lw_changes_apply (changes, model, state, 0.5);
  g_assert_true (mbd_state_model (state) == model);
  lw_changes_apply (changes, model, state, 0.6);
  g_assert_cmpfloat (mbd_model_body_mass (mbd_state_model (state), 2), ==, 2.5);
  lw_changes_apply (NULL, model, state, 0.6);
  g_assert_true (mbd_state_model (state) == model);
  // It took effect later than requested.
  g_assert_true (lw_changes_follow (changes, lw_changes_get (changes, 0)->model, 0.55, 0.6));
  g_assert_cmpfloat (lw_changes_get (changes, 0)->time, ==, 0.55);
  g_assert_true (lw_changes_follow (changes, lw_changes_get (changes, 0)->model, 0.5, 0.6));

  read_again (lw_changes_get (changes, 0), NULL, &read);
  g_assert_cmpint (read.kind, ==, LW_CHANGE_MECHANISM);
  g_assert_true (lw_mechanism_equal (read.mechanism, to));
  resolved = lw_changes_new ();
  lw_changes_take (resolved, &read);
  g_assert_true (lw_changes_equal (resolved, changes));
  {
    LwChanges *with_model = lw_changes_resolved (resolved, model);

    lw_changes_apply (with_model, model, state, 0.6);
    g_assert_cmpfloat (mbd_model_body_mass (mbd_state_model (state), 2), ==, 2.5);
    lw_changes_free (with_model);
  }
  lw_changes_drop_pending (changes, model);
  g_assert_cmpuint (lw_changes_get_n (changes), ==, 0);
  mbd_state_free (state);
  mbd_model_unref (model);
}

static LwMechanism *
driven (void)
{
  GError *error = NULL;
  LwMechanism *mechanism =
    lw_text_parse ("{\"linkwright\":1,\"bodies\":[{\"id\":1,\"name\":\"Crank\"}],\"couplings\":["
                   "{\"id\":1,\"name\":\"A\",\"kind\":\"pin\",\"bodies\":[0,1],\"at\":[0,0]},"
                   "{\"id\":2,\"name\":\"Drive\",\"kind\":\"motor\",\"joint\":1,\"function\":2}],"
                   "\"forces\":[{\"id\":1,\"name\":\"Helper\",\"kind\":\"spring\",\"bodies\":[0,1],"
                   "\"points\":[[1,1],[0.5,0]],\"stiffness\":100,\"free_length\":1}]}",
                   -1, &error);

  g_assert_no_error (error);
  return mechanism;
}

/// A change is described with the previous value, at the start or after the preceding change.
static void
test_words (void)
{
  const LwElementRef motor = { LW_SELECTION_COUPLING, 2 }, spring = { LW_SELECTION_FORCE, 1 };
  const double values[] = { 3, 4.5, 250 };
  static const char *const expected[] = { "Motor Drive: speed 2 → 3 rad/s",
                                          "Motor Drive: speed 3 → 4.5 rad/s",
                                          "Spring Helper: stiffness 100 → 250 N/m" };
  static const char *const unknown[] = { "Motor Drive changed", "Motor Drive: speed 3 → 4.5 rad/s",
                                         "Spring Helper changed" };
  g_autoptr (LwMechanism) started = driven ();
  g_autoptr (LwMechanism) from = lw_mechanism_ref (started);
  MbdModel *model = lw_mechanism_compile (started, NULL);
  g_autoptr (LwChanges) changes = lw_changes_new ();

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++) {
    g_autoptr (LwMechanism) to = lw_property_with (
      from, i < 2 ? motor : spring, i < 2 ? "function.value" : "stiffness", 1, &values[i], NULL);

    g_assert_nonnull (to);
    g_assert_true (lw_changes_append (changes, from, to, model, 0.5 * (i + 1)));
    g_assert_cmpuint (lw_changes_get_n (changes), ==, i + 1);
    lw_mechanism_unref (from);
    from = lw_mechanism_ref (to);
  }
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++) {
    g_autofree char *words = lw_changes_dup_words (changes, i, started, started);
    // The initial mechanism of a kept run is unknown.
    g_autofree char *of_kept = lw_changes_dup_words (changes, i, NULL, started);

    g_assert_cmpstr (words, ==, expected[i]);
    g_assert_cmpstr (of_kept, ==, unknown[i]);
  }
  mbd_model_unref (model);
}

/// A pull is a single change, however often the pointer moved; releasing and pulling another body
/// are not.
static void
test_goes_on (void)
{
  static const int bodies[] = { 3, 3, 3, 0, 3, 4, 4 };
  static const bool goes_on[] = { false, true, true, false, false, false, true };
  LwChanges *changes = lw_changes_new ();
  MbdGrip grip = { .body = 1, .stiffness = 1, .reach = 1 };

  for (guint i = 0; i < G_N_ELEMENTS (bodies); i++) {
    grip.target[0] = 0.1 * i;
    lw_changes_append_grip (changes, bodies[i] != 0 ? &grip : NULL, bodies[i], 0.01 * i);
  }
  g_assert_cmpuint (lw_changes_get_n (changes), ==, G_N_ELEMENTS (bodies));
  for (guint i = 0; i < G_N_ELEMENTS (bodies); i++)
    g_assert_true (lw_changes_goes_on (changes, i) == goes_on[i]);
  lw_changes_append_speed (changes, 0.5, 0.2);
  g_assert_false (lw_changes_goes_on (changes, G_N_ELEMENTS (bodies)));
  lw_changes_free (changes);
}

/// Every setting of the solver that a person can change is kept with the run, and so is the radius of
/// friction of a joint.
static void
test_settings (void)
{
  LwChange change = { .kind = LW_CHANGE_INTEGRATOR, .integrator = mbd_integrator_default () };
  LwChange coupling = {
    .kind = LW_CHANGE_COUPLING,
    .id = 3,
    .redefined = true,
    .def = mbd_loop_default (MBD_LOOP_PIN),
  };
  LwChange read = { 0 };
  LwChange read_coupling = { 0 };

  change.integrator.method = MBD_METHOD_VERNER87;
  change.integrator.sequential_impacts = true;
  read_again (&change, NULL, &read);
  g_assert_cmpint (read.integrator.method, ==, MBD_METHOD_VERNER87);
  g_assert_true (read.integrator.sequential_impacts);

  coupling.def.friction_radius = 0.25;
  coupling.def.cohesion = 4;
  coupling.def.break_moment = 7;
  read_again (&coupling, NULL, &read_coupling);
  g_assert_cmpint (read_coupling.id, ==, 3);
  g_assert_cmpfloat (read_coupling.def.friction_radius, ==, 0.25);
  g_assert_cmpfloat (read_coupling.def.cohesion, ==, 4);
  g_assert_cmpfloat (read_coupling.def.break_moment, ==, 7);
  g_assert_cmpfloat (read_coupling.def.break_force, ==, INFINITY);
}

/// The mechanism after a change states only what differs from the mechanism before it, and each list
/// as a whole.
static void
test_differences (void)
{
  Values values = USUAL;
  g_autoptr (LwMechanism) first = double_pendulum (&values);
  g_autoptr (LwMechanism) second = NULL;
  g_autoptr (GArray) complete = NULL;
  g_autoptr (GArray) differing = NULL;
  LwChange change = { .kind = LW_CHANGE_MECHANISM };
  LwChange read = { 0 };

  values.mass = 3.25;
  second = double_pendulum (&values);
  change.mechanism = second;
  complete = lw_change_dup_fields (&change, NULL);
  differing = lw_change_dup_fields (&change, first);
  g_assert_cmpuint (differing->len, <, complete->len);
  g_assert_cmpstr (g_array_index (differing, LwChangeField, 0).value, ==, "false");
  g_assert_cmpstr (g_array_index (differing, LwChangeField, 1).name, ==, "mass");
  g_assert_cmpstr (g_array_index (differing, LwChangeField, 1).value, ==, "3.25");
  read_again (&change, first, &read);
  g_assert_true (lw_mechanism_equal (read.mechanism, second));
  lw_change_clear (&read);
}

/// Fields that are missing, stated twice, of another element or with another type: each is refused
/// with a clause, and nothing is left of the change.
static void
test_bad_fields (void)
{
  static const struct
  {
    const char *element, *name, *value;
  } bad[] = {
    { "coupling", "length", "\"long\"" }, { "coupling", "length", "[1, 2]" },
    { "coupling", "length", "1e999" },    { "coupling", "colour", "1" },
    { "coupling", "mass", "1" },          { "coupling", "kind", "\"rod\"" },
    { "coupling", "predecessor", "1" },   { "coupling", "enabled", "7" },
    { "coupling", "angle", "0" },         { "coupling", "function", "\"q + 1\"" },
    { "force", "stiffness", "1" },        { "player", "speed", "1" },
    { "parameter", "1 + 1", "1" },        { "parameter", "a", "true" },
  };
  LwChange change = {
    .kind = LW_CHANGE_COUPLING, .id = 1, .redefined = true, .def = mbd_rod_default ()
  };

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autoptr (GArray) fields = lw_change_dup_fields (&change, NULL);
    LwChangeField *field = &g_array_index (fields, LwChangeField, fields->len - 1);
    g_autoptr (GError) error = NULL;
    LwChange read = { 0 };

    field->element = bad[i].element;
    g_free (field->name);
    g_free (field->value);
    field->name = g_strdup (bad[i].name);
    field->value = g_strdup (bad[i].value);
    g_assert_false (lw_change_read_fields (&read, (const LwChangeField *) (void *) fields->data,
                                           fields->len, NULL, NULL, &error));
    g_assert_error (error, LW_ERROR, LW_ERROR_BAD_FILE);
    g_assert_null (read.source);
    g_assert_null (read.def.function);
    g_clear_error (&error);
    // Without the last field.
    g_array_set_size (fields, fields->len - 1);
    g_assert_false (lw_change_read_fields (&read, (const LwChangeField *) (void *) fields->data,
                                           fields->len, NULL, NULL, &error));
    g_assert_error (error, LW_ERROR, LW_ERROR_BAD_FILE);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run-changes/values", test_values);
  g_test_add_func ("/run-changes/back", test_back);
  g_test_add_func ("/run-changes/times", test_times);
  g_test_add_func ("/run-changes/forgotten", test_forgotten);
  g_test_add_func ("/run-changes/never-acted", test_never_acted);
  g_test_add_func ("/run-changes/list", test_list);
  g_test_add_func ("/run-changes/words", test_words);
  g_test_add_func ("/run-changes/goes-on", test_goes_on);
  g_test_add_func ("/run-changes/settings", test_settings);
  g_test_add_func ("/run-changes/differences", test_differences);
  g_test_add_func ("/run-changes/bad-fields", test_bad_fields);
  return g_test_run ();
}
