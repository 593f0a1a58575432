// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lessons in the main window: opening one, the mechanisms of its steps, and its checks. A lesson
// belongs to the document that was made for it and ends with it.

#include <glib/gi18n.h>

#include "lw-element-ref.h"
#include "lw-export.h"
#include "lw-file-name.h"
#include "lw-lesson-shelf.h"
#include "lw-window-lesson-private.h"
#include "lw-print.h"
#include "lw-worksheet.h"

static bool
names (const char *const *words, const char *word)
{
  return words != NULL && g_strv_contains (words, word);
}

/// Shows the tools and panels that a step names, and no others. Without a list nothing changes.
static void
show_needed (LwWindow *self, const LwLessonStep *step)
{
  const char *const *panels = (const char *const *) step->panels;
  const bool predicts =
    !lw_window_is_low (self) && lw_lesson_panel_get_sheet (self->lesson->panel) != NULL;

  lw_window_offer_tools (self, (const char *const *) step->tools);
  if (panels != NULL || predicts)
    g_object_set (self, "show-plots", predicts || names (panels, "plots"), NULL);
  if (panels != NULL && !names (panels, "hood"))
    g_object_set (self, "show-hood", FALSE, NULL);
}

/// Shows what a step is done with: its start, if it has one of its own or `anew`, and the plots.
static void
start_cb (LwWindow *self, gboolean anew)
{
  LwLesson *lesson = lw_lesson_panel_get_lesson (self->lesson->panel);
  const guint index = lw_lesson_panel_get_step (self->lesson->panel);
  const LwLessonStep *step = lw_lesson_get_step (lesson, index);

  show_needed (self, step);
  if (lw_window_get_document (self) != NULL && (step->start != NULL || anew)) {
    LwMechanism *drawing = lw_window_get_mechanism (self);
    g_autoptr (LwMechanism) start =
      lw_mechanism_with_lesson_of (lw_lesson_get_start (lesson, index), drawing);

    lw_selection_clear (lw_window_get_selection (self));
    // An edit, so that nothing a learner drew is lost: it can be undone.
    if (!lw_mechanism_equal (drawing, start))
      lw_window_edit (self, _ ("Start of the Step"), lw_mechanism_ref (start), NULL, NULL);
    lw_window_complete_player (self);
    lw_canvas_zoom_to_fit (lw_window_get_canvas (self));
  }
  if (!lw_lesson_panel_focus_answer (self->lesson->panel))
    gtk_widget_grab_focus (GTK_WIDGET (lw_window_get_canvas (self)));
}

void
lw_window_place_sheet (LwWindow *self)
{
  GtkWidget *sheet = self->lesson != NULL ? lw_lesson_panel_get_sheet (self->lesson->panel) : NULL;
  const bool docked = sheet != NULL && lw_window_get_shown (self, LW_SHOWN_PLOTS)
                      && lw_window_get_layout (self) != LW_LAYOUT_NARROW;

  if (docked)
    lw_lesson_panel_give_sheet (self->lesson->panel, true);
  lw_plots_dock_set_sheet (LW_PLOTS_DOCK (lw_window_get_panel (self, LW_PANEL_DOCK)),
                           docked ? sheet : NULL);
  if (sheet != NULL && !docked)
    lw_lesson_panel_give_sheet (self->lesson->panel, false);
}

static void
check_cb (LwWindow *self)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) selected = NULL;
  LwMechanism *mechanism;
  const LwElementRef *refs;
  guint n;

  if (lw_window_get_document (self) == NULL)
    return;
  mechanism = lw_window_get_mechanism (self);
  refs = lw_selection_get (lw_window_get_selection (self), &n);
  for (guint i = 0; i < n; i++) {
    const LwElement *element = lw_element_ref_find (mechanism, refs[i]);

    if (element != NULL && element->name != NULL)
      g_strv_builder_add (names, element->name);
  }
  selected = g_strv_builder_end (names);
  lw_lesson_panel_check (self->lesson->panel, mechanism, (const char *const *) selected);
}

void
lw_window_close_lesson (LwWindow *self)
{
  if (lw_lesson_panel_get_lesson (self->lesson->panel) != NULL && self->lesson->document != NULL)
    g_object_set (self, "show-plots", self->lesson->plots_before, NULL);
  lw_window_offer_tools (self, NULL);
  lw_lesson_panel_set_lesson (self->lesson->panel, NULL);
  lw_lesson_panel_set_own (self->lesson->panel, false);
  lw_window_show_lesson_page (self, false);
  lw_window_update_hood (self);
  g_clear_weak_pointer (&self->lesson->document);
}

/// Ends the lesson when another document is shown.
static void
document_changed_cb (LwWindow *self)
{
  if (self->lesson->document != NULL && lw_window_get_document (self) != self->lesson->document)
    lw_window_close_lesson (self);
  lw_window_watch_own_lesson (self);
}

static void
show_lesson (LwWindow *self, LwLesson *lesson)
{
  g_autoptr (LwDocument) document = NULL;
  guint step;

  lw_window_close_lesson (self);
  self->lesson->plots_before = lw_window_get_shown (self, LW_SHOWN_PLOTS);
  lw_lesson_panel_set_lesson (self->lesson->panel, lesson);
  step = lw_lesson_panel_get_step (self->lesson->panel);
  document = lw_document_new (lw_lesson_get_start (lesson, step));
  g_set_weak_pointer (&self->lesson->document, document);
  lw_window_adopt_document (self, document);
  if (lw_window_get_document (self) != document) {
    lw_window_close_lesson (self);
    return;
  }
  lw_window_show_lesson_page (self, true);
  lw_window_update_hood (self);
  g_object_set (self, "show-hood", FALSE, "show-sidebar", TRUE, NULL);
  if (lw_window_get_layout (self) == LW_LAYOUT_NARROW)
    g_object_set (self, "part", "inspector", NULL);
  start_cb (self, FALSE);
}

static void
open_lesson (LwWindow *self, GFile *file)
{
  g_autoptr (GError) error = NULL;
  LwLesson *lesson = lw_lesson_load (file, &error);

  if (lesson != NULL) {
    show_lesson (self, lesson);
    lw_lesson_unref (lesson);
  } else {
    lw_window_show_message (self, error->message);
  }
}

bool
lw_window_open_lesson (LwWindow *self, GFile *file)
{
  if (!lw_lesson_shelf_is_lesson (file))
    return false;
  open_lesson (self, file);
  if (lw_window_get_shown_player (self) == NULL)
    lw_window_show_page (self, "empty");
  g_signal_emit_by_name (self, "opened", (gboolean) (lw_window_get_shown_player (self) != NULL));
  return true;
}

void
lw_window_forget_next_lesson (LwWindow *self)
{
  g_clear_object (&self->lesson->next);
}

/// Called when no work would be lost.
static void
open_next (LwWindow *self)
{
  g_autoptr (GFile) file = g_steal_pointer (&self->lesson->next);

  if (file != NULL)
    open_lesson (self, file);
}

static void
open_lesson_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  g_set_object (&self->lesson->next, file);
  lw_window_guard (self, open_next);
}

static void
lesson_step_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  const LwLesson *lesson = lw_lesson_panel_get_lesson (self->lesson->panel);
  const guint step = g_variant_get_uint32 (parameter);

  if (lesson != NULL && step < lw_lesson_get_n_steps (lesson))
    lw_lesson_panel_set_step (self->lesson->panel, step);
}

// ---- worksheets -----------------------------------------------------------------------------

GFile *
lw_window_complete_name (LwWindow *self, GFile *file, const char *const *suffixes)
{
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *problem = NULL;
  GFile *full;

  for (guint i = 0; suffixes[i] != NULL; i++)
    if (g_str_has_suffix (uri, suffixes[i]))
      return g_object_ref (file);
  full = lw_file_name_complete (file, suffixes[0], &problem);
  if (full == NULL)
    lw_window_show_message (self, problem);
  return full;
}

void
lw_window_save_worksheet (LwWindow *self, GFile *chosen, bool solutions)
{
  static const char *const suffixes[] = { ".pdf", ".html", NULL };
  LwLesson *lesson = lw_lesson_panel_get_lesson (self->lesson->panel);
  g_autoptr (GFile) file = lesson != NULL ? lw_window_complete_name (self, chosen, suffixes) : NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *uri = NULL;

  if (file == NULL)
    return;
  uri = g_file_get_uri (file);
  // The suffix selects the form.
  if (g_str_has_suffix (uri, ".html"))
    bytes =
      g_string_free_to_bytes (lw_worksheet_new (lesson, lw_lesson_shelf_language (), solutions));
  else
    bytes = lw_worksheet_new_pdf (lesson, lw_lesson_shelf_language (), solutions, &error);
  if (bytes != NULL && lw_export_save (file, bytes, NULL, &error))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.say-exported", "s", uri);
  else
    lw_window_show_message (self, error->message);
}

static void
worksheet_response_cb (LwWindow *self, int response, GtkNativeDialog *dialog)
{
  if (response == GTK_RESPONSE_ACCEPT) {
    g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

    lw_window_save_worksheet (self, file,
                              g_object_get_data (G_OBJECT (dialog), "solutions") != NULL);
  }
  gtk_native_dialog_destroy (dialog);
}

static void
save_worksheet_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  static const char *const sheets[] = { "*.pdf", NULL };
  static const char *const pages[] = { "*.html", NULL };
  LwWindow *self = LW_WINDOW (widget);
  LwLesson *lesson = lw_lesson_panel_get_lesson (self->lesson->panel);
  GtkFileChooserNative *dialog;
  g_autofree char *proposed = NULL;

  if (lesson == NULL)
    return;
  dialog = gtk_file_chooser_native_new (_ ("Save the Worksheet"), GTK_WINDOW (self),
                                        GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), _ ("_Cancel"));
  proposed = lw_file_name_propose (
    lw_lesson_text (lw_lesson_get_title (lesson), lw_lesson_shelf_language ()),
    lw_lesson_get_id (lesson), ".pdf");
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), proposed);
  lw_window_add_filter (GTK_FILE_CHOOSER (dialog), _ ("Documents (PDF)"), sheets);
  lw_window_add_filter (GTK_FILE_CHOOSER (dialog), _ ("Web Pages (HTML)"), pages);
  if (g_variant_get_boolean (parameter))
    g_object_set_data (G_OBJECT (dialog), "solutions", dialog);
  lw_window_run_file_dialog (self, dialog, G_CALLBACK (worksheet_response_cb));
}

static void
printed_cb (GtkPrintOperationResult result, const GError *error, gpointer data)
{
  g_autoptr (LwWindow) self = data;

  if (error != NULL && lw_window_get_document (self) != NULL)
    lw_window_show_message (self, error->message);
}

void
lw_window_print_worksheet (LwWindow *self, GtkPrintOperationAction action, const char *path)
{
  LwLesson *lesson = lw_lesson_panel_get_lesson (self->lesson->panel);
  const char *language = lw_lesson_shelf_language ();
  g_autofree char *title = NULL;

  if (lesson == NULL)
    return;
  title = lw_lesson_dup_plain (lw_lesson_text (lw_lesson_get_title (lesson), language));
  lw_print_surfaces (GTK_WINDOW (self), lw_worksheet_new_pages (lesson, language, false),
                     LW_WORKSHEET_WIDTH, LW_WORKSHEET_HEIGHT, title, action, path, printed_cb,
                     g_object_ref (self));
}

static void
print_worksheet_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  lw_window_print_worksheet (LW_WINDOW (widget), GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, NULL);
}

void
lw_window_install_lesson_actions (LwWindowClass *klass)
{
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "win.lesson-step", "u",
                                   lesson_step_action_cb);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "win.save-worksheet", "b",
                                   save_worksheet_action_cb);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "win.print-worksheet", NULL,
                                   print_worksheet_action_cb);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "win.open-lesson", "s",
                                   open_lesson_action_cb);
  lw_window_install_lesson_edit_actions (klass);
}

static void
player_changed_cb (LwWindow *self)
{
  lw_lesson_panel_set_player (self->lesson->panel,
                              lw_canvas_get_player (lw_window_get_canvas (self)));
}

void
lw_window_add_lesson (LwWindow *self)
{
  GtkWidget *panel = lw_lesson_panel_new ();
  GtkWidget *stack = gtk_stack_new ();

  self->lesson = g_new0 (LwWindowLesson, 1);
  self->lesson->panel = LW_LESSON_PANEL (panel);
  self->lesson->stack = GTK_STACK (stack);
  gtk_stack_add_named (self->lesson->stack, panel, "panel");
  lw_window_add_lesson_editor (self);
  lw_window_add_lesson_page (self, stack);
  g_signal_connect_object (panel, "check", G_CALLBACK (check_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (panel, "start", G_CALLBACK (start_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (panel, "sheet-changed", G_CALLBACK (lw_window_place_sheet), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (panel, "close", G_CALLBACK (lw_window_close_lesson), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::document", G_CALLBACK (document_changed_cb), NULL);
  g_signal_connect_object (lw_window_get_canvas (self), "notify::player",
                           G_CALLBACK (player_changed_cb), self, G_CONNECT_SWAPPED);
}

void
lw_window_release_lesson (LwWindow *self)
{
  g_clear_weak_pointer (&self->lesson->document);
  g_clear_pointer (&self->lesson->own, lw_mechanism_unref);
  lw_window_forget_next_lesson (self);
}

LwLessonPanel *
lw_window_get_lesson_panel (LwWindow *self)
{
  // The sidebar asks before it has this page.
  return self->lesson != NULL ? self->lesson->panel : NULL;
}
