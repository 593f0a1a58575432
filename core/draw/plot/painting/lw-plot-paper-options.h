// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Options of plots on a page.

#pragma once

#include "lw-export-option.h"
#include "lw-units.h"

G_BEGIN_DECLS

typedef enum
{
  LW_PLOT_STYLE_LIGHT,
  LW_PLOT_STYLE_DARK,
  LW_PLOT_STYLE_PRINT, ///< black, with dashes and markers
} LwPlotStyle;

typedef enum
{
  LW_PLOT_LEGEND_INSIDE, ///< in the title line
  LW_PLOT_LEGEND_OUTSIDE,
} LwPlotLegendPlace;

/// Options; start from lw_plot_paper_init ().
typedef struct
{
  int style;
  int legend;
  int angles;     ///< unit of angles, LwAngleUnit
  double columns; ///< 1 or 2
  bool shared;    ///< plots of one unit have one range of values
  double width;   ///< mm; 0: the usual one
  double height;  ///< mm; 0: the usual one
  double dpi;     ///< dots per inch of PNG
  char *title;    ///< NULL: no title
  char *font;     ///< family; NULL: the usual one
  double text;    ///< height of the text, points; 0: the usual one
} LwPlotPaper;

extern const LwExportOption lw_plot_paper_options[];
void lw_plot_paper_init (void *values);

G_END_DECLS
