// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A plot as it was when an export was requested: a value that may be passed to another thread.

#pragma once

#include "lw-plot-data.h"
#include "lw-table.h"

G_BEGIN_DECLS

typedef struct _LwPlotSnapshot LwPlotSnapshot;

/// Copies a plot; the recordings are referenced. `names` and `units`: columns of its table, that is,
/// time or frequency, the value on the horizontal axis if there is one, and the first `n_own`
/// curves.
LwPlotSnapshot *lw_plot_snapshot_new (const LwPlot *plot,
                                      guint n_own,
                                      const char *const *names,
                                      const char *const *units);
LwPlotSnapshot *lw_plot_snapshot_ref (LwPlotSnapshot *self);
void lw_plot_snapshot_unref (LwPlotSnapshot *self);
/// Returns the plot; its strings and curves belong to the snapshot.
LwPlot lw_plot_snapshot_get_plot (const LwPlotSnapshot *self);
/// Returns the table of its curves as a file, with a row for each sample that exists in all columns.
GBytes *lw_plot_snapshot_write_table (const LwPlotSnapshot *self,
                                      const LwTableClass *format,
                                      const char *provenance,
                                      GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwPlotSnapshot, lw_plot_snapshot_unref)

G_END_DECLS
