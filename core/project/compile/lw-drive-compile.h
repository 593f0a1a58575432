// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Drives that follow another joint.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Returns true if the function of a coupling follows the motion.
bool lw_drive_follows (const LwCoupling *coupling);
/// Completes the definition of a resolved drive whose function does: kind, function (owned) and the other
/// joint. On failure returns false and sets *reason (free with g_free ()) to a clause.
bool lw_drive_compile (const LwMechanism *mechanism,
                       const LwCoupling *drive,
                       const GPtrArray *parameters,
                       MbdCouplingDef *def,
                       char **reason);

G_END_DECLS
