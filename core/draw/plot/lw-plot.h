// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One plot in a rectangle. The time it takes depends on the pixels, not on the number of samples.

#pragma once

#include "lw-axis.h"
#include "lw-palette.h"
#include "lw-recording.h"
#include "lw-units.h"

G_BEGIN_DECLS

/// A column of a recording over another one.
typedef struct
{
  const LwRecording *recording;   ///< borrowed; NULL: nothing recorded yet
  const LwRecording *x_recording; ///< where x_column is: sample by sample that of `recording`;
                                  ///< NULL: the same one
  size_t x_column;                ///< 0: time
  size_t y_column;
  const char *label; ///< for legend and readout
  const char *unit;  ///< ASCII, for the readout; NULL: that of the axis
  guint style;       ///< index of lw_palette_curve ()
  guint other_run;   ///< 0: the shown one; others are dashed, each in its own manner
  bool hidden;       ///< switched off in the legend
  bool right;        ///< on the axis at the right
  double round_off;  ///< values up to it are nothing else, and are told as zero; 0: none is
} LwPlotCurve;

/// Something that happened: a tick on the axis of a plot over time.
typedef struct
{
  double time; ///< s
  bool ends;   ///< what had begun before: an open tick
} LwPlotEvent;

/// What to draw. Start from lw_plot_default (); strings and curves are borrowed.
typedef struct
{
  const char *title;
  const char *x_quantity, *x_unit;         ///< default "t", "s"
  const char *y_quantity, *y_unit;         ///< units in ASCII, of the recording: SI
  const char *right_quantity, *right_unit; ///< of the axis at the right, where a curve is on it
  LwUnits units;                           ///< in which they are shown; default lw_units_default ()
  const LwPlotCurve *curves;
  size_t n_curves;
  bool logarithmic;
  bool equal_scale;                    ///< one unit has as many px on both axes; not over time
  bool spectrum;                       ///< column 0 of the recordings is a frequency
  double x_minimum, x_maximum;         ///< NAN: from the data
  double y_minimum, y_maximum;         ///< NAN: from the visible data
  double right_minimum, right_maximum; ///< the same of the axis at the right
  double cursor;                       ///< in x; NAN: none
  bool paused;       ///< what comes after the cursor is shaded, and a pause sign is shown
  bool readout;      ///< box with the values at the cursor
  double hover;      ///< in x: a line and a box with the values there; NAN: none. Against a value
                     ///< it is an instant, s: rings on the curves, and the box
  double markers[2]; ///< in x, or instants: values there, and their differences; NAN: not set
  const LwPlotEvent *events; ///< borrowed, in order of time
  size_t n_events;
  bool statistics;   ///< smallest, largest, mean and RMS value of what is visible
  double title_room; ///< px left free at the right end of the title line
  bool exact;        ///< for a file: every sample is a point of a line, however long that takes
  double emphasis;   ///< default 1; 2 in a presentation: width of curves
  double font_size;  ///< px of the axis numbers; default 11
} LwPlot;

/// Where things came to lie.
typedef struct
{
  double x, y, width, height; ///< px, the area of the curves
  LwScale x_scale, y_scale;   ///< in the units of the recording
  LwScale right_scale;
  bool has_right; ///< a curve is on the axis at the right
} LwPlotFrame;

LwPlot lw_plot_default (void);
bool lw_plot_is_over_time (const LwPlot *self); ///< or frequency, and not a value against another
/// The instant at which a curve that is not over time was nearest to a place of the plot, drawn
/// with this frame; NAN: there is none, or none nearer than `reach` px.
double lw_plot_nearest_time (const LwPlot *self,
                             const LwPlotFrame *frame,
                             double x,
                             double y,
                             double reach);
/// Draw with the upper left corner of the rectangle at (x, y). `frame` may be NULL.
void lw_plot_draw (const LwPlot *self,
                   LwPainter *painter,
                   const LwPalette *palette,
                   double x,
                   double y,
                   double width,
                   double height,
                   LwPlotFrame *frame);
/// The instant of a plot that was drawn without a cursor: the cursor, its dots and readout, the
/// shade after it. For a caller that keeps a picture of the plot while only the instant moves;
/// `frame` is what drawing that picture gave.
void lw_plot_draw_instant (const LwPlot *self,
                           LwPainter *painter,
                           const LwPalette *palette,
                           const LwPlotFrame *frame);
#define LW_PLOT_LEGEND_NONE (-1)
#define LW_PLOT_LEGEND_MORE (-2) ///< the count of the entries that have no room

/// Index of the curve whose legend entry is at (px, py) from the upper left corner of a plot of
/// this size; or one of the above.
int lw_plot_legend_at (const LwPlot *self,
                       LwFonts *fonts,
                       double width,
                       double height,
                       double px,
                       double py);
/// The sample of line that a curve has in the legend, from x = 0 to LW_PLOT_LEGEND_SAMPLE.
void lw_plot_draw_legend_sample (const LwPlot *self,
                                 LwPainter *painter,
                                 const LwPalette *palette,
                                 size_t curve,
                                 double y);
#define LW_PLOT_LEGEND_SAMPLE 18.0 ///< px

/// What a curve does in one pixel column: first and last value, smallest and largest.
typedef struct
{
  bool any;
  double first, last, minimum, maximum;
  size_t begin, end; ///< samples [begin, end)
} LwPlotColumn;

/// The curve in `n` columns of equal width over [x_minimum, x_maximum]; time must be column 0.
void lw_plot_columns (const LwRecording *recording,
                      size_t y_column,
                      double x_minimum,
                      double x_maximum,
                      LwPlotColumn *columns,
                      size_t n);

G_END_DECLS
