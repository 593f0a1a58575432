// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Events in the run that a player shows.

#pragma once

#include "lw-player.h"

G_BEGIN_DECLS

/// Returns the notable events (array of MbdEvent for which lw_event_is_marked () is true), in order
/// of time. For a kept run these are the beginnings and ends of contacts, at its samples and as far
/// as the forces are recorded. Borrowed until the next call.
const GArray *lw_player_get_events (LwPlayer *self);

/// Finds the events of the displayed kept run for lw_player_get_events ().
void lw_player_find_kept_events (LwPlayer *self);

G_END_DECLS
