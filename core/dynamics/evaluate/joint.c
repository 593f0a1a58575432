// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Joint coordinates read at an instant: between the frames of any coupling, whether or not a
// driver, limit or gear uses them.

#include "coordinate-private.h"
#include "state-private.h"

#include <string.h>

bool
mbd_state_coordinate (MbdState *state,
                      int coupling,
                      int pair,
                      MbdCoordinate coordinate,
                      double *value,
                      double *rate)
{
  const MbdModelCoupling *c = &state->parameters.couplings[coupling];
  const int first_end = 2 * pair;

  const bool is_arc = coordinate == MBD_COORDINATE_ARC && c->def.curve != NULL;

  if (!(is_arc || mbd_coordinate_is_known (coordinate)) || pair < 0 || first_end + 1 >= c->ends)
    return false;
  mbd_state_prepare (state);

  const MbdBinding binding = mbd_model_binding (c);
  MbdEnds ends;
  mbd_ends_bind (&binding, pair == 0 ? MBD_FIRST_PAIR : MBD_SECOND_PAIR, &ends);

  // Angles in space are determined up to whole turns, arcs up to laps; couplings that count those
  // determine them too.
  const bool counts = c->rows > 0 && c->def.coordinate[pair] == coordinate;
  const int angles = counts ? state->model->batches[c->batch].angle : -1;
  const MbdCoordinateAt at = {
    .space = c->space,
    .coordinate = coordinate,
    .ends = &ends,
    .a = c->body[c->side[first_end]],
    .b = c->body[c->side[first_end + 1]],
    .near = angles >= 0 ? state->turns.angle[angles + 2 * c->slot + pair]
            : is_arc    ? NAN
                        : 0,
  };
  const MbdPose pose = mbd_pose_of (state);
  double gradients[2][6];

  memset (gradients, 0, sizeof gradients);
  const MbdCoordinateMotion motion =
    mbd_coordinate_motion (&at, &pose, 1, gradients[0], gradients[1]);
  if (value != NULL)
    *value = motion.value;
  if (rate != NULL)
    *rate = motion.rate;
  return true;
}
