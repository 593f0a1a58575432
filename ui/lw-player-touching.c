// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What touches at the shown instant of a player.

#include "lw-player-private.h"

void
lw_player_add_contacts (LwPlayer *self, MbdState *state)
{
  if (self->touching != NULL)
    lw_touching_find (self->touching, state);
}

const MbdIntegratorContact *
lw_player_get_contacts (LwPlayer *self, guint *n)
{
  size_t count = 0;
  const MbdIntegratorContact *contacts = NULL;

  g_return_val_if_fail (LW_IS_PLAYER (self), NULL);

  if (self->touching != NULL) {
    // The state of the instant asks for them.
    if (!lw_touching_knows (self->touching, self->time, self->q, self->v))
      lw_player_get_state (self);
    contacts = lw_touching_get (self->touching, &count);
  }
  *n = (guint) count;
  return contacts;
}
