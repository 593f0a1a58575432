// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// State of the rows of a coupling at the displayed time: one line that also shows if it is broken,
// and the individual rows in an expander.

#include <glib/gi18n.h>
#include <string.h>

#include "lw-inspector-private.h"
#include "mbd-row.h"

// ---- roles of rows --------------------------------------------------------------------------

static const char *
get_role (MbdState *state, int coupling, int row)
{
  switch (mbd_state_row_role (state, row)) {
  case MBD_ROW_SOLVED:
    return _ ("solved");
  case MBD_ROW_LOWER:
    return lw_coupling_is_one_sided (mbd_state_coupling (state, coupling)) ? _ ("open")
                                                                           : _ ("at its limit");
  case MBD_ROW_UPPER:
    return _ ("at its limit");
  case MBD_ROW_COMPLIANT:
    return _ ("compliant");
  case MBD_ROW_OFF:
    break;
  }
  return _ ("off");
}

/// Returns all roles of the rows, without repetition.
static char *
dup_roles (MbdState *state, int coupling)
{
  const MbdModel *model = mbd_state_model (state);
  const int first = mbd_model_coupling_first_row (model, coupling);
  GString *words = g_string_new (NULL);

  for (int row = first; row < first + mbd_model_coupling_rows (model, coupling); row++) {
    const char *role = get_role (state, coupling, row);
    bool known = false;

    for (int k = first; k < row; k++)
      known = known || g_str_equal (get_role (state, coupling, k), role);
    if (!known)
      g_string_append_printf (words, "%s%s", words->len > 0 ? ", " : "", role);
  }
  if (words->len == 0)
    g_string_append (words, _ ("off"));
  return g_string_free (words, FALSE);
}

static void
mend_cb (LwInspector *self)
{
  lw_player_mend (self->player, self->live_target.id);
  lw_inspector_update_live (self);
}

void
lw_inspector_add_state (LwInspector *self, LwElementRef target, int coupling)
{
  GtkWidget *row = lw_inspector_take (self, "state");

  self->live_target = target;
  self->state_coupling = coupling;
  if (row != NULL) {
    self->state_label = GTK_LABEL (gtk_widget_get_last_child (row));
    self->mend_button = gtk_widget_get_prev_sibling (GTK_WIDGET (self->state_label));
    return;
  }
  row = lw_inspector_new_row (_ ("State"));
  self->mend_button = gtk_button_new_with_label (_ ("Reconnect"));
  gtk_widget_set_tooltip_text (self->mend_button, _ ("Make It Hold Again From Here On"));
  gtk_widget_add_css_class (self->mend_button, "mend");
  gtk_widget_set_valign (self->mend_button, GTK_ALIGN_CENTER);
  g_signal_connect_object (self->mend_button, "clicked", G_CALLBACK (mend_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (row), self->mend_button);
  self->state_label = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->state_label), "state");
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (self->state_label));
  lw_inspector_put (self, row, "state");
}

// ---- individual rows ------------------------------------------------------------------------

enum
{
  POSITION,
  VELOCITY,
  ACCELERATION,
  MULTIPLIER,
  INVERSE_MASS,
  N_VALUES
};

static double
get_row_value (LwInspector *self, MbdState *state, const LwLiveRow *row)
{
  const int index = row->index / N_VALUES;
  const int value = row->index % N_VALUES;
  MbdRow taken;

  if (value == MULTIPLIER)
    return mbd_state_multipliers (state)[index];
  if (value == INVERSE_MASS) {
    mbd_state_row (state, index, &taken);
    return taken.active ? mbd_row_inverse_mass (&taken) : 0;
  }
  return self->errors[value] != NULL ? self->errors[value][index] : 0;
}

static void
add_row (LwInspector *self, int coupling, int row)
{
  static const char *const names[] = { N_ ("Position error ε"), N_ ("Velocity error ε̇"),
                                       N_ ("Acceleration error ε̈"), N_ ("Multiplier λ"),
                                       N_ ("Inverse effective mass") };
  static const char *const units[2][N_VALUES] = {
    { "rad", "rad/s", "rad/s^2", "N m", "1/(kg m^2)" },
    { "m", "m/s", "m/s^2", "N", "1/kg" },
  };
  static const int significant[] = { 2, 2, 2, 4, 4 };
  const MbdModel *model = lw_player_get_model (self->player);
  g_autofree char *name = g_strdup_printf (_ ("Row %s"), mbd_model_row_name (model, row));
  GtkWidget *heading = lw_inspector_take (self, name);

  if (heading == NULL) {
    heading = lw_inspector_new_row (name);
    gtk_widget_add_css_class (heading, "row-heading");
    gtk_box_append (GTK_BOX (heading), gtk_label_new (NULL));
    lw_inspector_put (self, heading, name);
  }
  g_ptr_array_add (self->role_labels, gtk_widget_get_last_child (heading));
  for (int i = 0; i < N_VALUES; i++)
    lw_inspector_add_computed (self, _ (names[i]), units[mbd_model_row_is_length (model, row)][i],
                               get_row_value, coupling, row * N_VALUES + i, significant[i]);
}

static void
expanded_cb (LwInspector *self, GParamSpec *pspec, GtkExpander *expander)
{
  self->more = gtk_expander_get_expanded (expander);
  if (self->more)
    lw_inspector_update_live (self);
}

GtkWidget *
lw_inspector_new_expander (const char *title)
{
  GtkWidget *expander = gtk_expander_new (title);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_widget_add_css_class (expander, "more");
  gtk_accessible_update_property (GTK_ACCESSIBLE (expander), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  -1);
  gtk_widget_add_css_class (box, "rows");
  gtk_expander_set_child (GTK_EXPANDER (expander), box);
  return expander;
}

static GtkWidget *
new_expander (LwInspector *self)
{
  GtkWidget *expander = lw_inspector_new_expander (_ ("More: rates, errors, multipliers"));

  // The expander keeps its state when another coupling is selected.
  gtk_expander_set_expanded (GTK_EXPANDER (expander), self->more);
  g_signal_connect_object (expander, "notify::expanded", G_CALLBACK (expanded_cb), self,
                           G_CONNECT_SWAPPED);
  return expander;
}

void
lw_inspector_begin_folded (LwInspector *self, GtkExpander *expander)
{
  self->outer_card = self->card;
  self->outer_next = self->next_row;
  self->card = GTK_BOX (gtk_expander_get_child (expander));
  self->next_row = gtk_widget_get_first_child (GTK_WIDGET (self->card));
}

void
lw_inspector_begin_more (LwInspector *self)
{
  GtkWidget *expander = lw_inspector_take (self, "more");

  if (expander == NULL) {
    expander = new_expander (self);
    lw_inspector_put (self, expander, "more");
  }
  lw_inspector_begin_folded (self, GTK_EXPANDER (expander));
}

void
lw_inspector_end_more (LwInspector *self)
{
  lw_inspector_end_card (self);
  self->card = self->outer_card;
  self->next_row = self->outer_next;
}

void
lw_inspector_add_rows (LwInspector *self, int coupling)
{
  const MbdModel *model = lw_player_get_model (self->player);
  const int first = mbd_model_coupling_first_row (model, coupling);
  const int n = mbd_model_coupling_rows (model, coupling);

  self->first_role = first;
  for (int row = first; row < first + n; row++)
    add_row (self, coupling, row);
}

// ---- following ------------------------------------------------------------------------------

void
lw_inspector_forget_rows (LwInspector *self)
{
  g_ptr_array_set_size (self->role_labels, 0);
  self->state_label = NULL;
  self->mend_button = NULL;
  self->gimbal_label = NULL;
  memset (self->solver, 0, sizeof self->solver);
}

void
lw_inspector_update_state (LwInspector *self, MbdState *state)
{
  const int n_rows = mbd_model_row_count (mbd_state_model (state));
  const bool broken = lw_player_is_broken (self->player, self->live_target.id);
  g_autofree char *roles = NULL;

  if (self->state_label == NULL)
    return;
  roles = dup_roles (state, self->state_coupling);
  gtk_label_set_text (self->state_label, broken ? _ ("broken") : roles);
  gtk_widget_set_visible (self->mend_button, broken);
  gtk_widget_set_sensitive (self->mend_button, lw_player_can_mend (self->player));
  if (!self->more)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (self->errors); i++)
    self->errors[i] = g_renew (double, self->errors[i], (gsize) n_rows + 1);
  mbd_state_errors (state, self->errors[0], self->errors[1], self->errors[2]);
  for (guint i = 0; i < self->role_labels->len; i++)
    gtk_label_set_text (g_ptr_array_index (self->role_labels, i),
                        get_role (state, self->state_coupling, self->first_role + (int) i));
}
