// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// An image under the plane of a mechanism, to trace over. It changes nothing of how it moves.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// The largest file of an image, bytes.
#define LW_BACKGROUND_MAX_BYTES (16 << 20)

struct _LwBackground
{
  GBytes *image;    ///< a PNG or JPEG file as it is
  double centre[2]; ///< of the image in the world, m
  double width;     ///< m, > 0; its height follows from that of the image
  double angle;     ///< rad, counterclockwise
  double opacity;   ///< 0 .. 1
  bool visible;
};

/// A file of an image, 1 m wide about the origin, half seen through. NULL, and a sentence, when it
/// is neither PNG nor JPEG, or too large. Whether it can be decoded is not looked at.
LwBackground *lw_background_new (GBytes *image, GError **error);
/// Shares the bytes.
LwBackground *lw_background_copy (const LwBackground *self);
void lw_background_free (LwBackground *self);
/// Both may be NULL: none.
gboolean lw_background_equal (const LwBackground *a, const LwBackground *b);
/// FALSE, with what is wrong as the end of a sentence.
gboolean lw_background_check (const LwBackground *self, GError **error);
/// "png" or "jpeg", by how the bytes begin; NULL: neither.
const char *lw_background_get_format (GBytes *image);
/// By the end of its name: PNG or JPEG.
gboolean lw_background_knows (const char *name);

/// NULL: without one.
LwMechanism *lw_mechanism_with_background (const LwMechanism *self, const LwBackground *background);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwBackground, lw_background_free)

G_END_DECLS
