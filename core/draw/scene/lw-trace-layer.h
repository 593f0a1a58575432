// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A picture of the tracers' paths that is kept and added to. Paths only grow, and stroking a long
// one in every frame would take longer than a frame.

#pragma once

#include "lw-scene.h"

G_BEGIN_DECLS

/// All zero: empty.
typedef struct
{
  cairo_surface_t *surface; ///< NULL: empty
  LwRecording *recording;   ///< whose paths these are
  LwView view;
  int factor;  ///< device px per px
  double time; ///< s, up to which the paths have been drawn
} LwTraceLayer;

void lw_trace_layer_clear (LwTraceLayer *self);
/// Draw what is new; everything when it shows another view or recording. The scene must have the
/// traces of this recording. True when there is more: a long path comes in over several frames.
bool lw_trace_layer_update (LwTraceLayer *self,
                            LwScene *scene,
                            LwRecording *recording,
                            const LwView *view,
                            int factor,
                            const LwPalette *palette,
                            LwFonts *fonts);
void lw_trace_layer_paint (const LwTraceLayer *self, cairo_t *cairo);

G_END_DECLS
