// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What happened in the run that a player shows.

#pragma once

#include "lw-player.h"

G_BEGIN_DECLS

/// What happened (of MbdEvent) and is worth a mark, in order of time: bodies that met or were
/// wedged, ropes and stops, what broke. Borrowed until the next call.
const GArray *lw_player_get_events (LwPlayer *self);

G_END_DECLS
