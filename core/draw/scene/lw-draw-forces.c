// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws force elements: springs that stretch, dashpots, bushings, drag. Loads are drawn as arrows.

#include <math.h>

#include "lw-compliant-joint.h"
#include "lw-crowd-private.h"
#include "lw-scene-private.h"

// ---- scene -----------------------------------------------------------------------------------

/// Returns the angle of the ground symbol of a bushing: as for the joint that it replaces,
/// otherwise above or below the body that it holds.
static double
compliant_ground_angle (LwScene *self, MbdState *state, const LwForce *force)
{
  const MbdForceDef *def = &force->def;
  const LwBody *body =
    lw_mechanism_find_body (self->mechanism, def->body_a == MBD_GROUND ? def->body_b : def->body_a);
  double a[3], b[3], centre[3];

  for (guint i = 0; i < self->n_joints; i++)
    if (lw_mechanism_find_compliant (self->mechanism, self->joints[i].coupling) == force)
      return self->joints[i].ground_angle;
  if (body == NULL)
    return 0.0;
  mbd_state_body_point (state, mbd_model_body_by_id (self->model, body->element.id),
                        body->def.centre_of_mass, centre, NULL, NULL);
  mbd_state_force_points (state, mbd_model_force_by_id (self->model, force->element.id), a, b);
  return centre[1] < a[1] - 0.1 * self->link_width ? G_PI : 0.0;
}

void
lw_scene_init_forces (LwScene *self, MbdState *state)
{
  self->n_forces = lw_mechanism_get_n_forces (self->mechanism);
  self->forces = g_new0 (LwSceneForce, self->n_forces + 1);
  for (guint i = 0; i < self->n_forces; i++) {
    LwSceneForce *force = &self->forces[i];
    const MbdForceDef *def;

    force->force = lw_mechanism_get_force (self->mechanism, i);
    force->index = mbd_model_force_by_id (self->model, force->force->element.id);
    force->label_choice = -1;
    def = &force->force->def;
    if (lw_family_of (def->class_)->n_bodies != 2)
      continue;
    force->grounded[0] = def->body_a == MBD_GROUND;
    force->grounded[1] = def->body_b == MBD_GROUND;
    if (lw_family_of (def->class_)->is_compliant_joint
        && (force->grounded[0] || force->grounded[1]))
      force->ground_angle = compliant_ground_angle (self, state, force->force);
  }
  for (guint i = 0; i < self->n_joints; i++)
    if (lw_mechanism_find_compliant (self->mechanism, self->joints[i].coupling) != NULL)
      self->joints[i].pin_bodies = 0;
}

double
lw_scene_force_ground_angle (const LwSceneForce *force,
                             int side,
                             const double a[3],
                             const double b[3])
{
  if (lw_family_of (force->force->def.class_)->is_compliant_joint)
    return force->ground_angle;
  return (side == 0 ? b[1] < a[1] : a[1] < b[1]) ? G_PI : 0.0;
}

// ---- drawing ---------------------------------------------------------------------------------

void
lw_scene_frame_draw_force_grounds (const LwSceneFrame *self)
{
  const LwScene *scene = self->scene;
  double a[3], b[3];

  for (guint i = 0; i < scene->n_forces; i++) {
    const LwSceneForce *force = &scene->forces[i];

    if (!force->grounded[0] && !force->grounded[1])
      continue;
    mbd_state_force_points (self->state, force->index, a, b);
    for (int side = 0; side < 2; side++)
      if (force->grounded[side])
        lw_scene_frame_draw_ground_pin (self, side == 0 ? a : b,
                                        lw_scene_force_ground_angle (force, side, a, b));
  }
}

void
lw_scene_frame_draw_compliance (const LwSceneFrame *self,
                                double x,
                                double y,
                                double dx,
                                double dy,
                                LwSymbolState symbol_state)
{
  lw_symbol_compliant_joint (&self->brush, x, y, dx, dy, symbol_state);
}

static void
draw_spring (const LwSceneFrame *self,
             const MbdForceDef *def,
             const double ends[4],
             LwSymbolState symbol_state)
{
  const double x1 = ends[0], y1 = ends[1], x2 = ends[2], y2 = ends[3];

  if (lw_crowd_take_spring (self->crowd, x1, y1, x2, y2, symbol_state))
    return;
  if (def->stiffness > 0.0 && def->damping > 0.0)
    lw_symbol_spring_dashpot (&self->brush, x1, y1, x2, y2, symbol_state);
  else if (def->damping > 0.0)
    lw_symbol_dashpot (&self->brush, x1, y1, x2, y2, symbol_state);
  else
    lw_symbol_spring (&self->brush, x1, y1, x2, y2, symbol_state);
}

static void
draw_compliant_joint (const LwSceneFrame *self,
                      const MbdForceDef *def,
                      const double ends[4],
                      LwSymbolState symbol_state)
{
  const double dx = ends[2] - ends[0], dy = ends[3] - ends[1];

  // A line connects frames that are far apart.
  if (hypot (dx, dy) > 0.78 * self->brush.w)
    lw_symbol_link_line (&self->brush, ends[0], ends[1], ends[2], ends[3], symbol_state);
  lw_scene_frame_draw_compliance (self, ends[0], ends[1], dx, dy, symbol_state);
  if (hypot (dx, dy) > 0.78 * self->brush.w)
    lw_brush_end_ring (&self->brush, ends[2], ends[3], 0.3 * self->brush.w, self->palette->ink);
}

static void
draw_drag (const LwSceneFrame *self,
           const MbdForceDef *def,
           const double ends[4],
           LwSymbolState symbol_state)
{
  lw_symbol_drag (&self->brush, ends[2], ends[3], symbol_state);
}

const LwForceLook lw_force_looks[LW_FAMILIES + 1] = {
  [LW_FAMILY_SPRING] = { .draw = draw_spring, .line = 0.42 },
  [LW_FAMILY_BUSHING] = { .draw = draw_compliant_joint, .ring = { 0.78, 0.0 }, .line_px = 2.0 },
  [LW_FAMILY_DRAG] = { .draw = draw_drag, .ring = { 0.0, 0.42 } },
};

static void
draw_force (const LwSceneFrame *self, const LwSceneForce *force)
{
  const LwForceLook *look = &lw_force_looks[lw_family_of (force->force->def.class_)->id];
  const MbdForceDef *def = &force->force->def;
  const LwSymbolState symbol_state =
    lw_scene_frame_symbol_state (self, LW_SELECTION_FORCE, force->force->element.id, def->enabled);
  double a[3], b[3], ends[4];

  if (look->draw == NULL)
    return;
  mbd_state_force_points (self->state, force->index, a, b);
  lw_view_project (self->view, a, &ends[0], &ends[1]);
  lw_view_project (self->view, b, &ends[2], &ends[3]);
  if (!lw_scene_frame_sees (self, ends[0], ends[1], ends[2], ends[3]))
    return;
  // Use the definition in the state, which includes changes made during the run.
  look->draw (self, mbd_state_force (self->state, force->index), ends, symbol_state);
}

void
lw_scene_frame_draw_forces (const LwSceneFrame *self)
{
  const LwScene *scene = self->scene;

  lw_scene_frame_draw_lines (self);
  for (guint i = 0; i < scene->n_forces; i++)
    draw_force (self, &scene->forces[i]);
  lw_crowd_draw_springs (self->crowd, &self->brush);
}
