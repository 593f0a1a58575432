// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pendulums and settings for the tests of the simulation thread.

#include "testing-thread.h"

#include <stdatomic.h>
#include <time.h>

#include <glib.h>

MbdModel *
testing_pendulum_of (double length, double mass, double centre, bool broken)
{
  MbdMechanism *mechanism = mbd_mechanism_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN);
  MbdModel *model = NULL;

  body.id = 1;
  body.inertia[2] = 0.1;
  body.mass = mass;
  body.centre_of_mass[0] = centre;
  body.position[0] = length;
  g_assert_cmpint (mbd_mechanism_add_body (mechanism, &body, NULL), ==, MBD_STATUS_OK);
  pin.id = 1;
  pin.body_a = MBD_GROUND;
  pin.body_b = 1;
  pin.frame_b.point[0] = -length;
  g_assert_cmpint (mbd_mechanism_add_coupling (mechanism, &pin, NULL), ==, MBD_STATUS_OK);
  if (broken) {
    // This point of the body at another place of the ground: no pose satisfies both.
    pin.id = 2;
    pin.frame_a.point[1] = 0.5;
    g_assert_cmpint (mbd_mechanism_add_coupling (mechanism, &pin, NULL), ==, MBD_STATUS_OK);
  }
  g_assert_cmpint (mbd_model_compile (mechanism, &model, NULL), ==, MBD_STATUS_OK);
  mbd_mechanism_free (mechanism);
  return model;
}

MbdModel *
testing_pendulum_new (double length, bool broken)
{
  return testing_pendulum_of (length, 1, 0, broken);
}

/// Samples one channel: the total energy.
static void
testing_sample_energy (void *data, LwRun *run, double *channels)
{
  MbdEnergy energy;

  mbd_state_energy (lw_run_state (run), &energy);
  channels[0] = energy.total;
}

void
testing_count_notification (void *data)
{
  atomic_fetch_add ((atomic_int *) data, 1);
}

LwSimulationSettings
testing_settings_new (double duration, double interval, double speed)
{
  return (LwSimulationSettings){
    .integrator = mbd_integrator_default (),
    .duration = duration,
    .interval = interval,
    .assemble = true,
    .speed = speed,
    .n_channels = 1,
    .sample = testing_sample_energy,
  };
}

double
testing_wall_clock (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

LwSimulationStatus
testing_status_of (LwSimulation *simulation)
{
  LwSimulationStatus status;

  lw_simulation_get_status (simulation, &status);
  return status;
}
