// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The most useful number of the selection: the place of one point, the distance of two, the angle
// at three; and a scale factor. Points are joints, tracers, loads, and the centres of discs and
// boxes; for a link with two points the number is its length, for a drive its value.

#pragma once

#include "lw-element-ref.h"

G_BEGIN_DECLS

typedef enum
{
  LW_CONTEXT_NONE,
  LW_CONTEXT_PLACE,  ///< x and y, m
  LW_CONTEXT_LENGTH, ///< m
  LW_CONTEXT_ANGLE,  ///< rad, at the second of three points from the first to the third
  // Value of a drive with a constant function.
  LW_CONTEXT_DRIVE_ANGLE,      ///< rad
  LW_CONTEXT_DRIVE_SLIDE,      ///< m
  LW_CONTEXT_DRIVE_ANGLE_RATE, ///< rad/s
  LW_CONTEXT_DRIVE_SLIDE_RATE, ///< m/s
} LwContextKind;

/// Finds the numbers at the start; `values` receives one, or two for a place.
LwContextKind lw_context_find (const LwMechanism *mechanism,
                               const LwElementRef *elements,
                               guint n_elements,
                               double values[2]);
/// Returns the mechanism with other numbers: the last point moves, or the second point of a link.
/// Returns NULL and sets an LW_ERROR_USAGE if they are invalid.
LwMechanism *lw_context_set (const LwMechanism *mechanism,
                             const LwElementRef *elements,
                             guint n_elements,
                             const double values[2],
                             GError **error);
/// Parses "120 %" or "1:2" as a factor. Returns false if the text is not a factor; sets the error
/// if it is a factor that is out of range.
bool lw_context_parse_factor (const char *text, double *factor, GError **error);
/// Scales the elements about the middle of their bounding box.
LwMechanism *lw_context_scale (const LwMechanism *mechanism,
                               const LwElementRef *elements,
                               guint n_elements,
                               double factor,
                               GError **error);

G_END_DECLS
