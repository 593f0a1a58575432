// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The law of the roll-pitch-yaw bushing (docs/theory/force-elements.md).
//
//   q = (roll, pitch, yaw) of R_AC,   q' = N w,   w: angular velocity of C in A
//   N = [cy/cp sy/cp 0; -sy cy 0; cy tp sy tp 1]
//   tau_i = -(k_i q_i + d_i q_i'),    couple of the rotational part N' tau
//
//   R_AB: half of the rotation, quaternion with w >= 0: e0 = sqrt ((w + 1) / 2), e = vec / (2 e0)
//   x = R_AB' p,   f = -R_AB (k x + d x'),   on C
//
// Quasi-symmetric: the force acts half-way between the origins, w_AB is taken as w / 2:
//   x' = R_AB' (v - w/2 x p)
//   moment on C about Co:  N' tau - p x f / 2       on A about Ao:  -(N' tau + p x f / 2)
// Energy-consistent: R_AC = R_AB R_AB gives w = w_AB + R_AB w_AB, so that
//   w_AB = H w,   H = (I + R_AB)^-1
//   moment on C about Co:  N' tau - H' (p x f)      on A about Ao:  -(moment on C + p x f)
// With these U' = k x . x' + k q . q' is minus the power of the spring part.

#include "mbd-bushing.h"

#include <math.h>
#include <string.h>

#include "force-private.h"

/// |cos pitch| below which roll and yaw cannot be distinguished (0.46 degrees from 90).
static const double gimbal_cosine = 0.008;

MbdStatus
mbd_bushing_check (const MbdBushingConstants *constants)
{
  const double *lists[] = { constants->rotational_stiffness, constants->rotational_damping,
                            constants->translational_stiffness, constants->translational_damping };
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 3; k++)
      if (!(lists[i][k] >= 0 && isfinite (lists[i][k])))
        return MBD_STATUS_NEGATIVE_CONSTANT;
  return MBD_STATUS_OK;
}

/// Computes the rotation matrix of half the rotation of q, by the shorter way.
static void
half_rotation (const double q[4], double R[9])
{
  const double sign = q[0] < 0 ? -1 : 1;
  const double e0 = sqrt ((sign * q[0] + 1) / 2);
  const double half[4] = { e0, sign * q[1] / (2 * e0), sign * q[2] / (2 * e0),
                           sign * q[3] / (2 * e0) };
  quaternion_matrix (half, R);
}

/// Computes x = A^-1 b or A'^-1 b by cofactors, for the well-conditioned I + R_AB.
static void
solve3 (const double A[9], bool transposed, const double b[3], double x[3])
{
  const double *row[3] = { A, A + 3, A + 6 };
  double T[9], c[3][3];

  for (int i = 0; i < 9 && transposed; i++)
    T[i] = A[3 * (i % 3) + i / 3];
  for (int i = 0; i < 3 && transposed; i++)
    row[i] = T + 3 * i;
  cross3 (row[1], row[2], c[0]);
  cross3 (row[2], row[0], c[1]);
  cross3 (row[0], row[1], c[2]);
  const double determinant = dot3 (row[0], c[0]);
  for (int i = 0; i < 3; i++)
    x[i] = (c[0][i] * b[0] + c[1][i] * b[1] + c[2][i] * b[2]) / determinant;
}

/// Computes angles, their rates, and the rotational torques tau with the couple N' tau in axes of
/// A.
static void
rotational_part (const MbdBushingConstants *constants,
                 const MbdBushingMotion *motion,
                 MbdBushingForces *out,
                 double couple[3],
                 double spring_couple[3])
{
  double R[9];
  quaternion_matrix (motion->quaternion, R);
  const double cp = hypot (R[0], R[3]);
  const double pitch = atan2 (-R[6], cp), roll = atan2 (R[7], R[8]), yaw = atan2 (R[3], R[0]);
  const double *w = motion->angular_velocity;
  bool any = false;

  out->angles[0] = roll;
  out->angles[1] = pitch;
  out->angles[2] = yaw + motion->turns;
  memset (couple, 0, 3 * sizeof *couple);
  memset (spring_couple, 0, 3 * sizeof *spring_couple);
  for (int i = 0; i < 3; i++)
    any |= constants->rotational_stiffness[i] > 0 || constants->rotational_damping[i] > 0;
  out->gimbal_lock = cp < gimbal_cosine && any;
  if (cp < gimbal_cosine)
    return;

  const double cy = R[0] / cp, sy = R[3] / cp, tp = -R[6] / cp;
  const double N[9] = { cy / cp, sy / cp, 0, -sy, cy, 0, cy * tp, sy * tp, 1 };
  double tau[3], spring[3];
  rotate3 (N, w, out->angle_rates);
  for (int i = 0; i < 3; i++) {
    spring[i] = -constants->rotational_stiffness[i] * out->angles[i];
    tau[i] = spring[i] - constants->rotational_damping[i] * out->angle_rates[i];
    out->potential += 0.5 * constants->rotational_stiffness[i] * out->angles[i] * out->angles[i];
    out->conservative_power += spring[i] * out->angle_rates[i];
    out->dissipated_power +=
      constants->rotational_damping[i] * out->angle_rates[i] * out->angle_rates[i];
  }
  rotate3_back (N, tau, couple);
  rotate3_back (N, spring, spring_couple);
}

void
mbd_bushing_evaluate (const MbdBushingConstants *constants,
                      MbdBushingLaw law,
                      const MbdBushingMotion *motion,
                      MbdBushingForces *out)
{
  const double *p = motion->displacement, *w = motion->angular_velocity;
  double couple[3], spring_couple[3], w_mid[3], turning[3], rate[3], along[3], spring[3], arm[3];
  double sum[9], moment[3];

  memset (out, 0, sizeof *out);
  rotational_part (constants, motion, out, couple, spring_couple);
  half_rotation (motion->quaternion, out->mid_frame);
  memcpy (sum, out->mid_frame, sizeof sum);
  for (int i = 0; i < 9; i += 4)
    sum[i] += 1;
  if (law == MBD_BUSHING_ENERGY_CONSISTENT)
    solve3 (sum, false, w, w_mid);
  else
    for (int i = 0; i < 3; i++)
      w_mid[i] = w[i] / 2;

  cross3 (w_mid, p, turning);
  subtract3 (motion->velocity, turning, rate);
  rotate3_back (out->mid_frame, p, out->displacement_mid);
  rotate3_back (out->mid_frame, rate, out->displacement_rates);
  // U depends on the true rate of x, whichever rate the law uses.
  double w_true[3], true_rate[3];
  solve3 (sum, false, w, w_true);
  cross3 (w_true, p, turning);
  subtract3 (motion->velocity, turning, rate);
  rotate3_back (out->mid_frame, rate, true_rate);
  for (int i = 0; i < 3; i++) {
    const double k = constants->translational_stiffness[i], x = out->displacement_mid[i];
    const double d = constants->translational_damping[i], x_rate = out->displacement_rates[i];
    spring[i] = -k * x;
    along[i] = spring[i] - d * x_rate;
    out->potential += 0.5 * k * x * x;
    out->conservative_power -= k * x * true_rate[i];
    out->dissipated_power += d * x_rate * x_rate;
  }
  rotate3 (out->mid_frame, along, out->force);
  rotate3 (out->mid_frame, spring, spring);

  // Moments; `spring_moment` is the moment of the spring part on C, for the residual.
  double spring_moment[3];
  for (int pass = 0; pass < 2; pass++) {
    cross3 (p, pass == 0 ? spring : out->force, arm);
    if (law == MBD_BUSHING_ENERGY_CONSISTENT)
      solve3 (sum, true, arm, moment);
    else
      for (int i = 0; i < 3; i++)
        moment[i] = arm[i] / 2;
    for (int i = 0; i < 3; i++)
      if (pass == 0)
        spring_moment[i] = spring_couple[i] - moment[i];
      else {
        out->moment_on_c[i] = couple[i] - moment[i];
        out->moment_on_a[i] = -(out->moment_on_c[i] + arm[i]);
      }
  }
  out->residual_power =
    dot3 (spring, motion->velocity) + dot3 (spring_moment, w) - out->conservative_power;
}

/// Adds the directions of angles: a unit torque along coordinate i is the couple N' e_i.
static int
rotational_directions (const MbdBushingConstants *constants,
                       const double quaternion[4],
                       MbdBushingDirection *out)
{
  double R[9];
  quaternion_matrix (quaternion, R);
  const double cp = hypot (R[0], R[3]);

  for (int i = 0; i < 3; i++)
    out[i] = (MbdBushingDirection){ 0 };
  if (cp < gimbal_cosine)
    return 3;
  const double cy = R[0] / cp, sy = R[3] / cp, tp = -R[6] / cp;
  const double N[9] = { cy / cp, sy / cp, 0, -sy, cy, 0, cy * tp, sy * tp, 1 };
  for (int i = 0; i < 3; i++) {
    out[i].stiffness = constants->rotational_stiffness[i];
    out[i].damping = constants->rotational_damping[i];
    for (int k = 0; k < 3; k++) {
      out[i].moment_on_c[k] = N[3 * i + k];
      out[i].moment_on_a[k] = -N[3 * i + k];
    }
  }
  return 3;
}

int
mbd_bushing_directions (const MbdBushingConstants *constants,
                        MbdBushingLaw law,
                        const MbdBushingMotion *motion,
                        MbdBushingDirection *out)
{
  double mid[9], sum[9], arm[3], moment[3];
  int count = rotational_directions (constants, motion->quaternion, out);

  half_rotation (motion->quaternion, mid);
  memcpy (sum, mid, sizeof sum);
  for (int i = 0; i < 9; i += 4)
    sum[i] += 1;
  for (int i = 0; i < 3; i++, count++) {
    column3 (mid, i, out[count].force);
    cross3 (motion->displacement, out[count].force, arm);
    if (law == MBD_BUSHING_ENERGY_CONSISTENT)
      solve3 (sum, true, arm, moment);
    else
      for (int k = 0; k < 3; k++)
        moment[k] = arm[k] / 2;
    for (int k = 0; k < 3; k++) {
      out[count].moment_on_c[k] = -moment[k];
      out[count].moment_on_a[k] = moment[k] - arm[k];
    }
    out[count].stiffness = constants->translational_stiffness[i];
    out[count].damping = constants->translational_damping[i];
  }
  return count;
}

/* Choosing constants ----------------------------------------------------------------------- */

double
mbd_stiffness_from_load (double load, double deflection)
{
  return load / deflection;
}

double
mbd_stiffness_from_frequency (double inertia, double frequency)
{
  const double omega = 2 * M_PI * frequency;
  return inertia * omega * omega;
}

double
mbd_damping_from_ratio (double stiffness, double omega, double ratio)
{
  return 2 * ratio * stiffness / omega;
}

/// Returns the logarithm of the free motion from 1 at rest at the damping ratio >= 1, s = omega t:
/// x = (s_2 e^(-s_1 s) - s_1 e^(-s_2 s)) / (2 s_z), with s_z -> 0: (1 + s) e^-s.
static double
log_of_settling (double ratio, double s)
{
  const double s_z = sqrt (ratio * ratio - 1), fast = ratio + s_z, slow = 1 / fast;

  if (s_z * fmax (s, 1) < 1e-5)
    return log1p (s) - s;
  return -slow * s + log ((fast - slow * exp (-2 * s_z * s)) / (2 * s_z));
}

double
mbd_settling_product (double ratio, double rest)
{
  if (!(ratio > 0))
    return INFINITY;
  if (ratio < 1)
    return -log (rest) / ratio;
  double low = 0, high = 1;
  while (log_of_settling (ratio, high) > log (rest))
    high *= 2;
  for (int i = 0; i < 100 && high - low > 1e-15 * high; i++) {
    const double middle = low + (high - low) / 2;
    if (log_of_settling (ratio, middle) > log (rest))
      low = middle;
    else
      high = middle;
  }
  return high;
}

double
mbd_frequency_from_settling (double time, double ratio, double rest)
{
  return mbd_settling_product (ratio, rest) / time;
}
