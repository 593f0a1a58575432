// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names for new elements.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// A name that no body, coupling ... has yet: `word` with the next number.
char *lw_names_unique (const LwMechanism *mechanism, const char *word);
/// A free name like this one: "Link 3" for "Link 2".
char *lw_names_like (const LwMechanism *mechanism, const char *name);
/// A, B, C ... for a joint.
char *lw_names_point (const LwMechanism *mechanism);

/// The mechanism with the names that its elements have in another one.
LwMechanism *lw_names_share (LwMechanism *mechanism, const LwMechanism *named);

G_END_DECLS
