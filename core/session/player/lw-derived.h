// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Channels that a recording does not hold, found from the positions and velocities that it does:
// what is put onto a plot afterwards is seen from the start of the run. Worked on in slices, since
// the recording may be long and may still grow.

#pragma once

#include "lw-changes.h"
#include "lw-channels.h"
#include "lw-recording.h"

G_BEGIN_DECLS

typedef struct LwDerived LwDerived;

/// References all but `derived`, the indices of the channels (guint), which are copied. q and v
/// begin at these columns of the recording; the run began with this stabilisation. `changes` are
/// those of the run, NULL: none; they are copied, and more can be told of later. NULL without
/// memory.
LwDerived *lw_derived_new (LwChannels *channels,
                           MbdModel *model,
                           LwRecording *source,
                           gsize position_column,
                           gsize velocity_column,
                           const LwChanges *changes,
                           const MbdStabilisationSettings *stabilisation,
                           const GArray *derived);
/// The run has changed since; what was derived of its past stays.
void lw_derived_set_changes (LwDerived *self, const LwChanges *changes);
void lw_derived_free (LwDerived *self);
/// Work for about so long, s. True when all samples of the source are done.
bool lw_derived_extend (LwDerived *self, double seconds);
/// Column 0 is time. NAN where the state of a sample cannot be solved.
LwRecording *lw_derived_get_recording (LwDerived *self);
/// The column of a channel; -1 when it is not among them.
int lw_derived_find (LwDerived *self, guint channel);
LwRecording *lw_derived_get_source (LwDerived *self);

G_END_DECLS
