// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Analyses of a state other than its motion: weighted assembly, pulling at a point, mobility,
// kinematics of driven mechanisms, inverse dynamics, static equilibrium, impacts, power, and the
// quantities of four-bar theory. Unlike the functions of mbd-state.h, these allocate memory while
// they run.

#pragma once

#include "mbd-api.h"
#include "mbd-integrator.h"
#include "mbd-state.h"

MBD_BEGIN_DECLS

/* Weighted assembly ------------------------------------------------------------------------ */

/// Resistance of each velocity coordinate (as in v) to being moved by assembly. A coordinate marked
/// in `keep` does not move: its value stays bit-identical (an attitude in space does if all three
/// of its coordinates are kept).
typedef struct
{
  const double *weights; ///< > 0, a larger weight moves less; NULL for all 1
  const bool *keep;      ///< true for coordinates that must not move; NULL for none
} MbdAssemblyWeights;

/// Assembles positions like mbd_state_assemble (), with steps that minimise the sum of weight m
/// dq^2, where m is the mass or moment of inertia (about the body axis) of the coordinate. Returns
/// BAD_PARAMETER for a weight that is not positive.
MbdStatus mbd_state_assemble_weighted (MbdState *state,
                                       const MbdAssemblyWeights *weights,
                                       bool *failed,
                                       MbdDiagnosis *why);
/// Assembles velocities like mbd_state_assemble_velocities (), in the same measure.
MbdStatus mbd_state_assemble_velocities_weighted (MbdState *state,
                                                  const MbdAssemblyWeights *weights,
                                                  bool *failed,
                                                  MbdDiagnosis *why);

/* Pulling ---------------------------------------------------------------------------------- */

/// Moves a point of a body (its index; body frame, m) as near to `target` (m, world axes) as the
/// couplings allow, at the time of the state: a descent in small steps, each the motion of least v'
/// M v, that stays on the branch of the current pose. All couplings hold, to the errors of
/// mbd_state_assemble (); rows at the velocity level hold in each step; drivers hold unless they
/// are disabled. The number of steps is bounded: if the target is far away, call the function
/// again. `distance` (m, may be NULL) receives the remaining distance. Returns BAD_PARAMETER for a
/// body that cannot move, NOT_FINITE also for a target farther than 1e6 L away, and CONFLICT if the
/// pose cannot be assembled.
MbdStatus mbd_state_pull (MbdState *state,
                          int body,
                          const double point[3],
                          const double target[3],
                          double *distance,
                          MbdDiagnosis *why);

/// Restricts dense factorisations, which all analyses here use, to one thread for the whole process
/// from now on, whichever library computes them. Call it once at the start of a program that has
/// its own threads. The results are equal to round-off.
void mbd_use_one_dense_thread (void);

/* Mobility --------------------------------------------------------------------------------- */

/// Mobility at an instant. Owns its arrays.
typedef struct
{
  int velocities;        ///< length of v
  int rows;              ///< number of rows of active couplings
  int freedoms_by_count; ///< Gruebler: velocities minus active rows that lock
  int rank;              ///< rank of G
  int freedoms;          ///< velocities - rank: instantaneous degrees of freedom
  bool *redundant;       ///< by row: true if the row takes part in a null vector of G'
  bool *conflicting;     ///< by coupling: true if assembly cannot meet its position errors from
                         ///< here
  bool any_conflict;     ///< true if a coupling is conflicting
  /// freedoms x velocities: independent motions with G z = 0, each of which leaves as many bodies
  /// at rest as an elimination can; motions of few bodies come first. The fastest body point has
  /// the speed 1 m/s, to within the reach of its couplings.
  double *motions;
  /// freedoms x velocities: orthonormal basis of the same space, z' M z = 1.
  double *basis;
} MbdFreedoms;

/// Largest number of velocities for which motions are computed. For larger systems they take too
/// long, and only mbd_state_rank () is of use.
#define MBD_FREEDOMS_MOST_VELOCITIES 900

/// Computes the mobility. The state is not changed. Returns TOO_LARGE for systems with more than
/// MBD_FREEDOMS_MOST_VELOCITIES velocities.
MbdStatus mbd_freedoms_new (MbdState *state, MbdFreedoms **freedoms, MbdDiagnosis *why);
/// Frees the result; NULL is allowed.
void mbd_freedoms_free (MbdFreedoms *freedoms);

/* Kinematics of a driven mechanism --------------------------------------------------------- */

/// Result of a kinematic analysis at an instant.
typedef struct
{
  bool singular; ///< true if the rows lose rank here: velocities, accelerations or efforts are not
                 ///< unique
  int steps;     ///< number of steps into which the interval since the last instant was divided
} MbdKinematics;

/// Assembles positions and velocities at the time of the state and solves: q, v, a and the
/// multipliers (for drivers, their efforts) of the state are then those of the driven motion.
/// Motors follow their motion whatever effort that takes: the state holds them without their limit
/// from then on. Returns NOT_DRIVEN if degrees of freedom remain by rank, with their number in
/// why->value. Masses are not needed.
MbdStatus mbd_kinematics_start (MbdState *state, MbdKinematics *report, MbdDiagnosis *why);
/// Moves a state that was started to `time` (later or earlier) along the same branch; `report` must
/// hold the report of the last call. The interval is divided until each step is small and ends
/// where velocity and acceleration predict. Returns STEP_TOO_SMALL if that fails, as at a dead
/// point of the driver, and CONFLICT if there is no pose nearby. On failure the state is at the
/// last instant that was reached. The coordinate of a speed driver is integrated (Runge-Kutta of
/// order 4, steps of at most 0.02 rad or 0.02 L).
MbdStatus
mbd_kinematics_advance (MbdState *state, double time, MbdKinematics *report, MbdDiagnosis *why);

/* Influence of a driver -------------------------------------------------------------------- */

/// Gives another state of the same model, `to`, the time and pose of `state` and the velocities per
/// unit rate of the coordinate of a driver (its index) while all other drivers stand still: m/s or
/// rad/s over m/s or rad/s, by v. The rows that hold in `state` hold; springs and joint friction do not, but
/// the driver itself moves also if it is compliant. Where that
/// leaves a choice, the velocities are those of least kinetic energy. They do not depend on the
/// motion of `state`, and by the principle of virtual work they are the ratios of efforts. Returns
/// CONFLICT if the driver cannot move from here (a dead point), and NOT_DRIVEN if it is disabled or
/// broken, with `coupling` named.
MbdStatus
mbd_state_influence (const MbdState *state, int coupling, MbdState *to, MbdDiagnosis *why);

/* Inverse dynamics ------------------------------------------------------------------------- */

/// Treatment of motions that the actuators cannot produce.
typedef enum
{
  MBD_INVERSE_EXACT,   ///< the actuators determine all motion, else NOT_ACTUATED
  MBD_INVERSE_RELAXED, ///< the nearest accelerations, in the M-norm, that the actuators can produce
} MbdInverse;

/// Computes the efforts of actuators for desired accelerations (length of v) at the time, q and v
/// of the state. `actuators` (by coupling) is true for couplings used as actuators; NULL for all
/// active couplings of the driver class. Drivers that are not among them are idle: their effort is
/// exactly 0. With more actuators than freedoms the efforts are those with the least sum of g
/// effort^2.
///
/// The state then holds the resulting accelerations and all multipliers, for every query of
/// reactions, until the next mbd_state_solve (). `efforts` and `powers` (by row, NULL skips one)
/// are the multiplier of actuator rows and multiplier x rate of the row; exactly 0 for all other
/// rows. NOT_ACTUATED comes with the number of freedoms without actuator in why->value.
MbdStatus mbd_state_inverse_dynamics (MbdState *state,
                                      const double *desired,
                                      const bool *actuators,
                                      MbdInverse kind,
                                      double *efforts,
                                      double *powers,
                                      MbdDiagnosis *why);

/* Static equilibrium ----------------------------------------------------------------------- */

/// Settings of mbd_state_equilibrium (). Start from mbd_equilibrium_default ().
typedef struct
{
  int maximum_iterations; ///< default 500
} MbdEquilibriumSettings;

/// Result of mbd_state_equilibrium ().
typedef struct
{
  int iterations;     ///< number of iterations made
  double residual;    ///< largest remaining generalised force over the largest force on the
                      ///< mechanism
  double lowest;      ///< smallest eigenvalue of the reduced Hessian over the largest; stable if >
                      ///< 0; NaN if shapes may touch
  bool neutral;       ///< true if a motion exists along which no force acts: the pose is one of
                      ///< many
  bool indeterminate; ///< true if other contact forces balance as well: these have the least sum of
                      ///< g force^2 where possible
  MbdIntegratorContact *contacts; ///< contact points, owned by the caller; free with free ()
  int n_contacts;                 ///< length of `contacts`
} MbdEquilibrium;

/// Returns the default settings.
MbdEquilibriumSettings mbd_equilibrium_default (void);
/// Moves the state to a stable static equilibrium at its time by descending potential energy on the
/// constraints; drivers hold their positions at that time. v becomes 0; the state keeps the
/// multipliers (for drivers, the holding efforts) until the next mbd_state_solve (). Loads without
/// a potential count by their work. Masses are needed only for weight. `settings` may be NULL.
/// Returns NO_EQUILIBRIUM if the mechanism falls or turns without end, ITERATION_LIMIT, or CONFLICT
/// if it cannot be assembled; the state is then unchanged.
///
/// If shapes on moving bodies may touch, the pose is the one at which the mechanism comes to rest
/// when it is released slowly from its current pose, with its friction; a pose at rest is kept.
/// That requires planar bodies with mass (like time stepping; otherwise the function returns the
/// status that time stepping returns).
MbdStatus mbd_state_equilibrium (MbdState *state,
                                 const MbdEquilibriumSettings *settings,
                                 MbdEquilibrium *report,
                                 MbdDiagnosis *why);

/* Impacts ---------------------------------------------------------------------------------- */

/// Linear solver of an impact.
typedef enum
{
  MBD_PATH_FACTOR, ///< sparse factor, see docs/theory/equations.md
  MBD_PATH_DENSE,  ///< one dense system, solved with a rank decision (for small mechanisms)
} MbdPath;

/// Applies the impulses after which the rows have the velocities `after` (by row, eps'; NULL for
/// all 0): M (v+ - v) = G' Lambda. Unilateral rows take part if they touch and close, and can only
/// push; rows of limited motors and springs have no impulse. v of the state becomes v+. `impulses`
/// (by row, may be NULL) receives Lambda with the signs of the multipliers; the state keeps them as
/// its multipliers (for wrenches) until the next mbd_state_solve (). Redundant rows share the load
/// with the least sum of g Lambda^2. Returns CONFLICT if the velocities cannot be reached; v is
/// then unchanged.
MbdStatus mbd_state_impact (MbdState *state,
                            const double *after,
                            MbdPath path,
                            double *impulses,
                            MbdDiagnosis *why);

/* Power ------------------------------------------------------------------------------------ */

/// Power that flows into the bodies at an instant, W; kinetic_rate = couplings + forces + gravity.
typedef struct
{
  double couplings;    ///< all couplings, including drivers
  double drivers;      ///< couplings of the driver class
  double forces;       ///< force elements
  double gravity;      ///< weight
  double kinetic_rate; ///< d/dt of the kinetic energy, from the accelerations
} MbdPowerBalance;

/// Computes the powers from the multipliers and accelerations of the last solve. `couplings`
/// receives the sum of lambda (G v) by coupling, `forces` the power by force element; either may be
/// NULL.
void mbd_state_power_balance (MbdState *state,
                              double *couplings,
                              double *forces,
                              MbdPowerBalance *power);

/* Four-bar theory and plane kinematics ----------------------------------------------------- */

/// Finds the instantaneous centre of planar body b relative to planar body a (0 for the ground):
/// the world point at which both have the same velocity. Returns true with centre[2] in m. Returns
/// false if the relative motion is a pure translation: the centre is then at infinity, and `centre`
/// is the unit vector in its direction (perpendicular to the relative velocity), or 0 if there is
/// no relative motion.
bool mbd_state_instant_centre (MbdState *state, int body_a, int body_b, double centre[2]);

/// Returns the mechanical advantage: the effort that the mechanism exerts on its load over the
/// input effort, without losses and at constant kinetic energy. By the balance of power it is input
/// rate / output rate; +-INFINITY at a dead point of the output, NaN if nothing moves. Rates in
/// rad/s or m/s, each positive along its effort.
double mbd_mechanical_advantage (double input_rate, double output_rate);

/// Returns the transmission angle at `joint` between the coupler, which extends to `coupler`, and
/// the output link, which extends to `pivot`: in [0, pi/2], 0 at a dead point. NaN if a link has no
/// length.
double
mbd_transmission_angle (const double coupler[3], const double joint[3], const double pivot[3]);

/// Type of a four-bar by the links that turn fully.
typedef enum
{
  MBD_GRASHOF_CRANK_ROCKER,  ///< the input turns round, the output swings
  MBD_GRASHOF_ROCKER_CRANK,  ///< the output turns round, the input swings
  MBD_GRASHOF_DOUBLE_CRANK,  ///< both turn round
  MBD_GRASHOF_DOUBLE_ROCKER, ///< only the coupler turns round
  MBD_GRASHOF_TRIPLE_ROCKER, ///< no link turns round
  MBD_GRASHOF_CHANGE_POINT,  ///< the links can lie in one line: shortest + longest = the others
  MBD_GRASHOF_IMPOSSIBLE,    ///< the longest link is longer than the others together
} MbdGrashofClass;

/// Link lengths of a four-bar, m, > 0.
typedef struct
{
  double base;    ///< distance of the fixed pivots
  double input;   ///< input link
  double coupler; ///< coupler
  double output;  ///< output link
} MbdFourBar;

/// Limits of a swinging link, rad, measured from the base line to the other pivot, within [0, pi]:
/// the link swings between `lower` and `upper` or between their mirror images. If `lower` is 0 or
/// `upper` is pi, it passes the base line there and the two ranges are one.
typedef struct
{
  bool turns_round; ///< true if the link turns fully: the limits are then 0 and pi
  double lower;     ///< rad, lower limit
  double upper;     ///< rad, upper limit
} MbdSwing;

/// Result of mbd_grashof ().
typedef struct
{
  MbdGrashofClass class_; ///< type of the four-bar
  double margin;          ///< m: (sum of the middle two) - (shortest + longest); > 0: Grashof
  MbdSwing input;         ///< range of the input link
  MbdSwing output;        ///< range of the output link
} MbdGrashof;

/// Computes the type and the ranges of a four-bar. Returns BAD_PARAMETER for a length that is not
/// positive and finite.
MbdStatus mbd_grashof (const MbdFourBar *lengths, MbdGrashof *grashof);

MBD_END_DECLS
