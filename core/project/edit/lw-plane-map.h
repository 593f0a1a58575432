// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Maps of the plane that keep shapes: shift, turn, mirror image, uniform scaling, and their effect
// on the elements of a mechanism.
//
// A point p of the world maps to s R(angle) M p + offset, where M is diag (1, -1) for a mirror
// image and 1 otherwise. A body moves with its frame, and a vector in body axes maps to s L times
// it with L = M, so that frames stay right-handed.

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
/// Returns true if the map is finite and its scale is in range.
bool lw_plane_map_is_valid (const LwPlaneMap *self);

/// Map a point of the world, and the direction of an axis in it.
void lw_plane_map_point (const LwPlaneMap *self, double point[2]);
double lw_plane_map_direction (const LwPlaneMap *self, double angle);
/// Map a point and the attitude of a frame, in the axes of a body that moves along.
void lw_plane_map_local (const LwPlaneMap *self, double point[3]);
void lw_plane_map_local_frame (const LwPlaneMap *self, double quaternion[4]);

/// Maps a body that is not in a mechanism yet. The mass of a plate follows its shape; any other
/// mass is kept, with moments of inertia scaled to the new size.
void lw_plane_map_body (const LwPlaneMap *self, LwBody *body);
/// Maps the lengths, functions, limits and ratios of a coupling between bodies that move along.
/// `mapped` is true for each of its coordinates (of these kinds) that moves along.
/// Maps the points of a curve, whose frame is mapped. A mirrored frame keeps its z axis: y of the points
/// changes its sense.
void lw_plane_map_curve (const LwPlaneMap *self, GArray *points);
void lw_plane_map_coupling (const LwPlaneMap *self,
                            LwCoupling *coupling,
                            const MbdCoordinate coordinates[2],
                            const bool mapped[2]);
/// Turns the force and torque of a load. Returns false, and leaves the load unchanged, if one of
/// its functions cannot be turned.
bool lw_plane_map_load (const LwPlaneMap *self, LwForce *load);

G_END_DECLS
