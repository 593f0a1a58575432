// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A report as a list of blocks, which is written as HTML or laid out on pages.

#pragma once

#include "lw-report.h"

G_BEGIN_DECLS

typedef enum
{
  LW_BLOCK_TITLE,
  LW_BLOCK_HEADING,
  LW_BLOCK_TEXT,
  LW_BLOCK_FOOT, ///< text about the source, at the end
  LW_BLOCK_TABLE,
  LW_BLOCK_PICTURE,
  LW_BLOCKS
} LwBlockKind;

typedef struct
{
  char *text;
  bool is_number;
} LwBlockCell;

typedef struct
{
  LwBlockKind kind;
  char *text;                 ///< text; of a picture, its description
  GStrv heads;                ///< heads of a table
  GPtrArray *rows;            ///< rows of a table: arrays of LwBlockCell
  double width_mm, height_mm; ///< size of a picture
  LwExportFunc draw;
  void *data;
  GDestroyNotify free_data;
  bool full_page;           ///< on paper, the picture is a page, without margins
  char *title, *provenance; ///< texts in the file of a picture; NULL if none
} LwBlock;

/// Part of the work on a report that lw_report_blocks_new () is.
#define LW_REPORT_BLOCKS_PART 0.3

GPtrArray *lw_report_blocks_new_empty (void);
void lw_report_add_text (GPtrArray *blocks, LwBlockKind kind, const char *text);
/// Adds a table without rows. `heads`: separated by tabulators.
LwBlock *lw_report_add_table (GPtrArray *blocks, const char *heads);
void lw_report_begin_row (LwBlock *table);
void lw_report_add_cell (LwBlock *table, const char *text);
void lw_report_add_number (LwBlock *table, double value);
LwBlock *lw_report_add_picture (GPtrArray *blocks,
                                const char *words,
                                double width_mm,
                                double height_mm,
                                LwExportFunc draw,
                                void *data,
                                GDestroyNotify free_data);
/// Returns the blocks of a report (GPtrArray of LwBlock). `on_paper`: for pages of A4.
GPtrArray *lw_report_blocks_new (const LwSheetSource *source,
                                 const LwReportOptions *options,
                                 bool on_paper,
                                 GError **error);

G_END_DECLS
