// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-transport.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-help-mark.h"
#include "lw-popover-release.h"
#include "lw-speed-meter.h"
#include "lw-time-marks.h"
#include "lw-tooltip.h"

/// Interval between updates of the time while playing; numbers that change faster cannot be read.
#define TIME_INTERVAL_USEC 66000
#define LEAST_PACE 0.01 ///< resolution of the displayed speed

struct _LwTransport
{
  GtkBox parent_instance;

  // Owned
  LwPlayer *player;

  // Template children
  GtkButton *play_button;
  GtkMenuButton *speed_button;
  GtkLabel *speed_label;
  GtkLabel *time_label;
  GtkLabel *duration_label;
  GtkScale *scrub_bar;
  GtkWidget *scrub_overlay;
  LwTimeMarks *time_marks; ///< over the scrub bar
  LwLoopButton *loop_button;
  GtkMenuButton *run_button;
  GtkLabel *run_label;
  LwRunList *run_list;
  GtkWidget *help_button;
  GtkMenuButton *more_button; ///< in a narrow window: menu of the controls that have no room

  LwSpeedMeter pace;
  LwTransportRoom room;
  gint64 time_usec; ///< time of the last update of the time label
};

G_DEFINE_FINAL_TYPE (LwTransport, lw_transport, GTK_TYPE_BOX)

char *
lw_transport_dup_speed_text (double speed)
{
  if (speed == 0)
    // Translators: as fast as the computer can; short, in place of "0.25 ×"
    return g_strdup (_ ("Max."));
  // Translators: simulated seconds per second, e.g. "0.5 ×"
  return g_strdup_printf (_ ("%g ×"), speed);
}

// ---- following the player -------------------------------------------------------------------

static void
show_time (LwTransport *self)
{
  char text[32];

  // Translators: the time shown in a narrow window
  g_snprintf (text, sizeof text, self->room != LW_TRANSPORT_WIDE ? _ ("%.3f s") : "%.3f",
              lw_player_get_time (self->player));
  if (g_strcmp0 (text, gtk_label_get_text (self->time_label)) != 0)
    gtk_label_set_text (self->time_label, text);
}

/// Returns true if the bar would look different.
static bool
shows (LwTransport *self, double before, double now)
{
  const double width = gtk_widget_get_width (GTK_WIDGET (self->scrub_bar));

  return fabs (now - before) * width >= 0.5 * lw_player_get_duration (self->player);
}

/// Formats the speed of a run that lags, with as few characters as the selectable speeds.
static char *
dup_pace_text (double pace)
{
  return g_strdup_printf (pace < LEAST_PACE ? _ ("%.2f ×") : _ ("%.2g ×"),
                          round (pace / LEAST_PACE) * LEAST_PACE);
}

static int
width_of (GtkLabel *label, const char *text)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (label), text);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

/// Reserves a constant width for all speeds that can be shown, so that nothing beside them moves.
static void
set_speed_width (LwTransport *self)
{
  g_autofree char *fastest = lw_transport_dup_speed_text (0);
  g_autofree char *slow = dup_pace_text (0.25);

  gtk_widget_set_size_request (
    GTK_WIDGET (self->speed_label),
    MAX (width_of (self->speed_label, fastest), width_of (self->speed_label, slow)), -1);
}

/// Shows the requested speed, or the actual speed if it is much lower.
static void
show_speed (LwTransport *self)
{
  const double speed = lw_player_get_speed (self->player);
  const bool lags = lw_speed_meter_lags (&self->pace, speed);
  g_autofree char *asked = lw_transport_dup_speed_text (speed);
  g_autofree char *text = NULL;
  g_autofree char *tip = NULL;

  if (!lags) {
    gtk_label_set_text (self->speed_label, asked);
    lw_tooltip_set (GTK_WIDGET (self->speed_button), _ ("Speed"));
    gtk_widget_remove_css_class (GTK_WIDGET (self->speed_button), "lags");
    return;
  }
  text = dup_pace_text (self->pace.pace);
  // Translators: both with their sign, e.g. "0.02 ×" and "1 ×"
  tip =
    g_strdup_printf (_ ("Speed: %s is requested, but the motion is computed at only %s. A lower "
                        "accuracy or time stepping may be faster."),
                     asked, text);
  gtk_label_set_text (self->speed_label, text);
  lw_tooltip_set (GTK_WIDGET (self->speed_button), tip);
  gtk_widget_add_css_class (GTK_WIDGET (self->speed_button), "lags");
}

/// Measures the actual speed. Only a run that is being computed can lag; a recorded run is shown at
/// the requested speed.
static void
measure_pace (LwTransport *self, gint64 now_usec, double time)
{
  if (lw_player_is_live (self->player)) {
    if (lw_speed_meter_update (&self->pace, now_usec, time))
      show_speed (self);
  } else if (self->pace.since_usec != 0) {
    lw_speed_meter_reset (&self->pace);
    show_speed (self);
  }
}

/// Updates the label and the bar, which makes GTK lay out the whole window again; while playing,
/// only if the change is visible.
static void
moved_cb (LwTransport *self)
{
  const bool playing = lw_player_get_playing (self->player);
  const double time = lw_player_get_time (self->player);
  const gint64 now_usec = g_get_monotonic_time ();

  measure_pace (self, now_usec, time);
  if (!playing || now_usec - self->time_usec >= TIME_INTERVAL_USEC) {
    self->time_usec = now_usec;
    show_time (self);
  }
  if (!playing || shows (self, gtk_range_get_value (GTK_RANGE (self->scrub_bar)), time))
    gtk_range_set_value (GTK_RANGE (self->scrub_bar), time);
}

/// Reserves the width of the duration for the time, so that nothing moves during the run.
static void
set_time_width (LwTransport *self)
{
  g_autofree char *text = NULL;

  if (self->player == NULL)
    return;
  text = g_strdup_printf (self->room != LW_TRANSPORT_WIDE ? _ ("%.3f s") : "%.3f",
                          lw_player_get_duration (self->player));
  gtk_label_set_width_chars (self->time_label, (int) g_utf8_strlen (text, -1));
}

/// Shows the duration of the run.
static void
show_duration (LwTransport *self)
{
  const double duration = lw_player_get_duration (self->player);
  const double upper = MAX (duration, 1e-9);
  g_autofree char *text = NULL;

  if (gtk_adjustment_get_upper (gtk_range_get_adjustment (GTK_RANGE (self->scrub_bar))) == upper
      && gtk_label_get_text (self->duration_label)[0] != '\0')
    return;
  set_time_width (self);
  // Translators: the end of "2.112 / 4.000 s"
  text = g_strdup_printf (_ ("/ %.3f s"), duration);
  gtk_label_set_text (self->duration_label, text);
  gtk_range_set_range (GTK_RANGE (self->scrub_bar), 0, upper);
}

/// Sets the fill level and queues an allocation of the trough, which GTK 4.8 omits.
static void
set_fill_level (LwTransport *self, double time)
{
  gtk_range_set_fill_level (GTK_RANGE (self->scrub_bar), time);
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->scrub_bar)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    gtk_widget_queue_allocate (child);
}

static void
grown_cb (LwTransport *self)
{
  const double time = lw_player_get_recorded_time (self->player);

  show_duration (self);
  if (!lw_player_get_playing (self->player)
      || shows (self, gtk_range_get_fill_level (GTK_RANGE (self->scrub_bar)), time))
    set_fill_level (self, time);
}

static void
playing_changed_cb (LwTransport *self)
{
  bool playing = self->player != NULL && lw_player_get_playing (self->player);
  const char *text = playing ? _ ("Pause") : _ ("Play");

  gtk_button_set_icon_name (self->play_button, playing ? "media-playback-pause-symbolic"
                                                       : "media-playback-start-symbolic");
  lw_tooltip_set (GTK_WIDGET (self->play_button),
                  playing ? _ ("Pause (Space)") : _ ("Play (Space)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->play_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text, -1);
  if (self->player != NULL && !playing) {
    lw_speed_meter_reset (&self->pace);
    show_speed (self);
    grown_cb (self);
    moved_cb (self);
  }
}

/// Appends a submenu of the runs, for a narrow window; renaming and deleting need more room.
static void
append_runs (LwTransport *self, GMenu *menu)
{
  g_autoptr (GMenu) section = g_menu_new ();
  g_autoptr (GMenu) runs = g_menu_new ();
  g_autofree char *shown = NULL;
  g_autofree char *label = NULL;

  if (lw_run_list_get_n (self->run_list) < 2)
    return;
  shown = lw_run_list_dup_name (self->run_list, lw_run_list_get_shown (self->run_list));
  // Translators: in a menu, with the name of the shown run
  label = g_strdup_printf (_ ("Run: %s"), shown);
  for (guint i = 0; i < lw_run_list_get_n (self->run_list); i++) {
    g_autofree char *name = lw_run_list_dup_name (self->run_list, i);
    g_autoptr (GMenuItem) item = g_menu_item_new (name, NULL);

    g_menu_item_set_action_and_target (item, "win.show-run", "u", i);
    if (lw_run_list_can_show (self->run_list, i))
      g_menu_append_item (runs, item);
  }
  g_menu_append_submenu (section, label, G_MENU_MODEL (runs));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

/// Creates the menu of the speeds and of other controls that have no button in a narrow window. It
/// is created when it is opened, because runs change with every edit.
static void
create_more_menu_cb (GtkMenuButton *button, gpointer data)
{
  LwTransport *self = data;
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) speeds = g_menu_new ();
  g_autoptr (GMenu) others = g_menu_new ();
  g_autofree char *speed = NULL;
  g_autofree char *label = NULL;

  if (self->player == NULL)
    return;
  speed = lw_transport_dup_speed_text (lw_player_get_speed (self->player));
  // Translators: in a menu, with the current speed: "Speed: 0.5 ×"
  label = g_strdup_printf (_ ("Speed: %s"), speed);
  g_menu_append_submenu (speeds, label, gtk_menu_button_get_menu_model (self->speed_button));
  g_menu_append (others, _ ("One Step Back"), "win.step-back");
  g_menu_append (others, _ ("Ten Steps Back"), "win.step-back-10");
  g_menu_append (others, _ ("Ten Steps Forward"), "win.step-10");
  g_menu_append (others, _ ("Play in a Loop"), "win.loop");
  g_menu_append (others, _ ("Continue From Here"), "win.continue-here");
  g_menu_append (others, _ ("Start a New Run"), "win.reset");
  append_runs (self, menu);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (speeds));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (others));
  lw_popover_release (GTK_WIDGET (button));
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

static void
fill_runs_cb (GtkMenuButton *button, gpointer data)
{
  LwTransport *self = data;

  lw_run_list_fill (self->run_list);
}

static void
speed_changed_cb (LwTransport *self)
{
  lw_speed_meter_reset (&self->pace);
  show_speed (self);
}

static void
runs_changed_cb (LwTransport *self)
{
  g_autofree char *name = NULL;

  if (lw_run_list_get_n (self->run_list) == 0)
    return;
  name = lw_run_list_dup_name (self->run_list, lw_run_list_get_shown (self->run_list));
  gtk_label_set_text (self->run_label, name);
}

LwLoopButton *
lw_transport_get_loop_button (LwTransport *self)
{
  g_return_val_if_fail (LW_IS_TRANSPORT (self), NULL);

  return self->loop_button;
}

LwRunList *
lw_transport_get_run_list (LwTransport *self)
{
  g_return_val_if_fail (LW_IS_TRANSPORT (self), NULL);

  return self->run_list;
}

void
lw_transport_set_player (LwTransport *self, LwPlayer *player)
{
  g_return_if_fail (LW_IS_TRANSPORT (self));
  g_return_if_fail (player == NULL || LW_IS_PLAYER (player));

  if (player == self->player)
    return;
  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_set_object (&self->player, player);
  lw_time_marks_set_player (self->time_marks, player);
  lw_loop_button_set_player (self->loop_button, player);
  playing_changed_cb (self);
  if (player == NULL)
    return;

  g_signal_connect_swapped (player, "moved", G_CALLBACK (moved_cb), self);
  g_signal_connect_swapped (player, "grown", G_CALLBACK (grown_cb), self);
  g_signal_connect_swapped (player, "notify::playing", G_CALLBACK (playing_changed_cb), self);
  g_signal_connect_swapped (player, "notify::speed", G_CALLBACK (speed_changed_cb), self);

  speed_changed_cb (self);
  grown_cb (self);
  moved_cb (self);
}

// ---- scrub bar ------------------------------------------------------------------------------

static gboolean
change_value_cb (LwTransport *self, GtkScrollType type, double value)
{
  if (self->player != NULL)
    lw_player_seek (self->player, CLAMP (value, 0, lw_player_get_recorded_time (self->player)));
  return TRUE;
}

/// Notifies the player while the bar is held; the gestures of the bar itself do not report this.
static gboolean
scrub_event_cb (LwTransport *self, GdkEvent *event)
{
  GdkEventType type = gdk_event_get_event_type (event);

  if (self->player == NULL)
    return GDK_EVENT_PROPAGATE;
  if (type == GDK_BUTTON_PRESS || type == GDK_TOUCH_BEGIN)
    lw_player_begin_scrub (self->player);
  else if (type == GDK_BUTTON_RELEASE || type == GDK_TOUCH_END || type == GDK_TOUCH_CANCEL)
    lw_player_end_scrub (self->player);
  return GDK_EVENT_PROPAGATE;
}

void
lw_transport_set_room (LwTransport *self, LwTransportRoom room)
{
  const bool wide = room == LW_TRANSPORT_WIDE;
  const bool narrow = room == LW_TRANSPORT_NARROW;

  g_return_if_fail (LW_IS_TRANSPORT (self));

  if (room == self->room)
    return;
  self->room = room;
  gtk_widget_set_visible (GTK_WIDGET (self->speed_button), !narrow);
  gtk_widget_set_visible (GTK_WIDGET (self->duration_label), wide);
  gtk_widget_set_visible (GTK_WIDGET (self->run_button), !narrow);
  gtk_widget_set_visible (GTK_WIDGET (self->run_label), wide);
  gtk_widget_set_visible (self->help_button, wide);
  gtk_widget_set_visible (GTK_WIDGET (self->loop_button), !narrow);
  gtk_widget_set_visible (GTK_WIDGET (self->more_button), narrow);
  gtk_box_reorder_child_after (GTK_BOX (self), GTK_WIDGET (self->time_label),
                               wide ? GTK_WIDGET (self->speed_button) : self->scrub_overlay);
  set_time_width (self);
  if (self->player != NULL)
    moved_cb (self);
}

// ---- object ---------------------------------------------------------------------------------

static void
lw_transport_dispose (GObject *object)
{
  LwTransport *self = LW_TRANSPORT (object);

  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->player);
  if (self->time_marks != NULL) {
    lw_time_marks_set_range (self->time_marks, NULL);
    lw_time_marks_set_player (self->time_marks, NULL);
    lw_loop_button_set_player (self->loop_button, NULL);
  }
  gtk_widget_dispose_template (GTK_WIDGET (self), LW_TYPE_TRANSPORT);

  G_OBJECT_CLASS (lw_transport_parent_class)->dispose (object);
}

static void
lw_transport_class_init (LwTransportClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = lw_transport_dispose;

  g_type_ensure (LW_TYPE_LOOP_BUTTON);
  g_type_ensure (LW_TYPE_RUN_LIST);
  g_type_ensure (LW_TYPE_TIME_MARKS);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/linkwright/Linkwright/lw-transport.ui");
  gtk_widget_class_bind_template_child (widget_class, LwTransport, play_button);
  gtk_widget_class_bind_template_child (widget_class, LwTransport, speed_button);
  gtk_widget_class_bind_template_child (widget_class, LwTransport, speed_label);
  gtk_widget_class_bind_template_child (widget_class, LwTransport, time_label);
  gtk_widget_class_bind_template_child (widget_class, LwTransport, duration_label);
  gtk_widget_class_bind_template_child (widget_class, LwTransport, scrub_bar);
  gtk_widget_class_bind_template_child (widget_class, LwTransport, scrub_overlay);
  gtk_widget_class_bind_template_child (widget_class, LwTransport, time_marks);
  gtk_widget_class_bind_template_child (widget_class, LwTransport, loop_button);
  gtk_widget_class_bind_template_child (widget_class, LwTransport, more_button);
  gtk_widget_class_bind_template_child (widget_class, LwTransport, run_button);
  gtk_widget_class_bind_template_child (widget_class, LwTransport, run_label);
  gtk_widget_class_bind_template_child (widget_class, LwTransport, run_list);
  gtk_widget_class_bind_template_callback (widget_class, change_value_cb);
  gtk_widget_class_bind_template_callback (widget_class, scrub_event_cb);
  gtk_widget_class_set_css_name (widget_class, "transport");
}

/// Keeps a widget and those in it from left to right, but not what pops up from it.
static void
keep_left_to_right (GtkWidget *widget)
{
  if (GTK_IS_NATIVE (widget))
    return;
  gtk_widget_set_direction (widget, GTK_TEXT_DIR_LTR);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    keep_left_to_right (child);
}

static void
lw_transport_init (LwTransport *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (self->speed_label, "map", G_CALLBACK (set_speed_width), self,
                           G_CONNECT_SWAPPED);
  lw_help_mark_number (GTK_WIDGET (self->time_label), "count:time");
  lw_help_mark_number (GTK_WIDGET (self->duration_label), "count:time");
  lw_help_mark_number (GTK_WIDGET (self->speed_button), "count:speed");
  self->help_button = lw_help_mark_new_button ("panel-time");
  // The menu stays the last one.
  gtk_box_insert_child_after (GTK_BOX (self), self->help_button,
                              gtk_widget_get_prev_sibling (GTK_WIDGET (self->more_button)));
  lw_time_marks_set_range (self->time_marks, GTK_RANGE (self->scrub_bar));
  gtk_menu_button_set_create_popup_func (self->more_button, create_more_menu_cb, self, NULL);
  gtk_menu_button_set_create_popup_func (self->run_button, fill_runs_cb, self, NULL);
  g_signal_connect_object (self->run_list, "changed", G_CALLBACK (runs_changed_cb), self,
                           G_CONNECT_SWAPPED);
  // Time runs to the right in plots of every language, and so do the keys of players.
  keep_left_to_right (GTK_WIDGET (self));
}
