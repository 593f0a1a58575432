// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A separate integrator is started at the instant: in accurate motion it finds the contacts there,
// in time stepping one step does. A step is also used where accurate motion fails.

#include "lw-touching.h"

#include <stdlib.h>
#include <string.h>

/// Step used if the settings leave the step to the engine, s.
static const double PROBE_STEP = 1.0 / 240.0;

struct LwTouching
{
  MbdModel *model;
  MbdIntegratorSettings settings;
  MbdIntegrator *accurate; // NULL if only steps are used
  MbdIntegrator *steps;    // NULL if not yet needed
  MbdState *state;         // holds the contact forces
  MbdIntegratorContact *contacts;
  size_t n_contacts, capacity;

  // Instant of the contacts.
  bool known;
  double time, *q, *v;
};

LwTouching *
lw_touching_new (const MbdModel *model, const MbdIntegratorSettings *settings)
{
  LwTouching *self;

  if (mbd_model_shape_count (model) == 0)
    return NULL;
  self = calloc (1, sizeof *self);
  if (self == NULL)
    return NULL;
  self->model = mbd_model_ref (model);
  self->settings = *settings;
  self->settings.keep_ledger = false;
  self->settings.maximum_steps = 1;
  self->state = mbd_state_new (model);
  if (settings->method != MBD_METHOD_TIME_STEPPING)
    self->accurate = mbd_integrator_new (model, &self->settings);
  self->q = malloc (((size_t) mbd_model_position_count (model) + 1) * sizeof (double));
  self->v = malloc (((size_t) mbd_model_velocity_count (model) + 1) * sizeof (double));
  if (self->state == NULL || self->q == NULL || self->v == NULL) {
    lw_touching_free (self);
    return NULL;
  }
  return self;
}

void
lw_touching_free (LwTouching *self)
{
  if (self == NULL)
    return;
  mbd_integrator_free (self->accurate);
  mbd_integrator_free (self->steps);
  mbd_state_free (self->state);
  mbd_model_unref (self->model);
  free (self->contacts);
  free (self->q);
  free (self->v);
  free (self);
}

static bool
take_contacts (LwTouching *self, const MbdIntegrator *integrator)
{
  const int n = mbd_integrator_contacts (integrator, self->contacts, (int) self->capacity);

  if ((size_t) n > self->capacity) {
    MbdIntegratorContact *grown = realloc (self->contacts, 2 * (size_t) n * sizeof *self->contacts);

    if (grown == NULL)
      return false;
    self->contacts = grown;
    self->capacity = 2 * (size_t) n;
    mbd_integrator_contacts (integrator, self->contacts, n);
  }
  self->n_contacts = (size_t) n;
  return true;
}

static bool
find_accurately (LwTouching *self, const MbdState *state)
{
  return self->accurate != NULL
         && mbd_integrator_start (self->accurate, state, NULL) == MBD_STATUS_OK
         && mbd_integrator_advance (self->accurate, mbd_state_time (state), self->state, NULL)
              == MBD_STATUS_OK
         && take_contacts (self, self->accurate);
}

static bool
find_by_step (LwTouching *self, const MbdState *state)
{
  if (self->steps == NULL) {
    MbdIntegratorSettings settings = self->settings;

    settings.method = MBD_METHOD_TIME_STEPPING;
    if (!(settings.step > 0.0))
      settings.step = PROBE_STEP;
    self->steps = mbd_integrator_new (self->model, &settings);
  }
  return self->steps != NULL && mbd_integrator_start (self->steps, state, NULL) == MBD_STATUS_OK
         && mbd_integrator_step (self->steps, self->state, NULL) == MBD_STATUS_OK
         && take_contacts (self, self->steps);
}

bool
lw_touching_knows (const LwTouching *self, double time, const double *q, const double *v)
{
  const size_t n_q = (size_t) mbd_model_position_count (self->model);
  const size_t n_v = (size_t) mbd_model_velocity_count (self->model);

  return self->known && time == self->time && memcmp (q, self->q, n_q * sizeof (double)) == 0
         && memcmp (v, self->v, n_v * sizeof (double)) == 0;
}

/// Switches to another model of the run.
static void
take_model (LwTouching *self, const MbdModel *model)
{
  MbdState *state = mbd_state_new (model);

  if (state == NULL)
    return;
  mbd_state_free (self->state);
  self->state = state;
  mbd_model_unref (self->model);
  self->model = mbd_model_ref (model);
  mbd_integrator_free (self->accurate);
  mbd_integrator_free (self->steps);
  self->steps = NULL;
  self->accurate = self->settings.method != MBD_METHOD_TIME_STEPPING
                     ? mbd_integrator_new (model, &self->settings)
                     : NULL;
  self->known = false;
}

void
lw_touching_find (LwTouching *self, MbdState *state)
{
  const size_t n_q = (size_t) mbd_model_position_count (self->model);
  const size_t n_v = (size_t) mbd_model_velocity_count (self->model);
  const double *q = mbd_state_positions (state), *v = mbd_state_velocities (state);

  if (mbd_state_model (state) != self->model)
    take_model (self, mbd_state_model (state));
  if (!lw_touching_knows (self, mbd_state_time (state), q, v)) {
    self->n_contacts = 0;
    self->time = mbd_state_time (state);
    memcpy (self->q, q, n_q * sizeof (double));
    memcpy (self->v, v, n_v * sizeof (double));
    self->known = true;
    if (!find_accurately (self, state) && !find_by_step (self, state)) {
      self->n_contacts = 0;
      mbd_state_set (self->state, self->time, NULL, NULL);
    }
  }
  mbd_state_copy_contact_forces (state, self->state);
}

const MbdIntegratorContact *
lw_touching_get (const LwTouching *self, size_t *n)
{
  *n = self->n_contacts;
  return self->contacts;
}

void
lw_touching_forget (LwTouching *self)
{
  if (self != NULL)
    self->known = false;
}
