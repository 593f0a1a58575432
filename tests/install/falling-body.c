// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The engine from C, by its installed headers only: a body falls for a second. Prints the distance.

#include <stdio.h>

#include <mbd.h>

int
main (void)
{
  MbdMechanism *mechanism = mbd_mechanism_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdModel *model = NULL;
  double position[3] = { 0 };

  body.id = 1;
  body.inertia[2] = 1;
  MbdStatus status = mbd_mechanism_add_body (mechanism, &body, NULL);
  if (status == MBD_STATUS_OK)
    status = mbd_model_compile (mechanism, &model, NULL);
  mbd_mechanism_free (mechanism);
  if (status != MBD_STATUS_OK) {
    fprintf (stderr, "falling-body: %s\n", mbd_status_text (status));
    return 1;
  }

  MbdState *state = mbd_state_new (model);
  MbdIntegrator *integrator = mbd_integrator_new (model, &settings);
  status = mbd_integrator_start (integrator, state, NULL);
  if (status == MBD_STATUS_OK)
    status = mbd_integrator_advance (integrator, 1, state, NULL);
  mbd_state_body_pose (state, 1, position, NULL);
  printf ("%.17g\n", position[1]);
  mbd_integrator_free (integrator);
  mbd_state_free (state);
  mbd_model_unref (model);
  return status != MBD_STATUS_OK;
}
