// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Positions in a drawn mechanism: points to snap to, bodies at a place, coincident points that are
// not joined. Everything refers to the start pose, in the plane, world frame, m.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Denotes no body, not even the ground.
#define LW_NO_BODY (-1)

typedef enum
{
  LW_POINT_END,      ///< end of a link or spring, corner of an outline, place of a joint, tracer
  LW_POINT_MIDPOINT, ///< midpoint of a link with two points
  LW_POINT_CENTRE,   ///< centre of a disc or a box
} LwPointKind;

/// Point of a body (MBD_GROUND: the ground).
typedef struct
{
  LwPointKind kind;
  double x, y;
  int body;
} LwDrawnPoint;

/// Straight line of the drawing: a side of a link or outline, the guide of a slider or slot.
typedef struct
{
  double x, y;   ///< a point on it
  double dx, dy; ///< unit direction
  double length; ///< length from the point, m; 0: unbounded in both directions
  int body;
} LwDrawnLine;

/// Returns the angle of a body about z at the start, rad.
double lw_geometry_angle (const LwBody *body);
/// Converts a point between body and world frame; `body` NULL: the ground, whose frame is the
/// world's.
void lw_geometry_to_world (const LwBody *body, const double local[3], double world[2]);
void lw_geometry_to_body (const LwBody *body, const double world[2], double local[3]);
/// Sets the quaternion of a rotation about z by `angle`, rad.
void lw_geometry_turn (double angle, double quaternion[4]);

/// Returns arrays of LwDrawnPoint and of LwDrawnLine, including hidden elements.
GArray *lw_geometry_points (const LwMechanism *mechanism);
GArray *lw_geometry_lines (const LwMechanism *mechanism);
/// Returns only points and lines of visible elements.
GArray *lw_geometry_seen_points (const LwMechanism *mechanism);
GArray *lw_geometry_seen_lines (const LwMechanism *mechanism);

/// Returns the ids (int) of the visible bodies at a place, from the bottom to the top of the
/// drawing order. Links extend `half_width` m to either side of their line; other outlines are
/// extended by `reach` m.
GArray *lw_geometry_bodies_at (const LwMechanism *mechanism,
                               double x,
                               double y,
                               double half_width,
                               double reach);
/// Computes the origins of the four frames in the world, as drawn.
void lw_geometry_coupling_ends (const LwMechanism *mechanism,
                                const MbdCouplingDef *def,
                                double ends[4][2]);
/// Returns the visible coupling with a point (joint, end of a rod, ...) nearest to a place within
/// `reach` m, or NULL if there is none. `wants` filters the couplings; NULL: any.
const LwCoupling *lw_geometry_joint_at (const LwMechanism *mechanism,
                                        double x,
                                        double y,
                                        double reach,
                                        bool (*wants) (const LwCoupling *coupling));
/// Returns true for a coupling of two bodies with its own place; other couplings refer to a joint.
bool lw_geometry_is_joint (const LwCoupling *coupling);
/// Computes the position of a joint: its point on body_b.
void
lw_geometry_joint_point (const LwMechanism *mechanism, const LwCoupling *joint, double world[2]);
/// Returns the representative of the bodies that are joined with `body` at this place: the smallest
/// id.
int lw_geometry_joined_with (const LwMechanism *mechanism, double x, double y, int body);

/// Returns the places (double[2]) where points of two visible bodies coincide but are not joined.
GArray *lw_geometry_unjoined (const LwMechanism *mechanism);
/// Returns the size of the drawing, m, at least `least`.
double lw_geometry_size (const LwMechanism *mechanism, double least);

/// Returns a joint with these locked axes at a place; its x axis is at `angle` to the world's x
/// axis.
LwCoupling *lw_geometry_new_joint (const LwMechanism *mechanism,
                                   unsigned locked,
                                   int body_a,
                                   int body_b,
                                   double x,
                                   double y,
                                   double angle);

G_END_DECLS
