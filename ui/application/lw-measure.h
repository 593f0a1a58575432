// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright --measure: how smoothly a mechanism is drawn while it runs and its plots are full;
// --measure-pan: how smoothly it is moved about on the canvas.

#pragma once

#include "lw-window.h"

G_BEGIN_DECLS

#define LW_TYPE_MEASURE (lw_measure_get_type ())
G_DECLARE_FINAL_TYPE (LwMeasure, lw_measure, LW, MEASURE, GObject)

typedef enum
{
  LW_MEASURE_PLAY, ///< finely spaced samples; the plots are filled, then it plays for 10 s
  LW_MEASURE_PAN,  ///< all of it in view, moved about for 10 s while it rests
} LwMeasureKind;

/// Opens the file in the window, does that, prints what was seen, and emits "done".
LwMeasure *lw_measure_new (LwWindow *window, GFile *file, LwMeasureKind kind);
int lw_measure_get_exit_code (LwMeasure *self); ///< as the command line: 0, 2 bad file, 3 failed
                                                ///< run

G_END_DECLS
