// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tools on the canvas: passes pointer and key events to the tools, and draws their results. The
// tools cannot draw in spatial mechanisms.

#include <math.h>

#include "lw-canvas-private.h"
#include "lw-pick.h"
#include "lw-tool-overlay.h"

/// Larger mechanisms show the result of an edit only when the button is released.
#define PREVIEW_BODIES_MAX 300
#define NEWTON_PER_PX 0.1
#define SPEED_PER_PX 0.01
#define PICK_REACH_PX 5
#define CYCLE_REACH_PX 3 ///< clicks at most this far apart are at one position

bool
lw_canvas_has_tools (LwCanvas *self)
{
  return self->tools != NULL && self->scene != NULL && !self->view.spatial;
}

static unsigned
to_modifiers (GdkModifierType state)
{
  return (state & GDK_SHIFT_MASK ? LW_TOOL_SHIFT : 0)
         | (state & GDK_CONTROL_MASK ? LW_TOOL_CONTROL : 0)
         | (state & GDK_ALT_MASK ? LW_TOOL_ALT : 0);
}

/// Returns true if the displayed time is not the start.
static bool
is_later (LwCanvas *self)
{
  return lw_player_get_time (self->player) != 0 || lw_player_get_playing (self->player);
}

static void
tell_view (LwCanvas *self)
{
  const LwUnits *units = lw_appearance_get_units (self->look);
  const double px_per_newton = lw_scene_get_scale (self->scene, LW_ARROW_LOAD);
  const double px_per_speed = lw_scene_get_scale (self->scene, LW_ARROW_VELOCITY);
  const LwToolView view = {
    .px_per_m = self->view.scale,
    .grid = lw_grid_pitch (&self->view, units),
    .link_width_px = lw_scene_link_width_px (self->scene, &self->view),
    .newton_per_px = px_per_newton > 0 ? 1 / px_per_newton : NEWTON_PER_PX,
    .speed_per_px = px_per_speed > 0 ? 1 / px_per_speed : SPEED_PER_PX,
    .centre = { self->view.centre[0], self->view.centre[1] },
    .units = *units,
    .is_later = is_later (self),
    .letters = lw_appearance_get_letters (self->look),
  };

  lw_tools_set_view (self->tools, &view);
}

/// Returns to the start before an edit, because the drawing shows the mechanism at the start.
static void
go_to_start (LwCanvas *self)
{
  if (!is_later (self))
    return;
  gtk_widget_activate_action (GTK_WIDGET (self), "win.say-started", "d",
                              lw_player_get_time (self->player));
  lw_player_pause (self->player);
  lw_player_rewind (self->player);
}

// ---- pointer --------------------------------------------------------------------------------

static bool
is_near_click (LwCanvas *self, double x, double y)
{
  return hypot (x - self->clicked_x, y - self->clicked_y) <= CYCLE_REACH_PX;
}

/// Returns true if a press is at the position of the last click, and the element that the click
/// selected is still the selection.
static bool
repeats_click (LwCanvas *self, double x, double y)
{
  guint n = 0;

  if (self->selection != NULL)
    lw_selection_get (self->selection, &n);
  return n == 1 && is_near_click (self, x, y)
         && lw_selection_contains (self->selection, self->clicked.kind, self->clicked.id);
}

/// Selects the next element below the one that the last click selected, if this click is at the
/// same position.
static void
cycle_under (LwCanvas *self, double x, double y)
{
  g_autoptr (GArray) all = NULL;

  if (self->repeats_click && is_near_click (self, x, y)) {
    lw_canvas_take_pose (self);
    all = lw_scene_pick_all (self->scene, self->state, &self->view, x, y, PICK_REACH_PX);
  }
  for (guint i = 0; all != NULL && i < all->len; i++) {
    const LwElementRef *ref = &g_array_index (all, LwElementRef, i);
    const LwElementRef *next = &g_array_index (all, LwElementRef, (i + 1) % all->len);

    if (ref->kind != self->clicked.kind || ref->id != self->clicked.id)
      continue;
    lw_selection_set (self->selection, next->kind, next->id);
    break;
  }
  self->clicked = lw_selection_get_last (self->selection);
  self->clicked_x = x;
  self->clicked_y = y;
}

/// Replaces the element under the pointer by the one below it, or below the selected one.
static void
find_below (LwCanvas *self, double x, double y, LwElementRef *under)
{
  g_autoptr (GArray) all =
    lw_scene_pick_all (self->scene, self->state, &self->view, x, y, PICK_REACH_PX);
  guint next = 1;

  for (guint i = 0; self->selection != NULL && i < all->len; i++) {
    const LwElementRef *ref = &g_array_index (all, LwElementRef, i);

    if (lw_selection_contains (self->selection, ref->kind, ref->id))
      next = i + 1;
  }
  if (all->len > 0)
    *under = g_array_index (all, LwElementRef, next % all->len);
}

void
lw_canvas_tools_press (LwCanvas *self, double x, double y, GdkModifierType state)
{
  LwElementRef under = { LW_SELECTION_NONE, 0 };
  double world[3];

  // The view does not change while the user draws in it.
  self->fitted = false;
  self->fit_pending = false;
  tell_view (self);
  if (lw_canvas_pull_press (self, x, y))
    return;
  if (lw_tools_get_tool (self->tools) != LW_TOOL_SELECT)
    go_to_start (self);
  lw_canvas_take_pose (self);
  if (!lw_scene_pick (self->scene, self->state, &self->view, x, y, PICK_REACH_PX, &under))
    lw_canvas_find_length (self, x, y, &under);
  if (state & GDK_ALT_MASK)
    find_below (self, x, y, &under);
  self->pressed_element = under.kind != LW_SELECTION_NONE;
  self->pressed_x = x;
  self->pressed_y = y;
  self->repeats_click = repeats_click (self, x, y);
  lw_view_unproject (&self->view, x, y, world);
  lw_tools_press (self->tools, world[0], world[1], to_modifiers (state), under);
}

void
lw_canvas_tools_move (LwCanvas *self, double x, double y, GdkModifierType state, bool dragging)
{
  double world[3];

  tell_view (self);
  if (dragging && lw_canvas_pull_move (self, x, y))
    return;
  // Small movements during a click do not make it a drag; a click selects at any time of the run.
  if (dragging && self->pressed_element
      && hypot (x - self->pressed_x, y - self->pressed_y) > LW_TOOL_CLICK_PX)
    go_to_start (self);
  lw_view_unproject (&self->view, x, y, world);
  lw_tools_move (self->tools, world[0], world[1], to_modifiers (state));
}

void
lw_canvas_tools_release (LwCanvas *self, double x, double y, GdkModifierType state)
{
  const bool selects = lw_tools_get_tool (self->tools) == LW_TOOL_SELECT;
  double world[3];

  tell_view (self);
  if (lw_canvas_pull_release (self))
    return;
  lw_view_unproject (&self->view, x, y, world);
  lw_tools_release (self->tools, world[0], world[1], to_modifiers (state));
  if (selects && self->selection != NULL
      && !(state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK | GDK_ALT_MASK)))
    cycle_under (self, x, y);
}

// ---- keys -----------------------------------------------------------------------------------

static bool
find_key (guint keyval, LwToolKey *key)
{
  static const struct
  {
    guint keyval;
    LwToolKey key;
  } keys[] = {
    { GDK_KEY_Return, LW_TOOL_KEY_ENTER },
    { GDK_KEY_KP_Enter, LW_TOOL_KEY_ENTER },
    { GDK_KEY_Escape, LW_TOOL_KEY_ESCAPE },
    { GDK_KEY_Tab, LW_TOOL_KEY_TAB },
    { GDK_KEY_ISO_Left_Tab, LW_TOOL_KEY_TAB },
    { GDK_KEY_BackSpace, LW_TOOL_KEY_BACKSPACE },
    { GDK_KEY_Delete, LW_TOOL_KEY_DELETE },
    { GDK_KEY_KP_Delete, LW_TOOL_KEY_DELETE },
    { GDK_KEY_Left, LW_TOOL_KEY_LEFT },
    { GDK_KEY_KP_Left, LW_TOOL_KEY_LEFT },
    { GDK_KEY_Right, LW_TOOL_KEY_RIGHT },
    { GDK_KEY_KP_Right, LW_TOOL_KEY_RIGHT },
    { GDK_KEY_Up, LW_TOOL_KEY_UP },
    { GDK_KEY_KP_Up, LW_TOOL_KEY_UP },
    { GDK_KEY_Down, LW_TOOL_KEY_DOWN },
    { GDK_KEY_KP_Down, LW_TOOL_KEY_DOWN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i].keyval == keyval) {
      *key = keys[i].key;
      return true;
    }
  return false;
}

static gboolean
key_pressed_cb (LwCanvas *self, guint keyval, guint keycode, GdkModifierType state)
{
  const gunichar character = gdk_keyval_to_unicode (keyval);
  LwToolKey key;

  if (!lw_canvas_has_tools (self) || (state & (GDK_ALT_MASK | GDK_SUPER_MASK)))
    return GDK_EVENT_PROPAGATE;
  tell_view (self);
  // Ctrl and Shift together are for commands.
  if ((state & GDK_CONTROL_MASK) && (state & GDK_SHIFT_MASK) && keyval != GDK_KEY_Tab
      && keyval != GDK_KEY_ISO_Left_Tab)
    return GDK_EVENT_PROPAGATE;
  if (find_key (keyval, &key)) {
    return lw_tools_key (self->tools, key, to_modifiers (state));
  }
  return !(state & GDK_CONTROL_MASK) && character != 0 && lw_tools_type (self->tools, character);
}

void
lw_canvas_add_tool_keys (LwCanvas *self)
{
  GtkEventController *controller = gtk_event_controller_key_new ();

  g_signal_connect_swapped (controller, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}

// ---- drawing --------------------------------------------------------------------------------

static void
drop_preview (LwCanvas *self)
{
  g_clear_pointer (&self->preview_scene, lw_scene_free);
  g_clear_pointer (&self->preview_state, mbd_state_free);
  g_clear_pointer (&self->preview, lw_mechanism_unref);
  self->preview_held = false;
}

bool
lw_canvas_hold_preview (LwCanvas *self, LwMechanism *mechanism)
{
  g_return_val_if_fail (LW_IS_CANVAS (self), false);

  self->preview_held = self->preview_scene != NULL && lw_mechanism_equal (self->preview, mechanism);
  return self->preview_held;
}

void
lw_canvas_ignore_tools (LwCanvas *self, bool ignore)
{
  g_return_if_fail (LW_IS_CANVAS (self));

  self->ignores_tools = ignore;
}

void
lw_canvas_release_preview (LwCanvas *self)
{
  g_return_if_fail (LW_IS_CANVAS (self));

  if (self->preview_held)
    gtk_widget_queue_draw (GTK_WIDGET (self));
  self->preview_held = false;
}

/// Builds the scene of the edit's result, if the mechanism is small enough to compile within a
/// frame.
static void
update_preview (LwCanvas *self, LwMechanism *preview)
{
  MbdModel *model;

  if (preview == self->preview || (preview == NULL && self->preview_held))
    return;
  // A click at the same place.
  if (preview != NULL && self->preview_scene != NULL
      && lw_mechanism_equal (self->preview, preview)) {
    lw_mechanism_unref (self->preview);
    self->preview = lw_mechanism_ref (preview);
    return;
  }
  drop_preview (self);
  if (preview == NULL)
    return;
  self->preview = lw_mechanism_ref (preview);
  if (lw_mechanism_get_n_bodies (preview) > PREVIEW_BODIES_MAX)
    return;
  model = lw_mechanism_compile (preview, NULL);
  if (model == NULL)
    return;
  self->preview_scene = lw_scene_new (preview, model);
  self->preview_state = mbd_state_new (model);
  // Links keep their width while something is drawn beside them.
  if (lw_mechanism_get_n_bodies (lw_player_get_mechanism (self->player)) > 0)
    lw_scene_set_link_width (self->preview_scene, lw_scene_get_link_width (self->scene));
  mbd_model_unref (model);
}

LwScene *
lw_canvas_get_preview (LwCanvas *self, MbdState **state, LwElementRef *made, const GArray **lit)
{
  LwToolFeedback feedback;

  if (!lw_canvas_has_tools (self))
    return NULL;
  lw_tools_get_feedback (self->tools, &feedback);
  update_preview (self, feedback.preview);
  *state = self->preview_state;
  *made = feedback.made;
  *lit = feedback.lit;
  return self->preview_scene;
}

bool
lw_canvas_is_held (LwCanvas *self)
{
  LwToolFeedback feedback;

  if (!lw_canvas_has_tools (self))
    return false;
  lw_tools_get_feedback (self->tools, &feedback);
  return feedback.pose != NULL
         && feedback.n_pose
              == (guint) mbd_model_position_count (lw_player_get_model (self->player));
}

void
lw_canvas_take_held_pose (LwCanvas *self)
{
  LwToolFeedback feedback;

  if (!lw_canvas_is_held (self))
    return;
  lw_tools_get_feedback (self->tools, &feedback);
  mbd_state_set (self->state, lw_player_get_time (self->player), feedback.pose,
                 feedback.velocities);
}

void
lw_canvas_draw_tools (LwCanvas *self, LwPainter *painter)
{
  LwToolFeedback feedback;

  lw_canvas_draw_pull (self, painter);
  if (!lw_canvas_has_tools (self))
    return;
  tell_view (self);
  lw_tools_get_feedback (self->tools, &feedback);
  lw_tool_overlay_draw (painter, lw_appearance_get_palette (self->look), &self->view,
                        lw_scene_link_width_px (self->scene, &self->view), &feedback);
}

// ---- public ---------------------------------------------------------------------------------

void
lw_canvas_show_cursor (LwCanvas *self, bool over_element)
{
  const LwToolKind tool =
    lw_canvas_has_tools (self) ? lw_tools_get_tool (self->tools) : LW_TOOL_SELECT;
  const char *name = over_element ? "pointer" : NULL;

  if (tool == LW_TOOL_HAND)
    name = self->drag_draws ? "grabbing" : "grab";
  else if (tool != LW_TOOL_SELECT)
    name = "crosshair";
  if (self->drag_scales || lw_canvas_is_on_scale (self, self->pointer_x, self->pointer_y))
    name = "ew-resize";
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), name);
}

static void
changed_cb (LwCanvas *self)
{
  const bool held = lw_canvas_is_held (self);

  if (self->ignores_tools)
    return;
  if (held || self->was_held) {
    self->pose_state = LW_POSE_STALE;
    self->only_panned = false;
  }
  self->was_held = held;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
tool_changed_cb (LwCanvas *self)
{
  lw_canvas_show_cursor (self, false);
}

void
lw_canvas_set_tools (LwCanvas *self, LwTools *tools)
{
  g_return_if_fail (LW_IS_CANVAS (self));

  if (tools == self->tools)
    return;
  if (self->tools != NULL)
    g_signal_handlers_disconnect_by_data (self->tools, self);
  drop_preview (self);
  g_set_object (&self->tools, tools);
  if (tools != NULL) {
    g_signal_connect_swapped (tools, "changed", G_CALLBACK (changed_cb), self);
    g_signal_connect_swapped (tools, "notify::tool", G_CALLBACK (tool_changed_cb), self);
  }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
