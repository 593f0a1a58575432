// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-preferences.h"

#include "lw-settings.h"

struct _LwPreferences
{
  AdwPreferencesWindow parent_instance;

  // Owned
  GSettings *settings; ///< NULL without the schema

  // Template children
  AdwComboRow *style_row;
  AdwActionRow *session_row;
  GtkSwitch *session_switch;
};

G_DEFINE_FINAL_TYPE (LwPreferences, lw_preferences, ADW_TYPE_PREFERENCES_WINDOW)

/// In the order of the rows.
static const char *const styles[] = { "system", "light", "dark" };

static void
style_selected_cb (LwPreferences *self)
{
  guint selected = adw_combo_row_get_selected (self->style_row);

  if (selected < G_N_ELEMENTS (styles))
    g_action_group_change_action_state (G_ACTION_GROUP (g_application_get_default ()), "style",
                                        g_variant_new_string (styles[selected]));
}

static void
show_style (LwPreferences *self)
{
  g_autoptr (GVariant) state =
    g_action_group_get_action_state (G_ACTION_GROUP (g_application_get_default ()), "style");

  for (guint i = 0; i < G_N_ELEMENTS (styles); i++)
    if (state != NULL && g_str_equal (g_variant_get_string (state, NULL), styles[i]))
      adw_combo_row_set_selected (self->style_row, i);
}

void
lw_preferences_show (GtkWindow *parent)
{
  LwPreferences *self = g_object_new (LW_TYPE_PREFERENCES, "transient-for", parent, NULL);

  gtk_window_present (GTK_WINDOW (self));
}

static void
lw_preferences_dispose (GObject *object)
{
  LwPreferences *self = LW_PREFERENCES (object);

  g_clear_object (&self->settings);
  gtk_widget_dispose_template (GTK_WIDGET (self), LW_TYPE_PREFERENCES);

  G_OBJECT_CLASS (lw_preferences_parent_class)->dispose (object);
}

static void
lw_preferences_class_init (LwPreferencesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = lw_preferences_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/linkwright/Linkwright/lw-preferences.ui");
  gtk_widget_class_bind_template_child (widget_class, LwPreferences, style_row);
  gtk_widget_class_bind_template_child (widget_class, LwPreferences, session_row);
  gtk_widget_class_bind_template_child (widget_class, LwPreferences, session_switch);
  gtk_widget_class_bind_template_callback (widget_class, style_selected_cb);
}

static void
lw_preferences_init (LwPreferences *self)
{
  self->settings = lw_settings_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  show_style (self);
  if (lw_settings_has_key (self->settings, "restore-session"))
    g_settings_bind (self->settings, "restore-session", self->session_switch, "active",
                     G_SETTINGS_BIND_DEFAULT);
  else
    gtk_widget_set_sensitive (GTK_WIDGET (self->session_row), FALSE);
}
