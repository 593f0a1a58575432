// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Rope over Pulleys: from an anchor over one or two pulleys to another anchor. A pulley is a disc,
// whose radius it has, or any other point, where the rope runs through an eye. The rope bends round a pulley
// on the side of which it is drawn.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-tool-private.h"

/// Returns the disc with its centre at a point, or NULL.
static const LwBody *
disc_at (const LwToolGesture *gesture, const LwToolPoint *point)
{
  const LwMechanism *mechanism = gesture->mechanism;
  const double reach = LW_TOOL_REACH_PX / gesture->view->px_per_m;

  for (guint i = lw_mechanism_get_n_bodies (mechanism); i > 0; i--) {
    const LwBody *body = lw_mechanism_get_body (mechanism, i - 1);

    if (body->shape.kind == LW_SHAPE_DISC && body->def.mobility != MBD_SPATIAL
        && hypot (body->def.position[0] - point->x, body->def.position[1] - point->y) < reach)
      return body;
  }
  return NULL;
}

/// Puts an end of the rope on the body at a point.
static void
place_end (const LwToolGesture *gesture, const LwToolPoint *point, int *id, double local[3])
{
  const double world[2] = { point->x, point->y };

  *id = point->body == LW_NO_BODY ? MBD_GROUND : point->body;
  lw_geometry_to_body (lw_mechanism_find_body (gesture->mechanism, *id), world, local);
}

/// Puts a pulley at a point: a disc, or an eye of the body there.
static void
place_pulley (const LwToolGesture *gesture, guint index, int *id, MbdFrame *frame, double *radius)
{
  const LwToolPoint *before = &gesture->points[index - 1], *at = &gesture->points[index];
  const LwToolPoint *after = &gesture->points[index + 1];
  const LwBody *disc = disc_at (gesture, at);
  const double turn =
    (at->x - before->x) * (after->y - at->y) - (at->y - before->y) * (after->x - at->x);

  place_end (gesture, at, id, frame->point);
  *radius = 0;
  if (disc == NULL)
    return;
  *id = disc->element.id;
  frame->point[0] = frame->point[1] = 0;
  *radius = turn > 0 ? disc->shape.size[0] : -disc->shape.size[0];
}

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  MbdCouplingDef def = mbd_pulley_rope_default ();
  const guint last = gesture->n_points - 1;
  double ends[4][2];
  g_autofree char *name = NULL;

  if (gesture->n_points < 3)
    return NULL;
  place_end (gesture, &gesture->points[0], &def.body_a, def.frame_a.point);
  place_end (gesture, &gesture->points[last], &def.body_b, def.frame_b.point);
  place_pulley (gesture, 1, &def.body_c, &def.frame_c, &def.pulley_radius[0]);
  def.passes = (int) last - 1;
  if (def.passes > 1)
    place_pulley (gesture, 2, &def.body_d, &def.frame_d, &def.pulley_radius[1]);
  if (def.body_a == def.body_b && def.body_a == def.body_c
      && (def.passes == 1 || def.body_a == def.body_d)) {
    *problem =
      g_strdup (_ ("The ends and pulleys of this rope are on one body: click another body or "
                   "the ground."));
    return NULL;
  }
  lw_geometry_coupling_ends (gesture->mechanism, &def, ends);
  def.length = lw_coupling_length (&def, ends);
  if (!(def.length > 0))
    return NULL;
  name = lw_names_unique (gesture->mechanism, _ ("Rope"));
  return lw_tool_add_coupling (
    gesture->mechanism,
    lw_coupling_new (&def, lw_mechanism_next_coupling_id (gesture->mechanism), name), made);
}

/// Two pulleys are the most.
static bool
is_complete (const LwToolGesture *gesture)
{
  return gesture->n_points == 4;
}

const LwToolClass *
lw_tool_pulley_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "pulley",
              .word = N_ ("Pulley"),
              .title = N_ ("Lay a Rope over One or Two Pulleys"),
              .key = "",
              .icon = "lw-pulley-symbolic",
              .group = LW_TOOLS_MACHINES },
    .step = N_ ("Draw Rope"),
    .hints = { N_ ("Click where the rope begins, on a body or on the ground"),
               N_ ("Click the pulley: the middle of a disc, or a point for an eye"),
               N_ ("Click the other end and press Enter, or click a second pulley first") },
    .n_points = 0,
    .ends_anywhere = true,
    .is_complete = is_complete,
    .build = build,
  };

  return &class;
}
