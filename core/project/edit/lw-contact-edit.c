// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits of contact: which bodies take part, and pairs of bodies.

#include "lw-contact.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-geometry.h"
#include "lw-names.h"

/// Length of the floor relative to the size of the drawing, and smallest size of a drawing, m.
#define FLOOR_PART 1.5
#define LEAST_SIZE 0.1

static LwMechanism *
refuse (const LwMechanism *mechanism, int body, const char *fault, GError **error)
{
  g_autofree char *name = lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_BODY, body);

  g_set_error (error, LW_ERROR, LW_ERROR_USAGE, "%s: %s.", name, fault);
  return NULL;
}

/// Swaps the points of a half-plane if necessary, so that gravity points to the right of their
/// line.
static void
turn_half_plane (const LwMechanism *mechanism, LwBody *body)
{
  const double *gravity = lw_mechanism_get_gravity (mechanism);
  const double angle = lw_geometry_angle (body);
  double *p, along[2], world[2];

  if (body->shape.kind != LW_SHAPE_LINK || body->shape.points == NULL
      || body->shape.points->len != 2)
    return;
  p = (double *) (void *) body->shape.points->data;
  along[0] = p[3] - p[0];
  along[1] = p[4] - p[1];
  world[0] = cos (angle) * along[0] - sin (angle) * along[1];
  world[1] = sin (angle) * along[0] + cos (angle) * along[1];
  // The right-hand side is (y, -x).
  if (world[1] * gravity[0] - world[0] * gravity[1] >= 0)
    return;
  for (int d = 0; d < 3; d++) {
    const double first = p[d];

    p[d] = p[3 + d];
    p[3 + d] = first;
  }
}

LwMechanism *
lw_contact_with_body (const LwMechanism *mechanism,
                      int id,
                      const LwContact *contact,
                      GError **error)
{
  const LwBody *old = lw_mechanism_find_body (mechanism, id);
  g_autoptr (LwMechanism) next = NULL;
  const char *fault;
  LwBody *body;

  if (old == NULL)
    return refuse (mechanism, id, _ ("it is not a body with a shape; choose another one"), error);
  body = lw_body_copy (old);
  body->contact = *contact;
  if (contact->half_plane && !old->contact.half_plane)
    turn_half_plane (mechanism, body);
  fault = lw_contact_find_fault (mechanism, body);
  next = lw_mechanism_replace_body (mechanism, body);
  if (fault != NULL)
    return refuse (mechanism, id, fault, error);
  return g_steal_pointer (&next);
}

LwMechanism *
lw_contact_with_pair (const LwMechanism *mechanism, const LwContactPair *pair, GError **error)
{
  const char *fault = lw_contact_find_pair_fault (mechanism, pair);
  LwMechanism *next;

  if (fault != NULL) {
    g_autofree char *a = lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_BODY, pair->body[0]);
    g_autofree char *b = lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_BODY, pair->body[1]);

    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("Contact of %s and %s: %s."), a, b, fault);
    return NULL;
  }
  next = lw_mechanism_copy (mechanism);
  lw_mechanism_add_contact_pair (next, pair);
  return next;
}

LwMechanism *
lw_contact_without_pair (const LwMechanism *mechanism, int body_a, int body_b)
{
  const GArray *pairs = lw_mechanism_get_contact_pairs (mechanism);
  LwMechanism *next = lw_mechanism_copy (mechanism);

  lw_mechanism_clear_contact_pairs (next);
  for (guint i = 0; i < pairs->len; i++) {
    const LwContactPair *pair = &g_array_index (pairs, LwContactPair, i);

    if (pair->body[0] != MIN (body_a, body_b) || pair->body[1] != MAX (body_a, body_b))
      lw_mechanism_add_contact_pair (next, pair);
  }
  return next;
}

// ---- the floor ------------------------------------------------------------------------------

static int
find_floor (const LwMechanism *mechanism)
{
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const LwBody *body = lw_mechanism_get_body (mechanism, i);

    if (body->contact.takes_part && body->contact.half_plane)
      return body->element.id;
  }
  return 0;
}

/// Extends the bounds by the outline of a body: the lowest point along y of the world, and the
/// extent along x.
static void
extend (const LwMechanism *mechanism,
        const LwBody *body,
        double *bottom,
        double *left,
        double *right)
{
  const LwContact contact = body->contact;
  LwContactOutline outline;

  if (contact.half_plane || !lw_contact_get_outline (mechanism, body, &outline, NULL))
    return;
  for (guint i = 0; i < outline.points->len; i++) {
    const double *p = (const double *) (void *) outline.points->data + 2 * i;
    const double local[3] = { p[0], p[1], 0 };
    double world[2];

    lw_geometry_to_world (body, local, world);
    *bottom = fmin (*bottom, world[1] - outline.radius);
    *left = fmin (*left, world[0] - outline.radius);
    *right = fmax (*right, world[0] + outline.radius);
  }
  lw_contact_outline_clear (&outline);
}

/// Adds a half-plane below all bodies.
static LwMechanism *
add_floor (const LwMechanism *mechanism, int *id)
{
  g_autofree char *name = lw_names_unique (mechanism, "Floor");
  LwBody *body = lw_body_new (lw_mechanism_next_body_id (mechanism), name);
  double bottom = INFINITY, left = INFINITY, right = -INFINITY;

  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++)
    extend (mechanism, lw_mechanism_get_body (mechanism, i), &bottom, &left, &right);
  if (!isfinite (bottom) || !isfinite (right - left))
    bottom = left = right = 0;
  const double half =
    0.5 * FLOOR_PART * fmax (right - left, lw_geometry_size (mechanism, LEAST_SIZE));
  const double ends[6] = { -half, 0, 0, half, 0, 0 };
  body->def.mobility = MBD_FIXED;
  body->def.position[0] = 0.5 * (left + right);
  body->def.position[1] = bottom;
  body->hue = LW_HUE_SKY;
  body->shape.kind = LW_SHAPE_LINK;
  body->shape.points = g_array_new (FALSE, FALSE, 3 * sizeof (double));
  g_array_append_vals (body->shape.points, ends, 2);
  body->contact.takes_part = true;
  body->contact.half_plane = true;
  *id = body->element.id;
  return lw_mechanism_replace_body (mechanism, body);
}

static LwMechanism *
take_part (const LwMechanism *mechanism, int id, GError **error)
{
  const LwBody *body = lw_mechanism_find_body (mechanism, id);
  LwContact contact;

  if (body == NULL)
    return refuse (mechanism, id, _ ("it is not a body with a shape; choose another one"), error);
  contact = body->contact;
  contact.takes_part = true;
  return lw_contact_with_body (mechanism, id, &contact, error);
}

LwMechanism *
lw_contact_touch (const LwMechanism *mechanism, int body_a, int body_b, int *floor, GError **error)
{
  g_autoptr (LwMechanism) floored = NULL;
  g_autoptr (LwMechanism) first = NULL;
  g_autoptr (LwMechanism) both = NULL;
  int ends[2] = { body_a, body_b }, made = 0;
  LwContactPair pair;

  if (body_a == MBD_GROUND || body_b == MBD_GROUND) {
    made = find_floor (mechanism);
    if (made == 0)
      floored = add_floor (mechanism, &made);
    ends[body_a == MBD_GROUND ? 0 : 1] = made;
  }
  if (floor != NULL)
    *floor = made;
  first = take_part (floored != NULL ? floored : mechanism, ends[0], error);
  both = first != NULL ? take_part (first, ends[1], error) : NULL;
  if (both == NULL)
    return NULL;
  pair = lw_contact_get_pair (both, ends[0], ends[1]);
  if (pair.touches)
    return g_steal_pointer (&both);
  pair.touches = true;
  return lw_contact_with_pair (both, &pair, error);
}
