// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measurements of the graphical program. linkwright --measure: how smoothly a mechanism is drawn
// while it runs and its plots are full; --measure-pan: how smoothly it pans on the canvas.

#pragma once

#include "lw-window.h"

G_BEGIN_DECLS

#define LW_TYPE_MEASURE (lw_measure_get_type ())
G_DECLARE_FINAL_TYPE (LwMeasure, lw_measure, LW, MEASURE, GObject)

typedef enum
{
  LW_MEASURE_PLAY, ///< finely spaced samples: fills the plots, then plays for 10 s
  LW_MEASURE_PAN,  ///< shows the whole mechanism at rest and pans it for 10 s
} LwMeasureKind;

/// Opens the file in the window, performs the measurement, prints the results and emits "done".
LwMeasure *lw_measure_new (LwWindow *window, GFile *file, LwMeasureKind kind);
/// Returns the exit code of the command line: 0, 2 bad file, 3 failed run.
int lw_measure_get_exit_code (LwMeasure *self);

G_END_DECLS
