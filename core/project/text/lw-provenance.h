// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Provenance of an exported file.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Returns program and version, the digest of the mechanism in its text form, and the units. Free
/// with g_free ().
char *lw_dup_provenance (const LwMechanism *mechanism, const char *version);

G_END_DECLS
