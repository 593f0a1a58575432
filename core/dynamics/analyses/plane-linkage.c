// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Quantities of four-bar theory and of plane kinematics.
//
// With base d, input a, coupler b, output c, and the angle t of the input from the base line, the
// tip of the input and the far pivot are e apart, e^2 = a^2 + d^2 - 2 a d cos t, and the mechanism
// closes while |b - c| <= e <= b + c (Hartenberg and Denavit, Kinematic Synthesis of Linkages, ch.
// 3):
//
//   (a^2 + d^2 - (b + c)^2) / 2ad <= cos t <= (a^2 + d^2 - (b - c)^2) / 2ad

#include <math.h>
#include <string.h>

#include "mbd-analysis.h"
#include "state-private.h"
#include "vector-private.h"

/// Round-off of sums of lengths over the lengths, and of a turn over a speed.
static const double round_off = 1e-12;

bool
mbd_state_instant_centre (MbdState *state, int body_a, int body_b, double centre[2])
{
  const MbdModel *m = state->model;

  centre[0] = centre[1] = 0;
  if (m->bodies[body_a].mobility == MBD_SPATIAL || m->bodies[body_b].mobility == MBD_SPATIAL)
    return false;
  mbd_state_prepare (state);
  const MbdPlanePose *a = &state->pose.plane[body_a], *b = &state->pose.plane[body_b];
  const double vx = b->vx - (a->vx - a->w * (b->y - a->y));
  const double vy = b->vy - (a->vy + a->w * (b->x - a->x));
  const double w = b->w - a->w, speed = sqrt (vx * vx + vy * vy);

  if (fabs (w) * m->size <= round_off * (speed + fabs (a->w) * m->size)) {
    if (speed > 0) {
      centre[0] = -vy / speed;
      centre[1] = vx / speed;
    }
    return false;
  }
  centre[0] = b->x - vy / w;
  centre[1] = b->y + vx / w;
  return true;
}

double
mbd_mechanical_advantage (double input_rate, double output_rate)
{
  return input_rate / output_rate;
}

double
mbd_transmission_angle (const double coupler[3], const double joint[3], const double pivot[3])
{
  double along[3], across[3], normal[3];

  subtract3 (coupler, joint, along);
  subtract3 (pivot, joint, across);
  if (!(dot3 (along, along) > 0 && dot3 (across, across) > 0))
    return NAN;
  cross3 (along, across, normal);
  return atan2 (sqrt (dot3 (normal, normal)), fabs (dot3 (along, across)));
}

/// Returns the range of the link `own` on the base `base`; `coupler` and `other` are the other two
/// links.
static MbdSwing
swing_of (double own, double base, double coupler, double other)
{
  const double sum = own * own + base * base, product = 2 * own * base;
  const double sum_of_others = coupler + other, difference = coupler - other;
  const double nearest = (sum - difference * difference) / product;
  const double farthest = (sum - sum_of_others * sum_of_others) / product;
  const double slack = round_off * (sum + sum_of_others * sum_of_others) / product;
  MbdSwing swing = {
    .lower = nearest >= 1 - slack ? 0 : acos (fmax (nearest, -1)),
    .upper = farthest <= slack - 1 ? M_PI : acos (fmin (farthest, 1)),
  };
  swing.turns_round = swing.lower == 0 && swing.upper == M_PI;
  return swing;
}

MbdStatus
mbd_grashof (const MbdFourBar *lengths, MbdGrashof *grashof)
{
  const double all[4] = { lengths->base, lengths->input, lengths->coupler, lengths->output };
  static const MbdGrashofClass by_shortest[4] = {
    MBD_GRASHOF_DOUBLE_CRANK,
    MBD_GRASHOF_CRANK_ROCKER,
    MBD_GRASHOF_DOUBLE_ROCKER,
    MBD_GRASHOF_ROCKER_CRANK,
  };
  double sum = 0, longest = 0;
  int shortest = 0;

  *grashof = (MbdGrashof){ 0 };
  for (int i = 0; i < 4; i++) {
    if (!(all[i] > 0 && isfinite (all[i])))
      return MBD_STATUS_BAD_PARAMETER;
    sum += all[i];
    longest = fmax (longest, all[i]);
    shortest = all[i] < all[shortest] ? i : shortest;
  }
  grashof->margin = sum - 2 * (all[shortest] + longest);
  grashof->class_ = longest > (sum - longest) * (1 + round_off) ? MBD_GRASHOF_IMPOSSIBLE
                    : fabs (grashof->margin) <= round_off * sum ? MBD_GRASHOF_CHANGE_POINT
                    : grashof->margin < 0                       ? MBD_GRASHOF_TRIPLE_ROCKER
                                                                : by_shortest[shortest];
  if (grashof->class_ == MBD_GRASHOF_IMPOSSIBLE)
    return MBD_STATUS_OK;
  grashof->input = swing_of (all[1], all[0], all[2], all[3]);
  grashof->output = swing_of (all[3], all[0], all[2], all[1]);
  return MBD_STATUS_OK;
}
