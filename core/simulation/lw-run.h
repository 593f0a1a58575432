// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A run: one engine state, advanced from sample to sample. Used by the simulation thread and by
// programs that run without one, so that both compute the same numbers. Plain C (no GLib); one
// thread at a time.

#pragma once

#include "mbd.h"

typedef struct LwRun LwRun;

/// Creates a run of `duration` s (finite, >= 0) with a sample every `interval` s (finite, > 0).
/// `assemble`: first make positions and velocities fit the constraints. Returns NULL if memory is
/// exhausted or a setting is out of range.
LwRun *lw_run_new (const MbdModel *model,
                   const MbdIntegratorSettings *integrator,
                   double duration,
                   double interval,
                   bool assemble);
void lw_run_free (LwRun *self);

/// Sets the token that ends a step early, with STOPPED, from now on; used to end a run. Borrowed.
void lw_run_set_stop (LwRun *self, const MbdStopToken *stop);

/// Returns to the beginning: the start state of the model, assembled if requested, solved: sample
/// 0. On failure the state is the start state, completed as far as possible.
MbdStatus lw_run_start (LwRun *self, MbdDiagnosis *why);
/// Continues from another state of the model, with its changes of couplings, at the sample nearest
/// to its time. Integrals and statistics restart. On failure the run is unchanged.
MbdStatus lw_run_continue (LwRun *self, const MbdState *from, MbdDiagnosis *why);
/// Sets another method, accuracy, step or stabilisation from this sample onwards.
MbdStatus
lw_run_set_integrator (LwRun *self, const MbdIntegratorSettings *settings, MbdDiagnosis *why);
/// Makes at most one internal step towards the next sample; sets *arrived to true if the state is
/// now at that sample, solved. Must not be called after the last sample; after a failure only a new
/// start helps.
MbdStatus lw_run_advance (LwRun *self, bool *arrived, MbdDiagnosis *why);
/// Advances to the next sample, however many internal steps it takes.
MbdStatus lw_run_next (LwRun *self, MbdDiagnosis *why);
bool lw_run_is_finished (const LwRun *self); ///< Returns true if the last sample has been reached.

// Changes during a run, at the sample of the current state: the state is made to fit again and the
// steps restart there. If this fails, the reason is returned and the run continues unchanged. A
// start restores the model's values. `coupling` and `force` are indices in the model.

MbdStatus lw_run_set_enabled (LwRun *self, int coupling, bool enabled, MbdDiagnosis *why);
/// Reconnects a broken coupling.
MbdStatus lw_run_mend (LwRun *self, int coupling, MbdDiagnosis *why);
/// Changes length, points, frames, function, limits ... like mbd_state_change_coupling ().
MbdStatus
lw_run_change_coupling (LwRun *self, int coupling, const MbdCouplingDef *def, MbdDiagnosis *why);
/// Changes constants, law, points, load ... of a force element like mbd_state_change_force ().
MbdStatus lw_run_change_force (LwRun *self, int force, const MbdForceDef *def, MbdDiagnosis *why);

/// Replaces the model from this sample onwards, see mbd_state_take_model (), with its own settings,
/// end and interval. Samples continue from the current one; if the new duration has passed already,
/// the run ends here.
typedef struct
{
  const MbdModel *model;
  MbdIntegratorSettings integrator;
  double duration, interval; ///< s
  bool assemble;
} LwRunChange;
MbdStatus lw_run_change_model (LwRun *self, const LwRunChange *change, MbdDiagnosis *why);

/// Sets the pull on a body, or removes it (NULL): mbd_state_set_grip ().
MbdStatus lw_run_set_grip (LwRun *self, const MbdGrip *grip, MbdDiagnosis *why);

/// Returns the *n contact points at the current sample (in time stepping: of its step). Borrowed
/// until the next step.
const MbdIntegratorContact *lw_run_contacts (const LwRun *self, size_t *n);
/// Returns the *n events since the sample before, in order. Borrowed until the next step.
const MbdEvent *lw_run_events (const LwRun *self, size_t *n);
/// Resolves the settings with which a run of a model is made: the automatic method is time stepping
/// if more than LW_RUN_MOST_ACCURATE moving bodies can be in contact, time stepping without a step
/// takes steps of LW_RUN_USUAL_STEP, and with contacts no step is longer than an interval.
#define LW_RUN_MOST_ACCURATE 10
#define LW_RUN_USUAL_STEP 0.002 ///< s
MbdIntegratorSettings lw_run_choose_settings (const MbdModel *model,
                                              const MbdIntegratorSettings *settings,
                                              double interval);

/// Returns the number of samples of the whole run, including the one at time 0.
size_t lw_run_n_samples (const LwRun *self);
/// Returns the time of sample k: k times the interval, for the last one exactly the duration. After
/// a change of the interval, times count from the sample of the change; earlier times are no longer
/// available.
double lw_run_sample_time (const LwRun *self, size_t k);
size_t lw_run_sample (const LwRun *self); ///< Returns the sample of the current state.
/// Returns the state at that sample, solved; borrowed, read-only.
MbdState *lw_run_state (LwRun *self);
/// See mbd_integrator_contact_problem ().
MbdStatus
lw_run_contact_problem (LwRun *self, MbdContactKind kind, MbdContactProblem *problem, double *time);
void lw_run_statistics (const LwRun *self, MbdIntegratorStatistics *statistics);
