// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Private declarations of solids, shared by their files.

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

/// Returns how far a core reaches from its centre along a unit vector, without its radius.
double mbd_core_reach (const MbdCore *core, const double n[3]);
/// Returns the distance of two cores, 0 if they overlap, and their nearest points.
double mbd_core_distance (const MbdCore *a, const MbdCore *b, double near_a[3], double near_b[3]);
