// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The one table of exports. Each kind has an input and options, each entry a kind, a suffix and a
// writer. The command line, its completion and documentation, and the dialogs follow from it.

#pragma once

#include "lw-animation-options.h"
#include "lw-cut-parts.h"
#include "lw-export-option.h"
#include "lw-export.h"
#include "lw-model-files.h"
#include "lw-plot-paper-options.h"
#include "lw-report.h"
#include "lw-series-set.h"
#include "lw-sheet.h"
#include "lw-table.h"

G_BEGIN_DECLS

/// Kinds of exports, by their input.
typedef enum
{
  LW_EXPORT_KIND_TABLE,     ///< channels of a run
  LW_EXPORT_KIND_PLOT,      ///< plots of a run
  LW_EXPORT_KIND_ANIMATION, ///< poses of a run
  LW_EXPORT_KIND_DRAWING,   ///< the mechanism on paper
  LW_EXPORT_KIND_PARTS,     ///< flat parts to be cut
  LW_EXPORT_KIND_REPORT,    ///< report on a run
  LW_EXPORT_KIND_MODEL,     ///< the mechanism itself, for other programs
  LW_EXPORT_KINDS
} LwExportKind;

typedef struct _LwExportEntry LwExportEntry;

/// A run, for programs that write any export of it. Borrowed.
typedef struct
{
  LwProject *project; ///< the mechanism, its view, and its kept runs
  MbdModel *model;
  LwChannels *channels;
  LwProjectRun *run; ///< recorded with its channels
  LwSeriesSet *series;
  const GArray *events;   ///< array of MbdEvent: events to mark in plots; may be NULL
  const char *provenance; ///< NULL if none
  const char *patterns;   ///< channels of tables and plots; NULL: all, or the plots of the file
  const char *against;    ///< horizontal axis of plots; NULL: time
  LwProgress progress;    ///< progress of the writer
} LwExportInput;

typedef struct
{
  const char *verb;  ///< verb of the command line
  const char *label; ///< for dialogs, translatable
  /// Options, all members of a struct of `size` bytes that init () sets to the defaults; NULL and 0
  /// if there are none
  const LwExportOption *options;
  gsize size;
  void (*init) (void *values);
  GBytes *(*write) (const LwExportEntry *entry,
                    const void *values,
                    const LwExportInput *input,
                    GError **error);
} LwExportKindClass;

/// One thing that can be written.
struct _LwExportEntry
{
  LwExportKind kind;
  const char *suffix;   ///< without dot; "/" for a folder
  const char *sentence; ///< translatable

  // The writer, by kind.
  const LwTableClass *table; ///< table; NULL for a project that contains the run
  LwExportFormat picture;    ///< plot, drawing
  GBytes *(*write_parts) (const LwCutParts *parts);
  bool printed; ///< parts: solids for a printer
  GBytes *(*write_report) (const LwSheetSource *source,
                           const LwReportOptions *options,
                           GError **error);
  GBytes *(*write_model) (const LwModelSource *source, GPtrArray *left_out, GError **error);
};

/// Returns the description of a kind.
const LwExportKindClass *lw_export_kind_get_class (LwExportKind kind);
/// Finds the kind of a verb; LW_EXPORT_KINDS if it has none.
LwExportKind lw_export_kind_for_verb (const char *verb);
/// Returns new options with their default values; free them with lw_export_kind_free_values ().
/// NULL if the kind has none.
void *lw_export_kind_new_values (LwExportKind kind);
void lw_export_kind_free_values (LwExportKind kind, void *values);

/// Returns all entries, kind by kind.
const LwExportEntry *lw_exports_get (gsize *n);
/// Finds the entry of a kind for a suffix (without dot, any case); NULL if there is none.
const LwExportEntry *lw_exports_find (LwExportKind kind, const char *suffix);
/// Returns the suffixes of a kind, NULL-terminated, the usual one first. Free with g_free (); the
/// strings are static.
const char **lw_exports_dup_suffixes (LwExportKind kind);

/// Finds the kind for a suffix if only that is given: a picture is a drawing and not a plot.
/// LW_EXPORT_KINDS if nothing has it.
LwExportKind lw_exports_find_kind (const char *suffix);
/// Writes any export of a run but a folder of pictures. `values`: options of its kind.
GBytes *lw_export_entry_write (const LwExportEntry *entry,
                               const void *values,
                               const LwExportInput *input,
                               GError **error);

G_END_DECLS
