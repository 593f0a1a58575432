// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Curves of curved slots: arrays of double[3], points in x and y of the frame on the predecessor, m.

#pragma once

#include <glib.h>

#include "mbd.h"

G_BEGIN_DECLS

/// Makes the curve through the points (NULL: none), like mbd_curve_new ().
MbdStatus lw_curve_new (const GArray *points, MbdCurve **curve, MbdDiagnosis *why);
/// Returns a point in the axes of the body with this frame.
void lw_curve_to_body (const GArray *points, guint index, const MbdFrame *frame, double body[3]);
/// Converts a point of the frame to the axes of the body.
void lw_curve_point_to_body (const double point[2], const MbdFrame *frame, double body[3]);
/// Returns the length of the curve, m; 0 if it is not valid. `closed` (may be NULL): set if it is closed.
double lw_curve_length (const GArray *points, bool *closed);
/// True if the last point equals the first one.
bool lw_curve_is_closed (const GArray *points);
/// Returns a copy in which a point is moved; of a closed curve the first and last one together.
GArray *lw_curve_with_point (const GArray *points, guint index, const double to[2]);
/// Returns a copy with a new point after another one.
GArray *lw_curve_with_new_point (const GArray *points, guint after, const double at[2]);
/// Returns a copy without a point; NULL if too few would be left.
GArray *lw_curve_without_point (const GArray *points, guint index);
/// Returns a copy that is closed, or opened by leaving out its last point; NULL if there are too few points.
GArray *lw_curve_closed (const GArray *points, bool closed);

G_END_DECLS
