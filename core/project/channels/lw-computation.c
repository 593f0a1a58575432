// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-computation.h"

#include <math.h>

#define SAMPLES_PER_LOOK 256 ///< samples between two checks of the clock

/// Values of one part, in a separate recording: column 0 is time, column 1 the value.
typedef struct
{
  LwRecording *recording;
  LwSeries *sources; ///< series of its operands, then of the times; references
  guint n_sources;
  LwSeries rate;  ///< series that a derivative equals, a reference; none: it takes differences
  double *values; ///< arguments of the expression: the time, then the operands
  double sum;     ///< value of an integral so far
} Work;

struct _LwComputation
{
  LwDerivation *derivation;
  Work *works; ///< one for each part
  guint n_works;
};

static const LwOperand *
operand_at (const LwPart *part, guint index)
{
  return &g_array_index (part->operands, LwOperand, index);
}

LwComputation *
lw_computation_new (LwDerivation *derivation)
{
  LwComputation *self = g_new0 (LwComputation, 1);

  self->derivation = lw_derivation_ref (derivation);
  self->n_works = lw_derivation_get_n_parts (derivation);
  self->works = g_new0 (Work, self->n_works);
  for (guint i = 0; i < self->n_works; i++) {
    self->works[i].n_sources = lw_derivation_get_part (derivation, i)->operands->len;
    self->works[i].sources = g_new0 (LwSeries, self->works[i].n_sources + 1);
    self->works[i].values = g_new0 (double, self->works[i].n_sources + 1);
  }
  return self;
}

/// Discards all results.
static void
clear (LwComputation *self)
{
  for (guint i = 0; i < self->n_works; i++) {
    Work *work = &self->works[i];

    g_clear_pointer (&work->recording, lw_recording_unref);
    for (guint k = 0; k <= work->n_sources; k++)
      lw_series_clear (&work->sources[k]);
    lw_series_clear (&work->rate);
    work->sum = 0;
  }
}

void
lw_computation_free (LwComputation *self)
{
  clear (self);
  for (guint i = 0; i < self->n_works; i++) {
    g_free (self->works[i].sources);
    g_free (self->works[i].values);
  }
  g_free (self->works);
  lw_derivation_unref (self->derivation);
  g_free (self);
}

LwDerivation *
lw_computation_get_derivation (LwComputation *self)
{
  return self->derivation;
}

/// Returns the values of a part.
static LwSeries
get_result (const Work *work)
{
  return (LwSeries){ work->recording, 1 };
}

LwSeries
lw_computation_get_series (LwComputation *self)
{
  return get_result (&self->works[self->n_works - 1]);
}

// ---- series of the operands -----------------------------------------------------------------

static LwSeries
find_source (LwComputation *self, const LwOperand *operand, LwSeriesFunc get_series, void *data)
{
  if (operand->is_part)
    return get_result (&self->works[operand->index]);
  return get_series (data, operand->index, operand->other);
}

/// Returns the series of the channel that a derivative equals, if it is recorded.
static LwSeries
find_rate (const LwPart *part, LwSeriesFunc get_series, void *data)
{
  return part->rate > 0 ? get_series (data, part->rate, part->other) : LW_SERIES_NONE;
}

/// Returns true if the series are those used before. A part without operands uses the times of its
/// run, which are channel 0.
static bool
is_as_before (LwComputation *self, LwSeriesFunc get_series, void *data)
{
  for (guint i = 0; i < self->n_works; i++) {
    const LwPart *part = lw_derivation_get_part (self->derivation, i);
    const Work *work = &self->works[i];
    const LwSeries times = get_series (data, 0, part->other);
    const LwSeries rate = find_rate (part, get_series, data);

    if (work->recording == NULL || work->sources[work->n_sources].recording != times.recording
        || !lw_series_equal (work->rate, rate))
      return false;
    for (guint k = 0; k < work->n_sources; k++) {
      const LwSeries series = find_source (self, operand_at (part, k), get_series, data);

      if (!lw_series_equal (series, work->sources[k]))
        return false;
    }
  }
  return true;
}

static bool
begin (LwComputation *self, LwSeriesFunc get_series, void *data)
{
  clear (self);
  for (guint i = 0; i < self->n_works; i++) {
    const LwPart *part = lw_derivation_get_part (self->derivation, i);
    Work *work = &self->works[i];

    for (guint k = 0; k <= work->n_sources; k++) {
      const LwSeries series = k < work->n_sources
                                ? find_source (self, operand_at (part, k), get_series, data)
                                : get_series (data, 0, part->other);

      if (!lw_series_exists (series)) {
        clear (self);
        return false;
      }
      work->sources[k] = lw_series_ref (series);
    }
    work->rate = lw_series_ref (find_rate (part, get_series, data));
    work->recording = lw_recording_new (2);
    if (work->recording == NULL) {
      clear (self);
      return false;
    }
  }
  return true;
}

// ---- values ---------------------------------------------------------------------------------

/// Returns the slope at `x` of the parabola through three points at different times.
static double
parabola_slope (const double t[3], const double v[3], double x)
{
  const double first = (v[1] - v[0]) / (t[1] - t[0]);
  const double second = (v[2] - v[1]) / (t[2] - t[1]);

  return first + (second - first) / (t[2] - t[0]) * (2 * x - t[0] - t[1]);
}

/// Returns the slope from the neighbouring samples. Where two samples have the same time the value
/// jumps, and the slope is the one-sided slope on the sample's side.
static double
slope_at (LwSeries series, gsize sample, gsize n)
{
  gsize first = sample > 0 ? sample - 1 : 0;
  gsize last = MIN (sample + 1, n - 1);
  double t[3], v[3];

  if (first < sample && !(lw_series_time (series, first) < lw_series_time (series, sample)))
    first = sample;
  if (last > sample && !(lw_series_time (series, last) > lw_series_time (series, sample)))
    last = sample;
  // At an end of a smooth piece the third sample is further inside.
  if (last == sample && first < sample && first > 0
      && lw_series_time (series, first - 1) < lw_series_time (series, first))
    first--;
  else if (first == sample && last > sample && last + 1 < n
           && lw_series_time (series, last + 1) > lw_series_time (series, last))
    last++;
  for (gsize i = 0; i < 3 && i <= last - first; i++) {
    t[i] = lw_series_time (series, first + i);
    v[i] = lw_series_value (series, first + i);
  }
  if (last - first == 2)
    return parabola_slope (t, v, lw_series_time (series, sample));
  return last > first ? (v[1] - v[0]) / (t[1] - t[0]) : NAN;
}

static void
add_to_integral (Work *work, gsize sample)
{
  const LwSeries series = work->sources[0];
  double h;
  double sum;

  if (sample == 0)
    return;
  h = lw_series_time (series, sample) - lw_series_time (series, sample - 1);
  sum = 0.5 * h * (lw_series_value (series, sample - 1) + lw_series_value (series, sample));
  if (isfinite (sum))
    work->sum += sum;
}

static double
find_value (const LwPart *part, Work *work, gsize sample, gsize n, double time)
{
  double value;

  switch (part->kind) {
  case LW_PART_DERIVATIVE:
    return lw_series_exists (work->rate) ? lw_series_value (work->rate, sample)
                                         : slope_at (work->sources[0], sample, n);
  case LW_PART_INTEGRAL:
    add_to_integral (work, sample);
    return work->sum;
  case LW_PART_OTHER:
    return lw_series_at (work->sources[0], time);
  case LW_PART_EXPRESSION:
    break;
  }
  work->values[0] = time;
  for (guint i = 0; i < work->n_sources; i++)
    work->values[1 + i] = lw_series_value (work->sources[i], sample);
  mbd_expression_value (part->expression, work->values, &value);
  return isfinite (value) ? value : NAN;
}

/// Returns the number of samples that all operands of a part have.
static gsize
count_samples (const LwPart *part, const Work *work)
{
  gsize n = lw_series_n_samples (work->sources[work->n_sources]);

  for (guint i = 0; i < work->n_sources && part->kind != LW_PART_OTHER; i++)
    n = MIN (n, lw_series_n_samples (work->sources[i]));
  if (lw_series_exists (work->rate))
    n = MIN (n, lw_series_n_samples (work->rate));
  return n;
}

static bool
extend_part (const LwPart *part, Work *work, bool complete, gint64 end_usec)
{
  const LwSeries times = work->sources[work->n_sources];
  const gsize n = count_samples (part, work);
  // A slope needs the next sample.
  const bool is_late =
    part->kind == LW_PART_DERIVATIVE && !lw_series_exists (work->rate) && !complete;

  for (gsize i = lw_recording_n_samples (work->recording); i + (is_late ? 1 : 0) < n; i++) {
    const double time = lw_series_time (times, i);
    const double row[2] = { time, find_value (part, work, i, n, time) };

    // If memory is exhausted, the curve ends here.
    if (!lw_recording_append (work->recording, row))
      return true;
    if (i % SAMPLES_PER_LOOK == 0 && g_get_monotonic_time () > end_usec)
      return i + 1 == n;
  }
  return true;
}

bool
lw_computation_extend (LwComputation *self,
                       LwSeriesFunc get_series,
                       void *data,
                       bool complete,
                       double seconds)
{
  const gint64 end_usec = g_get_monotonic_time () + (gint64) (seconds * G_USEC_PER_SEC);

  if (!is_as_before (self, get_series, data) && !begin (self, get_series, data))
    return true;
  for (guint i = 0; i < self->n_works; i++) {
    const LwPart *part = lw_derivation_get_part (self->derivation, i);

    // Compared runs have ended.
    if (!extend_part (part, &self->works[i], complete || part->other.number > 0, end_usec))
      return false;
  }
  return true;
}
