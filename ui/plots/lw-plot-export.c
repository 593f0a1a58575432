// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Export of a plot as a picture or as data, by the same functions as on the command line.

#include <glib/gi18n.h>
#include <string.h>

#include "lw-export-dialog.h"
#include "lw-plot-snapshot.h"
#include "lw-plot-view-private.h"
#include "lw-provenance.h"

static char *
dup_provenance (LwPlotView *self)
{
  return lw_dup_provenance (lw_player_get_mechanism (self->player), LW_VERSION);
}

/// Adds a column of the table: a channel, or a name and a unit.
static void
add_column (GStrvBuilder *names, GStrvBuilder *units, const LwChannel *channel)
{
  g_strv_builder_add (names, channel->name);
  g_strv_builder_add (units, channel->unit);
}

/// Returns the plot with the columns of its table: time or frequency, a value on the horizontal axis
/// if there is one, the curves.
static LwPlotSnapshot *
dup_snapshot (LwPlotView *self)
{
  g_autoptr (GStrvBuilder) name_builder = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) unit_builder = g_strv_builder_new ();
  g_auto (GStrv) names = NULL, units = NULL;
  LwPlot plot;

  lw_plot_view_take_plot (self, &plot);
  if (self->n_own > 0 && self->against == LW_AGAINST_FREQUENCY)
    add_column (name_builder, unit_builder,
                &(LwChannel){ .name = (char *) "frequency", .unit = (char *) "Hz" });
  else if (self->n_own > 0)
    add_column (name_builder, unit_builder, lw_channels_get (self->channel_list, 0));
  if (self->n_own > 0 && self->against == LW_AGAINST_CHANNEL)
    add_column (name_builder, unit_builder,
                lw_channels_get (self->channel_list, (guint) self->x_channel));
  for (guint i = 0; i < self->n_own; i++)
    add_column (name_builder, unit_builder,
                lw_channels_get (self->channel_list, g_array_index (self->channels, guint, i)));
  names = g_strv_builder_end (name_builder);
  units = g_strv_builder_end (unit_builder);
  return lw_plot_snapshot_new (&plot, self->n_own, (const char *const *) names,
                               (const char *const *) units);
}

static LwExportSource
make_source (LwPlotView *self)
{
  return (LwExportSource){ .plot = dup_snapshot (self),
                           .provenance = dup_provenance (self),
                           .part = g_atomic_rc_box_new0 (int) };
}

gboolean
lw_plot_view_export (LwPlotView *self, GFile *file, GError **error)
{
  g_autofree char *name = g_file_get_basename (file);
  const char *suffix = strrchr (name, '.');
  const LwExportEntry *entry = NULL;
  g_autoptr (GBytes) bytes = NULL;
  LwExportSource source;
  void *values;

  g_return_val_if_fail (LW_IS_PLOT_VIEW (self), FALSE);

  if (suffix != NULL)
    entry = lw_export_source_find_entry (LW_EXPORT_KIND_PLOT, suffix + 1);
  if (entry == NULL) {
    g_autofree char *suffixes = lw_export_source_dup_suffixes (LW_EXPORT_KIND_PLOT);

    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME,
                 _ ("The name of “%s” must end with one of %s."), name, suffixes);
    return FALSE;
  }
  source = make_source (self);
  values = lw_export_kind_new_values (LW_EXPORT_KIND_PLOT);
  bytes = lw_export_source_write (&source, LW_EXPORT_KIND_PLOT, entry, values, error);
  lw_export_kind_free_values (LW_EXPORT_KIND_PLOT, values);
  lw_export_source_clear (&source);
  return bytes != NULL && lw_export_save (file, bytes, NULL, error);
}

static void
saved_cb (LwPlotView *self, GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);

  gtk_widget_activate_action (GTK_WIDGET (self), "win.say-exported", "s", uri);
}

static void
copied_cb (LwPlotView *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s", _ ("The picture is copied"));
}

static void
export_cb (GSimpleAction *action, GVariant *parameter, void *data)
{
  LwPlotView *self = data;
  LwExportSource source = make_source (self);
  GtkWindow *parent = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));
  GtkWidget *dialog = lw_export_dialog_new (parent, LW_EXPORT_KIND_PLOT, &source, self->title, 0);

  g_signal_connect_object (dialog, "saved", G_CALLBACK (saved_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dialog, "copied", G_CALLBACK (copied_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
copy_cb (GSimpleAction *action, GVariant *parameter, void *data)
{
  LwPlotView *self = data;
  g_autoptr (GError) error = NULL;
  LwExportSource source = make_source (self);
  void *values = lw_export_kind_new_values (LW_EXPORT_KIND_PLOT);
  g_autoptr (GBytes) bytes = lw_export_source_write (
    &source, LW_EXPORT_KIND_PLOT, lw_exports_find (LW_EXPORT_KIND_PLOT, "png"), values, &error);
  g_autoptr (GdkTexture) texture = NULL;

  lw_export_kind_free_values (LW_EXPORT_KIND_PLOT, values);
  lw_export_source_clear (&source);
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
