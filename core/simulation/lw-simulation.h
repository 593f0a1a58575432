// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The simulation thread: owns one engine state, takes commands, publishes the newest pose and
// appends samples to a recording. No lock is held during a step; neither side waits for the other.
// Plain C with pthreads and C11 atomics (no GLib), so that the thread sanitizer can check it.

#pragma once

#include "mbd.h"

#include "lw-contact-log.h"
#include "lw-recording.h"
#include "lw-run.h"

typedef struct LwSimulation LwSimulation;

typedef enum
{
  LW_SIMULATION_PAUSED,
  LW_SIMULATION_RUNNING,
  LW_SIMULATION_FINISHED, ///< the duration was reached
  LW_SIMULATION_FAILED,   ///< see lw_simulation_get_diagnosis ()
} LwSimulationPhase;

/// Computes the recorded channels of the sample at which a run stands; called in the simulation
/// thread.
typedef void (*LwSampleFunc) (void *data, LwRun *run, double *channels);
/// Adds details to the diagnosis of a start or first step that has failed, if possible; called in
/// the simulation thread.
typedef void (*LwExplainFunc) (const MbdModel *model, MbdDiagnosis *why);
/// Called in the simulation thread after something was published; must not block.
typedef void (*LwNotifyFunc) (void *data);

typedef struct
{
  MbdIntegratorSettings integrator;
  double duration; ///< s; end of the run
  double interval; ///< s between samples
  size_t memory;   ///< memory limit of the recording, bytes; 0: unlimited. When it is used up, only
                   ///< every second sample is kept, including earlier ones, then every fourth ...
  bool stop_at_breaks; ///< True to pause at the sample at which a coupling is found broken
  bool assemble;       ///< True to assemble positions and velocities first
  double speed;        ///< simulated seconds per wall second; 0: as fast as possible
  size_t n_channels;
  LwSampleFunc sample; ///< may be NULL if n_channels is 0
  void *sample_data;
  const bool *integrals; ///< by channel: true for an integral since the start of the run, which
                         ///< continues when a run does; NULL if there is none. Borrowed
  LwExplainFunc explain; ///< may be NULL
  LwNotifyFunc notify;   ///< may be NULL
  void *notify_data;
} LwSimulationSettings;

/// A snapshot of what the thread has published.
typedef struct
{
  LwSimulationPhase phase;
  double time;           ///< s, of the newest pose
  double speed;          ///< requested speed
  double achieved_speed; ///< simulated / wall over about the last second while running
  size_t n_samples;
  size_t stride; ///< number of intervals between two samples: 1, or more if memory was used up
  bool starved;  ///< True if samples are missing from the recording because memory is exhausted
  MbdIntegratorStatistics statistics;
  const MbdModel *model; ///< model of the run, borrowed: for comparison only
  double model_time;     ///< s, the sample after which it is valid; 0: from the start
  size_t n_breaks;       ///< number of pauses because a coupling broke, since the start
  int broken;            ///< index of the coupling that broke last, -1 if none
} LwSimulationStatus;

/// Starts the thread. It first computes the start pose (assembled if requested), which is sample 0,
/// and is then paused, or failed if that pose cannot be found; lw_simulation_wait () waits for
/// this. Until then the pose is the model's and the recording is empty. Returns NULL if memory is
/// exhausted or a setting is out of range (see lw_run_new () for the settings of the run).
LwSimulation *lw_simulation_new (const MbdModel *model, const LwSimulationSettings *settings);
/// Ends the thread, even in the middle of a step, and joins it.
void lw_simulation_free (LwSimulation *self);

/// Commands; they return immediately and are executed in order, each before the next sample. A
/// finished or failed run does not change until it is reset.
void lw_simulation_play (LwSimulation *self);
void lw_simulation_pause (LwSimulation *self);
void lw_simulation_step (LwSimulation *self);  ///< advances to the next sample, then pauses
void lw_simulation_reset (LwSimulation *self); ///< returns to the start pose with a new recording,
                                               ///< paused
void lw_simulation_set_speed (LwSimulation *self, double speed); ///< >= 0; anything else is ignored
/// Starts a new run that begins with the first `n_samples` of a recording (of the same columns) and
/// continues, paused, from a state at the time of the last of them, with the changes made there.
/// Takes ownership of `state`, references the recording. If the run cannot continue from there,
/// nothing is changed, see lw_simulation_take_refusal ().
void lw_simulation_continue (LwSimulation *self,
                             LwRecording *recording,
                             size_t n_samples,
                             MbdState *from);
// Change a coupling (by its index in the model), or the pull, while the run is paused or running,
// at the last sample before they are executed; the state is made to fit them. A change that is not
// possible is ignored, see lw_simulation_take_refusal (). A reset restores the model's values.

void lw_simulation_set_enabled (LwSimulation *self, int coupling, bool enabled);
void lw_simulation_mend (LwSimulation *self, int coupling); ///< reconnects a broken coupling
/// Copies the definition and references its function; for the permitted differences see
/// mbd_state_change_coupling ().
void lw_simulation_change_coupling (LwSimulation *self, int coupling, const MbdCouplingDef *def);
/// Changes a force element (by its index in the model): mbd_state_change_force ().
void lw_simulation_change_force (LwSimulation *self, int force, const MbdForceDef *def);
/// Replaces the model from here on, with its own settings, end and interval: lw_run_change_model
/// (). If another change of this kind follows immediately, it replaces this one. The status shows
/// when the model is valid; the pose belongs to the new model from the next sample onwards.
void lw_simulation_change_model (LwSimulation *self, const LwRunChange *change);
/// Sets method, accuracy, step and stabilisation from here on.
void lw_simulation_set_integrator (LwSimulation *self, const MbdIntegratorSettings *settings);
/// Sets the pull on a body, or removes it (NULL): mbd_state_set_grip (). If another pull follows
/// immediately, it replaces this one.
void lw_simulation_set_grip (LwSimulation *self, const MbdGrip *grip);
/// Returns true and the reason if a change was refused since the last call.
bool lw_simulation_take_refusal (LwSimulation *self, MbdDiagnosis *why);
/// Blocks until all commands have been executed and, when running, the run has finished or failed.
void lw_simulation_wait (LwSimulation *self);

void lw_simulation_get_status (LwSimulation *self, LwSimulationStatus *status);
/// Returns true and the reason if the run has failed; earlier samples are kept.
bool lw_simulation_get_diagnosis (LwSimulation *self, MbdDiagnosis *why);
/// Copies time, q and v of the newest pose (arrays may be NULL). Holds a lock briefly, never for
/// the duration of a step.
void lw_simulation_get_pose (LwSimulation *self, double *time, double *q, double *v);
/// Returns a reference to the recording of this run (columns: time, q, v, channels).
LwRecording *lw_simulation_ref_recording (LwSimulation *self);
/// Returns a reference to the log of the contact points at the recorded samples of this run, and of
/// its events.
LwContactLog *lw_simulation_ref_contact_log (LwSimulation *self);
/// Return the columns of the recording at which q, v and the channels begin.
size_t lw_simulation_position_column (const LwSimulation *self);
size_t lw_simulation_velocity_column (const LwSimulation *self);
size_t lw_simulation_channel_column (const LwSimulation *self);
