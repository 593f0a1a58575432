// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two locks, neither held while the engine works. The queue lock guards what callers ask for, the
// publish lock what they may look at; each is held for a copy at most. Everything else belongs to
// the thread alone.

#include "lw-simulation.h"

#include "lw-run.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef enum
{
  COMMAND_PLAY,
  COMMAND_PAUSE,
  COMMAND_STEP,
  COMMAND_RESET,
  COMMAND_SET_SPEED,
  COMMAND_SET_ENABLED,
  COMMAND_MEND,
  COMMAND_CHANGE,
  COMMAND_CHANGE_FORCE,
  COMMAND_GRIP,
} CommandKind;

typedef struct
{
  CommandKind kind;
  double value;           ///< speed; enabled: 1 or 0
  int element;            ///< coupling or force element
  MbdCouplingDef *def;    ///< of a change; owned, with its name and a reference to its function
  MbdForceDef *force_def; ///< likewise, without a name
  MbdGrip grip;           ///< body 0: let go
} Command;

/// A moment of the run in both times.
typedef struct
{
  double wall, time;
} Mark;

struct LwSimulation
{
  // Constant once the thread runs.
  LwSimulationSettings settings;
  size_t n_positions, n_velocities, n_columns;
  int n_couplings, n_forces;
  pthread_t thread;

  // The thread's own.
  LwRun *run;
  double *row; ///< a sample as it is recorded
  LwSimulationPhase phase;
  bool stepping; ///< paused, but on the way to the next sample at a step command
  double speed;
  Mark pace;        ///< from where the pace is counted
  Mark measured[2]; ///< from where the achieved speed is counted: older, newer
  double achieved_speed;

  // What callers ask for, under queue_lock.
  pthread_mutex_t queue_lock;
  pthread_cond_t asked; ///< a command or the end
  pthread_cond_t rested;
  Command *commands; ///< those from next_command to n_commands wait
  size_t n_commands, next_command, capacity;
  bool quit;
  bool resting; ///< nothing to do: no command, not running

  // What callers may look at, under publish_lock.
  pthread_mutex_t publish_lock;
  LwSimulationStatus status;
  MbdDiagnosis diagnosis;
  bool refused;
  MbdDiagnosis refusal;
  double *q, *v;
  LwRecording *recording;
};

/// The longest lag behind the wall clock that is caught up, s.
static const double LONGEST_CATCH_UP = 0.1;
/// The longest wait without looking at the clock again, s; keeps the time within its type.
static const double LONGEST_WAIT = 10.0;
/// How often the beginning of the speed measurement moves on, s.
static const double MEASURED_SPAN = 0.5;

static double
wall_clock (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

static void
notify (LwSimulation *self)
{
  if (self->settings.notify != NULL)
    self->settings.notify (self->settings.notify_data);
}

/// Publish the phase and the figures; with the pose and a new recording where they are given.
static void
publish (LwSimulation *self, MbdState *pose, LwRecording *recording)
{
  LwRecording *old = NULL;

  pthread_mutex_lock (&self->publish_lock);
  if (recording != NULL) {
    old = self->recording;
    self->recording = recording;
  }
  self->status.phase = self->phase;
  self->status.speed = self->speed;
  self->status.achieved_speed = self->achieved_speed;
  self->status.n_samples = lw_recording_n_samples (self->recording);
  lw_run_statistics (self->run, &self->status.statistics);
  if (pose != NULL) {
    self->status.time = mbd_state_time (pose);
    memcpy (self->q, mbd_state_positions (pose), self->n_positions * sizeof (double));
    memcpy (self->v, mbd_state_velocities (pose), self->n_velocities * sizeof (double));
  }
  pthread_mutex_unlock (&self->publish_lock);
  lw_recording_unref (old);
  notify (self);
}

/// End the run here, keeping what there is.
static void
fail (LwSimulation *self, MbdStatus status, const MbdDiagnosis *why)
{
  self->phase = LW_SIMULATION_FAILED;
  self->stepping = false;
  pthread_mutex_lock (&self->publish_lock);
  self->diagnosis = *why;
  self->diagnosis.code = status;
  pthread_mutex_unlock (&self->publish_lock);
}

/// Append the solved state. Only this thread changes the recording, so it may read the pointer.
static bool
record (LwSimulation *self, LwRecording *recording)
{
  MbdState *state = lw_run_state (self->run);
  double *row = self->row;

  *row++ = mbd_state_time (state);
  memcpy (row, mbd_state_positions (state), self->n_positions * sizeof (double));
  row += self->n_positions;
  memcpy (row, mbd_state_velocities (state), self->n_velocities * sizeof (double));
  row += self->n_velocities;
  if (self->settings.n_channels > 0)
    self->settings.sample (self->settings.sample_data, state, row);
  return lw_recording_append (recording, self->row);
}

static const MbdDiagnosis NO_DIAGNOSIS = { .row = -1 };

/// To the start of the run, with a new recording.
static void
start (LwSimulation *self)
{
  LwRecording *recording = lw_recording_new (self->n_columns);
  MbdDiagnosis why = NO_DIAGNOSIS;
  MbdStatus status;

  self->phase = LW_SIMULATION_PAUSED;
  self->achieved_speed = 0.0;
  status = lw_run_start (self->run, &why);
  if (status == MBD_STATUS_OK && (recording == NULL || !record (self, recording)))
    status = MBD_STATUS_OUT_OF_MEMORY;
  if (status != MBD_STATUS_OK)
    fail (self, status, &why);
  publish (self, lw_run_state (self->run), recording);
}

/// Now, and the last sample.
static Mark
current_mark (const LwSimulation *self)
{
  return (Mark){ wall_clock (), lw_run_sample_time (self->run, lw_run_sample (self->run)) };
}

/// Count pace and achieved speed from here on.
static void
set_marks (LwSimulation *self)
{
  const Mark mark = current_mark (self);

  self->pace = mark;
  self->measured[0] = mark;
  self->measured[1] = mark;
}

static void
measure_speed (LwSimulation *self)
{
  const Mark now = current_mark (self);

  if (now.wall > self->measured[0].wall)
    self->achieved_speed =
      (now.time - self->measured[0].time) / (now.wall - self->measured[0].wall);
  if (now.wall - self->measured[1].wall > MEASURED_SPAN) {
    self->measured[0] = self->measured[1];
    self->measured[1] = now;
  }
}

/// When the next sample is due on the wall clock. Computed from the mark, so that errors do not add
/// up.
static double
due (LwSimulation *self, double now)
{
  const double time = lw_run_sample_time (self->run, lw_run_sample (self->run) + 1);
  double wall;

  if (self->stepping || self->speed == 0.0)
    return now;
  wall = self->pace.wall + (time - self->pace.time) / self->speed;
  if (now - wall > LONGEST_CATCH_UP) {
    self->pace.wall += now - wall - LONGEST_CATCH_UP;
    wall = now - LONGEST_CATCH_UP;
  }
  return wall;
}

/// One internal step; a sample when that is reached.
static void
advance (LwSimulation *self)
{
  MbdDiagnosis why = NO_DIAGNOSIS;
  bool arrived;
  MbdStatus status = lw_run_advance (self->run, &arrived, &why);

  if (status == MBD_STATUS_OK && !arrived)
    return;
  if (status == MBD_STATUS_OK && !record (self, self->recording))
    status = MBD_STATUS_OUT_OF_MEMORY;
  if (status != MBD_STATUS_OK) {
    fail (self, status, &why);
    publish (self, NULL, NULL);
    return;
  }
  if (self->phase == LW_SIMULATION_RUNNING)
    measure_speed (self);
  if (lw_run_is_finished (self->run))
    self->phase = LW_SIMULATION_FINISHED;
  self->stepping = false;
  publish (self, lw_run_state (self->run), NULL);
}

/// Change the run where it stands. A sample is recorded only when the next one is reached.
static void
change (LwSimulation *self, const Command *command)
{
  MbdDiagnosis why = NO_DIAGNOSIS;
  MbdStatus status;

  if (self->phase != LW_SIMULATION_PAUSED && self->phase != LW_SIMULATION_RUNNING)
    return;
  if (command->kind == COMMAND_CHANGE)
    status = lw_run_change_coupling (self->run, command->element, command->def, &why);
  else if (command->kind == COMMAND_CHANGE_FORCE)
    status = lw_run_change_force (self->run, command->element, command->force_def, &why);
  else if (command->kind == COMMAND_GRIP)
    status = lw_run_set_grip (self->run, command->grip.body != 0 ? &command->grip : NULL, &why);
  else if (command->kind == COMMAND_MEND)
    status = lw_run_mend (self->run, command->element, &why);
  else
    status = lw_run_set_enabled (self->run, command->element, command->value != 0.0, &why);
  if (status != MBD_STATUS_OK) {
    pthread_mutex_lock (&self->publish_lock);
    self->refused = true;
    self->refusal = why;
    self->refusal.code = status;
    pthread_mutex_unlock (&self->publish_lock);
  }
  publish (self, lw_run_state (self->run), NULL);
}

static void
force_def_unref (MbdForceDef *def)
{
  for (int i = 0; i < 3; i++) {
    mbd_function_unref (def->force_function[i]);
    mbd_function_unref (def->torque_function[i]);
  }
  mbd_expression_unref (def->law);
  free ((char *) def->name);
}

static void
force_def_ref (MbdForceDef *def)
{
  for (int i = 0; i < 3; i++) {
    mbd_function_ref (def->force_function[i]);
    mbd_function_ref (def->torque_function[i]);
  }
  mbd_expression_ref (def->law);
  def->name = def->name != NULL ? strdup (def->name) : NULL;
}

static void
command_clear (Command *command)
{
  if (command->def != NULL) {
    mbd_function_unref (command->def->function);
    free ((char *) command->def->name);
  }
  free (command->def);
  command->def = NULL;
  if (command->force_def != NULL)
    force_def_unref (command->force_def);
  free (command->force_def);
  command->force_def = NULL;
}

static void
obey (LwSimulation *self, const Command *command)
{
  const bool finished = lw_run_is_finished (self->run);

  switch (command->kind) {
  case COMMAND_PLAY:
    if (self->phase != LW_SIMULATION_PAUSED)
      return;
    self->phase = finished ? LW_SIMULATION_FINISHED : LW_SIMULATION_RUNNING;
    set_marks (self);
    break;
  case COMMAND_STEP:
    if (self->phase != LW_SIMULATION_PAUSED && self->phase != LW_SIMULATION_RUNNING)
      return;
    self->phase = finished ? LW_SIMULATION_FINISHED : LW_SIMULATION_PAUSED;
    self->stepping = !finished;
    break;
  case COMMAND_PAUSE:
    if (self->phase != LW_SIMULATION_RUNNING)
      return;
    self->phase = LW_SIMULATION_PAUSED;
    break;
  case COMMAND_RESET:
    start (self);
    return;
  case COMMAND_SET_SPEED:
    self->speed = command->value;
    set_marks (self);
    break;
  case COMMAND_SET_ENABLED:
  case COMMAND_MEND:
  case COMMAND_CHANGE:
  case COMMAND_CHANGE_FORCE:
  case COMMAND_GRIP:
    change (self, command);
    return;
  }
  publish (self, NULL, NULL);
}

/// Wait under the queue lock until a command is there or a step is due. False: the end.
static bool
wait_for_work (LwSimulation *self)
{
  while (!self->quit) {
    double now, wait;

    // A step once begun is finished before the next command is looked at.
    if (self->stepping || self->next_command < self->n_commands)
      return true;
    if (self->phase != LW_SIMULATION_RUNNING) {
      self->resting = true;
      pthread_cond_broadcast (&self->rested);
      pthread_cond_wait (&self->asked, &self->queue_lock);
      continue;
    }
    now = wall_clock ();
    wait = due (self, now) - now;
    if (wait <= 0.0)
      return true;
    {
      const double until = now + fmin (wait, LONGEST_WAIT);
      const struct timespec deadline = {
        .tv_sec = (time_t) until,
        .tv_nsec = (long) (1e9 * (until - floor (until))),
      };

      pthread_cond_timedwait (&self->asked, &self->queue_lock, &deadline);
    }
  }
  return false;
}

static void *
thread_main (void *data)
{
  LwSimulation *self = data;

  start (self);
  pthread_mutex_lock (&self->queue_lock);
  while (wait_for_work (self)) {
    const bool commanded = !self->stepping && self->next_command < self->n_commands;
    Command command = { 0 };

    if (commanded)
      command = self->commands[self->next_command++];
    pthread_mutex_unlock (&self->queue_lock);
    if (commanded) {
      obey (self, &command);
      command_clear (&command);
    } else
      advance (self);
    pthread_mutex_lock (&self->queue_lock);
  }
  pthread_mutex_unlock (&self->queue_lock);
  return NULL;
}

/// Add a command, which is taken over. Without memory it is lost, as nothing better can be done.
static void
ask_for (LwSimulation *self, Command command)
{
  pthread_mutex_lock (&self->queue_lock);
  if (self->next_command == self->n_commands)
    self->next_command = self->n_commands = 0;
  // Of pulls that were not looked at yet only the last counts.
  if (command.kind == COMMAND_GRIP && self->next_command < self->n_commands
      && self->commands[self->n_commands - 1].kind == COMMAND_GRIP)
    self->n_commands--;
  if (self->n_commands == self->capacity) {
    const size_t capacity = self->capacity == 0 ? 64 : 2 * self->capacity;
    Command *commands = realloc (self->commands, capacity * sizeof *commands);

    if (commands != NULL) {
      self->commands = commands;
      self->capacity = capacity;
    }
  }
  if (self->n_commands < self->capacity) {
    self->commands[self->n_commands++] = command;
    self->resting = false;
    pthread_cond_signal (&self->asked);
    command.def = NULL;
    command.force_def = NULL;
  }
  pthread_mutex_unlock (&self->queue_lock);
  command_clear (&command);
}

static void
ask (LwSimulation *self, CommandKind kind, double value)
{
  ask_for (self, (Command){ .kind = kind, .value = value });
}

static void
free_members (LwSimulation *self)
{
  pthread_cond_destroy (&self->rested);
  pthread_cond_destroy (&self->asked);
  pthread_mutex_destroy (&self->publish_lock);
  pthread_mutex_destroy (&self->queue_lock);
  for (size_t i = self->next_command; i < self->n_commands; i++)
    command_clear (&self->commands[i]);
  lw_recording_unref (self->recording);
  lw_run_free (self->run);
  free (self->commands);
  free (self->row);
  free (self->q);
  free (self->v);
  free (self);
}

/// Start the thread with all signals blocked: they are for the thread that made us.
static bool
create_thread (LwSimulation *self)
{
  sigset_t all, old;
  bool created;

  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &old);
  created = pthread_create (&self->thread, NULL, thread_main, self) == 0;
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  return created;
}

LwSimulation *
lw_simulation_new (const MbdModel *model, const LwSimulationSettings *settings)
{
  LwSimulation *self = calloc (1, sizeof *self);
  pthread_condattr_t attributes;
  MbdState *state;

  if (self == NULL)
    return NULL;
  self->settings = *settings;
  self->speed = settings->speed >= 0.0 ? settings->speed : 0.0;
  self->n_positions = (size_t) mbd_model_position_count (model);
  self->n_couplings = mbd_model_coupling_count (model);
  self->n_forces = mbd_model_force_count (model);
  self->n_velocities = (size_t) mbd_model_velocity_count (model);
  self->n_columns = 1 + self->n_positions + self->n_velocities + settings->n_channels;
  pthread_mutex_init (&self->queue_lock, NULL);
  pthread_mutex_init (&self->publish_lock, NULL);
  pthread_condattr_init (&attributes);
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
  pthread_cond_init (&self->asked, &attributes);
  pthread_cond_init (&self->rested, NULL);
  pthread_condattr_destroy (&attributes);

  self->run = lw_run_new (model, &settings->integrator, settings->duration, settings->interval,
                          settings->assemble);
  self->recording = lw_recording_new (self->n_columns);
  self->row = malloc (self->n_columns * sizeof (double));
  self->q = malloc ((self->n_positions + 1) * sizeof (double));
  self->v = malloc ((self->n_velocities + 1) * sizeof (double));
  if (self->run == NULL || self->recording == NULL || self->row == NULL || self->q == NULL
      || self->v == NULL) {
    free_members (self);
    return NULL;
  }

  // Until the thread has made its start pose, the one of the drawing is shown.
  state = lw_run_state (self->run);
  memcpy (self->q, mbd_state_positions (state), self->n_positions * sizeof (double));
  memcpy (self->v, mbd_state_velocities (state), self->n_velocities * sizeof (double));
  self->status.speed = self->speed;
  self->diagnosis = NO_DIAGNOSIS;
  if (!create_thread (self)) {
    free_members (self);
    return NULL;
  }
  return self;
}

void
lw_simulation_free (LwSimulation *self)
{
  if (self == NULL)
    return;
  pthread_mutex_lock (&self->queue_lock);
  self->quit = true;
  pthread_cond_signal (&self->asked);
  pthread_mutex_unlock (&self->queue_lock);
  pthread_join (self->thread, NULL);
  free_members (self);
}

void
lw_simulation_play (LwSimulation *self)
{
  ask (self, COMMAND_PLAY, 0.0);
}

void
lw_simulation_pause (LwSimulation *self)
{
  ask (self, COMMAND_PAUSE, 0.0);
}

void
lw_simulation_step (LwSimulation *self)
{
  ask (self, COMMAND_STEP, 0.0);
}

void
lw_simulation_reset (LwSimulation *self)
{
  ask (self, COMMAND_RESET, 0.0);
}

void
lw_simulation_set_speed (LwSimulation *self, double speed)
{
  if (speed >= 0.0)
    ask (self, COMMAND_SET_SPEED, speed);
}

void
lw_simulation_set_enabled (LwSimulation *self, int coupling, bool enabled)
{
  if (coupling >= 0 && coupling < self->n_couplings)
    ask_for (self, (Command){ .kind = COMMAND_SET_ENABLED, .value = enabled, .element = coupling });
}

void
lw_simulation_mend (LwSimulation *self, int coupling)
{
  if (coupling >= 0 && coupling < self->n_couplings)
    ask_for (self, (Command){ .kind = COMMAND_MEND, .element = coupling });
}

void
lw_simulation_change_coupling (LwSimulation *self, int coupling, const MbdCouplingDef *def)
{
  MbdCouplingDef *copy;

  if (coupling < 0 || coupling >= self->n_couplings)
    return;
  copy = malloc (sizeof *copy);
  if (copy == NULL)
    return;
  *copy = *def;
  copy->name = def->name != NULL ? strdup (def->name) : NULL;
  mbd_function_ref (copy->function);
  ask_for (self, (Command){ .kind = COMMAND_CHANGE, .element = coupling, .def = copy });
}

void
lw_simulation_change_force (LwSimulation *self, int force, const MbdForceDef *def)
{
  MbdForceDef *copy;

  if (force < 0 || force >= self->n_forces)
    return;
  copy = malloc (sizeof *copy);
  if (copy == NULL)
    return;
  *copy = *def;
  force_def_ref (copy);
  ask_for (self, (Command){ .kind = COMMAND_CHANGE_FORCE, .element = force, .force_def = copy });
}

void
lw_simulation_set_grip (LwSimulation *self, const MbdGrip *grip)
{
  const MbdGrip none = { 0 };

  ask_for (self, (Command){ .kind = COMMAND_GRIP, .grip = grip != NULL ? *grip : none });
}

bool
lw_simulation_take_refusal (LwSimulation *self, MbdDiagnosis *why)
{
  bool refused;

  pthread_mutex_lock (&self->publish_lock);
  refused = self->refused;
  if (refused)
    *why = self->refusal;
  self->refused = false;
  pthread_mutex_unlock (&self->publish_lock);
  return refused;
}

void
lw_simulation_wait (LwSimulation *self)
{
  pthread_mutex_lock (&self->queue_lock);
  while (!self->resting)
    pthread_cond_wait (&self->rested, &self->queue_lock);
  pthread_mutex_unlock (&self->queue_lock);
}

void
lw_simulation_get_status (LwSimulation *self, LwSimulationStatus *status)
{
  pthread_mutex_lock (&self->publish_lock);
  *status = self->status;
  pthread_mutex_unlock (&self->publish_lock);
}

bool
lw_simulation_get_diagnosis (LwSimulation *self, MbdDiagnosis *why)
{
  bool failed;

  pthread_mutex_lock (&self->publish_lock);
  failed = self->status.phase == LW_SIMULATION_FAILED;
  if (failed)
    *why = self->diagnosis;
  pthread_mutex_unlock (&self->publish_lock);
  return failed;
}

void
lw_simulation_get_pose (LwSimulation *self, double *time, double *q, double *v)
{
  pthread_mutex_lock (&self->publish_lock);
  if (time != NULL)
    *time = self->status.time;
  if (q != NULL)
    memcpy (q, self->q, self->n_positions * sizeof (double));
  if (v != NULL)
    memcpy (v, self->v, self->n_velocities * sizeof (double));
  pthread_mutex_unlock (&self->publish_lock);
}

LwRecording *
lw_simulation_ref_recording (LwSimulation *self)
{
  LwRecording *recording;

  pthread_mutex_lock (&self->publish_lock);
  recording = lw_recording_ref (self->recording);
  pthread_mutex_unlock (&self->publish_lock);
  return recording;
}

size_t
lw_simulation_position_column (const LwSimulation *self)
{
  return 1;
}

size_t
lw_simulation_velocity_column (const LwSimulation *self)
{
  return 1 + self->n_positions;
}

size_t
lw_simulation_channel_column (const LwSimulation *self)
{
  return 1 + self->n_positions + self->n_velocities;
}
