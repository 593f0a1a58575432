// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Run of a mechanism whose channels are read by name.

#include "testing-motion.h"

#include <math.h>

void
motion_begin (Motion *self, LwMechanism *mechanism, double interval)
{
  const LwRunSettings *settings = lw_mechanism_get_run (mechanism);
  GError *error = NULL;

  self->mechanism = mechanism;
  self->model = lw_mechanism_compile (mechanism, &error);
  g_assert_no_error (error);
  self->channels = lw_channels_new (mechanism, self->model);
  self->run = lw_run_new (self->model, &settings->integrator, settings->duration,
                          interval > 0 ? interval : settings->interval, settings->assemble);
  g_assert_nonnull (self->run);
  g_assert_cmpint (lw_run_start (self->run, NULL), ==, MBD_STATUS_OK);
}

void
motion_end (Motion *self)
{
  lw_run_free (self->run);
  lw_channels_unref (self->channels);
  mbd_model_unref (self->model);
  lw_mechanism_unref (self->mechanism);
}

bool
motion_next (Motion *self)
{
  if (lw_run_is_finished (self->run))
    return false;
  g_assert_cmpint (lw_run_next (self->run, NULL), ==, MBD_STATUS_OK);
  return true;
}

double
motion_value (Motion *self, const char *name)
{
  const int found = lw_channels_find (self->channels, name);
  const guint index = (guint) found;
  double value = NAN;

  if (found < 0)
    g_error ("there is no channel %s", name);
  lw_channels_evaluate_run (self->channels, self->run, &index, 1, &value);
  return value;
}
