// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ideal and compliant joints in the window: replaces one by the other, and opens the dialog for the
// constants of a compliant one.

#include <glib/gi18n.h>

#include "lw-compliant-joint.h"
#include "lw-constants-dialog.h"
#include "lw-element-words.h"
#include "lw-joint-friction.h"
#include "lw-window-private.h"

/// Returns the selected element if there is exactly one.
static LwElementRef
get_only (LwWindow *self)
{
  guint n;
  const LwElementRef *selected = lw_selection_get (lw_window_get_selection (self), &n);

  return n == 1 ? selected[0] : (LwElementRef){ LW_SELECTION_NONE, 0 };
}

static void
replace_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  const LwElementRef element = get_only (self);
  LwMechanism *mechanism;
  g_autoptr (LwMechanism) next = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *step = NULL;
  LwElementRef made;

  if (lw_window_get_document (self) == NULL || element.kind == LW_SELECTION_NONE)
    return;
  mechanism = lw_window_get_mechanism (self);
  step = lw_element_words_dup_replacement (mechanism, element);
  next = lw_mechanism_exchange_joint (mechanism, element, &made, &error);
  if (next == NULL) {
    lw_window_show_message (self, error->message);
    return;
  }
  lw_document_edit (lw_window_get_document (self), step, next);
  lw_selection_set (lw_window_get_selection (self), made.kind, made.id);
}

static void
add_friction_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  const LwElementRef element = get_only (self);
  g_autoptr (LwMechanism) next = NULL;
  g_autoptr (GError) error = NULL;
  int made;

  if (lw_window_get_document (self) == NULL || element.kind != LW_SELECTION_COUPLING)
    return;
  made = lw_mechanism_next_coupling_id (lw_window_get_mechanism (self));
  next = lw_joint_friction_add (lw_window_get_mechanism (self), element.id, &error);
  if (next == NULL) {
    lw_window_show_message (self, error->message);
    return;
  }
  lw_document_edit (lw_window_get_document (self), _ ("Add Friction"), next);
  lw_selection_set (lw_window_get_selection (self), LW_SELECTION_COUPLING, made);
}

static void
choose_constants_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  const LwElementRef element = get_only (self);

  if (lw_window_get_document (self) != NULL && element.kind == LW_SELECTION_FORCE)
    gtk_window_present (GTK_WINDOW (
      lw_constants_dialog_new (GTK_WINDOW (self), lw_window_get_document (self), element.id)));
}

/// Enables the actions that apply to the selection.
static void
update (LwWindow *self)
{
  const LwElementRef element = get_only (self);
  const LwMechanism *mechanism =
    lw_window_get_document (self) != NULL ? lw_window_get_mechanism (self) : NULL;
  const LwForce *force = mechanism != NULL && element.kind == LW_SELECTION_FORCE
                           ? lw_mechanism_find_force (mechanism, element.id)
                           : NULL;
  g_autofree char *replacement =
    mechanism != NULL ? lw_element_words_dup_replacement (mechanism, element) : NULL;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.replace", replacement != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.add-friction",
                                 mechanism != NULL && element.kind == LW_SELECTION_COUPLING
                                   && lw_joint_friction_is_possible (mechanism, element.id));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.choose-constants",
                                 force != NULL
                                   && lw_family_of (force->def.class_)->is_compliant_joint);
}

static void
document_changed_cb (LwWindow *self)
{
  if (lw_window_get_document (self) != NULL)
    g_signal_connect_object (lw_window_get_document (self), "changed", G_CALLBACK (update), self,
                             G_CONNECT_SWAPPED);
  update (self);
}

void
lw_window_add_compliance (LwWindow *self)
{
  g_signal_connect_object (lw_window_get_selection (self), "changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::document", G_CALLBACK (document_changed_cb), NULL);
  update (self);
}

void
lw_window_install_compliance_actions (LwWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_install_action (widget_class, "win.replace", NULL, replace_action_cb);
  gtk_widget_class_install_action (widget_class, "win.add-friction", NULL, add_friction_action_cb);
  gtk_widget_class_install_action (widget_class, "win.choose-constants", NULL,
                                   choose_constants_action_cb);
}
