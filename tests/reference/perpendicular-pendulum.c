// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Link 1 turns about world z by a, centre of mass at 0.5 m, moment about z 1/3; link 2 turns about
// y of link 1, 1 m out, by b, centre of mass at 0.5 m, moments (1/30, 1/3, 1/3); 1 kg each.
// In the axes of link 1 the centre of mass of link 2 is r = (cos b / 2, -1, -sin b / 2), so that
//
//   M11 = 1/3 + 1/4 + 1 + (cos b)^2 (1/4 + 1/3) + (sin b)^2 / 30,  M12 = -sin b / 2,  M22 = 7/12
//   V = g (-3/2 cos a + 1/2 sin a cos b)
//   M11 a'' + M12 b'' = -M11' a' b' - M12' b'^2 - dV/da      (' of M: derivative by b)
//   M12 a'' + M22 b'' = M11' a'^2 / 2 - dV/db

#include "perpendicular-pendulum.h"

#include <math.h>

void
perpendicular_accelerations (const double angles[2], const double rates[2], double second[2])
{
  const double g = 9.81, ca = cos (angles[0]), sa = sin (angles[0]);
  const double cb = cos (angles[1]), sb = sin (angles[1]);
  const double m11 = 1 / 3.0 + 1.25 + cb * cb * 7 / 12 + sb * sb / 30, m12 = -0.5 * sb;
  const double m22 = 7 / 12.0;
  const double slope11 = sb * cb * (1 / 15.0 - 7 / 6.0), slope12 = -0.5 * cb;
  const double right1 =
    -slope11 * rates[0] * rates[1] - slope12 * rates[1] * rates[1] - g * (1.5 * sa + 0.5 * ca * cb);
  const double right2 = 0.5 * slope11 * rates[0] * rates[0] + 0.5 * g * sa * sb;
  const double determinant = m11 * m22 - m12 * m12;

  second[0] = (m22 * right1 - m12 * right2) / determinant;
  second[1] = (m11 * right2 - m12 * right1) / determinant;
}

void
perpendicular_motion (double angles[2], double rates[2], double time, int steps)
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
      perpendicular_accelerations (at, speed, k + 2);
      for (int j = 0; j < 4; j++)
        sum[j] += weight[s] * k[j];
    }
    for (int j = 0; j < 2; j++) {
      angles[j] += h / 6 * sum[j];
      rates[j] += h / 6 * sum[2 + j];
    }
  }
}

void
perpendicular_position (const double angles[2], double position[3])
{
  const double ca = cos (angles[0]), sa = sin (angles[0]);
  const double x = 0.5 * cos (angles[1]), y = -1, z = -0.5 * sin (angles[1]);

  position[0] = ca * x - sa * y;
  position[1] = sa * x + ca * y;
  position[2] = z;
}
