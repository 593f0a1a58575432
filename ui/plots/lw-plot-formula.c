// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The popover that defines a channel of a plot by a formula: name and expression; below them,
// updated while the user types, the unit of the result or the error.

#include <glib/gi18n.h>

#include "lw-axis.h"
#include "lw-channel-list.h"
#include "lw-derivation.h"
#include "lw-operand.h"
#include "lw-plot-view-private.h"

typedef struct
{
  LwPlotView *view; ///< borrowed: the popover is its child
  char *before;     ///< the entry that is changed; NULL for a new one
  GtkEditable *name;
  GtkEditable *expression;
  GtkLabel *verdict;
  GtkWidget *accept;
} Form;

static void
form_free (gpointer data)
{
  Form *form = data;

  g_free (form->before);
  g_free (form);
}

static char *
dup_stripped (GtkEditable *editable)
{
  return g_strstrip (g_strdup (gtk_editable_get_text (editable)));
}

/// Returns true if another value has this name.
static bool
is_taken (Form *form, const char *name)
{
  LwChannels *channels = form->view->channel_list;
  int found = lw_channels_find (channels, name);
  g_autofree char *entry = NULL;

  if (found < 0)
    return false;
  entry = lw_channels_dup_entry (channels, (guint) found);
  return g_strcmp0 (entry, form->before) != 0;
}

/// Returns the definition if it is valid; else returns NULL and sets the error.
static LwDerivation *
read_form (Form *form, GError **error)
{
  g_autofree char *name = dup_stripped (form->name);
  g_autofree char *expression = dup_stripped (form->expression);
  LwMechanism *mechanism = lw_document_get_mechanism (form->view->document);

  if (!lw_definition_check_name (name, error))
    return NULL;
  if (is_taken (form, name)) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("There is a value “%s” already; give this one another name."), name);
    return NULL;
  }
  return lw_derivation_new (expression, mechanism, form->view->channel_list, error);
}

/// Requests the height that the text needs: GTK 4.8 gives popovers too little height for texts that
/// wrap.
static void
fit_verdict (GtkWidget *verdict)
{
  int width;
  int height;

  gtk_widget_set_size_request (verdict, -1, -1);
  gtk_widget_measure (verdict, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  gtk_widget_measure (verdict, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL, NULL);
  gtk_widget_set_size_request (verdict, width, height);
}

static void
changed_cb (Form *form)
{
  g_autoptr (GError) why = NULL;
  g_autoptr (LwDerivation) derivation = read_form (form, &why);
  const bool untouched = *gtk_editable_get_text (form->expression) == '\0'
                         && strchr (gtk_editable_get_text (form->name), '=') == NULL;
  GtkWidget *verdict = GTK_WIDGET (form->verdict);

  gtk_widget_set_sensitive (form->accept, derivation != NULL);
  gtk_widget_remove_css_class (verdict, "error");
  gtk_widget_remove_css_class (GTK_WIDGET (form->expression), "error");
  if (derivation != NULL) {
    const char *unit = lw_derivation_get_unit (derivation);
    g_autofree char *text = g_str_equal (unit, "1")
                              ? g_strdup (_ ("A plain number"))
                              : g_strdup_printf (_ ("In %s"), lw_unit_shown (unit));

    gtk_label_set_text (form->verdict, text);
  } else if (untouched) {
    gtk_label_set_text (
      form->verdict,
      _ ("Values, parameters, numbers with units; der (…) is a rate, int (…) an "
         "integral, other (…) the same of the run that is compared with, other (…, 2) "
         "of the second one."));
  } else {
    gtk_label_set_text (form->verdict, why->message);
    gtk_widget_add_css_class (verdict, "error");
    gtk_widget_add_css_class (GTK_WIDGET (form->expression), "error");
  }
  fit_verdict (verdict);
}

static void
accept_cb (Form *form)
{
  g_autoptr (LwDerivation) derivation = read_form (form, NULL);
  g_autofree char *name = NULL;
  g_autofree char *expression = NULL;
  g_autofree char *entry = NULL;
  g_autofree char *before = NULL;

  if (derivation == NULL) {
    gtk_widget_error_bell (form->accept);
    return;
  }
  name = dup_stripped (form->name);
  expression = dup_stripped (form->expression);
  entry = g_strdup_printf ("%s = %s", name, expression);
  before = g_strdup (form->before);
  gtk_popover_popdown (GTK_POPOVER (form->view->chooser));
  // The form may be freed with the view.
  lw_plot_view_take_formula (form->view, before, entry, lw_derivation_get_unit (derivation));
}

/// Inserts the name of the channel at the cursor.
static void
chosen_cb (Form *form, guint channel, LwChannelList *list)
{
  g_autofree char *operand =
    lw_operand_dup (lw_channels_get (form->view->channel_list, channel)->name);
  int position = gtk_editable_get_position (form->expression);

  gtk_popover_popdown (GTK_POPOVER (list));
  gtk_editable_insert_text (form->expression, operand, -1, &position);
  gtk_widget_grab_focus (GTK_WIDGET (form->expression));
  gtk_editable_set_position (form->expression, position);
}

static GtkEditable *
new_entry (const char *label, const char *placeholder, int chars)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), placeholder);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), chars);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return GTK_EDITABLE (entry);
}

static GtkWidget *
new_insert_button (Form *form)
{
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *list = lw_channel_list_new (form->view->channel_list);

  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _ ("Insert Value"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), list);
  gtk_widget_set_tooltip_text (button, _ ("Put the name of a value into the formula"));
  g_signal_connect_swapped (list, "chosen", G_CALLBACK (chosen_cb), form);
  return button;
}

static GtkWidget *
new_content (Form *form)
{
  GtkWidget *grid = gtk_grid_new ();
  GtkWidget *equals = gtk_label_new ("=");

  gtk_grid_set_row_spacing (GTK_GRID (grid), 8);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 8);
  // Translators: an example of the name of a value
  form->name = new_entry (_ ("Name"), _ ("Power"), 8);
  form->expression = new_entry (_ ("Formula"), "B.reaction_x * der (Coupler.x)", 32);
  gtk_widget_set_hexpand (GTK_WIDGET (form->expression), TRUE);
  form->verdict = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (form->verdict, 0);
  gtk_widget_set_halign (GTK_WIDGET (form->verdict), GTK_ALIGN_START);
  gtk_label_set_wrap (form->verdict, TRUE);
  gtk_label_set_max_width_chars (form->verdict, 44);
  gtk_label_set_width_chars (form->verdict, 44);
  gtk_widget_add_css_class (GTK_WIDGET (form->verdict), "caption");
  form->accept =
    gtk_button_new_with_label (form->before != NULL ? _ ("Change") : _ ("Add to Plot"));
  gtk_widget_add_css_class (form->accept, "suggested-action");
  gtk_widget_set_halign (form->accept, GTK_ALIGN_END);
  gtk_grid_attach (GTK_GRID (grid), GTK_WIDGET (form->name), 0, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), equals, 1, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), GTK_WIDGET (form->expression), 2, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), GTK_WIDGET (form->verdict), 0, 1, 3, 1);
  gtk_grid_attach (GTK_GRID (grid), new_insert_button (form), 0, 2, 2, 1);
  gtk_grid_attach (GTK_GRID (grid), form->accept, 2, 2, 1, 1);
  return grid;
}

GtkWidget *
lw_plot_view_new_formula (LwPlotView *self, const char *entry)
{
  Form *form = g_new0 (Form, 1);
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *content;
  g_autofree char *name = NULL;
  g_autofree char *expression = NULL;

  form->view = self;
  form->before = g_strdup (entry);
  content = new_content (form);
  g_object_set_data_full (G_OBJECT (popover), "form", form, form_free);
  if (entry != NULL && lw_definition_split (entry, &name, &expression)) {
    gtk_editable_set_text (form->name, name);
    gtk_editable_set_text (form->expression, expression);
  }
  g_signal_connect_swapped (form->name, "changed", G_CALLBACK (changed_cb), form);
  g_signal_connect_swapped (form->expression, "changed", G_CALLBACK (changed_cb), form);
  g_signal_connect_swapped (form->name, "activate", G_CALLBACK (accept_cb), form);
  g_signal_connect_swapped (form->expression, "activate", G_CALLBACK (accept_cb), form);
  g_signal_connect_swapped (form->accept, "clicked", G_CALLBACK (accept_cb), form);
  gtk_popover_set_child (GTK_POPOVER (popover), content);
  changed_cb (form);
  return popover;
}
