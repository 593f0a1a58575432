// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Searches the earlier samples, from the end backwards, for the state x = (q, v) of the last
// sample. Differences are scaled: lengths by the size of the mechanism, angles by 1 rad, velocities
// by the largest of their kind in the run. The distance d (t) = |x (t) - x (end)| has to leave the
// neighbourhood first; then every sample at which it is smallest among its neighbours is examined:
// the minimum is within one interval of it, where x is the cubic through four samples (its error is
// of fourth order in the interval), and is found by golden section.

#include "lw-period.h"

#include <math.h>

#include "lw-task.h"

#define GOLDEN 0.6180339887498949
#define REFINEMENTS 40

typedef enum
{
  KIND_LENGTH,
  KIND_ANGLE,
  KIND_QUATERNION,
  N_KINDS
} Kind;

typedef struct
{
  gsize column;
  Kind kind;
  double scale; ///< differences are divided by it
  bool turns;   ///< whole turns are ignored
  double end;   ///< value at the end
} Component;

typedef struct
{
  const LwRecording *recording;
  GArray *components; ///< array of Component
} Search;

static void
add (Search *self, gsize column, Kind kind, bool turns)
{
  const Component component = { .column = column, .kind = kind, .scale = 1, .turns = turns };

  g_array_append_val (self->components, component);
}

static void
add_body (Search *self,
          const MbdModel *model,
          int body,
          gsize position_column,
          gsize velocity_column)
{
  const MbdMobility mobility = mbd_model_body_mobility (model, body);
  const gsize q = position_column + (gsize) mbd_model_body_first_position (model, body);
  const gsize v = velocity_column + (gsize) mbd_model_body_first_velocity (model, body);
  const gsize n_lengths = mobility == MBD_SPATIAL ? 3 : 2;

  if (mobility == MBD_FIXED)
    return;
  for (gsize i = 0; i < n_lengths; i++) {
    add (self, q + i, KIND_LENGTH, false);
    add (self, v + i, KIND_LENGTH, false);
  }
  if (mobility == MBD_SPATIAL) {
    for (gsize i = 0; i < 4; i++)
      add (self, q + 3 + i, KIND_QUATERNION, false);
    for (gsize i = 0; i < 3; i++)
      add (self, v + 3 + i, KIND_ANGLE, false);
  } else {
    add (self, q + 2, KIND_ANGLE, true);
    add (self, v + 2, KIND_ANGLE, false);
  }
}

/// Sets the scales. Returns false if nothing moves.
static bool
set_scales (Search *self, double size, gsize velocity_column)
{
  const gsize n = lw_recording_n_samples (self->recording);
  double fastest[N_KINDS] = { 0 };

  for (guint i = 0; i < self->components->len; i++) {
    const Component *component = &g_array_index (self->components, Component, i);
    double low;
    double high;

    if (component->column >= velocity_column
        && lw_recording_range (self->recording, component->column, 0, n, &low, &high))
      fastest[component->kind] = fmax (fastest[component->kind], fmax (fabs (low), fabs (high)));
  }
  for (guint i = 0; i < self->components->len; i++) {
    Component *component = &g_array_index (self->components, Component, i);

    component->end = lw_recording_value (self->recording, component->column, n - 1);
    if (component->column >= velocity_column)
      component->scale = fmax (fastest[component->kind],
                               component->kind == KIND_LENGTH ? size * fastest[KIND_ANGLE] : 0);
    else if (component->kind == KIND_LENGTH)
      component->scale = size;
    if (!(component->scale > 0))
      component->scale = 1;
  }
  return fastest[KIND_LENGTH] > 0 || fastest[KIND_ANGLE] > 0;
}

/// Returns the value of a column at a position between samples, in units of samples: the cubic
/// through four samples.
static double
value_at (const LwRecording *recording, gsize column, double place)
{
  const gsize n = lw_recording_n_samples (recording);
  const gsize k = (gsize) CLAMP (floor (place) - 1, 0, (double) (n - 4));
  const double s = place - (double) k;
  double y[4];

  if (place == floor (place))
    return lw_recording_value (recording, column, (gsize) place);
  for (gsize i = 0; i < 4; i++)
    y[i] = lw_recording_value (recording, column, k + i);
  return -y[0] * (s - 1) * (s - 2) * (s - 3) / 6 + y[1] * s * (s - 2) * (s - 3) / 2
         - y[2] * s * (s - 1) * (s - 3) / 2 + y[3] * s * (s - 1) * (s - 2) / 6;
}

static double
difference (const Component *component, double value)
{
  double d = value - component->end;

  if (component->turns)
    d = remainder (d, 2 * G_PI);
  return d / component->scale;
}

/// Returns true if the quaternion that begins with this component is nearer to the negative of the
/// final one.
static bool
is_flipped (const Search *self, guint first, double place)
{
  double product = 0;

  for (guint i = first; i < first + 4; i++) {
    const Component *component = &g_array_index (self->components, Component, i);

    product += component->end * value_at (self->recording, component->column, place);
  }
  return product < 0;
}

/// Returns the sum of the squares at a position, and sets the largest difference (may be NULL).
static double
distance_at (const Search *self, double place, double *largest)
{
  double sum = 0;
  double most = 0;
  int sign = 0;

  for (guint i = 0; i < self->components->len; i++) {
    const Component *component = &g_array_index (self->components, Component, i);
    const double value = value_at (self->recording, component->column, place);
    double d;

    // A quaternion and its negative are the same attitude.
    if (component->kind != KIND_QUATERNION)
      sign = 0;
    else if (sign == 0)
      sign = is_flipped (self, i, place) ? -1 : 1;
    d = difference (component, sign < 0 ? -value : value);
    sum += d * d;
    most = fmax (most, fabs (d));
  }
  if (largest != NULL)
    *largest = most;
  return sum;
}

/// Returns the position of the minimum between two others.
static double
find_minimum (const Search *self, double low, double high)
{
  double a = high - GOLDEN * (high - low);
  double b = low + GOLDEN * (high - low);
  double at_a = distance_at (self, a, NULL);
  double at_b = distance_at (self, b, NULL);

  for (int i = 0; i < REFINEMENTS; i++) {
    if (at_a < at_b) {
      high = b;
      b = a;
      at_b = at_a;
      a = high - GOLDEN * (high - low);
      at_a = distance_at (self, a, NULL);
    } else {
      low = a;
      a = b;
      at_a = at_b;
      b = low + GOLDEN * (high - low);
      at_b = distance_at (self, b, NULL);
    }
  }
  return 0.5 * (low + high);
}

/// Returns the time at a position between two samples.
static double
time_at (const LwRecording *recording, double place)
{
  const gsize k = (gsize) floor (place);
  const double part = place - (double) k;
  const double time = lw_recording_value (recording, 0, k);

  return part > 0 ? time + part * (lw_recording_value (recording, 0, k + 1) - time) : time;
}

static bool
search (const Search *self, double tolerance, GCancellable *cancellable, LwPeriod *period)
{
  const gsize n = lw_recording_n_samples (self->recording);
  double after = 0;
  double here = distance_at (self, (double) (n - 2), NULL);
  bool has_left = false;

  for (gsize k = n - 2; k-- > 1;) {
    const double before = here;
    double opening;
    double place;

    here = distance_at (self, (double) k, NULL);
    // Sample k + 1 is between `here` and `after`.
    has_left = has_left || (before > after && before > 4 * tolerance * tolerance);
    if (has_left && before <= here && before <= after) {
      place = find_minimum (self, (double) k, (double) k + 2);
      distance_at (self, place, &opening);
      if (opening <= tolerance) {
        period->start = time_at (self->recording, place);
        period->end = lw_recording_value (self->recording, 0, n - 1);
        period->opening = opening;
        return true;
      }
    }
    after = before;
    if (k % 256 == 0 && g_cancellable_is_cancelled (cancellable))
      return false;
  }
  // The first sample has no predecessor.
  {
    double opening;

    distance_at (self, 0, &opening);
    if (has_left && opening <= tolerance) {
      *period = (LwPeriod){ lw_recording_value (self->recording, 0, 0),
                            lw_recording_value (self->recording, 0, n - 1), opening };
      return true;
    }
  }
  return false;
}

bool
lw_period_find (const LwRecording *recording,
                const MbdModel *model,
                gsize position_column,
                gsize velocity_column,
                double tolerance,
                GCancellable *cancellable,
                LwPeriod *period)
{
  Search self = { .recording = recording };
  bool found = false;

  if (lw_recording_n_samples (recording) < 8)
    return false;
  self.components = g_array_new (FALSE, FALSE, sizeof (Component));
  for (int body = 1; body < mbd_model_body_count (model); body++)
    add_body (&self, model, body, position_column, velocity_column);
  if (set_scales (&self, mbd_model_size (model) > 0 ? mbd_model_size (model) : 1, velocity_column))
    found = search (&self, tolerance, cancellable, period);
  g_array_unref (self.components);
  return found;
}

// ---- worker thread --------------------------------------------------------------------------

typedef struct
{
  LwRecording *recording;
  MbdModel *model;
  gsize position_column;
  gsize velocity_column;
  LwPeriod period;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  lw_recording_unref (work->recording);
  mbd_model_unref (work->model);
  g_free (work);
}

static void
find_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Work *work = data;

  g_task_return_boolean (task, lw_period_find (work->recording, work->model, work->position_column,
                                               work->velocity_column, LW_PERIOD_TOLERANCE,
                                               cancellable, &work->period));
}

void
lw_period_async (GObject *source,
                 LwRecording *recording,
                 const MbdModel *model,
                 gsize position_column,
                 gsize velocity_column,
                 GCancellable *cancellable,
                 GAsyncReadyCallback callback,
                 gpointer data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, data);
  Work *work = g_new0 (Work, 1);

  work->recording = lw_recording_ref (recording);
  work->model = mbd_model_ref (model);
  work->position_column = position_column;
  work->velocity_column = velocity_column;
  g_task_set_task_data (task, work, work_free);
  lw_task_run (task, find_thread);
}

bool
lw_period_finish (GAsyncResult *result, LwPeriod *period)
{
  const Work *work = g_task_get_task_data (G_TASK (result));

  if (!g_task_propagate_boolean (G_TASK (result), NULL))
    return false;
  *period = work->period;
  return true;
}
