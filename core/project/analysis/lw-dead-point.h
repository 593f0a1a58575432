// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Start of a run at a dead point of a driver, such as a slider-crank that is drawn stretched and
// driven at its slide. There the drive moves nothing at first order. Whether the motion can begin
// depends on the driver's function: no motion satisfies a rate other than 0; from rest, and away
// from the dead point, the mechanism can move in either direction, and follows its initial
// velocity.

#pragma once

#include "mbd.h"

typedef struct _LwMechanism LwMechanism;

/// Explains why a run could not begin, or not continue from its start: if that is a dead point of a
/// driver, *why is changed to name the driver (DEAD_POINT: a velocity may help; DEAD_POINT_RATE: no
/// velocity does). Otherwise *why is unchanged.
void lw_dead_point_explain (const MbdModel *model, MbdDiagnosis *why);
/// Returns a copy with start velocities that move it out of the dead point of a driver (id) in one
/// direction (1) or the other (-1). Returns NULL if it is not at a dead point.
LwMechanism *lw_dead_point_push_off (const LwMechanism *mechanism, int driver, int direction);
