// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A mechanism on its way, whose channels are read by name.

#pragma once

#include "lw-channels.h"
#include "lw-run.h"
#include "testing-text.h"

typedef struct
{
  LwMechanism *mechanism;
  MbdModel *model;
  LwChannels *channels;
  LwRun *run;
} Motion;

/// Takes the mechanism over. An interval of 0 is its own.
void motion_begin (Motion *self, LwMechanism *mechanism, double interval);
void motion_end (Motion *self);
bool motion_next (Motion *self); ///< to the next sample; false at the end
double motion_value (Motion *self, const char *name);
