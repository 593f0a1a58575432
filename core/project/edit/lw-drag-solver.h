// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Moving a mechanism by hand through the motion that its couplings allow, as one of cardboard on a
// table: it is taken at a point of a body and pulled, and all joints stay closed. Masses and forces
// have no say in it; drivers let go, and follow the new pose afterwards.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

typedef struct LwDragSolver LwDragSolver;

/// Take hold of a point (m, body frame) of a body (its id), in the start pose. NULL, and a
/// sentence, when that body cannot move or the mechanism cannot be assembled.
LwDragSolver *
lw_drag_solver_new (const LwMechanism *mechanism, int body, const double point[3], GError **error);
void lw_drag_solver_free (LwDragSolver *self);

/// Pull the point towards x, y (m, world). The mechanism comes as far as it can and stays on its
/// branch; what is not finite or out of the world changes nothing. The distance that is left, m.
double lw_drag_solver_pull (LwDragSolver *self, double x, double y);
/// Where the point is, m, world.
void lw_drag_solver_get_point (LwDragSolver *self, double world[2]);
/// The pose as it is now, in the order in which lw_mechanism_compile () of this mechanism has it.
const double *lw_drag_solver_get_positions (LwDragSolver *self);
guint lw_drag_solver_get_n_positions (LwDragSolver *self);
/// The mechanism that starts in this pose: bodies elsewhere, speeds made to fit, and functions that
/// drivers follow shifted by as much as their joints were moved. Equal to the one from before when
/// nothing has moved.
LwMechanism *lw_drag_solver_dup_mechanism (LwDragSolver *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwDragSolver, lw_drag_solver_free)

G_END_DECLS
