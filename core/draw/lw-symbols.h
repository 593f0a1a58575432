// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The drawing language, symbol by symbol, in px. Everything is built from the link width w, so a
// symbol keeps its proportions at any zoom; strokes do not scale.

#pragma once

#include "lw-palette.h"
#include "lw-scene.h"

G_BEGIN_DECLS

typedef enum
{
  LW_LOOK_NORMAL,
  LW_LOOK_HOVER,
  LW_LOOK_SELECTED,
  LW_LOOK_ERROR,
  LW_LOOK_DISABLED,
} LwLook;

/// What all symbols need.
typedef struct
{
  LwPainter *painter;
  const LwPalette *palette;
  double w;        ///< px, link width
  double emphasis; ///< factor of strokes
} LwBrush;

/// Bodies. Points are x y x y ... in px.
void lw_symbol_bar (const LwBrush *brush,
                    double x1,
                    double y1,
                    double x2,
                    double y2,
                    LwHue hue,
                    LwLook look);
/// Hull of circles of radius w/2 about the points; one point gives a disc, two a bar.
void lw_symbol_plate (const LwBrush *brush, const double *points, size_t n, LwHue hue, LwLook look);
void
lw_symbol_disc (const LwBrush *brush, double x, double y, double radius, LwHue hue, LwLook look);
void
lw_symbol_polygon (const LwBrush *brush, const double *points, size_t n, LwHue hue, LwLook look);
/// The four corners of a box, which are rounded.
void lw_symbol_box (const LwBrush *brush, const double corners[8], LwHue hue, LwLook look);

/// Ground and joints. `angle` turns the symbol, rad, clockwise on the screen.
void lw_symbol_ground (const LwBrush *brush, double x, double y, double angle, double length);
void lw_symbol_ground_pin (const LwBrush *brush, double x, double y, double angle);
void lw_symbol_pin (const LwBrush *brush, double x, double y, int bodies, LwLook look);
void lw_symbol_rail (const LwBrush *brush,
                     double x,
                     double y,
                     double angle,
                     double before,
                     double after,
                     bool grounded);
void lw_symbol_slider (const LwBrush *brush,
                       double x,
                       double y,
                       double angle,
                       LwHue hue,
                       bool turns,
                       LwLook look);
void lw_symbol_slot (const LwBrush *brush,
                     double x,
                     double y,
                     double angle,
                     double before,
                     double after,
                     LwLook look);
void lw_symbol_slot_pin (const LwBrush *brush, double x, double y, LwLook look);
void lw_symbol_weld (const LwBrush *brush, double x, double y, double angle, LwLook look);

/// Force elements between two points. Tension in N, positive pulls together; `part` of the largest
/// load, 0 to 1.
void lw_symbol_rod (const LwBrush *brush,
                    double x1,
                    double y1,
                    double x2,
                    double y2,
                    double tension,
                    double part,
                    LwLook look);
void
lw_symbol_spring (const LwBrush *brush, double x1, double y1, double x2, double y2, LwLook look);
void
lw_symbol_dashpot (const LwBrush *brush, double x1, double y1, double x2, double y2, LwLook look);
void lw_symbol_spring_dashpot (const LwBrush *brush,
                               double x1,
                               double y1,
                               double x2,
                               double y2,
                               LwLook look);

/// Vectors: from (x, y) by (dx, dy) px. Longer than 160 px is cut, shorter than 6 px is a dot.
void
lw_symbol_arrow (const LwBrush *brush, LwArrowKind kind, double x, double y, double dx, double dy);
/// About (x, y); positive is counter-clockwise on the screen.
void lw_symbol_moment (const LwBrush *brush,
                       LwArrowKind kind,
                       double x,
                       double y,
                       bool counter_clockwise);
LwColour lw_symbol_arrow_colour (const LwPalette *palette, LwArrowKind kind);      ///< of the line
LwColour lw_symbol_arrow_text_colour (const LwPalette *palette, LwArrowKind kind); ///< of its label

/// Traces and marks.
void lw_symbol_trace (const LwBrush *brush, const double *points, size_t n);
void lw_symbol_trace_dot (const LwBrush *brush, double x, double y);
void lw_symbol_tracer (const LwBrush *brush, double x, double y, LwLook look);
void lw_symbol_centre_of_mass (const LwBrush *brush, double x, double y);
/// Error of a coupling: `decades` = log10 of error over tolerance, 0 or more.
void lw_symbol_error (const LwBrush *brush, double x, double y, double decades);
void lw_symbol_warning (const LwBrush *brush, double x, double y);
void lw_symbol_dimension (const LwBrush *brush,
                          double x1,
                          double y1,
                          double x2,
                          double y2,
                          double offset,
                          const char *text);
void lw_symbol_frame (const LwBrush *brush, double x, double y, double angle);

G_END_DECLS
