// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shapes by which bodies in the plane touch, with their materials: on the bodies of a mechanism, or
// on those of a pile (mbd-pile.h). SI units.

#pragma once

#include <stdbool.h>

#include "mbd-api.h"
#include "mbd-model.h"

MBD_BEGIN_DECLS

/// Kind of a shape.
typedef enum
{
  MBD_SHAPE_POLYGON,    ///< any simple polygon; one that is not convex is cut into convex pieces
  MBD_SHAPE_DISC,       ///< about points[0]
  MBD_SHAPE_CAPSULE,    ///< round points[0] - points[1]
  MBD_SHAPE_HALF_PLANE, ///< all that lies to the right of points[0] -> points[1]
} MbdShapeKind;

/// Start from mbd_shape_default ().
typedef struct
{
  MbdShapeKind kind;    ///< kind of the shape
  int count;            ///< of points, at most 1000
  const double *points; ///< m, x and y: of a mechanism in the body frame, of a pile from the centre
                        ///< of mass (static: world). Copied
  double radius;        ///< m: disc, capsule: > 0; polygon: of rounded corners, outwards, >= 0
  double friction;      ///< mu >= 0; a pair has the geometric mean. Default 0.6
  double restitution;   ///< 0 .. 1; a pair has the larger one. Default 0
  double rolling;       ///< m, >= 0: a pair resists rolling with up to the sum times its normal
                        ///< force. Default 0
  int group;            ///< shapes of the same group other than 0 do not collide. Default 0
} MbdShape;

/// Properties of a pair of shapes, in place of those that follow from the two materials.
typedef struct
{
  double friction;    ///< mu >= 0
  double restitution; ///< 0 .. 1
  double rolling;     ///< m, >= 0
  bool ignored;       ///< true if the shapes do not collide
} MbdShapePair;

/// Returns a shape with the default material; set its points.
MbdShape mbd_shape_default (MbdShapeKind kind);

/// Give a body of a mechanism (MBD_GROUND too) a shape; ids are unique among shapes. The body may
/// be added later. Two moving bodies that a loop joint joins do not collide with each other.
MbdStatus mbd_mechanism_add_shape (MbdMechanism *mechanism,
                                   int id,
                                   int body,
                                   const MbdShape *shape,
                                   MbdDiagnosis *why);
/// Two shapes, by id, have a material of their own.
MbdStatus mbd_mechanism_set_shape_pair (MbdMechanism *mechanism,
                                        int shape_a,
                                        int shape_b,
                                        const MbdShapePair *pair,
                                        MbdDiagnosis *why);

int mbd_model_shape_count (const MbdModel *model);           ///< number of shapes
int mbd_model_shape_id (const MbdModel *model, int shape);   ///< id of a shape
int mbd_model_shape_body (const MbdModel *model, int shape); ///< index of a shape's body
/// The shape with points from the centre of mass of its body, in world axes on a fixed one.
const MbdShape *mbd_model_shape (const MbdModel *model, int shape);

/// Whether a polygon can be a shape: at least three corners, a width, no edge that crosses or
/// touches another one. `why->row` and `why->value` name the two edges.
MbdStatus mbd_polygon_check (const double *points, int count, MbdDiagnosis *why);
/// Cut a valid polygon into convex ones, anticlockwise. first[k] .. first[k + 1] of `corners` are
/// those of piece k; both have room for 3 count. Answers the number of pieces; 0: not valid.
int mbd_polygon_decompose (const double *points, int count, int *first, int *corners);

MBD_END_DECLS
