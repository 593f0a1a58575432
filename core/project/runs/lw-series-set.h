// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The series of all channels of one run: recorded, derived from its positions and velocities, or
// computed by a formula, which may compare with other runs. Plots, read-outs, tables, measures and
// lessons all find their values here.

#pragma once

#include "lw-computation.h"
#include "lw-derived.h"
#include "lw-project.h"

G_BEGIN_DECLS

typedef struct _LwSeriesSet LwSeriesSet;

/// Recorded samples. Borrowed.
typedef struct
{
  LwRecording *recording; ///< column 0 is time
  LwProjectRun *run;      ///< a run of a project, whose channels have names; NULL:
  GArray *recorded;       ///< array of guint: the channels of the columns after `first_column`
  gsize first_column;
} LwSeriesSource;

/// Callback that returns the set of a run that a formula compares with; NULL if there is none.
typedef LwSeriesSet *(*LwOtherSetFunc) (void *data, LwOther other);

/// Takes references. Formulas are computed when they are first needed: the run is complete by then.
LwSeriesSet *lw_series_set_new (LwChannels *channels, const LwSeriesSource *source);
LwSeriesSet *lw_series_set_new_for_run (LwChannels *channels, LwProjectRun *run);
void lw_series_set_free (LwSeriesSet *self);
/// Returns the series of a channel. It does not exist if it is neither recorded nor derived, or
/// its formula compares with a run that there is not.
LwSeries lw_series_set_get (LwSeriesSet *self, guint channel);
/// Computes a formula of these channels, for about this time, s. Returns true if it is done.
bool lw_series_set_compute (LwSeriesSet *self, LwComputation *computation, double seconds);

// ---- runs that still grow -------------------------------------------------------------------

/// Returns an empty set; all values, also those of formulas, are computed by lw_series_set_extend ().
LwSeriesSet *lw_series_set_new_growing (LwOtherSetFunc find_other, void *data);
/// Sets channels and source. Values that are still valid are kept.
void lw_series_set_take (LwSeriesSet *self, LwChannels *channels, const LwSeriesSource *source);
/// Has those of these channels (guint), which have no formulas, derived that are not recorded.
void lw_series_set_derive (LwSeriesSet *self, const GArray *channels, const LwReplay *replay);
/// Returns true if one of these channels (guint) is neither recorded nor derived.
bool lw_series_set_lacks (LwSeriesSet *self, const GArray *channels);
/// Sets the changes of the run, which have been extended.
void lw_series_set_set_changes (LwSeriesSet *self, const LwChanges *changes);
/// Computes for about this time, s, and each formula for as long. `complete`: the recording no longer
/// grows. Returns true if all that is currently possible is done.
bool lw_series_set_extend (LwSeriesSet *self, bool complete, double seconds);
/// Returns true if values are derived or computed.
bool lw_series_set_has_work (const LwSeriesSet *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwSeriesSet, lw_series_set_free)

G_END_DECLS
