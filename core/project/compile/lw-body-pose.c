// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-body-pose.h"

#include <string.h>

LwBody *
lw_body_dup_at_pose (const LwBody *body, MbdState *state, const double *before)
{
  const MbdModel *model = mbd_state_model (state);
  const int index = mbd_model_body_by_id (model, body->element.id);
  const int first = index >= 0 ? mbd_model_body_first_position (model, index) : -1;
  const bool spatial = body->def.mobility == MBD_SPATIAL;
  const double *after = mbd_state_positions (state);
  double quaternion[4];
  LwBody *moved;

  if (first < 0 || memcmp (before + first, after + first, (spatial ? 7 : 3) * sizeof (double)) == 0)
    return NULL;
  moved = lw_body_copy (body);
  mbd_state_body_pose (state, index, moved->def.position, quaternion);
  if (spatial) {
    memcpy (moved->def.quaternion, quaternion, sizeof quaternion);
    moved->def.angle = 0;
  } else {
    moved->def.position[2] = body->def.position[2];
    // The quaternion stays as drawn; the angle includes full turns.
    moved->def.angle += after[first + 2] - before[first + 2];
  }
  return moved;
}
