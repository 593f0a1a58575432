// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The simulation thread: owns one engine state, takes commands, publishes the newest pose and
// appends samples to a recording. No lock is held during a step; neither side waits for the other.
// Plain C with pthreads and C11 atomics (no GLib), so that the thread sanitizer can see it.

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
/// Says more of a start or first step that has failed, if it can; called in the simulation thread.
typedef void (*LwExplainFunc) (const MbdModel *model, MbdDiagnosis *why);
/// Called in the simulation thread after something was published; must not block.
typedef void (*LwNotifyFunc) (void *data);

typedef struct
{
  MbdIntegratorSettings integrator;
  double duration; ///< s; the run ends there
  double interval; ///< s between samples
  size_t memory;   ///< bytes that the recording may take; 0: what there is. When it is used up only
                   ///< every second sample is kept, of what was recorded too, then every fourth ...
  bool stop_at_breaks; ///< pause at the sample at which a coupling is found broken
  bool assemble;       ///< assemble positions and velocities first
  double speed;        ///< simulated seconds per wall second; 0: as fast as possible
  size_t n_channels;
  LwSampleFunc sample; ///< may be NULL when n_channels is 0
  void *sample_data;
  const bool *integrals; ///< by channel: it is an integral since the start of the run, which goes
                         ///< on when a run does; NULL: none is. Borrowed
  LwExplainFunc explain; ///< may be NULL
  LwNotifyFunc notify;   ///< may be NULL
  void *notify_data;
} LwSimulationSettings;

/// A snapshot of what the thread has published.
typedef struct
{
  LwSimulationPhase phase;
  double time;           ///< s, of the newest pose
  double speed;          ///< as asked
  double achieved_speed; ///< simulated / wall over the last second or so while running
  size_t n_samples;
  size_t stride; ///< so many steps of the interval lie between two samples: 1, or more when memory
                 ///< was used up
  bool starved;  ///< steps are left out of the recording because there is no memory at all for them
  MbdIntegratorStatistics statistics;
  const MbdModel *model; ///< of the run, borrowed: to be compared only
  double model_time;     ///< s, the sample after which it holds; 0: from the start
  size_t n_breaks;       ///< so often it has paused because something broke, since it was started
  int broken;            ///< what broke last: index of the coupling; -1: nothing yet
} LwSimulationStatus;

/// Starts the thread. It first makes the start pose (assembled if asked), which is sample 0, and is
/// then paused, or failed where that pose cannot be made; lw_simulation_wait () waits for this.
/// Until then the pose is that of the model and the recording is empty. NULL when there is no
/// memory or a setting is out of range (see lw_run_new () for those of the run).
LwSimulation *lw_simulation_new (const MbdModel *model, const LwSimulationSettings *settings);
/// Ends the thread, in the middle of a step too, and joins it.
void lw_simulation_free (LwSimulation *self);

/// Commands; they return at once and are obeyed in order, each before the next sample. A finished
/// or failed run stays what it is until it is reset.
void lw_simulation_play (LwSimulation *self);
void lw_simulation_pause (LwSimulation *self);
void lw_simulation_step (LwSimulation *self);  ///< to the next sample, then pause
void lw_simulation_reset (LwSimulation *self); ///< back to the start pose with a new recording,
                                               ///< paused
void lw_simulation_set_speed (LwSimulation *self, double speed); ///< >= 0; anything else is ignored
/// A new run that begins with the first `n_samples` of a recording (of the same columns) and goes
/// on, paused, from a state at the time of the last of them, with what is changed there. Takes the
/// state over, references the recording. When it cannot be followed from there nothing is changed,
/// see lw_simulation_take_refusal ().
void lw_simulation_continue (LwSimulation *self,
                             LwRecording *recording,
                             size_t n_samples,
                             MbdState *from);
// Changes of a coupling (its index in the model), and pulls, while the run is paused or running,
// taken at the last sample before they are obeyed; the state is made to fit them. What cannot be
// done changes nothing, see lw_simulation_take_refusal (). A reset brings back what the model says.

void lw_simulation_set_enabled (LwSimulation *self, int coupling, bool enabled);
void lw_simulation_mend (LwSimulation *self, int coupling); ///< what has broken holds again
/// The definition is copied and its function referenced; what may differ:
/// mbd_state_change_coupling ().
void lw_simulation_change_coupling (LwSimulation *self, int coupling, const MbdCouplingDef *def);
/// The same for a force element (its index in the model): mbd_state_change_force ().
void lw_simulation_change_force (LwSimulation *self, int force, const MbdForceDef *def);
/// Another model from here on, with settings, end and interval of its own: lw_run_change_model ().
/// A change of this kind that follows another one at once takes its place. The status tells when it
/// holds; the pose is that of the new model from the next sample on.
void lw_simulation_change_model (LwSimulation *self, const LwRunChange *change);
/// Method, accuracy, step and stabilisation from here on.
void lw_simulation_set_integrator (LwSimulation *self, const MbdIntegratorSettings *settings);
/// Something pulls a body, or nothing any more (NULL): mbd_state_set_grip (). A pull that follows
/// another one at once takes its place.
void lw_simulation_set_grip (LwSimulation *self, const MbdGrip *grip);
/// True, and why, when a change was refused since the last call.
bool lw_simulation_take_refusal (LwSimulation *self, MbdDiagnosis *why);
/// Blocks until all commands have been obeyed and, when running, the run has finished or failed.
void lw_simulation_wait (LwSimulation *self);

void lw_simulation_get_status (LwSimulation *self, LwSimulationStatus *status);
/// True, and why, when the run has failed; the samples up to there are kept.
bool lw_simulation_get_diagnosis (LwSimulation *self, MbdDiagnosis *why);
/// Time, q and v of the newest pose (arrays may be NULL). Short lock, no waiting for a step.
void lw_simulation_get_pose (LwSimulation *self, double *time, double *q, double *v);
/// The recording of this run (a reference; columns: time, q, v, channels).
LwRecording *lw_simulation_ref_recording (LwSimulation *self);
/// The contact points at the recorded samples of this run, and its events (a reference).
LwContactLog *lw_simulation_ref_contact_log (LwSimulation *self);
/// Columns of the recording where q, v and the channels begin.
size_t lw_simulation_position_column (const LwSimulation *self);
size_t lw_simulation_velocity_column (const LwSimulation *self);
size_t lw_simulation_channel_column (const LwSimulation *self);
