// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plots of artificial runs, for viewing (draw-sheet) and for the stored images.

#pragma once

#include "lw-plot.h"

#define PLOT_KINDS 6

extern const char *const plot_names[PLOT_KINDS];

/// Draws one of the plots into a rectangle at the origin, on the background colour.
void
plot_picture (int kind, LwPainter *painter, const LwPalette *palette, double width, double height);
/// Creates a run of `n` samples over 4 s: time, three forces, an error, an angle, noise.
LwRecording *plot_recording (size_t n);
