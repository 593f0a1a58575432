// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-plot-snapshot.h"

struct _LwPlotSnapshot
{
  gatomicrefcount ref_count;
  LwPlot plot;
  GPtrArray *strings;
  LwPlotCurve *curves;
  LwPlotEvent *events;
  guint n_own;
  char **names, **units; ///< by column of the table
};

/// Returns a copy that the snapshot owns; NULL for NULL.
static const char *
keep (LwPlotSnapshot *self, const char *string)
{
  if (string == NULL)
    return NULL;
  g_ptr_array_add (self->strings, g_strdup (string));
  return self->strings->pdata[self->strings->len - 1];
}

static void
keep_curve (LwPlotSnapshot *self, LwPlotCurve *curve)
{
  curve->label = keep (self, curve->label);
  curve->unit = keep (self, curve->unit);
  lw_series_ref (curve->y);
  lw_series_ref (curve->x);
}

LwPlotSnapshot *
lw_plot_snapshot_new (const LwPlot *plot,
                      guint n_own,
                      const char *const *names,
                      const char *const *units)
{
  LwPlotSnapshot *self = g_new0 (LwPlotSnapshot, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->strings = g_ptr_array_new_with_free_func (g_free);
  self->plot = *plot;
  self->plot.title = keep (self, plot->title);
  self->plot.x_quantity = keep (self, plot->x_quantity);
  self->plot.x_unit = keep (self, plot->x_unit);
  self->plot.y_quantity = keep (self, plot->y_quantity);
  self->plot.y_unit = keep (self, plot->y_unit);
  self->plot.right_quantity = keep (self, plot->right_quantity);
  self->plot.right_unit = keep (self, plot->right_unit);
  self->curves = g_memdup2 (plot->curves, plot->n_curves * sizeof *plot->curves);
  self->events = g_memdup2 (plot->events, plot->n_events * sizeof *plot->events);
  for (size_t i = 0; i < plot->n_curves; i++)
    keep_curve (self, &self->curves[i]);
  self->plot.curves = self->curves;
  self->plot.events = self->events;
  self->n_own = n_own;
  self->names = g_strdupv ((char **) names);
  self->units = g_strdupv ((char **) units);
  return self;
}

LwPlotSnapshot *
lw_plot_snapshot_ref (LwPlotSnapshot *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
lw_plot_snapshot_unref (LwPlotSnapshot *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (size_t i = 0; i < self->plot.n_curves; i++) {
    lw_series_clear (&self->curves[i].y);
    lw_series_clear (&self->curves[i].x);
  }
  g_ptr_array_unref (self->strings);
  g_strfreev (self->names);
  g_strfreev (self->units);
  g_free (self->curves);
  g_free (self->events);
  g_free (self);
}

LwPlot
lw_plot_snapshot_get_plot (const LwPlotSnapshot *self)
{
  return self->plot;
}

/// Returns the columns of the table (LwSeries); none if a curve has no values.
static GArray *
find_columns (const LwPlotSnapshot *self, guint n_columns)
{
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (LwSeries));
  const LwPlotCurve *first = self->curves;

  for (guint i = 0; i < self->n_own; i++)
    if (!lw_series_exists (self->curves[i].y))
      return columns;
  if (self->n_own == 0)
    return columns;
  g_array_append_vals (columns, &(LwSeries){ first->y.recording, 0 }, 1);
  if (n_columns > self->n_own + 1)
    g_array_append_vals (columns, &(LwSeries){ lw_plot_x (first).recording, first->x.column }, 1);
  for (guint i = 0; i < self->n_own; i++)
    g_array_append_vals (columns, &self->curves[i].y, 1);
  return columns;
}

GBytes *
lw_plot_snapshot_write_table (const LwPlotSnapshot *self,
                              const LwTableClass *format,
                              const char *provenance,
                              GError **error)
{
  const guint n = g_strv_length (self->names);
  const LwTableHead head = {
    .n_columns = n,
    .names = (const char *const *) self->names,
    .units = (const char *const *) self->units,
    .title = self->plot.title,
    .provenance = provenance,
  };
  g_autoptr (GArray) columns = find_columns (self, n);
  g_autoptr (GString) bytes = g_string_new (NULL);
  g_autoptr (LwTableWriter) writer =
    lw_table_writer_new (format, &head, lw_table_sink_string, bytes);

  if (columns->len == n
      && !lw_table_writer_add_series (writer, (const LwSeries *) (const void *) columns->data, n,
                                      error))
    return NULL;
  if (!lw_table_writer_finish (writer, error))
    return NULL;
  return g_string_free_to_bytes (g_steal_pointer (&bytes));
}
