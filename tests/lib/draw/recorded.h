// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Examples that have run, for tests of animations.

#pragma once

#include "lw-animation.h"

/// Px, odd as no film of another program may be.
#define RECORDED_WIDTH 321
#define RECORDED_HEIGHT 203

typedef struct
{
  LwMechanism *mechanism;
  MbdModel *model;
  LwProjectRun *run;
} Recorded;

/// A file of data/examples, by its name without the suffix, run to its end.
Recorded recorded_new (const char *example);
void recorded_clear (Recorded *self);
LwAnimationFrames *recorded_film (const Recorded *recorded, const LwAnimationStyle *look);
LwAnimationFrames *
recorded_small_film (const Recorded *recorded); ///< RECORDED_WIDTH x RECORDED_HEIGHT
GBytes *recorded_bytes (const Recorded *recorded, const LwAnimation *animation); ///< of that
/// The yoke goes round once in 1.5 s: one period of it.
LwAnimation recorded_period (const Recorded *recorded, LwAnimationFormat format);
/// Red, green, blue of all pixels. Free with g_free ().
guint8 *recorded_pixels (cairo_surface_t *image);
