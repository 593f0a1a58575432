// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A picture of the tracers' paths that is kept and extended. Paths only grow, and stroking a long
// one in every frame would take longer than a frame.

#pragma once

#include "lw-scene.h"

G_BEGIN_DECLS

/// All fields zero: empty.
typedef struct
{
  cairo_surface_t *surface; ///< NULL if empty
  LwRecording *recording;   ///< recording of the paths
  LwView view;
  int factor;  ///< device px per px
  double time; ///< s, time up to which the paths have been drawn
} LwTraceLayer;

void lw_trace_layer_clear (LwTraceLayer *self);
/// Draws the new part of the paths; everything if the view or the recording has changed. The scene
/// must hold the traces of this recording. Returns true if more remains: a long path is drawn over
/// several frames.
bool lw_trace_layer_update (LwTraceLayer *self,
                            LwScene *scene,
                            LwRecording *recording,
                            const LwView *view,
                            int factor,
                            const LwPalette *palette,
                            LwFonts *fonts);
void lw_trace_layer_paint (const LwTraceLayer *self, cairo_t *cairo);

G_END_DECLS
