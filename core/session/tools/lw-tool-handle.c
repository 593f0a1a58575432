// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-tool-handle.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-curve-edit.h"
#include "lw-curve.h"
#include "lw-element-ref.h"
#include "lw-geometry.h"
#include "lw-locked.h"
#include "lw-move.h"
#include "lw-part.h"
#include "lw-shape-mass.h"
#include "lw-tool-private.h"

#define REACH_PX 12 ///< half the size of the area that accepts a press
#define AXIS_PX 64
#define BESIDE_PX 26 ///< distance of the handle from the centre of mass, in both directions
#define TURN_PX 30   ///< height of the handle above the bodies
#define SCALE_PX 18  ///< distance of the handle from the bodies
#define TURN_STEP (G_PI / 12)
#define SCALE_STEP 0.05
#define LEAST_FACTOR 1e-3
#define MOST_FACTOR 1e3

// ---- positions ------------------------------------------------------------------------------

double
lw_handles_get_growth (const LwToolView *view)
{
  return view->letters > 0 ? CLAMP (view->letters, 1, 2) : 1;
}

/// Returns the length of a pixel scaled with the font size, m.
static double
length_of_px (const LwToolView *view)
{
  return lw_handles_get_growth (view) / view->px_per_m;
}

static void
add (GArray *handles,
     LwHandleKind kind,
     LwElementRef element,
     guint index,
     const double at[2],
     const double from[2])
{
  const LwHandle handle = { kind, element, index, { at[0], at[1] }, { from[0], from[1] } };

  if (isfinite (at[0]) && isfinite (at[1]))
    g_array_append_val (handles, handle);
}

static void
corner_of (const LwBody *body, guint index, double corner[3])
{
  for (guint d = 0; d < 3; d++)
    corner[d] =
      body->shape.centre[d] + (d < 2 ? (index >> d & 1 ? 0.5 : -0.5) * body->shape.size[d] : 0);
}

static void
add_body (GArray *handles, const LwBody *body, LwElementRef element, const LwToolView *view)
{
  const MbdBodyDef *def = &body->def;
  double local[3];
  double at[2];
  double from[2];

  if (body->shape.kind == LW_SHAPE_DISC) {
    memcpy (local, body->shape.centre, sizeof local);
    local[0] += body->shape.size[0];
    lw_geometry_to_world (body, local, at);
    add (handles, LW_HANDLE_RADIUS, element, 0, at, at);
  }
  for (guint i = 0; i < 4 && body->shape.kind == LW_SHAPE_BOX; i++) {
    corner_of (body, i, local);
    lw_geometry_to_world (body, local, at);
    add (handles, LW_HANDLE_CORNER, element, i, at, at);
  }
  if (def->mobility == MBD_FIXED || hypot (def->velocity[0], def->velocity[1]) == 0)
    return;
  lw_geometry_to_world (body, (const double[3]){ 0 }, from);
  for (int d = 0; d < 2; d++)
    at[d] = from[d] + def->velocity[d] / (view->speed_per_px * view->px_per_m);
  add (handles, LW_HANDLE_VELOCITY, element, 0, at, from);
}

/// Returns the angle of the x axis of a joint in the world, rad.
static double
axis_of (const LwMechanism *mechanism, const MbdCouplingDef *def)
{
  const double *q = def->frame_a.quaternion;
  const LwBody *body = lw_mechanism_find_body (mechanism, def->body_a);

  return 2 * atan2 (q[3], q[0]) + (body != NULL ? lw_geometry_angle (body) : 0);
}

static bool
has_axis (const LwCoupling *coupling)
{
  return lw_family_of (coupling->def.class_)->is_joint && lw_geometry_is_joint (coupling)
         && (coupling->def.locked & MBD_LOCK_X) == 0 && (coupling->def.locked & MBD_LOCK_Y) != 0;
}

static void
add_coupling (GArray *handles,
              const LwMechanism *mechanism,
              const LwCoupling *coupling,
              LwElementRef element,
              const LwToolView *view)
{
  const MbdCouplingDef *def = &coupling->def;
  double at[2];
  double from[2];

  if (has_axis (coupling)) {
    const double px = length_of_px (view);
    const double angle = axis_of (mechanism, def);

    lw_geometry_joint_point (mechanism, coupling, from);
    at[0] = from[0] + AXIS_PX * px * cos (angle);
    at[1] = from[1] + AXIS_PX * px * sin (angle);
    add (handles, LW_HANDLE_AXIS, element, 0, at, from);
  } else if (coupling->curve != NULL) {
    const guint n = coupling->curve->len - (lw_curve_is_closed (coupling->curve) ? 1 : 0);

    for (guint i = 0; i < n; i++) {
      lw_curve_edit_to_world (mechanism, coupling,
                              (const double *) (void *) coupling->curve->data + 3 * (gsize) i, at);
      add (handles, LW_HANDLE_CURVE, element, i, at, at);
    }
  } else if (lw_family_of (def->class_)->may_slacken) {
    lw_geometry_to_world (lw_mechanism_find_body (mechanism, def->body_a), def->frame_a.point, at);
    add (handles, LW_HANDLE_END, element, 0, at, at);
    lw_geometry_to_world (lw_mechanism_find_body (mechanism, def->body_b), def->frame_b.point, at);
    add (handles, LW_HANDLE_END, element, 1, at, at);
  }
}

/// Computes the force of a load at the start, in world axes. Returns false if it is given by
/// functions.
static bool
force_of (const LwMechanism *mechanism, const LwForce *force, double world[2])
{
  const MbdForceDef *def = &force->def;
  const LwBody *body = lw_mechanism_find_body (mechanism, def->body_b);
  const double angle = def->follows_body && body != NULL ? lw_geometry_angle (body) : 0;

  if (force->functions[0] != NULL || force->functions[1] != NULL)
    return false;
  world[0] = cos (angle) * def->force[0] - sin (angle) * def->force[1];
  world[1] = sin (angle) * def->force[0] + cos (angle) * def->force[1];
  return true;
}

static void
add_force (GArray *handles,
           const LwMechanism *mechanism,
           const LwForce *force,
           LwElementRef element,
           const LwToolView *view)
{
  const MbdForceDef *def = &force->def;
  double at[2];
  double from[2];
  double load[2];

  lw_geometry_to_world (lw_mechanism_find_body (mechanism, def->body_b), def->point_b, from);
  if (lw_family_of (def->class_)->n_bodies == 2) {
    lw_geometry_to_world (lw_mechanism_find_body (mechanism, def->body_a), def->point_a, at);
    add (handles, LW_HANDLE_END, element, 0, at, at);
    add (handles, LW_HANDLE_END, element, 1, from, from);
  } else if (lw_family_of (def->class_)->is_load && force_of (mechanism, force, load)
             && hypot (load[0], load[1]) > 0) {
    for (int d = 0; d < 2; d++)
      at[d] = from[d] + load[d] / (view->newton_per_px * view->px_per_m);
    add (handles, LW_HANDLE_FORCE, element, 0, at, from);
  }
}

static void
add_measurement (GArray *handles,
                 const LwMechanism *mechanism,
                 const LwMeasurement *measurement,
                 LwElementRef element)
{
  for (guint i = 0; i < measurement->n_points; i++) {
    const LwBodyPoint *point = &measurement->points[i];
    double at[2];

    lw_geometry_to_world (lw_mechanism_find_body (mechanism, point->body), point->point, at);
    add (handles, LW_HANDLE_END, element, i, at, at);
  }
}

/// Adds the handle of the centre of mass, beside it if the pivot lies on it.
static void
add_centre (GArray *handles, const LwBody *body, LwElementRef element, const LwToolView *view)
{
  const double px = length_of_px (view);
  double from[2];
  double at[2];

  lw_geometry_to_world (body, body->def.centre_of_mass, from);
  memcpy (at, from, sizeof at);
  for (guint i = 0; i < handles->len; i++) {
    const LwHandle *other = &g_array_index (handles, LwHandle, i);

    if (hypot (other->at[0] - from[0], other->at[1] - from[1]) < 2 * REACH_PX * px) {
      at[0] = from[0] - BESIDE_PX * px;
      at[1] = from[1] + BESIDE_PX * px;
    }
  }
  add (handles, LW_HANDLE_CENTRE, element, 0, at, from);
}

/// Adds the turn, scale and pivot handles of the selected bodies.
static void
add_frame (GArray *handles,
           const LwMechanism *mechanism,
           const LwElementRef *elements,
           guint n_elements,
           const LwToolView *view,
           const double *pivot)
{
  const LwElementRef none = { LW_SELECTION_NONE, 0 };
  const double px = length_of_px (view);
  g_autoptr (GArray) bodies = g_array_new (FALSE, FALSE, sizeof (LwElementRef));
  double box[4];
  double middle[2];

  for (guint i = 0; i < n_elements; i++)
    if (elements[i].kind == LW_SELECTION_BODY)
      g_array_append_val (bodies, elements[i]);
  if (bodies->len == 0
      || !lw_part_get_box (mechanism, (const LwElementRef *) (void *) bodies->data, bodies->len,
                           box))
    return;
  middle[0] = 0.5 * (box[0] + box[2]);
  middle[1] = 0.5 * (box[1] + box[3]);
  add (handles, LW_HANDLE_TURN, none, 0, (const double[2]){ middle[0], box[3] + TURN_PX * px },
       (const double[2]){ middle[0], box[3] });
  add (handles, LW_HANDLE_SCALE, none, 0,
       (const double[2]){ box[2] + SCALE_PX * px, box[1] - SCALE_PX * px },
       (const double[2]){ box[2], box[1] });
  if (pivot == NULL)
    pivot = middle;
  add (handles, LW_HANDLE_PIVOT, none, 0, pivot, pivot);
}

GArray *
lw_handles_find (const LwMechanism *mechanism,
                 const LwElementRef *elements,
                 guint n_elements,
                 const LwToolView *view,
                 const double *pivot)
{
  GArray *handles = g_array_new (FALSE, FALSE, sizeof (LwHandle));
  const LwElementRef last =
    n_elements > 0 ? elements[n_elements - 1] : (LwElementRef){ LW_SELECTION_NONE, 0 };
  const LwBody *body = lw_mechanism_find_body (mechanism, last.id);
  const LwCoupling *coupling = lw_mechanism_find_coupling (mechanism, last.id);
  const LwForce *force = lw_mechanism_find_force (mechanism, last.id);
  const LwMeasurement *measurement = lw_mechanism_find_measurement (mechanism, last.id);

  add_frame (handles, mechanism, elements, n_elements, view, pivot);
  if (last.kind == LW_SELECTION_BODY && n_elements == 1 && body != NULL
      && body->def.mobility == MBD_PLANAR)
    add_centre (handles, body, last, view);
  if (last.kind == LW_SELECTION_BODY && body != NULL && body->element.id != MBD_GROUND)
    add_body (handles, body, last, view);
  if (last.kind == LW_SELECTION_COUPLING && coupling != NULL)
    add_coupling (handles, mechanism, coupling, last, view);
  if (last.kind == LW_SELECTION_FORCE && force != NULL)
    add_force (handles, mechanism, force, last, view);
  if (last.kind == LW_SELECTION_MEASUREMENT && measurement != NULL)
    add_measurement (handles, mechanism, measurement, last);
  return handles;
}

const LwHandle *
lw_handles_at (const GArray *handles, const LwToolView *view, double x, double y)
{
  const double px = length_of_px (view);

  for (guint i = handles->len; i-- > 0;) {
    const LwHandle *handle = &((const LwHandle *) (void *) handles->data)[i];

    if (hypot (handle->at[0] - x, handle->at[1] - y) <= REACH_PX * px)
      return handle;
  }
  return NULL;
}

const char *
lw_handle_get_step (LwHandleKind kind)
{
  switch (kind) {
  case LW_HANDLE_RADIUS:
  case LW_HANDLE_CORNER:
    return N_ ("Change Size");
  case LW_HANDLE_AXIS:
    return N_ ("Turn Axis");
  case LW_HANDLE_END:
    return N_ ("Move End");
  case LW_HANDLE_CURVE:
    return N_ ("Change Curve");
  case LW_HANDLE_FORCE:
    return N_ ("Change Force");
  case LW_HANDLE_VELOCITY:
    return N_ ("Change Velocity");
  case LW_HANDLE_TURN:
    return N_ ("Rotate");
  case LW_HANDLE_SCALE:
    return N_ ("Scale Selection");
  case LW_HANDLE_CENTRE:
    return N_ ("Move Centre of Mass");
  case LW_HANDLE_PIVOT:
    break;
  }
  return N_ ("Move Pivot");
}

// ---- dragging -------------------------------------------------------------------------------

typedef struct
{
  const LwMechanism *mechanism;
  const LwElementRef *elements;
  guint n_elements;
  const LwToolView *view;
  const LwHandle *handle;
  const double *pivot;
  const double *to;
  bool exactly;
} Drag;

static LwMechanism *
refuse (char **problem, const char *sentence)
{
  *problem = g_strdup (sentence);
  return NULL;
}

static bool
is_size (double size)
{
  return isfinite (size) && size > 0;
}

static LwMechanism *
resize (const Drag *drag, char **problem)
{
  const LwBody *old = lw_mechanism_find_body (drag->mechanism, drag->handle->element.id);
  LwBody *body = lw_body_copy (old);
  double *size = body->shape.size;
  double corner[3];
  double to[3] = { 0 };

  lw_geometry_to_body (old, drag->to, to);
  if (drag->handle->kind == LW_HANDLE_RADIUS) {
    size[0] = hypot (to[0] - body->shape.centre[0], to[1] - body->shape.centre[1]);
  } else {
    corner_of (old, 3 - drag->handle->index, corner);
    for (int d = 0; d < 2; d++) {
      size[d] = fabs (to[d] - corner[d]);
      body->shape.centre[d] = 0.5 * (to[d] + corner[d]);
    }
  }
  if (!is_size (size[0]) || (body->shape.kind == LW_SHAPE_BOX && !is_size (size[1]))) {
    lw_body_unref (body);
    return refuse (problem, _ ("This would leave nothing of the body: drag the handle elsewhere."));
  }
  if (lw_body_has_plate_mass (old))
    lw_body_set_plate_mass (body);
  return lw_mechanism_replace_body (drag->mechanism, body);
}

/// Turns both frames of a joint to this direction in the world.
static LwMechanism *
turn_axis (const Drag *drag, char **problem)
{
  const LwHandle *handle = drag->handle;
  const LwCoupling *old = lw_mechanism_find_coupling (drag->mechanism, handle->element.id);
  const double by = atan2 (drag->to[1] - handle->from[1], drag->to[0] - handle->from[0])
                    - atan2 (handle->at[1] - handle->from[1], handle->at[0] - handle->from[0]);
  LwCoupling *coupling;
  MbdFrame *frames[2];

  if (!(hypot (drag->to[0] - handle->from[0], drag->to[1] - handle->from[1]) > 0))
    return refuse (problem, _ ("An axis needs a direction: drag its handle away from the joint."));
  coupling = lw_coupling_copy (old);
  frames[0] = &coupling->def.frame_a;
  frames[1] = &coupling->def.frame_b;
  for (int i = 0; i < 2; i++) {
    const double *q = frames[i]->quaternion;

    lw_geometry_turn (2 * atan2 (q[3], q[0]) + by, frames[i]->quaternion);
  }
  return lw_mechanism_replace_coupling (drag->mechanism, coupling);
}

static LwMechanism *
move_rod_end (const Drag *drag)
{
  const LwCoupling *old = lw_mechanism_find_coupling (drag->mechanism, drag->handle->element.id);
  LwCoupling *rod = lw_coupling_copy (old);
  MbdCouplingDef *def = &rod->def;
  double ends[4][2];
  double length;

  if (drag->handle->index == 0)
    lw_geometry_to_body (lw_mechanism_find_body (drag->mechanism, def->body_a), drag->to,
                         def->frame_a.point);
  else
    lw_geometry_to_body (lw_mechanism_find_body (drag->mechanism, def->body_b), drag->to,
                         def->frame_b.point);
  lw_geometry_coupling_ends (drag->mechanism, def, ends);
  length = lw_coupling_length (def, ends);
  if (is_size (length) && rod->function == NULL)
    def->length = length;
  return lw_mechanism_replace_coupling (drag->mechanism, rod);
}

static LwMechanism *
move_curve_point (const Drag *drag, char **problem)
{
  const int id = drag->handle->element.id;
  const LwCoupling *slot = lw_mechanism_find_coupling (drag->mechanism, id);
  g_autoptr (GError) error = NULL;
  LwMechanism *next;
  double at[2];

  if (slot->curve == NULL || drag->handle->index >= slot->curve->len)
    return NULL; // changed by a key while the handle was held
  lw_curve_edit_to_frame (drag->mechanism, slot, drag->to, at);
  next = lw_curve_edit_set (drag->mechanism, id,
                            lw_curve_with_point (slot->curve, drag->handle->index, at), &error);
  return next != NULL ? next : refuse (problem, error->message);
}

static double
length_of (const LwMechanism *mechanism, const MbdForceDef *def)
{
  double a[2];
  double b[2];

  lw_geometry_to_world (lw_mechanism_find_body (mechanism, def->body_a), def->point_a, a);
  lw_geometry_to_world (lw_mechanism_find_body (mechanism, def->body_b), def->point_b, b);
  return hypot (b[0] - a[0], b[1] - a[1]);
}

static LwMechanism *
move_measured_point (const Drag *drag)
{
  LwMeasurement *measurement =
    lw_measurement_copy (lw_mechanism_find_measurement (drag->mechanism, drag->handle->element.id));
  LwBodyPoint *point = &measurement->points[drag->handle->index];

  lw_geometry_to_body (lw_mechanism_find_body (drag->mechanism, point->body), drag->to,
                       point->point);
  return lw_mechanism_replace_measurement (drag->mechanism, measurement);
}

/// Moves the centre of mass, which is no longer computed from the shape.
static LwMechanism *
move_centre (const Drag *drag)
{
  const LwBody *old = lw_mechanism_find_body (drag->mechanism, drag->handle->element.id);
  LwBody *body = lw_body_copy (old);
  const double z = body->def.centre_of_mass[2];

  lw_geometry_to_body (old, drag->to, body->def.centre_of_mass);
  body->def.centre_of_mass[2] = z;
  return lw_mechanism_replace_body (drag->mechanism, body);
}

static LwMechanism *
move_end (const Drag *drag)
{
  const LwForce *old = lw_mechanism_find_force (drag->mechanism, drag->handle->element.id);
  LwForce *force;
  MbdForceDef *def;

  if (drag->handle->element.kind == LW_SELECTION_COUPLING)
    return move_rod_end (drag);
  if (drag->handle->element.kind == LW_SELECTION_MEASUREMENT)
    return move_measured_point (drag);
  force = lw_force_copy (old);
  def = &force->def;
  if (drag->handle->index == 0)
    lw_geometry_to_body (lw_mechanism_find_body (drag->mechanism, def->body_a), drag->to,
                         def->point_a);
  else
    lw_geometry_to_body (lw_mechanism_find_body (drag->mechanism, def->body_b), drag->to,
                         def->point_b);
  // A spring that was drawn without force keeps zero force.
  if (lw_family_of (def->class_)->has_law
      && fabs (length_of (drag->mechanism, &old->def) - def->free_length)
           <= 1e-9 * def->free_length)
    def->free_length = length_of (drag->mechanism, def);
  return lw_mechanism_replace_force (drag->mechanism, force);
}

/// Computes the vector from the foot of an arrow to its tip, rounded to two significant figures and
/// to a round angle.
static void
read_arrow (const Drag *drag, double per_px, double vector[2])
{
  const LwHandle *handle = drag->handle;
  const double dx = drag->to[0] - handle->from[0];
  const double dy = drag->to[1] - handle->from[1];
  double size = hypot (dx, dy) * drag->view->px_per_m * per_px;
  double angle = atan2 (dy, dx);

  if (!drag->exactly) {
    size = size > 0 ? lw_tool_two_figures (size) : 0;
    if (fabs (remainder (angle, TURN_STEP)) < 0.1 * TURN_STEP)
      angle = TURN_STEP * round (angle / TURN_STEP);
  }
  vector[0] = fabs (cos (angle)) < 1e-9 ? 0 : size * cos (angle);
  vector[1] = fabs (sin (angle)) < 1e-9 ? 0 : size * sin (angle);
}

static LwMechanism *
change_force (const Drag *drag, char **problem)
{
  const LwForce *old = lw_mechanism_find_force (drag->mechanism, drag->handle->element.id);
  const LwBody *body = lw_mechanism_find_body (drag->mechanism, old->def.body_b);
  const double angle = old->def.follows_body && body != NULL ? lw_geometry_angle (body) : 0;
  double world[2];
  LwForce *force;

  read_arrow (drag, drag->view->newton_per_px, world);
  if (!is_size (hypot (world[0], world[1])))
    return refuse (problem, _ ("An arrow needs a length: to remove the force, delete it."));
  force = lw_force_copy (old);
  force->def.force[0] = cos (angle) * world[0] + sin (angle) * world[1];
  force->def.force[1] = cos (angle) * world[1] - sin (angle) * world[0];
  return lw_mechanism_replace_force (drag->mechanism, force);
}

static LwMechanism *
change_velocity (const Drag *drag)
{
  const LwBody *old = lw_mechanism_find_body (drag->mechanism, drag->handle->element.id);
  LwBody *body = lw_body_copy (old);

  read_arrow (drag, drag->view->speed_per_px, body->def.velocity);
  return lw_mechanism_replace_body (drag->mechanism, body);
}

/// Rotates or scales the selected bodies about the pivot.
static LwMechanism *
transform (const Drag *drag, char **problem)
{
  const double *at = drag->handle->at;
  const double before = hypot (at[0] - drag->pivot[0], at[1] - drag->pivot[1]);
  const double after = hypot (drag->to[0] - drag->pivot[0], drag->to[1] - drag->pivot[1]);
  g_autoptr (GError) error = NULL;
  LwMechanism *next;
  LwPlaneMap map;

  if (!(before > 0) || !(after > 0) || !isfinite (after))
    return refuse (problem, _ ("The handle lies on the pivot: drag one of them elsewhere."));
  if (drag->handle->kind == LW_HANDLE_TURN) {
    double angle = atan2 (drag->to[1] - drag->pivot[1], drag->to[0] - drag->pivot[0])
                   - atan2 (at[1] - drag->pivot[1], at[0] - drag->pivot[0]);

    angle = remainder (drag->exactly ? angle : TURN_STEP * round (angle / TURN_STEP), 2 * G_PI);
    map = lw_plane_map_turn (drag->pivot[0], drag->pivot[1], angle);
  } else {
    double factor = after / before;

    factor = drag->exactly ? factor : fmax (SCALE_STEP, SCALE_STEP * round (factor / SCALE_STEP));
    map = lw_plane_map_scale (drag->pivot[0], drag->pivot[1],
                              CLAMP (factor, LEAST_FACTOR, MOST_FACTOR));
  }
  next = lw_locked_move_by_map (drag->mechanism, drag->elements, drag->n_elements, &map, &error);
  return next != NULL ? next : refuse (problem, error->message);
}

LwMechanism *
lw_handle_drag (const LwMechanism *mechanism,
                const LwElementRef *elements,
                guint n_elements,
                const LwToolView *view,
                const LwHandle *handle,
                const double pivot[2],
                const double to[2],
                bool exactly,
                char **problem)
{
  const Drag drag = { mechanism, elements, n_elements, view, handle, pivot, to, exactly };

  // The element may have been deleted by a key while its handle was held.
  if (handle->element.kind != LW_SELECTION_NONE
      && lw_element_ref_find (mechanism, handle->element) == NULL)
    return NULL;
  switch (handle->kind) {
  case LW_HANDLE_RADIUS:
  case LW_HANDLE_CORNER:
    return resize (&drag, problem);
  case LW_HANDLE_AXIS:
    return turn_axis (&drag, problem);
  case LW_HANDLE_END:
    return move_end (&drag);
  case LW_HANDLE_CURVE:
    return move_curve_point (&drag, problem);
  case LW_HANDLE_FORCE:
    return change_force (&drag, problem);
  case LW_HANDLE_VELOCITY:
    return change_velocity (&drag);
  case LW_HANDLE_TURN:
  case LW_HANDLE_SCALE:
    return transform (&drag, problem);
  case LW_HANDLE_CENTRE:
    return move_centre (&drag);
  case LW_HANDLE_PIVOT:
    break;
  }
  return lw_mechanism_copy (mechanism);
}
