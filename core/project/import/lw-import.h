// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Outlines from drawings, SVG and DXF, and curves from tables, CSV and TSV. Curves are replaced by chords whose distance from the curve
// is at most 1 µm or 1/100000 of its size. Lines and arcs that meet at their ends form one outline;
// an outline within another one is a hole.
//
// SVG: path, rect, circle, ellipse, polygon, polyline, line, with transformations and units; a px
// is 1/96 in. DXF: LINE, LWPOLYLINE, POLYLINE, CIRCLE, ARC, ELLIPSE, SPLINE; without $INSUNITS
// numbers are in mm. Everything else is left out and counted.
//
// Tables: a curve through points, which shows a path that the mechanism is to follow.
//
// Files are not trusted: size, depth, number of points and time are bounded.

#pragma once

#include <gio/gio.h>

#include "lw-mechanism.h"

G_BEGIN_DECLS

#define LW_IMPORT_BYTES_MAX (16 << 20)
#define LW_IMPORT_POINTS_MAX 10000
#define LW_IMPORT_PLATES_MAX 200

typedef struct
{
  GPtrArray *plates; ///< arrays of double[3]: m, y up; see lw_loops_make_plates ()
  GPtrArray *curves; ///< arrays of double[3]: m, y up; the last point of a closed one is the first
  guint n_left_out;  ///< elements that are not lines or points, or that are unknown
} LwImport;

/// Reads a drawing or table; `name` ends in .svg, .dxf, .csv or .tsv. Returns NULL and sets the error
/// if it has no outline that could be the shape of a body, or no two points.
LwImport *lw_import_parse (const char *name, const char *text, gsize length, GError **error);
LwImport *lw_import_load (GFile *file, GCancellable *cancellable, GError **error);
void lw_import_free (LwImport *self);
/// Returns true if a file with this name can be imported.
bool lw_import_knows (const char *name);

/// Returns the mechanism with a steel plate body for each plate and a fixed body for each curve, placed as in the drawing and moved
/// by `offset` (m); the body frames are at the centres of mass. `ids` (may be NULL) receives the
/// ids, as int. `name` (may be NULL) is the base of the bodies' names, which are made unique.
LwMechanism *lw_import_add (const LwImport *self,
                            const LwMechanism *mechanism,
                            const char *name,
                            const double offset[2],
                            GArray *ids);
/// Computes the bounding box of all plates and curves, m.
void lw_import_get_box (const LwImport *self, double minimum[2], double maximum[2]);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwImport, lw_import_free)

G_END_DECLS
