// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws bodies in contact: half-planes, the outlines of selected bodies, and the contact points of
// the displayed time with their normals, friction cones and forces.

#include "lw-scene-private.h"

#include <math.h>

#include "lw-contact.h"

/// Size of a body in px below which its contacts have neither normal nor cone, and from which they
/// have them in full size.
#define SMALL_BODY 18.0
#define LARGE_BODY 110.0
/// In parts of the size of the mechanism: points closer than this touch even without a force.
#define NEAR 1e-6
/// m/s; slower slip is within the error of a step.
#define STILL 1e-6
/// Largest arrow, in weights of all moving bodies: an impact would make all other arrows too short.
#define LARGEST_WEIGHTS 1.5

void
lw_scene_init_contacts (LwScene *self)
{
  const double *g = lw_mechanism_get_gravity (self->mechanism);

  for (int i = 0; i < LW_CONTACT_LABELS; i++)
    self->contact_choices[i] = -1;
  self->weight = 0.0;
  for (guint i = 0; i < self->n_bodies; i++) {
    const MbdBodyDef *def = &self->bodies[i].body->def;

    if (def->mobility != MBD_FIXED && isfinite (def->mass))
      self->weight += def->mass * hypot (g[0], hypot (g[1], g[2]));
  }
}

// ---- half-planes and outlines ----------------------------------------------------------------

static void
draw_half_plane (const LwSceneFrame *self, const LwSceneBody *body)
{
  const LwSymbolState symbol_state =
    lw_scene_frame_symbol_state (self, LW_SELECTION_BODY, body->body->element.id, true);
  double x1, y1, x2, y2, angle, low = -INFINITY, high = INFINITY;

  lw_scene_frame_body_point (self, body->index, &body->points[0], &x1, &y1);
  lw_scene_frame_body_point (self, body->index, &body->points[3], &x2, &y2);
  angle = atan2 (y2 - y1, x2 - x1);
  if (lw_view_clip_line (self->view, x1, y1, angle, &low, &high))
    lw_symbol_half_plane (&self->brush, x1, y1, angle, low, high, symbol_state);
}

void
lw_scene_frame_draw_half_planes (const LwSceneFrame *self)
{
  for (guint i = 0; i < self->scene->n_bodies; i++)
    if (self->scene->bodies[i].is_half_plane)
      draw_half_plane (self, &self->scene->bodies[i]);
}

void
lw_scene_frame_draw_contact_outlines (const LwSceneFrame *self)
{
  GArray *scratch = self->scene->scratch;

  for (guint i = 0; i < self->scene->n_bodies; i++) {
    const LwSceneBody *body = &self->scene->bodies[i];
    LwContactOutline outline;
    double *points;

    if (!body->body->contact.takes_part || body->is_half_plane
        || !lw_scene_frame_is_selected (self, LW_SELECTION_BODY, body->body->element.id)
        || !lw_contact_get_outline (self->scene->mechanism, body->body, &outline, NULL))
      continue;
    g_array_set_size (scratch, 2 * outline.points->len);
    points = (double *) (void *) scratch->data;
    for (guint k = 0; k < outline.points->len; k++) {
      const double *p = &((const double *) (void *) outline.points->data)[2 * k];
      const double point[3] = { p[0], p[1], 0.0 };

      lw_scene_frame_body_point (self, body->index, point, &points[2 * k], &points[2 * k + 1]);
    }
    lw_symbol_contact_outline (&self->brush, points, outline.points->len,
                               outline.radius * self->view->scale);
    lw_contact_outline_clear (&outline);
  }
}

// ---- contacts --------------------------------------------------------------------------------

/// A contact as it is drawn: on the carried body.
typedef struct
{
  const MbdIntegratorContact *contact;
  double sign; ///< 1 for the force on body b; -1 for the force on body a
  double normal[3], force[3];
} Touch;

static bool
is_fixed (const LwSceneFrame *self, int body)
{
  return mbd_model_body_mobility (self->scene->model, body) == MBD_FIXED;
}

static Touch
look_at (const LwSceneFrame *self, const MbdIntegratorContact *contact)
{
  const double *g = lw_mechanism_get_gravity (self->scene->mechanism);
  const double *n = contact->normal;
  Touch touch = { .contact = contact, .sign = 1.0 };

  if (is_fixed (self, contact->body_b)
      || (!is_fixed (self, contact->body_a) && n[0] * g[0] + n[1] * g[1] > 0.0))
    touch.sign = -1.0;
  touch.normal[0] = touch.sign * n[0];
  touch.normal[1] = touch.sign * n[1];
  touch.force[0] = touch.sign * (contact->normal_force * n[0] - contact->friction_force * n[1]);
  touch.force[1] = touch.sign * (contact->normal_force * n[1] + contact->friction_force * n[0]);
  return touch;
}

/// Returns true if a contact is drawn. Points that are only monitored, because they may touch
/// within the next step, are not.
static bool
is_shown (const LwSceneFrame *self, const MbdIntegratorContact *contact)
{
  return contact->normal_force > 0.0 || contact->gap <= NEAR * mbd_model_size (self->scene->model);
}

static bool
has_contacts (const LwSceneFrame *self)
{
  return self->options->contacts && !self->view->spatial && self->options->n_touching > 0;
}

double
lw_scene_most_contact (const LwScene *self)
{
  return self->weight > 0.0 ? LARGEST_WEIGHTS * self->weight : INFINITY;
}

void
lw_scene_frame_observe_contacts (const LwSceneFrame *self)
{
  LwScene *scene = self->scene;
  const guint n = self->options->n_touching;

  if (!has_contacts (self))
    return;
  for (guint i = 0; i < n; i++) {
    const MbdIntegratorContact *contact = &self->options->touching[i];
    const Touch touch = look_at (self, contact);
    LwSceneVector vector = { .kind = LW_ARROW_REACTION,
                             .choice = n <= LW_CONTACT_LABELS ? &scene->contact_choices[i] : NULL };

    if (!(contact->normal_force > 0.0))
      continue;
    for (int d = 0; d < 2; d++) {
      vector.point[d] = contact->point[d];
      vector.value[d] = touch.force[d];
    }
    vector.size = hypot (touch.force[0], touch.force[1]);
    if (!isfinite (vector.size))
      continue;
    lw_scene_observe (scene, LW_ARROW_REACTION, MIN (vector.size, lw_scene_most_contact (scene)));
    g_array_append_val (scene->vectors, vector);
  }
}

/// Returns the size of a body on the screen, px.
static double
size_of (const LwSceneFrame *self, int shape)
{
  const MbdShape *outline = mbd_model_shape (self->scene->model, shape);
  double low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY };

  if (outline->kind == MBD_SHAPE_HALF_PLANE)
    return INFINITY;
  for (int i = 0; i < outline->count; i++)
    for (int d = 0; d < 2; d++) {
      low[d] = MIN (low[d], outline->points[2 * i + d]);
      high[d] = MAX (high[d], outline->points[2 * i + d]);
    }
  return (MAX (high[0] - low[0], high[1] - low[1]) + 2.0 * outline->radius) * self->view->scale;
}

static double
friction_of (const LwSceneFrame *self, const MbdIntegratorContact *contact)
{
  const MbdModel *model = self->scene->model;
  const LwContactPair *pair =
    lw_contact_find_pair (self->scene->mechanism, lw_contact_body_of (model, contact->shape_a),
                          lw_contact_body_of (model, contact->shape_b));

  if (pair != NULL)
    return pair->friction;
  return sqrt (mbd_model_shape (model, contact->shape_a)->friction
               * mbd_model_shape (model, contact->shape_b)->friction);
}

/// Draws the cone and normal of a contact, or its point, so that all cones lie under all points.
static void
draw_touch (const LwSceneFrame *self, const MbdIntegratorContact *contact, bool cone)
{
  const Touch touch = look_at (self, contact);
  const double world[3] = { contact->point[0], contact->point[1], 0.0 };
  const double size = MIN (size_of (self, contact->shape_a), size_of (self, contact->shape_b));
  const double part = MIN (1.0, size / LARGE_BODY);
  double x, y, dx, dy, angle;

  lw_view_project (self->view, world, &x, &y);
  if (!lw_scene_frame_sees (self, x, y, x, y))
    return;
  lw_view_project_vector (self->view, touch.normal, &dx, &dy);
  angle = atan2 (dy, dx);
  if (cone && size >= SMALL_BODY && contact->normal_force > 0.0) {
    const double friction = friction_of (self, contact);

    if (friction > 0.0)
      lw_symbol_contact_cone (&self->brush, x, y, angle, atan (friction), part);
    lw_symbol_contact_normal (&self->brush, x, y, angle, part);
  }
  // The tangent of the engine is +90 deg from the normal, which is the -90 deg side on the screen.
  // The slip of b along this tangent, and of a against it with the opposite normal, are on the same
  // side.
  if (!cone)
    lw_symbol_contact_point (&self->brush, x, y, angle,
                             contact->sticks || fabs (contact->slip) < STILL ? 0
                             : contact->slip > 0.0                           ? -1
                                                                             : 1,
                             part);
}

void
lw_scene_frame_draw_contacts (const LwSceneFrame *self)
{
  if (!has_contacts (self))
    return;
  for (int pass = 0; pass < 2; pass++)
    for (guint i = 0; i < self->options->n_touching; i++)
      if (is_shown (self, &self->options->touching[i]))
        draw_touch (self, &self->options->touching[i], pass == 0);
}
