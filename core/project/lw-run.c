// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The integrator is asked for one step at a time, so that whoever drives a run can stop it in the
// middle of a long sample; the steps are the same as without the interruption.

#include "lw-run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EVENTS_AT_ONCE 64

struct LwRun
{
  double duration, interval;
  bool assemble;
  long maximum_steps; ///< per sample, 0: no limit
  size_t n_samples;

  MbdState *state;
  MbdState *spare; ///< how it was before a change
  MbdIntegrator *integrator;
  size_t sample;
  long steps; ///< since the last sample
  MbdIntegratorContact *contacts;
  int n_contacts, room_for_contacts;
  MbdEvent *events; ///< since the sample before
  size_t n_events, room_for_events;
  bool begun; ///< a sample is begun, so that what happened before it goes
  MbdStabilisationSettings stabilisation;
};

/// Shapes on bodies that can move.
static int
count_moving (const MbdModel *model)
{
  int n = 0;

  for (int i = 0; i < mbd_model_shape_count (model); i++)
    n += mbd_model_body_mobility (model, mbd_model_shape_body (model, i)) != MBD_FIXED;
  return n;
}

MbdIntegratorSettings
lw_run_choose_settings (const MbdModel *model,
                        const MbdIntegratorSettings *settings,
                        double interval)
{
  MbdIntegratorSettings chosen = *settings;

  if (chosen.method == MBD_METHOD_AUTOMATIC && count_moving (model) > LW_RUN_MOST_ACCURATE)
    chosen.method = MBD_METHOD_TIME_STEPPING;
  if (chosen.method == MBD_METHOD_TIME_STEPPING && chosen.step == 0.0)
    chosen.step = LW_RUN_USUAL_STEP;
  // What is told of contacts is that of the end of a step.
  if (mbd_model_shape_count (model) > 0 && chosen.step == 0.0)
    chosen.maximum_step = fmin (chosen.maximum_step, interval);
  return chosen;
}

/// One step at a time, with integrals.
static MbdIntegratorSettings
own_settings (const LwRun *self, const MbdModel *model, const MbdIntegratorSettings *settings)
{
  MbdIntegratorSettings own = lw_run_choose_settings (model, settings, self->interval);

  own.maximum_steps = 1;
  own.keep_ledger = true;
  if (self->duration > 0.0)
    own.duration = self->duration;
  return own;
}

LwRun *
lw_run_new (const MbdModel *model,
            const MbdIntegratorSettings *integrator,
            double duration,
            double interval,
            bool assemble)
{
  MbdIntegratorSettings settings;
  LwRun *self;

  // More samples than 2^53 cannot even be counted in a double.
  if (!(duration >= 0.0 && isfinite (duration) && interval > 0.0 && isfinite (interval)
        && duration / interval < 0x1p53))
    return NULL;
  self = calloc (1, sizeof *self);
  if (self == NULL)
    return NULL;
  self->duration = duration;
  self->interval = interval;
  self->assemble = assemble;
  // A last interval that is only rounding error is none.
  self->n_samples = 1 + (size_t) fmax (ceil (duration / interval - 1e-9), duration > 0.0);
  self->maximum_steps = integrator->maximum_steps;
  settings = own_settings (self, model, integrator);
  self->stabilisation = settings.stabilisation;
  self->state = mbd_state_new (model);
  self->spare = mbd_state_new (model);
  self->integrator = mbd_integrator_new (model, &settings);
  if (self->state == NULL || self->spare == NULL || self->integrator == NULL
      || mbd_state_set_stabilisation (self->state, &settings.stabilisation) != MBD_STATUS_OK) {
    lw_run_free (self);
    return NULL;
  }
  return self;
}

void
lw_run_free (LwRun *self)
{
  if (self == NULL)
    return;
  mbd_integrator_free (self->integrator);
  mbd_state_free (self->state);
  mbd_state_free (self->spare);
  free (self->contacts);
  free (self->events);
  free (self);
}

size_t
lw_run_n_samples (const LwRun *self)
{
  return self->n_samples;
}

double
lw_run_sample_time (const LwRun *self, size_t k)
{
  return k + 1 >= self->n_samples ? self->duration : (double) k * self->interval;
}

/// What touches now. Without memory it is what there is room for.
static void
take_contacts (LwRun *self)
{
  int n = mbd_integrator_contacts (self->integrator, self->contacts, self->room_for_contacts);

  if (n > self->room_for_contacts) {
    const int room = 2 * n;
    MbdIntegratorContact *grown = realloc (self->contacts, (size_t) room * sizeof *grown);

    if (grown != NULL) {
      self->contacts = grown;
      self->room_for_contacts = room;
      n = mbd_integrator_contacts (self->integrator, self->contacts, room);
    }
  }
  self->n_contacts = n < self->room_for_contacts ? n : self->room_for_contacts;
}

/// What happened in a step; the integrator keeps only so much.
static void
take_events (LwRun *self)
{
  MbdEvent events[EVENTS_AT_ONCE];
  int n;

  if (self->begun)
    self->n_events = 0;
  self->begun = false;
  while ((n = mbd_integrator_take_events (self->integrator, events, EVENTS_AT_ONCE)) > 0) {
    if (self->n_events + (size_t) n > self->room_for_events) {
      const size_t room = 2 * (self->n_events + (size_t) n);
      MbdEvent *grown = realloc (self->events, room * sizeof *grown);

      if (grown == NULL)
        return;
      self->events = grown;
      self->room_for_events = room;
    }
    memcpy (self->events + self->n_events, events, (size_t) n * sizeof *events);
    self->n_events += (size_t) n;
  }
}

static void
forget_contacts (LwRun *self)
{
  MbdEvent event;

  self->n_contacts = 0;
  while (mbd_integrator_take_events (self->integrator, &event, 1) > 0)
    ;
  self->n_events = 0;
  self->begun = true;
}

MbdStatus
lw_run_start (LwRun *self, MbdDiagnosis *why)
{
  MbdStatus status = MBD_STATUS_OK;

  self->sample = 0;
  self->steps = 0;
  mbd_state_reset_couplings (self->state);
  mbd_state_reset (self->state);
  if (self->assemble) {
    status = mbd_state_assemble (self->state, NULL, why);
    if (status == MBD_STATUS_OK)
      status = mbd_state_assemble_velocities (self->state, NULL, why);
  }
  forget_contacts (self);
  if (status == MBD_STATUS_OK)
    status = mbd_integrator_start (self->integrator, self->state, why);
  if (status == MBD_STATUS_OK)
    status = mbd_state_solve (self->state, why);
  return status;
}

// Make the changed state fit and begin the steps anew.
static MbdStatus
settle (LwRun *self, MbdDiagnosis *why)
{
  MbdStatus status = MBD_STATUS_OK;

  if (self->assemble) {
    status = mbd_state_assemble (self->state, NULL, why);
    if (status == MBD_STATUS_OK)
      status = mbd_state_assemble_velocities (self->state, NULL, why);
  }
  if (status == MBD_STATUS_OK)
    status = mbd_integrator_restart (self->integrator, self->state, why);
  if (status == MBD_STATUS_OK)
    status = mbd_state_solve (self->state, why);
  return status;
}

// As it was before a change. Neither can fail but for want of memory, and then the next step does.
static void
go_back (LwRun *self)
{
  mbd_state_copy_couplings (self->state, self->spare);
  mbd_state_copy (self->state, self->spare);
  mbd_integrator_restart (self->integrator, self->state, NULL);
  mbd_state_solve (self->state, NULL);
}

static MbdStatus
remember (LwRun *self)
{
  MbdStatus status = mbd_state_copy_couplings (self->spare, self->state);

  mbd_state_copy (self->spare, self->state);
  return status;
}

MbdStatus
lw_run_continue (LwRun *self, const MbdState *from, MbdDiagnosis *why)
{
  const double place = round (mbd_state_time (from) / self->interval);
  MbdStatus status = remember (self);

  if (status != MBD_STATUS_OK)
    return status;
  status = mbd_state_copy_couplings (self->state, from);
  if (status != MBD_STATUS_OK)
    return status;
  mbd_state_copy (self->state, from);
  if (self->assemble) {
    status = mbd_state_assemble (self->state, NULL, why);
    if (status == MBD_STATUS_OK)
      status = mbd_state_assemble_velocities (self->state, NULL, why);
  }
  if (status == MBD_STATUS_OK)
    status = mbd_integrator_start (self->integrator, self->state, why);
  if (status == MBD_STATUS_OK)
    status = mbd_state_solve (self->state, why);
  if (status != MBD_STATUS_OK) {
    go_back (self);
    return status;
  }
  forget_contacts (self);
  self->sample = (size_t) fmin (fmax (place, 0.0), (double) (self->n_samples - 1));
  self->steps = 0;
  return MBD_STATUS_OK;
}

MbdStatus
lw_run_set_integrator (LwRun *self, const MbdIntegratorSettings *settings, MbdDiagnosis *why)
{
  const MbdModel *model = mbd_state_model (self->state);
  const MbdIntegratorSettings own = own_settings (self, model, settings);
  MbdIntegrator *integrator = mbd_integrator_new (model, &own);
  MbdIntegrator *before = self->integrator;
  MbdStatus status = remember (self);

  if (integrator == NULL || status != MBD_STATUS_OK) {
    mbd_integrator_free (integrator);
    return MBD_STATUS_OUT_OF_MEMORY;
  }
  status = mbd_state_set_stabilisation (self->state, &own.stabilisation);
  if (status == MBD_STATUS_OK)
    status = mbd_integrator_start (integrator, self->spare, why);
  self->integrator = integrator;
  // Its integrals go on, and so do its errors.
  if (status == MBD_STATUS_OK)
    status = mbd_integrator_restart (integrator, self->state, why);
  if (status == MBD_STATUS_OK)
    status = mbd_state_solve (self->state, why);
  if (status != MBD_STATUS_OK) {
    self->integrator = before;
    mbd_integrator_free (integrator);
    mbd_state_set_stabilisation (self->state, &self->stabilisation);
    go_back (self);
    return status;
  }
  mbd_integrator_free (before);
  self->maximum_steps = settings->maximum_steps;
  self->stabilisation = own.stabilisation;
  return MBD_STATUS_OK;
}

MbdStatus
lw_run_set_enabled (LwRun *self, int coupling, bool enabled, MbdDiagnosis *why)
{
  MbdStatus status = remember (self);

  if (status != MBD_STATUS_OK)
    return status;
  mbd_state_set_enabled (self->state, coupling, enabled);
  status = settle (self, why);
  if (status != MBD_STATUS_OK)
    go_back (self);
  return status;
}

MbdStatus
lw_run_mend (LwRun *self, int coupling, MbdDiagnosis *why)
{
  MbdStatus status = remember (self);

  if (status != MBD_STATUS_OK)
    return status;
  mbd_state_set_broken (self->state, coupling, false);
  status = settle (self, why);
  if (status != MBD_STATUS_OK)
    go_back (self);
  return status;
}

MbdStatus
lw_run_change_coupling (LwRun *self, int coupling, const MbdCouplingDef *def, MbdDiagnosis *why)
{
  MbdStatus status = remember (self);

  if (status == MBD_STATUS_OK)
    status = mbd_state_change_coupling (self->state, coupling, def, why);
  // What was refused has changed nothing.
  if (status != MBD_STATUS_OK)
    return status;
  status = settle (self, why);
  if (status != MBD_STATUS_OK)
    go_back (self);
  return status;
}

MbdStatus
lw_run_change_force (LwRun *self, int force, const MbdForceDef *def, MbdDiagnosis *why)
{
  MbdStatus status = remember (self);

  if (status == MBD_STATUS_OK)
    status = mbd_state_change_force (self->state, force, def, why);
  if (status != MBD_STATUS_OK)
    return status;
  status = settle (self, why);
  if (status != MBD_STATUS_OK)
    go_back (self);
  return status;
}

MbdStatus
lw_run_set_grip (LwRun *self, const MbdGrip *grip, MbdDiagnosis *why)
{
  MbdStatus status = mbd_state_set_grip (self->state, grip, why);

  // A pull moves nothing by itself: the steps go on from here.
  if (status == MBD_STATUS_OK)
    status = mbd_integrator_restart (self->integrator, self->state, why);
  if (status == MBD_STATUS_OK)
    status = mbd_state_solve (self->state, why);
  return status;
}

MbdStatus
lw_run_advance (LwRun *self, bool *arrived, MbdDiagnosis *why)
{
  const double time = lw_run_sample_time (self, self->sample + 1);
  MbdStatus status = mbd_integrator_advance (self->integrator, time, self->state, why);

  *arrived = false;
  take_events (self);
  if (status == MBD_STATUS_TOO_MANY_STEPS
      && (self->maximum_steps == 0 || ++self->steps < self->maximum_steps))
    return MBD_STATUS_OK;
  if (status == MBD_STATUS_OK)
    status = mbd_state_solve (self->state, why);
  if (status != MBD_STATUS_OK)
    return status;
  take_contacts (self);
  *arrived = true;
  self->begun = true;
  self->sample++;
  self->steps = 0;
  return MBD_STATUS_OK;
}

MbdStatus
lw_run_next (LwRun *self, MbdDiagnosis *why)
{
  MbdStatus status;
  bool arrived;

  do
    status = lw_run_advance (self, &arrived, why);
  while (status == MBD_STATUS_OK && !arrived);
  return status;
}

bool
lw_run_is_finished (const LwRun *self)
{
  return self->sample + 1 >= self->n_samples;
}

size_t
lw_run_sample (const LwRun *self)
{
  return self->sample;
}

MbdState *
lw_run_state (LwRun *self)
{
  return self->state;
}

void
lw_run_statistics (const LwRun *self, MbdIntegratorStatistics *statistics)
{
  mbd_integrator_statistics (self->integrator, statistics);
}

const MbdIntegratorContact *
lw_run_contacts (const LwRun *self, size_t *n)
{
  *n = (size_t) self->n_contacts;
  return self->contacts;
}

const MbdEvent *
lw_run_events (const LwRun *self, size_t *n)
{
  *n = self->n_events;
  return self->events;
}
