// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Round-off limits of quantities, from their typical size in a mechanism. Values within the limit
// are displayed as zero; data files (CSV, JSON) keep them.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Characteristic quantities of a mechanism, in SI, from which the scales of all others are
/// derived.
typedef struct
{
  double length; ///< m, the size of the model, or the greatest initial distance of a body from the
                 ///< origin
  double speed;  ///< m/s, of a fall over this length, or the largest speed at the start
  double mass;   ///< kg, of all moving bodies
} LwRoundOff;

/// Computes the quantities from the initial state.
void lw_round_off_init (LwRoundOff *self, const LwMechanism *mechanism, const MbdModel *model);
/// Returns the largest value with this unit (ASCII, SI) that is within round-off; 0 if the unit is
/// unknown.
double lw_round_off_of (const LwRoundOff *self, const char *unit);
/// Returns the round-off limit of an energy in which nothing cancels, J, such as the kinetic energy
/// of a motion that is only round-off.
double lw_round_off_of_square (const LwRoundOff *self);

G_END_DECLS
