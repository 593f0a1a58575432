// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What happened in the run that a player shows.

#pragma once

#include "lw-player.h"

G_BEGIN_DECLS

/// What happened (of MbdEvent) and is worth a mark (lw_event_is_marked ()), in order of time. Of a
/// kept run it is what bodies met and parted, as far as their forces are in its recording, to its
/// samples. Borrowed until the next call.
const GArray *lw_player_get_events (LwPlayer *self);

/// For the above: those of the kept run that is shown.
void lw_player_find_kept_events (LwPlayer *self);

G_END_DECLS
