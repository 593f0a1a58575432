// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Centre of mass and instantaneous centres, compared with their definitions.

#include "testing-seed.h"
#include "lw-centres.h"

#include <glib.h>
#include <math.h>

static MbdModel *
model_new (void)
{
  MbdMechanism *mechanism = mbd_mechanism_new ();
  MbdModel *model = NULL;

  for (int i = 1; i <= 3; i++) {
    MbdBodyDef body = mbd_body_default ();

    body.id = i;
    body.mass = i;
    body.position[0] = i;
    body.position[1] = -2 * i;
    body.centre_of_mass[0] = 0.25 * i;
    body.mobility = i == 3 ? MBD_FIXED : MBD_PLANAR;
    g_assert_cmpint (mbd_mechanism_add_body (mechanism, &body, NULL), ==, MBD_STATUS_OK);
  }
  g_assert_cmpint (mbd_model_compile (mechanism, &model, NULL), ==, MBD_STATUS_OK);
  mbd_mechanism_free (mechanism);
  return model;
}

/// Momentum is mass times the velocity of the centre, and fixed bodies do not count.
static void
test_mass (void)
{
  MbdModel *model = model_new ();
  MbdState *state = mbd_state_new (model);
  const double v[6] = { 1, 2, 3, -4, 5, 6 };
  double centre[3], velocity[3], linear[3], angular[3];

  mbd_state_set (state, 0, NULL, v);
  g_assert_true (lw_centre_of_mass (state, centre, velocity));
  mbd_state_momentum (state, linear, angular);
  for (int i = 0; i < 3; i++)
    g_assert_cmpfloat_with_epsilon (3 * velocity[i], linear[i], 1e-12);
  g_assert_cmpfloat_with_epsilon (centre[0], (1 * 1.25 + 2 * 2.5) / 3, 1e-12);
  g_assert_cmpfloat_with_epsilon (centre[1], (1 * -2.0 + 2 * -4.0) / 3, 1e-12);
  g_assert_cmpfloat (centre[2], ==, 0);
  mbd_state_free (state);
  mbd_model_unref (model);
}

/// The point of the body at the centre has no velocity; a translating body has no centre.
static void
test_instantaneous (void)
{
  MbdModel *model = model_new ();
  MbdState *state = mbd_state_new (model);
  GRand *random = g_rand_new_with_seed (testing_seed (20261122));

  for (int k = 0; k < 1000; k++) {
    double v[6], pole[2], origin[3], quaternion[4], velocity[3], point[3] = { 0, 0, 0 };
    double angle, x, y;

    for (int i = 0; i < 6; i++)
      v[i] = g_rand_double_range (random, -5, 5);
    mbd_state_set (state, 0, (double[]){ 1, -2, 0.3 * k, 4, 5, 6 }, v);
    g_assert_true (lw_instantaneous_centre (state, 1, pole));
    mbd_state_body_pose (state, 1, origin, quaternion);
    angle = 2 * atan2 (quaternion[3], quaternion[0]);
    x = pole[0] - origin[0];
    y = pole[1] - origin[1];
    point[0] = cos (angle) * x + sin (angle) * y;
    point[1] = cos (angle) * y - sin (angle) * x;
    mbd_state_body_point (state, 1, point, NULL, velocity, NULL);
    // Rounding of a lever of up to 1e4 m (w down to 5e-4) times w.
    g_assert_cmpfloat (hypot (velocity[0], velocity[1]), <, 1e-9);
  }
  mbd_state_set (state, 0, NULL, (double[]){ 1, 2, 0, 0, 0, 0 });
  {
    double pole[2];

    g_assert_false (lw_instantaneous_centre (state, 1, pole));
    g_assert_false (lw_instantaneous_centre (state, 2, pole));
    g_assert_false (lw_instantaneous_centre (state, 3, pole));
  }
  g_rand_free (random);
  mbd_state_free (state);
  mbd_model_unref (model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/centres/mass", test_mass);
  g_test_add_func ("/centres/instantaneous", test_instantaneous);
  return g_test_run ();
}
