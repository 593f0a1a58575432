// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-lesson-curve.h"

#include <glib.h>
#include <math.h>

typedef const LwLessonSamples Samples;

static bool
counts (Samples *self, size_t sample)
{
  if (self->condition == NULL)
    return true;
  const double truth = lw_recording_value (self->condition, 1, sample);
  return truth != 0 && !isnan (truth);
}

/// Returns the sample with the largest value times `sign`; the number of samples if there is none.
static size_t
find_extreme (Samples *self, double sign)
{
  const size_t n = lw_recording_n_samples (self->values);
  size_t best = n;

  for (size_t i = 0; i < n; i++) {
    const double value = sign * lw_recording_value (self->values, 1, i);

    if (counts (self, i) && !isnan (value)
        && (best == n || value > sign * lw_recording_value (self->values, 1, best)))
      best = i;
  }
  return best;
}

static double
value_or_nan (Samples *self, size_t column, size_t sample)
{
  return sample < lw_recording_n_samples (self->values)
           ? lw_recording_value (self->values, column, sample)
           : NAN;
}

static double
reduce_max (Samples *self, double argument)
{
  (void) argument;
  return value_or_nan (self, 1, find_extreme (self, 1));
}

static double
reduce_min (Samples *self, double argument)
{
  (void) argument;
  return value_or_nan (self, 1, find_extreme (self, -1));
}

static double
reduce_time_of_max (Samples *self, double argument)
{
  (void) argument;
  return value_or_nan (self, 0, find_extreme (self, 1));
}

static double
reduce_time_of_min (Samples *self, double argument)
{
  (void) argument;
  return value_or_nan (self, 0, find_extreme (self, -1));
}

/// Returns the mean of the values raised to a power.
static double
mean_of_powers (Samples *self, double power)
{
  double sum = 0;
  size_t n = 0;

  for (size_t i = 0; i < lw_recording_n_samples (self->values); i++)
    if (counts (self, i)) {
      sum += pow (lw_recording_value (self->values, 1, i), power);
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
  while (sample < lw_recording_n_samples (self->values) && !counts (self, sample))
    sample++;
  return value_or_nan (self, 1, sample);
}

static double
reduce_final (Samples *self, double argument)
{
  size_t sample = lw_recording_n_samples (self->values);

  (void) argument;
  while (sample > 0)
    if (counts (self, --sample))
      return value_or_nan (self, 1, sample);
  return NAN;
}

double
lw_lesson_value_at (const LwRecording *values, double time)
{
  const size_t n = lw_recording_n_samples (values);
  size_t left;

  if (n == 0)
    return NAN;
  left = lw_recording_find (values, time);
  const double start = lw_recording_value (values, 0, left);
  const double value = lw_recording_value (values, 1, left);
  // A sample that was meant exactly needs no neighbour, whose value may not be finite.
  if (left + 1 >= n || time <= start)
    return value;
  const double end = lw_recording_value (values, 0, left + 1);
  const double part = (time - start) / (end - start);
  return value + part * (lw_recording_value (values, 1, left + 1) - value);
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
  const size_t n = lw_recording_n_samples (self->values);

  for (size_t i = 0; i < n; i++) {
    const double value = lw_recording_value (self->values, 1, i) - argument;
    const double time = lw_recording_value (self->values, 0, i);

    if (!counts (self, i))
      continue;
    if (value == 0)
      return time;
    if (i + 1 < n) {
      const double next = lw_recording_value (self->values, 1, i + 1) - argument;

      if (value * next < 0)
        return time + value / (value - next) * (lw_recording_value (self->values, 0, i + 1) - time);
    }
  }
  return NAN;
}

static const LwLessonStatistic statistics[] = {
  { "max", .reduce = reduce_max },
  { "min", .reduce = reduce_min },
  { "mean", .reduce = reduce_mean },
  { "rms", .reduce = reduce_rms },
  { "first", .reduce = reduce_first },
  { "final", .reduce = reduce_final },
  { "time_of_max", .gives_time = true, .reduce = reduce_time_of_max },
  { "time_of_min", .gives_time = true, .reduce = reduce_time_of_min },
  { "at", .has_argument = true, .argument_is_time = true, .reduce = reduce_at },
  { "when", .has_argument = true, .gives_time = true, .reduce = reduce_when },
};

const LwLessonStatistic *
lw_lesson_statistic_find (const char *name, bool has_argument)
{
  for (unsigned i = 0; i < G_N_ELEMENTS (statistics); i++)
    if (g_str_equal (statistics[i].name, name) && statistics[i].has_argument == has_argument)
      return &statistics[i];
  return NULL;
}
