// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Compiled mechanism: sizes, index maps, sparsity and factorisation plan. Constant and reference
// counted (atomically); any number of states in any number of threads may share one.
//
// Indices. Body 0 is the ground; the other bodies, the couplings and the force elements have
// indices in the order in which they were added. The rows of all couplings are numbered in coupling
// order, including disabled couplings; the state determines whether a row takes part
// (mbd_state_row_role ()).

#pragma once

#include "mbd-api.h"
#include "mbd-mechanism.h"

MBD_BEGIN_DECLS

/// A compiled mechanism: constant and reference counted (atomically); threads may share it.
typedef struct MbdModel MbdModel;

/// Compiles a mechanism. On failure *model is NULL and `why` (may be NULL) names the element.
MbdStatus mbd_model_compile (const MbdMechanism *mechanism, MbdModel **model, MbdDiagnosis *why);
/// Adds a reference and returns the model.
MbdModel *mbd_model_ref (const MbdModel *model);
/// Drops a reference; the last one frees the model. NULL is allowed.
void mbd_model_unref (const MbdModel *model);

int mbd_model_body_count (const MbdModel *model);     ///< including the ground
int mbd_model_coupling_count (const MbdModel *model); ///< including disabled couplings
int mbd_model_force_count (const MbdModel *model);    ///< force elements
int mbd_model_position_count (const MbdModel *model); ///< length of q
int mbd_model_velocity_count (const MbdModel *model); ///< length of v
int mbd_model_row_count (const MbdModel *model);      ///< rows of G
double mbd_model_size (const MbdModel *model);    ///< L, m: diagonal of the box round all joint and
                                                  ///< body points at t = 0
bool mbd_model_is_planar (const MbdModel *model); ///< true if there is no spatial body

/// Returns the index of the body with an id, or -1 if there is none.
int mbd_model_body_by_id (const MbdModel *model, int id);
/// Returns the index of the body with a name, or -1 if there is none.
int mbd_model_body_by_name (const MbdModel *model, const char *name);
/// Returns the index of the coupling with an id, or -1 if there is none.
int mbd_model_coupling_by_id (const MbdModel *model, int id);
/// Returns the index of the coupling with a name, or -1 if there is none.
int mbd_model_coupling_by_name (const MbdModel *model, const char *name);
/// Returns the index of the coupling that a row belongs to, or -1 if there is no such row.
int mbd_model_coupling_by_row (const MbdModel *model, int row);
/// Returns the index of the force element with an id, or -1 if there is none.
int mbd_model_force_by_id (const MbdModel *model, int id);

int mbd_model_body_id (const MbdModel *model, int body);               ///< id of a body
MbdMobility mbd_model_body_mobility (const MbdModel *model, int body); ///< mobility of a body
int mbd_model_body_first_position (const MbdModel *model, int body);   ///< offset in q; -1 for a
                                                                       ///< fixed body
int mbd_model_body_first_velocity (const MbdModel *model, int body);   ///< offset in v; -1 for a
                                                                       ///< fixed body
double mbd_model_body_mass (const MbdModel *model, int body);          ///< kg

int mbd_model_coupling_id (const MbdModel *model, int coupling); ///< id of a coupling
/// Returns the kind of a coupling.
const MbdCouplingClass *mbd_model_coupling_class (const MbdModel *model, int coupling);
/// Returns the number of a coupling's first row.
int mbd_model_coupling_first_row (const MbdModel *model, int coupling);
const char *mbd_model_coupling_name (const MbdModel *model, int coupling); ///< NULL if it has no
                                                                           ///< name
int mbd_model_coupling_rows (const MbdModel *model, int coupling); ///< number of rows, also while
                                                                   ///< they take no part; 0 between
                                                                   ///< fixed bodies
/// Writes the indices of predecessor and successor.
void mbd_model_coupling_bodies (const MbdModel *model, int coupling, int bodies[2]);
/// Returns the number of bodies of a coupling, each counted once: 2, or up to 4 if two joint
/// coordinates are joined.
int mbd_model_coupling_sides (const MbdModel *model, int coupling);
/// Returns the index of the body on a side, 0 <= side < mbd_model_coupling_sides ().
int mbd_model_coupling_body (const MbdModel *model, int coupling, int side);
/// Returns the side of an end, 0 to 3 (body_a to body_d); ends on one body have the same side. -1: the
/// coupling has no such end.
int mbd_model_coupling_side (const MbdModel *model, int coupling, int end);
/// Returns a short label of a row within its coupling.
const char *mbd_model_row_name (const MbdModel *model, int row);
/// Returns true if a row measures a length (m), false if it measures an angle (rad).
bool mbd_model_row_is_length (const MbdModel *model, int row);

/// Returns true if two models have the same bodies, couplings, force elements and shapes in the
/// same places of q, v and the rows, so that a state of one can continue as a state of the other.
bool mbd_model_fits (const MbdModel *a, const MbdModel *b);

/// Returns the degrees of freedom by count (Gruebler): velocities minus the rows of enabled
/// couplings that lock (including drivers and motors, but not end stops, ropes, struts, dry friction
/// and compliant rows).
int mbd_model_freedoms_by_count (const MbdModel *model);

MBD_END_DECLS
