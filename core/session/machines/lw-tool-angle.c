// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Angle: two bodies keep the angle between them, and may move otherwise.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-tool-private.h"

#define LEAST 1e-6 ///< rad, angles nearer to 0 or a half turn have no sense

static int
body_at (const LwToolPoint *point)
{
  return point->body == LW_NO_BODY ? MBD_GROUND : point->body;
}

/// Returns an angle within (-pi, pi].
static double
wrap (double angle)
{
  return angle - 2 * G_PI * ceil ((angle - G_PI) / (2 * G_PI));
}

/// Returns the coupling. Angles of which the sense is negative count from the second body; where both
/// bodies point the same way or against each other, a right angle to the first one is kept, since an
/// angle of 0 or a half turn has no sense.
static LwCoupling *
new_angle (const LwToolGesture *gesture, const int ids[2])
{
  const LwMechanism *mechanism = gesture->mechanism;
  const LwBody *bodies[2];
  MbdCouplingDef def = mbd_angle_default (G_PI / 2);
  MbdFrame *frames[2] = { &def.frame_a, &def.frame_b };
  g_autofree char *name = lw_names_unique (mechanism, _ ("Angle"));
  double angle;
  int first;

  for (int i = 0; i < 2; i++)
    bodies[i] = lw_mechanism_find_body (mechanism, ids[i]);
  angle =
    wrap ((bodies[1] != NULL ? lw_geometry_angle (bodies[1]) : 0) - lw_geometry_angle (bodies[0]));
  first = angle < 0 ? 1 : 0;
  def.body_a = ids[first];
  def.body_b = ids[1 - first];
  for (int i = 0; i < 2; i++) {
    const LwToolPoint *point =
      i == 0 ? &gesture->points[0] : &gesture->points[gesture->n_points - 1];
    const double at[2] = { point->x, point->y };

    lw_geometry_to_body (bodies[i], at, frames[i == first ? 0 : 1]->point);
  }
  angle = fabs (angle);
  if (angle > LEAST && angle < G_PI - LEAST)
    def.angle = angle;
  else
    lw_geometry_turn (angle - G_PI / 2, def.frame_a.quaternion);
  return lw_coupling_new (&def, lw_mechanism_next_coupling_id (mechanism), name);
}

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  const int ids[2] = { body_at (&gesture->points[0]),
                       body_at (&gesture->points[gesture->n_points - 1]) };

  if (ids[0] == MBD_GROUND) {
    *problem = g_strdup (_ ("There is no body here: click the first of two bodies."));
    return NULL;
  }
  *made = (LwElementRef){ LW_SELECTION_BODY, ids[0] };
  if (gesture->n_points < 2)
    return NULL;
  if (ids[0] == ids[1]) {
    *problem = g_strdup (
      _ ("This is the same body: click a different one, or outside all bodies for the ground."));
    return NULL;
  }
  return lw_tool_add_coupling (gesture->mechanism, new_angle (gesture, ids), made);
}

const LwToolClass *
lw_tool_angle_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "angle",
              .word = N_ ("Angle"),
              .title = N_ ("Keep the Angle between Two Bodies"),
              .key = "",
              .icon = "lw-angle-symbolic",
              .group = LW_TOOLS_MACHINES },
    .step = N_ ("Add Angle"),
    .hints = { N_ ("Click the first of two bodies whose angle is to be kept"),
               N_ ("Click the other body, or outside all bodies for the ground") },
    .n_points = 2,
    .takes_bodies = true,
    .build = build,
  };

  return &class;
}
