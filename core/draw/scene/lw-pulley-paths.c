// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ropes over pulleys on the screen: strands, arcs and the pulleys themselves.

#include "lw-coupling-paths-private.h"

#include <math.h>

#include "lw-pulleys.h"

#define ARC_STEP 0.1 ///< rad, largest angle between points of an arc

/// Computes the place of an end of a rope in the world.
static void
place_end (const LwScene *self,
           const MbdCouplingDef *def,
           MbdState *state,
           int end,
           double world[3])
{
  const MbdFrame *frames[] = { &def->frame_a, &def->frame_b, &def->frame_c, &def->frame_d };
  const int body = mbd_model_body_by_id (self->model, lw_coupling_body (def, end));

  mbd_state_body_point (state, body, frames[end]->point, world, NULL, NULL);
}

bool
lw_scene_pulley_path (const LwScene *self,
                      const LwSceneJoint *joint,
                      MbdState *state,
                      LwPulleyPath *path)
{
  MbdCouplingDef def = *mbd_state_coupling (state, joint->index);
  double world[4][3], ends[4][2];
  bool flat = true;

  if (!lw_family_of (def.class_)->has_pulleys)
    return false;
  if (def.function != NULL)
    def.length = mbd_function_evaluate (def.function, mbd_state_time (state)).value;
  for (int i = 0; i < 4; i++) {
    place_end (self, &def, state, i, world[i]);
    flat = flat && world[i][2] == 0.0;
    ends[i][0] = world[i][0];
    ends[i][1] = world[i][1];
  }
  path->plane.n_nodes = 2;
  path->in_space = !flat && def.pulley_radius[0] == 0.0 && def.pulley_radius[1] == 0.0;
  path->n = def.passes + 2;
  for (int i = 0; i < path->n; i++) {
    const int end = i == 0 ? 0 : i == path->n - 1 ? 1 : i % 2 == 1 ? 2 : 3;

    for (int d = 0; d < 3; d++)
      path->points[i][d] = world[end][d];
  }
  if (!path->in_space)
    lw_pulleys_path (&def, ends, &path->plane);
  return true;
}

static void
add_point (const LwSceneFrame *self, const double at[2], double *points, size_t *n)
{
  const double world[3] = { at[0], at[1], 0.0 };

  if (*n < LW_PATH_POINTS) {
    lw_view_project (self->view, world, &points[2 * *n], &points[2 * *n + 1]);
    (*n)++;
  }
}

/// Adds the arc on a pulley between two strands, without its ends.
static void
add_arc (const LwSceneFrame *self,
         const MbdRopeNode *node,
         int most,
         const double from[2],
         double *points,
         size_t *n)
{
  const double start = atan2 (from[1] - node->centre[1], from[0] - node->centre[0]);
  const double turn = node->radius < 0.0 ? -node->wrap : node->wrap;
  const double shown = copysign (fmin (fabs (turn), 2.0 * G_PI), turn);
  const int steps = CLAMP ((int) ceil (fabs (shown) / ARC_STEP), 1, most);

  // Whole turns lie on each other.
  for (int i = 1; i < steps; i++) {
    const double angle =
      start + (fabs (turn) > 2.0 * G_PI ? turn - shown : 0.0) + shown * i / steps;
    const double at[2] = { node->centre[0] + fabs (node->radius) * cos (angle),
                           node->centre[1] + fabs (node->radius) * sin (angle) };

    add_point (self, at, points, n);
  }
}

/// Computes the polyline of a path. Returns the number of points.
size_t
lw_scene_frame_pulley_polyline (const LwSceneFrame *self, const LwPulleyPath *path, double *points)
{
  // Two points for each strand; the arcs share the others.
  const int nodes = path->plane.n_nodes, most = (LW_PATH_POINTS - 2 * nodes) / MAX (nodes - 2, 1);
  size_t n = 0;

  if (path->in_space) {
    for (int i = 0; i < path->n; i++)
      lw_view_project (self->view, path->points[i], &points[2 * i], &points[2 * i + 1]);
    return (size_t) path->n;
  }
  for (int i = 0; i < path->plane.n_nodes - 1; i++) {
    const MbdRopeStrand *strand = &path->plane.strand[i];

    if (i > 0 && path->plane.node[i].radius != 0.0)
      add_arc (self, &path->plane.node[i], most, path->plane.strand[i - 1].to, points, &n);
    add_point (self, strand->from, points, &n);
    add_point (self, strand->to, points, &n);
  }
  return n;
}

void
lw_scene_frame_draw_pulleys (const LwSceneFrame *self, const LwSceneJoint *joint)
{
  const MbdCouplingDef *def = mbd_state_coupling (self->state, joint->index);
  const LwSymbolState symbol_state = lw_scene_frame_joint_symbol_state (self, joint);
  const MbdFrame *frames[] = { &def->frame_c, &def->frame_d };

  for (int i = 0; i < lw_coupling_n_ends (def) - 2; i++) {
    const int body = mbd_model_body_by_id (self->scene->model, lw_coupling_body (def, 2 + i));
    const LwSceneBody *drawn = lw_scene_body_at (self->scene, body);
    LwScreenFrame place;

    // A disc is the pulley itself.
    if (drawn != NULL && !drawn->hidden && drawn->body->shape.kind == LW_SHAPE_DISC
        && hypot (frames[i]->point[0], frames[i]->point[1]) < 1e-9
        && fabs (drawn->body->shape.size[0] - fabs (def->pulley_radius[i])) < 1e-9)
      continue;
    lw_scene_frame_place (self, body, frames[i], &place);
    lw_symbol_pulley (&self->brush, place.x, place.y,
                      fabs (def->pulley_radius[i]) * self->view->scale, symbol_state);
  }
}

void
lw_scene_frame_strand (const LwSceneFrame *self, const LwSceneJoint *joint, double ends[4])
{
  LwPulleyPath path;
  double a[3], b[3], longest = 0.0, points[2 * LW_PATH_POINTS];
  size_t n;

  mbd_state_coupling_points (self->state, joint->index, a, b);
  lw_view_project (self->view, a, &ends[0], &ends[1]);
  lw_view_project (self->view, b, &ends[2], &ends[3]);
  if (!lw_scene_pulley_path (self->scene, joint, self->state, &path))
    return;
  n = lw_scene_frame_pulley_polyline (self, &path, points);
  for (size_t i = 0; i + 1 < n; i++) {
    const double length =
      hypot (points[2 * i + 2] - points[2 * i], points[2 * i + 3] - points[2 * i + 1]);

    if (length > longest) {
      longest = length;
      for (int k = 0; k < 4; k++)
        ends[k] = points[2 * i + (size_t) k];
    }
  }
}
