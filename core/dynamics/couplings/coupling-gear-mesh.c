// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The forces with which wheels act on each other, from the multiplier of a gear (coupling-gear.c),
// which is a couple about each axle.
//
// With z the axis, C1 and C2 the axles on one carrier, d = C2 - C1 across z, and rho = w_2 / w_1
// relative to the carrier (rho < 0: the teeth are outside, rho > 0: those of the larger wheel inside)
//
//   pitch point   P = C1 + d rho / (rho - 1),  where both wheels have the same velocity
//   force on 2    F t + |F| tan (alpha) n,     t = z x (P - C2) / R2,  F = couple on 2 / R2
//
// where n pushes the wheels apart: towards C2, or from the inside of a ring outwards. On 1 acts the
// opposite force. A rack along e meets its wheel at P = C - R z x e, R its way per radian.
//
// Belt: its strands touch the wheels of radii R1 and R2 = R1 / |rho| where m is normal to them,
//   m.d/|d| = (R1 - R2) / |d|   (crossed: R1 + R2),   on either side of d,
// and pull with T + Q/2 and T - Q/2, Q = couple on 1 / R1; a strand does not push: if T < |Q| / 2 one
// is slack and the other carries |Q|.

#include <math.h>
#include <string.h>

#include "coordinate-private.h"
#include "gear-mesh-private.h"
#include "vector-private.h"

/// A gear, relative to its carrier.
typedef struct
{
  int carrier[2], wheel[2]; // ends of each pair
  double sense[2];          // 1 if the wheel is the successor, else -1
  double z[3];              // axis of the first wheel that turns
} Train;

static bool
same_body (const MbdMeshPlace *place, int i, int k)
{
  return place->body[i] == place->body[k] || (place->fixed[i] && place->fixed[k]);
}

static bool
find_train (const MbdMeshPlace *place, Train *train)
{
  static const int ends[4][2] = { { 0, 2 }, { 0, 3 }, { 1, 2 }, { 1, 3 } };

  for (int i = 0; i < 4; i++) {
    if (!same_body (place, ends[i][0], ends[i][1]))
      continue;
    for (int pair = 0; pair < 2; pair++) {
      train->carrier[pair] = ends[i][pair];
      train->wheel[pair] = ends[i][pair] ^ 1;
      train->sense[pair] = (train->wheel[pair] & 1) != 0 ? 1 : -1;
    }
    return !same_body (place, train->wheel[0], train->wheel[1]);
  }
  return false;
}

/// Fills the opposite forces of a tooth.
static void
push (const double on_second[3], const double at[3], MbdMeshAction *action)
{
  for (int i = 0; i < 3; i++) {
    action->force[0][i] = -on_second[i];
    action->force[1][i] = on_second[i];
    action->at[0][i] = action->at[1][i] = at[i];
  }
}

/// Finds the axles, the vector d across the axis, and rho. Returns false if the axles are not
/// parallel or in one line.
static bool
find_axles (const MbdCouplingDef *def,
            const MbdMeshPlace *place,
            Train *train,
            double d[3],
            double *rho)
{
  double z2[3], turn[3], along;

  column3 (place->axes[train->carrier[0]], 2, train->z);
  column3 (place->axes[train->carrier[1]], 2, z2);
  cross3 (train->z, z2, turn);
  if (dot3 (turn, turn) > 1e-18)
    return false;
  train->sense[1] *= dot3 (train->z, z2) > 0 ? 1 : -1;
  subtract3 (place->point[train->carrier[1]], place->point[train->carrier[0]], d);
  const double whole = dot3 (d, d);
  along = dot3 (d, train->z);
  for (int i = 0; i < 3; i++)
    d[i] -= along * train->z[i];
  *rho = train->sense[0] * train->sense[1] * def->ratio;
  return dot3 (d, d) > 1e-18 * whole && whole > 0;
}

static bool
press_teeth (const MbdCouplingDef *def,
             const MbdMeshPlace *place,
             Train *train,
             double lambda,
             MbdMeshAction *action)
{
  double d[3], rho, p1[3], p2[3], t[3], at[3], force[3];

  if (!find_axles (def, place, train, d, &rho) || rho == 1)
    return false;
  for (int i = 0; i < 3; i++) {
    const double middle =
      0.5 * (place->point[train->carrier[0]][i] + place->point[train->carrier[1]][i] - d[i]);
    p1[i] = d[i] * rho / (rho - 1);
    p2[i] = p1[i] - d[i];
    at[i] = middle + p1[i];
  }
  const double r1 = sqrt (dot3 (p1, p1)), r2 = sqrt (dot3 (p2, p2));
  if (!(r1 > 0 && r2 > 0))
    return false;
  cross3 (train->z, p2, t);
  const double along = train->sense[1] * lambda / r2;
  const double apart = fabs (along) * tan (def->pressure_angle);
  for (int i = 0; i < 3; i++) {
    const double n = rho > 0 && r1 < r2 ? p1[i] / r1 : -p2[i] / r2;
    force[i] = along * t[i] / r2 + apart * n;
  }
  push (force, at, action);
  return true;
}

static bool
press_rack (const MbdCouplingDef *def,
            const MbdMeshPlace *place,
            Train *train,
            double lambda,
            MbdMeshAction *action)
{
  const int wheel = mbd_coordinate_is_length (def->coordinate[0]) ? 1 : 0, rack = 1 - wheel;
  double e[3], out[3], at[3], force[3];

  column3 (place->axes[train->carrier[wheel]], 2, train->z);
  column3 (place->axes[train->carrier[rack]],
           def->coordinate[rack] == MBD_COORDINATE_SLIDE_Z ? 2 : 0, e);
  if (fabs (dot3 (e, train->z)) > 1e-9)
    return false;
  const double way = train->sense[0] * train->sense[1] * (wheel == 0 ? def->ratio : 1 / def->ratio);
  const double effort = train->sense[rack] * (rack == 1 ? lambda : -def->ratio * lambda);
  cross3 (train->z, e, out);
  for (int i = 0; i < 3; i++) {
    const double n = way > 0 ? -out[i] : out[i];
    at[i] = place->point[train->carrier[wheel]][i] - way * out[i];
    force[i] = effort * e[i] + fabs (effort) * tan (def->pressure_angle) * n;
    if (rack == 0)
      force[i] = -force[i];
  }
  push (force, at, action);
  return true;
}

static bool
press_belt (const MbdCouplingDef *def,
            const MbdMeshPlace *place,
            Train *train,
            double lambda,
            MbdMeshAction *action)
{
  double d[3], u[3], v[3], rho;

  if (!(def->pitch_radius > 0) || !find_axles (def, place, train, d, &rho))
    return false;
  const double r1 = def->pitch_radius, r2 = (rho > 0 ? 1 : -1) * r1 / fabs (rho);
  const double length = sqrt (dot3 (d, d)), c = (r1 - r2) / length;
  if (!(fabs (c) < 1))
    return false;
  const double s = sqrt (1 - c * c);
  // Couples on the wheels, and the pull of the strand on the side of -v over that of v.
  const double couple[2] = { -train->sense[0] * def->ratio * lambda, train->sense[1] * lambda };
  const double pull = couple[0] / r1;
  const double slack = def->belt_tension - 0.5 * fabs (pull);
  const double low = fmax (slack, 0), high = low + fabs (pull);
  action->tension[0] = pull > 0 ? high : low;
  action->tension[1] = pull > 0 ? low : high;
  for (int i = 0; i < 3; i++)
    u[i] = d[i] / length;
  cross3 (train->z, u, v);
  for (int i = 0; i < 3; i++) {
    // Along the strand from 1 to 2, with m = c u + side s v: s u - side c v
    const double sum = action->tension[0] + action->tension[1];
    const double difference = action->tension[1] - action->tension[0];
    action->force[0][i] = sum * s * u[i] - difference * c * v[i];
    action->force[1][i] = -action->force[0][i];
    for (int k = 0; k < 2; k++) {
      action->at[k][i] = place->point[train->carrier[k]][i];
      action->moment[k][i] = couple[k] * train->z[i];
    }
  }
  return true;
}

bool
mbd_gear_press (const MbdCouplingDef *def,
                const MbdMeshPlace *place,
                double lambda,
                MbdMeshAction *action)
{
  const bool slides[2] = { mbd_coordinate_is_length (def->coordinate[0]),
                           mbd_coordinate_is_length (def->coordinate[1]) };
  Train train;

  memset (action, 0, sizeof *action);
  if (def->mesh == MBD_MESH_COUPLE || (slides[0] && slides[1]) || !find_train (place, &train))
    return false;
  memcpy (action->carrier, train.carrier, sizeof action->carrier);
  memcpy (action->wheel, train.wheel, sizeof action->wheel);
  if (slides[0] || slides[1])
    return def->mesh == MBD_MESH_TEETH && press_rack (def, place, &train, lambda, action);
  return def->mesh == MBD_MESH_TEETH ? press_teeth (def, place, &train, lambda, action)
                                     : press_belt (def, place, &train, lambda, action);
}
