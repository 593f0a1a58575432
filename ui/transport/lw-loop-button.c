// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-loop-button.h"

#include <glib/gi18n.h>

#include "lw-period.h"
#include "lw-spin.h"

#define PERIOD_HEIGHT_PX 38

struct _LwLoopButton
{
  GtkBox parent_instance;

  // Owned
  LwPlayer *player;
  GCancellable *finding; ///< set while searching for a period

  // Children
  GtkMenuButton *button;
  GtkSwitch *loop_switch;
  GtkSpinButton *start;
  GtkSpinButton *end;
  GtkLabel *period_label;
  GtkButton *period_button;

  LwPeriod period;
  bool has_period;
  bool showing; ///< true while the program updates the widgets from the player
};

G_DEFINE_FINAL_TYPE (LwLoopButton, lw_loop_button, GTK_TYPE_BOX)

// ---- loop -----------------------------------------------------------------------------------

static void
show_loop (LwLoopButton *self)
{
  double start;
  double end;
  double duration;
  bool looping;

  if (self->player == NULL)
    return;
  looping = lw_player_get_loop (self->player, &start, &end);
  duration = lw_player_get_duration (self->player);
  self->showing = true;
  gtk_switch_set_active (self->loop_switch, looping);
  gtk_spin_button_set_range (self->start, 0, duration);
  gtk_spin_button_set_range (self->end, 0, duration);
  gtk_spin_button_set_value (self->start, start);
  gtk_spin_button_set_value (self->end, end);
  if (looping)
    gtk_widget_add_css_class (GTK_WIDGET (self), "looping");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "looping");
  self->showing = false;
}

/// Sets the loop of the player from the entries.
static void
take_loop (LwLoopButton *self, bool looping)
{
  if (self->showing || self->player == NULL)
    return;
  lw_player_set_loop (self->player, looping, gtk_spin_button_get_value (self->start),
                      gtk_spin_button_get_value (self->end));
  // The player has refused an invalid range.
  show_loop (self);
}

static void
switched_cb (LwLoopButton *self)
{
  take_loop (self, gtk_switch_get_active (self->loop_switch));
}

static void
entered_cb (LwLoopButton *self)
{
  take_loop (self, gtk_switch_get_active (self->loop_switch));
}

static void
set_range (LwLoopButton *self, double start, double end)
{
  if (self->player != NULL)
    lw_player_set_loop (self->player, true, start, end);
}

static void
start_here_cb (LwLoopButton *self)
{
  double end;

  if (self->player == NULL)
    return;
  lw_player_get_loop (self->player, NULL, &end);
  if (end <= lw_player_get_time (self->player))
    end = lw_player_get_duration (self->player);
  set_range (self, lw_player_get_time (self->player), end);
}

static void
end_here_cb (LwLoopButton *self)
{
  double start;

  if (self->player == NULL)
    return;
  lw_player_get_loop (self->player, &start, NULL);
  if (start >= lw_player_get_time (self->player))
    start = 0;
  set_range (self, start, lw_player_get_time (self->player));
}

static void
all_cb (LwLoopButton *self)
{
  if (self->player != NULL)
    set_range (self, 0, lw_player_get_duration (self->player));
}

// ---- period ---------------------------------------------------------------------------------

static void
show_period (LwLoopButton *self, const char *text)
{
  gtk_label_set_text (self->period_label, text);
  gtk_widget_set_sensitive (GTK_WIDGET (self->period_button), self->has_period);
}

static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  LwLoopButton *self = LW_LOOP_BUTTON (source);
  LwPeriod period;
  const bool found = lw_period_finish (result, &period);
  g_autofree char *text = NULL;

  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  g_clear_object (&self->finding);
  self->has_period = found;
  if (found) {
    self->period = period;
    // Translators: duration in seconds, and how well the motion closes, e.g. 2e-06
    text = g_strdup_printf (_ ("The motion repeats every %.6g s (closed to %.1e)."),
                            period.end - period.start, period.opening);
  }
  show_period (self, found ? text : _ ("The recorded motion has not repeated itself so far."));
}

static void
find_period (LwLoopButton *self)
{
  const gsize q = lw_player_get_position_column (self->player);

  g_cancellable_cancel (self->finding);
  g_clear_object (&self->finding);
  self->finding = g_cancellable_new ();
  self->has_period = false;
  show_period (self, _ ("Looking for a period…"));
  lw_period_async (G_OBJECT (self), lw_player_get_recording (self->player),
                   lw_player_get_model (self->player), q,
                   q + (gsize) mbd_model_position_count (lw_player_get_model (self->player)),
                   self->finding, found_cb, NULL);
}

static void
period_cb (LwLoopButton *self)
{
  if (self->has_period)
    set_range (self, self->period.start, self->period.end);
}

double
lw_loop_button_get_period (LwLoopButton *self)
{
  g_return_val_if_fail (LW_IS_LOOP_BUTTON (self), 0);

  return self->has_period ? self->period.end - self->period.start : 0;
}

const char *
lw_loop_button_get_text (LwLoopButton *self)
{
  g_return_val_if_fail (LW_IS_LOOP_BUTTON (self), NULL);

  return gtk_label_get_text (self->period_label);
}

static void
opened_cb (LwLoopButton *self)
{
  if (self->player == NULL)
    return;
  show_loop (self);
  find_period (self);
}

/// Clears the period, which belongs to another run.
static void
run_changed_cb (LwLoopButton *self)
{
  self->has_period = false;
  show_period (self, "");
}

// ---- building -------------------------------------------------------------------------------

static GtkWidget *
new_button (const char *label, const char *tooltip, GCallback callback, LwLoopButton *self)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_widget_set_tooltip_text (button, tooltip);
  if (callback != NULL)
    g_signal_connect_object (button, "clicked", callback, self, G_CONNECT_SWAPPED);
  return button;
}

static GtkWidget *
new_action (const char *label, const char *tooltip, const char *action)
{
  GtkWidget *button = new_button (label, tooltip, NULL, NULL);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

/// Names the buttons of a spin button, in their order.
static void
name_buttons (GtkWidget *entry)
{
  const char *names[] = { _ ("Earlier"), _ ("Later") };
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (entry); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_BUTTON (child) && n < G_N_ELEMENTS (names)) {
      gtk_accessible_update_property (GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      names[n], -1);
      gtk_widget_set_tooltip_text (child, names[n++]);
    }
}

static GtkSpinButton *
add_time (LwLoopButton *self, GtkGrid *grid, int row, const char *text)
{
  GtkWidget *label = gtk_label_new_with_mnemonic (text);
  GtkWidget *entry = lw_spin_new (0, 1, 0.01, 3);

  name_buttons (entry);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), entry);
  gtk_grid_attach (grid, label, 0, row, 1, 1);
  gtk_grid_attach (grid, entry, 1, row, 1, 1);
  g_signal_connect_object (entry, "value-changed", G_CALLBACK (entered_cb), self,
                           G_CONNECT_SWAPPED);
  return GTK_SPIN_BUTTON (entry);
}

static void
fill_loop (LwLoopButton *self, GtkGrid *grid)
{
  GtkWidget *label = gtk_label_new (_ ("Play in a Loop"));
  GtkWidget *linked = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->loop_switch = GTK_SWITCH (gtk_switch_new ());
  gtk_widget_add_css_class (label, "heading");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_halign (GTK_WIDGET (self->loop_switch), GTK_ALIGN_END);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->loop_switch), _ ("Play in a Loop (Ctrl+L)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->loop_switch), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Play in a Loop"), -1);
  g_signal_connect_object (self->loop_switch, "notify::active", G_CALLBACK (switched_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_grid_attach (grid, label, 0, 0, 1, 1);
  gtk_grid_attach (grid, GTK_WIDGET (self->loop_switch), 1, 0, 1, 1);
  self->start = add_time (self, grid, 1, _ ("_From, s"));
  self->end = add_time (self, grid, 2, _ ("_To, s"));
  gtk_widget_add_css_class (linked, "linked");
  gtk_box_set_homogeneous (GTK_BOX (linked), TRUE);
  gtk_box_append (GTK_BOX (linked),
                  new_button (_ ("From Here"), _ ("The Loop Begins at the Shown Instant"),
                              G_CALLBACK (start_here_cb), self));
  gtk_box_append (GTK_BOX (linked),
                  new_button (_ ("To Here"), _ ("The Loop Ends at the Shown Instant"),
                              G_CALLBACK (end_here_cb), self));
  gtk_box_append (GTK_BOX (linked), new_button (_ ("Whole Run"), _ ("Loop From Start to End"),
                                                G_CALLBACK (all_cb), self));
  gtk_grid_attach (grid, linked, 0, 3, 2, 1);
}

static void
fill_period (LwLoopButton *self, GtkGrid *grid)
{
  self->period_label = GTK_LABEL (gtk_label_new (""));
  gtk_label_set_xalign (self->period_label, 0);
  gtk_label_set_wrap (self->period_label, TRUE);
  gtk_label_set_max_width_chars (self->period_label, 34);
  // Reserve two lines for any text: a popover that grows while it is open is cut off.
  gtk_widget_set_size_request (GTK_WIDGET (self->period_label), -1, PERIOD_HEIGHT_PX);
  gtk_label_set_yalign (self->period_label, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->period_label), "dim-label");
  self->period_button =
    GTK_BUTTON (new_button (_ ("Loop One Period"), _ ("From One Period Before the End to the End"),
                            G_CALLBACK (period_cb), self));
  gtk_grid_attach (grid, gtk_separator_new (GTK_ORIENTATION_HORIZONTAL), 0, 4, 2, 1);
  gtk_grid_attach (grid, GTK_WIDGET (self->period_label), 0, 5, 2, 1);
  gtk_grid_attach (grid, GTK_WIDGET (self->period_button), 0, 6, 2, 1);
}

static void
fill_steps (GtkGrid *grid)
{
  GtkWidget *linked = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (linked, "linked");
  gtk_box_set_homogeneous (GTK_BOX (linked), TRUE);
  // Translators: steps back and forward, with a minus sign
  gtk_box_append (GTK_BOX (linked),
                  new_action (_ ("−10"), _ ("Ten Steps Back (Page Up)"), "win.step-back-10"));
  gtk_box_append (GTK_BOX (linked),
                  new_action (_ ("−1"), _ ("One Step Back (Comma)"), "win.step-back"));
  gtk_box_append (GTK_BOX (linked),
                  new_action (_ ("+1"), _ ("One Step Forward (Full Stop)"), "win.step"));
  gtk_box_append (GTK_BOX (linked),
                  new_action (_ ("+10"), _ ("Ten Steps Forward (Page Down)"), "win.step-10"));
  gtk_grid_attach (grid, gtk_separator_new (GTK_ORIENTATION_HORIZONTAL), 0, 7, 2, 1);
  gtk_grid_attach (grid, linked, 0, 8, 2, 1);
  gtk_grid_attach (grid,
                   new_action (_ ("Continue From Here"),
                               _ ("Continue With a New Run From the Shown Instant (Ctrl+R)"),
                               "win.continue-here"),
                   0, 9, 2, 1);
}

void
lw_loop_button_set_player (LwLoopButton *self, LwPlayer *player)
{
  g_return_if_fail (LW_IS_LOOP_BUTTON (self));

  if (player == self->player)
    return;
  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_cancellable_cancel (self->finding);
  g_clear_object (&self->finding);
  g_set_object (&self->player, player);
  run_changed_cb (self);
  if (player == NULL)
    return;
  g_signal_connect_swapped (player, "loop-changed", G_CALLBACK (show_loop), self);
  g_signal_connect_swapped (player, "run-changed", G_CALLBACK (run_changed_cb), self);
  show_loop (self);
}

static void
lw_loop_button_dispose (GObject *object)
{
  lw_loop_button_set_player (LW_LOOP_BUTTON (object), NULL);

  G_OBJECT_CLASS (lw_loop_button_parent_class)->dispose (object);
}

static void
lw_loop_button_class_init (LwLoopButtonClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_loop_button_dispose;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "loopbutton");
}

static void
lw_loop_button_init (LwLoopButton *self)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkGrid *grid = GTK_GRID (gtk_grid_new ());

  gtk_grid_set_row_spacing (grid, 8);
  gtk_grid_set_column_spacing (grid, 12);
  fill_loop (self, grid);
  fill_period (self, grid);
  fill_steps (grid);
  gtk_popover_set_child (GTK_POPOVER (popover), GTK_WIDGET (grid));
  g_signal_connect_object (popover, "show", G_CALLBACK (opened_cb), self, G_CONNECT_SWAPPED);

  self->button = GTK_MENU_BUTTON (gtk_menu_button_new ());
  gtk_menu_button_set_icon_name (self->button, "media-playlist-repeat-symbolic");
  gtk_menu_button_set_direction (self->button, GTK_ARROW_UP);
  gtk_menu_button_set_popover (self->button, popover);
  gtk_widget_add_css_class (GTK_WIDGET (self->button), "flat");
  gtk_widget_set_focus_on_click (GTK_WIDGET (self->button), FALSE);
  gtk_widget_set_valign (GTK_WIDGET (self->button), GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->button), _ ("Loop, Period, Steps"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Loop, Period, Steps"), -1);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->button));
}
