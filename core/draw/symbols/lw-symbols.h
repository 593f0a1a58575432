// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The symbols of the drawing, in px. Everything is built from the link width w, so that a symbol
// keeps its proportions at any zoom; strokes do not scale.

#pragma once

#include "lw-palette.h"
#include "lw-view.h"

G_BEGIN_DECLS

/// Kinds of vectors, distinguished by head and colour.
typedef enum
{
  LW_ARROW_REACTION,     ///< N; also used for rods
  LW_ARROW_LOAD,         ///< N
  LW_ARROW_VELOCITY,     ///< m/s
  LW_ARROW_ACCELERATION, ///< m/s^2
  LW_ARROW_KINDS
} LwArrowKind;

typedef enum
{
  LW_SYMBOL_STATE_NORMAL,
  LW_SYMBOL_STATE_HOVER,
  LW_SYMBOL_STATE_SELECTED,
  LW_SYMBOL_STATE_ERROR,
  LW_SYMBOL_STATE_DISABLED,
  LW_SYMBOL_STATE_GHOST, ///< an earlier pose
} LwSymbolState;

/// Drawing context of all symbols.
typedef struct
{
  LwPainter *painter;
  const LwPalette *palette;
  double w;        ///< px, link width
  double emphasis; ///< factor on the width of strokes
  bool rim;        ///< bodies take part in contact and have a rim at their outline
} LwBrush;

/// Bodies. Points are x y x y ... in px.
void lw_symbol_bar (const LwBrush *brush,
                    double x1,
                    double y1,
                    double x2,
                    double y2,
                    LwHue hue,
                    LwSymbolState state);
/// Draws the hull of circles of radius w/2 about the points; one point results in a disc, two in a
/// bar.
void lw_symbol_plate (const LwBrush *brush,
                      const double *points,
                      size_t n,
                      LwHue hue,
                      LwSymbolState state);
void lw_symbol_disc (const LwBrush *brush,
                     double x,
                     double y,
                     double radius,
                     LwHue hue,
                     LwSymbolState state);
void lw_symbol_polygon (const LwBrush *brush,
                        const double *points,
                        size_t n,
                        LwHue hue,
                        LwSymbolState state);
/// Draws an outline and its holes, which have the opposite orientation; `ends` is the end of each
/// loop.
void lw_symbol_loops (const LwBrush *brush,
                      const double *points,
                      const guint *ends,
                      guint n_loops,
                      LwHue hue,
                      LwSymbolState state);
/// Draws a box with four rounded corners.
void lw_symbol_box (const LwBrush *brush, const double corners[8], LwHue hue, LwSymbolState state);

/// Ground and joints. `angle` turns the symbol, rad, clockwise on the screen.
void lw_symbol_ground (const LwBrush *brush, double x, double y, double angle, double length);
void lw_symbol_ground_pin (const LwBrush *brush, double x, double y, double angle);
void lw_symbol_pin (const LwBrush *brush, double x, double y, int bodies, LwSymbolState state);
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
                       LwSymbolState state);
/// Draws a slot along a polyline of n points x y, px; `grounded`: with hatches beside it.
void lw_symbol_curved_slot (const LwBrush *brush,
                            const double *points,
                            size_t n,
                            bool closed,
                            bool grounded,
                            LwSymbolState state);
void lw_symbol_slot (const LwBrush *brush,
                     double x,
                     double y,
                     double angle,
                     double before,
                     double after,
                     LwSymbolState state);
void lw_symbol_slot_pin (const LwBrush *brush, double x, double y, LwSymbolState state);
void lw_symbol_rigid (const LwBrush *brush, double x, double y, double angle, LwSymbolState state);

/// Force elements between two points. Tension in N, positive pulls the points together; `part` of
/// the largest load, 0 to 1.
void lw_symbol_rod (const LwBrush *brush,
                    double x1,
                    double y1,
                    double x2,
                    double y2,
                    double tension,
                    double part,
                    LwSymbolState state);
void lw_symbol_spring (const LwBrush *brush,
                       double x1,
                       double y1,
                       double x2,
                       double y2,
                       LwSymbolState state);
void lw_symbol_dashpot (const LwBrush *brush,
                        double x1,
                        double y1,
                        double x2,
                        double y2,
                        LwSymbolState state);
void lw_symbol_spring_dashpot (const LwBrush *brush,
                               double x1,
                               double y1,
                               double x2,
                               double y2,
                               LwSymbolState state);

/// Draws a rope through points: solid if taut, dashed if slack. Tension and part as for a rod.
void lw_symbol_rope (const LwBrush *brush,
                     const double *points,
                     size_t n,
                     bool slack,
                     double tension,
                     double part,
                     LwSymbolState state);
/// Draws a pulley of this radius; an eye if it is small.
void
lw_symbol_pulley (const LwBrush *brush, double x, double y, double radius, LwSymbolState state);
/// Draws a strut that begins at the first point and extends by `reach` (0 to 1) of the distance to
/// the other. It pushes against plates and is not attached to them.
void lw_symbol_strut (const LwBrush *brush,
                      double x1,
                      double y1,
                      double x2,
                      double y2,
                      double reach,
                      double tension,
                      double part,
                      LwSymbolState state);
/// Draws a rod with a prescribed length: cylinder and piston rod.
void lw_symbol_actuator (const LwBrush *brush,
                         double x1,
                         double y1,
                         double x2,
                         double y2,
                         double tension,
                         double part,
                         LwSymbolState state);
/// Draws a rod with a pin at the first and a ball at the second end; (ax, ay) is the axis of the
/// pin on the screen, with length 1 or less.
void lw_symbol_pin_ball_rod (const LwBrush *brush,
                             double x1,
                             double y1,
                             double x2,
                             double y2,
                             double ax,
                             double ay,
                             LwSymbolState state);

/// Appearance of a drive.
typedef struct
{
  const char *letter;
  /// true: prescribes a position, square background of the letter; false: a speed, round background
  bool position;
  bool rigid;     ///< true: unlimited effort, double line; false: limited effort, single line
  bool saturated; ///< true if it delivers its maximum effort
} LwDriveSign;

/// Draws the arrow of a motor or driver along points, with its letter at the first.
void lw_symbol_drive (const LwBrush *brush,
                      const double *points,
                      size_t n,
                      const LwDriveSign *sign,
                      LwSymbolState state);
/// Draw the track between end stops, and a stop whose front lies along `angle`; the hatch behind it
/// is on its +90 deg side.
void
lw_symbol_stop_track (const LwBrush *brush, const double *points, size_t n, LwSymbolState state);
void lw_symbol_stop (const LwBrush *brush,
                     double x,
                     double y,
                     double angle,
                     double half,
                     bool touching,
                     LwSymbolState state);

/// A wheel on the screen.
typedef struct
{
  double x, y;
  /// axes of its plane on the screen: unit vectors in the plane view, foreshortened in space
  double u[2], v[2];
  double radius; ///< px, radius of the pitch circle
  double phase;  ///< rad, of a tooth, from u towards v
  int teeth;     ///< 0 for a pulley
  bool inward;   ///< a ring with its teeth inside
} LwWheelPlace;

void
lw_symbol_wheel (const LwBrush *brush, const LwWheelPlace *place, LwHue hue, LwSymbolState state);
void lw_symbol_pitch_circle (const LwBrush *brush, const LwWheelPlace *place, LwSymbolState state);
/// Draws a closed belt; its ticks are displaced by `shift` px along it.
void lw_symbol_belt (const LwBrush *brush,
                     const double *points,
                     size_t n,
                     double shift,
                     LwSymbolState state);
void lw_symbol_rack (const LwBrush *brush, const double *points, size_t n, LwSymbolState state);
void lw_symbol_thread (const LwBrush *brush,
                       double x,
                       double y,
                       double angle,
                       bool left,
                       LwSymbolState state);
/// Draws the line between two coordinates that depend on each other.
void lw_symbol_link_line (const LwBrush *brush,
                          double x1,
                          double y1,
                          double x2,
                          double y2,
                          LwSymbolState state);

/// Draws a constant angle: points[0] is the apex, the others lie on the arc from one leg to the
/// other.
void lw_symbol_angle (const LwBrush *brush,
                      const double *points,
                      size_t n,
                      bool right,
                      LwSymbolState state);
void
lw_symbol_parallel (const LwBrush *brush, double x, double y, double angle, LwSymbolState state);
/// Draws a point contact. Normals: n pairs, unit vectors on the screen, foreshortened in space.
void lw_symbol_point_contact (const LwBrush *brush,
                              double x,
                              double y,
                              const double *normals,
                              size_t n,
                              LwSymbolState state);

/// Draws infinite ground: the line through (x, y) along `angle`, of which low to high px are drawn;
/// the hatch is on its +90 deg side.
void lw_symbol_half_plane (const LwBrush *brush,
                           double x,
                           double y,
                           double angle,
                           double low,
                           double high,
                           LwSymbolState state);
/// A point where two bodies touch. `angle`: of the normal on the screen; `half`: half angle of the
/// friction cone; `slips`: 1 towards the +90 deg side of the normal, -1 towards the other side, 0
/// if it sticks; `part`: part of the full size, up to 1, for small bodies.
void lw_symbol_contact_cone (const LwBrush *brush,
                             double x,
                             double y,
                             double angle,
                             double half,
                             double part);
void lw_symbol_contact_normal (const LwBrush *brush, double x, double y, double angle, double part);
void lw_symbol_contact_point (const LwBrush *brush,
                              double x,
                              double y,
                              double angle,
                              int slips,
                              double part);
/// Draws the contact outline of a body: a hull of circles (radius > 0), or a polygon.
void
lw_symbol_contact_outline (const LwBrush *brush, const double *points, size_t n, double radius);

/// Marks beside or on other symbols: compliant, broken (a gap with jagged edges along `angle`),
/// redundant.
void lw_symbol_compliant (const LwBrush *brush, double x, double y);
void lw_symbol_break (const LwBrush *brush, double x, double y, double angle);
void lw_symbol_redundant (const LwBrush *brush, double x, double y);
/// Draws the stub of a broken line at one of its ends.
void lw_symbol_broken_line (const LwBrush *brush,
                            double x,
                            double y,
                            double dx,
                            double dy,
                            double width,
                            LwSymbolState state);
/// Draws the spiral of a torsion spring, from its outer end inwards.
void lw_symbol_spiral (const LwBrush *brush, const double *points, size_t n, LwSymbolState state);
/// Draws viscous drag on a body as waves of the surrounding medium.
/// Distance of the pads of a brake from the joint, link widths.
#define LW_FRICTION_RADIUS 0.8

/// Draws the pads of a brake on both sides of a joint: arcs about it, or bars along its slide, whose
/// direction is `angle`.
void lw_symbol_friction (const LwBrush *brush,
                         double x,
                         double y,
                         double angle,
                         bool slides,
                         LwSymbolState state);
void lw_symbol_drag (const LwBrush *brush, double x, double y, LwSymbolState state);
/// Draws a compliant pin or weld; the inner ring is displaced by (dx, dy) px.
void lw_symbol_compliant_joint (const LwBrush *brush,
                                double x,
                                double y,
                                double dx,
                                double dy,
                                LwSymbolState state);

/// Draws a vector from (x, y) by (dx, dy) px. Longer ones than 160 px are cut; shorter ones than 6
/// px are a dot.
void
lw_symbol_arrow (const LwBrush *brush, LwArrowKind kind, double x, double y, double dx, double dy);
/// Draws a moment about (x, y); positive is counter-clockwise on the screen.
void lw_symbol_moment (const LwBrush *brush,
                       LwArrowKind kind,
                       double x,
                       double y,
                       bool counter_clockwise);
/// Returns the colour of the line.
LwColour lw_symbol_arrow_colour (const LwPalette *palette, LwArrowKind kind);
/// Returns the colour of its label.
LwColour lw_symbol_arrow_text_colour (const LwPalette *palette, LwArrowKind kind);

/// Traces and marks.
void lw_symbol_trace (const LwBrush *brush, const double *points, size_t n);
void lw_symbol_trace_dot (const LwBrush *brush, double x, double y);
void lw_symbol_tracer (const LwBrush *brush, double x, double y, LwSymbolState state);
void lw_symbol_centre_of_mass (const LwBrush *brush, double x, double y);
/// Draws the error of a coupling: `decades` = log10 of error over tolerance, 0 or more.
void lw_symbol_error (const LwBrush *brush, double x, double y, double decades);
void lw_symbol_warning (const LwBrush *brush, double x, double y);
/// Draws a padlock, 12 px high, on the background colour.
void lw_symbol_padlock (const LwBrush *brush, double x, double y);
void lw_symbol_dimension (const LwBrush *brush,
                          double x1,
                          double y1,
                          double x2,
                          double y2,
                          double offset,
                          const char *text);
/// Draws a dimension in other colours.
void lw_symbol_dimension_in (const LwBrush *brush,
                             double x1,
                             double y1,
                             double x2,
                             double y2,
                             double offset,
                             const char *text,
                             LwColour line,
                             LwColour ink);
/// Draws a padlock of 10 px for a locked length.
void lw_symbol_length_lock (const LwBrush *brush, double x, double y);
void lw_symbol_frame (const LwBrush *brush, double x, double y, double angle);

G_END_DECLS
