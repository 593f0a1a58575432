// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Moves a mechanism by hand through the motion that its couplings allow, like a cardboard model on
// a table: a point of a body is held and pulled, and all joints stay closed. Masses and forces have
// no effect; drivers are released, and follow the new pose afterwards.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

typedef struct LwDragSolver LwDragSolver;

/// Takes hold of a point (m, body frame) of a body (its id), in the start pose. Returns NULL and
/// sets the error if that body cannot move or the mechanism cannot be assembled.
LwDragSolver *
lw_drag_solver_new (const LwMechanism *mechanism, int body, const double point[3], GError **error);
void lw_drag_solver_free (LwDragSolver *self);

/// Pulls the point towards x, y (m, world). The mechanism moves as far as it can and stays on its
/// branch; a target that is not finite or out of range changes nothing. Returns the remaining
/// distance, m.
double lw_drag_solver_pull (LwDragSolver *self, double x, double y);
/// Returns the place of the point, m, world.
void lw_drag_solver_get_point (LwDragSolver *self, double world[2]);
/// Returns the current pose, in the order of the model that lw_mechanism_compile () makes of this
/// mechanism.
const double *lw_drag_solver_get_positions (LwDragSolver *self);
guint lw_drag_solver_get_n_positions (LwDragSolver *self);
/// Returns velocities, in the order of the model, that the couplings allow in the current pose and
/// that continue the last movement; of arbitrary size. All 0 before anything has moved.
const double *lw_drag_solver_get_velocities (LwDragSolver *self);
/// Returns the place of a tracer, m, world. Returns false for the number of a tracer that does not
/// exist or has no body.
bool lw_drag_solver_get_tracer (LwDragSolver *self, guint tracer, double world[2]);
/// Returns the mechanism that starts in this pose: bodies moved, velocities made consistent, and
/// functions of drivers shifted by the displacement of their joints. Equal to the original if
/// nothing has moved.
LwMechanism *lw_drag_solver_dup_mechanism (LwDragSolver *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwDragSolver, lw_drag_solver_free)

G_END_DECLS
