// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-pulleys.h"

#include <math.h>
#include <string.h>

int
lw_pulleys_n_ends (const MbdCouplingDef *def)
{
  return def->passes > 1 ? 4 : 3;
}

static void
path_with_turns (const MbdCouplingDef *def,
                 const double ends[4][2],
                 int first,
                 int last,
                 MbdRopePath *path)
{
  MbdRopeShape shape = {
    .radius = { def->pulley_radius[0], def->pulley_radius[1] },
    .passes = CLAMP (def->passes, 1, MBD_MOST_PASSES),
    .turn = { MBD_ROPE_FIRST_TURN + 2 * G_PI * first, MBD_ROPE_FIRST_TURN + 2 * G_PI * last },
  };

  memcpy (shape.anchor, ends, sizeof shape.anchor);
  memcpy (shape.centre, ends + 2, sizeof shape.centre);
  mbd_rope_path (&shape, path);
}

double
lw_pulleys_length (const MbdCouplingDef *def, const double ends[4][2])
{
  MbdRopePath path;

  path_with_turns (def, ends, 0, 0, &path);
  return path.length;
}

void
lw_pulleys_path (const MbdCouplingDef *def, const double ends[4][2], MbdRopePath *path)
{
  const int most = def->passes > 1 ? 1 : 0;
  MbdRopePath other;

  path_with_turns (def, ends, 0, 0, path);
  // A taut rope with other turns than at first shows them by its length.
  for (int first = -1; first <= 3; first++)
    for (int last = -most; last <= 3 * most; last++) {
      path_with_turns (def, ends, first, last, &other);
      if (fabs (other.length - def->length) < 1e-4 * def->length
          && fabs (path->length - def->length) > 1e-3 * def->length)
        *path = other;
    }
}
