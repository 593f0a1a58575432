// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How fast time passes in a run that is watched, measured over a second at a time.

#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct
{
  gint64 since_usec; ///< begin of the second; 0: none has begun
  double since_time; ///< s, of the run
  double last_time;  ///< of the run, at the last update
  double pace;       ///< simulated seconds per second; NAN: not known yet
} LwSpeedMeter;

/// Nothing runs, or time jumped: forget what was measured.
void lw_speed_meter_reset (LwSpeedMeter *self);
/// At `now_usec` the run is at `time`. True when there is a new figure.
bool lw_speed_meter_update (LwSpeedMeter *self, gint64 now_usec, double time);
/// Whether a run that should have `speed` (0: as fast as can be) lags behind so that it is seen.
bool lw_speed_meter_lags (const LwSpeedMeter *self, double speed);
