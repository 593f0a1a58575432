// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Computes channels that a recording does not contain from its positions and velocities: a channel
// that is added to a plot later is visible from the start of the run. The work is done in slices,
// because the recording may be long and may still grow.

#pragma once

#include "lw-changes.h"
#include "lw-channels.h"
#include "lw-recording.h"

G_BEGIN_DECLS

typedef struct LwDerived LwDerived;

/// Takes references to all objects except `derived`, the indices of the channels (guint), which are
/// copied. q and v begin at these columns of the recording; the run began with this stabilisation.
/// `changes` are those of the run, NULL if none; they are copied and can be replaced later. Returns
/// NULL if memory is exhausted.
LwDerived *lw_derived_new (LwChannels *channels,
                           MbdModel *model,
                           LwRecording *source,
                           gsize position_column,
                           gsize velocity_column,
                           const LwChanges *changes,
                           const MbdStabilisationSettings *stabilisation,
                           const GArray *derived);
/// Sets the changes of the run, which have been extended; the samples derived so far are kept.
void lw_derived_set_changes (LwDerived *self, const LwChanges *changes);
void lw_derived_free (LwDerived *self);
/// Works for about this time, s. Returns true if all samples of the source are done.
bool lw_derived_extend (LwDerived *self, double seconds);
/// Returns the derived channels; column 0 is time. Values are NAN if the state of a sample cannot
/// be solved.
LwRecording *lw_derived_get_recording (LwDerived *self);
/// Returns the column of a channel; -1 if it is not derived here.
int lw_derived_find (LwDerived *self, guint channel);
LwRecording *lw_derived_get_source (LwDerived *self);

G_END_DECLS
