// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-lesson-curve.h"

#include <glib.h>
#include <math.h>

typedef const LwLessonSamples Samples;

static bool
counts (Samples *self, size_t sample)
{
  if (!lw_series_exists (self->condition))
    return true;
  const double truth = lw_series_value (self->condition, sample);
  return truth != 0 && !isnan (truth);
}

/// Returns the sample with the largest value times `sign`; the number of samples if there is none.
static size_t
find_extreme (Samples *self, double sign)
{
  const size_t n = lw_series_n_samples (self->values);
  size_t best = n;

  for (size_t i = 0; i < n; i++) {
    const double value = sign * lw_series_value (self->values, i);

    if (counts (self, i) && !isnan (value)
        && (best == n || value > sign * lw_series_value (self->values, best)))
      best = i;
  }
  return best;
}

static double
value_or_nan (LwSeries series, size_t sample)
{
  return sample < lw_series_n_samples (series) ? lw_series_value (series, sample) : NAN;
}

static double
time_or_nan (LwSeries series, size_t sample)
{
  return value_or_nan ((LwSeries){ series.recording, 0 }, sample);
}

static double
reduce_max (Samples *self, double argument)
{
  (void) argument;
  return value_or_nan (self->values, find_extreme (self, 1));
}

static double
reduce_min (Samples *self, double argument)
{
  (void) argument;
  return value_or_nan (self->values, find_extreme (self, -1));
}

static double
reduce_time_of_max (Samples *self, double argument)
{
  (void) argument;
  return time_or_nan (self->values, find_extreme (self, 1));
}

static double
reduce_time_of_min (Samples *self, double argument)
{
  (void) argument;
  return time_or_nan (self->values, find_extreme (self, -1));
}

/// Returns the mean of the values raised to a power.
static double
mean_of_powers (Samples *self, double power)
{
  double sum = 0;
  size_t n = 0;

  for (size_t i = 0; i < lw_series_n_samples (self->values); i++)
    if (counts (self, i)) {
      sum += pow (lw_series_value (self->values, i), power);
      n++;
    }
  return n > 0 ? sum / (double) n : NAN;
}

static double
reduce_mean (Samples *self, double argument)
{
  (void) argument;
  return mean_of_powers (self, 1);
}

static double
reduce_rms (Samples *self, double argument)
{
  (void) argument;
  return sqrt (mean_of_powers (self, 2));
}

static double
reduce_first (Samples *self, double argument)
{
  size_t sample = 0;

  (void) argument;
  while (sample < lw_series_n_samples (self->values) && !counts (self, sample))
    sample++;
  return value_or_nan (self->values, sample);
}

static double
reduce_final (Samples *self, double argument)
{
  size_t sample = lw_series_n_samples (self->values);

  (void) argument;
  while (sample > 0)
    if (counts (self, --sample))
      return value_or_nan (self->values, sample);
  return NAN;
}

double
lw_lesson_value_at (LwSeries values, double time)
{
  if (lw_series_n_samples (values) == 0)
    return NAN;
  return lw_series_at (values,
                       fmin (fmax (time, lw_series_time (values, 0)), lw_series_end (values)));
}

static double
reduce_at (Samples *self, double argument)
{
  return lw_lesson_value_at (self->values, argument);
}

/// Finds the first time at which the curve reaches a value.
static double
reduce_when (Samples *self, double argument)
{
  const size_t n = lw_series_n_samples (self->values);

  for (size_t i = 0; i < n; i++) {
    const double value = lw_series_value (self->values, i) - argument;
    const double time = lw_series_time (self->values, i);

    if (!counts (self, i))
      continue;
    if (value == 0)
      return time;
    if (i + 1 < n) {
      const double next = lw_series_value (self->values, i + 1) - argument;

      if (value * next < 0)
        return time + value / (value - next) * (lw_series_time (self->values, i + 1) - time);
    }
  }
  return NAN;
}

/// Counts how often the curve crosses a value.
static double
reduce_crossings (Samples *self, double argument)
{
  const size_t n = lw_series_n_samples (self->values);
  double before = NAN;
  unsigned crossings = 0;

  for (size_t i = 0; i < n; i++) {
    const double value = lw_series_value (self->values, i) - argument;

    // A sample at the value belongs to neither side; one without a value ends the curve.
    if (!counts (self, i) || isnan (value)) {
      before = NAN;
    } else if (value != 0) {
      crossings += value * before < 0;
      before = value;
    }
  }
  return crossings;
}

static const LwLessonStatistic statistics[] = {
  { "max", .reduce = reduce_max },
  { "min", .reduce = reduce_min },
  { "mean", .reduce = reduce_mean },
  { "rms", .reduce = reduce_rms },
  { "first", .reduce = reduce_first },
  { "final", .reduce = reduce_final },
  { "time_of_max", .unit = "s", .reduce = reduce_time_of_max },
  { "time_of_min", .unit = "s", .reduce = reduce_time_of_min },
  { "at", .has_argument = true, .argument_is_time = true, .reduce = reduce_at },
  { "when", .has_argument = true, .unit = "s", .reduce = reduce_when },
  { "crossings", .has_argument = true, .unit = "1", .reduce = reduce_crossings },
};

const LwLessonStatistic *
lw_lesson_statistic_find (const char *name, bool has_argument)
{
  for (unsigned i = 0; i < G_N_ELEMENTS (statistics); i++)
    if (g_str_equal (statistics[i].name, name) && statistics[i].has_argument == has_argument)
      return &statistics[i];
  return NULL;
}
