// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The class table of a kind of coupling, and what its functions are given. A kind is one file: its
// derivation, static functions, one const table. The solver knows nothing else about it.
//
// Functions are called once per batch: all couplings of one kind, variant and space, with their
// bound parameters contiguous. Index 0 of the pose is the ground, which has a pose like any body,
// so that no kernel branches on it.

#pragma once

#include "mbd-mechanism.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Couplings between planar (and fixed) bodies work in the plane, all others in space.
typedef enum
{
  MBD_SPACE_PLANE,
  MBD_SPACE_SPACE,
} MbdSpace;

/// The plane pose of a body: centre of mass (m), cosine and sine of its angle, velocities (m/s,
/// rad/s).
typedef struct
{
  double x, y, c, s;
  double vx, vy, w;
  double angle;
} MbdPlanePose;

/// The spatial pose of a body, world axes: centre of mass, attitude (q of any length, R body to
/// world), velocity of the centre of mass, angular velocity.
typedef struct
{
  double x[3];
  double q[4];
  double R[9];
  double v[3];
  double w[3];
} MbdSpacePose;

/// Poses by body index. `plane` holds planar and fixed bodies, `space` holds every body.
typedef struct
{
  double time;
  const MbdPlanePose *plane;
  const MbdSpacePose *space;
} MbdPose;

/// Couplings of one kind, variant and space.
typedef struct
{
  int count;
  unsigned variant; ///< what MbdCouplingClass.variant () answered
  int rows;         ///< per coupling
  const int *body_a;
  const int *body_b;
  const void *parameters; ///< count structs as written by bind ()
} MbdBatch;

/// What bind () may use: the definition with its points and frames taken from the centres of mass.
typedef struct
{
  const MbdCouplingDef *def;
  MbdSpace space;
  double point_a[3], point_b[3];           ///< m, from the centre of mass, body axes
  double quaternion_a[4], quaternion_b[4]; ///< frame to body
  double angle_a, angle_b;                 ///< in the plane: angle of the frame in the body
} MbdBinding;

struct MbdCouplingClass
{
  const char *name;
  size_t parameter_size[2]; ///< bytes per coupling, by MbdSpace; a multiple of 8
  /// Range checks of the definition. OK or a status and, in why, the row and value.
  MbdStatus (*check) (const MbdCouplingDef *def, MbdDiagnosis *why);
  /// Couplings with equal variants share a batch and have the same number of rows.
  unsigned (*variant) (const MbdCouplingDef *def, MbdSpace space);
  int (*rows) (unsigned variant, MbdSpace space);
  /// Whether a row measures a length (m) or an angle (rad).
  bool (*row_is_length) (unsigned variant, MbdSpace space, int row);
  void (*bind) (const MbdBinding *binding, void *parameters);
  /// Rows of G and of gamma = -(second derivative of the error at zero acceleration).
  /// Plane: per coupling rows x [fx fy mz] on body_a, then rows x 3 on body_b.
  /// Space: per coupling rows x [force, moment] on body_a, then rows x 6 on body_b; world axes,
  /// moments about the centre of mass. `gamma`: rows per coupling.
  void (*plane_rows) (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma);
  void (*space_rows) (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma);
  /// Position errors, rows per coupling.
  void (*plane_errors) (const MbdBatch *batch, const MbdPose *pose, double *eps);
  void (*space_errors) (const MbdBatch *batch, const MbdPose *pose, double *eps);
  /// Force along the line from multipliers, positive pulls together; NULL for kinds without a line.
  double (*tension) (const double *lambda);
};

#ifdef __cplusplus
}
#endif
