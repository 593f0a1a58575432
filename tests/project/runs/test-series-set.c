// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Series: interpolation, and the same values by each way in which a set finds them: recorded, derived
// from positions and velocities, computed by a formula, and of another run.

#include <math.h>

#include "lw-run-source.h"
#include "lw-series-set.h"
#include "testing-text.h"

/// Values t^2 at 0, 1, 2, 2, 4 s: a jump of the time's rate, not of the time.
static void
test_at (void)
{
  static const double rows[][2] = { { 0, 0 }, { 1, 1 }, { 2, 4 }, { 2, 9 }, { 4, 16 } };
  LwRecording *recording = lw_recording_new (2);
  const LwSeries series = { recording, 1 };

  g_assert_true (isnan (lw_series_at (series, 0)));
  g_assert_cmpfloat (lw_series_end (series), ==, 0);
  g_assert_true (isnan (lw_series_value_before (series, 1)));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_true (lw_recording_append (recording, rows[i]));
  g_assert_cmpfloat (lw_series_at (series, 0), ==, 0);
  g_assert_cmpfloat (lw_series_at (series, 0.5), ==, 0.5);
  g_assert_cmpfloat (lw_series_at (series, 1.5), ==, 2.5);
  // If two samples have the same time, the later one counts.
  g_assert_cmpfloat (lw_series_at (series, 2), ==, 9);
  g_assert_cmpfloat (lw_series_at (series, 3), ==, 12.5);
  g_assert_cmpfloat (lw_series_at (series, 4), ==, 16);
  g_assert_true (isnan (lw_series_at (series, -0.1)));
  g_assert_true (isnan (lw_series_at (series, 4.1)));
  g_assert_cmpfloat (lw_series_value_before (series, 3.9), ==, 9);
  g_assert_cmpfloat (lw_series_end (series), ==, 4);
  g_assert_cmpuint (lw_series_n_samples (LW_SERIES_NONE), ==, 0);
  g_assert_cmpfloat (lw_series_end (LW_SERIES_NONE), ==, 0);
  lw_recording_unref (recording);
}

typedef struct
{
  LwMechanism *mechanism;
  MbdModel *model;
  LwChannels *plain, *channels; ///< without and with formulas
  LwProjectRun *run;            ///< with all plain channels
} Recorded;

static const char *const formulas[] = { "twice = 2 * [B.reaction]",
                                        "over = [B.reaction] - other (B.reaction)", NULL };

static Recorded
record (void)
{
  Recorded self = { .mechanism = testing_load_example ("four-bar.json") };
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GError) error = NULL;
  LwRunSource source;

  self.model = lw_mechanism_compile (self.mechanism, &error);
  g_assert_no_error (error);
  self.plain = lw_channels_new (self.mechanism, self.model);
  self.channels = lw_channels_with_definitions (self.plain, self.mechanism, formulas);
  for (guint i = 1; i < lw_channels_get_n (self.plain); i++)
    g_array_append_val (all, i);
  source = (LwRunSource){ .mechanism = self.mechanism,
                          .model = self.model,
                          .channels = self.plain,
                          .settings = *lw_mechanism_get_run (self.mechanism) };
  source.settings.duration = source.settings.integrator.duration = 0.5;
  self.run = lw_run_source_record (&source, all, "Run 1", NULL, NULL, &error);
  g_assert_no_error (error);
  return self;
}

static void
recorded_clear (Recorded *self)
{
  lw_project_run_unref (self->run);
  lw_channels_unref (self->channels);
  lw_channels_unref (self->plain);
  mbd_model_unref (self->model);
  lw_mechanism_unref (self->mechanism);
}

static guint
find (const Recorded *self, const char *name)
{
  const int channel = lw_channels_find (self->channels, name);

  g_assert_cmpint (channel, >=, 0);
  return (guint) channel;
}

/// A complete run: a recorded channel, a formula on demand, and a formula that lacks its run.
static void
test_complete (void)
{
  Recorded recorded = record ();
  g_autoptr (LwSeriesSet) set = lw_series_set_new_for_run (recorded.channels, recorded.run);
  const LwSeries force = lw_series_set_get (set, find (&recorded, "B.reaction"));
  const LwSeries twice = lw_series_set_get (set, find (&recorded, "twice"));
  const gsize n = lw_recording_n_samples (recorded.run->recording);

  g_assert_true (lw_series_equal (force, lw_project_run_find (recorded.run, "B.reaction")));
  g_assert_true (
    lw_series_equal (lw_series_set_get (set, 0), (LwSeries){ recorded.run->recording, 0 }));
  g_assert_cmpuint (n, >, 10);
  g_assert_cmpuint (lw_series_n_samples (twice), ==, n);
  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat (lw_series_value (twice, i), ==, 2 * lw_series_value (force, i));
  g_assert_false (lw_series_exists (lw_series_set_get (set, find (&recorded, "over"))));
  g_assert_false (lw_series_exists (lw_series_set_get (set, 100000)));
  recorded_clear (&recorded);
}

static LwSeriesSet *
find_other_cb (void *data, LwOther other)
{
  g_assert_cmpuint (other.number, ==, 1);
  return data;
}

/// A run of which only positions and velocities are recorded: derived values have the recorded bits,
/// and a formula compares them with the recorded run. No values exist before they are computed.
static void
test_derived (void)
{
  Recorded recorded = record ();
  g_autoptr (LwSeriesSet) other = lw_series_set_new_for_run (recorded.channels, recorded.run);
  g_autoptr (LwSeriesSet) set = lw_series_set_new_growing (find_other_cb, other);
  g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) wanted = g_array_new (FALSE, FALSE, sizeof (guint));
  const guint force = find (&recorded, "B.reaction"), over = find (&recorded, "over");
  const LwSeriesSource source = { .recording = recorded.run->recording, .recorded = none };
  LwSeries series, difference;

  lw_series_set_take (set, recorded.channels, &source);
  g_array_append_val (wanted, force);
  g_assert_true (lw_series_set_lacks (set, wanted));
  lw_series_set_derive (
    set, wanted,
    &(LwReplay){ .channels = recorded.plain,
                 .model = recorded.model,
                 .position_column = 1,
                 .velocity_column = 1 + recorded.run->n_positions,
                 .stabilisation = &recorded.run->settings.integrator.stabilisation });
  g_assert_false (lw_series_set_lacks (set, wanted));
  g_assert_cmpuint (lw_series_n_samples (lw_series_set_get (set, force)), ==, 0);
  g_assert_false (lw_series_exists (lw_series_set_get (set, over)));
  while (!lw_series_set_extend (set, true, 1))
    ;
  series = lw_series_set_get (set, force);
  difference = lw_series_set_get (set, over);
  g_assert_cmpuint (lw_series_n_samples (series), ==,
                    lw_recording_n_samples (recorded.run->recording));
  g_assert_cmpuint (lw_series_n_samples (difference), ==, lw_series_n_samples (series));
  for (gsize i = 0; i < lw_series_n_samples (series); i++) {
    g_assert_cmpfloat (lw_series_value (series, i), ==,
                       lw_series_value (lw_series_set_get (other, force), i));
    g_assert_cmpfloat (lw_series_value (difference, i), ==, 0);
  }
  // The values are kept if the source remains the same.
  lw_series_set_take (set, recorded.channels, &source);
  g_assert_true (lw_series_equal (lw_series_set_get (set, force), series));
  g_assert_true (lw_series_equal (lw_series_set_get (set, over), difference));
  recorded_clear (&recorded);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/series-set/at", test_at);
  g_test_add_func ("/series-set/complete", test_complete);
  g_test_add_func ("/series-set/derived", test_derived);
  return g_test_run ();
}
