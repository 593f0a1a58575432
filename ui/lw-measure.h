// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright --measure: how smoothly a mechanism is drawn while it runs and its plots are full.

#pragma once

#include "lw-window.h"

G_BEGIN_DECLS

#define LW_TYPE_MEASURE (lw_measure_get_type ())
G_DECLARE_FINAL_TYPE (LwMeasure, lw_measure, LW, MEASURE, GObject)

/// Opens the file in the window with finely spaced samples, fills the plots, plays for 10 s of real
/// time, prints what was seen, and emits "done".
LwMeasure *lw_measure_new (LwWindow *window, GFile *file);
int lw_measure_get_exit_code (LwMeasure *self); ///< as the command line: 0, 2 bad file, 3 failed
                                                ///< run

G_END_DECLS
