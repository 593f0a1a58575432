// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-tool-snap.h"

#include <glib/gi18n.h>
#include <math.h>

#define POINT_REACH_PX 10
#define LINE_REACH_PX 6
#define GUIDE_REACH_PX 6
/// Distance by which the grid must be nearer than another candidate to be preferred.
#define GRID_HANDICAP_PX 0.25
#define DIRECTION_STEP (G_PI / 12)
/// When a direction is defined: tolerance across a round direction, in parts of the distance.
#define DIRECTION_REACH 0.07

const char *
lw_snap_get_word (LwSnapKind kind)
{
  switch (kind) {
  case LW_SNAP_END:
    return _ ("End point");
  case LW_SNAP_MIDPOINT:
    return _ ("Midpoint");
  case LW_SNAP_CENTRE:
    return _ ("Centre");
  case LW_SNAP_INTERSECTION:
    return _ ("Intersection");
  case LW_SNAP_PERPENDICULAR:
    return _ ("Perpendicular");
  case LW_SNAP_AXIS:
    return _ ("On the axis");
  case LW_SNAP_DIRECTION:
    return _ ("Direction");
  case LW_SNAP_LENGTH:
    return _ ("Equal length");
  case LW_SNAP_ALIGNED:
    return _ ("Aligned");
  case LW_SNAP_GRID:
    return _ ("Grid");
  case LW_SNAP_NONE:
    break;
  }
  return NULL;
}

bool
lw_snap_is_point (LwSnapKind kind)
{
  return kind == LW_SNAP_END || kind == LW_SNAP_MIDPOINT || kind == LW_SNAP_CENTRE;
}

double
lw_snap_round (double value, double step)
{
  const double per_unit = round (1 / step);

  if (!(step > 0) || !isfinite (value / step))
    return value;
  // 12 / 20 is the double nearest to 0.6; 12 * 0.05 is not.
  if (step < 1 && fabs (per_unit * step - 1) < 1e-12)
    return round (value * per_unit) / per_unit + 0.0;
  return round (value / step) * step + 0.0;
}

static void
add_guide (LwSnap *snap, double x1, double y1, double x2, double y2)
{
  double *guide;

  if (snap->n_guides == LW_SNAP_MAX_GUIDES)
    return;
  guide = snap->guides[snap->n_guides++];
  guide[0] = x1;
  guide[1] = y1;
  guide[2] = x2;
  guide[3] = y2;
}

static LwSnap
snap_to (LwSnapKind kind, double x, double y, int body)
{
  return (LwSnap){ .kind = kind, .x = x, .y = y, .body = body };
}

// ---- elements of the drawing ----------------------------------------------------------------

static bool
find_point (const LwSnapInput *input, double x, double y, LwSnap *snap)
{
  static const LwSnapKind kinds[] = { LW_SNAP_END, LW_SNAP_MIDPOINT, LW_SNAP_CENTRE };
  const LwDrawnPoint *points = (const LwDrawnPoint *) (void *) input->points->data;
  double nearest = POINT_REACH_PX / input->px_per_m;
  bool found = false;

  for (guint i = 0; i < input->points->len; i++) {
    const double distance = hypot (points[i].x - x, points[i].y - y);

    if (!(found ? distance < nearest : distance <= nearest))
      continue;
    nearest = distance;
    found = true;
    *snap = snap_to (kinds[points[i].kind], points[i].x, points[i].y, points[i].body);
  }
  return found;
}

/// Computes the point of a line that is nearest to (x, y), within the length of the line if it has
/// one; returns the distance.
static double
foot_on_line (const LwDrawnLine *line, double x, double y, double foot[2])
{
  double along = (x - line->x) * line->dx + (y - line->y) * line->dy;

  if (line->length > 0)
    along = CLAMP (along, 0, line->length);
  foot[0] = line->x + along * line->dx;
  foot[1] = line->y + along * line->dy;
  return hypot (foot[0] - x, foot[1] - y);
}

static bool
cross_lines (const LwDrawnLine *a, const LwDrawnLine *b, double at[2])
{
  const double determinant = a->dx * b->dy - a->dy * b->dx;
  double along;

  if (fabs (determinant) < 1e-9)
    return false;
  along = ((b->x - a->x) * b->dy - (b->y - a->y) * b->dx) / determinant;
  at[0] = a->x + along * a->dx;
  at[1] = a->y + along * a->dy;
  return true;
}

/// Finds the foot of the perpendicular from the previous point, if the pointer is near it.
static void
find_perpendicular (const LwSnapInput *input,
                    const LwDrawnLine *line,
                    double x,
                    double y,
                    LwSnap *snap)
{
  const double *anchor = input->anchor;
  double foot[2];

  if (anchor == NULL
      || !(foot_on_line (line, anchor[0], anchor[1], foot) * input->px_per_m > LINE_REACH_PX)
      || hypot (foot[0] - x, foot[1] - y) > POINT_REACH_PX / input->px_per_m
      || fabs ((foot[0] - anchor[0]) * line->dx + (foot[1] - anchor[1]) * line->dy)
           > 1e-9 * hypot (foot[0] - anchor[0], foot[1] - anchor[1]))
    return;
  *snap = snap_to (LW_SNAP_PERPENDICULAR, foot[0], foot[1], line->body);
  add_guide (snap, anchor[0], anchor[1], foot[0], foot[1]);
}

/// Finds the nearest line, and a second one near the pointer that crosses it.
static bool
find_line (const LwSnapInput *input, double x, double y, LwSnap *snap)
{
  const LwDrawnLine *lines = (const LwDrawnLine *) (void *) input->lines->data;
  const double reach = LINE_REACH_PX / input->px_per_m;
  const LwDrawnLine *line = NULL;
  double nearest = reach;
  double foot[2];

  for (guint i = 0; i < input->lines->len; i++) {
    const double distance = foot_on_line (&lines[i], x, y, foot);

    if (distance > nearest)
      continue;
    nearest = distance;
    line = &lines[i];
  }
  if (line == NULL)
    return false;
  foot_on_line (line, x, y, foot);
  *snap = snap_to (LW_SNAP_AXIS, foot[0], foot[1], line->body);
  find_perpendicular (input, line, x, y, snap);
  for (guint i = 0; i < input->lines->len; i++) {
    double at[2];

    if (&lines[i] == line || foot_on_line (&lines[i], x, y, foot) > reach
        || !cross_lines (line, &lines[i], at)
        || hypot (at[0] - x, at[1] - y) > POINT_REACH_PX / input->px_per_m)
      continue;
    *snap = snap_to (LW_SNAP_INTERSECTION, at[0], at[1], line->body);
  }
  add_guide (snap, line->x, line->y, line->length > 0 ? line->x + line->length * line->dx : snap->x,
             line->length > 0 ? line->y + line->length * line->dy : snap->y);
  return true;
}

// ---- directions, lengths, levels, grid ------------------------------------------------------

static void
snap_to_grid (const LwSnapInput *input, double x, double y, LwSnap *snap)
{
  *snap = snap_to (LW_SNAP_GRID, lw_snap_round (x, input->grid), lw_snap_round (y, input->grid),
                   LW_NO_BODY);
}

/// Returns a length of the drawing near this one; 0 if there is none.
static double
equal_length (const LwSnapInput *input, double length)
{
  const LwDrawnLine *lines = (const LwDrawnLine *) (void *) input->lines->data;
  double nearest = GUIDE_REACH_PX / input->px_per_m;
  double found = 0;

  for (guint i = 0; i < input->lines->len; i++) {
    const double difference = fabs (lines[i].length - length);

    if (lines[i].length <= 0 || difference > nearest)
      continue;
    nearest = difference;
    found = lines[i].length;
  }
  return found;
}

/// Snaps to a multiple of 15 degrees, at a round length or at the length of another element.
static bool
find_direction (const LwSnapInput *input, double x, double y, LwSnap *snap)
{
  const double *anchor = input->anchor;
  const double angle =
    round (atan2 (y - anchor[1], x - anchor[0]) / DIRECTION_STEP) * DIRECTION_STEP;
  const double direction[2] = { fabs (cos (angle)) < 1e-9 ? 0 : cos (angle),
                                fabs (sin (angle)) < 1e-9 ? 0 : sin (angle) };
  const double along = (x - anchor[0]) * direction[0] + (y - anchor[1]) * direction[1];
  const double off = fabs ((y - anchor[1]) * direction[0] - (x - anchor[0]) * direction[1]);
  const double equal = equal_length (input, along);
  const double length = equal > 0 ? equal : lw_snap_round (along, input->grid);

  if (off > fmax (GUIDE_REACH_PX / input->px_per_m, input->directs ? DIRECTION_REACH * along : 0)
      || !(length > 0))
    return false;
  *snap =
    snap_to (equal > 0 ? LW_SNAP_LENGTH : LW_SNAP_DIRECTION, anchor[0] + length * direction[0],
             anchor[1] + length * direction[1], LW_NO_BODY);
  add_guide (snap, anchor[0], anchor[1], snap->x, snap->y);
  return true;
}

static bool
find_length (const LwSnapInput *input, double x, double y, LwSnap *snap)
{
  const double *anchor = input->anchor;
  const double distance = hypot (x - anchor[0], y - anchor[1]);
  const double equal = equal_length (input, distance);

  if (!(equal > 0) || !(distance > 0))
    return false;
  *snap = snap_to (LW_SNAP_LENGTH, anchor[0] + (x - anchor[0]) * equal / distance,
                   anchor[1] + (y - anchor[1]) * equal / distance, LW_NO_BODY);
  add_guide (snap, anchor[0], anchor[1], snap->x, snap->y);
  return true;
}

/// Snaps level with, or above or below, points of the drawing; the other coordinate lies on the
/// grid.
static bool
find_aligned (const LwSnapInput *input, double x, double y, LwSnap *snap)
{
  const LwDrawnPoint *points = (const LwDrawnPoint *) (void *) input->points->data;
  const LwDrawnPoint *above = NULL;
  const LwDrawnPoint *level = NULL;
  double reach[2] = { GUIDE_REACH_PX / input->px_per_m, GUIDE_REACH_PX / input->px_per_m };

  for (guint i = 0; i < input->points->len; i++) {
    if (fabs (points[i].x - x) < reach[0]) {
      reach[0] = fabs (points[i].x - x);
      above = &points[i];
    }
    if (fabs (points[i].y - y) < reach[1]) {
      reach[1] = fabs (points[i].y - y);
      level = &points[i];
    }
  }
  if (above == NULL && level == NULL)
    return false;
  *snap = snap_to (LW_SNAP_ALIGNED, above != NULL ? above->x : lw_snap_round (x, input->grid),
                   level != NULL ? level->y : lw_snap_round (y, input->grid), LW_NO_BODY);
  if (above != NULL)
    add_guide (snap, above->x, above->y, snap->x, snap->y);
  if (level != NULL)
    add_guide (snap, level->x, level->y, snap->x, snap->y);
  return true;
}

/// Takes the candidate if it is nearer to the pointer than the best so far.
static void
offer (LwSnap *best, const LwSnap *candidate, double x, double y, double handicap)
{
  if (hypot (candidate->x - x, candidate->y - y) + handicap < hypot (best->x - x, best->y - y))
    *best = *candidate;
}

/// Replaces a position on the grid by the exact grid point.
static void
keep_on_grid (LwSnap *snap, const LwSnap *grid)
{
  if (hypot (snap->x - grid->x, snap->y - grid->y) < 1e-9 * fmax (fabs (grid->x), fabs (grid->y))) {
    snap->x = grid->x;
    snap->y = grid->y;
  }
}

void
lw_snap_find (const LwSnapInput *input, double x, double y, LwSnap *snap)
{
  const double handicap = GRID_HANDICAP_PX / input->px_per_m;
  LwSnap grid;
  LwSnap candidate;

  *snap = snap_to (LW_SNAP_NONE, x, y, LW_NO_BODY);
  if (input->off || find_point (input, x, y, snap) || find_line (input, x, y, snap))
    return;
  snap_to_grid (input, x, y, &grid);
  if (input->directs && input->anchor != NULL && find_direction (input, x, y, snap)) {
    keep_on_grid (snap, &grid);
    return;
  }
  *snap = grid;
  if (find_aligned (input, x, y, &candidate))
    offer (snap, &candidate, x, y, -handicap);
  if (input->anchor == NULL)
    return;
  if (find_length (input, x, y, &candidate))
    offer (snap, &candidate, x, y, handicap);
  if (find_direction (input, x, y, &candidate))
    offer (snap, &candidate, x, y, -handicap);
  keep_on_grid (snap, &grid);
}
