// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// State of a motion: time, positions, velocities, and results at that instant. Used by one thread
// at a time. After mbd_state_new () no function of this header allocates unless its description
// states otherwise.

#pragma once

#include "mbd-api.h"
#include "mbd-coupling-class.h"
#include "mbd-model.h"

MBD_BEGIN_DECLS

/// State of a model: time, q, v, and changes since the start. May be used by one thread at a time.
typedef struct MbdState MbdState;

/// Default stabilisation, for rows of couplings that inherit it.
typedef struct
{
  MbdStabilisation stabilisation; ///< default projection
  double time_constant;           ///< s, > 0, for Baumgarte; default 0.1
} MbdStabilisationSettings;

/// Creates a state with the start values of the model (not assembled). Returns NULL if there is not
/// enough memory.
MbdState *mbd_state_new (const MbdModel *model);
/// Frees the state; NULL is allowed.
void mbd_state_free (MbdState *state);
/// Copies time, q, v, a and lambda; both states must belong to the same model.
void mbd_state_copy (MbdState *to, const MbdState *from);
/// Resets to the start state.
void mbd_state_reset (MbdState *state);
/// Returns the model, borrowed.
const MbdModel *mbd_state_model (const MbdState *state);
/// Sets the stabilisation that couplings inherit. BAD_TIME_CONSTANT leaves it unchanged.
MbdStatus mbd_state_set_stabilisation (MbdState *state, const MbdStabilisationSettings *settings);

double mbd_state_time (const MbdState *state);                 ///< s
const double *mbd_state_positions (const MbdState *state);     ///< q
const double *mbd_state_velocities (const MbdState *state);    ///< v
const double *mbd_state_accelerations (const MbdState *state); ///< a, valid after a solve
const double *mbd_state_multipliers (const MbdState *state);   ///< lambda, valid after a solve
/// Sets time, q and v (copied; NULL leaves one unchanged). Quaternions are not normalised.
void mbd_state_set (MbdState *state, double time, const double *q, const double *v);

/* Changes at run time: the state has its own values, the model keeps the start values. */

/// Flags of a coupling. It takes part if it is active = valid, enabled, not redundant, not broken,
/// and its mode is not MBD_MODE_FREE.
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
/// Enables or disables a coupling. This moves nothing by itself: after enabling, a projection is
/// required (mbd_state_assemble ()).
void mbd_state_set_enabled (MbdState *state, int coupling, bool enabled);
/// Excludes a coupling whose rows depend on others, or includes it again.
void mbd_state_set_redundant (MbdState *state, int coupling, bool redundant);
void mbd_state_set_broken (MbdState *state, int coupling, bool broken); ///< false reconnects it
/// Returns the mode of a coupling.
MbdMode mbd_state_mode (const MbdState *state, int coupling);
/// Sets the mode of a coupling.
void mbd_state_set_mode (MbdState *state, int coupling, MbdMode mode);
/// Returns the level of a row of a coupling, or the level of all its rows (row -1).
MbdLevel mbd_state_level (const MbdState *state, int coupling, int row);
/// Sets the level of a row, or of all rows of a coupling (row -1).
void mbd_state_set_level (MbdState *state, int coupling, int row, MbdLevel level);
/// Turns a row (-1: all rows) into a spring with multiplier -(stiffness eps + damping eps'), or
/// makes it rigid again. Returns NEGATIVE_CONSTANT for negative or non-finite constants and changes
/// nothing.
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
/// Returns the current definition of a coupling in this state.
const MbdCouplingDef *mbd_state_coupling (const MbdState *state, int coupling);
/// Changes numbers of a coupling (length, points, frames, function, limits, stabilisation ...). Id,
/// name, class, bodies, number of rows and all that determines its variant must not change; returns
/// NOT_AT_RUN_TIME otherwise. Flags, mode, level and compliance of the state are kept. Allocates
/// memory on the first call.
MbdStatus mbd_state_change_coupling (MbdState *state,
                                     int coupling,
                                     const MbdCouplingDef *def,
                                     MbdDiagnosis *why);
/// Returns the current definition of a force element in this state.
const MbdForceDef *mbd_state_force (const MbdState *state, int force);
/// Changes a force element; id, name, class and bodies must not change: NOT_AT_RUN_TIME otherwise.
/// Allocates memory on the first call.
MbdStatus
mbd_state_change_force (MbdState *state, int force, const MbdForceDef *def, MbdDiagnosis *why);
/// A spring and damper between a point of a body and a point in the world, for pulling by hand
/// during motion. It is not a force element of the model; energies and powers exclude it.
typedef struct
{
  int body;         ///< index
  double point[3];  ///< m, body frame
  double target[3]; ///< m, world; planar bodies use x and y
  double stiffness; ///< N/m, >= 0
  double damping;   ///< N s/m, >= 0, of the velocity of the point
  double reach;     ///< m, > 0: beyond this distance the spring force does not increase
} MbdGrip;

/// Sets the grip, or releases it (NULL). Returns BAD_PARAMETER for a body that cannot move; the
/// state is then unchanged.
MbdStatus mbd_state_set_grip (MbdState *state, const MbdGrip *grip, MbdDiagnosis *why);
/// Returns true if a grip is set, and writes the grip, its world point, m, and its force, N.
bool mbd_state_grip (MbdState *state, MbdGrip *grip, double point[3], double force[3]);
/// Copies the contact forces that an integrator has applied to another state of the same model;
/// they act on this state until it is set. Discards the results of the last solve.
void mbd_state_copy_contact_forces (MbdState *to, const MbdState *from);
/// Changes to another model with the same bodies, couplings, force elements and shapes that differs
/// only in numbers (mbd_model_fits (); NOT_AT_RUN_TIME otherwise). Time, the poses and motion of
/// the body frames, turns, integrals, broken couplings and the grip are kept; all other properties
/// of couplings and force elements come from the new model. If a centre of mass moves in its frame,
/// q and v change. Allocates memory; on failure nothing is changed.
MbdStatus mbd_state_take_model (MbdState *state, const MbdModel *model);
/// Resets all couplings and force elements, flags, modes, levels and compliances to the model, and
/// releases the grip.
void mbd_state_reset_couplings (MbdState *state);
/// Copies couplings, force elements, flags, modes, levels, compliances and the grip from another
/// state of the same model.
MbdStatus mbd_state_copy_couplings (MbdState *to, const MbdState *from);

/// Role of a row in the linear system.
typedef enum
{
  MBD_ROW_OFF,       ///< its coupling is not active: no multiplier
  MBD_ROW_SOLVED,    ///< G a = gamma, the multiplier is solved for
  MBD_ROW_LOWER,     ///< the multiplier is at its lower bound (0 for a unilateral row: it is open)
  MBD_ROW_UPPER,     ///< the multiplier is at its upper bound
  MBD_ROW_COMPLIANT, ///< the multiplier is the force of a spring and damper
} MbdRowRole;

/// Returns the role of a row. Roles of unilateral and box rows are found by mbd_state_solve () from
/// their contact, or set by an integrator.
MbdRowRole mbd_state_row_role (const MbdState *state, int row);
/// Returns the number of rows of active couplings.
int mbd_state_active_row_count (const MbdState *state);
/// Returns the degrees of freedom by count: velocities minus active rows that lock (see
/// mbd_model_freedoms_by_count ()).
int mbd_state_freedoms_by_count (const MbdState *state);

/// Solves for accelerations and multipliers at this instant, refined to display accuracy, with rho
/// = 1e-10 g (docs/theory/equations.md). Returns OK, SINGULAR_FACTOR, MASSLESS or NOT_FINITE.
MbdStatus mbd_state_solve (MbdState *state, MbdDiagnosis *why);

/// Computes position, velocity and acceleration errors of all rows (lengths mbd_model_row_count
/// ()); NULL skips one. The acceleration error is G a - gamma (without stabilisation terms) and
/// requires a solve. Units m or rad, per s, per s^2. Errors are 0 for rows that are off, for
/// derivatives below the level of a row, and for open unilateral rows unless they are violated: the
/// position error of a unilateral row is min (eps, 0).
void mbd_state_errors (MbdState *state, double *position, double *velocity, double *acceleration);

/// Computes G, dense, row-major, rows x velocities (spatial rotation columns in body axes), and
/// gamma (without stabilisation terms); both are 0 for rows that are off. For inspection and tests;
/// NULL skips one.
void mbd_state_jacobian (MbdState *state, double *G, double *gamma);
/// Computes f: applied, gyroscopic and element forces, in velocity coordinates.
void mbd_state_forces (MbdState *state, double *f);
/// Computes y = M x in velocity coordinates.
void mbd_state_mass_multiply (MbdState *state, const double *x, double *y);

/// Axes in which a reaction is resolved.
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

/// Computes the reaction of a coupling on its predecessor (side 0) or successor (side 1) from the
/// multipliers of the last solve. Exactly 0 for a disabled coupling.
void mbd_state_reaction (MbdState *state, int coupling, int side, MbdAxes axes, MbdWrench *wrench);
/// Computes the reaction from other multipliers of the coupling's rows, for example impulses (N s);
/// gears act by couples in it.
/// `side` is less than mbd_model_coupling_sides (). The wrenches of all sides sum to zero about any
/// point.
void mbd_state_wrench (MbdState *state,
                       int coupling,
                       int side,
                       MbdAxes axes,
                       const double *multipliers,
                       MbdWrench *wrench);
/// Returns how a gear, belt or rack acts now, by the last solve, and writes its forces (NULL skips
/// them); body indices are those of the ends. The wrenches of mbd_state_reaction () are of these
/// forces, and include their load on the bearings. MBD_MESH_COUPLE: it acts by couples about its
/// axles, since that was requested, the wheels have no common carrier, axles are not parallel, a
/// bearing is not a pin or slider, or the size of a belt is not known.
MbdMesh mbd_state_mesh (MbdState *state, int coupling, MbdMeshAction *action);
/// Computes G' lambda of one coupling in velocity coordinates. `multipliers` NULL uses the last
/// solve.
void
mbd_state_generalised_force (MbdState *state, int coupling, const double *multipliers, double *f);
/// Returns the power that a coupling feeds into the bodies, W: sum of lambda (G v). 0 for satisfied
/// rows that do not depend on time; effort times rate for a driver.
double mbd_state_power (MbdState *state, int coupling);
/// Writes 1/T, the rate of decay of the errors of a coupling, to `position_rate` and
/// `velocity_rate`, and the term -(2/T) eps' - eps/T^2 of each of its rows (NULL skips it), also
/// while its stabilisation is not Baumgarte.
void mbd_state_stabilisation_term (MbdState *state,
                                   int coupling,
                                   double *position_rate,
                                   double *velocity_rate,
                                   double *term);
/// Computes position errors of one coupling from its geometry, also while it takes no part; the
/// error of a unilateral row is its gap. Computes velocity errors too; NULL skips one.
void mbd_state_gap (MbdState *state, int coupling, double *position, double *velocity);
/// Computes a joint coordinate (m or rad) and its rate between the frames P and S of a coupling of
/// any kind; `pair` 1: between the frames of body_c and body_d. NULL skips one. In space, joints
/// that turn about z, drivers, limits and gears count turns, starting within half a turn of 0 (a
/// driver near its prescribed value); other angles are within half a turn of 0. Returns false if
/// there is no such pair.
bool mbd_state_coordinate (MbdState *state,
                           int coupling,
                           int pair,
                           MbdCoordinate coordinate,
                           double *value,
                           double *rate);
/// Returns the tension of a coupling along a line (rod): N, positive pulls together; 0 otherwise.
double mbd_state_tension (MbdState *state, int coupling);
/// Computes the unit direction of a coupling along a line (rod, rope, strut), world axes, from its point on
/// body_a to that on body_b; also if it is disabled. Where the points coincide it is an axis that body_a
/// carries: z, in the plane x. Returns false for other kinds.
bool mbd_state_direction (MbdState *state, int coupling, double direction[3]);
/// Computes the wrench of a force element on body_a (side 0) or body_b (side 1), world axes at its
/// point.
void mbd_state_force_wrench (MbdState *state, int force, int side, MbdWrench *wrench);
/// Computes the wrench in other axes. MBD_AXES_FRAME selects the axes of a bushing's frame on that
/// body, and body axes for elements without frames.
void
mbd_state_force_wrench_in (MbdState *state, int force, int side, MbdAxes axes, MbdWrench *wrench);

/// Computes the world pose of a body: origin of the body frame and attitude (w x y z); either may
/// be NULL. Also for fixed bodies.
void mbd_state_body_pose (MbdState *state, int body, double position[3], double quaternion[4]);
/// Computes world position, velocity and acceleration of a point given in the body frame; NULL
/// skips one.
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
/// Computes the world positions of the two points of a coupling.
void
mbd_state_coupling_points (MbdState *state, int coupling, double point_a[3], double point_b[3]);
/// Computes the world positions of the two ends of a force element; a load has both ends at its
/// point.
void mbd_state_force_points (MbdState *state, int force, double point_a[3], double point_b[3]);
/// Computes length, m, rate, m/s, and tension, N (positive pulls together), along the line of a
/// spring.
void mbd_state_spring (MbdState *state, int force, double *length, double *rate, double *tension);

/// Computes the state of a bushing, in axes of frame A. Zero if element `force` is not a bushing.
void mbd_state_bushing (MbdState *state, int force, MbdBushingForces *bushing);
/// Returns the energy stored in a force element, J: 0 for loads, drag and disabled elements.
double mbd_state_force_potential (MbdState *state, int force);
/// Computes the power dissipated by a force element, W, and the power of its spring part that does
/// not change the potential (bushings of the quasi-symmetric law).
void mbd_state_force_power (MbdState *state, int force, double *dissipated, double *residual);

/// Energies of a mechanism, J.
typedef struct
{
  double kinetic;   ///< kinetic energy of all bodies
  double potential; ///< energy of gravity (0 at the world origin), springs and compliant rows
  double total;     ///< kinetic + potential
  double elastic;   ///< part of the potential energy other than gravity's
} MbdEnergy;
/// Computes the energies.
void mbd_state_energy (MbdState *state, MbdEnergy *energy);

/// Energies and momenta of one body; all 0 for a fixed body.
typedef struct
{
  double kinetic;    ///< J
  double gravity;    ///< J, zero at the world origin
  double linear[3];  ///< N s, momentum, world axes
  double angular[3]; ///< N m s, angular momentum about its centre of mass, world axes
} MbdBodyAccount;
/// Computes energies and momenta of one body.
void mbd_state_body_account (MbdState *state, int body, MbdBodyAccount *account);

/// Integrals of powers since the start of the integration that produced this state (0 without
/// MbdIntegratorSettings.keep_ledger), computed by the method of the integrator.
typedef struct
{
  double dissipated; ///< J, >= 0: by damping
  double input;      ///< J, supplied other than from the energy stored in the element: work of
                     ///< loads and drivers, residual of a bushing
} MbdWork;

/// Returns the integrals of a force element.
MbdWork mbd_state_force_work (MbdState *state, int force);
/// Returns the integrals of a coupling.
MbdWork mbd_state_coupling_work (MbdState *state, int coupling);

/// Sums over all elements, J.
typedef struct
{
  double dissipated;   ///< by force elements, compliant rows, and friction in joints and contacts
  double impact_loss;  ///< in impacts: ropes that became taut, stops that were reached
  double force_input;  ///< from loads and other force elements
  double driver_input; ///< from couplings: drivers, and rows whose rate is not held at 0
  double change_input; ///< from changes during motion: see mbd_state_book_change ()
  double error;        ///< energy now - at the start + dissipated + impact loss - inputs: error of
                       ///< numerical integration and projection
} MbdEnergyBalance;
/// Computes the energy balance since the start of the integration.
void mbd_state_energy_balance (MbdState *state, MbdEnergyBalance *balance);
/// Accounts for a change during motion: energy that it supplied and that no element accounts for
/// (the mass of a moving body has changed, a projection has closed a gap caused by a new length) is
/// booked as input of changes, so that the balance has `error`, its error before the change.
void mbd_state_book_change (MbdState *state, double error);
/// Computes momentum (N s) and angular momentum about the world origin (N m s).
void mbd_state_momentum (MbdState *state, double linear[3], double angular[3]);

/// Computes the rank of G without ropes and stops, also if they touch (rows scaled by 1/sqrt g,
/// columns by M^-1/2, relative tolerance 1e-9), and the rows of the whole dependent set:
/// redundant[row] is set if the row takes part in a null vector of G'. `redundant` (row count) may
/// be NULL. Returns TOO_LARGE if loops connect more bodies than a dense matrix should hold.
MbdStatus mbd_state_rank (MbdState *state, int *rank, bool *redundant);

/// Projects positions onto the constraints (assembly, docs/theory/equations.md). A state that is
/// already assembled stays bit-identical. On CONFLICT the state is unchanged, `why` names the
/// coupling with the largest remaining error, and failed[coupling] (may be NULL) is set for all
/// with remaining error.
MbdStatus mbd_state_assemble (MbdState *state, bool *failed, MbdDiagnosis *why);
/// Projects velocities: finds the nearest ones, in the M-norm, that satisfy the constraints.
MbdStatus mbd_state_assemble_velocities (MbdState *state, bool *failed, MbdDiagnosis *why);

MBD_END_DECLS
