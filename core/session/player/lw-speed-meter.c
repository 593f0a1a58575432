// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-speed-meter.h"

#include <math.h>

/// Part of the requested speed below which a run visibly lags.
#define SEEN_PART 0.8

void
lw_speed_meter_reset (LwSpeedMeter *self)
{
  *self = (LwSpeedMeter){ .pace = NAN };
}

bool
lw_speed_meter_update (LwSpeedMeter *self, gint64 now_usec, double time)
{
  const gint64 passed = now_usec - self->since_usec;

  const bool jumped = time < self->last_time;

  self->last_time = time;
  if (self->since_usec == 0 || jumped) {
    self->since_usec = now_usec;
    self->since_time = time;
    return false;
  }
  if (passed < G_USEC_PER_SEC)
    return false;
  self->pace = (time - self->since_time) * G_USEC_PER_SEC / (double) passed;
  self->since_usec = now_usec;
  self->since_time = time;
  return true;
}

bool
lw_speed_meter_lags (const LwSpeedMeter *self, double speed)
{
  return self->pace < SEEN_PART * speed;
}
