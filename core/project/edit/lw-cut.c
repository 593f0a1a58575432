// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-cut.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-contact.h"
#include "lw-geometry.h"
#include "lw-names.h"
#include "lw-shape-mass.h"
#include "mbd-force-class.h"

#define CIRCLE_POINTS 48 ///< corners of a disc as an outline

/// Smallest part of the length that is cut off at an end.
#define LEAST_PART 1e-6

typedef struct
{
  const LwBody *old;
  double at[2];     ///< m, body frame
  double across[2]; ///< unit vector towards the side of the new body
  double origin[2]; ///< m, origin of the new body's frame in the old frame; the axes are kept
  LwBody *near;
  LwBody *far;
} Cut;

// ---- outlines -------------------------------------------------------------------------------

static double
side (const Cut *self, const double *point)
{
  return (point[0] - self->at[0]) * self->across[0] + (point[1] - self->at[1]) * self->across[1];
}

static void
append (GArray *points, double x, double y)
{
  const double point[3] = { x, y, 0 };

  g_array_append_vals (points, point, 1);
}

static const double *
point_at (const GArray *points, guint i)
{
  return (const double *) (const void *) points->data + 3 * i;
}

/// Returns the points of the drawing: the points of a link, otherwise the outline.
static GArray *
find_outline (const LwMechanism *mechanism, const LwBody *body)
{
  const LwShape *shape = &body->shape;
  GArray *points;

  if (shape->kind == LW_SHAPE_LINK || shape->kind == LW_SHAPE_POLYGON)
    return lw_mechanism_dup_link_points (mechanism, body->element.id);
  points = g_array_new (FALSE, FALSE, 3 * sizeof (double));
  if (shape->kind == LW_SHAPE_BOX)
    for (int i = 0; i < 4; i++)
      append (points, shape->centre[0] + (i == 1 || i == 2 ? 0.5 : -0.5) * shape->size[0],
              shape->centre[1] + (i > 1 ? 0.5 : -0.5) * shape->size[1]);
  for (int i = 0; shape->kind == LW_SHAPE_DISC && i < CIRCLE_POINTS; i++)
    append (points, shape->centre[0] + shape->size[0] * cos (2 * G_PI * i / CIRCLE_POINTS),
            shape->centre[1] + shape->size[0] * sin (2 * G_PI * i / CIRCLE_POINTS));
  return points;
}

/// Computes the direction of the two points that are furthest apart, and returns their distance, m;
/// 0 for fewer than two points.
static double
find_direction (const GArray *points, double direction[2])
{
  double longest = 0;

  for (guint i = 0; i < points->len; i++)
    for (guint k = 0; k < i; k++) {
      const double dx = point_at (points, i)[0] - point_at (points, k)[0];
      const double dy = point_at (points, i)[1] - point_at (points, k)[1];

      if (hypot (dx, dy) <= longest * (1 + 1e-9))
        continue;
      longest = hypot (dx, dy);
      direction[0] = dx / longest;
      direction[1] = dy / longest;
    }
  return longest;
}

/// Computes the longer direction of the bounding box. Shapes other than links are cut along an
/// axis.
static double
find_box_direction (const GArray *points, double direction[2])
{
  double box[4] = { INFINITY, INFINITY, -INFINITY, -INFINITY };
  bool wide;

  for (guint i = 0; i < points->len; i++)
    for (int d = 0; d < 2; d++) {
      box[d] = fmin (box[d], point_at (points, i)[d]);
      box[2 + d] = fmax (box[2 + d], point_at (points, i)[d]);
    }
  wide = box[2] - box[0] >= box[3] - box[1];
  direction[0] = wide ? 1 : 0;
  direction[1] = wide ? 0 : 1;
  return points->len > 0 ? fmax (box[2] - box[0], box[3] - box[1]) : 0;
}

/// Returns the points of a link on one side, with the cut itself.
static GArray *
take_points (const Cut *self, const GArray *points, double sign, double least)
{
  GArray *taken = g_array_new (FALSE, FALSE, 3 * sizeof (double));

  if (sign > 0)
    append (taken, self->at[0], self->at[1]);
  for (guint i = 0; i < points->len; i++)
    if (sign * side (self, point_at (points, i)) > least)
      g_array_append_vals (taken, point_at (points, i), 1);
  if (sign < 0)
    append (taken, self->at[0], self->at[1]);
  return taken;
}

/// Returns the outline on one side of the cut, edge by edge.
static GArray *
clip (const Cut *self, const GArray *points, double sign)
{
  GArray *taken = g_array_new (FALSE, FALSE, 3 * sizeof (double));

  for (guint i = 0; i < points->len; i++) {
    const double *a = point_at (points, i);
    const double *b = point_at (points, (i + 1) % points->len);
    const double from = sign * side (self, a);
    const double to = sign * side (self, b);

    if (from >= 0)
      g_array_append_vals (taken, a, 1);
    if ((from > 0 && to < 0) || (from < 0 && to > 0))
      append (taken, a[0] + (b[0] - a[0]) * from / (from - to),
              a[1] + (b[1] - a[1]) * from / (from - to));
  }
  return taken;
}

// ---- the two bodies -------------------------------------------------------------------------

static void
set_outline (LwBody *body, LwShapeKind kind, GArray *points)
{
  LwShape *shape = &body->shape;

  shape->kind = kind;
  memset (shape->centre, 0, sizeof shape->centre);
  memset (shape->size, 0, sizeof shape->size);
  g_clear_pointer (&shape->points, g_array_unref);
  shape->points = points;
}

/// Puts the frame of a link that was cut off at the cut.
static void
move_frame (Cut *self)
{
  LwBody *far = self->far;
  const double angle = lw_geometry_angle (self->old);
  const double local[3] = { self->at[0], self->at[1], 0 };
  const double omega = far->def.angular_velocity[2];
  double *points = (double *) (void *) far->shape.points->data;
  double world[2];

  self->origin[0] = self->at[0];
  self->origin[1] = self->at[1];
  lw_geometry_to_world (self->old, local, world);
  far->def.position[0] = world[0];
  far->def.position[1] = world[1];
  // v + omega x r, r from the old origin to the new one.
  far->def.velocity[0] -= omega * (sin (angle) * local[0] + cos (angle) * local[1]);
  far->def.velocity[1] += omega * (cos (angle) * local[0] - sin (angle) * local[1]);
  for (guint i = 0; i < far->shape.points->len; i++)
    for (int d = 0; d < 2; d++)
      points[3 * i + (guint) d] -= self->at[d];
}

/// Sets the masses of both halves as plates, with the density that keeps the total mass.
static bool
share_mass (Cut *self)
{
  LwBody *halves[2] = { self->near, self->far };
  const bool is_plate = self->old->plate.density > 0;
  const LwPlate plate = is_plate ? self->old->plate : lw_plate_default ();
  LwShapeMass plates[2];
  double total = 0;

  for (int i = 0; i < 2; i++) {
    if (!lw_shape_get_mass (&halves[i]->shape, &plate, &plates[i]))
      return false;
    total += plates[i].mass;
  }
  for (int i = 0; i < 2; i++) {
    const double part = self->old->def.mass / total;

    if (lw_body_has_plate_mass (self->old)) {
      lw_body_follow_plate (halves[i]);
      continue;
    }
    if (is_plate)
      halves[i]->plate.typed = LW_TYPED_ALL;
    halves[i]->def.mass = part * plates[i].mass;
    halves[i]->def.inertia[2] = part * plates[i].inertia[2];
    halves[i]->def.centre_of_mass[0] = plates[i].centre[0];
    halves[i]->def.centre_of_mass[1] = plates[i].centre[1];
  }
  return true;
}

/// Returns false if the cut leaves nothing on one side.
static bool
make_halves (Cut *self, const LwMechanism *mechanism)
{
  const bool is_link = self->old->shape.kind == LW_SHAPE_LINK;
  const LwShapeKind kind = is_link ? LW_SHAPE_LINK : LW_SHAPE_POLYGON;
  g_autoptr (GArray) points = find_outline (mechanism, self->old);
  const double longest =
    is_link ? find_direction (points, self->across) : find_box_direction (points, self->across);
  const double least = LEAST_PART * longest;
  GArray *near;
  GArray *far;

  // A press beside the line of a bar is projected onto the line.
  if (is_link && points->len == 2) {
    const double *p = point_at (points, 0);
    const double along =
      (self->at[0] - p[0]) * self->across[0] + (self->at[1] - p[1]) * self->across[1];

    self->at[0] = p[0] + along * self->across[0];
    self->at[1] = p[1] + along * self->across[1];
  }
  // The first point stays on the old body.
  if (points->len > 0 && side (self, point_at (points, 0)) > 0) {
    self->across[0] = -self->across[0];
    self->across[1] = -self->across[1];
  }
  near = is_link ? take_points (self, points, -1, least) : clip (self, points, -1);
  far = is_link ? take_points (self, points, 1, least) : clip (self, points, 1);
  set_outline (self->near, kind, near);
  set_outline (self->far, kind, far);
  if (!(longest > 0) || near->len < (is_link ? 2 : 3) || far->len < (is_link ? 2 : 3))
    return false;
  if (is_link)
    move_frame (self);
  return share_mass (self);
}

// ---- elements on the bodies -----------------------------------------------------------------

static void
retarget (const Cut *self, int *body, double point[3])
{
  if (*body != self->old->element.id || side (self, point) <= 0)
    return;
  *body = self->far->element.id;
  point[0] -= self->origin[0];
  point[1] -= self->origin[1];
}

static LwBody *
change_body (const LwBody *old, void *data)
{
  const Cut *self = data;

  return old == self->old ? lw_body_copy (self->near) : NULL;
}

static LwCoupling *
change_coupling (const LwCoupling *old, void *data)
{
  LwCoupling *coupling;

  if (old->joint[0] != 0)
    return NULL;
  coupling = lw_coupling_copy (old);
  retarget (data, &coupling->def.body_a, coupling->def.frame_a.point);
  retarget (data, &coupling->def.body_b, coupling->def.frame_b.point);
  retarget (data, &coupling->def.body_c, coupling->def.frame_c.point);
  retarget (data, &coupling->def.body_d, coupling->def.frame_d.point);
  return coupling;
}

static LwForce *
change_force (const LwForce *old, void *data)
{
  LwForce *force = lw_force_copy (old);

  if (old->def.class_->acts_on_a)
    retarget (data, &force->def.body_a, force->def.point_a);
  retarget (data, &force->def.body_b, force->def.point_b);
  return force;
}

static LwTracer *
change_tracer (const LwTracer *old, void *data)
{
  LwTracer *tracer = lw_tracer_copy (old);

  retarget (data, &tracer->body, tracer->point);
  return tracer;
}

/// Gives the new half the contact pairs of the old body. Links have round ends, which overlap at
/// the cut, so these two halves do not touch.
static void
share_pairs (const Cut *self, LwMechanism *next)
{
  g_autoptr (GArray) pairs = g_array_copy ((GArray *) lw_mechanism_get_contact_pairs (next));
  const int old = self->old->element.id, far = lw_mechanism_next_body_id (next) - 1;

  for (guint i = 0; i < pairs->len; i++) {
    LwContactPair pair = g_array_index (pairs, LwContactPair, i);

    if (pair.body[0] != old && pair.body[1] != old)
      continue;
    pair.body[pair.body[0] == old ? 0 : 1] = far;
    lw_mechanism_add_contact_pair (next, &pair);
  }
  if (self->old->contact.takes_part && self->old->shape.kind == LW_SHAPE_LINK) {
    LwContactPair apart = lw_contact_get_pair (next, old, far);

    apart.touches = false;
    lw_mechanism_add_contact_pair (next, &apart);
  }
}

static LwMeasurement *
change_measurement (const LwMeasurement *old, void *data)
{
  LwMeasurement *measurement = lw_measurement_copy (old);

  for (guint i = 0; i < measurement->n_points; i++)
    retarget (data, &measurement->points[i].body, measurement->points[i].point);
  return measurement;
}

// ---- public ---------------------------------------------------------------------------------

LwMechanism *
lw_cut_body (const LwMechanism *mechanism,
             int body,
             double x,
             double y,
             LwElementRef *made,
             GError **error)
{
  const LwMechanismChanges changes = { change_body, change_coupling, change_force, change_tracer,
                                       change_measurement };
  const double world[2] = { x, y };
  g_autoptr (LwMechanism) changed = NULL;
  g_autofree char *name = NULL;
  LwMechanism *next = NULL;
  double at[3];
  Cut self = { .old = lw_mechanism_find_body (mechanism, body) };

  if (self.old == NULL || self.old->def.mobility == MBD_SPATIAL) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         _ ("Select one body that moves in the plane to cut it."));
    return NULL;
  }
  lw_geometry_to_body (self.old, world, at);
  memcpy (self.at, at, sizeof self.at);
  name =
    lw_names_like (mechanism, self.old->element.name != NULL ? self.old->element.name : "Part");
  self.near = lw_body_copy (self.old);
  self.far = lw_body_copy (self.old);
  self.far->element.id = self.far->def.id = lw_mechanism_next_body_id (mechanism);
  lw_body_set_name (self.far, name);
  self.far->hue = (LwHue) ((self.old->hue + 1) % LW_HUE_COUNT);
  if (make_halves (&self, mechanism)) {
    changed = lw_mechanism_change (mechanism, &changes, &self);
    if (made != NULL)
      *made = (LwElementRef){ LW_SELECTION_BODY, self.far->element.id };
    next = lw_mechanism_replace_body (changed, g_steal_pointer (&self.far));
    share_pairs (&self, next);
  } else {
    g_autofree char *called = lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_BODY, body);

    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("%s cannot be cut there: choose a place between its ends."), called);
  }
  g_clear_pointer (&self.near, lw_body_unref);
  g_clear_pointer (&self.far, lw_body_unref);
  return next;
}
