// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-geometry.h"

#include <math.h>
#include <string.h>

#include "lw-contact.h"
#include "lw-marks.h"
#include "lw-names.h"

/// Points closer than this fraction of the size of the drawing coincide.
#define COINCIDENT 1e-7

// ---- frames ---------------------------------------------------------------------------------

double
lw_geometry_angle (const LwBody *body)
{
  return body->def.angle + 2 * atan2 (body->def.quaternion[3], body->def.quaternion[0]);
}

void
lw_geometry_to_world (const LwBody *body, const double local[3], double world[2])
{
  const double angle = body != NULL ? lw_geometry_angle (body) : 0;
  const double c = cos (angle);
  const double s = sin (angle);

  world[0] = (body != NULL ? body->def.position[0] : 0) + c * local[0] - s * local[1];
  world[1] = (body != NULL ? body->def.position[1] : 0) + s * local[0] + c * local[1];
}

void
lw_geometry_to_body (const LwBody *body, const double world[2], double local[3])
{
  const double angle = body != NULL ? lw_geometry_angle (body) : 0;
  const double c = cos (angle);
  const double s = sin (angle);
  const double x = world[0] - (body != NULL ? body->def.position[0] : 0);
  const double y = world[1] - (body != NULL ? body->def.position[1] : 0);

  // Adding 0 turns a negative zero into a positive one.
  local[0] = c * x + s * y + 0.0;
  local[1] = -s * x + c * y + 0.0;
  local[2] = 0;
}

void
lw_geometry_turn (double angle, double quaternion[4])
{
  quaternion[0] = cos (0.5 * angle);
  quaternion[1] = 0;
  quaternion[2] = 0;
  quaternion[3] = sin (0.5 * angle);
}

// ---- joints ---------------------------------------------------------------------------------

static bool
is_seen (const LwMechanism *mechanism, LwSelectionKind kind, const LwElement *element)
{
  return lw_marks_is_seen (mechanism, (LwElementRef){ kind, element->id });
}

bool
lw_geometry_is_joint (const LwCoupling *coupling)
{
  return lw_family_of (coupling->def.class_)->is_joint && coupling->joint[0] == 0;
}

void
lw_geometry_joint_point (const LwMechanism *mechanism, const LwCoupling *joint, double world[2])
{
  lw_geometry_to_world (lw_mechanism_find_body (mechanism, joint->def.body_b),
                        joint->def.frame_b.point, world);
}

void
lw_geometry_coupling_ends (const LwMechanism *mechanism,
                           const MbdCouplingDef *def,
                           double ends[4][2])
{
  const MbdFrame *frames[] = { &def->frame_a, &def->frame_b, &def->frame_c, &def->frame_d };

  for (int i = 0; i < 4; i++)
    lw_geometry_to_world (lw_mechanism_find_body (mechanism, lw_coupling_body (def, i)),
                          frames[i]->point, ends[i]);
}

const LwCoupling *
lw_geometry_joint_at (const LwMechanism *mechanism,
                      double x,
                      double y,
                      double reach,
                      bool (*wants) (const LwCoupling *coupling))
{
  const LwCoupling *found = NULL;

  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);
    double at[2];
    double distance;

    if (!lw_geometry_is_joint (coupling) || (wants != NULL && !wants (coupling))
        || !is_seen (mechanism, LW_SELECTION_COUPLING, &coupling->element))
      continue;
    lw_geometry_joint_point (mechanism, coupling, at);
    distance = hypot (at[0] - x, at[1] - y);
    // If several are at the same place, take the first.
    if (found == NULL ? distance <= reach : distance < reach) {
      found = coupling;
      reach = distance;
    }
  }
  return found;
}

/// Puts a joint exactly on a nearby point of a shape, to remove the round-off of frame conversions.
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
lw_geometry_new_joint (const LwMechanism *mechanism,
                       unsigned locked,
                       int body_a,
                       int body_b,
                       double x,
                       double y,
                       double angle)
{
  MbdCouplingDef def = mbd_loop_default (locked);
  g_autofree char *name = lw_names_point (mechanism);

  def.body_a = body_a;
  def.body_b = body_b;
  place_frame (mechanism, body_a, x, y, angle, &def.frame_a);
  place_frame (mechanism, body_b, x, y, angle, &def.frame_b);
  // A pin has no direction: its frames are aligned with the bodies.
  if (locked == MBD_LOOP_PIN) {
    lw_geometry_turn (0, def.frame_a.quaternion);
    lw_geometry_turn (0, def.frame_b.quaternion);
  }
  return lw_coupling_new (&def, lw_mechanism_next_coupling_id (mechanism), name);
}

double
lw_geometry_size (const LwMechanism *mechanism, double least)
{
  double box[4] = { INFINITY, INFINITY, -INFINITY, -INFINITY };

  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const double *position = lw_mechanism_get_body (mechanism, i)->def.position;

    for (int d = 0; d < 2; d++) {
      box[d] = fmin (box[d], position[d]);
      box[2 + d] = fmax (box[2 + d], position[d]);
    }
  }
  return fmax (least, fmax (box[2] - box[0], box[3] - box[1]));
}

/// Maximum number of bodies at one place; any further bodies count as joined.
#define BODIES_AT_PLACE_MAX 64

typedef struct
{
  int ids[BODIES_AT_PLACE_MAX];
  int groups[BODIES_AT_PLACE_MAX];
  int n;
} Groups;

static int
place_in (Groups *groups, int id)
{
  for (int i = 0; i < groups->n; i++)
    if (groups->ids[i] == id)
      return i;
  if (groups->n == BODIES_AT_PLACE_MAX)
    return 0;
  groups->ids[groups->n] = id;
  groups->groups[groups->n] = id;
  return groups->n++;
}

static void
join (Groups *groups, int a, int b)
{
  const int i = place_in (groups, a);
  const int k = place_in (groups, b);
  const int from = MAX (groups->groups[i], groups->groups[k]);
  const int to = MIN (groups->groups[i], groups->groups[k]);

  for (int m = 0; m < groups->n; m++)
    if (groups->groups[m] == from)
      groups->groups[m] = to;
}

/// A joint or a bushing.
typedef struct
{
  double at[2];    ///< m, point of the first body
  double other[2]; ///< m, point of the second body; differs if a bushing is deformed
  int bodies[2];   ///< identifiers
} Join;

static int
compare_joins (const void *a_data, const void *b_data)
{
  const Join *a = a_data;
  const Join *b = b_data;

  return a->at[0] < b->at[0] ? -1 : a->at[0] > b->at[0];
}

/// Returns all joints and bushings as an array of Join, sorted by the x of the first point.
static GArray *
collect_joins (const LwMechanism *mechanism)
{
  GArray *joins = g_array_new (FALSE, FALSE, sizeof (Join));

  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);
    Join found = { .bodies = { coupling->def.body_a, coupling->def.body_b } };

    if (!lw_geometry_is_joint (coupling))
      continue;
    lw_geometry_joint_point (mechanism, coupling, found.at);
    memcpy (found.other, found.at, sizeof found.at);
    g_array_append_val (joins, found);
  }
  for (guint i = 0; i < lw_mechanism_get_n_forces (mechanism); i++) {
    const MbdForceDef *def = &lw_mechanism_get_force (mechanism, i)->def;
    Join found = { .bodies = { def->body_a, def->body_b } };

    // A bushing also holds bodies together, with compliance.
    if (!lw_family_of (def->class_)->is_compliant_joint)
      continue;
    lw_geometry_to_world (lw_mechanism_find_body (mechanism, def->body_a), def->point_a, found.at);
    lw_geometry_to_world (lw_mechanism_find_body (mechanism, def->body_b), def->point_b,
                          found.other);
    g_array_append_val (joins, found);
  }
  g_array_sort (joins, compare_joins);
  return joins;
}

/// Returns the index of the first join whose x is not less than `x`; the length if there is none.
static guint
first_join (const GArray *joins, double x)
{
  guint low = 0;
  guint high = joins->len;

  while (low < high) {
    const guint middle = low + (high - low) / 2;

    if (g_array_index (joins, Join, middle).at[0] < x)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// Groups the bodies that are joined at a place by joints and bushings there. Fixed bodies belong to
/// the ground.
static void
find_groups (const GArray *joins, double x, double y, double near, Groups *groups)
{
  // Twice the distance, so that rounding leaves out no join at exactly that distance.
  for (guint i = first_join (joins, x - 2 * near); i < joins->len; i++) {
    const Join *found = &g_array_index (joins, Join, i);

    if (found->at[0] > x + 2 * near)
      break;
    if (hypot (found->at[0] - x, found->at[1] - y) <= near
        && hypot (found->other[0] - x, found->other[1] - y) <= near)
      join (groups, found->bodies[0], found->bodies[1]);
  }
}

int
lw_geometry_joined_with (const LwMechanism *mechanism, double x, double y, int body)
{
  g_autoptr (GArray) joins = collect_joins (mechanism);
  Groups groups = { .n = 0 };
  const double near = COINCIDENT * lw_geometry_size (mechanism, 1e-3);
  const int i = place_in (&groups, body);

  find_groups (joins, x, y, near, &groups);
  return groups.groups[i];
}

// ---- points ---------------------------------------------------------------------------------

static void
add_point (GArray *points, LwPointKind kind, const LwBody *body, const double local[3])
{
  LwDrawnPoint point = { .kind = kind, .body = body != NULL ? body->element.id : MBD_GROUND };
  double world[2];

  lw_geometry_to_world (body, local, world);
  point.x = world[0];
  point.y = world[1];
  g_array_append_val (points, point);
}

static void
add_body_points (GArray *points, const LwBody *body, const GArray *link_points)
{
  const LwShape *shape = &body->shape;
  const double *own = (const double *) (void *) link_points->data;

  switch (shape->kind) {
  case LW_SHAPE_LINK:
  case LW_SHAPE_POLYGON:
    for (guint i = 0; i < link_points->len; i++)
      add_point (points, LW_POINT_END, body, own + 3 * i);
    if (link_points->len == 2) {
      const double middle[3] = { 0.5 * (own[0] + own[3]), 0.5 * (own[1] + own[4]), 0 };

      add_point (points, LW_POINT_MIDPOINT, body, middle);
    }
    break;
  case LW_SHAPE_BOX:
    for (int i = 0; i < 4; i++) {
      const double corner[3] = { shape->centre[0] + (i & 1 ? 0.5 : -0.5) * shape->size[0],
                                 shape->centre[1] + (i & 2 ? 0.5 : -0.5) * shape->size[1], 0 };

      add_point (points, LW_POINT_END, body, corner);
    }
    add_point (points, LW_POINT_CENTRE, body, shape->centre);
    break;
  case LW_SHAPE_DISC:
    add_point (points, LW_POINT_CENTRE, body, shape->centre);
    break;
  }
}

/// Adds an end, unless only visible ones are requested and its body is hidden.
static void
add_end (GArray *points, const LwMechanism *mechanism, int id, const double local[3], bool all)
{
  const LwBody *body = lw_mechanism_find_body (mechanism, id);

  if (all || body == NULL || is_seen (mechanism, LW_SELECTION_BODY, &body->element))
    add_point (points, LW_POINT_END, body, local);
}

static void
add_coupling_points (GArray *points,
                     const LwMechanism *mechanism,
                     const LwCoupling *coupling,
                     bool all)
{
  const MbdCouplingDef *def = &coupling->def;

  if (coupling->joint[0] != 0
      || !(lw_family_of (def->class_)->is_joint || lw_family_of (def->class_)->may_slacken))
    return;
  add_end (points, mechanism, def->body_a, def->frame_a.point, all);
  add_end (points, mechanism, def->body_b, def->frame_b.point, all);
  if (lw_family_of (def->class_)->has_pulleys)
    add_end (points, mechanism, def->body_c, def->frame_c.point, all);
  if (lw_family_of (def->class_)->has_pulleys && def->passes > 1)
    add_end (points, mechanism, def->body_d, def->frame_d.point, all);
}

static void
add_force_points (GArray *points, const LwMechanism *mechanism, const LwForce *force, bool all)
{
  const MbdForceDef *def = &force->def;

  if (lw_family_of (def->class_)->n_bodies == 2)
    add_end (points, mechanism, def->body_a, def->point_a, all);
  add_end (points, mechanism, def->body_b, def->point_b, all);
}

static GArray *
find_points (const LwMechanism *mechanism, bool all)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (LwDrawnPoint));
  g_autoptr (GPtrArray) link_points = lw_mechanism_dup_all_link_points (mechanism);

  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const LwBody *body = lw_mechanism_get_body (mechanism, i);

    if (all || is_seen (mechanism, LW_SELECTION_BODY, &body->element))
      add_body_points (points, body, link_points->pdata[i]);
  }
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);

    if (all || is_seen (mechanism, LW_SELECTION_COUPLING, &coupling->element))
      add_coupling_points (points, mechanism, coupling, all);
  }
  for (guint i = 0; i < lw_mechanism_get_n_forces (mechanism); i++) {
    const LwForce *force = lw_mechanism_get_force (mechanism, i);

    if (all || is_seen (mechanism, LW_SELECTION_FORCE, &force->element))
      add_force_points (points, mechanism, force, all);
  }
  for (guint i = 0; i < lw_mechanism_get_n_tracers (mechanism); i++) {
    const LwTracer *tracer = lw_mechanism_get_tracer (mechanism, i);

    if (all || is_seen (mechanism, LW_SELECTION_TRACER, &tracer->element))
      add_end (points, mechanism, tracer->body, tracer->point, all);
  }
  return points;
}

GArray *
lw_geometry_points (const LwMechanism *mechanism)
{
  return find_points (mechanism, true);
}

GArray *
lw_geometry_seen_points (const LwMechanism *mechanism)
{
  return find_points (mechanism, false);
}

// ---- lines ----------------------------------------------------------------------------------

static void
add_line (GArray *lines, int body, const double from[2], const double to[2])
{
  const double length = hypot (to[0] - from[0], to[1] - from[1]);
  const LwDrawnLine line = {
    .x = from[0],
    .y = from[1],
    .dx = (to[0] - from[0]) / length,
    .dy = (to[1] - from[1]) / length,
    .length = length,
    .body = body,
  };

  if (length > 0)
    g_array_append_val (lines, line);
}

static void
add_sides (GArray *lines, const LwBody *body, const GArray *points)
{
  const double *local = (const double *) (void *) points->data;
  const guint n_sides = points->len == 2 ? 1 : points->len;

  for (guint i = 0; i < n_sides && points->len > 1; i++) {
    double from[2];
    double to[2];

    lw_geometry_to_world (body, local + 3 * i, from);
    lw_geometry_to_world (body, local + 3 * ((i + 1) % points->len), to);
    add_line (lines, body->element.id, from, to);
  }
}

static GArray *
find_lines (const LwMechanism *mechanism, bool all)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (LwDrawnLine));
  g_autoptr (GPtrArray) link_points = lw_mechanism_dup_all_link_points (mechanism);

  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const LwBody *body = lw_mechanism_get_body (mechanism, i);

    if ((body->shape.kind == LW_SHAPE_LINK || body->shape.kind == LW_SHAPE_POLYGON)
        && (all || is_seen (mechanism, LW_SELECTION_BODY, &body->element)))
      add_sides (lines, body, link_points->pdata[i]);
  }
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *joint = lw_mechanism_get_coupling (mechanism, i);
    const LwBody *body = lw_mechanism_find_body (mechanism, joint->def.body_a);
    const double *q = joint->def.frame_a.quaternion;
    const double angle = (body != NULL ? lw_geometry_angle (body) : 0) + 2 * atan2 (q[3], q[0]);
    LwDrawnLine line = { .dx = cos (angle), .dy = sin (angle), .body = joint->def.body_a };
    double at[2];

    if (!lw_geometry_is_joint (joint) || (joint->def.locked & MBD_LOCK_X)
        || !(joint->def.locked & MBD_LOCK_Y)
        || !(all || is_seen (mechanism, LW_SELECTION_COUPLING, &joint->element)))
      continue;
    lw_geometry_to_world (body, joint->def.frame_a.point, at);
    line.x = at[0];
    line.y = at[1];
    g_array_append_val (lines, line);
  }
  return lines;
}

GArray *
lw_geometry_lines (const LwMechanism *mechanism)
{
  return find_lines (mechanism, true);
}

GArray *
lw_geometry_seen_lines (const LwMechanism *mechanism)
{
  return find_lines (mechanism, false);
}

// ---- bodies ---------------------------------------------------------------------------------

static double
distance_to_segment (double x, double y, const double *a, const double *b)
{
  const double dx = b[0] - a[0];
  const double dy = b[1] - a[1];
  const double square = dx * dx + dy * dy;
  const double along =
    square > 0 ? CLAMP (((x - a[0]) * dx + (y - a[1]) * dy) / square, 0.0, 1.0) : 0;

  return hypot (x - a[0] - along * dx, y - a[1] - along * dy);
}

/// Returns the distance to a closed outline of n points (x y z each); 0 inside.
static double
distance_to_outline (double x, double y, const double *points, guint n)
{
  double nearest = INFINITY;
  bool inside = false;

  for (guint i = 0; i < n; i++) {
    const double *a = points + 3 * i;
    const double *b = points + 3 * ((i + 1) % n);

    nearest = fmin (nearest, distance_to_segment (x, y, a, b));
    if ((a[1] > y) != (b[1] > y) && x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0])
      inside = !inside;
  }
  return inside ? 0 : nearest;
}

/// Returns true if a place is at the line of a half-plane, which is unbounded, or in the strip
/// drawn behind it.
static bool
is_at_half_plane (const double *points, double x, double y, double half, double reach)
{
  const double dx = points[3] - points[0], dy = points[4] - points[1];
  const double right = ((x - points[0]) * dy - (y - points[1]) * dx) / hypot (dx, dy);

  return right >= -reach && right <= half;
}

static bool
is_at (const LwBody *body, const GArray *points, const double at[2], double half, double reach)
{
  const LwShape *shape = &body->shape;
  const double *outline = (const double *) (void *) points->data;
  double local[3];
  double dx;
  double dy;

  lw_geometry_to_body (body, at, local);
  dx = fabs (local[0] - shape->centre[0]);
  dy = fabs (local[1] - shape->centre[1]);
  switch (shape->kind) {
  case LW_SHAPE_LINK:
    if (lw_body_is_half_plane (body))
      return is_at_half_plane (outline, local[0], local[1], half, reach);
    return distance_to_outline (local[0], local[1], outline, points->len) <= half;
  case LW_SHAPE_POLYGON:
    return distance_to_outline (local[0], local[1], outline, points->len) <= reach;
  case LW_SHAPE_DISC:
    return hypot (dx, dy) <= shape->size[0] + reach;
  case LW_SHAPE_BOX:
    return dx <= 0.5 * shape->size[0] + reach && dy <= 0.5 * shape->size[1] + reach;
  }
  return false;
}

GArray *
lw_geometry_bodies_at (const LwMechanism *mechanism,
                       double x,
                       double y,
                       double half_width,
                       double reach)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (int));
  g_autoptr (GPtrArray) points = lw_mechanism_dup_all_link_points (mechanism);
  const double at[2] = { x, y };

  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const LwBody *body = lw_mechanism_get_body (mechanism, i);

    if (is_seen (mechanism, LW_SELECTION_BODY, &body->element)
        && is_at (body, points->pdata[i], at, half_width, reach))
      g_array_append_val (ids, body->element.id);
  }
  return ids;
}

// ---- coincident points that are not joined --------------------------------------------------

static int
compare_x (const void *first, const void *second)
{
  const LwDrawnPoint *a = first;
  const LwDrawnPoint *b = second;

  return a->x < b->x ? -1 : a->x > b->x;
}

/// Returns true if all bodies at these points are the same body or joined to each other.
static bool
all_joined (const LwMechanism *mechanism,
            const GArray *joins,
            const LwDrawnPoint *points,
            guint n,
            double near)
{
  Groups groups = { .n = 0 };

  for (guint i = 0; i < n; i++) {
    const LwBody *body = lw_mechanism_find_body (mechanism, points[i].body);

    place_in (&groups, points[i].body);
    if (body != NULL && body->def.mobility == MBD_FIXED)
      join (&groups, MBD_GROUND, points[i].body);
  }
  find_groups (joins, points[0].x, points[0].y, near, &groups);
  for (guint i = 1; i < n; i++)
    if (groups.groups[place_in (&groups, points[i].body)]
        != groups.groups[place_in (&groups, points[0].body)])
      return false;
  return true;
}

/// Returns the points where a joint could be: ends and centres that a body has by itself.
static GArray *
ends_and_centres (const LwMechanism *mechanism)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (LwDrawnPoint));

  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const LwBody *body = lw_mechanism_get_body (mechanism, i);
    const GArray *own = body->shape.points;

    if (!is_seen (mechanism, LW_SELECTION_BODY, &body->element))
      continue;
    if (body->shape.kind == LW_SHAPE_DISC)
      add_point (points, LW_POINT_CENTRE, body, body->shape.centre);
    else if (body->shape.kind == LW_SHAPE_LINK && own != NULL)
      for (guint k = 0; k < own->len; k++)
        add_point (points, LW_POINT_END, body, (const double *) (void *) own->data + 3 * k);
  }
  return points;
}

GArray *
lw_geometry_unjoined (const LwMechanism *mechanism)
{
  GArray *places = g_array_new (FALSE, FALSE, 2 * sizeof (double));
  g_autoptr (GArray) array = ends_and_centres (mechanism);
  g_autoptr (GArray) joins = collect_joins (mechanism);
  LwDrawnPoint *points = (LwDrawnPoint *) (void *) array->data;
  const double near = COINCIDENT * lw_geometry_size (mechanism, 1e-3);

  if (array->len > 0)
    qsort (points, array->len, sizeof *points, compare_x);
  for (guint i = 0; i < array->len; i++) {
    LwDrawnPoint here[BODIES_AT_PLACE_MAX] = { points[i] };
    guint n = 1;
    bool seen = false;

    for (guint k = i; k-- > 0 && points[i].x - points[k].x <= near;)
      seen = seen || hypot (points[k].x - points[i].x, points[k].y - points[i].y) <= near;
    for (guint k = i + 1; k < array->len && points[k].x - points[i].x <= near; k++)
      if (n < BODIES_AT_PLACE_MAX && fabs (points[k].y - points[i].y) <= near)
        here[n++] = points[k];
    if (!seen && n > 1 && !all_joined (mechanism, joins, here, n, near)) {
      const double place[2] = { points[i].x, points[i].y };

      g_array_append_val (places, place);
    }
  }
  return places;
}
