// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The number that says most about what is chosen: the place of one point, the distance of two, the
// angle at three; and a factor for what has a size. Points are joints, tracers, loads, and the
// centres of discs and boxes; a link with two points is its length, a drive what it holds.

#pragma once

#include "lw-element-ref.h"

G_BEGIN_DECLS

typedef enum
{
  LW_CONTEXT_NONE,
  LW_CONTEXT_PLACE,  ///< x and y, m
  LW_CONTEXT_LENGTH, ///< m
  LW_CONTEXT_ANGLE,  ///< rad, at the second of three points from the first to the third
  // What a drive with a constant function holds.
  LW_CONTEXT_DRIVE_ANGLE,      ///< rad
  LW_CONTEXT_DRIVE_SLIDE,      ///< m
  LW_CONTEXT_DRIVE_ANGLE_RATE, ///< rad/s
  LW_CONTEXT_DRIVE_SLIDE_RATE, ///< m/s
} LwContextKind;

/// At the start; the numbers (one, or two for a place) go to `values`.
LwContextKind lw_context_find (const LwMechanism *mechanism,
                               const LwElementRef *elements,
                               guint n_elements,
                               double values[2]);
/// With other numbers: the last point moves, of a link its second. NULL, and an LW_ERROR_USAGE,
/// when they make no sense.
LwMechanism *lw_context_set (const LwMechanism *mechanism,
                             const LwElementRef *elements,
                             guint n_elements,
                             const double values[2],
                             GError **error);
/// "120 %" or "1:2" as a factor. False when the text is no such thing; an error when it is one that
/// makes no sense.
bool lw_context_parse_factor (const char *text, double *factor, GError **error);
/// Scaled about the middle of the box.
LwMechanism *lw_context_scale (const LwMechanism *mechanism,
                               const LwElementRef *elements,
                               guint n_elements,
                               double factor,
                               GError **error);

G_END_DECLS
