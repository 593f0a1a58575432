// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shape of several bodies merged into one: the union of their outlines, with circles as chords, as
// in imported outlines.

#include <math.h>
#include <string.h>

#include "lw-contact.h"
#include "lw-joint-frame.h"
#include "lw-loops.h"
#include "lw-merge-private.h"
#include "lw-outline-union.h"
#include "lw-shape-mass.h"
#include "mbd-shape.h"

/// Largest distance of chords from their circle: m, and relative to its radius.
#define CHORD_M 1e-6
#define CHORD_PART 1e-5
/// Corners of a circle: in a hull, and for bodies in contact, which costs time for each corner.
#define FEW_CORNERS 48
#define MOST_CORNERS 720

typedef struct
{
  const LwMechanism *mechanism;
  const GPtrArray *bodies; ///< array of LwBody
  const LwBody *body;      ///< body whose outline is being added
  GPtrArray *loops;        ///< arrays of double[3], in the frame of the first body
  GArray *owners;          ///< index of the body of each loop (guint)
  guint n_corners;         ///< corners of a whole circle; 0: as fine as the chords require
} Shapes;

// ---- outlines of the pieces -----------------------------------------------------------------

static void
append (const Shapes *self, GArray *loop, double x, double y, double z)
{
  double point[3] = { x, y, z };

  if (self->body != self->bodies->pdata[0]) {
    lw_joint_frame_to_world (self->body, point, NULL);
    lw_joint_frame_to_body (self->bodies->pdata[0], point, NULL);
  }
  g_array_append_vals (loop, point, 1);
}

static GArray *
begin_loop (Shapes *self, guint owner)
{
  GArray *loop = g_array_new (FALSE, FALSE, 3 * sizeof (double));

  g_ptr_array_add (self->loops, loop);
  g_array_append_val (self->owners, owner);
  return loop;
}

/// Appends an arc from one angle, over another one > 0, with both ends.
static void
append_arc (const Shapes *self,
            GArray *loop,
            const double *centre,
            double radius,
            double from,
            double by)
{
  const double fine = G_PI / acos (1 - fmin (fmax (CHORD_M / radius, CHORD_PART), 1));
  const double whole =
    self->n_corners > 0 ? self->n_corners : CLAMP (fine, FEW_CORNERS / 4, MOST_CORNERS);
  const int n = (int) ceil (by / (2 * G_PI) * whole - 1e-9);

  for (int i = 0; i <= n; i++)
    append (self, loop, centre[0] + radius * cos (from + by * i / n),
            centre[1] + radius * sin (from + by * i / n), centre[2]);
}

static void
add_circle (Shapes *self, guint owner, const double *centre, double radius)
{
  GArray *loop = begin_loop (self, owner);

  append_arc (self, loop, centre, radius, 0, 2 * G_PI);
  g_array_set_size (loop, loop->len - 1);
}

/// Adds the outline of a link: the hull of circles about its points, with its holes.
static void
add_link (Shapes *self, guint owner, GArray *points)
{
  const LwShape shape = { .kind = LW_SHAPE_LINK, .points = points };
  const double radius = 0.5 * lw_shape_link_width (&shape, &self->body->plate);
  const double *p = (const double *) (const void *) points->data;
  g_autofree double *hull = g_new (double, 6 * (gsize) points->len + 6);
  GArray *loop;
  guint m;

  if (points->len == 0 || !(radius > 0))
    return;
  m = lw_shape_convex_hull (p, points->len, hull);
  if (m == 1) {
    add_circle (self, owner, hull, radius);
  } else {
    loop = begin_loop (self, owner);
    for (guint i = 0; i < m; i++) {
      const double *a = hull + 3 * (gsize) ((i + m - 1) % m), *b = hull + 3 * (gsize) i,
                   *c = hull + 3 * (gsize) ((i + 1) % m);
      const double from = atan2 (b[1] - a[1], b[0] - a[0]);
      double by = atan2 (c[1] - b[1], c[0] - b[0]) - from;

      by -= 2 * G_PI * floor (by / (2 * G_PI));
      append_arc (self, loop, b, radius, from - 0.5 * G_PI, by);
    }
  }
  for (guint i = 0; i < points->len && self->body->plate.hole_radius > 0; i++)
    add_circle (self, owner, p + 3 * (gsize) i, self->body->plate.hole_radius);
}

static void
add_body (Shapes *self, guint owner)
{
  const LwShape *shape = &self->body->shape;
  g_autoptr (GArray) points = NULL;
  GArray *loop;

  switch (shape->kind) {
  case LW_SHAPE_LINK:
    points = lw_mechanism_dup_link_points (self->mechanism, self->body->element.id);
    add_link (self, owner, points);
    break;
  case LW_SHAPE_POLYGON:
    loop = begin_loop (self, owner);
    for (guint i = 0; shape->points != NULL && i < shape->points->len; i++) {
      const double *p = (const double *) (const void *) shape->points->data + 3 * (gsize) i;

      append (self, loop, p[0], p[1], p[2]);
    }
    break;
  case LW_SHAPE_BOX:
    loop = begin_loop (self, owner);
    for (int i = 0; i < 4; i++)
      append (self, loop, shape->centre[0] + (i == 1 || i == 2 ? 0.5 : -0.5) * shape->size[0],
              shape->centre[1] + (i >= 2 ? 0.5 : -0.5) * shape->size[1], shape->centre[2]);
    break;
  case LW_SHAPE_DISC:
    add_circle (self, owner, shape->centre, shape->size[0]);
    break;
  }
}

// ---- union ----------------------------------------------------------------------------------

/// Returns true if the outline can take part in contact: one outline without cuts.
static bool
can_touch (const GArray *outline)
{
  g_autofree double *flat = g_new (double, 2 * (gsize) outline->len);

  for (guint i = 0; i < outline->len; i++)
    memcpy (flat + 2 * (gsize) i, outline->data + 3 * sizeof (double) * i, 2 * sizeof *flat);
  return mbd_polygon_check (flat, (int) outline->len, NULL) == MBD_STATUS_OK;
}

/// Returns NULL if there is no union.
static GArray *
make_union (Shapes *self, bool touches)
{
  g_autoptr (GPtrArray) united = NULL;
  g_autoptr (GPtrArray) plates = NULL;
  GArray *outline;

  for (guint i = 0; i < self->bodies->len; i++) {
    self->body = self->bodies->pdata[i];
    if (self->body->def.mobility == MBD_SPATIAL || lw_body_is_half_plane (self->body))
      return NULL;
    add_body (self, i);
  }
  united = lw_outline_union (self->loops, (const guint *) (const void *) self->owners->data);
  if (united == NULL)
    return NULL;
  plates = lw_loops_make_plates (united);
  if (plates->len == 0)
    return NULL;
  outline = lw_loops_join_plates (plates);
  if (touches && !can_touch (outline))
    g_clear_pointer (&outline, g_array_unref);
  return outline;
}

// ---- hull -----------------------------------------------------------------------------------

/// Returns all points of links and outlines.
static GArray *
list_points (Shapes *self, bool links)
{
  GArray *all = g_array_new (FALSE, FALSE, 3 * sizeof (double));

  for (guint i = 0; i < self->bodies->len; i++) {
    self->body = self->bodies->pdata[i];
    if (self->body->shape.kind == LW_SHAPE_LINK) {
      g_autoptr (GArray) points =
        lw_mechanism_dup_link_points (self->mechanism, self->body->element.id);
      GArray *loop = begin_loop (self, i);

      for (guint k = 0; k < points->len; k++) {
        const double *p = (const double *) (const void *) points->data + 3 * (gsize) k;

        append (self, loop, p[0], p[1], p[2]);
      }
    } else if (!links) {
      add_body (self, i);
    }
  }
  for (guint i = 0; i < self->loops->len; i++) {
    const GArray *loop = self->loops->pdata[i];

    for (guint k = 0; k < loop->len; k++) {
      const double *point = (const double *) (const void *) loop->data + 3 * (gsize) k;
      bool known = false;

      for (guint m = 0; m < all->len && !known; m++) {
        const double *other = (const double *) (const void *) all->data + 3 * (gsize) m;
        const double scale = fmax (hypot (other[0], other[1]), hypot (point[0], point[1]));

        known = hypot (other[0] - point[0], other[1] - point[1]) <= 1e-9 * scale;
      }
      if (!known)
        g_array_append_vals (all, point, 1);
    }
  }
  return all;
}

static GArray *
make_hull (const GArray *points)
{
  GArray *hull = g_array_new (FALSE, FALSE, 3 * sizeof (double));

  g_array_set_size (hull, 2 * points->len + 2);
  g_array_set_size (hull, lw_shape_convex_hull ((const double *) (const void *) points->data,
                                                points->len, (double *) (void *) hull->data));
  return hull;
}

// ---- shape ----------------------------------------------------------------------------------

static void
clear (Shapes *self)
{
  g_ptr_array_set_size (self->loops, 0);
  g_array_set_size (self->owners, 0);
}

void
lw_merge_shapes (const LwMechanism *mechanism, const GPtrArray *bodies, LwBody *one, bool *is_hull)
{
  g_autoptr (GPtrArray) loops = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (GArray) owners = g_array_new (FALSE, FALSE, sizeof (guint));
  Shapes self = { .mechanism = mechanism, .bodies = bodies, .loops = loops, .owners = owners };
  LwShape *shape = &one->shape;
  GArray *points = NULL;
  bool links = true;

  for (guint i = 0; i < bodies->len; i++)
    links = links && ((const LwBody *) bodies->pdata[i])->shape.kind == LW_SHAPE_LINK;
  if (!links) {
    self.n_corners = one->contact.takes_part ? FEW_CORNERS : 0;
    points = make_union (&self, one->contact.takes_part);
  }
  if (is_hull != NULL)
    *is_hull = !links && points == NULL;
  shape->kind = LW_SHAPE_POLYGON;
  if (points == NULL) {
    clear (&self);
    self.n_corners = FEW_CORNERS;
    points = list_points (&self, links);
    if (links || points->len < 3) {
      shape->kind = LW_SHAPE_LINK;
    } else {
      GArray *hull = make_hull (points);

      g_array_unref (points);
      points = hull;
    }
  }
  memset (shape->centre, 0, sizeof shape->centre);
  memset (shape->size, 0, sizeof shape->size);
  g_clear_pointer (&shape->points, g_array_unref);
  shape->points = points;
}
