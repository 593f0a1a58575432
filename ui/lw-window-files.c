// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How mechanisms come into the main window: new, from a file, as a copy of an example. Files are
// read beside the main loop.

#include <glib/gi18n.h>

#include "lw-recent.h"
#include "lw-text.h"
#include "lw-window-private.h"

typedef struct
{
  GFile *file;
  bool as_copy; ///< an example: the file itself is not to be changed

  // What the thread finds
  LwMechanism *mechanism;
  MbdModel *model;
} Opening;

static void
opening_free (gpointer data)
{
  Opening *opening = data;

  g_clear_object (&opening->file);
  g_clear_pointer (&opening->model, mbd_model_unref);
  g_clear_pointer (&opening->mechanism, lw_mechanism_unref);
  g_free (opening);
}

static void
load_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Opening *opening = data;
  GError *error = NULL;

  opening->mechanism = lw_text_load (opening->file, cancellable, &error);
  if (opening->mechanism != NULL)
    opening->model = lw_mechanism_compile (opening->mechanism, &error);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static char *
dup_display_name (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);

  return name != NULL ? g_filename_display_name (name) : g_strdup ("");
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  LwWindow *self = LW_WINDOW (source);
  Opening *opening = g_task_get_task_data (G_TASK (result));
  g_autofree char *name = dup_display_name (opening->file);
  g_autoptr (LwPlayer) player = NULL;
  g_autoptr (GError) error = NULL;

  // Another file was chosen meanwhile, or the window is gone.
  if (!g_task_propagate_boolean (G_TASK (result), &error)
      && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->opening);
  if (error == NULL)
    player = lw_player_new (opening->mechanism, opening->model, &error);
  lw_window_show_message (self, error != NULL ? error->message : NULL);
  if (player != NULL) {
    lw_window_set_player (self, player, opening->as_copy ? "" : name);
    if (!opening->as_copy)
      lw_recent_add (opening->file);
  }
  g_signal_emit_by_name (self, "opened", (gboolean) (player != NULL));
}

static void
open_file (LwWindow *self, GFile *file, bool as_copy)
{
  g_autoptr (GTask) task = NULL;
  Opening *opening = g_new0 (Opening, 1);

  opening->file = g_object_ref (file);
  opening->as_copy = as_copy;
  g_cancellable_cancel (self->opening);
  g_clear_object (&self->opening);
  self->opening = g_cancellable_new ();
  task = g_task_new (self, self->opening, loaded_cb, NULL);
  g_task_set_task_data (task, opening, opening_free);
  g_task_run_in_thread (task, load_thread);
}

bool
lw_window_is_opening (LwWindow *self)
{
  g_return_val_if_fail (LW_IS_WINDOW (self), false);

  return self->opening != NULL;
}

void
lw_window_open (LwWindow *self, GFile *file)
{
  g_return_if_fail (LW_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  open_file (self, file, false);
}

void
lw_window_open_example (LwWindow *self, GFile *file)
{
  g_return_if_fail (LW_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  open_file (self, file, true);
}

void
lw_window_new_mechanism (LwWindow *self)
{
  g_autoptr (LwMechanism) mechanism = lw_mechanism_new ();
  g_autoptr (LwPlayer) player = NULL;
  g_autoptr (GError) error = NULL;
  MbdModel *model;

  g_return_if_fail (LW_IS_WINDOW (self));

  model = lw_mechanism_compile (mechanism, &error);
  if (model != NULL)
    player = lw_player_new (mechanism, model, &error);
  lw_window_show_message (self, error != NULL ? error->message : NULL);
  if (player != NULL)
    lw_window_set_player (self, player, "");
  g_clear_pointer (&model, mbd_model_unref);
}

// ---- actions --------------------------------------------------------------------------------

static void
new_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  lw_window_new_mechanism (LW_WINDOW (widget));
}

static void
open_file_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  lw_window_open (LW_WINDOW (widget), file);
}

static void
open_example_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  lw_window_open_example (LW_WINDOW (widget), file);
}

static void
open_response_cb (LwWindow *self, int response, GtkNativeDialog *dialog)
{
  if (response == GTK_RESPONSE_ACCEPT) {
    g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

    lw_window_open (self, file);
  }
  gtk_native_dialog_destroy (dialog);
}

static void
add_filter (GtkFileChooser *chooser, const char *name, const char *const *patterns)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  for (guint i = 0; patterns[i] != NULL; i++)
    gtk_file_filter_add_pattern (filter, patterns[i]);
  gtk_file_chooser_add_filter (chooser, filter);
}

static void
open_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  static const char *const mechanisms[] = { "*.linkwright", "*.json", NULL };
  static const char *const all[] = { "*", NULL };
  LwWindow *self = LW_WINDOW (widget);
  GtkFileChooserNative *dialog =
    gtk_file_chooser_native_new (_ ("Open a Mechanism"), GTK_WINDOW (self),
                                 GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"), _ ("_Cancel"));

  add_filter (GTK_FILE_CHOOSER (dialog), _ ("Mechanisms"), mechanisms);
  add_filter (GTK_FILE_CHOOSER (dialog), _ ("All Files"), all);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  // The dialog is kept alive by the window and goes with it, or with the next one.
  g_signal_connect_object (dialog, "response", G_CALLBACK (open_response_cb), self,
                           G_CONNECT_SWAPPED);
  g_object_set_data_full (G_OBJECT (self), "file-dialog", dialog, g_object_unref);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

void
lw_window_install_file_actions (LwWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_install_action (widget_class, "win.new", NULL, new_action_cb);
  gtk_widget_class_install_action (widget_class, "win.open", NULL, open_action_cb);
  gtk_widget_class_install_action (widget_class, "win.open-file", "s", open_file_action_cb);
  gtk_widget_class_install_action (widget_class, "win.open-example", "s", open_example_action_cb);
}
