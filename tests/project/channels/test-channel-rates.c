// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rates of channels: the channel that a list names as the rate of another one is its derivative, for
// all kinds of elements; and formulas use it.

#include <math.h>
#include <string.h>

#include "lw-computation.h"
#include "lw-text.h"
#include "testing-seed.h"
#include "testing-text.h"

#define STEP 1e-3 ///< s; differences of sixth order then agree to about 1e-11
#define CLOSE 1e-8
#define AWAY 0.2 ///< s

typedef struct
{
  LwMechanism *mechanism;
  MbdModel *model;
  LwChannels *channels;
} Fixture;

static Fixture
fixture_new (LwMechanism *mechanism)
{
  Fixture self = { .mechanism = mechanism };

  self.model = lw_mechanism_compile (mechanism, NULL);
  g_assert_nonnull (self.model);
  self.channels = lw_channels_new (mechanism, self.model);
  return self;
}

static void
fixture_clear (Fixture *self)
{
  lw_channels_unref (self->channels);
  mbd_model_unref (self->model);
  lw_mechanism_unref (self->mechanism);
}

/// Turns an attitude by a rotation vector in the axes of the body.
static void
turn (const double q[4], const double vector[3], double turned[4])
{
  const double angle = sqrt (vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
  const double part = angle > 0 ? sin (0.5 * angle) / angle : 0.5;
  const double r[4] = { cos (0.5 * angle), part * vector[0], part * vector[1], part * vector[2] };

  turned[0] = q[0] * r[0] - q[1] * r[1] - q[2] * r[2] - q[3] * r[3];
  turned[1] = q[0] * r[1] + q[1] * r[0] + q[2] * r[3] - q[3] * r[2];
  turned[2] = q[0] * r[2] - q[1] * r[3] + q[2] * r[0] + q[3] * r[1];
  turned[3] = q[0] * r[3] + q[1] * r[2] - q[2] * r[1] + q[3] * r[0];
}

/// Moves all bodies along their velocities for a time.
static void
move (const MbdModel *model, const double *q, const double *v, double time, double *moved)
{
  memcpy (moved, q, (gsize) mbd_model_position_count (model) * sizeof *q);
  for (int body = 0; body < mbd_model_body_count (model); body++) {
    const int iq = mbd_model_body_first_position (model, body);
    const int iv = mbd_model_body_first_velocity (model, body);

    if (iv < 0)
      continue;
    for (int k = 0; k < 3; k++)
      moved[iq + k] = q[iq + k] + time * v[iv + k];
    if (mbd_model_body_mobility (model, body) == MBD_SPATIAL)
      turn (q + iq + 3, (const double[]){ time * v[iv + 3], time * v[iv + 4], time * v[iv + 5] },
            moved + iq + 3);
  }
}

/// Returns the value of a channel with all bodies moved.
static double
value_later (Fixture *self,
             MbdState *state,
             const double *q,
             const double *v,
             double time,
             guint channel)
{
  g_autofree double *moved = g_new (double, mbd_model_position_count (self->model) + 1);
  double value;

  move (self->model, q, v, time, moved);
  mbd_state_set (state, 0, moved, v);
  // Rates of coordinates do not depend on forces.
  mbd_state_solve (state, NULL);
  lw_channels_evaluate (self->channels, state, &channel, 1, &value);
  return value;
}

/// Compares every rate with differences, at random velocities. Returns the number of rates.
static guint
check_rates (Fixture *self, GRand *random)
{
  static const double weights[3] = { 45 / 60.0, -9 / 60.0, 1 / 60.0 };
  const int n_v = mbd_model_velocity_count (self->model);
  MbdState *state = mbd_state_new (self->model);
  g_autofree double *q = g_new (double, mbd_model_position_count (self->model) + 1);
  g_autofree double *v = g_new (double, n_v + 1);
  guint n_rates = 0;

  for (int i = 0; i < n_v; i++)
    v[i] = g_rand_double_range (random, -1, 1);
  // Away from the drawing, in which angles may be 0 or π, where they turn back.
  move (self->model, mbd_state_positions (state), v, AWAY, q);
  for (guint i = 0; i < lw_channels_get_n (self->channels); i++) {
    const int rate = lw_channels_get_rate (self->channels, i);
    double slope = 0, value;

    if (rate < 0)
      continue;
    n_rates++;
    for (int k = 0; k < 3; k++)
      slope += weights[k] / STEP
               * (value_later (self, state, q, v, (k + 1) * STEP, i)
                  - value_later (self, state, q, v, -(k + 1) * STEP, i));
    value = value_later (self, state, q, v, 0, (guint) rate);
    if (!(fabs (value - slope) <= CLOSE * (1 + fabs (slope))))
      g_error ("%s is %.12g, the slope of %s %.12g",
               lw_channels_get_name (self->channels, (guint) rate), value,
               lw_channels_get_name (self->channels, i), slope);
  }
  mbd_state_free (state);
  return n_rates;
}

/// The samples of the help have every kind of element, in the plane and in space.
static void
test_table (void)
{
  static const char *const samples[] = { "samples-plane.json", "samples-space.json" };
  g_autoptr (GRand) random = g_rand_new_with_seed (testing_seed (7));

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++) {
    g_autofree char *path =
      g_build_filename (g_getenv ("LW_SOURCE_DIR"), "data", "help", samples[i], NULL);
    g_autoptr (GFile) file = g_file_new_for_path (path);
    Fixture fixture = fixture_new (lw_text_load (file, NULL, NULL));

    g_assert_cmpuint (check_rates (&fixture, random), >=, 30);
    fixture_clear (&fixture);
  }
}

/// The channels of a run whose values are the number of the channel.
typedef struct
{
  LwRecording *recording;
  guint missing; ///< channel that is not recorded
} Run;

static LwSeries
series_cb (void *data, guint channel, LwOther other)
{
  const Run *run = data;

  return channel == run->missing ? LW_SERIES_NONE : (LwSeries){ run->recording, channel };
}

static double
compute (Fixture *self, Run *run, const char *expression)
{
  g_autoptr (LwDerivation) derivation =
    lw_derivation_new (expression, self->mechanism, self->channels, NULL);
  g_autoptr (LwComputation) computation = lw_computation_new (derivation);

  g_assert_true (lw_computation_extend (computation, series_cb, run, true, 10));
  return lw_series_value (lw_computation_get_series (computation), 1);
}

/// A formula takes the recorded velocity, differences where it is not recorded, and differences of
/// velocities: impacts are not in accelerations.
static void
test_formulas (void)
{
  Fixture self = fixture_new (testing_load_example ("four-bar.json"));
  const guint n = lw_channels_get_n (self.channels);
  const int angle = lw_channels_find (self.channels, "Crank.angle");
  const int omega = lw_channels_find (self.channels, "Crank.omega");
  g_autoptr (GArray) wanted = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (LwDerivation) derivation =
    lw_derivation_new ("2 * der (Crank.angle)", self.mechanism, self.channels, NULL);
  g_autofree double *row = g_new0 (double, n);
  Run run = { lw_recording_new (n), 0 };

  g_assert_cmpint (lw_channels_get_rate (self.channels, (guint) angle), ==, omega);
  g_assert_cmpint (lw_channels_get_rate (self.channels, (guint) omega), ==, -1);
  lw_channels_collect_for (self.channels, derivation, wanted);
  g_assert_cmpuint (wanted->len, ==, 2);
  run.missing = G_MAXUINT;
  for (int i = 0; i < 4; i++) {
    row[0] = i;
    row[angle] = 3 * i;
    row[omega] = 10 + 5 * i;
    g_assert_true (lw_recording_append (run.recording, row));
  }
  g_assert_cmpfloat (compute (&self, &run, "der (Crank.angle)"), ==, 15);
  g_assert_cmpfloat (compute (&self, &run, "2 * der ([Crank.angle])"), ==, 30);
  g_assert_cmpfloat (compute (&self, &run, "der (der (Crank.angle))"), ==, 5);
  g_assert_cmpfloat (compute (&self, &run, "der (Crank.angle + 0 rad)"), ==, 3);
  run.missing = (guint) omega;
  g_assert_cmpfloat (compute (&self, &run, "der (Crank.angle)"), ==, 3);
  lw_recording_unref (run.recording);
  fixture_clear (&self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/channel-rates/table", test_table);
  g_test_add_func ("/channel-rates/formulas", test_formulas);
  return g_test_run ();
}
