// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Loop joint in space (docs/theory/couplings.md): frame P on the predecessor (a), frame S on the
// successor (b).
//
// Translation row along a, an axis of P; p, s the arms of the two origins, d = p_S - p_P:
//   eps   = a . d
//   G     : on b [a; s x a], on a -[a; (p + d) x a]
//   gamma = -a . [wS x (wS x s) - wP x (wP x p) - 2 wP x (vS - vP) + wP x (wP x d)]
//
// Rotation rows. In the axes of P: w = relative angular velocity R_P'(w_S - w_P), W = R_P' w_P, and
// at zero acceleration w' = -W x w. Each row is eps' = A . w; G has R_P A on b and -R_P A on a.
//
// Three locked. q = (c, e) = q_P^-1 q_S, sigma = sign c:
//   eps = 2 sigma e,   A = sigma (c I - [e]x),   c' = -e.w/2,  e' = (c w - e x w)/2
//   gamma = -sigma [(c' I - [e']x) w - (c I - [e]x)(W x w)]
// Two locked; f the free axis, i, j the next two in cyclic order (so that (i, j, f) is
// right-handed); z = R_P' f_S with z' = w x z, kappa = 1 / (2 (1 + z_f)), k = sqrt (2 / (1 + z_f)):
//   eps_i = -k z_j,  eps_j = k z_i     (length 2 sin (phi / 2), zero only when aligned)
//   k' = -k kappa z_f',   k'' = 3 k kappa^2 z_f'^2 - k kappa z_f''
// At phi = pi the direction is lost; z is then turned by a tiny fixed angle about i.
// One locked; f the locked axis, i, j the next two; n = R_P' j_S with n' = w x n:
//   eps = -n_i  (zero when i of P and j of S are perpendicular: the cross of a universal joint)

#include "coordinate-private.h"
#include "coupling-loop-private.h"

#include <assert.h>
#include <string.h>

#include "vector-private.h"

typedef struct
{
  double p[3], s[3];             // body axes
  double frame_a[4], frame_b[4]; // quaternions, frame to body
} SpaceLoop;

static_assert (sizeof (SpaceLoop) == MBD_LOOP_SPACE_SIZE, "the class table states the size");

void
mbd_loop_space_bind (const MbdBinding *binding, void *parameters)
{
  SpaceLoop *loop = parameters;
  memcpy (loop->p, binding->point_a, sizeof loop->p);
  memcpy (loop->s, binding->point_b, sizeof loop->s);
  memcpy (loop->frame_a, binding->quaternion_a, sizeof loop->frame_a);
  memcpy (loop->frame_b, binding->quaternion_b, sizeof loop->frame_b);
}

/// Values shared by all rows of one joint.
typedef struct
{
  double RP[9], RS[9]; // frame to world
  double p[3], s[3], d[3];
} Frames;

static void
frames_at (const SpaceLoop *loop, const MbdSpacePose *a, const MbdSpacePose *b, Frames *frames)
{
  double R[9];
  quaternion_matrix (loop->frame_a, R);
  multiply3 (a->R, R, frames->RP);
  quaternion_matrix (loop->frame_b, R);
  multiply3 (b->R, R, frames->RS);
  rotate3 (a->R, loop->p, frames->p);
  rotate3 (b->R, loop->s, frames->s);
  for (int i = 0; i < 3; i++)
    frames->d[i] = (b->x[i] - a->x[i]) + (frames->s[i] - frames->p[i]);
}

/// Computes q_P^-1 q_S with the sign that makes the real part nonnegative.
static void
relative_quaternion (const SpaceLoop *loop,
                     const MbdSpacePose *a,
                     const MbdSpacePose *b,
                     double q[4])
{
  double P[4], S[4];
  quaternion_multiply (a->q, loop->frame_a, P);
  quaternion_multiply (b->q, loop->frame_b, S);
  quaternion_conjugate (P, P);
  quaternion_multiply (P, S, q);
  double norm = sqrt (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  double scale = (q[0] < 0 ? -1 : 1) / norm;
  for (int i = 0; i < 4; i++)
    q[i] *= scale;
}

/// Computes z = R_P' (axis of S). If two axes are locked, it is kept off the pole opposite to
/// `free_axis` of P.
static void
relative_axis (const Frames *frames, int axis, double z[3])
{
  double world[3];
  column3 (frames->RS, axis, world);
  rotate3_back (frames->RP, world, z);
}

static void
keep_off_pole (double z[3], int j, int f)
{
  const double limit = 1e-14;
  if (1 + z[f] < limit) {
    z[f] = limit - 1;
    z[j] = -sqrt (2 * limit);
  }
}

/// Motion used to differentiate rotation rows, in the axes of P.
typedef struct
{
  double w[3];  // relative angular velocity
  double dw[3]; // its derivative at zero acceleration, -W x w
} Turn;

/// Computes A (rows x 3, axes of P) and gamma of the rotation rows, and returns their number.
static int
rotation_three (const double q[4], const Turn *turn, double A[3][3], double gamma[3])
{
  const double c = q[0], *e = q + 1;
  double dc = -0.5 * dot3 (e, turn->w), de[3], t[3];
  cross3 (e, turn->w, t);
  for (int i = 0; i < 3; i++)
    de[i] = 0.5 * (c * turn->w[i] - t[i]);
  const double M[3][3] = { { c, e[2], -e[1] }, { -e[2], c, e[0] }, { e[1], -e[0], c } };
  memcpy (A, M, sizeof M);
  cross3 (de, turn->w, t);
  for (int i = 0; i < 3; i++)
    gamma[i] = -(dc * turn->w[i] - t[i] + dot3 (A[i], turn->dw));
  return 3;
}

static int
rotation_two (const Frames *frames, const Turn *turn, int f, double A[3][3], double gamma[3])
{
  const int i = (f + 1) % 3, j = (f + 2) % 3;
  double z[3], dz[3], ddz[3], t[3];
  relative_axis (frames, f, z);
  keep_off_pole (z, j, f);
  cross3 (turn->w, z, dz);
  cross3 (turn->dw, z, ddz);
  cross3 (turn->w, dz, t);
  add3 (ddz, t, ddz);

  double kappa = 0.5 / (1 + z[f]), k = sqrt (2 / (1 + z[f]));
  double dk = -k * kappa * dz[f];
  double ddk = 3 * k * kappa * kappa * dz[f] * dz[f] - k * kappa * ddz[f];
  // Gradients of z' with respect to w: z_i' = w_j z_f - w_f z_j and so on, cyclic in (i, j, f).
  double gi[3] = { 0 }, gj[3] = { 0 }, gf[3] = { 0 };
  gi[j] = z[f], gi[f] = -z[j];
  gj[f] = z[i], gj[i] = -z[f];
  gf[i] = z[j], gf[j] = -z[i];

  // The row about the lower axis comes first.
  const int ri = i < j ? 0 : 1, rj = 1 - ri;
  for (int n = 0; n < 3; n++) {
    A[ri][n] = k * (kappa * z[j] * gf[n] - gj[n]);
    A[rj][n] = k * (gi[n] - kappa * z[i] * gf[n]);
  }
  gamma[ri] = k * ddz[j] + 2 * dk * dz[j] + ddk * z[j];
  gamma[rj] = -(k * ddz[i] + 2 * dk * dz[i] + ddk * z[i]);
  return 2;
}

static int
rotation_one (const Frames *frames, const Turn *turn, int f, double A[3][3], double gamma[3])
{
  const int i = (f + 1) % 3, j = (f + 2) % 3;
  double n[3], dn[3], ddn[3], t[3];
  relative_axis (frames, j, n);
  cross3 (turn->w, n, dn);
  cross3 (turn->dw, n, ddn);
  cross3 (turn->w, dn, t);
  add3 (ddn, t, ddn);
  // n_i' = w_j n_f - w_f n_j
  A[0][i] = 0;
  A[0][j] = -n[f];
  A[0][f] = n[j];
  gamma[0] = ddn[i];
  return 1;
}

static int
lowest_bit (unsigned bits)
{
  return __builtin_ctz (bits);
}

/// Computes rows, in world axes, and gamma of the rotations `locked` (three bits), and returns
/// their number.
static int
rotation_rows (const SpaceLoop *loop,
               const MbdSpacePose *a,
               const MbdSpacePose *b,
               const Frames *frames,
               unsigned locked,
               double A[3][3],
               double gamma[3])
{
  Turn turn;
  double W[3];
  for (int i = 0; i < 3; i++)
    turn.w[i] = b->w[i] - a->w[i];
  rotate3_back (frames->RP, turn.w, turn.w);
  rotate3_back (frames->RP, a->w, W);
  cross3 (turn.w, W, turn.dw);

  int rows;
  if (locked == 7) {
    double q[4];
    relative_quaternion (loop, a, b, q);
    rows = rotation_three (q, &turn, A, gamma);
  } else if (__builtin_popcount (locked) == 2)
    rows = rotation_two (frames, &turn, lowest_bit (~locked & 7), A, gamma);
  else
    rows = rotation_one (frames, &turn, lowest_bit (locked), A, gamma);
  for (int r = 0; r < rows; r++)
    rotate3 (frames->RP, A[r], A[r]);
  return rows;
}

/// Computes gamma of the translations before projection onto the axes.
static void
translation_gamma (const MbdSpacePose *a,
                   const MbdSpacePose *b,
                   const Frames *frames,
                   double gamma[3])
{
  double u[3], t[3], cs[3], cp[3], cd[3];
  cross3 (b->w, frames->s, u);
  cross3 (a->w, frames->p, t);
  for (int i = 0; i < 3; i++)
    u[i] = 2 * ((b->v[i] + u[i]) - (a->v[i] + t[i]));
  cross3 (a->w, u, t);
  centripetal3 (b->w, frames->s, cs);
  centripetal3 (a->w, frames->p, cp);
  centripetal3 (a->w, frames->d, cd);
  for (int i = 0; i < 3; i++)
    gamma[i] = -(cs[i] - cp[i] - t[i] + cd[i]);
}

/// Stores one row: [n; mb] on b and -[n; ma] on a.
static void
store_row (const double n[3], const double ma[3], const double mb[3], double *Ga, double *Gb)
{
  for (int i = 0; i < 3; i++) {
    Ga[i] = -n[i];
    Ga[3 + i] = -ma[i];
    Gb[i] = n[i];
    Gb[3 + i] = mb[i];
  }
}

void
mbd_loop_space_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  const SpaceLoop *loops = batch->parameters;
  const unsigned translations = batch->variant & 7, rotations = batch->variant >> 3;
  const int rows = batch->rows;

  for (int k = 0; k < batch->count; k++, G += 12 * rows, gamma += rows) {
    const MbdSpacePose *a = &pose->space[batch->body_a[k]];
    const MbdSpacePose *b = &pose->space[batch->body_b[k]];
    Frames frames;
    int row = 0;
    frames_at (&loops[k], a, b, &frames);
    if (translations) {
      double g[3], arm[3];
      translation_gamma (a, b, &frames, g);
      add3 (frames.p, frames.d, arm);
      for (int axis = 0; axis < 3; axis++)
        if (translations & (1u << axis)) {
          double n[3], ma[3], mb[3];
          column3 (frames.RP, axis, n);
          cross3 (arm, n, ma);
          cross3 (frames.s, n, mb);
          store_row (n, ma, mb, G + 6 * row, G + 6 * (rows + row));
          gamma[row++] = dot3 (n, g);
        }
    }
    if (rotations) {
      static const double none[3] = { 0 };
      double A[3][3], g[3];
      int n = rotation_rows (&loops[k], a, b, &frames, rotations, A, g);
      for (int r = 0; r < n; r++) {
        store_row (none, A[r], A[r], G + 6 * row, G + 6 * (rows + row));
        gamma[row++] = g[r];
      }
    }
  }
}

/// Computes errors of the rotations `locked` and returns their number.
static int
rotation_errors (const SpaceLoop *loop,
                 const MbdSpacePose *a,
                 const MbdSpacePose *b,
                 const Frames *frames,
                 unsigned locked,
                 double *eps)
{
  double z[3];

  if (locked == 7) {
    double q[4];
    relative_quaternion (loop, a, b, q);
    for (int i = 0; i < 3; i++)
      eps[i] = 2 * q[1 + i];
    return 3;
  }
  if (__builtin_popcount (locked) == 2) {
    const int f = lowest_bit (~locked & 7), i = (f + 1) % 3, j = (f + 2) % 3;
    relative_axis (frames, f, z);
    keep_off_pole (z, j, f);
    double k = sqrt (2 / (1 + z[f]));
    eps[i < j ? 0 : 1] = -k * z[j];
    eps[i < j ? 1 : 0] = k * z[i];
    return 2;
  }
  const int f = lowest_bit (locked);
  relative_axis (frames, (f + 2) % 3, z);
  eps[0] = -z[(f + 1) % 3];
  return 1;
}

void
mbd_loop_space_errors (const MbdBatch *batch, const MbdPose *pose, double *eps)
{
  const SpaceLoop *loops = batch->parameters;
  const unsigned translations = batch->variant & 7, rotations = batch->variant >> 3;

  for (int k = 0; k < batch->count; k++) {
    const MbdSpacePose *a = &pose->space[batch->body_a[k]];
    const MbdSpacePose *b = &pose->space[batch->body_b[k]];
    Frames frames;
    frames_at (&loops[k], a, b, &frames);
    for (int axis = 0; axis < 3; axis++)
      if (translations & (1u << axis)) {
        double n[3];
        column3 (frames.RP, axis, n);
        *eps++ = dot3 (n, frames.d);
      }
    if (rotations)
      eps += rotation_errors (&loops[k], a, b, &frames, rotations, eps);
  }
}

/// Computes the angle of a joint that turns about z, like a pin; 0 for other joints.
void
mbd_loop_space_angles (const MbdBatch *batch, const MbdPose *pose, double *angle)
{
  const unsigned turns = MBD_LOCK_RX | MBD_LOCK_RY | MBD_LOCK_RZ;
  const SpaceLoop *loops = batch->parameters;

  if ((batch->variant & turns) != (MBD_LOCK_RX | MBD_LOCK_RY))
    return;
  for (int k = 0; k < batch->count; k++) {
    const MbdSpacePose *a = &pose->space[batch->body_a[k]], *b = &pose->space[batch->body_b[k]];
    double q[4];
    relative_quaternion (&loops[k], a, b, q);
    angle[2 * k] = mbd_nearest_angle (2 * atan2 (q[3], q[0]), angle[2 * k]);
  }
}
