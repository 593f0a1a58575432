// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// With u and w the directions between which an angle is measured, n = u x w and
//
//   angle = atan2 (|n|, u . w)
//   rate  = n / |n| . (w x w' / w^2 - u x u' / u^2)
//
// since n / |n| is the axis about which w turns away from u.

#include "lw-measurement.h"

#include <math.h>
#include <string.h>

bool
lw_measurement_get_points (const LwMeasurement *self,
                           MbdState *state,
                           double points[LW_MEASUREMENT_POINTS][3],
                           double velocities[LW_MEASUREMENT_POINTS][3])
{
  const MbdModel *model = mbd_state_model (state);

  for (guint i = 0; i < self->n_points; i++) {
    const LwBodyPoint *at = &self->points[i];
    const int index = mbd_model_body_by_id (model, at->body);

    if (index < 0)
      return false;
    mbd_state_body_point (state, index, at->point, points[i],
                          velocities != NULL ? velocities[i] : NULL, NULL);
  }
  return true;
}

static void
subtract (const double a[3], const double b[3], double difference[3])
{
  for (int i = 0; i < 3; i++)
    difference[i] = a[i] - b[i];
}

static double
dot (const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void
cross (const double a[3], const double b[3], double product[3])
{
  product[0] = a[1] * b[2] - a[2] * b[1];
  product[1] = a[2] * b[0] - a[0] * b[2];
  product[2] = a[0] * b[1] - a[1] * b[0];
}

static double
norm (const double a[3])
{
  return hypot (hypot (a[0], a[1]), a[2]);
}

/// Computes the vectors u and w between the points, or their rates if `x` contains velocities.
static void
find_directions (guint n_points, const double x[LW_MEASUREMENT_POINTS][3], double u[3], double w[3])
{
  const bool lines = n_points == LW_MEASUREMENT_LINES;

  subtract (x[lines ? 1 : 0], x[lines ? 0 : 1], u);
  subtract (x[lines ? 3 : 2], x[lines ? 2 : 1], w);
}

double
lw_measurement_compute (guint n_points, const double points[LW_MEASUREMENT_POINTS][3])
{
  double u[3], w[3], n[3];

  if (n_points < LW_MEASUREMENT_DISTANCE)
    return 0;
  if (n_points == LW_MEASUREMENT_DISTANCE) {
    subtract (points[1], points[0], u);
    return norm (u);
  }
  find_directions (n_points, points, u, w);
  cross (u, w, n);
  return atan2 (norm (n), dot (u, w));
}

double
lw_measurement_compute_rate (guint n_points,
                             const double points[LW_MEASUREMENT_POINTS][3],
                             const double velocities[LW_MEASUREMENT_POINTS][3])
{
  double u[3], w[3], n[3];
  double u_rate[3], w_rate[3];
  double turn_u[3], turn_w[3];
  double size;

  if (n_points < LW_MEASUREMENT_DISTANCE)
    return 0;
  if (n_points == LW_MEASUREMENT_DISTANCE) {
    subtract (points[1], points[0], u);
    subtract (velocities[1], velocities[0], u_rate);
    size = norm (u);
    return size > 0 ? dot (u, u_rate) / size : 0;
  }
  find_directions (n_points, points, u, w);
  find_directions (n_points, velocities, u_rate, w_rate);
  cross (u, w, n);
  size = norm (n);
  if (!(size > 0))
    return 0;
  cross (u, u_rate, turn_u);
  cross (w, w_rate, turn_w);
  return (dot (n, turn_w) / dot (w, w) - dot (n, turn_u) / dot (u, u)) / size;
}

const char *
lw_measurement_get_unit (const LwMeasurement *self)
{
  return self->n_points > LW_MEASUREMENT_DISTANCE ? "rad" : "m";
}
