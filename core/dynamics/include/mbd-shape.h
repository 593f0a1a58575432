// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Collision shapes of bodies in the plane, with their materials: on the bodies of a mechanism or of
// a pile (mbd-pile.h). SI units.

#pragma once

#include <stdbool.h>

#include "mbd-api.h"
#include "mbd-model.h"

MBD_BEGIN_DECLS

/// Kind of a shape.
typedef enum
{
  MBD_SHAPE_POLYGON,    ///< any simple polygon; one that is not convex is cut into convex pieces
  MBD_SHAPE_DISC,       ///< disc about points[0]
  MBD_SHAPE_CAPSULE,    ///< capsule round points[0] - points[1]
  MBD_SHAPE_HALF_PLANE, ///< half-plane to the right of points[0] -> points[1]
} MbdShapeKind;

/// A shape. Start from mbd_shape_default ().
typedef struct
{
  MbdShapeKind kind;    ///< kind of the shape
  int count;            ///< number of points, at most 1000
  const double *points; ///< m, x and y: in a mechanism in the body frame, in a pile relative to the
                        ///< centre of mass (static body: world). Copied
  double radius;        ///< m: disc, capsule: > 0; polygon: radius of rounded corners, outwards, >=
                        ///< 0
  double friction;      ///< mu >= 0; a pair has the geometric mean. Default 0.6
  double restitution;   ///< 0 .. 1; a pair has the larger one. Default 0
  double rolling;       ///< m, >= 0: a pair resists rolling with up to the sum times its normal
                        ///< force. Default 0
  int group;            ///< shapes of the same group other than 0 do not collide. Default 0
} MbdShape;

/// Properties of a pair of shapes that replace those derived from the two materials.
typedef struct
{
  double friction;    ///< mu >= 0
  double restitution; ///< 0 .. 1
  double rolling;     ///< m, >= 0
  bool ignored;       ///< true if the shapes do not collide
} MbdShapePair;

/// Returns a shape with the default material; set its points.
MbdShape mbd_shape_default (MbdShapeKind kind);

/// Adds a shape to a body of a mechanism (MBD_GROUND too); ids are unique among shapes. The body
/// may be added later. Two moving bodies joined by a loop joint do not collide with each other.
MbdStatus mbd_mechanism_add_shape (MbdMechanism *mechanism,
                                   int id,
                                   int body,
                                   const MbdShape *shape,
                                   MbdDiagnosis *why);
/// Sets the material of a pair of shapes, given by id.
MbdStatus mbd_mechanism_set_shape_pair (MbdMechanism *mechanism,
                                        int shape_a,
                                        int shape_b,
                                        const MbdShapePair *pair,
                                        MbdDiagnosis *why);

int mbd_model_shape_count (const MbdModel *model);           ///< number of shapes
int mbd_model_shape_id (const MbdModel *model, int shape);   ///< id of a shape
int mbd_model_shape_body (const MbdModel *model, int shape); ///< index of a shape's body
/// Returns a shape with points from the centre of mass of its body; in world axes on a fixed body.
const MbdShape *mbd_model_shape (const MbdModel *model, int shape);

/// Checks that a polygon can be a shape: it has at least three corners, a width, and no edge that
/// crosses or touches another edge. On failure `why->row` and `why->value` name the two edges.
MbdStatus mbd_polygon_check (const double *points, int count, MbdDiagnosis *why);
/// Cuts a valid polygon into convex ones, anticlockwise. first[k] .. first[k + 1] of `corners`
/// belong to piece k; both arrays have room for 3 count. Returns the number of pieces, 0 if the
/// polygon is not valid.
int mbd_polygon_decompose (const double *points, int count, int *first, int *corners);

MBD_END_DECLS
