// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Formulas of lessons with the numbers of the instant that is shown.

#pragma once

#include "lw-player.h"
#include "lw-units.h"

G_BEGIN_DECLS

/// Returns a formula with the current number of each channel that it names by \\value{channel}, in the
/// displayed unit; "…" for a channel that the mechanism does not have. `player` may be NULL. Free with
/// g_free ().
char *lw_lesson_live_formula (const char *formula,
                              LwPlayer *player,
                              const LwUnits *units,
                              const char *decimal_point);

G_END_DECLS
