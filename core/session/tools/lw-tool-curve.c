// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Groove: a curve through the clicked points, in the body below; the body on top has a pin there
// that follows it. The first point where two bodies lie upon each other is that of the pin. An open curve has
// stops at its ends.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-curve-edit.h"
#include "lw-curve.h"
#include "lw-tool-private.h"

/// Finds the point of the pin, and the bodies of slot and pin.
static bool
find_pin (const LwToolGesture *gesture, guint *index, int pair[2], char **problem)
{
  for (int may_be_ground = 0; may_be_ground < 2; may_be_ground++)
    for (guint i = 0; i < gesture->n_points; i++) {
      LwToolGesture at = *gesture;

      at.points = &gesture->points[i];
      at.n_points = 1;
      at.wanted = i == 0 ? gesture->wanted : NULL;
      g_clear_pointer (problem, g_free);
      *index = i;
      if (may_be_ground ? lw_tool_find_pair_or_ground (&at, pair, problem)
                        : lw_tool_find_pair (&at, pair, problem) && pair[0] != MBD_GROUND)
        return true;
    }
  g_clear_pointer (problem, g_free);
  *problem = g_strdup (_ ("No body has a pin here: let the curve lead through a point of the body "
                          "that is to follow it."));
  return false;
}

/// Returns the clicked points from the first one; a last one on the first one closes the curve.
static GArray *
get_points (const LwToolGesture *gesture, const LwCoupling *slot)
{
  GArray *points = g_array_new (FALSE, FALSE, 3 * sizeof (double));
  const LwToolPoint *first = &gesture->points[0];

  for (guint i = 0; i < gesture->n_points; i++) {
    const LwToolPoint *at = &gesture->points[i];
    const bool closes =
      i >= 3 && i == gesture->n_points - 1
      && hypot (at->x - first->x, at->y - first->y) * gesture->view->px_per_m < LW_TOOL_REACH_PX;
    double point[3] = { 0 };

    lw_curve_edit_to_frame (
      gesture->mechanism, slot,
      closes ? (const double[]){ first->x, first->y } : (const double[]){ at->x, at->y }, point);
    // The frame is at the first point.
    if (i == 0 || closes)
      point[0] = point[1] = 0;
    g_array_append_vals (points, point, 1);
  }
  return points;
}

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  const LwMechanism *mechanism = gesture->mechanism;
  MbdCouplingDef def = mbd_curved_slot_default (NULL);
  g_autofree char *name = lw_names_unique (mechanism, _ ("Slot"));
  MbdCurve *curve = NULL;
  MbdDiagnosis why = { 0 };
  LwMechanism *next;
  LwCoupling *slot;
  bool closed;
  int pair[2];
  guint pin;

  if (!find_pin (gesture, &pin, pair, problem) || gesture->n_points < 2)
    return NULL;
  def.body_a = pair[0];
  def.body_b = pair[1];
  lw_geometry_to_body (lw_mechanism_find_body (mechanism, pair[0]),
                       (const double[]){ gesture->points[0].x, gesture->points[0].y },
                       def.frame_a.point);
  lw_geometry_to_body (lw_mechanism_find_body (mechanism, pair[1]),
                       (const double[]){ gesture->points[pin].x, gesture->points[pin].y },
                       def.frame_b.point);
  slot = lw_coupling_new (&def, lw_mechanism_next_coupling_id (mechanism), name);
  slot->curve = get_points (gesture, slot);
  if (lw_curve_new (slot->curve, &curve, &why) != MBD_STATUS_OK) {
    // Translators: the reason, such as "the curve crosses or touches itself"
    *problem = g_strdup_printf (_ ("No slot: %s."), _ (mbd_status_text (why.code)));
    lw_coupling_unref (slot);
    return NULL;
  }
  closed = mbd_curve_is_closed (curve);
  mbd_curve_unref (curve);
  next = lw_tool_add_coupling (mechanism, slot, made);
  if (!closed)
    lw_mechanism_add_coupling (next, lw_curve_edit_new_stops (next, slot));
  return next;
}

const LwToolClass *
lw_tool_curve_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "curve",
              .word = N_ ("Groove"),
              .title = N_ ("Add a Pin in a Curved Slot"),
              .key = "",
              .icon = "lw-curved-slot-symbolic",
              .group = LW_TOOLS_MACHINES },
    .step = N_ ("Add Curved Slot"),
    .hints = { N_ (
                 "Click where the curve begins; it leads through a point of the body that follows "
                 "it"),
               N_ ("Click the next point of the curve"),
               N_ ("Click the next point; Enter ends the slot, the first point closes it") },
    .n_points = 0,
    .ends_anywhere = true,
    .closes = true,
    .joins_here = true,
    .may_join_ground = true,
    .build = build,
  };

  return &class;
}
