// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The state and its work space, and the steps of an evaluation:
//
//   pose -> forces -> rows -> load (S, right side) -> eliminate -> finish (lambda, a)

#pragma once

#include <math.h>
#include <string.h>

#include "mbd-state.h"
#include "model-private.h"

/// rho of docs/theory/equations.md: one pass while integrating, several where numbers are shown.
#define MBD_RHO_INTEGRATE 1e-12
#define MBD_RHO_REPORT 1e-10
/// Behind hubs the load split among dependent rows gathers more round-off over rho.
#define MBD_RHO_REPORT_HEAVY 1e-9
/// g of a row on a massless body is that of 1e-8 of a mass: R would be as large as the inverse
/// masses beside it and passes would hardly converge.
#define MBD_RHO_REPORT_MASSLESS 1e-13
/// A row whose pivot is below this fraction of its diagonal depends on rows before it. While
/// integrating it is left to them (rho so large that its multiplier vanishes): off the manifold,
/// where stages are, it would be almost but not quite independent, and its multiplier arbitrary.
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

struct MbdState
{
  const MbdModel *model;
  MbdArena arena;
  double *ledger; // see ledger.c

  double time;
  double earliest, latest; // s: between them functions of time are seen (mbd_pose ()); else
                           // infinite
  double *q, *v, *a;       // as published
  double *lambda;          // by public row
  double *q_trial[2];      // scratch of assembly
  MbdStabilisationSettings stabilisation;
  double *baumgarte; // per row, batch layout: 1/T, 0 without
  bool *projected;   // per row, batch layout
  bool any_baumgarte, any_projected;

  // What can change while it moves. `couplings` and the parameters in `views` are the model's until
  // the first change, then those in `own_*`; equal serials mean equal contents.
  const MbdModelCoupling *couplings;
  MbdModelCoupling *own_couplings;
  char *own_parameters;
  const MbdBoundForce *forces;
  MbdBoundForce *own_forces;
  MbdForceDef *own_force_defs;
  MbdGrip grip; // body 0: nothing pulls
  uint64_t serial;
  MbdBatch *views;         // per batch, what the class sees
  double *angle;           // two per coupling of a batch with turns
  double *angle_rate;      // rad/s, of their last change
  double *angle_before;    // scratch
  double angle_time;       // s, of the instant to which they belong; NaN: not known
  MbdCouplingRun *running; // per coupling
  MbdRowRun *rows;         // per row, batch layout
  double *prescribed;      // per row, batch layout: multiplier of a row that is not solved
  unsigned char *hint;     // per row, batch layout: the role that mbd_find_roles () tries first; 0:
                           // none
  double *limit;           // per row, batch layout: what the multiplier of a box row may be
  double *held;    // per row, batch layout: where a box row that has slipped holds now, as eps
  bool *candidate; // per row, batch layout, scratch of roles.c
  unsigned char *masked; // per column: bit r is set when row r is not solved
  bool any_masked, any_prescribed, any_bounds, any_levels, any_breaking;
  bool any_following; // some limit follows a load
  bool roles_known;   // roles of rows with bounds belong to time, q, v

  // What of the work space below belongs to time, q, v.
  bool has_pose, has_rows, has_solution;

  MbdPlanePose *plane; // per body
  MbdSpacePose *space;
  double *space_weight;  // 10 per body: 1/m, inverse inertia in world axes; 0 when fixed or heavy
  double *world_inertia; // 9 per body, spatial bodies
  double *G;
  double *squeeze;    // rows of a batch before columns that a planar body lacks are taken out
  double *gamma;      // batch layout, without stabilisation terms
  double *eps, *rate; // batch layout, scratch
  double *time_rate;  // of one batch, scratch
  double *f;          // u layout
  double *external;   // u layout: forces of contacts, from the integrator
  bool has_external;
  double *wf;            // u layout: W f of light bodies
  double *fl;            // u layout, scratch: f + G' lambda
  double *correction;    // 2 x u layout, scratch of refinement
  double *island_scale;  // per island, scratch: see mbd_find_row_scales ()
  double *residual_rows; // batch layout, scratch of refinement
  double *residual_v;    // u layout, scratch
  double *au;            // u layout: accelerations, world axes
  double *y;             // node layout: right side, then lambda and heavy accelerations
  double *x;             // node layout: the sum over passes
  double *g;             // node layout: diagonal of G W G'
  double *rho_report;    // node layout: MBD_RHO_REPORT, _HEAVY or _MASSLESS
  double *rho_usual;     // node layout: MBD_RHO_INTEGRATE, smaller on massless bodies
  double *rho;           // node layout: the usual one, or what an integrator puts there
  double *factor;
  double *collapse; // per column: largest diagonal before elimination over its pivot
  double worst_collapse;
};

/// Take the pose of all bodies from q and v (of the model's lengths) at `time`, or the nearest to
/// it at which functions of time may be seen.
void mbd_pose (MbdState *state, double time, const double *q, const double *v);
/// The time only, at the same positions.
void mbd_pose_time (MbdState *state, double time);
/// Velocities only, at the same positions.
void mbd_pose_velocities (MbdState *state, const double *v);
/// f: gravity, gyroscopic moments and force elements.
void mbd_forces (MbdState *state);
/// f += what pulls by hand, u layout; only when something does.
void mbd_add_grip (const MbdState *state, double *f);
/// f += what one force element does, u layout.
void mbd_add_force (const MbdState *state, int index, double *f);
/// G and gamma.
void mbd_rows (MbdState *state);
/// Position errors, batch layout.
void mbd_position_errors (MbdState *state, double *eps);
/// out = G x, batch layout, x in the u layout with zeros for fixed bodies.
void mbd_jacobian_multiply (const MbdState *state, const double *x, double *out);
/// out += G' lambda, out in the u layout, lambda in the node layout.
void mbd_jacobian_transpose_add (const MbdState *state, const double *lambda, double *out);
/// Velocities in the u layout (world axes) from those of the pose.
void mbd_world_velocities (const MbdState *state, double *u);
/// From the u layout to published velocity coordinates and back.
void mbd_to_body_axes (const MbdState *state, const double *u, double *v);
void mbd_to_world_axes (const MbdState *state, const double *v, double *u);

/// rate = G u + the partial derivative of eps by time, batch layout; u in the u layout.
void mbd_velocity_errors (MbdState *state, const double *u, double *rate);
/// Errors above the level of their rows become 0; either may be NULL.
void mbd_silence_levels (const MbdState *state, double *eps, double *rate);
/// The multipliers of rows that are not solved, and f += G' of them; needs pose and rows.
void mbd_prescribe (MbdState *state);
/// After roles have changed: flags and masks, and everything that rests on them.
void mbd_roles_changed (MbdState *state);
/// What the multiplier of row r of a coupling may be: the normal of a friction group is unilateral,
/// its tangents are boxes.
static inline MbdMode
mbd_row_mode (const MbdState *state, int coupling, int r)
{
  const MbdMode mode = state->running[coupling].mode;
  return mode != MBD_MODE_FRICTION ? mode : r == 0 ? MBD_MODE_UNILATERAL : MBD_MODE_BOX;
}
/// The least multiplier of a unilateral row.
static inline double
mbd_least_multiplier (const MbdState *state, int coupling)
{
  return state->running[coupling].mode == MBD_MODE_FRICTION
           ? -state->couplings[coupling].def.cohesion
           : 0;
}
/// Whether limits of a coupling follow a load.
bool mbd_bound_follows (const MbdState *state, int coupling);
/// The limit of one of its rows at the published multipliers.
double mbd_limit_by_load (MbdState *state, int coupling, int r);
/// Limits that follow loads from the multipliers of the last solve; answers the largest change of
/// one that is carried now.
double mbd_update_limits (MbdState *state);
/// After a solve: bring limits and loads to agree; so many passes of refinement each time.
void mbd_follow_loads (MbdState *state, int refinements);
/// Roles of all rows from flags and compliances; rows with bounds get `bounded`.
void mbd_reset_roles (MbdState *state, MbdRowRole bounded);
/// Roles of rows with bounds from what touches and moves at the instant of the state, by an active
/// set; leaves the system solved when there are any.
void mbd_find_roles (MbdState *state);
/// The roles that mbd_find_roles () begins with: what touches or rests is solved, the others are at
/// the bound that their motion tells. `candidate` of the state marks the former.
void mbd_start_roles (MbdState *state);
/// After a solve: whether a row with bounds has a multiplier beyond them.
bool mbd_any_pulls (MbdState *state);
/// Catch what touches and closes, at the pose and rows of the state: v becomes the velocities after
/// impulses of rows that lock, and of unilateral rows that push; `impulse` (batch layout) gets
/// them. Answers whether anything changed. Roles are left as they served for that.
bool mbd_catch (MbdState *state, double *v, double *impulse);
/// For every island the largest |gamma| + |G W f|, over the unit of the row, of its rows that are
/// solved (of all its rows), at the forces of the state.
void mbd_find_row_scales (MbdState *state, bool all);
/// That of the island of a row, in the unit of accelerations of this row.
static inline double
mbd_row_scale (const MbdState *state, int row)
{
  return state->island_scale[state->model->row_island[row]] * state->model->row_unit[row];
}
/// No less than an acceleration of a row.
static inline void
mbd_raise_row_scale (MbdState *state, int row, double acceleration)
{
  double *scale = &state->island_scale[state->model->row_island[row]];

  if (acceleration > *scale * state->model->row_unit[row])
    *scale = acceleration / state->model->row_unit[row];
}
/// How many passes of refinement where numbers are shown; between massless bodies they converge
/// slowly.
static inline int
mbd_report_passes (const MbdModel *model)
{
  return model->has_massless ? 8 : 4;
}
/// Multipliers by public row from the solution of the last evaluation.
void mbd_publish_multipliers (MbdState *state);
/// Sizes of the force and of the moment that a coupling carries, from the published multipliers.
void mbd_coupling_loads (MbdState *state, int coupling, double *force, double *moment);
/// The last accepted joint angles are those of another state, of a time that is not known.
static inline void
mbd_copy_angles (MbdState *to, const MbdState *from)
{
  const size_t size = sizeof *to->angle * (size_t) to->model->n_angles;

  memcpy (to->angle, from->angle, size);
  memcpy (to->angle_rate, from->angle_rate, size);
  to->angle_time = NAN;
}
/// The last accepted joint angles become those of the pose.
void mbd_accept_angles (MbdState *state);
/// Force elements as those of the model, or as those of another state; false without memory.
void mbd_share_forces (MbdState *state);
bool mbd_copy_forces (MbdState *to, const MbdState *from);
/// The angles that count as accepted at a start.
void mbd_start_angles (MbdState *state);
/// Stabilisation row by row, from couplings and state.
void mbd_resolve_stabilisation (MbdState *state);
static inline bool
mbd_row_is_solved (const MbdState *state, int row)
{
  return !state->any_masked || state->rows[row].role == MBD_ROW_SOLVED;
}

/// wf = W f of light bodies; NULL means f = 0.
void mbd_weigh (MbdState *state, const double *f);
/// S and g, and y = rhs - G wf with -f on heavy bodies (rhs in batch layout, f NULL for 0).
void mbd_load (MbdState *state, const double *f, const double *rhs);
/// Only y.
void mbd_load_right_side (MbdState *state, const double *f, const double *rhs);
/// Factor S + rho g (rho per row, node layout), carrying y forward.
void mbd_eliminate (MbdState *state, double *rho);
/// rho of the state as usual: no row counts as dependent.
void mbd_reset_rho (MbdState *state);
/// Factor a loaded system; rows that turn out to depend on others get their rho for that.
void mbd_find_dependent_rows (MbdState *state);
/// Forward substitution of y with the factor.
void mbd_forward (MbdState *state);
/// Back substitution: y becomes lambda and the accelerations of heavy bodies.
void mbd_backward (MbdState *state);
/// a = W (f + G' lambda) of light bodies, heavy ones from y; u layout.
void mbd_recover (MbdState *state, const double *f, double *a);
/// y = M x, u layout; with the true masses.
void mbd_mass_times (const MbdState *state, const double *x, double *y);

/// gamma with the Baumgarte terms of the rows that have them; valid until the next call.
const double *mbd_stabilised_gamma (MbdState *state);
/// Further passes of the correction form on au and y, with the factor that is there: until the
/// residuals are at round-off or no longer fall tenfold, at most `passes`.
void mbd_refine (MbdState *state, int passes);
/// Numbers of a ledger.
int mbd_energy_balance_length (const MbdModel *model);
/// Start the ledger of a state with what it has stored.
void mbd_energy_balance_begin (MbdState *state);
/// The powers of all elements in the places of the ledger; pose, rows and multipliers of an
/// evaluation must be there.
void mbd_find_powers (MbdState *state, double *powers);
/// Those of force elements alone, 0 in all other places; the pose must be there.
void mbd_find_force_powers (const MbdState *state, double *powers);
void mbd_energy_balance_add_impact (const MbdModel *model, double *ledger, double loss);
/// The power that friction in contacts takes, W, among those of mbd_find_powers ().
void mbd_energy_balance_add_friction (const MbdModel *m, double *powers, double loss);
/// Of the pose that is set.
double mbd_kinetic_energy (const MbdState *state);
/// What the rows of a coupling that give way have stored at the pose that is set.
double mbd_coupling_potential (MbdState *state, int coupling);

/// One acceleration evaluation as the integrator needs it: a in velocity coordinates.
void mbd_accelerate (MbdState *state, double time, const double *q, const double *v, double *a);
/// The same at the pose that is set, with the factor that is there.
void mbd_accelerate_again (MbdState *state, double *a);
/// Pose and rows at time, q, v of the state, unless they are there.
void mbd_state_prepare (MbdState *state);
/// q <- q + dq for dq in the u layout; quaternions are turned, and renormalised when off by more
/// than 1e-14.
void mbd_displace (const MbdModel *model, double *q, const double *dq);
