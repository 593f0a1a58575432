// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Forces of gears, belts and racks at their wheels.

#pragma once

#include "mbd-coupling-class.h"

/// See MbdCouplingClass.press ().
bool mbd_gear_press (const MbdCouplingDef *def,
                     const MbdMeshPlace *place,
                     double lambda,
                     MbdMeshAction *action);
