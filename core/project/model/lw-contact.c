// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Contact outlines, rules for which bodies touch, and the shapes passed to the engine.

#include "lw-contact.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-geometry.h"
#include "lw-shape-mass.h"

#define MOST_CORNERS 1000 ///< the engine's limit

// ---- outlines -------------------------------------------------------------------------------

static void
add_corner (LwContactOutline *outline, double x, double y)
{
  const double corner[2] = { x, y };

  g_array_append_vals (outline->points, corner, 1);
}

/// Returns half the width defined by lw_shape_link_width (), m, for points that may come from
/// joints.
static double
link_radius (const LwBody *body, GArray *points)
{
  const LwShape shape = { .kind = LW_SHAPE_LINK, .points = points };

  return 0.5 * lw_shape_link_width (&shape, &body->plate);
}

/// Sets the outline of a link: a disc, a capsule, or the convex hull with rounded corners.
static const char *
outline_of_link (const LwMechanism *mechanism, const LwBody *body, LwContactOutline *outline)
{
  g_autoptr (GArray) points = lw_mechanism_dup_link_points (mechanism, body->element.id);
  g_autofree double *hull = g_new (double, 6 * (gsize) points->len + 6);
  const guint n = points->len > 0 ? lw_shape_convex_hull ((const double *) (void *) points->data,
                                                          points->len, hull)
                                  : 0;

  for (guint i = 0; i < n; i++)
    add_corner (outline, hull[3 * i], hull[3 * i + 1]);
  outline->radius = link_radius (body, points);
  outline->kind = n == 1 ? MBD_SHAPE_DISC : n == 2 ? MBD_SHAPE_CAPSULE : MBD_SHAPE_POLYGON;
  if (n == 0 || (n < 3 && !(outline->radius > 0)))
    return _ ("it has no outline for contact; give it a shape");
  return NULL;
}

static const char *
outline_of_half_plane (const LwBody *body, LwContactOutline *outline)
{
  const GArray *points = body->shape.points;
  const double *p;

  if (body->shape.kind != LW_SHAPE_LINK || points == NULL || points->len != 2)
    return _ ("a half-plane must be a link with exactly two points; give it two");
  p = (const double *) (void *) points->data;
  if (p[0] == p[3] && p[1] == p[4])
    return _ ("both points of the half-plane lie in one place; move one");
  for (int i = 0; i < 2; i++)
    add_corner (outline, p[3 * i], p[3 * i + 1]);
  outline->kind = MBD_SHAPE_HALF_PLANE;
  return NULL;
}

static const char *
outline_of_shape (const LwBody *body, LwContactOutline *outline)
{
  static const double signs[4][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } };
  const LwShape *shape = &body->shape;

  outline->kind = MBD_SHAPE_POLYGON;
  if (shape->kind == LW_SHAPE_DISC) {
    outline->kind = MBD_SHAPE_DISC;
    outline->radius = shape->size[0];
    add_corner (outline, shape->centre[0], shape->centre[1]);
  } else if (shape->kind == LW_SHAPE_BOX) {
    for (int i = 0; i < 4; i++)
      add_corner (outline, shape->centre[0] + 0.5 * signs[i][0] * shape->size[0],
                  shape->centre[1] + 0.5 * signs[i][1] * shape->size[1]);
  } else if (shape->points != NULL) {
    const double *p = (const double *) (void *) shape->points->data;

    if (shape->points->len > MOST_CORNERS)
      return _ ("its outline has more than 1000 corners, too many for contact; leave some out");
    for (guint i = 0; i < shape->points->len; i++)
      add_corner (outline, p[3 * i], p[3 * i + 1]);
  }
  return outline->points->len > 0 ? NULL : _ ("it has no outline for contact; give it a shape");
}

gboolean
lw_contact_get_outline (const LwMechanism *mechanism,
                        const LwBody *body,
                        LwContactOutline *outline,
                        const char **fault)
{
  const char *why;

  *outline =
    (LwContactOutline){ .points = g_array_new (FALSE, FALSE, 2 * sizeof (double)), .radius = 0 };
  if (body->contact.half_plane)
    why = outline_of_half_plane (body, outline);
  else if (body->shape.kind == LW_SHAPE_LINK)
    why = outline_of_link (mechanism, body, outline);
  else
    why = outline_of_shape (body, outline);
  if (fault != NULL)
    *fault = why;
  if (why != NULL)
    lw_contact_outline_clear (outline);
  return why == NULL;
}

void
lw_contact_outline_clear (LwContactOutline *outline)
{
  g_clear_pointer (&outline->points, g_array_unref);
}

gboolean
lw_body_is_half_plane (const LwBody *body)
{
  const GArray *points = body->shape.points;
  const double *p;

  if (!body->contact.takes_part || !body->contact.half_plane || body->shape.kind != LW_SHAPE_LINK
      || points == NULL || points->len != 2)
    return FALSE;
  p = (const double *) (void *) points->data;
  return p[0] != p[3] || p[1] != p[4];
}

double
lw_contact_get_radius (const LwMechanism *mechanism, const LwBody *body)
{
  g_autoptr (GArray) points = NULL;

  if (!body->contact.takes_part || body->contact.half_plane || body->shape.kind != LW_SHAPE_LINK)
    return 0;
  points = lw_mechanism_dup_link_points (mechanism, body->element.id);
  return link_radius (body, points);
}

// ---- faults ---------------------------------------------------------------------------------

const char *
lw_contact_find_material_fault (double friction, double restitution, double rolling)
{
  if (!isfinite (friction) || !isfinite (restitution) || !isfinite (rolling))
    return _ ("friction, restitution and rolling friction must be finite numbers");
  if (friction < 0)
    return _ ("the coefficient of friction must not be negative");
  if (restitution < 0 || restitution > 1)
    return _ ("the coefficient of restitution must be between 0 and 1");
  if (rolling < 0)
    return _ ("the arm of rolling friction must not be negative");
  return NULL;
}

const char *
lw_contact_find_fault (const LwMechanism *mechanism, const LwBody *body)
{
  const LwContact *contact = &body->contact;
  const char *fault =
    lw_contact_find_material_fault (contact->friction, contact->restitution, contact->rolling);
  LwContactOutline outline;

  if (fault != NULL || !contact->takes_part)
    return fault;
  if (contact->half_plane && body->def.mobility != MBD_FIXED)
    return _ ("a half-plane cannot move; fix it");
  if (lw_contact_get_outline (mechanism, body, &outline, &fault))
    lw_contact_outline_clear (&outline);
  return fault;
}

static bool
is_joint (const LwCoupling *coupling)
{
  return lw_family_of (coupling->def.class_)->is_joint;
}

/// Returns true if a coupling joins two bodies (ids).
static bool
joins (const LwMechanism *mechanism, const LwCoupling *coupling, int a, int b)
{
  MbdCouplingDef def;
  const bool is_gear = lw_family_of (coupling->def.class_)->has_second_pair;
  int ends[4];

  lw_mechanism_resolve_coupling (mechanism, coupling, &def, NULL);
  ends[0] = def.body_a;
  ends[1] = def.body_b;
  ends[2] = is_gear ? def.body_c : def.body_a;
  ends[3] = is_gear ? def.body_d : def.body_b;
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 4; k++)
      if (ends[i] == a && ends[k] == b)
        return true;
  return false;
}

static bool
are_joined (const LwMechanism *mechanism, int a, int b, bool by_joint)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);

    if ((!by_joint || is_joint (coupling)) && joins (mechanism, coupling, a, b))
      return true;
  }
  return false;
}

const char *
lw_contact_find_pair_fault (const LwMechanism *mechanism, const LwContactPair *pair)
{
  const LwBody *bodies[2];
  const char *fault =
    lw_contact_find_material_fault (pair->friction, pair->restitution, pair->rolling);

  for (int i = 0; i < 2; i++)
    bodies[i] = lw_mechanism_find_body (mechanism, pair->body[i]);
  if (fault != NULL)
    return fault;
  if (bodies[0] == NULL || bodies[1] == NULL || bodies[0] == bodies[1])
    return _ ("a contact needs two bodies; choose two");
  if (!pair->touches)
    return NULL;
  if (bodies[0]->def.mobility == MBD_FIXED && bodies[1]->def.mobility == MBD_FIXED)
    return _ ("both are fixed and never touch; choose one that moves");
  if (are_joined (mechanism, pair->body[0], pair->body[1], true))
    return _ ("bodies at a joint overlap there and cannot touch; remove the joint or the contact");
  return NULL;
}

// ---- bodies that touch ----------------------------------------------------------------------

/// Returns the groups of welded bodies: body id -> group number from 1. All fixed bodies and the
/// ground form one group. Bodies without a welded partner are not included.
static GHashTable *
find_welded (const LwMechanism *mechanism)
{
  GHashTable *group = g_hash_table_new (NULL, NULL);
  bool again = true;

  // Group numbers only decrease, so the loop ends.
  for (int next = 2; again;) {
    again = false;
    for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
      const MbdCouplingDef *def = &lw_mechanism_get_coupling (mechanism, i)->def;
      int ends[2] = { def->body_a, def->body_b }, number[2];

      if (!lw_coupling_is_rigid (def) || !def->enabled)
        continue;
      for (int k = 0; k < 2; k++) {
        const LwBody *body = lw_mechanism_find_body (mechanism, ends[k]);
        const bool fixed =
          ends[k] == MBD_GROUND || (body != NULL && body->def.mobility == MBD_FIXED);

        number[k] =
          fixed ? 1 : GPOINTER_TO_INT (g_hash_table_lookup (group, GINT_TO_POINTER (ends[k])));
      }
      if (number[0] == number[1] && number[0] != 0)
        continue;
      const int one = number[0] == 0   ? number[1]
                      : number[1] == 0 ? number[0]
                                       : MIN (number[0], number[1]);
      const int least = one != 0 ? one : next++;
      for (int k = 0; k < 2; k++)
        g_hash_table_insert (group, GINT_TO_POINTER (ends[k]), GINT_TO_POINTER (least));
      again = true;
    }
  }
  return group;
}

static int
welded_group (GHashTable *groups, int body)
{
  return GPOINTER_TO_INT (g_hash_table_lookup (groups, GINT_TO_POINTER (body)));
}

guint
lw_contact_count (const LwMechanism *mechanism)
{
  guint n = 0;

  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++)
    n += lw_mechanism_get_body (mechanism, i)->contact.takes_part;
  return n;
}

guint
lw_contact_count_moving (const LwMechanism *mechanism)
{
  guint n = 0;

  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const LwBody *body = lw_mechanism_get_body (mechanism, i);

    n += body->contact.takes_part && body->def.mobility != MBD_FIXED;
  }
  return n;
}

const LwContactPair *
lw_contact_find_pair (const LwMechanism *mechanism, int body_a, int body_b)
{
  const GArray *pairs = lw_mechanism_get_contact_pairs (mechanism);

  for (guint i = 0; i < pairs->len; i++) {
    const LwContactPair *pair = &g_array_index (pairs, LwContactPair, i);

    if (pair->body[0] == MIN (body_a, body_b) && pair->body[1] == MAX (body_a, body_b))
      return pair;
  }
  return NULL;
}

/// Returns true if both take part and the way they are joined or fixed does not exclude contact.
static bool
would_touch (const LwMechanism *mechanism, const LwBody *a, const LwBody *b)
{
  g_autoptr (GHashTable) groups = NULL;

  if (!a->contact.takes_part || !b->contact.takes_part
      || (a->def.mobility == MBD_FIXED && b->def.mobility == MBD_FIXED)
      || are_joined (mechanism, a->element.id, b->element.id, false))
    return false;
  groups = find_welded (mechanism);
  return welded_group (groups, a->element.id) == 0
         || welded_group (groups, a->element.id) != welded_group (groups, b->element.id);
}

LwContactPair
lw_contact_get_pair (const LwMechanism *mechanism, int body_a, int body_b)
{
  const LwContactPair *said = lw_contact_find_pair (mechanism, body_a, body_b);
  const LwBody *a = lw_mechanism_find_body (mechanism, MIN (body_a, body_b));
  const LwBody *b = lw_mechanism_find_body (mechanism, MAX (body_a, body_b));
  LwContactPair pair = { .body = { MIN (body_a, body_b), MAX (body_a, body_b) } };

  if (said != NULL)
    pair = *said;
  if (a == NULL || b == NULL || a == b)
    return pair;
  if (said == NULL) {
    pair.touches = would_touch (mechanism, a, b);
    pair.friction = sqrt (a->contact.friction * b->contact.friction);
    pair.restitution = fmax (a->contact.restitution, b->contact.restitution);
    pair.rolling = a->contact.rolling + b->contact.rolling;
  }
  pair.touches = pair.touches && a->contact.takes_part && b->contact.takes_part;
  return pair;
}

// ---- engine shapes --------------------------------------------------------------------------

static MbdStatus
refuse (const LwMechanism *mechanism, const LwBody *body, const char *fault, GError **error)
{
  g_autofree char *name =
    lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_BODY, body->element.id);

  g_set_error (error, LW_ERROR, LW_ERROR_SIMULATION, "%s: %s.", name, fault);
  return MBD_STATUS_BAD_PARAMETER;
}

static MbdStatus
add_shape (const LwMechanism *mechanism,
           const LwBody *body,
           int group,
           MbdMechanism *engine,
           MbdDiagnosis *why,
           GError **error)
{
  const char *fault = lw_contact_find_fault (mechanism, body);
  LwContactOutline outline;
  MbdStatus status;

  if (fault != NULL || !lw_contact_get_outline (mechanism, body, &outline, &fault))
    return refuse (mechanism, body, fault, error);
  MbdShape shape = mbd_shape_default (outline.kind);
  shape.count = (int) outline.points->len;
  shape.points = (const double *) (void *) outline.points->data;
  shape.radius = outline.radius;
  shape.friction = body->contact.friction;
  shape.restitution = body->contact.restitution;
  shape.rolling = body->contact.rolling;
  shape.group = group;
  status = mbd_mechanism_add_shape (engine, body->element.id, body->element.id, &shape, why);
  lw_contact_outline_clear (&outline);
  return status;
}

static bool
takes_part (const LwMechanism *mechanism, int id)
{
  const LwBody *body = lw_mechanism_find_body (mechanism, id);

  return body != NULL && body->contact.takes_part;
}

/// Excludes contact between the bodies of a coupling, except where a pair is defined for them.
static MbdStatus
part_coupled (const LwMechanism *mechanism,
              const LwCoupling *coupling,
              MbdMechanism *engine,
              MbdDiagnosis *why)
{
  const MbdShapePair apart = { .ignored = true };
  const int n = lw_family_of (coupling->def.class_)->n_bodies;
  MbdStatus status = MBD_STATUS_OK;
  MbdCouplingDef def;
  int ends[4];

  lw_mechanism_resolve_coupling (mechanism, coupling, &def, NULL);
  ends[0] = def.body_a;
  ends[1] = def.body_b;
  ends[2] = def.body_c;
  ends[3] = def.body_d;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < i && status == MBD_STATUS_OK; k++)
      if (ends[i] != ends[k] && takes_part (mechanism, ends[i]) && takes_part (mechanism, ends[k])
          && lw_contact_find_pair (mechanism, ends[i], ends[k]) == NULL)
        status = mbd_mechanism_set_shape_pair (engine, ends[i], ends[k], &apart, why);
  return status;
}

static MbdStatus
add_pair (const LwMechanism *mechanism,
          const LwContactPair *pair,
          MbdMechanism *engine,
          MbdDiagnosis *why,
          GError **error)
{
  const char *fault = lw_contact_find_pair_fault (mechanism, pair);
  const MbdShapePair own = { .friction = pair->friction,
                             .restitution = pair->restitution,
                             .rolling = pair->rolling,
                             .ignored = !pair->touches };

  if (fault != NULL) {
    g_autofree char *a = lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_BODY, pair->body[0]);
    g_autofree char *b = lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_BODY, pair->body[1]);

    g_set_error (error, LW_ERROR, LW_ERROR_SIMULATION, _ ("Contact of %s and %s: %s."), a, b,
                 fault);
    return MBD_STATUS_BAD_PARAMETER;
  }
  if (!takes_part (mechanism, pair->body[0]) || !takes_part (mechanism, pair->body[1]))
    return MBD_STATUS_OK;
  return mbd_mechanism_set_shape_pair (engine, pair->body[0], pair->body[1], &own, why);
}

MbdStatus
lw_contact_define (const LwMechanism *mechanism,
                   MbdMechanism *engine,
                   MbdDiagnosis *why,
                   GError **error)
{
  const GArray *pairs = lw_mechanism_get_contact_pairs (mechanism);
  g_autoptr (GHashTable) groups = NULL;
  MbdStatus status = MBD_STATUS_OK;

  if (lw_contact_count (mechanism) == 0)
    return MBD_STATUS_OK;
  groups = find_welded (mechanism);
  for (guint i = 0; status == MBD_STATUS_OK && i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const LwBody *body = lw_mechanism_get_body (mechanism, i);

    if (body->contact.takes_part)
      status =
        add_shape (mechanism, body, welded_group (groups, body->element.id), engine, why, error);
  }
  for (guint i = 0; status == MBD_STATUS_OK && i < lw_mechanism_get_n_couplings (mechanism); i++)
    status = part_coupled (mechanism, lw_mechanism_get_coupling (mechanism, i), engine, why);
  for (guint i = 0; status == MBD_STATUS_OK && i < pairs->len; i++)
    status = add_pair (mechanism, &g_array_index (pairs, LwContactPair, i), engine, why, error);
  return status;
}

int
lw_contact_body_of (const MbdModel *model, int shape)
{
  return mbd_model_shape_id (model, shape);
}

int
lw_contact_shape_of (const MbdModel *model, int body)
{
  for (int i = 0; i < mbd_model_shape_count (model); i++)
    if (mbd_model_shape_id (model, i) == body)
      return i;
  return -1;
}
