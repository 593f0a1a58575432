// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-checklist-view.h"

#include <glib/gi18n.h>

#include "lw-checklist.h"
#include "lw-element-words.h"

struct _LwChecklistView
{
  GtkBox parent_instance;

  // Owned
  LwPlayer *player;
  LwSelection *selection;
  char *problem;

  GtkBox *rows; ///< child widget
};

G_DEFINE_FINAL_TYPE (LwChecklistView, lw_checklist_view, GTK_TYPE_BOX)

/// Texts of the checks, indexed by LwCheckKind.
static const struct
{
  const char *text;
  const char *why; ///< reason, or what to do
} check_texts[LW_N_CHECKS] = {
  [LW_CHECK_BODY] = { N_ ("A body"), N_ ("Draw one: Link (L), Polygon (P), Box (B) or Disc (C).") },
  [LW_CHECK_MOVABLE] = { N_ ("A body that can move"),
                         N_ ("All are fixed: make one of them planar in the inspector.") },
  [LW_CHECK_MASS] = { N_ ("A mass for whatever moves"),
                      N_ ("Without mass its motion is not determined; give it a mass and an "
                          "inertia.") },
  [LW_CHECK_CLOSED] = { N_ ("Joints that can be met together"),
                        N_ ("Wherever the bodies are moved, these stay open; move them nearer to "
                            "each other, or switch one off.") },
};

static void
select_cb (GtkButton *button, gpointer data)
{
  LwChecklistView *self =
    LW_CHECKLIST_VIEW (gtk_widget_get_ancestor (GTK_WIDGET (button), LW_TYPE_CHECKLIST_VIEW));
  const LwElementRef *element = data;

  lw_selection_set (self->selection, element->kind, element->id);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.show-inspector", NULL);
}

static void
free_element (gpointer element, GClosure *closure G_GNUC_UNUSED)
{
  g_free (element);
}

static GtkWidget *
new_label (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_set_hexpand (label, TRUE);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  return label;
}

static void
add_select (LwChecklistView *self, GtkWidget *row, const LwCheck *check)
{
  const LwMechanism *mechanism = lw_player_get_mechanism (self->player);
  g_autofree char *name = lw_element_words_dup_name (mechanism, check->element);
  g_autofree char *tooltip = g_strdup_printf (_ ("Select %s"), name);
  GtkWidget *button = gtk_button_new_with_label (tooltip);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, tooltip);
  g_signal_connect_data (button, "clicked", G_CALLBACK (select_cb),
                         g_memdup2 (&check->element, sizeof check->element), free_element, 0);
  gtk_box_append (GTK_BOX (row), button);
}

/// Adds a row: one word if the check is done, else the reason why it matters.
static void
add_row (LwChecklistView *self, const char *text, const char *why, bool done, const LwCheck *check)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *image =
    gtk_image_new_from_icon_name (done ? "object-select-symbolic" : "lw-warn-symbolic");

  gtk_widget_add_css_class (row, done ? "done" : "open");
  gtk_widget_set_valign (image, GTK_ALIGN_START);
  gtk_accessible_update_property (GTK_ACCESSIBLE (image), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  done ? _ ("Done") : _ ("Missing"), -1);
  gtk_box_append (GTK_BOX (words), new_label (text, NULL));
  if (!done)
    gtk_box_append (GTK_BOX (words), new_label (why, "words"));
  gtk_box_append (GTK_BOX (row), image);
  gtk_box_append (GTK_BOX (row), words);
  if (!done && check != NULL && check->element.kind != LW_SELECTION_NONE)
    add_select (self, row, check);
  gtk_box_append (self->rows, row);
}

static void
update (LwChecklistView *self)
{
  LwCheck checks[LW_N_CHECKS] = { 0 };
  GtkWidget *child;
  bool needed = self->problem != NULL;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->rows))) != NULL)
    gtk_box_remove (self->rows, child);
  if (self->player != NULL
      && !lw_checklist_find (lw_player_get_mechanism (self->player),
                             lw_player_get_model (self->player),
                             lw_player_get_mobility (self->player), checks))
    needed = true;
  // A mechanism that has run can run, unless it has no bodies.
  if (self->player == NULL
      || (checks[LW_CHECK_BODY].done
          && (lw_player_get_playing (self->player) || lw_player_get_n_samples (self->player) > 1)))
    needed = false;
  gtk_widget_set_visible (GTK_WIDGET (self), needed);
  if (!needed)
    return;
  // One step at a time: without a body the other checks are pointless.
  for (int i = 0; i < (checks[LW_CHECK_BODY].done ? LW_N_CHECKS : 1); i++)
    add_row (self, _ (check_texts[i].text), _ (check_texts[i].why), checks[i].done, &checks[i]);
  if (self->problem != NULL)
    add_row (self, _ ("A drawing that can be computed"), self->problem, false, NULL);
}

void
lw_checklist_view_set_player (LwChecklistView *self, LwPlayer *player)
{
  g_return_if_fail (LW_IS_CHECKLIST_VIEW (self));

  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_set_object (&self->player, player);
  if (player != NULL) {
    g_signal_connect_swapped (player, "mobility-changed", G_CALLBACK (update), self);
    g_signal_connect_swapped (player, "notify::playing", G_CALLBACK (update), self);
    g_signal_connect_swapped (player, "changed", G_CALLBACK (update), self);
  }
  update (self);
}

void
lw_checklist_view_set_problem (LwChecklistView *self, const char *problem)
{
  g_return_if_fail (LW_IS_CHECKLIST_VIEW (self));

  if (g_strcmp0 (self->problem, problem) == 0)
    return;
  g_free (self->problem);
  self->problem = g_strdup (problem);
  update (self);
}

// ---- object ---------------------------------------------------------------------------------

static void
lw_checklist_view_dispose (GObject *object)
{
  LwChecklistView *self = LW_CHECKLIST_VIEW (object);

  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->player);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->problem, g_free);

  G_OBJECT_CLASS (lw_checklist_view_parent_class)->dispose (object);
}

static void
lw_checklist_view_class_init (LwChecklistViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_checklist_view_dispose;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "checklist");
}

static void
lw_checklist_view_init (LwChecklistView *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->rows = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  gtk_box_append (GTK_BOX (box), new_label (_ ("To run, the mechanism needs"), "heading"));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->rows));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), box);
  gtk_widget_set_hexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (self), scrolled);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("To run, the mechanism needs"), -1);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
lw_checklist_view_new (LwSelection *selection)
{
  LwChecklistView *self = g_object_new (LW_TYPE_CHECKLIST_VIEW, NULL);

  self->selection = g_object_ref (selection);
  return GTK_WIDGET (self);
}
