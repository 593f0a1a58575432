// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Measure: the position of a point, the distance of two points, the angle at the second of
// three points or, with Shift, the angle between two links.

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-link-length.h"
#include "lw-tool-private.h"

/// Returns a place as a point of a body. At a joint with the ground this is the other body, so that
/// the point moves with the joint.
static LwBodyPoint
find_point (const LwToolGesture *gesture, const LwToolPoint *point)
{
  const double near = 1e-9 * lw_geometry_size (gesture->mechanism, 1e-3);
  const double world[2] = { point->x, point->y };
  LwBodyPoint found = { .body = point->body == LW_NO_BODY ? MBD_GROUND : point->body };
  const LwCoupling *joint =
    lw_geometry_joint_at (gesture->mechanism, point->x, point->y, near, NULL);

  if (found.body == MBD_GROUND && joint != NULL)
    found.body = joint->def.body_b != MBD_GROUND ? joint->def.body_b : joint->def.body_a;
  lw_geometry_to_body (lw_mechanism_find_body (gesture->mechanism, found.body), world, found.point);
  return found;
}

/// Finds the ends of the link at a place. Returns false if there is none.
static bool
find_line (const LwToolGesture *gesture, const LwToolPoint *point, LwBodyPoint ends[2])
{
  const LwBody *body = lw_mechanism_find_body (gesture->mechanism, point->body);
  double length;
  g_autoptr (GArray) points = NULL;

  if (body != NULL)
    points = lw_mechanism_dup_length_points (gesture->mechanism, point->body, &length);
  for (guint i = 0; points != NULL && i < 2; i++) {
    ends[i].body = point->body;
    memcpy (ends[i].point, (const double *) (void *) points->data + 3 * i, sizeof ends[i].point);
  }
  return points != NULL;
}

static void
get_place (const LwMechanism *mechanism, const LwBodyPoint *point, double world[2])
{
  lw_geometry_to_world (lw_mechanism_find_body (mechanism, point->body), point->point, world);
}

static void
swap_ends (LwBodyPoint ends[2])
{
  const LwBodyPoint first = ends[0];

  ends[0] = ends[1];
  ends[1] = first;
}

/// Lets both lines begin at their ends that are nearest to each other, so that the angle is the
/// visible one.
static void
turn_lines (const LwMechanism *mechanism, LwBodyPoint points[4])
{
  double nearest = INFINITY;
  int best = 0;

  for (int i = 0; i < 4; i++) {
    double a[2], b[2], distance;

    get_place (mechanism, &points[i & 1], a);
    get_place (mechanism, &points[2 + (i >> 1)], b);
    distance = hypot (a[0] - b[0], a[1] - b[1]);
    if (distance < nearest) {
      nearest = distance;
      best = i;
    }
  }
  if (best & 1)
    swap_ends (points);
  if (best >> 1)
    swap_ends (points + 2);
}

static bool
is_same_place (const LwToolGesture *gesture, const LwToolPoint *a, const LwToolPoint *b)
{
  return hypot (a->x - b->x, a->y - b->y) * gesture->view->px_per_m < LW_TOOL_CLICK_PX;
}

/// Finds the measured points at the places; returns their number. Returns 0, perhaps with a
/// message, if they measure nothing.
static guint
find_points (const LwToolGesture *gesture,
             LwBodyPoint points[LW_MEASUREMENT_POINTS],
             char **problem)
{
  guint n = gesture->n_points;

  if (gesture->modifiers & LW_TOOL_SHIFT) {
    const LwToolPoint *last = &gesture->points[n - 1];

    if (!find_line (gesture, &gesture->points[0], points)) {
      *problem = g_strdup (_ (
        "There is no link here: with Shift, click two links to measure the angle between them."));
      return 0;
    }
    if (n < 2 || last->body == gesture->points[0].body || !find_line (gesture, last, points + 2))
      return 0;
    turn_lines (gesture->mechanism, points);
    return LW_MEASUREMENT_LINES;
  }
  // The pointer has not moved since the last point was taken.
  if (n > 1 && is_same_place (gesture, &gesture->points[n - 1], &gesture->points[n - 2]))
    n--;
  for (guint i = 0; i < n; i++)
    points[i] = find_point (gesture, &gesture->points[i]);
  return n;
}

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  const LwMechanism *mechanism = gesture->mechanism;
  LwBodyPoint points[LW_MEASUREMENT_POINTS];
  const guint n = find_points (gesture, points, problem);
  g_autofree char *name = NULL;

  if (n == 0)
    return NULL;
  name = lw_names_unique (mechanism, _ ("Measure"));
  *made = (LwElementRef){ LW_SELECTION_MEASUREMENT, lw_mechanism_next_measurement_id (mechanism) };
  return lw_mechanism_replace_measurement (mechanism,
                                           lw_measurement_new (made->id, name, points, n));
}

static bool
is_complete (const LwToolGesture *gesture)
{
  return gesture->n_points == ((gesture->modifiers & LW_TOOL_SHIFT) ? 2 : 3);
}

const LwToolClass *
lw_tool_measure_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "measure",
              .word = N_ ("Measure"),
              .title = N_ ("Measure a Distance, an Angle or a Position"),
              .key = "N",
              .icon = "lw-measure-symbolic",
              .group = LW_TOOLS_OBSERVE },
    .step = N_ ("Add Measurement"),
    .hints = { N_ ("Drag from point to point for their distance, or click a point; with Shift, "
                   "click two links for the angle between them"),
               N_ ("Click the second point, or press Enter for the position of this one"),
               N_ ("Click the third point for the angle at the second, or press Enter for the "
                   "distance") },
    .n_points = 3,
    .ends_anywhere = true,
    .is_complete = is_complete,
    .build = build,
  };

  return &class;
}
