// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Examples that have been run, for tests of animations.

#pragma once

#include "lw-animation.h"

/// px, odd, unlike the films of external programs.
#define RECORDED_WIDTH 321
#define RECORDED_HEIGHT 203

typedef struct
{
  LwMechanism *mechanism;
  MbdModel *model;
  LwProjectRun *run;
} Recorded;

/// Runs a file of data/examples, given by its name without the suffix, to its end.
Recorded recorded_new (const char *example);
void recorded_clear (Recorded *self);
LwAnimationFrames *recorded_film (const Recorded *recorded, const LwAnimationStyle *look);
LwAnimationFrames *
recorded_small_film (const Recorded *recorded); ///< RECORDED_WIDTH x RECORDED_HEIGHT
/// bytes of the animation of that run
GBytes *recorded_bytes (const Recorded *recorded, const LwAnimation *animation);
/// Returns one period of the yoke, which makes one revolution in 1.5 s.
LwAnimation recorded_period (const Recorded *recorded, LwAnimationFormat format);
/// Returns red, green, blue of all pixels. Free with g_free ().
guint8 *recorded_pixels (cairo_surface_t *image);
