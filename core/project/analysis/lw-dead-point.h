// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A run that begins at a dead point of a driver: a slider-crank that is drawn stretched and driven
// at its slide. There the drive moves nothing at first order. Whether the motion can begin depends
// on its function: a rate other than 0 is met by no motion; from rest, and away from the dead
// point, the mechanism can go either way, and goes the way in which it has a velocity.

#pragma once

#include "mbd.h"

typedef struct _LwMechanism LwMechanism;

/// Why a run could not begin, or not go on from its start: where that is a dead point of a driver,
/// *why is made to name the driver (DEAD_POINT, a velocity may help; DEAD_POINT_RATE, none does).
/// All else is left as it is.
void lw_dead_point_explain (const MbdModel *model, MbdDiagnosis *why);
/// The mechanism with start velocities that take it out of the dead point of a driver (its id) the
/// one way (1) or the other (-1). NULL when it does not stand at one.
LwMechanism *lw_dead_point_push_off (const LwMechanism *mechanism, int driver, int direction);
