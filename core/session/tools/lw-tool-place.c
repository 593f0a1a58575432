// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The candidate position while a tool is used: snapped or typed, with the body at that position,
// and the displayed numbers.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-quantity.h"
#include "lw-tool-private.h"

#define SAME_PX 1e-6 ///< places closer than this are one

// ---- place under the pointer ----------------------------------------------------------------

void
lw_tools_find_snap (LwTools *self,
                    double x,
                    double y,
                    const double *anchor,
                    GArray *points,
                    GArray *lines,
                    LwSnap *snap)
{
  const LwToolClass *class = lw_tool_get_class (self->tool);
  const bool inverted = self->modifiers & LW_TOOL_CONTROL;
  const LwSnapInput input = {
    .points = points,
    .lines = lines,
    .px_per_m = self->view.px_per_m,
    .grid = self->view.grid,
    .anchor = anchor,
    .directs = class->directs,
    .off = class->takes_bodies || (inverted != class->snaps_not && !class->uses_control),
  };

  lw_snap_find (&input, x, y, snap);
}

const LwToolPoint *
lw_tools_get_point (LwTools *self, guint index)
{
  return &g_array_index (self->points, LwToolPoint, index);
}

static const char *
length_unit (LwTools *self)
{
  const char *unit = lw_tool_get_class (self->tool)->unit;

  return self->points->len > 0 && unit != NULL ? unit : "m";
}

/// Converts a typed length to a length on the drawing, m.
static double
typed_to_length (LwTools *self, double value)
{
  return lw_tool_get_class (self->tool)->unit == NULL
           ? value
           : value / (self->view.newton_per_px * self->view.px_per_m);
}

/// Returns true if the candidate has distances from the two points before it.
static bool
is_by_distances (LwTools *self)
{
  return lw_tool_get_class (self->tool)->by_distances && self->points->len == 2;
}

/// Distances of a place from the first two points, m.
static void
get_distances (LwTools *self, double x, double y, double distances[2])
{
  for (guint i = 0; i < 2; i++) {
    const LwToolPoint *from = lw_tools_get_point (self, i);

    distances[i] = hypot (x - from->x, y - from->y);
  }
}

/// Moves the candidate to the distances r1 and r2 from the first two points, which are d apart, on its
/// side of their line: x = (r1^2 - r2^2 + d^2) / 2 d along the line, y^2 = r1^2 - x^2 beside it. Returns
/// false and sets `error` if the circles do not meet.
static bool
intersect (LwTools *self, LwToolPoint *candidate, const double r[2], GError **error)
{
  const LwToolPoint *a = lw_tools_get_point (self, 0), *b = lw_tools_get_point (self, 1);
  const double d = hypot (b->x - a->x, b->y - a->y);
  const double cosine = (b->x - a->x) / d, sine = (b->y - a->y) / d;
  const double side = cosine * (candidate->y - a->y) - sine * (candidate->x - a->x) < 0 ? -1 : 1;
  const double x = (r[0] * r[0] - r[1] * r[1] + d * d) / (2 * d);
  const double square = r[0] * r[0] - x * x;

  if (!(d > 0) || !(square >= 0)) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         _ ("There is no point at these distances: links of these lengths do not "
                            "meet."));
    return false;
  }
  candidate->x = a->x + x * cosine - side * sqrt (square) * sine;
  candidate->y = a->y + x * sine + side * sqrt (square) * cosine;
  return true;
}

/// Replaces the pointer's coordinates by typed coordinates, or length and angle. Returns false and
/// sets `error` if the text is not a number.
static bool
apply_entry (LwTools *self, LwToolPoint *candidate, GError **error)
{
  const bool anchored = self->points->len > 0;
  const bool by_distances = is_by_distances (self);
  const char *units[2] = { length_unit (self), anchored && !by_distances ? "rad" : "m" };
  double values[2];
  bool given[2];

  g_clear_pointer (&self->formula, g_free);
  for (int i = 0; i < 2; i++) {
    g_autofree char *formula = NULL;
    GError *wrong = NULL;

    given[i] = lw_tool_entry_get (&self->entry, i, units[i], self->mechanism, &self->view.units,
                                  &values[i], &formula, &wrong);
    if (i == 0 && anchored)
      self->formula = g_steal_pointer (&formula);
    if (wrong != NULL) {
      g_propagate_error (error, wrong);
      return false;
    }
  }
  if (!given[0] && !given[1])
    return true;
  candidate->snap = LW_SNAP_NONE;
  if (by_distances) {
    double distances[2];

    get_distances (self, candidate->x, candidate->y, distances);
    for (int i = 0; i < 2; i++)
      distances[i] = given[i] ? values[i] : distances[i];
    return intersect (self, candidate, distances, error);
  }
  if (anchored) {
    const LwToolPoint *last = lw_tools_get_point (self, self->points->len - 1);
    const double dx = candidate->x - last->x;
    const double dy = candidate->y - last->y;
    const double length = given[0] ? typed_to_length (self, values[0]) : hypot (dx, dy);
    const double angle = given[1] ? values[1] : atan2 (dy, dx);

    candidate->x = last->x + length * (fabs (cos (angle)) < 1e-12 ? 0 : cos (angle));
    candidate->y = last->y + length * (fabs (sin (angle)) < 1e-12 ? 0 : sin (angle));
  } else {
    candidate->x = given[0] ? values[0] : candidate->x;
    candidate->y = given[1] ? values[1] : candidate->y;
  }
  return true;
}

/// Finds the body on which a candidate lies.
static void
find_body (LwTools *self, LwToolPoint *candidate)
{
  const double near = 1e-9 * lw_geometry_size (self->mechanism, 1e-3);
  const LwCoupling *joint =
    lw_geometry_joint_at (self->mechanism, candidate->x, candidate->y, near, NULL);
  g_autoptr (GArray) bodies = NULL;

  candidate->joins =
    !(self->modifiers & LW_TOOL_CONTROL) || lw_tool_get_class (self->tool)->uses_control;
  if (lw_snap_is_point (candidate->snap) && joint != NULL)
    candidate->body =
      lw_mechanism_is_marked (
        self->mechanism, (LwElementRef){ LW_SELECTION_BODY, joint->def.body_a }, LW_MARK_HIDDEN)
        ? joint->def.body_b
        : joint->def.body_a;
  if (candidate->body != LW_NO_BODY)
    return;
  bodies = lw_geometry_bodies_at (self->mechanism, candidate->x, candidate->y,
                                  0.5 * self->view.link_width_px / self->view.px_per_m,
                                  LW_TOOL_OUTLINE_PX / self->view.px_per_m);
  if (bodies->len > 0)
    candidate->body = g_array_index (bodies, int, bodies->len - 1);
}

static void
ensure_geometry (LwTools *self)
{
  if (self->snap_points == NULL)
    self->snap_points = lw_geometry_seen_points (self->mechanism);
  if (self->snap_lines == NULL)
    self->snap_lines = lw_geometry_seen_lines (self->mechanism);
}

/// Returns false and sets `error` if the typed text is not a number; the candidate is then at the
/// pointer.
bool
lw_tools_find_candidate (LwTools *self, GError **error)
{
  const LwToolPoint *last =
    self->points->len > 0 ? lw_tools_get_point (self, self->points->len - 1) : NULL;
  const double anchor[2] = { last != NULL ? last->x : 0, last != NULL ? last->y : 0 };
  bool typed;

  ensure_geometry (self);
  lw_tools_find_snap (self, self->pointer[0], self->pointer[1], last != NULL ? anchor : NULL,
                      self->snap_points, self->snap_lines, &self->snap);
  self->candidate = (LwToolPoint){
    .x = self->snap.x, .y = self->snap.y, .snap = self->snap.kind, .body = self->snap.body
  };
  typed = apply_entry (self, &self->candidate, error);
  // If the candidate is at the last point, except for round-off, nothing is drawn.
  if (last != NULL
      && hypot (self->candidate.x - last->x, self->candidate.y - last->y) * self->view.px_per_m
           < SAME_PX) {
    self->candidate.x = last->x;
    self->candidate.y = last->y;
  }
  if (self->candidate.snap == LW_SNAP_NONE && self->snap.kind != LW_SNAP_NONE) {
    self->snap = (LwSnap){
      .kind = LW_SNAP_NONE, .x = self->candidate.x, .y = self->candidate.y, .body = LW_NO_BODY
    };
    self->candidate.body = LW_NO_BODY;
  }
  find_body (self, &self->candidate);
  return typed;
}

// ---- numbers --------------------------------------------------------------------------------

/// Returns the text of one number: the typed text or, if there is none, the current value.
static char *
describe_field (LwTools *self, int field, const char *word, const char *unit, double value)
{
  const char *typed = self->entry.text[field]->str;
  const bool active = self->entry.field == field && !lw_tool_entry_is_empty (&self->entry);
  g_autofree char *shown = lw_quantity_format (&value, 1, &self->view.units, unit);

  // A bar marks the place of the next character.
  return g_strdup_printf ("%s %s%s", word, typed[0] != '\0' || active ? typed : shown,
                          active ? "│" : "");
}

void
lw_tools_update_readout (LwTools *self)
{
  const LwToolClass *class = lw_tool_get_class (self->tool);
  const bool anchored = self->points->len > 0;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  double values[2] = { self->candidate.x, self->candidate.y };

  g_clear_pointer (&self->readout, g_free);
  if (lw_tools_is_asking (self)) {
    self->readout = describe_field (
      self, 0, _ (class->asked), "m",
      hypot (self->dimension[2] - self->dimension[0], self->dimension[3] - self->dimension[1]));
    return;
  }
  if (!anchored && lw_tool_entry_is_empty (&self->entry) && !self->crosshair)
    return;
  if (is_by_distances (self)) {
    get_distances (self, self->candidate.x, self->candidate.y, values);
    first = describe_field (self, 0, _ ("First length"), "m", values[0]);
    second = describe_field (self, 1, _ ("Second length"), "m", values[1]);
    self->readout = g_strdup_printf ("%s   %s", first, second);
    return;
  }
  if (anchored) {
    const LwToolPoint *last = lw_tools_get_point (self, self->points->len - 1);
    const double dx = self->candidate.x - last->x;
    const double dy = self->candidate.y - last->y;

    if (!class->shows_length)
      return;
    values[0] = hypot (dx, dy);
    values[1] = atan2 (dy, dx);
    if (class->unit != NULL)
      values[0] *= self->view.px_per_m * self->view.newton_per_px;
  }
  first = describe_field (self, 0,
                          !anchored             ? "x"
                          : class->unit != NULL ? _ ("Size")
                                                : _ ("Length"),
                          length_unit (self), values[0]);
  second =
    describe_field (self, 1, anchored ? _ ("Angle") : "y", anchored ? "rad" : "m", values[1]);
  self->readout = g_strdup_printf ("%s   %s", first, second);
}
