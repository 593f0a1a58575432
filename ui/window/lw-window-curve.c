// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Curved slots in the window: adds and removes points where the menu was opened, closes and opens curves.

#include <glib/gi18n.h>

#include "lw-curve-edit.h"
#include "lw-curve.h"
#include "lw-window-private.h"

const LwCoupling *
lw_window_find_curve (LwWindow *self)
{
  guint n;
  const LwElementRef *selected = lw_selection_get (lw_window_get_selection (self), &n);
  const LwCoupling *slot;

  if (lw_window_get_document (self) == NULL || n != 1 || selected[0].kind != LW_SELECTION_COUPLING)
    return NULL;
  slot = lw_mechanism_find_coupling (lw_document_get_mechanism (lw_window_get_document (self)),
                                     selected[0].id);
  return slot != NULL && slot->curve != NULL ? slot : NULL;
}

/// Makes an edit, or shows why it is not possible. Takes the mechanism.
static void
edit (LwWindow *self, const char *step, LwMechanism *next, GError *error)
{
  if (next != NULL)
    lw_document_edit (lw_window_get_document (self), step, next);
  else
    lw_window_show_message (self, error->message);
  g_clear_pointer (&next, lw_mechanism_unref);
}

static void
point_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  const LwCoupling *slot = lw_window_find_curve (self);
  const bool adds = g_str_has_prefix (name, "win.add");
  g_autoptr (GError) error = NULL;
  LwMechanism *mechanism, *next;
  double place[2];

  if (slot == NULL || !lw_window_get_place (self, place))
    return;
  mechanism = lw_document_get_mechanism (lw_window_get_document (self));
  next = adds ? lw_curve_edit_add (mechanism, slot->element.id, place, &error)
              : lw_curve_edit_remove (mechanism, slot->element.id, place, &error);
  edit (self, adds ? _ ("Add Point to Curve") : _ ("Remove Point of Curve"), next, error);
}

static void
close_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  const LwCoupling *slot = lw_window_find_curve (self);
  g_autoptr (GError) error = NULL;
  bool closed;

  if (slot == NULL)
    return;
  closed = !lw_curve_is_closed (slot->curve);
  edit (self, closed ? _ ("Close Curve") : _ ("Open Curve"),
        lw_curve_edit_close (lw_document_get_mechanism (lw_window_get_document (self)),
                             slot->element.id, closed, &error),
        error);
}

static const char *const actions[] = { "win.add-curve-point", "win.remove-curve-point",
                                       "win.close-curve" };

static void
update (LwWindow *self)
{
  const bool possible = lw_window_find_curve (self) != NULL;

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), actions[i], possible);
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
lw_window_add_curve (LwWindow *self)
{
  g_signal_connect_object (lw_window_get_selection (self), "changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::document", G_CALLBACK (document_changed_cb), NULL);
  update (self);
}

void
lw_window_install_curve_actions (LwWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_install_action (widget_class, actions[0], NULL, point_action_cb);
  gtk_widget_class_install_action (widget_class, actions[1], NULL, point_action_cb);
  gtk_widget_class_install_action (widget_class, actions[2], NULL, close_action_cb);
}
