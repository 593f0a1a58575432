// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pointer, touch and keys on the canvas: the element under the pointer is hovered, a click selects,
// a drag pans or turns, the wheel zooms. If there are tools, clicks and drags go to them.

#include <math.h>

#include "lw-canvas-private.h"
#include "lw-field-editor.h"
#include "lw-pick.h"

#define ZOOM_PER_NOTCH 1.2
#define KEY_PAN_PX 40
#define TURN_PER_PX 0.01 ///< rad
#define PICK_REACH_PX 5

// ---- selection ------------------------------------------------------------------------------

static bool
pick (LwCanvas *self, double x, double y, LwElementRef *found)
{
  *found = (LwElementRef){ LW_SELECTION_NONE, 0 };
  if (self->scene == NULL)
    return false;
  lw_canvas_take_pose (self);
  return lw_scene_pick (self->scene, self->state, &self->view, x, y, PICK_REACH_PX, found);
}

bool
lw_canvas_find_length (LwCanvas *self, double x, double y, LwElementRef *found)
{
  LwDrawOptions options = lw_draw_options_default ();
  int body;

  if (self->scene == NULL || self->selection == NULL)
    return false;
  lw_draw_options_set_overlays (&options, self->overlays);
  options.selected = lw_selection_get (self->selection, &options.n_selected);
  if (!lw_scene_find_length (self->scene, self->state, &self->view, &options, x, y, PICK_REACH_PX,
                             &body))
    return false;
  *found = (LwElementRef){ LW_SELECTION_BODY, body };
  return true;
}

bool
lw_canvas_pick (LwCanvas *self, double x, double y, LwElementRef *found)
{
  g_return_val_if_fail (LW_IS_CANVAS (self), false);

  return pick (self, x, y, found);
}

bool
lw_canvas_get_pointer (LwCanvas *self, double *x, double *y)
{
  double world[3];

  g_return_val_if_fail (LW_IS_CANVAS (self), false);

  if (!self->pointer_inside)
    return false;
  lw_view_unproject (&self->view, self->pointer_x, self->pointer_y, world);
  *x = world[0];
  *y = world[1];
  return true;
}

/// Hovers the element that a click would select.
static void
hover (LwCanvas *self)
{
  LwElementRef found = { LW_SELECTION_NONE, 0 };

  // Nothing can be selected while the sheet is dragged.
  if (self->selection == NULL || self->dragged)
    return;
  if (lw_canvas_has_tools (self) && lw_tools_get_tool (self->tools) != LW_TOOL_SELECT
      && lw_tools_get_tool (self->tools) != LW_TOOL_HAND) {
    lw_selection_set_hovered (self->selection, found);
    return;
  }
  if (self->pointer_inside)
    pick (self, self->pointer_x, self->pointer_y, &found);
  lw_selection_set_hovered (self->selection, found);
  lw_canvas_show_cursor (self, found.kind != LW_SELECTION_NONE);
}

static void
click (LwCanvas *self, double x, double y, bool extend)
{
  LwElementRef found;

  if (self->selection == NULL)
    return;
  if (!pick (self, x, y, &found)) {
    if (!extend)
      lw_selection_clear (self->selection);
  } else if (extend) {
    lw_selection_toggle (self->selection, found.kind, found.id);
  } else {
    lw_selection_set (self->selection, found.kind, found.id);
  }
}

static gboolean
cycle_key_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  LwCanvas *self = LW_CANVAS (widget);

  // After the last element Tab moves to the next widget.
  return self->selection != NULL && self->player != NULL
         && lw_selection_cycle (self->selection, lw_player_get_mechanism (self->player),
                                g_variant_get_int32 (arguments));
}

static gboolean
clear_key_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  LwCanvas *self = LW_CANVAS (widget);

  if (self->pose != NULL)
    return gtk_widget_activate_action (widget, "win.stop-wiggle", NULL);
  if (self->selection == NULL || lw_selection_get_last (self->selection).kind == LW_SELECTION_NONE)
    return FALSE;
  lw_selection_clear (self->selection);
  return TRUE;
}

static gboolean
direction_key_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  LwCanvas *self = LW_CANVAS (widget);

  if (!self->view.spatial)
    return FALSE;
  lw_canvas_set_direction (self, (LwViewDirection) g_variant_get_int32 (arguments));
  return TRUE;
}

void
lw_canvas_set_selection (LwCanvas *self, LwSelection *selection)
{
  g_return_if_fail (LW_IS_CANVAS (self));

  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_set_object (&self->selection, selection);
  if (selection != NULL) {
    g_signal_connect_swapped (selection, "changed", G_CALLBACK (lw_canvas_redraw), self);
    g_signal_connect_swapped (selection, "hover-changed", G_CALLBACK (lw_canvas_redraw), self);
  }
}

// ---- gestures -------------------------------------------------------------------------------

static GdkModifierType
drag_state (GtkGestureDrag *drag)
{
  return gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (drag));
}

static void
drag_begin_cb (LwCanvas *self, double x, double y, GtkGestureDrag *drag)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (drag));

  if (button != 0 && button != GDK_BUTTON_PRIMARY && button != GDK_BUTTON_MIDDLE) {
    gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
    return;
  }
  gtk_widget_grab_focus (GTK_WIDGET (self));
  lw_field_editor_settle ();
  self->drag_x = 0;
  self->drag_y = 0;
  self->dragged = false;
  if (button == GDK_BUTTON_PRIMARY && lw_canvas_press_scale (self, x, y))
    return;
  self->drag_draws = button != GDK_BUTTON_MIDDLE && lw_canvas_has_tools (self);
  if (self->drag_draws) {
    lw_canvas_tools_press (self, x, y, drag_state (drag));
    return;
  }
  self->drag_turns =
    self->view.spatial && button != GDK_BUTTON_MIDDLE && !(drag_state (drag) & GDK_SHIFT_MASK);
}

static void
drag_update_cb (LwCanvas *self, double x, double y, GtkGestureDrag *drag)
{
  double start_x;
  double start_y;

  if (self->drag_scales) {
    if (gtk_gesture_drag_get_start_point (drag, &start_x, &start_y))
      lw_canvas_drag_scale (self, start_x + x);
    return;
  }
  if (self->drag_draws) {
    if (gtk_gesture_drag_get_start_point (drag, &start_x, &start_y))
      lw_canvas_tools_move (self, start_x + x, start_y + y, drag_state (drag), true);
    return;
  }
  // Small movements during a click do not make it a drag.
  if (!self->dragged && !gtk_drag_check_threshold (GTK_WIDGET (self), 0, 0, (int) x, (int) y))
    return;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");
  self->dragged = true;
  if (self->drag_turns) {
    lw_view_set_angles (
      &self->view, self->view.azimuth + TURN_PER_PX * (x - self->drag_x),
      CLAMP (self->view.elevation + TURN_PER_PX * (y - self->drag_y), -G_PI / 2, G_PI / 2));
    lw_canvas_view_changed (self);
  } else {
    lw_canvas_pan (self, x - self->drag_x, y - self->drag_y);
  }
  self->drag_x = x;
  self->drag_y = y;
}

static void
drag_end_cb (LwCanvas *self, double x, double y, GtkGestureDrag *drag)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (drag));
  double start_x;
  double start_y;

  if (self->drag_scales) {
    lw_canvas_release_scale (self);
    return;
  }
  if (self->drag_draws) {
    self->drag_draws = false;
    if (gtk_gesture_drag_get_start_point (drag, &start_x, &start_y))
      lw_canvas_tools_release (self, start_x + x, start_y + y, drag_state (drag));
    return;
  }
  gtk_widget_set_cursor (GTK_WIDGET (self), NULL);
  if (!self->dragged && button != GDK_BUTTON_MIDDLE
      && gtk_gesture_drag_get_start_point (drag, &start_x, &start_y))
    click (self, start_x, start_y, drag_state (drag) & GDK_SHIFT_MASK);
  self->dragged = false;
}

/// Called when the toolkit cancels the gesture.
static void
drag_cancel_cb (LwCanvas *self)
{
  if (self->drag_scales)
    lw_canvas_release_scale (self);
  if (self->drag_draws && !lw_canvas_pull_release (self))
    lw_tools_cancel (self->tools);
  self->drag_draws = false;
  self->dragged = true;
}

static gboolean
focus_number_cb (gpointer data)
{
  gtk_widget_activate_action (GTK_WIDGET (data), "win.focus-number", NULL);
  return G_SOURCE_REMOVE;
}

/// Begins typing the length of a link, after a double click on the drawn length.
static bool
press_length (LwCanvas *self, double x, double y)
{
  LwElementRef found;

  if (!lw_canvas_find_length (self, x, y, &found))
    return false;
  lw_selection_set (self->selection, found.kind, found.id);
  // The press itself moves the focus to the canvas.
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, focus_number_cb, g_object_ref (self), g_object_unref);
  return true;
}

static void
pressed_cb (LwCanvas *self, int n_press, double x, double y)
{
  LwElementRef found;

  if (n_press == 2 && lw_canvas_has_tools (self)
      && lw_tools_get_tool (self->tools) == LW_TOOL_SELECT && press_length (self, x, y))
    return;
  if (n_press == 2
      && (!lw_canvas_has_tools (self) || lw_tools_get_tool (self->tools) == LW_TOOL_SELECT)
      && !pick (self, x, y, &found))
    lw_canvas_zoom_to_fit (self);
}

/// The wheel zooms at the pointer; two fingers on a touchpad pan, and zoom with Ctrl.
static gboolean
scroll_cb (LwCanvas *self, double dx, double dy, GtkEventControllerScroll *scroll)
{
  GdkModifierType modifiers =
    gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (scroll));
  bool smooth = gtk_event_controller_scroll_get_unit (scroll) == GDK_SCROLL_UNIT_SURFACE;

  if (smooth && !(modifiers & GDK_CONTROL_MASK))
    lw_canvas_pan (self, -dx, -dy);
  else
    lw_canvas_zoom (self, pow (ZOOM_PER_NOTCH, smooth ? -dy / 40 : -dy));
  return GDK_EVENT_STOP;
}

static void
pinch_begin_cb (LwCanvas *self)
{
  self->pinch_scale = 1;
}

static void
pinch_cb (LwCanvas *self, double scale, GtkGestureZoom *zoom)
{
  double x = self->view.width / 2;
  double y = self->view.height / 2;

  if (scale <= 0)
    return;
  gtk_gesture_get_bounding_box_center (GTK_GESTURE (zoom), &x, &y);
  lw_canvas_zoom_at (self, x, y, scale / self->pinch_scale);
  self->pinch_scale = scale;
}

static void
motion_cb (LwCanvas *self, double x, double y, GtkEventController *motion)
{
  self->pointer_inside = true;
  self->pointer_x = x;
  self->pointer_y = y;
  lw_canvas_report_pointer (self);
  if (lw_canvas_has_tools (self) && !self->drag_draws)
    lw_canvas_tools_move (self, x, y, gtk_event_controller_get_current_event_state (motion), false);
  hover (self);
}

static void
leave_cb (LwCanvas *self)
{
  self->pointer_inside = false;
  lw_canvas_report_pointer (self);
  if (lw_canvas_has_tools (self))
    lw_tools_leave (self->tools);
  hover (self);
}

static gboolean
pan_key_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  int dx;
  int dy;

  g_variant_get (arguments, "(ii)", &dx, &dy);
  lw_canvas_pan (LW_CANVAS (widget), dx, dy);
  return TRUE;
}

// ---- installing -----------------------------------------------------------------------------

static void
bind_pan (GtkWidgetClass *widget_class, guint key, guint keypad_key, int dx, int dy)
{
  gtk_widget_class_add_binding (widget_class, key, 0, pan_key_cb, "(ii)", dx, dy);
  gtk_widget_class_add_binding (widget_class, keypad_key, 0, pan_key_cb, "(ii)", dx, dy);
}

void
lw_canvas_install_keys (GtkWidgetClass *widget_class)
{
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Tab, 0, cycle_key_cb, "i", 1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_ISO_Left_Tab, GDK_SHIFT_MASK, cycle_key_cb,
                                "i", -1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, clear_key_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_1, 0, direction_key_cb, "i",
                                LW_VIEW_FRONT);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_2, 0, direction_key_cb, "i", LW_VIEW_TOP);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_3, 0, direction_key_cb, "i",
                                LW_VIEW_RIGHT);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_0, 0, direction_key_cb, "i",
                                LW_VIEW_AXONOMETRIC);

  // The arrows move the window over the sheet, so the picture moves in the opposite direction.
  bind_pan (widget_class, GDK_KEY_Left, GDK_KEY_KP_Left, KEY_PAN_PX, 0);
  bind_pan (widget_class, GDK_KEY_Right, GDK_KEY_KP_Right, -KEY_PAN_PX, 0);
  bind_pan (widget_class, GDK_KEY_Up, GDK_KEY_KP_Up, 0, KEY_PAN_PX);
  bind_pan (widget_class, GDK_KEY_Down, GDK_KEY_KP_Down, 0, -KEY_PAN_PX);
}

void
lw_canvas_add_controllers (LwCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *controller;

  controller = GTK_EVENT_CONTROLLER (gtk_gesture_drag_new ());
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (controller), 0);
  g_signal_connect_swapped (controller, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (controller, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect_swapped (controller, "drag-end", G_CALLBACK (drag_end_cb), self);
  g_signal_connect_swapped (controller, "cancel", G_CALLBACK (drag_cancel_cb), self);
  gtk_widget_add_controller (widget, controller);

  controller = GTK_EVENT_CONTROLLER (gtk_gesture_click_new ());
  g_signal_connect_swapped (controller, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (widget, controller);

  controller = GTK_EVENT_CONTROLLER (gtk_gesture_zoom_new ());
  g_signal_connect_swapped (controller, "begin", G_CALLBACK (pinch_begin_cb), self);
  g_signal_connect_swapped (controller, "scale-changed", G_CALLBACK (pinch_cb), self);
  gtk_widget_add_controller (widget, controller);

  controller = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  g_signal_connect_swapped (controller, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (widget, controller);

  controller = gtk_event_controller_motion_new ();
  g_signal_connect_swapped (controller, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (controller, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (controller, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (widget, controller);

  lw_canvas_add_tool_keys (self);
}
