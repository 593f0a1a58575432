// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A linkage as other programs describe it: points, and links between them. It is written in the text
// form, where each link is a body and each point the joints of its links.

#pragma once

#include "lw-foreign.h"

G_BEGIN_DECLS

#define LW_SKETCH_GROUND (-1)
#define LW_SKETCH_MAX_POINTS 20000

/// Lengths in m, y up.
typedef struct
{
  char *name;
  double place[2];
  bool is_anchored, is_driven, is_traced, is_welded;
  double speed;     ///< rad/s, of a driven point
  bool slides;      ///< along a line of the carrier
  bool slide_turns; ///< the link can turn about the point that slides
  int carrier;      ///< index of a link, or LW_SKETCH_GROUND
  double angle;     ///< rad, of that line
} LwSketchPoint;

typedef struct
{
  char *name;
  GArray *points;       ///< array of int: indices of points
  double mass, inertia; ///< kg, kg m^2; a mass that is not positive: that of a steel plate
  double centre[2];     ///< centre of mass; only with a mass
  bool is_wheel;        ///< turns about a single fixed point
} LwSketchLink;

/// The angles of two links about their anchored points: second = ratio first.
typedef struct
{
  int links[2];
  double ratio;
} LwSketchGear;

typedef struct
{
  char *name;
  int link;
  double place[2], force[2]; ///< m, N
  bool follows;
} LwSketchForce;

typedef struct
{
  char *title;
  bool has_gravity;
  GArray *points, *links, *gears, *forces; ///< arrays of the above
  GPtrArray *left_out;                     ///< borrowed
} LwSketch;

LwSketch *lw_sketch_new (GPtrArray *left_out);
void lw_sketch_free (LwSketch *self);
LwSketchPoint *lw_sketch_get_point (const LwSketch *self, int index);
LwSketchLink *lw_sketch_get_link (const LwSketch *self, int index);
/// Adds a point or a link with this name (NULL: none). Returns its index.
int lw_sketch_add_point (LwSketch *self, const char *name, double x, double y);
int lw_sketch_add_link (LwSketch *self, const char *name);
/// Returns true if the link has the point.
bool lw_sketch_link_has (const LwSketch *self, int link, int point);
/// Returns true if all points of a link are fixed: it is a part of the ground.
bool lw_sketch_link_is_fixed (const LwSketch *self, int link);
G_GNUC_PRINTF (2, 3) void lw_sketch_leave_out (LwSketch *self, const char *format, ...);
/// Returns the text form, or NULL and an LW_ERROR_BAD_FILE if there is no link.
char *lw_sketch_write (LwSketch *self, GError **error);

bool lw_foreign_is_linkage (const char *text);
char *lw_foreign_convert_linkage (const char *text, GPtrArray *left_out, GError **error);
bool lw_foreign_is_pmks (const char *text);
char *lw_foreign_convert_pmks (const char *text, GPtrArray *left_out, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwSketch, lw_sketch_free)

G_END_DECLS
