// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Outlines from drawings: SVG and DXF. Curves are replaced by chords that are at most 1 µm, or the
// hundred thousandth part of the curve, away from them. Lines and arcs that meet at their ends are
// one outline; an outline within another one is a hole.
//
// SVG: path, rect, circle, ellipse, polygon, polyline, line, with transformations and units; a px
// is 1/96 in. DXF: LINE, LWPOLYLINE, POLYLINE, CIRCLE, ARC, ELLIPSE, SPLINE; without $INSUNITS
// numbers are mm. Everything else is left out and counted.
//
// Files are not trusted: size, depth, and number of points are bounded, and so is the time.

#pragma once

#include <gio/gio.h>

#include "lw-mechanism.h"

G_BEGIN_DECLS

#define LW_IMPORT_BYTES_MAX (16 << 20)
#define LW_IMPORT_POINTS_MAX 10000
#define LW_IMPORT_PLATES_MAX 200

typedef struct
{
  GPtrArray *plates; ///< of GArray of double[3]: m, y up; see lw_loops_make_plates ()
  guint n_left_out;  ///< elements that are no lines, or that are not known
} LwImport;

/// `name` ends in .svg or .dxf. NULL and one sentence when there is no outline in it that could be
/// the shape of a body.
LwImport *lw_import_parse (const char *name, const char *text, gsize length, GError **error);
LwImport *lw_import_load (GFile *file, GCancellable *cancellable, GError **error);
void lw_import_free (LwImport *self);
/// Whether a file with this name could be read here.
bool lw_import_knows (const char *name);

/// The mechanism with a body for each plate, of steel plate, where it lies in the drawing, moved by
/// `offset` (m); their frames are at their centres of mass. `ids` gets the ids, as int; it may be
/// NULL. `name` is that of the bodies, made unique; it may be NULL.
LwMechanism *lw_import_add (const LwImport *self,
                            const LwMechanism *mechanism,
                            const char *name,
                            const double offset[2],
                            GArray *ids);
/// The box round all plates, m.
void lw_import_get_box (const LwImport *self, double minimum[2], double maximum[2]);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwImport, lw_import_free)

G_END_DECLS
