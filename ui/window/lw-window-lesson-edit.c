// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lesson that is written in the project: shown as learners see it, or in its editor.

#include <glib/gi18n.h>
#include <string.h>

#include "lw-export.h"
#include "lw-file-name.h"
#include "lw-lesson-shelf.h"
#include "lw-window-lesson-private.h"

static const char *
get_text (LwWindow *self)
{
  return lw_window_get_document (self) != NULL
           ? lw_mechanism_get_lesson (lw_window_get_mechanism (self))
           : "";
}

bool
lw_window_edits_lesson (LwWindow *self)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (self->lesson->stack), "editor") == 0;
}

static void
show_editor (LwWindow *self, bool shown)
{
  gtk_stack_set_visible_child_name (self->lesson->stack, shown ? "editor" : "panel");
  // An author needs every tool.
  if (shown)
    lw_window_offer_tools (self, NULL);
}

/// Shows the lesson of the document's mechanism, if that has changed.
static void
update_cb (LwWindow *self)
{
  const char *text = get_text (self);
  const bool is_first = self->lesson->own == NULL;
  g_autoptr (LwLesson) lesson = NULL;

  if (self->lesson->own != NULL && strcmp (lw_mechanism_get_lesson (self->lesson->own), text) == 0)
    return;
  if (is_first && *text == '\0')
    return;
  g_clear_pointer (&self->lesson->own, lw_mechanism_unref);
  if (*text == '\0') {
    lw_window_close_lesson (self);
    return;
  }
  if (is_first)
    self->lesson->plots_before = lw_window_get_shown (self, LW_SHOWN_PLOTS);
  self->lesson->own = lw_mechanism_ref (lw_window_get_mechanism (self));
  g_set_weak_pointer (&self->lesson->document, lw_window_get_document (self));
  lesson = lw_lesson_parse (text, strlen (text), NULL, NULL, NULL);
  lw_lesson_panel_set_lesson (self->lesson->panel, lesson);
  lw_lesson_panel_set_own (self->lesson->panel, true);
  // Only the editor shows the faults of a lesson that cannot be read.
  if (lesson == NULL)
    show_editor (self, true);
  if (is_first) {
    lw_window_show_lesson_page (self, true);
    lw_window_update_hood (self);
  }
}

void
lw_window_watch_own_lesson (LwWindow *self)
{
  if (lw_window_get_document (self) == NULL)
    return;
  g_clear_pointer (&self->lesson->own, lw_mechanism_unref);
  show_editor (self, false);
  lw_lesson_editor_set_document (self->lesson->editor, lw_window_get_document (self),
                                 lw_window_get_selection (self));
  g_signal_connect_object (lw_window_get_document (self), "changed", G_CALLBACK (update_cb), self,
                           G_CONNECT_SWAPPED);
  update_cb (self);
}

// ---- editing --------------------------------------------------------------------------------

static void
preview_cb (LwWindow *self, guint step)
{
  const LwLesson *lesson = lw_lesson_panel_get_lesson (self->lesson->panel);

  if (lesson == NULL)
    return;
  show_editor (self, false);
  lw_lesson_panel_set_step (self->lesson->panel, MIN (step, lw_lesson_get_n_steps (lesson) - 1));
}

static void
show_drawing_cb (LwWindow *self, LwMechanism *drawing)
{
  LwMechanism *next;

  if (lw_window_get_document (self) == NULL)
    return;
  next = lw_mechanism_with_lesson_of (drawing, lw_window_get_mechanism (self));
  lw_selection_clear (lw_window_get_selection (self));
  if (lw_window_edit (self, _ ("Show Drawing of the Lesson"), next, NULL, NULL)) {
    lw_window_complete_player (self);
    lw_canvas_zoom_to_fit (lw_window_get_canvas (self));
  }
}

/// Gives the project a lesson: that which is open, or a new one.
static void
begin_lesson (LwWindow *self)
{
  LwMechanism *mechanism = lw_window_get_mechanism (self);
  const LwLesson *open = lw_lesson_panel_get_lesson (self->lesson->panel);
  const guint step = open != NULL ? lw_lesson_panel_get_step (self->lesson->panel) : 0;
  g_autofree char *text =
    open != NULL ? lw_lesson_editor_dup_copy (open) : lw_lesson_editor_dup_new (mechanism);

  lw_window_edit (self, open != NULL ? _ ("Copy Lesson") : _ ("New Lesson"),
                  lw_mechanism_with_lesson (mechanism, text), NULL, NULL);
  lw_lesson_editor_set_step (self->lesson->editor, step);
}

static void
edit_lesson_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);

  if (lw_window_get_document (self) == NULL)
    return;
  if (lw_window_edits_lesson (self) && lw_lesson_panel_get_lesson (self->lesson->panel) != NULL) {
    lw_lesson_editor_commit (self->lesson->editor);
    preview_cb (self, lw_lesson_editor_get_step (self->lesson->editor));
    return;
  }
  // A lesson that was closed is opened again.
  if (lw_lesson_panel_get_lesson (self->lesson->panel) == NULL) {
    g_clear_pointer (&self->lesson->own, lw_mechanism_unref);
    update_cb (self);
  }
  if (*get_text (self) == '\0')
    begin_lesson (self);
  else if (lw_lesson_panel_get_lesson (self->lesson->panel) != NULL)
    lw_lesson_editor_set_step (self->lesson->editor,
                               lw_lesson_panel_get_step (self->lesson->panel));
  show_editor (self, true);
  lw_window_show_lesson_page (self, true);
  g_object_set (self, "show-hood", FALSE, "show-sidebar", TRUE, NULL);
}

// ---- the lesson as a file -------------------------------------------------------------------

void
lw_window_save_lesson (LwWindow *self, GFile *chosen)
{
  static const char *const suffixes[] = { ".json", NULL };
  g_autoptr (GFile) file = lw_window_complete_name (self, chosen, suffixes);
  const char *text = get_text (self);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;
  g_autofree char *uri = NULL;

  if (file == NULL)
    return;
  uri = g_file_get_uri (file);
  if (lw_export_save (file, bytes, NULL, &error))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.say-exported", "s", uri);
  else
    lw_window_show_message (self, error->message);
}

static void
save_response_cb (LwWindow *self, int response, GtkNativeDialog *dialog)
{
  if (response == GTK_RESPONSE_ACCEPT) {
    g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

    lw_window_save_lesson (self, file);
  }
  gtk_native_dialog_destroy (dialog);
}

static void
save_lesson_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  static const char *const files[] = { "*.json", NULL };
  LwWindow *self = LW_WINDOW (widget);
  const LwLesson *lesson = lw_lesson_panel_get_lesson (self->lesson->panel);
  GtkFileChooserNative *dialog;
  g_autofree char *proposed = NULL;

  lw_lesson_editor_commit (self->lesson->editor);
  if (*get_text (self) == '\0') {
    gtk_widget_activate_action (widget, "win.say", "s",
                                _ ("No lesson is written in this project."));
    return;
  }
  dialog = gtk_file_chooser_native_new (_ ("Save the Lesson"), GTK_WINDOW (self),
                                        GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), _ ("_Cancel"));
  proposed =
    lw_file_name_propose (lesson != NULL ? lw_lesson_get_id (lesson) : "", "lesson", ".json");
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), proposed);
  lw_window_add_filter (GTK_FILE_CHOOSER (dialog), _ ("Lessons (JSON)"), files);
  lw_window_run_file_dialog (self, dialog, G_CALLBACK (save_response_cb));
}

void
lw_window_install_lesson_edit_actions (LwWindowClass *klass)
{
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "win.edit-lesson", NULL,
                                   edit_lesson_action_cb);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "win.save-lesson", NULL,
                                   save_lesson_action_cb);
}

void
lw_window_add_lesson_editor (LwWindow *self)
{
  GtkWidget *editor = lw_lesson_editor_new ();

  self->lesson->editor = LW_LESSON_EDITOR (editor);
  gtk_stack_add_named (self->lesson->stack, editor, "editor");
  g_signal_connect_object (editor, "preview", G_CALLBACK (preview_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (editor, "show-drawing", G_CALLBACK (show_drawing_cb), self,
                           G_CONNECT_SWAPPED);
}

void
lw_window_commit_lesson (LwWindow *self)
{
  lw_lesson_editor_commit (self->lesson->editor);
}

LwLessonEditor *
lw_window_get_lesson_editor (LwWindow *self)
{
  return self->lesson->editor;
}
