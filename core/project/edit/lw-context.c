// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-context.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-link-length.h"
#include "lw-geometry.h"
#include "lw-locked.h"
#include "lw-part.h"
#include "lw-property.h"

#define DRIVE_VALUE "function.value"

// ---- points ---------------------------------------------------------------------------------

static bool
get_body_point (const LwBody *body, double at[2])
{
  if (body == NULL || (body->shape.kind != LW_SHAPE_DISC && body->shape.kind != LW_SHAPE_BOX))
    return false;
  lw_geometry_to_world (body, body->shape.centre, at);
  return true;
}

static bool
get_point (const LwMechanism *mechanism, LwElementRef ref, double at[2])
{
  const LwCoupling *joint = lw_mechanism_find_coupling (mechanism, ref.id);
  const LwForce *load = lw_mechanism_find_force (mechanism, ref.id);
  const LwTracer *tracer = lw_mechanism_find_tracer (mechanism, ref.id);

  switch (ref.kind) {
  case LW_SELECTION_BODY:
    return get_body_point (lw_mechanism_find_body (mechanism, ref.id), at);
  case LW_SELECTION_COUPLING:
    if (joint == NULL || !lw_geometry_is_joint (joint))
      return false;
    lw_geometry_joint_point (mechanism, joint, at);
    return true;
  case LW_SELECTION_FORCE:
    if (load == NULL || !lw_family_of (load->def.class_)->is_load)
      return false;
    lw_geometry_to_world (lw_mechanism_find_body (mechanism, load->def.body_b), load->def.point_b,
                          at);
    return true;
  case LW_SELECTION_TRACER:
    if (tracer == NULL)
      return false;
    lw_geometry_to_world (lw_mechanism_find_body (mechanism, tracer->body), tracer->point, at);
    return true;
  case LW_SELECTION_MEASUREMENT:
  case LW_SELECTION_NONE:
    break;
  }
  return false;
}

/// Returns a link with exactly two shape points, and their places; NULL for any other element.
static const LwBody *
get_link (const LwMechanism *mechanism, LwElementRef ref, double ends[2][2])
{
  const LwBody *body =
    ref.kind == LW_SELECTION_BODY ? lw_mechanism_find_body (mechanism, ref.id) : NULL;

  if (body == NULL || body->shape.kind != LW_SHAPE_LINK || body->shape.points == NULL
      || body->shape.points->len != 2)
    return NULL;
  for (int i = 0; i < 2; i++)
    lw_geometry_to_world (body, (const double *) (void *) body->shape.points->data + 3 * i,
                          ends[i]);
  return body;
}

/// Returns true, and the length, for a link whose points are the points of its joints.
static bool
get_bar_length (const LwMechanism *mechanism, LwElementRef ref, double *length)
{
  g_autoptr (GArray) points = NULL;

  if (ref.kind == LW_SELECTION_BODY && lw_mechanism_find_body (mechanism, ref.id) != NULL)
    points = lw_mechanism_dup_length_points (mechanism, ref.id, length);
  return points != NULL;
}

/// Returns LW_CONTEXT_NONE if it is not a drive, or its function is not constant.
static LwContextKind
find_drive (const LwMechanism *mechanism, LwElementRef ref, double *value)
{
  const LwCoupling *coupling =
    ref.kind == LW_SELECTION_COUPLING ? lw_mechanism_find_coupling (mechanism, ref.id) : NULL;
  MbdCouplingDef def;

  if (coupling == NULL || !lw_family_of (coupling->def.class_)->drives
      || !lw_property_get (mechanism, ref, DRIVE_VALUE, 1, value)
      || !lw_mechanism_resolve_coupling (mechanism, coupling, &def, NULL))
    return LW_CONTEXT_NONE;
  if (def.coordinate[0] == MBD_COORDINATE_ANGLE)
    return def.level == MBD_LEVEL_VELOCITY ? LW_CONTEXT_DRIVE_ANGLE_RATE : LW_CONTEXT_DRIVE_ANGLE;
  return def.level == MBD_LEVEL_VELOCITY ? LW_CONTEXT_DRIVE_SLIDE_RATE : LW_CONTEXT_DRIVE_SLIDE;
}

static double
angle_at (double points[3][2])
{
  return remainder (atan2 (points[2][1] - points[1][1], points[2][0] - points[1][0])
                      - atan2 (points[0][1] - points[1][1], points[0][0] - points[1][0]),
                    2 * G_PI);
}

LwContextKind
lw_context_find (const LwMechanism *mechanism,
                 const LwElementRef *elements,
                 guint n_elements,
                 double values[2])
{
  double points[3][2];
  LwContextKind drive;

  if (n_elements == 1 && (drive = find_drive (mechanism, elements[0], values)) != LW_CONTEXT_NONE)
    return drive;
  if (n_elements == 1 && get_link (mechanism, elements[0], points) != NULL) {
    values[0] = hypot (points[1][0] - points[0][0], points[1][1] - points[0][1]);
    return LW_CONTEXT_LENGTH;
  }
  if (n_elements == 1 && get_bar_length (mechanism, elements[0], &values[0]))
    return LW_CONTEXT_LENGTH;
  if (n_elements < 1 || n_elements > 3)
    return LW_CONTEXT_NONE;
  for (guint i = 0; i < n_elements; i++)
    if (!get_point (mechanism, elements[i], points[i]))
      return LW_CONTEXT_NONE;
  if (n_elements == 1) {
    const double least = 1e-12 * lw_geometry_size (mechanism, 1e-3);

    // Round-off of frames is shown as 0.
    for (int d = 0; d < 2; d++)
      values[d] = fabs (points[0][d]) > least ? points[0][d] : 0;
    return LW_CONTEXT_PLACE;
  }
  if (n_elements == 2) {
    values[0] = hypot (points[1][0] - points[0][0], points[1][1] - points[0][1]);
    return LW_CONTEXT_LENGTH;
  }
  values[0] = angle_at (points);
  return LW_CONTEXT_ANGLE;
}

// ---- other numbers --------------------------------------------------------------------------

static void
set_problem (GError **error, const char *sentence)
{
  g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE, sentence);
}

/// Computes the displacement that puts a point at a distance from another one, in the same
/// direction.
static bool
find_at_length (const double from[2],
                const double to[2],
                double length,
                double by[2],
                GError **error)
{
  const double old = hypot (to[0] - from[0], to[1] - from[1]);

  if (!(length > 0) || !isfinite (length)) {
    set_problem (error, _ ("The length must be greater than zero."));
    return false;
  }
  if (!(old > 0)) {
    set_problem (error, _ ("The points lie on each other: drag one of them away first."));
    return false;
  }
  for (int d = 0; d < 2; d++)
    by[d] = (to[d] - from[d]) * (length / old - 1);
  return true;
}

static bool
find_at_angle (double points[3][2], double angle, double by[2], GError **error)
{
  const double start = atan2 (points[0][1] - points[1][1], points[0][0] - points[1][0]) + angle;
  const double radius = hypot (points[2][0] - points[1][0], points[2][1] - points[1][1]);

  if (!isfinite (angle) || !(radius > 0)
      || !(hypot (points[0][0] - points[1][0], points[0][1] - points[1][1]) > 0)) {
    set_problem (error, _ ("There is no angle between points that lie on each other: drag one away "
                           "first."));
    return false;
  }
  by[0] = points[1][0] + radius * cos (start) - points[2][0];
  by[1] = points[1][1] + radius * sin (start) - points[2][1];
  return true;
}

/// Returns `next` if the point got there, or sets an error: locked lengths have priority over the
/// typed number.
static LwMechanism *
keep_reached (LwMechanism *next,
              const double at[2],
              const double from[2],
              const double by[2],
              GError **error)
{
  const double off = hypot (at[0] - from[0] - by[0], at[1] - from[1] - by[1]);

  if (off <= 1e-7 * lw_geometry_size (next, 1e-3))
    return next;
  lw_mechanism_unref (next);
  set_problem (error, _ ("Locked lengths do not let it go there: unlock one of them."));
  return NULL;
}

/// Moves the end of a link. Its own length changes even if it is locked; other locked lengths do
/// not.
static LwMechanism *
move_end (const LwMechanism *mechanism,
          const LwBody *link,
          const double from[2],
          const double by[2],
          GError **error)
{
  const LwElementRef ref = { LW_SELECTION_BODY, link->element.id };
  g_autoptr (LwMechanism) loose = lw_locked_set (mechanism, ref.id, false);
  g_autoptr (LwMechanism) moved = lw_locked_move_point (loose, ref.id, 1, by[0], by[1]);
  double ends[3][2];

  get_link (moved, ref, ends);
  return keep_reached (lw_locked_set (moved, ref.id, link->length_locked), ends[1], from, by,
                       error);
}

static LwMechanism *
move_point (const LwMechanism *mechanism,
            LwElementRef ref,
            const double from[2],
            const double by[2],
            GError **error)
{
  LwMechanism *moved = lw_locked_move_elements (mechanism, &ref, 1, by[0], by[1]);
  double at[2];

  get_point (moved, ref, at);
  return keep_reached (moved, at, from, by, error);
}

LwMechanism *
lw_context_set (const LwMechanism *mechanism,
                const LwElementRef *elements,
                guint n_elements,
                const double values[2],
                GError **error)
{
  double old[2];
  const LwContextKind kind = lw_context_find (mechanism, elements, n_elements, old);
  double points[3][2];
  double by[2] = { 0, 0 };
  const LwBody *link;

  if (kind == LW_CONTEXT_NONE) {
    set_problem (error, _ ("Select one, two or three points, a link, or a drive."));
    return NULL;
  }
  if (kind >= LW_CONTEXT_DRIVE_ANGLE) {
    if (isfinite (values[0]))
      return lw_property_with (mechanism, elements[0], DRIVE_VALUE, 1, values, error);
    set_problem (error, _ ("The value of a drive must be a finite number."));
    return NULL;
  }
  if (n_elements == 1 && (link = get_link (mechanism, elements[0], points)) != NULL)
    return find_at_length (points[0], points[1], values[0], by, error)
             ? move_end (mechanism, link, points[1], by, error)
             : NULL;
  if (n_elements == 1 && get_bar_length (mechanism, elements[0], &old[0])) {
    if (values[0] > 0 && isfinite (values[0]))
      return lw_mechanism_with_link_length (mechanism, elements[0].id, values[0]);
    set_problem (error, _ ("The length must be greater than zero."));
    return NULL;
  }
  for (guint i = 0; i < n_elements; i++)
    get_point (mechanism, elements[i], points[i]);
  if (kind == LW_CONTEXT_PLACE) {
    for (int d = 0; d < 2; d++)
      by[d] = values[d] - old[d];
    if (!isfinite (by[0]) || !isfinite (by[1])) {
      set_problem (error, _ ("The place must be a finite number in x and y."));
      return NULL;
    }
  } else if (kind == LW_CONTEXT_LENGTH) {
    if (!find_at_length (points[0], points[1], values[0], by, error))
      return NULL;
  } else if (!find_at_angle (points, values[0], by, error)) {
    return NULL;
  }
  return move_point (mechanism, elements[n_elements - 1], points[n_elements - 1], by, error);
}

// ---- factor ---------------------------------------------------------------------------------

/// Parses a number at the start of a text, with a point or a comma; *end is set to the rest.
static bool
parse_number (const char *text, double *number, const char **end)
{
  g_autofree char *plain = g_strdup (text);
  char *stop;

  g_strdelimit (plain, ",", '.');
  *number = g_ascii_strtod (plain, &stop);
  *end = text + (stop - plain);
  while (**end == ' ')
    (*end)++;
  return stop != plain;
}

bool
lw_context_parse_factor (const char *text, double *factor, GError **error)
{
  const char *end;
  double first;
  double second = 100;

  while (*text == ' ')
    text++;
  if (!parse_number (text, &first, &end))
    return false;
  if (*end == ':') {
    if (!parse_number (end + 1, &second, &end) || *end != '\0')
      return false;
  } else if (strcmp (end, "%") != 0) {
    return false;
  }
  *factor = first / second;
  if (!(first > 0) || !(second > 0) || !(*factor >= 1e-6) || !(*factor <= 1e6))
    set_problem (error,
                 _ ("The scale must be greater than zero and neither too large nor too small, "
                    "such as 120 % or 1:2."));
  return true;
}

LwMechanism *
lw_context_scale (const LwMechanism *mechanism,
                  const LwElementRef *elements,
                  guint n_elements,
                  double factor,
                  GError **error)
{
  double box[4];
  LwPlaneMap map;

  if (!lw_part_get_box (mechanism, elements, n_elements, box)) {
    set_problem (error, _ ("Select what is to be scaled."));
    return NULL;
  }
  map = lw_plane_map_scale (0.5 * (box[0] + box[2]), 0.5 * (box[1] + box[3]), factor);
  return lw_locked_move_by_map (mechanism, elements, n_elements, &map, error);
}
