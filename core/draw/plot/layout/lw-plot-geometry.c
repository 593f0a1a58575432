// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Layout of the parts of a plot: its frame from the width of the numbers, its axes, and the values of
// each curve in every column of pixels.

#include "lw-plot-geometry.h"

#include <math.h>

#define MARGIN_LEFT 54.0

// ---- axes ---------------------------------------------------------------------------------------

const char *
lw_plot_shown_unit (const LwPlot *plot, const char *unit)
{
  return lw_unit_shown (lw_units_shown (&plot->units, unit));
}

double
lw_plot_letters (const LwPlot *plot, double px)
{
  return px * (plot->font_size / LW_PLOT_FONT_SIZE);
}

LwTextStyle
lw_plot_number_style (const LwPlot *plot, LwColour colour)
{
  LwTextStyle style = lw_text_style (plot->font_size, 400, colour);

  style.tabular = true;
  return style;
}

/// Returns true for angles in degrees, which have their own ticks.
static bool
in_degrees (const LwPlot *plot, const char *unit)
{
  return unit != NULL && g_str_equal (lw_units_shown (&plot->units, unit), "deg");
}

void
lw_plot_axis_init (LwPlotAxis *self,
                   const LwPlot *plot,
                   const char *quantity,
                   const char *unit,
                   const LwScale *scale,
                   double spacing)
{
  *self = (LwPlotAxis){
    .quantity = quantity,
    .unit = unit,
    .factor = lw_plot_shown_factor (plot, unit),
    .scale = *scale,
  };
  self->scale.minimum *= self->factor;
  self->scale.maximum *= self->factor;
  lw_axis_ticks (&self->scale, spacing, in_degrees (plot, unit), &self->ticks);
}

/// Returns the width of the numbers of an axis, px.
static double
numbers_width (const LwPlotGeometry *self, const LwPlotAxis *axis)
{
  const LwTextStyle style = lw_plot_number_style (self->plot, (LwColour){ 0 });
  const char *decimal_point = lw_fonts_get_decimal_point (self->fonts);
  double widest = 0.0;

  for (int i = 0; i < axis->ticks.n; i++) {
    char text[LW_NUMBER_SIZE];
    LwTextExtents extents;

    lw_format_tick (text, &axis->ticks, i, axis->scale.logarithmic, decimal_point);
    lw_fonts_measure (self->fonts, text, &style, &extents);
    widest = MAX (widest, extents.width);
  }
  return widest;
}

/// Returns the prefix of a unit for a power of ten; NULL if the unit (ASCII) takes none, as degrees,
/// powers and units that have one.
static const char *
find_prefix (const char *unit, int exponent)
{
  static const char *const units[] = { "m", "N", "N m", "N s", "N m s", "N/m",
                                       "J", "W", "s",   "m/s", "Hz",    NULL };
  static const struct
  {
    int exponent;
    const char *prefix;
  } prefixes[] = { { -9, "n" }, { -6, "µ" }, { -3, "m" }, { 3, "k" }, { 6, "M" }, { 9, "G" } };

  for (size_t i = 0; unit != NULL && g_strv_contains (units, unit) && i < G_N_ELEMENTS (prefixes);
       i++)
    if (prefixes[i].exponent == exponent)
      return prefixes[i].prefix;
  return NULL;
}

const char *
lw_plot_axis_prefix (const LwPlot *plot, const LwPlotAxis *axis)
{
  return find_prefix (lw_units_shown (&plot->units, axis->unit), axis->ticks.exponent);
}

// ---- frame --------------------------------------------------------------------------------------

static void
find_columns (LwPlotGeometry *self)
{
  const LwPlot *plot = self->plot;

  self->n_columns = (size_t) CLAMP (self->frame.width, 1.0, 1e4);
  self->columns = g_new0 (LwPlotColumn *, plot->n_curves + 1);
  for (size_t i = 0; i < plot->n_curves; i++) {
    const LwPlotCurve *curve = &plot->curves[i];

    if (!lw_plot_has_samples (curve) || curve->x.column != 0)
      continue;
    self->columns[i] = g_new (LwPlotColumn, self->n_columns);
    lw_plot_columns (curve->y, self->frame.x_scale.minimum, self->frame.x_scale.maximum,
                     self->columns[i], self->n_columns);
  }
}

static void
free_columns (LwPlotGeometry *self)
{
  for (size_t i = 0; i < self->plot->n_curves; i++)
    g_free (self->columns[i]);
  g_clear_pointer (&self->columns, g_free);
}

/// Computes both vertical axes, whose numbers depend only on the height.
static void
find_y_axes (LwPlotGeometry *self)
{
  const LwPlot *plot = self->plot;
  LwPlotFrame *frame = &self->frame;

  lw_plot_find_y_range (self, false, &frame->y_scale);
  frame->y_scale.from = frame->y + frame->height;
  frame->y_scale.to = frame->y;
  lw_plot_axis_init (&self->y_axis, plot, plot->y_quantity, plot->y_unit, &frame->y_scale,
                     lw_plot_letters (plot, LW_PLOT_TICKS_Y));
  if (!frame->has_right)
    return;
  lw_plot_find_y_range (self, true, &frame->right_scale);
  frame->right_scale.from = frame->y_scale.from;
  frame->right_scale.to = frame->y_scale.to;
  lw_plot_axis_init (&self->right_axis, plot, plot->right_quantity, plot->right_unit,
                     &frame->right_scale, lw_plot_letters (plot, LW_PLOT_TICKS_Y));
}

static void
widen (LwScale *scale, double factor)
{
  const double middle = 0.5 * (scale->minimum + scale->maximum);
  const double half = 0.5 * (scale->maximum - scale->minimum) * factor;

  scale->minimum = middle - half;
  scale->maximum = middle + half;
}

/// Extends the axis with more px per unit about its middle until both have equal scales.
static void
equalise (LwPlotGeometry *self)
{
  LwPlotFrame *frame = &self->frame;
  const double x = (frame->x_scale.maximum - frame->x_scale.minimum) / frame->width;
  const double y = (frame->y_scale.maximum - frame->y_scale.minimum) / frame->height;

  if (lw_plot_is_over_time (self->plot) || frame->y_scale.logarithmic || !(x > 0.0) || !(y > 0.0))
    return;
  if (x < y)
    widen (&frame->x_scale, y / x);
  else
    widen (&frame->y_scale, x / y);
  lw_plot_axis_init (&self->y_axis, self->plot, self->plot->y_quantity, self->plot->y_unit,
                     &frame->y_scale, lw_plot_letters (self->plot, LW_PLOT_TICKS_Y));
}

static void
find_frame (LwPlotGeometry *self)
{
  const LwPlot *plot = self->plot;
  LwPlotFrame *frame = &self->frame;
  double left = MARGIN_LEFT, right = LW_PLOT_MARGIN_SIDE;

  lw_plot_find_x_range (self);
  frame->has_right = lw_plot_has_right (plot);
  lw_plot_legend_init (&self->legend, plot, self->fonts, self->width, self->height);
  frame->y = floor (self->y + lw_plot_letters (plot, LW_PLOT_MARGIN_TOP)
                    + (double) self->legend.n_lines * lw_plot_letters (plot, LW_PLOT_LEGEND_LINE));
  frame->height = floor (self->y + self->height - lw_plot_foot_height (plot, self->height)
                         - plot->font_size - 19.0)
                  - frame->y;
  frame->height = MAX (frame->height, 8.0);
  if (frame->has_right)
    right = MARGIN_LEFT;
  // Columns are computed for the usual margins first; wide numbers only cut off some at the sides.
  for (int pass = 0; pass < 2; pass++) {
    double wide_left, wide_right;

    frame->x = floor (self->x + left);
    frame->width = MAX (8.0, floor (self->x + self->width - right) - frame->x);
    find_columns (self);
    find_y_axes (self);
    wide_left = numbers_width (self, &self->y_axis) + 14.0;
    wide_right = frame->has_right ? numbers_width (self, &self->right_axis) + 14.0 : 0.0;
    if (pass == 1 || (wide_left <= left && wide_right <= right))
      break;
    left = MAX (left, wide_left);
    right = MAX (right, wide_right);
    free_columns (self);
  }
  frame->x_scale.from = frame->x;
  frame->x_scale.to = frame->x + frame->width;
  if (plot->equal_scale)
    equalise (self);
  lw_plot_axis_init (&self->x_axis, plot, plot->x_quantity, plot->x_unit, &frame->x_scale,
                     lw_plot_letters (plot, LW_PLOT_TICKS_X));
}

void
lw_plot_geometry_init (LwPlotGeometry *self,
                       const LwPlot *plot,
                       LwFonts *fonts,
                       double x,
                       double y,
                       double width,
                       double height)
{
  *self = (LwPlotGeometry){
    .plot = plot,
    .fonts = fonts,
    .x = x,
    .y = y,
    .width = width,
    .height = height,
  };
  find_frame (self);
}

void
lw_plot_geometry_init_in_frame (LwPlotGeometry *self,
                                const LwPlot *plot,
                                LwFonts *fonts,
                                const LwPlotFrame *frame)
{
  *self = (LwPlotGeometry){
    .plot = plot,
    .fonts = fonts,
    .frame = *frame,
    .x = frame->x,
    .y = frame->y,
    .width = frame->width,
    .height = frame->height,
  };
  lw_plot_axis_init (&self->x_axis, plot, plot->x_quantity, plot->x_unit, &frame->x_scale,
                     lw_plot_letters (plot, LW_PLOT_TICKS_X));
  lw_plot_axis_init (&self->y_axis, plot, plot->y_quantity, plot->y_unit, &frame->y_scale,
                     lw_plot_letters (plot, LW_PLOT_TICKS_Y));
  if (frame->has_right)
    lw_plot_axis_init (&self->right_axis, plot, plot->right_quantity, plot->right_unit,
                       &frame->right_scale, lw_plot_letters (plot, LW_PLOT_TICKS_Y));
}

void
lw_plot_geometry_clear (LwPlotGeometry *self)
{
  if (self->columns != NULL)
    free_columns (self);
  lw_plot_legend_clear (&self->legend);
}

// ---- places -------------------------------------------------------------------------------------

const LwScale *
lw_plot_scale_of (const LwPlotFrame *frame, const LwPlotCurve *curve)
{
  return curve->right ? &frame->right_scale : &frame->y_scale;
}

const LwPlotAxis *
lw_plot_axis_of (const LwPlotGeometry *self, const LwPlotCurve *curve)
{
  return curve->right ? &self->right_axis : &self->y_axis;
}

double
lw_plot_map_y (const LwPlotGeometry *self, const LwScale *scale, double value)
{
  const double limit = 4.0 * self->height;
  double px;

  if (scale->logarithmic && !(value >= scale->minimum))
    return NAN;
  px = lw_scale_map (scale, value);
  // Far outside the exact place does not matter, but cairo's coordinates must not overflow.
  return isfinite (px) ? CLAMP (px, self->y - limit, self->y + self->height + limit) : NAN;
}

bool
lw_plot_place_at (const LwPlotGeometry *self,
                  const LwPlotCurve *curve,
                  double time,
                  double *x,
                  double *y)
{
  const LwPlotFrame *frame = &self->frame;
  double value_x, value_y;

  if (!lw_plot_value_at (curve, time, &value_x, &value_y))
    return false;
  *x = lw_scale_map (&frame->x_scale, value_x);
  *y = lw_plot_map_y (self, lw_plot_scale_of (frame, curve), value_y);
  return *x >= frame->x - 1.0 && *x <= frame->x + frame->width + 1.0 && *y >= frame->y - 1.0
         && *y <= frame->y + frame->height + 1.0;
}

void
lw_plot_visible_box (const LwPlotGeometry *self, const LwPlotCurve *curve, double box[4])
{
  const LwPlot *plot = self->plot;
  const LwScale *x = &self->frame.x_scale, *y = lw_plot_scale_of (&self->frame, curve);
  const double low = curve->right ? plot->right_minimum : plot->y_minimum;
  // An axis that shows the whole range excludes nothing, even if it begins at a rounded number.
  const bool whole_x = isnan (plot->x_minimum), whole_y = isnan (low);

  box[0] = whole_x ? -INFINITY : x->minimum;
  box[1] = whole_x ? INFINITY : x->maximum;
  box[2] = whole_y ? -INFINITY : y->minimum;
  box[3] = whole_y ? INFINITY : y->maximum;
}
