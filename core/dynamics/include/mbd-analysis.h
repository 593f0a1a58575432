// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Analyses of a state beside its motion: weighted assembly, pulling at a point, mobility,
// kinematics of driven mechanisms, inverse dynamics, static equilibrium, impacts, power, and the
// quantities of four-bar theory. Unlike the functions of mbd-state.h these take memory while they
// work.

#pragma once

#include "mbd-api.h"
#include "mbd-integrator.h"
#include "mbd-state.h"

MBD_BEGIN_DECLS

/* Weighted assembly ------------------------------------------------------------------------ */

/// What moves how unwillingly, by velocity coordinate (as in v). A coordinate marked keep does not
/// move: its value stays bit-identical (an attitude in space does when its three coordinates are
/// kept).
typedef struct
{
  const double *weights; ///< > 0, larger moves less; NULL: all 1
  const bool *keep;      ///< NULL: none
} MbdAssemblyWeights;

/// As mbd_state_assemble (), with every step the least sum of weight m dq^2, where m is the mass or
/// moment of inertia (about the body axis) of the coordinate. BAD_PARAMETER for a weight that is
/// not positive.
MbdStatus mbd_state_assemble_weighted (MbdState *state,
                                       const MbdAssemblyWeights *weights,
                                       bool *failed,
                                       MbdDiagnosis *why);
/// As mbd_state_assemble_velocities (), in the same measure.
MbdStatus mbd_state_assemble_velocities_weighted (MbdState *state,
                                                  const MbdAssemblyWeights *weights,
                                                  bool *failed,
                                                  MbdDiagnosis *why);

/* Pulling ---------------------------------------------------------------------------------- */

/// Bring a point of a body (its index; body frame, m) as near to `target` (m, world axes) as the
/// couplings let it from here, at the time of the state: a descent in small steps, each the motion
/// of least v' M v, that stays on the branch of the present pose. All couplings hold, to the errors
/// of mbd_state_assemble (); rows at the velocity level hold in each step; drivers hold unless they
/// are disabled. The number of steps is bounded: from far away call it again. `distance` (m, may be
/// NULL): what is left. BAD_PARAMETER for a body that cannot move, NOT_FINITE also for a target
/// farther than 1e6 L away, CONFLICT when the pose cannot be assembled.
MbdStatus mbd_state_pull (MbdState *state,
                          int body,
                          const double point[3],
                          const double target[3],
                          double *distance,
                          MbdDiagnosis *why);

/// Dense factorisations of the whole process, which all analyses here use, take one thread from now
/// on, whatever library does them. To be called once at the start of a program with threads of its
/// own; the results are the same to round-off.
void mbd_use_one_dense_thread (void);

/* Mobility --------------------------------------------------------------------------------- */

/// What can move at an instant. Owns its arrays.
typedef struct
{
  int velocities;        ///< length of v
  int rows;              ///< of active couplings
  int freedoms_by_count; ///< Gruebler: velocities minus active rows that lock
  int rank;              ///< of G
  int freedoms;          ///< velocities - rank: instantaneous degrees of freedom
  bool *redundant;       ///< by row: takes part in a null vector of G'
  bool *conflicting;     ///< by coupling: position errors that assembly cannot meet from here
  bool any_conflict;     ///< true if a coupling is conflicting
  /// freedoms x velocities: independent motions with G z = 0, of which each leaves as many bodies
  /// at rest as an elimination can; those that move few bodies first. The fastest body point has
  /// the speed 1 m/s, to within the reach of its couplings.
  double *motions;
  /// freedoms x velocities: the same space, orthonormal: z' M z = 1.
  double *basis;
} MbdFreedoms;

/// What can move is found of systems with so many velocities at most: of larger ones the motions
/// take too long, and only mbd_state_rank () is of use.
#define MBD_FREEDOMS_MOST_VELOCITIES 900

/// The state is not changed. TOO_LARGE for systems with more velocities than that.
MbdStatus mbd_freedoms_new (MbdState *state, MbdFreedoms **freedoms, MbdDiagnosis *why);
/// Frees the result; NULL is allowed.
void mbd_freedoms_free (MbdFreedoms *freedoms);

/* Kinematics of a driven mechanism --------------------------------------------------------- */

/// What a kinematic analysis found at an instant.
typedef struct
{
  bool singular; ///< the rows lose rank here: velocities, accelerations or efforts are not unique
  int steps;     ///< into which the way from the last instant was divided
} MbdKinematics;

/// Assemble positions and velocities at the time of the state and solve: q, v, a and the
/// multipliers (of drivers: their efforts) of the state are then those of the driven motion.
/// NOT_DRIVEN when degrees of freedom remain by rank, with their number in why->value. Masses are
/// not needed.
MbdStatus mbd_kinematics_start (MbdState *state, MbdKinematics *report, MbdDiagnosis *why);
/// Bring a state that was started to `time` (later or earlier) along the same branch; `report` is
/// that of the last call. The way is divided until each step is small and lands where velocity and
/// acceleration pointed; STEP_TOO_SMALL when that fails, as at a dead point of the driver, CONFLICT
/// when no pose is near. On failure the state is at the last instant that was reached. The
/// coordinate of a driver of speed is integrated (Runge-Kutta of order 4, steps of at most 0.02 rad
/// or 0.02 L).
MbdStatus
mbd_kinematics_advance (MbdState *state, double time, MbdKinematics *report, MbdDiagnosis *why);

/* Inverse dynamics ------------------------------------------------------------------------- */

/// Treatment of motions that the actuators cannot produce.
typedef enum
{
  MBD_INVERSE_EXACT,   ///< the actuators determine all motion, else NOT_ACTUATED
  MBD_INVERSE_RELAXED, ///< the nearest accelerations, in the M-norm, that the actuators can produce
} MbdInverse;

/// Efforts of actuators for desired accelerations (length of v) at the time, q and v of the state.
/// `actuators` (by coupling): whose rows act; NULL: all active couplings of the driver class.
/// Drivers that are not among them are idle: their effort is exactly 0. With more actuators than
/// freedoms the efforts are those with the least sum of g effort^2.
///
/// The accelerations that result and all multipliers are then those of the state, for every query
/// of reactions, until the next mbd_state_solve (). `efforts` and `powers` (by row, NULL skips
/// one): multiplier of actuator rows and multiplier x rate of the row; exactly 0 for all other
/// rows. NOT_ACTUATED has the number of freedoms without actuator in why->value.
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
  double residual;    ///< largest remaining generalised force over the largest force that acts
  double lowest;      ///< smallest eigenvalue of the reduced Hessian over the largest; > 0: stable.
                      ///< NaN where shapes may touch
  bool neutral;       ///< a motion exists along which no force acts: the pose is one of many
  bool indeterminate; ///< other forces of contacts balance as well: these are those with the least
                      ///< sum of g force^2, where such can be
  MbdIntegratorContact *contacts; ///< contact points, owned by the caller; free with free ()
  int n_contacts;                 ///< length of `contacts`
} MbdEquilibrium;

/// Returns the default settings.
MbdEquilibriumSettings mbd_equilibrium_default (void);
/// Move the state to a stable static equilibrium at its time by descending potential energy on the
/// constraints; drivers hold where they are at that time. v becomes 0; the multipliers (of drivers:
/// the holding efforts) are those of the state until the next mbd_state_solve (). Loads without a
/// potential count by their work. Masses are needed only for weight. `settings` may be NULL.
/// NO_EQUILIBRIUM when it falls or turns without end, ITERATION_LIMIT, or CONFLICT when it cannot
/// be assembled; the state is then as it was.
///
/// Where shapes on moving bodies may touch, the pose is the one at which the mechanism comes to
/// rest when it is let go slowly from where it is, with friction as it is; a pose at rest is kept.
/// That needs planar bodies with mass (as time stepping does; its status otherwise).
MbdStatus mbd_state_equilibrium (MbdState *state,
                                 const MbdEquilibriumSettings *settings,
                                 MbdEquilibrium *report,
                                 MbdDiagnosis *why);

/* Impacts ---------------------------------------------------------------------------------- */

/// Linear solver of an impact.
typedef enum
{
  MBD_PATH_FACTOR, ///< the sparse factor of docs/theory/equations.md
  MBD_PATH_DENSE,  ///< one dense system, solved with rank decision (for small mechanisms)
} MbdPath;

/// Apply the impulses after which the rows have the velocities `after` (by row, eps'; NULL: all 0):
/// M (v+ - v) = G' Lambda. Unilateral rows take part where they touch and close, and only push;
/// rows of limited motors and springs give no impulse. v of the state becomes v+. `impulses` (by
/// row, NULL: not wanted) are Lambda with the signs of the multipliers, and are the multipliers of
/// the state (for wrenches) until the next mbd_state_solve (). Redundant rows share with the least
/// sum of g Lambda^2. CONFLICT when the velocities cannot be had; v is then as it was.
MbdStatus mbd_state_impact (MbdState *state,
                            const double *after,
                            MbdPath path,
                            double *impulses,
                            MbdDiagnosis *why);

/* Power ------------------------------------------------------------------------------------ */

/// W. What flows into the bodies at an instant; kinetic_rate = couplings + forces + gravity.
typedef struct
{
  double couplings;    ///< of all couplings, drivers among them
  double drivers;      ///< of couplings of the driver class
  double forces;       ///< of force elements
  double gravity;      ///< of the weight
  double kinetic_rate; ///< d/dt of the kinetic energy, from the accelerations
} MbdPowerBalance;

/// From the multipliers and accelerations of the last solve; `couplings` by coupling: sum of
/// lambda (G v), `forces` by force element; either may be NULL.
void mbd_state_power_balance (MbdState *state,
                              double *couplings,
                              double *forces,
                              MbdPowerBalance *power);

/* Four-bar theory and plane kinematics ----------------------------------------------------- */

/// Instantaneous centre of planar body b relative to planar body a (0: the ground): the world point
/// where both have the same velocity. True with centre[2] in m; false when they only translate
/// relative to each other: it lies at infinity, and `centre` is the unit vector in its direction
/// (perpendicular to the relative velocity), or 0 when they do not move relative to each other.
bool mbd_state_instant_centre (MbdState *state, int body_a, int body_b, double centre[2]);

/// Mechanical advantage = effort that the mechanism exerts on its load over input effort, without
/// losses and at constant kinetic energy: input rate / output rate, by the balance of power.
/// +-INFINITY at a dead point of the output, NaN when nothing moves. Rates in rad/s or m/s, each
/// positive along its effort.
double mbd_mechanical_advantage (double input_rate, double output_rate);

/// Transmission angle at `joint` between the coupler, which goes to `coupler`, and the output link,
/// which goes to `pivot`: in [0, pi/2], 0 at a dead point. NaN when a link has no length.
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

/// Limits of a link that swings, rad, measured from the base line to the other pivot, within
/// [0, pi]: it swings between `lower` and `upper` or between their mirror images; where `lower` is
/// 0 (`upper` is pi) it passes the base line there and the two ranges are one.
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

/// BAD_PARAMETER for a length that is not positive and finite.
MbdStatus mbd_grashof (const MbdFourBar *lengths, MbdGrashof *grashof);

MBD_END_DECLS
