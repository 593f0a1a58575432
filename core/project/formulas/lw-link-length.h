// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bars: bodies drawn as a line from one point to another.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Returns the two points (double[3], body frame) and sets their distance, m. Returns NULL and
/// leaves *length unchanged if the body is not a bar.
GArray *lw_mechanism_dup_length_points (const LwMechanism *mechanism, int id, double *length);
/// Returns a copy in which the bar has another length, m. Elements joined at its ends move with
/// them; mass and inertia are unchanged.
LwMechanism *
lw_mechanism_with_link_length (const LwMechanism *mechanism, int id, double bar_length);

G_END_DECLS
