// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Image in the plane of a mechanism, to trace over. It does not affect the motion.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Maximum size of an image file, bytes.
#define LW_BACKGROUND_MAX_BYTES (16 << 20)

struct _LwBackground
{
  GBytes *image;    ///< contents of a PNG or JPEG file, unchanged
  double centre[2]; ///< centre of the image in the world, m
  double width;     ///< m, > 0; the height follows from the image's aspect ratio
  double angle;     ///< rad, counterclockwise
  double opacity;   ///< 0 .. 1
  bool visible;
};

/// Returns a background with the contents of an image file, 1 m wide, centred on the origin, half
/// transparent. Returns NULL and sets `error` if it is neither PNG nor JPEG or is too large. Does
/// not check that the image can be decoded.
LwBackground *lw_background_new (GBytes *image, GError **error);
/// Returns a copy that shares the bytes.
LwBackground *lw_background_copy (const LwBackground *self);
void lw_background_free (LwBackground *self);
/// Compares two backgrounds; each may be NULL (no background).
gboolean lw_background_equal (const LwBackground *a, const LwBackground *b);
/// Returns FALSE and sets `error` to a clause (no capital, no full stop) if a value is invalid.
gboolean lw_background_check (const LwBackground *self, GError **error);
/// Returns "png" or "jpeg", detected from the first bytes, or NULL for other formats.
const char *lw_background_get_format (GBytes *image);
/// Returns true if the file name suffix is one of PNG or JPEG.
gboolean lw_background_knows (const char *name);

/// Returns a copy with this background, or without one if it is NULL.
LwMechanism *lw_mechanism_with_background (const LwMechanism *self, const LwBackground *background);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwBackground, lw_background_free)

G_END_DECLS
