// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Variation of channels in a short and coarse run of a mechanism, to choose what is worth plotting
// before its run has begun.

#pragma once

#include "lw-channels.h"
#include "lw-mechanism.h"

G_BEGIN_DECLS

typedef struct
{
  double span;    ///< largest value minus smallest
  double largest; ///< largest magnitude
} LwVariation;

/// Returns an array with an element for each channel of the list whose name ends in one of these
/// suffixes (NULL-terminated); the others are 0, as are channels that need a whole run. Returns NULL
/// if the mechanism is too large for this, or cannot be run. The result depends on the mechanism
/// only. Free with g_free ().
LwVariation *lw_variations_new (const LwMechanism *mechanism,
                                const LwChannels *channels,
                                const char *const *suffixes);

G_END_DECLS
