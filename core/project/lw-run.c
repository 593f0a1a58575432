// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The integrator is asked for one step at a time, so that whoever drives a run can stop it in the
// middle of a long sample; the steps are the same as without the interruption.

#include "lw-run.h"

#include <math.h>
#include <stdlib.h>

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
  MbdStabilisationSettings stabilisation;
};

/// One step at a time, with integrals.
static MbdIntegratorSettings
own_settings (const LwRun *self, const MbdIntegratorSettings *settings)
{
  MbdIntegratorSettings own = *settings;

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
  settings = own_settings (self, integrator);
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
  self->sample = (size_t) fmin (fmax (place, 0.0), (double) (self->n_samples - 1));
  self->steps = 0;
  return MBD_STATUS_OK;
}

MbdStatus
lw_run_set_integrator (LwRun *self, const MbdIntegratorSettings *settings, MbdDiagnosis *why)
{
  const MbdIntegratorSettings own = own_settings (self, settings);
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (self->state), &own);
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
  if (status == MBD_STATUS_TOO_MANY_STEPS
      && (self->maximum_steps == 0 || ++self->steps < self->maximum_steps))
    return MBD_STATUS_OK;
  if (status == MBD_STATUS_OK)
    status = mbd_state_solve (self->state, why);
  if (status != MBD_STATUS_OK)
    return status;
  *arrived = true;
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
