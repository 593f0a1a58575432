// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// v_P = v_C + w x (P - C) = 0 has, in the plane, the solution P = C + (-v_y, v_x) / w.

#include "lw-centres.h"

#include <math.h>

/// A ratio of angular velocity to velocity below this, in 1/size, counts as pure translation.
#define SLOWEST 1e-9

bool
lw_centre_of_mass (MbdState *state, double position[3], double velocity[3])
{
  const MbdModel *model = mbd_state_model (state);
  double sum[3] = { 0, 0, 0 };
  double momentum[3] = { 0, 0, 0 };
  double total = 0;

  for (int body = 1; body < mbd_model_body_count (model); body++) {
    const double mass = mbd_model_body_mass (model, body);
    const int q = mbd_model_body_first_position (model, body);
    const int v = mbd_model_body_first_velocity (model, body);
    const int n = mbd_model_body_mobility (model, body) == MBD_SPATIAL ? 3 : 2;

    if (mbd_model_body_mobility (model, body) == MBD_FIXED)
      continue;
    total += mass;
    // The coordinates of a body refer to its centre of mass.
    for (int i = 0; i < n; i++) {
      sum[i] += mass * mbd_state_positions (state)[q + i];
      momentum[i] += mass * mbd_state_velocities (state)[v + i];
    }
  }
  if (!(total > 0))
    return false;
  for (int i = 0; i < 3; i++) {
    if (position != NULL)
      position[i] = sum[i] / total;
    if (velocity != NULL)
      velocity[i] = momentum[i] / total;
  }
  return true;
}

bool
lw_centre_of_motion (const double q[3], const double v[3], double size, double position[2])
{
  if (!(size > 0))
    size = 1;
  if (!(fabs (v[2]) > SLOWEST * hypot (v[0], v[1]) / size) || v[2] == 0)
    return false;
  position[0] = q[0] - v[1] / v[2];
  position[1] = q[1] + v[0] / v[2];
  return isfinite (position[0]) && isfinite (position[1]);
}

bool
lw_instantaneous_centre (MbdState *state, int body, double position[2])
{
  const MbdModel *model = mbd_state_model (state);

  if (mbd_model_body_mobility (model, body) != MBD_PLANAR)
    return false;
  return lw_centre_of_motion (
    mbd_state_positions (state) + mbd_model_body_first_position (model, body),
    mbd_state_velocities (state) + mbd_model_body_first_velocity (model, body),
    mbd_model_size (model), position);
}
