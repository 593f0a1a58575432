// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Declarations shared by the readers of drawings: they add pieces of lines, in m, with y up.

#pragma once

#include "lw-import.h"

G_BEGIN_DECLS

typedef struct _LwPieces LwPieces;

LwPieces *lw_pieces_new (void);
void lw_pieces_free (LwPieces *self);
/// Begins a piece here and ends the one before.
void lw_pieces_move (LwPieces *self, double x, double y);
void lw_pieces_line (LwPieces *self, double x, double y);
/// Draws a line back to the beginning of the piece, which becomes a separate outline.
void lw_pieces_close (LwPieces *self);
void lw_pieces_leave_out (LwPieces *self);

/// A curve over 0 ... 1 that begins at the end of the piece. Its value at 1 is the exact end point.
typedef void (*LwCurveFunc) (const void *curve, double t, double point[2]);
void lw_pieces_curve (LwPieces *self, LwCurveFunc evaluate, const void *curve);
/// An arc of an ellipse: centre, half axes as vectors, start and end (rad, from the first half axis
/// towards the second).
typedef struct
{
  double centre[2], first[2], second[2];
  double from, to;
} LwEllipseArc;
void lw_pieces_arc (LwPieces *self, const LwEllipseArc *arc);

/// Returns true if there are too many points, or a number is not finite: reading may end.
bool lw_pieces_have_failed (const LwPieces *self);

/// Coordinates are smaller, m.
#define LW_IMPORT_FAR 1e6

/// Reads a table of points: appends double[3], m, and counts lines that are none.
bool lw_import_read_points (const char *text,
                            gsize length,
                            GArray *points,
                            guint *n_left_out,
                            GError **error);
bool lw_import_read_svg (const char *text, gsize length, LwPieces *pieces, GError **error);
bool lw_import_read_dxf (const char *text, gsize length, LwPieces *pieces, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwPieces, lw_pieces_free)

G_END_DECLS
