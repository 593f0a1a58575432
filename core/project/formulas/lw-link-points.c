// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Points that the drawing of a body surrounds.

#include "lw-mechanism.h"

#include <math.h>

#include "lw-curve.h"

// Adds a point unless there is an equal one: joints often share a place.
static void
add_point (GArray *points, const double point[3])
{
  for (guint i = 0; i < points->len; i++) {
    const double *other = (double *) points->data + 3 * i;
    double scale = MAX (hypot (point[0], hypot (point[1], point[2])),
                        hypot (other[0], hypot (other[1], other[2])));
    double distance = hypot (point[0] - other[0], hypot (point[1] - other[1], point[2] - other[2]));

    if (distance <= 1e-9 * scale)
      return;
  }
  g_array_append_vals (points, point, 1);
}

/// Adds the points of a curve.
static void
add_curve (GArray *points, const LwCoupling *slot)
{
  for (guint i = 0; i < slot->curve->len; i++) {
    double point[3];

    lw_curve_to_body (slot->curve, i, &slot->def.frame_a, point);
    add_point (points, point);
  }
}

// Collects the points of bodies; `wanted` is a hash table with ids as keys and point arrays as
// values.
static void
collect_points (const LwMechanism *self, GHashTable *wanted)
{
  GHashTableIter iter;
  void *id, *points;

  for (guint i = 0; i < lw_mechanism_get_n_couplings (self); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (self, i);
    const MbdCouplingDef *def = &coupling->def;

    points = g_hash_table_lookup (wanted, GINT_TO_POINTER (def->body_a));
    if (points != NULL && coupling->curve == NULL)
      add_point (points, def->frame_a.point);
    else if (points != NULL)
      add_curve (points, coupling);
    if ((points = g_hash_table_lookup (wanted, GINT_TO_POINTER (def->body_b))) != NULL)
      add_point (points, def->frame_b.point);
  }
  for (guint i = 0; i < lw_mechanism_get_n_tracers (self); i++) {
    const LwTracer *tracer = lw_mechanism_get_tracer (self, i);

    if ((points = g_hash_table_lookup (wanted, GINT_TO_POINTER (tracer->body))) != NULL)
      add_point (points, tracer->point);
  }
  // A body without joints must still be visible.
  g_hash_table_iter_init (&iter, wanted);
  while (g_hash_table_iter_next (&iter, &id, &points)) {
    const LwBody *body = lw_mechanism_find_body (self, GPOINTER_TO_INT (id));

    if (((GArray *) points)->len == 0 && body != NULL)
      add_point (points, body->def.centre_of_mass);
  }
}

// Takes the points of the shape. Returns true if it has any.
static bool
take_shape_points (const LwBody *body, GArray *points)
{
  if (body == NULL || body->shape.points == NULL || body->shape.points->len == 0)
    return false;
  g_array_append_vals (points, body->shape.points->data, body->shape.points->len);
  return true;
}

GArray *
lw_mechanism_dup_link_points (const LwMechanism *self, int body_id)
{
  GArray *points = g_array_new (FALSE, FALSE, 3 * sizeof (double));
  g_autoptr (GHashTable) wanted = g_hash_table_new (NULL, NULL);

  if (!take_shape_points (lw_mechanism_find_body (self, body_id), points)) {
    g_hash_table_insert (wanted, GINT_TO_POINTER (body_id), points);
    collect_points (self, wanted);
  }
  return points;
}

GPtrArray *
lw_mechanism_dup_all_link_points (const LwMechanism *self)
{
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (GHashTable) wanted = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < lw_mechanism_get_n_bodies (self); i++) {
    const LwBody *body = lw_mechanism_get_body (self, i);
    GArray *points = g_array_new (FALSE, FALSE, 3 * sizeof (double));

    g_ptr_array_add (all, points);
    if (!take_shape_points (body, points))
      g_hash_table_insert (wanted, GINT_TO_POINTER (body->element.id), points);
  }
  collect_points (self, wanted);
  return all;
}
