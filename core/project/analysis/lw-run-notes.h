// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Notes on a run: limits of its results.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Returns the notes on a run, whole sentences without a capital or a full stop, NULL-terminated; free with
/// g_strfreev (). Empty if nothing limited the results. `accuracy`: the requested one.
char **lw_run_dup_notes (const LwMechanism *mechanism,
                         const MbdIntegratorStatistics *statistics,
                         double accuracy);

G_END_DECLS
