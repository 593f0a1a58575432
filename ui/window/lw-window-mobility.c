// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mobility in the window: assembles the drawing, shows free motions on the canvas, and undoes a
// change during a run that was not possible.

#include <glib/gi18n.h>

#include "lw-task.h"
#include "lw-window-private.h"

/// State of this file.
struct _LwFreeMotions
{
  LwMotionPreview *preview;
  GtkButton *stop_button; ///< on the canvas, while a free motion is shown
  GCancellable *solving;  ///< assembly or equilibrium; NULL while none is computed
};

// ---- solving --------------------------------------------------------------------------------

bool
lw_window_is_solving (LwWindow *self)
{
  return self->free_motions->solving != NULL;
}

GCancellable *
lw_window_begin_solving (LwWindow *self)
{
  self->free_motions->solving = g_cancellable_new ();
  return self->free_motions->solving;
}

void
lw_window_end_solving (LwWindow *self)
{
  g_clear_object (&self->free_motions->solving);
}

// ---- assembling -----------------------------------------------------------------------------

typedef struct
{
  LwMechanism *before;
  LwMechanism *after;
} Assembling;

static void
assembling_free (gpointer data)
{
  Assembling *assembling = data;

  lw_mechanism_unref (assembling->before);
  g_clear_pointer (&assembling->after, lw_mechanism_unref);
  g_free (assembling);
}

static void
assemble_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Assembling *assembling = data;
  GError *error = NULL;

  assembling->after = lw_mechanism_assemble (assembling->before, &error);
  if (assembling->after != NULL)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
assembled_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  LwWindow *self = LW_WINDOW (source);
  Assembling *assembling = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  bool is_done = g_task_propagate_boolean (G_TASK (result), &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  lw_window_end_solving (self);
  // The mechanism has been edited or replaced since.
  if (lw_window_get_document (self) == NULL || lw_window_get_mechanism (self) != assembling->before)
    return;
  if (!is_done)
    lw_window_show_message (self, error->message);
  else if (assembling->after == assembling->before)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s", _ ("All joints are closed"));
  else
    lw_document_edit (lw_window_get_document (self), _ ("Assemble"), assembling->after);
}

static void
assemble_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  Assembling *assembling;
  g_autoptr (GTask) task = NULL;

  if (lw_window_get_document (self) == NULL || lw_window_is_solving (self))
    return;
  lw_window_show_message (self, NULL);
  assembling = g_new0 (Assembling, 1);
  assembling->before = lw_mechanism_ref (lw_window_get_mechanism (self));
  task = g_task_new (self, lw_window_begin_solving (self), assembled_cb, NULL);
  g_task_set_task_data (task, assembling, assembling_free);
  lw_task_run (task, assemble_thread);
}

// ---- free motions ---------------------------------------------------------------------------

static void
stop_wiggle_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  lw_motion_preview_stop (LW_WINDOW (widget)->free_motions->preview);
}

static void
motion_changed_cb (LwWindow *self)
{
  const int motion = lw_motion_preview_get_motion (self->free_motions->preview);
  g_autofree char *text = g_strdup_printf (_ ("Stop motion %d (Esc)"), motion + 1);

  gtk_button_set_label (self->free_motions->stop_button, text);
  gtk_widget_set_visible (GTK_WIDGET (self->free_motions->stop_button), motion >= 0);
}

void
lw_window_add_wiggle (LwWindow *self)
{
  self->free_motions = g_new0 (LwFreeMotions, 1);
  self->free_motions->preview = lw_motion_preview_new (lw_window_get_canvas (self));
  self->free_motions->stop_button = GTK_BUTTON (gtk_button_new ());
  gtk_widget_add_css_class (GTK_WIDGET (self->free_motions->stop_button), "wiggle-stop");
  gtk_widget_add_css_class (GTK_WIDGET (self->free_motions->stop_button), "osd");
  gtk_widget_set_halign (GTK_WIDGET (self->free_motions->stop_button), GTK_ALIGN_CENTER);
  gtk_widget_set_valign (GTK_WIDGET (self->free_motions->stop_button), GTK_ALIGN_START);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->free_motions->stop_button),
                                  "win.stop-wiggle");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->free_motions->stop_button),
                               _ ("Stop This Motion (Esc)"));
  lw_window_lay_over_canvas (self, GTK_WIDGET (self->free_motions->stop_button));
  lw_status_line_set_wiggle (LW_STATUS_LINE (lw_window_get_panel (self, LW_PANEL_STATUS)),
                             self->free_motions->preview);
  g_signal_connect_object (self->free_motions->preview, "notify::motion",
                           G_CALLBACK (motion_changed_cb), self, G_CONNECT_SWAPPED);
  motion_changed_cb (self);
}

LwMotionPreview *
lw_window_get_motion_preview (LwWindow *self)
{
  return self->free_motions->preview;
}

void
lw_window_release_wiggle (LwWindow *self)
{
  g_cancellable_cancel (self->free_motions->solving);
  g_clear_object (&self->free_motions->solving);
  if (self->free_motions->preview != NULL)
    lw_motion_preview_stop (self->free_motions->preview);
  g_clear_object (&self->free_motions->preview);
}

void
lw_window_install_mobility_actions (LwWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_install_action (widget_class, "win.assemble", NULL, assemble_action_cb);
  gtk_widget_class_install_action (widget_class, "win.stop-wiggle", NULL, stop_wiggle_action_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_j, GDK_CONTROL_MASK, "win.assemble",
                                       NULL);
}

// ---- changes of a run -----------------------------------------------------------------------

void
lw_window_take_back (LwWindow *self, const char *message)
{
  // Copy the message: undoing hides it, and it is shown again afterwards.
  g_autofree char *words = g_strdup (message);

  if (lw_window_get_document (self) != NULL && lw_document_can_undo (lw_window_get_document (self)))
    lw_document_undo (lw_window_get_document (self));
  lw_window_show_message (self, words);
}
