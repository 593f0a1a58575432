// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bars: bodies that are drawn from one point to another.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// The two points (double[3], body frame) and their distance, m. NULL, and *length left as it is,
/// when the body is no bar.
GArray *lw_mechanism_dup_length_points (const LwMechanism *mechanism, int id, double *length);
/// The bar with another length, m. What is joined at its ends goes with them; mass and inertia stay
/// as they are.
LwMechanism *
lw_mechanism_with_link_length (const LwMechanism *mechanism, int id, double bar_length);

G_END_DECLS
