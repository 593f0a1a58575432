// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-centrode.h"

#include <math.h>

#include "lw-centres.h"

static const LwCentrodePoint nowhere = { { NAN, NAN }, { NAN, NAN } };

/// Returns true if the centre passes infinity between two points: the body turns the other way, and its
/// centre is on the other side.
static bool
is_parted (const LwCentrodePoint *a, const LwCentrodePoint *b, double rate_a, double rate_b)
{
  return rate_a * rate_b < 0 && a->moving[0] * b->moving[0] + a->moving[1] * b->moving[1] < 0;
}

GArray *
lw_centrode_new (const LwRecording *recording,
                 const MbdModel *model,
                 size_t position_column,
                 int body,
                 size_t most)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (LwCentrodePoint));
  const size_t n = lw_recording_n_samples (recording);
  const size_t n_points = MIN (n, most);
  double rate = NAN; // at the point before
  const size_t velocity_column = position_column + (size_t) mbd_model_position_count (model);

  g_return_val_if_fail (most > 1, points);

  for (size_t i = 0; i < n_points && mbd_model_body_mobility (model, body) == MBD_PLANAR; i++) {
    const size_t sample = n_points > 1 ? i * (n - 1) / (n_points - 1) : 0;
    const size_t first = position_column + (size_t) mbd_model_body_first_position (model, body);
    const size_t rates = velocity_column + (size_t) mbd_model_body_first_velocity (model, body);
    double q[3], v[3];
    LwCentrodePoint point = nowhere;

    for (size_t k = 0; k < 3; k++) {
      q[k] = lw_recording_value (recording, first + k, sample);
      v[k] = lw_recording_value (recording, rates + k, sample);
    }
    if (lw_centre_of_motion (q, v, mbd_model_size (model), point.fixed)) {
      const double x = point.fixed[0] - q[0], y = point.fixed[1] - q[1];

      point.moving[0] = cos (q[2]) * x + sin (q[2]) * y;
      point.moving[1] = cos (q[2]) * y - sin (q[2]) * x;
    }
    if (points->len > 0
        && is_parted (&g_array_index (points, LwCentrodePoint, points->len - 1), &point, rate,
                      v[2]))
      g_array_append_val (points, nowhere);
    rate = v[2];
    g_array_append_val (points, point);
  }
  return points;
}
