// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mechanisms that are run for some time and drawn as in the window.

#pragma once

#include <gio/gio.h>

#include "lw-scene.h"
#include "lw-text.h"

/// A mechanism at the end of a short run, with the recording of its positions.
typedef struct
{
  LwMechanism *mechanism;
  MbdModel *model;
  MbdState *state;
  LwRecording *recording; ///< columns: time, q
} Run;

Run *run_new (const char *path, double until, GError **error);
void run_free (Run *self);
/// Draws background, grid, mechanism with traces and reactions, and rulers.
void
run_draw (Run *self, LwPainter *painter, const LwPalette *palette, double width, double height);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Run, run_free)
