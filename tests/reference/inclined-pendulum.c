// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// With c = 0.5, l = 1, m = I = 1, t_i = cos a_i e1 + sin a_i e2 and d = a_1 - a_2:
//
//   (m c^2 + I + m l^2) a_1'' + m l c cos d a_2'' = -m l c sin d a_2'^2 + m (c + l) g . t_1
//   m l c cos d a_1'' + (m c^2 + I) a_2''         =  m l c sin d a_1'^2 + m c g . t_2

#include "inclined-pendulum.h"

#include <math.h>

void
inclined_accelerations (const double gravity[3],
                        const double angles[2],
                        const double rates[2],
                        double second[2])
{
  const double g1 = gravity[0], g2 = sqrt (0.5) * (gravity[1] + gravity[2]);
  const double d = angles[0] - angles[1];
  const double m11 = 2.25, m12 = 0.5 * cos (d), m22 = 1.25;
  const double along1 = g1 * cos (angles[0]) + g2 * sin (angles[0]);
  const double along2 = g1 * cos (angles[1]) + g2 * sin (angles[1]);
  const double right1 = -0.5 * sin (d) * rates[1] * rates[1] + 1.5 * along1;
  const double right2 = 0.5 * sin (d) * rates[0] * rates[0] + 0.5 * along2;
  const double determinant = m11 * m22 - m12 * m12;

  second[0] = (m22 * right1 - m12 * right2) / determinant;
  second[1] = (m11 * right2 - m12 * right1) / determinant;
}

void
inclined_motion (const double gravity[3], double angles[2], double rates[2], double time, int steps)
{
  static const double stage[4] = { 0, 0.5, 0.5, 1 }, weight[4] = { 1, 2, 2, 1 };
  const double h = time / steps;

  for (int i = 0; i < steps; i++) {
    double sum[4] = { 0 }, k[4] = { 0 };

    for (int s = 0; s < 4; s++) {
      const double at[2] = { angles[0] + stage[s] * h * k[0], angles[1] + stage[s] * h * k[1] };
      const double speed[2] = { rates[0] + stage[s] * h * k[2], rates[1] + stage[s] * h * k[3] };

      k[0] = speed[0];
      k[1] = speed[1];
      inclined_accelerations (gravity, at, speed, k + 2);
      for (int j = 0; j < 4; j++)
        sum[j] += weight[s] * k[j];
    }
    for (int j = 0; j < 2; j++) {
      angles[j] += h / 6 * sum[j];
      rates[j] += h / 6 * sum[2 + j];
    }
  }
}
