// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What of a number is round-off, by the size of such quantities in a mechanism: wherever numbers
// are shown to somebody it is zero. Data (CSV, JSON) keep it.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// The quantities of a mechanism, in SI, of which all others are made.
typedef struct
{
  double length; ///< the size, or how far from the origin it begins
  double speed;  ///< of a fall by its size, or the largest at the start
  double mass;   ///< of all that moves
} LwRoundOff;

/// As it begins to move.
void lw_round_off_init (LwRoundOff *self, const LwMechanism *mechanism, const MbdModel *model);
/// The largest value with this unit (ASCII, SI) that is nothing but round-off; 0: none is.
double lw_round_off_of (const LwRoundOff *self, const char *unit);
/// J, of an energy in which nothing cancels: that of a motion that is nothing but round-off.
double lw_round_off_of_square (const LwRoundOff *self);

G_END_DECLS
