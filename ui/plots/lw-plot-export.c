// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Export of a plot as a picture or as data, by the same functions as on the command line.

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-computation.h"
#include "lw-exports.h"
#include "lw-file-name.h"
#include "lw-plot-view-private.h"
#include "lw-provenance.h"

#define PX_PER_MM (1 / LW_EXPORT_MM_PER_PX)
#define WIDTH_MM 160
#define HEIGHT_MM 90

static char *
dup_provenance (LwPlotView *self)
{
  return lw_dup_provenance (lw_player_get_mechanism (self->player), LW_VERSION);
}

// ---- data -----------------------------------------------------------------------------------

/// Returns the columns of the table: time or frequency, a value on the horizontal axis if there
/// is one, the curves.
static GArray *
find_table (LwPlotView *self, GArray *indices)
{
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (LwColumn));
  LwPlotCurve *curves = (LwPlotCurve *) (void *) self->curves->data;
  guint x_channel = (guint) self->x_channel;
  LwColumn column = { NULL, 0 };

  lw_plot_view_find_columns (self);
  for (guint i = 0; i < self->n_own; i++)
    if (curves[i].recording == NULL)
      return columns;
  if (self->n_own == 0)
    return columns;
  column.recording = (LwRecording *) curves[0].recording;
  g_array_append_val (columns, column);
  g_array_append_vals (indices, &(guint){ 0 }, 1);
  if (self->against == LW_AGAINST_CHANNEL) {
    column = (LwColumn){ (LwRecording *) curves[0].x_recording, curves[0].x_column };
    g_array_append_val (columns, column);
    g_array_append_val (indices, x_channel);
  }
  for (guint i = 0; i < self->n_own; i++) {
    column = (LwColumn){ (LwRecording *) curves[i].recording, curves[i].y_column };
    g_array_append_val (columns, column);
    g_array_append_vals (indices, &g_array_index (self->channels, guint, i), 1);
  }
  return columns;
}

/// Returns the table, with a row for each sample that exists in all columns.
static GBytes *
dup_table (LwPlotView *self, const LwTableClass *format, GError **error)
{
  static const char *const frequency[] = { "frequency", "Hz" };
  g_autofree char *provenance = dup_provenance (self);
  const LwTableHead head = { .title = self->title, .provenance = provenance };
  g_autoptr (GArray) indices = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) columns = find_table (self, indices);
  g_autofree double *row = g_new (double, columns->len + 1);
  g_autoptr (GString) bytes = g_string_new (NULL);
  g_autoptr (LwTableWriter) writer = lw_table_writer_new_for_channels (
    format, &head, self->channel_list, (const guint *) (const void *) indices->data, indices->len,
    self->against == LW_AGAINST_FREQUENCY ? frequency : NULL, lw_table_sink_string, bytes);
  gsize n_samples = columns->len > 0 ? G_MAXSIZE : 0;

  for (guint i = 0; i < columns->len; i++)
    n_samples =
      MIN (n_samples, lw_recording_n_samples (g_array_index (columns, LwColumn, i).recording));
  for (gsize sample = 0; sample < n_samples; sample++) {
    for (guint i = 0; i < columns->len; i++) {
      const LwColumn *column = &g_array_index (columns, LwColumn, i);

      row[i] = lw_recording_value (column->recording, column->column, sample);
    }
    if (!lw_table_writer_add_row (writer, row, error))
      return NULL;
  }
  return lw_table_writer_finish (writer, error) ? g_string_free_to_bytes (g_steal_pointer (&bytes))
                                                : NULL;
}

// ---- files ----------------------------------------------------------------------------------

static GBytes *
dup_picture (LwPlotView *self, LwExportFormat format, GError **error)
{
  g_autofree char *provenance = dup_provenance (self);
  LwExport export = lw_export_default (format);

  export.width_mm = WIDTH_MM;
  export.height_mm = HEIGHT_MM;
  export.title = self->title;
  export.provenance = provenance;
  return lw_export_to_bytes (&export, lw_plot_view_draw, self, error);
}

gboolean
lw_plot_view_export (LwPlotView *self, GFile *file, GError **error)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autoptr (GBytes) bytes = NULL;
  const LwExportEntry *table = NULL, *picture = NULL;
  const char *suffix;

  g_return_val_if_fail (LW_IS_PLOT_VIEW (self), FALSE);

  suffix = strrchr (name, '.');
  if (suffix != NULL) {
    table = lw_exports_find (LW_EXPORT_KIND_TABLE, suffix + 1);
    picture = lw_exports_find (LW_EXPORT_KIND_PLOT, suffix + 1);
  }
  if (table != NULL && table->table != NULL)
    bytes = dup_table (self, table->table, error);
  else if (picture != NULL)
    bytes = dup_picture (self, picture->picture, error);
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME,
                 _ ("The name of “%s” must end with .pdf, .svg, .png, .csv, .tsv, .json, .npz or "
                    ".mat."),
                 name);
  if (bytes == NULL)
    return FALSE;
  return lw_export_save (file, bytes, NULL, error);
}

static void
export_response_cb (LwPlotView *self, int response, GtkNativeDialog *dialog)
{
  if (response == GTK_RESPONSE_ACCEPT) {
    g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
    g_autoptr (GError) error = NULL;

    g_autofree char *uri = g_file_get_uri (file);

    if (lw_plot_view_export (self, file, &error))
      gtk_widget_activate_action (GTK_WIDGET (self), "win.say-exported", "s", uri);
    else
      gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s", error->message);
  }
  gtk_native_dialog_destroy (dialog);
  g_object_unref (dialog);
}

/// Adds a filter for all formats in which a plot can be written.
static void
add_filter (GtkFileChooser *chooser)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
  gsize n;
  const LwExportEntry *entries = lw_exports_get (&n);

  gtk_file_filter_set_name (filter, _ ("Pictures and Data"));
  for (gsize i = 0; i < n; i++)
    if (entries[i].kind == LW_EXPORT_KIND_PLOT || entries[i].table != NULL)
      gtk_file_filter_add_suffix (filter, entries[i].suffix);
  gtk_file_chooser_add_filter (chooser, filter);
}

static void
export_cb (GSimpleAction *action, GVariant *parameter, void *data)
{
  LwPlotView *self = data;
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
    _ ("Export the Plot"), GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
    GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"), _ ("_Cancel"));
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (dialog);
  g_autofree char *name = lw_file_name_propose (self->title, _ ("New Plot"), ".pdf");

  gtk_file_chooser_set_current_name (chooser, name);
  add_filter (chooser);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (export_response_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
copy_cb (GSimpleAction *action, GVariant *parameter, void *data)
{
  LwPlotView *self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = dup_picture (self, LW_EXPORT_PNG, &error);
  g_autoptr (GdkTexture) texture = NULL;

  if (bytes != NULL)
    texture = gdk_texture_new_from_bytes (bytes, &error);
  if (texture == NULL) {
    gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s", error->message);
    return;
  }
  gdk_clipboard_set_texture (gtk_widget_get_clipboard (GTK_WIDGET (self)), texture);
}

void
lw_plot_view_add_export_actions (LwPlotView *self)
{
  static const GActionEntry entries[] = {
    { .name = "copy", .activate = copy_cb },
    { .name = "export", .activate = export_cb },
  };

  g_action_map_add_action_entries (self->actions, entries, G_N_ELEMENTS (entries), self);
}
