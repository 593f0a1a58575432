// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names for new elements.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Returns a name that no element has yet: `word` with the next number.
char *lw_names_unique (const LwMechanism *mechanism, const char *word);
/// Returns a free name derived from this one: "Link 3" for "Link 2".
char *lw_names_like (const LwMechanism *mechanism, const char *name);
/// Returns a free name for a joint: A, B, C ...
char *lw_names_point (const LwMechanism *mechanism);

/// Returns the mechanism with its elements named as in another mechanism.
LwMechanism *lw_names_share (LwMechanism *mechanism, const LwMechanism *named);

G_END_DECLS
