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

#include "mbd-api.h"
#include "mbd-mechanism.h"

MBD_BEGIN_DECLS

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

/// A coupling has two ends, P and S of body_a and body_b, or four, with those of body_c and body_d.
/// Ends on one body share a side, so that every body stands once: two ends always make two sides,
/// four ends two to four.
#define MBD_MOST_ENDS 4
/// Rows of one coupling.
#define MBD_MOST_ROWS 6

/// Couplings of one kind, variant and space.
typedef struct
{
  int count;
  unsigned variant;               ///< what MbdCouplingClass.variant () answered
  int rows;                       ///< per coupling
  int sides;                      ///< 2, or up to 4 for kinds with four ends
  int side[MBD_MOST_ENDS];        ///< of each end
  const int *body[MBD_MOST_ENDS]; ///< body index by side, then coupling
  const int *body_a;              ///< body[0]
  const int *body_b;              ///< body[1]
  const void *parameters;         ///< count structs as written by bind ()
  /// For each coupling, two joint angles (rad) at the last instant that was accepted: an angle
  /// known but for turns is the one nearest to that. Kinds without `angles` () need not look.
  const double *angle;
} MbdBatch;

/// What bind () may use: the definition with its points and frames taken from the centres of mass.
typedef struct
{
  const MbdCouplingDef *def;
  MbdSpace space;
  double point_a[3], point_b[3];           ///< m, from the centre of mass, body axes
  double quaternion_a[4], quaternion_b[4]; ///< frame to body
  double angle_a, angle_b;                 ///< in the plane: angle of the frame in the body
  double point_c[3], point_d[3];           ///< kinds with four ends: the same of the other pair
  double quaternion_c[4], quaternion_d[4];
  double angle_c, angle_d;
} MbdBinding;

struct MbdCouplingClass
{
  const char *name;
  int ends;               ///< 4 for kinds with body_c and body_d; 2, or 0 for short, for all others
  bool frames_in_plane;   ///< in the plane z of all frames must be the z axis
  bool acts_at_b;         ///< wrenches act at the point of body_b, also those on body_a
  bool linear;            ///< G does not depend on the pose in the plane
  bool effort_may_vanish; ///< an effort_limit of 0 is allowed
  size_t parameter_size[2]; ///< bytes per coupling, by MbdSpace; a multiple of 8
  /// Range checks of the definition. OK or a status and, in why, the row and value.
  MbdStatus (*check) (const MbdCouplingDef *def, MbdDiagnosis *why);
  /// Couplings with equal variants share a batch and have the same number of rows.
  unsigned (*variant) (const MbdCouplingDef *def, MbdSpace space);
  int (*rows) (unsigned variant, MbdSpace space); ///< at most MBD_MOST_ROWS
  /// Whether a row measures a length (m) or an angle (rad).
  bool (*row_is_length) (unsigned variant, MbdSpace space, int row);
  /// A short label of a row, such as "x" or "lower"; NULL where the kind has one row without a
  /// name.
  const char *(*row_name) (unsigned variant, MbdSpace space, int row);
  /// What MBD_MODE_BY_KIND stands for; NULL: MBD_MODE_LOCK.
  MbdMode (*mode) (const MbdCouplingDef *def);
  void (*bind) (const MbdBinding *binding, void *parameters);
  /// Rows of G and of gamma = -(second derivative of the error at zero acceleration).
  /// Plane: per coupling rows x [fx fy mz] on the body of side 0, then rows x 3 on that of side 1
  /// (and so on for further sides; side 0 is body_a, side 1 body_b where there are two ends).
  /// Space: the same with rows x [force, moment] of 6 each; world axes, moments about the centre of
  /// mass. `gamma`: rows per coupling.
  void (*plane_rows) (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma);
  void (*space_rows) (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma);
  /// Position errors, rows per coupling; 0 of rows that live at the velocity level.
  void (*plane_errors) (const MbdBatch *batch, const MbdPose *pose, double *eps);
  void (*space_errors) (const MbdBatch *batch, const MbdPose *pose, double *eps);
  /// What eps' has besides G v, rows per coupling: the partial derivative of eps by time (for rows
  /// of the velocity level, minus the prescribed speed). gamma contains its derivative. NULL: 0.
  void (*time_rates) (const MbdBatch *batch, const MbdPose *pose, double *rate);
  /// The next time after `time` at which the coupling is not smooth for another reason than
  /// def->function, whose knots are known; NULL: never.
  double (*next_knot) (const MbdCouplingDef *def, double time);
  /// In space, two joint angles per coupling with their turns, nearest to batch->angle (0 for what
  /// is not an angle). NULL for kinds without turns.
  void (*angles) (const MbdBatch *batch, const MbdPose *pose, double *angle);
  /// No row depends on those angles; they are there to be read.
  bool angles_are_read_only;
  /// The angles that count as the last accepted ones at a start; NULL: 0.
  void (*start_angles) (const MbdCouplingDef *def, double time, double angle[2]);
  /// Force along the line from multipliers, positive pulls together; NULL for kinds without a line.
  double (*tension) (const MbdCouplingDef *def, const double *lambda);
};

MBD_END_DECLS
