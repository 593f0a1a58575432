// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Common part of all tools: collects points by dragging, clicking or keys, with snapping and typed
// numbers, and passes them to the tool.

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-marks.h"
#include "lw-tool-private.h"

enum
{
  PROP_0,
  PROP_TOOL,
  PROP_KEPT,
  N_PROPERTIES
};

enum
{
  SIGNAL_CHANGED,
  SIGNAL_EDITED,
  SIGNAL_REMOVED,
  SIGNAL_REFUSED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LwTools, lw_tools, G_TYPE_OBJECT)

// ---- list of tools --------------------------------------------------------------------------

#define CLASS_OF_TOOL(NAME, name) [LW_TOOL_##NAME] = lw_tool_##name##_class,

const LwToolClass *
lw_tool_get_class (LwToolKind kind)
{
  static const LwToolClass *(*const classes[LW_N_TOOLS]) (void) = { LW_TOOL_LIST (CLASS_OF_TOOL) };

  return classes[kind]();
}

const LwToolInfo *
lw_tool_get_info (LwToolKind kind)
{
  g_return_val_if_fail (kind < LW_N_TOOLS, NULL);

  return &lw_tool_get_class (kind)->info;
}

// ---- messages -------------------------------------------------------------------------------

void
lw_tools_changed (LwTools *self)
{
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

void
lw_tools_refuse (LwTools *self, const char *sentence)
{
  g_signal_emit (self, signals[SIGNAL_REFUSED], 0, sentence);
}

void
lw_tools_removed (LwTools *self, guint n)
{
  g_signal_emit (self, signals[SIGNAL_REMOVED], 0, n);
}

static void
forget_geometry (LwTools *self)
{
  g_clear_pointer (&self->snap_points, g_array_unref);
  g_clear_pointer (&self->snap_lines, g_array_unref);
  g_clear_pointer (&self->unjoined, g_array_unref);
  g_clear_pointer (&self->handles, g_array_unref);
}

static void
selection_changed_cb (LwTools *self)
{
  g_clear_pointer (&self->handles, g_array_unref);
  self->has_pivot = false;
}

static void
clear_preview (LwTools *self)
{
  g_clear_pointer (&self->preview, lw_mechanism_unref);
  self->made = (LwElementRef){ LW_SELECTION_NONE, 0 };
  self->has_dimension = false;
  g_clear_pointer (&self->readout, g_free);
  lw_tools_clear_parties (self);
}

bool
lw_tools_edit (LwTools *self, const char *step, LwMechanism *next, LwElementRef made)
{
  LwMechanism *previous = self->mechanism;
  g_autoptr (GError) error = NULL;

  if (!lw_marks_allow (previous, next, &error)) {
    lw_mechanism_unref (next);
    lw_tools_refuse (self, error->message);
    return false;
  }
  clear_preview (self);
  forget_geometry (self);
  g_clear_pointer (&self->paths, g_ptr_array_unref);
  self->mechanism = next;
  g_signal_emit (self, signals[SIGNAL_EDITED], 0, next, _ (step));
  lw_mechanism_unref (previous);
  lw_selection_keep (self->selection, self->mechanism);
  if (made.kind != LW_SELECTION_NONE && self->mechanism == next)
    lw_selection_set (self->selection, made.kind, made.id);
  return true;
}

// ---- preview --------------------------------------------------------------------------------

static LwMechanism *
build (LwTools *self, bool with_candidate, LwElementRef *made, char **problem)
{
  const LwToolClass *class = lw_tool_get_class (self->tool);
  g_autoptr (GArray) points = g_array_copy (self->points);
  LwToolGesture gesture = {
    .mechanism = self->mechanism,
    .view = &self->view,
    .modifiers = self->modifiers,
    .wanted = self->has_wanted ? &self->wanted : NULL,
    .answer = self->answer > 0 ? &self->answer : NULL,
  };

  if (with_candidate)
    g_array_append_val (points, self->candidate);
  gesture.points = (const LwToolPoint *) (void *) points->data;
  gesture.n_points = points->len;
  *made = (LwElementRef){ LW_SELECTION_NONE, 0 };
  return points->len > 0 ? class->build (&gesture, made, problem) : NULL;
}

/// Shows the result of releasing the button now.
void
lw_tools_update (LwTools *self)
{
  const LwToolClass *class = lw_tool_get_class (self->tool);

  clear_preview (self);
  if (class->move != NULL) {
    if (self->crosshair) {
      lw_tools_find_candidate (self, NULL);
      lw_tools_update_readout (self);
    }
    class->move (self);
  } else if (lw_tools_is_asking (self)) {
    lw_tools_show_question (self);
    lw_tools_update_readout (self);
  } else if (self->inside) {
    g_autofree char *problem = NULL;

    lw_tools_find_candidate (self, NULL);
    self->preview = build (self, true, &self->made, &problem);
    lw_tools_find_parties (self);
    lw_tools_update_readout (self);
    if (self->points->len > 0 && class->shows_length) {
      const LwToolPoint *last = lw_tools_get_point (self, self->points->len - 1);

      self->dimension[0] = last->x;
      self->dimension[1] = last->y;
      self->dimension[2] = self->candidate.x;
      self->dimension[3] = self->candidate.y;
      self->has_dimension = true;
    }
  }
  lw_tools_changed (self);
}

// ---- gestures -------------------------------------------------------------------------------

void
lw_tools_end_gesture (LwTools *self)
{
  g_array_set_size (self->points, 0);
  lw_tool_entry_clear (&self->entry);
  self->answer = 0;
  self->pressed = false;
  self->moved = false;
  self->first_press = false;
  self->chained = false;
  self->drag.kind = LW_DRAG_NOTHING;
  self->has_wanted = false;
  g_clear_pointer (&self->hand, lw_drag_solver_free);
}

void
lw_tools_set_tool (LwTools *self, LwToolKind tool, bool kept)
{
  g_object_freeze_notify (G_OBJECT (self));
  if (tool != self->tool) {
    self->tool = tool;
    g_clear_pointer (&self->handles, g_array_unref);
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TOOL]);
  }
  if (kept != self->kept) {
    self->kept = kept;
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_KEPT]);
  }
  g_object_thaw_notify (G_OBJECT (self));
}

void
lw_tools_end_use (LwTools *self)
{
  if (!self->kept)
    lw_tools_set_tool (self, LW_TOOL_SELECT, false);
}

/// Binds the length of a link to the formula that was typed for it. Takes ownership of `next`.
static LwMechanism *
follow_formula (LwTools *self, LwMechanism *next, LwElementRef made)
{
  LwMechanism *bound;

  if (self->formula == NULL || self->tool != LW_TOOL_LINK || made.kind != LW_SELECTION_BODY)
    return next;
  bound = lw_mechanism_with_binding (next, lw_binding_new (made, "bar_length", "m", self->formula));
  lw_mechanism_unref (next);
  return bound;
}

/// Makes the edit of the gesture; one-shot tools return to Select.
void
lw_tools_finish (LwTools *self)
{
  const LwToolClass *class = lw_tool_get_class (self->tool);
  g_autofree char *problem = NULL;
  LwElementRef made;
  LwMechanism *next = build (self, false, &made, &problem);
  LwToolPoint last =
    self->points->len > 0 ? *lw_tools_get_point (self, self->points->len - 1) : (LwToolPoint){ 0 };

  if (next != NULL)
    next = follow_formula (self, next, made);
  lw_tools_end_gesture (self);
  if (next == NULL) {
    if (problem != NULL)
      lw_tools_refuse (self, problem);
    lw_tools_update (self);
    return;
  }
  if (!lw_tools_edit (self, class->step, next, made)) {
    lw_tools_update (self);
    return;
  }
  if (class->chains) {
    // The next element continues from the end of this one.
    last.snap = LW_SNAP_END;
    last.body = made.kind == LW_SELECTION_BODY ? made.id : last.body;
    last.joins = true;
    g_array_append_val (self->points, last);
    self->chained = true;
  } else {
    lw_tools_end_use (self);
  }
  lw_tools_update (self);
}

static bool
is_near (LwTools *self, const LwToolPoint *point)
{
  return hypot (point->x - self->candidate.x, point->y - self->candidate.y) * self->view.px_per_m
         < LW_TOOL_CLICK_PX;
}

// The first point decides whether the gesture is possible at all.
bool
lw_tools_take_first (LwTools *self)
{
  g_autofree char *problem = NULL;
  LwElementRef made;
  LwMechanism *next;

  g_array_append_val (self->points, self->candidate);
  lw_tool_entry_clear (&self->entry);
  next = build (self, false, &made, &problem);
  g_clear_pointer (&next, lw_mechanism_unref);
  if (problem == NULL)
    return true;
  lw_tools_end_gesture (self);
  lw_tools_refuse (self, problem);
  return false;
}

static LwToolGesture
get_gesture (LwTools *self, guint n_points)
{
  return (LwToolGesture){
    .mechanism = self->mechanism,
    .view = &self->view,
    .points = lw_tools_get_point (self, 0),
    .n_points = n_points,
    .modifiers = self->modifiers,
  };
}

/// Returns true if the first point is sufficient for the tool.
static bool
is_enough (LwTools *self)
{
  const LwToolClass *class = lw_tool_get_class (self->tool);
  const LwToolGesture gesture = get_gesture (self, 1);

  return class->second_optional && (class->is_enough == NULL || class->is_enough (&gesture));
}

/// Returns true if the points taken are complete.
static bool
is_complete (LwTools *self)
{
  const LwToolClass *class = lw_tool_get_class (self->tool);
  const LwToolGesture gesture = get_gesture (self, self->points->len);

  return (class->n_points != 0 && self->points->len >= class->n_points)
         || (class->is_complete != NULL && class->is_complete (&gesture));
}

void
lw_tools_take_next (LwTools *self)
{
  const LwToolClass *class = lw_tool_get_class (self->tool);
  const bool on_first = is_near (self, lw_tools_get_point (self, 0));
  const bool on_last = is_near (self, lw_tools_get_point (self, self->points->len - 1));

  if (class->n_points == 0 && self->points->len >= 3 && (on_first || on_last)) {
    if (class->closes && on_first)
      g_array_append_val (self->points, *lw_tools_get_point (self, 0));
    lw_tools_finish (self);
    return;
  }
  if (on_last) {
    // A second click in the same place ends the chain, or keeps the default direction.
    if (class->chains)
      lw_tools_cancel (self);
    else if (class->ends_anywhere || is_enough (self))
      lw_tools_finish (self);
    else if (class->asked != NULL)
      lw_tools_refuse (self, _ ("These two points coincide: click two that are apart."));
    return;
  }
  g_array_append_val (self->points, self->candidate);
  lw_tool_entry_clear (&self->entry);
  if (is_complete (self) && !lw_tools_is_asking (self))
    lw_tools_finish (self);
}

LwToolGesture
lw_tools_get_candidate_gesture (LwTools *self)
{
  LwToolGesture gesture = get_gesture (self, 1);

  gesture.points = &self->candidate;
  gesture.wanted = self->has_wanted ? &self->wanted : NULL;
  return gesture;
}

void
lw_tools_press (LwTools *self, double x, double y, unsigned modifiers, LwElementRef under)
{
  const LwToolClass *class = lw_tool_get_class (self->tool);

  g_return_if_fail (LW_IS_TOOLS (self));

  if (!isfinite (x) || !isfinite (y))
    return;
  self->pointer[0] = self->press[0] = x;
  self->pointer[1] = self->press[1] = y;
  self->modifiers = modifiers;
  self->inside = true;
  self->crosshair = false;
  self->pressed = true;
  self->moved = false;
  self->first_press = false;
  g_clear_pointer (&self->paths, g_ptr_array_unref);
  if (class->press != NULL) {
    self->pressed = class->press (self, under);
  } else {
    if (lw_tools_is_asking (self))
      lw_tools_take_back_last (self);
    lw_tools_find_candidate (self, NULL);
    if (self->points->len == 0)
      self->first_press = self->pressed = lw_tools_take_first (self);
  }
  lw_tools_update (self);
}

void
lw_tools_move (LwTools *self, double x, double y, unsigned modifiers)
{
  g_return_if_fail (LW_IS_TOOLS (self));

  if (!isfinite (x) || !isfinite (y))
    return;
  self->pointer[0] = x;
  self->pointer[1] = y;
  self->modifiers = modifiers;
  self->inside = true;
  self->crosshair = false;
  if (self->pressed && !self->moved
      && hypot (x - self->press[0], y - self->press[1]) * self->view.px_per_m > LW_TOOL_CLICK_PX) {
    self->moved = true;
    // A drag that starts elsewhere begins a new element and does not continue the chain.
    if (lw_tool_get_class (self->tool)->chains && !self->first_press && self->points->len == 1) {
      self->pointer[0] = self->press[0];
      self->pointer[1] = self->press[1];
      lw_tools_find_candidate (self, NULL);
      if (!is_near (self, lw_tools_get_point (self, 0))) {
        g_array_set_size (self->points, 0);
        lw_tools_find_candidate (self, NULL);
        g_array_append_val (self->points, self->candidate);
        self->chained = false;
      }
      self->pointer[0] = x;
      self->pointer[1] = y;
    }
  }
  lw_tools_update (self);
}

void
lw_tools_release (LwTools *self, double x, double y, unsigned modifiers)
{
  const LwToolClass *class = lw_tool_get_class (self->tool);
  const bool pressed = self->pressed;

  g_return_if_fail (LW_IS_TOOLS (self));

  if (!pressed)
    return;
  lw_tools_move (self, x, y, modifiers);
  self->pressed = false;
  if (class->release != NULL) {
    class->release (self);
  } else if (self->first_press && class->n_points == 1) {
    lw_tools_finish (self);
    return;
  } else if (self->first_press && !self->moved) {
    self->first_press = false;
    if (is_enough (self))
      lw_tools_finish (self);
  } else if (self->points->len > 0 && class->n_points == 0 && self->first_press) {
    self->first_press = false;
  } else if (self->points->len > 0) {
    const guint before = self->points->len;
    const bool dragged = self->first_press && self->moved;

    self->first_press = false;
    lw_tools_take_next (self);
    if (dragged && class->ends_anywhere && self->points->len > before)
      lw_tools_finish (self);
  }
  lw_tools_update (self);
}

void
lw_tools_leave (LwTools *self)
{
  g_return_if_fail (LW_IS_TOOLS (self));

  if (self->pressed || self->crosshair || !self->inside || lw_tools_is_asking (self))
    return;
  self->inside = false;
  clear_preview (self);
  lw_tools_changed (self);
}

void
lw_tools_cancel (LwTools *self)
{
  g_return_if_fail (LW_IS_TOOLS (self));

  lw_tools_end_gesture (self);
  lw_tools_update (self);
}

bool
lw_tools_is_busy (LwTools *self)
{
  g_return_val_if_fail (LW_IS_TOOLS (self), false);

  return self->points->len > 0 || self->hand != NULL || self->drag.kind != LW_DRAG_NOTHING
         || !lw_tool_entry_is_empty (&self->entry);
}

// ---- public ---------------------------------------------------------------------------------

LwTools *
lw_tools_new (LwSelection *selection)
{
  LwTools *self = g_object_new (LW_TYPE_TOOLS, NULL);

  self->selection = g_object_ref (selection);
  g_signal_connect_object (selection, "changed", G_CALLBACK (selection_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}

LwMechanism *
lw_tools_get_mechanism (LwTools *self)
{
  g_return_val_if_fail (LW_IS_TOOLS (self), NULL);

  return self->mechanism;
}

void
lw_tools_set_mechanism (LwTools *self, LwMechanism *mechanism)
{
  GArray *unjoined = NULL;

  g_return_if_fail (LW_IS_TOOLS (self));

  if (mechanism == self->mechanism)
    return;
  // The places that look joined but are not take long to find in large drawings.
  if (self->unjoined != NULL && lw_mechanism_is_drawn_alike (self->mechanism, mechanism)
      && lw_marks_equal (self->mechanism, mechanism))
    unjoined = g_array_ref (self->unjoined);
  lw_mechanism_ref (mechanism);
  lw_mechanism_unref (self->mechanism);
  self->mechanism = mechanism;
  g_clear_pointer (&self->paths, g_ptr_array_unref);
  forget_geometry (self);
  self->unjoined = unjoined;
  lw_tools_cancel (self);
}

void
lw_tools_set_view (LwTools *self, const LwToolView *view)
{
  g_return_if_fail (LW_IS_TOOLS (self));
  g_return_if_fail (view->px_per_m > 0 && view->grid > 0);

  self->view = *view;
}

LwToolKind
lw_tools_get_tool (LwTools *self)
{
  g_return_val_if_fail (LW_IS_TOOLS (self), LW_TOOL_SELECT);

  return self->tool;
}

bool
lw_tools_get_kept (LwTools *self)
{
  g_return_val_if_fail (LW_IS_TOOLS (self), false);

  return self->kept;
}

void
lw_tools_choose (LwTools *self, LwToolKind tool)
{
  g_return_if_fail (LW_IS_TOOLS (self));
  g_return_if_fail (tool < LW_N_TOOLS);

  lw_tools_end_gesture (self);
  lw_tools_set_tool (self, tool, tool != LW_TOOL_SELECT && tool == self->tool);
  lw_tools_update (self);
}

const char *
lw_tools_get_hint (LwTools *self)
{
  const LwToolClass *class;
  guint hint;

  g_return_val_if_fail (LW_IS_TOOLS (self), NULL);

  class = lw_tool_get_class (self->tool);
  hint = MIN (self->points->len, G_N_ELEMENTS (class->hints) - 1);
  while (hint > 0 && class->hints[hint] == NULL)
    hint--;
  return _ (class->hints[hint]);
}

void
lw_tools_get_feedback (LwTools *self, LwToolFeedback *feedback)
{
  g_return_if_fail (LW_IS_TOOLS (self));

  if (self->unjoined == NULL)
    self->unjoined = lw_geometry_unjoined (self->mechanism);
  *feedback = (LwToolFeedback){
    .preview = self->preview,
    .made = self->made,
    .readout = self->readout,
    .letters = lw_handles_get_growth (&self->view),
    .typing = !lw_tool_entry_is_empty (&self->entry),
    .crosshair = self->crosshair && self->inside,
    .lit = self->lit,
    .lines = self->lines,
    .chosen_line = self->chosen_line,
    .place = { self->candidate.x, self->candidate.y },
    .unjoined = self->view.is_later ? NULL : self->unjoined,
    .dimension = self->has_dimension ? self->dimension : NULL,
    .marks_start = lw_tool_get_class (self->tool)->snaps_not,
    .band = self->drag.kind == LW_DRAG_BAND ? self->band : NULL,
    .pose = self->hand != NULL ? lw_drag_solver_get_positions (self->hand) : NULL,
    .velocities = self->hand != NULL ? lw_drag_solver_get_velocities (self->hand) : NULL,
    .paths = self->paths,
    .n_pose = self->hand != NULL ? lw_drag_solver_get_n_positions (self->hand) : 0,
    .grip = self->hand != NULL ? self->grip : NULL,
    .handles = self->drag.kind == LW_DRAG_ELEMENTS ? NULL : lw_tools_get_handles (self),
    .held_handle = self->drag.kind == LW_DRAG_HANDLE ? (int) self->drag.handle.kind : -1,
  };
  if (self->tool == LW_TOOL_HAND ? self->crosshair
      : self->tool != LW_TOOL_SELECT
        ? self->inside && (self->crosshair || !lw_tool_get_class (self->tool)->takes_bodies)
        : (self->drag.kind == LW_DRAG_ELEMENTS
           || (self->drag.kind == LW_DRAG_HANDLE && self->snap.kind != LW_SNAP_NONE)))
    feedback->snap = &self->snap;
}

// ---- object ---------------------------------------------------------------------------------

static void
lw_tools_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  LwTools *self = LW_TOOLS (object);

  switch (id) {
  case PROP_TOOL:
    g_value_set_int (value, (int) self->tool);
    break;
  case PROP_KEPT:
    g_value_set_boolean (value, self->kept);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
lw_tools_finalize (GObject *object)
{
  LwTools *self = LW_TOOLS (object);

  clear_preview (self);
  forget_geometry (self);
  g_clear_pointer (&self->hand, lw_drag_solver_free);
  g_clear_pointer (&self->paths, g_ptr_array_unref);
  lw_mechanism_unref (self->mechanism);
  g_clear_object (&self->selection);
  g_array_unref (self->points);
  g_array_unref (self->lit);
  g_ptr_array_unref (self->lines);
  lw_tool_entry_free (&self->entry);
  g_free (self->formula);

  G_OBJECT_CLASS (lw_tools_parent_class)->finalize (object);
}

static void
lw_tools_class_init (LwToolsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = lw_tools_get_property;
  object_class->finalize = lw_tools_finalize;

  properties[PROP_TOOL] =
    g_param_spec_int ("tool", NULL, NULL, 0, LW_N_TOOLS - 1, LW_TOOL_SELECT, flags);
  properties[PROP_KEPT] = g_param_spec_boolean ("kept", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  signals[SIGNAL_CHANGED] =
    g_signal_new ("changed", LW_TYPE_TOOLS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_EDITED] = g_signal_new ("edited", LW_TYPE_TOOLS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 2, LW_TYPE_MECHANISM, G_TYPE_STRING);
  signals[SIGNAL_REMOVED] = g_signal_new ("removed", LW_TYPE_TOOLS, G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[SIGNAL_REFUSED] = g_signal_new ("refused", LW_TYPE_TOOLS, G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
lw_tools_init (LwTools *self)
{
  self->mechanism = lw_mechanism_new ();
  self->points = g_array_new (FALSE, FALSE, sizeof (LwToolPoint));
  self->lit = g_array_new (FALSE, FALSE, sizeof (LwElementRef));
  self->lines = g_ptr_array_new_with_free_func (g_free);
  self->chosen_line = -1;
  lw_tool_entry_init (&self->entry);
  self->view = (LwToolView){ .px_per_m = 400,
                             .grid = 0.05,
                             .link_width_px = 24,
                             .newton_per_px = 0.1,
                             .speed_per_px = 0.01,
                             .units = lw_units_default () };
}
