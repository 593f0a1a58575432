// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Size of the largest arrows in a run, from which their scale follows. The scale fits ordinary
// samples: near a dead point or in an impact a force can be so large that all other arrows would be
// dots beside it. The result for a time depends only on the added samples, not on earlier drawing,
// and changes only at a few fixed times: a growing arrow means a growing value.

#pragma once

#include "lw-scene.h"

G_BEGIN_DECLS

typedef struct LwLargest LwLargest;

/// Creates the statistics of a run with this duration, s; the times at which the scale may change
/// are fractions of it.
LwLargest *lw_largest_new (double duration);
LwLargest *lw_largest_copy (const LwLargest *self);
void lw_largest_free (LwLargest *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwLargest, lw_largest_free)

/// Adds the largest vector of a sample. Ignores samples that are not later than the latest one.
void lw_largest_add (LwLargest *self, double time, double value);
/// Removes the samples after `time`, because the run has changed.
void lw_largest_forget_after (LwLargest *self, double time);
/// Returns the value that the scale must accommodate at a time; 0 if there are no samples.
double lw_largest_at (LwLargest *self, double time);

/// Returns the largest reaction or contact arrow of a solved state, N.
double lw_scene_largest_reaction (const LwScene *scene,
                                  MbdState *state,
                                  const MbdIntegratorContact *contacts,
                                  size_t n_contacts);

G_END_DECLS
