// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Begin and end of contacts in time stepping.

#pragma once

#include "mbd-pile.h"

typedef struct MbdTouchTracker MbdTouchTracker;

/// Called when two shapes, a < b, begin to touch or end. A begin is reported in the step after;
/// `impulse`: of both steps along the normal, N s.
typedef void (*MbdTouchTold) (void *data, int shape_a, int shape_b, bool begins, double impulse);

MbdTouchTracker *mbd_touch_tracker_new (void);
void mbd_touch_tracker_free (MbdTouchTracker *tracker);
/// Clears all pairs: the next step is the first one.
void mbd_touch_tracker_reset (MbdTouchTracker *tracker);
/// Takes the contact points of a step and reports the changes since the step before, ends first.
/// `slack` m: a pair that does not press has parted if it is farther apart. Returns false, and
/// reports nothing, if memory is exhausted.
bool mbd_touch_tracker_step (MbdTouchTracker *tracker,
                             const MbdPileContact *contacts,
                             int n,
                             double slack,
                             MbdTouchTold tell,
                             void *data);
/// Reports the pairs that began in the last step, after which there is no other.
void mbd_touch_tracker_flush (MbdTouchTracker *tracker, MbdTouchTold tell, void *data);
