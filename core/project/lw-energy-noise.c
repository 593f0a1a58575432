// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-energy-noise.h"

#include <float.h>
#include <math.h>

#define ROUND_OFF (64 * DBL_EPSILON)

static double
length_of (const double vector[3])
{
  return hypot (hypot (vector[0], vector[1]), vector[2]);
}

double
lw_energy_noise (MbdState *state, const double gravity[3])
{
  const MbdModel *model = mbd_state_model (state);
  double mass = 0;
  double reach = 0;
  MbdEnergy energy;

  for (int i = 0; i < mbd_model_body_count (model); i++) {
    double place[3];

    mbd_state_body_pose (state, i, place, NULL);
    reach = fmax (reach, length_of (place));
    if (mbd_model_body_first_velocity (model, i) >= 0)
      mass += mbd_model_body_mass (model, i);
  }
  mbd_state_energy (state, &energy);
  return ROUND_OFF * (energy.kinetic + energy.elastic + mass * length_of (gravity) * reach);
}
