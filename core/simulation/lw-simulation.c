// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two locks, neither held while the engine works. The queue lock guards the requests of callers,
// the publish lock the data that they may read; each is held for a copy at most. Everything else is
// used by the thread only.

#include "lw-simulation-private.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/// Longest lag behind the wall clock that is caught up, s.
static const double LONGEST_CATCH_UP = 0.1;
/// Longest wait without checking the clock again, s; keeps the time within its type.
static const double LONGEST_WAIT = 10.0;
/// Largest factor by which one thinning reduces the samples.
static const size_t LARGEST_THINNING = 64;
/// Time after which the beginning of the speed measurement moves, s.
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

/// Publishes the phase and the figures; with the pose and a new recording unless they are NULL.
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
  self->status.stride = self->stride;
  self->status.starved = self->starved;
  self->status.n_breaks = self->n_breaks;
  self->status.broken = self->broken;
  self->status.model = mbd_state_model (lw_run_state (self->run));
  self->status.model_time = self->model_time;
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

/// Ends the run here and keeps its data.
static void
fail (LwSimulation *self, MbdStatus status, const MbdDiagnosis *why)
{
  MbdDiagnosis diagnosis = *why;

  self->phase = LW_SIMULATION_FAILED;
  self->stepping = false;
  diagnosis.code = status;
  if (self->settings.explain != NULL && lw_run_sample (self->run) == 0)
    self->settings.explain (mbd_state_model (lw_run_state (self->run)), &diagnosis);
  pthread_mutex_lock (&self->publish_lock);
  self->diagnosis = diagnosis;
  pthread_mutex_unlock (&self->publish_lock);
}

/// Sets the memory limit of an empty recording.
static void
limit_recording (LwSimulation *self, LwRecording *recording)
{
  const size_t thousand = lw_recording_size (self->n_columns, 1024);

  if (self->settings.memory > 0)
    lw_recording_set_limit (recording, 1024 * (self->settings.memory / thousand + 1));
}

/// Handles exhausted memory: only every stride-th of the earlier and later samples is kept. If
/// memory is insufficient even for that, recording is suspended until there is some.
static void
thin (LwSimulation *self)
{
  const size_t n = lw_recording_n_samples (self->recording);
  LwRecording *thinned = NULL;
  size_t factor = 1;

  while (thinned == NULL && factor < LARGEST_THINNING) {
    factor *= 2;
    thinned = lw_recording_new_thinned (self->recording, n, factor);
  }
  if (thinned == NULL)
    return;
  limit_recording (self, thinned);
  self->stride *= factor;
  publish (self, NULL, thinned);
}

/// Appends the solved state. Only this thread changes the recording, so it may read the pointer.
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
    self->settings.sample (self->settings.sample_data, self->run, row);
  for (size_t i = 0; i < self->settings.n_channels; i++)
    row[i] += self->offsets[i];
  return lw_recording_append (recording, self->row);
}

/// Logs the contact points and events of the current sample.
static void
log_contacts (LwSimulation *self)
{
  size_t n;
  const MbdIntegratorContact *contacts = lw_run_contacts (self->run, &n);

  if (mbd_model_shape_count (mbd_state_model (lw_run_state (self->run))) > 0)
    lw_contact_log_add (self->log, mbd_state_time (lw_run_state (self->run)), contacts, n);
}

static void
log_events (LwSimulation *self)
{
  size_t n;
  const MbdEvent *events = lw_run_events (self->run, &n);

  lw_contact_log_add_events (self->log, events, n);
}

static const MbdDiagnosis NO_DIAGNOSIS = { .row = -1 };

/// Records the broken couplings at this sample. Returns true if one of them was intact at the last
/// sample.
static bool
find_break (LwSimulation *self)
{
  MbdState *state = lw_run_state (self->run);
  bool found = false;

  for (int i = 0; i < self->n_couplings; i++) {
    const bool broken = mbd_state_coupling_flags (state, i).broken;

    if (broken && !self->was_broken[i]) {
      self->broken = i;
      found = true;
    }
    self->was_broken[i] = broken;
  }
  return found;
}

/// Returns to the start of the run, with a new recording.
static void
start (LwSimulation *self)
{
  LwRecording *recording = lw_recording_new (self->n_columns);
  MbdDiagnosis why = NO_DIAGNOSIS;
  MbdStatus status;

  self->phase = LW_SIMULATION_PAUSED;
  self->achieved_speed = 0.0;
  self->stride = 1;
  self->model_time = 0.0;
  memset (self->offsets, 0, self->settings.n_channels * sizeof (double));
  if (recording != NULL)
    limit_recording (self, recording);
  lw_contact_log_truncate (self->log, -1.0);
  status = lw_run_start (self->run, &why);
  if (status == MBD_STATUS_OK)
    log_contacts (self);
  // Couplings that break at the start itself are found at the next sample.
  memset (self->was_broken, 0, (size_t) self->n_couplings * sizeof (bool));
  if (status == MBD_STATUS_OK && (recording == NULL || !record (self, recording)))
    status = MBD_STATUS_OUT_OF_MEMORY;
  if (status != MBD_STATUS_OK)
    fail (self, status, &why);
  publish (self, lw_run_state (self->run), recording);
}

/// Returns the current time and the time of the last sample.
static LwTimeMark
current_mark (const LwSimulation *self)
{
  return (LwTimeMark){ wall_clock (), lw_run_sample_time (self->run, lw_run_sample (self->run)) };
}

/// Measures pace and achieved speed from here on.
static void
set_marks (LwSimulation *self)
{
  const LwTimeMark mark = current_mark (self);

  self->pace = mark;
  self->measured[0] = mark;
  self->measured[1] = mark;
}

static void
measure_speed (LwSimulation *self)
{
  const LwTimeMark now = current_mark (self);

  if (now.wall > self->measured[0].wall)
    self->achieved_speed =
      (now.time - self->measured[0].time) / (now.wall - self->measured[0].wall);
  if (now.wall - self->measured[1].wall > MEASURED_SPAN) {
    self->measured[0] = self->measured[1];
    self->measured[1] = now;
  }
}

/// Returns the time at which the next sample is due on the wall clock. Computed from the mark, so
/// that errors do not accumulate.
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

/// Returns true if the current sample is to be recorded; the last one always is.
static bool
is_kept (const LwSimulation *self)
{
  return lw_run_sample (self->run) % self->stride == 0 || lw_run_is_finished (self->run);
}

/// Makes one internal step; records a sample if one is reached.
static void
advance (LwSimulation *self)
{
  MbdDiagnosis why = NO_DIAGNOSIS;
  bool arrived;
  MbdStatus status = lw_run_advance (self->run, &arrived, &why);

  if (status == MBD_STATUS_OK && !arrived)
    return;
  log_events (self);
  if (status != MBD_STATUS_OK) {
    fail (self, status, &why);
    publish (self, NULL, NULL);
    return;
  }
  if (is_kept (self))
    log_contacts (self);
  self->starved = false;
  if (is_kept (self) && !record (self, self->recording)) {
    thin (self);
    self->starved = is_kept (self) && !record (self, self->recording);
  }
  if (self->phase == LW_SIMULATION_RUNNING)
    measure_speed (self);
  if (find_break (self) && self->settings.stop_at_breaks) {
    self->n_breaks++;
    self->phase = LW_SIMULATION_PAUSED;
  }
  if (lw_run_is_finished (self->run))
    self->phase = LW_SIMULATION_FINISHED;
  self->stepping = false;
  publish (self, lw_run_state (self->run), NULL);
}

static void
refuse (LwSimulation *self, MbdStatus status, const MbdDiagnosis *why)
{
  pthread_mutex_lock (&self->publish_lock);
  self->refused = true;
  self->refusal = *why;
  self->refusal.code = status;
  pthread_mutex_unlock (&self->publish_lock);
}

/// Continues integrals from their values at a sample of the run.
static void
carry_integrals (LwSimulation *self, const LwRecording *recording, size_t sample)
{
  const size_t first = self->n_columns - self->settings.n_channels;

  for (size_t i = 0; i < self->settings.n_channels; i++) {
    const bool is_integral = self->settings.integrals != NULL && self->settings.integrals[i];

    self->offsets[i] = is_integral ? lw_recording_value (recording, first + i, sample) : 0.0;
  }
}

/// Starts a new run from another state, with the samples recorded before it.
static void
go_on (LwSimulation *self, const LwCommand *command)
{
  MbdDiagnosis why = NO_DIAGNOSIS;
  MbdStatus status = MBD_STATUS_OUT_OF_MEMORY;
  LwRecording *recording = lw_recording_new_thinned (command->recording, command->n_samples, 1);

  if (recording != NULL)
    status = lw_run_continue (self->run, command->state, &why);
  if (status != MBD_STATUS_OK) {
    lw_recording_unref (recording);
    refuse (self, status, &why);
    publish (self, NULL, NULL);
    return;
  }
  lw_contact_log_truncate (self->log, mbd_state_time (command->state));
  limit_recording (self, recording);
  carry_integrals (self, recording, command->n_samples - 1);
  self->model_time = mbd_state_time (command->state);
  for (int i = 0; i < self->n_couplings; i++)
    self->was_broken[i] = mbd_state_coupling_flags (command->state, i).broken;
  self->phase = LW_SIMULATION_PAUSED;
  self->stride = 1;
  // A thinned recording keeps its stride.
  if (command->n_samples > 1)
    self->stride =
      (size_t) fmax (round (lw_recording_value (recording, 0, 1) / self->settings.interval), 1.0);
  publish (self, lw_run_state (self->run), recording);
}

/// Reconnects a coupling. If it breaks again in the next sample, that is reported, too.
static MbdStatus
mend (LwSimulation *self, int coupling, MbdDiagnosis *why)
{
  const MbdStatus status = lw_run_mend (self->run, coupling, why);

  if (status == MBD_STATUS_OK)
    self->was_broken[coupling] = false;
  return status;
}

/// Changes the run at the current sample. A sample is recorded only when the next one is reached.
static void
change (LwSimulation *self, const LwCommand *command)
{
  MbdDiagnosis why = NO_DIAGNOSIS;
  MbdStatus status;

  if (self->phase != LW_SIMULATION_PAUSED && self->phase != LW_SIMULATION_RUNNING)
    return;
  if (command->kind == LW_COMMAND_CHANGE)
    status = lw_run_change_coupling (self->run, command->element, command->def, &why);
  else if (command->kind == LW_COMMAND_CHANGE_FORCE)
    status = lw_run_change_force (self->run, command->element, command->force_def, &why);
  else if (command->kind == LW_COMMAND_GRIP)
    status = lw_run_set_grip (self->run, command->grip.body != 0 ? &command->grip : NULL, &why);
  else if (command->kind == LW_COMMAND_SET_INTEGRATOR)
    status = lw_run_set_integrator (self->run, command->integrator, &why);
  else if (command->kind == LW_COMMAND_MEND)
    status = mend (self, command->element, &why);
  else
    status = lw_run_set_enabled (self->run, command->element, command->value != 0.0, &why);
  if (status != MBD_STATUS_OK)
    refuse (self, status, &why);
  publish (self, lw_run_state (self->run), NULL);
}

/// The state at the current sample is published without the change, as it is in the recording.
static void
change_model (LwSimulation *self, const LwRunChange *asked)
{
  MbdDiagnosis why = NO_DIAGNOSIS;
  MbdStatus status;

  if (self->phase != LW_SIMULATION_PAUSED && self->phase != LW_SIMULATION_RUNNING)
    return;
  status = lw_run_change_model (self->run, asked, &why);
  if (status != MBD_STATUS_OK) {
    refuse (self, status, &why);
  } else {
    self->model_time = mbd_state_time (lw_run_state (self->run));
    self->settings.interval = asked->interval;
    set_marks (self);
  }
  if (self->phase == LW_SIMULATION_RUNNING && lw_run_is_finished (self->run))
    self->phase = LW_SIMULATION_FINISHED;
  publish (self, NULL, NULL);
}

static void
obey (LwSimulation *self, const LwCommand *command)
{
  const bool finished = lw_run_is_finished (self->run);

  switch (command->kind) {
  case LW_COMMAND_PLAY:
    if (self->phase != LW_SIMULATION_PAUSED)
      return;
    self->phase = finished ? LW_SIMULATION_FINISHED : LW_SIMULATION_RUNNING;
    set_marks (self);
    break;
  case LW_COMMAND_STEP:
    if (self->phase != LW_SIMULATION_PAUSED && self->phase != LW_SIMULATION_RUNNING)
      return;
    self->phase = finished ? LW_SIMULATION_FINISHED : LW_SIMULATION_PAUSED;
    self->stepping = !finished;
    break;
  case LW_COMMAND_PAUSE:
    if (self->phase != LW_SIMULATION_RUNNING)
      return;
    self->phase = LW_SIMULATION_PAUSED;
    break;
  case LW_COMMAND_RESET:
    start (self);
    return;
  case LW_COMMAND_SET_SPEED:
    self->speed = command->value;
    set_marks (self);
    break;
  case LW_COMMAND_SET_ENABLED:
  case LW_COMMAND_MEND:
  case LW_COMMAND_CHANGE:
  case LW_COMMAND_CHANGE_FORCE:
  case LW_COMMAND_GRIP:
  case LW_COMMAND_SET_INTEGRATOR:
    change (self, command);
    return;
  case LW_COMMAND_CHANGE_MODEL:
    change_model (self, command->change);
    return;
  case LW_COMMAND_CONTINUE:
    go_on (self, command);
    return;
  }
  publish (self, NULL, NULL);
}

/// Waits under the queue lock until there is a command or a step is due. Returns false at the end.
static bool
wait_for_work (LwSimulation *self)
{
  while (!self->quit) {
    double now, wait;

    // A step that has begun is finished before the next command is executed.
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
    LwCommand command = { 0 };

    if (commanded)
      command = self->commands[self->next_command++];
    pthread_mutex_unlock (&self->queue_lock);
    if (commanded) {
      obey (self, &command);
      lw_command_clear (&command);
    } else
      advance (self);
    pthread_mutex_lock (&self->queue_lock);
  }
  pthread_mutex_unlock (&self->queue_lock);
  return NULL;
}

static void
free_members (LwSimulation *self)
{
  pthread_cond_destroy (&self->rested);
  pthread_cond_destroy (&self->asked);
  pthread_mutex_destroy (&self->publish_lock);
  pthread_mutex_destroy (&self->queue_lock);
  for (size_t i = self->next_command; i < self->n_commands; i++)
    lw_command_clear (&self->commands[i]);
  lw_recording_unref (self->recording);
  lw_contact_log_unref (self->log);
  lw_run_free (self->run);
  free (self->commands);
  free (self->row);
  free (self->offsets);
  free (self->was_broken);
  free (self->q);
  free (self->v);
  free (self);
}

/// Starts the thread with all signals blocked: they are meant for the creating thread.
static bool
create_thread (LwSimulation *self)
{
  sigset_t all, old;
  bool created;

  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &old);
  created = pthread_create (&self->thread, NULL, thread_main, self) == 0;
  if (created)
    pthread_setname_np (self->thread, "simulation");
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
  self->log = lw_contact_log_new (0);
  self->row = malloc (self->n_columns * sizeof (double));
  self->offsets = calloc (settings->n_channels + 1, sizeof (double));
  self->was_broken = calloc ((size_t) self->n_couplings + 1, sizeof (bool));
  self->broken = self->status.broken = -1;
  self->q = malloc ((self->n_positions + 1) * sizeof (double));
  self->v = malloc ((self->n_velocities + 1) * sizeof (double));
  if (self->run == NULL || self->recording == NULL || self->log == NULL || self->row == NULL
      || self->offsets == NULL || self->was_broken == NULL || self->q == NULL || self->v == NULL) {
    free_members (self);
    return NULL;
  }

  lw_run_set_stop (self->run, &self->stop);
  // The drawing's pose is published until the thread has computed its start pose.
  state = lw_run_state (self->run);
  memcpy (self->q, mbd_state_positions (state), self->n_positions * sizeof (double));
  memcpy (self->v, mbd_state_velocities (state), self->n_velocities * sizeof (double));
  self->status.speed = self->speed;
  self->stride = self->status.stride = 1;
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
  mbd_stop_token_request (&self->stop);
  pthread_mutex_lock (&self->queue_lock);
  self->quit = true;
  pthread_cond_signal (&self->asked);
  pthread_mutex_unlock (&self->queue_lock);
  pthread_join (self->thread, NULL);
  free_members (self);
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

LwContactLog *
lw_simulation_ref_contact_log (LwSimulation *self)
{
  return lw_contact_log_ref (self->log);
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
