// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions shared by several tools for building elements.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-tool-private.h"

LwHue
lw_tool_next_hue (const LwMechanism *mechanism)
{
  return (LwHue) (lw_mechanism_get_n_bodies (mechanism) % LW_HUE_COUNT);
}

// ---- joints ---------------------------------------------------------------------------------

LwMechanism *
lw_tool_add_coupling (const LwMechanism *mechanism, LwCoupling *coupling, LwElementRef *made)
{
  *made = (LwElementRef){ LW_SELECTION_COUPLING, coupling->element.id };
  return lw_mechanism_replace_coupling (mechanism, coupling);
}

GArray *
lw_tool_find_bodies (const LwToolGesture *gesture, const LwToolPoint *point)
{
  const LwToolView *view = gesture->view;

  return lw_geometry_bodies_at (gesture->mechanism, point->x, point->y,
                                0.5 * view->link_width_px / view->px_per_m,
                                LW_TOOL_OUTLINE_PX / view->px_per_m);
}

int
lw_tool_choose_for_ground (const LwMechanism *mechanism, const int *ids, guint n)
{
  for (guint i = n; i-- > 0;)
    if (lw_mechanism_find_body (mechanism, ids[i])->shape.kind != LW_SHAPE_LINK)
      return ids[i];
  return ids[n - 1];
}

/// Returns why there is no pair to be joined.
static char *
dup_problem (const LwToolGesture *gesture, bool may_be_ground)
{
  g_autoptr (GArray) bodies = lw_tool_find_bodies (gesture, &gesture->points[0]);

  if (bodies->len == 0)
    return g_strdup (_ ("There is no body here: click where a body is."));
  if (bodies->len == 1)
    return g_strdup (_ ("This point is joined to the ground already: choose another place."));
  if (may_be_ground)
    return g_strdup (
      _ ("The bodies here are joined already, also to the ground: choose another place."));
  return g_strdup (_ ("The bodies here are joined already: choose a place where others meet, "
                      "or another kind for their joint in the inspector."));
}

static bool
find_pair (const LwToolGesture *gesture, bool may_be_ground, int pair[2], char **problem)
{
  g_autoptr (GArray) pairs = lw_tool_list_pairs (gesture, may_be_ground);
  const LwToolPair *chosen = lw_tool_choose_pair (gesture, pairs);

  if (chosen == NULL) {
    *problem = dup_problem (gesture, may_be_ground);
    return false;
  }
  pair[0] = chosen->bodies[0];
  pair[1] = chosen->bodies[1];
  return true;
}

bool
lw_tool_find_pair (const LwToolGesture *gesture, int pair[2], char **problem)
{
  return find_pair (gesture, false, pair, problem);
}

bool
lw_tool_find_pair_or_ground (const LwToolGesture *gesture, int pair[2], char **problem)
{
  return find_pair (gesture, true, pair, problem);
}

bool
lw_tool_find_ends (const LwToolGesture *gesture, int ends[2], char **problem)
{
  const LwMechanism *mechanism = gesture->mechanism;
  const LwToolPoint *points[2] = { &gesture->points[0], &gesture->points[gesture->n_points - 1] };

  for (int end = 0; end < 2; end++)
    ends[end] = points[end]->body == LW_NO_BODY ? MBD_GROUND : points[end]->body;
  for (int end = 0; end < 2 && ends[0] == ends[1] && ends[0] != MBD_GROUND; end++) {
    const LwToolPoint *at = points[end];
    const int here = lw_geometry_joined_with (mechanism, at->x, at->y, ends[end]);
    g_autoptr (GArray) bodies = lw_tool_find_bodies (gesture, at);

    for (guint i = bodies->len; i-- > 0;) {
      const int id = g_array_index (bodies, int, i);

      if (id != ends[end] && lw_geometry_joined_with (mechanism, at->x, at->y, id) != here) {
        ends[end] = id;
        return true;
      }
    }
  }
  if (ends[0] != ends[1])
    return true;
  *problem = g_strdup (
    _ ("Both ends are on the same body: let one of them end on another body or on the ground."));
  return false;
}

LwMechanism *
lw_tool_join_here (const LwToolGesture *gesture,
                   unsigned locked,
                   double angle,
                   LwElementRef *made,
                   char **problem)
{
  const MbdCouplingDef def = mbd_loop_default (locked);
  int pair[2];

  // A weld of bodies that are already joined is meant to make the joint stiff, not to fix it to the
  // ground.
  if (!find_pair (gesture, !lw_coupling_is_rigid (&def), pair, problem))
    return NULL;
  return lw_tool_add_coupling (gesture->mechanism,
                               lw_geometry_new_joint (gesture->mechanism, locked, pair[0], pair[1],
                                                      gesture->points[0].x, gesture->points[0].y,
                                                      angle),
                               made);
}

LwMechanism *
lw_tool_pin_end (LwMechanism *mechanism, int body, const LwToolPoint *point)
{
  LwElementRef made;
  LwMechanism *next;

  if (!point->joins || point->body == LW_NO_BODY || point->body == body)
    return mechanism;
  next = lw_tool_add_coupling (
    mechanism,
    lw_geometry_new_joint (mechanism, MBD_LOOP_PIN, point->body, body, point->x, point->y, 0),
    &made);
  lw_mechanism_unref (mechanism);
  return next;
}

// ---- two points -----------------------------------------------------------------------------

double
lw_tool_length (const LwToolGesture *gesture)
{
  const LwToolPoint *first = &gesture->points[0];
  const LwToolPoint *last = &gesture->points[gesture->n_points - 1];

  return hypot (last->x - first->x, last->y - first->y);
}

bool
lw_tool_is_click (const LwToolGesture *gesture)
{
  return lw_tool_length (gesture) * gesture->view->px_per_m < LW_TOOL_CLICK_PX;
}

double
lw_tool_direction (const LwToolGesture *gesture, double otherwise)
{
  const LwToolPoint *first = &gesture->points[0];
  const LwToolPoint *last = &gesture->points[gesture->n_points - 1];

  if (lw_tool_is_click (gesture))
    return otherwise;
  return atan2 (last->y - first->y, last->x - first->x);
}

double
lw_tool_two_figures (double value)
{
  const double step = value > 0 ? pow (10, floor (log10 (value)) - 1) : 0;

  return step > 0 ? lw_snap_round (value, step) : 0;
}
