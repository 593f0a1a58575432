// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-join.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-geometry.h"
#include "lw-move.h"
#include "lw-part.h"
#include "lw-family.h"
#include "lw-joint-frame.h"

static bool
is_body_chosen (const LwElementRef *elements, guint n, int id)
{
  return lw_element_refs_contain (elements, n, (LwElementRef){ LW_SELECTION_BODY, id });
}

/// Pins two bodies at a place of the world.
static LwMechanism *
pin (const LwMechanism *mechanism, int a, int b, const double at[2], GArray *made)
{
  LwCoupling *joint = lw_geometry_new_joint (mechanism, MBD_LOOP_PIN, a, b, at[0], at[1], 0);
  const LwElementRef ref = { LW_SELECTION_COUPLING, joint->element.id };

  g_array_append_val (made, ref);
  return lw_mechanism_replace_coupling (mechanism, joint);
}

// ---- bodies ---------------------------------------------------------------------------------

/// Pins all points of chosen bodies at a place to the first of them.
static LwMechanism *
join_place (LwMechanism *mechanism, const GArray *points, guint first, double near, GArray *made)
{
  const LwDrawnPoint *one = &g_array_index (points, LwDrawnPoint, first);
  const double at[2] = { one->x, one->y };

  for (guint i = first + 1; i < points->len; i++) {
    const LwDrawnPoint *other = &g_array_index (points, LwDrawnPoint, i);
    LwMechanism *previous = mechanism;

    if (other->body == one->body || hypot (other->x - at[0], other->y - at[1]) > near
        || lw_geometry_joined_with (mechanism, at[0], at[1], one->body)
             == lw_geometry_joined_with (mechanism, at[0], at[1], other->body))
      continue;
    mechanism = pin (previous, one->body, other->body, at, made);
    lw_mechanism_unref (previous);
  }
  return mechanism;
}

static LwMechanism *
join_bodies (const LwMechanism *mechanism, const LwElementRef *elements, guint n, GArray *made)
{
  g_autoptr (GArray) points = lw_geometry_points (mechanism);
  const double near = 1e-7 * lw_geometry_size (mechanism, 1e-3);
  LwMechanism *next = lw_mechanism_copy (mechanism);

  for (guint i = points->len; i-- > 0;) {
    const LwDrawnPoint *point = &g_array_index (points, LwDrawnPoint, i);

    if (point->kind == LW_POINT_MIDPOINT || !is_body_chosen (elements, n, point->body))
      g_array_remove_index (points, i);
  }
  for (guint i = 0; i < points->len; i++)
    next = join_place (next, points, i, near, made);
  return next;
}

// ---- two places -----------------------------------------------------------------------------

/// Finds the place of an element and the body it refers to. Returns false for elements without a
/// place.
static bool
find_place (const LwMechanism *mechanism, LwElementRef ref, double at[2], int *body)
{
  const LwCoupling *joint = lw_mechanism_find_coupling (mechanism, ref.id);
  const LwForce *load = lw_mechanism_find_force (mechanism, ref.id);
  const LwTracer *tracer = lw_mechanism_find_tracer (mechanism, ref.id);

  switch (ref.kind) {
  case LW_SELECTION_COUPLING:
    if (joint == NULL || !lw_geometry_is_joint (joint))
      return false;
    *body = joint->def.body_b != MBD_GROUND ? joint->def.body_b : joint->def.body_a;
    lw_geometry_joint_point (mechanism, joint, at);
    return true;
  case LW_SELECTION_FORCE:
    if (load == NULL || !lw_family_of (load->def.class_)->is_load)
      return false;
    *body = load->def.body_b;
    lw_geometry_to_world (lw_mechanism_find_body (mechanism, *body), load->def.point_b, at);
    return true;
  case LW_SELECTION_TRACER:
    if (tracer == NULL)
      return false;
    *body = tracer->body;
    lw_geometry_to_world (lw_mechanism_find_body (mechanism, *body), tracer->point, at);
    return true;
  case LW_SELECTION_BODY:
  case LW_SELECTION_MEASUREMENT:
  case LW_SELECTION_NONE:
    break;
  }
  return false;
}

static LwMechanism *
join_places (const LwMechanism *mechanism, const LwElementRef *elements, GArray *made)
{
  LwElementRef moved = elements[0];
  g_autoptr (LwMechanism) next = NULL;
  double from[2];
  double to[2];
  int a;
  int b;

  if (!find_place (mechanism, elements[0], from, &a) || !find_place (mechanism, elements[1], to, &b)
      || a == b)
    return NULL;
  // Move a joint with its links; for a point of a body, move the body.
  if (moved.kind != LW_SELECTION_COUPLING)
    moved = (LwElementRef){ LW_SELECTION_BODY, a };
  next = lw_move_elements (mechanism, &moved, 1, to[0] - from[0], to[1] - from[1]);
  if (lw_geometry_joined_with (next, to[0], to[1], a)
      == lw_geometry_joined_with (next, to[0], to[1], b))
    return g_steal_pointer (&next);
  return pin (next, a, b, to, made);
}

LwMechanism *
lw_join_elements (const LwMechanism *mechanism,
                  const LwElementRef *elements,
                  guint n_elements,
                  GArray **made,
                  GError **error)
{
  g_autoptr (GArray) pins = g_array_new (FALSE, FALSE, sizeof (LwElementRef));
  LwMechanism *next = NULL;

  if (n_elements == 2 && elements[0].kind != LW_SELECTION_BODY
      && elements[1].kind != LW_SELECTION_BODY) {
    next = join_places (mechanism, elements, pins);
    if (next == NULL)
      g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                           _ ("Select two joints or points of different bodies to bring them "
                              "together."));
  } else {
    next = join_bodies (mechanism, elements, n_elements, pins);
    if (pins->len == 0) {
      g_clear_pointer (&next, lw_mechanism_unref);
      g_set_error_literal (
        error, LW_ERROR, LW_ERROR_USAGE,
        _ ("The selected bodies have no points on each other that are not joined: "
           "drag an end of one onto a point of another."));
    }
  }
  if (next != NULL && made != NULL)
    *made = g_steal_pointer (&pins);
  return next;
}

// ---- splitting ------------------------------------------------------------------------------

static guint
count_bodies (const LwElementRef *elements, guint n)
{
  guint count = 0;

  for (guint i = 0; i < n; i++)
    count += elements[i].kind == LW_SELECTION_BODY;
  return count;
}

LwMechanism *
lw_join_split (const LwMechanism *mechanism,
               const LwElementRef *elements,
               guint n_elements,
               GError **error)
{
  g_autoptr (GArray) joints = g_array_new (FALSE, FALSE, sizeof (LwElementRef));
  const guint n_bodies = count_bodies (elements, n_elements);

  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);
    const LwElementRef ref = { LW_SELECTION_COUPLING, coupling->element.id };
    const bool a = is_body_chosen (elements, n_elements, coupling->def.body_a);
    const bool b = is_body_chosen (elements, n_elements, coupling->def.body_b);

    if (lw_geometry_is_joint (coupling)
        && ((n_bodies == 1 ? a || b : a && b)
            || lw_element_refs_contain (elements, n_elements, ref)))
      g_array_append_val (joints, ref);
  }
  if (joints->len == 0) {
    g_set_error_literal (
      error, LW_ERROR, LW_ERROR_USAGE,
      _ ("There is no joint to split: select a joint, or bodies that are joined."));
    return NULL;
  }
  return lw_part_remove (mechanism, (const LwElementRef *) (const void *) joints->data,
                         joints->len);
}

// ---- exchanging bodies ------------------------------------------------------------------------

bool
lw_join_can_exchange (const LwCoupling *coupling)
{
  return coupling->joint[0] == 0 && lw_family_of (coupling->def.class_)->n_bodies == 2;
}

LwMechanism *
lw_join_exchange (const LwMechanism *mechanism, int coupling, int side, int body, GError **error)
{
  const LwCoupling *old = lw_mechanism_find_coupling (mechanism, coupling);
  g_autofree char *called = NULL;
  const MbdCouplingDef *def;
  LwCoupling *next;
  MbdFrame *frame;
  double *axes;
  int *id;

  g_return_val_if_fail (old != NULL && lw_join_can_exchange (old), NULL);

  def = &old->def;
  if (body == (side == 0 ? def->body_b : def->body_a)) {
    called = lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_COUPLING, coupling);
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("“%s” needs two different bodies: choose another one, or change the other body "
                    "first."),
                 called);
    return NULL;
  }
  next = lw_coupling_copy (old);
  id = side == 0 ? &next->def.body_a : &next->def.body_b;
  frame = side == 0 ? &next->def.frame_a : &next->def.frame_b;
  axes = lw_joint_frame_has_axes (def) ? frame->quaternion : NULL;
  lw_joint_frame_to_world (lw_mechanism_find_body (mechanism, *id), frame->point, axes);
  lw_joint_frame_to_body (lw_mechanism_find_body (mechanism, body), frame->point, axes);
  *id = body;
  return lw_mechanism_replace_coupling (mechanism, next);
}
