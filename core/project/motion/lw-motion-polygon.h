// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Velocity and acceleration polygons of a mechanism in the plane. Velocities of joints are drawn
// from one pole; those of a body form an image of the body, similar to it.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

typedef enum
{
  LW_POLYGON_VELOCITY,
  LW_POLYGON_ACCELERATION,
  LW_POLYGONS,
} LwPolygonKind;

/// A joint on a moving body, or a tracer on it.
typedef struct
{
  int body; ///< id
  const char
    *name;      ///< name of the joint or tracer; borrowed from the mechanism, NULL if it has none
  double at[3]; ///< m, world
  double vector[LW_POLYGONS][2]; ///< velocity, m/s; acceleration, m/s^2; world axes
} LwMotionPoint;

/// Returns an array of LwMotionPoint, the points of each body one after the other, those of the
/// ground left out. The state has been solved. Free with g_array_unref ().
GArray *lw_motion_points_new (const LwMechanism *mechanism, MbdState *state);

G_END_DECLS
