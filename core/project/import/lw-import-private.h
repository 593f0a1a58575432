// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What readers of drawings share: they add pieces of lines, in m, with y up.

#pragma once

#include "lw-import.h"

G_BEGIN_DECLS

typedef struct _LwPieces LwPieces;

LwPieces *lw_pieces_new (void);
void lw_pieces_free (LwPieces *self);
/// Begin a piece here; the one before is ended.
void lw_pieces_move (LwPieces *self, double x, double y);
void lw_pieces_line (LwPieces *self, double x, double y);
/// Back to where the piece began: it is an outline of its own.
void lw_pieces_close (LwPieces *self);
void lw_pieces_leave_out (LwPieces *self);

/// A curve over 0 ... 1, from where the piece has come to. The end is exactly that at 1.
typedef void (*LwCurveFunc) (const void *curve, double t, double point[2]);
void lw_pieces_curve (LwPieces *self, LwCurveFunc evaluate, const void *curve);
/// An arc of an ellipse: centre, half axes as vectors, from and to (rad, from the first towards the
/// second).
typedef struct
{
  double centre[2], first[2], second[2];
  double from, to;
} LwEllipseArc;
void lw_pieces_arc (LwPieces *self, const LwEllipseArc *arc);

/// More points than are taken, or a number that is none: reading may end.
bool lw_pieces_have_failed (const LwPieces *self);

bool lw_import_read_svg (const char *text, gsize length, LwPieces *pieces, GError **error);
bool lw_import_read_dxf (const char *text, gsize length, LwPieces *pieces, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwPieces, lw_pieces_free)

G_END_DECLS
