// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Begin and end of touching in time stepping.

#pragma once

#include "mbd-pile.h"

typedef struct MbdTouchTracker MbdTouchTracker;

/// Two shapes, a < b, begin (`impulse` is that of the step along the normal, N s) or end to touch.
typedef void (*MbdTouchTold) (void *data, int shape_a, int shape_b, bool begins, double impulse);

MbdTouchTracker *mbd_touch_tracker_new (void);
void mbd_touch_tracker_free (MbdTouchTracker *tracker);
/// Nothing is known: the next step is the first one.
void mbd_touch_tracker_reset (MbdTouchTracker *tracker);
/// The contact points of a step; what has changed since the one before is told: first what ends.
/// `slack` m: a pair that does not press has parted when it is farther apart. Nothing is told when
/// there is no memory.
void mbd_touch_tracker_step (MbdTouchTracker *tracker,
                             const MbdPileContact *contacts,
                             int n,
                             double slack,
                             MbdTouchTold tell,
                             void *data);
