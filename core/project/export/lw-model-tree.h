// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The bodies of a mechanism as a spanning tree of its joints, as programs with minimal coordinates
// need it: which joints are part of the tree, and which ones close loops.

#pragma once

#include "lw-mechanism.h"
#include "lw-progress.h"

G_BEGIN_DECLS

typedef enum
{
  LW_AXIS_SLIDE,
  LW_AXIS_HINGE,
  LW_AXIS_BALL,
} LwAxisKind;

/// A freedom of a joint of the tree, world axes at the start.
typedef struct
{
  LwAxisKind kind;
  double axis[3];
} LwTreeAxis;

typedef struct
{
  const LwBody *body;
  double position[3], quaternion[4]; ///< pose of the body frame, world
  double rotation[3][3];             ///< body to world
  double velocity[3];                ///< m/s, of the centre of mass, world
  double spin[3];                    ///< rad/s, world
  double centre[3];                  ///< m, centre of mass, world
  int parent;                        ///< index; -1: the world
  const LwCoupling *joint;           ///< to the parent; NULL: none, the body moves freely. A planar
                                     ///< one has axes nevertheless: x, y and the angle
  bool is_reversed;                  ///< the body is the predecessor of the joint
  double anchor[3];                  ///< m, origin of the joint's frame on the successor, world
  LwTreeAxis axes[4];                ///< in the order in which they move the body
  int n_axes;
  double coordinate; ///< m or rad, of a joint with one axis, at the start
} LwTreeBody;

typedef struct
{
  GArray *bodies;      ///< array of LwTreeBody, parents first
  GPtrArray *closures; ///< const LwCoupling: joints that close loops
  GHashTable *indices; ///< id of a body -> its index
} LwModelTree;

/// Returns the tree at the pose and velocities of a state; one without its joints if it was cancelled.
LwModelTree *
lw_model_tree_new (const LwMechanism *mechanism, MbdState *state, const LwProgress *progress);
void lw_model_tree_free (LwModelTree *self);
/// Returns the index of a body; -1 for the ground.
int lw_model_tree_find (const LwModelTree *self, int body);
const LwTreeBody *lw_model_tree_get (const LwModelTree *self, int index);
/// Returns the body whose joint to its parent is this coupling, and has one axis; NULL if none has.
const LwTreeBody *lw_model_tree_find_joint (const LwModelTree *self, int coupling);
/// Computes the motion of a body relative to its parent at its anchor: m/s and rad/s, world axes.
void lw_model_tree_find_motion (const LwModelTree *self,
                                const LwTreeBody *body,
                                double velocity[3],
                                double spin[3]);
/// Returns the rate of a slide or hinge for this motion, m/s or rad/s.
double lw_tree_axis_rate (const LwTreeAxis *self, const double velocity[3], const double spin[3]);
/// Converts a vector or point of the world at the start to the body frame.
void lw_tree_body_to_own_axes (const LwTreeBody *self, const double world[3], double own[3]);
void lw_tree_body_to_own (const LwTreeBody *self, const double world[3], double own[3]);
/// Computes the velocity of a point of a body, world, m/s; NULL: the ground.
void lw_tree_body_find_velocity (const LwTreeBody *self, const double point[3], double velocity[3]);
/// Returns the inertia about the centre of mass, kg m^2, body axes: xx yy zz xy xz yz. Only the one
/// about z matters in the plane; the others equal it, as every program allows.
void lw_tree_body_find_inertia (const LwTreeBody *self, double inertia[6]);
/// Converts an inertia from body axes to world axes at the start.
void lw_tree_body_turn_inertia (const LwTreeBody *self, const double own[6], double world[6]);
/// Converts a point of a body to the world at the start; index -1: the ground.
void
lw_model_tree_to_world (const LwModelTree *self, int index, const double point[3], double world[3]);
/// Returns true if a body of the joint moves in the plane.
bool lw_model_tree_is_planar (const LwModelTree *self, const LwCoupling *joint);
/// Computes the z axis of a joint on its predecessor, world at the start.
void lw_model_tree_find_axis (const LwModelTree *self, const LwCoupling *joint, double axis[3]);
/// Returns true if two bodies of the joint only need their frames' origins to coincide, and its z
/// axes if *with_axis.
bool lw_model_tree_can_close (const LwModelTree *self, const LwCoupling *joint, bool *with_axis);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwModelTree, lw_model_tree_free)

G_END_DECLS
