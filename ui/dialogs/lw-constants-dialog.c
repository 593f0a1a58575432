// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-constants-dialog.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <math.h>

#include "lw-axis.h"
#include "lw-compliant-joint.h"
#include "lw-appearance.h"
#include "lw-quantity.h"

/// Quantities from which the constants are computed.
typedef enum
{
  FROM_LOAD,
  FROM_FREQUENCY,
  FROM_SETTLING,
} From;

typedef enum
{
  LOAD,
  DEFLECTION,
  MASS,
  FREQUENCY,
  SETTLING,
  RATIO,
  ARM,
  N_NUMBERS
} Number;

static const struct
{
  const char *name;
  const char *unit;  ///< in ASCII
  const char *shown; ///< after the number; NULL if the user's preferences apply
  unsigned ways;     ///< bits 1 << From: the ways that need this number
  bool may_be_zero;
} numbers[N_NUMBERS] = {
  [LOAD] = { N_ ("Load"), "N", NULL, 1 << FROM_LOAD, false },
  [DEFLECTION] = { N_ ("Deflection"), "m", NULL, 1 << FROM_LOAD, false },
  [MASS] = { N_ ("Mass"), "kg", NULL, 7, false },
  [FREQUENCY] = { N_ ("Frequency"), "1", "Hz", 1 << FROM_FREQUENCY, false },
  [SETTLING] = { N_ ("Settles within"), "s", NULL, 1 << FROM_SETTLING, false },
  [RATIO] = { N_ ("Damping ratio"), "1", NULL, 7, true },
  [ARM] = { N_ ("Lever arm"), "m", NULL, 7, false },
};

static const char *const ways[] = { N_ ("Load and deflection"), N_ ("Mass and frequency"),
                                    N_ ("Settling time"), NULL };

/// Fractions of the initial deflection that count as settled.
static const double rests[] = { 0.01, 0.02, 0.05, 0.1 };
static const char *const rest_words[] = { "1 %", "2 %", "5 %", "10 %", NULL };

struct _LwConstantsDialog
{
  LwSubWindow parent_instance;

  // Owned
  LwDocument *document;

  // Children
  AdwComboRow *way_row;
  AdwComboRow *preset_row;
  AdwComboRow *rest_row;
  GtkWidget *rows[N_NUMBERS];
  GtkEditable *entries[N_NUMBERS];
  GtkLabel *stiffness_label;
  GtkLabel *damping_label;
  GtkLabel *frequency_label;
  GtkLabel *settling_label;
  GtkLabel *message_label;
  GtkWidget *apply_button;

  const LwKind *presets[LW_KINDS]; ///< joints that it can imitate
  guint n_presets;
  int force;
  LwSpringChoice choice;
  double arm; ///< m
};

G_DEFINE_FINAL_TYPE (LwConstantsDialog, lw_constants_dialog, LW_TYPE_SUB_WINDOW)

static const LwUnits *
get_units (LwConstantsDialog *self)
{
  return lw_appearance_get_units (lw_sub_window_get_look (LW_SUB_WINDOW (self)));
}

// ---- computing ------------------------------------------------------------------------------

/// Reads a number from an entry. Returns false and sets the error if the text is not a valid
/// number.
static bool
read_number (LwConstantsDialog *self, Number number, double *value, GError **error)
{
  const char *text = gtk_editable_get_text (self->entries[number]);

  if (!lw_quantity_parse (text, get_units (self), numbers[number].unit, 1, value, error))
    return false;
  if (*value > 0 || (numbers[number].may_be_zero && *value == 0))
    return true;
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("%s must be greater than zero."),
               _ (numbers[number].name));
  return false;
}

static bool
is_asked (LwConstantsDialog *self, Number number)
{
  const guint preset = adw_combo_row_get_selected (self->preset_row);

  if (number == ARM)
    return (self->presets[preset]->value & MBD_LOCK_RZ) != 0;
  return (numbers[number].ways & 1u << adw_combo_row_get_selected (self->way_row)) != 0;
}

static bool
choose (LwConstantsDialog *self, GError **error)
{
  const double rest = rests[adw_combo_row_get_selected (self->rest_row)];
  double values[N_NUMBERS] = { 0 };

  for (int i = 0; i < N_NUMBERS; i++) {
    const bool good =
      !is_asked (self, (Number) i) || read_number (self, (Number) i, &values[i], error);

    if (good)
      gtk_widget_remove_css_class (GTK_WIDGET (self->entries[i]), "error");
    else
      gtk_widget_add_css_class (GTK_WIDGET (self->entries[i]), "error");
    if (!good)
      return false;
  }
  self->arm = values[ARM];
  switch ((From) adw_combo_row_get_selected (self->way_row)) {
  case FROM_LOAD:
    self->choice = lw_spring_choice_from_load (values[LOAD], values[DEFLECTION], values[MASS],
                                               values[RATIO], rest);
    break;
  case FROM_FREQUENCY:
    self->choice =
      lw_spring_choice_from_frequency (values[MASS], values[FREQUENCY], values[RATIO], rest);
    break;
  case FROM_SETTLING:
    if (values[RATIO] == 0) {
      g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                           _ ("Without damping nothing settles: give a damping ratio."));
      return false;
    }
    self->choice =
      lw_spring_choice_from_settling (values[MASS], values[SETTLING], values[RATIO], rest);
    break;
  }
  if (isfinite (self->choice.stiffness) && isfinite (self->choice.damping))
    return true;
  g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                       _ ("These numbers give no finite stiffness: choose others."));
  return false;
}

// ---- showing --------------------------------------------------------------------------------

static void
show_value (LwConstantsDialog *self, GtkLabel *label, double value, const char *unit)
{
  const LwUnits *units = get_units (self);
  char number[LW_NUMBER_SIZE];
  g_autofree char *text = NULL;

  lw_format_number (number, lw_units_to_shown (units, unit, value), 4,
                    localeconv ()->decimal_point);
  text = isfinite (value)
           ? g_strdup_printf ("%s %s", number, lw_unit_shown (lw_units_shown (units, unit)))
           : g_strdup ("∞");
  gtk_label_set_text (label, text);
}

/// Called after each change of an entry or a choice.
static void
update (LwConstantsDialog *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *warning = NULL;
  bool good;

  for (int i = 0; i < N_NUMBERS; i++)
    gtk_widget_set_visible (self->rows[i], is_asked (self, (Number) i));
  good = choose (self, &error);
  if (good) {
    show_value (self, self->stiffness_label, self->choice.stiffness, "N/m");
    show_value (self, self->damping_label, self->choice.damping, "N s/m");
    show_value (self, self->frequency_label, self->choice.frequency, "Hz");
    show_value (self, self->settling_label, self->choice.settling_time, "s");
    warning = lw_spring_choice_dup_warning (&self->choice);
  }
  gtk_label_set_text (self->message_label, error != NULL     ? error->message
                                           : warning != NULL ? warning
                                                             : "");
  gtk_widget_set_visible (GTK_WIDGET (self->message_label), error != NULL || warning != NULL);
  gtk_widget_set_sensitive (self->apply_button, good);
}

// ---- applying -------------------------------------------------------------------------------

static void
apply_cb (LwConstantsDialog *self)
{
  LwMechanism *mechanism = lw_document_get_mechanism (self->document);
  const LwForce *force = lw_mechanism_find_force (mechanism, self->force);
  const guint preset = adw_combo_row_get_selected (self->preset_row);
  LwSpringChoice about = self->choice;
  g_autoptr (LwMechanism) next = NULL;
  g_autoptr (GError) error = NULL;
  LwForce *changed;
  MbdModel *model;

  if (force != NULL) {
    about.stiffness *= self->arm * self->arm;
    about.damping *= self->arm * self->arm;
    changed = lw_force_copy (force);
    *lw_compliant_constants (&changed->def) =
      lw_compliant_joint_constants (self->presets[preset]->value, &self->choice, &about);
    next = lw_mechanism_replace_force (mechanism, changed);
    model = lw_mechanism_compile (next, &error);
    if (model == NULL) {
      gtk_label_set_text (self->message_label, error->message);
      gtk_widget_set_visible (GTK_WIDGET (self->message_label), TRUE);
      return;
    }
    lw_document_edit_compiled (self->document, _ ("Choose Constants"), next, model);
    mbd_model_unref (model);
  }
  gtk_window_close (GTK_WINDOW (self));
}

// ---- the bushing's current values -----------------------------------------------------------

static void
set_number (LwConstantsDialog *self, Number number, double value)
{
  g_autofree char *text = lw_quantity_format (&value, 1, get_units (self), numbers[number].unit);

  gtk_editable_set_text (self->entries[number], text);
}

static void
fill (LwConstantsDialog *self)
{
  const LwMechanism *mechanism = lw_document_get_mechanism (self->document);
  const MbdForceDef *def = &lw_mechanism_find_force (mechanism, self->force)->def;
  const MbdBushingConstants *constants = lw_compliant_constants ((MbdForceDef *) def);
  const double mass = lw_mechanism_get_reduced_mass (mechanism, def->body_a, def->body_b);
  const double inertia = mass > 0 ? mass : 1;
  double stiffness =
    fmax (constants->translational_stiffness[0], constants->translational_stiffness[1]);
  double damping = fmax (constants->translational_damping[0], constants->translational_damping[1]);
  double turning = constants->rotational_stiffness[2];
  const LwKind *imitated = lw_compliant_joint_get_imitated (mechanism, def);
  double omega, ratio;

  if (!(stiffness > 0)) {
    stiffness =
      lw_mechanism_suggest_constants (mechanism, def->body_a, def->body_b, MBD_LOOP_PIN, 0)
        .translational_stiffness[0];
    damping = 0;
  }
  omega = sqrt (stiffness / inertia);
  ratio = damping > 0 ? damping * omega / (2 * stiffness) : 0.2;
  set_number (self, LOAD, inertia * 9.81);
  set_number (self, DEFLECTION, inertia * 9.81 / stiffness);
  set_number (self, MASS, inertia);
  set_number (self, FREQUENCY, omega / (2 * G_PI));
  set_number (self, SETTLING, mbd_settling_product (ratio, 0.02) / omega);
  set_number (self, RATIO, ratio);
  set_number (self, ARM, turning > 0 ? sqrt (turning / stiffness) : 0.05);
  for (guint i = 0; i < self->n_presets; i++)
    if (self->presets[i] == imitated)
      adw_combo_row_set_selected (self->preset_row, i);
}

// ---- object ---------------------------------------------------------------------------------

static AdwComboRow *
add_choice (LwConstantsDialog *self,
            AdwPreferencesGroup *group,
            const char *title,
            const char *const *words,
            guint n)
{
  AdwComboRow *row = ADW_COMBO_ROW (adw_combo_row_new ());
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);

  for (guint i = 0; i < n; i++)
    gtk_string_list_append (list, _ (words[i]));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_combo_row_set_model (row, G_LIST_MODEL (list));
  adw_preferences_group_add (group, GTK_WIDGET (row));
  return row;
}

static void
add_number (LwConstantsDialog *self, AdwPreferencesGroup *group, Number number)
{
  const char *name = _ (numbers[number].name);
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *entry = gtk_entry_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  gtk_entry_set_alignment (GTK_ENTRY (entry), 1);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 14);
  gtk_widget_set_valign (entry, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (entry, name);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), entry);
  if (numbers[number].shown != NULL)
    adw_action_row_add_suffix (ADW_ACTION_ROW (row), gtk_label_new (numbers[number].shown));
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), entry);
  adw_preferences_group_add (group, row);
  self->rows[number] = row;
  self->entries[number] = GTK_EDITABLE (entry);
}

static GtkLabel *
add_result (GtkGrid *grid, int column, int row, const char *title)
{
  GtkWidget *name = gtk_label_new (title);
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (name, "dim-label");
  gtk_widget_add_css_class (label, "numeric");
  gtk_grid_attach (grid, name, 2 * column, row, 1, 1);
  gtk_grid_attach (grid, label, 2 * column + 1, row, 1, 1);
  return GTK_LABEL (label);
}

/// Returns the results, which are always visible.
static GtkWidget *
new_results (LwConstantsDialog *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), 14);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  self->stiffness_label = add_result (GTK_GRID (grid), 0, 0, _ ("Stiffness"));
  self->damping_label = add_result (GTK_GRID (grid), 0, 1, _ ("Damping"));
  self->frequency_label = add_result (GTK_GRID (grid), 1, 0, _ ("Swings at"));
  self->settling_label = add_result (GTK_GRID (grid), 1, 1, _ ("At rest after"));
  self->message_label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->message_label, TRUE);
  gtk_label_set_xalign (self->message_label, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->message_label), "message");
  gtk_box_append (GTK_BOX (box), grid);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->message_label));
  gtk_widget_add_css_class (box, "results");
  return box;
}

static void
add_groups (LwConstantsDialog *self, AdwPreferencesPage *page)
{
  AdwPreferencesGroup *wanted = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  AdwPreferencesGroup *joint = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  const char *names[LW_KINDS];

  self->n_presets = lw_kind_list_imitated (self->presets);
  for (guint i = 0; i < self->n_presets; i++)
    names[i] = self->presets[i]->imitation;
  self->way_row = add_choice (self, wanted, _ ("From"), ways, G_N_ELEMENTS (ways) - 1);
  for (int i = 0; i < ARM; i++)
    add_number (self, wanted, (Number) i);
  self->rest_row =
    add_choice (self, wanted, _ ("Counts as at rest"), rest_words, G_N_ELEMENTS (rests));
  adw_combo_row_set_selected (self->rest_row, 1);
  self->preset_row = add_choice (self, joint, _ ("Acts as"), names, self->n_presets);
  add_number (self, joint, ARM);
  adw_preferences_page_add (page, wanted);
  adw_preferences_page_add (page, joint);
}

static void
lw_constants_dialog_dispose (GObject *object)
{
  LwConstantsDialog *self = LW_CONSTANTS_DIALOG (object);

  g_clear_object (&self->document);

  G_OBJECT_CLASS (lw_constants_dialog_parent_class)->dispose (object);
}

static void
lw_constants_dialog_class_init (LwConstantsDialogClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_constants_dialog_dispose;
}

static void
lw_constants_dialog_init (LwConstantsDialog *self)
{
  LwSubWindow *window = LW_SUB_WINDOW (self);
  GtkWidget *page = adw_preferences_page_new ();

  lw_sub_window_set_up (window, _ ("Constants of a Bushing"), 440, 560);
  self->apply_button =
    lw_sub_window_add_buttons (window, _ ("_Apply"), G_CALLBACK (apply_cb), self);
  add_groups (self, ADW_PREFERENCES_PAGE (page));
  gtk_widget_set_vexpand (page, TRUE);
  lw_sub_window_append (window, page);
  lw_sub_window_append (window, new_results (self));
  gtk_widget_add_css_class (GTK_WIDGET (self), "constants");
}

GtkWidget *
lw_constants_dialog_new (GtkWindow *parent, LwDocument *document, int force)
{
  LwConstantsDialog *self = g_object_new (LW_TYPE_CONSTANTS_DIALOG, "transient-for", parent, NULL);
  GtkWidget *choices[] = { GTK_WIDGET (self->way_row), GTK_WIDGET (self->preset_row),
                           GTK_WIDGET (self->rest_row) };

  self->document = g_object_ref (document);
  self->force = force;
  fill (self);
  for (int i = 0; i < N_NUMBERS; i++)
    g_signal_connect_object (self->entries[i], "changed", G_CALLBACK (update), self,
                             G_CONNECT_SWAPPED);
  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    g_signal_connect_object (choices[i], "notify::selected", G_CALLBACK (update), self,
                             G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}
