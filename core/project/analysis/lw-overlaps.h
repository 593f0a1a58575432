// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bodies that touch each other and overlap at the start.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

typedef struct
{
  int body[2];  ///< ids
  double depth; ///< m
} LwOverlap;

/// GArray of LwOverlap of a mechanism and its model, in drawing order: pairs that touch each other
/// and are deeper in each other than a thousandth of the size of the mechanism. A run opens them
/// gently, but hardly anybody means them.
GArray *lw_overlaps_find (const LwMechanism *mechanism, const MbdModel *model);

G_END_DECLS
