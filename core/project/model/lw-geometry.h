// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the things of a drawn mechanism are: points that can be snapped to, bodies under a place,
// points that lie on each other without being joined. All of it for the start pose, in the plane,
// world, m.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Not even the ground.
#define LW_NO_BODY (-1)

typedef enum
{
  LW_POINT_END,      ///< of a link, corner of an outline, place of a joint, end of a spring, tracer
  LW_POINT_MIDPOINT, ///< of a link with two points
  LW_POINT_CENTRE,   ///< of a disc or a box
} LwPointKind;

/// A point of a body (MBD_GROUND: of the ground).
typedef struct
{
  LwPointKind kind;
  double x, y;
  int body;
} LwDrawnPoint;

/// A straight line of the drawing: a side of a link or outline, the way of a slider or slot.
typedef struct
{
  double x, y;   ///< a point on it
  double dx, dy; ///< unit direction
  double length; ///< from the point; 0: endless both ways
  int body;
} LwDrawnLine;

/// Angle of a body about z at the start, rad.
double lw_geometry_angle (const LwBody *body);
/// `body` NULL: the ground, whose frame is the world's.
void lw_geometry_to_world (const LwBody *body, const double local[3], double world[2]);
void lw_geometry_to_body (const LwBody *body, const double world[2], double local[3]);
/// Quaternion of a turn about z.
void lw_geometry_turn (double angle, double quaternion[4]);

/// Of LwDrawnPoint, and of LwDrawnLine.
GArray *lw_geometry_points (const LwMechanism *mechanism);
GArray *lw_geometry_lines (const LwMechanism *mechanism);
/// The same without those of what is not drawn.
GArray *lw_geometry_seen_points (const LwMechanism *mechanism);
GArray *lw_geometry_seen_lines (const LwMechanism *mechanism);

/// Ids (int) of the bodies that are drawn at a place, from the one drawn first to the one on top.
/// Links are `half_width` m wide on either side of their line; outlines may be missed by `reach` m.
GArray *lw_geometry_bodies_at (const LwMechanism *mechanism,
                               double x,
                               double y,
                               double half_width,
                               double reach);
/// The joint, or rod's end ..., nearest to a place within `reach` m: a coupling that has a point
/// there and is drawn. NULL: none. `wants` NULL: any.
const LwCoupling *lw_geometry_joint_at (const LwMechanism *mechanism,
                                        double x,
                                        double y,
                                        double reach,
                                        bool (*wants) (const LwCoupling *coupling));
/// A coupling of two bodies with a place of its own; the others work on a joint.
bool lw_geometry_is_joint (const LwCoupling *coupling);
/// Where a joint is: its point on body_b.
void
lw_geometry_joint_point (const LwMechanism *mechanism, const LwCoupling *joint, double world[2]);
/// The representative of the bodies that are joined with `body` at this place: the least id.
int lw_geometry_joined_with (const LwMechanism *mechanism, double x, double y, int body);

/// Places (double[2]) where points of two bodies that are drawn lie on each other and are not
/// joined there.
GArray *lw_geometry_unjoined (const LwMechanism *mechanism);
/// The size of the drawing, m, at least `least`.
double lw_geometry_size (const LwMechanism *mechanism, double least);

/// A joint with this locked axes at a place; its x axis points along `angle` in the world.
LwCoupling *lw_geometry_new_joint (const LwMechanism *mechanism,
                                   unsigned locked,
                                   int body_a,
                                   int body_b,
                                   double x,
                                   double y,
                                   double angle);

G_END_DECLS
