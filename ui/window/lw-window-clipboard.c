// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Copy, cut and paste. The clipboard holds the text form of the selection, as text and under a
// separate MIME type, so that it can be pasted in other windows and programs.

#include <glib/gi18n.h>
#include <string.h>

#include "lw-part.h"
#include "lw-window-private.h"

static bool
copy (LwWindow *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GBytes) bytes = NULL;
  GdkContentProvider *providers[2];
  g_autoptr (GdkContentProvider) both = NULL;
  const LwElementRef *refs;
  guint n;

  refs = lw_selection_get (lw_window_get_selection (self), &n);
  text = lw_part_write (lw_window_get_mechanism (self), refs, n, &error);
  if (text == NULL) {
    gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s", error->message);
    return false;
  }
  bytes = g_bytes_new (text, strlen (text));
  providers[0] = gdk_content_provider_new_for_bytes (LW_PART_MIME_TYPE, bytes);
  providers[1] = gdk_content_provider_new_typed (G_TYPE_STRING, text);
  both = gdk_content_provider_new_union (providers, 2);
  return gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (self)), both);
}

static void
copy_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);

  if (lw_window_get_document (self) != NULL)
    copy (self);
}

static void
cut_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);

  if (lw_window_get_document (self) != NULL && copy (self))
    lw_window_delete_selected (self, _ ("Cut"));
}

// ---- paste ----------------------------------------------------------------------------------

/// A paste while the clipboard is read.
typedef struct
{
  LwWindow *window; ///< a reference
  double place[2];  ///< m, centre of the pasted elements
  bool has_place;
} Paste;

static void
paste_free (Paste *self)
{
  g_object_unref (self->window);
  g_free (self);
}

/// Returns the displacement that moves the centre of the part to the paste position; if there is
/// none, beside the likely original.
static LwPlaneMap
find_map (const Paste *self, const LwMechanism *part)
{
  g_autoptr (GArray) all = lw_part_all (part);
  double box[4];

  if (!self->has_place
      || !lw_part_get_box (part, (const LwElementRef *) (const void *) all->data, all->len, box))
    return lw_window_copy_offset (self->window);
  return lw_plane_map_shift (self->place[0] - 0.5 * (box[0] + box[2]),
                             self->place[1] - 0.5 * (box[1] + box[3]));
}

static void
paste_text (const Paste *self, const char *text, gsize length)
{
  GError *error = NULL;
  g_autoptr (LwMechanism) part = lw_part_read (text, length, &error);
  g_autoptr (GArray) made = NULL;
  LwMechanism *next = NULL;
  MbdModel *model = NULL;

  if (part != NULL) {
    const LwPlaneMap map = find_map (self, part);

    next = lw_part_insert (lw_document_get_mechanism (self->window->document), part, &map, &made,
                           &error);
  }
  // Text from another program may be readable without being a valid mechanism.
  if (next != NULL) {
    model = lw_mechanism_compile (next, &error);
    if (model == NULL)
      g_clear_pointer (&next, lw_mechanism_unref);
  }
  lw_window_edit (self->window, _ ("Paste"), next, made, error);
  g_clear_pointer (&model, mbd_model_unref);
}

static void
text_read_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  Paste *self = data;
  gssize size;

  size = g_output_stream_splice_finish (G_OUTPUT_STREAM (object), result, NULL);
  if (self->window->document != NULL && size < 0)
    paste_text (self, "", 0);
  else if (self->window->document != NULL)
    paste_text (self, g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (object)),
                g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (object)));
  paste_free (self);
}

static void
clipboard_read_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  Paste *self = data;
  g_autoptr (GInputStream) input =
    gdk_clipboard_read_finish (GDK_CLIPBOARD (object), result, NULL, NULL);
  g_autoptr (GOutputStream) output = NULL;

  if (input == NULL) {
    if (self->window->document != NULL)
      paste_text (self, "", 0);
    paste_free (self);
    return;
  }
  output = g_memory_output_stream_new_resizable ();
  g_output_stream_splice_async (
    output, input, G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET,
    G_PRIORITY_DEFAULT, NULL, text_read_cb, self);
}

static void
paste_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  static const char *types[] = { LW_PART_MIME_TYPE, "application/json", "text/plain;charset=utf-8",
                                 "text/plain", NULL };
  LwWindow *self = LW_WINDOW (widget);
  Paste *paste;

  if (lw_window_get_document (self) == NULL
      || lw_canvas_get_view (lw_window_get_canvas (self))->spatial)
    return;
  paste = g_new0 (Paste, 1);
  paste->window = g_object_ref (self);
  paste->has_place = lw_window_get_place (self, paste->place);
  gdk_clipboard_read_async (gtk_widget_get_clipboard (widget), types, G_PRIORITY_DEFAULT, NULL,
                            clipboard_read_cb, paste);
}

void
lw_window_install_clipboard_actions (LwWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_install_action (widget_class, "win.copy", NULL, copy_action_cb);
  gtk_widget_class_install_action (widget_class, "win.cut", NULL, cut_action_cb);
  gtk_widget_class_install_action (widget_class, "win.paste", NULL, paste_action_cb);
}
