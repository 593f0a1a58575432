// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A run: one engine state, taken from sample to sample. Used by the simulation thread and by
// programs that run without one, so that both see the same numbers. Plain C (no GLib); one thread
// at a time.

#pragma once

#include "mbd.h"

typedef struct LwRun LwRun;

/// A run of `duration` s (finite, >= 0) with a sample every `interval` s (finite, > 0). `assemble`:
/// make positions and velocities fit the constraints first. NULL when there is no memory or a
/// setting is out of range.
LwRun *lw_run_new (const MbdModel *model,
                   const MbdIntegratorSettings *integrator,
                   double duration,
                   double interval,
                   bool assemble);
void lw_run_free (LwRun *self);

/// From then on a step ends, with STOPPED, as soon as that is requested; for the end of a run.
/// Borrowed.
void lw_run_set_stop (LwRun *self, const MbdStopToken *stop);

/// Back to the beginning: the start state of the model, assembled if asked, solved: sample 0. On
/// failure the state is the start state as far as it could be made.
MbdStatus lw_run_start (LwRun *self, MbdDiagnosis *why);
/// Go on from another state of the model, with its changes of couplings, at the sample that is
/// nearest to its time. Integrals and statistics begin anew. On failure the run stays where it was.
MbdStatus lw_run_continue (LwRun *self, const MbdState *from, MbdDiagnosis *why);
/// Another method, accuracy, step or stabilisation from here on.
MbdStatus
lw_run_set_integrator (LwRun *self, const MbdIntegratorSettings *settings, MbdDiagnosis *why);
/// At most one internal step towards the next sample; *arrived tells whether the state now stands
/// there, solved. Not after the last sample; after a failure only a new start helps.
MbdStatus lw_run_advance (LwRun *self, bool *arrived, MbdDiagnosis *why);
/// To the next sample, however many internal steps it takes.
MbdStatus lw_run_next (LwRun *self, MbdDiagnosis *why);
bool lw_run_is_finished (const LwRun *self); ///< the last sample has been reached

// Changes while it runs, at the sample where the state stands: the state is made to fit again and
// the steps begin anew there. When that cannot be done, the reason; the run then goes on as if
// nothing had been asked. A start brings back what the model says. `coupling` is an index in the
// model, and so is `force`.

MbdStatus lw_run_set_enabled (LwRun *self, int coupling, bool enabled, MbdDiagnosis *why);
/// What has broken holds again.
MbdStatus lw_run_mend (LwRun *self, int coupling, MbdDiagnosis *why);
/// Length, points, frames, function, limits ... as mbd_state_change_coupling ().
MbdStatus
lw_run_change_coupling (LwRun *self, int coupling, const MbdCouplingDef *def, MbdDiagnosis *why);
/// Constants, law, points, load ... of a force element as mbd_state_change_force ().
MbdStatus lw_run_change_force (LwRun *self, int force, const MbdForceDef *def, MbdDiagnosis *why);

/// Another model from here on, see mbd_state_take_model (), with settings, end and interval of its
/// own. Samples go on from the present one; a duration that is over ends the run here.
typedef struct
{
  const MbdModel *model;
  MbdIntegratorSettings integrator;
  double duration, interval; ///< s
  bool assemble;
} LwRunChange;
MbdStatus lw_run_change_model (LwRun *self, const LwRunChange *change, MbdDiagnosis *why);

/// Something pulls a body, or nothing any more (NULL): mbd_state_set_grip ().
MbdStatus lw_run_set_grip (LwRun *self, const MbdGrip *grip, MbdDiagnosis *why);

/// The contact points at the sample where the state stands (in time stepping: of its step), *n of
/// them. Borrowed until the next step.
const MbdIntegratorContact *lw_run_contacts (const LwRun *self, size_t *n);
/// What happened since the sample before, *n of it, in order. Borrowed until the next step.
const MbdEvent *lw_run_events (const LwRun *self, size_t *n);
/// The settings with which a run of a model is done: the automatic method is time stepping where
/// more than LW_RUN_MOST_ACCURATE moving bodies take part in contact, time stepping without a step
/// takes steps of LW_RUN_USUAL_STEP, and where bodies touch no step is longer than an interval.
#define LW_RUN_MOST_ACCURATE 10
#define LW_RUN_USUAL_STEP 0.002 ///< s
MbdIntegratorSettings lw_run_choose_settings (const MbdModel *model,
                                              const MbdIntegratorSettings *settings,
                                              double interval);

/// Samples of the whole run, with the one at time 0.
size_t lw_run_n_samples (const LwRun *self);
/// Time of sample k: k times the interval, that of the last one exactly the duration. After the
/// interval was changed, at a sample that counts from there on; before it, those times are not
/// known any more.
double lw_run_sample_time (const LwRun *self, size_t k);
size_t lw_run_sample (const LwRun *self); ///< where the state stands
/// The state at that sample, solved; borrowed, and for reading only.
MbdState *lw_run_state (LwRun *self);
void lw_run_statistics (const LwRun *self, MbdIntegratorStatistics *statistics);
