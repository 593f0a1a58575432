// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Select: click, shift-click, rubber band; a drag moves elements, or one point of a shape;
// keys nudge and delete. A click on the mark of points that look joined but are not joins them.

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-locked.h"
#include "lw-tool-private.h"

#define FINE_STEP 0.1 ///< in parts of the grid

/// For larger selections no handles are shown: they would hide the selection.
#define HANDLES_MAX_ELEMENTS 100

const GArray *
lw_tools_get_handles (LwTools *self)
{
  const LwElementRef *selected;
  guint n;

  if (self->handles != NULL && self->handles_scale == self->view.px_per_m
      && self->handles_growth == lw_handles_get_growth (&self->view)
      && self->handles_are_later == self->view.is_later)
    return self->handles;
  g_clear_pointer (&self->handles, g_array_unref);
  selected = lw_selection_get (self->selection, &n);
  if (self->tool != LW_TOOL_SELECT || self->view.is_later || n > HANDLES_MAX_ELEMENTS)
    n = 0;
  // Elements that are not visible cannot be grabbed, and locked ones must not be.
  for (guint i = 0; i < n; i++)
    if (lw_mechanism_is_marked (self->mechanism, selected[i], LW_MARK_LOCKED)
        || !lw_marks_is_seen (self->mechanism, selected[i]))
      n = 0;
  self->handles = lw_handles_find (self->mechanism, selected, n, &self->view,
                                   self->has_pivot ? self->pivot : NULL);
  self->handles_scale = self->view.px_per_m;
  self->handles_growth = lw_handles_get_growth (&self->view);
  self->handles_are_later = self->view.is_later;
  return self->handles;
}

// ---- positions ------------------------------------------------------------------------------

/// Finds the point of a shape that a press grabs. Returns false if none is near.
static bool
find_shape_point (LwTools *self, const LwBody *body, guint *index, double world[2])
{
  const GArray *points = body->shape.points;
  double reach = 0.8 * LW_TOOL_REACH_PX / self->view.px_per_m;
  bool found = false;

  for (guint i = 0; points != NULL && i < points->len; i++) {
    double at[2];
    double distance;

    lw_geometry_to_world (body, (const double *) (void *) points->data + 3 * i, at);
    distance = hypot (at[0] - self->press[0], at[1] - self->press[1]);
    if (distance > reach)
      continue;
    reach = distance;
    found = true;
    *index = i;
    world[0] = at[0];
    world[1] = at[1];
  }
  return found;
}

/// Finds the point at which a press grabs an element, which is snapped while dragging. Returns
/// false for elements without a position.
static bool
find_reference (LwTools *self, LwElementRef element, double world[2])
{
  const LwMechanism *mechanism = self->mechanism;
  const LwBody *body = lw_mechanism_find_body (mechanism, element.id);
  const LwCoupling *coupling = lw_mechanism_find_coupling (mechanism, element.id);
  const LwForce *force = lw_mechanism_find_force (mechanism, element.id);
  const LwTracer *tracer = lw_mechanism_find_tracer (mechanism, element.id);
  const LwMeasurement *measurement = lw_mechanism_find_measurement (mechanism, element.id);

  switch (element.kind) {
  case LW_SELECTION_BODY:
    if (body != NULL)
      lw_geometry_to_world (body, (const double[3]){ 0, 0, 0 }, world);
    return body != NULL;
  case LW_SELECTION_COUPLING:
    if (coupling == NULL || !lw_geometry_is_joint (coupling))
      return false;
    lw_geometry_joint_point (mechanism, coupling, world);
    return true;
  case LW_SELECTION_FORCE:
    if (force == NULL || !lw_family_of (force->def.class_)->is_load)
      return false;
    lw_geometry_to_world (lw_mechanism_find_body (mechanism, force->def.body_b), force->def.point_b,
                          world);
    return true;
  case LW_SELECTION_TRACER:
    if (tracer != NULL)
      lw_geometry_to_world (lw_mechanism_find_body (mechanism, tracer->body), tracer->point, world);
    return tracer != NULL;
  case LW_SELECTION_MEASUREMENT:
    if (measurement != NULL)
      lw_geometry_to_world (lw_mechanism_find_body (mechanism, measurement->points[0].body),
                            measurement->points[0].point, world);
    return measurement != NULL;
  case LW_SELECTION_NONE:
    break;
  }
  return false;
}

// ---- rubber band ----------------------------------------------------------------------------

static bool
is_inside (const double band[4], double x, double y)
{
  return x >= fmin (band[0], band[2]) && x <= fmax (band[0], band[2])
         && y >= fmin (band[1], band[3]) && y <= fmax (band[1], band[3]);
}

/// Selects bodies whose points all lie in the band.
static void
select_bodies (LwTools *self)
{
  g_autoptr (GArray) points = lw_geometry_seen_points (self->mechanism);

  for (guint i = 0; i < lw_mechanism_get_n_bodies (self->mechanism); i++) {
    const int id = lw_mechanism_get_body (self->mechanism, i)->element.id;
    const LwElementRef ref = { LW_SELECTION_BODY, id };
    bool any = false;
    bool all = !lw_mechanism_is_marked (self->mechanism, ref, LW_MARK_HIDDEN);

    for (guint k = 0; k < points->len; k++) {
      const LwDrawnPoint *point = &g_array_index (points, LwDrawnPoint, k);

      if (point->body != id)
        continue;
      any = true;
      all = all && is_inside (self->band, point->x, point->y);
    }
    if (any && all && !lw_selection_contains (self->selection, LW_SELECTION_BODY, id))
      lw_selection_toggle (self->selection, LW_SELECTION_BODY, id);
  }
}

static void
select_if_inside (LwTools *self, LwElementRef element)
{
  double at[2];

  if (lw_marks_is_seen (self->mechanism, element) && find_reference (self, element, at)
      && is_inside (self->band, at[0], at[1])
      && !lw_selection_contains (self->selection, element.kind, element.id))
    lw_selection_toggle (self->selection, element.kind, element.id);
}

static void
select_band (LwTools *self)
{
  const LwMechanism *mechanism = self->mechanism;

  if (!(self->modifiers & LW_TOOL_SHIFT))
    lw_selection_clear (self->selection);
  select_bodies (self);
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++)
    select_if_inside (self, (LwElementRef){ LW_SELECTION_COUPLING,
                                            lw_mechanism_get_coupling (mechanism, i)->element.id });
  for (guint i = 0; i < lw_mechanism_get_n_forces (mechanism); i++)
    select_if_inside (self, (LwElementRef){ LW_SELECTION_FORCE,
                                            lw_mechanism_get_force (mechanism, i)->element.id });
  for (guint i = 0; i < lw_mechanism_get_n_tracers (mechanism); i++)
    select_if_inside (self, (LwElementRef){ LW_SELECTION_TRACER,
                                            lw_mechanism_get_tracer (mechanism, i)->element.id });
  for (guint i = 0; i < lw_mechanism_get_n_measurements (mechanism); i++)
    select_if_inside (self,
                      (LwElementRef){ LW_SELECTION_MEASUREMENT,
                                      lw_mechanism_get_measurement (mechanism, i)->element.id });
}

// ---- dragging -------------------------------------------------------------------------------

/// Returns true if the element takes precedence over the pivot. The pivot lies in the middle of the
/// selection, where users grab elements to move them: over an element, a drag moves the element,
/// and with Ctrl the pivot.
static bool
gives_way (LwTools *self, const LwHandle *handle, LwElementRef under)
{
  return handle->kind == LW_HANDLE_PIVOT && under.kind != LW_SELECTION_NONE
         && !(self->modifiers & LW_TOOL_CONTROL);
}

static bool
press (LwTools *self, LwElementRef under)
{
  LwToolDrag *drag = &self->drag;
  const LwHandle *handle;
  const LwBody *body =
    under.kind == LW_SELECTION_BODY ? lw_mechanism_find_body (self->mechanism, under.id) : NULL;

  *drag = (LwToolDrag){ .under = under, .point_body = LW_NO_BODY };
  handle = lw_handles_at (lw_tools_get_handles (self), &self->view, self->press[0], self->press[1]);
  if (handle != NULL && !(self->modifiers & LW_TOOL_SHIFT) && !gives_way (self, handle, under)) {
    drag->on_handle = true;
    drag->handle = *handle;
    return true;
  }
  drag->may_drag = find_reference (self, under, drag->reference);
  if (body != NULL && find_shape_point (self, body, &drag->point, drag->reference))
    drag->point_body = body->element.id;
  return true;
}

/// Returns true if a body moves with the drag; it is then not a snap target.
static bool
moves (LwTools *self, int body)
{
  return body == self->drag.point_body
         || (self->drag.point_body == LW_NO_BODY && self->drag.under.kind == LW_SELECTION_BODY
             && lw_selection_contains (self->selection, LW_SELECTION_BODY, body));
}

/// Finds points and lines that stand still. Points of other bodies at the dragged position are
/// excluded, because they move too.
static void
find_standing (LwTools *self, GArray **points, GArray **lines)
{
  const double near = 1e-9 * lw_geometry_size (self->mechanism, 1e-3);

  *points = lw_geometry_seen_points (self->mechanism);
  *lines = lw_geometry_seen_lines (self->mechanism);
  for (guint i = (*points)->len; i-- > 0;) {
    const LwDrawnPoint *point = &g_array_index (*points, LwDrawnPoint, i);

    if (moves (self, point->body)
        || hypot (point->x - self->drag.reference[0], point->y - self->drag.reference[1]) <= near)
      g_array_remove_index_fast (*points, i);
  }
  for (guint i = (*lines)->len; i-- > 0;) {
    const LwDrawnLine *line = &g_array_index (*lines, LwDrawnLine, i);
    const double along = (self->drag.reference[0] - line->x) * line->dx
                         + (self->drag.reference[1] - line->y) * line->dy;

    // Lines through the position are stretched or turned with it.
    if (moves (self, line->body)
        || hypot (line->x + along * line->dx - self->drag.reference[0],
                  line->y + along * line->dy - self->drag.reference[1])
             <= near)
      g_array_remove_index_fast (*lines, i);
  }
}

static LwMechanism *
move_dragged (LwTools *self)
{
  LwToolDrag *drag = &self->drag;
  g_autoptr (GArray) points = NULL;
  g_autoptr (GArray) lines = NULL;
  const LwElementRef *selected;
  guint n;

  find_standing (self, &points, &lines);
  lw_tools_find_snap (self, drag->reference[0] + self->pointer[0] - self->press[0],
                      drag->reference[1] + self->pointer[1] - self->press[1], NULL, points, lines,
                      &self->snap);
  if (drag->point_body != LW_NO_BODY)
    return lw_locked_move_point (self->mechanism, drag->point_body, drag->point,
                                 self->snap.x - drag->reference[0],
                                 self->snap.y - drag->reference[1]);
  selected = lw_selection_get (self->selection, &n);
  return lw_locked_move_elements (self->mechanism, selected, n, self->snap.x - drag->reference[0],
                                  self->snap.y - drag->reference[1]);
}

/// Computes the position to which a handle is dragged; handles that represent positions snap.
static void
find_handle_place (LwTools *self, double to[2])
{
  const LwHandle *handle = &self->drag.handle;
  g_autoptr (GArray) points = lw_geometry_seen_points (self->mechanism);
  g_autoptr (GArray) lines = lw_geometry_seen_lines (self->mechanism);
  // A centre of mass may lie at a point of its body, and its handle beside it.
  const bool is_centre = handle->kind == LW_HANDLE_CENTRE;
  const double *from = is_centre ? handle->from : handle->at;
  const int own =
    handle->element.kind == LW_SELECTION_BODY && !is_centre ? handle->element.id : LW_NO_BODY;

  to[0] = from[0] + self->pointer[0] - self->press[0];
  to[1] = from[1] + self->pointer[1] - self->press[1];
  self->snap = (LwSnap){ .kind = LW_SNAP_NONE, .x = to[0], .y = to[1], .body = LW_NO_BODY };
  if (handle->kind == LW_HANDLE_TURN || handle->kind == LW_HANDLE_SCALE
      || handle->kind == LW_HANDLE_FORCE || handle->kind == LW_HANDLE_VELOCITY)
    return;
  for (guint i = points->len; i-- > 0;)
    if (g_array_index (points, LwDrawnPoint, i).body == own && own != LW_NO_BODY)
      g_array_remove_index_fast (points, i);
  for (guint i = lines->len; i-- > 0;)
    if (g_array_index (lines, LwDrawnLine, i).body == own && own != LW_NO_BODY)
      g_array_remove_index_fast (lines, i);
  lw_tools_find_snap (self, to[0], to[1], handle->kind == LW_HANDLE_AXIS ? handle->from : NULL,
                      points, lines, &self->snap);
  to[0] = self->snap.x;
  to[1] = self->snap.y;
}

static void
find_pivot (LwTools *self, double pivot[2])
{
  const GArray *handles = lw_tools_get_handles (self);

  for (guint i = 0; i < handles->len; i++)
    if (g_array_index (handles, LwHandle, i).kind == LW_HANDLE_PIVOT)
      memcpy (pivot, g_array_index (handles, LwHandle, i).at, 2 * sizeof *pivot);
}

/// Returns the mechanism with the handle at the pointer. Returns NULL, perhaps with a message, if
/// it does not change.
static LwMechanism *
drag_handle (LwTools *self, char **problem)
{
  const LwElementRef *selected;
  double pivot[2] = { 0 };
  double to[2];
  guint n;

  find_handle_place (self, to);
  if (self->drag.handle.kind == LW_HANDLE_PIVOT) {
    memcpy (self->pivot, to, sizeof to);
    self->has_pivot = true;
    g_clear_pointer (&self->handles, g_array_unref);
    return NULL;
  }
  find_pivot (self, pivot);
  selected = lw_selection_get (self->selection, &n);
  return lw_handle_drag (self->mechanism, selected, n, &self->view, &self->drag.handle, pivot, to,
                         self->modifiers & LW_TOOL_CONTROL, problem);
}

static void
begin_drag (LwTools *self)
{
  const LwElementRef under = self->drag.under;

  if (self->drag.on_handle) {
    self->drag.kind = LW_DRAG_HANDLE;
  } else if (under.kind == LW_SELECTION_NONE) {
    self->drag.kind = LW_DRAG_BAND;
  } else if (self->drag.may_drag) {
    self->drag.kind = LW_DRAG_ELEMENTS;
    if (!lw_selection_contains (self->selection, under.kind, under.id))
      lw_selection_set (self->selection, under.kind, under.id);
    // Several selected elements are moved together.
    if (lw_selection_get_last (self->selection).id != under.id
        || lw_selection_get_last (self->selection).kind != under.kind)
      self->drag.point_body = LW_NO_BODY;
  }
}

static void
move (LwTools *self)
{
  if (self->pressed && self->moved && self->drag.kind == LW_DRAG_NOTHING)
    begin_drag (self);
  if (self->drag.kind == LW_DRAG_BAND) {
    self->band[0] = self->press[0];
    self->band[1] = self->press[1];
    self->band[2] = self->pointer[0];
    self->band[3] = self->pointer[1];
  } else if (self->drag.kind == LW_DRAG_HANDLE) {
    g_autofree char *problem = NULL;

    self->preview = drag_handle (self, &problem);
    self->made = self->drag.handle.element;
  } else if (self->drag.kind == LW_DRAG_ELEMENTS) {
    self->preview = move_dragged (self);
    self->made = self->drag.under;
  }
  // Do not show a preview in which a locked element moves.
  if (self->preview != NULL && !lw_marks_allow (self->mechanism, self->preview, NULL))
    g_clear_pointer (&self->preview, lw_mechanism_unref);
}

/// Returns true if the point reached the snap position; locked lengths may have prevented that.
static bool
has_arrived (LwTools *self, const LwMechanism *next)
{
  const LwBody *body = lw_mechanism_find_body (next, self->drag.point_body);
  const GArray *points = body != NULL ? body->shape.points : NULL;
  double at[2];

  if (points == NULL || self->drag.point >= points->len)
    return false;
  lw_geometry_to_world (body, (const double *) (void *) points->data + 3 * self->drag.point, at);
  return hypot (at[0] - self->snap.x, at[1] - self->snap.y) <= 1e-9 * lw_geometry_size (next, 1e-3);
}

/// Pins an end that was dropped on a point of another body to that body.
static LwMechanism *
join_dropped (LwTools *self, LwMechanism *next)
{
  const LwToolPoint point = { self->snap.x, self->snap.y, self->snap.kind, self->snap.body,
                              !(self->modifiers & LW_TOOL_CONTROL) };

  if (self->drag.point_body == LW_NO_BODY || !lw_snap_is_point (self->snap.kind)
      || !has_arrived (self, next)
      || lw_geometry_joined_with (next, point.x, point.y, self->snap.body)
           == lw_geometry_joined_with (next, point.x, point.y, self->drag.point_body))
    return next;
  return lw_tool_pin_end (next, self->drag.point_body, &point);
}

/// Joins points that are marked as not joined. Returns false if there is no mark.
static bool
click_mark (LwTools *self)
{
  g_autoptr (GArray) places = lw_geometry_unjoined (self->mechanism);

  for (guint i = 0; i < places->len && !self->view.is_later; i++) {
    const double *at = (const double *) (void *) places->data + 2 * i;
    const LwToolPoint point = { .x = at[0], .y = at[1], .body = LW_NO_BODY };
    const LwToolGesture gesture = {
      .mechanism = self->mechanism, .view = &self->view, .points = &point, .n_points = 1
    };
    g_autofree char *problem = NULL;
    LwElementRef made;
    LwMechanism *next;

    if (hypot (at[0] - self->press[0], at[1] - self->press[1]) * self->view.px_per_m
        > LW_TOOL_REACH_PX)
      continue;
    next = lw_tool_join_here (&gesture, MBD_LOOP_PIN, 0, &made, &problem);
    if (next == NULL)
      return false;
    lw_tools_edit (self, N_ ("Join"), next, made);
    return true;
  }
  return false;
}

static void
click (LwTools *self)
{
  const LwElementRef under = self->drag.under;

  if (click_mark (self))
    return;
  if (under.kind == LW_SELECTION_NONE) {
    if (!(self->modifiers & LW_TOOL_SHIFT))
      lw_selection_clear (self->selection);
  } else if (self->modifiers & LW_TOOL_SHIFT) {
    lw_selection_toggle (self->selection, under.kind, under.id);
  } else {
    lw_selection_set (self->selection, under.kind, under.id);
  }
}

static void
release (LwTools *self)
{
  const LwDragKind kind = self->drag.kind;
  const char *step =
    kind == LW_DRAG_HANDLE ? lw_handle_get_step (self->drag.handle.kind) : N_ ("Move");
  g_autofree char *problem = NULL;
  LwMechanism *next = NULL;

  if (!self->moved)
    click (self);
  else if (kind == LW_DRAG_BAND)
    select_band (self);
  else if (kind == LW_DRAG_HANDLE)
    next = drag_handle (self, &problem);
  else if (kind == LW_DRAG_ELEMENTS)
    next = move_dragged (self);
  if (next != NULL && kind == LW_DRAG_ELEMENTS)
    next = join_dropped (self, next);
  if (problem != NULL)
    lw_tools_refuse (self, problem);
  self->drag.kind = LW_DRAG_NOTHING;
  if (next != NULL && !lw_mechanism_equal (next, self->mechanism))
    lw_tools_edit (self, step, next, (LwElementRef){ LW_SELECTION_NONE, 0 });
  else
    g_clear_pointer (&next, lw_mechanism_unref);
}

// ---- keys -----------------------------------------------------------------------------------

static LwMechanism *
remove_element (const LwMechanism *mechanism, LwElementRef element)
{
  switch (element.kind) {
  case LW_SELECTION_BODY:
    return lw_mechanism_remove_body (mechanism, element.id);
  case LW_SELECTION_COUPLING:
    return lw_mechanism_remove_coupling (mechanism, element.id);
  case LW_SELECTION_FORCE:
    return lw_mechanism_remove_force (mechanism, element.id);
  case LW_SELECTION_TRACER:
    return lw_mechanism_remove_tracer (mechanism, element.id);
  case LW_SELECTION_MEASUREMENT:
    return lw_mechanism_remove_measurement (mechanism, element.id);
  case LW_SELECTION_NONE:
    break;
  }
  return lw_mechanism_copy (mechanism);
}

static bool
remove_selected (LwTools *self)
{
  LwMechanism *next = lw_mechanism_ref (self->mechanism);
  const LwElementRef *selected;
  guint n;

  selected = lw_selection_get (self->selection, &n);
  for (guint i = 0; i < n; i++) {
    LwMechanism *previous = next;

    next = remove_element (previous, selected[i]);
    lw_mechanism_unref (previous);
  }
  if (n == 0) {
    lw_mechanism_unref (next);
    return false;
  }
  if (lw_tools_edit (self, N_ ("Delete"), next, (LwElementRef){ LW_SELECTION_NONE, 0 }))
    lw_tools_removed (self, n);
  return true;
}

static bool
nudge (LwTools *self, double dx, double dy)
{
  const double step = self->view.grid * (self->modifiers & LW_TOOL_CONTROL ? FINE_STEP : 1);
  const LwElementRef *selected;
  guint n;

  selected = lw_selection_get (self->selection, &n);
  if (n == 0)
    return false;
  lw_tools_edit (self, N_ ("Nudge"),
                 lw_locked_move_elements (self->mechanism, selected, n, dx * step, dy * step),
                 (LwElementRef){ LW_SELECTION_NONE, 0 });
  return true;
}

static bool
key (LwTools *self, LwToolKey key)
{
  if (self->drag.kind != LW_DRAG_NOTHING)
    return false;
  switch (key) {
  case LW_TOOL_KEY_LEFT:
    return nudge (self, -1, 0);
  case LW_TOOL_KEY_RIGHT:
    return nudge (self, 1, 0);
  case LW_TOOL_KEY_UP:
    return nudge (self, 0, 1);
  case LW_TOOL_KEY_DOWN:
    return nudge (self, 0, -1);
  case LW_TOOL_KEY_DELETE:
  case LW_TOOL_KEY_BACKSPACE:
    return remove_selected (self);
  case LW_TOOL_KEY_ENTER:
  case LW_TOOL_KEY_ESCAPE:
  case LW_TOOL_KEY_TAB:
    break;
  }
  return false;
}

// ---- tool -----------------------------------------------------------------------------------

const LwToolClass *
lw_tool_select_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "select",
              .word = N_ ("Select"),
              .title = N_ ("Select and Move"),
              .key = "V",
              .icon = "lw-select-symbolic",
              .group = LW_TOOLS_DRAW },
    .step = N_ ("Move"),
    .hints = { N_ ("Click to select, drag to move; arrow keys nudge, Delete removes") },
    .stays = true,
    .press = press,
    .move = move,
    .release = release,
    .key = key,
  };

  return &class;
}
