// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The state of a motion: time, positions, velocities, and what is known at that instant. Belongs to
// one thread at a time. Nothing here allocates after mbd_state_new ().

#pragma once

#include "mbd-api.h"
#include "mbd-model.h"

MBD_BEGIN_DECLS

/// State of a model: time, q, v, and what changed since the start. One thread at a time may use it.
typedef struct MbdState MbdState;

/// How the rows of couplings that inherit their stabilisation are treated.
typedef struct
{
  MbdStabilisation stabilisation; ///< default projection
  double time_constant;           ///< s, > 0, for Baumgarte; default 0.1
} MbdStabilisationSettings;

/// The start state of the model (not assembled). NULL when there is no memory.
MbdState *mbd_state_new (const MbdModel *model);
/// Frees the state; NULL is allowed.
void mbd_state_free (MbdState *state);
/// Copy time, q, v, a and lambda; both states must belong to the same model.
void mbd_state_copy (MbdState *to, const MbdState *from);
/// Back to the start state.
void mbd_state_reset (MbdState *state);
/// Returns the model, borrowed.
const MbdModel *mbd_state_model (const MbdState *state);
/// The stabilisation that couplings inherit; BAD_TIME_CONSTANT leaves it unchanged.
MbdStatus mbd_state_set_stabilisation (MbdState *state, const MbdStabilisationSettings *settings);

double mbd_state_time (const MbdState *state);                 ///< s
const double *mbd_state_positions (const MbdState *state);     ///< q
const double *mbd_state_velocities (const MbdState *state);    ///< v
const double *mbd_state_accelerations (const MbdState *state); ///< a, valid after mbd_state_solve
                                                               ///< ()
const double *mbd_state_multipliers (const MbdState *state);   ///< lambda, valid after
                                                               ///< mbd_state_solve ()
/// Set time, q and v (copied; NULL leaves one as it is). Quaternions are taken as given.
void mbd_state_set (MbdState *state, double time, const double *q, const double *v);

/* What can be changed while it moves: the state has its own values, the model keeps the start. */

/// Whether a coupling takes part: active = valid, enabled, not redundant, not broken, and its mode
/// is not MBD_MODE_FREE.
typedef struct
{
  bool valid;     ///< true if one of its bodies can move
  bool enabled;   ///< as set by mbd_state_set_enabled ()
  bool redundant; ///< as set by mbd_state_set_redundant ()
  bool broken;    ///< true if a breaking limit was exceeded
  bool active;    ///< true if its rows take part
} MbdCouplingFlags;

/// Returns the flags of a coupling.
MbdCouplingFlags mbd_state_coupling_flags (const MbdState *state, int coupling);
/// Changing a flag moves nothing by itself: enabling asks for a projection (mbd_state_assemble ()).
void mbd_state_set_enabled (MbdState *state, int coupling, bool enabled);
/// Excludes a coupling whose rows depend on others, or includes it again.
void mbd_state_set_redundant (MbdState *state, int coupling, bool redundant);
void mbd_state_set_broken (MbdState *state, int coupling, bool broken); ///< false mends it
/// Returns the mode of a coupling.
MbdMode mbd_state_mode (const MbdState *state, int coupling);
/// Sets the mode of a coupling.
void mbd_state_set_mode (MbdState *state, int coupling, MbdMode mode);
/// Level of a row of a coupling, or of all its rows (row -1).
MbdLevel mbd_state_level (const MbdState *state, int coupling, int row);
/// Sets the level of a row, or of all rows of a coupling (row -1).
void mbd_state_set_level (MbdState *state, int coupling, int row, MbdLevel level);
/// Make a row (-1: all rows) a spring with multiplier -(stiffness eps + damping eps'), or rigid
/// again. Negative or not finite: NEGATIVE_CONSTANT, nothing changed.
MbdStatus mbd_state_set_compliance (MbdState *state,
                                    int coupling,
                                    int row,
                                    bool compliant,
                                    double stiffness,
                                    double damping);
/// Returns true if a row of a coupling is compliant, and writes its constants.
bool mbd_state_compliance (const MbdState *state,
                           int coupling,
                           int row,
                           double *stiffness,
                           double *damping);
/// The definition of a coupling as this state has it.
const MbdCouplingDef *mbd_state_coupling (const MbdState *state, int coupling);
/// Change numbers of a coupling (length, points, frames, function, limits, stabilisation ...). Id,
/// name, class, bodies, number of rows and what makes its variant must stay: NOT_AT_RUN_TIME else.
/// Flags, mode, level and compliance stay as the state has them. Takes memory on the first call.
MbdStatus mbd_state_change_coupling (MbdState *state,
                                     int coupling,
                                     const MbdCouplingDef *def,
                                     MbdDiagnosis *why);
/// Returns the definition of a force element as this state has it.
const MbdForceDef *mbd_state_force (const MbdState *state, int force);
/// Changes a force element; id, name, class and bodies must not change: NOT_AT_RUN_TIME otherwise.
/// Allocates memory on the first call.
MbdStatus
mbd_state_change_force (MbdState *state, int force, const MbdForceDef *def, MbdDiagnosis *why);
/// A spring and damper between a point of a body and a place in the world: a hand that pulls while
/// it moves. It is no force element of the model; energies and powers leave it out.
typedef struct
{
  int body;         ///< index
  double point[3];  ///< m, body frame
  double target[3]; ///< m, world; of planar bodies x and y count
  double stiffness; ///< N/m, >= 0
  double damping;   ///< N s/m, >= 0, of the velocity of the point
  double reach;     ///< m, > 0: a longer pull is no stronger
} MbdGrip;

/// Pull, or let go (NULL). BAD_PARAMETER for a body that cannot move; nothing is changed then.
MbdStatus mbd_state_set_grip (MbdState *state, const MbdGrip *grip, MbdDiagnosis *why);
/// Whether it is pulled; how, at which place of the world, and with which force, N.
bool mbd_state_grip (MbdState *state, MbdGrip *grip, double point[3], double force[3]);
/// The forces of contacts that an integrator has given another state of the same model act on this
/// one, until it is set. What it was solved for is forgotten.
void mbd_state_copy_contact_forces (MbdState *to, const MbdState *from);
/// Go on as a state of another model with the same bodies, couplings, force elements and shapes
/// that differ in numbers (mbd_model_fits (); NOT_AT_RUN_TIME else): time, the poses of the frames
/// of the bodies and their motion stay, and so do turns, integrals, what is broken and what pulls;
/// all else that couplings and force elements are comes from the new model. Where a centre of mass
/// lies elsewhere in its frame q and v are others. Takes memory; on failure nothing is changed.
MbdStatus mbd_state_take_model (MbdState *state, const MbdModel *model);
/// All couplings and force elements, flags, modes, levels and compliances as in the model, and
/// nothing pulled.
void mbd_state_reset_couplings (MbdState *state);
/// The same as in another state of the same model, with what pulls there.
MbdStatus mbd_state_copy_couplings (MbdState *to, const MbdState *from);

/// What a row does in the linear system.
typedef enum
{
  MBD_ROW_OFF,    ///< its coupling is not active: no multiplier
  MBD_ROW_SOLVED, ///< G a = gamma, the multiplier is found
  MBD_ROW_LOWER,  ///< the multiplier rests at its lower bound (0 of a unilateral row: it is open)
  MBD_ROW_UPPER,  ///< the multiplier rests at its upper bound
  MBD_ROW_COMPLIANT, ///< the multiplier is that of a spring and damper
} MbdRowRole;

/// Roles of unilateral and box rows are found by mbd_state_solve () from what touches, or set by an
/// integrator.
MbdRowRole mbd_state_row_role (const MbdState *state, int row);
/// Rows of active couplings.
int mbd_state_active_row_count (const MbdState *state);
/// Degrees of freedom by count: velocities minus active rows that lock (as
/// mbd_model_freedoms_by_count ()).
int mbd_state_freedoms_by_count (const MbdState *state);

/// Accelerations and multipliers at this instant, refined as for numbers that are shown, with rho
/// = 1e-10 g (docs/theory/equations.md). OK or SINGULAR_FACTOR, MASSLESS, NOT_FINITE.
MbdStatus mbd_state_solve (MbdState *state, MbdDiagnosis *why);

/// Position, velocity and acceleration errors of all rows (lengths mbd_model_row_count ()); NULL
/// skips one. The acceleration error is G a - gamma (without stabilisation terms) and needs a
/// solve. Units m or rad, per s, per s^2. 0 for rows that are off, above the level of a row, and
/// for open unilateral rows but for what they fall short: the position error of a unilateral row is
/// min (eps, 0).
void mbd_state_errors (MbdState *state, double *position, double *velocity, double *acceleration);

/// G, dense, row-major, rows x velocities (spatial rotation columns in body axes), and gamma
/// (without stabilisation terms); both 0 for rows that are off. For inspection and tests; NULL
/// skips one.
void mbd_state_jacobian (MbdState *state, double *G, double *gamma);
/// f: applied, gyroscopic and force elements, in velocity coordinates.
void mbd_state_forces (MbdState *state, double *f);
/// y = M x in velocity coordinates.
void mbd_state_mass_multiply (MbdState *state, const double *x, double *y);

/// Where a reaction acts and in which axes it is resolved.
typedef enum
{
  MBD_AXES_WORLD, ///< world axes at the world position of the point
  MBD_AXES_BODY,  ///< axes of the body acted upon
  MBD_AXES_FRAME, ///< axes of the coupling's frame on that body
} MbdAxes;

/// A force with a moment about the point it acts at.
typedef struct
{
  int body;         ///< index of the body it acts upon
  int axes_body;    ///< index of the body in whose axes it is resolved; 0: world
  double point[3];  ///< m, world position of the coupling's point on that body
  double force[3];  ///< N
  double moment[3]; ///< N m, about `point`
} MbdWrench;

/// The reaction of a coupling on its predecessor (side 0) or successor (side 1), from the
/// multipliers of the last solve. Exactly 0 for a disabled coupling.
void mbd_state_reaction (MbdState *state, int coupling, int side, MbdAxes axes, MbdWrench *wrench);
/// The same from other multipliers of the coupling's rows: impulses (N s) for instance. `side` runs
/// to mbd_model_coupling_sides (). The wrenches of all sides sum to zero about any point.
void mbd_state_wrench (MbdState *state,
                       int coupling,
                       int side,
                       MbdAxes axes,
                       const double *multipliers,
                       MbdWrench *wrench);
/// G' lambda of one coupling in velocity coordinates; multipliers NULL: those of the last solve.
void
mbd_state_generalised_force (MbdState *state, int coupling, const double *multipliers, double *f);
/// The power that a coupling feeds into the bodies, W: sum of lambda (G v). 0 for satisfied rows
/// that do not depend on time; effort times rate for a driver.
double mbd_state_power (MbdState *state, int coupling);
/// 1/T twice and the term -(2/T) eps' - eps/T^2 of every row of a coupling (NULL skips it), also
/// while its stabilisation is another one.
void mbd_state_stabilisation_term (MbdState *state,
                                   int coupling,
                                   double *position_rate,
                                   double *velocity_rate,
                                   double *term);
/// Position errors of one coupling as its geometry gives them, also while it takes no part; a
/// unilateral row shows its gap. Velocity errors too; NULL skips one.
void mbd_state_gap (MbdState *state, int coupling, double *position, double *velocity);
/// A joint coordinate (m or rad) and its rate between the frames P and S of a coupling, whatever
/// its kind; `pair` 1: between those of body_c and body_d. NULL skips one. In space joints that
/// turn about z, drivers, limits and gears count turns, as drawn from within half a turn of 0 (a
/// driver from what it prescribes); other angles are within half a turn of 0. False when there is
/// no such pair.
bool mbd_state_coordinate (MbdState *state,
                           int coupling,
                           int pair,
                           MbdCoordinate coordinate,
                           double *value,
                           double *rate);
/// Tension of a coupling that acts along a line (rod): N, positive pulls together; 0 otherwise.
double mbd_state_tension (MbdState *state, int coupling);
/// What force element `force` does to body_a (side 0) or body_b (side 1), world axes at its point.
void mbd_state_force_wrench (MbdState *state, int force, int side, MbdWrench *wrench);
/// The same in other axes; MBD_AXES_FRAME are those of a bushing's frame on that body, and body
/// axes for elements without frames.
void
mbd_state_force_wrench_in (MbdState *state, int force, int side, MbdAxes axes, MbdWrench *wrench);

/// World pose of a body: origin of the body frame and attitude (w x y z); either may be NULL. Also
/// for fixed bodies.
void mbd_state_body_pose (MbdState *state, int body, double position[3], double quaternion[4]);
/// World position, velocity and acceleration of a point given in the body frame; NULL skips one.
void mbd_state_body_point (MbdState *state,
                           int body,
                           const double point[3],
                           double position[3],
                           double velocity[3],
                           double acceleration[3]);
/// Returns the angle of a planar body with its turns, rad; 0 for a spatial body.
double mbd_state_body_angle (MbdState *state, int body);
/// Writes the angular velocity of a body, rad/s, world axes.
void mbd_state_body_angular_velocity (MbdState *state, int body, double omega[3]);
/// World positions of the two points of a coupling.
void
mbd_state_coupling_points (MbdState *state, int coupling, double point_a[3], double point_b[3]);
/// World position of the two ends of a force element; a load has both ends at its point.
void mbd_state_force_points (MbdState *state, int force, double point_a[3], double point_b[3]);
/// Value, rate and load along the line of a spring: length m, rate m/s, force N (positive pulls
/// together).
void mbd_state_spring (MbdState *state, int force, double *length, double *rate, double *tension);

/// The state of a bushing, in axes of frame A. Zero when element `force` is no bushing.
void mbd_state_bushing (MbdState *state, int force, MbdBushingForces *bushing);
/// What a force element has stored, J: 0 of loads, drag, and elements that are switched off.
double mbd_state_force_potential (MbdState *state, int force);
/// Power that a force element takes out of the mechanism, W, and of its spring part the power that
/// is no change of the potential (bushings of the quasi-symmetric law).
void mbd_state_force_power (MbdState *state, int force, double *dissipated, double *residual);

/// Energies of a mechanism, J.
typedef struct
{
  double kinetic;   ///< of all bodies
  double potential; ///< of gravity (0 at the world origin), springs and compliant rows
  double total;     ///< kinetic + potential
  double elastic;   ///< the part of the potential energy that is not gravity's
} MbdEnergy;
/// Computes the energies.
void mbd_state_energy (MbdState *state, MbdEnergy *energy);

/// Of one body; all 0 of a fixed one.
typedef struct
{
  double kinetic;    ///< J
  double gravity;    ///< J, zero at the world origin
  double linear[3];  ///< N s, momentum, world axes
  double angular[3]; ///< N m s, angular momentum about its centre of mass, world axes
} MbdBodyAccount;
/// Computes energies and momenta of one body.
void mbd_state_body_account (MbdState *state, int body, MbdBodyAccount *account);

/// Integrals since the start of the integration that brought the state here (with
/// MbdIntegratorSettings.keep_ledger; 0 else), by the method of the integrator.
typedef struct
{
  double dissipated; ///< J, >= 0: by damping
  double input;      ///< J, put in that did not come out of what the element stores: work of loads
                     ///< and drivers, residual of a bushing
} MbdWork;

/// Returns the integrals of a force element.
MbdWork mbd_state_force_work (MbdState *state, int force);
/// Returns the integrals of a coupling.
MbdWork mbd_state_coupling_work (MbdState *state, int coupling);

/// Sums over all elements, J.
typedef struct
{
  double dissipated;   ///< by force elements, rows that give way, and friction in contacts
  double impact_loss;  ///< in impacts: ropes that came taut, stops that were reached
  double force_input;  ///< of loads and other force elements
  double driver_input; ///< of couplings
  double change_input; ///< of changes made while it moved: see mbd_state_book_change ()
  double error;        ///< energy now - at the start + dissipated + impact loss - inputs: what the
                       ///< numerical integration and projection have made
} MbdEnergyBalance;
/// Computes the energy balance since the start of the integration.
void mbd_state_energy_balance (MbdState *state, MbdEnergyBalance *balance);
/// After a change while it moves: what it has put in that no element accounts for (a mass that
/// moves has become another one, a projection has closed what a new length had opened) is booked as
/// input of changes, so that the balance has this error, that of before.
void mbd_state_book_change (MbdState *state, double error);
/// Momentum (N s) and angular momentum about the world origin (N m s).
void mbd_state_momentum (MbdState *state, double linear[3], double angular[3]);

/// Rank of G without ropes and stops, also when they touch (rows scaled by 1/sqrt g, columns by
/// M^-1/2, relative tolerance 1e-9) and the rows of the whole dependent set: redundant[row] is set
/// where the row takes part in a null vector of G'. `redundant` (row count) may be NULL. TOO_LARGE
/// where loops of so many bodies hang together that no dense matrix should hold them.
MbdStatus mbd_state_rank (MbdState *state, int *rank, bool *redundant);

/// Position projection (assembly), docs/theory/equations.md. A state already assembled comes back
/// bit-identical. On CONFLICT the state is unchanged, `why` names the coupling with the largest
/// remaining error, and failed[coupling] (may be NULL) is set for all with remaining error.
MbdStatus mbd_state_assemble (MbdState *state, bool *failed, MbdDiagnosis *why);
/// Velocity projection: the nearest velocities, in the M-norm, that satisfy the constraints.
MbdStatus mbd_state_assemble_velocities (MbdState *state, bool *failed, MbdDiagnosis *why);

MBD_END_DECLS
