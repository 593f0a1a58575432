// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Solids as their own files see them.

#pragma once

#include <stdbool.h>

#include "mbd-solid.h"

/// A box with zero, one or three extents, in world axes, with a radius about it.
typedef struct
{
  double centre[3];
  double axis[3][3]; // unit
  double half[3];
  double radius;
} MbdCore;

/// How far a core reaches from its centre along a unit vector, without its radius.
double mbd_core_reach (const MbdCore *core, const double n[3]);
/// The distance of two cores, 0 where they overlap, and where they are nearest.
double mbd_core_distance (const MbdCore *a, const MbdCore *b, double near_a[3], double near_b[3]);
