// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The state and its work space, and the steps of an evaluation:
//
//   pose -> forces -> rows -> load (S, right side) -> eliminate -> finish (lambda, a)

#pragma once

#include <math.h>
#include <string.h>

#include "past-private.h"
#include "mbd-state.h"
#include "model-private.h"

/// rho of docs/theory/equations.md: one pass during integration, several passes for reported
/// values.
#define MBD_RHO_INTEGRATE 1e-12
#define MBD_RHO_REPORT 1e-10
/// Behind hubs the load shared by dependent rows accumulates more round-off over rho.
#define MBD_RHO_REPORT_HEAVY 1e-9
/// The g of a row on a massless body belongs to 1e-8 of a mass: R would be as large as the inverse
/// masses beside it, and passes would hardly converge.
#define MBD_RHO_REPORT_MASSLESS 1e-13
/// A row whose pivot is below this fraction of its diagonal depends on rows before it. During
/// integration it is left to them (rho is so large that its multiplier vanishes): off the manifold,
/// where stages are evaluated, it would be almost but not quite independent, and its multiplier
/// arbitrary.
#define MBD_DEPENDENT_PIVOT 1e-10
#define MBD_RHO_DEPENDENT 1e6

/// A coupling at run time.
typedef struct
{
  bool enabled, redundant, broken;
  MbdMode mode;
} MbdCouplingRun;

/// A row at run time.
typedef struct
{
  MbdRowRole role;
  MbdLevel level;
  bool compliant;
  double stiffness, damping;
} MbdRowRun;

/// Positions and velocities at an instant, and the quantities computed from only these.
typedef struct
{
  double time;
  double earliest, latest; // s: limits of the time passed to functions of time (mbd_pose ()); else
                           // infinite
  double *q, *v;           // as published
  double *memory;          // memories of the signals that have one
  MbdPast *past;           // past of the motion until here; NULL if it is not known
  bool follows_past;       // true in an integrator: delayed functions come from `past`, not from q
  bool lasts;              // true if the motion is taken to last: they have their current values
  bool is_current;         // true if all below belongs to time, q, v
  MbdPlanePose *plane;     // per body
  MbdSpacePose *space;
  double *space_weight;  // 10 per body: 1/m, inverse inertia in world axes; 0 if fixed or heavy
  double *world_inertia; // 9 per body, spatial bodies
} MbdStatePose;

/// Values that can change during motion. `couplings` and the parameters in `views` are the model's
/// until the first change, then those in `own_*`; equal serials mean equal contents.
typedef struct
{
  const MbdModelCoupling *couplings;
  MbdModelCoupling *own_couplings;
  char *own_parameters;
  const MbdBoundForce *forces;
  MbdBoundForce *own_forces;
  MbdForceDef *own_force_defs;
  MbdGrip grip; // body 0: no grip
  uint64_t serial;
  MbdBatch *views; // per batch, as passed to the class
} MbdStateParameters;

/// Joint angles with their whole turns, two per coupling of a batch with turns.
typedef struct
{
  double *angle;
  double *rate;   // rad/s, rate of their last change
  double *before; // scratch
  double time;    // s, instant of the angles; NaN: unknown
} MbdStateTurns;

/// Largest number of limits that are found by responses.
#define MBD_MOST_RESPONSES 6

/// Kind of loads that limits follow.
typedef enum
{
  MBD_LOADS_OF_FORCES,
  MBD_LOADS_OF_IMPULSES, // (impulses.c); constant parts carry none
  MBD_LOADS_OF_STEPS,    // forces of a time step, impulses over its size
} MbdLoads;

/// Roles of rows and their bounds, in the batch layout unless specified otherwise.
typedef struct
{
  MbdCouplingRun *running; // per coupling
  MbdRowRun *rows;
  double *prescribed;  // multiplier of a row that is not solved
  unsigned char *hint; // the role that mbd_find_roles () tries first; 0: none
  double *limit;       // largest multiplier of a box row
  // Limits that follow loads: those of the last two passes, those by load then with signs, and scratch
  double *tried[2], *found, *found_now, *by_load;
  double *responses;     // scratch of limit-responses.c: of all rows, by limit
  double *applied;       // u layout: forces without those of rows
  bool *carried;         // true if the limit took part in the search in the last pass
  double *first_loads;   // multipliers of the first pass, in the order of couplings
  double last_change;    // largest change of a limit in the last pass
  bool contradict;       // true if limits and loads did not agree in the end
  bool repeats;          // true if the secant found no limits of the last impulses or time step
  MbdLoads loads;        // those that limits follow now
  double *impulse_limit; // limits of the last impulses; those of forces meanwhile
  double *impulse;       // impulses of the last mbd_catch () or mbd_jam ()
  double *held;          // eps at which a box row that has slipped now holds
  bool *candidate;       // scratch of active-set.c and impulses.c
  double *bounce;        // scratch of mbd_catch (): rate after the impulse
  bool *wedged;          // rows that mbd_jam () brings to rest
  unsigned char *masked; // per column: bit r is set if row r is not solved
  bool any_masked, any_prescribed, any_bounds, any_levels, any_breaking;
  bool any_following; // true if some limit follows a load
  bool are_known;     // true if roles of rows with bounds belong to time, q, v
} MbdStateRoles;

/// How errors of rows are removed, in the batch layout.
typedef struct
{
  MbdStabilisationSettings settings;
  double *baumgarte; // 1/T, 0 if none
  bool *projected;
  bool any_baumgarte, any_projected;
} MbdStateStabilisation;

/// The equations of motion at the pose: G a = gamma and M a = f + G' lambda.
typedef struct
{
  bool is_current; // true if G and gamma belong to the pose
  double *G;
  double *squeeze;    // rows of a batch before columns that a planar body lacks are removed
  double *gamma;      // batch layout, without stabilisation terms
  double *eps, *rate; // batch layout, scratch
  double *time_rate;  // rates of one batch, scratch
  double *f;          // u layout
  double *external;   // u layout: forces of contacts, from the integrator
  bool has_external;
  double *wf; // u layout: W f of light bodies
  double *fl; // u layout, scratch: f + G' lambda
} MbdStateSystem;

/// The factor of G W G' + R, in the node layout unless specified otherwise.
typedef struct
{
  double *g;          // diagonal of G W G'
  double *rho_report; // MBD_RHO_REPORT, _HEAVY or _MASSLESS
  double *rho_usual;  // MBD_RHO_INTEGRATE, smaller on massless bodies
  double *rho;        // the usual value, or set by an integrator
  double *factor;
  double *collapse; // per column: largest diagonal before elimination over its pivot
  double worst_collapse;
} MbdStatePivots;

/// Multipliers and accelerations.
typedef struct
{
  bool is_current;       // true if it belongs to the pose, parameters and roles
  double *a;             // as published
  double *lambda;        // by public row
  double *au;            // u layout: accelerations, world axes
  double *y;             // node layout: right side, then lambda and heavy accelerations
  double *x;             // node layout: the sum over passes
  double *correction;    // 2 x u layout, scratch of refinement
  double *island_scale;  // per island, scratch: see mbd_find_row_scales ()
  double *residual_rows; // batch layout, scratch of refinement
  double *residual_v;    // u layout, scratch
} MbdStateSolution;

struct MbdState
{
  const MbdModel *model;
  MbdArena arena;
  double *ledger;     // see energy-balance.c
  double *q_trial[2]; // scratch of assembly
  MbdStatePose pose;
  MbdStateParameters parameters;
  MbdStateTurns turns;
  MbdStateRoles roles;
  MbdStateStabilisation stabilised;
  MbdStateSystem system;
  MbdStatePivots pivots;
  MbdStateSolution solution;
};

/// Returns the pose of all bodies, with what functions of the motion need.
static inline MbdPose
mbd_pose_of (const MbdState *state)
{
  return (MbdPose){
    .time = state->pose.time,
    .plane = state->pose.plane,
    .space = state->pose.space,
    .signals = state->model->signals,
    .angle = state->turns.angle,
    .memory = state->pose.memory,
  };
}
/// Sets the pose of all bodies from q and v (of the model's lengths) at `time`, or at the nearest
/// time allowed for functions of time.
void mbd_pose (MbdState *state, double time, const double *q, const double *v);
/// Computes the rates of the memories of signals at the current pose: of integrals, 0 of samples.
void mbd_find_memory_rates (const MbdState *state, double *rates);
/// Sets the values of delayed functions in q to their values if the motion had always been the current one.
void mbd_take_lasting_values (MbdState *state);
/// Sets velocities, at which delayed functions count as if the motion had always been the current one.
void mbd_begin_lasting (MbdState *state, const double *v);
/// Ends that, at the current q, or at these q and v unless q is NULL.
void mbd_end_lasting (MbdState *state, const double *q, const double *v);
/// Gives a state a past, NULL for none, of which it keeps a reference.
void mbd_take_past (MbdState *state, MbdPast *past);
/// Takes the samples that are due at a time into q, whose pose and v are those of this time.
void mbd_take_samples (MbdState *state, double time, double *q, const double *v);
/// Returns the memories of signals in positions.
static inline double *
mbd_memories_of (const MbdModel *model, double *q)
{
  return q + (model->n_q - model->n_memories);
}
/// Sets only the time, at the same positions.
void mbd_pose_time (MbdState *state, double time);
/// Sets only velocities, at the same positions.
void mbd_pose_velocities (MbdState *state, const double *v);
/// Computes f: gravity, gyroscopic moments and force elements.
void mbd_forces (MbdState *state);
/// Adds the force of the grip to f, u layout; call only if there is a grip.
void mbd_add_grip (const MbdState *state, double *f);
/// Adds the forces of one force element to f, u layout.
void mbd_add_force (const MbdState *state, int index, double *f);
/// Computes G and gamma.
void mbd_rows (MbdState *state);
/// Computes position errors, batch layout.
void mbd_position_errors (MbdState *state, double *eps);
/// Computes out = G x, batch layout, x in the u layout with zeros for fixed bodies.
void mbd_jacobian_multiply (const MbdState *state, const double *x, double *out);
/// Adds G' lambda to out; out in the u layout, lambda in the node layout.
void mbd_jacobian_transpose_add (const MbdState *state, const double *lambda, double *out);
/// Computes velocities in the u layout (world axes) from those of the pose.
void mbd_world_velocities (const MbdState *state, double *u);
/// Converts from the u layout to published velocity coordinates and back.
void mbd_to_body_axes (const MbdState *state, const double *u, double *v);
void mbd_to_world_axes (const MbdState *state, const double *v, double *u);

/// Computes rate = G u + the partial derivative of eps by time, batch layout; u in the u layout.
void mbd_velocity_errors (MbdState *state, const double *u, double *rate);
/// Sets errors below the level of their rows to 0; either may be NULL.
void mbd_silence_levels (const MbdState *state, double *eps, double *rate);
/// Computes the multipliers of rows that are not solved, and adds G' of them to f; requires pose
/// and rows.
void mbd_prescribe (MbdState *state);
/// Updates flags, masks, and everything that depends on them after roles have changed.
void mbd_roles_changed (MbdState *state);
/// Returns the mode of the multiplier of row r of a coupling: the normal of a friction group is
/// unilateral, its tangents are boxes; a box without a finite limit is a lock.
static inline MbdMode
mbd_row_mode (const MbdState *state, int coupling, int r)
{
  const MbdMode mode = state->roles.running[coupling].mode;
  const MbdModelCoupling *c = &state->parameters.couplings[coupling];
  if (mode == MBD_MODE_FRICTION)
    return r == 0 ? MBD_MODE_UNILATERAL : MBD_MODE_BOX;
  return mode == MBD_MODE_BOX && c->presses < 0 && isinf (c->def.effort_limit) ? MBD_MODE_LOCK
                                                                               : mode;
}
/// Returns true if limits of a coupling follow a load.
bool mbd_bound_follows (const MbdState *state, int coupling);
/// Returns the limit of row r of a coupling at the published multipliers, or impulses.
double mbd_limit_by_load (MbdState *state, int coupling, int r);
/// Returns the part of the limit of a coupling that does not follow a load.
double mbd_limit_without_load (const MbdState *state, int coupling);
/// Updates limits that follow loads from the multipliers of the last solve. Returns the largest
/// change of a limit that is currently carried.
double mbd_update_limits (MbdState *state);
/// Does the same, but predicts better limits from those of the pass before. `all`: also of rows that
/// hold. Returns true if the system is to be solved again with them: until they agree with the loads, or
/// no pass brings them closer.
bool mbd_improve_limits (MbdState *state, int pass, bool all);
/// Begins limits of impulses, from 0, of friction that follows a load, after mbd_take_touching () and at the
/// rates of the state. Such rows become candidates. Returns true if there are any.
bool mbd_begin_impulse_limits (MbdState *state);
/// Ends them: limits are those of forces again.
void mbd_end_impulse_limits (MbdState *state);
/// Brings limits of impulses or time steps closer to the loads of the last solve. Returns true if it is to be
/// repeated with them. In the end `contradict` of the state is true if they do not agree.
bool mbd_next_limits (MbdState *state, int pass);
/// Returns true if a row (batch layout) slips and no limit agreed with its load in the last solve.
bool mbd_limit_contradicts (const MbdState *state, int row);
bool mbd_any_limit_contradicts (const MbdState *state);
/// Brings limits and loads into agreement after a solve, with `refinements` passes of refinement
/// each time.
void mbd_follow_loads (MbdState *state, int refinements);
/// Sets roles of all rows from flags and compliances; rows with bounds get `bounded`.
void mbd_reset_roles (MbdState *state, MbdRowRole bounded);
/// Finds roles of rows with bounds from their contact and motion at the instant of the state, by an
/// active set; leaves the system solved if there are any.
void mbd_find_roles (MbdState *state);
/// Sets the roles that mbd_find_roles () begins with: rows that touch or rest are solved, the
/// others are at the bound that corresponds to their motion. `candidate` of the state marks the
/// former.
void mbd_start_roles (MbdState *state);
/// Returns true if, after a solve, a row has a multiplier beyond its bounds.
bool mbd_any_pulls (MbdState *state);
/// Releases such rows, one at a time, until none is left; leaves the system solved.
void mbd_release_pulling (MbdState *state);
/// Catches rows that touch and close, at the pose and rows of the state: v becomes the velocities
/// after impulses of rows that lock, of unilateral rows that push, and of friction by their loads;
/// `impulse` of the state receives them. Returns true if anything changed. Roles are left as used for the
/// impulses. `keeps_drift`: rows that no function of time drives keep the errors that they have.
bool mbd_catch (MbdState *state, bool keeps_drift, double *v);
/// Brings joints to rest whose friction allows no accelerations while they move, after a solve at the pose
/// of the state: a row (batch layout) or, if it is -1, all whose limits contradict their loads. v becomes the
/// velocities after impulses, which friction with the impulses of the joints carries. `impulse` of the state
/// receives them, `wedged` marks the rows. Returns false if there is no such joint.
bool mbd_jam (MbdState *state, int row, double *v);
/// Returns the closing rate, 1/s over the unit of the row, below which rows do not bounce.
double mbd_slow_rate (const MbdModel *model);
/// Computes, for every island, the largest |gamma| + |G W f|, over the unit of the row, of its
/// solved rows (with `all`, of all its rows), at the forces of the state.
void mbd_find_row_scales (MbdState *state, bool all);
/// Returns the scale of a row's island, in the unit of accelerations of this row.
static inline double
mbd_row_scale (const MbdState *state, int row)
{
  return state->solution.island_scale[state->model->row_island[row]] * state->model->row_unit[row];
}
/// Raises the scale of a row's island to an acceleration of the row if it is smaller.
static inline void
mbd_raise_row_scale (MbdState *state, int row, double acceleration)
{
  double *scale = &state->solution.island_scale[state->model->row_island[row]];

  if (acceleration > *scale * state->model->row_unit[row])
    *scale = acceleration / state->model->row_unit[row];
}
/// Returns the number of refinement passes for reported values; between massless bodies they
/// converge slowly.
static inline int
mbd_report_passes (const MbdModel *model)
{
  return model->needs_passes ? 8 : 4;
}
/// Writes multipliers by public row from the solution of the last evaluation.
void mbd_publish_multipliers (MbdState *state);
/// Computes the attitude of a body in the world; fixed bodies have theirs in the model, see
/// model-private.h.
void mbd_body_attitude (MbdState *state, int body, double R[9]);
void mbd_body_centre (MbdState *state, int body, double x[3]);
/// Computes G' lambda of one coupling on one side in world axes: force, and moment about the centre
/// of mass of a moving body (about the world's origin of a fixed one).
void mbd_coupling_wrench (MbdState *state,
                          const MbdModelCoupling *c,
                          int side,
                          const double *lambda,
                          double force[3],
                          double moment[3]);
/// Changes the wrench of a coupling on one side, by the published multipliers, from the couples of
/// gears to the forces of their teeth and belts: of a gear itself, or of the bearings that carry them.
void mbd_mesh_press (MbdState *state, int coupling, int side, double force[3], double moment[3]);
/// Computes the sizes of the force and of the moment that a coupling carries, from the published
/// multipliers.
void mbd_coupling_loads (MbdState *state, int coupling, double *force, double *moment);
/// Copies the last accepted joint angles from another state, with their time marked as unknown.
static inline void
mbd_copy_angles (MbdState *to, const MbdState *from)
{
  const size_t size = sizeof *to->turns.angle * (size_t) to->model->n_angles;

  memcpy (to->turns.angle, from->turns.angle, size);
  memcpy (to->turns.rate, from->turns.rate, size);
  to->turns.time = NAN;
}
/// Sets the last accepted joint angles to the angles of the pose.
void mbd_accept_angles (MbdState *state);
/// Sets the force elements to the model's, or to copies of another state's. Copying returns false
/// if there is not enough memory.
void mbd_share_forces (MbdState *state);
bool mbd_copy_forces (MbdState *to, const MbdState *from);
/// Sets the angles that count as accepted at a start.
void mbd_start_angles (MbdState *state);
/// Resolves the stabilisation of each row from couplings and state.
void mbd_resolve_stabilisation (MbdState *state);
static inline bool
mbd_row_is_solved (const MbdState *state, int row)
{
  return !state->roles.any_masked || state->roles.rows[row].role == MBD_ROW_SOLVED;
}

/// Computes wf = W f of light bodies; NULL means f = 0.
void mbd_weigh (MbdState *state, const double *f);
/// Loads S and g, and y = rhs - G wf with -f on heavy bodies (rhs in batch layout, f NULL for 0).
void mbd_load (MbdState *state, const double *f, const double *rhs);
/// Loads only y.
void mbd_load_right_side (MbdState *state, const double *f, const double *rhs);
/// Factors S + rho g (rho per row, node layout), carrying y forward.
void mbd_eliminate (MbdState *state, double *rho);
/// Sets rho of rows that are not dependent to the usual value, or to `most` if that is less. Returns
/// true if this changes any.
bool mbd_limit_rho (MbdState *state, double most);
/// Resets rho of the state to the usual values: no row counts as dependent.
void mbd_reset_rho (MbdState *state);
/// Factors a loaded system; rows found to depend on others get the rho for dependent rows.
void mbd_find_dependent_rows (MbdState *state);
/// Substitutes y forward with the factor.
void mbd_forward (MbdState *state);
/// Substitutes backwards: y becomes lambda and the accelerations of heavy bodies.
void mbd_backward (MbdState *state);
/// Computes a = W (f + G' lambda) of light bodies, heavy ones from y; u layout.
void mbd_recover (MbdState *state, const double *f, double *a);
/// Computes y = M x, u layout; with the true masses.
void mbd_mass_times (const MbdState *state, const double *x, double *y);

/// Returns gamma with the Baumgarte terms of the rows that have them; valid until the next call.
const double *mbd_stabilised_gamma (MbdState *state);
/// Makes further passes of the correction form on au and y, with the existing factor: until the
/// residuals are at round-off or no longer fall tenfold, at most `passes`.
void mbd_refine (MbdState *state, int passes);
/// Returns the number of values in a ledger.
int mbd_energy_balance_length (const MbdModel *model);
/// Starts the ledger of a state with the stored energies.
void mbd_energy_balance_begin (MbdState *state);
/// Computes the powers of all elements in the places of the ledger; pose, rows and multipliers of
/// an evaluation must exist.
void mbd_find_powers (MbdState *state, double *powers);
/// Computes the powers of force elements only, 0 in all other places; the pose must exist.
void mbd_find_force_powers (const MbdState *state, double *powers);
void mbd_energy_balance_add_impact (const MbdModel *model, double *ledger, double loss);
/// Adds the power dissipated by friction in contacts, W, to the powers of mbd_find_powers ().
void mbd_energy_balance_add_friction (const MbdModel *m, double *powers, double loss);
/// Returns the kinetic energy at the current pose.
double mbd_kinetic_energy (const MbdState *state);
/// Returns the energy stored in the soft rows of all couplings at the current pose.
double mbd_rows_potential (MbdState *state);
/// Returns the energy stored in the compliant rows of a coupling at the current pose.
double mbd_coupling_potential (MbdState *state, int coupling);

/// Computes one acceleration evaluation for the integrator: a in velocity coordinates.
void mbd_accelerate (MbdState *state, double time, const double *q, const double *v, double *a);
/// Computes the acceleration at the current pose, with the existing factor.
void mbd_accelerate_again (MbdState *state, double *a);
/// Computes pose and rows at time, q, v of the state unless they exist.
void mbd_state_prepare (MbdState *state);
/// Computes q <- q + dq for dq in the u layout; quaternions are turned, and renormalised if off by
/// more than 1e-14.
void mbd_displace (const MbdModel *model, double *q, const double *dq);
