// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Saving, and questions before work would be lost. Files are written in a worker thread; the
// document may be edited in the meantime.

#include <glib/gi18n.h>
#include <string.h>

#include "lw-file-name.h"
#include "lw-open.h"
#include "lw-recent.h"
#include "lw-saves.h"
#include "lw-store.h"
#include "lw-task.h"
#include "lw-text.h"
#include "lw-window-private.h"

/// Height of the list of earlier saves, px.
#define LIST_HEIGHT 280
#define TEXT_SUFFIX ".json"

/// State of this file.
struct _LwSaving
{
  LwWindowFunc next;    ///< called after the question about unsaved changes, or after saving
  LwWindowFunc decided; ///< called after the dialog has been closed
  bool busy;
  bool again;        ///< true if the project is to be written after the current writing
  GFile *again_file; ///< its target; NULL for the document's own file
  GFile *again_text; ///< target of a text copy requested in the meantime; NULL if there is none
};

static void write_text (LwWindow *self, GFile *file);

// ---- continuing after a question -------------------------------------------------------------

static gboolean
go_on_cb (gpointer data)
{
  LwWindow *self = LW_WINDOW (data);
  const LwWindowFunc decided = g_steal_pointer (&self->saving->decided);

  if (decided != NULL)
    decided (self);
  return G_SOURCE_REMOVE;
}

/// Calls the function that was deferred until the decision about unsaved changes, after the dialog
/// has been closed, because the function may close the window. A request in the meantime asks its
/// own question.
static void
go_on (LwWindow *self)
{
  if (self->saving->next == NULL)
    return;
  self->saving->decided = g_steal_pointer (&self->saving->next);
  g_idle_add_full (G_PRIORITY_DEFAULT, go_on_cb, g_object_ref (self), g_object_unref);
}

/// Asks again if the document was edited while the file was being written.
static void
go_on_when_saved (LwWindow *self)
{
  if (self->saving->next != NULL && lw_document_get_modified (lw_window_get_document (self)))
    lw_window_guard (self, self->saving->next);
  else
    go_on (self);
}

void
lw_window_forget_next (LwWindow *self)
{
  self->saving->next = NULL;
  lw_window_forget_next_file (self);
  lw_window_forget_next_lesson (self);
  lw_window_host_set_quitting (lw_window_get_host (self), false);
}

// ---- writing --------------------------------------------------------------------------------

char *
lw_window_dup_file_name (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);

  return name != NULL ? g_filename_display_name (name) : g_file_get_parse_name (file);
}

static AdwMessageDialog *
new_dialog (LwWindow *self, const char *heading, const char *body)
{
  AdwMessageDialog *dialog =
    ADW_MESSAGE_DIALOG (adw_message_dialog_new (GTK_WINDOW (self), heading, NULL));

  adw_message_dialog_set_body (dialog, body);
  adw_message_dialog_add_response (dialog, "cancel", _ ("_Cancel"));
  adw_message_dialog_set_close_response (dialog, "cancel");
  return dialog;
}

static void
trouble_response_cb (LwWindow *self, const char *response)
{
  if (g_str_equal (response, "save-as"))
    lw_window_save_as (self);
  else if (g_str_equal (response, "replace"))
    lw_window_write (self, NULL, true);
  else
    lw_window_forget_next (self);
}

/// Reports that the file differs from the one that was read.
static void
tell_changed (LwWindow *self, GFile *file)
{
  g_autofree char *name = lw_window_dup_file_name (file);
  g_autofree char *body = g_strdup_printf (
    _ ("“%s” is not as it was when it was opened here. Saving replaces what another program "
       "wrote."),
    name);
  AdwMessageDialog *dialog = new_dialog (self, _ ("The File Has Changed"), body);

  adw_message_dialog_add_responses (dialog, "save-as", _ ("Save _As…"), "replace", _ ("_Replace"),
                                    NULL);
  adw_message_dialog_set_response_appearance (dialog, "replace", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (dialog, "save-as");
  g_signal_connect_object (dialog, "response", G_CALLBACK (trouble_response_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
tell_not_saved (LwWindow *self, const char *message)
{
  g_autofree char *body = g_strdup_printf (
    // Translators: %s is a complete sentence that says what went wrong and what to do about it
    _ ("%s The mechanism is still open, and not saved."), message);
  AdwMessageDialog *dialog = new_dialog (self, _ ("Not Saved"), body);

  adw_message_dialog_add_response (dialog, "save-as", _ ("Save _As…"));
  adw_message_dialog_set_response_appearance (dialog, "save-as", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "save-as");
  g_signal_connect_object (dialog, "response", G_CALLBACK (trouble_response_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
forget_again (LwWindow *self)
{
  self->saving->again = false;
  g_clear_object (&self->saving->again_file);
  g_clear_object (&self->saving->again_text);
}

/// Starts the writing that was requested in the meantime, the project first. Returns true if a file
/// is being written.
static bool
write_again (LwWindow *self)
{
  if (self->saving->again) {
    g_autoptr (GFile) file = g_steal_pointer (&self->saving->again_file);

    self->saving->again = false;
    // The user has confirmed replacing the chosen file.
    if (file != NULL)
      lw_window_write (self, file, true);
    else
      lw_window_save (self);
  }
  if (!self->saving->busy && self->saving->again_text != NULL) {
    g_autoptr (GFile) file = g_steal_pointer (&self->saving->again_text);

    write_text (self, file);
  }
  return self->saving->busy;
}

static void
saved_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  LwDocument *document = LW_DOCUMENT (source);
  g_autoptr (LwWindow) self = LW_WINDOW (data);
  g_autoptr (GError) error = NULL;
  bool saved = lw_document_save_finish (document, result, &error);
  bool told;

  self->saving->busy = false;
  // The window has been closed, or shows another document.
  if (document != lw_window_get_document (self)) {
    forget_again (self);
    return;
  }
  if (saved) {
    lw_recent_add (lw_document_get_file (document));
    lw_window_show_message (self, NULL);
  }
  // The next completion reports its own result; that of a copy does not concern the project.
  told = saved || self->saving->again;
  if (!write_again (self) && saved)
    go_on_when_saved (self);
  if (!told && g_error_matches (error, LW_ERROR, LW_ERROR_CHANGED))
    tell_changed (self, lw_document_get_file (document));
  else if (!told)
    tell_not_saved (self, error->message);
  g_signal_emit_by_name (self, "saved", (gboolean) saved);
}

void
lw_window_write (LwWindow *self, GFile *file, bool overwrite)
{
  if (lw_window_get_document (self) == NULL)
    return;
  if (self->saving->busy) {
    // A chosen target is not replaced by the document's own file.
    self->saving->again = true;
    if (file != NULL)
      g_set_object (&self->saving->again_file, file);
    return;
  }
  self->saving->busy = true;
  lw_window_store_view (self);
  lw_document_save_async (lw_window_get_document (self), file, overwrite, NULL, saved_cb,
                          g_object_ref (self));
}

void
lw_window_save (LwWindow *self)
{
  g_return_if_fail (LW_IS_WINDOW (self));

  if (lw_window_get_document (self) == NULL)
    return;
  lw_window_commit_lesson (self);
  if (lw_document_get_file (lw_window_get_document (self)) == NULL && !self->saving->busy)
    lw_window_save_as (self);
  else
    lw_window_write (self, NULL, false);
}

// ---- the text form --------------------------------------------------------------------------

typedef struct
{
  LwMechanism *mechanism;
  GFile *file;
} TextJob;

static void
text_job_free (gpointer data)
{
  TextJob *job = data;

  lw_mechanism_unref (job->mechanism);
  g_object_unref (job->file);
  g_free (job);
}

static void
text_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  TextJob *job = data;
  GError *error = NULL;

  if (lw_text_save (job->mechanism, job->file, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
text_saved_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  LwWindow *self = LW_WINDOW (source);
  TextJob *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  bool saved = g_task_propagate_boolean (G_TASK (result), &error);

  self->saving->busy = false;
  if (lw_window_get_document (self) == NULL) {
    forget_again (self);
    return;
  }
  if (saved) {
    g_autofree char *name = lw_window_dup_file_name (job->file);
    g_autofree char *message = g_strdup_printf (
      _ ("“%s” holds the mechanism as text, without its runs; the project itself is not saved by "
         "that."),
      name);

    lw_recent_add (job->file);
    lw_window_show_message (self, message);
  } else
    tell_not_saved (self, error->message);
  if (!write_again (self) && saved)
    go_on_when_saved (self);
  g_signal_emit_by_name (self, "saved", (gboolean) saved);
}

/// Writes a copy in text form; the document is unchanged.
static void
write_text (LwWindow *self, GFile *file)
{
  g_autoptr (GTask) task = NULL;
  TextJob *job;

  if (lw_window_get_document (self) == NULL)
    return;
  if (self->saving->busy) {
    g_set_object (&self->saving->again_text, file);
    return;
  }
  self->saving->busy = true;
  job = g_new0 (TextJob, 1);
  job->mechanism = lw_mechanism_ref (lw_window_get_mechanism (self));
  job->file = g_object_ref (file);
  task = g_task_new (self, NULL, text_saved_cb, NULL);
  g_task_set_task_data (task, job, text_job_free);
  lw_task_run (task, text_thread);
}

/// Writes to a file whose replacement the user has confirmed.
static void
write_to (LwWindow *self, GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);

  if (name != NULL && g_str_has_suffix (name, TEXT_SUFFIX)) {
    // A copy in text form does not resolve the question about unsaved changes.
    lw_window_forget_next (self);
    write_text (self, file);
  } else
    lw_window_write (self, file, true);
}

// ---- target file ----------------------------------------------------------------------------

typedef struct
{
  LwWindow *window;
  GFile *file;
} Target;

static void
target_free (gpointer data, GClosure *closure)
{
  Target *target = data;

  g_object_unref (target->file);
  g_free (target);
}

static void
exists_response_cb (Target *target, const char *response)
{
  if (g_str_equal (response, "replace"))
    write_to (target->window, target->file);
  else
    lw_window_forget_next (target->window);
}

/// Asks before replacing a file, because the file chooser has asked about the typed name, without
/// the suffix.
static void
ask_replace (LwWindow *self, GFile *file)
{
  g_autofree char *name = lw_window_dup_file_name (file);
  g_autofree char *heading = g_strdup_printf (_ ("Replace “%s”?"), name);
  AdwMessageDialog *dialog =
    new_dialog (self, heading, _ ("A file of this name already exists; its content will be lost."));
  Target *target = g_new0 (Target, 1);

  target->window = self;
  target->file = g_object_ref (file);
  adw_message_dialog_add_response (dialog, "replace", _ ("_Replace"));
  adw_message_dialog_set_response_appearance (dialog, "replace", ADW_RESPONSE_DESTRUCTIVE);
  g_signal_connect_data (dialog, "response", G_CALLBACK (exists_response_cb), target, target_free,
                         G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

/// Returns the name with the suffix of the format. The dialog preselects the name without its
/// suffix, so that typing a name with a suffix leads to two of them.
static char *
dup_full_name (const char *name)
{
  g_autofree char *stem = g_strdup (name);

  while (strlen (stem) > strlen (LW_STORE_SUFFIX) && g_str_has_suffix (stem, LW_STORE_SUFFIX))
    stem[strlen (stem) - strlen (LW_STORE_SUFFIX)] = '\0';
  if (g_str_has_suffix (stem, TEXT_SUFFIX))
    return g_steal_pointer (&stem);
  return g_strconcat (stem, LW_STORE_SUFFIX, NULL);
}

void
lw_window_save_to (LwWindow *self, GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *full_name = dup_full_name (name);
  g_autoptr (GFile) parent = g_file_get_parent (file);
  g_autoptr (GFile) full_file = NULL;
  GFile *own = lw_document_get_file (lw_window_get_document (self));

  // The document's own file is a project, whatever its name.
  if (own != NULL && g_file_equal (file, own)) {
    lw_window_write (self, file, true);
    return;
  }
  if (parent == NULL || g_str_equal (name, full_name)) {
    write_to (self, file);
    return;
  }
  full_file = g_file_get_child (parent, full_name);
  if (g_file_query_exists (full_file, NULL))
    ask_replace (self, full_file);
  else
    write_to (self, full_file);
}

static void
save_as_response_cb (LwWindow *self, int response, GtkNativeDialog *dialog)
{
  if (response == GTK_RESPONSE_ACCEPT) {
    g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

    lw_window_save_to (self, file);
  } else
    lw_window_forget_next (self);
  gtk_native_dialog_destroy (dialog);
}

void
lw_window_save_as (LwWindow *self)
{
  static const char *const projects[] = { "*" LW_STORE_SUFFIX, NULL };
  GtkFileChooserNative *dialog;
  g_autofree char *title = lw_window_dup_title (self);
  g_autofree char *name = NULL;
  GFile *file;

  g_return_if_fail (LW_IS_WINDOW (self));

  if (lw_window_get_document (self) == NULL)
    return;
  lw_lesson_editor_commit (lw_window_get_lesson_editor (self));
  file = lw_document_get_file (lw_window_get_document (self));
  dialog = gtk_file_chooser_native_new (_ ("Save the Mechanism"), GTK_WINDOW (self),
                                        GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), _ ("_Cancel"));
  name = file != NULL ? g_file_get_basename (file)
                      : lw_file_name_propose (title, _ ("New Mechanism"), LW_STORE_SUFFIX);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  lw_window_add_filter (GTK_FILE_CHOOSER (dialog), _ ("Linkwright Projects"), projects);
  lw_window_run_file_dialog (self, dialog, G_CALLBACK (save_as_response_cb));
}

// ---- unsaved changes -------------------------------------------------------------------------

static void
guard_response_cb (LwWindow *self, const char *response)
{
  if (g_str_equal (response, "save"))
    lw_window_save (self);
  else if (g_str_equal (response, "discard"))
    go_on (self);
  else
    lw_window_forget_next (self);
}

void
lw_window_guard (LwWindow *self, LwWindowFunc next)
{
  g_autofree char *title = NULL;
  g_autofree char *heading = NULL;
  AdwMessageDialog *dialog;

  self->saving->next = next;
  // Text that is still being typed is a change, too.
  lw_lesson_editor_commit (lw_window_get_lesson_editor (self));
  // The completion of the current writing calls `next`.
  if (self->saving->busy)
    return;
  if (lw_window_get_document (self) == NULL
      || !lw_document_get_modified (lw_window_get_document (self))) {
    self->saving->next = NULL;
    next (self);
    return;
  }
  title = lw_window_dup_title (self);
  heading = g_strdup_printf (_ ("Save “%s”?"), title);
  dialog = new_dialog (self, heading, _ ("Changes that are not saved will be lost."));
  adw_message_dialog_add_responses (dialog, "discard", _ ("_Discard"), "save", _ ("_Save"), NULL);
  adw_message_dialog_set_response_appearance (dialog, "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (dialog, "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "save");
  g_signal_connect_object (dialog, "response", G_CALLBACK (guard_response_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

// ---- earlier saves --------------------------------------------------------------------------

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
  else if (lw_window_get_document (self) == restoring->document)
    lw_document_edit (lw_window_get_document (self), _ ("Restore Earlier Save"), mechanism);
}

static void
restore (LwWindow *self, GFile *file, const char *time)
{
  Restoring *restoring = g_new0 (Restoring, 1);
  g_autoptr (GTask) task =
    g_task_new (self, lw_window_begin_reading (self, time), restored_cb, NULL);

  restoring->file = g_object_ref (file);
  restoring->document = g_object_ref (lw_window_get_document (self));
  g_task_set_task_data (task, restoring, restoring_free);
  lw_task_run (task, restore_thread);
}

static void
restore_response_cb (LwWindow *self, const char *response, AdwMessageDialog *dialog)
{
  GtkListBox *list = g_object_get_data (G_OBJECT (dialog), "list");
  GtkListBoxRow *row = gtk_list_box_get_selected_row (list);

  if (g_str_equal (response, "restore") && row != NULL && lw_window_get_document (self) != NULL)
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
  GFile *file = lw_window_get_document (self) != NULL
                  ? lw_document_get_file (lw_window_get_document (self))
                  : NULL;
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
    _ ("The current mechanism is replaced by the one that was saved then; Undo brings it back.")));
  adw_message_dialog_set_extra_child (dialog, new_list (saves, &list));
  g_object_set_data (G_OBJECT (dialog), "list", list);
  adw_message_dialog_add_responses (dialog, "cancel", _ ("_Cancel"), "restore", _ ("_Restore"),
                                    NULL);
  adw_message_dialog_set_response_appearance (dialog, "restore", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_close_response (dialog, "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (restore_response_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

// ---- state ----------------------------------------------------------------------------------

bool
lw_window_is_saving (LwWindow *self)
{
  g_return_val_if_fail (LW_IS_WINDOW (self), false);

  return self->saving->busy;
}

void
lw_window_add_saving (LwWindow *self)
{
  self->saving = g_new0 (LwSaving, 1);
}

void
lw_window_release_saving (LwWindow *self)
{
  forget_again (self);
}

// ---- actions --------------------------------------------------------------------------------

static void
save_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  lw_window_save (LW_WINDOW (widget));
}

static void
save_as_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  lw_window_save_as (LW_WINDOW (widget));
}

void
lw_window_install_save_actions (LwWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_install_action (widget_class, "win.save", NULL, save_action_cb);
  gtk_widget_class_install_action (widget_class, "win.save-as", NULL, save_as_action_cb);
  gtk_widget_class_install_action (widget_class, "win.earlier-saves", NULL, saves_action_cb);
}
