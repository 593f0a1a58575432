// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Contact points of solids in space: sphere, capsule and box against each other and against a
// plane. Pure geometry; SI units.

#pragma once

#include "mbd-api.h"
#include "mbd-status.h"

MBD_BEGIN_DECLS

/// Kind of a solid.
typedef enum
{
  MBD_SOLID_SPHERE,  ///< sphere about the origin
  MBD_SOLID_CAPSULE, ///< capsule round the segment from -half[2] to half[2] of its z axis
  MBD_SOLID_BOX,     ///< box within +-half of its axes, rounded outwards by `radius`
  MBD_SOLID_PLANE,   ///< half-space below its x-y plane
} MbdSolidKind;

/// A solid in its own axes.
typedef struct
{
  MbdSolidKind kind; ///< kind of the solid
  double half[3]; ///< m, > 0: box: half of each side; capsule: half[2], half of its straight part
  double radius;  ///< m: sphere, capsule: > 0; box: >= 0
} MbdSolid;

/// Pose of a solid in the world.
typedef struct
{
  double position[3];   ///< m, of the origin
  double quaternion[4]; ///< w x y z, unit length, solid to world
} MbdSolidPose;

enum
{
  MBD_SOLID_POINTS = 8, ///< largest number of points of a contact
};

/// A point of contact of two solids.
typedef struct
{
  double point[3]; ///< m, midway between the surfaces
  double gap;      ///< m, along the normal; negative: overlap
  int feature;     ///< constant from pose to pose while the same corners and edges touch
} MbdSolidPoint;

/// Contact of two solids.
typedef struct
{
  int count;                             ///< number of points
  double normal[3];                      ///< unit, from a to b
  MbdSolidPoint point[MBD_SOLID_POINTS]; ///< `count` points
} MbdSolidContact;

/// Checks a solid. Returns BAD_RADIUS or BAD_PARAMETER with the number in `why->value`.
MbdStatus mbd_solid_check (const MbdSolid *solid, MbdDiagnosis *why);
/// Finds the points whose gap is at most `margin` (>= 0, m), and returns their number. The normal
/// is the direction in which the solids are farthest apart or overlap least; two planes have no
/// points.
int mbd_solid_collide (const MbdSolid *a,
                       const MbdSolidPose *pose_a,
                       const MbdSolid *b,
                       const MbdSolidPose *pose_b,
                       double margin,
                       MbdSolidContact *contact);

MBD_END_DECLS
