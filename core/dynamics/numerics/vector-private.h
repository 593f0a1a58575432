// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Vectors of three, row-major 3x3 matrices and quaternions (w x y z), inline.

#pragma once

#include <math.h>

/// Returns the larger of two sizes; not a number if one of them is not, unlike fmax ().
static inline double
larger (double a, double b)
{
  return b <= a || isnan (a) ? a : b;
}

static inline double
dot3 (const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void
cross3 (const double a[3], const double b[3], double out[3])
{
  double x = a[1] * b[2] - a[2] * b[1];
  double y = a[2] * b[0] - a[0] * b[2];
  double z = a[0] * b[1] - a[1] * b[0];
  out[0] = x;
  out[1] = y;
  out[2] = z;
}

static inline void
add3 (const double a[3], const double b[3], double out[3])
{
  for (int i = 0; i < 3; i++)
    out[i] = a[i] + b[i];
}

static inline void
subtract3 (const double a[3], const double b[3], double out[3])
{
  for (int i = 0; i < 3; i++)
    out[i] = a[i] - b[i];
}

/// Computes out = R x.
static inline void
rotate3 (const double R[9], const double x[3], double out[3])
{
  double y[3] = { dot3 (R, x), dot3 (R + 3, x), dot3 (R + 6, x) };
  for (int i = 0; i < 3; i++)
    out[i] = y[i];
}

/// Computes out = R' x.
static inline void
rotate3_back (const double R[9], const double x[3], double out[3])
{
  double y[3];
  for (int i = 0; i < 3; i++)
    y[i] = R[i] * x[0] + R[3 + i] * x[1] + R[6 + i] * x[2];
  for (int i = 0; i < 3; i++)
    out[i] = y[i];
}

/// Returns column `axis` of R: that axis of the body, in world axes.
static inline void
column3 (const double R[9], int axis, double out[3])
{
  for (int i = 0; i < 3; i++)
    out[i] = R[3 * i + axis];
}

/// Computes out = A B.
static inline void
multiply3 (const double A[9], const double B[9], double out[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      out[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j];
}

/// Computes out = R A R' for symmetric A.
static inline void
congruence3 (const double R[9], const double A[9], double out[9])
{
  double T[9];
  multiply3 (R, A, T);
  for (int i = 0; i < 3; i++)
    for (int j = i; j < 3; j++)
      out[3 * i + j] = out[3 * j + i] = dot3 (T + 3 * i, R + 3 * j);
}

/// Computes the acceleration of a point at r on a body with angular velocity w and no angular
/// acceleration: w x (w x r).
static inline void
centripetal3 (const double w[3], const double r[3], double out[3])
{
  double t[3];
  cross3 (w, r, t);
  cross3 (w, t, out);
}

static inline void
quaternion_multiply (const double a[4], const double b[4], double out[4])
{
  double q[4] = {
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  };
  for (int i = 0; i < 4; i++)
    out[i] = q[i];
}

static inline void
quaternion_conjugate (const double a[4], double out[4])
{
  out[0] = a[0];
  for (int i = 1; i < 4; i++)
    out[i] = -a[i];
}

/// Computes the rotation matrix of q / |q|. Dividing by |q|^2 keeps R orthogonal for the stages of
/// an integrator, whose quaternions are not of unit length.
static inline void
quaternion_matrix (const double q[4], double R[9])
{
  double w = q[0], x = q[1], y = q[2], z = q[3];
  double s = 2 / (w * w + x * x + y * y + z * z);
  R[0] = 1 - s * (y * y + z * z);
  R[1] = s * (x * y - w * z);
  R[2] = s * (x * z + w * y);
  R[3] = s * (x * y + w * z);
  R[4] = 1 - s * (x * x + z * z);
  R[5] = s * (y * z - w * x);
  R[6] = s * (x * z - w * y);
  R[7] = s * (y * z + w * x);
  R[8] = 1 - s * (x * x + y * y);
}

/// Computes q <- exp(delta / 2) q for a small or large rotation vector delta in world axes.
static inline void
quaternion_turn (double q[4], const double delta[3])
{
  double angle = sqrt (dot3 (delta, delta));
  double k = angle > 1e-8 ? sin (angle / 2) / angle : 0.5 - angle * angle / 48;
  double turn[4] = { cos (angle / 2), k * delta[0], k * delta[1], k * delta[2] };
  quaternion_multiply (turn, q, q);
}
