// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How large arrows get in a run, so that their scale has room for them. It is that of ordinary
// instants: near a dead point, or in an impact, a force can be so large that all others would be
// dots beside it. What a run has is known by instants; the answer for one of them depends on these
// alone, not on what was drawn before, and changes at a few fixed times only: an arrow that grows
// is a value that grows.

#pragma once

#include "lw-scene.h"

G_BEGIN_DECLS

typedef struct LwLargest LwLargest;

/// For a run of so many s; the times at which the scale may change are parts of it.
LwLargest *lw_largest_new (double duration);
LwLargest *lw_largest_copy (const LwLargest *self);
void lw_largest_free (LwLargest *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwLargest, lw_largest_free)

/// The largest vector of an instant. What is not later than the latest one is known already.
void lw_largest_add (LwLargest *self, double time, double value);
/// What was later is to be found anew: the run has changed.
void lw_largest_forget_after (LwLargest *self, double time);
/// What the scale at an instant has to have room for; 0: nothing is known.
double lw_largest_at (LwLargest *self, double time);

/// N, the largest arrow of a reaction or contact in a solved state.
double lw_scene_largest_reaction (const LwScene *scene,
                                  MbdState *state,
                                  const MbdIntegratorContact *contacts,
                                  size_t n_contacts);

G_END_DECLS
