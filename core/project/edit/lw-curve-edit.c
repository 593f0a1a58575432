// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-curve-edit.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-curve.h"
#include "lw-geometry.h"
#include "lw-names.h"

// ---- places ---------------------------------------------------------------------------------

/// Returns the angle of the frame of the curve in its body.
static double
frame_angle (const LwCoupling *slot)
{
  const double *q = slot->def.frame_a.quaternion;

  return 2 * atan2 (q[3], q[0]);
}

void
lw_curve_edit_to_world (const LwMechanism *mechanism,
                        const LwCoupling *slot,
                        const double point[2],
                        double world[2])
{
  const double angle = frame_angle (slot), c = cos (angle), s = sin (angle);
  const double *at = slot->def.frame_a.point;
  const double local[3] = { at[0] + c * point[0] - s * point[1],
                            at[1] + s * point[0] + c * point[1], 0 };

  lw_geometry_to_world (lw_mechanism_find_body (mechanism, slot->def.body_a), local, world);
}

void
lw_curve_edit_to_frame (const LwMechanism *mechanism,
                        const LwCoupling *slot,
                        const double world[2],
                        double point[2])
{
  const double angle = frame_angle (slot), c = cos (angle), s = sin (angle);
  double local[3] = { 0 };

  lw_geometry_to_body (lw_mechanism_find_body (mechanism, slot->def.body_a), world, local);
  local[0] -= slot->def.frame_a.point[0];
  local[1] -= slot->def.frame_a.point[1];
  point[0] = c * local[0] + s * local[1];
  point[1] = c * local[1] - s * local[0];
}

// ---- end stops ------------------------------------------------------------------------------

static bool
is_stop_of (const LwCoupling *coupling, int slot)
{
  return lw_family_of (coupling->def.class_)->has_stops && coupling->joint[0] == slot
         && coupling->def.coordinate[0] == MBD_COORDINATE_ARC;
}

LwCoupling *
lw_curve_edit_new_stops (const LwMechanism *mechanism, const LwCoupling *slot)
{
  MbdCouplingDef def =
    mbd_limit_default (MBD_COORDINATE_ARC, 0, lw_curve_length (slot->curve, NULL));
  g_autofree char *name = lw_names_unique (mechanism, _ ("Stops"));
  LwCoupling *stops = lw_coupling_new (&def, lw_mechanism_next_coupling_id (mechanism), name);

  stops->joint[0] = slot->element.id;
  return stops;
}

/// Moves the stops at the ends of an open curve with its length. Takes the mechanism.
static LwMechanism *
follow_length (LwMechanism *mechanism, int slot, double before, double after)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism) && after > 0; i++) {
    const LwCoupling *old = lw_mechanism_get_coupling (mechanism, i);
    LwCoupling *stops;
    LwMechanism *next;

    if (!is_stop_of (old, slot) || !(fabs (old->def.upper - before) <= 1e-9 * before))
      continue;
    stops = lw_coupling_copy (old);
    stops->def.upper = after;
    next = lw_mechanism_replace_coupling (mechanism, stops);
    lw_mechanism_unref (mechanism);
    mechanism = next;
  }
  return mechanism;
}

// ---- points ---------------------------------------------------------------------------------

/// Returns the slot, or NULL and sets an error.
static const LwCoupling *
find_slot (const LwMechanism *mechanism, int id, GError **error)
{
  const LwCoupling *slot = lw_mechanism_find_coupling (mechanism, id);

  if (slot != NULL && slot->curve != NULL)
    return slot;
  g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                       _ ("This element has no curve: choose a curved slot."));
  return NULL;
}

LwMechanism *
lw_curve_edit_set (const LwMechanism *mechanism, int id, GArray *points, GError **error)
{
  const LwCoupling *old = lw_mechanism_find_coupling (mechanism, id);
  MbdCurve *curve = NULL;
  MbdDiagnosis why = { 0 };
  LwCoupling *slot;
  bool was_closed;
  double before, after;

  if (lw_curve_new (points, &curve, &why) != MBD_STATUS_OK) {
    g_autofree char *name = lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_COUPLING, id);

    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, "%s: %s.", name, _ (mbd_status_text (why.code)));
    g_array_unref (points);
    return NULL;
  }
  before = lw_curve_length (old->curve, &was_closed);
  after = mbd_curve_is_closed (curve) || was_closed ? 0 : mbd_curve_length (curve);
  mbd_curve_unref (curve);
  slot = lw_coupling_copy (old);
  g_clear_pointer (&slot->curve, g_array_unref);
  slot->curve = points;
  return follow_length (lw_mechanism_replace_coupling (mechanism, slot), id, before, after);
}

LwMechanism *
lw_curve_edit_add (const LwMechanism *mechanism, int id, const double world[2], GError **error)
{
  const LwCoupling *slot = find_slot (mechanism, id, error);
  MbdCurve *curve = NULL;
  MbdCurvePoint foot;
  double at[2], s;
  guint after = 0;

  if (slot == NULL || lw_curve_new (slot->curve, &curve, NULL) != MBD_STATUS_OK)
    return slot == NULL ? NULL
                        : lw_curve_edit_set (mechanism, id, g_array_copy (slot->curve), error);
  lw_curve_edit_to_frame (mechanism, slot, world, at);
  foot = mbd_curve_foot (curve, at, NAN);
  s = mbd_curve_is_closed (curve)
        ? foot.s - floor (foot.s / mbd_curve_length (curve)) * mbd_curve_length (curve)
        : foot.s;
  while (after + 2 < slot->curve->len && mbd_curve_place (curve, (int) after + 1) <= s)
    after++;
  mbd_curve_unref (curve);
  return lw_curve_edit_set (mechanism, id, lw_curve_with_new_point (slot->curve, after, foot.point),
                            error);
}

LwMechanism *
lw_curve_edit_remove (const LwMechanism *mechanism, int id, const double world[2], GError **error)
{
  const LwCoupling *slot = find_slot (mechanism, id, error);
  double at[2], least = INFINITY;
  guint nearest = 0;
  GArray *points;

  if (slot == NULL)
    return NULL;
  lw_curve_edit_to_frame (mechanism, slot, world, at);
  for (guint i = 0; i < slot->curve->len; i++) {
    const double *point = (const double *) (void *) slot->curve->data + 3 * (gsize) i;
    const double distance = hypot (point[0] - at[0], point[1] - at[1]);

    if (distance < least) {
      least = distance;
      nearest = i;
    }
  }
  points = lw_curve_without_point (slot->curve, nearest);
  if (points != NULL)
    return lw_curve_edit_set (mechanism, id, points, error);
  g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                       _ ("The curve needs its remaining points."));
  return NULL;
}

LwMechanism *
lw_curve_edit_close (const LwMechanism *mechanism, int id, bool closed, GError **error)
{
  const LwCoupling *slot = find_slot (mechanism, id, error);
  GArray *points = slot != NULL ? lw_curve_closed (slot->curve, closed) : NULL;
  const double length = slot != NULL ? lw_curve_length (slot->curve, NULL) : 0;
  LwMechanism *next;

  if (slot == NULL)
    return NULL;
  if (points == NULL) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         _ ("A closed curve needs three points: add one first."));
    return NULL;
  }
  next = lw_curve_edit_set (mechanism, id, points, error);
  for (guint i = 0; next != NULL && closed && i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *stops = lw_mechanism_get_coupling (mechanism, i);
    LwMechanism *without;

    if (!is_stop_of (stops, id) || stops->def.lower != 0
        || !(fabs (stops->def.upper - length) <= 1e-9 * length))
      continue;
    without = lw_mechanism_remove_coupling (next, stops->element.id);
    lw_mechanism_unref (next);
    next = without;
  }
  if (next != NULL && !closed)
    lw_mechanism_add_coupling (
      next, lw_curve_edit_new_stops (next, lw_mechanism_find_coupling (next, id)));
  return next;
}
