// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-curve.h"

#include <string.h>

/// Points of an open and of a closed curve, which has its first one twice.
enum
{
  LEAST_OPEN = 2,
  LEAST_CLOSED = 4
};

static const double *
point_at (const GArray *points, guint index)
{
  return (const double *) (const void *) points->data + 3 * (gsize) index;
}

MbdStatus
lw_curve_new (const GArray *points, MbdCurve **curve, MbdDiagnosis *why)
{
  const guint n = points != NULL ? points->len : 0;
  g_autofree double *flat = g_new (double, 2 * (gsize) n + 1);

  for (guint i = 0; i < n; i++)
    memcpy (flat + 2 * i, point_at (points, i), 2 * sizeof *flat);
  return mbd_curve_new (flat, (int) n, curve, why);
}

void
lw_curve_point_to_body (const double point[2], const MbdFrame *frame, double body[3])
{
  const double *q = frame->quaternion;
  // v + 2 q x (q x v + w v), of a point in the x-y plane
  const double c[3] = { -q[3] * point[1] + q[0] * point[0], q[3] * point[0] + q[0] * point[1],
                        q[1] * point[1] - q[2] * point[0] };

  body[0] = frame->point[0] + point[0] + 2 * (q[2] * c[2] - q[3] * c[1]);
  body[1] = frame->point[1] + point[1] + 2 * (q[3] * c[0] - q[1] * c[2]);
  body[2] = frame->point[2] + 2 * (q[1] * c[1] - q[2] * c[0]);
}

void
lw_curve_to_body (const GArray *points, guint index, const MbdFrame *frame, double body[3])
{
  lw_curve_point_to_body (point_at (points, index), frame, body);
}

double
lw_curve_length (const GArray *points, bool *closed)
{
  MbdCurve *curve;
  double length;

  if (closed != NULL)
    *closed = false;
  if (lw_curve_new (points, &curve, NULL) != MBD_STATUS_OK)
    return 0;
  length = mbd_curve_length (curve);
  if (closed != NULL)
    *closed = mbd_curve_is_closed (curve);
  mbd_curve_unref (curve);
  return length;
}

bool
lw_curve_is_closed (const GArray *points)
{
  const double *first, *last;

  if (points == NULL || points->len < LEAST_CLOSED)
    return false;
  first = point_at (points, 0);
  last = point_at (points, points->len - 1);
  return first[0] == last[0] && first[1] == last[1];
}

GArray *
lw_curve_with_point (const GArray *points, guint index, const double to[2])
{
  GArray *copy = g_array_copy ((GArray *) points);
  const bool closed = lw_curve_is_closed (points);
  const guint last = points->len - 1;

  for (guint i = 0; i <= last; i++)
    if (i == index || (closed && i % last == index % last))
      memcpy ((double *) (void *) copy->data + 3 * (gsize) i, to, 2 * sizeof *to);
  return copy;
}

GArray *
lw_curve_with_new_point (const GArray *points, guint after, const double at[2])
{
  GArray *copy = g_array_copy ((GArray *) points);
  const double point[3] = { at[0], at[1], 0 };

  g_array_insert_vals (copy, MIN (after + 1, copy->len), point, 1);
  return copy;
}

GArray *
lw_curve_without_point (const GArray *points, guint index)
{
  const bool closed = lw_curve_is_closed (points);
  GArray *copy;

  if (index >= points->len || points->len <= (closed ? LEAST_CLOSED : LEAST_OPEN))
    return NULL;
  copy = g_array_copy ((GArray *) points);
  if (closed && (index == 0 || index == copy->len - 1)) {
    // The second point becomes the first, and the last.
    g_array_remove_index (copy, 0);
    memcpy ((double *) (void *) copy->data + 3 * (gsize) (copy->len - 1), copy->data,
            3 * sizeof (double));
  } else {
    g_array_remove_index (copy, index);
  }
  return copy;
}

GArray *
lw_curve_closed (const GArray *points, bool closed)
{
  GArray *copy;

  if (points == NULL || points->len < (closed ? LEAST_CLOSED - 1 : LEAST_CLOSED))
    return NULL;
  copy = g_array_copy ((GArray *) points);
  if (closed && !lw_curve_is_closed (points)) {
    double first[3];

    memcpy (first, copy->data, sizeof first);
    g_array_append_vals (copy, first, 1);
  } else if (!closed && lw_curve_is_closed (points)) {
    g_array_set_size (copy, copy->len - 1);
  }
  return copy;
}
