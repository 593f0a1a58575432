// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "channel-fixture.h"

#include <math.h>

#include "lw-text.h"
#include "testing-examples.h"

Fixture
fixture_new (LwMechanism *mechanism)
{
  g_autoptr (GError) error = NULL;
  Fixture self = { .mechanism = mechanism };

  self.model = lw_mechanism_compile (mechanism, &error);
  g_assert_no_error (error);
  self.channels = lw_channels_new (mechanism, self.model);
  self.state = mbd_state_new (self.model);
  g_assert_cmpint (mbd_state_solve (self.state, NULL), ==, MBD_STATUS_OK);
  return self;
}

void
fixture_clear (Fixture *self)
{
  mbd_state_free (self->state);
  lw_channels_unref (self->channels);
  mbd_model_unref (self->model);
  lw_mechanism_unref (self->mechanism);
}

Fixture
fixture_parse (const char *bodies_and_more)
{
  g_autofree char *text = g_strdup_printf ("{\"linkwright\": 1, %s}", bodies_and_more);
  g_autoptr (GError) error = NULL;
  LwMechanism *mechanism = lw_text_parse (text, -1, &error);

  g_assert_no_error (error);
  return fixture_new (mechanism);
}

Fixture
fixture_example (const char *name)
{
  g_autofree char *path = testing_example_path (name);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  LwMechanism *mechanism = lw_text_load (file, NULL, &error);

  g_assert_no_error (error);
  return fixture_new (mechanism);
}

void
fixture_advance (Fixture *self, double time)
{
  MbdIntegratorSettings settings = lw_mechanism_get_run (self->mechanism)->integrator;
  MbdIntegrator *integrator = mbd_integrator_new (self->model, &settings);

  g_assert_cmpint (mbd_integrator_start (integrator, self->state, NULL), ==, MBD_STATUS_OK);
  g_assert_cmpint (mbd_integrator_advance (integrator, time, self->state, NULL), ==, MBD_STATUS_OK);
  g_assert_cmpint (mbd_state_solve (self->state, NULL), ==, MBD_STATUS_OK);
  mbd_integrator_free (integrator);
}

double
value (const Fixture *self, const char *name)
{
  int found = lw_channels_find (self->channels, name);
  guint index = (guint) found;
  double result = NAN;

  if (found < 0)
    g_error ("there is no channel %s", name);
  lw_channels_evaluate (self->channels, self->state, &index, 1, &result);
  return result;
}

double
part (const Fixture *self, const char *element, const char *suffix)
{
  g_autofree char *name = g_strconcat (element, ".", suffix, NULL);

  return value (self, name);
}

void
assert_close (double a, double b, double tolerance)
{
  g_assert_cmpfloat_with_epsilon (a, b, tolerance * (1 + fabs (b)));
}

bool
has (const Fixture *self, const char *name)
{
  return lw_channels_find (self->channels, name) >= 0;
}
