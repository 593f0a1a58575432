// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-preferences.h"

#include <glib/gi18n.h>

#include "lw-axis.h"
#include "lw-appearance.h"
#include "lw-settings.h"

struct _LwPreferences
{
  AdwPreferencesWindow parent_instance;

  // Owned
  GSettings *settings; ///< NULL if the schema is not installed
  LwAppearance *look;
  GArray *intervals; ///< array of int, s, in the order of the rows

  // Template children
  AdwComboRow *style_row;
  AdwComboRow *length_row;
  AdwComboRow *angle_row;
  AdwPreferencesGroup *session_group;
  AdwActionRow *session_row;
  GtkSwitch *session_switch;
  AdwComboRow *interval_row;

  bool filling; ///< true while the program changes the rows
};

G_DEFINE_FINAL_TYPE (LwPreferences, lw_preferences, ADW_TYPE_PREFERENCES_WINDOW)

/// Values in the order of the rows.
static const char *const styles[] = { "system", "light", "dark" };

// ---- style ----------------------------------------------------------------------------------

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

// ---- units ----------------------------------------------------------------------------------

/// Stores the choice of a row in a key whose values are an enumeration.
static void
choose (LwPreferences *self, AdwComboRow *row, const char *key)
{
  guint selected = adw_combo_row_get_selected (row);

  if (!self->filling && selected != GTK_INVALID_LIST_POSITION)
    g_settings_set_enum (self->settings, key, (int) selected);
}

static void
length_selected_cb (LwPreferences *self)
{
  choose (self, self->length_row, "length-unit");
}

static void
angle_selected_cb (LwPreferences *self)
{
  choose (self, self->angle_row, "angle-unit");
}

static void
show_units (LwPreferences *self)
{
  const LwUnits preferred = { lw_appearance_get_preferred_length_unit (self->look),
                              lw_appearance_get_units (self->look)->angle };
  const LwUnits *units = &preferred;
  // Translators: units of mass, force, moment and energy that belong to the unit of length
  g_autofree char *others = g_strdup_printf (
    _ ("With %s, %s, %s and %s"), lw_unit_shown (lw_units_shown (units, "kg")),
    lw_unit_shown (lw_units_shown (units, "N")), lw_unit_shown (lw_units_shown (units, "N m")),
    lw_unit_shown (lw_units_shown (units, "J")));

  self->filling = true;
  adw_combo_row_set_selected (self->length_row, (guint) units->length);
  adw_combo_row_set_selected (self->angle_row, (guint) units->angle);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->length_row), others);
  self->filling = false;
}

// ---- session --------------------------------------------------------------------------------

static void
interval_selected_cb (LwPreferences *self)
{
  guint selected = adw_combo_row_get_selected (self->interval_row);

  if (!self->filling && selected < self->intervals->len)
    g_settings_set_int (self->settings, "recovery-interval",
                        g_array_index (self->intervals, int, selected));
}

/// Returns the place of an interval in the list. An unusual interval is added to the list.
static guint
find_interval (LwPreferences *self, int interval)
{
  GtkStringList *list = GTK_STRING_LIST (adw_combo_row_get_model (self->interval_row));
  g_autofree char *words = NULL;

  for (guint i = 0; i < self->intervals->len; i++)
    if (g_array_index (self->intervals, int, i) == interval)
      return i;
  // Translators: an edit is kept for recovery within this time
  words = g_strdup_printf (
    g_dngettext (NULL, "Within %d second", "Within %d seconds", (gulong) interval), interval);
  g_array_append_val (self->intervals, interval);
  gtk_string_list_append (list, words);
  return self->intervals->len - 1;
}

static void
show_interval (LwPreferences *self)
{
  int interval = g_settings_get_int (self->settings, "recovery-interval");
  g_autofree char *words = g_strdup_printf (
    g_dngettext (NULL,
                 "Unsaved edits are also kept, at most %d second after they were made, and "
                 "offered again if the program ends unexpectedly.",
                 "Unsaved edits are also kept, at most %d seconds after they were made, and "
                 "offered again if the program ends unexpectedly.",
                 (gulong) interval),
    interval);

  self->filling = true;
  adw_combo_row_set_selected (self->interval_row, find_interval (self, interval));
  adw_preferences_group_set_description (self->session_group, words);
  self->filling = false;
}

static void
fill_intervals (LwPreferences *self)
{
  static const int usual[] = { 1, 3, 10, 30 };
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);

  self->filling = true;
  self->intervals = g_array_new (FALSE, FALSE, sizeof (int));
  adw_combo_row_set_model (self->interval_row, G_LIST_MODEL (list));
  for (guint i = 0; i < G_N_ELEMENTS (usual); i++)
    find_interval (self, usual[i]);
  self->filling = false;
}

// ---- object ---------------------------------------------------------------------------------

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
  g_clear_object (&self->look);
  g_clear_pointer (&self->intervals, g_array_unref);
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
  gtk_widget_class_bind_template_child (widget_class, LwPreferences, length_row);
  gtk_widget_class_bind_template_child (widget_class, LwPreferences, angle_row);
  gtk_widget_class_bind_template_child (widget_class, LwPreferences, session_group);
  gtk_widget_class_bind_template_child (widget_class, LwPreferences, session_row);
  gtk_widget_class_bind_template_child (widget_class, LwPreferences, session_switch);
  gtk_widget_class_bind_template_child (widget_class, LwPreferences, interval_row);
  gtk_widget_class_bind_template_callback (widget_class, style_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, length_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, angle_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, interval_selected_cb);
}

/// Returns true if the key can be stored. Makes the row insensitive if the schema is missing, or is
/// older and has no such key.
static bool
can_keep (LwPreferences *self, gpointer row, const char *key)
{
  bool has_key = lw_settings_has_key (self->settings, key);

  gtk_widget_set_sensitive (GTK_WIDGET (row), has_key);
  return has_key;
}

static void
lw_preferences_init (LwPreferences *self)
{
  self->settings = lw_settings_new ();
  self->look = lw_appearance_dup_default ();
  self->filling = true;
  gtk_widget_init_template (GTK_WIDGET (self));
  self->filling = false;
  show_style (self);
  if (can_keep (self, self->length_row, "length-unit")
      && can_keep (self, self->angle_row, "angle-unit"))
    g_signal_connect_object (self->look, "units-changed", G_CALLBACK (show_units), self,
                             G_CONNECT_SWAPPED);
  show_units (self);
  if (can_keep (self, self->session_row, "restore-session"))
    g_settings_bind (self->settings, "restore-session", self->session_switch, "active",
                     G_SETTINGS_BIND_DEFAULT);
  fill_intervals (self);
  if (can_keep (self, self->interval_row, "recovery-interval")) {
    g_signal_connect_object (self->settings, "changed::recovery-interval",
                             G_CALLBACK (show_interval), self, G_CONNECT_SWAPPED);
    show_interval (self);
  }
}
