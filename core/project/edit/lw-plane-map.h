// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Maps of the plane that keep shapes: a shift, a turn, a mirror image, an even scaling, and what
// they do to the elements of a mechanism.
//
// A point p of the world goes to s R(angle) M p + offset, where M is diag (1, -1) for a mirror
// image and 1 otherwise. A body goes along with its frame, and what is given in body axes goes to
// s L of it with L = M: so frames stay right-handed.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

typedef struct
{
  double angle; ///< rad
  double scale; ///< > 0
  bool mirrored;
  double offset[2]; ///< m
} LwPlaneMap;

LwPlaneMap lw_plane_map_shift (double dx, double dy);              ///< m
LwPlaneMap lw_plane_map_turn (double x, double y, double angle);   ///< about a point, rad
LwPlaneMap lw_plane_map_scale (double x, double y, double factor); ///< about a point
LwPlaneMap lw_plane_map_mirror (double x, double y, double angle); ///< about a line: a point of it
                                                                   ///< and its direction, rad
bool lw_plane_map_is_shift (const LwPlaneMap *self);
/// Finite, and of a scale that leaves something.
bool lw_plane_map_is_valid (const LwPlaneMap *self);

/// A point of the world, and the direction of an axis in it.
void lw_plane_map_point (const LwPlaneMap *self, double point[2]);
double lw_plane_map_direction (const LwPlaneMap *self, double angle);
/// A point and the attitude of a frame, in the axes of a body that goes along.
void lw_plane_map_local (const LwPlaneMap *self, double point[3]);
void lw_plane_map_local_frame (const LwPlaneMap *self, double quaternion[4]);

/// A body that is not in a mechanism yet goes along. The mass of a plate follows its shape; any
/// other mass stays, with its moments of inertia as of a body of another size.
void lw_plane_map_body (const LwPlaneMap *self, LwBody *body);
/// The lengths, functions, limits and ratios of a coupling between bodies that go along; `mapped`
/// tells which of its coordinates, which are of these kinds, do.
void lw_plane_map_coupling (const LwPlaneMap *self,
                            LwCoupling *coupling,
                            const MbdCoordinate coordinates[2],
                            const bool mapped[2]);
/// The force and torque of a load that is turned. False when a function that it follows cannot be:
/// then the load is as it was.
bool lw_plane_map_load (const LwPlaneMap *self, LwForce *load);

G_END_DECLS
