// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bodies in contact that overlap at the start.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

typedef struct
{
  int body[2];  ///< ids
  double depth; ///< m
} LwOverlap;

/// Returns a GArray of LwOverlap of a mechanism and its model, in drawing order: pairs that touch
/// each other and overlap by more than a thousandth of the size of the mechanism. A run separates
/// them gently, but they are rarely intended.
GArray *lw_overlaps_find (const LwMechanism *mechanism, const MbdModel *model);

G_END_DECLS
