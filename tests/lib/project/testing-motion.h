// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Run of a mechanism whose channels are read by name.

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

/// Takes ownership of the mechanism. An interval of 0 keeps its own interval.
void motion_begin (Motion *self, LwMechanism *mechanism, double interval);
void motion_end (Motion *self);
bool motion_next (Motion *self); ///< to the next sample; false at the end
double motion_value (Motion *self, const char *name);
