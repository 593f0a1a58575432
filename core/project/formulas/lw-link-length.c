// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-link-length.h"

#include <math.h>

GArray *
lw_mechanism_dup_length_points (const LwMechanism *mechanism, int id, double *length)
{
  const LwBody *body = lw_mechanism_find_body (mechanism, id);
  GArray *points;
  const double *p;

  if (body->shape.kind != LW_SHAPE_LINK)
    return NULL;
  points = lw_mechanism_dup_link_points (mechanism, id);
  p = (const double *) (const void *) points->data;
  if (points->len == 2) {
    *length = sqrt ((p[3] - p[0]) * (p[3] - p[0]) + (p[4] - p[1]) * (p[4] - p[1])
                    + (p[5] - p[2]) * (p[5] - p[2]));
    if (*length > 0)
      return points;
  }
  g_array_unref (points);
  return NULL;
}

/// Moves a point at either end along the bar, symmetrically about the middle, so that the body
/// frame does not move.
static void
stretch (double point[3], const double middle[3], double factor, const double ends[6])
{
  bool is_end = false;

  for (int end = 0; end < 2; end++) {
    const double *p = &ends[3 * end];

    is_end = is_end
             || (fabs (point[0] - p[0]) + fabs (point[1] - p[1]) + fabs (point[2] - p[2])
                 < 1e-9 * (fabs (p[0]) + fabs (p[1]) + fabs (p[2])) + 1e-12);
  }
  for (int d = 0; d < 3 && is_end; d++)
    point[d] = middle[d] + factor * (point[d] - middle[d]);
}

static LwMechanism *
stretch_couplings (LwMechanism *mechanism,
                   int id,
                   const double middle[3],
                   double factor,
                   const double ends[6])
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);
    LwCoupling *copy;
    LwMechanism *next;

    if (coupling->def.body_a != id && coupling->def.body_b != id)
      continue;
    copy = lw_coupling_copy (coupling);
    if (copy->def.body_a == id)
      stretch (copy->def.frame_a.point, middle, factor, ends);
    if (copy->def.body_b == id)
      stretch (copy->def.frame_b.point, middle, factor, ends);
    next = lw_mechanism_replace_coupling (mechanism, copy);
    lw_mechanism_unref (mechanism);
    mechanism = next;
  }
  return mechanism;
}

static LwMechanism *
stretch_others (LwMechanism *mechanism,
                int id,
                const double middle[3],
                double factor,
                const double ends[6])
{
  for (guint i = 0; i < lw_mechanism_get_n_forces (mechanism); i++) {
    LwForce *copy = lw_force_copy (lw_mechanism_get_force (mechanism, i));
    LwMechanism *next;

    if (copy->def.body_a == id)
      stretch (copy->def.point_a, middle, factor, ends);
    if (copy->def.body_b == id)
      stretch (copy->def.point_b, middle, factor, ends);
    next = lw_mechanism_replace_force (mechanism, copy);
    lw_mechanism_unref (mechanism);
    mechanism = next;
  }
  for (guint i = 0; i < lw_mechanism_get_n_tracers (mechanism); i++) {
    LwTracer *copy = lw_tracer_copy (lw_mechanism_get_tracer (mechanism, i));
    LwMechanism *next;

    if (copy->body == id)
      stretch (copy->point, middle, factor, ends);
    next = lw_mechanism_replace_tracer (mechanism, copy);
    lw_mechanism_unref (mechanism);
    mechanism = next;
  }
  for (guint i = 0; i < lw_mechanism_get_n_measurements (mechanism); i++) {
    LwMeasurement *copy = lw_measurement_copy (lw_mechanism_get_measurement (mechanism, i));
    LwMechanism *next;

    for (guint k = 0; k < copy->n_points; k++)
      if (copy->points[k].body == id)
        stretch (copy->points[k].point, middle, factor, ends);
    next = lw_mechanism_replace_measurement (mechanism, copy);
    lw_mechanism_unref (mechanism);
    mechanism = next;
  }
  return mechanism;
}

LwMechanism *
lw_mechanism_with_link_length (const LwMechanism *mechanism, int id, double bar_length)
{
  double length = 0;
  double middle[3];
  g_autoptr (GArray) points = lw_mechanism_dup_length_points (mechanism, id, &length);
  LwBody *body = lw_body_copy (lw_mechanism_find_body (mechanism, id));
  LwMechanism *next;
  double *ends;

  if (points == NULL)
    return lw_mechanism_replace_body (mechanism, body);
  ends = (double *) (void *) points->data;
  for (int d = 0; d < 3; d++)
    middle[d] = 0.5 * (ends[d] + ends[3 + d]);
  for (guint i = 0; body->shape.points != NULL && i < body->shape.points->len; i++)
    stretch (&((double *) (void *) body->shape.points->data)[3 * i], middle, bar_length / length,
             ends);
  next = lw_mechanism_replace_body (mechanism, body);
  next = stretch_couplings (next, id, middle, bar_length / length, ends);
  return stretch_others (next, id, middle, bar_length / length, ends);
}
