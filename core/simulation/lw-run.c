// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The integrator makes one step at a time, so that the caller of a run can stop it in the middle of
// a long sample; the steps are the same as without the interruption.

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
  size_t origin; ///< sample from which times count: 0, or the sample at which the interval was
                 ///< changed
  double origin_time;
  LwRunChange first; ///< model and settings at the start
  MbdModel *first_model;
  bool changed; ///< True if the current model or settings differ from `first`
  const MbdStopToken *stop;

  MbdState *state;
  MbdState *spare; ///< state before a change
  MbdIntegrator *integrator;
  size_t sample;
  long steps; ///< since the last sample
  MbdIntegratorContact *contacts;
  int n_contacts, room_for_contacts;
  MbdEvent *events; ///< events since the sample before
  size_t n_events, room_for_events;
  bool begun;                     ///< True if a sample has begun, so that earlier events are
                                  ///< dropped
  MbdIntegratorSettings settings; ///< last given settings
};

/// Returns the number of shapes on bodies that can move.
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
  // Approaching shapes are searched for at the ends of steps only.
  if (mbd_model_shape_count (model) > 0 && chosen.step == 0.0)
    chosen.maximum_step = fmin (chosen.maximum_step, interval);
  return chosen;
}

/// Returns settings for one step at a time, with integrals.
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

static bool
times_are_valid (double duration, double interval)
{
  // More samples than 2^53 cannot even be counted in a double.
  return duration >= 0.0 && isfinite (duration) && interval > 0.0 && isfinite (interval)
         && duration / interval < 0x1p53;
}

/// Sets the times from a sample at a time onwards.
static void
set_times (LwRun *self, size_t origin, double time, double duration, double interval)
{
  const double rest = fmax (duration - time, 0.0);

  self->origin = origin;
  self->origin_time = time;
  self->duration = fmax (duration, time);
  self->interval = interval;
  // A last interval that is only rounding error does not count.
  self->n_samples = 1 + origin + (size_t) fmax (ceil (rest / interval - 1e-9), rest > 0.0);
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

  if (!times_are_valid (duration, interval))
    return NULL;
  self = calloc (1, sizeof *self);
  if (self == NULL)
    return NULL;
  self->first_model = mbd_model_ref (model);
  self->first = (LwRunChange){ self->first_model, *integrator, duration, interval, assemble };
  self->assemble = assemble;
  set_times (self, 0, 0.0, duration, interval);
  self->settings = *integrator;
  self->maximum_steps = integrator->maximum_steps;
  settings = own_settings (self, model, integrator);
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
lw_run_set_stop (LwRun *self, const MbdStopToken *stop)
{
  self->stop = stop;
  mbd_integrator_set_stop (self->integrator, stop);
}

void
lw_run_free (LwRun *self)
{
  if (self == NULL)
    return;
  mbd_integrator_free (self->integrator);
  mbd_state_free (self->state);
  mbd_state_free (self->spare);
  mbd_model_unref (self->first_model);
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
  if (k + 1 >= self->n_samples)
    return self->duration;
  return self->origin_time + ((double) k - (double) self->origin) * self->interval;
}

/// Copies the current contacts; without memory only as many as there is room for.
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

/// Copies the events of a step; the integrator stores a limited number.
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

/// Begins steps at a state, with integrals that continue or restart there. The state is settled,
/// including impulses of closing contacts and contact forces, and solved.
static MbdStatus
begin_steps (MbdIntegrator *integrator, MbdState *state, bool goes_on, MbdDiagnosis *why)
{
  MbdStatus status = goes_on ? mbd_integrator_restart (integrator, state, why)
                             : mbd_integrator_start (integrator, state, why);

  if (status == MBD_STATUS_OK)
    status = mbd_integrator_advance (integrator, mbd_state_time (state), state, why);
  if (status == MBD_STATUS_OK)
    status = mbd_state_solve (state, why);
  return status;
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

/// The parts of a run that belong to a model.
typedef struct
{
  MbdState *state, *spare;
  MbdIntegrator *integrator;
} Parts;

static void
free_parts (Parts *parts)
{
  mbd_state_free (parts->state);
  mbd_state_free (parts->spare);
  mbd_integrator_free (parts->integrator);
}

/// Adopts new parts and frees the old ones.
static void
swap_parts (LwRun *self, Parts *parts)
{
  const Parts before = { self->state, self->spare, self->integrator };

  self->state = parts->state;
  self->spare = parts->spare;
  self->integrator = parts->integrator;
  *parts = before;
  free_parts (parts);
}

/// Creates a state of the new model at the position of a state of another model, and an integrator
/// for it that has not been started.
static MbdStatus
make_parts (LwRun *self, const LwRunChange *change, const MbdState *from, Parts *parts)
{
  const MbdIntegratorSettings own = own_settings (self, change->model, &change->integrator);
  MbdStatus status = MBD_STATUS_OUT_OF_MEMORY;

  parts->state = mbd_state_new (mbd_state_model (from));
  parts->spare = mbd_state_new (change->model);
  parts->integrator = mbd_integrator_new (change->model, &own);
  if (parts->integrator != NULL)
    mbd_integrator_set_stop (parts->integrator, self->stop);
  if (parts->state != NULL && parts->spare != NULL && parts->integrator != NULL)
    status = mbd_state_copy_couplings (parts->state, from);
  if (status != MBD_STATUS_OK)
    return status;
  mbd_state_copy (parts->state, from);
  status = mbd_state_take_model (parts->state, change->model);
  if (status == MBD_STATUS_OK)
    status = mbd_state_set_stabilisation (parts->state, &own.stabilisation);
  return status;
}

static MbdStatus
go_back_to_start (LwRun *self)
{
  Parts parts = { NULL, NULL, NULL };
  MbdStatus status;

  set_times (self, 0, 0.0, self->first.duration, self->first.interval);
  status = make_parts (self, &self->first, self->state, &parts);
  if (status != MBD_STATUS_OK) {
    free_parts (&parts);
    return status;
  }
  swap_parts (self, &parts);
  self->maximum_steps = self->first.integrator.maximum_steps;
  self->settings = self->first.integrator;
  self->assemble = self->first.assemble;
  self->changed = false;
  return MBD_STATUS_OK;
}

MbdStatus
lw_run_start (LwRun *self, MbdDiagnosis *why)
{
  MbdStatus status = self->changed ? go_back_to_start (self) : MBD_STATUS_OK;

  if (status != MBD_STATUS_OK)
    return status;
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
    status = begin_steps (self->integrator, self->state, false, why);
  if (status == MBD_STATUS_OK)
    take_contacts (self);
  return status;
}

// Makes the changed state fit and restarts the steps.
static MbdStatus
settle (LwRun *self, MbdDiagnosis *why)
{
  MbdStatus status = MBD_STATUS_OK;
  MbdEnergyBalance before;

  mbd_state_energy_balance (self->spare, &before);
  if (self->assemble) {
    status = mbd_state_assemble (self->state, NULL, why);
    if (status == MBD_STATUS_OK)
      status = mbd_state_assemble_velocities (self->state, NULL, why);
  }
  mbd_state_book_change (self->state, before.error);
  if (status == MBD_STATUS_OK)
    status = begin_steps (self->integrator, self->state, true, why);
  return status;
}

// Restores the state before a change. Both calls can fail only if memory is exhausted, and then the
// next step fails.
static void
go_back (LwRun *self)
{
  mbd_state_copy_couplings (self->state, self->spare);
  mbd_state_copy (self->state, self->spare);
  begin_steps (self->integrator, self->state, true, NULL);
}

static MbdStatus
remember (LwRun *self)
{
  MbdStatus status = mbd_state_copy_couplings (self->spare, self->state);

  mbd_state_copy (self->spare, self->state);
  return status;
}

/// Finds the sample nearest to a time; if there is none there, as after a change of the interval,
/// times count from there on.
static void
find_place (LwRun *self, double time)
{
  double place = round ((time - self->origin_time) / self->interval);

  if (self->origin > 0 && time < self->origin_time) {
    place = round (time / self->interval);
    set_times (self, (size_t) fmax (place, 0.0), time, self->duration, self->interval);
    place = 0.0;
  }
  self->sample =
    (size_t) fmin (fmax ((double) self->origin + place, 0.0), (double) (self->n_samples - 1));
}

/// Switches the run to another model, at the current sample.
static MbdStatus
take_model (LwRun *self, const MbdModel *model)
{
  const LwRunChange change = { model, self->settings, self->duration, self->interval,
                               self->assemble };
  Parts parts = { NULL, NULL, NULL };
  MbdStatus status;

  if (change.model == mbd_state_model (self->state))
    return MBD_STATUS_OK;
  status = make_parts (self, &change, self->state, &parts);
  if (status != MBD_STATUS_OK) {
    free_parts (&parts);
    return status;
  }
  swap_parts (self, &parts);
  self->changed = true;
  return MBD_STATUS_OK;
}

static MbdStatus
go_on_from (LwRun *self, const MbdState *from, MbdDiagnosis *why)
{
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
    status = begin_steps (self->integrator, self->state, false, why);
  if (status != MBD_STATUS_OK) {
    go_back (self);
    return status;
  }
  forget_contacts (self);
  take_contacts (self);
  find_place (self, mbd_state_time (from));
  self->steps = 0;
  return MBD_STATUS_OK;
}

MbdStatus
lw_run_continue (LwRun *self, const MbdState *from, MbdDiagnosis *why)
{
  MbdModel *before = mbd_model_ref (mbd_state_model (self->state));
  MbdStatus status = take_model (self, mbd_state_model (from));

  if (status == MBD_STATUS_OK)
    status = go_on_from (self, from, why);
  if (status != MBD_STATUS_OK && mbd_state_model (self->state) != before
      && take_model (self, before) == MBD_STATUS_OK) {
    mbd_integrator_start (self->integrator, self->state, NULL);
    begin_steps (self->integrator, self->state, true, NULL);
  }
  mbd_model_unref (before);
  return status;
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
  mbd_integrator_set_stop (integrator, self->stop);
  status = mbd_state_set_stabilisation (self->state, &own.stabilisation);
  if (status == MBD_STATUS_OK)
    status = mbd_integrator_start (integrator, self->spare, why);
  self->integrator = integrator;
  // Its integrals and its errors continue.
  if (status == MBD_STATUS_OK)
    status = begin_steps (integrator, self->state, true, why);
  if (status != MBD_STATUS_OK) {
    self->integrator = before;
    mbd_integrator_free (integrator);
    mbd_state_set_stabilisation (self->state, &self->settings.stabilisation);
    go_back (self);
    return status;
  }
  mbd_integrator_free (before);
  self->maximum_steps = settings->maximum_steps;
  self->settings = *settings;
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
  // A refused change has no effect.
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

/// Settles another model at the current sample.
static MbdStatus
settle_parts (LwRun *self, Parts *parts, bool assemble, MbdDiagnosis *why)
{
  MbdEnergyBalance before;
  MbdStatus status = MBD_STATUS_OK;

  mbd_state_energy_balance (self->state, &before);
  if (assemble)
    status = mbd_state_assemble (parts->state, NULL, why);
  if (assemble && status == MBD_STATUS_OK)
    status = mbd_state_assemble_velocities (parts->state, NULL, why);
  mbd_state_book_change (parts->state, before.error);
  if (status == MBD_STATUS_OK)
    status = mbd_integrator_start (parts->integrator, parts->state, why);
  // Its integrals continue.
  if (status == MBD_STATUS_OK)
    status = begin_steps (parts->integrator, parts->state, true, why);
  return status;
}

MbdStatus
lw_run_change_model (LwRun *self, const LwRunChange *change, MbdDiagnosis *why)
{
  const LwRun before = *self;
  const double time = mbd_state_time (self->state);
  Parts parts = { NULL, NULL, NULL };
  MbdStatus status = MBD_STATUS_BAD_PARAMETER;

  if (times_are_valid (change->duration, change->interval)) {
    // If nothing about the samples changes, their times stay bitwise identical.
    if (change->interval != self->interval)
      set_times (self, self->sample, time, change->duration, change->interval);
    else if (change->duration != self->duration)
      set_times (self, change->duration > time ? self->origin : self->sample,
                 change->duration > time ? self->origin_time : time, change->duration,
                 self->interval);
    status = make_parts (self, change, self->state, &parts);
  }
  if (status == MBD_STATUS_OK)
    status = settle_parts (self, &parts, change->assemble, why);
  if (status != MBD_STATUS_OK) {
    free_parts (&parts);
    *self = before;
    return status;
  }
  swap_parts (self, &parts);
  self->maximum_steps = change->integrator.maximum_steps;
  self->settings = change->integrator;
  self->assemble = change->assemble;
  self->changed = true;
  return MBD_STATUS_OK;
}

MbdStatus
lw_run_set_grip (LwRun *self, const MbdGrip *grip, MbdDiagnosis *why)
{
  MbdStatus status = mbd_state_set_grip (self->state, grip, why);

  // A pull by itself moves nothing: the steps continue from here.
  if (status == MBD_STATUS_OK)
    status = begin_steps (self->integrator, self->state, true, why);
  return status;
}

/// Returns true if no step follows an advance with this result.
static bool
is_last_step (const LwRun *self, MbdStatus status)
{
  return status == MBD_STATUS_OK
           ? self->sample + 2 >= self->n_samples
           : status != MBD_STATUS_TOO_MANY_STEPS && status != MBD_STATUS_STOPPED;
}

MbdStatus
lw_run_advance (LwRun *self, bool *arrived, MbdDiagnosis *why)
{
  const double time = lw_run_sample_time (self, self->sample + 1);
  MbdStatus status = mbd_integrator_advance (self->integrator, time, self->state, why);

  *arrived = false;
  if (is_last_step (self, status))
    mbd_integrator_finish_events (self->integrator);
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

MbdStatus
lw_run_contact_problem (LwRun *self, MbdContactKind kind, MbdContactProblem *problem, double *time)
{
  return mbd_integrator_contact_problem (self->integrator, kind, problem, time);
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
