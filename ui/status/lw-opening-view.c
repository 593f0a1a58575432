// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-opening-view.h"

#include <glib/gi18n.h>

struct _LwOpeningView
{
  GtkBox parent_instance;

  guint timer; ///< 0 if the view is visible, or no file is being opened

  // Template children
  GtkSpinner *spinner;
  GtkLabel *label;
};

G_DEFINE_FINAL_TYPE (LwOpeningView, lw_opening_view, GTK_TYPE_BOX)

static gboolean
show_cb (gpointer data)
{
  LwOpeningView *self = data;

  self->timer = 0;
  gtk_spinner_start (self->spinner);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  return G_SOURCE_REMOVE;
}

void
lw_opening_view_start (LwOpeningView *self, const char *name, guint delay_ms)
{
  g_autofree char *text = g_strdup_printf (_ ("Opening “%s”…"), name);

  g_return_if_fail (LW_IS_OPENING_VIEW (self));

  gtk_label_set_text (self->label, text);
  g_clear_handle_id (&self->timer, g_source_remove);
  if (delay_ms > 0)
    self->timer = g_timeout_add (delay_ms, show_cb, self);
  else
    show_cb (self);
}

void
lw_opening_view_stop (LwOpeningView *self)
{
  g_return_if_fail (LW_IS_OPENING_VIEW (self));

  g_clear_handle_id (&self->timer, g_source_remove);
  gtk_spinner_stop (self->spinner);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

static void
lw_opening_view_dispose (GObject *object)
{
  LwOpeningView *self = LW_OPENING_VIEW (object);

  g_clear_handle_id (&self->timer, g_source_remove);
  gtk_widget_dispose_template (GTK_WIDGET (self), LW_TYPE_OPENING_VIEW);
  G_OBJECT_CLASS (lw_opening_view_parent_class)->dispose (object);
}

static void
lw_opening_view_class_init (LwOpeningViewClass *class_)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class_);

  G_OBJECT_CLASS (class_)->dispose = lw_opening_view_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/linkwright/Linkwright/lw-opening-view.ui");
  gtk_widget_class_bind_template_child (widget_class, LwOpeningView, spinner);
  gtk_widget_class_bind_template_child (widget_class, LwOpeningView, label);
}

static void
lw_opening_view_init (LwOpeningView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
