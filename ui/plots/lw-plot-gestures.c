// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pointer and keys on a plot.

#include <math.h>

#include "lw-plot-view-private.h"

#define ZOOM_PER_NOTCH 1.25
#define PX_PER_FACTOR 160.0 ///< dragging an axis by this distance scales it by a factor e
#define CURSOR_GRIP 7.0     ///< px on either side of the cursor within which it is grabbed
#define CLICK_SLOP 3.0
#define HOVER_REACH 24.0 ///< px from a curve within which its value is shown

/// Returns the time at a position; NAN if the plot is not over time there.
static double
time_at (LwPlotView *self, double x, double y)
{
  double time = lw_scale_unmap (&self->frame.x_scale, x);

  if (self->against == LW_AGAINST_FREQUENCY)
    return NAN;
  if (self->against == LW_AGAINST_CHANNEL)
    return lw_plot_nearest_time (&self->plot, &self->frame, x, y, INFINITY);
  return CLAMP (time, 0, lw_player_get_duration (self->player));
}

static void
seek (LwPlotView *self, double x, double y)
{
  double time = time_at (self, x, y);

  if (!isnan (time))
    lw_player_seek (self->player, time);
}

/// Switches a curve, or opens the legend, if its entry is at this position above the area of the
/// curves.
static bool
toggle_curve_at (LwPlotView *self, double x, double y)
{
  GtkWidget *widget = GTK_WIDGET (self);
  int index =
    lw_plot_legend_at (&self->plot, lw_appearance_get_fonts (self->look),
                       gtk_widget_get_width (widget), gtk_widget_get_height (widget), x, y);

  if (index == LW_PLOT_LEGEND_MORE)
    return gtk_widget_activate_action (widget, "plot.legend", NULL);
  if (index < 0)
    return false;
  lw_plot_view_toggle_entry (self, (guint) index);
  return true;
}

// ---- pointer position -----------------------------------------------------------------------

static bool
is_zoomed (LwPlotView *self)
{
  const LwPlotRange *range = &self->range;
  double duration = lw_player_get_duration (self->player);

  return !isnan (range->y_minimum) || !isnan (range->right_minimum)
         || (lw_plot_view_is_over_time (self)
               ? range->x_maximum - range->x_minimum < duration * (1 - 1e-9)
               : !isnan (range->x_minimum));
}

/// Returns what a drag that begins here does.
static LwPlotDrag
drag_at (LwPlotView *self, double x, double y)
{
  const LwPlotFrame *frame = &self->frame;
  bool over_time = lw_plot_view_is_over_time (self);
  double cursor = lw_scale_map (&frame->x_scale, self->plot.cursor);

  if (y < frame->y - CURSOR_GRIP)
    return LW_PLOT_DRAG_NONE;
  if (over_time && y <= frame->y + frame->height && fabs (x - cursor) <= CURSOR_GRIP)
    return LW_PLOT_DRAG_SCRUB;
  if (y > frame->y + frame->height)
    return LW_PLOT_DRAG_X_AXIS;
  if (x < frame->x)
    return LW_PLOT_DRAG_Y_AXIS;
  if (x > frame->x + frame->width)
    return frame->has_right ? LW_PLOT_DRAG_RIGHT_AXIS : LW_PLOT_DRAG_NONE;
  if (is_zoomed (self))
    return LW_PLOT_DRAG_PAN;
  return self->against != LW_AGAINST_FREQUENCY ? LW_PLOT_DRAG_SCRUB : LW_PLOT_DRAG_NONE;
}

static void
show_pointer (LwPlotView *self, double x, double y)
{
  static const char *const names[] = {
    [LW_PLOT_DRAG_NONE] = NULL,          [LW_PLOT_DRAG_SCRUB] = "col-resize",
    [LW_PLOT_DRAG_PAN] = "grab",         [LW_PLOT_DRAG_X_AXIS] = "ew-resize",
    [LW_PLOT_DRAG_Y_AXIS] = "ns-resize", [LW_PLOT_DRAG_RIGHT_AXIS] = "ns-resize",
  };

  if (self->frame.width > 0)
    gtk_widget_set_cursor_from_name (GTK_WIDGET (self), names[drag_at (self, x, y)]);
}

static void
set_hover (LwPlotView *self, double time)
{
  if (time == self->plot.hover || (isnan (time) && isnan (self->plot.hover)))
    return;
  self->plot.hover = time;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
motion_cb (LwPlotView *self, double x, double y)
{
  const LwPlotFrame *frame = &self->frame;
  bool inside =
    x >= frame->x && x <= frame->x + frame->width && y >= frame->y && y <= frame->y + frame->height;

  self->pointer_x = x;
  self->pointer_y = y;
  if (self->drag != LW_PLOT_DRAG_NONE)
    return;
  show_pointer (self, x, y);
  set_hover (self, !inside ? NAN
                   : self->against == LW_AGAINST_CHANNEL
                     ? lw_plot_nearest_time (&self->plot, frame, x, y, HOVER_REACH)
                   : self->against == LW_AGAINST_FREQUENCY
                     ? fmax (lw_scale_unmap (&frame->x_scale, x), 0)
                     : time_at (self, x, y));
}

static void
leave_cb (LwPlotView *self)
{
  set_hover (self, NAN);
}

// ---- dragging -------------------------------------------------------------------------------

static void
pressed_cb (LwPlotView *self, int n_press, double x, double y)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (n_press == 2 && y >= self->frame.y)
    lw_plot_view_fit (self);
}

static void
drag_begin_cb (LwPlotView *self, double x, double y)
{
  if (self->frame.width <= 0 || toggle_curve_at (self, x, y))
    return;
  self->drag = drag_at (self, x, y);
  self->drag_range = self->range;
  self->drag_frame = self->frame;
  self->moved = false;
  set_hover (self, NAN);
  if (self->drag == LW_PLOT_DRAG_SCRUB) {
    lw_player_begin_scrub (self->player);
    seek (self, x, y);
  }
}

/// Sets the range of a scale that is moved by px, and scaled about its centre.
static void
move_scale (const LwScale *scale, double px, double factor, double *minimum, double *maximum)
{
  double middle = 0.5 * (scale->from + scale->to);
  double low = lw_scale_unmap (scale, middle + (scale->from - px - middle) / factor);
  double high = lw_scale_unmap (scale, middle + (scale->to - px - middle) / factor);

  if (isfinite (low) && isfinite (high) && high > low
      && high - low > 1e-12 * fmax (fabs (low), fabs (high))) {
    *minimum = low;
    *maximum = high;
  }
}

static void
pan (LwPlotView *self, double dx, double dy)
{
  const LwPlotFrame *frame = &self->drag_frame;
  LwPlotRange *range = &self->range;

  if (lw_plot_view_is_over_time (self)) {
    double span = self->drag_range.x_maximum - self->drag_range.x_minimum;
    double room = fmax (lw_player_get_duration (self->player) - span, 0);

    range->x_minimum = CLAMP (self->drag_range.x_minimum - dx / frame->width * span, 0, room);
    range->x_maximum = range->x_minimum + span;
  } else {
    move_scale (&frame->x_scale, dx, 1, &range->x_minimum, &range->x_maximum);
  }
  // An axis that shows its whole range keeps doing so.
  if (!isnan (self->drag_range.y_minimum))
    move_scale (&frame->y_scale, dy, 1, &range->y_minimum, &range->y_maximum);
  if (!isnan (self->drag_range.right_minimum))
    move_scale (&frame->right_scale, dy, 1, &range->right_minimum, &range->right_maximum);
}

static void
drag_update_cb (LwPlotView *self, double dx, double dy, GtkGestureDrag *drag)
{
  double x;
  double y;

  if (!gtk_gesture_drag_get_start_point (drag, &x, &y))
    return;
  if (hypot (dx, dy) > CLICK_SLOP)
    self->moved = true;
  switch (self->drag) {
  case LW_PLOT_DRAG_NONE:
    return;
  case LW_PLOT_DRAG_SCRUB:
    seek (self, x + dx, y + dy);
    return;
  case LW_PLOT_DRAG_PAN:
    if (self->moved)
      pan (self, dx, dy);
    break;
  case LW_PLOT_DRAG_X_AXIS:
    self->range = self->drag_range;
    lw_plot_view_zoom (self, lw_scale_unmap (&self->drag_frame.x_scale, self->drag_frame.x),
                       exp (dx / PX_PER_FACTOR));
    break;
  case LW_PLOT_DRAG_Y_AXIS:
    move_scale (&self->drag_frame.y_scale, 0, exp (-dy / PX_PER_FACTOR), &self->range.y_minimum,
                &self->range.y_maximum);
    break;
  case LW_PLOT_DRAG_RIGHT_AXIS:
    move_scale (&self->drag_frame.right_scale, 0, exp (-dy / PX_PER_FACTOR),
                &self->range.right_minimum, &self->range.right_maximum);
    break;
  }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
drag_end_cb (LwPlotView *self, double dx, double dy, GtkGestureDrag *drag)
{
  double x;
  double y;

  if (self->drag == LW_PLOT_DRAG_SCRUB)
    lw_player_end_scrub (self->player);
  // A click on a zoomed plot seeks to that time, as it does elsewhere.
  else if (self->drag == LW_PLOT_DRAG_PAN && !self->moved
           && gtk_gesture_drag_get_start_point (drag, &x, &y))
    seek (self, x, y);
  self->drag = LW_PLOT_DRAG_NONE;
}

static gboolean
scroll_cb (LwPlotView *self, double dx, double dy, GtkEventControllerScroll *scroll)
{
  GdkModifierType modifiers =
    gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (scroll));
  bool smooth = gtk_event_controller_scroll_get_unit (scroll) == GDK_SCROLL_UNIT_SURFACE;
  const LwPlotFrame *frame = &self->frame;
  double factor = pow (ZOOM_PER_NOTCH, smooth ? -dy / 40 : -dy);
  bool right = frame->has_right && self->pointer_x > frame->x + frame->width;

  if (frame->width <= 0)
    return GDK_EVENT_PROPAGATE;
  if (self->pointer_x < frame->x || right || (modifiers & GDK_CONTROL_MASK) != 0) {
    const LwScale *scale = right ? &frame->right_scale : &frame->y_scale;

    lw_plot_view_zoom_values (self, right, lw_scale_unmap (scale, self->pointer_y), factor);
  } else {
    lw_plot_view_zoom (self, lw_scale_unmap (&frame->x_scale, self->pointer_x), factor);
    // Axes with equal scales keep them equal.
    if (self->plot.equal_scale)
      lw_plot_view_zoom_values (self, false, lw_scale_unmap (&frame->y_scale, self->pointer_y),
                                factor);
  }
  return GDK_EVENT_STOP;
}

// ---- keys -----------------------------------------------------------------------------------

static gboolean
key_cb (LwPlotView *self, guint key, guint code, GdkModifierType modifiers)
{
  const LwScale *scale = &self->frame.x_scale;
  double middle =
    lw_plot_view_is_over_time (self) ? self->plot.cursor : 0.5 * (scale->minimum + scale->maximum);

  if ((modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (key) {
  case GDK_KEY_plus:
  case GDK_KEY_equal:
  case GDK_KEY_KP_Add:
    lw_plot_view_zoom (self, middle, ZOOM_PER_NOTCH);
    return GDK_EVENT_STOP;
  case GDK_KEY_minus:
  case GDK_KEY_KP_Subtract:
    lw_plot_view_zoom (self, middle, 1 / ZOOM_PER_NOTCH);
    return GDK_EVENT_STOP;
  case GDK_KEY_0:
  case GDK_KEY_KP_0:
    lw_plot_view_fit (self);
    return GDK_EVENT_STOP;
  case GDK_KEY_1:
    gtk_widget_activate_action (GTK_WIDGET (self), "plot.marker", "i", 1);
    return GDK_EVENT_STOP;
  case GDK_KEY_2:
    gtk_widget_activate_action (GTK_WIDGET (self), "plot.marker", "i", 2);
    return GDK_EVENT_STOP;
  default:
    return GDK_EVENT_PROPAGATE;
  }
}

void
lw_plot_view_add_gestures (LwPlotView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *controller;

  controller = GTK_EVENT_CONTROLLER (gtk_gesture_drag_new ());
  g_signal_connect_swapped (controller, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (controller, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect_swapped (controller, "drag-end", G_CALLBACK (drag_end_cb), self);
  gtk_widget_add_controller (widget, controller);

  controller = GTK_EVENT_CONTROLLER (gtk_gesture_click_new ());
  g_signal_connect_swapped (controller, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (widget, controller);

  controller = gtk_event_controller_motion_new ();
  g_signal_connect_swapped (controller, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (controller, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (widget, controller);

  controller = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  g_signal_connect_swapped (controller, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (widget, controller);

  controller = gtk_event_controller_key_new ();
  g_signal_connect_swapped (controller, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (widget, controller);
}
