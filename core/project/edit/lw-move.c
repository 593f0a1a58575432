// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Moves parts of a drawing so that it stays joined: moved elements take their joints along, and on
// the other side of a joint only the point of the joint follows. A link with two points keeps its
// frame at its first point and x along the line, so it is stretched and turned; other shapes are
// not moved, only the joint moves on them.

#include "lw-move.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-joint-frame.h"
#include "lw-geometry.h"
#include "lw-shape-mass.h"
#include "lw-signals.h"
#include "mbd-force-class.h"

typedef struct
{
  const LwMechanism *old;
  GHashTable *whole;  ///< ids of bodies that move as a whole
  GHashTable *joints; ///< ids of joints whose place moves
  GHashTable *loads;  ///< ids of force elements and of tracers that move on their bodies
  GHashTable *tracers;
  GHashTable *measurements; ///< ids of measurements whose points on the ground move
  GHashTable *places;       ///< body id -> GArray of points (double[3], body frame) that move on it
  GHashTable *bodies;       ///< id -> new LwBody, for bodies that change
  GHashTable *chosen;       ///< ids of other chosen couplings, whose ends on the ground
                            ///< move along
  const LwPlaneMap *map;
  const LwForce *stuck; ///< a load that cannot be turned, NULL if there is none
  double near;          ///< m, distance below which places are equal
} Move;

static bool
has (GHashTable *set, int id)
{
  return g_hash_table_contains (set, GINT_TO_POINTER (id));
}

static bool
is_same_place (const Move *move, const double *a, const double *b)
{
  return hypot (a[0] - b[0], a[1] - b[1]) <= move->near;
}

/// Returns true if a point of a body (body frame) moves on it.
static bool
moves_on (const Move *move, int body, const double *point)
{
  const GArray *places = g_hash_table_lookup (move->places, GINT_TO_POINTER (body));

  for (guint i = 0; places != NULL && i < places->len; i++)
    if (is_same_place (move, point, (const double *) (void *) places->data + 3 * i))
      return true;
  return false;
}

/// Adds a point that moves on a body. Points of the ground are independent and are not added.
static void
add_place (Move *move, int body, const double *point)
{
  GArray *places = g_hash_table_lookup (move->places, GINT_TO_POINTER (body));

  if (body == MBD_GROUND)
    return;
  if (places == NULL) {
    places = g_array_new (FALSE, FALSE, 3 * sizeof (double));
    g_hash_table_insert (move->places, GINT_TO_POINTER (body), places);
  }
  g_array_append_vals (places, point, 1);
}

static void
add_joint (Move *move, const LwCoupling *joint)
{
  g_hash_table_add (move->joints, GINT_TO_POINTER (joint->element.id));
  add_place (move, joint->def.body_a, joint->def.frame_a.point);
  add_place (move, joint->def.body_b, joint->def.frame_b.point);
}

static void
add_compliant (Move *move, const LwForce *joint)
{
  g_hash_table_add (move->loads, GINT_TO_POINTER (joint->element.id));
  add_place (move, joint->def.body_a, joint->def.point_a);
  add_place (move, joint->def.body_b, joint->def.point_b);
}

/// Finds compliant joints that move like joints. Returns true if there were more of them.
static bool
find_compliant (Move *move)
{
  bool more = false;

  for (guint i = 0; i < lw_mechanism_get_n_forces (move->old); i++) {
    const LwForce *force = lw_mechanism_get_force (move->old, i);
    const MbdForceDef *def = &force->def;

    if (!lw_family_of (def->class_)->is_compliant_joint || has (move->loads, force->element.id))
      continue;
    if (!has (move->whole, def->body_a) && !has (move->whole, def->body_b)
        && !moves_on (move, def->body_a, def->point_a)
        && !moves_on (move, def->body_b, def->point_b))
      continue;
    add_compliant (move, force);
    more = true;
  }
  return more;
}

/// Finds the joints that move: joints of moved bodies, and joints at a point that moves on another
/// body.
static void
find_joints (Move *move)
{
  bool more = true;

  while (more) {
    more = find_compliant (move);
    for (guint i = 0; i < lw_mechanism_get_n_couplings (move->old); i++) {
      const LwCoupling *joint = lw_mechanism_get_coupling (move->old, i);
      const MbdCouplingDef *def = &joint->def;

      if (!lw_geometry_is_joint (joint) || has (move->joints, joint->element.id))
        continue;
      if (!has (move->whole, def->body_a) && !has (move->whole, def->body_b)
          && !moves_on (move, def->body_a, def->frame_a.point)
          && !moves_on (move, def->body_b, def->frame_b.point))
        continue;
      add_joint (move, joint);
      more = true;
    }
  }
}

// ---- bodies ---------------------------------------------------------------------------------

/// Returns true if the frame is the frame of a bar drawn from point to point.
static bool
is_bar (const LwBody *body)
{
  const GArray *points = body->shape.points;
  const double *p = points != NULL ? (const double *) (void *) points->data : NULL;

  return body->shape.kind == LW_SHAPE_LINK && points != NULL && points->len == 2 && p[0] == 0
         && p[1] == 0 && p[4] == 0 && p[3] > 0;
}

static void
set_points (LwBody *body, const double *points, guint n)
{
  GArray *next = g_array_new (FALSE, FALSE, 3 * sizeof (double));

  g_array_append_vals (next, points, n);
  g_clear_pointer (&body->shape.points, g_array_unref);
  body->shape.points = next;
}

/// Puts a bar between other ends.
static void
stretch (LwBody *body, const double ends[2][2])
{
  const double length = hypot (ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]);
  const double points[2][3] = { { 0 }, { length } };
  const double scale = length / ((const double *) (void *) body->shape.points->data)[3];

  if (!(length > 0))
    return;
  body->def.position[0] = ends[0][0];
  body->def.position[1] = ends[0][1];
  body->def.angle = atan2 (ends[1][1] - ends[0][1], ends[1][0] - ends[0][0]);
  lw_geometry_turn (0, body->def.quaternion);
  body->def.centre_of_mass[0] *= scale;
  set_points (body, points[0], 2);
}

/// Returns the shape with its moved points, or NULL if none of them moves.
static LwBody *
reshape (const Move *move, const LwBody *old)
{
  const GArray *points = old->shape.points;
  const double *local = points != NULL ? (const double *) (void *) points->data : NULL;
  const guint n = points != NULL ? points->len : 0;
  g_autofree double *next = g_new0 (double, 3 * (gsize) n + 3);
  double ends[2][2] = { { 0 } };
  bool changed = false;
  LwBody *body;

  for (guint i = 0; i < n; i++) {
    const bool moved = moves_on (move, old->element.id, local + 3 * i);
    double world[2];

    lw_geometry_to_world (old, local + 3 * i, world);
    if (moved)
      lw_plane_map_point (move->map, world);
    lw_geometry_to_body (old, world, next + 3 * i);
    if (i < 2) {
      ends[i][0] = world[0];
      ends[i][1] = world[1];
    }
    changed = changed || moved;
  }
  if (!changed)
    return NULL;
  body = lw_body_copy (old);
  if (is_bar (old))
    stretch (body, ends);
  else
    set_points (body, next, n);
  return body;
}

static void
find_bodies (Move *move)
{
  for (guint i = 0; i < lw_mechanism_get_n_bodies (move->old); i++) {
    const LwBody *old = lw_mechanism_get_body (move->old, i);
    LwBody *body;

    if (has (move->whole, old->element.id)) {
      body = lw_body_copy (old);
      lw_plane_map_body (move->map, body);
    } else {
      body = reshape (move, old);
    }
    if (body != NULL)
      g_hash_table_insert (move->bodies, GINT_TO_POINTER (old->element.id), body);
  }
}

static const LwBody *
body_after (const Move *move, int id)
{
  const LwBody *body = g_hash_table_lookup (move->bodies, GINT_TO_POINTER (id));

  return body != NULL ? body : lw_mechanism_find_body (move->old, id);
}

// ---- elements on bodies ---------------------------------------------------------------------

/// Computes the new coordinates of a point on a body. It moves with a whole body and with a point
/// that moves; otherwise it keeps its place in the world.
static void
place_point (const Move *move, int id, bool moved, double point[3])
{
  const double z = point[2];
  double world[2];

  if (has (move->whole, id)) {
    lw_plane_map_local (move->map, point);
    return;
  }
  moved = moved || (id != MBD_GROUND && moves_on (move, id, point));
  if (!moved && body_after (move, id) == lw_mechanism_find_body (move->old, id))
    return;
  lw_geometry_to_world (lw_mechanism_find_body (move->old, id), point, world);
  if (moved)
    lw_plane_map_point (move->map, world);
  lw_geometry_to_body (body_after (move, id), world, point);
  point[2] = moved ? move->map->scale * z : z;
}

/// Places a point on a bar, such as a tracer, in proportion to the new length of the bar.
static void
place_along (const Move *move, int id, double point[3])
{
  const LwBody *old = lw_mechanism_find_body (move->old, id);
  const LwBody *body = body_after (move, id);

  if (has (move->whole, id) || old == NULL || body == old || !is_bar (old) || !is_bar (body)
      || moves_on (move, id, point)) {
    place_point (move, id, false, point);
    return;
  }
  for (int d = 0; d < 2; d++)
    point[d] *= ((const double *) (void *) body->shape.points->data)[3]
                / ((const double *) (void *) old->shape.points->data)[3];
}

/// Turns axes: they move with a whole body and with a joint that moves; otherwise they keep their
/// direction in the world when the body under them turns.
static void
turn_frame (const Move *move, int id, bool moved, double q[4])
{
  const LwBody *old = lw_mechanism_find_body (move->old, id);
  const LwBody *body = body_after (move, id);
  double angle = 2 * atan2 (q[3], q[0]) + (old != NULL ? lw_geometry_angle (old) : 0);

  if (has (move->whole, id)) {
    lw_plane_map_local_frame (move->map, q);
    return;
  }
  moved = moved && !lw_plane_map_is_shift (move->map);
  if (!moved && body == old)
    return;
  if (moved)
    angle = lw_plane_map_direction (move->map, angle);
  lw_geometry_turn (angle - (body != NULL ? lw_geometry_angle (body) : 0), q);
}

/// Turns the frame of a pin. A pin has no direction, but its angle is counted from its frames, so
/// frames on the ground are turned too.
static void
turn_pin (const Move *move, int id, double q[4])
{
  if (id == MBD_GROUND || has (move->whole, id))
    turn_frame (move, id, true, q);
}

static double
distance (const Move *move, int body_a, const double *a, int body_b, const double *b, bool after)
{
  double from[2];
  double to[2];

  lw_geometry_to_world (
    after ? body_after (move, body_a) : lw_mechanism_find_body (move->old, body_a), a, from);
  lw_geometry_to_world (
    after ? body_after (move, body_b) : lw_mechanism_find_body (move->old, body_b), b, to);
  return hypot (to[0] - from[0], to[1] - from[1]);
}

static bool
goes_along (const Move *move, int id)
{
  return id == MBD_GROUND || has (move->whole, id);
}

/// Returns true if the coordinate of the joint is between two frames that move along.
static bool
is_mapped (const Move *move, const LwCoupling *joint)
{
  return joint != NULL && has (move->joints, joint->element.id)
         && goes_along (move, joint->def.body_a) && goes_along (move, joint->def.body_b);
}

/// Maps the numbers of an element that uses joints, which are values of their coordinates.
static LwCoupling *
move_drive (const Move *move, const LwCoupling *old)
{
  bool mapped[2];
  MbdCouplingDef def;
  LwCoupling *drive;

  for (int i = 0; i < 2; i++)
    mapped[i] =
      old->joint[i] != 0 && is_mapped (move, lw_mechanism_find_coupling (move->old, old->joint[i]));
  if (lw_plane_map_is_shift (move->map) || (!mapped[0] && !mapped[1]))
    return NULL;
  // The coordinates follow from the joints.
  lw_mechanism_resolve_coupling (move->old, old, &def, NULL);
  drive = lw_coupling_copy (old);
  lw_plane_map_coupling (move->map, drive, def.coordinate, mapped);
  return drive;
}

static void
move_frames (const Move *move, bool moved, MbdCouplingDef *def)
{
  const struct
  {
    int body;
    MbdFrame *frame;
  } ends[] = { { def->body_a, &def->frame_a },
               { def->body_b, &def->frame_b },
               { def->body_c, &def->frame_c },
               { def->body_d, &def->frame_d } };

  for (int i = 0; i < lw_family_of (def->class_)->n_bodies; i++) {
    place_point (move, ends[i].body, moved, ends[i].frame->point);
    if (lw_family_of (def->class_)->is_joint && def->locked == MBD_LOOP_PIN)
      turn_pin (move, ends[i].body, ends[i].frame->quaternion);
    else if (lw_joint_frame_has_axes (def))
      turn_frame (move, ends[i].body, moved, ends[i].frame->quaternion);
  }
}

/// Returns true if all its bodies move along, or if it was chosen and the others are the ground.
static bool
goes_wholly (const Move *move, bool moved, const MbdCouplingDef *def)
{
  const int n = lw_coupling_n_ends (def);

  for (int i = 0; i < n; i++)
    if (!(moved ? goes_along (move, lw_coupling_body (def, i))
                : has (move->whole, lw_coupling_body (def, i))))
      return false;
  return true;
}

static double
length_after (const Move *move, const MbdCouplingDef *def)
{
  const MbdFrame *frames[] = { &def->frame_a, &def->frame_b, &def->frame_c, &def->frame_d };
  double ends[4][2];

  for (int i = 0; i < 4; i++)
    lw_geometry_to_world (body_after (move, lw_coupling_body (def, i)), frames[i]->point, ends[i]);
  return lw_coupling_length (def, ends);
}

static LwCoupling *
move_coupling (const Move *move, const LwCoupling *old)
{
  static const bool both[2] = { true, true };
  LwCoupling *coupling = lw_coupling_copy (old);
  MbdCouplingDef *def = &coupling->def;
  const bool moved = has (move->joints, old->element.id) || has (move->chosen, old->element.id);
  double length;

  move_frames (move, moved, def);
  if (coupling->curve != NULL && (moved || has (move->whole, def->body_a)))
    lw_plane_map_curve (move->map, coupling->curve);
  if (goes_wholly (move, moved, def)) {
    lw_plane_map_coupling (move->map, coupling, def->coordinate, both);
  } else if (lw_family_of (def->class_)->may_slacken && old->function == NULL) {
    length = length_after (move, def);
    def->length = length > 0 ? length : def->length;
  }
  return coupling;
}

// ---- force elements -------------------------------------------------------------------------

/// Moves a load. A chosen load is turned; so is a load in body axes on a body that moves as a
/// whole.
static LwForce *
move_load (Move *move, const LwForce *old)
{
  const bool chosen = has (move->loads, old->element.id);
  const bool whole = has (move->whole, old->def.body_b);
  LwForce *load = lw_force_copy (old);

  if (chosen)
    place_point (move, old->def.body_b, true, load->def.point_b);
  else
    place_along (move, old->def.body_b, load->def.point_b);
  if ((chosen || (whole && old->def.follows_body)) && !lw_plane_map_is_shift (move->map)
      && lw_family_of (old->def.class_)->is_load && !lw_plane_map_load (move->map, load))
    move->stuck = old;
  return load;
}

static LwForce *
move_compliant (const Move *move, const LwForce *old)
{
  LwForce *joint = lw_force_copy (old);
  MbdForceDef *def = &joint->def;
  const bool moved = has (move->whole, def->body_a) || has (move->whole, def->body_b)
                     || has (move->loads, old->element.id);

  place_point (move, def->body_a, moved, def->point_a);
  place_point (move, def->body_b, moved, def->point_b);
  turn_frame (move, def->body_a, moved, def->quaternion_a);
  turn_frame (move, def->body_b, moved, def->quaternion_b);
  return joint;
}

static LwForce *
move_spring (const Move *move, const LwForce *old)
{
  LwForce *spring = lw_force_copy (old);
  MbdForceDef *def = &spring->def;
  const bool chosen = has (move->loads, old->element.id);
  double before;

  if (chosen) {
    place_point (move, def->body_a, true, def->point_a);
    place_point (move, def->body_b, true, def->point_b);
  } else {
    place_along (move, def->body_a, def->point_a);
    place_along (move, def->body_b, def->point_b);
  }
  if (has (move->whole, def->body_a) && has (move->whole, def->body_b)) {
    def->free_length *= move->map->scale;
    return spring;
  }
  // A spring that was drawn relaxed stays relaxed.
  before = distance (move, def->body_a, old->def.point_a, def->body_b, old->def.point_b, false);
  if (fabs (before - def->free_length) <= move->near)
    def->free_length = distance (move, def->body_a, def->point_a, def->body_b, def->point_b, true);
  return spring;
}

/// Makes gears mesh again that meshed as they were drawn.
static LwMechanism *
mesh_again (const Move *move, LwMechanism *next)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (move->old); i++) {
    const LwCoupling *old = lw_mechanism_get_coupling (move->old, i);
    LwMechanism *previous = next;
    double before;
    double after;
    LwCoupling *gear;

    if (!lw_family_of (old->def.class_)->has_second_pair
        || !lw_mechanism_get_start_offset (move->old, old, &before)
        || fabs (before - old->def.offset) > 1e-9
        || !lw_mechanism_get_start_offset (next, old, &after) || after == old->def.offset)
      continue;
    gear = lw_coupling_copy (old);
    gear->def.offset = after;
    next = lw_mechanism_replace_coupling (previous, gear);
    lw_mechanism_unref (previous);
  }
  return next;
}

static LwBody *
change_body (const LwBody *old, void *data)
{
  Move *move = data;
  LwBody *body = g_hash_table_lookup (move->bodies, GINT_TO_POINTER (old->element.id));

  return body != NULL ? lw_body_copy (body) : NULL;
}

static LwCoupling *
change_coupling (const LwCoupling *old, void *data)
{
  const Move *move = data;
  const MbdCouplingDef *def = &old->def;
  const bool has_four = lw_family_of (def->class_)->n_bodies == 4;

  if (old->joint[0] != 0)
    return move_drive (move, old);
  if (!has (move->joints, old->element.id) && !has (move->chosen, old->element.id)
      && !has (move->bodies, def->body_a) && !has (move->bodies, def->body_b)
      && !(has_four && (has (move->bodies, def->body_c) || has (move->bodies, def->body_d))))
    return NULL;
  return move_coupling (move, old);
}

static LwForce *
change_force (const LwForce *old, void *data)
{
  Move *move = data;
  const MbdForceDef *def = &old->def;
  const bool has_a = def->class_->acts_on_a;

  if (!has (move->loads, old->element.id) && !(has_a && has (move->bodies, def->body_a))
      && !has (move->bodies, def->body_b))
    return NULL;
  if (has (move->loads, old->element.id) && !lw_plane_map_is_shift (move->map)
      && lw_signals_force_follows (old))
    move->stuck = old;
  if (lw_family_of (def->class_)->has_law)
    return move_spring (move, old);
  if (lw_family_of (def->class_)->is_compliant_joint)
    return move_compliant (move, old);
  return move_load (move, old);
}

static LwTracer *
change_tracer (const LwTracer *old, void *data)
{
  const Move *move = data;
  LwTracer *tracer = NULL;

  if (has (move->tracers, old->element.id)) {
    tracer = lw_tracer_copy (old);
    place_point (move, old->body, true, tracer->point);
  } else if (has (move->bodies, old->body)) {
    tracer = lw_tracer_copy (old);
    place_along (move, old->body, tracer->point);
  }
  return tracer;
}

static LwMeasurement *
change_measurement (const LwMeasurement *old, void *data)
{
  const Move *move = data;
  const bool chosen = has (move->measurements, old->element.id);
  LwMeasurement *measurement;
  bool any = chosen;

  for (guint i = 0; i < old->n_points; i++)
    any = any || has (move->bodies, old->points[i].body);
  if (!any)
    return NULL;
  measurement = lw_measurement_copy (old);
  for (guint i = 0; i < measurement->n_points; i++) {
    LwBodyPoint *at = &measurement->points[i];

    if (at->body != MBD_GROUND && has (move->bodies, at->body))
      place_along (move, at->body, at->point);
    else if (at->body == MBD_GROUND && chosen)
      place_point (move, at->body, true, at->point);
  }
  return measurement;
}

// ---- public ---------------------------------------------------------------------------------

static void
unref_body (void *body)
{
  lw_body_unref (body);
}

static void
unref_array (void *array)
{
  g_array_unref (array);
}

static void
move_init (Move *move, const LwMechanism *mechanism, const LwPlaneMap *map)
{
  *move = (Move){
    .old = mechanism,
    .whole = g_hash_table_new (NULL, NULL),
    .joints = g_hash_table_new (NULL, NULL),
    .loads = g_hash_table_new (NULL, NULL),
    .tracers = g_hash_table_new (NULL, NULL),
    .measurements = g_hash_table_new (NULL, NULL),
    .places = g_hash_table_new_full (NULL, NULL, NULL, unref_array),
    .bodies = g_hash_table_new_full (NULL, NULL, NULL, unref_body),
    .chosen = g_hash_table_new (NULL, NULL),
    .map = map,
    .near = 1e-9 * lw_geometry_size (mechanism, 1e-3),
  };
}

/// Makes the mechanism when all moving elements have been found, and frees the rest.
static LwMechanism *
move_finish (Move *move)
{
  const LwMechanismChanges changes = { change_body, change_coupling, change_force, change_tracer,
                                       change_measurement };
  LwMechanism *next;

  find_joints (move);
  find_bodies (move);
  next = mesh_again (move, lw_mechanism_change (move->old, &changes, move));
  g_hash_table_unref (move->whole);
  g_hash_table_unref (move->joints);
  g_hash_table_unref (move->chosen);
  g_hash_table_unref (move->loads);
  g_hash_table_unref (move->tracers);
  g_hash_table_unref (move->measurements);
  g_hash_table_unref (move->places);
  g_hash_table_unref (move->bodies);
  return next;
}

/// Adds the chosen elements to the moving ones.
static void
choose (Move *move, const LwMechanism *mechanism, const LwElementRef *elements, guint n_elements)
{
  for (guint i = 0; i < n_elements; i++) {
    const LwCoupling *joint = NULL;
    const LwForce *force = NULL;

    switch (elements[i].kind) {
    case LW_SELECTION_BODY:
      g_hash_table_add (move->whole, GINT_TO_POINTER (elements[i].id));
      break;
    case LW_SELECTION_COUPLING:
      joint = lw_mechanism_find_coupling (mechanism, elements[i].id);
      if (joint != NULL && lw_geometry_is_joint (joint))
        add_joint (move, joint);
      else
        g_hash_table_add (move->chosen, GINT_TO_POINTER (elements[i].id));
      break;
    case LW_SELECTION_FORCE:
      force = lw_mechanism_find_force (mechanism, elements[i].id);
      if (force != NULL && lw_family_of (force->def.class_)->is_compliant_joint)
        add_compliant (move, force);
      else
        g_hash_table_add (move->loads, GINT_TO_POINTER (elements[i].id));
      break;
    case LW_SELECTION_TRACER:
      g_hash_table_add (move->tracers, GINT_TO_POINTER (elements[i].id));
      break;
    case LW_SELECTION_MEASUREMENT:
      g_hash_table_add (move->measurements, GINT_TO_POINTER (elements[i].id));
      break;
    case LW_SELECTION_NONE:
      break;
    }
  }
}

LwMechanism *
lw_move_by_map (const LwMechanism *mechanism,
                const LwElementRef *elements,
                guint n_elements,
                const LwPlaneMap *map,
                GError **error)
{
  Move move;
  LwMechanism *next;

  if (!lw_plane_map_is_valid (map)) {
    g_set_error_literal (
      error, LW_ERROR, LW_ERROR_USAGE,
      _ ("The drawing cannot become that large or small: choose another number."));
    return NULL;
  }
  move_init (&move, mechanism, map);
  choose (&move, mechanism, elements, n_elements);
  next = move_finish (&move);
  if (move.stuck != NULL) {
    g_autofree char *name =
      lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_FORCE, move.stuck->element.id);

    g_set_error (
      error, LW_ERROR, LW_ERROR_USAGE,
      lw_signals_force_follows (move.stuck)
        ? _ ("%s follows the motion along the axes of the world and cannot be turned, "
             "mirrored or scaled: take it out of the selection and change its expression.")
        : _ ("%s follows functions along x and y and cannot be turned: take it out of the "
             "selection or let it follow its body."),
      name);
    lw_mechanism_unref (next);
    return NULL;
  }
  return next;
}

LwMechanism *
lw_move_elements (const LwMechanism *mechanism,
                  const LwElementRef *elements,
                  guint n_elements,
                  double dx,
                  double dy)
{
  const LwPlaneMap map = lw_plane_map_shift (dx, dy);
  Move move;

  move_init (&move, mechanism, &map);
  choose (&move, mechanism, elements, n_elements);
  return move_finish (&move);
}

LwMechanism *
lw_move_point (const LwMechanism *mechanism, int body, guint point, double dx, double dy)
{
  const LwBody *old = lw_mechanism_find_body (mechanism, body);
  const LwPlaneMap map = lw_plane_map_shift (dx, dy);
  Move move;

  move_init (&move, mechanism, &map);
  if (old != NULL && old->shape.points != NULL && point < old->shape.points->len)
    add_place (&move, body, (const double *) (void *) old->shape.points->data + 3 * point);
  return move_finish (&move);
}
