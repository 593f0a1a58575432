// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Class table of a coupling kind, and the arguments of its functions. A kind is one file: its
// derivation, static functions, and one const table. The solver accesses a kind only through that
// table.
//
// Functions are called once per batch: all couplings of one kind, variant and space, with their
// bound parameters contiguous. Index 0 of the pose is the ground, which has a pose like any body,
// so that kernels need no branch for it.

#pragma once

#include "mbd-api.h"
#include "mbd-mechanism.h"

MBD_BEGIN_DECLS

/// Space in which a coupling works: the plane between planar (and fixed) bodies, space otherwise.
typedef enum
{
  MBD_SPACE_PLANE, ///< x, y and the angle about z
  MBD_SPACE_SPACE, ///< three dimensions
} MbdSpace;

/// Pose and velocity of a body in the plane, world axes.
typedef struct
{
  double x;     ///< m, centre of mass
  double y;     ///< m, centre of mass
  double c;     ///< cosine of the angle
  double s;     ///< sine of the angle
  double vx;    ///< m/s, of the centre of mass
  double vy;    ///< m/s, of the centre of mass
  double w;     ///< rad/s
  double angle; ///< rad, including whole turns
} MbdPlanePose;

/// Pose and velocity of a body in space, world axes.
typedef struct
{
  double x[3]; ///< m, centre of mass
  double q[4]; ///< quaternion w x y z, body to world, of any length
  double R[9]; ///< rotation matrix, body to world, row-major
  double v[3]; ///< m/s, of the centre of mass
  double w[3]; ///< rad/s, angular velocity
} MbdSpacePose;

/// Poses of all bodies at an instant.
typedef struct
{
  double time;                          ///< s
  const MbdPlanePose *plane;            ///< by body index, set for planar and fixed bodies
  const MbdSpacePose *space;            ///< by body index, set for every body
  const struct MbdBoundSignal *signals; ///< signals of the model, for functions of the motion
  const double *angle;                  ///< rad, last accepted joint angles
  const double *memory;                 ///< memories of the signals that have one
} MbdPose;

/// Largest number of ends. A coupling has two ends, P and S of body_a and body_b, or four, with
/// those of body_c and body_d. Ends on one body share a side, so that every body occurs once: two
/// ends always make two sides, four ends two to four.
#define MBD_MOST_ENDS 4

/// Couplings of one kind, variant and space.
typedef struct
{
  int count;                      ///< number of couplings
  MbdSpace space;                 ///< plane or space
  unsigned variant;               ///< as returned by MbdCouplingClass.variant ()
  int rows;                       ///< number of rows per coupling
  int sides;                      ///< 2, or up to 4 for kinds with four ends
  int side[MBD_MOST_ENDS];        ///< side of each end
  const int *body[MBD_MOST_ENDS]; ///< body index by side, then coupling
  const int *body_a;              ///< body[0]
  const int *body_b;              ///< body[1]
  const void *parameters;         ///< count structs as written by bind ()
  /// Two joint angles (rad) of each coupling at the last accepted instant: an angle that is known
  /// only up to whole turns is taken nearest to it. Not used by kinds without `angles` ().
  const double *angle;
} MbdBatch;

/// Arguments of MbdCouplingClass.bind (): a definition, with points relative to the centres of
/// mass. Fields for body_c and body_d are set for kinds with four ends.
typedef struct
{
  const MbdCouplingDef *def; ///< definition, with points relative to the body frames
  MbdSpace space;            ///< plane or space
  double point_a[3];         ///< m, of frame_a from the centre of mass, body axes
  double point_b[3];         ///< m, origin of frame_a from the centre of mass, body axes
  double quaternion_a[4];    ///< m, origin of frame_b from the centre of mass, body axes
  double quaternion_b[4];    ///< frame_b to body_b
  double angle_a;            ///< rad, in the plane: angle of frame_a in body_a
  double angle_b;            ///< rad, in the plane: angle of frame_b in body_b
  double point_c[3];         ///< m, origin of frame_c from the centre of mass, body axes
  double point_d[3];         ///< m, origin of frame_d from the centre of mass, body axes
  double quaternion_c[4];    ///< frame_c to body_c
  double quaternion_d[4];    ///< frame_d to body_d
  double angle_c;            ///< rad, in the plane: angle of frame_c in body_c
  double angle_d;            ///< rad, in the plane: angle of frame_d in body_d
} MbdBinding;

/// The ends of a coupling in the world.
typedef struct
{
  int body[MBD_MOST_ENDS];        ///< indices of the bodies
  bool fixed[MBD_MOST_ENDS];      ///< true if the body does not move
  double point[MBD_MOST_ENDS][3]; ///< m, origins of the frames
  double axes[MBD_MOST_ENDS][9];  ///< axes of the frames, frame to world, row-major
} MbdMeshPlace;

/// Forces of a coupling on two bodies, its wheels, each of which a bearing holds on a
/// common carrier.
typedef struct
{
  int carrier[2];      ///< end on the carrier, of each pair
  int wheel[2];        ///< end on the wheel, of each pair
  double at[2][3];     ///< m, world position of the force on each wheel
  double force[2][3];  ///< N, world axes
  double moment[2][3]; ///< N m, about `at`
  double tension[2];   ///< N, of the strands of a belt, else 0
} MbdMeshAction;

/// Kind of coupling: properties and batch functions. Functions without a note on NULL are required.
struct MbdCouplingClass
{
  const char *name;     ///< name of the kind, in English
  int ends;             ///< 4 for kinds with body_c and body_d; 2, or 0 for short, for all others
  bool ends_may_share;  ///< true if body_a and body_b, or body_c and body_d, may be one body
  bool frames_in_plane; ///< true if z of all frames must be the z axis in the plane
  bool acts_at_b;       ///< true if wrenches on both bodies act at the point of body_b
  bool linear;          ///< true if G does not depend on the pose in the plane
  bool drives;          ///< true if it drives a joint: its power is that of a drive, and it can be
                        ///< an actuator
  bool follows_joint;   ///< true if its function may follow the joint between body_c and body_d
  bool can_press;       ///< true if dry friction may follow its reaction
  bool effort_may_vanish;   ///< true if an effort_limit of 0 is allowed
  size_t parameter_size[2]; ///< bytes per coupling, by MbdSpace; a multiple of 8
  /// Checks the ranges of the definition. Returns OK, or a status with the row and value in `why`.
  MbdStatus (*check) (const MbdCouplingDef *def, MbdDiagnosis *why);
  /// Returns false if a coupling between bodies of which one moves in space must be refused. NULL if
  /// none is.
  bool (*works_in_space) (const MbdCouplingDef *def);
  /// Returns the variant. Couplings with equal variants share a batch and have the same number of
  /// rows.
  unsigned (*variant) (const MbdCouplingDef *def, MbdSpace space);
  int (*rows) (unsigned variant, MbdSpace space); ///< number of rows, at most MBD_MOST_ROWS
  /// Returns true if a row measures a length (m), false if it measures an angle (rad).
  bool (*row_is_length) (unsigned variant, MbdSpace space, int row);
  /// Returns a short label of a row, such as "x" or "lower". NULL if the kind has one row without a
  /// name.
  const char *(*row_name) (unsigned variant, MbdSpace space, int row);
  /// All names that row_name () can return, at most MBD_MOST_ROWS, then NULL: the rows whose level and
  /// compliance may differ (MbdCouplingDef.rows). NULL for kinds in which none may.
  const char *const *row_names;
  /// Returns the mode that MBD_MODE_BY_KIND stands for. NULL for MBD_MODE_LOCK.
  MbdMode (*mode) (const MbdCouplingDef *def);
  /// Writes the parameters of a coupling, parameter_size bytes.
  void (*bind) (const MbdBinding *binding, void *parameters);
  /// Computes rows of G and of gamma = -(second derivative of the error at zero acceleration).
  /// Plane: per coupling rows x [fx fy mz] on the body of side 0, then rows x 3 on that of side 1
  /// (and so on for further sides; side 0 is body_a, side 1 body_b where there are two ends).
  /// Space: the same with rows x [force, moment] of 6 each; world axes, moments about the centre of
  /// mass. `gamma`: rows per coupling.
  void (*plane_rows) (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma);
  /// Like plane_rows (), with the sizes of space.
  void (*space_rows) (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma);
  /// Computes position errors, rows per coupling; 0 for rows at the velocity level.
  void (*plane_errors) (const MbdBatch *batch, const MbdPose *pose, double *eps);
  /// Like plane_errors (), in space.
  void (*space_errors) (const MbdBatch *batch, const MbdPose *pose, double *eps);
  /// Computes the part of eps' other than G v, rows per coupling: the partial derivative of eps by
  /// time (for rows at the velocity level, minus the prescribed speed). gamma contains its
  /// derivative. NULL if it is 0.
  void (*time_rates) (const MbdBatch *batch, const MbdPose *pose, double *rate);
  /// Returns the next time after `time` at which the coupling is not smooth, apart from the knots
  /// of def->function, which the engine finds itself. NULL if there is none.
  double (*next_knot) (const MbdCouplingDef *def, double time);
  /// Computes two joint angles per coupling with their turns (or arc lengths with their laps), nearest
  /// to batch->angle (0 for entries that are neither). NULL for kinds without turns.
  void (*angles) (const MbdBatch *batch, const MbdPose *pose, double *angle);
  /// Returns true if couplings of this variant keep these angles. NULL: those in space.
  bool (*keeps_angles) (unsigned variant, MbdSpace space);
  /// True if no row depends on these angles; they are computed only to be read.
  bool angles_are_read_only;
  /// Corrects the turns of these angles at a pose that does not follow from the last accepted one, if
  /// the pose itself shows them. NULL if it does not.
  void (*find_turns) (const MbdBatch *batch, const MbdPose *pose, double *angle);
  /// Sets the angles that count as the last accepted ones at a start. NULL if they are 0.
  void (*start_angles) (const MbdCouplingDef *def, double time, double angle[2]);
  /// Returns the force along the line from multipliers, positive pulls together. NULL for kinds
  /// without a line.
  double (*tension) (const MbdCouplingDef *def, const double *lambda);
  /// Computes the forces on the wheels that the multiplier of the only row stands for. Their difference
  /// from the forces of the row must be forces that bearings on the carrier take. Returns false
  /// if the forces are those of the row. NULL for kinds for which they always are.
  bool (*press) (const MbdCouplingDef *def,
                 const MbdMeshPlace *place,
                 double lambda,
                 MbdMeshAction *action);
};

MBD_END_DECLS
