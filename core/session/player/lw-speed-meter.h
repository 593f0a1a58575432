// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Speed of a displayed run relative to real time, measured over one second at a time.

#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct
{
  gint64 since_usec; ///< start of the current second; 0 if none has started
  double since_time; ///< s, time of the run at that start
  double last_time;  ///< s, time of the run at the last update
  double pace;       ///< simulated seconds per second; NAN if not known yet
} LwSpeedMeter;

/// Discards the measurement, because nothing runs or the time has jumped.
void lw_speed_meter_reset (LwSpeedMeter *self);
/// Updates the measurement: at `now_usec` the run is at `time`, s. Returns true if there is a new
/// value.
bool lw_speed_meter_update (LwSpeedMeter *self, gint64 now_usec, double time);
/// Returns true if a run with the requested `speed` (0: as fast as possible) visibly lags behind.
bool lw_speed_meter_lags (const LwSpeedMeter *self, double speed);
