// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What several tools build with.

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-tool-private.h"

// ---- names ----------------------------------------------------------------------------------

static bool
is_name (const LwElement *element, const char *name)
{
  return g_strcmp0 (element->name, name) == 0;
}

static bool
is_taken (const LwMechanism *mechanism, const char *name)
{
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++)
    if (is_name (&lw_mechanism_get_body (mechanism, i)->element, name))
      return true;
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++)
    if (is_name (&lw_mechanism_get_coupling (mechanism, i)->element, name))
      return true;
  for (guint i = 0; i < lw_mechanism_get_n_forces (mechanism); i++)
    if (is_name (&lw_mechanism_get_force (mechanism, i)->element, name))
      return true;
  for (guint i = 0; i < lw_mechanism_get_n_tracers (mechanism); i++)
    if (is_name (&lw_mechanism_get_tracer (mechanism, i)->element, name))
      return true;
  return false;
}

char *
lw_tool_unique_name (const LwMechanism *mechanism, const char *word)
{
  for (guint number = 1;; number++) {
    g_autofree char *name = g_strdup_printf ("%s %u", word, number);

    if (!is_taken (mechanism, name))
      return g_steal_pointer (&name);
  }
}

char *
lw_tool_point_name (const LwMechanism *mechanism)
{
  for (guint number = 0;; number++)
    for (char letter = 'A'; letter <= 'Z'; letter++) {
      g_autofree char *name =
        number == 0 ? g_strdup_printf ("%c", letter) : g_strdup_printf ("%c%u", letter, number);

      if (!is_taken (mechanism, name))
        return g_steal_pointer (&name);
    }
}

LwHue
lw_tool_next_hue (const LwMechanism *mechanism)
{
  return (LwHue) (lw_mechanism_get_n_bodies (mechanism) % LW_HUE_COUNT);
}

// ---- joints ---------------------------------------------------------------------------------

/// A joint at a point of a shape lies exactly there, free of the round-off of frames.
static void
take_shape_point (const LwBody *body, double local[3])
{
  const GArray *points = body->shape.points;

  for (guint i = 0; points != NULL && i < points->len; i++) {
    const double *point = (const double *) (void *) points->data + 3 * i;
    const double size = fmax (fabs (local[0]) + fabs (local[1]), fabs (point[0]) + fabs (point[1]));

    if (hypot (point[0] - local[0], point[1] - local[1]) <= 1e-12 * size)
      memcpy (local, point, 3 * sizeof *local);
  }
}

static void
place_frame (const LwMechanism *mechanism,
             int id,
             double x,
             double y,
             double angle,
             MbdFrame *frame)
{
  const LwBody *body = lw_mechanism_find_body (mechanism, id);
  const double world[2] = { x, y };

  lw_geometry_to_body (body, world, frame->point);
  if (body != NULL)
    take_shape_point (body, frame->point);
  lw_geometry_turn (angle - (body != NULL ? lw_geometry_angle (body) : 0), frame->quaternion);
}

LwCoupling *
lw_tool_new_joint (const LwMechanism *mechanism,
                   unsigned locked,
                   int body_a,
                   int body_b,
                   double x,
                   double y,
                   double angle)
{
  MbdCouplingDef def = mbd_loop_default (locked);
  g_autofree char *name = lw_tool_point_name (mechanism);

  def.body_a = body_a;
  def.body_b = body_b;
  place_frame (mechanism, body_a, x, y, angle, &def.frame_a);
  place_frame (mechanism, body_b, x, y, angle, &def.frame_b);
  // A pin has no direction: its frames lie as those of the bodies.
  if (locked == MBD_LOOP_PIN) {
    lw_geometry_turn (0, def.frame_a.quaternion);
    lw_geometry_turn (0, def.frame_b.quaternion);
  }
  return lw_coupling_new (&def, lw_mechanism_next_coupling_id (mechanism), name);
}

LwMechanism *
lw_tool_add_coupling (const LwMechanism *mechanism, LwCoupling *coupling, LwElementRef *made)
{
  *made = (LwElementRef){ LW_SELECTION_COUPLING, coupling->element.id };
  return lw_mechanism_replace_coupling (mechanism, coupling);
}

/// The bodies at the point: those that have the point snapped to, and those that lie there.
static GArray *
find_bodies (const LwToolGesture *gesture)
{
  const LwToolPoint *point = &gesture->points[0];
  const LwToolView *view = gesture->view;

  return lw_geometry_bodies_at (gesture->mechanism, point->x, point->y,
                                0.5 * view->link_width_px / view->px_per_m,
                                LW_TOOL_OUTLINE_PX / view->px_per_m);
}

bool
lw_tool_find_pair (const LwToolGesture *gesture, int pair[2], char **problem)
{
  const LwToolPoint *point = &gesture->points[0];
  g_autoptr (GArray) bodies = find_bodies (gesture);
  const int *ids = (const int *) (void *) bodies->data;
  guint top = bodies->len;

  if (bodies->len == 0) {
    *problem = g_strdup (_ ("There is no body here: click where a body is."));
    return false;
  }
  // From the top down: the first two that are not joined here.
  pair[1] = ids[top - 1];
  while (top-- > 1) {
    pair[0] = ids[top - 1];
    if (lw_geometry_joined_with (gesture->mechanism, point->x, point->y, pair[0])
        != lw_geometry_joined_with (gesture->mechanism, point->x, point->y, pair[1]))
      return true;
  }
  pair[0] = MBD_GROUND;
  if (bodies->len > 1) {
    *problem = g_strdup (_ ("The bodies here are joined already."));
    return false;
  }
  if (lw_geometry_joined_with (gesture->mechanism, point->x, point->y, pair[1])
      == lw_geometry_joined_with (gesture->mechanism, point->x, point->y, MBD_GROUND)) {
    *problem = g_strdup (_ ("This point is joined to the ground already."));
    return false;
  }
  return true;
}

LwMechanism *
lw_tool_join_here (const LwToolGesture *gesture,
                   unsigned locked,
                   double angle,
                   LwElementRef *made,
                   char **problem)
{
  int pair[2];

  if (!lw_tool_find_pair (gesture, pair, problem))
    return NULL;
  return lw_tool_add_coupling (gesture->mechanism,
                               lw_tool_new_joint (gesture->mechanism, locked, pair[0], pair[1],
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
    lw_tool_new_joint (mechanism, MBD_LOOP_PIN, point->body, body, point->x, point->y, 0), &made);
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

double
lw_tool_direction (const LwToolGesture *gesture, double otherwise)
{
  const LwToolPoint *first = &gesture->points[0];
  const LwToolPoint *last = &gesture->points[gesture->n_points - 1];

  if (lw_tool_length (gesture) * gesture->view->px_per_m < LW_TOOL_CLICK_PX)
    return otherwise;
  return atan2 (last->y - first->y, last->x - first->x);
}
