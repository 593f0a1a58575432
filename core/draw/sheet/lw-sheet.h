// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A drawing of a mechanism on paper, in true scale: frame, title block, dimensions, list of parts,
// paths of tracers, and several positions at once.

#pragma once

#include "lw-export-option.h"
#include "lw-export.h"
#include "lw-progress.h"
#include "lw-project.h"
#include "lw-scene.h"

G_BEGIN_DECLS

typedef enum
{
  LW_PAPER_A4,
  LW_PAPER_A3,
  LW_PAPER_A2,
  LW_PAPER_A1,
  LW_PAPER_A0,
  LW_PAPER_LETTER,
  LW_PAPERS
} LwPaper;

typedef enum
{
  LW_ORIENTATION_AUTO, ///< the one with the larger scale
  LW_ORIENTATION_LANDSCAPE,
  LW_ORIENTATION_PORTRAIT,
} LwOrientation;

typedef enum
{
  LW_SHEET_DIMENSIONS_NONE,
  LW_SHEET_DIMENSIONS_LENGTHS, ///< lengths of links
  LW_SHEET_DIMENSIONS_ALL,     ///< also distances of pins on the ground, and angles of links there
} LwSheetDimensions;

typedef enum
{
  LW_SHEET_UNIT_FILE, ///< unit of the mechanism, else mm
  LW_SHEET_UNIT_MM,
  LW_SHEET_UNIT_M,
  LW_SHEET_UNIT_IN,
} LwSheetUnit;

/// Options of a drawing; start from lw_sheet_options_init ().
typedef struct
{
  char *scale; ///< "1:2"; NULL or "fit": the largest usual scale that fits
  int paper;
  int orientation;
  int dimensions;
  int unit;
  bool dark;
  bool ground;      ///< ground symbols; default true
  bool names;       ///< names of joints and bodies; default true
  bool traces;      ///< paths of tracers; default true
  bool forces;      ///< reactions and loads
  bool parts;       ///< list of parts
  bool title_block; ///< default true
  double positions; ///< positions of a run that are drawn at once; 1: only that of the time
  double time;      ///< s
  double dpi;       ///< dots per inch of PNG
  char *author;     ///< NULL: no such cell
  char *number;     ///< number of the drawing; NULL: no such cell
  char *tolerance;  ///< general tolerance, such as ISO 2768-m; NULL: no such cell
} LwSheetOptions;

extern const LwExportOption lw_sheet_options[];
void lw_sheet_options_init (void *values);
/// Returns true if such a drawing needs a recorded run.
bool lw_sheet_options_need_run (const LwSheetOptions *options, const LwMechanism *mechanism);

/// Input of a drawing; all members are borrowed by lw_sheet_new ().
typedef struct
{
  LwMechanism *mechanism;
  const MbdModel *model;       ///< compiled from the mechanism
  const MbdModel *first_model; ///< at the start of the run; NULL: `model`
  LwProjectRun *run;           ///< NULL: only the start pose
  const LwView *view;          ///< direction of view; NULL: the usual one
  const char *provenance;      ///< NULL if none
  LwProgress progress;         ///< progress of lw_sheet_new (), or of a whole report
} LwSheetSource;

typedef struct _LwSheet LwSheet;

/// Makes a drawing. Returns NULL and an LW_ERROR_USAGE if it does not fit on the paper, with the
/// scale and the paper that would do, or if there is nothing to draw.
LwSheet *lw_sheet_new (const LwSheetSource *source, const LwSheetOptions *options, GError **error);
void lw_sheet_free (LwSheet *self);
/// Returns the size of the paper, mm.
double lw_sheet_get_width (const LwSheet *self);
double lw_sheet_get_height (const LwSheet *self);
/// Returns the scale, drawn length per true length.
double lw_sheet_get_scale (const LwSheet *self);
/// Returns the scale as "1:2". Free with g_free ().
char *lw_sheet_dup_scale (const LwSheet *self);
/// Draws the sheet; an LwExportFunc whose data are the sheet.
void lw_sheet_draw (LwPainter *painter, double width, double height, void *sheet);
GBytes *lw_sheet_to_bytes (LwSheet *self, LwExportFormat format, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwSheet, lw_sheet_free)

G_END_DECLS
