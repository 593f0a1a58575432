// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where an exported file comes from.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Program and version, the digest of the mechanism in its text form, units. Free with g_free ().
char *lw_dup_provenance (const LwMechanism *mechanism, const char *version);

G_END_DECLS
