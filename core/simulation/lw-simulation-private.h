// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Declarations shared by the files of the simulation: lw-simulation.c is the thread,
// lw-simulation-commands.c its commands.

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
  MbdCouplingDef *def;    ///< definition of a change; owned, with its name and a reference to its
                          ///< function
  MbdForceDef *force_def; ///< definition of a change; owned, without a name
  MbdGrip grip;           ///< body 0: released
  MbdIntegratorSettings *integrator; ///< owned
  LwRunChange *change;               ///< owned
  MbdModel *model;                   ///< model of the change; a reference
  MbdState *state;                   ///< state to continue from; owned
  LwRecording *recording;            ///< recording of the earlier run; a reference
  size_t n_samples;                  ///< number of its samples to keep
} LwCommand;

/// A point of the run in both times.
typedef struct
{
  double wall, time;
} LwTimeMark;

struct LwSimulation
{
  // Constant while the thread runs.
  LwSimulationSettings settings;
  size_t n_positions, n_velocities, n_columns;
  int n_couplings, n_forces;
  pthread_t thread;

  // Used by the thread only.
  LwRun *run;
  double *row;     ///< a sample in its recorded form
  double *offsets; ///< by channel: values of integrals where the run continued
  LwSimulationPhase phase;
  double model_time;
  bool stepping;    ///< True if paused, but on the way to the next sample after a step command
  bool *was_broken; ///< by coupling, at the last sample
  size_t n_breaks;
  int broken;
  bool starved;  ///< True if the last sample could not be recorded
  size_t stride; ///< every stride-th sample of the run is recorded
  double speed;
  LwTimeMark pace;        ///< start of the pace
  LwTimeMark measured[2]; ///< starts of the measurement of the achieved speed: older, newer
  double achieved_speed;

  // Requests of callers, under queue_lock.
  pthread_mutex_t queue_lock;
  pthread_cond_t asked; ///< signalled for a command or the end
  pthread_cond_t rested;
  LwCommand *commands; ///< those from next_command to n_commands are waiting
  size_t n_commands, next_command, capacity;
  bool quit;
  MbdStopToken stop; ///< also stops the current step
  bool resting;      ///< True if idle: no command, not running

  // Data that callers may read, under publish_lock.
  pthread_mutex_t publish_lock;
  LwSimulationStatus status;
  MbdDiagnosis diagnosis;
  bool refused;
  MbdDiagnosis refusal;
  double *q, *v;
  LwRecording *recording;
  LwContactLog *log; ///< has its own lock
};

/// Frees the data that a command owns.
void lw_command_clear (LwCommand *command);
