// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-drift-window.h"

#include <glib/gi18n.h>
#include <math.h>

struct _LwDriftWindow
{
  LwSubWindow parent_instance;

  // Owned
  LwMechanism *mechanism;

  // Children
  LwDriftView *view;
  GtkWidget *play_button;
  GtkDropDown *step;
  GtkDropDown *speed;

  double first_step; ///< s
};

G_DEFINE_FINAL_TYPE (LwDriftWindow, lw_drift_window, LW_TYPE_SUB_WINDOW)

static const double steps[] = { 0.25, 0.5, 1, 2, 4 }; ///< factors of `first_step`
static const double speeds[] = { 0.1, 0.5, 1, 0 };

static void
playing_changed_cb (LwDriftWindow *self)
{
  const bool playing = lw_drift_view_get_playing (self->view);

  gtk_button_set_icon_name (GTK_BUTTON (self->play_button), playing
                                                              ? "media-playback-pause-symbolic"
                                                              : "media-playback-start-symbolic");
  gtk_widget_set_tooltip_text (self->play_button, playing ? _ ("Pause") : _ ("Play"));
}

static void
play_cb (LwDriftWindow *self)
{
  lw_drift_view_set_playing (self->view, !lw_drift_view_get_playing (self->view));
}

static bool
start (LwDriftWindow *self, double step, GError **error)
{
  LwDrift *drift = lw_drift_new (self->mechanism, step, error);

  if (drift == NULL)
    return false;
  lw_drift_view_set_drift (self->view, drift);
  lw_drift_view_set_playing (self->view, true);
  return true;
}

static void
step_cb (LwDriftWindow *self)
{
  start (self, steps[gtk_drop_down_get_selected (self->step)] * self->first_step, NULL);
}

static void
restart_cb (LwDriftWindow *self)
{
  lw_drift_view_set_playing (self->view, false);
  lw_drift_view_restart (self->view);
  lw_drift_view_set_playing (self->view, true);
}

static void
speed_cb (LwDriftWindow *self)
{
  lw_drift_view_set_speed (self->view, speeds[gtk_drop_down_get_selected (self->speed)]);
}

LwDriftView *
lw_drift_window_get_view (LwDriftWindow *self)
{
  g_return_val_if_fail (LW_IS_DRIFT_WINDOW (self), NULL);

  return self->view;
}

// ---- object ---------------------------------------------------------------------------------

static GtkDropDown *
add_choice (GtkWidget *header, const char *label, GPtrArray *words, guint selected)
{
  GtkWidget *choice;

  g_ptr_array_add (words, NULL);
  choice = gtk_drop_down_new_from_strings ((const char *const *) words->pdata);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (choice), selected);
  gtk_widget_set_tooltip_text (choice, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (choice), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), choice);
  return GTK_DROP_DOWN (choice);
}

static void
add_choices (LwDriftWindow *self, GtkWidget *header)
{
  g_autoptr (GPtrArray) step_words = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) speed_words = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    // Translators: the step size of the integration, in ms
    g_ptr_array_add (step_words,
                     g_strdup_printf (_ ("h = %g ms"), 1e3 * steps[i] * self->first_step));
  for (guint i = 0; i < G_N_ELEMENTS (speeds); i++)
    g_ptr_array_add (speed_words, speeds[i] > 0 ? g_strdup_printf ("%g ×", speeds[i])
                                                : g_strdup (_ ("As fast as possible")));
  self->speed = add_choice (header, _ ("Speed"), speed_words, 2);
  self->step = add_choice (header, _ ("Step of the Integration"), step_words, 2);
  g_signal_connect_swapped (self->step, "notify::selected", G_CALLBACK (step_cb), self);
  g_signal_connect_swapped (self->speed, "notify::selected", G_CALLBACK (speed_cb), self);
}

static void
fill_header (LwDriftWindow *self)
{
  AdwHeaderBar *header = lw_sub_window_get_header (LW_SUB_WINDOW (self));
  GtkWidget *restart = gtk_button_new_from_icon_name ("lw-first-symbolic");
  GtkWidget *title = adw_squeezer_new ();

  self->play_button = gtk_button_new ();
  // In a narrow window the choices need the room.
  adw_squeezer_set_allow_none (ADW_SQUEEZER (title), TRUE);
  adw_squeezer_add (
    ADW_SQUEEZER (title),
    adw_window_title_new (_ ("Drift Laboratory"), lw_mechanism_get_title (self->mechanism)));
  adw_header_bar_set_title_widget (header, title);
  gtk_widget_set_tooltip_text (restart, _ ("Start Again"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (restart), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Start Again"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->play_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Play or Pause"), -1);
  g_signal_connect_swapped (restart, "clicked", G_CALLBACK (restart_cb), self);
  g_signal_connect_swapped (self->play_button, "clicked", G_CALLBACK (play_cb), self);
  // A title centred strictly makes both sides as wide as the wider one.
  adw_header_bar_set_centering_policy (header, ADW_CENTERING_POLICY_LOOSE);
  adw_header_bar_pack_start (header, restart);
  adw_header_bar_pack_start (header, self->play_button);
  add_choices (self, GTK_WIDGET (header));
}

GtkWidget *
lw_drift_window_new (GtkWindow *parent, LwMechanism *mechanism, GError **error)
{
  LwDriftWindow *self = g_object_new (LW_TYPE_DRIFT_WINDOW, "transient-for", parent, NULL);
  GtkWidget *scrolled;

  self->mechanism = lw_mechanism_ref (mechanism);
  self->first_step = lw_drift_get_default_step (mechanism);
  self->view = LW_DRIFT_VIEW (lw_drift_view_new ());
  fill_header (self);
  // In a narrow window the mechanisms have several lines.
  scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->view));
  lw_sub_window_append (LW_SUB_WINDOW (self), scrolled);
  g_signal_connect_object (self->view, "notify::playing", G_CALLBACK (playing_changed_cb), self,
                           G_CONNECT_SWAPPED);
  playing_changed_cb (self);
  if (start (self, self->first_step, error))
    return GTK_WIDGET (self);
  gtk_window_destroy (GTK_WINDOW (self));
  return NULL;
}

static void
lw_drift_window_dispose (GObject *object)
{
  LwDriftWindow *self = LW_DRIFT_WINDOW (object);

  g_clear_pointer (&self->mechanism, lw_mechanism_unref);

  G_OBJECT_CLASS (lw_drift_window_parent_class)->dispose (object);
}

static void
lw_drift_window_class_init (LwDriftWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_drift_window_dispose;
}

static void
lw_drift_window_init (LwDriftWindow *self)
{
  lw_sub_window_set_up (LW_SUB_WINDOW (self), _ ("Drift Laboratory"), 1180, 720);
}
