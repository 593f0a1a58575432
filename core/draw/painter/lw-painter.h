// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The drawing interface used by everything, so that the same code serves the canvas, the plots,
// PNG, PDF, SVG and print. Coordinates are px, y down; angles are rad, clockwise on the screen.
// Paths are stored in the coordinates of the surface, so a transformation may change between the
// points of a path. A painter belongs to one thread.

#pragma once

#include <cairo.h>
#include <glib.h>
#include <stdbool.h>

G_BEGIN_DECLS

typedef struct
{
  double red, green, blue, alpha; ///< 0 to 1, not premultiplied, sRGB
} LwColour;

typedef enum
{
  LW_ANCHOR_START,
  LW_ANCHOR_MIDDLE,
  LW_ANCHOR_END,
} LwAnchor;

typedef enum
{
  LW_CAP_ROUND, ///< the default
  LW_CAP_BUTT,
} LwCap;

typedef enum
{
  LW_JOIN_ROUND, ///< the default
  LW_JOIN_MITRE,
} LwJoin;

/// Appearance of a string; start from lw_text_style ().
typedef struct
{
  double size; ///< px
  int weight;  ///< 400 normal, 500 medium, 600 semibold, 700 bold
  bool italic;
  bool tabular;    ///< digits of equal width, for values that change
  bool centred;    ///< y is the middle of the digits; default: the base line
  LwAnchor anchor; ///< part of the string that is at x
  LwColour colour;
  double outline;          ///< px, width of the stroke behind the letters; 0 if none
  LwColour outline_colour; ///< the background colour
} LwTextStyle;

typedef struct
{
  double width;   ///< px, the advance
  double ascent;  ///< px above the base line, of the font
  double descent; ///< px below the base line, of the font
} LwTextExtents;

/// Fonts and shaped strings. Must outlive the painters that use them (one per widget, so that a
/// label that does not change is shaped once, not in every frame).
typedef struct _LwFonts LwFonts;

LwFonts *lw_fonts_new (const char *family); ///< Creates fonts of a family; NULL for LW_FONT_FAMILY.
LwFonts *lw_fonts_ref (LwFonts *self);
void lw_fonts_unref (LwFonts *self);
void lw_fonts_set_family (LwFonts *self, const char *family);
const char *lw_fonts_get_family (const LwFonts *self);
void lw_fonts_measure (LwFonts *self,
                       const char *text,
                       const LwTextStyle *style,
                       LwTextExtents *extents);
/// Sets whether advances of letters are exact (paper) or rounded to px (screen, the default).
void lw_fonts_set_exact (LwFonts *self, bool exact);
bool lw_fonts_get_exact (const LwFonts *self);
/// Sets the decimal separator of numbers that are drawn; "." unless the interface sets the
/// separator of the locale. Never set for files.
void lw_fonts_set_decimal_point (LwFonts *self, const char *decimal_point);
const char *lw_fonts_get_decimal_point (const LwFonts *self);

#define LW_FONT_FAMILY "Cantarell, Inter, sans"

typedef struct _LwPainter LwPainter;

/// Creates a painter on a cairo context, which must outlive it.
LwPainter *lw_painter_new_cairo (cairo_t *cairo, LwFonts *fonts);
/// Creates a painter that writes SVG with text as text; see lw_painter_svg_finish ().
LwPainter *lw_painter_new_svg (double width_px,
                               double height_px,
                               double px_in_mm,
                               const char *title,
                               const char *description,
                               LwFonts *fonts);
/// Returns the complete document, closed. Nothing may be drawn afterwards.
GString *lw_painter_svg_finish (LwPainter *self);
void lw_painter_free (LwPainter *self);
LwFonts *lw_painter_get_fonts (LwPainter *self);

/// State: transformation, clip, dash, cap and join.
void lw_painter_save (LwPainter *self);
void lw_painter_restore (LwPainter *self);
void lw_painter_translate (LwPainter *self, double x, double y);
void lw_painter_rotate (LwPainter *self, double angle);
void lw_painter_scale (LwPainter *self, double sx, double sy);
void lw_painter_clip_rect (LwPainter *self, double x, double y, double width, double height);
/// Sets the lengths on and off along the line, px; n = 0: solid. At most 8.
void lw_painter_set_dash (LwPainter *self, const double *dashes, int n, double offset);
void lw_painter_set_cap (LwPainter *self, LwCap cap);
void lw_painter_set_join (LwPainter *self, LwJoin join);
/// Begins a group: everything drawn until lw_painter_end_group () is one picture, composited with
/// its opacity.
void lw_painter_begin_group (LwPainter *self);
void lw_painter_end_group (LwPainter *self, double opacity);

/// Path. fill, stroke and fill_stroke draw it and begin a new one.
void lw_painter_move_to (LwPainter *self, double x, double y);
void lw_painter_line_to (LwPainter *self, double x, double y);
void lw_painter_curve_to (LwPainter *self,
                          double x1,
                          double y1,
                          double x2,
                          double y2,
                          double x3,
                          double y3);
/// Adds an arc from angle `from` to angle `to`, clockwise if to > from; a line joins the current
/// point to its start.
void lw_painter_arc (LwPainter *self, double x, double y, double radius, double from, double to);
void lw_painter_close (LwPainter *self);
void lw_painter_line (LwPainter *self, double x1, double y1, double x2, double y2);
void lw_painter_circle (LwPainter *self, double x, double y, double radius);
void lw_painter_rect (LwPainter *self, double x, double y, double width, double height);
void lw_painter_round_rect (LwPainter *self,
                            double x,
                            double y,
                            double width,
                            double height,
                            double radius);
void lw_painter_polyline (LwPainter *self,
                          const double *points,
                          size_t n,
                          bool close); ///< points: x y x y ...

void lw_painter_fill (LwPainter *self, LwColour colour);
void lw_painter_stroke (LwPainter *self, LwColour colour, double width);
void lw_painter_fill_stroke (LwPainter *self, LwColour fill, LwColour line, double width);
/// Like lw_painter_stroke () and lw_painter_fill (), but keep the path.
void lw_painter_stroke_keep (LwPainter *self, LwColour colour, double width);
void lw_painter_fill_keep (LwPainter *self, LwColour colour);
void lw_painter_new_path (LwPainter *self);
/// Fills boxes whose edges should lie on pixels (x y width height, ...); fast for dense curves.
void lw_painter_fill_boxes (LwPainter *self, const double *boxes, size_t n, LwColour colour);
/// Fills polygons whose sides do not cross, with corners[i] corners each (x y ...), composited as
/// one shape where they overlap; fast for thousands of small polygons. The current path must be
/// empty.
void lw_painter_fill_polygons (LwPainter *self,
                               const double *points,
                               const guint8 *corners,
                               size_t n,
                               LwColour colour);

/// Strokes a line through thousands of points (x y ...; NAN lifts the pen), with dashes as in
/// lw_painter_set_dash () and square ends; much faster than a path. Returns false and draws nothing
/// if the painter supports only paths.
bool lw_painter_stroke_points (LwPainter *self,
                               const double *points,
                               size_t n,
                               double width,
                               const double *dashes,
                               int n_dashes,
                               LwColour colour);

/// Text that does not wrap. Markup is not interpreted.
LwTextStyle lw_text_style (double size, int weight, LwColour colour);
void
lw_painter_text (LwPainter *self, double x, double y, const char *text, const LwTextStyle *style);
void lw_painter_measure (LwPainter *self,
                         const char *text,
                         const LwTextStyle *style,
                         LwTextExtents *extents);

LwColour lw_colour (guint32 rgb); ///< Returns the colour 0xRRGGBB.
LwColour lw_colour_alpha (LwColour colour, double alpha);
LwColour lw_colour_mix (LwColour a, LwColour b, double part_of_b); ///< Mixes two colours in sRGB.
/// Returns the WCAG 2 contrast ratio of opaque colours, 1 to 21.
double lw_colour_contrast (LwColour a, LwColour b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwPainter, lw_painter_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwFonts, lw_fonts_unref)

G_END_DECLS
