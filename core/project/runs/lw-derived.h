// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Computes channels that a recording does not contain from its positions and velocities: a channel
// that is added to a plot later is visible from the start of the run. The work is done in slices,
// because the recording may be long and may still grow.

#pragma once

#include "lw-changes.h"
#include "lw-channels.h"
#include "lw-series.h"

G_BEGIN_DECLS

typedef struct LwDerived LwDerived;

/// Model and settings from which the states of a run follow. Borrowed.
typedef struct
{
  LwChannels *channels;
  MbdModel *model;                               ///< at the start of the run
  gsize position_column;                         ///< first column of q
  gsize velocity_column;                         ///< first column of v
  const LwChanges *changes;                      ///< made during the run; NULL if none
  const MbdStabilisationSettings *stabilisation; ///< at the start of the run
} LwReplay;

/// Derives these channels (guint) from a recording. Takes references; the rest is copied, and the
/// changes can be replaced later. Returns NULL if memory is exhausted.
LwDerived *lw_derived_new (const LwReplay *replay, LwRecording *source, const GArray *derived);
/// Sets the changes of the run, which have been extended; the samples derived so far are kept.
void lw_derived_set_changes (LwDerived *self, const LwChanges *changes);
void lw_derived_free (LwDerived *self);
/// Works for about this time, s. Returns true if all samples of the source are done.
bool lw_derived_extend (LwDerived *self, double seconds);
/// Returns the series of a channel, which does not exist if it is not derived here. Values are NAN if
/// the state of a sample cannot be solved.
LwSeries lw_derived_get (LwDerived *self, guint channel);
LwRecording *lw_derived_get_source (LwDerived *self);

G_END_DECLS
