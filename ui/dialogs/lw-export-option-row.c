// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-export-option-row.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <math.h>
#include <string.h>

#include "lw-spin.h"

#define TEXT_CHARS 12

typedef struct
{
  const LwExportOption *option;
  void *values;
  LwOptionChangedFunc changed;
  gpointer data;
  GtkWidget *control;
  bool filling; ///< true while the program changes the control
} Binding;

static Binding *
get_binding (GtkWidget *row)
{
  return g_object_get_data (G_OBJECT (row), "lw-option");
}

static void
set_option (Binding *self, const char *text)
{
  g_autoptr (GError) error = NULL;

  if (self->filling)
    return;
  lw_export_option_set (self->option, self->values, text, &error);
  self->changed (error, self->data);
}

static void
flag_cb (GtkSwitch *control, GParamSpec *property, gpointer data)
{
  set_option (data, gtk_switch_get_active (control) ? "yes" : "no");
}

static void
number_cb (GtkSpinButton *control, gpointer data)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  set_option (data, g_ascii_dtostr (text, sizeof text, gtk_spin_button_get_value (control)));
}

static void
choice_cb (AdwComboRow *row, GParamSpec *property, gpointer data)
{
  const Binding *self = data;
  const guint selected = adw_combo_row_get_selected (row);

  if (selected != GTK_INVALID_LIST_POSITION)
    set_option (data, self->option->words[selected].word);
}

static void
text_cb (GtkEditable *control, gpointer data)
{
  set_option (data, gtk_editable_get_text (control));
}

// ---- controls -------------------------------------------------------------------------------

/// Shows the number as short as its digits allow: 5 instead of 5.000000.
static gboolean
output_cb (GtkSpinButton *control)
{
  const char *decimal_point = localeconv ()->decimal_point;
  g_autofree char *text = g_strdup_printf ("%.*f", (int) gtk_spin_button_get_digits (control),
                                           gtk_spin_button_get_value (control));
  char *end = text + strlen (text);

  while (strstr (text, decimal_point) != NULL && end > text && end[-1] == '0')
    *--end = '\0';
  if (g_str_has_suffix (text, decimal_point))
    *(end - strlen (decimal_point)) = '\0';
  // An unchanged text keeps the position of the cursor.
  if (!g_str_equal (text, gtk_editable_get_text (GTK_EDITABLE (control))))
    gtk_editable_set_text (GTK_EDITABLE (control), text);
  return TRUE;
}

static GtkWidget *
new_number (const LwExportOption *option)
{
  const bool is_count = option->unit == NULL;
  // Digits that are not shown are lost when the focus leaves.
  GtkWidget *spin =
    lw_spin_new (option->minimum, option->maximum, is_count ? 1 : 0.1, is_count ? 0 : 6);

  g_signal_connect (spin, "output", G_CALLBACK (output_cb), NULL);
  gtk_editable_set_width_chars (GTK_EDITABLE (spin), 6);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (spin), 8);
  gtk_text_set_activates_default (GTK_TEXT (gtk_editable_get_delegate (GTK_EDITABLE (spin))), TRUE);
  return spin;
}

static GtkWidget *
new_text (const LwExportOption *option)
{
  GtkWidget *entry = gtk_entry_new ();

  if (option->placeholder != NULL)
    gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _ (option->placeholder));

  gtk_editable_set_width_chars (GTK_EDITABLE (entry), TEXT_CHARS);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  return entry;
}

static GtkWidget *
new_choices (const LwExportOption *option)
{
  GtkWidget *row = adw_combo_row_new ();
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);

  for (const char *const *choice = option->choices; *choice != NULL; choice++)
    gtk_string_list_append (list, _ (*choice));
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (list));
  return row;
}

/// Puts a control at the end of a row, with its unit.
static void
add_control (GtkWidget *row, GtkWidget *control, const LwExportOption *option)
{
  gtk_widget_set_valign (control, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (control), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (option->label), -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), control);
  if (option->type == LW_OPTION_NUMBER && option->unit != NULL) {
    GtkWidget *unit = gtk_label_new (option->unit);

    gtk_widget_add_css_class (unit, "dim-label");
    adw_action_row_add_suffix (ADW_ACTION_ROW (row), unit);
  }
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), control);
}

static GtkWidget *
new_row (Binding *self)
{
  const LwExportOption *option = self->option;
  GtkWidget *row = option->type == LW_OPTION_CHOICE ? new_choices (option) : adw_action_row_new ();

  self->control = option->type == LW_OPTION_FLAG     ? gtk_switch_new ()
                  : option->type == LW_OPTION_NUMBER ? new_number (option)
                  : option->type == LW_OPTION_TEXT   ? new_text (option)
                                                     : row;
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ (option->label));
  gtk_widget_set_tooltip_text (row, _ (option->sentence));
  if (self->control != row)
    add_control (row, self->control, option);
  return row;
}

static void
connect_control (Binding *self)
{
  static const struct
  {
    const char *signal;
    GCallback callback;
  } signals[] = {
    [LW_OPTION_NUMBER] = { "value-changed", G_CALLBACK (number_cb) },
    [LW_OPTION_FLAG] = { "notify::active", G_CALLBACK (flag_cb) },
    [LW_OPTION_CHOICE] = { "notify::selected", G_CALLBACK (choice_cb) },
    [LW_OPTION_TEXT] = { "changed", G_CALLBACK (text_cb) },
  };

  g_signal_connect (self->control, signals[self->option->type].signal,
                    signals[self->option->type].callback, self);
}

GtkWidget *
lw_export_option_row_new (const LwExportOption *option,
                          void *values,
                          LwOptionChangedFunc changed,
                          gpointer data)
{
  Binding *self = g_new0 (Binding, 1);
  GtkWidget *row;

  self->option = option;
  self->values = values;
  self->changed = changed;
  self->data = data;
  row = new_row (self);
  g_object_set_data_full (G_OBJECT (row), "lw-option", self, g_free);
  lw_export_option_row_refresh (row);
  connect_control (self);
  return row;
}

// ---- values ---------------------------------------------------------------------------------

static void
show_choice (const Binding *self, const char *text)
{
  for (guint i = 0; self->option->words[i].word != NULL; i++)
    if (g_strcmp0 (self->option->words[i].word, text) == 0)
      adw_combo_row_set_selected (ADW_COMBO_ROW (self->control), i);
}

void
lw_export_option_row_refresh (GtkWidget *row)
{
  Binding *self = get_binding (row);
  g_autofree char *text = lw_export_option_dup (self->option, self->values);

  self->filling = true;
  switch (self->option->type) {
  case LW_OPTION_NUMBER:
    gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->control), g_ascii_strtod (text, NULL));
    break;
  case LW_OPTION_FLAG:
    gtk_switch_set_active (GTK_SWITCH (self->control), g_str_equal (text, "yes"));
    break;
  case LW_OPTION_CHOICE:
    show_choice (self, text);
    break;
  case LW_OPTION_TEXT:
    gtk_editable_set_text (GTK_EDITABLE (self->control), text != NULL ? text : "");
    break;
  }
  self->filling = false;
}
