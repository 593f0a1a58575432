// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Declarations shared by the parts of a sheet. Lengths on paper are px, LW_EXPORT_MM_PER_PX each.

#pragma once

#include "lw-number.h"
#include "lw-part-list.h"
#include "lw-period.h"
#include "lw-sheet.h"

G_BEGIN_DECLS

#define LW_SHEET_MM (1 / LW_EXPORT_MM_PER_PX) ///< px per mm
#define LW_SHEET_MARGIN (10 * LW_SHEET_MM)    ///< between the edge of the paper and the frame

typedef struct
{
  double x, y, width, height; ///< px
} LwSheetBox;

/// A dimension line on the sheet.
typedef struct
{
  double ends[2][2]; ///< px, measured points in the area of the drawing
  double offset;     ///< px, of the line from the points
  char *text;
  bool is_angle;    ///< about ends[0], from the x axis to ends[1]
  double label[2];  ///< px, middle of the text
  double extent[2]; ///< px, half width and half height of the box round the text
} LwSheetDimension;

struct _LwSheet
{
  // owned
  LwSheetOptions options;
  LwMechanism *mechanism;
  MbdModel *model;
  MbdModel *first_model;
  LwProjectRun *run;
  LwChanges *changes;
  LwScene *scene;
  MbdState *state;
  GArray *parts; ///< array of LwPartRow
  char *provenance;

  LwUnits units;
  LwView view; ///< view of the area
  double width, height;
  double scale;
  double time;                   ///< s, of the pose
  LwPeriod cycle;                ///< time in which the positions are: a period, else the run
  bool solved;                   ///< the state has been solved
  double minimum[3], maximum[3]; ///< m
  LwSheetBox area;               ///< area of the mechanism
  LwSheetBox block, table;       ///< title block and list of parts; no width: none
};

/// Places frame, title block, list of parts and drawing, and chooses the scale.
bool lw_sheet_lay_out (LwSheet *self, GError **error);
/// Parses a scale such as "1:2"; sets the error. "fit" is 0.
bool lw_sheet_parse_scale (const char *text, double *scale, GError **error);
char *lw_sheet_dup_scale_words (double scale);
const char *lw_sheet_get_paper_name (int paper);

/// Returns the dimensions of a drawing (array of LwSheetDimension), placed.
GArray *lw_sheet_find_dimensions (LwSheet *self, LwPainter *painter);
void lw_sheet_draw_dimensions (const LwSheet *self,
                               LwPainter *painter,
                               const LwPalette *palette,
                               const GArray *dimensions);

/// Heights of the block and the table, px.
double lw_sheet_block_height (const LwSheet *self);
double lw_sheet_table_height (guint n_rows);
void lw_sheet_draw_block (const LwSheet *self, LwPainter *painter, const LwPalette *palette);
void lw_sheet_draw_parts (const LwSheet *self, LwPainter *painter, const LwPalette *palette);

/// Formats a length with the unit, for dimensions. Free with g_free ().
char *lw_sheet_dup_length (const LwSheet *self, double length, bool with_unit);

G_END_DECLS
