// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Commands of the simulation thread, and the queue in which they wait.

#include "lw-simulation-private.h"

#include <stdlib.h>
#include <string.h>

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

void
lw_command_clear (LwCommand *command)
{
  if (command->def != NULL) {
    mbd_function_unref (command->def->function);
    mbd_curve_unref (command->def->curve);
    free ((char *) command->def->name);
  }
  free (command->def);
  command->def = NULL;
  if (command->force_def != NULL)
    force_def_unref (command->force_def);
  free (command->force_def);
  command->force_def = NULL;
  free (command->integrator);
  command->integrator = NULL;
  mbd_model_unref (command->model);
  command->model = NULL;
  free (command->change);
  command->change = NULL;
  mbd_state_free (command->state);
  command->state = NULL;
  lw_recording_unref (command->recording);
  command->recording = NULL;
}

/// Adds a command and takes ownership of it. If memory is exhausted, the command is dropped.
static void
ask_for (LwSimulation *self, LwCommand command)
{
  pthread_mutex_lock (&self->queue_lock);
  if (self->next_command == self->n_commands)
    self->next_command = self->n_commands = 0;
  // Only the last of several pending pulls, or models, counts.
  if ((command.kind == LW_COMMAND_GRIP || command.kind == LW_COMMAND_CHANGE_MODEL)
      && self->next_command < self->n_commands
      && self->commands[self->n_commands - 1].kind == command.kind)
    lw_command_clear (&self->commands[--self->n_commands]);
  if (self->n_commands == self->capacity) {
    const size_t capacity = self->capacity == 0 ? 64 : 2 * self->capacity;
    LwCommand *commands = realloc (self->commands, capacity * sizeof *commands);

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
    command.integrator = NULL;
    command.change = NULL;
    command.model = NULL;
    command.state = NULL;
    command.recording = NULL;
  }
  pthread_mutex_unlock (&self->queue_lock);
  lw_command_clear (&command);
}

static void
ask (LwSimulation *self, LwCommandKind kind, double value)
{
  ask_for (self, (LwCommand){ .kind = kind, .value = value });
}

void
lw_simulation_play (LwSimulation *self)
{
  ask (self, LW_COMMAND_PLAY, 0.0);
}

void
lw_simulation_pause (LwSimulation *self)
{
  ask (self, LW_COMMAND_PAUSE, 0.0);
}

void
lw_simulation_step (LwSimulation *self)
{
  ask (self, LW_COMMAND_STEP, 0.0);
}

void
lw_simulation_reset (LwSimulation *self)
{
  // A caller that starts playback before the thread has restarted must not take the end of the old
  // run for the end of the new one.
  pthread_mutex_lock (&self->publish_lock);
  if (self->status.phase == LW_SIMULATION_FINISHED || self->status.phase == LW_SIMULATION_FAILED)
    self->status.phase = LW_SIMULATION_PAUSED;
  pthread_mutex_unlock (&self->publish_lock);
  ask (self, LW_COMMAND_RESET, 0.0);
}

void
lw_simulation_set_speed (LwSimulation *self, double speed)
{
  if (speed >= 0.0)
    ask (self, LW_COMMAND_SET_SPEED, speed);
}

void
lw_simulation_set_enabled (LwSimulation *self, int coupling, bool enabled)
{
  if (coupling >= 0 && coupling < self->n_couplings)
    ask_for (self,
             (LwCommand){ .kind = LW_COMMAND_SET_ENABLED, .value = enabled, .element = coupling });
}

void
lw_simulation_mend (LwSimulation *self, int coupling)
{
  if (coupling >= 0 && coupling < self->n_couplings)
    ask_for (self, (LwCommand){ .kind = LW_COMMAND_MEND, .element = coupling });
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
  mbd_curve_ref (copy->curve);
  ask_for (self, (LwCommand){ .kind = LW_COMMAND_CHANGE, .element = coupling, .def = copy });
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
  ask_for (self,
           (LwCommand){ .kind = LW_COMMAND_CHANGE_FORCE, .element = force, .force_def = copy });
}

void
lw_simulation_set_integrator (LwSimulation *self, const MbdIntegratorSettings *settings)
{
  MbdIntegratorSettings *copy = malloc (sizeof *copy);

  if (copy == NULL)
    return;
  *copy = *settings;
  ask_for (self, (LwCommand){ .kind = LW_COMMAND_SET_INTEGRATOR, .integrator = copy });
}

void
lw_simulation_change_model (LwSimulation *self, const LwRunChange *change)
{
  LwRunChange *copy = malloc (sizeof *copy);

  if (copy == NULL)
    return;
  *copy = *change;
  ask_for (self, (LwCommand){ .kind = LW_COMMAND_CHANGE_MODEL,
                              .change = copy,
                              .model = mbd_model_ref (copy->model) });
}

void
lw_simulation_continue (LwSimulation *self,
                        LwRecording *recording,
                        size_t n_samples,
                        MbdState *from)
{
  ask_for (self, (LwCommand){ .kind = LW_COMMAND_CONTINUE,
                              .state = from,
                              .recording = lw_recording_ref (recording),
                              .n_samples = n_samples });
}

void
lw_simulation_set_grip (LwSimulation *self, const MbdGrip *grip)
{
  const MbdGrip none = { 0 };

  ask_for (self, (LwCommand){ .kind = LW_COMMAND_GRIP, .grip = grip != NULL ? *grip : none });
}
