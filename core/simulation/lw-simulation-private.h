// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the files of the simulation share: one is the thread, one what it is asked for.

#pragma once

#include <pthread.h>

#include "lw-run.h"
#include "lw-simulation.h"

typedef enum
{
  LW_COMMAND_PLAY,
  LW_COMMAND_PAUSE,
  LW_COMMAND_STEP,
  LW_COMMAND_RESET,
  LW_COMMAND_SET_SPEED,
  LW_COMMAND_SET_ENABLED,
  LW_COMMAND_MEND,
  LW_COMMAND_CHANGE,
  LW_COMMAND_CHANGE_FORCE,
  LW_COMMAND_GRIP,
  LW_COMMAND_SET_INTEGRATOR,
  LW_COMMAND_CONTINUE,
  LW_COMMAND_CHANGE_MODEL,
} LwCommandKind;

typedef struct
{
  LwCommandKind kind;
  double value;           ///< speed; enabled: 1 or 0
  int element;            ///< coupling or force element
  MbdCouplingDef *def;    ///< of a change; owned, with its name and a reference to its function
  MbdForceDef *force_def; ///< likewise, without a name
  MbdGrip grip;           ///< body 0: let go
  MbdIntegratorSettings *integrator; ///< owned
  LwRunChange *change;               ///< owned
  MbdModel *model;                   ///< of it; a reference
  MbdState *state;                   ///< to go on from; owned
  LwRecording *recording;            ///< of what was before; a reference
  size_t n_samples;                  ///< of it
} LwCommand;

/// A moment of the run in both times.
typedef struct
{
  double wall, time;
} LwTimeMark;

struct LwSimulation
{
  // Constant once the thread runs.
  LwSimulationSettings settings;
  size_t n_positions, n_velocities, n_columns;
  int n_couplings, n_forces;
  pthread_t thread;

  // The thread's own.
  LwRun *run;
  double *row;     ///< a sample as it is recorded
  double *offsets; ///< of channels: what integrals had reached where the run went on
  LwSimulationPhase phase;
  double model_time;
  bool stepping;    ///< paused, but on the way to the next sample at a step command
  bool *was_broken; ///< by coupling, at the last sample
  size_t n_breaks;
  int broken;
  bool starved;  ///< the last sample could not be recorded
  size_t stride; ///< every so many samples of the run is recorded
  double speed;
  LwTimeMark pace;        ///< from where the pace is counted
  LwTimeMark measured[2]; ///< from where the achieved speed is counted: older, newer
  double achieved_speed;

  // What callers ask for, under queue_lock.
  pthread_mutex_t queue_lock;
  pthread_cond_t asked; ///< a command or the end
  pthread_cond_t rested;
  LwCommand *commands; ///< those from next_command to n_commands wait
  size_t n_commands, next_command, capacity;
  bool quit;
  MbdStopToken stop; ///< the step that is under way too
  bool resting;      ///< nothing to do: no command, not running

  // What callers may look at, under publish_lock.
  pthread_mutex_t publish_lock;
  LwSimulationStatus status;
  MbdDiagnosis diagnosis;
  bool refused;
  MbdDiagnosis refusal;
  double *q, *v;
  LwRecording *recording;
  LwContactLog *log; ///< has a lock of its own
};

/// Free what a command owns.
void lw_command_clear (LwCommand *command);
