// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opens mechanisms in the main window: new ones, files and copies of examples. Files are read in a
// worker thread.

#include <glib/gi18n.h>

#include "lw-popover-release.h"
#include "lw-appearance.h"
#include "lw-foreign.h"
#include "lw-gallery.h"
#include "lw-open.h"
#include "lw-recent.h"
#include "lw-store.h"
#include "lw-task.h"
#include "lw-window-private.h"

#define RECENT_MAX 8
/// State of this file.
struct _LwReading
{
  GCancellable *cancellable; ///< NULL while no file is being read
  GFile *next_file;          ///< file to open after the question about unsaved changes
  bool next_as_copy;
};

/// Delay before the name of the file being opened is shown, ms, in a window that shows a mechanism.
#define OPENING_DELAY_MS 500

typedef struct
{
  GFile *file;          ///< NULL for a document in memory
  bool as_copy;         ///< an example: the file itself must not be changed
  double speed;         ///< first speed of an example; 0: keep the speed of the window
  LwDocument *document; ///< NULL if it is to be created from the project

  // Results of the thread
  LwMechanism *mechanism; ///< set in advance for a document in memory
  LwOpened *opened;
  LwPlayer *player;
} Opening;

static void
opening_free (gpointer data)
{
  Opening *opening = data;

  g_clear_object (&opening->file);
  g_clear_object (&opening->document);
  g_clear_object (&opening->player);
  g_clear_pointer (&opening->mechanism, lw_mechanism_unref);
  g_clear_pointer (&opening->opened, lw_opened_free);
  g_free (opening);
}

static void
load_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Opening *opening = data;
  GError *error = NULL;

  if (opening->file != NULL)
    opening->opened = lw_open_file (opening->file, cancellable, &error);
  if (opening->as_copy)
    opening->speed = lw_gallery_find_speed (opening->file);
  if (opening->opened != NULL)
    opening->mechanism = lw_mechanism_ref (opening->opened->project->mechanism);
  if (opening->mechanism != NULL)
    opening->player = lw_window_make_player (opening->mechanism, &error);
  if (opening->player != NULL && !g_cancellable_is_cancelled (cancellable))
    lw_player_make_ready (opening->player);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

/// Creates the document. A mechanism in text form gets no file, so that saving creates a project.
static LwDocument *
new_document (const Opening *opening)
{
  const LwOpened *opened = opening->opened;
  const bool owned = !opening->as_copy && !opened->is_text;
  LwDocument *document = lw_document_new_for_project (opened->project, owned ? opening->file : NULL,
                                                      owned ? opened->etag : NULL);

  // The mechanism now differs from the file.
  if (owned && opened->differences[0] != NULL)
    lw_document_mark_unsaved (document);
  return document;
}

static void
show_differences (LwWindow *self, const Opening *opening)
{
  g_autofree char *note = opening->opened != NULL ? lw_opened_dup_note (opening->opened) : NULL;

  if (note != NULL)
    lw_window_show_message (self, note);
}

static char *
dup_shown_name (const Opening *opening)
{
  return opening->file != NULL ? lw_window_dup_file_name (opening->file)
                               : g_strdup (lw_document_get_title (opening->document));
}

static void
hide_opening (LwWindow *self)
{
  lw_opening_view_stop (self->opening_page);
  lw_opening_view_stop (self->opening_bar);
}

GCancellable *
lw_window_begin_reading (LwWindow *self, const char *name)
{
  g_cancellable_cancel (self->reading->cancellable);
  g_clear_object (&self->reading->cancellable);
  self->reading->cancellable = g_cancellable_new ();
  hide_opening (self);
  // Do not create the start page in a window that is going to show a mechanism.
  if (lw_window_get_shown_player (self) == NULL) {
    lw_window_show_page (self, "opening");
    lw_opening_view_start (self->opening_page, name, 0);
  } else
    lw_opening_view_start (self->opening_bar, name, OPENING_DELAY_MS);
  return self->reading->cancellable;
}

void
lw_window_end_reading (LwWindow *self)
{
  g_clear_object (&self->reading->cancellable);
  hide_opening (self);
}

/// Returns to what the window showed before. Abandons the worker thread; its result is discarded.
static void
cancel_opening_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);

  if (self->reading->cancellable == NULL)
    return;
  g_cancellable_cancel (self->reading->cancellable);
  lw_window_end_reading (self);
  if (lw_window_get_shown_player (self) == NULL)
    lw_window_show_page (self, "empty");
  g_signal_emit_by_name (self, "opened", FALSE);
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  LwWindow *self = LW_WINDOW (source);
  Opening *opening = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  // The user has opened another file, or the window has been closed.
  if (!g_task_propagate_boolean (G_TASK (result), &error)
      && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  lw_window_end_reading (self);
  lw_window_show_message (self, error != NULL ? error->message : NULL);
  if (opening->player != NULL) {
    if (opening->document == NULL)
      opening->document = new_document (opening);
    lw_window_set_document (self, opening->document, opening->player);
    if (opening->speed > 0)
      g_object_set (self, "speed", opening->speed, NULL);
    show_differences (self, opening);
    if (opening->file != NULL && !opening->as_copy)
      lw_recent_add (opening->file);
  } else if (lw_window_get_shown_player (self) == NULL)
    lw_window_show_page (self, "empty");
  g_signal_emit_by_name (self, "opened", (gboolean) (opening->player != NULL));
}

/// Starts reading. Takes ownership of `opening`.
static void
start_opening (LwWindow *self, Opening *opening)
{
  g_autofree char *name = dup_shown_name (opening);
  g_autoptr (GTask) task = g_task_new (self, lw_window_begin_reading (self, name), loaded_cb, NULL);

  g_task_set_task_data (task, opening, opening_free);
  lw_task_run (task, load_thread);
}

static void
open_file (LwWindow *self, GFile *file, bool as_copy)
{
  Opening *opening;

  if (lw_window_open_lesson (self, file))
    return;
  opening = g_new0 (Opening, 1);
  opening->file = g_object_ref (file);
  opening->as_copy = as_copy;
  start_opening (self, opening);
}

void
lw_window_forget_next_file (LwWindow *self)
{
  g_clear_object (&self->reading->next_file);
}

void
lw_window_add_reading (LwWindow *self)
{
  self->reading = g_new0 (LwReading, 1);
}

void
lw_window_release_reading (LwWindow *self)
{
  g_cancellable_cancel (self->reading->cancellable);
  g_clear_object (&self->reading->cancellable);
  lw_window_forget_next_file (self);
}

bool
lw_window_is_opening (LwWindow *self)
{
  g_return_val_if_fail (LW_IS_WINDOW (self), false);

  return self->reading->cancellable != NULL;
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
lw_window_adopt_document (LwWindow *self, LwDocument *document)
{
  LwMechanism *mechanism = lw_document_get_mechanism (document);
  g_autoptr (LwPlayer) player = NULL;
  g_autoptr (GError) error = NULL;

  if (lw_window_is_large (mechanism)) {
    Opening *opening = g_new0 (Opening, 1);

    opening->document = g_object_ref (document);
    opening->mechanism = lw_mechanism_ref (mechanism);
    start_opening (self, opening);
    return;
  }
  player = lw_window_make_player (mechanism, &error);
  lw_window_show_message (self, error != NULL ? error->message : NULL);
  if (player != NULL)
    lw_window_set_document (self, document, player);
}

void
lw_window_new_mechanism (LwWindow *self)
{
  g_autoptr (LwMechanism) mechanism = lw_mechanism_new ();
  g_autoptr (LwDocument) document = lw_document_new (mechanism);
  g_autoptr (LwAppearance) look = lw_appearance_dup_default ();

  g_return_if_fail (LW_IS_WINDOW (self));

  // The project keeps the units in which it was started.
  lw_mechanism_set_length_unit (mechanism, lw_appearance_get_preferred_length_unit (look));

  lw_window_adopt_document (self, document);
}

// ---- actions --------------------------------------------------------------------------------

static void
open_next (LwWindow *self)
{
  g_autoptr (GFile) file = g_steal_pointer (&self->reading->next_file);

  if (file != NULL)
    open_file (self, file, self->reading->next_as_copy);
}

/// Opens a file. If another window shows it already, presents that window instead.
void
lw_window_ask_open (LwWindow *self, GFile *file, bool as_copy)
{
  LwWindow *other = as_copy ? NULL : lw_window_find (lw_window_get_host (self), file);

  if (other != NULL) {
    lw_window_show_message (other, _ ("This file is already open, in this window."));
    gtk_window_present (GTK_WINDOW (other));
    return;
  }
  g_set_object (&self->reading->next_file, file);
  self->reading->next_as_copy = as_copy;
  lw_window_guard (self, open_next);
}

static void
new_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  lw_window_guard (LW_WINDOW (widget), lw_window_new_mechanism);
}

static void
start_page_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  lw_window_guard (LW_WINDOW (widget), lw_window_show_start_page);
}

static void
open_file_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  lw_window_ask_open (LW_WINDOW (widget), file, false);
}

static void
open_example_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  lw_window_ask_open (LW_WINDOW (widget), file, true);
}

static void
open_response_cb (LwWindow *self, int response, GtkNativeDialog *dialog)
{
  if (response == GTK_RESPONSE_ACCEPT) {
    g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

    lw_window_ask_open (self, file, false);
  }
  gtk_native_dialog_destroy (dialog);
}

void
lw_window_add_filter (GtkFileChooser *chooser, const char *name, const char *const *patterns)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  for (guint i = 0; patterns[i] != NULL; i++)
    gtk_file_filter_add_pattern (filter, patterns[i]);
  gtk_file_chooser_add_filter (chooser, filter);
}

/// Shows a file dialog. The window owns it until the window is closed or the next dialog is shown.
void
lw_window_run_file_dialog (LwWindow *self, GtkFileChooserNative *dialog, GCallback response_cb)
{
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_object (dialog, "response", response_cb, self, G_CONNECT_SWAPPED);
  g_object_set_data_full (G_OBJECT (self), "file-dialog", dialog, g_object_unref);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
open_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  static const char *const mechanisms[] = { "*" LW_STORE_SUFFIX, "*.json", NULL };
  static const char *const all[] = { "*", NULL };
  LwWindow *self = LW_WINDOW (widget);
  GtkFileChooserNative *dialog =
    gtk_file_chooser_native_new (_ ("Open a Mechanism"), GTK_WINDOW (self),
                                 GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"), _ ("_Cancel"));

  lw_window_add_filter (GTK_FILE_CHOOSER (dialog), _ ("Mechanisms"), mechanisms);
  lw_window_add_filter (GTK_FILE_CHOOSER (dialog), _ ("Other Programs (Linkage, PMKS+)"),
                        lw_foreign_get_patterns ());
  lw_window_add_filter (GTK_FILE_CHOOSER (dialog), _ ("All Files"), all);
  lw_window_run_file_dialog (self, dialog, G_CALLBACK (open_response_cb));
}

// ---- recent files ---------------------------------------------------------------------------

static void
recent_changed_cb (LwWindow *self)
{
  g_autoptr (GMenuModel) recent = lw_recent_dup_menu (RECENT_MAX);
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) others = g_menu_new ();

  if (g_menu_model_get_n_items (recent) > 0)
    g_menu_append_section (menu, _ ("Recent"), recent);
  g_menu_append (others, _ ("_Earlier Saves…"), "win.earlier-saves");
  g_menu_append (others, _ ("S_tart Page"), "win.start-page");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (others));
  lw_popover_release (GTK_WIDGET (self->open_button));
  adw_split_button_set_menu_model (self->open_button, G_MENU_MODEL (menu));
}

/// Names the menu button: AdwSplitButton gives it only a tooltip, which not every screen reader
/// uses as a name.
static void
name_recent_button (LwWindow *self)
{
  GtkWidget *button = gtk_widget_get_first_child (GTK_WIDGET (self->open_button));

  while (button != NULL && !GTK_IS_MENU_BUTTON (button))
    button = gtk_widget_get_next_sibling (button);
  if (button != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    _ ("Recent Files"), -1);
}

void
lw_window_add_recent_menu (LwWindow *self)
{
  name_recent_button (self);
  g_signal_connect_object (gtk_recent_manager_get_default (), "changed",
                           G_CALLBACK (recent_changed_cb), self, G_CONNECT_SWAPPED);
  recent_changed_cb (self);
}

void
lw_window_install_file_actions (LwWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_install_action (widget_class, "win.new", NULL, new_action_cb);
  gtk_widget_class_install_action (widget_class, "win.open", NULL, open_action_cb);
  gtk_widget_class_install_action (widget_class, "win.cancel-opening", NULL,
                                   cancel_opening_action_cb);
  gtk_widget_class_install_action (widget_class, "win.open-file", "s", open_file_action_cb);
  gtk_widget_class_install_action (widget_class, "win.open-example", "s", open_example_action_cb);
  gtk_widget_class_install_action (widget_class, "win.start-page", NULL, start_page_action_cb);
}
