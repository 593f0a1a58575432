// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions and laws of force elements, converted for the engine.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Adds the functions and the law of a force element to its definition for the engine, with these
/// values of the parameters (array of LwParameter). On failure returns FALSE and sets *reason (free
/// with g_free ()) to a clause (no capital, no full stop). Free with lw_force_def_clear () in either
/// case.
gboolean lw_force_compile (const LwMechanism *mechanism,
                           const LwForce *force,
                           const GPtrArray *parameters,
                           MbdForceDef *def,
                           char **reason);

G_END_DECLS
