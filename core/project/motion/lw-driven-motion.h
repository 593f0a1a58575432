// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Positions of a mechanism while the coordinate of one joint is moved by hand: kinematics by position
// analysis. Masses, forces and time have no effect, and the drawing is not changed. Other drives and
// lengths that follow a function of time keep their value at the start.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

typedef struct LwDrivenMotion LwDrivenMotion;

/// Prepares the motion of a drive, or of a joint with a coordinate, by the id of the coupling, and
/// searches its range. If a joint is moved that way, all drives are released. Returns NULL and sets
/// the error if it cannot drive the mechanism, or leaves degrees of freedom.
LwDrivenMotion *lw_driven_motion_new (const LwMechanism *mechanism, int coupling, GError **error);
void lw_driven_motion_free (LwDrivenMotion *self);

/// Returns true if lw_driven_motion_new () can be tried with this coupling.
bool lw_driven_motion_takes (const LwCoupling *coupling);

int lw_driven_motion_get_coupling (LwDrivenMotion *self);
bool lw_driven_motion_turns (LwDrivenMotion *self); ///< rad, otherwise m
/// Coordinate in the drawing, rad or m.
double lw_driven_motion_get_start (LwDrivenMotion *self);
/// Range of the coordinate, rad or m: one turn from the start where it can turn, or as far as the
/// size of the mechanism to each side; less where stops or a dead point end the motion.
void lw_driven_motion_get_range (LwDrivenMotion *self, double *lower, double *upper);
double lw_driven_motion_get_coordinate (LwDrivenMotion *self); ///< the current one, rad or m

/// Moves the coordinate, within the range, along the same branch. Returns false and sets the error if
/// it gets no further than the current coordinate.
bool lw_driven_motion_move (LwDrivenMotion *self, double coordinate, GError **error);
/// Returns the pose, in the order of the model that lw_mechanism_compile () makes of the mechanism.
const double *lw_driven_motion_get_positions (LwDrivenMotion *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwDrivenMotion, lw_driven_motion_free)

G_END_DECLS
