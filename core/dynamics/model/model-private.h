// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The compiled model, for the engine's own files.
//
// A fixed body has the attitude 1 in every pose, and its attachments are bound in world axes; so a
// fixed body may have any attitude in a plane mechanism.
//
// Layouts. q and v are as published. Internal vectors of velocity kind ("u layout") have the places
// of v, with the angular part of spatial bodies in world axes, and six more places at the end that
// all fixed bodies share: they read as zero, and writes to them are ignored. Multipliers and
// right-hand sides have the places of the nodes in elimination order ("node layout"). G, gamma and
// errors are in the order of the batches ("batch layout").

#pragma once

#include <stdatomic.h>
#include <stdint.h>

#include "arena-private.h"
#include "mbd-force-class.h"
#include "signal-private.h"
#include "mbd-model.h"
#include "shape-private.h"

typedef struct
{
  int id;
  const char *name;
  MbdMobility mobility;
  int q, v;    // first place in q and v; -1 if fixed
  int u;       // first place in the u layout
  int degrees; // 0, 3 or 6
  double mass;
  double inertia[9];         // about the centre of mass, body axes; planar: [8]
  double inverse_mass;       // inverse of mass + Sigma; 0 if fixed
  double inverse_inertia[9]; // inverse of inertia + Sigma; planar: [8]
  double centre[3];          // m, centre of mass in the body frame
  double start_position[3];  // start position of the centre of mass
  double start_quaternion[4];
  double start_angle;
  double start_velocity[3];
  double start_omega[3];
  double arm; // m, for the error norm: its longest coupling arm, else its radius of gyration
  bool massless;
  bool heavy;      // true if kept as an unknown of the linear system
  double share[2]; // fractions of its inverse mass and inertia that count in g of its rows, below 1
                   // if they are out of proportion
  int node;        // heavy body: position in the elimination order
  bool needs_space; // true if its space pose is used
} MbdModelBody;

typedef struct
{
  MbdCouplingDef def; // name owned by the model
  int ends, sides;
  int side[MBD_MOST_ENDS];        // side of an end
  int body[MBD_MOST_ENDS];        // body of a side
  double point[MBD_MOST_ENDS][3]; // point of an end, from the centre of mass; body axes, world axes
                                  // on a fixed body
  double quaternion[MBD_MOST_ENDS][4]; // frame of an end: frame to body, to world on a fixed body
  MbdSpace space;
  unsigned variant;
  MbdMode mode;  // never MBD_MODE_BY_KIND
  int rows;      // 0 between fixed bodies
  int first_row; // public numbering
  int batch, slot;
  int node; // position in the elimination order; -1 if it has no rows
  bool between_fixed;
  int presses;     // joint friction: index of the joint whose reaction bounds it; -1 if none
  int on_joint[2]; // indices of the joints with which it breaks; -1 if none
} MbdModelCoupling;

typedef struct
{
  MbdBatch view; // batch as passed to the class
  const MbdCouplingClass *class_;
  MbdSpace space;
  int degrees[MBD_MOST_ENDS]; // columns of a side: 3 or 6
  int stride;                 // doubles of G per coupling
  int G;                      // first double in G
  int first;                  // first row in the batch layout
  int angle;                  // first of two angles per coupling; -1 if none
  int *u[MBD_MOST_ENDS];      // places in the u layout, by side
  int *y;                     // place in the node layout
  int *diagonal;              // block S_kk in the factor
  int *coupling;              // index of the coupling
} MbdModelBatch;

/// One eliminated node: a coupling or a heavy body.
typedef struct
{
  int size;
  int y;          // place in the node layout
  int first;      // first of its later neighbours, in `neighbour_*`
  int count;      // number of its later neighbours
  int diagonal;   // block D in the factor; the blocks B of the neighbours follow
  int64_t target; // first entry in `target`: for s <= t of its neighbours the block (t, s)
  int uniform;    // size of all its neighbours if equal to its own size, else 0
} MbdColumn;

/// Products G_l W G_k' of couplings k before l that share a light body: runs of equal shape.
typedef struct
{
  int degrees, rows_l, rows_k;
  int first, count;
} MbdPairRun;

typedef struct
{
  int body;
  int G_l, G_k; // blocks of the shared body in G
  int target;   // block (l, k) in the factor
} MbdPair;

/// A coupling on a heavy body, with the place of its block of G.
typedef struct
{
  int body;
  int G, rows;
  int y;           // place of the coupling in the node layout
  int target;      // block in the factor
  bool transposed; // true if the body comes later: the block is G'
} MbdHeavyLink;

typedef struct
{
  int body;
  int y, diagonal;
} MbdHeavyBody;

struct MbdModel
{
  atomic_int references;
  MbdArena arena;
  double gravity[3];
  double size; // L

  MbdModelBody *bodies; // [0] is the ground
  int n_bodies;
  MbdModelCoupling *couplings;
  int n_couplings;
  MbdForceDef *force_defs;
  MbdBoundForce *forces;
  int n_forces;
  MbdBoundSignal *signals; // signals that functions name, each once
  int n_signals;
  int *memories; // signals with a memory; memories follow the positions of the bodies in q
  int n_memories;
  bool has_delays; // true if one of them is a delay
  MbdBodyShape *shapes;
  int n_shapes;
  MbdBodyShapePair *shape_pairs;
  int n_shape_pairs;
  int n_q, n_v, n_rows;
  bool planar;
  bool has_massless;
  bool
    needs_passes; // true if one pass leaves more than round-off: a massless body, or a share below 1

  int *planar_bodies; // indices of moving bodies by mobility
  int n_planar;
  int *spatial_bodies;
  int n_spatial;
  int *space_bodies; // planar bodies whose space pose is used
  int n_space;
  double *plane_weight; // 2 per body: 1/m, 1/I; 0 if fixed or heavy

  MbdModelBatch *batches;
  int n_batches;
  int n_G;              // number of doubles of G
  int n_space_rows;     // largest rows x 6 x sides of a batch that has to be squeezed
  int n_angles;         // number of doubles of joint angles
  bool rows_have_turns; // true if some row depends on a joint angle
  bool has_time_rates;
  int *row_island; // batch layout
  int n_islands;
  double *row_unit; // batch layout, unit of the errors of a row: L for a length, 1 (rad) for an
                    // angle

  MbdColumn *columns;
  int n_columns;
  int *neighbour, *neighbour_y, *neighbour_size, *neighbour_block; // per later neighbour
  int *target;
  int n_y;      // length of the node layout
  int n_factor; // doubles in the factor
  MbdPairRun *pair_runs;
  int n_pair_runs;
  MbdPair *pairs;
  MbdHeavyBody *heavy_bodies;
  int n_heavy;
  MbdHeavyLink *heavy_links;
  int n_heavy_links;

  int *body_by_id, *coupling_by_id, *force_by_id; // indices, sorted
  int *body_by_name, *coupling_by_name;           // indices of named elements, sorted
  int n_named_bodies, n_named_couplings;
};

/// Sorts the elements by id and name for look-up; refuses duplicates.
MbdStatus mbd_model_index (MbdModel *model, MbdDiagnosis *why);
/// Orders the nodes and lays out the factor: fills in columns, neighbours, targets, node places,
/// heavy bodies and couplings' nodes.
MbdStatus mbd_model_order (MbdModel *model, MbdDiagnosis *why);
/// Sorts couplings into batches and finds the products between them; call after ordering.
MbdStatus mbd_model_batch (MbdModel *model, MbdDiagnosis *why);
/// Numbers the islands of rows, which are connected by moving bodies; call after mbd_model_batch
/// ().
bool mbd_model_find_islands (MbdModel *model, MbdArena *scratch);
/// Returns the binding that a class needs for a coupling.
MbdBinding mbd_model_binding (const MbdModelCoupling *coupling);
/// Finds and binds the signals of all force elements; call before mbd_model_bind_force ().
MbdStatus mbd_model_take_signals (MbdModel *model, MbdDiagnosis *why);
/// Gives signals that are angles in space their places among joint angles; call after
/// mbd_model_batch ().
void mbd_model_count_signal_angles (MbdModel *model);
/// Finds the signals of the functions of a force element. Those of a changed one must exist.
MbdStatus mbd_model_bind_signals (const MbdModel *model, MbdBoundForce *force, MbdDiagnosis *why);
/// Converts a point from the body frame: from the centre of mass, in world axes on a fixed body.
void mbd_model_bind_point (const MbdModelBody *body, const double point[3], double out[3]);
/// Sets bodies, points and frames of a force element from its definition.
MbdStatus mbd_model_bind_force (const MbdModel *model,
                                const MbdForceDef *def,
                                MbdBoundForce *force,
                                MbdDiagnosis *why);
/// Sets points, frames, sides, variant and mode of a coupling from its definition: all but its
/// rows.
MbdStatus mbd_model_bind (const MbdModel *model, MbdModelCoupling *coupling, MbdDiagnosis *why);
/// Returns the block (later, earlier) in the factor, or -1 if it does not exist.
int mbd_model_find_block (const MbdModel *model, int earlier, int later);
/// Returns the number of columns of a coupling's G on a side.
static inline int
mbd_coupling_degrees (const MbdModel *model, const MbdModelCoupling *coupling, int side)
{
  return coupling->space == MBD_SPACE_PLANE
             || model->bodies[coupling->body[side]].mobility == MBD_PLANAR
           ? 3
           : 6;
}
/// Returns the place of row r of a coupling in the batch layout.
static inline int
mbd_model_row (const MbdModel *model, const MbdModelCoupling *coupling, int r)
{
  return model->batches[coupling->batch].first + coupling->slot * coupling->rows + r;
}
/// Returns true if velocity k of a moving body is angular.
static inline bool
mbd_turns (const MbdModelBody *body, int k)
{
  return k >= (body->degrees == 3 ? 2 : 3);
}
