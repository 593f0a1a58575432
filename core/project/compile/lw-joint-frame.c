// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-joint-frame.h"

#include <math.h>
#include <string.h>

bool
lw_joint_frame_has_axes (const MbdCouplingDef *def)
{
  return lw_family_of (def->class_)->has_axes;
}

void
lw_joint_frame_multiply (const double a[4], const double b[4], double out[4])
{
  const double product[4] = {
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  };

  // Adding 0 turns negative zeros into positive ones.
  for (int i = 0; i < 4; i++)
    out[i] = product[i] + 0.0;
}

void
lw_joint_frame_rotate (const double quaternion[4], double v[3])
{
  const double back[4] = { quaternion[0], -quaternion[1], -quaternion[2], -quaternion[3] };
  double turned[4] = { 0, v[0], v[1], v[2] };

  lw_joint_frame_multiply (quaternion, turned, turned);
  lw_joint_frame_multiply (turned, back, turned);
  memcpy (v, turned + 1, 3 * sizeof *v);
}

void
lw_joint_frame_attitude (const LwBody *body, double quaternion[4])
{
  quaternion[0] = 1;
  quaternion[1] = quaternion[2] = quaternion[3] = 0;
  if (body == NULL)
    return;
  quaternion[0] = cos (0.5 * body->def.angle);
  quaternion[3] = sin (0.5 * body->def.angle);
  lw_joint_frame_multiply (quaternion, body->def.quaternion, quaternion);
}

void
lw_joint_frame_to_world (const LwBody *body, double point[3], double quaternion[4])
{
  double attitude[4];

  if (body == NULL)
    return;
  lw_joint_frame_attitude (body, attitude);
  if (point != NULL) {
    lw_joint_frame_rotate (attitude, point);
    for (int i = 0; i < 3; i++)
      point[i] += body->def.position[i];
  }
  if (quaternion != NULL)
    lw_joint_frame_multiply (attitude, quaternion, quaternion);
}

void
lw_joint_frame_to_body (const LwBody *body, double point[3], double quaternion[4])
{
  double back[4];

  if (body == NULL)
    return;
  lw_joint_frame_attitude (body, back);
  for (int i = 1; i < 4; i++)
    back[i] = -back[i];
  if (point != NULL) {
    for (int i = 0; i < 3; i++)
      point[i] -= body->def.position[i];
    lw_joint_frame_rotate (back, point);
  }
  if (quaternion != NULL)
    lw_joint_frame_multiply (back, quaternion, quaternion);
}
