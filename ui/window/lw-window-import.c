// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Imports drawings into the mechanism: outlines of SVG and DXF files become bodies, and curves of
// tables fixed ones. The files are
// read in a worker thread. Files can also be dropped onto the window.

#include <glib/gi18n.h>
#include <string.h>

#include "lw-background.h"
#include "lw-import.h"
#include "lw-task.h"
#include "lw-window-private.h"

typedef struct
{
  GFile *file;
  double at[2]; ///< m, centre of the imported outlines
} Importing;

static void
importing_free (gpointer data)
{
  Importing *importing = data;

  g_object_unref (importing->file);
  g_free (importing);
}

static void
import_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Importing *importing = data;
  GError *error = NULL;
  LwImport *import = lw_import_load (importing->file, cancellable, &error);

  if (import == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, import, (GDestroyNotify) lw_import_free);
}

/// Returns a name for the body: "Lever" for "Lever.svg".
static char *
dup_name (GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);
  char *dot = strrchr (base, '.');
  char *name = g_utf8_make_valid (base, dot != NULL ? dot - base : -1);

  g_strdelimit (g_strstrip (name), "\n\r\t", ' ');
  return name;
}

static void
say_imported (LwWindow *self, const LwImport *import)
{
  const guint n = import->plates->len + import->curves->len;
  g_autofree char *bodies =
    g_strdup_printf (g_dngettext (NULL, "%u body imported", "%u bodies imported", n), n);
  g_autofree char *left_out = g_strdup_printf (
    g_dngettext (NULL, "%u element left out", "%u elements left out", import->n_left_out),
    import->n_left_out);
  g_autofree char *text =
    import->n_left_out > 0 ? g_strdup_printf ("%s · %s", bodies, left_out) : g_strdup (bodies);

  gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s", text);
}

static void
add_plates (LwWindow *self, const Importing *importing, const LwImport *import)
{
  LwMechanism *before = lw_window_get_mechanism (self);
  const bool was_empty = lw_mechanism_get_n_bodies (before) == 0;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (int));
  g_autofree char *name = dup_name (importing->file);
  g_autoptr (LwMechanism) next = NULL;
  double minimum[2], maximum[2], offset[2];

  lw_import_get_box (import, minimum, maximum);
  // A curve stays where its numbers are.
  for (int d = 0; d < 2; d++)
    offset[d] = import->plates->len > 0 ? importing->at[d] - 0.5 * (minimum[d] + maximum[d]) : 0;
  next = lw_import_add (import, before, name[0] != '\0' ? name : NULL, offset, ids);
  lw_document_edit (lw_window_get_document (self),
                    import->plates->len > 0 ? _ ("Import Outline") : _ ("Import Curve"), next);
  lw_selection_clear (lw_window_get_selection (self));
  for (guint i = 0; i < ids->len; i++)
    lw_selection_toggle (lw_window_get_selection (self), LW_SELECTION_BODY,
                         g_array_index (ids, int, i));
  // Panning keeps the view from following falling bodies afterwards.
  if (was_empty) {
    lw_canvas_zoom_to_fit (lw_window_get_canvas (self));
    lw_canvas_pan (lw_window_get_canvas (self), 0, 0);
  }
  say_imported (self, import);
}

static void
imported_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  LwWindow *self = LW_WINDOW (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwImport) import = g_task_propagate_pointer (G_TASK (result), &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  lw_window_end_reading (self);
  if (import == NULL)
    lw_window_show_message (self, error->message);
  else if (lw_window_get_document (self) != NULL) {
    lw_window_show_message (self, NULL);
    add_plates (self, g_task_get_task_data (G_TASK (result)), import);
  }
}

void
lw_window_import (LwWindow *self, GFile *file, const double *at)
{
  Importing *importing = g_new0 (Importing, 1);
  g_autofree char *name = lw_window_dup_file_name (file);
  g_autoptr (GTask) task = NULL;

  if (lw_window_get_document (self) == NULL)
    lw_window_new_mechanism (self);
  importing->file = g_object_ref (file);
  for (int d = 0; d < 2; d++)
    importing->at[d] =
      at != NULL ? at[d] : lw_canvas_get_view (lw_window_get_canvas (self))->centre[d];
  task = g_task_new (self, lw_window_begin_reading (self, name), imported_cb, NULL);
  g_task_set_task_data (task, importing, importing_free);
  lw_task_run (task, import_thread);
}

// ---- choosing -------------------------------------------------------------------------------

static void
response_cb (LwWindow *self, int response, GtkNativeDialog *dialog)
{
  if (response == GTK_RESPONSE_ACCEPT) {
    g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

    lw_window_import (self, file, NULL);
  }
  gtk_native_dialog_destroy (dialog);
}

static void
import_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  static const char *const outlines[] = { "*.svg", "*.SVG", "*.dxf", "*.DXF", NULL };
  static const char *const curves[] = { "*.csv", "*.CSV", "*.tsv", "*.TSV", NULL };
  LwWindow *self = LW_WINDOW (widget);
  GtkFileChooserNative *dialog =
    gtk_file_chooser_native_new (_ ("Import an Outline"), GTK_WINDOW (self),
                                 GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Import"), _ ("_Cancel"));

  lw_window_add_filter (GTK_FILE_CHOOSER (dialog), _ ("Drawings (SVG, DXF)"), outlines);
  lw_window_add_filter (GTK_FILE_CHOOSER (dialog), _ ("Curves (CSV, TSV)"), curves);
  lw_window_run_file_dialog (self, dialog, G_CALLBACK (response_cb));
}

// ---- dropping -------------------------------------------------------------------------------

/// Converts a position in the window to the mechanism, m. Returns NULL if it is not on the canvas.
static const double *
find_place (LwWindow *self, double x, double y, double place[3])
{
  const LwView *view = lw_canvas_get_view (lw_window_get_canvas (self));
  double canvas_x, canvas_y;

  if (lw_window_get_document (self) == NULL || view->spatial
      || !gtk_widget_translate_coordinates (
        GTK_WIDGET (self), GTK_WIDGET (lw_window_get_canvas (self)), x, y, &canvas_x, &canvas_y)
      || canvas_x < 0 || canvas_y < 0 || canvas_x > view->width || canvas_y > view->height)
    return NULL;
  lw_view_unproject (view, canvas_x, canvas_y, place);
  return place;
}

/// Imports dropped outlines, adds a dropped image as the background, and opens the first of the
/// other files.
static gboolean
drop_cb (LwWindow *self, const GValue *value, double x, double y)
{
  GSList *files = g_value_get_boxed (value);
  bool opened = false;
  double place[3];

  for (GSList *at = files; at != NULL; at = at->next) {
    g_autofree char *name = g_file_get_basename (at->data);

    if (lw_import_knows (name))
      lw_window_import (self, at->data, find_place (self, x, y, place));
    else if (lw_background_knows (name))
      lw_window_set_background (self, at->data);
    else if (!opened) {
      lw_window_ask_open (self, at->data, false);
      opened = true;
    }
  }
  return files != NULL;
}

void
lw_window_add_drop (LwWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect_swapped (target, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}

void
lw_window_install_import_actions (LwWindowClass *klass)
{
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "win.import", NULL, import_action_cb);
}
