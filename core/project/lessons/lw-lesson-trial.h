// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A mechanism on trial: its counts, its rows and a run of it, computed when an expression needs them
// and kept for the next one. Belongs to one thread. A trial ends after a limit of processor time and
// of samples, whatever the mechanism does.

#pragma once

#include <gio/gio.h>

#include "lw-channels.h"
#include "lw-computation.h"
#include "lw-hood.h"

#include "mbd-analysis.h"

G_BEGIN_DECLS

typedef struct _LwLessonTrial LwLessonTrial;

/// References the mechanism; `cancellable` may be NULL.
LwLessonTrial *lw_lesson_trial_new (LwMechanism *mechanism, GCancellable *cancellable);
/// Returns a trial of another mechanism that ends with the time of the outer one. Returns NULL and
/// sets the error if it is inside too many others.
LwLessonTrial *
lw_lesson_trial_new_within (const LwLessonTrial *outer, LwMechanism *mechanism, GError **error);
void lw_lesson_trial_free (LwLessonTrial *self);
LwMechanism *lw_lesson_trial_get_mechanism (LwLessonTrial *self);

/// Sets the time of the run (s, within its duration) at which lw_lesson_trial_examine () examines it;
/// 0 before. Must be called before the first examination.
void lw_lesson_trial_set_instant (LwLessonTrial *self, double time);

/// The mechanism at the start of its run, or at another instant of it.
typedef struct
{
  bool fits; ///< positions and velocities can be made to satisfy the couplings
  MbdFreedoms *freedoms;
  LwHood *hood; ///< the linear system; NULL if the mechanism does not fit
} LwLessonStart;

/// Returns NULL and sets the error if the mechanism is not complete or too large.
const LwLessonStart *lw_lesson_trial_examine (LwLessonTrial *self, GError **error);
/// Returns the channels, NULL and the error if the mechanism is not complete.
LwChannels *lw_lesson_trial_get_channels (LwLessonTrial *self, GError **error);
/// Returns whether a row of the coupling takes part in a dependence at the instant.
bool lw_lesson_trial_is_redundant (LwLessonTrial *self, int coupling);
/// Sets *unmet to 1 if the coupling (id) cannot be satisfied where the drawing is assembled, else to
/// 0. Returns false and sets the error if that cannot be computed.
bool lw_lesson_trial_is_unmet (LwLessonTrial *self, int coupling, double *unmet, GError **error);
/// Returns whether a body or coupling has this name.
bool lw_lesson_trial_has_element (LwLessonTrial *self, const char *name);
/// Returns whether an event of the run is one of the coupling or body with this name.
bool lw_lesson_trial_is_concerned (LwLessonTrial *self, const MbdEvent *event, const char *name);

/// The run of a mechanism.
typedef struct
{
  LwRecording *recording; ///< column 0 is time
  GArray *events;         ///< array of MbdEvent
  bool failed;            ///< it stopped before its end
  MbdStatus status;       ///< the reason
  double end;             ///< s, time of its last sample
  MbdIntegratorStatistics statistics;
} LwLessonRun;

/// Returns a run in which these derivations (LwDerivation) can be computed. Returns NULL and sets
/// the error if it could not begin, or takes too long.
const LwLessonRun *
lw_lesson_trial_run (LwLessonTrial *self, const GPtrArray *derivations, GError **error);
/// Computes a derivation over the samples of the run: column 1 of the result. Transfer full; NULL
/// and the error if it compares with other runs or takes too long.
LwRecording *
lw_lesson_trial_compute (LwLessonTrial *self, LwDerivation *derivation, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwLessonTrial, lw_lesson_trial_free)

G_END_DECLS
