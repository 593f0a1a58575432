// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One plot in a rectangle. Drawing time depends on the number of pixels, not of samples.

#pragma once

#include "lw-axis.h"
#include "lw-palette.h"
#include "lw-recording.h"
#include "lw-units.h"

G_BEGIN_DECLS

/// A column of a recording over another one.
typedef struct
{
  const LwRecording *recording; ///< borrowed; NULL if nothing has been recorded yet
  /// recording of x_column, with the same samples as `recording`; NULL if it is the same
  const LwRecording *x_recording;
  size_t x_column; ///< 0: time
  size_t y_column;
  const char *label; ///< for legend and readout
  const char *unit;  ///< ASCII, for the readout; NULL for the unit of the axis
  guint style;       ///< index of lw_palette_curve ()
  guint other_run;   ///< 0 for the displayed run; others have a dash pattern each
  /// name of the other run: the legend has one entry for all its curves, named by this; NULL: each
  /// curve has an entry
  const char *run;
  bool hidden;      ///< switched off in the legend
  bool right;       ///< uses the axis at the right
  double round_off; ///< values up to it are round-off and shown as zero; 0 if none are
} LwPlotCurve;

/// An event: a tick on the axis of a plot over time.
typedef struct
{
  double time; ///< s
  bool ends;   ///< end of something that began before: an open tick
} LwPlotEvent;

/// Parameters of a plot; start from lw_plot_default (). Strings and curves are borrowed.
typedef struct
{
  const char *title;
  const char *x_quantity, *x_unit;         ///< default "t", "s"
  const char *y_quantity, *y_unit;         ///< ASCII units of the recording: SI
  const char *right_quantity, *right_unit; ///< axis at the right, if a curve uses it
  LwUnits units;                           ///< displayed units; default lw_units_default ()
  const LwPlotCurve *curves;
  size_t n_curves;
  bool logarithmic;
  bool equal_scale;                    ///< equal px per unit on both axes; not over time
  bool spectrum;                       ///< column 0 of the recordings is a frequency
  double x_minimum, x_maximum;         ///< NAN to fit the data
  double y_minimum, y_maximum;         ///< NAN to fit the visible data
  double right_minimum, right_maximum; ///< axis at the right; NAN to fit the visible data
  double cursor;                       ///< in x; NAN if none
  bool paused;  ///< the part after the cursor is shaded, and a pause sign is shown
  bool readout; ///< show a box with the values at the cursor
  /// in x: a line and a box with the values there; NAN if none. On a plot against a value it is a
  /// time, s: rings on the curves, and the box
  double hover;
  double markers[2]; ///< in x, or times in s: values there, and their differences; NAN if not set
  const LwPlotEvent *events; ///< borrowed, in order of time
  size_t n_events;
  bool statistics;   ///< show smallest, largest, mean and RMS value of the visible part
  double title_room; ///< px left free at the right end of the title line
  /// for a file: lines through the samples, of which those closer than 0.05 mm are merged
  bool exact;
  bool no_legend;   ///< the caller draws a legend
  double emphasis;  ///< factor on the width of curves; default 1; 2 in a presentation
  double font_size; ///< px, of the axis numbers; default 11
} LwPlot;

/// Layout of a plot that has been drawn.
typedef struct
{
  double x, y, width, height; ///< px, area of the curves
  LwScale x_scale, y_scale;   ///< in the units of the recording
  LwScale right_scale;
  bool has_right; ///< true if a curve uses the axis at the right
} LwPlotFrame;

LwPlot lw_plot_default (void);
/// Returns true if the x axis is time or frequency, false for a value against another.
bool lw_plot_is_over_time (const LwPlot *self);
/// Returns the time at which a curve that is not over time was nearest to a place of the plot,
/// drawn with this frame; NAN if there is none nearer than `reach` px.
double lw_plot_nearest_time (const LwPlot *self,
                             const LwPlotFrame *frame,
                             double x,
                             double y,
                             double reach);
/// Draws the plot with the upper left corner of the rectangle at (x, y). `frame` may be NULL.
void lw_plot_draw (const LwPlot *self,
                   LwPainter *painter,
                   const LwPalette *palette,
                   double x,
                   double y,
                   double width,
                   double height,
                   LwPlotFrame *frame);
/// Draws the displayed time of a plot that was drawn without a cursor: the cursor, its dots and
/// readout, the shade after it. For callers that keep a picture of the plot while only the time
/// changes; `frame` is the layout from drawing that picture.
void lw_plot_draw_instant (const LwPlot *self,
                           LwPainter *painter,
                           const LwPalette *palette,
                           const LwPlotFrame *frame);
#define LW_PLOT_LEGEND_NONE (-1)
#define LW_PLOT_LEGEND_MORE (-2) ///< the count of omitted entries

/// Returns the index of the curve whose legend entry is at (px, py) from the upper left corner of a
/// plot of this size, or one of the constants above; of a named run, the first curve.
int lw_plot_legend_at (const LwPlot *self,
                       LwFonts *fonts,
                       double width,
                       double height,
                       double px,
                       double py);
/// Draws the line sample of a curve in the legend, from x = 0 to LW_PLOT_LEGEND_SAMPLE.
void lw_plot_draw_legend_sample (const LwPlot *self,
                                 LwPainter *painter,
                                 const LwPalette *palette,
                                 size_t curve,
                                 double y);
#define LW_PLOT_LEGEND_SAMPLE 18.0 ///< px

/// Values of a curve in one pixel column: first and last, smallest and largest.
typedef struct
{
  bool any;
  double first, last, minimum, maximum;
  size_t begin, end; ///< samples [begin, end)
} LwPlotColumn;

/// Computes the curve in `n` columns of equal width over [x_minimum, x_maximum]; time must be
/// column 0.
void lw_plot_columns (const LwRecording *recording,
                      size_t y_column,
                      double x_minimum,
                      double x_maximum,
                      LwPlotColumn *columns,
                      size_t n);

G_END_DECLS
