// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Exports of the drawn mechanism and of plots in a worker thread: previews and files.

#pragma once

#include "lw-exports.h"
#include "lw-full-run.h"
#include "lw-plot-snapshot.h"
#include "lw-player.h"
#include "lw-report-pages.h"

G_BEGIN_DECLS

/// Data to be exported; fields are owned.
typedef struct
{
  LwMechanism *mechanism;
  MbdModel *model;
  MbdModel *first_model;
  LwProjectRun *run; ///< NULL if nothing is recorded
  char *provenance;
  LwView view;               ///< direction of view
  LwPlotSnapshot *plot;      ///< for plots, which need no mechanism; otherwise NULL
  LwFullRun *full;           ///< for reports; NULL for plots
  int *part;                 ///< progress of drawing and writing, of LW_FULL_RUN_PARTS, atomic
  GCancellable *cancellable; ///< stops the work with this source; borrowed; NULL: none
} LwExportSource;

/// Returns the progress of the work with this source or a copy of it, 0 to 1: of recording the run of a
/// report, and of drawing and writing.
double lw_export_source_get_part (const LwExportSource *self);
/// Takes the run that the player shows, as far as it is recorded, and pauses the player for this.
void lw_export_source_init (LwExportSource *self, LwPlayer *player, const char *version);
void lw_export_source_copy (LwExportSource *self, const LwExportSource *from);
void lw_export_source_clear (LwExportSource *self);
/// Returns the suffixes of the formats that are offered, as ".pdf, .svg". Free with g_free ().
char *lw_export_source_dup_suffixes (LwExportKind kind);
/// Finds the entry for a suffix in a dialog of this kind: plots can also be written as tables.
const LwExportEntry *lw_export_source_find_entry (LwExportKind kind, const char *suffix);
/// Returns true if the entry is offered in a dialog of this kind.
bool lw_export_source_offers (LwExportKind kind, const LwExportEntry *entry);
/// Makes the bytes of an entry; `values` are the options of the kind.
GBytes *lw_export_source_write (const LwExportSource *self,
                                LwExportKind kind,
                                const LwExportEntry *entry,
                                const void *values,
                                GError **error);

/// Pages to be printed, all of one size.
typedef struct
{
  double width_mm, height_mm;
  guint n;
  guint current;     ///< page to be drawn, from 0
  LwExportFunc draw; ///< draws the current page; its data are this object
  // owned
  LwSheet *sheet;
  LwPlotSnapshot *plot;
  LwReportPages *report;
  const char *font; ///< family; NULL: the usual one
  void *values;
  LwExportKind kind;
} LwExportPages;

/// Returns the pages of a kind that can be printed (lw_export_kind_has_pages ()). NULL and the error
/// if they cannot be drawn.
LwExportPages *lw_export_pages_new (const LwExportSource *source,
                                    LwExportKind kind,
                                    const void *values,
                                    GError **error);
void lw_export_pages_free (LwExportPages *self);
bool lw_export_kind_has_pages (LwExportKind kind);

typedef struct
{
  cairo_surface_t *picture;
  char *summary; ///< scale and paper, or the number of parts, layers and sheets
  char *warning; ///< NULL if there is none
} LwExportPreview;

void lw_export_preview_free (LwExportPreview *self);

/// Draws a preview of a kind with its options (lw_export_kind_get_class ()), of the given size in px
/// with `factor` dots per px.
void lw_export_preview_async (LwExportKind kind,
                              const LwExportEntry *entry,
                              const LwExportSource *source,
                              const void *values,
                              int width,
                              int height,
                              int factor,
                              bool dark,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer data);
LwExportPreview *lw_export_preview_finish (GAsyncResult *result, GError **error);

/// Makes the bytes of an entry and, unless `file` is NULL, saves them.
void lw_export_write_async (LwExportKind kind,
                            const LwExportEntry *entry,
                            const LwExportSource *source,
                            const void *values,
                            GFile *file,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer data);
GBytes *lw_export_write_finish (GAsyncResult *result, GError **error);

G_END_DECLS
