// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Read access to the data of a player and its displayed values.

#include <math.h>

#include "lw-player-private.h"

void
lw_player_get_status (LwPlayer *self, LwSimulationStatus *status)
{
  g_return_if_fail (LW_IS_PLAYER (self));

  lw_simulation_get_status (self->simulation, status);
}

LwMechanism *
lw_player_get_mechanism (LwPlayer *self)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), NULL);

  return self->mechanism;
}

MbdModel *
lw_player_get_model (LwPlayer *self)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), NULL);

  return (MbdModel *) lw_changes_get_model (lw_player_get_shown_changes (self), self->model,
                                            self->time);
}

MbdModel *
lw_player_get_first_model (LwPlayer *self)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), NULL);

  return self->model;
}

LwChannels *
lw_player_get_channels (LwPlayer *self)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), NULL);

  return self->channels;
}

const LwCurves *
lw_player_get_curves (LwPlayer *self)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), NULL);

  return self->curves;
}

LwRecording *
lw_player_get_recording (LwPlayer *self)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), NULL);

  return self->recording;
}

gsize
lw_player_get_n_samples (LwPlayer *self)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), 0);

  return self->n_samples;
}

gsize
lw_player_get_position_column (LwPlayer *self)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), 0);

  return self->position_column;
}

double
lw_player_get_duration (LwPlayer *self)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), 0);

  // The kept run may have had a different duration, or a changed one.
  if (self->run != NULL)
    return fmax (self->run->settings.duration, lw_player_get_recorded_time (self));
  return lw_mechanism_get_run (self->mechanism)->duration;
}

double
lw_player_get_time (LwPlayer *self)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), 0);

  return self->time;
}
