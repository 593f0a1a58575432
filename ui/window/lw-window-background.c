// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Places an image behind the mechanism, to trace over. Its file is read and checked in a worker
// thread.

#include <glib/gi18n.h>

#include "lw-background-image.h"
#include "lw-task.h"
#include "lw-window-private.h"

/// Width of a new image, as a fraction of the width of the canvas.
#define WIDTH_SHARE 0.6

static GBytes *
read_image (GFile *file, GCancellable *cancellable, GError **error)
{
  g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, error);
  g_autofree char *data = NULL;
  gsize size = 0;

  if (stream == NULL)
    return NULL;
  // Reading one byte beyond the limit detects files that are too large.
  data = g_malloc (LW_BACKGROUND_MAX_BYTES + 1);
  if (!g_input_stream_read_all (G_INPUT_STREAM (stream), data, LW_BACKGROUND_MAX_BYTES + 1, &size,
                                cancellable, error))
    return NULL;
  return g_bytes_new (data, size);
}

static void
load_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const LwDeadline deadline = lw_background_deadline (cancellable);
  GError *error = NULL;
  g_autoptr (GBytes) bytes = read_image (data, cancellable, &error);
  g_autoptr (LwBackground) background = bytes != NULL ? lw_background_new (bytes, &error) : NULL;
  cairo_surface_t *image =
    background != NULL ? lw_background_decode (background->image, &deadline, &error) : NULL;

  if (image == NULL) {
    g_task_return_error (task, error);
    return;
  }
  cairo_surface_destroy (image);
  g_task_return_pointer (task, g_steal_pointer (&background), (GDestroyNotify) lw_background_free);
}

/// Places a new image at the centre of the view; a replacement gets the placement of the old image.
static void
place (LwWindow *self, const LwBackground *old, LwBackground *background)
{
  const LwView *view = lw_canvas_get_view (lw_window_get_canvas (self));

  if (old != NULL) {
    background->width = old->width;
    background->angle = old->angle;
    background->opacity = old->opacity;
  }
  for (int d = 0; d < 2; d++)
    background->centre[d] = old != NULL ? old->centre[d] : view->centre[d];
  if (old == NULL && view->width > 0)
    background->width = WIDTH_SHARE * view->width / view->scale;
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  LwWindow *self = LW_WINDOW (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwBackground) background = g_task_propagate_pointer (G_TASK (result), &error);
  g_autoptr (LwMechanism) next = NULL;
  const LwBackground *old;
  LwMechanism *before;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  lw_window_end_reading (self);
  if (background == NULL) {
    lw_window_show_message (self, error->message);
    return;
  }
  if (lw_window_get_document (self) == NULL)
    return;
  before = lw_window_get_mechanism (self);
  old = lw_mechanism_get_background (before);
  place (self, old, background);
  next = lw_mechanism_with_background (before, background);
  lw_window_show_message (self, NULL);
  lw_document_edit (lw_window_get_document (self),
                    old != NULL ? _ ("Change Background Image") : _ ("Add Background Image"), next);
  // The inspector shows the card of the image if nothing is selected.
  lw_selection_clear (lw_window_get_selection (self));
}

void
lw_window_set_background (LwWindow *self, GFile *file)
{
  g_autofree char *name = lw_window_dup_file_name (file);
  g_autoptr (GTask) task = NULL;

  if (lw_window_get_document (self) == NULL)
    lw_window_new_mechanism (self);
  task = g_task_new (self, lw_window_begin_reading (self, name), loaded_cb, NULL);
  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  lw_task_run (task, load_thread);
}

static void
response_cb (LwWindow *self, int response, GtkNativeDialog *dialog)
{
  if (response == GTK_RESPONSE_ACCEPT) {
    g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

    lw_window_set_background (self, file);
  }
  gtk_native_dialog_destroy (dialog);
}

static void
background_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  static const char *const images[] = {
    "*.png", "*.PNG", "*.jpg", "*.JPG", "*.jpeg", "*.JPEG", NULL
  };
  LwWindow *self = LW_WINDOW (widget);
  GtkFileChooserNative *dialog =
    gtk_file_chooser_native_new (_ ("Choose a Background Image"), GTK_WINDOW (self),
                                 GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Choose"), _ ("_Cancel"));

  lw_window_add_filter (GTK_FILE_CHOOSER (dialog), _ ("Images (PNG, JPEG)"), images);
  lw_window_run_file_dialog (self, dialog, G_CALLBACK (response_cb));
}

static void
remove_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  g_autoptr (LwMechanism) next = NULL;

  if (lw_window_get_document (self) == NULL
      || lw_mechanism_get_background (lw_window_get_mechanism (self)) == NULL)
    return;
  next = lw_mechanism_with_background (lw_window_get_mechanism (self), NULL);
  lw_document_edit (lw_window_get_document (self), _ ("Remove Background Image"), next);
}

/// Activates the tool with which the user clicks two points of the image and types their distance.
static void
scale_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);

  lw_window_uncover_canvas (self);
  gtk_widget_activate_action (widget, "win.tool", "s", lw_tool_get_info (LW_TOOL_SCALE)->name);
}

void
lw_window_install_background_actions (LwWindowClass *klass)
{
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "win.background", NULL,
                                   background_action_cb);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "win.remove-background", NULL,
                                   remove_action_cb);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "win.scale-background", NULL,
                                   scale_action_cb);
}
