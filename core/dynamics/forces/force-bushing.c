// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bushing between frame A on body_a and frame C on body_b: applies the law of bushing.c to the
// relative motion of two bodies. Wrenches act at the origins of the frames.
//
//   p = R_A' (x_C - x_A),   v = R_A' (v_C - v_A - w_A x (x_C - x_A)),   w = R_A' (w_C - w_A)
//
// In the plane yaw is the difference of the angles with all its turns.

#include <math.h>
#include <string.h>

#include "force-private.h"
#include "vector-private.h"

static MbdStatus
bushing_check (const MbdForceDef *def, MbdDiagnosis *why)
{
  return mbd_bushing_check (&def->bushing);
}

/// Computes the motion of C in A, the axes of A, and the world positions of both origins.
static MbdBushingMotion
find_motion (const MbdBoundForce *bushing,
             const MbdPose *pose,
             double world_a[9],
             MbdForceAction *action)
{
  const MbdSpacePose *a = &pose->space[bushing->body_a], *b = &pose->space[bushing->body_b];
  double frame[9], world_c[9], r[3], v[2][3], turn[3], relative[9], difference[3];
  MbdBushingMotion motion = { 0 };

  quaternion_matrix (bushing->quaternion_a, frame);
  multiply3 (a->R, frame, world_a);
  quaternion_matrix (bushing->quaternion_b, frame);
  multiply3 (b->R, frame, world_c);
  mbd_point_motion (a, bushing->point_a, action->position[0], v[0]);
  mbd_point_motion (b, bushing->point_b, action->position[1], v[1]);
  subtract3 (action->position[1], action->position[0], r);
  rotate3_back (world_a, r, motion.displacement);
  cross3 (a->w, r, turn);
  for (int i = 0; i < 3; i++)
    difference[i] = v[1][i] - v[0][i] - turn[i];
  rotate3_back (world_a, difference, motion.velocity);
  subtract3 (b->w, a->w, difference);
  rotate3_back (world_a, difference, motion.angular_velocity);

  double qa[4], qc[4], inverse[4], norm;
  quaternion_multiply (a->q, bushing->quaternion_a, qa);
  quaternion_multiply (b->q, bushing->quaternion_b, qc);
  quaternion_conjugate (qa, inverse);
  quaternion_multiply (inverse, qc, motion.quaternion);
  norm = sqrt (
    motion.quaternion[0] * motion.quaternion[0] + motion.quaternion[1] * motion.quaternion[1]
    + motion.quaternion[2] * motion.quaternion[2] + motion.quaternion[3] * motion.quaternion[3]);
  for (int i = 0; i < 4; i++)
    motion.quaternion[i] /= norm;
  if (bushing->in_plane) {
    const double angle = pose->plane[bushing->body_b].angle - pose->plane[bushing->body_a].angle
                         + 2 * atan2 (bushing->quaternion_b[3], bushing->quaternion_b[0])
                         - 2 * atan2 (bushing->quaternion_a[3], bushing->quaternion_a[0]);
    quaternion_matrix (motion.quaternion, relative);
    motion.turns = angle - atan2 (relative[3], relative[0]);
  }
  return motion;
}

void
mbd_bushing_of_pose (const MbdBoundForce *bushing,
                     const MbdPose *pose,
                     double world_a[9],
                     MbdForceAction *action,
                     MbdBushingForces *forces)
{
  const MbdBushingMotion motion = find_motion (bushing, pose, world_a, action);

  mbd_bushing_evaluate (&bushing->def->bushing, bushing->def->bushing_law, &motion, forces);
}

static void
bushing_act (const MbdBoundForce *bushing, const MbdPose *pose, MbdForceAction *action)
{
  MbdBushingForces forces;
  double world_a[9];

  *action = (MbdForceAction){ 0 };
  mbd_bushing_of_pose (bushing, pose, world_a, action, &forces);
  rotate3 (world_a, forces.force, action->force[1]);
  rotate3 (world_a, forces.moment_on_c, action->moment[1]);
  rotate3 (world_a, forces.moment_on_a, action->moment[0]);
  for (int i = 0; i < 3; i++)
    action->force[0][i] = -action->force[1][i];
  action->potential = forces.potential;
  action->dissipated = forces.dissipated_power;
  action->residual = forces.residual_power;
  action->gimbal_lock = forces.gimbal_lock;
  const MbdBushingConstants *constants = &bushing->def->bushing;
  for (int i = 0; i < 3 && !bushing->in_plane; i++)
    action->has_heading |=
      constants->rotational_stiffness[i] > 0 || constants->rotational_damping[i] > 0;
  if (action->has_heading) {
    action->heading[0] = cos (forces.angles[1]) * cos (forces.angles[2]);
    action->heading[1] = cos (forces.angles[1]) * sin (forces.angles[2]);
  }
}

static int
bushing_directions (const MbdBoundForce *bushing,
                    const MbdPose *pose,
                    MbdForceDirection *directions)
{
  MbdBushingDirection unit[MBD_MOST_DIRECTIONS];
  MbdForceAction action;
  double world_a[9], c[3], moment[2][3];
  const MbdBushingMotion motion = find_motion (bushing, pose, world_a, &action);
  int count = 0;

  mbd_bushing_directions (&bushing->def->bushing, bushing->def->bushing_law, &motion, unit);
  for (int i = 0; i < 6; i++) {
    MbdForceDirection *direction = &directions[count];
    if (bushing->in_plane && i != 2 && i != 3 && i != 4)
      continue;
    count++;
    *direction = (MbdForceDirection){ .stiffness = unit[i].stiffness, .damping = unit[i].damping };
    rotate3 (world_a, unit[i].force, c);
    rotate3 (world_a, unit[i].moment_on_a, moment[0]);
    rotate3 (world_a, unit[i].moment_on_c, moment[1]);
    mbd_add_direction (&pose->space[bushing->body_a], action.position[0], c, -1, direction->g[0],
                       direction->w[0]);
    mbd_add_direction (&pose->space[bushing->body_b], action.position[1], c, 1, direction->g[1],
                       direction->w[1]);
    for (int end = 0; end < 2; end++)
      for (int k = 0; k < 3; k++)
        direction->g[end][3 + k] += moment[end][k];
  }
  return count;
}

const MbdForceClass *
mbd_bushing_class (void)
{
  static const MbdForceClass bushing_class = {
    .name = "bushing",
    .check = bushing_check,
    .acts_on_a = true,
    .act = bushing_act,
    .directions = bushing_directions,
  };
  return &bushing_class;
}
