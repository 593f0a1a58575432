// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Earlier saves of the project: a list, from which one is restored as an edit that can be undone.

#include <glib/gi18n.h>

#include "lw-open.h"
#include "lw-saves.h"
#include "lw-task.h"
#include "lw-window-private.h"

#define LIST_HEIGHT 280

/// A save that is being read, and the document it is for.
typedef struct
{
  GFile *file;
  LwDocument *document;
} Restoring;

static void
restoring_free (gpointer data)
{
  Restoring *restoring = data;

  g_object_unref (restoring->file);
  g_object_unref (restoring->document);
  g_free (restoring);
}

static void
restore_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Restoring *restoring = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (LwOpened) opened = lw_open_file (restoring->file, cancellable, &error);

  if (opened != NULL)
    g_task_return_pointer (task, lw_mechanism_ref (opened->project->mechanism),
                           (GDestroyNotify) lw_mechanism_unref);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

static void
restored_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  LwWindow *self = LW_WINDOW (source);
  const Restoring *restoring = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) mechanism = g_task_propagate_pointer (G_TASK (result), &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  lw_window_end_reading (self);
  if (mechanism == NULL)
    lw_window_show_message (self, error->message);
  else if (self->document == restoring->document)
    lw_document_edit (self->document, _ ("Restore Earlier Save"), mechanism);
}

static void
restore (LwWindow *self, GFile *file, const char *time)
{
  Restoring *restoring = g_new0 (Restoring, 1);
  g_autoptr (GTask) task =
    g_task_new (self, lw_window_begin_reading (self, time), restored_cb, NULL);

  restoring->file = g_object_ref (file);
  restoring->document = g_object_ref (self->document);
  g_task_set_task_data (task, restoring, restoring_free);
  lw_task_run (task, restore_thread);
}

// ---- the list -------------------------------------------------------------------------------

static void
response_cb (LwWindow *self, const char *response, AdwMessageDialog *dialog)
{
  GtkListBox *list = g_object_get_data (G_OBJECT (dialog), "list");
  GtkListBoxRow *row = gtk_list_box_get_selected_row (list);

  if (g_str_equal (response, "restore") && row != NULL && self->document != NULL)
    restore (self, g_object_get_data (G_OBJECT (row), "file"),
             adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)));
}

static GtkWidget *
new_row (const LwSave *save)
{
  g_autoptr (GDateTime) local = g_date_time_to_local (save->time);
  g_autofree char *time = g_date_time_format (local, "%x, %X");
  g_autofree char *size = g_format_size (save->size);
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), time);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), size);
  g_object_set_data_full (G_OBJECT (row), "file", g_object_ref (save->file), g_object_unref);
  return row;
}

static GtkWidget *
new_list (GPtrArray *saves, GtkListBox **list)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  *list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_widget_add_css_class (GTK_WIDGET (*list), "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (*list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Earlier Saves"), -1);
  for (guint i = 0; i < saves->len; i++)
    gtk_list_box_append (*list, new_row (saves->pdata[i]));
  gtk_list_box_select_row (*list, gtk_list_box_get_row_at_index (*list, 0));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (*list));
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), LIST_HEIGHT);
  return scrolled;
}

static void
saves_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  GFile *file = self->document != NULL ? lw_document_get_file (self->document) : NULL;
  g_autofree char *folder = lw_saves_dup_folder ();
  g_autoptr (GPtrArray) saves = file != NULL ? lw_saves_list (folder, file) : NULL;
  AdwMessageDialog *dialog;
  GtkListBox *list;

  if (saves == NULL || saves->len == 0) {
    lw_window_show_message (self,
                            _ ("There are no earlier saves of this project on this computer."));
    return;
  }
  dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (
    GTK_WINDOW (self), _ ("Earlier Saves"),
    _ ("The present mechanism is replaced by the one that was saved then; Undo brings it back.")));
  adw_message_dialog_set_extra_child (dialog, new_list (saves, &list));
  g_object_set_data (G_OBJECT (dialog), "list", list);
  adw_message_dialog_add_responses (dialog, "cancel", _ ("_Cancel"), "restore", _ ("_Restore"),
                                    NULL);
  adw_message_dialog_set_response_appearance (dialog, "restore", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_close_response (dialog, "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (response_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

void
lw_window_install_saves_actions (LwWindowClass *klass)
{
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "win.earlier-saves", NULL,
                                   saves_action_cb);
}
